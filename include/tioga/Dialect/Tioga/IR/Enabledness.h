//===- Enabledness.h - Conditions behind guards -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A guard without value is false, and an update whose value does not exist or
// leaves its range disables what makes it (docs/Semantics.md, V3 and V4). Where
// that has to be said in a condition, because it is negated or because the
// update itself is gone, it is said with these.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_ENABLEDNESS_H
#define TIOGA_DIALECT_TIOGA_IR_ENABLEDNESS_H

#include "tioga/Dialect/Tioga/IR/Scope.h"

namespace tioga {

/// The condition under which an expression over the names of a scope has a
/// value; `true` if it always has one.
Expr getDefinedness(Expr expr, const Scope &scope, mlir::MLIRContext *mlir,
                    ExprContext &context);

/// A condition that holds exactly where the guard does not, be it that the
/// guard is false or that it has no value.
Expr negateGuard(Expr guard, const Scope &scope, mlir::MLIRContext *mlir,
                 ExprContext &context);

/// Adds the conditions under which the value of an assignment exists and lies
/// in the range of its target.
void addAssignmentConditions(const Assignment &assignment, const Scope &scope,
                             mlir::MLIRContext *mlir, ExprContext &context,
                             llvm::SmallVectorImpl<Expr> &conditions);

} // namespace tioga

#endif // TIOGA_DIALECT_TIOGA_IR_ENABLEDNESS_H
