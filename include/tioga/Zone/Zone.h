//===- Zone.h - Convex sets of clock valuations -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Difference-bound matrices (Dill, CAV 1989; Bengtsson and Yi, Lectures on
// Concurrency and Petri Nets, 2004), closed at all times.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ZONE_ZONE_H
#define TIOGA_ZONE_ZONE_H

#include "tioga/Zone/Bound.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace tioga {

/// Index of a clock in a zone. 0 is the constant zero, clocks count from 1.
using ClockIndex = unsigned;

/// The constraint `x - y < c` or `x - y <= c`. With y = 0 it is an upper bound
/// of x, with x = 0 a lower bound of y.
struct Constraint {
  ClockIndex x = 0;
  ClockIndex y = 0;
  Bound bound;

  /// `x < value`, `x <= value`, `x > value`, `x >= value`.
  static Constraint lessThan(ClockIndex x, int64_t value) {
    return {x, 0, Bound::lessThan(value)};
  }
  static Constraint atMost(ClockIndex x, int64_t value) {
    return {x, 0, Bound::atMost(value)};
  }
  static Constraint greaterThan(ClockIndex x, int64_t value) {
    return {0, x, Bound::lessThan(-value)};
  }
  static Constraint atLeast(ClockIndex x, int64_t value) {
    return {0, x, Bound::atMost(-value)};
  }

  /// The constraint that holds exactly where this one does not. \pre the bound
  /// is not infinite.
  Constraint complement() const { return {y, x, bound.complement()}; }
  /// Whether the constraint relates two clocks.
  bool isDiagonal() const { return x != 0 && y != 0; }

  friend bool operator==(const Constraint &a, const Constraint &b) {
    return a.x == b.x && a.y == b.y && a.bound == b.bound;
  }
  friend bool operator!=(const Constraint &a, const Constraint &b) {
    return !(a == b);
  }

  /// Prints `x <= 3`, `1 < x`, `x - y < 3` or `3 <= x - y`, always with a
  /// non-negative constant if there is such a form. `names[i]` is the name of
  /// clock i (`names[0]` is not used); without names, clocks are `x1`, `x2`,
  /// ...
  void print(llvm::raw_ostream &os,
             llvm::ArrayRef<llvm::StringRef> names = {}) const;
};

/// A clock valuation with rational values.
///
/// Numerators and denominator are small enough for 64 bits to hold their
/// products with a bound: denominators below 2^32 and clock values below 2^29
/// are always fine.
struct ClockPoint {
  /// `numerators[i] / denominator` is the value of clock i; `numerators[0]` is
  /// 0.
  llvm::SmallVector<int64_t, 8> numerators;
  /// Positive.
  int64_t denominator = 1;
};

/// A set of delays, an interval. Ends are multiples of 1 / denominator, where
/// the denominator is that of the point from which the delay starts.
struct ClockDelays {
  int64_t lower = 0;
  /// Meaningless if `isUnbounded`.
  int64_t upper = 0;
  bool isLowerStrict = false;
  bool isUpperStrict = false;
  bool isUnbounded = false;
};

/// How one set relates to another.
enum class ZoneRelation { Equal, Subset, Superset, Incomparable };

/// What `Zone::embed` does with clocks that have no source.
enum class NewClocks { Free, Zero };

/// A convex set of valuations of non-negative clocks, in canonical form.
///
/// Entry (i, j) bounds x_i - x_j from above. The *dimension* n is the number of
/// clocks plus one. Of a zone that is not empty and has not overflowed:
///  - the matrix is closed under shortest paths, so every entry is the least
///    bound that holds, and equal sets have equal matrices;
///  - the diagonal is `<= 0`, and entries (0, i) are at most `<= 0`.
/// An empty zone has a negative entry (0, 0), its other entries mean nothing.
/// Every operation accepts an empty zone and leaves it empty. A zone that was
/// moved from may only be assigned to or destroyed.
///
/// *Overflow.* If a bound leaves the range of `Bound`, the bound is weakened
/// (never wrapped) and `hasOverflowed` is set; it stays set in this zone and in
/// all zones computed from it. From then on the zone is a superset of the exact
/// one and need not be closed. So "empty" is still exact; anything else must
/// not be trusted, and a caller asks before it reports a verdict. The flag may
/// be set although only an intermediate value of a bulk operation was out of
/// range.
///
/// Storage is one row-major array, inline up to dimension 12: no operation then
/// allocates memory. Operations on two zones require equal dimensions, clock
/// indices are below the dimension, and no operation but `constrain`, `at` and
/// the like accepts index 0 as a clock; these conditions are asserted.
class Zone {
public:
  /// The zone of dimension 1, that is, without clocks.
  Zone() : Zone(universe(1)) {}

  //===--------------------------------------------------------------------===//
  // Construction
  //===--------------------------------------------------------------------===//

  /// All valuations. O(n^2).
  static Zone universe(unsigned dimension);
  /// The valuation in which all clocks are zero. O(n^2).
  static Zone zero(unsigned dimension);
  /// No valuation. O(n^2).
  static Zone empty(unsigned dimension);
  /// All valuations that satisfy every constraint. O(m + n^3).
  static Zone fromConstraints(unsigned dimension,
                              llvm::ArrayRef<Constraint> constraints);
  /// The zone with these packed entries, row-major, as `getRaw` returned them.
  /// \pre the entries satisfy the invariants (asserted). O(n^2).
  static Zone fromRaw(unsigned dimension, llvm::ArrayRef<RawBound> entries);

  //===--------------------------------------------------------------------===//
  // Inspection
  //===--------------------------------------------------------------------===//

  unsigned getDimension() const { return dimension; }
  bool isEmpty() const { return matrix.front() < Bound::zeroRaw; }
  bool hasOverflowed() const { return overflowed; }

  /// The least bound on x_i - x_j. \pre not empty.
  Bound at(ClockIndex i, ClockIndex j) const {
    assert(!isEmpty() && "an empty zone has no bounds");
    return Bound::fromRaw(entry(i, j));
  }
  /// The n * n packed entries, row-major, for compact storage and hashing.
  llvm::ArrayRef<RawBound> getRaw() const { return matrix; }

  /// Greatest lower bound of a clock; strict if it is not attained. It is
  /// always finite. \pre not empty. O(1).
  struct Infimum {
    int32_t value;
    bool isStrict;
  };
  Infimum getInfimum(ClockIndex x) const {
    Bound bound = at(0, x);
    return {-bound.getValue(), bound.isStrict()};
  }
  /// Least upper bound of a clock, possibly infinite. \pre not empty. O(1).
  Bound getSupremum(ClockIndex x) const { return at(x, 0); }

  /// Whether every valuation satisfies the constraint. O(1).
  bool implies(const Constraint &constraint) const {
    return isEmpty() ||
           entry(constraint.x, constraint.y) <= constraint.bound.getRaw();
  }
  /// Whether some valuation satisfies the constraint. O(1).
  bool admits(const Constraint &constraint) const;

  /// Whether `other` is a subset. O(n^2), early exit.
  bool includes(const Zone &other) const;
  /// How this set relates to `other`. O(n^2).
  ZoneRelation relation(const Zone &other) const;
  /// Whether the two sets have no valuation in common. O(n^2) if two opposite
  /// bounds show it, else O(n^3). If bounds overflow on the way, "yes" is exact
  /// and "no" is not; `intersect` would tell.
  bool isDisjoint(const Zone &other) const;
  /// Equality of sets; the overflow flag takes no part. O(n^2).
  bool operator==(const Zone &other) const;
  bool operator!=(const Zone &other) const { return !(*this == other); }

  /// Whether the valuation `numerators[i] / denominator` is in the set.
  /// \pre one numerator per index, `numerators[0]` is 0, denominator positive.
  /// O(n^2).
  bool containsPoint(llvm::ArrayRef<int64_t> numerators,
                     int64_t denominator = 1) const;
  bool containsPoint(const ClockPoint &point) const {
    return containsPoint(point.numerators, point.denominator);
  }

  /// The delays d >= 0 for which `point` + d is in the set; none if there is no
  /// such delay. O(n^2).
  std::optional<ClockDelays> getDelays(const ClockPoint &point) const;

  /// A valuation in the set, none if the set is empty.
  ///
  /// If all lower bounds can be attained together it is that earliest point. In
  /// general, strict bounds are read as weak ones moved inwards by 1 / d, for
  /// the least denominator d >= `resolution` for which that leaves a point, and
  /// the earliest point of what remains is taken: no clock exceeds its infimum
  /// by more than (n - 1) / d. A point exists for every d >= n. O(n^3) for each
  /// d tried. \pre `resolution` is positive.
  std::optional<ClockPoint> samplePoint(int64_t resolution = 1) const;

  /// A subset-minimal list of constraints that, together with non-negativity of
  /// all clocks, describes the set (Larsen et al., RTSS 1997), in order of (x,
  /// y). Clocks at a fixed distance of each other are related to the one of
  /// lowest index. \pre not empty. O(n^3).
  llvm::SmallVector<Constraint, 16> getMinimalConstraints() const;

  /// Hash of the set, the same in every process. O(n^2).
  uint64_t getHash() const;
  friend llvm::hash_code hash_value(const Zone &zone) {
    return llvm::hash_code(zone.getHash());
  }

  /// Prints the minimal constraints, as in `x <= 3 && 1 < x - y`; `true` if
  /// there are none and `false` if the set is empty. Names as in
  /// `Constraint::print`.
  void print(llvm::raw_ostream &os,
             llvm::ArrayRef<llvm::StringRef> names = {}) const;

  /// Whether the invariants of the class hold. For assertions and tests.
  /// O(n^3).
  bool verify() const;

  //===--------------------------------------------------------------------===//
  // Time and clock updates
  //===--------------------------------------------------------------------===//

  /// Lets time pass: adds v + d for every valuation v and delay d. O(n).
  void up();
  /// The past: adds every non-negative v with v + d in the set. O(n^2).
  void down();
  /// Forgets the value of x. O(n).
  void free(ClockIndex x);
  /// x := value. \pre `value` is not negative. O(n).
  void reset(ClockIndex x, int64_t value = 0);
  /// x := y. O(n).
  void copy(ClockIndex x, ClockIndex y);
  /// x := x + delta. Valuations in which x would become negative are dropped.
  /// O(n), for negative delta O(n^2).
  void shift(ClockIndex x, int64_t delta);

  //===--------------------------------------------------------------------===//
  // Set operations
  //===--------------------------------------------------------------------===//

  /// Intersects with `x - y < c` or `x - y <= c`. Returns false if the result
  /// is empty. O(1) if the bound is implied or contradicted, else O(n^2).
  bool constrain(ClockIndex x, ClockIndex y, Bound bound) {
    assert(x < dimension && y < dimension && "no such clock");
    if (bound.getRaw() >= entry(x, y))
      return !isEmpty();
    return tighten(x, y, bound.getRaw());
  }
  bool constrain(const Constraint &constraint) {
    return constrain(constraint.x, constraint.y, constraint.bound);
  }
  /// Intersects with all constraints, one after the other. Returns false if the
  /// result is empty. O(m n^2).
  bool constrain(llvm::ArrayRef<Constraint> constraints);

  /// Intersects with `other`. Returns false if the result is empty. O(n^2) if
  /// one set includes the other, else O(t n^2) for the t clocks whose bounds
  /// change.
  bool intersect(const Zone &other);
  /// Adds valuations up to the least zone that includes both sets. O(n^2).
  void uniteConvex(const Zone &other);

  //===--------------------------------------------------------------------===//
  // Other clock sets
  //===--------------------------------------------------------------------===//

  /// The zone of dimension `sources.size() + 1` whose clock k + 1 has the value
  /// of clock `sources[k]` here. Clocks that are not listed are projected away
  /// (exactly: this is existential quantification); a clock listed twice
  /// becomes two equal clocks; source 0 gives a clock that is zero. O(n^2).
  Zone gather(llvm::ArrayRef<ClockIndex> sources) const;
  /// Projects onto the given clocks, in the given order. O(n^2).
  Zone keep(llvm::ArrayRef<ClockIndex> clocks) const { return gather(clocks); }
  /// Projects the given clocks away; the others keep their order. O(n^2).
  Zone remove(llvm::ArrayRef<ClockIndex> clocks) const;
  /// The zone of dimension `newDimension` in which clock i has become clock
  /// `targets[i]`, and clocks that are no target are free or zero. \pre one
  /// target per index, all different, `targets[0]` is 0. O(n^2).
  Zone embed(unsigned newDimension, llvm::ArrayRef<ClockIndex> targets,
             NewClocks newClocks = NewClocks::Free) const;

  //===--------------------------------------------------------------------===//
  // Extrapolation (Behrmann et al., STTT 8, 2006)
  //===--------------------------------------------------------------------===//
  //
  // Each adds valuations that the model cannot tell from valuations already
  // there, so that exploration ends. Arrays have one entry per index (entry 0
  // is not used): `maxima[i]` is the greatest constant that clock i is compared
  // with, `lower[i]` the greatest in `x_i > c` and `x_i >= c`, `upper[i]` that
  // in `x_i < c` and `x_i <= c`; negative if there is no such comparison.
  //
  // Condition: *no diagonal constraints*. A model that compares clock
  // differences must not use these; see `extrapolateWithDiagonals` in
  // Federation.h. If the complement of a guard is tested too, its constants
  // count for both arrays.
  //
  // The result includes the zone, and the zone includes it up to simulation:
  // M within M+, M within LU, and all within LU+, if `maxima` is the greater of
  // `lower` and `upper`. O(n^2) if nothing changes, else O(n^3).

  /// Extra_M.
  void extrapolateM(llvm::ArrayRef<int32_t> maxima) {
    extrapolateLU(maxima, maxima);
  }
  /// Extra_M+, at least as coarse as Extra_M.
  void extrapolateMPlus(llvm::ArrayRef<int32_t> maxima) {
    extrapolateLUPlus(maxima, maxima);
  }
  /// Extra_LU.
  void extrapolateLU(llvm::ArrayRef<int32_t> lower,
                     llvm::ArrayRef<int32_t> upper);
  /// Extra_LU+, at least as coarse as the other three.
  void extrapolateLUPlus(llvm::ArrayRef<int32_t> lower,
                         llvm::ArrayRef<int32_t> upper);

private:
  /// A matrix whose entries the caller fills in.
  explicit Zone(unsigned dimension);

  RawBound *row(ClockIndex i) { return matrix.data() + size_t(i) * dimension; }
  const RawBound *row(ClockIndex i) const {
    return matrix.data() + size_t(i) * dimension;
  }
  RawBound entry(ClockIndex i, ClockIndex j) const {
    assert(i < dimension && j < dimension && "no such clock");
    return row(i)[j];
  }
  void set(ClockIndex i, ClockIndex j, RawBound raw) { row(i)[j] = raw; }
  void setChecked(ClockIndex i, ClockIndex j, Bound bound);
  void setEmpty() { matrix.front() = Bound::zeroRaw - 1; }

  bool tighten(ClockIndex x, ClockIndex y, RawBound raw);
  bool closeThrough(ClockIndex k);
  bool close();

  llvm::SmallVector<RawBound, 144> matrix;
  unsigned dimension;
  bool overflowed = false;
};

/// Prints like `Zone::print`, without names.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Zone &zone);

} // namespace tioga

#endif // TIOGA_ZONE_ZONE_H
