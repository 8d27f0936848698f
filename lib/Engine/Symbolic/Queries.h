//===- Queries.h - Is a conjunction satisfiable? ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_QUERIES_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_QUERIES_H

#include "Projection.h"
#include "tioga/Engine/SymbolicConformance.h"
#include "tioga/Solver/Solver.h"

namespace tioga::symbolic {

/// Answers from bounds, from memory, and only then from a solver, which keeps
/// what consecutive questions have in common.
class Queries {
public:
  Queries(Normalizer &normalizer, const SymbolicOptions &options);

  /// A reason why there is no solver at all; empty if there is one.
  const std::string &getError() const { return error; }

  /// `context` is what the next questions will have in common, too.
  smt::CheckResult check(const Conjuncts &context, Term question);
  smt::CheckResult check(const Conjuncts &conjuncts) {
    return check(conjuncts, normalizer.getTerms().getTrue());
  }
  /// Solves with a model. Both are null if it is not satisfiable.
  smt::CheckResult solve(const Conjuncts &conjuncts);
  /// \pre the last call was `solve` and its answer sat
  std::optional<Rational> getValue(Term symbol) {
    return solver->getValue(symbol);
  }

  uint64_t getNumQuestions() const { return numQuestions; }
  uint64_t getNumSolved() const { return numSolved; }
  uint64_t getNumByBounds() const { return numByBounds; }
  uint64_t getNumRemembered() const { return numRemembered; }
  void forget() { known.clear(); }
  /// From now on, `SymbolicOptions::maxQuestions` may be asked.
  void begin() { limit = numQuestions + options.maxQuestions; }
  bool isExhausted() const {
    return options.maxQuestions && numQuestions >= limit;
  }
  std::string getLimitReason() const;

private:
  void enter(llvm::ArrayRef<Term> context);
  void assertTerm(Term term);
  void leave();

  Normalizer &normalizer;
  SymbolicOptions options;
  std::unique_ptr<smt::Solver> solver;
  std::string error;
  /// One scope per conjunct, with what was declared for it.
  struct Scope {
    Term term;
    std::vector<Term> declared;
  };
  std::vector<Scope> scopes;
  llvm::DenseMap<Term, char> declared;
  llvm::DenseMap<Term, bool> known;
  uint64_t limit = 0;
  uint64_t numQuestions = 0, numSolved = 0, numByBounds = 0, numRemembered = 0;
};

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_QUERIES_H
