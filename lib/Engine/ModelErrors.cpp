//===- ModelErrors.cpp - Updates that cannot be made ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/ModelErrors.h"
#include "tioga/Dialect/Tioga/IR/Enabledness.h"
#include "tioga/Expr/Rewrite.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// What is plain
//===----------------------------------------------------------------------===//

namespace {
struct Interval {
  __int128 low, high;
};

/// Bounds of integers that follow from the types of variables alone.
class IntervalAnalysis {
public:
  explicit IntervalAnalysis(const Scope &scope) : scope(scope) {}

  /// Whether the condition holds in all states.
  bool isPlain(Expr condition) const;

private:
  using Result = std::optional<Interval>;
  Result get(Expr expr) const;
  Result getSum(Expr expr) const;
  Result getElement(Expr array) const;
  Result getOfType(mlir::Type type) const;
  Result join(Result a, Result b) const;
  Result getProduct(Result a, Result b) const;

  const Scope &scope;
};
} // namespace

IntervalAnalysis::Result IntervalAnalysis::getOfType(mlir::Type type) const {
  if (auto range = llvm::dyn_cast_or_null<RangeType>(type))
    return Interval{range.getLow(), range.getHigh()};
  return std::nullopt;
}

IntervalAnalysis::Result IntervalAnalysis::join(Result a, Result b) const {
  if (!a || !b)
    return std::nullopt;
  return Interval{std::min(a->low, b->low), std::max(a->high, b->high)};
}

/// The bounds of all elements of an array.
IntervalAnalysis::Result IntervalAnalysis::getElement(Expr array) const {
  switch (array.getKind()) {
  case ExprKind::Name: {
    mlir::Type type;
    scope.lookup(array.getName(), &type);
    auto arrayType = llvm::dyn_cast_or_null<ArrayType>(type);
    return arrayType ? getOfType(arrayType.getElement()) : std::nullopt;
  }
  case ExprKind::If:
    return join(getElement(array.getOperand(1)),
                getElement(array.getOperand(2)));
  case ExprKind::Call:
    if (array.getBuiltin() != Builtin::Put)
      return std::nullopt;
    return join(getElement(array.getOperand(0)), get(array.getOperand(2)));
  case ExprKind::ArrayLit: {
    Result result = get(array.getOperand(0));
    for (Expr element : array.getOperands())
      result = join(result, get(element));
    return result;
  }
  default:
    return std::nullopt;
  }
}

IntervalAnalysis::Result IntervalAnalysis::getProduct(Result a,
                                                      Result b) const {
  // Nothing that a model computes is this large.
  constexpr __int128 limit = __int128(1) << 60;
  if (!a || !b)
    return std::nullopt;
  for (__int128 bound : {a->low, a->high, b->low, b->high})
    if (bound > limit || bound < -limit)
      return std::nullopt;
  __int128 corners[] = {a->low * b->low, a->low * b->high, a->high * b->low,
                        a->high * b->high};
  return Interval{*std::min_element(corners, corners + 4),
                  *std::max_element(corners, corners + 4)};
}

IntervalAnalysis::Result IntervalAnalysis::getSum(Expr expr) const {
  Interval sum{0, 0};
  for (Expr each : expr.getOperands()) {
    Result part = get(each);
    if (!part)
      return std::nullopt;
    sum = {sum.low + part->low, sum.high + part->high};
  }
  return sum;
}

IntervalAnalysis::Result IntervalAnalysis::get(Expr expr) const {
  auto operand = [&](unsigned i) { return get(expr.getOperand(i)); };
  switch (expr.getKind()) {
  case ExprKind::IntLit:
    return Interval{expr.getInt(), expr.getInt()};
  case ExprKind::Name: {
    mlir::Type type;
    scope.lookup(expr.getName(), &type);
    return getOfType(type);
  }
  case ExprKind::Neg:
    if (Result a = operand(0))
      return Interval{-a->high, -a->low};
    return std::nullopt;
  case ExprKind::Add:
    return getSum(expr);
  case ExprKind::Sub: {
    Result a = operand(0), b = operand(1);
    if (!a || !b)
      return std::nullopt;
    return Interval{a->low - b->high, a->high - b->low};
  }
  case ExprKind::Mul:
    return getProduct(operand(0), operand(1));
  case ExprKind::Mod: {
    Result b = operand(1);
    if (!b || b->low <= 0)
      return std::nullopt;
    return Interval{0, b->high - 1};
  }
  case ExprKind::If:
    return join(operand(1), operand(2));
  case ExprKind::Index:
    return getElement(expr.getOperand(0));
  case ExprKind::Call:
    if (expr.getBuiltin() == Builtin::Min || expr.getBuiltin() == Builtin::Max)
      return join(operand(0), operand(1));
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

bool IntervalAnalysis::isPlain(Expr condition) const {
  if (condition.is(ExprKind::BoolLit))
    return condition.getBool();
  if (condition.is(ExprKind::And))
    return llvm::all_of(condition.getOperands(),
                        [&](Expr each) { return isPlain(each); });
  if (!condition.isComparison())
    return false;
  Result a = get(condition.getOperand(0)), b = get(condition.getOperand(1));
  if (!a || !b)
    return false;
  switch (condition.getKind()) {
  case ExprKind::Lt:
    return a->high < b->low;
  case ExprKind::Le:
    return a->high <= b->low;
  case ExprKind::Gt:
    return a->low > b->high;
  case ExprKind::Ge:
    return a->low >= b->high;
  case ExprKind::Ne:
    return a->high < b->low || b->high < a->low;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// What may go wrong
//===----------------------------------------------------------------------===//

static Scope makeScope(const System &system) {
  Scope scope;
  for (const SystemVariable &variable : system.getVariables())
    scope.add(variable.getName(), {NameKind::Variable, variable.type,
                                   variable.owner, variable.loc});
  return scope;
}

/// The transition starts here, as far as locations are concerned.
static void addSources(const SystemTransition &transition, const System &system,
                       llvm::SmallVectorImpl<Expr> &conjuncts) {
  ExprContext &exprs = system.getExprContext();
  for (const SystemMove &move : transition.moves) {
    if (!move.from)
      continue;
    const SystemControl &control = system.getControls()[move.control];
    conjuncts.push_back(exprs.get(
        ExprKind::Eq, control.name,
        exprs.getEnum(control.getName(), control.locations[*move.from])));
  }
}

std::vector<ModelError> tioga::getPossibleErrors(const System &system,
                                                 mlir::MLIRContext *context) {
  std::vector<ModelError> result;
  ExprContext &exprs = system.getExprContext();
  Scope scope = makeScope(system);
  IntervalAnalysis intervals(scope);
  for (auto [number, transition] : llvm::enumerate(system.getTransitions())) {
    // Parameters range over values that only the transition knows.
    if (!transition.params.empty())
      continue;
    unsigned index = number;
    llvm::SmallVector<Expr> sources;
    addSources(transition, system, sources);
    auto add = [&](Expr guard, Expr condition, llvm::StringRef description) {
      llvm::SmallVector<Expr> open;
      for (Expr each : getConjuncts(condition))
        if (!intervals.isPlain(each))
          open.push_back(each);
      if (open.empty())
        return;
      llvm::SmallVector<Expr> conjuncts = sources;
      if (guard)
        conjuncts.push_back(guard);
      conjuncts.push_back(negateGuard(condition, scope, context, exprs));
      result.push_back({index, exprs.getAnd(conjuncts), description.str()});
    };
    Expr guard = transition.guard.expr;
    if (guard)
      add(Expr(), getDefinedness(guard, scope, context, exprs),
          "the guard has no value (division by zero, or an index out of "
          "bounds)");
    for (const DataAssignment &assignment : transition.assignments) {
      const SystemVariable &variable =
          system.getVariables()[assignment.variable];
      llvm::SmallVector<Expr> conditions;
      addAssignmentConditions({variable.name, assignment.value}, scope, context,
                              exprs, conditions);
      if (!conditions.empty())
        add(guard, exprs.getAnd(conditions),
            "the value assigned to '" + variable.getName().str() +
                "' leaves its range or does not exist");
    }
  }
  return result;
}
