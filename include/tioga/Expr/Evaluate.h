//===- Evaluate.h - Reference evaluation of expressions ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_EXPR_EVALUATE_H
#define TIOGA_EXPR_EVALUATE_H

#include "tioga/Expr/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tioga {

/// Why an expression has no value.
enum class EvalFault : uint8_t {
  None,
  DivisionByZero,
  MissingKey,
  BadIndex,
  Overflow,    ///< left 64 bits: the question is undecided, not answered
  UnknownName, ///< the environment has no such variable
  TypeMismatch ///< cannot happen in a type-checked model
};

llvm::StringRef describe(EvalFault fault);

/// A value, or the first fault met from left to right.
struct EvalResult {
  Value value;
  EvalFault fault = EvalFault::None;
  explicit operator bool() const { return fault == EvalFault::None; }
};

/// Finds the value of a Name expression (the whole path first, then, by the
/// evaluator, prefixes followed by record fields). Null if there is none.
using Environment =
    llvm::function_ref<const Value *(llvm::StringRef name, bool primed)>;

/// Finds the value of a Name expression by the expression itself: no text is
/// hashed, so this is the way of engines. The evaluator asks for whole paths
/// only: whoever gives the values has replaced records by their fields.
using NameLookup = llvm::function_ref<const Value *(Expr name)>;

/// Evaluates from left to right. `&&`, `||`, `=>` and `if` evaluate only what
/// they need, so `n == 0 || 10 div n > 2` is true for n = 0. Never simplifies.
EvalResult evaluate(Expr expr, Environment environment);
EvalResult evaluate(Expr expr, NameLookup lookup);

/// Evaluates a guard: a fault other than overflow makes it false.
EvalResult evaluateGuard(Expr guard, Environment environment);
EvalResult evaluateGuard(Expr guard, NameLookup lookup);

} // namespace tioga

#endif // TIOGA_EXPR_EVALUATE_H
