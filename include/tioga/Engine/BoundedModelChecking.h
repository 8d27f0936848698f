//===- BoundedModelChecking.h - Answers from formulas -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `bmc` engine: questions up to a bound, answered by an SMT solver. It
// takes every type of data; what it cannot answer exactly is *undecided*.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_BOUNDEDMODELCHECKING_H
#define TIOGA_ENGINE_BOUNDEDMODELCHECKING_H

#include "tioga/Engine/Conformance.h"
#include "tioga/Engine/Encoder/QuerySession.h"
#include "tioga/Engine/Reachability.h"
#include "tioga/Solver/Solver.h"

namespace tioga {

struct BoundedOptions {
  EncodingOptions encoding;
  /// As `smt::createSolver` knows it.
  std::string solver = "z3";
  /// Per query.
  smt::SolverOptions limits;
};

/// Is a state with `goal` reachable with at most `bound` transitions? If not,
/// the answer is *undecided* with that reason, unless no run is that long.
ReachabilityResult reachBounded(const System &system, Expr goal, unsigned bound,
                                const BoundedOptions &options = {});

/// Nothing if no two transitions with one label are ever enabled together,
/// reachable or not; else which, in words. What cannot be found out counts as
/// non-deterministic.
std::optional<std::string>
findNondeterminism(const System &system, const BoundedOptions &options = {});

/// Conformance (tioco and trace inclusion) of deterministic specifications
/// without silent transitions; any other is *undecided*. Non-deterministic
/// implementations are checked, too; a violation that rests on an ignored input
/// is undecided then, since another run might take the input.
std::unique_ptr<ConformanceChecker>
createBoundedChecker(const System &spec, const ConformanceOptions &options,
                     const BoundedOptions &bounded = {});

/// A run of a synchronous system: the values of all variables, by step.
using SyncTrace = std::vector<std::vector<Value>>;

struct SyncAnswer {
  AnswerKind answer = AnswerKind::Undecided;
  std::string reason;
  /// For `Violated`: a run of the implementation that the specification lacks;
  /// a run to the goal.
  SyncTrace trace;
};

/// Has `impl` only observations of `spec`, up to `bound` steps? Hidden
/// variables are quantified over, so this is trace inclusion, not simulation.
SyncAnswer refinesBounded(const System &spec, const System &impl,
                          unsigned bound, const BoundedOptions &options = {});

/// Asks about consistency up to a bound. Without a bound of the user it looks
/// at a few steps; if there is no conflict that is *undecided*, unless every
/// state, reachable or not, has an answer to every input.
std::unique_ptr<ConsistencyOracle>
createBoundedOracle(const System &system, std::optional<unsigned> bound,
                    const BoundedOptions &options = {});

/// Is there a run of at most `bound` steps to the goals, one after the other?
/// With `needsAssumption` each step satisfies some assumption. `Violated` means
/// reached.
SyncAnswer reachSyncBounded(const System &system, std::vector<Goal> goals,
                            unsigned bound, bool needsAssumption,
                            const BoundedOptions &options = {});

} // namespace tioga

#endif // TIOGA_ENGINE_BOUNDEDMODELCHECKING_H
