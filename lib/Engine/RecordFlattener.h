//===- RecordFlattener.h - Replace records by their fields ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_RECORDFLATTENER_H
#define TIOGA_LIB_ENGINE_RECORDFLATTENER_H

#include "tioga/Dialect/Tioga/IR/TiogaTypes.h"
#include "tioga/Expr/Update.h"
#include "llvm/ADT/StringMap.h"

namespace tioga {

/// Calls `fn` with the path and type of each leaf of a variable: itself if it
/// is no record, otherwise the leaves of its fields in the order of
/// declaration.
void forEachLeaf(
    llvm::StringRef path, mlir::Type type,
    llvm::function_ref<void(llvm::StringRef path, mlir::Type type)> fn);

/// Rewrites expressions so that no name stands for a record. The value and the
/// definedness stay the same.
class RecordFlattener {
public:
  explicit RecordFlattener(ExprContext &context) : context(context) {}

  /// Makes the record variables (or parameters) of a scope known. An inner
  /// declaration hides an outer one.
  void declare(llvm::StringRef name, mlir::Type type);

  /// Copies an expression of any context into this one's and flattens it.
  Expr apply(Expr expr) const;
  /// The same for assignments; one to a record becomes one per leaf.
  Update apply(llvm::ArrayRef<Assignment> update) const;

private:
  Expr expandName(Expr name) const;
  Expr expandRecord(llvm::StringRef path, mlir::Type type, bool primed) const;
  Expr flattenNode(Expr node) const;
  Expr flattenEquality(Expr node) const;

  ExprContext &context;
  /// Types of all paths that are records; null where a name is hidden.
  llvm::StringMap<mlir::Type> records;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_RECORDFLATTENER_H
