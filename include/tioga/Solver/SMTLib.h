//===- SMTLib.h - Scripts and answers of SMT-LIB 2.6 ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_SOLVER_SMTLIB_H
#define TIOGA_SOLVER_SMTLIB_H

#include "tioga/Solver/Term.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace tioga::smt {

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Prints a symbol, between bars if it has to be.
void printSymbol(llvm::StringRef name, llvm::raw_ostream &os);
/// Prints a term; what occurs more than once is bound by `let`.
void printTerm(Term term, llvm::raw_ostream &os);
void printDeclaration(Term symbol, llvm::raw_ostream &os);
void printDefinition(const Function &function, llvm::raw_ostream &os);
void printAssertion(Term term, llvm::StringRef name, llvm::raw_ostream &os);

/// Finds the smallest logic for the terms it has seen.
class LogicFinder {
public:
  void add(Term term);
  void addSymbol(Term symbol) { addSort(symbol.getSort()); }
  /// `QF_RDL`, `LIA` and so on; `QF_UF` for formulas without numbers.
  std::string getName() const;
  bool hasQuantifiers() const { return quantifiers; }

private:
  void addSort(Sort sort);
  void addNode(Term term);

  llvm::DenseMap<Term, char> seen;
  bool ints = false, reals = false, casts = false;
  bool nonlinear = false, quantifiers = false, beyondDifferences = false;
};

/// Writes a whole script. The logic stands first and is known last, so the text
/// is kept until `write`.
class SMTLibWriter : public TermSink {
public:
  void comment(const llvm::Twine &text) override;
  void declare(Term symbol, const llvm::Twine &comment = "") override;
  void define(const Function &function) override;
  void assertTerm(Term term, const llvm::Twine &name = "") override;
  void push() override { command("(push 1)"); }
  void pop() override { command("(pop 1)"); }
  /// Any other command; if it has terms, they are of the terms seen already.
  void command(const llvm::Twine &text);
  void checkSat(llvm::ArrayRef<Term> assumptions = {});
  void getValue(llvm::ArrayRef<Term> terms);

  /// `status` is `sat`, `unsat` or `unknown`. `title` may have several lines.
  void write(llvm::raw_ostream &os, llvm::StringRef title,
             llvm::StringRef status) const;
  const LogicFinder &getLogic() const { return logic; }

private:
  std::string text;
  llvm::raw_string_ostream os{text};
  LogicFinder logic;
  bool cores = false, models = false;
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// An S-expression as solvers answer with.
struct SExpr {
  /// Empty for a list. Bars around symbols are removed.
  std::string atom;
  std::vector<SExpr> items;
  bool isAtom() const { return !atom.empty(); }

  /// All expressions of a text; nothing if brackets do not match.
  static std::optional<std::vector<SExpr>> parse(llvm::StringRef text);
  /// The number that a literal, a quotient or a negation stands for; truth
  /// values are 1 and 0. Nothing if it is no literal or leaves 64 bits.
  std::optional<Rational> getNumber() const;
};

/// The values of constants, truth values as 1 and 0.
using Model = llvm::StringMap<Rational>;

/// Reads what a solver prints after `get-value` or `get-model`; anything else
/// in the text (`sat`, comments) is skipped. Nothing if the text has no value
/// or is malformed.
std::optional<Model> readModel(llvm::StringRef text);

} // namespace tioga::smt

#endif // TIOGA_SOLVER_SMTLIB_H
