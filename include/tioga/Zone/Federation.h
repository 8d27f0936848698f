//===- Federation.h - Finite unions of zones --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ZONE_FEDERATION_H
#define TIOGA_ZONE_FEDERATION_H

#include "tioga/Zone/Zone.h"

#include <vector>

namespace tioga {

/// A finite union of zones of one dimension.
///
/// No member is empty; members may overlap and their order is that in which
/// they were added, so results do not depend on addresses. The same set has
/// many federations: compare with `equals`. Operations require equal dimensions
/// (asserted). Costs are in members m and k of the two operands and dimension
/// n.
///
/// *Overflow.* `hasOverflowed` is set once a zone that took part in computing
/// the federation has overflowed, even if it is no member. Unlike for a zone,
/// nothing is then known about the set: what was subtracted may have been too
/// large. `includes`, `equals` and `isDisjoint` have no federation to mark: if
/// bounds overflow while they compute, "yes" is exact and "no" is not; a caller
/// with such constants subtracts or intersects instead, and asks the result.
class Federation {
public:
  /// The empty set.
  explicit Federation(unsigned dimension) : dimension(dimension) {}
  /// The set of one zone.
  explicit Federation(const Zone &zone);
  /// All valuations.
  static Federation universe(unsigned dimension) {
    return Federation(Zone::universe(dimension));
  }

  //===--------------------------------------------------------------------===//
  // Inspection
  //===--------------------------------------------------------------------===//

  unsigned getDimension() const { return dimension; }
  bool isEmpty() const { return zones.empty(); }
  bool hasOverflowed() const { return overflowed; }
  size_t size() const { return zones.size(); }
  llvm::ArrayRef<Zone> getZones() const { return zones; }
  std::vector<Zone>::const_iterator begin() const { return zones.begin(); }
  std::vector<Zone>::const_iterator end() const { return zones.end(); }

  /// Whether the valuation is in the set; see `Zone::containsPoint`. O(m n^2).
  bool containsPoint(llvm::ArrayRef<int64_t> numerators,
                     int64_t denominator = 1) const;
  bool containsPoint(const ClockPoint &point) const {
    return containsPoint(point.numerators, point.denominator);
  }

  /// Whether `zone` is a subset, exactly: members may cover it together. O(m
  /// n^2) if one member does, else by subtraction.
  bool includes(const Zone &zone) const;
  /// Whether `other` is a subset, exactly.
  bool includes(const Federation &other) const;
  /// Whether both are the same set, exactly.
  bool equals(const Federation &other) const {
    return includes(other) && other.includes(*this);
  }
  /// Whether the two sets have no valuation in common. O(m k n^3).
  bool isDisjoint(const Federation &other) const;
  /// The least zone that includes all members. O(m n^2).
  Zone getConvexHull() const;

  /// Prints the members joined by ` || `, those with several constraints in
  /// parentheses if there are several members; `false` if there is none. Names
  /// as in `Constraint::print`.
  void print(llvm::raw_ostream &os,
             llvm::ArrayRef<llvm::StringRef> names = {}) const;

  //===--------------------------------------------------------------------===//
  // Set operations
  //===--------------------------------------------------------------------===//

  /// Adds a zone, at the end. O(n^2).
  void add(Zone &&zone);
  void add(const Zone &zone);
  /// Adds a zone unless a single member includes it, and drops members that it
  /// includes. Returns whether it was added. O(m n^2).
  bool insert(Zone &&zone);
  bool insert(const Zone &zone) { return insert(Zone(zone)); }
  /// Adds all members of `other`, at the end. O(k n^2).
  void unite(const Federation &other);

  /// Intersects with a constraint. O(m n^2).
  void constrain(const Constraint &constraint);
  /// Intersects with a set. O(m n^3), O(m k n^3).
  void intersect(const Zone &zone);
  void intersect(const Federation &other);

  /// Removes a set, exactly. What is left of one member is a list of disjoint
  /// zones, at most one per minimal constraint of `zone`: the constraints are
  /// split off one after the other, next always the one after which most of the
  /// others are implied, and those are skipped. Disjoint members stay as they
  /// are. O(m c (n^2 + c^2)) for c minimal constraints, plus O(m n^3).
  void subtract(const Zone &zone);
  void subtract(const Federation &other);
  /// All valuations that are not in the set, as disjoint zones.
  Federation complement() const;

  /// Drops members that another one includes, and replaces two members by their
  /// convex hull if that adds nothing, until neither applies. O(m^2) such tests
  /// per round.
  void reduce();
  /// Does what `reduce` does, and drops members covered by the others together.
  void reduceExactly();

  //===--------------------------------------------------------------------===//
  // Time and clock updates, as for zones. Members may overlap afterwards.
  //===--------------------------------------------------------------------===//

  void up();
  void down();
  void free(ClockIndex x);
  void reset(ClockIndex x, int64_t value = 0);
  void copy(ClockIndex x, ClockIndex y);
  void shift(ClockIndex x, int64_t delta);

  /// The valuations from which some delay d >= 0 leads into this set such that
  /// no delay from 0 to d, both included, leads into `bad` (Cassez et al.,
  /// CONCUR 2005, Theorem 2: for zones, Pred(g, b) is g.down - b.down together
  /// with the past of (g & b.down) - b; for unions, take the union over g of
  /// the intersections over b).
  Federation predt(const Federation &bad) const;

  //===--------------------------------------------------------------------===//
  // Other clock sets, as for zones
  //===--------------------------------------------------------------------===//

  Federation gather(llvm::ArrayRef<ClockIndex> sources) const;
  Federation keep(llvm::ArrayRef<ClockIndex> clocks) const {
    return gather(clocks);
  }
  Federation remove(llvm::ArrayRef<ClockIndex> clocks) const;
  Federation embed(unsigned newDimension, llvm::ArrayRef<ClockIndex> targets,
                   NewClocks newClocks = NewClocks::Free) const;

private:
  template <typename Update>
  void updateAll(Update update);
  bool dropIncluded();
  bool mergePairs();

  std::vector<Zone> zones;
  unsigned dimension;
  bool overflowed = false;
};

/// Prints like `Federation::print`, without names.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const Federation &federation);

/// The valuations of `a` that are not in `b`, as disjoint zones; see
/// `Federation::subtract`.
Federation subtract(const Zone &a, const Zone &b);

/// Splits a zone into disjoint zones in each of which every constraint holds
/// everywhere or nowhere. Up to 2^m zones for m constraints; infinite bounds
/// are allowed. O(n^2) per zone.
Federation split(const Zone &zone, llvm::ArrayRef<Constraint> constraints);

/// Extrapolation by maximal constants for models with diagonal constraints
/// (Bengtsson and Yi, FORMATS 2003): splits the zone by the diagonals, applies
/// Extra_M to each part and intersects the result with the side of each
/// diagonal on which the part lies. A valuation that is added agrees with one
/// of the zone on all diagonals, and for each clock on its value or on being
/// above its maximum. \pre `diagonals` lists every diagonal constraint of the
/// model, and `maxima` of both of its clocks is at least the magnitude of its
/// constant.
Federation extrapolateWithDiagonals(const Zone &zone,
                                    llvm::ArrayRef<int32_t> maxima,
                                    llvm::ArrayRef<Constraint> diagonals);

} // namespace tioga

#endif // TIOGA_ZONE_FEDERATION_H
