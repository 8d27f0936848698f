//===- Federation.cpp - Operations on unions of zones -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Zone/Federation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <utility>

using namespace tioga;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Subtraction of zones
//===----------------------------------------------------------------------===//

/// How many of `constraints` hold in `zone` once the one at `chosen` does.
static unsigned countImplied(const Zone &zone, ArrayRef<Constraint> constraints,
                             size_t chosen) {
  const Constraint &cut = constraints[chosen];
  return llvm::count_if(constraints, [&](const Constraint &other) {
    Bound detour =
        zone.at(other.x, cut.x) + cut.bound + zone.at(cut.y, other.y);
    return detour <= other.bound;
  });
}

static size_t chooseCut(const Zone &zone, ArrayRef<Constraint> constraints) {
  size_t best = 0;
  unsigned bestCount = 0;
  for (size_t k = 0; k < constraints.size(); ++k) {
    unsigned count = countImplied(zone, constraints, k);
    if (count > bestCount) {
      best = k;
      bestCount = count;
    }
  }
  return best;
}

/// Calls `consume` with each zone of the difference to a zone with the minimal
/// constraints `constraints`, until it returns false.
/// \pre the zones have a valuation in common.
template <typename Consumer>
static void forEachDifference(const Zone &minuend,
                              ArrayRef<Constraint> constraints,
                              Consumer consume) {
  Zone rest = minuend;
  SmallVector<Constraint, 16> open(constraints.begin(), constraints.end());
  while (true) {
    llvm::erase_if(open, [&](const Constraint &constraint) {
      return rest.implies(constraint);
    });
    if (open.empty())
      return;
    size_t next = chooseCut(rest, open);
    Zone outside = rest;
    outside.constrain(open[next].complement());
    if (!consume(std::move(outside)))
      return;
    rest.constrain(open[next]);
  }
}

Federation tioga::subtract(const Zone &a, const Zone &b) {
  Federation result(a);
  result.subtract(b);
  return result;
}

//===----------------------------------------------------------------------===//
// Inspection
//===----------------------------------------------------------------------===//

Federation::Federation(const Zone &zone) : dimension(zone.getDimension()) {
  add(zone);
}

bool Federation::containsPoint(ArrayRef<int64_t> numerators,
                               int64_t denominator) const {
  return llvm::any_of(zones, [&](const Zone &zone) {
    return zone.containsPoint(numerators, denominator);
  });
}

bool Federation::includes(const Zone &zone) const {
  if (zone.isEmpty() || llvm::any_of(zones, [&](const Zone &member) {
        return member.includes(zone);
      }))
    return true;
  Federation rest(zone);
  for (const Zone &member : zones) {
    rest.subtract(member);
    if (rest.isEmpty())
      return true;
  }
  return false;
}

bool Federation::includes(const Federation &other) const {
  assert(dimension == other.dimension && "sets over different clocks");
  return llvm::all_of(other.zones,
                      [&](const Zone &zone) { return includes(zone); });
}

bool Federation::isDisjoint(const Federation &other) const {
  assert(dimension == other.dimension && "sets over different clocks");
  for (const Zone &mine : zones)
    for (const Zone &theirs : other.zones)
      if (!mine.isDisjoint(theirs))
        return false;
  return true;
}

Zone Federation::getConvexHull() const {
  Zone hull = Zone::empty(dimension);
  for (const Zone &zone : zones)
    hull.uniteConvex(zone);
  return hull;
}

void Federation::print(llvm::raw_ostream &os,
                       ArrayRef<llvm::StringRef> names) const {
  if (zones.empty()) {
    os << "false";
    return;
  }
  llvm::interleave(
      zones, os,
      [&](const Zone &zone) {
        bool isNested =
            zones.size() > 1 && zone.getMinimalConstraints().size() > 1;
        os << (isNested ? "(" : "");
        zone.print(os, names);
        os << (isNested ? ")" : "");
      },
      " || ");
}

llvm::raw_ostream &tioga::operator<<(llvm::raw_ostream &os,
                                     const Federation &federation) {
  federation.print(os);
  return os;
}

//===----------------------------------------------------------------------===//
// Set operations
//===----------------------------------------------------------------------===//

void Federation::add(Zone &&zone) {
  assert(dimension == zone.getDimension() && "sets over different clocks");
  overflowed |= zone.hasOverflowed();
  if (!zone.isEmpty())
    zones.push_back(std::move(zone));
}

void Federation::add(const Zone &zone) {
  assert(dimension == zone.getDimension() && "sets over different clocks");
  overflowed |= zone.hasOverflowed();
  if (!zone.isEmpty())
    zones.push_back(zone);
}

bool Federation::insert(Zone &&zone) {
  assert(dimension == zone.getDimension() && "sets over different clocks");
  overflowed |= zone.hasOverflowed();
  if (zone.isEmpty() || llvm::any_of(zones, [&](const Zone &member) {
        return member.includes(zone);
      }))
    return false;
  llvm::erase_if(zones,
                 [&](const Zone &member) { return zone.includes(member); });
  zones.push_back(std::move(zone));
  return true;
}

void Federation::unite(const Federation &other) {
  assert(dimension == other.dimension && "sets over different clocks");
  overflowed |= other.overflowed;
  // By index: `other` may be this federation.
  for (size_t k = 0, size = other.zones.size(); k < size; ++k)
    zones.push_back(Zone(other.zones[k]));
}

/// Applies `update` to all members and drops those that became empty.
template <typename Update>
void Federation::updateAll(Update update) {
  for (Zone &zone : zones) {
    update(zone);
    overflowed |= zone.hasOverflowed();
  }
  llvm::erase_if(zones, [](const Zone &zone) { return zone.isEmpty(); });
}

void Federation::constrain(const Constraint &constraint) {
  updateAll([&](Zone &zone) { zone.constrain(constraint); });
}

void Federation::intersect(const Zone &zone) {
  overflowed |= zone.hasOverflowed();
  updateAll([&](Zone &member) { member.intersect(zone); });
}

void Federation::intersect(const Federation &other) {
  assert(dimension == other.dimension && "sets over different clocks");
  Federation result(dimension);
  result.overflowed = overflowed || other.overflowed;
  for (const Zone &mine : zones) {
    for (const Zone &theirs : other.zones) {
      Zone common = mine;
      common.intersect(theirs);
      result.add(std::move(common));
    }
  }
  *this = std::move(result);
}

void Federation::subtract(const Zone &zone) {
  assert(dimension == zone.getDimension() && "sets over different clocks");
  overflowed |= zone.hasOverflowed();
  if (zone.isEmpty())
    return;
  // Most members are inside or outside as a whole.
  llvm::erase_if(zones,
                 [&](const Zone &member) { return zone.includes(member); });
  auto isOutside = [&](const Zone &member) { return member.isDisjoint(zone); };
  auto first = llvm::find_if_not(zones, isOutside);
  if (first == zones.end())
    return;
  SmallVector<Constraint, 16> constraints = zone.getMinimalConstraints();
  std::vector<Zone> members(std::make_move_iterator(first),
                            std::make_move_iterator(zones.end()));
  zones.erase(first, zones.end());
  for (Zone &member : members) {
    if (&member != &members.front() && isOutside(member)) {
      add(std::move(member));
      continue;
    }
    forEachDifference(member, constraints, [&](Zone &&difference) {
      add(std::move(difference));
      return true;
    });
  }
}

void Federation::subtract(const Federation &other) {
  assert(dimension == other.dimension && "sets over different clocks");
  overflowed |= other.overflowed;
  if (this == &other) {
    zones.clear();
    return;
  }
  for (const Zone &zone : other.zones) {
    if (zones.empty())
      return;
    subtract(zone);
  }
}

Federation Federation::complement() const {
  Federation result = universe(dimension);
  result.subtract(*this);
  return result;
}

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

/// Of equal members the first one stays. Returns whether anything changed.
bool Federation::dropIncluded() {
  std::vector<Zone> members = std::exchange(zones, {});
  size_t oldSize = members.size();
  for (Zone &member : members)
    insert(std::move(member));
  return zones.size() != oldSize;
}

/// Whether the convex hull of two zones holds nothing but their valuations.
static bool isUnionConvex(const Zone &a, const Zone &b, const Zone &hull) {
  bool isConvex = true;
  // The hull of two zones meets both.
  forEachDifference(hull, a.getMinimalConstraints(),
                    [&](const Zone &difference) {
                      return isConvex = b.includes(difference);
                    });
  return isConvex;
}

/// Merges each member with all later ones it can be merged with. Returns
/// whether anything changed.
bool Federation::mergePairs() {
  size_t oldSize = zones.size();
  for (size_t i = 0; i < zones.size(); ++i) {
    for (size_t j = i + 1; j < zones.size();) {
      Zone hull = zones[i];
      hull.uniteConvex(zones[j]);
      if (!isUnionConvex(zones[i], zones[j], hull)) {
        ++j;
        continue;
      }
      zones[i] = std::move(hull);
      zones.erase(zones.begin() + j);
      j = i + 1;
    }
  }
  return zones.size() != oldSize;
}

void Federation::reduce() {
  dropIncluded();
  while (mergePairs())
    dropIncluded();
}

void Federation::reduceExactly() {
  reduce();
  for (size_t k = 0; k < zones.size();) {
    Zone candidate = zones[k];
    zones.erase(zones.begin() + k);
    if (includes(candidate))
      continue;
    zones.insert(zones.begin() + k, std::move(candidate));
    ++k;
  }
}

//===----------------------------------------------------------------------===//
// Time and clock updates
//===----------------------------------------------------------------------===//

void Federation::up() {
  updateAll([](Zone &zone) { zone.up(); });
}

void Federation::down() {
  updateAll([](Zone &zone) { zone.down(); });
}

void Federation::free(ClockIndex x) {
  updateAll([&](Zone &zone) { zone.free(x); });
}

void Federation::reset(ClockIndex x, int64_t value) {
  updateAll([&](Zone &zone) { zone.reset(x, value); });
}

void Federation::copy(ClockIndex x, ClockIndex y) {
  updateAll([&](Zone &zone) { zone.copy(x, y); });
}

void Federation::shift(ClockIndex x, int64_t delta) {
  updateAll([&](Zone &zone) { zone.shift(x, delta); });
}

/// `Federation::predt` for one zone to reach and one to avoid.
static Federation predtConvex(const Zone &good, const Zone &bad) {
  Zone goodPast = good;
  goodPast.down();
  Zone badPast = bad;
  badPast.down();
  Federation result = subtract(goodPast, badPast);

  Zone before = good;
  before.intersect(badPast);
  Federation reachedFirst = subtract(before, bad);
  reachedFirst.down();
  result.unite(reachedFirst);
  return result;
}

Federation Federation::predt(const Federation &bad) const {
  assert(dimension == bad.dimension && "sets over different clocks");
  Federation result(dimension);
  result.overflowed = overflowed || bad.overflowed;
  for (const Zone &good : zones) {
    Zone past = good;
    past.down();
    Federation safe(past);
    for (const Zone &avoided : bad.zones) {
      safe.intersect(predtConvex(good, avoided));
      safe.dropIncluded();
    }
    result.unite(safe);
  }
  result.reduce();
  return result;
}

//===----------------------------------------------------------------------===//
// Other clock sets
//===----------------------------------------------------------------------===//

Federation Federation::gather(ArrayRef<ClockIndex> sources) const {
  Federation result(unsigned(sources.size()) + 1);
  result.overflowed = overflowed;
  for (const Zone &zone : zones)
    result.add(zone.gather(sources));
  return result;
}

Federation Federation::remove(ArrayRef<ClockIndex> clocks) const {
  SmallVector<ClockIndex, 8> kept;
  for (ClockIndex i = 1; i < dimension; ++i)
    if (!llvm::is_contained(clocks, i))
      kept.push_back(i);
  return gather(kept);
}

Federation Federation::embed(unsigned newDimension,
                             ArrayRef<ClockIndex> targets,
                             NewClocks newClocks) const {
  Federation result(newDimension);
  result.overflowed = overflowed;
  for (const Zone &zone : zones)
    result.add(zone.embed(newDimension, targets, newClocks));
  return result;
}

//===----------------------------------------------------------------------===//
// Diagonal constraints
//===----------------------------------------------------------------------===//

Federation tioga::split(const Zone &zone, ArrayRef<Constraint> constraints) {
  Federation parts(zone);
  for (const Constraint &constraint : constraints) {
    if (constraint.bound.isInfinite())
      continue;
    Federation finer(zone.getDimension());
    for (const Zone &part : parts) {
      Zone inside = part, outside = part;
      inside.constrain(constraint);
      outside.constrain(constraint.complement());
      finer.add(std::move(inside));
      finer.add(std::move(outside));
    }
    parts = std::move(finer);
  }
  return parts;
}

Federation tioga::extrapolateWithDiagonals(const Zone &zone,
                                           ArrayRef<int32_t> maxima,
                                           ArrayRef<Constraint> diagonals) {
  Federation result(zone.getDimension());
  for (const Zone &part : split(zone, diagonals)) {
    Zone coarse = part;
    coarse.extrapolateM(maxima);
    for (const Constraint &diagonal : diagonals) {
      if (diagonal.bound.isInfinite())
        continue;
      bool holds = part.implies(diagonal);
      coarse.constrain(holds ? diagonal : diagonal.complement());
    }
    result.add(std::move(coarse));
  }
  return result;
}
