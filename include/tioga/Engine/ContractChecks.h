//===- ContractChecks.h - Refinement and well-formed contracts --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about contracts whose variables have finitely many values, answered
// over decision diagrams without a bound.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_CONTRACTCHECKS_H
#define TIOGA_ENGINE_CONTRACTCHECKS_H

#include "tioga/Engine/Consistency.h"

namespace tioga {

/// The values of all variables of a system, by step.
using ContractRun = std::vector<std::vector<Value>>;

//===----------------------------------------------------------------------===//
// Refinement
//===----------------------------------------------------------------------===//

struct RefinementOptions {
  /// Steps to look at; nothing: all.
  std::optional<unsigned> bound;
  size_t maxNodes = FixpointOptions().maxNodes;
  /// Pairs of sets of states before the subset construction gives up.
  size_t maxSets = 100'000;
  std::function<bool()> isCancelled;
};

struct RefinementResult {
  AnswerKind answer = AnswerKind::Undecided;
  std::string reason;
  /// `Holds`: for so many steps; nothing if for ever.
  std::optional<unsigned> depth;
  /// How it was decided: `simulation`, `product` or `subsets`.
  std::string method;
  /// `Violated`: inputs and outputs by step, in the order of the variables of
  /// the implementation, then of the specification; the last step is the one
  /// that the specification lacks.
  std::vector<std::string> names;
  ContractRun trace;
};

/// Why two contracts have no common alphabet: a variable has another owner or
/// type in the other one. Nothing if they have. Variables that one of them
/// lacks are not constrained by it. Without a common alphabet no contract
/// refines the other.
std::optional<std::string> findAlphabetClash(const System &spec,
                                             const System &impl);

/// Is every observation of the implementation one of the specification?
///
/// 1. A simulation shows that it is.
/// 2. If an observation determines the hidden values of the specification, the
///    product of both shows a shortest one that is not.
/// 3. Otherwise sets of hidden values are followed, observation by observation.
RefinementResult refines(const System &spec, const System &impl,
                         const RefinementOptions &options = {});

//===----------------------------------------------------------------------===//
// Receptive, deterministic, complete
//===----------------------------------------------------------------------===//

enum class ContractProperty : uint8_t {
  /// In every reachable state some assumption holds for each input.
  Receptive,
  /// In every reachable state each input has at most one answer.
  Deterministic,
  /// In every reachable state, for each input and each output or hidden
  /// variable, a requirement whose assumption holds speaks of its new value.
  Complete
};

/// `receptive`, `deterministic` or `complete`.
llvm::StringRef toString(ContractProperty property);

struct PropertyResult {
  AnswerKind answer = AnswerKind::Undecided;
  std::string reason;
  /// `Violated`: a shortest run to the state; empty for the first step.
  ContractRun run;
  /// The inputs that show it, in the order of the variables.
  std::vector<Value> inputs;
  /// Two answers that differ, as values of all variables.
  ContractRun answers;
  /// The variable of which nothing is said, of a contract that is not complete.
  std::optional<unsigned> variable;
};

PropertyResult checkProperty(const System &system, ContractProperty property,
                             const FixpointOptions &options = {});

} // namespace tioga

#endif // TIOGA_ENGINE_CONTRACTCHECKS_H
