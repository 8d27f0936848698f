//===- Campaign.cpp - From mutants to a test suite --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Check all mutants, in parallel.
// 2. Take the mutant with the longest way to its violation that no test kills
//    yet, build its test, and run it on all others that are left, in parallel.
//    Long ways pass many faults, so few tests are needed.
// 3. Drop tests whose mutants are all killed by others.
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Campaign.h"
#include "Parallel.h"
#include "tioga/Campaign/Replay.h"
#include <mutex>
#include <numeric>

using namespace tioga;

llvm::StringRef tioga::toString(MutantStatus status) {
  switch (status) {
  case MutantStatus::Killed:
    return "killed";
  case MutantStatus::Equivalent:
    return "equivalent";
  case MutantStatus::EquivalentToDepth:
    return "equivalentToDepth";
  case MutantStatus::Undecided:
    return "undecided";
  }
  llvm_unreachable("covered switch");
}

std::optional<MutantStatus> tioga::getMutantStatus(llvm::StringRef name) {
  for (MutantStatus status :
       {MutantStatus::Killed, MutantStatus::Equivalent,
        MutantStatus::EquivalentToDepth, MutantStatus::Undecided})
    if (toString(status) == name)
      return status;
  return std::nullopt;
}

namespace {

class CampaignRunner {
public:
  CampaignRunner(const System &system, llvm::ArrayRef<SystemEdits> mutants,
                 llvm::ArrayRef<llvm::StringRef> ids,
                 std::vector<MutantResult> results,
                 const CampaignOptions &options);

  CampaignResult run();

private:
  // Step 1.
  void checkMutants();
  MutantResult toResult(const ConformanceResult &answer) const;
  void replay(const Violation &violation, const SystemEdits &edits,
              MutantResult &checked) const;
  std::string describe(const Violation &violation) const;

  // Step 2.
  void buildTests();
  std::optional<TimedTest> buildFor(unsigned mutant, TrackedSystem &spec);
  void buildAll();
  void buildFew();
  void addTest(TimedTest test, unsigned mutant);
  std::vector<unsigned> getByLength() const;
  /// Runs a test on mutants that it might kill; records what it kills.
  void tryTest(unsigned test, llvm::ArrayRef<unsigned> mutants);

  // Step 3.
  void reduceGreedily();
  void keepTests(llvm::ArrayRef<unsigned> kept);
  void orderTests();
  void completeMatrix();

  bool isCancelled() const {
    return options.isCancelled && options.isCancelled->load();
  }
  TrackedSystem &getMutant(unsigned mutant);
  void report(llvm::StringRef phase, size_t done, size_t total) const {
    if (options.onProgress)
      options.onProgress(phase, done, total);
  }

  const System &system;
  llvm::ArrayRef<SystemEdits> mutants;
  llvm::ArrayRef<llvm::StringRef> ids;
  const CampaignOptions &options;
  CampaignResult result;
  /// A multiple of all denominators of the system and its mutants.
  int64_t scale;
  /// For the main thread.
  TrackedSystem spec;
  std::vector<std::unique_ptr<TrackedSystem>> tracked;
};

} // namespace

static int64_t getCommonScale(const System &system,
                              llvm::ArrayRef<SystemEdits> mutants) {
  int64_t scale = system.getScale();
  for (const SystemEdits &edits : mutants)
    if (edits.scale)
      scale = std::lcm(scale, edits.scale);
  return scale;
}

CampaignRunner::CampaignRunner(const System &system,
                               llvm::ArrayRef<SystemEdits> mutants,
                               llvm::ArrayRef<llvm::StringRef> ids,
                               std::vector<MutantResult> results,
                               const CampaignOptions &options)
    : system(system), mutants(mutants), ids(ids), options(options),
      scale(getCommonScale(system, mutants)), spec(system, nullptr, scale),
      tracked(mutants.size()) {
  result.mutants = std::move(results);
  result.mutants.resize(mutants.size());
}

//===----------------------------------------------------------------------===//
// Step 1: check
//===----------------------------------------------------------------------===//

std::string CampaignRunner::describe(const Violation &violation) const {
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

MutantResult CampaignRunner::toResult(const ConformanceResult &answer) const {
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
  checked.witness = describe(violation);
  checked.path = getPath(violation, system, scale);
  if (!checked.path)
    checked.reason = "the times of the violation are not known";
  return checked;
}

/// Nothing is reported that the interpreter contradicts.
void CampaignRunner::replay(const Violation &violation,
                            const SystemEdits &edits,
                            MutantResult &checked) const {
  if (!options.replay)
    return;
  std::string reason;
  if (replayViolation(violation, system, edits, reason) != AnswerKind::Violated)
    return;
  checked = MutantResult();
  checked.isOpen = false;
  checked.reason = "the violation does not survive its replay: " + reason;
}

void CampaignRunner::checkMutants() {
  std::vector<unsigned> open;
  for (auto [index, mutant] : llvm::enumerate(result.mutants))
    if (mutant.isOpen)
      open.push_back(index);
  ConformanceOptions conformance = options.conformance;
  // One mutant at a time and thread.
  conformance.threads = 1;
  conformance.isCancelled = [this] { return isCancelled(); };
  std::mutex mutex;
  parallelFor(
      open.size(), options.threads,
      [&] { return createZoneChecker(system, conformance); },
      [&](std::unique_ptr<ConformanceChecker> &checker, size_t position) {
        if (isCancelled())
          return;
        unsigned index = open[position];
        ConformanceResult answer = checker->check(mutants[index]);
        MutantResult checked = toResult(answer);
        if (answer.answer == AnswerKind::Violated && answer.violation)
          replay(*answer.violation, mutants[index], checked);
        // What was interrupted is as good as not begun.
        if (checked.status == MutantStatus::Undecided && isCancelled())
          return;
        std::lock_guard<std::mutex> lock(mutex);
        result.mutants[index] = std::move(checked);
        if (options.onResult)
          options.onResult(index, result.mutants[index]);
      },
      [&](size_t done) { report("checking", done, open.size()); });
  for (MutantResult &mutant : result.mutants)
    if (mutant.isOpen)
      mutant.reason = "the campaign was stopped";
}

//===----------------------------------------------------------------------===//
// Step 2: build tests
//===----------------------------------------------------------------------===//

/// The prepared mutant, kept: several tests are tried on it. Safe for threads
/// that work on different mutants.
TrackedSystem &CampaignRunner::getMutant(unsigned mutant) {
  if (!tracked[mutant])
    tracked[mutant] =
        std::make_unique<TrackedSystem>(system, &mutants[mutant], scale);
  return *tracked[mutant];
}

std::optional<TimedTest> CampaignRunner::buildFor(unsigned mutant,
                                                  TrackedSystem &spec) {
  MutantResult &killed = result.mutants[mutant];
  TrackedSystem &sut = getMutant(mutant);
  std::optional<TimedTest> test =
      buildTest(*killed.path, system, spec, &sut, options.tests);
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

std::vector<unsigned> CampaignRunner::getByLength() const {
  std::vector<unsigned> order;
  for (auto [index, mutant] : llvm::enumerate(result.mutants))
    if (mutant.status == MutantStatus::Killed && mutant.path)
      order.push_back(index);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    unsigned first = result.mutants[a].length,
             second = result.mutants[b].length;
    return first != second ? first > second : a < b;
  });
  return order;
}

void CampaignRunner::addTest(TimedTest test, unsigned mutant) {
  ++result.numBuilt;
  for (auto [index, other] : llvm::enumerate(result.tests))
    if (other.isSameAs(test)) {
      result.mutants[mutant].test = index;
      result.kills[index].set(mutant);
      return;
    }
  result.mutants[mutant].test = result.tests.size();
  result.tests.push_back(std::move(test));
  result.kills.emplace_back(mutants.size());
  result.kills.back().set(mutant);
}

void CampaignRunner::tryTest(unsigned test,
                             llvm::ArrayRef<unsigned> candidates) {
  ReferenceRun reference(result.tests[test], spec);
  std::vector<char> killed(candidates.size());
  parallelFor(
      candidates.size(), options.threads, [] { return 0; },
      [&](int, size_t position) {
        unsigned mutant = candidates[position];
        killed[position] =
            reference.failsCertainly(mutants[mutant], [&]() -> TrackedSystem & {
              return getMutant(mutant);
            });
      });
  for (auto [position, mutant] : llvm::enumerate(candidates))
    if (killed[position]) {
      result.kills[test].set(mutant);
      if (!result.mutants[mutant].test)
        result.mutants[mutant].test = test;
    }
}

/// One test per killed mutant.
void CampaignRunner::buildAll() {
  std::vector<unsigned> order = getByLength();
  std::vector<std::optional<TimedTest>> tests(order.size());
  parallelFor(
      order.size(), options.threads,
      [&] { return std::make_unique<TrackedSystem>(system, nullptr, scale); },
      [&](std::unique_ptr<TrackedSystem> &spec, size_t position) {
        if (!isCancelled())
          tests[position] = buildFor(order[position], *spec);
      },
      [&](size_t done) { report("building tests", done, order.size()); });
  for (auto [position, test] : llvm::enumerate(tests))
    if (test)
      addTest(std::move(*test), order[position]);
}

/// As few tests as come out of trying each on what is left.
void CampaignRunner::buildFew() {
  std::vector<unsigned> left = getByLength();
  size_t total = left.size();
  while (!left.empty() && !isCancelled()) {
    unsigned mutant = left.front();
    std::optional<TimedTest> test = buildFor(mutant, spec);
    left.erase(left.begin());
    if (!test)
      continue;
    addTest(std::move(*test), mutant);
    if (result.mutants[mutant].test == result.tests.size() - 1)
      tryTest(result.tests.size() - 1, left);
    llvm::erase_if(left, [&](unsigned each) {
      return result.mutants[each].test.has_value();
    });
    report("building tests", total - left.size(), total);
  }
}

void CampaignRunner::buildTests() {
  if (options.testPerMutant)
    buildAll();
  else
    buildFew();
}

//===----------------------------------------------------------------------===//
// Step 3: reduce and order
//===----------------------------------------------------------------------===//

void CampaignRunner::completeMatrix() {
  std::vector<unsigned> killed;
  for (auto [index, mutant] : llvm::enumerate(result.mutants))
    if (mutant.status == MutantStatus::Killed)
      killed.push_back(index);
  for (unsigned test = 0; test < result.tests.size() && !isCancelled();
       ++test) {
    tryTest(test, killed);
    report("running tests", test + 1, result.tests.size());
  }
}

/// Keeps some tests, in this order. Mutants whose test goes get the first of
/// those left that kills them.
void CampaignRunner::keepTests(llvm::ArrayRef<unsigned> kept) {
  std::vector<TimedTest> tests;
  std::vector<llvm::BitVector> kills;
  for (unsigned test : kept) {
    tests.push_back(std::move(result.tests[test]));
    kills.push_back(std::move(result.kills[test]));
  }
  result.tests = std::move(tests);
  result.kills = std::move(kills);
  for (auto [index, mutant] : llvm::enumerate(result.mutants)) {
    if (!mutant.test)
      continue;
    unsigned position = index;
    auto found = llvm::find_if(result.kills, [&](const llvm::BitVector &each) {
      return each[position];
    });
    mutant.test = found - result.kills.begin();
  }
}

void CampaignRunner::reduceGreedily() {
  llvm::BitVector left(mutants.size());
  for (auto [index, mutant] : llvm::enumerate(result.mutants))
    if (mutant.test)
      left.set(index);
  std::vector<unsigned> kept;
  while (left.any()) {
    unsigned best = 0, most = 0;
    for (unsigned test = 0; test < result.tests.size(); ++test) {
      llvm::BitVector both = left;
      both &= result.kills[test];
      if (both.count() > most) {
        most = both.count();
        best = test;
      }
    }
    left.reset(result.kills[best]);
    kept.push_back(best);
  }
  llvm::sort(kept);
  keepTests(kept);
}

void CampaignRunner::orderTests() {
  std::vector<unsigned> order(result.tests.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    unsigned first = result.tests[a].length, second = result.tests[b].length;
    if (options.order == SuiteOrder::Kills) {
      first = result.kills[b].count();
      second = result.kills[a].count();
    }
    return first != second ? first < second : a < b;
  });
  keepTests(order);
}

CampaignResult CampaignRunner::run() {
  auto start = std::chrono::steady_clock::now();
  checkMutants();
  buildTests();
  if (options.killMatrix)
    completeMatrix();
  if (options.reduction == SuiteReduction::Greedy && !options.testPerMutant)
    reduceGreedily();
  orderTests();
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  nameTests(result, ids);
  return std::move(result);
}

void tioga::nameTests(CampaignResult &result,
                      llvm::ArrayRef<llvm::StringRef> ids) {
  for (auto [index, test] : llvm::enumerate(result.tests)) {
    test.name = "t" + std::to_string(index + 1);
    test.mutants.clear();
    for (unsigned mutant : result.kills[index].set_bits())
      if (result.mutants[mutant].test == index)
        test.mutants.push_back(ids[mutant].str());
  }
}

CampaignResult tioga::runCampaign(const System &system,
                                  llvm::ArrayRef<SystemEdits> mutants,
                                  llvm::ArrayRef<llvm::StringRef> ids,
                                  std::vector<MutantResult> results,
                                  const CampaignOptions &options) {
  return CampaignRunner(system, mutants, ids, std::move(results), options)
      .run();
}
