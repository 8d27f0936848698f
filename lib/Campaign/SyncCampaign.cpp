//===- SyncCampaign.cpp - Campaigns of contracts ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CampaignRunner.h"
#include "SyncChecker.h"
#include <chrono>

using namespace tioga;

namespace {

class SyncCampaign : public CampaignRunner {
public:
  SyncCampaign(const System &system, llvm::ArrayRef<SystemEdits> mutants,
               llvm::ArrayRef<llvm::StringRef> ids,
               std::vector<MutantResult> results,
               const CampaignOptions &options)
      : CampaignRunner(system, mutants, ids, std::move(results), options) {
    // Now: threads must not build expressions.
    for (const SystemEdits &edits : mutants)
      changed.push_back(applyEdits(system, edits));
    if (!isWeak())
      hidden = classifyHiddenValues(system, options.sync.solver);
  }

private:
  class MutantChecker;
  class InputBuilder;

  std::unique_ptr<Checker> makeChecker() override;
  std::unique_ptr<Builder> makeBuilder() override;
  bool hasPath(const MutantResult &killed) const override {
    return killed.inputs.has_value();
  }
  std::function<bool(unsigned)> prepare(const TimedTest &test) override {
    if (!isWeak())
      return [this, &test](unsigned mutant) {
        return runSyncTest(test, *changed[mutant], options.sync.solver)
            .failsCertainly();
      };
    return [this, inputs = getInputs(test)](unsigned mutant) {
      return showsWeakly(inputs, system, *changed[mutant], options.sync.solver);
    };
  }
  bool isWeak() const {
    return options.sync.strength == MutationStrength::Weak;
  }

  HiddenValues hidden = HiddenValues::Free;
  /// The mutants.
  std::vector<std::unique_ptr<System>> changed;
};

} // namespace

class SyncCampaign::MutantChecker : public CampaignRunner::Checker {
public:
  explicit MutantChecker(SyncCampaign &campaign)
      : campaign(campaign),
        checker(campaign.system, campaign.hidden, campaign.options.sync) {}

  MutantResult check(unsigned mutant) override {
    auto start = std::chrono::steady_clock::now();
    MutantResult result = checker.check(*campaign.changed[mutant]);
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    return result;
  }

private:
  SyncCampaign &campaign;
  SyncChecker checker;
};

std::unique_ptr<CampaignRunner::Checker> SyncCampaign::makeChecker() {
  return std::make_unique<MutantChecker>(*this);
}

/// The test of the inputs of the violation, seen to fail on the mutant.
class SyncCampaign::InputBuilder : public CampaignRunner::Builder {
public:
  explicit InputBuilder(SyncCampaign &campaign) : campaign(campaign) {}

  std::optional<TimedTest> build(unsigned mutant) override {
    MutantResult &killed = campaign.result.mutants[mutant];
    const BoundedOptions &solver = campaign.options.sync.solver;
    std::optional<TimedTest> test =
        buildSyncTest(*killed.inputs, campaign.system, killed.reason, solver);
    if (!test)
      return std::nullopt;
    bool shows =
        campaign.isWeak()
            ? showsWeakly(*killed.inputs, campaign.system,
                          *campaign.changed[mutant], solver)
            : runSyncTest(*test, *campaign.changed[mutant], solver).fail;
    if (shows)
      return test;
    killed.reason = "the test does not show the fault";
    return std::nullopt;
  }

private:
  SyncCampaign &campaign;
};

std::unique_ptr<CampaignRunner::Builder> SyncCampaign::makeBuilder() {
  return std::make_unique<InputBuilder>(*this);
}

std::unique_ptr<CampaignRunner> tioga::createSyncCampaign(
    const System &system, llvm::ArrayRef<SystemEdits> mutants,
    llvm::ArrayRef<llvm::StringRef> ids, std::vector<MutantResult> results,
    const CampaignOptions &options) {
  return std::make_unique<SyncCampaign>(system, mutants, ids,
                                        std::move(results), options);
}
