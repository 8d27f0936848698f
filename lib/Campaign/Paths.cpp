//===- Paths.cpp - Paths for tests without mutants --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/TestBuilder.h"
#include <numeric>

using namespace tioga;

bool tioga::constrainTimes(Zone &times, const Zone &ages, unsigned next) {
  // The time since an event is the difference of the next event and that one;
  // the difference of two such times is that of the events, the other way
  // round.
  auto event = [&](ClockIndex clock) { return clock ? clock - 1 : next; };
  for (const Constraint &constraint : ages.getMinimalConstraints())
    times.constrain(event(constraint.y), event(constraint.x), constraint.bound);
  return !times.isEmpty();
}

namespace {

/// Follows the specification step by step and keeps the times of the steps.
class PathFinder {
public:
  PathFinder(unsigned length, TrackedSystem &spec)
      : spec(spec), states(spec, {length + 1}) {
    std::vector<Constraint> order;
    for (ClockIndex event = 1; event <= length; ++event)
      order.push_back({event - 1, event, Bound::atMost(0)});
    path.times = Zone::fromConstraints(length + 1, order);
    states.close();
  }

  unsigned getPosition() const { return path.steps.size(); }
  bool hasFailed() const { return states.hasFailed(); }

  /// When an action is possible next, by the times since the steps so far.
  Federation getEnabled(ActionId action) {
    llvm::SmallVector<ClockIndex, 16> sources;
    for (ClockIndex clock = 1; clock <= getPosition() + 1; ++clock)
      sources.push_back(clock);
    return states.getEnabled(action).gather(sources);
  }

  /// Makes a step at one of these times. Returns false if it is impossible.
  bool step(unsigned label, llvm::ArrayRef<Value> arguments, const Zone &ages) {
    unsigned next = getPosition() + 1;
    if (!constrainTimes(path.times, ages, next))
      return false;
    states.restrict(ages.getMinimalConstraints());
    states.step(spec.getAction(label, arguments), {next + 1});
    states.close();
    path.steps.push_back({label, arguments.vec(), ""});
    return !states.isEmpty() && !states.hasFailed();
  }

  std::vector<ActionId> getActions() { return states.getActions(); }
  std::vector<StateId> getStates() const { return states.getStates(); }

  /// The path so far; events that did not come are forgotten.
  TestPath take() {
    llvm::SmallVector<ClockIndex, 16> sources;
    for (ClockIndex event = 1; event <= getPosition(); ++event)
      sources.push_back(event);
    path.times = path.times.gather(sources);
    return std::move(path);
  }

private:
  TrackedSystem &spec;
  Tracker states;
  TestPath path;
};

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the same on all platforms.
class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t seed) : state(seed) {}
  size_t below(size_t limit) {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (z ^ (z >> 31)) % limit;
  }

private:
  uint64_t state;
};

} // namespace

std::optional<TestPath> tioga::getPath(const TimedTrace &observation,
                                       TrackedSystem &spec) {
  PathFinder finder(observation.steps.size(), spec);
  // Ages of the events so far, in multiples of 1 / denominator.
  std::vector<Rational> ages = {0};
  for (const TraceStep &step : observation.steps) {
    for (Rational &age : ages) {
      std::optional<Rational> sum = Rational::add(age, step.delay);
      if (!sum)
        return std::nullopt;
      age = *sum;
    }
    int64_t denominator = 1;
    for (Rational age : ages)
      denominator = std::lcm(denominator, age.getDenominator());
    llvm::SmallVector<int64_t, 16> numerators = {0};
    for (Rational age : ages)
      numerators.push_back(age.getNumerator() * spec.model.getScale() *
                           (denominator / age.getDenominator()));
    ActionId action = spec.getAction(*step.label, step.arguments);
    bool found = false;
    for (const Zone &zone : finder.getEnabled(action)) {
      if (!zone.containsPoint(numerators, denominator))
        continue;
      if (!finder.step(*step.label, step.arguments, zone))
        return std::nullopt;
      found = true;
      break;
    }
    if (!found)
      return std::nullopt;
    ages.push_back(0);
  }
  return finder.take();
}

std::optional<TestPath> tioga::getLatestInputs(const TestPath &path,
                                               const System &system) {
  TestPath result = path;
  bool hasChanged = false;
  for (auto [index, step] : llvm::enumerate(path.steps)) {
    ClockIndex event = index + 1;
    if (system.getLabels()[step.label].kind != LabelKind::Input)
      continue;
    // Since the step before: absolute times say less.
    Bound latest = result.times.at(event, event - 1);
    Bound earliest = result.times.at(event - 1, event);
    if (!latest.isFinite() || latest.isStrict() || !earliest.isFinite() ||
        latest.getValue() == -earliest.getValue())
      continue;
    result.times.constrain(event - 1, event, Bound::atMost(-latest.getValue()));
    hasChanged = true;
  }
  if (!hasChanged || result.times.isEmpty())
    return std::nullopt;
  return result;
}

TestPath tioga::concatenate(const TestPath &first, const TestPath &second) {
  TestPath result = first;
  unsigned offset = first.steps.size();
  result.steps.insert(result.steps.end(), second.steps.begin(),
                      second.steps.end());
  result.hasOffence = second.hasOffence;
  std::vector<Constraint> constraints;
  auto add = [&](const Zone &times, ClockIndex origin) {
    for (ClockIndex x = 0; x < times.getDimension(); ++x)
      for (ClockIndex y = 0; y < times.getDimension(); ++y)
        if (Bound bound = times.at(x, y); x != y && bound.isFinite())
          constraints.push_back({x + origin, y + origin, bound});
  };
  add(first.times, 0);
  add(second.times, offset);
  result.times =
      Zone::fromConstraints(offset + second.times.getDimension(), constraints);
  return result;
}

/// Makes one of the steps that are possible. \pre there is one
static bool takeRandomStep(PathFinder &finder, RandomNumbers &random,
                           const System &system, TrackedSystem &spec) {
  std::vector<ActionId> actions = finder.getActions();
  ActionId action = actions[random.below(actions.size())];
  Federation when = finder.getEnabled(action);
  Zone ages = when.getZones()[random.below(when.size())];
  Alphabet::Action chosen = spec.alphabet[action];
  return finder.step(*system.lookupLabel(chosen.label), chosen.arguments, ages);
}

std::vector<TestPath> tioga::getLoops(unsigned count, const System &system,
                                      TrackedSystem &spec) {
  constexpr unsigned maxLength = 6, walksPerLoop = 50;
  std::vector<TestPath> loops;
  auto isKnown = [&](const TestPath &path) {
    return llvm::any_of(loops, [&](const TestPath &other) {
      return std::equal(path.steps.begin(), path.steps.end(),
                        other.steps.begin(), other.steps.end(),
                        [](const TestPath::Step &a, const TestPath::Step &b) {
                          return a.label == b.label &&
                                 a.arguments == b.arguments;
                        });
    });
  };
  StateId initial = spec.model.getInitial();
  for (unsigned seed = 0; seed < count * walksPerLoop && loops.size() < count;
       ++seed) {
    PathFinder finder(maxLength, spec);
    RandomNumbers random(seed);
    while (finder.getPosition() < maxLength && !finder.hasFailed() &&
           !finder.getActions().empty()) {
      if (!takeRandomStep(finder, random, system, spec))
        break;
      if (!llvm::all_equal(finder.getStates()) ||
          finder.getStates().front() != initial)
        continue;
      TestPath path = finder.take();
      if (!isKnown(path))
        loops.push_back(std::move(path));
      break;
    }
  }
  return loops;
}

std::optional<TestPath> tioga::getRandomPath(unsigned length, uint64_t seed,
                                             const System &system,
                                             TrackedSystem &spec) {
  PathFinder finder(length, spec);
  RandomNumbers random(seed);
  while (finder.getPosition() < length && !finder.hasFailed() &&
         !finder.getActions().empty())
    if (!takeRandomStep(finder, random, system, spec))
      return std::nullopt;
  if (finder.hasFailed())
    return std::nullopt;
  return finder.take();
}
