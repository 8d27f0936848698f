//===- RunTest.cpp - All verdicts of a test on a model ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/TestBuilder.h"
#include "llvm/ADT/ScopeExit.h"

using namespace tioga;

namespace tioga {

/// The conditions of a test as sets of valuations of its clocks and one more,
/// the time since the current state was entered.
class TestSets {
public:
  struct State {
    std::optional<Federation> deadline;
    /// By move.
    std::vector<Federation> guards;
    bool hasOwnMoves = false;
    /// Whether several moves lead there: only then it may be entered twice.
    bool isShared = false;
  };

  explicit TestSets(const TimedTest &test);

  const TimedTest &test;
  std::vector<State> states;

private:
  Federation makeSet(const TestCondition &condition) const;
};

} // namespace tioga

Federation TestSets::makeSet(const TestCondition &condition) const {
  unsigned dimension = test.numClocks + 2;
  Federation set(dimension);
  for (const std::vector<Constraint> &each : condition)
    set.add(Zone::fromConstraints(dimension, each));
  return set;
}

TestSets::TestSets(const TimedTest &test)
    : test(test), states(test.states.size()) {
  std::vector<unsigned> ways(test.states.size());
  ++ways[test.initial];
  for (auto [index, state] : llvm::enumerate(test.states)) {
    State &sets = states[index];
    if (state.deadline) {
      sets.deadline = makeSet(*state.deadline);
      ++ways[state.otherwise];
    }
    for (const TimedMove &move : state.moves) {
      sets.guards.push_back(makeSet(move.guard));
      sets.hasOwnMoves |= move.kind != test::MoveKind::Expect;
      ++ways[move.target];
    }
  }
  for (auto [state, count] : llvm::zip(states, ways))
    state.isShared = count > 1;
}

namespace {

/// Explores what a test and a system under test can do together.
class TestRun {
public:
  TestRun(const TestSets &sets, TrackedSystem &sut, bool onlyCertain)
      : test(sets.test), sets(sets), sut(sut), onlyCertain(onlyCertain),
        visited(test.states.size()) {}

  TestVerdicts run();
  /// The verdicts from some point on.
  TestVerdicts runFrom(unsigned state, Tracker states) {
    visit(state, std::move(states));
    return verdicts;
  }
  /// Where to write down what happens; may be null.
  std::vector<ReferenceRun::Visit> *log = nullptr;
  /// Whether something was left out because it had been visited before.
  bool isPruned = false;

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
    /// Whether the test may leave.
    bool isLimited = false;
  };
  Stay getStay(unsigned index, const Federation &entry) const;
  void visitOutputs(unsigned index, Tracker &states, const Federation &leaving);
  void visitOwn(const TimedMove &move, const Federation &guard,
                const Tracker &states);
  void logVisit(unsigned index, const Tracker &states);
  void logStates(const Tracker &states, const TimedMove *sent = nullptr);
  ActionId getAction(const TimedMove &move) {
    return sut.getAction(*move.label, move.arguments);
  }
  bool isAction(const TimedMove &move, ActionId id) const {
    const Alphabet::Action &action = sut.alphabet[id];
    return action.label ==
               sut.model.getSystem().getLabels()[*move.label].name &&
           action.arguments == move.arguments;
  }
  llvm::SmallVector<ClockIndex, 2> getResets(const TimedMove &move) const;

  const TimedTest &test;
  const TestSets &sets;
  TrackedSystem &sut;
  bool onlyCertain;
  TestVerdicts verdicts;
  /// With what each state was entered that may be entered again.
  std::vector<std::vector<Tracker>> visited;
  /// Position in the log of the state that is being visited.
  std::optional<unsigned> current;
};

} // namespace

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
TestRun::Stay TestRun::getStay(unsigned index, const Federation &entry) const {
  Stay stay = {entry, Federation(entry.getDimension()), /*isLimited=*/false};
  stay.waiting.up();
  if (!sets.states[index].hasOwnMoves)
    return stay;
  Federation later = stay.waiting;
  for (auto [move, guard] :
       llvm::zip(test.states[index].moves, sets.states[index].guards)) {
    if (move.kind == test::MoveKind::Expect)
      continue;
    Federation hits = later;
    hits.intersect(guard);
    for (const Zone &hit : hits) {
      stay.isLimited = true;
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

void TestRun::visitOutputs(unsigned index, Tracker &states,
                           const Federation &leaving) {
  for (Tracker::Enabled &output : states.getOutputs()) {
    Federation rest = std::move(output.when);
    for (auto [move, guard] :
         llvm::zip(test.states[index].moves, sets.states[index].guards)) {
      if (move.kind != test::MoveKind::Expect || !isAction(move, output.action))
        continue;
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

void TestRun::logVisit(unsigned index, const Tracker &states) {
  unsigned position = log->size();
  log->push_back({index, test.states[index].verdict, current, states,
                  Footprint(sut.model.getSystem())});
  current = position;
}

void TestRun::logStates(const Tracker &states, const TimedMove *sent) {
  if (!log)
    return;
  unsigned numControls = sut.model.getSystem().getControls().size();
  Footprint &footprint = (*log)[*current].footprint;
  for (StateId id : states.getStates()) {
    llvm::ArrayRef<int32_t> locations =
        sut.model.getState(id).key.take_front(numControls);
    if (sent)
      footprint.addInput(locations, *sent->label);
    else
      footprint.addVisit(locations);
  }
}

/// A move of the tester: an input, or giving up waiting.
void TestRun::visitOwn(const TimedMove &move, const Federation &guard,
                       const Tracker &states) {
  Tracker next = states;
  next.restrict(guard);
  if (next.isEmpty())
    return;
  if (move.kind == test::MoveKind::Send)
    logStates(next, &move);
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
  auto leave =
      llvm::make_scope_exit([this, before = current] { current = before; });
  if (log)
    logVisit(index, states);
  if (state.verdict) {
    verdicts.pass |= *state.verdict == test::Verdict::Pass;
    verdicts.fail |= *state.verdict == test::Verdict::Fail;
    verdicts.inconclusive |= *state.verdict == test::Verdict::Inconclusive;
    return;
  }
  if (sets.states[index].isShared) {
    for (const Tracker &before : visited[index])
      if (states.isIncludedIn(before)) {
        isPruned = true;
        return;
      }
    visited[index].push_back(states);
  }
  logStates(states);

  Stay stay = getStay(index, states.getPresent());
  states.close();
  logStates(states);
  verdicts.isUnknown |= states.hasFailed();
  if (stay.isLimited)
    states.restrict(stay.waiting);
  if (const auto &allowed = sets.states[index].deadline) {
    Federation over = std::move(stay.waiting);
    over.subtract(*allowed);
    over.subtract(stay.leaving);
    if (!over.isEmpty()) {
      Tracker late = states;
      late.restrict(over);
      late.reset({test.numClocks + 1});
      visit(state.otherwise, std::move(late));
    }
    states.restrict(*allowed);
  }
  visitOutputs(index, states, stay.leaving);
  for (auto [move, guard] : llvm::zip(state.moves, sets.states[index].guards))
    if (move.kind != test::MoveKind::Expect)
      visitOwn(move, guard, states);
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
  Tracker::Options options;
  options.numObserverClocks = test.numClocks + 1;
  options.ignoresInputs = options.silenceAfterTimelock = true;
  options.horizon = getHorizon(test);
  if (log) {
    // A mutant may read clocks that the specification no longer does: nothing
    // is forgotten. Loops of silent steps are then not worth following.
    options.horizon = -1;
    options.maxMembers = 64;
  }
  visit(test.initial, Tracker(sut, options));
  return verdicts;
}

TestVerdicts tioga::runTest(const TimedTest &test, TrackedSystem &sut) {
  TestSets sets(test);
  return TestRun(sets, sut, /*onlyCertain=*/false).run();
}

static bool isCertainFailure(const TestVerdicts &verdicts) {
  return verdicts.fail && !verdicts.pass && !verdicts.inconclusive &&
         !verdicts.isUnknown;
}

bool tioga::failsCertainly(const TimedTest &test, TrackedSystem &sut) {
  TestSets sets(test);
  return isCertainFailure(TestRun(sets, sut, /*onlyCertain=*/true).run());
}

//===----------------------------------------------------------------------===//
// ReferenceRun
//===----------------------------------------------------------------------===//

ReferenceRun::ReferenceRun(const TimedTest &test, TrackedSystem &spec)
    : sets(std::make_shared<TestSets>(test)) {
  TestRun run(*sets, spec, /*onlyCertain=*/false);
  run.log = &visits;
  TestVerdicts verdicts = run.run();
  // What was visited before may have been reached through a change.
  if (verdicts.fail || verdicts.failsInRace || verdicts.isUnknown ||
      run.isPruned)
    visits.clear();
  for (Visit &visit : visits)
    visit.footprint.finish();
}

bool ReferenceRun::failsCertainly(
    const SystemEdits &edits,
    llvm::function_ref<TrackedSystem &()> getMutant) const {
  // Where the test comes to a changed part of the model.
  std::vector<unsigned> starts;
  std::vector<char> isChanged(visits.size());
  for (auto [position, visit] : llvm::enumerate(visits)) {
    bool hasChangedBefore = visit.parent && isChanged[*visit.parent];
    isChanged[position] =
        hasChangedBefore || visit.footprint.isTouchedBy(edits);
    if (isChanged[position] && !hasChangedBefore)
      starts.push_back(position);
    // The specification gets there and does not fail: so does the mutant.
    if (!isChanged[position] && visit.verdict)
      return false;
  }
  if (visits.empty() || llvm::is_contained(starts, 0u))
    return isCertainFailure(
        TestRun(*sets, getMutant(), /*onlyCertain=*/true).run());
  if (starts.empty())
    return false;
  TrackedSystem &mutant = getMutant();
  TestRun run(*sets, mutant, /*onlyCertain=*/true);
  TestVerdicts verdicts;
  for (unsigned start : starts)
    verdicts =
        run.runFrom(visits[start].state, Tracker(mutant, visits[start].entry));
  return isCertainFailure(verdicts);
}
