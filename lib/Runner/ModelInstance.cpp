//===- ModelInstance.cpp - A model as a system under test -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/ModelInstance.h"

using namespace tioga;

/// Internal steps without an output and without time, after which an instance
/// counts as stuck: a model that never ends such steps cannot be executed.
static constexpr unsigned maxInternalSteps = 10'000;

static InterpreterLimits getLimits() {
  InterpreterLimits limits;
  limits.maxSilentSteps = maxInternalSteps;
  return limits;
}

ModelInstance::ModelInstance(const System &system, ModelPolicy policy,
                             uint64_t seed, std::vector<unsigned> preferred)
    : interpreter(system, getLimits()), order(std::move(preferred)),
      placeInOrder(system.getTransitions().size()), policy(policy), seed(seed),
      random(seed) {
  std::vector<bool> isListed(system.getTransitions().size());
  for (unsigned transition : order)
    isListed[transition] = true;
  for (unsigned i = 0; i < isListed.size(); ++i)
    if (!isListed[i])
      order.push_back(i);
  for (auto [place, transition] : llvm::enumerate(order))
    placeInOrder[transition] = place;
  hasSilent = llvm::any_of(system.getTransitions(),
                           [&](const SystemTransition &transition) {
                             return system.isSilent(transition);
                           });
}

bool ModelInstance::reset() {
  Decided<std::optional<State>> initial = interpreter.getInitialState();
  random.seed(seed);
  plan.reset();
  problem.clear();
  observation = TimedTrace();
  hasOtherRuns = hasSilent;
  if (!isDecided(initial))
    return false;
  // A model whose first state is forbidden does nothing at all.
  stuck = !*initial;
  if (!stuck)
    state = std::move(**initial);
  return true;
}

bool ModelInstance::hasChoice(unsigned transition,
                              llvm::ArrayRef<Value> arguments,
                              const State &next) {
  llvm::ArrayRef<SystemTransition> transitions = getSystem().getTransitions();
  for (unsigned i = 0; i < transitions.size(); ++i) {
    if (i == transition ||
        transitions[i].label != transitions[transition].label)
      continue;
    Decided<std::optional<State>> other = interpreter.fire(state, i, arguments);
    // What is not known may be another state.
    if (!other || (*other && !(**other == next)))
      return true;
  }
  return false;
}

void ModelInstance::step(unsigned transition, llvm::ArrayRef<Value> arguments,
                         State next) {
  hasOtherRuns = hasOtherRuns || hasChoice(transition, arguments, next);
  observation.steps.push_back({observation.finalDelay,
                               getSystem().getTransitions()[transition].label,
                               arguments.vec(), std::nullopt});
  observation.finalDelay = Rational();
  state = std::move(next);
  plan.reset();
}

std::optional<bool> ModelInstance::takeInput(const Message &message) {
  std::vector<State> starts{state};
  if (!getSystem().isDense())
    starts = getReachable();
  for (State &from : starts)
    for (unsigned i : order) {
      if (getSystem().getTransitions()[i].label != message.label)
        continue;
      Decided<std::optional<State>> next =
          interpreter.fire(from, i, message.arguments);
      if (!isDecided(next))
        return std::nullopt;
      if (!*next)
        continue;
      state = std::move(from);
      step(i, message.arguments, std::move(**next));
      return true;
    }
  return false;
}

std::optional<bool> ModelInstance::changeRun(const Message &message) {
  TimedTrace wanted = observation;
  wanted.steps.push_back(
      {observation.finalDelay, message.label, message.arguments, std::nullopt});
  wanted.finalDelay = Rational();
  ReplayResult replayed = replayObservation(interpreter, wanted);
  if (replayed.answer == AnswerKind::Undecided) {
    problem =
        "whether an input is ignored could not be decided: " + replayed.reason;
    return std::nullopt;
  }
  if (replayed.answer == AnswerKind::Violated)
    return false;
  Decided<std::optional<State>> other = interpreter.getInitialState();
  for (const TraceStep &each : replayed.run.steps) {
    if (isDecided(other) && *other)
      other = interpreter.wait(**other, each.delay);
    if (isDecided(other) && *other)
      other = interpreter.fire(**other, *each.transition, each.arguments);
  }
  if (!isDecided(other) || !*other)
    return std::nullopt;
  state = std::move(**other);
  observation = std::move(wanted);
  plan.reset();
  stuck = false;
  return true;
}

bool ModelInstance::input(const Message &message) {
  std::optional<bool> isTaken = false;
  if (!stuck)
    isTaken = takeInput(message);
  if (isTaken && !*isTaken && hasOtherRuns)
    isTaken = changeRun(message);
  return isTaken.value_or(false);
}

//===----------------------------------------------------------------------===//
// Without time
//===----------------------------------------------------------------------===//

/// Changes one argument of what is known to be worth a try: a guard may leave
/// it open.
static void addRandomArguments(const SystemTransition &transition,
                               std::mt19937_64 &random,
                               std::vector<std::vector<Value>> &tried) {
  constexpr unsigned numVariants = 8;
  size_t numKnown = tried.size();
  for (unsigned i = 0; i < numVariants && numKnown; ++i)
    for (auto [position, param] : llvm::enumerate(transition.params)) {
      auto range = mlir::dyn_cast<RangeType>(param.type);
      if (!range)
        continue;
      uint64_t span = uint64_t(range.getHigh()) - uint64_t(range.getLow());
      tried.push_back(tried[random() % numKnown]);
      tried.back()[position] = Value::getInt(
          range.getLow() +
          int64_t(span == UINT64_MAX ? random() : random() % (span + 1)));
    }
}

bool ModelInstance::addSteps(const State &from, bool isSilent,
                             std::vector<EnabledTransition> &steps) {
  auto isWanted = [&](unsigned index) {
    const SystemTransition &transition = getSystem().getTransitions()[index];
    if (getSystem().isSilent(transition))
      return isSilent;
    return !isSilent &&
           getSystem().getLabels()[*transition.label].kind == LabelKind::Output;
  };
  Decided<StateOptions> options = interpreter.getOptions(from);
  if (!isDecided(options))
    return false;
  for (EnabledTransition &each : options->enabled)
    if (isWanted(each.transition))
      steps.push_back(std::move(each));
  for (unsigned index : options->needValues) {
    if (!isWanted(index))
      continue;
    std::vector<std::vector<Value>> tried =
        interpreter.getSuggestions(from, index);
    if (policy == ModelPolicy::Random)
      addRandomArguments(getSystem().getTransitions()[index], random, tried);
    for (std::vector<Value> &arguments : tried) {
      Decided<DelaySet> delays = interpreter.getDelays(from, index, arguments);
      if (!isDecided(delays))
        return false;
      if (delays->contains(0))
        steps.push_back({index, std::move(arguments), std::move(*delays)});
    }
  }
  llvm::stable_sort(
      steps, [&](const EnabledTransition &a, const EnabledTransition &b) {
        return placeInOrder[a.transition] < placeInOrder[b.transition];
      });
  return true;
}

std::vector<State> ModelInstance::getReachable() {
  // Far more than a model that can be tested has.
  constexpr size_t maxStates = 1000;
  std::vector<State> states{state};
  for (size_t i = 0; i < states.size() && states.size() < maxStates; ++i) {
    std::vector<EnabledTransition> steps;
    // A copy: states move when they grow.
    State from = states[i];
    if (!addSteps(from, /*isSilent=*/true, steps))
      return {};
    for (const EnabledTransition &step : steps) {
      Decided<State> next = interpreter.take(from, step, Rational());
      if (!isDecided(next))
        return {};
      if (!llvm::is_contained(states, *next))
        states.push_back(std::move(*next));
    }
  }
  return states;
}

bool ModelInstance::intendUntimed() {
  std::vector<Intention> possible, quiet;
  for (const State &from : getReachable()) {
    std::vector<EnabledTransition> steps, silent;
    if (!addSteps(from, /*isSilent=*/false, steps) ||
        !addSteps(from, /*isSilent=*/true, silent))
      return false;
    if (steps.empty() && silent.empty() && !(from == state))
      quiet.push_back({{}, Rational(1), from, /*isSilent=*/true});
    for (EnabledTransition &step : steps)
      possible.push_back({std::move(step), Rational(1), from});
    if (!possible.empty() && policy != ModelPolicy::Random)
      break;
  }
  if (!problem.empty())
    return false;
  if (possible.empty() || policy == ModelPolicy::Random)
    llvm::append_range(possible, quiet);
  if (!possible.empty())
    plan = std::move(
        possible[policy == ModelPolicy::Random ? random() % possible.size()
                                               : 0]);
  return true;
}

/// Close to an end that does not belong to the window: a thousandth of a time
/// unit, or wherever there is room.
static std::optional<Rational> approach(const DelayInterval &window,
                                        Rational end, int direction) {
  std::optional<Rational> step = Rational::get(direction, 1000);
  std::optional<Rational> near = Rational::add(end, *step);
  return near && window.contains(*near) ? near : window.getSample();
}

std::optional<Rational> ModelInstance::pick(const DelayInterval &window,
                                            const DelayInterval &waiting) {
  if (policy == ModelPolicy::Lazy) {
    if (!waiting.high || window.high != waiting.high ||
        window.highOpen != waiting.highOpen)
      return std::nullopt;
    return window.highOpen ? approach(window, *window.high, -1) : window.high;
  }
  std::optional<Rational> low = window.lowOpen ? approach(window, window.low, 1)
                                               : std::optional(window.low);
  if (low && !window.high && policy == ModelPolicy::Random) {
    // Any time may pass; some will do.
    constexpr int64_t longest = 8;
    return random() % 2
               ? low
               : Rational::add(*low, int64_t(random() % (longest + 1)));
  }
  if (!low || policy == ModelPolicy::Earliest || !window.high)
    return low;
  std::optional<Rational> high =
      window.highOpen ? approach(window, *window.high, -1) : window.high;
  if (!high || policy == ModelPolicy::Latest)
    return high;
  // Faults are often at the ends.
  if (policy == ModelPolicy::Random && random() % 2)
    return random() % 2 ? low : high;
  std::optional<Rational> part = policy == ModelPolicy::Middle
                                     ? Rational::get(1, 2)
                                     : Rational::get(random() % 1025, 1024);
  std::optional<Rational> length = Rational::sub(*high, *low);
  std::optional<Rational> offset =
      length ? Rational::mul(*length, *part) : std::nullopt;
  return offset ? Rational::add(*low, *offset) : low;
}

bool ModelInstance::intend(Rational horizon) {
  if (!getSystem().isDense())
    return intendUntimed();
  Decided<StateOptions> options = interpreter.getOptions(state);
  if (!isDecided(options))
    return false;
  llvm::ArrayRef<DelayInterval> waiting = options->waiting.getIntervals();
  std::vector<Intention> possible;
  for (const EnabledTransition &each : options->enabled) {
    const SystemTransition &transition =
        getSystem().getTransitions()[each.transition];
    if (transition.label &&
        getSystem().getLabels()[*transition.label].kind == LabelKind::Input)
      continue;
    if (policy == ModelPolicy::Random) {
      // Every transition, in every window of it.
      for (const DelayInterval &window : each.delays.getIntervals())
        if (std::optional<Rational> delay = pick(window, waiting.front()))
          possible.push_back({each, *delay, std::nullopt});
      continue;
    }
    std::optional<Rational> delay =
        pick(policy == ModelPolicy::Lazy ? each.delays.getIntervals().back()
                                         : each.delays.getIntervals().front(),
             waiting.front());
    if (!delay)
      continue;
    bool isFirst =
        plan && *delay == plan->delay &&
        placeInOrder[each.transition] < placeInOrder[plan->what.transition];
    if (!plan || *delay < plan->delay || isFirst)
      plan = {each, *delay, std::nullopt};
  }
  if (!possible.empty())
    plan = std::move(possible[random() % possible.size()]);
  if (plan)
    return true;
  stuck = waiting.empty() ||
          (waiting.front().high && *waiting.front().high < horizon);
  return true;
}

bool ModelInstance::wait(Rational delay) {
  // Without time there is nothing to see but the steps.
  std::optional<Rational> seen = Rational::add(
      observation.finalDelay, getSystem().isDense() ? delay : Rational());
  if (!seen)
    return false;
  observation.finalDelay = *seen;
  if (stuck || delay.isZero())
    return true;
  if (getSystem().isDense()) {
    Decided<std::optional<State>> next = interpreter.wait(state, delay);
    if (!isDecided(next))
      return false;
    if (*next)
      state = std::move(**next);
    else
      stuck = true;
  }
  if (!plan)
    return true;
  std::optional<Rational> rest = Rational::sub(plan->delay, delay);
  plan->delay = rest.value_or(Rational());
  return true;
}

std::optional<ModelInstance::Progress> ModelInstance::advance(Rational max) {
  Progress progress{Rational(), std::nullopt};
  for (unsigned steps = 0;; ++steps) {
    std::optional<Rational> rest = Rational::sub(max, progress.delay);
    stuck |= steps > maxInternalSteps;
    if (!rest || (!stuck && !plan && !intend(*rest)))
      break;
    if (stuck || !plan || plan->delay > *rest) {
      progress.delay = max;
      return wait(*rest) ? std::optional(progress) : std::nullopt;
    }
    Intention now = std::move(*plan);
    if (!wait(now.delay))
      break;
    plan.reset();
    if (now.isSilent) {
      state = std::move(*now.from);
      progress.delay = *Rational::add(progress.delay, now.delay);
      continue;
    }
    if (now.from)
      state = std::move(*now.from);
    Decided<State> next = interpreter.take(state, now.what, Rational());
    if (!isDecided(next))
      return std::nullopt;
    progress.delay = *Rational::add(progress.delay, now.delay);
    const SystemTransition &transition =
        getSystem().getTransitions()[now.what.transition];
    if (getSystem().isSilent(transition)) {
      state = std::move(*next);
      continue;
    }
    step(now.what.transition, now.what.arguments, std::move(*next));
    progress.output = Message{*transition.label, now.what.arguments};
    return progress;
  }
  if (problem.empty())
    problem = "a time leaves 64 bits";
  return std::nullopt;
}
