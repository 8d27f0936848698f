//===- RunTest.cpp - All verdicts of a test on a model ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/TestBuilder.h"

using namespace tioga;

namespace {

/// Explores what a test and a system under test can do together.
///
/// The observer's clocks are those of the test and one more, the time since the
/// current state was entered.
class TestRun {
public:
  TestRun(const TimedTest &test, TrackedSystem &sut, bool onlyCertain)
      : test(test), sut(sut), onlyCertain(onlyCertain),
        visited(test.states.size()) {}

  TestVerdicts run();

private:
  void visit(unsigned index, Tracker states);
  /// Whether nothing more has to be known.
  bool isDecided() const {
    return verdicts.isUnknown ||
           (onlyCertain && (verdicts.pass || verdicts.inconclusive));
  }
  /// When the test is in a state, and at which of these instants it leaves.
  struct Stay {
    Federation waiting, leaving;
  };
  Stay getStay(const TimedState &state, const Federation &entry) const;
  void visitOutputs(const TimedState &state, Tracker &states,
                    const Federation &leaving);
  void visitOwn(const TimedMove &move, const Tracker &states);
  ActionId getAction(const TimedMove &move) {
    return sut.getAction(*move.label, move.arguments);
  }
  llvm::SmallVector<ClockIndex, 2> getResets(const TimedMove &move) const;
  Federation toFederation(const TestCondition &condition) const;

  const TimedTest &test;
  TrackedSystem &sut;
  bool onlyCertain;
  TestVerdicts verdicts;
  /// With what each state was entered.
  std::vector<std::vector<Tracker>> visited;
};

} // namespace

Federation TestRun::toFederation(const TestCondition &condition) const {
  unsigned dimension = test.numClocks + 2;
  Federation result(dimension);
  for (const std::vector<Constraint> &each : condition) {
    Zone zone = Zone::fromConstraints(dimension, each);
    if (!zone.isEmpty())
      result.add(std::move(zone));
  }
  return result;
}

llvm::SmallVector<ClockIndex, 2>
TestRun::getResets(const TimedMove &move) const {
  llvm::SmallVector<ClockIndex, 2> resets(move.resets.begin(),
                                          move.resets.end());
  resets.push_back(test.numClocks + 1);
  return resets;
}

/// Everything that follows later than now.
static Zone getLater(const Zone &zone) {
  Zone later = zone;
  later.up();
  for (ClockIndex clock = 1; clock < zone.getDimension(); ++clock)
    later.constrain(0, clock, Bound::lessThan(-zone.getInfimum(clock).value));
  return later;
}

/// The test leaves a state that was entered at `entry` as soon as it can do so
/// by itself.
TestRun::Stay TestRun::getStay(const TimedState &state,
                               const Federation &entry) const {
  Stay stay = {entry, Federation(entry.getDimension())};
  stay.waiting.up();
  Federation later = stay.waiting;
  for (const TimedMove &move : state.moves) {
    if (move.kind == test::MoveKind::Expect)
      continue;
    Federation hits = later;
    hits.intersect(toFederation(move.guard));
    for (const Zone &hit : hits) {
      Federation first(hit);
      first.subtract(getLater(hit));
      for (const Zone &zone : first)
        stay.waiting.subtract(getLater(zone));
      // An interval that is open on the left has no first instant: the test
      // leaves somewhere inside.
      stay.leaving.unite(first.isEmpty() ? Federation(hit) : first);
    }
  }
  return stay;
}

void TestRun::visitOutputs(const TimedState &state, Tracker &states,
                           const Federation &leaving) {
  for (const Tracker::Enabled &output : states.getOutputs()) {
    Federation rest = output.when;
    for (const TimedMove &move : state.moves) {
      if (move.kind != test::MoveKind::Expect ||
          getAction(move) != output.action)
        continue;
      Federation guard = toFederation(move.guard);
      rest.subtract(guard);
      Tracker next = states;
      next.restrict(guard);
      if (next.isEmpty())
        continue;
      next.step(output.action, getResets(move));
      if (!next.isEmpty())
        visit(move.target, std::move(next));
    }
    // What no move expects is a failure.
    if (rest.isEmpty())
      continue;
    rest.subtract(leaving);
    (rest.isEmpty() ? verdicts.failsInRace : verdicts.fail) = true;
  }
}

/// A move of the tester: an input, or giving up waiting.
void TestRun::visitOwn(const TimedMove &move, const Tracker &states) {
  Tracker next = states;
  next.restrict(toFederation(move.guard));
  if (next.isEmpty())
    return;
  if (move.kind == test::MoveKind::Send)
    next.step(getAction(move), getResets(move));
  else
    next.reset(getResets(move));
  visit(move.target, std::move(next));
}

void TestRun::visit(unsigned index, Tracker states) {
  const TimedState &state = test.states[index];
  verdicts.isUnknown |= states.hasFailed();
  if (states.isEmpty() || isDecided())
    return;
  if (state.verdict) {
    verdicts.pass |= *state.verdict == test::Verdict::Pass;
    verdicts.fail |= *state.verdict == test::Verdict::Fail;
    verdicts.inconclusive |= *state.verdict == test::Verdict::Inconclusive;
    return;
  }
  for (const Tracker &before : visited[index])
    if (states.isIncludedIn(before))
      return;
  visited[index].push_back(states);

  bool hasOwnMoves = llvm::any_of(state.moves, [](const TimedMove &move) {
    return move.kind != test::MoveKind::Expect;
  });
  Stay stay = getStay(state, states.getPresent());
  states.close();
  verdicts.isUnknown |= states.hasFailed();
  if (hasOwnMoves)
    states.restrict(stay.waiting);
  if (state.deadline) {
    Federation allowed = toFederation(*state.deadline);
    Federation over = stay.waiting;
    over.subtract(allowed);
    over.subtract(stay.leaving);
    Tracker late = states;
    late.restrict(over);
    late.reset({test.numClocks + 1});
    visit(state.otherwise, std::move(late));
    states.restrict(allowed);
  }
  visitOutputs(state, states, stay.leaving);
  for (const TimedMove &move : state.moves)
    if (move.kind != test::MoveKind::Expect)
      visitOwn(move, states);
}

/// The greatest constant that a test compares a clock with.
static int64_t getHorizon(const TimedTest &test) {
  int64_t horizon = 0;
  auto visit = [&](const TestCondition &condition) {
    for (const std::vector<Constraint> &each : condition)
      for (const Constraint &constraint : each)
        horizon =
            std::max<int64_t>(horizon, std::abs(constraint.bound.getValue()));
  };
  for (const TimedState &state : test.states) {
    if (state.deadline)
      visit(*state.deadline);
    for (const TimedMove &move : state.moves)
      visit(move.guard);
  }
  return horizon + 1;
}

TestVerdicts TestRun::run() {
  Tracker states(sut, {test.numClocks + 1, true, getHorizon(test)});
  visit(test.initial, std::move(states));
  return verdicts;
}

TestVerdicts tioga::runTest(const TimedTest &test, TrackedSystem &sut) {
  return TestRun(test, sut, /*onlyCertain=*/false).run();
}

bool tioga::failsCertainly(const TimedTest &test, TrackedSystem &sut) {
  TestVerdicts verdicts = TestRun(test, sut, /*onlyCertain=*/true).run();
  return verdicts.fail && !verdicts.pass && !verdicts.inconclusive &&
         !verdicts.isUnknown;
}
