//===- ZoneView.cpp - Points, constraints and text of a zone ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Zone/Zone.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>

using namespace tioga;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

bool Zone::containsPoint(ArrayRef<int64_t> numerators,
                         int64_t denominator) const {
  assert(numerators.size() == dimension && numerators[0] == 0 &&
         "one value per index");
  assert(denominator > 0 && "denominator must be positive");
  if (isEmpty())
    return false;
  for (ClockIndex i = 0; i < dimension; ++i) {
    for (ClockIndex j = 0; j < dimension; ++j) {
      Bound bound = at(i, j);
      if (bound.isInfinite())
        continue;
      int64_t difference = numerators[i] - numerators[j];
      int64_t limit = bound.getValue() * denominator;
      if (bound.isStrict() ? difference >= limit : difference > limit)
        return false;
    }
  }
  return true;
}

std::optional<ClockDelays> Zone::getDelays(const ClockPoint &point) const {
  assert(point.numerators.size() == dimension && point.numerators[0] == 0 &&
         "one value per index");
  if (isEmpty())
    return std::nullopt;
  // Delays do not change differences: those must hold already.
  Zone timeless = *this;
  for (ClockIndex i = 1; i < dimension; ++i) {
    timeless.set(i, 0, Bound::infinityRaw);
    timeless.set(0, i, Bound::zeroRaw);
  }
  if (!timeless.containsPoint(point))
    return std::nullopt;

  ClockDelays delays;
  delays.isUnbounded = true;
  for (ClockIndex i = 1; i < dimension; ++i) {
    int64_t value = point.numerators[i];
    Bound atLeast = at(0, i);
    int64_t lower = -atLeast.getValue() * point.denominator - value;
    if (lower > delays.lower || (lower == delays.lower && atLeast.isStrict())) {
      delays.lower = lower;
      delays.isLowerStrict = atLeast.isStrict();
    }
    Bound atMost = at(i, 0);
    if (atMost.isInfinite())
      continue;
    int64_t upper = atMost.getValue() * point.denominator - value;
    if (delays.isUnbounded || upper < delays.upper ||
        (upper == delays.upper && atMost.isStrict())) {
      delays.isUnbounded = false;
      delays.upper = upper;
      delays.isUpperStrict = atMost.isStrict();
    }
  }
  if (delays.isUnbounded || delays.lower < delays.upper)
    return delays;
  if (delays.lower == delays.upper && !delays.isLowerStrict &&
      !delays.isUpperStrict)
    return delays;
  return std::nullopt;
}

namespace {
/// A matrix of weak bounds in units of 1 / denominator.
struct ScaledMatrix {
  static constexpr int64_t infinity = INT64_MAX;

  ScaledMatrix(const Zone &zone, int64_t denominator);
  /// Closes the matrix; false if there is no solution.
  bool close();

  unsigned dimension;
  SmallVector<int64_t, 64> entries;
};
} // namespace

/// Strict bounds move inwards by one unit.
ScaledMatrix::ScaledMatrix(const Zone &zone, int64_t denominator)
    : dimension(zone.getDimension()) {
  entries.reserve(size_t(dimension) * dimension);
  for (RawBound raw : zone.getRaw()) {
    Bound bound = Bound::fromRaw(raw);
    entries.push_back(bound.isInfinite() ? infinity
                                         : bound.getValue() * denominator -
                                               (bound.isStrict() ? 1 : 0));
  }
}

bool ScaledMatrix::close() {
  for (unsigned k = 0; k < dimension; ++k) {
    for (unsigned i = 0; i < dimension; ++i) {
      int64_t toK = entries[i * dimension + k];
      if (toK == infinity)
        continue;
      for (unsigned j = 0; j < dimension; ++j) {
        int64_t fromK = entries[k * dimension + j];
        if (fromK != infinity)
          entries[i * dimension + j] =
              std::min(entries[i * dimension + j], toK + fromK);
      }
      if (entries[i * dimension + i] < 0)
        return false;
    }
  }
  return true;
}

/// A cycle of k <= n bounds, s of them strict, has a sum of at least 1 if s >
/// 0, so moving each strict bound inwards by 1 / n leaves it non-negative.
std::optional<ClockPoint> Zone::samplePoint(int64_t resolution) const {
  assert(resolution > 0 && "resolution must be positive");
  if (isEmpty())
    return std::nullopt;
  ClockPoint point;
  for (ClockIndex i = 0; i < dimension; ++i)
    point.numerators.push_back(-int64_t(at(0, i).getValue()));
  if (containsPoint(point))
    return point;

  for (int64_t denominator = resolution;; ++denominator) {
    ScaledMatrix scaled(*this, denominator);
    if (!scaled.close()) {
      assert(denominator < dimension && "every finer grid has a point");
      continue;
    }
    point.denominator = denominator;
    for (ClockIndex i = 0; i < dimension; ++i)
      point.numerators[i] = -scaled.entries[i];
    return point;
  }
}

//===----------------------------------------------------------------------===//
// Minimal constraints
//===----------------------------------------------------------------------===//

/// For each index the least index at a fixed distance of it.
static SmallVector<ClockIndex, 8> getRepresentatives(const Zone &zone) {
  SmallVector<ClockIndex, 8> representatives;
  for (ClockIndex i = 0; i < zone.getDimension(); ++i) {
    ClockIndex j = 0;
    while (j < i && zone.at(i, j) + zone.at(j, i) != Bound())
      ++j;
    representatives.push_back(j);
  }
  return representatives;
}

/// Whether the entry (i, j) between representatives follows from two others, or
/// from non-negativity of a clock that j represents.
static bool isRedundant(const Zone &zone, ClockIndex i, ClockIndex j,
                        ArrayRef<ClockIndex> representatives) {
  if (i == 0)
    for (ClockIndex k = 1; k < zone.getDimension(); ++k)
      if (representatives[k] == j && zone.at(0, k) == Bound())
        return true;
  for (ClockIndex k = 0; k < zone.getDimension(); ++k)
    if (k != i && k != j && representatives[k] == k) {
      Bound detour = zone.at(i, k) + zone.at(k, j);
      if (!detour.isOverflow() && detour <= zone.at(i, j))
        return true;
    }
  return false;
}

SmallVector<Constraint, 16> Zone::getMinimalConstraints() const {
  assert(!isEmpty() && "no list describes the empty set");
  SmallVector<ClockIndex, 8> representatives = getRepresentatives(*this);
  SmallVector<Constraint, 16> constraints;
  for (ClockIndex i = 0; i < dimension; ++i) {
    for (ClockIndex j = 0; j < dimension; ++j) {
      Bound bound = at(i, j);
      bool isNonNegativity = i == 0 && bound == Bound();
      if (i == j || bound.isInfinite() || isNonNegativity)
        continue;
      bool areRepresentatives =
          representatives[i] == i && representatives[j] == j;
      bool isNeeded = areRepresentatives
                          ? !isRedundant(*this, i, j, representatives)
                          : representatives[i] == j || representatives[j] == i;
      if (isNeeded)
        constraints.push_back({i, j, bound});
    }
  }
  return constraints;
}

//===----------------------------------------------------------------------===//
// Hash and text
//===----------------------------------------------------------------------===//

uint64_t Zone::getHash() const {
  if (isEmpty())
    return dimension;
  return llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(matrix.data()),
                     matrix.size() * sizeof(RawBound)));
}

static void printDifference(raw_ostream &os, ClockIndex x, ClockIndex y,
                            ArrayRef<StringRef> names) {
  auto printClock = [&](ClockIndex clock) {
    if (clock < names.size())
      os << names[clock];
    else
      os << 'x' << clock;
  };
  printClock(x);
  if (y == 0)
    return;
  os << " - ";
  printClock(y);
}

void Constraint::print(raw_ostream &os, ArrayRef<StringRef> names) const {
  bool isLower = x == 0 && y != 0;
  if (bound.isFinite() && (isLower || (y != 0 && bound.getValue() < 0))) {
    os << -bound.getValue() << (bound.isStrict() ? " < " : " <= ");
    printDifference(os, y, x, names);
    return;
  }
  printDifference(os, x, y, names);
  os << ' ' << bound;
}

static void printEquality(raw_ostream &os, const Constraint &constraint,
                          ArrayRef<StringRef> names) {
  int32_t value = constraint.bound.getValue();
  bool isForward = constraint.x != 0 && (constraint.y == 0 || value >= 0);
  printDifference(os, isForward ? constraint.x : constraint.y,
                  isForward ? constraint.y : constraint.x, names);
  os << " == " << (isForward ? value : -value);
}

void Zone::print(raw_ostream &os, ArrayRef<StringRef> names) const {
  if (isEmpty()) {
    os << "false";
    return;
  }
  StringRef separator = "";
  for (const Constraint &constraint : getMinimalConstraints()) {
    ClockIndex x = constraint.x, y = constraint.y;
    bool isEquality = at(x, y) + at(y, x) == Bound();
    // An equality is a pair of constraints, printed once; of `x == 0` only the
    // upper half is listed.
    bool isZero = isEquality && y == 0 && constraint.bound == Bound();
    if (isEquality && x > y && !isZero)
      continue;
    os << separator;
    if (isEquality)
      printEquality(os, constraint, names);
    else
      constraint.print(os, names);
    separator = " && ";
  }
  if (separator.empty())
    os << "true";
}

raw_ostream &tioga::operator<<(raw_ostream &os, const Zone &zone) {
  zone.print(os);
  return os;
}
