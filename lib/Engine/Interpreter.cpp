//===- Interpreter.cpp - The executable semantics ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules named in comments are those of docs/Semantics.md.
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Interpreter.h"
#include "DelayAnalysis.h"
#include "Valuation.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

bool tioga::operator<(const State &a, const State &b) {
  return std::tie(a.hasStarted, a.locations, a.clocks, a.values) <
         std::tie(b.hasStarted, b.locations, b.clocks, b.values);
}

void State::print(llvm::raw_ostream &os, const System &system) const {
  llvm::ListSeparator separator;
  for (auto [control, location] : llvm::zip(system.getControls(), locations))
    os << separator << control.getName() << " = "
       << control.locations[location];
  if (!hasStarted) {
    os << separator << "not started";
    return;
  }
  for (auto [variable, value] : llvm::zip(system.getVariables(), values))
    os << separator << variable.getName() << " = " << value;
  for (auto [clock, value] : llvm::zip(system.getClocks(), clocks))
    os << separator << clock.getName() << " = " << value;
}

std::string State::str(const System &system) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, system);
  return text;
}

//===----------------------------------------------------------------------===//
// Conditions of states
//===----------------------------------------------------------------------===//

Interpreter::Interpreter(const System &system, InterpreterLimits limits)
    : system(system), limits(limits) {}

/// Positions of the invariants that apply in the occupied locations.
static std::vector<unsigned> getInvariants(const System &system,
                                           llvm::ArrayRef<unsigned> locations) {
  std::vector<unsigned> result(system.getGlobalInvariants());
  for (auto [control, location] : llvm::enumerate(locations))
    llvm::append_range(result, system.getInvariantsAt(control, location));
  return result;
}

/// Whether a condition holds: a fault is no (V3), an overflow is no answer.
static bool holds(const Valuation &valuation, Expr condition,
                  llvm::function_ref<void(llvm::StringRef)> fail) {
  EvalResult result = valuation.evaluateGuard(condition);
  if (result)
    return result.value.getBool();
  fail((describe(result.fault) + " in '" + condition.str() + "'").str());
  return false;
}

bool Interpreter::hasInvariantsAt(const State &state) {
  Valuation valuation(system, state);
  return llvm::all_of(
      getInvariants(system, state.locations), [&](unsigned index) {
        return holds(valuation, system.getInvariants()[index].condition.expr,
                     [&](llvm::StringRef reason) { fail(reason); });
      });
}

Decided<std::optional<State>> Interpreter::getInitialState() {
  State state;
  for (const SystemControl &control : system.getControls())
    state.locations.push_back(control.initial);
  for (const SystemVariable &variable : system.getVariables())
    state.values.push_back(variable.initial);
  state.clocks.assign(system.getClocks().size(), Rational());
  state.hasStarted = !system.isSync();
  if (!system.isSync() && !hasInvariantsAt(state))
    return conclude(std::optional<State>());
  return conclude(std::optional<State>(std::move(state)));
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

bool Interpreter::isAt(const State &state,
                       const SystemTransition &transition) const {
  return llvm::all_of(transition.moves, [&](const SystemMove &move) {
    return !move.from || state.locations[move.control] == *move.from;
  });
}

std::vector<unsigned> Interpreter::getCandidates(const State &state) const {
  std::vector<unsigned> result(system.getFreeTransitions());
  for (auto [control, location] : llvm::enumerate(state.locations))
    llvm::append_range(result, system.getOutTransitions(control, location));
  llvm::erase_if(result, [&](unsigned index) {
    return !isAt(state, system.getTransitions()[index]);
  });
  llvm::sort(result);
  return result;
}

llvm::ArrayRef<Expr> Interpreter::getClockComparisons(Expr expr) {
  auto [entry, isNew] = clockComparisons.try_emplace(expr);
  if (!isNew)
    return entry->second;
  std::vector<Expr> found;
  llvm::DenseSet<Expr> timed;
  walk(expr, [&](Expr node) {
    const Slot *slot = node.is(ExprKind::Name) ? system.lookup(node) : nullptr;
    if ((slot && slot->kind == Slot::Kind::Clock) ||
        llvm::any_of(node.getOperands(),
                     [&](Expr part) { return timed.contains(part); }))
      timed.insert(node);
    if (node.isComparison() && timed.contains(node))
      found.push_back(node);
  });
  entry->second = std::move(found);
  return entry->second;
}

/// How long urgency lets time pass (T3 to T5): not at all in an urgent
/// location, and until an urgent transition becomes enabled.
DelayInterval Interpreter::getUrgency(const State &state) {
  bool isUrgent = system.isAlwaysUrgent() || !system.isDense();
  for (auto [control, location] : llvm::enumerate(state.locations))
    isUrgent |= system.isUrgent(control, location);
  if (isUrgent)
    return DelayInterval::point(Rational());
  DelayInterval result = {Rational(), std::nullopt};
  if (!system.hasUrgentLabels())
    return result;
  for (unsigned index : getCandidates(state)) {
    const SystemTransition &transition = system.getTransitions()[index];
    if (!transition.label || !system.getLabels()[*transition.label].isUrgent)
      continue;
    bool needsValues = false;
    for (llvm::ArrayRef<Value> arguments :
         getArguments(state, index, needsValues)) {
      DelaySet delays = computeDelays(state, index, arguments);
      if (!delays.isEmpty())
        if (auto shorter = result.intersect(
                {Rational(), delays.getIntervals().front().low}))
          result = *shorter;
    }
    if (needsValues)
      fail("an urgent transition has too many arguments to try");
  }
  return result;
}

/// T2: invariants hold all the time that passes.
DelaySet Interpreter::computeWaiting(const State &state) {
  DelayInterval urgency = getUrgency(state);
  Valuation valuation(system, state);
  DelayAnalysis analysis(*this);
  std::vector<unsigned> invariants = getInvariants(system, state.locations);
  for (unsigned index : invariants)
    analysis.addComparisons(
        system.getInvariants()[index].condition.expr,
        [&](Expr expr, Rational delay) -> std::optional<Value> {
          if (!valuation.setDelay(delay))
            return std::nullopt;
          EvalResult result = valuation.evaluate(expr);
          return result ? std::optional<Value>(result.value) : std::nullopt;
        });
  DelaySet allowed = analysis.getTruth([&](Rational delay) {
    if (!valuation.setDelay(delay)) {
      fail("a clock leaves 64 bits");
      return false;
    }
    return llvm::all_of(invariants, [&](unsigned index) {
      return holds(valuation, system.getInvariants()[index].condition.expr,
                   [&](llvm::StringRef reason) { fail(reason); });
    });
  });
  // Time does not jump over a gap.
  if (!allowed.contains(Rational()))
    return DelaySet();
  return DelaySet(allowed.getIntervals().front()).intersect(urgency);
}

Decided<DelaySet> Interpreter::getWaiting(const State &state) {
  return conclude(computeWaiting(state));
}

//===----------------------------------------------------------------------===//
// Transitions
//===----------------------------------------------------------------------===//

namespace {

/// A transition with arguments in a state, as a function of the delay.
class Firing {
public:
  Firing(const System &system, const State &state,
         const SystemTransition &transition, llvm::ArrayRef<Value> arguments,
         llvm::function_ref<void(llvm::StringRef)> fail)
      : system(system), state(state), transition(transition),
        before(system, state, &transition, arguments), fail(fail) {}

  /// The value of an expression before the transition.
  std::optional<Value> evaluateBefore(Expr expr, Rational delay) {
    if (!before.setDelay(delay))
      return std::nullopt;
    EvalResult result = before.evaluate(expr);
    return result ? std::optional<Value>(result.value) : std::nullopt;
  }
  /// And after it, where its update is possible.
  std::optional<Value> evaluateAfter(Expr expr, Rational delay) {
    std::optional<State> next = update(delay);
    if (!next)
      return std::nullopt;
    EvalResult result = Valuation(system, *next).evaluate(expr);
    return result ? std::optional<Value>(result.value) : std::nullopt;
  }
  bool isGuardTrue(Rational delay) {
    return setDelay(delay) && holds(before, transition.guard.expr, fail);
  }
  /// The state after moves, resets and assignments; nothing if a value does not
  /// exist or leaves its range (V4).
  std::optional<State> update(Rational delay);
  /// The state after the transition where it can be taken: guard, update,
  /// invariants after it.
  std::optional<State> take(Rational delay) {
    if (!isGuardTrue(delay))
      return std::nullopt;
    std::optional<State> next = update(delay);
    if (!next || !hasInvariants(*next))
      return std::nullopt;
    return next;
  }
  bool isPossible(Rational delay) { return take(delay).has_value(); }

private:
  bool setDelay(Rational delay) {
    if (before.setDelay(delay))
      return true;
    fail("a clock leaves 64 bits");
    return false;
  }
  std::optional<Value> evaluateUpdate(Expr expr);
  bool hasInvariants(const State &next);

  const System &system;
  const State &state;
  const SystemTransition &transition;
  Valuation before;
  llvm::function_ref<void(llvm::StringRef)> fail;
};

} // namespace

std::optional<Value> Firing::evaluateUpdate(Expr expr) {
  EvalResult result = before.evaluate(expr);
  if (result)
    return result.value;
  if (result.fault == EvalFault::Overflow)
    fail((describe(result.fault) + " in '" + expr.str() + "'").str());
  return std::nullopt;
}

std::optional<State> Firing::update(Rational delay) {
  if (!setDelay(delay))
    return std::nullopt;
  State next = state;
  for (const SystemMove &move : transition.moves)
    next.locations[move.control] = move.to;
  for (size_t index = 0; index < state.clocks.size(); ++index) {
    std::optional<Rational> now = Rational::add(state.clocks[index], delay);
    next.clocks[index] = *now; // setDelay has checked it
  }
  for (const ClockReset &reset : transition.resets) {
    std::optional<Value> value = evaluateUpdate(reset.value);
    if (!value || !value->is(Value::Kind::Number) ||
        value->getNumber().isNegative())
      return std::nullopt;
    next.clocks[reset.clock] = value->getNumber();
  }
  for (const DataAssignment &assignment : transition.assignments) {
    std::optional<Value> value = evaluateUpdate(assignment.value);
    if (!value ||
        !isInDomain(*value, system.getVariables()[assignment.variable].type))
      return std::nullopt;
    next.values[assignment.variable] = *value;
  }
  return next;
}

bool Firing::hasInvariants(const State &next) {
  Valuation after(system, next);
  return llvm::all_of(
      getInvariants(system, next.locations), [&](unsigned index) {
        return holds(after, system.getInvariants()[index].condition.expr, fail);
      });
}

static bool areInDomain(const SystemTransition &transition,
                        llvm::ArrayRef<Value> arguments) {
  return llvm::all_of(llvm::zip(transition.params, arguments), [](auto pair) {
    return isInDomain(std::get<1>(pair), std::get<0>(pair).type);
  });
}

/// Without regard to how long time may pass before.
DelaySet Interpreter::computeDelays(const State &state, unsigned index,
                                    llvm::ArrayRef<Value> arguments) {
  const SystemTransition &transition = system.getTransitions()[index];
  if (!isAt(state, transition) || !areInDomain(transition, arguments))
    return DelaySet();
  auto onFailure = [&](llvm::StringRef reason) { fail(reason); };
  Firing firing(system, state, transition, arguments, onFailure);
  if (!system.isDense())
    return firing.isPossible(Rational())
               ? DelaySet(DelayInterval::point(Rational()))
               : DelaySet();
  DelayAnalysis analysis(*this);
  auto before = [&](Expr expr, Rational delay) {
    return firing.evaluateBefore(expr, delay);
  };
  analysis.addComparisons(transition.guard.expr, before);
  for (const DataAssignment &assignment : transition.assignments)
    analysis.addComparisons(assignment.value, before);
  for (const ClockReset &reset : transition.resets) {
    analysis.addComparisons(reset.value, before);
    // A clock is never negative.
    analysis.addRoots([&](Rational delay) -> std::optional<Rational> {
      std::optional<Value> value = firing.evaluateBefore(reset.value, delay);
      return value && value->is(Value::Kind::Number)
                 ? std::optional<Rational>(value->getNumber())
                 : std::nullopt;
    });
  }
  State target = state;
  for (const SystemMove &move : transition.moves)
    target.locations[move.control] = move.to;
  for (unsigned invariant : getInvariants(system, target.locations))
    analysis.addComparisons(system.getInvariants()[invariant].condition.expr,
                            [&](Expr expr, Rational delay) {
                              return firing.evaluateAfter(expr, delay);
                            });
  return analysis.getTruth(
      [&](Rational delay) { return firing.isPossible(delay); });
}

Decided<DelaySet> Interpreter::getDelays(const State &state,
                                         unsigned transition,
                                         llvm::ArrayRef<Value> arguments) {
  DelaySet waiting = computeWaiting(state);
  DelaySet delays = computeDelays(state, transition, arguments);
  if (waiting.isEmpty())
    return conclude(DelaySet());
  return conclude(delays.intersect(waiting.getIntervals().front()));
}

Decided<StateOptions> Interpreter::getOptions(const State &state) {
  StateOptions options;
  options.waiting = computeWaiting(state);
  if (options.waiting.isEmpty())
    return conclude(options);
  for (unsigned index : getCandidates(state)) {
    bool needsValues = false;
    for (std::vector<Value> &arguments :
         getArguments(state, index, needsValues)) {
      DelaySet delays = computeDelays(state, index, arguments)
                            .intersect(options.waiting.getIntervals().front());
      if (!delays.isEmpty())
        options.enabled.push_back({index, std::move(arguments), delays});
    }
    if (needsValues)
      options.needValues.push_back(index);
  }
  return conclude(std::move(options));
}

Decided<std::optional<State>> Interpreter::wait(const State &state,
                                                Rational delay) {
  bool isAllowed = delay.isZero() ? hasInvariantsAt(state)
                                  : computeWaiting(state).contains(delay);
  if (!isAllowed)
    return conclude(std::optional<State>());
  State next = state;
  for (Rational &clock : next.clocks) {
    std::optional<Rational> now = Rational::add(clock, delay);
    if (now)
      clock = *now;
    else
      fail("a clock leaves 64 bits");
  }
  return conclude(std::optional<State>(std::move(next)));
}

Decided<State> Interpreter::take(const State &state,
                                 const EnabledTransition &enabled,
                                 Rational delay) {
  auto onFailure = [&](llvm::StringRef reason) { fail(reason); };
  Firing firing(system, state, system.getTransitions()[enabled.transition],
                enabled.arguments, onFailure);
  std::optional<State> next = firing.update(delay);
  assert((next || !problem.empty()) && "the transition is not enabled");
  return conclude(next ? std::move(*next) : state);
}

Decided<std::optional<State>>
Interpreter::fire(const State &state, unsigned index,
                  llvm::ArrayRef<Value> arguments) {
  const SystemTransition &transition = system.getTransitions()[index];
  auto onFailure = [&](llvm::StringRef reason) { fail(reason); };
  if (!isAt(state, transition) || !areInDomain(transition, arguments))
    return conclude(std::optional<State>());
  Firing firing(system, state, transition, arguments, onFailure);
  return conclude(firing.take(Rational()));
}
