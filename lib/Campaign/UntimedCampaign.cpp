//===- UntimedCampaign.cpp - Campaigns without time -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CampaignRunner.h"
#include "tioga/Campaign/UntimedTest.h"
#include <mutex>

using namespace tioga;

namespace {

class UntimedCampaign : public CampaignRunner {
public:
  UntimedCampaign(const System &system, llvm::ArrayRef<SystemEdits> mutants,
                  llvm::ArrayRef<llvm::StringRef> ids,
                  std::vector<MutantResult> results,
                  const CampaignOptions &options)
      : CampaignRunner(system, mutants, ids, std::move(results), options) {
    // Now: threads must not build expressions.
    for (const SystemEdits &edits : mutants)
      changed.push_back(applyEdits(system, edits));
    limits.limits.timeout = options.conformance.timeout.count();
  }

private:
  class IocoChecker;
  class PathBuilder;

  std::unique_ptr<Checker> makeChecker() override;
  std::unique_ptr<Builder> makeBuilder() override;
  bool hasPath(const MutantResult &killed) const override {
    return killed.path.has_value();
  }
  std::function<bool(unsigned)> prepare(const TimedTest &test) override {
    return [this, &test](unsigned mutant) {
      Space space = takeSpace();
      TestVerdicts verdicts =
          runUntimedTest(test, *changed[mutant], *space.space);
      giveBack(std::move(space));
      return verdicts.fail && !verdicts.pass && !verdicts.inconclusive &&
             !verdicts.isUnknown;
    };
  }
  std::optional<TimedTest> buildFor(unsigned mutant,
                                    const TestBuilderOptions &tests);

  /// Threads share spaces, one at a time. None gets too old: terms stay.
  struct Space {
    std::unique_ptr<SymbolicSpace> space;
    unsigned uses = 0;
  };
  Space takeSpace();
  void giveBack(Space space);

  SymbolicOptions limits;
  std::mutex mutex;
  std::vector<Space> spaces;
  /// The mutants.
  std::vector<std::unique_ptr<System>> changed;
};

} // namespace

/// State by state where data is small; by symbols where it is not, or where
/// that gives no answer.
class UntimedCampaign::IocoChecker : public CampaignRunner::Checker {
public:
  explicit IocoChecker(UntimedCampaign &campaign)
      : campaign(campaign), conformance(campaign.options.conformance) {
    conformance.relation = Relation::Ioco;
    conformance.threads = 1;
    conformance.isCancelled = [&campaign] { return campaign.isCancelled(); };
    if (!hasLargeData(campaign.system))
      zones = createZoneChecker(campaign.system, conformance);
  }

  MutantResult check(unsigned mutant) override {
    const SystemEdits &edits = campaign.mutants[mutant];
    ConformanceResult answer;
    if (zones)
      answer = zones->check(edits);
    if (answer.answer == AnswerKind::Undecided) {
      if (!symbolic)
        symbolic = createSymbolicChecker(campaign.system, conformance,
                                         campaign.limits);
      double seconds = answer.statistics.seconds;
      answer = symbolic->check(edits);
      answer.statistics.seconds += seconds;
    }
    return toMutantResult(answer, campaign.system, campaign.system,
                          /*scale=*/1);
  }

private:
  UntimedCampaign &campaign;
  ConformanceOptions conformance;
  std::unique_ptr<ConformanceChecker> zones, symbolic;
};

std::unique_ptr<CampaignRunner::Checker> UntimedCampaign::makeChecker() {
  return std::make_unique<IocoChecker>(*this);
}

//===----------------------------------------------------------------------===//
// Building tests
//===----------------------------------------------------------------------===//

UntimedCampaign::Space UntimedCampaign::takeSpace() {
  std::lock_guard<std::mutex> lock(mutex);
  if (spaces.empty())
    return {std::make_unique<SymbolicSpace>(limits)};
  Space space = std::move(spaces.back());
  spaces.pop_back();
  return space;
}

void UntimedCampaign::giveBack(Space space) {
  constexpr unsigned maxUses = 200;
  std::lock_guard<std::mutex> lock(mutex);
  if (++space.uses < maxUses)
    spaces.push_back(std::move(space));
}

std::optional<TimedTest>
UntimedCampaign::buildFor(unsigned mutant, const TestBuilderOptions &tests) {
  MutantResult &killed = result.mutants[mutant];
  Space space = takeSpace();
  std::optional<TimedTest> test =
      buildUntimedTest(*killed.path, system, changed[mutant].get(), tests,
                       *space.space, killed.reason);
  TestVerdicts verdicts;
  if (test)
    verdicts = runUntimedTest(*test, *changed[mutant], *space.space);
  giveBack(std::move(space));
  if (!test)
    return std::nullopt;
  if (!verdicts.isUnknown && verdicts.fail)
    return test;
  killed.reason = "the test does not show the fault";
  return std::nullopt;
}

/// The test along the violation, seen to fail on the mutant.
class UntimedCampaign::PathBuilder : public CampaignRunner::Builder {
public:
  explicit PathBuilder(UntimedCampaign &campaign) : campaign(campaign) {}

  std::optional<TimedTest> build(unsigned mutant) override {
    return campaign.buildFor(mutant, campaign.options.tests);
  }

  /// The same path with other data.
  std::vector<TimedTest> buildOthers(unsigned mutant, unsigned count) override {
    std::vector<TimedTest> tests;
    for (unsigned i = 0; i < count; ++i) {
      TestBuilderOptions other = campaign.options.tests;
      other.data = i < 2 ? DataStrategy::Boundary : DataStrategy::Random;
      other.seed += i;
      if (std::optional<TimedTest> test = campaign.buildFor(mutant, other))
        tests.push_back(std::move(*test));
    }
    // It has a test, whatever became of the others.
    campaign.result.mutants[mutant].reason.clear();
    return tests;
  }

private:
  UntimedCampaign &campaign;
};

std::unique_ptr<CampaignRunner::Builder> UntimedCampaign::makeBuilder() {
  return std::make_unique<PathBuilder>(*this);
}

std::unique_ptr<CampaignRunner> tioga::createUntimedCampaign(
    const System &system, llvm::ArrayRef<SystemEdits> mutants,
    llvm::ArrayRef<llvm::StringRef> ids, std::vector<MutantResult> results,
    const CampaignOptions &options) {
  return std::make_unique<UntimedCampaign>(system, mutants, ids,
                                           std::move(results), options);
}
