//===- Update.h - Simultaneous assignments ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_EXPR_UPDATE_H
#define TIOGA_EXPR_UPDATE_H

#include "tioga/Expr/Expr.h"
#include "llvm/ADT/SmallVector.h"

namespace tioga {

/// `target := value`. The target is an unprimed Name, possibly with a path
/// (`r.f := 1`); assignments to array elements are written with `put`.
struct Assignment {
  Expr target;
  Expr value;

  friend bool operator==(const Assignment &a, const Assignment &b) {
    return a.target == b.target && a.value == b.value;
  }
  friend llvm::hash_code hash_value(const Assignment &a) {
    return llvm::hash_combine(hash_value(a.target), hash_value(a.value));
  }
};

/// Assignments that happen at once: right sides read the old values. What is
/// not assigned keeps its value.
using Update = llvm::SmallVector<Assignment, 2>;

/// Prints `x := 0, n := n + 1`.
void printUpdate(llvm::ArrayRef<Assignment> update, llvm::raw_ostream &os);
std::string updateToString(llvm::ArrayRef<Assignment> update);

} // namespace tioga

#endif // TIOGA_EXPR_UPDATE_H
