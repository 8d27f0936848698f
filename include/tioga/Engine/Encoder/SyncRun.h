//===- SyncRun.h - Runs of contracts as formulas ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For questions that are asked many times about one contract (its mutants, its
// requirements, its purposes): a solver that keeps what was asserted, and runs
// whose steps are conditions like any other.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENCODER_SYNCRUN_H
#define TIOGA_ENGINE_ENCODER_SYNCRUN_H

#include "tioga/Engine/BoundedModelChecking.h"
#include <deque>

namespace tioga {

/// The values of all variables of a contract in one state, by variable.
using SymbolicState = std::vector<SymbolicValue>;

/// What runs of contracts share: a solver and the names of its symbols.
class SyncFormulas {
public:
  /// On failure `getReason` says why there is no solver.
  SyncFormulas(llvm::ArrayRef<const System *> systems,
               const BoundedOptions &options);

  bool isValid() const { return solver != nullptr; }
  llvm::StringRef getReason() const { return reason; }
  smt::TermContext &getTerms() { return terms; }
  smt::Solver &getSolver() { return *solver; }
  ExprEncoder &getExprs() { return exprs; }
  Timeline &getTimeline() { return *timeline; }

  /// Asserts for good.
  void assertTerm(smt::Term term);
  /// Whether everything asserted and this can be true together. The model of
  /// `sat` lives until something is asserted, asked or declared.
  smt::CheckResult check(smt::Term question, llvm::StringRef name);
  /// Forgets the last question, so that what is declared next stays.
  void endQuestion();

  /// Declares the symbols of a state: `x@index`, after the prefix.
  SymbolicState makeState(const System &system, llvm::StringRef prefix,
                          unsigned index);
  /// The same for one variable that a quantifier binds: its symbols are
  /// appended, not declared.
  SymbolicValue makeBound(const SystemVariable &variable,
                          llvm::StringRef prefix, unsigned index,
                          std::vector<smt::Term> &symbols);
  /// A condition over two states; null if it mentions one that is not there.
  smt::Term encode(Expr condition, const System &system,
                   const SymbolicState *before, const SymbolicState *after);
  /// All values are in range.
  smt::Term getDomain(const System &system, const SymbolicState &state);
  /// All contracts and ranges; without a state before, those of the first step.
  smt::Term isStep(const System &system, const SymbolicState *before,
                   const SymbolicState &after);

private:
  smt::TermContext terms;
  ExprEncoder exprs;
  std::unique_ptr<smt::Solver> solver;
  std::unique_ptr<Timeline> timeline;
  std::string reason;
  /// A scope that holds the last question is open.
  bool isAsking = false;
};

/// One run of one contract. State `index` is the one after step `index`, from
/// 0; the symbol of `x` there is `x@index`, after the prefix.
class SyncRun {
public:
  SyncRun(SyncFormulas &formulas, const System &system,
          llvm::StringRef prefix = "");

  /// Nothing, or what has no formula.
  std::optional<std::string> findObstacle();
  const System &getSystem() const { return system; }

  /// The values in a state; the reference lives as long as the run.
  const SymbolicState &getState(unsigned index);
  /// A condition over state `index` (primed names) and the one before; null for
  /// names of the state before the first one.
  smt::Term encode(Expr condition, unsigned index);
  /// The same over state `index` alone (unprimed names).
  smt::Term encodeState(Expr condition, unsigned index);
  /// A contract, its assumption, and the ranges of all variables.
  smt::Term getConjunct(unsigned conjunct, unsigned index);
  smt::Term getAssumption(unsigned conjunct, unsigned index);
  smt::Term getDomain(unsigned index);
  /// All contracts and ranges.
  smt::Term isStep(unsigned index);
  /// Some assumption holds: the step is not left open altogether.
  smt::Term isAssumed(unsigned index);
  smt::Term isEqual(unsigned variable, unsigned index, const Value &value);

  /// All values of a state. \pre the last answer was `sat`
  std::optional<std::vector<Value>> read(unsigned index);

private:
  llvm::ArrayRef<SystemConjunct> getConjuncts(unsigned index) const {
    return index == 0 ? system.getInitialConjuncts()
                      : system.getStepConjuncts();
  }
  SyncFormulas &formulas;
  const System &system;
  std::string prefix;
  std::deque<SymbolicState> states;
};

} // namespace tioga

#endif // TIOGA_ENGINE_ENCODER_SYNCRUN_H
