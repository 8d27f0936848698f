//===- BoundTest.cpp - Bounds, and overflow everywhere ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Zone/Bound.h"
#include "NaiveModel.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace tioga;
using naive::Random;

static constexpr int64_t limit = Bound::maxValue;

static std::string print(Bound bound) {
  std::string text;
  llvm::raw_string_ostream(text) << bound;
  return text;
}

TEST(BoundTest, packsValueAndStrictness) {
  for (int64_t value : {-limit, int64_t(-7), int64_t(-1), int64_t(0),
                        int64_t(1), int64_t(12), limit}) {
    EXPECT_EQ(Bound::lessThan(value).getValue(), value);
    EXPECT_TRUE(Bound::lessThan(value).isStrict());
    EXPECT_EQ(Bound::atMost(value).getValue(), value);
    EXPECT_FALSE(Bound::atMost(value).isStrict());
    EXPECT_EQ(Bound::fromRaw(Bound::atMost(value).getRaw()),
              Bound::atMost(value));
  }
  EXPECT_EQ(Bound(), Bound::atMost(0));
  EXPECT_FALSE(Bound::infinity().isStrict());
}

TEST(BoundTest, isOrderedByStrength) {
  EXPECT_LT(Bound::lessThan(3), Bound::atMost(3));
  EXPECT_LT(Bound::atMost(3), Bound::lessThan(4));
  EXPECT_LT(Bound::atMost(-4), Bound::lessThan(-3));
  EXPECT_LT(Bound::atMost(limit), Bound::infinity());
}

TEST(BoundTest, additionIsStrictIfOneIs) {
  EXPECT_EQ(Bound::atMost(3) + Bound::atMost(-5), Bound::atMost(-2));
  EXPECT_EQ(Bound::atMost(3) + Bound::lessThan(-5), Bound::lessThan(-2));
  EXPECT_EQ(Bound::lessThan(3) + Bound::atMost(-5), Bound::lessThan(-2));
  EXPECT_EQ(Bound::lessThan(3) + Bound::lessThan(-5), Bound::lessThan(-2));
  EXPECT_TRUE((Bound::atMost(-limit) + Bound::infinity()).isInfinite());
  EXPECT_TRUE((Bound::infinity() + Bound::infinity()).isInfinite());
}

TEST(BoundTest, complementIsTheOtherSide) {
  EXPECT_EQ(Bound::atMost(3).complement(), Bound::lessThan(-3));
  EXPECT_EQ(Bound::lessThan(3).complement(), Bound::atMost(-3));
  EXPECT_EQ(Bound::lessThan(-limit).complement(), Bound::atMost(limit));
  EXPECT_EQ(Bound::atMost(limit).complement(), Bound::lessThan(-limit));
}

TEST(BoundTest, overflowIsMarkedAndSticks) {
  EXPECT_TRUE(Bound::atMost(limit + 1).isOverflow());
  EXPECT_TRUE(Bound::lessThan(-limit - 1).isOverflow());
  EXPECT_TRUE(Bound::atMost(INT64_MAX).isOverflow());
  EXPECT_TRUE(Bound::atMost(INT64_MIN).isOverflow());
  EXPECT_FALSE((Bound::atMost(limit - 1) + Bound::atMost(1)).isOverflow());
  EXPECT_TRUE((Bound::atMost(limit) + Bound::atMost(1)).isOverflow());
  EXPECT_TRUE((Bound::atMost(limit) + Bound::atMost(limit)).isOverflow());
  EXPECT_FALSE((Bound::lessThan(1 - limit) + Bound::atMost(-1)).isOverflow());
  EXPECT_TRUE((Bound::atMost(-limit) + Bound::lessThan(-1)).isOverflow());
  EXPECT_TRUE((Bound::lessThan(-limit) + Bound::lessThan(-limit)).isOverflow());
  EXPECT_TRUE((Bound::overflow() + Bound::infinity()).isOverflow());
  EXPECT_TRUE((Bound::atMost(1) + Bound::overflow()).isOverflow());
  EXPECT_TRUE(Bound::overflow().complement().isOverflow());
}

TEST(BoundTest, prints) {
  EXPECT_EQ(print(Bound::lessThan(-3)), "< -3");
  EXPECT_EQ(print(Bound::atMost(3)), "<= 3");
  EXPECT_EQ(print(Bound::infinity()), "< inf");
  EXPECT_EQ(print(Bound::overflow()), "overflow");
}

//===----------------------------------------------------------------------===//
// Overflow in zones and federations
//===----------------------------------------------------------------------===//

TEST(OverflowTest, largestConstantsAreExact) {
  Zone zone = Zone::zero(3);
  zone.reset(1, limit);
  zone.up();
  zone.constrain(Constraint::atMost(1, limit));
  EXPECT_FALSE(zone.hasOverflowed());
  EXPECT_TRUE(zone.verify());
  EXPECT_EQ(zone.getInfimum(1).value, limit);
  EXPECT_EQ(zone.at(1, 2), Bound::atMost(limit));
  EXPECT_EQ(zone.at(2, 0), Bound::atMost(0));
}

TEST(OverflowTest, constraintOutOfRange) {
  Zone zone = Zone::universe(2);
  EXPECT_TRUE(zone.constrain(Constraint::atMost(1, limit + 1)));
  EXPECT_TRUE(zone.hasOverflowed());
  Constraint constraints[] = {Constraint::atLeast(1, int64_t(1) << 40)};
  EXPECT_TRUE(Zone::fromConstraints(2, constraints).hasOverflowed());
}

TEST(OverflowTest, sumsInClosure) {
  // Each bound is in range, x - 0 <= limit + 1 is not.
  Zone upper = Zone::universe(3);
  upper.constrain(1, 2, Bound::atMost(limit));
  EXPECT_FALSE(upper.hasOverflowed());
  upper.constrain(2, 0, Bound::atMost(1));
  EXPECT_TRUE(upper.hasOverflowed());
  EXPECT_FALSE(upper.isEmpty());
  EXPECT_TRUE(upper.containsPoint({0, limit + 1, 1}));

  Zone lower = Zone::universe(3);
  lower.constrain(1, 2, Bound::atMost(-limit));
  EXPECT_FALSE(lower.hasOverflowed());
  lower.constrain(0, 1, Bound::lessThan(-1));
  EXPECT_TRUE(lower.hasOverflowed());
  EXPECT_TRUE(lower.containsPoint({0, 2, limit + 2}));

  Constraint constraints[] = {{1, 2, Bound::atMost(limit)},
                              {2, 0, Bound::atMost(1)}};
  EXPECT_TRUE(Zone::fromConstraints(3, constraints).hasOverflowed());
}

TEST(OverflowTest, emptinessIsExact) {
  Zone zone = Zone::universe(3);
  zone.constrain(1, 2, Bound::atMost(-limit));
  zone.constrain(0, 1, Bound::atMost(-limit));
  EXPECT_TRUE(zone.hasOverflowed());
  EXPECT_FALSE(zone.constrain(2, 0, Bound::atMost(5)));
}

TEST(OverflowTest, updates) {
  Zone zone = Zone::zero(2);
  Zone reset = zone;
  reset.reset(1, limit + 1);
  EXPECT_TRUE(reset.hasOverflowed());
  EXPECT_TRUE(reset.containsPoint({0, limit + 1}));

  Zone shifted = zone;
  shifted.shift(1, limit);
  EXPECT_FALSE(shifted.hasOverflowed());
  EXPECT_EQ(shifted.getSupremum(1), Bound::atMost(limit));
  shifted.shift(1, 1);
  EXPECT_TRUE(shifted.hasOverflowed());
  EXPECT_TRUE(shifted.containsPoint({0, limit + 1}));

  Zone far = zone;
  far.shift(1, INT64_MIN);
  EXPECT_TRUE(far.hasOverflowed());
}

TEST(OverflowTest, flagSpreads) {
  Zone bad = Zone::universe(3);
  bad.constrain(Constraint::atMost(1, limit + 1));
  Zone copied = bad;
  EXPECT_TRUE(copied.hasOverflowed());
  EXPECT_TRUE(bad.keep({1u}).hasOverflowed());
  EXPECT_TRUE(bad.embed(4, {0u, 1u, 2u}).hasOverflowed());
  Zone zone = Zone::zero(3);
  zone.intersect(bad);
  EXPECT_TRUE(zone.hasOverflowed());
  Zone hull = Zone::zero(3);
  hull.uniteConvex(bad);
  EXPECT_TRUE(hull.hasOverflowed());

  Federation minuend(Zone::zero(3));
  minuend.subtract(bad);
  EXPECT_TRUE(minuend.hasOverflowed());
  EXPECT_TRUE(minuend.complement().hasOverflowed());
  EXPECT_TRUE(minuend.keep({1u}).hasOverflowed());
  EXPECT_TRUE(minuend.predt(Federation(3)).hasOverflowed());
  Federation united(Zone::zero(3));
  united.unite(Federation(bad));
  EXPECT_TRUE(united.hasOverflowed());
  Federation common = Federation::universe(3);
  common.intersect(Federation(bad));
  EXPECT_TRUE(common.hasOverflowed());
  Federation updated = Federation::universe(3);
  updated.reset(1, limit + 1);
  EXPECT_TRUE(updated.hasOverflowed());
}

namespace {
/// A bound in 64 bits: value, and whether it is strict.
struct WideBound {
  static constexpr int64_t infinity = INT64_MAX;
  int64_t value = infinity;
  bool isStrict = false;

  bool operator<(const WideBound &other) const {
    if (value != other.value)
      return value < other.value;
    return isStrict && !other.isStrict;
  }
  WideBound operator+(const WideBound &other) const {
    if (value == infinity || other.value == infinity)
      return {};
    return {value + other.value, isStrict || other.isStrict};
  }
};
} // namespace

using WideMatrix = std::vector<std::vector<WideBound>>;

/// Closure in 64 bits. Returns false if there is a negative cycle.
static bool closeWide(WideMatrix &matrix) {
  size_t size = matrix.size();
  for (size_t k = 0; k < size; ++k)
    for (size_t i = 0; i < size; ++i)
      for (size_t j = 0; j < size; ++j)
        matrix[i][j] = std::min(matrix[i][j], matrix[i][k] + matrix[k][j]);
  for (size_t i = 0; i < size; ++i)
    if (matrix[i][i] < WideBound{0, false})
      return false;
  return true;
}

static WideMatrix buildWide(unsigned dimension,
                            const naive::Constraints &constraints) {
  WideMatrix matrix(dimension, std::vector<WideBound>(dimension));
  for (unsigned i = 0; i < dimension; ++i)
    matrix[0][i] = matrix[i][i] = {0, false};
  for (const Constraint &constraint : constraints)
    matrix[constraint.x][constraint.y] =
        std::min(matrix[constraint.x][constraint.y],
                 {constraint.bound.getValue(), constraint.bound.isStrict()});
  return matrix;
}

/// Whether all entries agree; `isInRange` is cleared if one is out of range.
static bool agree(const Zone &zone, const WideMatrix &matrix, bool &isInRange) {
  bool isEqual = true;
  for (unsigned i = 0; i < zone.getDimension(); ++i) {
    for (unsigned j = 0; j < zone.getDimension(); ++j) {
      WideBound wide = matrix[i][j];
      if (wide.value == WideBound::infinity) {
        isEqual &= zone.at(i, j).isInfinite();
        continue;
      }
      isInRange &= wide.value >= -limit && wide.value <= limit;
      isEqual &= zone.at(i, j) == (wide.isStrict ? Bound::lessThan(wide.value)
                                                 : Bound::atMost(wide.value));
    }
  }
  return isEqual;
}

/// Constants of a third of the limit and more: many of the systems leave
/// the range. Without the flag all entries are exact, and if an entry is out of
/// range the flag is there.
TEST(OverflowTest, agreesWithWideArithmetic) {
  Random random(1);
  unsigned numOverflows = 0, numExact = 0, numEmpty = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    unsigned dimension = random.pick(2, 6);
    naive::Constraints constraints;
    int64_t scale = random.chance(50) ? limit : limit / 4;
    for (int64_t count = random.pick(1, 2 * dimension); count > 0; --count) {
      ClockIndex x = random.pick(0, dimension - 1);
      ClockIndex y = random.pick(0, dimension - 1);
      int64_t value = random.pick(-scale / 4, scale);
      if (x != y)
        constraints.push_back({x, y,
                               random.chance(50) ? Bound::lessThan(value)
                                                 : Bound::atMost(value)});
    }
    WideMatrix wide = buildWide(dimension, constraints);
    bool isConsistent = closeWide(wide);
    for (const Zone &zone : {Zone::fromConstraints(dimension, constraints),
                             naive::buildStepwise(dimension, constraints)}) {
      if (zone.isEmpty()) {
        ASSERT_FALSE(isConsistent) << "round " << round;
        ++numEmpty;
        continue;
      }
      if (!isConsistent) {
        ASSERT_TRUE(zone.hasOverflowed()) << "round " << round;
        continue;
      }
      bool isInRange = true;
      bool isEqual = agree(zone, wide, isInRange);
      ASSERT_TRUE(zone.hasOverflowed() || isEqual) << "round " << round;
      ASSERT_TRUE(zone.hasOverflowed() || isInRange) << "round " << round;
      ++(zone.hasOverflowed() ? numOverflows : numExact);
    }
  }
  EXPECT_GT(numOverflows, 1000u);
  EXPECT_GT(numExact, 2000u);
  EXPECT_GT(numEmpty, 2000u);
}
