//===- DelaySetTest.cpp - Sets of delays ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/DelaySet.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;

namespace {

TEST(DelaySetTest, JoinsWhatBelongsTogether) {
  DelaySet set;
  set.insert({0, Rational(2), false, true});
  set.insert({3, Rational(4), true, false});
  EXPECT_EQ(set.str(), "within [0, 2) or within (3, 4]");
  set.insert(DelayInterval::point(2));
  EXPECT_EQ(set.str(), "within [0, 2] or within (3, 4]");
  set.insert({2, std::nullopt, true, false});
  EXPECT_EQ(set.str(), "within [0, inf)");
  EXPECT_EQ(DelaySet().str(), "never");
  // Two open ends that meet leave a gap.
  DelaySet gap(DelayInterval{0, Rational(1), false, true});
  gap.insert({1, Rational(2), true, true});
  EXPECT_EQ(gap.getIntervals().size(), 2u);
}

/// Random intervals with ends in 0..5, compared point by point on a grid fine
/// enough to hit every end and every inside.
TEST(DelaySetTest, AgreesWithPoints) {
  std::mt19937_64 random(1);
  auto pick = [&](int count) { return int(random() % uint64_t(count)); };
  auto makeInterval = [&]() -> DelayInterval {
    int low = pick(6);
    if (!pick(5))
      return {low, std::nullopt, bool(pick(2)), false};
    int length = pick(4);
    if (length == 0)
      return DelayInterval::point(low);
    return {low, Rational(low + length), bool(pick(2)), bool(pick(2))};
  };
  for (int round = 0; round < 500; ++round) {
    std::vector<DelayInterval> parts;
    DelaySet set;
    for (int i = 0, count = pick(5); i < count; ++i) {
      parts.push_back(makeInterval());
      set.insert(parts.back());
    }
    DelayInterval window = makeInterval();
    DelaySet common = set.intersect(window);
    DelaySet moved = *set.shift(2);
    for (int half = 0; half < 24; ++half) {
      Rational delay = *Rational::get(half, 2);
      bool expected = false;
      for (const DelayInterval &part : parts)
        expected |= part.contains(delay);
      ASSERT_EQ(set.contains(delay), expected) << set.str();
      ASSERT_EQ(common.contains(delay), expected && window.contains(delay));
      ASSERT_EQ(moved.contains(*Rational::add(delay, 2)), expected);
    }
    for (Rational delay : set.getRepresentatives())
      ASSERT_TRUE(set.contains(delay));
    // Intervals are apart: between two of them something is missing.
    for (size_t i = 1; i < set.getIntervals().size(); ++i) {
      const DelayInterval &a = set.getIntervals()[i - 1];
      const DelayInterval &b = set.getIntervals()[i];
      ASSERT_TRUE(*a.high < b.low || (a.highOpen && b.lowOpen));
    }
  }
}

} // namespace
