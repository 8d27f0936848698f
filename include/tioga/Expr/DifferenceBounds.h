//===- DifferenceBounds.h - Clock constraints in expressions ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_EXPR_DIFFERENCEBOUNDS_H
#define TIOGA_EXPR_DIFFERENCEBOUNDS_H

#include "tioga/Expr/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace tioga {

/// `left - right < bound` or `<=`. A null side is the constant zero.
struct DifferenceBound {
  Expr left;
  Expr right;
  Rational bound;
  bool strict = false;

  friend bool operator==(const DifferenceBound &a, const DifferenceBound &b) {
    return a.left == b.left && a.right == b.right && a.bound == b.bound &&
           a.strict == b.strict;
  }
};

/// Reads an atom as difference bounds over the names that `isClock` accepts.
///
/// Handles `x < 3`, `3 <= x`, `x - y == 2`, `x < y + 1`, `x + 2 > 5` and the
/// like: any comparison that is linear with at most two clocks of opposite
/// sign and unit coefficient; `==` gives two bounds. Returns nothing if the
/// atom mentions no clock, is `!=`, or is not of this shape (then it is no
/// clock constraint of a timed automaton).
std::optional<llvm::SmallVector<DifferenceBound, 2>>
getDifferenceBounds(Expr atom, llvm::function_ref<bool(Expr name)> isClock);

/// The comparison that prints a bound: `x <= 3`, `x >= 2`, `x - y < 1`.
Expr toExpr(const DifferenceBound &bound, ExprContext &context);

} // namespace tioga

#endif // TIOGA_EXPR_DIFFERENCEBOUNDS_H
