//===- SymbolicConformance.h - Symbolic execution ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `symbolic` engine: both models are executed side by side with parameters
// that stay symbols, and a solver behind. It takes data of any size. What makes
// it fast can be switched off piece by piece; docs/Engines.md says why each
// piece is sound.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_SYMBOLICCONFORMANCE_H
#define TIOGA_ENGINE_SYMBOLICCONFORMANCE_H

#include "tioga/Engine/Conformance.h"
#include "tioga/Solver/Solver.h"

namespace tioga {

/// What the engine does to be fast. No verdict depends on it.
enum class Optimisation : uint8_t {
  Graph,       ///< O1: the specification is executed once for all mutants
  Prune,       ///< O2: states seen before are not explored again
  Analysis,    ///< O3: what a mutant changes is read from its edits
  Completion,  ///< O4: missing inputs are not looked for before the change
  Copy,        ///< O5: the mutant is not executed before the change
  Approximate, ///< O6: states with the same members are compared by domain
  Checks,      ///< O7: only what the change can affect is checked
  Reachable,   ///< O8: nothing is explored from where the change is out of
               ///< reach
  Filter,      ///< O9: what the specification rules out is not followed
  Weaken,      ///< O10: more inputs and fewer outputs conform at once
  Cache,       ///< answers are remembered by formula
  Incremental, ///< the solver keeps what questions have in common
  Bounds       ///< intervals and differences are tried before the solver
};
constexpr unsigned numOptimisations = 13;

/// `O1` or `graph`, `cache` and so on.
std::optional<Optimisation> getOptimisation(llvm::StringRef name);
llvm::StringRef toString(Optimisation optimisation);

struct SymbolicOptions {
  /// One bit for each optimisation.
  uint32_t optimisations = (1u << numOptimisations) - 1;
  /// As `smt::createSolver` knows it.
  std::string solver = "z3";
  /// Per query.
  smt::SolverOptions limits;
  /// Internal steps of one state between two observations after which a model
  /// counts as divergent, and the answer is *undecided*.
  unsigned maxInternal = 200;
  /// Questions about formulas in one check after which it gives up; 0 means no
  /// limit. Other than a time, the same on all machines.
  uint64_t maxQuestions = 0;

  bool isOn(Optimisation optimisation) const {
    return optimisations & (1u << unsigned(optimisation));
  }
  void set(Optimisation optimisation, bool on) {
    uint32_t bit = 1u << unsigned(optimisation);
    optimisations = on ? optimisations | bit : optimisations & ~bit;
  }
};

/// Conformance (ioco) of models whose data need not be finite.
std::unique_ptr<ConformanceChecker>
createSymbolicChecker(const System &spec, const ConformanceOptions &options,
                      const SymbolicOptions &symbolic = {});

} // namespace tioga

#endif // TIOGA_ENGINE_SYMBOLICCONFORMANCE_H
