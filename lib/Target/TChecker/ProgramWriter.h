//===- ProgramWriter.h - Guards and statements of TChecker ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TARGET_TCHECKER_PROGRAMWRITER_H
#define TIOGA_LIB_TARGET_TCHECKER_PROGRAMWRITER_H

#include "mlir/IR/Diagnostics.h"
#include "tioga/Dialect/Tioga/IR/TiogaTypes.h"
#include "tioga/Expr/Interval.h"
#include "tioga/Expr/Update.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace tioga::tck {

/// What a name of the model is in the file.
struct Symbol {
  std::string text;
  /// Null for clocks.
  mlir::Type type;

  bool isClock() const { return !type; }
};

/// The names that an automaton sees, and the values of literals.
struct FileSymbols {
  llvm::StringMap<Symbol> symbols;
  llvm::StringMap<EnumType> enums;
};

/// The numbers that stand for the values of a type: a range, `bool` or an
/// enumeration; nothing for all others.
std::optional<Interval> getNumbers(mlir::Type type);
/// The number that stands for a constant.
std::optional<int64_t> getNumber(Expr literal, const FileSymbols &symbols);

/// Writes the expressions and updates of one automaton. Errors are reported at
/// the location given, once.
class ProgramWriter {
public:
  ProgramWriter(ExprContext &context, const FileSymbols &symbols,
                mlir::Location loc)
      : context(context), symbols(symbols), loc(loc) {}

  /// The condition as alternatives, each of which the format can say; nothing
  /// after an error. No alternatives: `false`. An empty one is `true`.
  std::optional<std::vector<std::string>> getAlternatives(Expr condition);
  /// The same for a condition that cannot be split.
  std::optional<std::string> getCondition(Expr condition);
  /// Statements separated by `;`; empty for none.
  std::optional<std::string> getStatements(llvm::ArrayRef<Assignment> update);

private:
  struct Step {
    Expr target, index, value;
  };

  bool fail(const llvm::Twine &message) {
    if (!hadError)
      mlir::emitError(loc) << "TChecker cannot say this: " << message;
    hadError = true;
    return false;
  }
  const Symbol *lookup(Expr name);
  bool isClock(Expr name);
  bool mentionsClock(Expr expr);
  bool isNonNegative(Expr expr);

  /// Removes what the format has no words for: `=>`, `!=` between clocks.
  Expr normalize(Expr condition);
  std::string conjunction(llvm::ArrayRef<Expr> conjuncts);
  std::string condition(Expr expr);
  std::string clockCondition(Expr expr);
  std::string term(Expr expr, unsigned level = 0);
  std::string division(Expr expr, unsigned level);
  std::string ifThenElse(Expr c, const std::string &a, const std::string &b);

  /// Breaks `a := put(a, i, v)` and the like into assignments of elements.
  bool addSteps(Expr target, Expr value, std::vector<Step> &steps);
  bool addArraySteps(Expr target, Expr value, int64_t size,
                     std::vector<Step> &steps);
  /// Puts assignments that read clocks before those that change them.
  std::optional<Update> sortClocks(llvm::ArrayRef<Assignment> update);
  std::string hoist(Expr expr, const llvm::StringSet<> &written,
                    std::string &locals);

  ExprContext &context;
  const FileSymbols &symbols;
  mlir::Location loc;
  bool hadError = false;
  unsigned numLocals = 0;
};

} // namespace tioga::tck

#endif // TIOGA_LIB_TARGET_TCHECKER_PROGRAMWRITER_H
