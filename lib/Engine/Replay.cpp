//===- Replay.cpp - Is a trace possible? ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An observation tells when observable steps happen, not when silent ones do.
// All times that matter lie on a grid: all bounds are multiples of 1/L, so a
// run with n silent steps exists if and only if one exists whose silent steps
// happen at multiples of 1/L if all bounds are closed, and of 1/(L(n + 1))
// otherwise (between two multiples of 1/L the n steps have to be ordered, no
// more).
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Interpreter.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <deque>
#include <map>
#include <numeric>
#include <set>

using namespace tioga;

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {

/// Follows a run, one step after the other.
class RunReplay {
public:
  RunReplay(Interpreter &interpreter, const TimedTrace &run)
      : interpreter(interpreter), run(run) {}

  ReplayResult replay();

private:
  bool takeStep(const TraceStep &step);
  bool wait(Rational delay);
  bool accept(Decided<std::optional<State>> next, const llvm::Twine &otherwise);

  Interpreter &interpreter;
  const TimedTrace &run;
  State state;
  ReplayResult result;
};

} // namespace

bool RunReplay::accept(Decided<std::optional<State>> next,
                       const llvm::Twine &otherwise) {
  if (!next) {
    result.answer = AnswerKind::Undecided;
    result.reason = next.getReason().str();
    return false;
  }
  if (!*next) {
    result.answer = AnswerKind::Violated;
    result.reason = otherwise.str();
    return false;
  }
  state = std::move(**next);
  return true;
}

bool RunReplay::wait(Rational delay) {
  return accept(interpreter.wait(state, delay),
                "time may not pass by " + delay.str());
}

bool RunReplay::takeStep(const TraceStep &step) {
  if (!step.transition) {
    result.reason = "the step does not name its transition";
    return false;
  }
  const SystemTransition &transition =
      interpreter.getSystem().getTransitions()[*step.transition];
  if (transition.label != step.label ||
      transition.params.size() != step.arguments.size()) {
    result.answer = AnswerKind::Violated;
    result.reason = "the transition has another label";
    return false;
  }
  return wait(step.delay) &&
         accept(interpreter.fire(state, *step.transition, step.arguments),
                "the transition is not enabled");
}

ReplayResult RunReplay::replay() {
  if (!accept(interpreter.getInitialState(),
              "an invariant does not hold at the beginning"))
    return result;
  for (const TraceStep &step : run.steps) {
    if (!takeStep(step))
      return result;
    result.run.steps.push_back(step);
    ++result.position;
  }
  if (wait(run.finalDelay)) {
    result.run.finalDelay = run.finalDelay;
    result.answer = AnswerKind::Holds;
  }
  return result;
}

ReplayResult tioga::replayRun(Interpreter &interpreter, const TimedTrace &run) {
  return RunReplay(interpreter, run).replay();
}

//===----------------------------------------------------------------------===//
// Observations
//===----------------------------------------------------------------------===//

namespace {

/// A state that was found, and how.
struct Node {
  State state;
  /// Position among the nodes; nothing for the initial state.
  std::optional<size_t> parent;
  TraceStep step;
  /// Time since the last observation, and silent steps since then.
  Rational offset;
  unsigned silent = 0;
};

/// One search with a fixed grid.
class ObservationReplay {
public:
  ObservationReplay(Interpreter &interpreter, const TimedTrace &observation,
                    Rational grid)
      : interpreter(interpreter), system(interpreter.getSystem()),
        observation(observation), grid(grid),
        hasSilent(llvm::any_of(system.getTransitions(),
                               [&](const SystemTransition &transition) {
                                 return system.isSilent(transition);
                               })) {}

  ReplayResult replay();
  /// The most silent steps between two observations of any run looked at.
  unsigned getMaxSilent() const { return maxSilent; }

private:
  /// Closes under silence: what can be the case a delay after `start`.
  std::vector<size_t> passTime(std::vector<size_t> start, Rational delay);
  void expand(size_t index, Rational delay, std::deque<size_t> &work);
  std::vector<size_t> observe(llvm::ArrayRef<size_t> nodes,
                              const TraceStep &step);
  void addSilent(size_t index, const EnabledTransition &choice, Rational delay,
                 std::deque<size_t> &work);
  TimedTrace getRun(size_t index, Rational finalDelay) const;
  ReplayResult conclude(AnswerKind answer, std::string reason);
  template <typename T>
  bool isDecided(const Decided<T> &result) {
    if (!result && problem.empty())
      problem = result.getReason().str();
    return bool(result);
  }

  Interpreter &interpreter;
  const System &system;
  const TimedTrace &observation;
  Rational grid;
  bool hasSilent;
  std::vector<Node> nodes;
  /// States seen since the last observation, with the fewest silent steps.
  std::map<std::pair<Rational, State>, unsigned> seen;
  /// Why a negative answer would not be one.
  std::string problem;
  unsigned maxSilent = 0;
  unsigned position = 0;
  size_t last = 0;
};

} // namespace

TimedTrace ObservationReplay::getRun(size_t index, Rational finalDelay) const {
  TimedTrace run;
  run.finalDelay = finalDelay;
  for (; nodes[index].parent; index = *nodes[index].parent)
    run.steps.push_back(nodes[index].step);
  std::reverse(run.steps.begin(), run.steps.end());
  return run;
}

/// The first multiple of `grid` that is not less than `delay`.
static std::optional<Rational> roundUp(Rational delay, Rational grid) {
  std::optional<Rational> count = Rational::div(delay, grid);
  if (!count)
    return std::nullopt;
  int64_t whole = count->getNumerator() / count->getDenominator();
  if (!count->isInteger())
    ++whole;
  return Rational::mul(Rational(whole), grid);
}

void ObservationReplay::addSilent(size_t index, const EnabledTransition &choice,
                                  Rational delay, std::deque<size_t> &work) {
  Decided<State> next = interpreter.take(nodes[index].state, choice, delay);
  if (!isDecided(next))
    return;
  std::optional<Rational> offset = Rational::add(nodes[index].offset, delay);
  if (!offset)
    return;
  unsigned silent = nodes[index].silent + 1;
  auto [entry, isNew] = seen.insert({{*offset, *next}, silent});
  if (!isNew && entry->second <= silent)
    return;
  entry->second = silent;
  maxSilent = std::max(maxSilent, silent);
  TraceStep step = {delay, system.getTransitions()[choice.transition].label,
                    choice.arguments, choice.transition};
  nodes.push_back({*next, index, step, *offset, silent});
  work.push_back(nodes.size() - 1);
}

void ObservationReplay::expand(size_t index, Rational remaining,
                               std::deque<size_t> &work) {
  if (!hasSilent)
    return;
  Decided<StateOptions> options = interpreter.getOptions(nodes[index].state);
  if (!isDecided(options))
    return;
  for (unsigned transition : options->needValues)
    if (system.isSilent(system.getTransitions()[transition]) && problem.empty())
      problem = "a silent transition has too many arguments to try";
  for (const EnabledTransition &choice : options->enabled) {
    if (!system.isSilent(system.getTransitions()[choice.transition]))
      continue;
    DelaySet window = choice.delays.intersect({Rational(), remaining});
    if (window.isEmpty())
      continue;
    if (nodes[index].silent == interpreter.getLimits().maxSilentSteps) {
      if (problem.empty())
        problem = "the limit of silent steps was reached";
      return;
    }
    for (const DelayInterval &interval : window.getIntervals())
      for (std::optional<Rational> delay = roundUp(interval.low, grid);
           delay && *delay <= *interval.high;
           delay = Rational::add(*delay, grid)) {
        if (interval.contains(*delay))
          addSilent(index, choice, *delay, work);
        if (nodes.size() > interpreter.getLimits().maxReplayStates) {
          problem = "the limit of states was reached";
          return;
        }
      }
  }
}

std::vector<size_t> ObservationReplay::passTime(std::vector<size_t> start,
                                                Rational delay) {
  seen.clear();
  for (size_t index : start) {
    nodes[index].offset = Rational();
    nodes[index].silent = 0;
  }
  std::deque<size_t> work(start.begin(), start.end());
  std::vector<size_t> result;
  std::set<State> reached;
  while (!work.empty()) {
    size_t index = work.front();
    work.pop_front();
    std::optional<Rational> remaining =
        Rational::sub(delay, nodes[index].offset);
    if (!remaining)
      continue;
    Decided<std::optional<State>> later =
        interpreter.wait(nodes[index].state, *remaining);
    bool isNew = isDecided(later) && *later;
    // One state has one future where nothing happens unseen.
    if (isNew && (hasSilent || start.size() > 1))
      isNew = reached.insert(**later).second;
    if (isNew) {
      // A node of its own: the run waits, then something is observed.
      nodes.push_back({std::move(**later), index, TraceStep(), delay, 0});
      result.push_back(nodes.size() - 1);
    }
    if (nodes.size() > interpreter.getLimits().maxReplayStates) {
      problem = "the limit of states was reached";
      return result;
    }
    expand(index, *remaining, work);
  }
  return result;
}

std::vector<size_t> ObservationReplay::observe(llvm::ArrayRef<size_t> indices,
                                               const TraceStep &observed) {
  std::vector<size_t> result;
  std::set<State> reached;
  for (size_t index : indices) {
    size_t before = *nodes[index].parent;
    std::optional<Rational> delay =
        Rational::sub(nodes[index].offset, nodes[before].offset);
    State state = nodes[index].state;
    for (auto [number, transition] : llvm::enumerate(system.getTransitions())) {
      if (transition.label != observed.label ||
          transition.params.size() != observed.arguments.size())
        continue;
      Decided<std::optional<State>> next =
          interpreter.fire(state, number, observed.arguments);
      if (!isDecided(next) || !*next || !delay ||
          !reached.insert(**next).second)
        continue;
      TraceStep step = {*delay, observed.label, observed.arguments,
                        unsigned(number)};
      nodes.push_back({**next, before, step, Rational(), 0});
      result.push_back(nodes.size() - 1);
    }
  }
  return result;
}

ReplayResult ObservationReplay::conclude(AnswerKind answer,
                                         std::string reason) {
  ReplayResult result;
  result.position = position;
  result.answer = answer;
  result.reason = std::move(reason);
  if (answer == AnswerKind::Violated && !problem.empty()) {
    result.answer = AnswerKind::Undecided;
    result.reason = problem;
  }
  if (!nodes.empty())
    result.run = getRun(last, Rational());
  return result;
}

ReplayResult ObservationReplay::replay() {
  Decided<std::optional<State>> initial = interpreter.getInitialState();
  if (!isDecided(initial))
    return conclude(AnswerKind::Undecided, problem);
  if (!*initial)
    return conclude(AnswerKind::Violated,
                    "an invariant does not hold at the beginning");
  nodes.push_back({**initial, std::nullopt, TraceStep(), Rational(), 0});
  std::vector<size_t> now = {0};
  for (const TraceStep &step : observation.steps) {
    last = now.front();
    std::vector<size_t> later = passTime(now, step.delay);
    if (later.empty())
      return conclude(AnswerKind::Violated,
                      "time may not pass by " + step.delay.str());
    now = observe(later, step);
    if (now.empty())
      return conclude(AnswerKind::Violated,
                      step.label
                          ? "'" + system.getLabels()[*step.label].getText() +
                                "' is not possible then"
                          : "an observation has no silent steps");
    ++position;
  }
  last = now.front();
  std::vector<size_t> end = passTime(now, observation.finalDelay);
  if (end.empty())
    return conclude(AnswerKind::Violated,
                    "time may not pass by " + observation.finalDelay.str());
  size_t before = *nodes[end.front()].parent;
  ReplayResult result = conclude(AnswerKind::Holds, "");
  if (auto delay = Rational::sub(observation.finalDelay, nodes[before].offset))
    result.run = getRun(before, *delay);
  return result;
}

/// Whether a condition has a strict bound on clocks, or one that cannot be
/// told.
static bool hasStrictBounds(const SystemCondition &condition) {
  return !condition.mixed.empty() ||
         llvm::any_of(condition.clocks,
                      [](const ClockBound &bound) { return bound.strict; });
}

static bool hasStrictBounds(const System &system) {
  return llvm::any_of(system.getTransitions(),
                      [](const SystemTransition &transition) {
                        return hasStrictBounds(transition.guard);
                      }) ||
         llvm::any_of(system.getInvariants(),
                      [](const SystemInvariant &invariant) {
                        return hasStrictBounds(invariant.condition);
                      });
}

/// The least common denominator of the bounds of the system and the delays of
/// an observation. Nothing if it leaves 64 bits.
static std::optional<int64_t> getDenominator(const System &system,
                                             const TimedTrace &trace) {
  int64_t result = system.getScale();
  auto extend = [&](Rational delay) {
    int64_t factor =
        delay.getDenominator() / std::gcd(delay.getDenominator(), result);
    return !llvm::MulOverflow(result, factor, result);
  };
  for (const TraceStep &step : trace.steps)
    if (!extend(step.delay))
      return std::nullopt;
  return extend(trace.finalDelay) ? std::optional<int64_t>(result)
                                  : std::nullopt;
}

ReplayResult tioga::replayObservation(Interpreter &interpreter,
                                      const TimedTrace &observation) {
  const System &system = interpreter.getSystem();
  std::optional<int64_t> denominator = getDenominator(system, observation);
  ReplayResult result;
  result.reason = "the delays have no common denominator in 64 bits";
  if (!denominator)
    return result;
  // A coarse grid finds most runs. Only if it does not, and if strict bounds
  // could need more, it is refined until it suffices for all silent steps.
  bool isStrict = hasStrictBounds(system);
  int64_t parts = isStrict ? 2 : 1;
  while (true) {
    std::optional<Rational> grid = Rational::get(1, *denominator * parts);
    if (!grid)
      return result;
    ObservationReplay replay(interpreter, observation, *grid);
    result = replay.replay();
    int64_t needed =
        int64_t(replay.getMaxSilent()) * int64_t(observation.steps.size() + 1) +
        1;
    if (result.answer != AnswerKind::Violated || !isStrict || parts >= needed)
      return result;
    parts = needed;
  }
}
