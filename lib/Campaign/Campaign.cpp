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

#include "CampaignRunner.h"
#include "Parallel.h"
#include "tioga/Campaign/Reduction.h"
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

CampaignRunner::CampaignRunner(const System &system,
                               llvm::ArrayRef<SystemEdits> mutants,
                               llvm::ArrayRef<llvm::StringRef> ids,
                               std::vector<MutantResult> results,
                               const CampaignOptions &options)
    : system(system), mutants(mutants), ids(ids), options(options) {
  result.mutants = std::move(results);
  result.mutants.resize(mutants.size());
}

//===----------------------------------------------------------------------===//
// Step 1: check
//===----------------------------------------------------------------------===//

void CampaignRunner::checkMutants() {
  std::vector<unsigned> open;
  for (auto [index, mutant] : llvm::enumerate(result.mutants))
    if (mutant.isOpen)
      open.push_back(index);
  std::mutex mutex;
  parallelFor(
      open.size(), options.threads, [&] { return makeChecker(); },
      [&](std::unique_ptr<Checker> &checker, size_t position) {
        if (isCancelled())
          return;
        unsigned index = open[position];
        MutantResult checked = checker->check(index);
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

std::vector<unsigned> CampaignRunner::getByLength() const {
  std::vector<unsigned> order;
  for (auto [index, mutant] : llvm::enumerate(result.mutants))
    if (mutant.status == MutantStatus::Killed && hasPath(mutant))
      order.push_back(index);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    unsigned first = result.mutants[a].length,
             second = result.mutants[b].length;
    return first != second ? first > second : a < b;
  });
  return order;
}

void CampaignRunner::addTest(TimedTest test, unsigned mutant) {
  result.builtFor.push_back(mutant);
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
  std::function<bool(unsigned)> kills = prepare(result.tests[test]);
  std::vector<char> killed(candidates.size());
  parallelFor(
      candidates.size(), options.threads, [] { return 0; },
      [&](int, size_t position) {
        killed[position] = kills(candidates[position]);
      });
  for (auto [position, mutant] : llvm::enumerate(candidates))
    if (killed[position]) {
      result.kills[test].set(mutant);
      if (!result.mutants[mutant].test)
        result.mutants[mutant].test = test;
    }
}

/// One test per killed mutant, or as many as are asked for.
void CampaignRunner::buildAll() {
  std::vector<unsigned> order = getByLength();
  std::vector<std::optional<TimedTest>> tests(order.size());
  std::vector<std::vector<TimedTest>> others(order.size());
  parallelFor(
      order.size(), options.threads, [&] { return makeBuilder(); },
      [&](std::unique_ptr<Builder> &builder, size_t position) {
        if (isCancelled())
          return;
        unsigned mutant = order[position];
        tests[position] = builder->build(mutant);
        if (tests[position] && options.testsPerMutant > 1)
          others[position] =
              builder->buildOthers(mutant, options.testsPerMutant - 1);
      },
      [&](size_t done) { report("building tests", done, order.size()); });
  for (auto [position, test] : llvm::enumerate(tests))
    if (test)
      addTest(std::move(*test), order[position]);
  for (auto [position, built] : llvm::enumerate(others))
    for (TimedTest &test : built)
      addTest(std::move(test), order[position]);
}

/// As few tests as come out of trying each on what is left.
void CampaignRunner::buildFew() {
  std::unique_ptr<Builder> builder = makeBuilder();
  std::vector<unsigned> left = getByLength();
  size_t total = left.size();
  while (!left.empty() && !isCancelled()) {
    unsigned mutant = left.front();
    std::optional<TimedTest> test = builder->build(mutant);
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
  if (options.testPerMutant || options.testsPerMutant > 1)
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

void CampaignRunner::reduce() {
  CoverProblem problem{result.kills, llvm::BitVector(mutants.size()),
                       options.testsPerMutant};
  for (auto [index, mutant] : llvm::enumerate(result.mutants))
    if (mutant.test)
      problem.required.set(index);
  Cover cover = options.reduction == SuiteReduction::Exact
                    ? coverExactly(problem, options.reductionTime)
                    : coverGreedily(problem);
  result.isMinimal = cover.isMinimal;
  keepTests(cover.tests);
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
  bool isReduced =
      options.reduction != SuiteReduction::None && !options.testPerMutant;
  if (options.killMatrix || options.testsPerMutant > 1 ||
      (isReduced && options.reduction == SuiteReduction::Exact))
    completeMatrix();
  if (isReduced)
    reduce();
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
  auto create = system.isSync()    ? createSyncCampaign
                : system.isDense() ? createTimedCampaign
                                   : createUntimedCampaign;
  return create(system, mutants, ids, std::move(results), options)->run();
}
