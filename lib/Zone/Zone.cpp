//===- Zone.cpp - Operations on zones ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Zone/Zone.h"
#include "llvm/ADT/SmallBitVector.h"

#include <algorithm>

using namespace tioga;
using llvm::ArrayRef;
using llvm::SmallBitVector;

static constexpr RawBound zeroRaw = Bound::zeroRaw;
static constexpr RawBound infinityRaw = Bound::infinityRaw;

//===----------------------------------------------------------------------===//
// Closure
//===----------------------------------------------------------------------===//

namespace {
/// Least and greatest finite entry of a row.
struct RowRange {
  RawBound min;
  RawBound max;
};
} // namespace

static RowRange getFiniteRange(const RawBound *row, unsigned size) {
  RowRange range = {infinityRaw, Bound::minFiniteRaw};
  for (unsigned j = 0; j < size; ++j) {
    range.min = std::min(range.min, row[j]);
    range.max = std::max(range.max,
                         row[j] == infinityRaw ? Bound::minFiniteRaw : row[j]);
  }
  return range;
}

/// Like `relaxRow`, for sums that may leave the finite range. An upper bound
/// beyond the range is dropped, one below it is replaced by the least bound.
static bool relaxRowChecked(RawBound *row, RawBound first,
                            const RawBound *second, unsigned size) {
  bool inRange = true;
  for (unsigned j = 0; j < size; ++j) {
    if (second[j] == infinityRaw)
      continue;
    int64_t sum = int64_t(first) + second[j] - ((first | second[j]) & 1);
    if (sum >= row[j])
      continue;
    inRange &= Bound::isFiniteRaw(sum);
    if (sum <= Bound::maxFiniteRaw)
      row[j] =
          static_cast<RawBound>(std::max<int64_t>(sum, Bound::minFiniteRaw));
  }
  return inRange;
}

/// Lowers each `row[j]` to `first + second[j]`. Returns false on overflow. The
/// range of `second` tells beforehand whether a sum can overflow, which keeps
/// tests out of the loop: compilers turn it into vector code.
/// \pre `first` is a sum of at most two finite bounds.
static inline bool relaxRow(RawBound *__restrict row, RawBound first,
                            const RawBound *__restrict second, unsigned size,
                            RowRange range) {
  if (int64_t(first) + range.max > Bound::maxFiniteRaw ||
      int64_t(first) + range.min <= Bound::minFiniteRaw)
    return relaxRowChecked(row, first, second, size);
  for (unsigned j = 0; j < size; ++j) {
    // Unsigned, since the sum with infinity, which is not used, would overflow.
    uint32_t sum = uint32_t(first) + uint32_t(second[j]) -
                   (uint32_t(first | second[j]) & 1);
    RawBound candidate =
        second[j] == infinityRaw ? infinityRaw : static_cast<RawBound>(sum);
    row[j] = std::min(row[j], candidate);
  }
  return true;
}

/// One round of Floyd and Warshall: admits paths through k. Returns false, and
/// makes the zone empty, if there is a negative cycle. Even after an overflow
/// no entry is too low, so a negative cycle is real.
bool Zone::closeThrough(ClockIndex k) {
  const RawBound *rowK = row(k);
  RowRange range = getFiniteRange(rowK, dimension);
  bool isConsistent = true;
  for (ClockIndex i = 0; i < dimension; ++i) {
    RawBound toK = entry(i, k);
    if (i != k && toK != infinityRaw)
      overflowed |= !relaxRow(row(i), toK, rowK, dimension, range);
    isConsistent &= entry(i, i) >= zeroRaw;
  }
  if (!isConsistent)
    setEmpty();
  return isConsistent;
}

bool Zone::close() {
  for (ClockIndex k = 0; k < dimension; ++k)
    if (!closeThrough(k))
      return false;
  return true;
}

/// In a closed matrix only paths i -> x -> y -> j over the new edge can become
/// shortest. Column x and row y do not change, since the cycle through the new
/// edge is not negative.
bool Zone::tighten(ClockIndex x, ClockIndex y, RawBound raw) {
  if (isEmpty())
    return false;
  if (raw == Bound::overflowRaw) {
    overflowed = true;
    return true;
  }
  RawBound back = entry(y, x);
  if (back != infinityRaw && Bound::addFiniteRaw(back, raw) < zeroRaw) {
    setEmpty();
    return false;
  }
  const RawBound *rowY = row(y);
  RowRange range = getFiniteRange(rowY, dimension);
  for (ClockIndex i = 0; i < dimension; ++i) {
    RawBound toX = entry(i, x);
    if (toX == infinityRaw)
      continue;
    // If the edge does not shorten the way to y, it shortens nothing beyond y.
    // This also excludes i = y.
    RawBound toY = Bound::addFiniteRaw(toX, raw);
    if (toY < entry(i, y))
      overflowed |= !relaxRow(row(i), toY, rowY, dimension, range);
  }
  return true;
}

/// Stores a bound. On overflow the entry becomes unbounded, or the weakest
/// bound that the invariants allow.
void Zone::setChecked(ClockIndex i, ClockIndex j, Bound bound) {
  if (bound.isOverflow()) {
    overflowed = true;
    bound = i == 0 ? Bound() : Bound::infinity();
  }
  set(i, j, bound.getRaw());
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Zone::Zone(unsigned dimension) : dimension(dimension) {
  assert(dimension > 0 && "index 0 is always there");
  matrix.resize_for_overwrite(size_t(dimension) * dimension);
}

Zone Zone::universe(unsigned dimension) {
  Zone zone(dimension);
  std::fill(zone.matrix.begin(), zone.matrix.end(), infinityRaw);
  for (ClockIndex i = 0; i < dimension; ++i) {
    zone.set(0, i, zeroRaw);
    zone.set(i, i, zeroRaw);
  }
  return zone;
}

Zone Zone::zero(unsigned dimension) {
  Zone zone(dimension);
  std::fill(zone.matrix.begin(), zone.matrix.end(), zeroRaw);
  return zone;
}

Zone Zone::empty(unsigned dimension) {
  Zone zone = zero(dimension);
  zone.setEmpty();
  return zone;
}

Zone Zone::fromConstraints(unsigned dimension,
                           ArrayRef<Constraint> constraints) {
  Zone zone = universe(dimension);
  bool isContradiction = false;
  for (const Constraint &constraint : constraints) {
    RawBound raw = constraint.bound.getRaw();
    if (raw == Bound::overflowRaw) {
      zone.overflowed = true;
      continue;
    }
    if (raw >= zone.entry(constraint.x, constraint.y))
      continue;
    // A diagonal entry is not stored: (0, 0) tells that a zone is empty.
    if (constraint.x == constraint.y)
      isContradiction = true;
    else
      zone.set(constraint.x, constraint.y, raw);
  }
  if (isContradiction)
    zone.setEmpty();
  else
    zone.close();
  return zone;
}

Zone Zone::fromRaw(unsigned dimension, ArrayRef<RawBound> entries) {
  Zone zone(dimension);
  assert(entries.size() == zone.matrix.size() && "not a matrix");
  std::copy(entries.begin(), entries.end(), zone.matrix.begin());
  assert(zone.verify() && "matrix is not closed");
  return zone;
}

//===----------------------------------------------------------------------===//
// Time and clock updates
//===----------------------------------------------------------------------===//

void Zone::up() {
  if (isEmpty())
    return;
  for (ClockIndex i = 1; i < dimension; ++i)
    set(i, 0, infinityRaw);
}

void Zone::down() {
  if (isEmpty())
    return;
  // Going back is limited by the first clock to reach zero: x_j stays above the
  // least distance that it has to any other clock.
  RawBound *rowZero = row(0);
  std::fill(rowZero, rowZero + dimension, zeroRaw);
  for (ClockIndex i = 1; i < dimension; ++i) {
    const RawBound *rowI = row(i);
    for (ClockIndex j = 1; j < dimension; ++j)
      rowZero[j] = std::min(rowZero[j], rowI[j]);
  }
}

void Zone::free(ClockIndex x) {
  assert(x > 0 && x < dimension && "no such clock");
  if (isEmpty())
    return;
  std::fill(row(x), row(x) + dimension, infinityRaw);
  for (ClockIndex i = 0; i < dimension; ++i)
    set(i, x, entry(i, 0));
  set(x, x, zeroRaw);
}

void Zone::reset(ClockIndex x, int64_t value) {
  assert(x > 0 && x < dimension && "no such clock");
  assert(value >= 0 && "clocks are not negative");
  if (isEmpty())
    return;
  Bound atMost = Bound::atMost(value);
  Bound atLeast = Bound::atMost(-value);
  for (ClockIndex j = 0; j < dimension; ++j) {
    if (j == x)
      continue;
    setChecked(x, j, atMost + Bound::fromRaw(entry(0, j)));
    setChecked(j, x, Bound::fromRaw(entry(j, 0)) + atLeast);
  }
  set(x, x, zeroRaw);
}

void Zone::copy(ClockIndex x, ClockIndex y) {
  assert(x > 0 && x < dimension && "no such clock");
  assert(y > 0 && y < dimension && "no such clock");
  if (isEmpty() || x == y)
    return;
  std::copy(row(y), row(y) + dimension, row(x));
  for (ClockIndex i = 0; i < dimension; ++i)
    set(i, x, entry(i, y));
  set(x, x, zeroRaw);
}

void Zone::shift(ClockIndex x, int64_t delta) {
  assert(x > 0 && x < dimension && "no such clock");
  if (isEmpty())
    return;
  Bound more = Bound::atMost(delta);
  Bound less = more.isOverflow() ? more : Bound::atMost(-delta);
  for (ClockIndex j = 0; j < dimension; ++j) {
    if (j == x)
      continue;
    setChecked(x, j, Bound::fromRaw(entry(x, j)) + more);
    setChecked(j, x, Bound::fromRaw(entry(j, x)) + less);
  }
  constrain(0, x, Bound());
}

//===----------------------------------------------------------------------===//
// Set operations
//===----------------------------------------------------------------------===//

bool Zone::constrain(ArrayRef<Constraint> constraints) {
  for (const Constraint &constraint : constraints)
    if (!constrain(constraint))
      return false;
  return !isEmpty();
}

bool Zone::intersect(const Zone &other) {
  assert(dimension == other.dimension && "zones over different clocks");
  overflowed |= other.overflowed;
  switch (relation(other)) {
  case ZoneRelation::Equal:
  case ZoneRelation::Subset:
    return !isEmpty();
  case ZoneRelation::Superset:
    matrix = other.matrix;
    return !isEmpty();
  case ZoneRelation::Incomparable:
    break;
  }
  // A new shortest path changes from one matrix to the other only at the ends
  // of entries taken from `other`.
  SmallBitVector touched(dimension);
  for (ClockIndex i = 0; i < dimension; ++i) {
    RawBound *mine = row(i);
    const RawBound *theirs = other.row(i);
    for (ClockIndex j = 0; j < dimension; ++j) {
      if (theirs[j] >= mine[j])
        continue;
      mine[j] = theirs[j];
      touched.set(i);
      touched.set(j);
    }
  }
  for (unsigned k : touched.set_bits())
    if (!closeThrough(k))
      return false;
  return true;
}

void Zone::uniteConvex(const Zone &other) {
  assert(dimension == other.dimension && "zones over different clocks");
  overflowed |= other.overflowed;
  if (other.isEmpty())
    return;
  if (isEmpty()) {
    matrix = other.matrix;
    return;
  }
  for (size_t k = 0, size = matrix.size(); k < size; ++k)
    matrix[k] = std::max(matrix[k], other.matrix[k]);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

bool Zone::admits(const Constraint &constraint) const {
  if (isEmpty())
    return false;
  RawBound back = entry(constraint.y, constraint.x);
  if (back == infinityRaw || !constraint.bound.isFinite())
    return true;
  return Bound::addFiniteRaw(back, constraint.bound.getRaw()) >= zeroRaw;
}

bool Zone::includes(const Zone &other) const {
  assert(dimension == other.dimension && "zones over different clocks");
  if (other.isEmpty())
    return true;
  if (isEmpty())
    return false;
  // Blocks: long enough for vector code, short enough to leave early.
  constexpr size_t blockSize = 16;
  const RawBound *mine = matrix.data();
  const RawBound *theirs = other.matrix.data();
  for (size_t size = matrix.size(); size > 0;) {
    size_t count = std::min(size, blockSize);
    unsigned violations = 0;
    for (size_t k = 0; k < count; ++k)
      violations |= mine[k] < theirs[k];
    if (violations)
      return false;
    mine += count;
    theirs += count;
    size -= count;
  }
  return true;
}

ZoneRelation Zone::relation(const Zone &other) const {
  assert(dimension == other.dimension && "zones over different clocks");
  if (isEmpty())
    return other.isEmpty() ? ZoneRelation::Equal : ZoneRelation::Subset;
  if (other.isEmpty())
    return ZoneRelation::Superset;
  unsigned isSmaller = 0, isGreater = 0;
  for (size_t k = 0, size = matrix.size(); k < size; ++k) {
    isSmaller |= matrix[k] < other.matrix[k];
    isGreater |= matrix[k] > other.matrix[k];
  }
  if (isSmaller && isGreater)
    return ZoneRelation::Incomparable;
  if (isSmaller)
    return ZoneRelation::Subset;
  return isGreater ? ZoneRelation::Superset : ZoneRelation::Equal;
}

bool Zone::isDisjoint(const Zone &other) const {
  assert(dimension == other.dimension && "zones over different clocks");
  if (isEmpty() || other.isEmpty())
    return true;
  for (ClockIndex i = 0; i < dimension; ++i) {
    const RawBound *theirs = other.row(i);
    for (ClockIndex j = 0; j < dimension; ++j) {
      RawBound back = entry(j, i);
      if (back != infinityRaw && theirs[j] != infinityRaw &&
          Bound::addFiniteRaw(back, theirs[j]) < zeroRaw)
        return true;
    }
  }
  // With one clock there are no longer ways round.
  if (dimension <= 2)
    return false;
  Zone common = *this;
  return !common.intersect(other);
}

bool Zone::operator==(const Zone &other) const {
  if (dimension != other.dimension)
    return false;
  if (isEmpty() || other.isEmpty())
    return isEmpty() == other.isEmpty();
  return std::equal(matrix.begin(), matrix.end(), other.matrix.begin());
}

bool Zone::verify() const {
  if (isEmpty())
    return true;
  for (ClockIndex i = 0; i < dimension; ++i) {
    if (entry(i, i) != zeroRaw || entry(0, i) > zeroRaw)
      return false;
    for (ClockIndex j = 0; j < dimension; ++j) {
      if (entry(i, j) != infinityRaw && !Bound::isFiniteRaw(entry(i, j)))
        return false;
      for (ClockIndex k = 0; k < dimension; ++k) {
        if (entry(i, k) == infinityRaw || entry(k, j) == infinityRaw)
          continue;
        if (Bound::addFiniteRaw(entry(i, k), entry(k, j)) < entry(i, j))
          return false;
      }
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Other clock sets
//===----------------------------------------------------------------------===//

Zone Zone::gather(ArrayRef<ClockIndex> sources) const {
  Zone result(unsigned(sources.size()) + 1);
  result.overflowed = overflowed;
  RawBound *to = result.matrix.data();
  auto addRow = [&](ClockIndex source) {
    const RawBound *from = row(source);
    *to++ = from[0];
    for (ClockIndex column : sources)
      *to++ = from[column];
  };
  addRow(0);
  for (ClockIndex source : sources)
    addRow(source);
  return result;
}

Zone Zone::remove(ArrayRef<ClockIndex> clocks) const {
  llvm::SmallVector<ClockIndex, 8> kept;
  for (ClockIndex i = 1; i < dimension; ++i)
    if (!llvm::is_contained(clocks, i))
      kept.push_back(i);
  return gather(kept);
}

Zone Zone::embed(unsigned newDimension, ArrayRef<ClockIndex> targets,
                 NewClocks newClocks) const {
  assert(targets.size() == dimension && targets[0] == 0 &&
         "one target per index, zero stays zero");
  assert(newDimension > 0 && "index 0 is always there");
  llvm::SmallVector<ClockIndex, 8> sources(newDimension - 1, 0);
  for (ClockIndex i = 1; i < dimension; ++i) {
    assert(targets[i] > 0 && targets[i] < newDimension && "no such clock");
    assert(sources[targets[i] - 1] == 0 && "two clocks with one target");
    sources[targets[i] - 1] = i;
  }
  Zone result = gather(sources);
  if (newClocks == NewClocks::Free)
    for (ClockIndex k = 1; k < newDimension; ++k)
      if (sources[k - 1] == 0)
        result.free(k);
  return result;
}

//===----------------------------------------------------------------------===//
// Extrapolation
//===----------------------------------------------------------------------===//

/// The bound that replaces a lower bound of a clock above the constant `limit`:
/// row 0 says that the clock is above the limit, without a limit that it is not
/// negative.
static RawBound getLowerReplacement(int32_t limit) {
  return limit < 0 ? zeroRaw : Bound::lessThan(-int64_t(limit)).getRaw();
}

/// Whether a packed bound has a value above `limit`; a negative limit stands
/// for minus infinity.
static bool isAbove(RawBound raw, int32_t limit) {
  return limit < 0 || (raw >> 1) > limit;
}

/// Whether a packed bound `x_i - x_j < c` has -c above `limit`, likewise.
static bool isBelowNegated(RawBound raw, int32_t limit) {
  return limit < 0 || -int64_t(raw >> 1) > limit;
}

void Zone::extrapolateLU(ArrayRef<int32_t> lower, ArrayRef<int32_t> upper) {
  assert(lower.size() == dimension && upper.size() == dimension &&
         "one constant per index");
  if (isEmpty())
    return;
  bool hasChanged = false;
  for (ClockIndex i = 0; i < dimension; ++i) {
    for (ClockIndex j = 0; j < dimension; ++j) {
      RawBound raw = entry(i, j);
      if (i == j || raw == infinityRaw)
        continue;
      RawBound replacement = raw;
      if (i != 0 && isAbove(raw, lower[i]))
        replacement = infinityRaw;
      else if (j != 0 && isBelowNegated(raw, upper[j]))
        replacement = i != 0 && upper[j] < 0 ? infinityRaw
                                             : getLowerReplacement(upper[j]);
      hasChanged |= replacement != raw;
      set(i, j, replacement);
    }
  }
  if (hasChanged)
    close();
}

void Zone::extrapolateLUPlus(ArrayRef<int32_t> lower, ArrayRef<int32_t> upper) {
  assert(lower.size() == dimension && upper.size() == dimension &&
         "one constant per index");
  if (isEmpty())
    return;
  bool hasChanged = false;
  // Row 0 is read for every other row and therefore replaced last.
  for (ClockIndex i = 1; i < dimension; ++i) {
    bool isLarge = isBelowNegated(entry(0, i), lower[i]);
    for (ClockIndex j = 0; j < dimension; ++j) {
      RawBound raw = entry(i, j);
      if (i == j || raw == infinityRaw)
        continue;
      if (!isLarge && !isAbove(raw, lower[i]) &&
          (j == 0 || !isBelowNegated(entry(0, j), upper[j])))
        continue;
      set(i, j, infinityRaw);
      hasChanged = true;
    }
  }
  for (ClockIndex j = 1; j < dimension; ++j) {
    if (!isBelowNegated(entry(0, j), upper[j]))
      continue;
    RawBound replacement = getLowerReplacement(upper[j]);
    hasChanged |= replacement != entry(0, j);
    set(0, j, replacement);
  }
  if (hasChanged)
    close();
}
