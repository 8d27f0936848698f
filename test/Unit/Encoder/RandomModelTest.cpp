//===- RandomModelTest.cpp - Formulas against zones -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random automata with clocks and data: what formulas say, in each encoding,
// zones have to say, too, and every run that a solver finds has to replay.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Engine/Interpreter.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;
using Answer = ReachabilityResult::Answer;

namespace {

/// Writes small systems. Strict bounds, equalities, copies of clocks, ranges
/// that updates leave, and urgent locations all occur.
class RandomModel {
public:
  explicit RandomModel(unsigned seed) : random(seed) {}

  std::string get() {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "sts.system @M async dense {\n"
       << "  tioga.label a input\n  tioga.label b output\n"
       << "  tioga.label c output(p : !tioga.range<0, 2>)\n"
       << "  tioga.var n : !tioga.range<0, 3> = \"0\"\n"
       << "  tioga.clock x\n  tioga.clock y\n"
       << "  sts.control C [L0, L1, L2] initial L0\n";
    for (unsigned location = 0; location < 3; ++location)
      if (pick(3) == 0)
        os << "  sts.invariant at C : L" << location << " \"" << clock()
           << (pick(2) ? " <= " : " < ") << 1 + pick(4) << "\"\n";
    if (pick(4) == 0)
      os << "  sts.urgent at C : L" << pick(3) << "\n";
    for (unsigned edge = 0, count = 4 + pick(4); edge < count; ++edge)
      addTransition(os);
    os << "}\n";
    return text;
  }

private:
  unsigned pick(unsigned count) { return random() % count; }
  const char *clock() { return pick(2) ? "x" : "y"; }

  void addTransition(llvm::raw_ostream &os) {
    static const char *const labels[] = {"a", "b", "c"};
    static const char *const comparisons[] = {"<", "<=", ">", ">=", "=="};
    unsigned label = pick(3);
    os << "  sts.transition on " << labels[label] << " [C : L" << pick(3)
       << " -> L" << pick(3) << "] guard \"" << clock() << ' '
       << comparisons[pick(5)] << ' ' << pick(5);
    if (pick(3) == 0)
      os << " && n " << comparisons[pick(5)] << ' ' << pick(4);
    if (label == 2)
      os << " && p == " << (pick(2) ? "n mod 3" : "min(n, 2)");
    os << "\"";
    static const char *const updates[] = {"x := 0",
                                          "y := 0",
                                          "x := y",
                                          "n := n + 1",
                                          "n := 3 - n",
                                          "x := 0, y := 0",
                                          "x := 0, n := n - 1"};
    if (pick(4))
      os << " do \"" << updates[pick(7)] << "\"";
    os << "\n";
  }

  std::mt19937_64 random;
};

} // namespace

TEST(RandomModel, ReachabilityAgreesWithZones) {
  unsigned reachable = 0, unreachable = 0;
  const char *const goals[] = {"L2 && x > 2", "n == 2 && y == 1",
                               "L1 && n == 2"};
  for (unsigned seed = 1; seed <= 45; ++seed) {
    std::string text = RandomModel(seed).get();
    models::Model model(text);
    ASSERT_TRUE(model) << text;
    std::string error;
    Expr goal = parseGoal(goals[seed % 3], *model, error);
    ASSERT_TRUE(goal) << error;
    ReachabilityResult expected = reach(*model, goal);
    ASSERT_NE(expected.answer, Answer::Undecided) << expected.reason;
    BoundedOptions options;
    options.encoding.time =
        seed % 2 ? TimeEncoding::Delays : TimeEncoding::Timestamps;
    options.encoding.incremental = seed % 4 < 2;
    ReachabilityResult result = reachBounded(*model, goal, 6, options);
    bool within =
        expected.answer == Answer::Reachable && expected.run.steps.size() <= 6;
    ASSERT_EQ(result.answer == Answer::Reachable, within)
        << text << result.reason;
    if (result.answer != Answer::Reachable) {
      ++unreachable;
      if (result.answer == Answer::Unreachable)
        EXPECT_EQ(expected.answer, Answer::Unreachable) << text;
      continue;
    }
    ++reachable;
    EXPECT_EQ(result.run.steps.size(), expected.run.steps.size()) << text;
    Interpreter interpreter(*model);
    EXPECT_EQ(replayRun(interpreter, result.run).answer, AnswerKind::Holds)
        << text;
  }
  EXPECT_GT(reachable, 3u);
  EXPECT_GT(unreachable, 3u);
}

TEST(RandomModel, ConformanceAgreesWithZones) {
  unsigned violated = 0, held = 0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    models::Model spec(RandomModel(seed).get());
    models::Model impl(RandomModel(seed % 5 ? seed + 1000 : seed).get());
    ASSERT_TRUE(spec && impl);
    ConformanceOptions options;
    options.bound = 3;
    options.timelock = Timelock::Conform;
    options.relation = seed % 3 ? Relation::Tioco : Relation::Inclusion;
    BoundedOptions bounded;
    bounded.encoding.time =
        seed % 2 ? TimeEncoding::Delays : TimeEncoding::Timestamps;
    ConformanceResult result =
        createBoundedChecker(*spec, options, bounded)->check(*impl);
    if (result.answer == AnswerKind::Undecided)
      continue; // Not deterministic.
    ConformanceResult expected =
        createZoneChecker(*spec, options)->check(*impl);
    ASSERT_NE(expected.answer, AnswerKind::Undecided) << expected.reason;
    ASSERT_EQ(toString(result.answer).str(), toString(expected.answer).str())
        << RandomModel(seed).get()
        << RandomModel(seed % 5 ? seed + 1000 : seed).get();
    if (result.answer == AnswerKind::Holds) {
      ++held;
      continue;
    }
    ++violated;
    EXPECT_EQ(result.violation->getLength(), expected.violation->getLength());
  }
  EXPECT_GT(violated, 3u);
  EXPECT_GT(held, 3u);
}

TEST(RandomModel, SolversAgree) {
  if (!llvm::sys::findProgramByName("cvc5") ||
      !llvm::sys::findProgramByName("z3"))
    GTEST_SKIP() << "a solver is not installed";
  for (unsigned seed = 30; seed <= 36; ++seed) {
    models::Model model(RandomModel(seed).get());
    ASSERT_TRUE(model);
    std::string error;
    Expr goal = parseGoal("L2 && n > 0", *model, error);
    std::vector<Answer> answers;
    for (const char *solver : {"z3", "z3-child", "cvc5"}) {
      BoundedOptions options;
      options.solver = solver;
      options.encoding.incremental = seed % 2;
      ReachabilityResult result = reachBounded(*model, goal, 3, options);
      answers.push_back(result.answer);
      if (result.answer == Answer::Reachable) {
        Interpreter interpreter(*model);
        EXPECT_EQ(replayRun(interpreter, result.run).answer, AnswerKind::Holds);
      }
    }
    EXPECT_EQ(answers[0], answers[1]) << RandomModel(seed).get();
    EXPECT_EQ(answers[0], answers[2]) << RandomModel(seed).get();
  }
}
