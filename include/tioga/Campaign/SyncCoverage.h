//===- SyncCoverage.h - Inputs that lead a contract somewhere ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_SYNCCOVERAGE_H
#define TIOGA_CAMPAIGN_SYNCCOVERAGE_H

#include "tioga/Campaign/Campaign.h"

namespace tioga {

/// What requirement coverage asks for.
enum class RequirementCoverage : uint8_t {
  Each, ///< every contract is triggered: its assumption holds in some step
  Pairs ///< every two contracts are triggered in one step
};

/// Inputs, and what they do not reach.
struct CoveringInputs {
  std::vector<InputSequence> sequences;
  unsigned numCovered = 0;
  /// Contracts, or pairs of them, that no step can trigger; that no run within
  /// the bound triggers; and those that the solver could not decide.
  std::vector<std::string> unreachable, tooDeep, undecided;
};
CoveringInputs coverContracts(const System &contract,
                              RequirementCoverage coverage,
                              const SyncCampaignOptions &options);

/// Inputs of a shortest run on which the conditions hold one after the other,
/// and some assumption in each step.
struct PurposeAnswer {
  /// Violated: reached. Holds: not within the bound.
  AnswerKind answer = AnswerKind::Undecided;
  std::string reason;
  InputSequence inputs;
};
PurposeAnswer reachPurpose(const System &contract, llvm::ArrayRef<Expr> purpose,
                           const SyncCampaignOptions &options);

/// The contracts that belong to no view, and those of the views that constrain
/// what the conditions mention; all others say nothing. Null if that is all.
std::unique_ptr<System> selectViews(const System &contract,
                                    llvm::ArrayRef<Expr> conditions);

/// The inputs of a random walk; shorter if there is no answer any more. The
/// same for the same seed everywhere.
InputSequence getRandomInputs(const System &contract, unsigned length,
                              uint64_t seed);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_SYNCCOVERAGE_H
