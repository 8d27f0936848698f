//===- ReplayTest.cpp - Fewer inputs ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Replay.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace tioga;

namespace {

InputSchedule makeSchedule(std::mt19937 &random, unsigned count) {
  InputSchedule schedule;
  for (unsigned i = 0; i < count; ++i)
    schedule.inputs.push_back({int64_t(random() % 5), {i, {}}});
  schedule.tail = 10;
  return schedule;
}

std::set<unsigned> getLabels(const InputSchedule &schedule) {
  std::set<unsigned> labels;
  for (const InputSchedule::Entry &entry : schedule.inputs)
    labels.insert(entry.message.label);
  return labels;
}

/// Whatever set of inputs a failure needs, exactly these are left.
TEST(ShrinkTest, FindsWhatIsNeeded) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    unsigned count = 1 + random() % 40;
    std::set<unsigned> needed;
    for (unsigned i = random() % 4; i > 0; --i)
      needed.insert(random() % count);
    InputSchedule least =
        shrink(makeSchedule(random, count), [&](const InputSchedule &each) {
          std::set<unsigned> labels = getLabels(each);
          return std::includes(labels.begin(), labels.end(), needed.begin(),
                               needed.end());
        });
    EXPECT_EQ(getLabels(least), needed);
  }
}

/// Inputs that stay keep their times while others are left out; then delays
/// that do not matter vanish.
TEST(ShrinkTest, KeepsTimesThatMatter) {
  std::mt19937 random(7);
  InputSchedule schedule = makeSchedule(random, 20);
  Rational needed;
  for (unsigned i = 0; i <= 12; ++i)
    needed = *Rational::add(needed, schedule.inputs[i].delay);
  InputSchedule least = shrink(schedule, [&](const InputSchedule &each) {
    Rational time;
    for (const InputSchedule::Entry &entry : each.inputs) {
      time = *Rational::add(time, entry.delay);
      if (entry.message.label == 12)
        return time == needed;
    }
    return false;
  });
  ASSERT_EQ(least.inputs.size(), 1u);
  EXPECT_EQ(least.inputs.front().delay, needed);
  EXPECT_EQ(least.tail, Rational());
}

} // namespace
