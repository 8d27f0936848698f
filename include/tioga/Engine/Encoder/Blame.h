//===- Blame.h - Which requirements a run violates --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENCODER_BLAME_H
#define TIOGA_ENGINE_ENCODER_BLAME_H

#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Engine/SyncObserver.h"

namespace tioga {

/// One way to understand a violation: the hidden values might have been these,
/// and then these contracts were violated in the last step.
struct BlamedContracts {
  /// Positions among the contracts of that step, ascending.
  std::vector<unsigned> contracts;
  /// All values in the last step.
  std::vector<Value> values;
};

struct Blame {
  /// Violated: the last step breaks the contract. Holds: the contract allows
  /// the run. Undecided: for `reason`, or a step before the last is broken.
  AnswerKind answer = AnswerKind::Undecided;
  std::string reason;
  /// All smallest sets: of each, at least one contract is violated by whoever
  /// shows this run.
  std::vector<BlamedContracts> minimal;
  /// All sets, one for each way the hidden values could have been; at most
  /// `maxSets`.
  std::vector<BlamedContracts> all;
};

/// Explains a run that a contract allows up to its last step. \pre not empty
Blame explainViolation(const System &contract, const ObservedRun &run,
                       const BoundedOptions &options = {},
                       unsigned maxSets = 64);

/// The same question as SyncObserver, asked of a solver: it takes hidden values
/// without bound. Holds, Violated with the position of the step, or Undecided.
struct ObservedAnswer {
  AnswerKind answer = AnswerKind::Undecided;
  unsigned position = 0;
  std::string reason;
};
ObservedAnswer checkObservedRun(const System &contract, const ObservedRun &run,
                                const BoundedOptions &options = {});

} // namespace tioga

#endif // TIOGA_ENGINE_ENCODER_BLAME_H
