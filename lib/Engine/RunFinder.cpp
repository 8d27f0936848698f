//===- RunFinder.cpp - Runs with a given observation ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All times are multiplied by their common denominator, so that each is an
// integer, and constraints of the model are multiplied along. A path of edges
// is tried at once with the exact times of its events (EventTimes.h), depth
// first, and given up as soon as they contradict each other.
//
//===----------------------------------------------------------------------===//

#include "RunFinder.h"
#include "tioga/Engine/EventTimes.h"
#include <numeric>

using namespace tioga;

namespace {
class RunSearch {
public:
  RunSearch(ConformanceSide &side, llvm::ArrayRef<ObservedAction> actions,
            llvm::ArrayRef<int64_t> times, int64_t factor, bool mayStop,
            size_t maxNodes)
      : side(side), actions(actions), times(times), factor(factor),
        mayStop(mayStop), budget(maxNodes) {}

  std::optional<TimedTrace> run();

private:
  /// Instead of an alternative of the invariant: time has stopped, and what
  /// happens is beyond the invariant.
  static constexpr uint16_t stopped = UINT16_MAX;

  /// An event of the path: an edge, or an ignored input without one.
  struct Event {
    StateId from;
    const ZoneEdge *edge;
    ActionId action;
    uint16_t invariant;
  };

  bool search(StateId state, size_t numObserved);
  bool tryEvent(Event event, StateId to, size_t numObserved);
  bool isPossible();
  bool constrain(EventTimes &into, std::optional<StateId> last);
  bool finish(StateId state);
  bool hasStopped() const;
  llvm::SmallVector<Constraint, 8> enlarge(ZoneConjunction constraints) const;

  ConformanceSide &side;
  llvm::ArrayRef<ObservedAction> actions;
  llvm::ArrayRef<int64_t> times;
  int64_t factor;
  bool mayStop;
  size_t budget;
  unsigned silentLeft = 0;
  std::vector<Event> path;
  uint16_t lastInvariant = 0;
  std::optional<std::vector<Rational>> delays;
};
} // namespace

llvm::SmallVector<Constraint, 8>
RunSearch::enlarge(ZoneConjunction constraints) const {
  llvm::SmallVector<Constraint, 8> result(constraints.begin(),
                                          constraints.end());
  for (Constraint &constraint : result) {
    if (!constraint.bound.isFinite())
      continue;
    int64_t value = constraint.bound.getValue() * factor;
    constraint.bound = constraint.bound.isStrict() ? Bound::lessThan(value)
                                                   : Bound::atMost(value);
  }
  return result;
}

/// Demands everything that the path says so far.
bool RunSearch::constrain(EventTimes &into, std::optional<StateId> last) {
  EventTimes::Clocks clocks(side.getModel().getNumClocks());
  size_t numObserved = 0;
  auto fix = [&](size_t observed, unsigned now) {
    Bound bound = Bound::atMost(times[observed]);
    Bound opposite = Bound::atMost(-times[observed]);
    // A clock that was never reset shows the time since the start.
    EventTimes::Clocks absolute(1);
    return into.constrain(absolute, {{1, 0, bound}, {0, 1, opposite}}, now);
  };
  for (auto [index, event] : llvm::enumerate(path)) {
    unsigned now = index + 1;
    const DiscreteState &state = side.getState(event.from);
    if (event.invariant != stopped)
      into.constrain(clocks, enlarge(state.invariants[event.invariant]), now);
    if (event.edge) {
      into.constrain(clocks, enlarge(event.edge->guard), now);
      llvm::SmallVector<ZoneReset, 4> resets(event.edge->resets.begin(),
                                             event.edge->resets.end());
      for (ZoneReset &reset : resets)
        reset.offset *= factor;
      clocks.reset(resets, now);
    }
    if (event.action != Alphabet::silent && !fix(numObserved++, now))
      return false;
    if (into.getZone().isEmpty())
      return false;
  }
  if (!last)
    return true;
  unsigned now = path.size() + 1;
  const DiscreteState &state = side.getState(*last);
  if (lastInvariant != stopped)
    into.constrain(clocks, enlarge(state.invariants[lastInvariant]), now);
  return fix(numObserved, now);
}

bool RunSearch::isPossible() {
  EventTimes events(path.size());
  return constrain(events, std::nullopt) && !events.getZone().isEmpty();
}

bool RunSearch::hasStopped() const {
  return !path.empty() && path.back().invariant == stopped;
}

bool RunSearch::finish(StateId state) {
  unsigned count = side.getState(state).invariants.size();
  for (unsigned i = hasStopped() ? count : 0; i < count + (mayStop ? 1 : 0);
       ++i) {
    lastInvariant = i < count ? i : stopped;
    EventTimes events(path.size() + 1);
    if (!constrain(events, state) || events.getZone().isEmpty())
      continue;
    delays = events.getDelays(side.getModel().getScale() * factor);
    return delays.has_value();
  }
  return false;
}

bool RunSearch::tryEvent(Event event, StateId to, size_t numObserved) {
  // One try per alternative of the invariant that is left. Who has stopped
  // time can only ignore inputs.
  unsigned count = side.getState(event.from).invariants.size();
  unsigned end = count + (mayStop && !event.edge ? 1 : 0);
  for (unsigned i = hasStopped() ? count : 0; i < end; ++i) {
    event.invariant = i < count ? i : stopped;
    path.push_back(event);
    if (isPossible() && search(to, numObserved))
      return true;
    path.pop_back();
  }
  return false;
}

bool RunSearch::search(StateId state, size_t numObserved) {
  if (budget == 0)
    return false;
  --budget;
  if (numObserved == actions.size()) {
    if (finish(state))
      return true;
  } else {
    const ObservedAction &next = actions[numObserved];
    if (next.isIgnored) {
      if (tryEvent({state, nullptr, next.action, 0}, state, numObserved + 1))
        return true;
    } else {
      for (const ZoneEdge &edge : side.getState(state).edges)
        if (edge.action == next.action &&
            tryEvent({state, &edge, next.action, 0}, edge.target,
                     numObserved + 1))
          return true;
    }
  }
  if (silentLeft == 0 || hasStopped())
    return false;
  --silentLeft;
  for (const ZoneEdge &edge : side.getState(state).edges)
    if (edge.kind == EdgeKind::Silent &&
        tryEvent({state, &edge, Alphabet::silent, 0}, edge.target, numObserved))
      return true;
  ++silentLeft;
  return false;
}

std::optional<TimedTrace> RunSearch::run() {
  // A loop of unseen steps must not hide a short run.
  constexpr unsigned maxSilent = 256;
  bool isFound = false;
  for (unsigned limit = 0; !isFound && limit <= maxSilent && budget > 0;
       limit = limit ? 2 * limit : 1) {
    silentLeft = limit;
    isFound = search(side.getModel().getInitial(), 0);
  }
  if (!isFound)
    return std::nullopt;
  TimedTrace trace;
  const Alphabet &alphabet = side.getModel().getAlphabet();
  const System &system = side.getModel().getSystem();
  Rational waited(0);
  for (auto [event, delay] : llvm::zip(path, *delays)) {
    std::optional<Rational> sum = Rational::add(waited, delay);
    if (!sum)
      return std::nullopt;
    waited = *sum;
    TraceStep step;
    step.arguments = alphabet[event.action].arguments;
    if (event.edge) {
      step.transition = event.edge->transition;
      step.label = side.getModel().getTransition(event.edge->transition).label;
    } else {
      step.label = system.lookupLabel(alphabet[event.action].label);
      if (!step.label)
        continue;
    }
    step.delay = waited;
    waited = Rational(0);
    trace.steps.push_back(std::move(step));
  }
  std::optional<Rational> last = Rational::add(waited, delays->back());
  if (!last)
    return std::nullopt;
  trace.finalDelay = *last;
  return trace;
}

std::optional<TimedTrace> tioga::findRun(ConformanceSide &side,
                                         llvm::ArrayRef<ObservedAction> actions,
                                         llvm::ArrayRef<Rational> times,
                                         bool mayStop, size_t maxNodes) {
  int64_t factor = 1;
  for (Rational time : times)
    factor = std::lcm(factor, time.getDenominator());
  llvm::SmallVector<int64_t, 16> whole;
  for (Rational time : times) {
    std::optional<Rational> product = Rational::mul(time, Rational(factor));
    if (!product)
      return std::nullopt;
    whole.push_back(product->getNumerator());
  }
  return RunSearch(side, actions, whole, factor, mayStop, maxNodes).run();
}
