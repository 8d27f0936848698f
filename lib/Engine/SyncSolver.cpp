//===- SyncSolver.cpp - Steps of synchronous systems ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncSolver.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

SyncSolver::SyncSolver(Interpreter &interpreter, const State &state,
                       std::mt19937_64 *random)
    : interpreter(interpreter), system(interpreter.getSystem()), state(state),
      conjuncts(state.hasStarted ? system.getStepConjuncts()
                                 : system.getInitialConjuncts()),
      values(system.getVariables().size()), random(random) {}

//===----------------------------------------------------------------------===//
// Evaluation with open variables
//===----------------------------------------------------------------------===//

const Value *SyncSolver::lookup(Expr name) const {
  const Slot *slot = system.lookup(name);
  if (!slot || slot->kind != Slot::Kind::Variable)
    return nullptr;
  if (!slot->primed)
    return state.hasStarted ? &state.values[slot->index] : nullptr;
  const std::optional<Value> &value = values[slot->index];
  return value ? &*value : nullptr;
}

EvalResult SyncSolver::evaluate(Expr expr) {
  EvalResult result = tioga::evaluate(
      expr, NameLookup([&](Expr name) { return lookup(name); }));
  if (result.fault == EvalFault::Overflow)
    interpreter.fail("overflow of 64 bits in '" + expr.str() + "'");
  return result;
}

/// What has no value does not hold (V3); what mentions an open variable is
/// open.
SyncSolver::Truth SyncSolver::getTruth(Expr condition) {
  if (!condition)
    return Truth::True;
  EvalResult result = evaluate(condition);
  if (result)
    return result.value.getBool() ? Truth::True : Truth::False;
  return result.fault == EvalFault::UnknownName ? Truth::Open : Truth::False;
}

SyncSolver::Truth SyncSolver::getTruth(const SystemConjunct &conjunct) {
  Truth assume = getTruth(conjunct.assume);
  if (assume == Truth::False)
    return Truth::True;
  Truth guarantee = getTruth(conjunct.guarantee);
  if (guarantee == Truth::True || assume == Truth::Open)
    return guarantee == Truth::True ? Truth::True : Truth::Open;
  return guarantee;
}

//===----------------------------------------------------------------------===//
// Step 1: what conjuncts determine
//===----------------------------------------------------------------------===//

bool SyncSolver::assign(Expr name, const Value &value, Trail &trail) {
  if (!name.is(ExprKind::Name) || !name.isPrimed())
    return false;
  const Slot *slot = system.lookup(name);
  if (!slot || values[slot->index])
    return false;
  values[slot->index] = value;
  trail.push_back(slot->index);
  return true;
}

/// `x' == e` gives x' the value of e. Equality of Booleans goes on inside.
void SyncSolver::requireEqual(Expr condition, bool expected, Trail &trail) {
  for (unsigned side : {0u, 1u}) {
    EvalResult value = evaluate(condition.getOperand(side));
    if (!value)
      continue;
    Expr other = condition.getOperand(1 - side);
    if (value.value.is(Value::Kind::Bool))
      require(other, value.value.getBool() == expected, trail);
    else if (expected)
      assign(other, value.value, trail);
  }
}

/// Of a disjunction that has to be true, the one part that is still open.
void SyncSolver::requireAny(Expr condition, bool expected, Trail &trail) {
  bool isConjunction = condition.is(ExprKind::And) == expected;
  if (isConjunction) {
    for (Expr part : condition.getOperands())
      require(part, expected, trail);
    return;
  }
  Expr open;
  for (Expr part : condition.getOperands()) {
    Truth truth = getTruth(part);
    if (truth == (expected ? Truth::True : Truth::False))
      return;
    if (truth != Truth::Open)
      continue;
    if (open)
      return;
    open = part;
  }
  if (open)
    require(open, expected, trail);
}

void SyncSolver::require(Expr condition, bool expected, Trail &trail) {
  switch (condition.getKind()) {
  case ExprKind::Name:
    assign(condition, Value(expected), trail);
    return;
  case ExprKind::Not:
    return require(condition.getOperand(0), !expected, trail);
  case ExprKind::And:
  case ExprKind::Or:
    return requireAny(condition, expected, trail);
  case ExprKind::Implies:
    if (!expected) {
      require(condition.getOperand(0), true, trail);
      require(condition.getOperand(1), false, trail);
    } else if (getTruth(condition.getOperand(0)) == Truth::True) {
      require(condition.getOperand(1), true, trail);
    } else if (getTruth(condition.getOperand(1)) == Truth::False) {
      require(condition.getOperand(0), false, trail);
    }
    return;
  case ExprKind::If: {
    Truth truth = getTruth(condition.getOperand(0));
    if (truth != Truth::Open)
      require(condition.getOperand(truth == Truth::True ? 1 : 2), expected,
              trail);
    return;
  }
  case ExprKind::Eq:
  case ExprKind::Iff:
    return requireEqual(condition, expected, trail);
  case ExprKind::Ne:
    return requireEqual(condition, !expected, trail);
  default:
    return;
  }
}

bool SyncSolver::propagate(Trail &trail) {
  size_t before;
  do {
    before = trail.size();
    for (const SystemConjunct &conjunct : conjuncts) {
      Truth truth = getTruth(conjunct);
      if (truth == Truth::False)
        return false;
      if (truth == Truth::Open && getTruth(conjunct.assume) == Truth::True)
        require(conjunct.guarantee, true, trail);
    }
    for (unsigned variable : trail)
      if (!isInDomain(*values[variable], system.getVariables()[variable].type))
        return false;
  } while (trail.size() != before);
  return true;
}

//===----------------------------------------------------------------------===//
// Step 3: the rest
//===----------------------------------------------------------------------===//

std::optional<unsigned> SyncSolver::getOpenVariable() {
  // Few values first; without bound last, since others may determine it.
  std::optional<unsigned> best;
  uint64_t bestCount = 0;
  for (auto [index, variable] : llvm::enumerate(system.getVariables())) {
    if (values[index])
      continue;
    uint64_t count = getCardinality(variable.type).value_or(~uint64_t(0));
    if (!best || count < bestCount) {
      best = index;
      bestCount = count;
    }
  }
  return best;
}

std::vector<Value> SyncSolver::getChoices(unsigned variable) {
  const SystemVariable &info = system.getVariables()[variable];
  if (auto all = enumerateDomain(info.type, interpreter.getLimits().maxValues))
    return *all;
  isComplete = false;
  std::vector<Value> choices = {getFirstValue(info.type)};
  auto consider = [&](Expr comparison) {
    for (unsigned side : {0u, 1u}) {
      if (comparison.getOperand(side) != info.primedName)
        continue;
      EvalResult bound = evaluate(comparison.getOperand(1 - side));
      if (!bound || !bound.value.is(Value::Kind::Number))
        continue;
      for (int64_t offset : {-1, 0, 1})
        if (auto near = Rational::add(bound.value.getNumber(), offset))
          if (isInDomain(Value(*near), info.type))
            choices.push_back(Value(*near));
    }
  };
  for (const SystemConjunct &conjunct : conjuncts)
    walk(conjunct.guarantee, [&](Expr node) {
      if (node.isComparison())
        consider(node);
    });
  llvm::sort(choices);
  choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
  return choices;
}

SyncStep SyncSolver::makeStep() {
  SyncStep step;
  for (const std::optional<Value> &value : values)
    step.next.values.push_back(*value);
  for (auto [index, conjunct] : llvm::enumerate(conjuncts))
    if (getTruth(conjunct.assume) == Truth::True)
      step.active.push_back(index);
  return step;
}

bool SyncSolver::branch(unsigned variable,
                        llvm::function_ref<bool(SyncStep)> onStep) {
  std::vector<Value> choices = getChoices(variable);
  if (random)
    for (size_t index = choices.size(); index > 1; --index)
      std::swap(choices[index - 1], choices[(*random)() % index]);
  bool goOn = true;
  for (const Value &choice : choices) {
    values[variable] = choice;
    goOn = search(onStep);
    if (!goOn)
      break;
  }
  values[variable].reset();
  return goOn;
}

bool SyncSolver::search(llvm::function_ref<bool(SyncStep)> onStep) {
  Trail trail;
  bool goOn = true;
  if (propagate(trail)) {
    std::optional<unsigned> open = getOpenVariable();
    goOn = open ? branch(*open, onStep) : onStep(makeStep());
  }
  for (unsigned variable : trail)
    values[variable].reset();
  return goOn;
}

bool SyncSolver::solve(llvm::function_ref<bool(SyncStep)> onStep) {
  search(onStep);
  return isComplete;
}

//===----------------------------------------------------------------------===//
// Interpreter
//===----------------------------------------------------------------------===//

/// Gives the input variables their new values. Returns false if one is outside
/// of its type.
static bool setInputs(SyncSolver &solver, const System &system,
                      llvm::ArrayRef<Value> inputs) {
  for (auto [index, variable] : llvm::enumerate(system.getVariables())) {
    if (variable.owner != Owner::Input)
      continue;
    if (inputs.empty() || !isInDomain(inputs.front(), variable.type))
      return false;
    solver.set(index, inputs.front());
    inputs = inputs.drop_front();
  }
  return true;
}

Decided<SyncSteps> Interpreter::getSteps(const State &state,
                                         llvm::ArrayRef<Value> inputs) {
  std::vector<std::optional<Value>> known(system.getVariables().size());
  for (auto [index, variable] : llvm::enumerate(system.getVariables())) {
    if (variable.owner != Owner::Input)
      continue;
    if (inputs.empty())
      return conclude(SyncSteps());
    known[index] = inputs.front();
    inputs = inputs.drop_front();
  }
  return getMatchingSteps(state, known);
}

Decided<SyncSteps>
Interpreter::getMatchingSteps(const State &state,
                              llvm::ArrayRef<std::optional<Value>> known) {
  SyncSteps result;
  SyncSolver solver(*this, state);
  for (auto [index, variable] : llvm::enumerate(system.getVariables())) {
    if (!known[index])
      continue;
    if (!isInDomain(*known[index], variable.type))
      return conclude(std::move(result));
    solver.set(index, *known[index]);
  }
  bool tooMany = false;
  result.isComplete = solver.solve([&](SyncStep step) {
    result.steps.push_back(std::move(step));
    tooMany = result.steps.size() >= limits.maxSteps;
    return !tooMany;
  });
  result.isComplete &= !tooMany;
  return conclude(std::move(result));
}

Decided<std::optional<SyncStep>>
Interpreter::getRandomStep(const State &state, llvm::ArrayRef<Value> inputs,
                           std::mt19937_64 &random) {
  std::optional<SyncStep> result;
  SyncSolver solver(*this, state, &random);
  if (setInputs(solver, system, inputs)) {
    bool isComplete = solver.solve([&](SyncStep step) {
      result = std::move(step);
      return false;
    });
    if (!result && !isComplete)
      fail("no step was found, but not all values of variables without bound "
           "were tried");
  }
  return conclude(std::move(result));
}

Decided<bool> Interpreter::isStep(const State &state,
                                  llvm::ArrayRef<Value> values) {
  SyncSolver solver(*this, state);
  bool isPossible = values.size() == system.getVariables().size();
  for (auto [index, variable] : llvm::enumerate(system.getVariables())) {
    if (!isPossible)
      break;
    isPossible = isInDomain(values[index], variable.type);
    solver.set(index, values[index]);
  }
  bool found = false;
  if (isPossible)
    solver.solve([&](SyncStep) {
      found = true;
      return false;
    });
  return conclude(found);
}
