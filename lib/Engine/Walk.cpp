//===- Walk.cpp - Random walks and exploration ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Engine/Interpreter.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace tioga;

//===----------------------------------------------------------------------===//
// Random choices
//===----------------------------------------------------------------------===//

/// The same numbers on every platform: the distributions of the standard
/// library are not.
static uint64_t pick(std::mt19937_64 &random, uint64_t count) {
  return random() % count;
}

/// A delay of an interval: one of its ends, or a point of a grid between them.
static std::optional<Rational> pickDelay(const DelayInterval &interval,
                                         int64_t scale,
                                         std::mt19937_64 &random) {
  // Without upper bound, up to this many time units are waited.
  constexpr int64_t maxUnits = 10;
  uint64_t way = pick(random, 4);
  if (way == 0 && !interval.lowOpen)
    return interval.low;
  if (way == 1 && interval.high && !interval.highOpen)
    return *interval.high;
  std::optional<Rational> length =
      interval.high ? Rational::sub(*interval.high, interval.low)
                    : Rational(maxUnits);
  std::optional<Rational> count =
      length ? Rational::mul(*length, Rational(2 * scale)) : std::nullopt;
  if (!count)
    return interval.getSample();
  uint64_t steps = uint64_t(count->getNumerator() / count->getDenominator());
  std::optional<Rational> offset =
      Rational::get(int64_t(pick(random, steps + 1)), 2 * scale);
  std::optional<Rational> delay =
      offset ? Rational::add(interval.low, *offset) : std::nullopt;
  if (delay && interval.contains(*delay))
    return delay;
  return interval.getSample();
}

/// A value of a type, preferring small numbers where there are infinitely many.
static Value pickValue(mlir::Type type, uint64_t limit,
                       std::mt19937_64 &random) {
  if (auto all = enumerateDomain(type, limit))
    return (*all)[pick(random, all->size())];
  Value near = Value::getInt(int64_t(pick(random, 10)));
  return isInDomain(near, type) ? near : getFirstValue(type);
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

namespace {

class Walker {
public:
  Walker(Interpreter &interpreter, uint64_t seed)
      : interpreter(interpreter), system(interpreter.getSystem()),
        random(seed) {}

  Decided<Walk> walk(const State &start, unsigned steps);

private:
  /// Returns false if the walk ends here.
  bool step();
  bool stepAsync();
  bool stepSync();
  bool take(const EnabledTransition &choice);
  bool addSuggestions(StateOptions &options);
  bool giveUp(llvm::StringRef reason) {
    problem = reason.str();
    return false;
  }

  Interpreter &interpreter;
  const System &system;
  std::mt19937_64 random;
  Walk result;
  std::string problem;
};

} // namespace

/// Tries arguments for transitions that need some.
bool Walker::addSuggestions(StateOptions &options) {
  const State &state = result.states.back();
  for (unsigned transition : options.needValues) {
    for (std::vector<Value> &arguments :
         interpreter.getSuggestions(state, transition)) {
      Decided<DelaySet> delays =
          interpreter.getDelays(state, transition, arguments);
      if (!delays)
        return giveUp(delays.getReason());
      if (!delays->isEmpty())
        options.enabled.push_back({transition, arguments, *delays});
    }
  }
  return true;
}

bool Walker::take(const EnabledTransition &choice) {
  llvm::ArrayRef<DelayInterval> intervals = choice.delays.getIntervals();
  std::optional<Rational> delay = pickDelay(
      intervals[pick(random, intervals.size())], system.getScale(), random);
  if (!delay)
    return giveUp("a delay leaves 64 bits");
  Decided<State> next = interpreter.take(result.states.back(), choice, *delay);
  if (!next)
    return giveUp(next.getReason());
  result.run.steps.push_back({*delay,
                              system.getTransitions()[choice.transition].label,
                              choice.arguments, choice.transition});
  result.states.push_back(*next);
  return true;
}

bool Walker::stepAsync() {
  Decided<StateOptions> options = interpreter.getOptions(result.states.back());
  if (!options)
    return giveUp(options.getReason());
  if (!addSuggestions(*options))
    return false;
  if (options->enabled.empty()) {
    result.ended = options->needValues.empty()
                       ? "nothing can happen any more"
                       : "nothing can happen with the values tried";
    return false;
  }
  // First the transition, then its arguments: those with many arguments are not
  // taken more often.
  llvm::SmallVector<unsigned> transitions;
  for (const EnabledTransition &enabled : options->enabled)
    if (transitions.empty() || transitions.back() != enabled.transition)
      transitions.push_back(enabled.transition);
  unsigned chosen = transitions[pick(random, transitions.size())];
  llvm::SmallVector<const EnabledTransition *> choices;
  for (const EnabledTransition &enabled : options->enabled)
    if (enabled.transition == chosen)
      choices.push_back(&enabled);
  return take(*choices[pick(random, choices.size())]);
}

bool Walker::stepSync() {
  std::vector<Value> inputs;
  for (const SystemVariable &variable : system.getVariables())
    if (variable.owner == Owner::Input)
      inputs.push_back(
          pickValue(variable.type, interpreter.getLimits().maxValues, random));
  Decided<std::optional<SyncStep>> step =
      interpreter.getRandomStep(result.states.back(), inputs, random);
  if (!step)
    return giveUp(step.getReason());
  if (!*step) {
    result.ended = "no step is possible with these inputs";
    for (const Value &input : inputs)
      result.ended += " " + input.str();
    return false;
  }
  result.states.push_back((*step)->next);
  return true;
}

bool Walker::step() { return system.isSync() ? stepSync() : stepAsync(); }

Decided<Walk> Walker::walk(const State &start, unsigned steps) {
  result.states.push_back(start);
  for (unsigned count = 0; count < steps; ++count)
    if (!step())
      break;
  if (!problem.empty())
    return Decided<Walk>::undecided(problem);
  return std::move(result);
}

Decided<Walk> tioga::walkAtRandom(Interpreter &interpreter, const State &start,
                                  unsigned steps, uint64_t seed) {
  return Walker(interpreter, seed).walk(start, steps);
}

Decided<Walk> tioga::walkAtRandom(Interpreter &interpreter, unsigned steps,
                                  uint64_t seed) {
  Decided<std::optional<State>> initial = interpreter.getInitialState();
  if (!initial)
    return Decided<Walk>::undecided(initial.getReason().str());
  if (*initial)
    return walkAtRandom(interpreter, **initial, steps, seed);
  Walk walk;
  walk.ended = "an invariant does not hold at the beginning";
  return walk;
}

//===----------------------------------------------------------------------===//
// Exploration
//===----------------------------------------------------------------------===//

namespace {

class Explorer {
public:
  Explorer(Interpreter &interpreter, uint64_t maxStates)
      : interpreter(interpreter), maxStates(maxStates) {}

  Decided<Exploration> explore(unsigned maxDepth);

private:
  bool visit(const State &state);
  bool visitAsync(const State &state);
  bool visitSync(const State &state);
  /// Returns false if there is no room for another state.
  bool add(const State &state);
  template <typename T>
  bool isDecided(const Decided<T> &result) {
    if (!result)
      problem = result.getReason().str();
    return bool(result);
  }

  Interpreter &interpreter;
  uint64_t maxStates;
  Exploration result;
  std::set<State> known;
  std::string problem;
};

} // namespace

bool Explorer::add(const State &state) {
  if (known.count(state))
    return true;
  if (known.size() == maxStates) {
    result.isComplete = false;
    return false;
  }
  known.insert(state);
  result.states.push_back(state);
  return true;
}

bool Explorer::visitAsync(const State &state) {
  Decided<StateOptions> options = interpreter.getOptions(state);
  if (!isDecided(options))
    return false;
  result.isComplete &= options->needValues.empty();
  for (const EnabledTransition &enabled : options->enabled)
    for (Rational delay : enabled.delays.getRepresentatives()) {
      Decided<State> next = interpreter.take(state, enabled, delay);
      if (!isDecided(next) || !add(*next))
        return false;
    }
  return true;
}

/// All combinations of inputs.
static std::optional<std::vector<std::vector<Value>>>
getAllInputs(const System &system, uint64_t limit) {
  std::vector<std::vector<Value>> tuples = {{}};
  for (const SystemVariable &variable : system.getVariables()) {
    if (variable.owner != Owner::Input)
      continue;
    auto domain = enumerateDomain(variable.type, limit);
    if (!domain || domain->size() * tuples.size() > limit)
      return std::nullopt;
    std::vector<std::vector<Value>> longer;
    for (const std::vector<Value> &tuple : tuples)
      for (const Value &value : *domain) {
        longer.push_back(tuple);
        longer.back().push_back(value);
      }
    tuples = std::move(longer);
  }
  return tuples;
}

bool Explorer::visitSync(const State &state) {
  auto inputs =
      getAllInputs(interpreter.getSystem(), interpreter.getLimits().maxValues);
  if (!inputs) {
    problem = "there are too many inputs to try";
    return false;
  }
  for (const std::vector<Value> &tuple : *inputs) {
    Decided<SyncSteps> steps = interpreter.getSteps(state, tuple);
    if (!isDecided(steps))
      return false;
    result.isComplete &= steps->isComplete;
    for (const SyncStep &step : steps->steps)
      if (!add(step.next))
        return false;
  }
  return true;
}

bool Explorer::visit(const State &state) {
  return interpreter.getSystem().isSync() ? visitSync(state)
                                          : visitAsync(state);
}

Decided<Exploration> Explorer::explore(unsigned maxDepth) {
  Decided<std::optional<State>> initial = interpreter.getInitialState();
  if (!isDecided(initial))
    return Decided<Exploration>::undecided(problem);
  if (*initial)
    add(**initial);
  size_t begin = 0;
  for (unsigned depth = 0; begin < result.states.size(); ++depth) {
    if (depth == maxDepth) {
      result.isComplete = false;
      break;
    }
    size_t end = result.states.size();
    for (; begin < end; ++begin) {
      State state = result.states[begin];
      if (visit(state))
        continue;
      if (!problem.empty())
        return Decided<Exploration>::undecided(problem);
      return std::move(result);
    }
  }
  return std::move(result);
}

Decided<Exploration> tioga::explore(Interpreter &interpreter, unsigned maxDepth,
                                    uint64_t maxStates) {
  return Explorer(interpreter, maxStates).explore(maxDepth);
}
