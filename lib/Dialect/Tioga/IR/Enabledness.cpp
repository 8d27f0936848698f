//===- Enabledness.cpp - Conditions behind guards ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/Enabledness.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"

using namespace mlir;
using namespace tioga;

Expr tioga::getDefinedness(Expr expr, const Scope &scope, MLIRContext *mlir,
                           ExprContext &context) {
  ExprRules rules;
  rules.allowControls = true;
  rules.allowPrimed = true;
  return getDefinedness(
      expr, context, [&](Expr container) -> std::optional<int64_t> {
        Type type = checkExpr(container, scope, rules, mlir,
                              [](ArrayRef<unsigned>, const Twine &) {});
        if (auto array = dyn_cast_or_null<ArrayType>(type))
          return array.getSize();
        return std::nullopt;
      });
}

Expr tioga::negateGuard(Expr guard, const Scope &scope, MLIRContext *mlir,
                        ExprContext &context) {
  Expr defined = getDefinedness(guard, scope, mlir, context);
  Expr negated = context.getNot(guard);
  if (defined.isTrue())
    return negated;
  return context.getOr({context.getNot(defined), negated});
}

void tioga::addAssignmentConditions(const Assignment &assignment,
                                    const Scope &scope, MLIRContext *mlir,
                                    ExprContext &context,
                                    llvm::SmallVectorImpl<Expr> &conditions) {
  Expr defined = getDefinedness(assignment.value, scope, mlir, context);
  if (!defined.isTrue())
    conditions.push_back(defined);
  Type type;
  if (!scope.lookup(assignment.target.getName(), &type) || !type)
    return;
  if (Expr inRange = getRangeCondition(assignment.value, type, context))
    conditions.push_back(inRange);
}
