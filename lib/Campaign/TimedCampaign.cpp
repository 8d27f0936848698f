//===- TimedCampaign.cpp - Campaigns of timed systems -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CampaignRunner.h"
#include "tioga/Campaign/Replay.h"
#include <numeric>

using namespace tioga;

namespace {

class TimedCampaign : public CampaignRunner {
public:
  TimedCampaign(const System &system, llvm::ArrayRef<SystemEdits> mutants,
                llvm::ArrayRef<llvm::StringRef> ids,
                std::vector<MutantResult> results,
                const CampaignOptions &options);

private:
  class TimedChecker;
  class TimedBuilder;

  std::unique_ptr<Checker> makeChecker() override;
  std::unique_ptr<Builder> makeBuilder() override;
  bool hasPath(const MutantResult &killed) const override {
    return killed.path.has_value();
  }
  std::function<bool(unsigned)> prepare(const TimedTest &test) override;

  std::optional<TimedTest> buildFor(unsigned mutant, const TestPath &path,
                                    const TestModel &model);
  /// What mutants are compared with.
  const System &getSpecification() const {
    return options.whole ? *options.whole : system;
  }
  TrackedSystem &getMutant(unsigned mutant);

  /// A multiple of all denominators of the system and its mutants.
  int64_t scale;
  /// For the main thread.
  TrackedSystem spec;
  std::vector<std::unique_ptr<TrackedSystem>> tracked;
  /// Detours for more tests of a mutant; none if one is enough.
  std::vector<TestPath> loops;
};

} // namespace

static int64_t getCommonScale(const System &system,
                              llvm::ArrayRef<SystemEdits> mutants,
                              const System *whole) {
  int64_t scale = system.getScale();
  if (whole)
    scale = std::lcm(scale, whole->getScale());
  for (const SystemEdits &edits : mutants)
    if (edits.scale)
      scale = std::lcm(scale, edits.scale);
  return scale;
}

TimedCampaign::TimedCampaign(const System &system,
                             llvm::ArrayRef<SystemEdits> mutants,
                             llvm::ArrayRef<llvm::StringRef> ids,
                             std::vector<MutantResult> results,
                             const CampaignOptions &options)
    : CampaignRunner(system, mutants, ids, std::move(results), options),
      scale(getCommonScale(system, mutants, options.whole)),
      spec(system, nullptr, scale), tracked(mutants.size()) {
  // An environment that cannot be followed need not allow detours.
  if (options.testsPerMutant <= 1 || (options.whole && !options.environment))
    return;
  TrackedSystem specification(getSpecification(), nullptr, scale);
  loops = getLoops(2 * options.testsPerMutant, system, specification);
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

static std::string toText(const Violation &violation, const System &system) {
  std::string text;
  llvm::raw_string_ostream os(text);
  violation.observation.print(os, system);
  if (violation.label) {
    os << " · " << system.getLabels()[*violation.label].getText();
    if (!violation.arguments.empty()) {
      os << '(';
      llvm::interleaveComma(violation.arguments, os);
      os << ')';
    }
  }
  os << ": " << toString(violation.kind);
  return text;
}

MutantResult tioga::toMutantResult(const ConformanceResult &answer,
                                   const System &system, const System &spec,
                                   int64_t scale) {
  MutantResult checked;
  checked.isOpen = false;
  checked.seconds = answer.statistics.seconds;
  switch (answer.answer) {
  case AnswerKind::Holds:
    checked.status = answer.depth ? MutantStatus::EquivalentToDepth
                                  : MutantStatus::Equivalent;
    checked.depth = answer.depth.value_or(0);
    return checked;
  case AnswerKind::Undecided:
    checked.reason = answer.reason;
    return checked;
  case AnswerKind::Violated:
    break;
  }
  checked.status = MutantStatus::Killed;
  if (!answer.violation) {
    // The verdict counts, even where its trace could not be computed.
    checked.reason = "the violation has no trace";
    return checked;
  }
  const Violation &violation = *answer.violation;
  checked.stopsTime = violation.stopsTime;
  checked.boundary = violation.boundary;
  checked.length = violation.getLength();
  checked.kind = violation.kind;
  checked.witness = toText(violation, system);
  checked.path = getPath(violation, spec, scale);
  if (!checked.path)
    checked.reason = "the times of the violation are not known";
  return checked;
}

class TimedCampaign::TimedChecker : public CampaignRunner::Checker {
public:
  explicit TimedChecker(TimedCampaign &campaign)
      : campaign(campaign),
        interpreters(campaign.system, campaign.options.whole) {
    ConformanceOptions conformance = campaign.options.conformance;
    conformance.threads = 1;
    conformance.isCancelled = [&campaign] { return campaign.isCancelled(); };
    checker =
        createZoneChecker(campaign.getSpecification(), conformance,
                          campaign.options.whole ? &campaign.system : nullptr);
  }

  MutantResult check(unsigned mutant) override {
    ConformanceResult answer = checker->check(campaign.mutants[mutant]);
    MutantResult checked = toMutantResult(
        answer, campaign.system, campaign.getSpecification(), campaign.scale);
    if (answer.answer == AnswerKind::Violated && answer.violation)
      replay(*answer.violation, campaign.mutants[mutant], checked);
    return checked;
  }

private:
  /// Nothing is reported that the interpreter contradicts.
  void replay(const Violation &violation, const SystemEdits &edits,
              MutantResult &checked) {
    std::string reason;
    if (!campaign.options.replay ||
        interpreters.replay(violation, edits, reason) != AnswerKind::Violated)
      return;
    checked = MutantResult();
    checked.isOpen = false;
    checked.reason = "the violation does not survive its replay: " + reason;
  }

  TimedCampaign &campaign;
  ViolationReplay interpreters;
  std::unique_ptr<ConformanceChecker> checker;
};

std::unique_ptr<CampaignRunner::Checker> TimedCampaign::makeChecker() {
  return std::make_unique<TimedChecker>(*this);
}

//===----------------------------------------------------------------------===//
// Building tests
//===----------------------------------------------------------------------===//

/// The prepared mutant, kept: several tests are tried on it. Safe for threads
/// that work on different mutants.
TrackedSystem &TimedCampaign::getMutant(unsigned mutant) {
  if (!tracked[mutant])
    tracked[mutant] =
        std::make_unique<TrackedSystem>(system, &mutants[mutant], scale);
  return *tracked[mutant];
}

std::optional<TimedTest> TimedCampaign::buildFor(unsigned mutant,
                                                 const TestPath &path,
                                                 const TestModel &model) {
  MutantResult &killed = result.mutants[mutant];
  TrackedSystem &sut = getMutant(mutant);
  std::optional<TimedTest> test = buildTest(path, model, &sut, options.tests);
  if (!test) {
    killed.reason = "the test could not be computed";
    return std::nullopt;
  }
  TestVerdicts verdicts = runTest(*test, sut);
  if (verdicts.isUnknown || !verdicts.fail) {
    killed.reason = "the test does not show the fault";
    return std::nullopt;
  }
  return test;
}

class TimedCampaign::TimedBuilder : public CampaignRunner::Builder {
public:
  explicit TimedBuilder(TimedCampaign &campaign)
      : campaign(campaign), spec(campaign.system, nullptr, campaign.scale) {
    if (const System *system = campaign.options.environment)
      environment.emplace(*system, nullptr, campaign.scale);
  }

  std::optional<TimedTest> build(unsigned mutant) override {
    return campaign.buildFor(mutant, *campaign.result.mutants[mutant].path,
                             getModel());
  }

  std::vector<TimedTest> buildOthers(unsigned mutant, unsigned count) override;

private:
  TestModel getModel() {
    return {campaign.system, spec, environment ? &*environment : nullptr};
  }

  TimedCampaign &campaign;
  TrackedSystem spec;
  std::optional<TrackedSystem> environment;
};

/// The same word at the other ends of its windows, and after a detour.
std::vector<TimedTest>
TimedCampaign::TimedBuilder::buildOthers(unsigned mutant, unsigned count) {
  MutantResult &killed = campaign.result.mutants[mutant];
  std::vector<TestPath> paths;
  if (std::optional<TestPath> late =
          getLatestInputs(*killed.path, campaign.system))
    paths.push_back(std::move(*late));
  for (const TestPath &loop : campaign.loops)
    paths.push_back(concatenate(loop, *killed.path));
  std::vector<TimedTest> tests;
  for (const TestPath &path : paths)
    if (!path.times.isEmpty() && tests.size() < count)
      if (std::optional<TimedTest> test =
              campaign.buildFor(mutant, path, getModel()))
        tests.push_back(std::move(*test));
  // It has a test, whatever became of the others.
  killed.reason.clear();
  return tests;
}

std::unique_ptr<CampaignRunner::Builder> TimedCampaign::makeBuilder() {
  return std::make_unique<TimedBuilder>(*this);
}

std::function<bool(unsigned)> TimedCampaign::prepare(const TimedTest &test) {
  auto reference = std::make_shared<ReferenceRun>(test, spec);
  return [this, reference](unsigned mutant) {
    return reference->failsCertainly(mutants[mutant], [&]() -> TrackedSystem & {
      return getMutant(mutant);
    });
  };
}

std::unique_ptr<CampaignRunner> tioga::createTimedCampaign(
    const System &system, llvm::ArrayRef<SystemEdits> mutants,
    llvm::ArrayRef<llvm::StringRef> ids, std::vector<MutantResult> results,
    const CampaignOptions &options) {
  return std::make_unique<TimedCampaign>(system, mutants, ids,
                                         std::move(results), options);
}
