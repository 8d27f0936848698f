//===- Definedness.cpp - When an expression has a value ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the evaluator from left to right: what it would not evaluate need not
// have a value.
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Rewrite.h"

using namespace tioga;

namespace {

class DefinednessBuilder {
public:
  DefinednessBuilder(
      ExprContext &context,
      llvm::function_ref<std::optional<int64_t>(Expr)> getArraySize)
      : context(context), getArraySize(getArraySize) {}

  Expr build(Expr expr) {
    if (Expr known = memo.lookup(expr))
      return known;
    Expr result = buildNode(expr);
    memo[expr] = result;
    return result;
  }

private:
  Expr buildNode(Expr expr);
  Expr buildLazy(Expr expr);
  Expr buildIf(Expr expr);
  Expr buildIndex(Expr container, Expr index);
  Expr buildAll(llvm::ArrayRef<Expr> operands, Expr last = {});
  /// What is left of a condition where another one is known to hold.
  Expr dropKnown(Expr condition, Expr known);
  /// `a && b` without the trivial ones.
  Expr conjoin(llvm::ArrayRef<Expr> parts);

  ExprContext &context;
  llvm::function_ref<std::optional<int64_t>(Expr)> getArraySize;
  llvm::DenseMap<Expr, Expr> memo;
};

} // namespace

Expr DefinednessBuilder::conjoin(llvm::ArrayRef<Expr> parts) {
  llvm::SmallVector<Expr, 4> needed;
  for (Expr part : parts)
    if (!part.isTrue())
      needed.push_back(part);
  return context.getAnd(needed);
}

/// `n != 0 && 6 div n > 1` has a value everywhere: its first part says so.
Expr DefinednessBuilder::dropKnown(Expr condition, Expr known) {
  if (condition == known)
    return context.getTrue();
  if (condition.is(ExprKind::And)) {
    llvm::SmallVector<Expr, 4> parts;
    for (Expr part : condition.getOperands())
      parts.push_back(dropKnown(part, known));
    return conjoin(parts);
  }
  if (!condition.is(ExprKind::Implies))
    return condition;
  Expr conclusion = dropKnown(condition.getOperand(1), known);
  return conclusion.isTrue() ? conclusion
                             : context.get(ExprKind::Implies,
                                           condition.getOperand(0), conclusion);
}

Expr DefinednessBuilder::buildAll(llvm::ArrayRef<Expr> operands, Expr last) {
  llvm::SmallVector<Expr, 4> parts;
  for (Expr operand : operands)
    parts.push_back(build(operand));
  if (last)
    parts.push_back(last);
  return conjoin(parts);
}

/// The second operand of `&&`, `||` and `=>` needs a value only if the first
/// does not decide.
Expr DefinednessBuilder::buildLazy(Expr expr) {
  Expr result = context.getTrue();
  for (Expr operand : llvm::reverse(expr.getOperands())) {
    if (!expr.is(ExprKind::Or))
      result = dropKnown(result, operand);
    if (!result.isTrue())
      result =
          context.get(expr.is(ExprKind::Or) ? ExprKind::Or : ExprKind::Implies,
                      operand, result);
    result = conjoin({build(operand), result});
  }
  return result;
}

Expr DefinednessBuilder::buildIf(Expr expr) {
  Expr condition = expr.getOperand(0);
  Expr yes = build(expr.getOperand(1)), no = build(expr.getOperand(2));
  Expr chosen =
      yes == no ? yes : context.get(ExprKind::If, {condition, yes, no});
  return conjoin({build(condition), chosen});
}

Expr DefinednessBuilder::buildIndex(Expr container, Expr index) {
  std::optional<int64_t> size = getArraySize(container);
  if (!size)
    return context.getCall(Builtin::HasKey, {container, index});
  return context.getAnd(
      {context.get(ExprKind::Ge, index, context.getInt(0)),
       context.get(ExprKind::Lt, index, context.getInt(*size))});
}

Expr DefinednessBuilder::buildNode(Expr expr) {
  llvm::ArrayRef<Expr> operands = expr.getOperands();
  switch (expr.getKind()) {
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Implies:
    return buildLazy(expr);
  case ExprKind::If:
    return buildIf(expr);
  case ExprKind::Div:
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    if ((operands[1].is(ExprKind::IntLit) ||
         operands[1].is(ExprKind::RealLit)) &&
        !operands[1].getNumber().isZero())
      return buildAll(operands);
    return buildAll(operands,
                    context.get(ExprKind::Ne, operands[1], context.getInt(0)));
  case ExprKind::Index:
    return buildAll(operands, buildIndex(operands[0], operands[1]));
  case ExprKind::Call:
    if (expr.getBuiltin() == Builtin::Put && getArraySize(operands[0]))
      return buildAll(operands, buildIndex(operands[0], operands[1]));
    return buildAll(operands);
  default:
    return buildAll(operands);
  }
}

Expr tioga::getDefinedness(
    Expr expr, ExprContext &context,
    llvm::function_ref<std::optional<int64_t>(Expr)> getArraySize) {
  return DefinednessBuilder(context, getArraySize).build(expr);
}
