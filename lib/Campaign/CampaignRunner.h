//===- CampaignRunner.h - What all campaigns do -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_CAMPAIGN_CAMPAIGNRUNNER_H
#define TIOGA_LIB_CAMPAIGN_CAMPAIGNRUNNER_H

#include "tioga/Campaign/Campaign.h"

namespace tioga {

/// The steps of a campaign; how a mutant is checked and how a test is built and
/// run is up to the formalism.
class CampaignRunner {
public:
  CampaignRunner(const System &system, llvm::ArrayRef<SystemEdits> mutants,
                 llvm::ArrayRef<llvm::StringRef> ids,
                 std::vector<MutantResult> results,
                 const CampaignOptions &options);
  virtual ~CampaignRunner() = default;

  CampaignResult run();

protected:
  /// Checks mutants, one after the other. One per thread.
  class Checker {
  public:
    virtual ~Checker() = default;
    virtual MutantResult check(unsigned mutant) = 0;
  };
  virtual std::unique_ptr<Checker> makeChecker() = 0;

  /// Builds tests, one after the other. One per thread.
  class Builder {
  public:
    virtual ~Builder() = default;
    /// The test that tells a killed mutant from the model; nothing, after
    /// setting its reason, if there is none.
    virtual std::optional<TimedTest> build(unsigned mutant) = 0;
    /// At most `count` more tests of a mutant that has one.
    virtual std::vector<TimedTest> buildOthers(unsigned /*mutant*/,
                                               unsigned /*count*/) {
      return {};
    }
  };
  virtual std::unique_ptr<Builder> makeBuilder() = 0;
  /// Whether there is something to build a test from.
  virtual bool hasPath(const MutantResult &killed) const = 0;
  /// Tells of a test whether it kills a mutant for sure. What is returned is
  /// safe for threads that work on different mutants, and lives no longer than
  /// the test.
  virtual std::function<bool(unsigned mutant)>
  prepare(const TimedTest &test) = 0;

  bool isCancelled() const {
    return options.isCancelled && options.isCancelled->load();
  }

  const System &system;
  llvm::ArrayRef<SystemEdits> mutants;
  llvm::ArrayRef<llvm::StringRef> ids;
  const CampaignOptions &options;
  CampaignResult result;

private:
  // Step 1.
  void checkMutants();

  // Step 2.
  void buildTests();
  void buildAll();
  void buildFew();
  void addTest(TimedTest test, unsigned mutant);
  std::vector<unsigned> getByLength() const;
  /// Runs a test on mutants that it might kill; records what it kills.
  void tryTest(unsigned test, llvm::ArrayRef<unsigned> mutants);

  // Step 3.
  void reduce();
  void keepTests(llvm::ArrayRef<unsigned> kept);
  void orderTests();
  void completeMatrix();

  void report(llvm::StringRef phase, size_t done, size_t total) const {
    if (options.onProgress)
      options.onProgress(phase, done, total);
  }
};

/// A campaign for a synchronous system.
std::unique_ptr<CampaignRunner>
createSyncCampaign(const System &system, llvm::ArrayRef<SystemEdits> mutants,
                   llvm::ArrayRef<llvm::StringRef> ids,
                   std::vector<MutantResult> results,
                   const CampaignOptions &options);

/// A campaign for a timed system.
std::unique_ptr<CampaignRunner>
createTimedCampaign(const System &system, llvm::ArrayRef<SystemEdits> mutants,
                    llvm::ArrayRef<llvm::StringRef> ids,
                    std::vector<MutantResult> results,
                    const CampaignOptions &options);

/// A campaign for a system without time, by ioco.
std::unique_ptr<CampaignRunner>
createUntimedCampaign(const System &system, llvm::ArrayRef<SystemEdits> mutants,
                      llvm::ArrayRef<llvm::StringRef> ids,
                      std::vector<MutantResult> results,
                      const CampaignOptions &options);

/// What a campaign of `system` keeps of a verdict about a mutant that was
/// compared with `spec`. Times are scaled to `scale`.
MutantResult toMutantResult(const ConformanceResult &answer,
                            const System &system, const System &spec,
                            int64_t scale);

} // namespace tioga

#endif // TIOGA_LIB_CAMPAIGN_CAMPAIGNRUNNER_H
