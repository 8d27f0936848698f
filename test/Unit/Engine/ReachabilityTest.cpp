//===- ReachabilityTest.cpp - Forward exploration ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Reachability.h"
#include "Models.h"
#include "RandomAutomata.h"
#include "tioga/Engine/Interpreter.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace tioga;
using namespace tioga::models;
using Answer = ReachabilityResult::Answer;

namespace {

ReachabilityResult find(const System &system, llvm::StringRef goal,
                        ReachabilityOptions options = {}) {
  std::string error;
  Expr condition = parseGoal(goal, system, error);
  EXPECT_TRUE(condition) << error;
  return reach(system, condition, options);
}

/// A location is reached by zones if it is reached on the grid, in no more
/// steps, and every run is one for the interpreter.
void compareWithGrid(const grid::Shape &shape, unsigned seed, unsigned number) {
  grid::Random random(seed);
  unsigned reached = 0, unreached = 0;
  for (unsigned i = 0; i < number; ++i) {
    grid::Automaton automaton = grid::makeAutomaton(shape, random);
    SCOPED_TRACE(automaton.str());
    Model model(automaton.str());
    ASSERT_TRUE(model);
    auto distances = grid::getDistancesOnGrid(automaton, 4);
    Interpreter interpreter(*model);
    for (unsigned l = 0; l < shape.locations; ++l) {
      SCOPED_TRACE(l);
      std::string goal = "A.L" + std::to_string(l);
      ReachabilityResult result = find(*model, goal);
      ASSERT_NE(result.answer, Answer::Undecided) << result.reason;
      if (result.answer == Answer::Unreachable) {
        EXPECT_FALSE(distances[l]);
        ++unreached;
        continue;
      }
      ++reached;
      if (distances[l])
        EXPECT_LE(result.run.steps.size(), *distances[l]);
      EXPECT_EQ(result.locations, std::vector<unsigned>{l});
      EXPECT_EQ(replayRun(interpreter, result.run).answer, AnswerKind::Holds);
      ReachabilityOptions fastest;
      fastest.order = TraceOrder::Fastest;
      ReachabilityResult quick = find(*model, goal, fastest);
      ASSERT_EQ(quick.answer, Answer::Reachable);
      EXPECT_EQ(replayRun(interpreter, quick.run).answer, AnswerKind::Holds);
    }
  }
  EXPECT_GT(reached, number);
  EXPECT_GT(unreached, number / 4);
}

TEST(ReachabilityTest, RandomAutomata) {
  grid::Shape shape;
  shape.clocks = 2;
  shape.locations = 4;
  shape.silent = true;
  compareWithGrid(shape, 11, 250);
}

TEST(ReachabilityTest, RandomAutomataWithUrgency) {
  grid::Shape shape;
  shape.locations = 4;
  shape.urgent = true;
  compareWithGrid(shape, 12, 250);
}

/// Zones find a deadlock in a location if and only if there is one on the grid,
/// which is fine enough for one clock; and the interpreter can run there.
void compareDeadlocks(const grid::Shape &shape, unsigned seed,
                      unsigned number) {
  grid::Random random(seed);
  unsigned found = 0, absent = 0;
  for (unsigned i = 0; i < number; ++i) {
    grid::Automaton automaton = grid::makeAutomaton(shape, random);
    SCOPED_TRACE(automaton.str());
    Model model(automaton.str());
    ASSERT_TRUE(model);
    std::vector<bool> expected = grid::getDeadlocksOnGrid(automaton, 4);
    Interpreter interpreter(*model);
    for (unsigned l = 0; l < shape.locations; ++l) {
      SCOPED_TRACE(l);
      ReachabilityOptions options;
      options.deadlock = DeadlockGoal::Only;
      ReachabilityResult result =
          find(*model, "A.L" + std::to_string(l), options);
      ASSERT_NE(result.answer, Answer::Undecided) << result.reason;
      EXPECT_EQ(result.answer == Answer::Reachable, bool(expected[l]));
      (expected[l] ? found : absent) += 1;
      if (result.answer == Answer::Reachable)
        EXPECT_EQ(replayRun(interpreter, result.run).answer, AnswerKind::Holds);
    }
  }
  EXPECT_GT(found, number / 4);
  EXPECT_GT(absent, number / 4);
}

TEST(ReachabilityTest, DeadlocksOfRandomAutomata) {
  grid::Shape shape;
  shape.locations = 4;
  shape.silent = true;
  compareDeadlocks(shape, 13, 200);
}

TEST(ReachabilityTest, DeadlocksWithUrgency) {
  grid::Shape shape;
  shape.urgent = true;
  compareDeadlocks(shape, 14, 200);
}

/// Fischer's protocol: a process writes its number within two units and looks
/// after `wait` whether it is still there.
std::string makeFischer(unsigned processes, llvm::StringRef wait) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "ta.network @Fischer {\n  tioga.var id : !tioga.range<0, " << processes
     << ">\n";
  for (unsigned i = 1; i <= processes; ++i)
    os << "  ta.automaton @P" << i << " initial @idle {\n"
       << "    tioga.clock x\n    ta.location @idle\n"
       << "    ta.location @req invariant \"x <= 2\"\n"
       << "    ta.location @wait\n    ta.location @cs\n"
       << "    ta.edge @idle -> @req silent guard \"id == 0\" do \"x := 0\"\n"
       << "    ta.edge @req -> @wait silent do \"x := 0, id := " << i << "\"\n"
       << "    ta.edge @wait -> @req silent guard \"id == 0\" do \"x := 0\"\n"
       << "    ta.edge @wait -> @cs silent guard \"" << wait
       << " && id == " << i << "\"\n"
       << "    ta.edge @cs -> @idle silent do \"id := 0\"\n  }\n";
  os << "}\n";
  return text;
}

TEST(ReachabilityTest, FischerExcludes) {
  for (unsigned processes : {2u, 3u, 4u}) {
    Model model(makeFischer(processes, "x > 2"));
    ASSERT_TRUE(model);
    ReachabilityOptions options;
    for (unsigned threads : {1u, 2u}) {
      options.threads = threads;
      EXPECT_EQ(find(*model, "P1.cs && P2.cs", options).answer,
                Answer::Unreachable);
      EXPECT_EQ(find(*model, "P1.cs", options).answer, Answer::Reachable);
    }
  }
}

TEST(ReachabilityTest, FischerFailsIfItWaitsTooShort) {
  Model model(makeFischer(3, "x >= 2"));
  ASSERT_TRUE(model);
  ReachabilityResult result = find(*model, "P1.cs && P2.cs");
  ASSERT_EQ(result.answer, Answer::Reachable);
  EXPECT_EQ(result.run.steps.size(), 6u);
  EXPECT_EQ(*result.run.getDuration(), Rational(4));
  Interpreter interpreter(*model);
  EXPECT_EQ(replayRun(interpreter, result.run).answer, AnswerKind::Holds);
}

TEST(ReachabilityTest, DiagonalsAreSplit) {
  // The difference of the clocks is always a multiple of 3.
  Model model(R"mlir(
    ta.network @Diagonal {
      ta.automaton @A initial @L {
        tioga.clock x
        tioga.clock y
        ta.location @L
        ta.location @bad
        ta.edge @L -> @L silent guard "y == 3" do "y := 0"
        ta.edge @L -> @bad silent guard "x - y > 3 && x - y < 6"
      }
    })mlir");
  ASSERT_TRUE(model);
  EXPECT_EQ(find(*model, "A.bad").answer, Answer::Unreachable);
  EXPECT_EQ(find(*model, "x - y == 3").answer, Answer::Reachable);
}

} // namespace
