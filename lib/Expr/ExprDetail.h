//===- ExprDetail.h - Representation of expressions -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_EXPR_EXPRDETAIL_H
#define TIOGA_LIB_EXPR_EXPRDETAIL_H

#include "tioga/Expr/Expr.h"

namespace tioga {

namespace detail {

/// An immutable node; `numOperands` operands and then `numNames` names follow
/// it in memory. All strings are interned in the context, so that two nodes are
/// equal if their fields and pointers are.
struct ExprNode {
  ExprContext *context;
  unsigned hash;
  unsigned depth;
  unsigned numOperands;
  /// Field names of RecordLit and With; one for EnumLit, the enumeration.
  unsigned numNames;
  ExprKind kind;
  /// BoolLit: the value. Name: primed. Call: the built-in function.
  uint8_t flag;
  /// See `mayFail` below.
  bool mayFail;
  /// IntLit, RealLit: the number. Zero otherwise.
  Rational number;
  /// Name, EnumLit, Field: the name. Empty otherwise.
  llvm::StringRef name;

  llvm::ArrayRef<Expr> getOperands() const {
    return {reinterpret_cast<const Expr *>(this + 1), numOperands};
  }
  llvm::ArrayRef<llvm::StringRef> getNames() const {
    return {reinterpret_cast<const llvm::StringRef *>(
                reinterpret_cast<const Expr *>(this + 1) + numOperands),
            numNames};
  }
};

} // namespace detail

/// The comparison that holds where `kind` does not. \pre a comparison
ExprKind getOppositeComparison(ExprKind kind);

/// The negation of a Boolean expression, no larger than `!expr`.
Expr getComplement(Expr expr, ExprContext &context);

/// Returns true if `a` and `b` are syntactically each other's negation.
bool areComplements(Expr a, Expr b);

/// Returns true if the expression may divide by zero, miss a key or leave an
/// array. Overflow does not count: it is a limit of the engine, and dropping
/// what overflows only answers a question that was undecided.
inline bool mayFail(Expr expr) { return expr.getImpl()->mayFail; }

} // namespace tioga

#endif // TIOGA_LIB_EXPR_EXPRDETAIL_H
