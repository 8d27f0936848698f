//===- SyncChecker.h - Is a mutant of a contract different? -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_CAMPAIGN_SYNCCHECKER_H
#define TIOGA_LIB_CAMPAIGN_SYNCCHECKER_H

#include "tioga/Campaign/Campaign.h"
#include "tioga/Engine/Encoder/SyncRun.h"

namespace tioga {

/// How the hidden values of a contract follow from what is seen. Decides how
/// "the contract does not allow these outputs" is said in a formula.
enum class HiddenValues : uint8_t {
  None,          ///< there are none
  ByInputs,      ///< the old state and the inputs determine the new ones
  ByObservation, ///< the old state, the inputs and the outputs do
  Free           ///< anything else
};
HiddenValues classifyHiddenValues(const System &contract,
                                  const BoundedOptions &options);

/// Checks mutants of one contract, one after the other. For one thread.
class SyncChecker {
public:
  SyncChecker(const System &contract, HiddenValues hidden,
              const SyncCampaignOptions &options);

  MutantResult check(const System &mutant);

private:
  /// A step that the mutant makes and the contract does not, from any state in
  /// range: if there is none, the two are equal.
  smt::CheckResult findAnyStep(const System &mutant);
  /// The least number of steps after which the mutant can make one that the
  /// contract does not allow, and the run there. `assumed`: some assumption
  /// holds in each step before.
  struct WeakAnswer {
    smt::Status status = smt::Status::Unsat;
    std::string reason;
    SyncTrace run;
  };
  WeakAnswer findWeakly(const System &mutant, bool assumed);
  void checkStrongly(const System &mutant, unsigned first,
                     MutantResult &result);
  void prepare(unsigned depth);
  /// Step `index` is one of the mutant, but not of the contract.
  smt::Term isFaulty(const System &mutant, unsigned index);
  /// A contract holds in a step; or, behind the last one, all ranges do.
  smt::Term getHolds(unsigned conjunct, unsigned index);

  const System &contract;
  HiddenValues hidden;
  SyncCampaignOptions options;
  /// Runs of the contract, shared by all questions. `taken@i` says that step i
  /// is one of its steps, `assumed@i` that some assumption holds there.
  SyncFormulas formulas;
  SyncRun run;
  std::vector<smt::Term> taken, assumed;
  /// By step: symbols that imply the single contracts, and the ranges. A mutant
  /// differs in one of them, and only that is new to the solver.
  std::vector<std::vector<smt::Term>> holds;
};

} // namespace tioga

#endif // TIOGA_LIB_CAMPAIGN_SYNCCHECKER_H
