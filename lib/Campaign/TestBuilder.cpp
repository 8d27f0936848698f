//===- TestBuilder.cpp - From violations to tests ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/TestBuilder.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// getPath
//===----------------------------------------------------------------------===//

/// Multiplies all constants of a zone. Nothing on overflow.
static std::optional<Zone> scaleZone(const Zone &zone, int64_t factor) {
  if (factor == 1)
    return zone;
  std::vector<Constraint> constraints;
  for (ClockIndex x = 0; x < zone.getDimension(); ++x)
    for (ClockIndex y = 0; y < zone.getDimension(); ++y) {
      Bound bound = zone.at(x, y);
      if (x == y || bound.isInfinite())
        continue;
      int64_t value = int64_t(bound.getValue()) * factor;
      constraints.push_back(
          {x, y,
           bound.isStrict() ? Bound::lessThan(value) : Bound::atMost(value)});
    }
  Zone scaled = Zone::fromConstraints(zone.getDimension(), constraints);
  if (scaled.hasOverflowed() || scaled.isEmpty())
    return std::nullopt;
  return scaled;
}

/// The elements that the observable steps of a run exercise.
static std::vector<std::string> getOrigins(const TimedTrace &run,
                                           const System &spec) {
  std::vector<std::string> origins;
  for (const TraceStep &step : run.steps) {
    if (!step.label || !spec.getLabels()[*step.label].isObservable())
      continue;
    std::string origin;
    if (step.transition && *step.transition < spec.getTransitions().size())
      for (llvm::StringRef each :
           spec.getTransitions()[*step.transition].origin)
        origin += (origin.empty() ? "" : ",") + each.str();
    origins.push_back(std::move(origin));
  }
  return origins;
}

std::optional<TestPath> tioga::getPath(const Violation &violation,
                                       const System &spec, int64_t scale) {
  TestPath path;
  std::vector<std::string> origins = getOrigins(violation.specRun, spec);
  size_t index = 0;
  for (const TraceStep &step : violation.observation.steps) {
    if (!step.label) {
      path.steps.push_back({0, {}, "", /*isQuiescence=*/true});
      continue;
    }
    path.steps.push_back({*step.label, step.arguments,
                          index < origins.size() ? origins[index] : ""});
    ++index;
  }
  if (!spec.isDense()) {
    path.times = Zone::universe(path.steps.size() + 2);
    path.hasOffence = true;
    return path;
  }
  if (violation.eventTimes.getDimension() != path.steps.size() + 2 ||
      violation.eventTimes.isEmpty() || scale % violation.timeScale != 0)
    return std::nullopt;
  std::optional<Zone> times =
      scaleZone(violation.eventTimes, scale / violation.timeScale);
  if (!times)
    return std::nullopt;
  path.times = std::move(*times);
  path.hasOffence = true;
  return path;
}

//===----------------------------------------------------------------------===//
// buildTest
//===----------------------------------------------------------------------===//

/// No test looks further: the greatest constant of the path and the wait.
static int64_t getHorizon(const TestPath &path, TrackedSystem &spec,
                          const TestBuilderOptions &options) {
  int64_t horizon = 0;
  for (ClockIndex x = 0; x < path.times.getDimension(); ++x)
    for (ClockIndex y = 0; y < path.times.getDimension(); ++y)
      if (Bound bound = path.times.at(x, y); bound.isFinite())
        horizon = std::max<int64_t>(horizon, std::abs(bound.getValue()));
  return horizon + options.maxWait * spec.model.getScale() + 1;
}

namespace {

class Builder {
public:
  Builder(const TestPath &path, const TestModel &model, TrackedSystem *mutant,
          const TestBuilderOptions &options)
      : path(path), system(model.system), spec(model.spec),
        environment(model.environment), mutant(mutant), options(options),
        times(path.times),
        specStates(spec, getTrackerOptions(/*ignoresInputs=*/false)) {
    if (environment) {
      Tracker::Options observed = getTrackerOptions(/*ignoresInputs=*/false);
      // What the environment does not wait for, it does not see.
      observed.silenceAfterTimelock = false;
      environmentStates.emplace(*environment, observed);
    }
    if (mutant)
      mutantStates.emplace(*mutant, getTrackerOptions(/*ignoresInputs=*/true));
  }

  std::optional<TimedTest> build();

private:
  Tracker::Options getTrackerOptions(bool ignoresInputs) const {
    Tracker::Options result;
    result.numObserverClocks = path.steps.size() + 1;
    result.ignoresInputs = ignoresInputs;
    result.silenceAfterTimelock = true;
    result.horizon = getHorizon(path, spec, options);
    return result;
  }
  bool isLast() const { return position == path.steps.size(); }
  unsigned getDimension() const { return position + 2; }

  void buildState();
  void avoidOutputs();
  void keepToEnvironment();
  void addRefused();
  Zone getWindow() const;
  void addOutputs(const Zone &window, bool isExpected);
  void addDeadline(const Federation &within);
  void addLateness(const Zone &window, bool isExpected);
  void addEnd();
  Federation getWaited(const Zone &window, int64_t wait) const;
  void advance(const Zone &window);

  /// Sets of the observer's clocks that have been reset so far.
  Federation trim(const Federation &set) const;
  Federation getMutantPresent() const {
    return mutant ? trim(mutantStates->getPresent())
                  : Federation(getDimension());
  }
  Federation getMutantEnabled(unsigned label, llvm::ArrayRef<Value> arguments);
  /// When silence is no fault: the specification allows it, or the environment
  /// does not wait.
  Federation getSilence() const;
  /// When the environment waits.
  Federation getWatched() const {
    return environment ? trim(environmentStates->getPresent())
                       : Federation(Zone::universe(getDimension()));
  }
  /// When the environment sends an input or takes an output.
  Federation getTaken(unsigned label, llvm::ArrayRef<Value> arguments);
  TestCondition describe(Federation set) const;
  void addMove(test::MoveKind kind, std::optional<unsigned> label,
               llvm::ArrayRef<Value> arguments, const Federation &guard,
               unsigned target);
  void addElapse(Federation guard, test::Verdict verdict,
                 llvm::StringRef reason);
  unsigned getVerdict(test::Verdict verdict, llvm::StringRef reason);
  TimedState &getState() { return test.states[position]; }

  const TestPath &path;
  const System &system;
  TrackedSystem &spec;
  TrackedSystem *environment, *mutant;
  const TestBuilderOptions &options;
  /// The times of the path, narrower where outputs are avoided.
  Zone times;
  Tracker specStates;
  std::optional<Tracker> environmentStates, mutantStates;
  TimedTest test;
  /// Steps made so far; also the position of the current state.
  unsigned position = 0;
  /// What the test knows about its clocks in the current state.
  Zone context;
};

} // namespace

Federation Builder::trim(const Federation &set) const {
  llvm::SmallVector<ClockIndex, 16> sources;
  for (ClockIndex clock = 1; clock < getDimension(); ++clock)
    sources.push_back(clock);
  return set.gather(sources);
}

TestCondition Builder::describe(Federation set) const {
  set.intersect(context);
  if (set.size() > 1)
    set.reduce();
  TestCondition condition;
  for (const Zone &zone : set) {
    condition.push_back(describeWithin(zone, context));
    if (condition.back().empty())
      return {{}};
  }
  return condition;
}

/// The states with verdicts follow those of the path.
unsigned Builder::getVerdict(test::Verdict verdict, llvm::StringRef reason) {
  unsigned count = 1;
  for (unsigned i = path.steps.size() + 1; i < test.states.size(); ++i) {
    if (test.states[i].verdict != verdict)
      continue;
    if (test.states[i].reason == reason)
      return i;
    ++count;
  }
  TimedState state;
  state.name = test::stringifyVerdict(verdict).str();
  if (count > 1)
    state.name += std::to_string(count);
  state.verdict = verdict;
  state.reason = reason.str();
  test.states.push_back(std::move(state));
  return test.states.size() - 1;
}

void Builder::addMove(test::MoveKind kind, std::optional<unsigned> label,
                      llvm::ArrayRef<Value> arguments, const Federation &guard,
                      unsigned target) {
  TestCondition condition = describe(guard);
  if (condition.empty())
    return;
  TimedMove move;
  move.kind = kind;
  move.label = label;
  move.arguments = arguments.vec();
  move.guard = std::move(condition);
  move.target = target;
  if (target == position + 1 && !isLast()) {
    move.resets.push_back(position + 2);
    move.origin = path.steps[position].origin;
  }
  getState().moves.push_back(std::move(move));
}

void Builder::addElapse(Federation guard, test::Verdict verdict,
                        llvm::StringRef reason) {
  guard.intersect(context);
  if (!guard.isEmpty())
    addMove(test::MoveKind::Elapse, std::nullopt, {}, guard,
            getVerdict(verdict, reason));
}

Federation Builder::getMutantEnabled(unsigned label,
                                     llvm::ArrayRef<Value> arguments) {
  if (!mutant)
    return Federation(getDimension());
  return trim(mutantStates->getEnabled(mutant->getAction(label, arguments)));
}

/// An action that the environment never mentions is nobody's to refuse.
static bool isMentioned(unsigned label, const System &environment) {
  return llvm::any_of(environment.getTransitions(),
                      [&](const SystemTransition &transition) {
                        return transition.label == label;
                      });
}

Federation Builder::getTaken(unsigned label, llvm::ArrayRef<Value> arguments) {
  if (!environment || !isMentioned(label, environment->model.getSystem()))
    return getWatched();
  return trim(
      environmentStates->getEnabled(environment->getAction(label, arguments)));
}

Federation Builder::getSilence() const {
  Federation silence = trim(specStates.getPresent());
  if (!environment)
    return silence;
  Federation unwatched(context);
  unwatched.subtract(getWatched());
  silence.unite(unwatched);
  return silence;
}

/// When the next event may happen, by the times seen so far.
Zone Builder::getWindow() const {
  Zone window = Zone::universe(getDimension());
  unsigned next = position + 1;
  for (unsigned event = 0; event <= position; ++event) {
    // Clock event + 1 shows the time since that event.
    window.constrain(event + 1, 0, times.at(next, event));
    window.constrain(0, event + 1, times.at(event, next));
  }
  return window;
}

/// Narrows the times of the path such that the next input falls into a moment
/// at which the specification has no output, if there is one.
void Builder::avoidOutputs() {
  Federation quiet(getWindow());
  quiet.intersect(context);
  bool isMixed = false;
  for (const Tracker::Enabled &output : specStates.getOutputs()) {
    Federation when = trim(output.when);
    isMixed |= !quiet.isDisjoint(when);
    quiet.subtract(when);
  }
  if (!isMixed || quiet.isEmpty())
    return;
  unsigned next = position + 1;
  for (const Zone &zone : quiet) {
    Zone narrower = times;
    if (constrainTimes(narrower, zone, next)) {
      times = std::move(narrower);
      return;
    }
  }
}

/// Narrows the times of the path to those at which the environment sends the
/// next input.
void Builder::keepToEnvironment() {
  const TestPath::Step &step = path.steps[position];
  Federation window(getWindow());
  window.intersect(context);
  Federation sent = getTaken(step.label, step.arguments);
  if (sent.includes(window))
    return;
  window.intersect(sent);
  for (const Zone &zone : window) {
    Zone narrower = times;
    if (!constrainTimes(narrower, zone, position + 1))
      continue;
    times = std::move(narrower);
    return;
  }
  times = Zone::empty(times.getDimension());
}

static constexpr llvm::StringLiteral refuted =
    "the mutant could not have done this";
static constexpr llvm::StringLiteral notShown = "as specified";
static constexpr llvm::StringLiteral left = "another output than planned";
static constexpr llvm::StringLiteral tooLate =
    "the time for the next step is over";
static constexpr llvm::StringLiteral refused =
    "the environment would not have let this happen";
static constexpr llvm::StringLiteral silent = "nothing happened";
static constexpr llvm::StringLiteral late =
    "longer silence than the specification allows";

/// What happens on outputs that the specification allows.
void Builder::addOutputs(const Zone &window, bool isExpected) {
  for (const Tracker::Enabled &output : specStates.getOutputs()) {
    const Alphabet::Action &action = spec.alphabet[output.action];
    unsigned label = *system.lookupLabel(action.label);
    Federation allowed = trim(output.when);
    allowed.intersect(getTaken(label, action.arguments));
    if (isLast()) {
      addMove(test::MoveKind::Expect, label, action.arguments, allowed,
              getVerdict(test::Verdict::Pass, notShown));
      continue;
    }
    const TestPath::Step &step = path.steps[position];
    if (isExpected && label == step.label && action.arguments == step.arguments)
      allowed.subtract(window);
    Federation possible = allowed;
    possible.intersect(getMutantEnabled(label, action.arguments));
    Federation impossible = allowed;
    impossible.subtract(possible);
    // Without a mutant there is nothing to refute.
    if (!mutant)
      std::swap(possible, impossible);
    possible.intersect(context);
    impossible.intersect(context);
    if (!possible.isEmpty())
      addMove(test::MoveKind::Expect, label, action.arguments, possible,
              getVerdict(test::Verdict::Inconclusive, left));
    if (!impossible.isEmpty())
      addMove(test::MoveKind::Expect, label, action.arguments, impossible,
              getVerdict(test::Verdict::Pass, refuted));
  }
}

/// What happens on outputs that the environment does not take, and when it does
/// not wait any longer.
void Builder::addRefused() {
  if (!environment)
    return;
  std::vector<std::pair<unsigned, std::vector<Value>>> outputs;
  for (auto [index, label] : llvm::enumerate(system.getLabels()))
    if (label.kind == LabelKind::Output && label.params.empty())
      outputs.push_back({unsigned(index), {}});
  // Those with arguments, as far as somebody has them.
  for (Tracker *states : {&specStates, mutant ? &*mutantStates : nullptr}) {
    if (!states)
      continue;
    for (const Tracker::Enabled &output : states->getOutputs()) {
      const Alphabet::Action &action =
          (states == &specStates ? spec : *mutant).alphabet[output.action];
      std::pair<unsigned, std::vector<Value>> known = {
          *system.lookupLabel(action.label), action.arguments};
      if (!llvm::is_contained(outputs, known))
        outputs.push_back(std::move(known));
    }
  }
  for (auto &[label, arguments] : outputs) {
    Federation ignored(context);
    ignored.subtract(getTaken(label, arguments));
    if (!ignored.isEmpty())
      addMove(test::MoveKind::Expect, label, arguments, ignored,
              getVerdict(test::Verdict::Inconclusive, refused));
  }
  Federation unwatched(context);
  unwatched.subtract(getWatched());
  addElapse(std::move(unwatched), test::Verdict::Inconclusive, refused);
}

/// Silence is allowed for as long as the specification allows it. `within` is
/// when the test still waits.
void Builder::addDeadline(const Federation &within) {
  Federation silence = getSilence();
  if (silence.includes(within))
    return;
  getState().deadline = describe(silence);
  getState().otherwise = getVerdict(test::Verdict::Fail, late);
}

/// The window without its beginning: from entering the state to its end.
static Zone getOpening(const Zone &window) {
  Zone opening = window;
  opening.down();
  return opening;
}

/// When so much time has passed since the window opened.
Federation Builder::getWaited(const Zone &window, int64_t wait) const {
  Federation waited(context);
  for (ClockIndex clock = 1; clock < getDimension(); ++clock)
    waited.constrain(
        Constraint::atLeast(clock, window.getInfimum(clock).value + wait));
  return waited;
}

/// What happens when the time of the next step passes without it.
void Builder::addLateness(const Zone &window, bool isExpected) {
  Federation before(getOpening(window));
  before.intersect(context);
  Federation present = trim(specStates.getPresent());
  present.intersect(getWatched());
  Federation over(context);
  over.subtract(before);
  if (!over.isEmpty()) {
    // Beyond what the specification allows, the deadline decides.
    over.intersect(present);
    Federation gone = over;
    gone.subtract(getMutantPresent());
    if (mutant && isExpected && gone.includes(over))
      addElapse(over, test::Verdict::Pass, refuted);
    else
      addElapse(over, test::Verdict::Inconclusive, tooLate);
  }
  if (isExpected) {
    // There may be no end of the window, by the times so far.
    Federation waited = getWaited(window, options.maxWait * test.scale);
    waited.intersect(present);
    waited.subtract(over);
    addElapse(waited, test::Verdict::Inconclusive, silent);
  }
  addDeadline(isExpected ? Federation(context) : before);
}

/// How the test ends if nothing more happens.
void Builder::addEnd() {
  addOutputs(Zone(), false);
  Federation present = trim(specStates.getPresent());
  present.intersect(getWatched());
  addDeadline(Federation(context));
  // Which of these ends a run depends on the times so far; each is for what
  // those before leave open.
  Federation ended(getDimension());
  auto end = [&](Federation when, llvm::StringRef reason) {
    when.intersect(present);
    when.subtract(ended);
    addElapse(when, test::Verdict::Pass, reason);
    ended.unite(when);
  };
  if (mutant) {
    Federation gone(context);
    gone.subtract(getMutantPresent());
    end(std::move(gone), refuted);
  }
  // Without an offence to wait for, the path was the purpose.
  Zone window = Zone::universe(getDimension());
  int64_t wait = 0;
  if (path.hasOffence) {
    window = getWindow();
    wait = options.maxWait * test.scale;
    Federation over(context);
    over.subtract(getOpening(window));
    end(std::move(over), notShown);
  }
  end(getWaited(window, wait), notShown);
}

/// Makes the next step of the path.
void Builder::advance(const Zone &window) {
  const TestPath::Step &step = path.steps[position];
  ClockIndex clock = position + 2;
  llvm::SmallVector<Constraint, 16> constraints;
  Zone within = window;
  within.intersect(context);
  for (const Constraint &constraint : within.getMinimalConstraints())
    constraints.push_back(constraint);
  specStates.restrict(constraints);
  specStates.step(spec.getAction(step.label, step.arguments), {clock});
  if (environment) {
    environmentStates->restrict(constraints);
    if (isMentioned(step.label, environment->model.getSystem()))
      environmentStates->step(
          environment->getAction(step.label, step.arguments), {clock});
    else
      environmentStates->reset({clock});
  }
  if (mutant) {
    mutantStates->restrict(constraints);
    mutantStates->step(mutant->getAction(step.label, step.arguments), {clock});
  }
  // The new clock is zero now.
  llvm::SmallVector<ClockIndex, 16> sources;
  for (ClockIndex old = 1; old < getDimension(); ++old)
    sources.push_back(old);
  sources.push_back(0);
  context = within.gather(sources);
  context.up();
  ++position;
}

void Builder::buildState() {
  specStates.close();
  if (environment)
    environmentStates->close();
  if (mutant)
    mutantStates->close();
  if (isLast()) {
    addEnd();
    addRefused();
    return;
  }
  const TestPath::Step &step = path.steps[position];
  bool isExpected = system.getLabels()[step.label].kind == LabelKind::Output;
  if (!isExpected && environment)
    keepToEnvironment();
  if (!isExpected && !times.isEmpty())
    avoidOutputs();
  if (times.isEmpty())
    return;
  Zone window = getWindow();
  Zone within = window;
  if (!within.intersect(context))
    return;
  addMove(isExpected ? test::MoveKind::Expect : test::MoveKind::Send,
          step.label, step.arguments, Federation(within), position + 1);
  addOutputs(window, isExpected);
  addLateness(within, isExpected);
  addRefused();
  advance(window);
}

std::optional<TimedTest> Builder::build() {
  test.scale = spec.model.getScale();
  test.numClocks = path.steps.size() + 1;
  test.length = path.steps.size();
  for (unsigned i = 0; i <= path.steps.size(); ++i) {
    test.states.emplace_back();
    test.states.back().name = "s" + std::to_string(i);
  }
  context = Zone::zero(2);
  context.up();
  for (unsigned i = 0; i <= path.steps.size(); ++i) {
    buildState();
    if (specStates.hasFailed() || (mutant && mutantStates->hasFailed()) ||
        (environment && environmentStates->hasFailed()) ||
        specStates.isEmpty() || times.isEmpty())
      return std::nullopt;
  }
  test.shareClocks();
  return std::move(test);
}

std::optional<TimedTest> tioga::buildTest(const TestPath &path,
                                          const TestModel &model,
                                          TrackedSystem *mutant,
                                          const TestBuilderOptions &options) {
  return Builder(path, model, mutant, options).build();
}
