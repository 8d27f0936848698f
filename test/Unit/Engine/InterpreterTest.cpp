//===- InterpreterTest.cpp - The executable semantics -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Interpreter.h"
#include "Models.h"
#include "gtest/gtest.h"

using namespace tioga;
using namespace tioga::models;

namespace {

/// What can happen in a state: `within [0, 20): unlock?`, one per line.
std::string describe(Interpreter &interpreter, const State &state) {
  const System &system = interpreter.getSystem();
  Decided<StateOptions> options = interpreter.getOptions(state);
  if (!options)
    return "undecided: " + options.getReason().str();
  std::string text = "wait " + options->waiting.str() + "\n";
  for (const EnabledTransition &enabled : options->enabled) {
    const SystemTransition &transition =
        system.getTransitions()[enabled.transition];
    text += enabled.delays.str() + ": " +
            (transition.label ? system.getLabels()[*transition.label].getText()
                              : "silent");
    for (const Value &argument : enabled.arguments)
      text += " " + argument.str();
    text += "\n";
  }
  for (unsigned transition : options->needValues)
    text += "needs values: " + std::to_string(transition) + "\n";
  return text;
}

State getInitial(Interpreter &interpreter) {
  Decided<std::optional<State>> state = interpreter.getInitialState();
  EXPECT_TRUE(state && *state);
  return state && *state ? **state : State();
}

/// Waits and takes the n-th transition of the model.
State take(Interpreter &interpreter, const State &state, Rational delay,
           unsigned transition, llvm::ArrayRef<Value> arguments = {}) {
  Decided<std::optional<State>> later = interpreter.wait(state, delay);
  EXPECT_TRUE(later && *later) << "cannot wait";
  if (!later || !*later)
    return state;
  Decided<std::optional<State>> next =
      interpreter.fire(**later, transition, arguments);
  EXPECT_TRUE(next && *next) << "cannot fire " << transition;
  return next && *next ? **next : state;
}

TEST(InterpreterTest, GivesTimeWindows) {
  Model model(carAlarm);
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  State state = getInitial(interpreter);
  EXPECT_EQ(describe(interpreter, state), "wait within [0, inf)\n"
                                          "within [0, inf): lock?\n"
                                          "within [0, inf): close?\n");
  state = take(interpreter, state, 0, 0); // lock?
  state = take(interpreter, state, 3, 3); // close?
  EXPECT_EQ(describe(interpreter, state), "wait within [0, 20]\n"
                                          "within [0, 20): unlock?\n"
                                          "within [0, 20): open?\n"
                                          "at 20: armedOn!\n");
  EXPECT_FALSE(*interpreter.wait(state, 21));
  Rational half = *Rational::get(1, 2);
  Decided<std::optional<State>> later = interpreter.wait(state, half);
  EXPECT_EQ(describe(interpreter, **later), "wait within [0, 19.5]\n"
                                            "within [0, 19.5): unlock?\n"
                                            "within [0, 19.5): open?\n"
                                            "at 19.5: armedOn!\n");
}

TEST(InterpreterTest, EvaluatesArbitraryConditions) {
  Model model(R"mlir(
    sts.system @S async dense {
      tioga.clock x
      tioga.clock y
      tioga.var n : !tioga.int = "4"
      sts.transition internal guard "x < 2 || x > n && !(x >= 6)"
      sts.transition internal guard "x - y >= 1"
      sts.transition internal guard "x == 3 || x != 3 && x > 5"
      sts.transition internal guard "(if x < 3 then n else 2 * n) > x"
      sts.transition internal do "x := y, y := 1"
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  State state = getInitial(interpreter);
  EXPECT_EQ(describe(interpreter, state),
            "wait within [0, inf)\n"
            "within [0, 2) or within (4, 6): silent\n"
            "at 3 or within (5, inf): silent\n"
            "within [0, 8): silent\n"
            "within [0, inf): silent\n");
  state = take(interpreter, state, 7, 4);
  EXPECT_EQ(state.clocks[0], Rational(7));
  EXPECT_EQ(state.clocks[1], Rational(1));
}

TEST(InterpreterTest, ChecksInvariantsAfterTheTransition) {
  Model model(R"mlir(
    sts.system @S async dense {
      tioga.clock x
      tioga.var n : !tioga.range<0, 3> = "3"
      sts.control C [P, Q] initial P
      sts.invariant at C : Q "x <= 5"
      sts.invariant at C : P "x < 9"
      sts.invariant "n > 0"
      sts.transition internal [C : P -> Q]
      sts.transition internal [C : P -> Q] guard "x >= 6" do "x := 0"
      sts.transition internal [C : P -> P] do "n := n + 1"
      sts.transition internal [C : P -> P] do "n := 0"
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  EXPECT_EQ(describe(interpreter, getInitial(interpreter)),
            "wait within [0, 9)\n"
            "within [0, 5]: silent\n"
            "within [6, 9): silent\n");
}

TEST(InterpreterTest, AFaultIsFalse) {
  Model model(R"mlir(
    sts.system @S async {
      tioga.var n : !tioga.range<0, 3>
      tioga.var a : !tioga.array<2, !tioga.int>
      sts.transition internal guard "6 div n > 1"
      sts.transition internal guard "n == 0 || 6 div n > 1"
      sts.transition internal guard "a[n + 2] == 0"
      sts.transition internal do "n := 6 div n"
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  EXPECT_EQ(describe(interpreter, getInitial(interpreter)),
            "wait at 0\nat 0: silent\n");
}

TEST(InterpreterTest, AnOverflowIsUndecided) {
  Model model(R"mlir(
    sts.system @S async {
      tioga.var n : !tioga.int = "9223372036854775807"
      sts.transition internal guard "n + 1 > 0"
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  EXPECT_EQ(describe(interpreter, getInitial(interpreter)),
            "undecided: overflow of 64 bits in 'n + 1 > 0'");
}

TEST(InterpreterTest, FindsArguments) {
  Model model(R"mlir(
    sts.system @S async {
      tioga.var n : !tioga.int = "5"
      tioga.label few input(p : !tioga.range<1, 3>)
      tioga.label given output(p : !tioga.int, q : !tioga.int)
      tioga.label many input(p : !tioga.int)
      sts.transition on few guard "p != 2"
      sts.transition on given guard "p == n + 1 && q == 2 * p"
      sts.transition on many guard "p > n"
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  State state = getInitial(interpreter);
  EXPECT_EQ(describe(interpreter, state), "wait at 0\n"
                                          "at 0: few? 1\n"
                                          "at 0: few? 3\n"
                                          "at 0: given! 6 12\n"
                                          "needs values: 2\n");
  std::vector<std::vector<Value>> suggestions =
      interpreter.getSuggestions(state, 2);
  ASSERT_EQ(suggestions.size(), 4u);
  EXPECT_EQ(suggestions[3][0].str(), "6");
  EXPECT_TRUE(interpreter.getDelays(state, 2, suggestions[3])->contains(0));
  EXPECT_FALSE(interpreter.getDelays(state, 2, suggestions[2])->contains(0));
}

TEST(InterpreterTest, ObeysUrgency) {
  Model model(R"mlir(
    ta.network @N {
      tioga.label go internal {urgent}
      tioga.var ready : !tioga.bool
      tioga.label set input
      ta.automaton @A initial @P {
        ta.location @P
        ta.location @U {urgent}
        ta.location @C {committed}
        ta.edge @P -> @U send go guard "ready"
        ta.edge @U -> @C silent
        ta.edge @C -> @P silent
      }
      ta.automaton @B initial @P {
        ta.location @P
        ta.edge @P -> @P receive go
        ta.edge @P -> @P receive set do "ready := true"
      }
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  State state = getInitial(interpreter);
  EXPECT_EQ(describe(interpreter, state),
            "wait within [0, inf)\nwithin [0, inf): set?\n");
  state = take(interpreter, state, 4, 3);
  EXPECT_EQ(describe(interpreter, state), "wait at 0\nat 0: go\nat 0: set?\n");
  state = take(interpreter, state, 0, 0);
  EXPECT_EQ(describe(interpreter, state),
            "wait at 0\nat 0: silent\nat 0: set?\n");
  // In a committed location, nobody else moves.
  state = take(interpreter, state, 0, 1);
  EXPECT_EQ(describe(interpreter, state), "wait at 0\nat 0: silent\n");
}

TEST(InterpreterTest, FindsSynchronousSteps) {
  Model model(R"mlir(
    contract.interface @Buffer {
      tioga.var input enq : !tioga.bool
      tioga.var input deq : !tioga.bool
      tioga.var output E : !tioga.bool
      tioga.var output F : !tioga.bool
      tioga.var hidden k : !tioga.range<0, 2>
      contract.initially "R0" guarantee "k' == 0 && E' && !F'"
      contract.require "R1" assume "enq' && !deq' && k < 2" guarantee "k' == k + 1"
      contract.require "R2" assume "!enq' && deq' && k > 0" guarantee "k' == k - 1"
      contract.require "R3" guarantee "E' <=> k' == 0"
      contract.require "R4" guarantee "F' <=> k' == 2"
      contract.require "R5" assume "enq' == deq'" guarantee "k' == k"
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  State state = getInitial(interpreter);
  Value yes(true), no(false);
  auto step = [&](Value enq, Value deq) {
    Decided<SyncSteps> steps = interpreter.getSteps(state, {enq, deq});
    EXPECT_TRUE(steps);
    EXPECT_TRUE(steps->isComplete);
    return steps->steps;
  };
  std::vector<SyncStep> steps = step(no, no);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].next.str(*model),
            "enq = false, deq = false, E = true, F = false, k = 0");
  state = steps[0].next;
  steps = step(yes, no);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].next.values[4].str(), "1");
  EXPECT_EQ(steps[0].active, std::vector<unsigned>({0, 2, 3}));
  // Nothing is said about taking from an empty buffer: k is free.
  EXPECT_EQ(step(no, yes).size(), 3u);
  EXPECT_TRUE(*interpreter.isStep(state, steps[0].next.values));
  steps[0].next.values[4] = Value::getInt(2);
  EXPECT_FALSE(*interpreter.isStep(state, steps[0].next.values));
}

TEST(InterpreterTest, TriesBoundsWhereNothingIsDetermined) {
  Model model(R"mlir(
    contract.interface @Ticks {
      tioga.var hidden now : !tioga.int
      tioga.var hidden t : !tioga.int
      contract.initially "R0" guarantee "t' == 5"
      contract.ticks symbolic "now" timers ["t"]
      contract.frame ["t"]
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  Decided<SyncSteps> steps = interpreter.getSteps(getInitial(interpreter), {});
  ASSERT_EQ(steps->steps.size(), 1u);
  steps = interpreter.getSteps(steps->steps[0].next, {});
  EXPECT_FALSE(steps->isComplete);
  std::vector<std::string> times;
  for (const SyncStep &step : steps->steps)
    times.push_back(step.next.values[0].str());
  EXPECT_EQ(times, std::vector<std::string>({"0", "1", "4", "5"}));
}

TEST(InterpreterTest, ExploresToTheEnd) {
  Model model(R"mlir(
    sts.system @S async {
      tioga.var n : !tioga.range<0, 9>
      tioga.label add input(p : !tioga.range<1, 2>)
      sts.transition on add do "n := n + p"
      sts.transition internal guard "n == 9" do "n := 0"
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  Decided<Exploration> all = explore(interpreter, 100, 1000);
  EXPECT_TRUE(all->isComplete);
  EXPECT_EQ(all->states.size(), 10u);
  Decided<Exploration> some = explore(interpreter, 2, 1000);
  EXPECT_FALSE(some->isComplete);
  EXPECT_EQ(some->states.size(), 5u);
  EXPECT_EQ(explore(interpreter, 100, 3)->states.size(), 3u);
}

//===----------------------------------------------------------------------===//
// Walks and replay
//===----------------------------------------------------------------------===//

/// A silent timer that starts late, strict bounds, data.
const char *const silentModel = R"mlir(
  ta.network @N {
    tioga.label go input
    tioga.label done output(m : !tioga.range<0, 3>)
    ta.automaton @A initial @Idle {
      tioga.clock x
      tioga.var n : !tioga.range<0, 3>
      ta.location @Idle
      ta.location @Starting invariant "x < 2"
      ta.location @Running invariant "x <= 3"
      ta.edge @Idle -> @Starting receive go do "x := 0, n := (n + 1) mod 4"
      ta.edge @Starting -> @Running silent guard "x > 1" do "x := 0"
      ta.edge @Running -> @Idle send done guard "x >= 2 && m == n"
    }
  }
)mlir";

TEST(ReplayTest, WalksReplay) {
  for (const char *source : {carAlarm, silentModel}) {
    Model model(source);
    ASSERT_TRUE(model);
    Interpreter interpreter(*model);
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      Decided<Walk> walk = walkAtRandom(interpreter, 30, seed);
      ASSERT_TRUE(walk);
      EXPECT_EQ(walk->run.steps.size(), 30u);
      EXPECT_EQ(replayRun(interpreter, walk->run).answer, AnswerKind::Holds);
      std::optional<TimedTrace> seen = walk->run.getObservable(*model);
      ASSERT_TRUE(seen);
      ReplayResult result = replayObservation(interpreter, *seen);
      EXPECT_EQ(result.answer, AnswerKind::Holds) << result.reason;
      // The run that was found has that observation, and is one.
      EXPECT_EQ(result.run.getObservable(*model)->steps, seen->steps);
      EXPECT_EQ(replayRun(interpreter, result.run).answer, AnswerKind::Holds);
    }
  }
}

TEST(ReplayTest, TheSameSeedGivesTheSameWalk) {
  Model model(carAlarm);
  Interpreter interpreter(*model);
  Decided<Walk> a = walkAtRandom(interpreter, 20, 7);
  Decided<Walk> b = walkAtRandom(interpreter, 20, 7);
  Decided<Walk> c = walkAtRandom(interpreter, 20, 8);
  EXPECT_EQ(a->run.steps, b->run.steps);
  EXPECT_FALSE(a->run.steps == c->run.steps);
}

TEST(ReplayTest, FindsSilentStepsBetweenStrictBounds) {
  Model model(silentModel);
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  auto answer = [&](Rational delay) {
    TimedTrace observation;
    observation.steps.push_back({0, model->lookupLabel("go"), {}, {}});
    observation.steps.push_back(
        {delay, model->lookupLabel("done"), {Value::getInt(1)}, {}});
    return replayObservation(interpreter, observation).answer;
  };
  // Silent within (1, 2), then 2 to 3 later: within (3, 5).
  EXPECT_EQ(answer(3), AnswerKind::Violated);
  EXPECT_EQ(answer(*Rational::get(301, 100)), AnswerKind::Holds);
  EXPECT_EQ(answer(4), AnswerKind::Holds);
  EXPECT_EQ(answer(*Rational::get(499, 100)), AnswerKind::Holds);
  EXPECT_EQ(answer(5), AnswerKind::Violated);
}

TEST(ReplayTest, SaysWhereARunIsWrong) {
  Model model(carAlarm);
  Interpreter interpreter(*model);
  TimedTrace run;
  run.steps.push_back({0, model->lookupLabel("lock"), {}, 0u});
  run.steps.push_back({1, model->lookupLabel("close"), {}, 3u});
  run.steps.push_back({19, model->lookupLabel("armedOn"), {}, 8u});
  ReplayResult result = replayRun(interpreter, run);
  EXPECT_EQ(result.answer, AnswerKind::Violated);
  EXPECT_EQ(result.position, 2u);
  EXPECT_EQ(result.reason, "the transition is not enabled");
  run.steps[2].delay = 21;
  EXPECT_EQ(replayRun(interpreter, run).reason, "time may not pass by 21");
  EXPECT_EQ(replayObservation(interpreter, *run.getObservable(*model)).reason,
            "time may not pass by 21");
  run.steps[2].delay = 20;
  EXPECT_EQ(replayRun(interpreter, run).answer, AnswerKind::Holds);
}

TEST(ReplayTest, LimitsSilentSteps) {
  Model model(R"mlir(
    sts.system @S async dense {
      tioga.var n : !tioga.int
      tioga.label late output
      sts.transition internal do "n := n + 1"
      sts.transition on late guard "n >= 20"
      sts.transition on late guard "n == 3 && false"
    }
  )mlir");
  ASSERT_TRUE(model);
  Interpreter interpreter(*model);
  TimedTrace observation;
  observation.steps.push_back({0, model->lookupLabel("late"), {}, {}});
  ReplayResult result = replayObservation(interpreter, observation);
  EXPECT_EQ(result.answer, AnswerKind::Undecided);
  EXPECT_EQ(result.reason, "the limit of silent steps was reached");
  InterpreterLimits limits;
  limits.maxSilentSteps = 20;
  Interpreter patient(*model, limits);
  EXPECT_EQ(replayObservation(patient, observation).answer, AnswerKind::Holds);
}

} // namespace
