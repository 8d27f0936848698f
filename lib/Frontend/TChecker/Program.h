//===- Program.h - Guards and statements of TChecker files ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions become ours while they are read: integers as conditions are
// compared with 0, and C's division becomes the Euclidean one. Statements are
// executed symbolically, since our updates are simultaneous.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_TCHECKER_PROGRAM_H
#define TIOGA_LIB_FRONTEND_TCHECKER_PROGRAM_H

#include "Syntax.h"
#include "tioga/Expr/Interval.h"
#include "tioga/Expr/Update.h"
#include "llvm/ADT/MapVector.h"

namespace tioga::tchecker {

/// A declared clock or integer, or an array of them.
struct Variable {
  bool isClock;
  int64_t size;
  /// Of an integer.
  Interval range;
  /// Ours, for a scalar and for an array of integers.
  Expr name;
  /// The elements of an array of clocks.
  std::vector<Expr> clocks;
  Text declared;

  bool isArray() const { return size > 1; }
};

/// The variables of a file; all are global.
class VariableTable {
public:
  explicit VariableTable(ExprContext &context) : context(context) {}

  /// Null if there is one of this name already.
  Variable *add(Variable variable);
  const Variable *lookup(llvm::StringRef name) const;
  const Variable *lookup(Expr name) const;
  /// The bounds of an integer, or of the elements of an array.
  std::optional<Interval> getRange(Expr name) const;
  const llvm::MapVector<llvm::StringRef, std::unique_ptr<Variable>> &
  getAll() const {
    return variables;
  }

  ExprContext &context;

private:
  llvm::MapVector<llvm::StringRef, std::unique_ptr<Variable>> variables;
  llvm::DenseMap<Expr, Variable *> byName;
};

struct Statement {
  enum Kind : uint8_t { Assign, If, While, Local };
  Statement(Kind kind, ast::Range range) : kind(kind), range(range) {}

  Kind kind;
  ast::Range range;
  /// Assign and Local: the name. Elements of arrays of clocks and of local
  /// arrays are indexed names until they are resolved.
  Expr target;
  /// Assign: the index of an element, or null.
  Expr index;
  /// Assign: the value. Local: the initial value. If and While: the condition.
  Expr value;
  bool isClock = false;
  /// Local: the number of elements, 0 for a scalar.
  int64_t size = 0;
  std::vector<Statement> body, otherwise;
};

/// Reads a condition; null after reporting an error.
Expr parseCondition(const sema::SourceFile &source, Text text,
                    const VariableTable &variables);

/// Reads statements; nothing after reporting an error.
std::optional<std::vector<Statement>>
parseStatements(const sema::SourceFile &source, Text text,
                const VariableTable &variables);

/// One way to take an edge: what has to hold, and the effect.
struct Variant {
  llvm::SmallVector<Expr, 4> conditions;
  Update update;
};

/// The guard and statements of an edge. There are several ways to take it if
/// the clocks that occur depend on data: those of an array with an index that
/// varies, and those that are set in one branch only. Nothing after reporting
/// an error.
std::optional<std::vector<Variant>>
execute(const sema::SourceFile &source, ast::Range edge, Expr guard,
        llvm::ArrayRef<Statement> statements, const VariableTable &variables,
        mlir::MLIRContext *mlir);

/// An invariant in which elements of arrays of clocks are plain clocks; null
/// after reporting an error.
Expr resolveInvariant(const sema::SourceFile &source, ast::Range range,
                      Expr invariant, const VariableTable &variables);

} // namespace tioga::tchecker

#endif // TIOGA_LIB_FRONTEND_TCHECKER_PROGRAM_H
