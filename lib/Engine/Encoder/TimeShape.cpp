//===- TimeShape.cpp - How conditions change with time ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeShape.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

static bool hasClock(Expr expr, const System &system) {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names, [&](Expr name) {
    const Slot *slot = system.lookup(name);
    return slot && slot->kind == Slot::Kind::Clock;
  });
}

static std::optional<Rational> getConstant(Expr expr) {
  EvalResult value =
      evaluate(expr, [](llvm::StringRef, bool) { return nullptr; });
  if (!value || !value.value.is(Value::Kind::Number))
    return std::nullopt;
  return value.value.getNumber();
}

/// How fast a number grows with time; nothing if that is not constant.
static std::optional<Rational> getSlope(Expr expr, const System &system) {
  if (!hasClock(expr, system))
    return Rational(0);
  switch (expr.getKind()) {
  case ExprKind::Name:
    return Rational(1);
  case ExprKind::Neg: {
    std::optional<Rational> slope = getSlope(expr.getOperand(0), system);
    return slope ? Rational::negate(*slope) : std::nullopt;
  }
  case ExprKind::Add:
  case ExprKind::Sub: {
    std::optional<Rational> sum = Rational(0);
    for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
      std::optional<Rational> slope = getSlope(operand, system);
      if (!slope || !sum)
        return std::nullopt;
      sum = index > 0 && expr.is(ExprKind::Sub) ? Rational::sub(*sum, *slope)
                                                : Rational::add(*sum, *slope);
    }
    return sum;
  }
  case ExprKind::Mul:
  case ExprKind::Div: {
    Expr left = expr.getOperand(0), right = expr.getOperand(1);
    bool isMul = expr.is(ExprKind::Mul);
    if (isMul && getConstant(left))
      std::swap(left, right);
    std::optional<Rational> factor = getConstant(right);
    std::optional<Rational> slope = getSlope(left, system);
    if (!factor || !slope)
      return std::nullopt;
    return isMul ? Rational::mul(*slope, *factor)
                 : Rational::div(*slope, *factor);
  }
  default:
    return std::nullopt;
  }
}

static TimeShape getAtomShape(Expr atom, const System &system) {
  if (!atom.isComparison() || atom.is(ExprKind::Ne))
    return TimeShape::Unknown;
  std::optional<Rational> left = getSlope(atom.getOperand(0), system);
  std::optional<Rational> right = getSlope(atom.getOperand(1), system);
  if (!left || !right)
    return TimeShape::Unknown;
  int order = Rational::compare(*left, *right);
  if (order == 0)
    return TimeShape::Constant;
  if (atom.is(ExprKind::Eq))
    return TimeShape::Interval;
  bool isUpper = atom.is(ExprKind::Lt) || atom.is(ExprKind::Le);
  return isUpper == (order > 0) ? TimeShape::Until : TimeShape::From;
}

static TimeShape join(TimeShape a, TimeShape b, bool isAnd) {
  if (a == TimeShape::Constant)
    return b;
  if (b == TimeShape::Constant || a == b)
    return a == TimeShape::Interval && !isAnd ? TimeShape::Unknown : a;
  if (a == TimeShape::Unknown || b == TimeShape::Unknown)
    return TimeShape::Unknown;
  return isAnd ? TimeShape::Interval : TimeShape::Unknown;
}

static TimeShape getNormalShape(Expr expr, const System &system) {
  if (!hasClock(expr, system))
    return TimeShape::Constant;
  if (!expr.is(ExprKind::And) && !expr.is(ExprKind::Or))
    return getAtomShape(expr, system);
  TimeShape shape = TimeShape::Constant;
  for (Expr operand : expr.getOperands())
    shape =
        join(shape, getNormalShape(operand, system), expr.is(ExprKind::And));
  return shape;
}

TimeShape tioga::getTimeShape(Expr condition, const System &system) {
  return getNormalShape(
      toNegationNormalForm(condition, system.getExprContext()), system);
}

static Expr getAtomSoon(Expr atom, const System &system) {
  ExprContext &context = system.getExprContext();
  Expr left = atom.getOperand(0), right = atom.getOperand(1);
  std::optional<Rational> leftSlope = getSlope(left, system);
  std::optional<Rational> rightSlope = getSlope(right, system);
  assert(leftSlope && rightSlope && "the shape is unknown");
  int order = Rational::compare(*leftSlope, *rightSlope);
  if (order == 0)
    return atom;
  bool rises = order > 0;
  switch (atom.getKind()) {
  case ExprKind::Lt:
  case ExprKind::Le:
    return context.get(rises ? ExprKind::Lt : ExprKind::Le, left, right);
  case ExprKind::Gt:
  case ExprKind::Ge:
    return context.get(rises ? ExprKind::Ge : ExprKind::Gt, left, right);
  default:
    return context.getBool(!atom.is(ExprKind::Eq));
  }
}

static Expr getNormalSoon(Expr expr, const System &system) {
  if (!hasClock(expr, system))
    return expr;
  if (!expr.is(ExprKind::And) && !expr.is(ExprKind::Or))
    return getAtomSoon(expr, system);
  llvm::SmallVector<Expr> operands;
  for (Expr operand : expr.getOperands())
    operands.push_back(getNormalSoon(operand, system));
  return system.getExprContext().withOperands(expr, operands);
}

Expr tioga::getSoon(Expr condition, const System &system) {
  return getNormalSoon(toNegationNormalForm(condition, system.getExprContext()),
                       system);
}
