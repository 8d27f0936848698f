//===- Interval.h - Bounds of integer expressions ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_EXPR_INTERVAL_H
#define TIOGA_EXPR_INTERVAL_H

#include "tioga/Expr/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tioga {

/// The integers from `low` to `high`, both included.
struct Interval {
  int64_t low, high;
};

/// An interval that holds all values of an integer expression, not always the
/// smallest one; nothing if none is known or its bounds do not fit 64 bits.
/// `getRange` gives the interval of a name, or of the elements of an array.
std::optional<Interval>
getInterval(Expr expr,
            llvm::function_ref<std::optional<Interval>(Expr name)> getRange);

} // namespace tioga

#endif // TIOGA_EXPR_INTERVAL_H
