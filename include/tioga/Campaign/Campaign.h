//===- Campaign.h - From mutants to a test suite ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every mutant is checked for conformance; every mutant that does not conform
// gets a test that tells it from the model, unless a test that is there already
// does so. Worker threads touch no MLIR; the results do not depend on how many
// there are.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_CAMPAIGN_H
#define TIOGA_CAMPAIGN_CAMPAIGN_H

#include "tioga/Campaign/SyncTest.h"
#include "tioga/Campaign/TestBuilder.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Mutation/Operators.h"
#include "llvm/ADT/BitVector.h"
#include <atomic>

namespace tioga {

/// What is known about a mutant.
enum class MutantStatus : uint8_t {
  Killed,            ///< a violation was found
  Equivalent,        ///< it conforms, proved
  EquivalentToDepth, ///< it conforms to a depth
  Undecided          ///< a limit was reached, or the campaign was stopped
};

/// `killed`, `equivalent`, `equivalentToDepth`, `undecided`.
llvm::StringRef toString(MutantStatus status);
std::optional<MutantStatus> getMutantStatus(llvm::StringRef name);

struct MutantResult {
  MutantStatus status = MutantStatus::Undecided;
  /// Killed: whether only because stopped time is silence, whether an exact
  /// instant is needed, and observations to the violation.
  bool stopsTime = false, boundary = false;
  unsigned length = 0;
  ViolationKind kind = ViolationKind::Late;
  /// Killed: the violation as text.
  std::string witness;
  /// Killed: where to look; nothing if the event times are not known.
  std::optional<TestPath> path;
  /// The same for a contract: the inputs of each step.
  std::optional<InputSequence> inputs;
  /// EquivalentToDepth.
  unsigned depth = 0;
  /// Undecided, or killed without a test: why.
  std::string reason;
  double seconds = 0;
  /// The test that kills it: position in `CampaignResult::tests`.
  std::optional<unsigned> test;
  /// Whether it was taken from the journal of an earlier run, or was not
  /// reached before the campaign was stopped.
  bool isOld = false, isOpen = true;
};

/// What is done with tests that others make superfluous.
enum class SuiteReduction : uint8_t {
  None,   ///< nothing
  Greedy, ///< keep the test that kills most of the mutants left, repeatedly
  Exact   ///< keep as few as possible, by a solver
};

/// In which order a suite lists its tests.
enum class SuiteOrder : uint8_t { Kills, Length };

/// When a mutant of a contract is told from it.
enum class MutationStrength : uint8_t {
  Strong, ///< by an output that the contract does not allow
  Weak    ///< by a step that it does not allow, even if only hidden values show
};

struct SyncCampaignOptions {
  MutationStrength strength = MutationStrength::Strong;
  /// Most steps of a test.
  unsigned bound = 10;
  /// The solver; `limits.timeout` is for one question.
  BoundedOptions solver;
};

struct CampaignOptions {
  ConformanceOptions conformance;
  TestBuilderOptions tests;
  SyncCampaignOptions sync;
  /// The system together with its environment, and that alone as far as it can
  /// be (`keepEnvironment`): for tests that do only what it would do. Both null
  /// for tests that may do anything. Labels are those of the system.
  const System *whole = nullptr, *environment = nullptr;
  unsigned threads = 1;
  /// Whether the interpreter replays every violation.
  bool replay = true;
  /// A test for each killed mutant, even if another test kills it too.
  bool testPerMutant = false;
  /// How many different tests are to kill each mutant, where there are as many:
  /// other words, other paths, other instants.
  unsigned testsPerMutant = 1;
  /// Milliseconds for each question of an exact reduction.
  unsigned reductionTime = 10'000;
  SuiteReduction reduction = SuiteReduction::Greedy;
  SuiteOrder order = SuiteOrder::Kills;
  /// Run all tests on all killed mutants.
  bool killMatrix = false;
  /// Asked by all threads; true: finish what was begun and stop.
  const std::atomic<bool> *isCancelled = nullptr;
  /// Called by the main thread now and then.
  std::function<void(llvm::StringRef phase, size_t done, size_t total)>
      onProgress;
  /// Called by one thread at a time when a mutant is decided.
  std::function<void(size_t mutant, const MutantResult &result)> onResult;
};

struct CampaignResult {
  /// As many as there are mutants.
  std::vector<MutantResult> mutants;
  std::vector<TimedTest> tests;
  /// The mutants of the tests that were built, before equal and superfluous
  /// ones were dropped.
  std::vector<unsigned> builtFor;
  /// Whether no fewer of the tests that were built would do.
  bool isMinimal = false;
  /// By test: the mutants it was seen to kill. Complete if
  /// `CampaignOptions::killMatrix`.
  std::vector<llvm::BitVector> kills;
  double seconds = 0;
};

/// Runs a campaign. `results` holds what is known already (isOpen = false) or
/// is empty.
/// \pre one edit list per mutant
CampaignResult runCampaign(const System &system,
                           llvm::ArrayRef<SystemEdits> mutants,
                           llvm::ArrayRef<llvm::StringRef> ids,
                           std::vector<MutantResult> results,
                           const CampaignOptions &options);

/// Gives each test a name by its position and says for which mutants it is.
void nameTests(CampaignResult &result, llvm::ArrayRef<llvm::StringRef> ids);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_CAMPAIGN_H
