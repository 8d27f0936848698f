//===- DifferenceBounds.cpp - Clock constraints in expressions --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Expr/Evaluate.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

namespace {

/// Clock constraints have a handful of nodes. The limit keeps an expression
/// with much sharing from being visited exponentially often.
constexpr unsigned maxVisits = 10000;

/// A sum of clocks with coefficients and a constant.
class LinearForm {
public:
  explicit LinearForm(llvm::function_ref<bool(Expr)> isClock)
      : isClock(isClock) {}

  /// Adds `factor * expr`. Returns false if that is not linear in the clocks or
  /// leaves 64 bits.
  bool add(Expr expr, Rational factor);

  llvm::SmallVector<std::pair<Expr, Rational>, 2> terms;
  Rational constant;

private:
  bool addTerm(Expr clock, Rational coefficient);
  bool addConstant(Expr expr, Rational factor);
  bool addProduct(Expr expr, Rational factor);

  llvm::function_ref<bool(Expr)> isClock;
  unsigned numVisits = 0;
};

} // namespace

/// The value of an expression without names, if it is a number.
static std::optional<Rational> getConstant(Expr expr) {
  EvalResult result =
      evaluate(expr, [](llvm::StringRef, bool) { return nullptr; });
  if (!result || !result.value.is(Value::Kind::Number))
    return std::nullopt;
  return result.value.getNumber();
}

bool LinearForm::addTerm(Expr clock, Rational coefficient) {
  for (auto &[known, sum] : terms)
    if (known == clock) {
      std::optional<Rational> total = Rational::add(sum, coefficient);
      sum = total.value_or(Rational());
      return total.has_value();
    }
  terms.push_back({clock, coefficient});
  return true;
}

bool LinearForm::addConstant(Expr expr, Rational factor) {
  std::optional<Rational> value = getConstant(expr);
  if (value)
    value = Rational::mul(*value, factor);
  if (value)
    value = Rational::add(constant, *value);
  if (value)
    constant = *value;
  return value.has_value();
}

/// `2 * x`, `x * 2`, `x / 2`
bool LinearForm::addProduct(Expr expr, Rational factor) {
  Expr left = expr.getOperand(0), right = expr.getOperand(1);
  bool isDiv = expr.is(ExprKind::Div);
  std::optional<Rational> scale = getConstant(right);
  if (!scale && !isDiv) {
    std::swap(left, right);
    scale = getConstant(right);
  }
  if (!scale || (isDiv && scale->isZero()))
    return false;
  scale = isDiv ? Rational::div(factor, *scale) : Rational::mul(factor, *scale);
  return scale && add(left, *scale);
}

bool LinearForm::add(Expr expr, Rational factor) {
  if (++numVisits > maxVisits)
    return false;
  std::optional<Rational> opposite = Rational::negate(factor);
  switch (expr.getKind()) {
  case ExprKind::Name:
    return isClock(expr) && addTerm(expr, factor);
  case ExprKind::Add:
    return llvm::all_of(expr.getOperands(),
                        [&](Expr operand) { return add(operand, factor); });
  case ExprKind::Sub:
    return opposite && add(expr.getOperand(0), factor) &&
           add(expr.getOperand(1), *opposite);
  case ExprKind::Neg:
    return opposite && add(expr.getOperand(0), *opposite);
  case ExprKind::Mul:
  case ExprKind::Div:
    return addProduct(expr, factor);
  default:
    return addConstant(expr, factor);
  }
}

std::optional<llvm::SmallVector<DifferenceBound, 2>>
tioga::getDifferenceBounds(Expr atom, llvm::function_ref<bool(Expr)> isClock) {
  if (!atom || !atom.isComparison() || atom.is(ExprKind::Ne))
    return std::nullopt;
  // Everything on one side: `form < 0` or `form <= 0`.
  bool isFlipped = atom.is(ExprKind::Gt) || atom.is(ExprKind::Ge);
  LinearForm form(isClock);
  if (!form.add(atom.getOperand(0), isFlipped ? -1 : 1) ||
      !form.add(atom.getOperand(1), isFlipped ? 1 : -1))
    return std::nullopt;

  DifferenceBound bound;
  bound.strict = atom.is(ExprKind::Lt) || atom.is(ExprKind::Gt);
  for (auto [clock, coefficient] : form.terms) {
    if (coefficient.isZero())
      continue;
    Expr *side = coefficient == Rational(1)    ? &bound.left
                 : coefficient == Rational(-1) ? &bound.right
                                               : nullptr;
    if (!side || *side)
      return std::nullopt;
    *side = clock;
  }
  std::optional<Rational> limit = Rational::negate(form.constant);
  if (!limit || (!bound.left && !bound.right))
    return std::nullopt;
  bound.bound = *limit;
  llvm::SmallVector<DifferenceBound, 2> bounds = {bound};
  if (atom.is(ExprKind::Eq))
    bounds.push_back({bound.right, bound.left, form.constant, false});
  return bounds;
}

Expr tioga::toExpr(const DifferenceBound &bound, ExprContext &context) {
  std::optional<Rational> opposite = Rational::negate(bound.bound);
  if (!bound.left && bound.right && opposite)
    return context.get(bound.strict ? ExprKind::Gt : ExprKind::Ge, bound.right,
                       context.getNumber(*opposite));
  Expr left = bound.left ? bound.left : context.getInt(0);
  if (bound.right)
    left = context.get(ExprKind::Sub, left, bound.right);
  return context.get(bound.strict ? ExprKind::Lt : ExprKind::Le, left,
                     context.getNumber(bound.bound));
}
