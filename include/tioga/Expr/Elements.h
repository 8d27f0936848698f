//===- Elements.h - Reading parts of values that are computed ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_EXPR_ELEMENTS_H
#define TIOGA_EXPR_ELEMENTS_H

#include "tioga/Expr/Expr.h"

namespace tioga {

/// Whether an expression is `put(...)`.
bool isPut(Expr expr);

/// `array[index]`, read through `if`, `put` and literals, so that what is
/// indexed in the end is a variable where that is possible. What is put at
/// other places is not evaluated: where that fails, the result may have a
/// value.
Expr readElement(Expr array, Expr index, ExprContext &context);

/// `record.field`, read through `if`, `with` and literals.
Expr readField(Expr record, llvm::StringRef field, ExprContext &context);

} // namespace tioga

#endif // TIOGA_EXPR_ELEMENTS_H
