//===- Text.h - Expressions and updates as UPPAAL writes them ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TARGET_UPPAAL_TEXT_H
#define TIOGA_LIB_TARGET_UPPAAL_TEXT_H

#include "Names.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Expr/Update.h"
#include <functional>

namespace tioga::uppaal {

/// Writes expressions over the names of a scope. The first thing that UPPAAL
/// cannot say is kept as the error.
class TextWriter {
public:
  /// `declarations` are for functions and constants, whose names are in `home`:
  /// `names` or those around it.
  TextWriter(const Scope &scope, Names &names, Names &home,
             std::string &declarations)
      : scope(scope), names(names), home(home), declarations(declarations) {}

  /// Empty after an error.
  llvm::StringRef getError() const { return error; }

  /// An expression without clocks, or any other that may stand in a query.
  std::string write(Expr expr);
  /// An initial value.
  std::string writeInit(Expr expr, mlir::Type type);
  /// A conjunction of clock constraints and conditions on data.
  std::string writeConjunction(llvm::ArrayRef<Expr> conjuncts);
  /// The alternatives of a guard, each a conjunction. Nothing after an error.
  std::vector<std::string> writeGuard(Expr guard);
  /// Assignments one after the other; where that is impossible, a call of a
  /// function that is added to the declarations.
  std::string writeUpdate(llvm::ArrayRef<Assignment> update);
  /// `int[0,3] x[2]`; the name is that in the file.
  std::string writeDeclaration(mlir::Type type, llvm::StringRef name);

  bool hasClock(Expr expr) const;
  void fail(const llvm::Twine &message);

  /// Resolves names that are not in the scope, for queries.
  std::function<std::string(Expr)> writeOther;

private:
  /// One assignment to a scalar, or to a whole variable.
  struct Step {
    Expr place;
    /// The variable, and the element if its index is a number.
    Expr root;
    std::optional<int64_t> element;
    std::string target;
    /// All that is read: the value and the indices.
    llvm::SmallVector<Expr, 2> reads;
    std::string value;
  };

  std::string write(Expr expr, unsigned atLeast);
  std::string writeBare(Expr expr, unsigned &precedence);
  std::string writeInfix(Expr expr, llvm::StringRef op, unsigned level);
  std::string writeDivision(Expr expr, bool isDivision);
  std::string writeCall(Expr expr, unsigned &precedence);
  std::string writeName(Expr expr);
  std::string writeTable(Expr array);
  std::string writeClockAtom(Expr atom);
  std::string writeClockDisjunction(Expr disjunction);
  bool isNonNegative(Expr expr) const;
  std::optional<int64_t> getEnumValue(Expr literal) const;
  mlir::Type getType(Expr expr) const;

  void addSteps(Expr target, const std::string &text, Expr value, Expr root,
                std::optional<int64_t> element, llvm::ArrayRef<Expr> indices,
                std::vector<Step> &steps);
  std::string addDeclared(llvm::StringRef wanted);
  bool hasConflict(const Step &reader, const Step &writer) const;
  std::optional<std::vector<unsigned>>
  findOrder(llvm::ArrayRef<Step> steps) const;
  bool canCompute(const Step &step) const;
  std::string writeFunction(llvm::ArrayRef<Step> steps,
                            llvm::ArrayRef<Assignment> update);

  const Scope &scope;
  Names &names;
  Names &home;
  std::string &declarations;
  std::string error;
  /// Constants, by the arrays they stand for.
  llvm::StringMap<std::string> tables;
  /// For what is computed on the way.
  ExprContext scratch;
};

} // namespace tioga::uppaal

#endif // TIOGA_LIB_TARGET_UPPAAL_TEXT_H
