//===- Valuation.h - Values of all names at one instant ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_VALUATION_H
#define TIOGA_LIB_ENGINE_VALUATION_H

#include "tioga/Engine/Interpreter.h"
#include "tioga/Expr/Evaluate.h"

namespace tioga {

/// The values of a state, of arguments, and of clocks some time later. Refers
/// to what it is made from.
class Valuation {
public:
  Valuation(const System &system, const State &state,
            const SystemTransition *transition = nullptr,
            llvm::ArrayRef<Value> arguments = {})
      : system(system), state(state), transition(transition),
        arguments(arguments) {
    setDelay(Rational());
  }

  /// Lets time pass since `state`. Returns false if a clock leaves 64 bits.
  bool setDelay(Rational delay) {
    if (current == delay)
      return true;
    current.reset();
    clocks.clear();
    for (Rational clock : state.clocks) {
      std::optional<Rational> now = Rational::add(clock, delay);
      if (!now)
        return false;
      clocks.push_back(Value(*now));
    }
    current = delay;
    return true;
  }

  const Value *lookup(Expr name) const {
    if (transition)
      if (std::optional<unsigned> param =
              System::lookupParam(*transition, name))
        return *param < arguments.size() ? &arguments[*param] : nullptr;
    const Slot *slot = system.lookup(name);
    if (!slot || slot->primed)
      return nullptr;
    switch (slot->kind) {
    case Slot::Kind::Variable:
      return &state.values[slot->index];
    case Slot::Kind::Clock:
      return &clocks[slot->index];
    case Slot::Kind::Control:
      return &system.getControls()[slot->index]
                  .values[state.locations[slot->index]];
    }
    return nullptr;
  }

  EvalResult evaluate(Expr expr) const {
    return tioga::evaluate(expr,
                           NameLookup([&](Expr name) { return lookup(name); }));
  }
  /// A condition that may be null.
  EvalResult evaluateGuard(Expr guard) const {
    if (!guard)
      return {Value(true), EvalFault::None};
    return tioga::evaluateGuard(
        guard, NameLookup([&](Expr name) { return lookup(name); }));
  }

private:
  const System &system;
  const State &state;
  const SystemTransition *transition;
  llvm::ArrayRef<Value> arguments;
  /// The delay that `clocks` belong to.
  std::optional<Rational> current;
  llvm::SmallVector<Value, 8> clocks;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_VALUATION_H
