//===- TimedTest.cpp - Symbolic execution against zones ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With clocks as real terms, tioco has to come out as zones have it: the same
// answers, and violations of the same length.
//
//===----------------------------------------------------------------------===//

#include "ActionModel.h"
#include "tioga/Engine/SymbolicConformance.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;

namespace {
struct Counts {
  unsigned held = 0, violated = 0;
};
} // namespace

static std::string getText(const ConformanceResult &result) {
  std::string text = toString(result.answer).str();
  if (result.violation)
    text += " " + std::to_string(result.violation->getLength());
  return text;
}

static void compare(llvm::StringRef text, unsigned bound, unsigned stride,
                    Counts &counts) {
  ActionModel model(text);
  ASSERT_TRUE(model) << text.str();
  ConformanceOptions options;
  options.relation = Relation::Tioco;
  options.timelock = Timelock::Conform;
  options.bound = bound;
  options.timeout = std::chrono::seconds(2);
  auto zones = createZoneChecker(*model, options);
  auto symbolic = createSymbolicChecker(*model, options);
  std::vector<SystemEdits> faults = getFaults(*model);
  for (size_t index = 0; index < faults.size(); index += stride) {
    ConformanceResult expected = zones->check(faults[index]);
    ConformanceResult result = symbolic->check(faults[index]);
    if (expected.answer == AnswerKind::Undecided ||
        result.answer == AnswerKind::Undecided)
      continue;
    ASSERT_EQ(getText(result), getText(expected))
        << "fault " << index << " of\n"
        << text.str() << result.reason;
    ++(result.violation ? counts.violated : counts.held);
  }
}

TEST(Timed, FaultsOfTheCarAlarm) {
  Counts counts;
  compare(ActionModel::read("car-alarm/car-alarm-actions"), 5, 5, counts);
  compare(ActionModel::read("car-alarm/car-alarm"), 5, 5, counts);
  EXPECT_GT(counts.held, 5u);
  EXPECT_GT(counts.violated, 10u);
}

/// A silent step whose time nobody knows.
TEST(Timed, FaultsOfTheSilentCarAlarm) {
  Counts counts;
  compare(ActionModel::read("car-alarm/car-alarm-silent"), 4, 5, counts);
  EXPECT_GT(counts.held + counts.violated, 15u);
}

static std::string getRandomTimed(unsigned seed) {
  std::mt19937_64 random(seed);
  auto pick = [&](unsigned count) { return random() % count; };
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "actions Timed {\n  type Place = enum { A, B, C };\n"
     << "  var at : Place = A;\n  var n : 0..2 = 0;\n  clock x, y;\n";
  for (char place : {'A', 'B', 'C'})
    if (pick(3) == 0)
      os << "  invariant at == " << place << " => " << "xy"[pick(2)]
         << " <= " << 1 + pick(4) << ";\n";
  static const char *const kinds[] = {"input", "output", "internal"};
  static const char *const comparisons[] = {" < ", " <= ", " > ",
                                            " >= ", " == "};
  for (unsigned index = 0; index < 5 + pick(3); ++index) {
    unsigned kind = index < 2 ? index : pick(5) % 3;
    os << "  " << kinds[kind] << ' ' << "iot"[kind];
    if (kind == 2)
      os << index;
    os << "() when at == " << "ABC"[pick(3)] << " && " << "xy"[pick(2)]
       << comparisons[pick(5)] << pick(4);
    if (pick(3) == 0)
      os << " && n" << comparisons[pick(5)] << pick(3);
    if (pick(2))
      os << " reset " << "xy"[pick(2)];
    os << " { at := " << "ABC"[pick(3)] << ";";
    if (pick(3) == 0)
      os << (pick(2) ? " n := n + 1;" : " n := 2 - n;");
    os << " }\n";
  }
  os << "}\n";
  return text;
}

TEST(Timed, FaultsOfRandomSystems) {
  Counts counts;
  for (unsigned seed = 1; seed <= 20; ++seed)
    compare(getRandomTimed(seed), 3, 17, counts);
  EXPECT_GT(counts.held, 5u);
  EXPECT_GT(counts.violated, 5u);
}
