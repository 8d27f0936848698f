//===- InterpreterArguments.cpp - Values of parameters ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parameter gets all values of its type if there are few of them, otherwise
// the value that an equality in the guard gives it.
//
//===----------------------------------------------------------------------===//

#include "Valuation.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

/// Whether an expression mentions only names that do not change with time and
/// parameters before `known`.
static bool isKnown(Expr expr, const System &system,
                    const SystemTransition &transition, unsigned known) {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::all_of(names, [&](Expr name) {
    if (std::optional<unsigned> param = System::lookupParam(transition, name))
      return *param < known;
    const Slot *slot = system.lookup(name);
    return slot && slot->kind != Slot::Kind::Clock;
  });
}

/// The other side of a comparison of a parameter with something known.
static Expr getOtherSide(Expr comparison, const System &system,
                         const SystemTransition &transition, unsigned param) {
  Expr name = transition.params[param].name;
  for (unsigned side : {0u, 1u})
    if (comparison.getOperand(side) == name &&
        isKnown(comparison.getOperand(1 - side), system, transition, param))
      return comparison.getOperand(1 - side);
  return {};
}

/// Whether a condition only says where a transition starts.
static bool isSource(Expr condition, const System &system,
                     const SystemTransition &transition) {
  return llvm::any_of(transition.moves, [&](const SystemMove &move) {
    const SystemControl &control = system.getControls()[move.control];
    if (!move.from || !condition.is(ExprKind::Eq) ||
        condition.getOperand(0) != control.name)
      return false;
    Expr location = condition.getOperand(1);
    return location.is(ExprKind::EnumLit) &&
           location.getName() == control.values[*move.from].getLiteral();
  });
}

/// What a conjunct of the guard says that a parameter equals; null if none
/// does.
static Expr getDefinition(const System &system,
                          const SystemTransition &transition, unsigned param) {
  for (Expr conjunct : getConjuncts(transition.guard.expr)) {
    if (conjunct.is(ExprKind::Implies) &&
        isSource(conjunct.getOperand(0), system, transition))
      conjunct = conjunct.getOperand(1);
    if (conjunct.is(ExprKind::Eq) || conjunct.is(ExprKind::Iff))
      if (Expr value = getOtherSide(conjunct, system, transition, param))
        return value;
  }
  return {};
}

std::vector<std::vector<Value>> Interpreter::getArguments(const State &state,
                                                          unsigned index,
                                                          bool &needsValues) {
  const SystemTransition &transition = system.getTransitions()[index];
  std::vector<std::vector<Value>> tuples = {{}};
  for (auto [position, param] : llvm::enumerate(transition.params)) {
    Expr definition = getDefinition(system, transition, position);
    std::optional<std::vector<Value>> domain;
    if (!definition) {
      domain = enumerateDomain(param.type, limits.maxValues);
      if (!domain || domain->size() * tuples.size() > limits.maxValues) {
        needsValues = true;
        return {};
      }
    }
    std::vector<std::vector<Value>> longer;
    for (const std::vector<Value> &tuple : tuples) {
      std::vector<Value> values;
      if (definition) {
        // Without value the guard does not hold (V3).
        EvalResult result =
            Valuation(system, state, &transition, tuple).evaluate(definition);
        if (result.fault == EvalFault::Overflow)
          fail("overflow of 64 bits in '" + definition.str() + "'");
        if (!result)
          continue;
        values = {result.value};
      } else {
        values = *domain;
      }
      for (Value &value : values) {
        longer.push_back(tuple);
        longer.back().push_back(std::move(value));
      }
    }
    tuples = std::move(longer);
  }
  return tuples;
}

/// Adds a number and its neighbours.
static void addNeighbours(Rational number, mlir::Type type,
                          std::vector<Value> &values) {
  for (int64_t offset : {0, 1, -1})
    if (std::optional<Rational> near = Rational::add(number, offset))
      if (isInDomain(Value(*near), type))
        values.push_back(Value(*near));
}

/// The first value of the type and what comparisons in the guard mention.
static std::vector<Value>
getInterestingValues(const System &system, const State &state,
                     const SystemTransition &transition, unsigned param,
                     llvm::ArrayRef<Value> known) {
  mlir::Type type = transition.params[param].type;
  std::vector<Value> values;
  Valuation valuation(system, state, &transition, known);
  walk(transition.guard.expr, [&](Expr node) {
    if (!node.isComparison())
      return;
    Expr other = getOtherSide(node, system, transition, param);
    if (!other)
      return;
    EvalResult result = valuation.evaluate(other);
    if (!result)
      return;
    if (result.value.is(Value::Kind::Number))
      addNeighbours(result.value.getNumber(), type, values);
    else
      values.push_back(result.value);
  });
  values.push_back(getFirstValue(type));
  llvm::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<std::vector<Value>> Interpreter::getSuggestions(const State &state,
                                                            unsigned index) {
  const SystemTransition &transition = system.getTransitions()[index];
  std::vector<std::vector<Value>> tuples = {{}};
  for (unsigned param = 0; param < transition.params.size(); ++param) {
    std::vector<std::vector<Value>> longer;
    for (const std::vector<Value> &tuple : tuples)
      for (const Value &value :
           getInterestingValues(system, state, transition, param, tuple)) {
        longer.push_back(tuple);
        longer.back().push_back(value);
        if (longer.size() == limits.maxValues)
          break;
      }
    tuples = std::move(longer);
  }
  return tuples;
}
