//===- CampaignTest.cpp - Campaigns on the examples -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "tioga/Campaign/Suite.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <map>
#include <numeric>

using namespace tioga;

static std::map<unsigned, unsigned> countLengths(const CampaignResult &result) {
  std::map<unsigned, unsigned> lengths;
  for (const MutantResult &mutant : result.mutants)
    if (mutant.status == MutantStatus::Killed)
      ++lengths[mutant.length];
  return lengths;
}

// Three engines that share no code agree on these numbers.
TEST(Campaign, CarAlarmWithSilence) {
  Prepared alarm("car-alarm/car-alarm", "momut");
  ASSERT_EQ(alarm.edits.size(), 1099u);
  CampaignResult result = alarm.run({});
  std::map<unsigned, unsigned> expected = {
      {1, 23}, {2, 71},  {3, 187}, {4, 122}, {5, 146}, {6, 38},  {7, 38},
      {8, 47}, {9, 107}, {10, 86}, {11, 20}, {12, 58}, {13, 27}, {14, 7}};
  EXPECT_EQ(countLengths(result), expected);
  unsigned stopsTime = 0;
  for (auto [index, mutant] : llvm::enumerate(result.mutants)) {
    stopsTime += mutant.stopsTime;
    EXPECT_NE(mutant.status, MutantStatus::Undecided) << mutant.reason;
    EXPECT_EQ(mutant.test.has_value(), mutant.status == MutantStatus::Killed)
        << alarm.ids[index].str() << ": " << mutant.reason;
  }
  EXPECT_EQ(stopsTime, 140u);
  EXPECT_LT(result.tests.size(), 60u);
}

TEST(Campaign, CarAlarmWithStoppedTime) {
  Prepared alarm("car-alarm/car-alarm", "momut");
  CampaignOptions options;
  options.conformance.timelock = Timelock::Conform;
  CampaignResult result = alarm.run(options);
  std::map<unsigned, unsigned> expected = {
      {1, 23},  {2, 71}, {3, 164}, {4, 125}, {5, 108}, {6, 29},
      {7, 27},  {8, 31}, {9, 72},  {10, 69}, {11, 27}, {12, 51},
      {13, 30}, {14, 7}, {15, 1},  {19, 1},  {20, 1}};
  EXPECT_EQ(countLengths(result), expected);
}

// The results do not depend on the number of threads.
TEST(Campaign, ThreadsAgree) {
  Prepared alarm("ecdar-car-alarm/ecdar-car-alarm", "momut");
  CampaignOptions options;
  CampaignResult one = alarm.run(options);
  options.threads = 3;
  CampaignResult three = alarm.run(options);
  ASSERT_EQ(one.tests.size(), three.tests.size());
  for (auto [a, b] : llvm::zip(one.tests, three.tests)) {
    EXPECT_TRUE(a.isSameAs(b));
    EXPECT_EQ(a.mutants, b.mutants);
  }
}

// A mutant that takes too much memory is undecided, all others are decided as
// without a limit.
TEST(Campaign, MemoryLimit) {
  // What mutants share with their model does not count.
  for (auto [file, limit] :
       {std::pair<llvm::StringRef, uint64_t>("car-alarm/car-alarm", 1500),
        {"car-alarm/car-alarm-silent", 40000}}) {
    Prepared alarm(file, "ir");
    CampaignResult all = alarm.run({});
    CampaignOptions options;
    options.conformance.maxMemory = limit;
    CampaignResult some = alarm.run(options);
    unsigned numUndecided = 0;
    for (auto [limited, free] : llvm::zip(some.mutants, all.mutants)) {
      if (limited.status == MutantStatus::Undecided) {
        EXPECT_EQ(limited.reason, "the memory limit was reached");
        ++numUndecided;
        continue;
      }
      EXPECT_EQ(limited.status, free.status);
      EXPECT_EQ(limited.length, free.length);
    }
    EXPECT_GT(numUndecided, 0u) << file.str();
    EXPECT_LT(numUndecided, some.mutants.size()) << file.str();
  }
}

/// Every test passes on the model, never fails there, and fails on each mutant
/// that it is for. A model with silent steps may always leave a path.
static void checkTests(llvm::StringRef file, Prepared &model,
                       CampaignOptions options, unsigned minTests,
                       bool isSilent = false) {
  options.testPerMutant = true;
  CampaignResult result = model.run(options);
  EXPECT_GE(result.tests.size(), minTests) << file.str();
  int64_t scale = model.example.system->getScale();
  for (const SystemEdits &edits : model.edits)
    if (edits.scale)
      scale = std::lcm(scale, edits.scale);
  for (auto [index, test] : llvm::enumerate(result.tests)) {
    TrackedSystem spec(*model.example.system, nullptr, scale);
    TestVerdicts verdicts = runTest(test, spec);
    EXPECT_FALSE(verdicts.fail) << file.str() << " " << test.mutants.front();
    EXPECT_FALSE(verdicts.failsInRace)
        << file.str() << " " << test.mutants.front();
    EXPECT_FALSE(verdicts.isUnknown)
        << file.str() << " " << test.mutants.front();
    EXPECT_TRUE(verdicts.pass || (isSilent && verdicts.inconclusive))
        << file.str() << " " << test.mutants.front();
    for (unsigned mutant : result.kills[index].set_bits()) {
      TrackedSystem sut(*model.example.system, &model.edits[mutant], scale);
      EXPECT_TRUE(runTest(test, sut).fail)
          << file.str() << " " << model.ids[mutant].str();
    }
  }
}

static void checkTests(llvm::StringRef file, llvm::StringRef operators,
                       unsigned minTests, bool isSilent = false) {
  Prepared model(file, operators);
  ASSERT_FALSE(model.edits.empty()) << file.str();
  checkTests(file, model, CampaignOptions(), minTests, isSilent);
}

class AllExamples : public testing::TestWithParam<std::string> {};

TEST_P(AllExamples, TestsTellMutantsFromModels) {
  Example example(GetParam());
  if (!example.system || !llvm::isa_and_present<ta::NetworkOp>(example.model))
    GTEST_SKIP() << "no network that engines load";
  auto check = [&](Prepared &model, CampaignOptions options) {
    options.conformance.maxStates = 1000;
    checkTests(GetParam(), model, std::move(options), 0, /*isSilent=*/true);
  };
  if (example.system->hasEnvironment()) {
    Separated model(GetParam(), "ng,ci");
    return check(model.prepared,
                 model.getOptions(model.environment != nullptr));
  }
  Prepared model(GetParam(), "ng,ci");
  check(model, CampaignOptions());
}

INSTANTIATE_TEST_SUITE_P(Campaign, AllExamples,
                         testing::ValuesIn(getTimedExamples()), getTestName);

TEST(Campaign, TestsOfCarAlarm) {
  checkTests("car-alarm/car-alarm", "momut", 40);
}
TEST(Campaign, TestsOfCarAlarmSilent) {
  checkTests("car-alarm/car-alarm-silent", "ct,ci,cg", 20, true);
}
TEST(Campaign, TestsOfCoffee) { checkTests("coffee/coffee", "momut", 10); }
TEST(Campaign, TestsOfLight) {
  checkTests("light-controller/light-controller", "all", 20);
}
TEST(Campaign, TestsOfRetailer) { checkTests("retailer/retailer", "all", 20); }

/// Running a test only from where a mutant differs comes to the same as running
/// all of it.
static void checkReferenceRuns(llvm::StringRef file, llvm::StringRef operators,
                               unsigned minKills) {
  Prepared model(file, operators);
  ASSERT_FALSE(model.edits.empty()) << file.str();
  CampaignResult result = model.run({});
  int64_t scale = model.example.system->getScale();
  for (const SystemEdits &edits : model.edits)
    if (edits.scale)
      scale = std::lcm(scale, edits.scale);
  unsigned numKills = 0;
  TrackedSystem spec(*model.example.system, nullptr, scale);
  for (const TimedTest &test : result.tests) {
    ReferenceRun reference(test, spec);
    for (auto [index, edits] : llvm::enumerate(model.edits)) {
      TrackedSystem first(*model.example.system, &edits, scale);
      TrackedSystem second(*model.example.system, &edits, scale);
      bool isKilled = failsCertainly(test, first);
      numKills += isKilled;
      EXPECT_EQ(reference.failsCertainly(
                    edits, [&]() -> TrackedSystem & { return second; }),
                isKilled)
          << file.str() << " " << model.ids[index].str();
    }
  }
  EXPECT_GE(numKills, minKills) << file.str();
}

TEST(ReferenceRun, CarAlarm) {
  checkReferenceRuns("car-alarm/car-alarm", "cg,ng,ci,sl,ir", 100);
}
TEST(ReferenceRun, CarAlarmMixed) {
  checkReferenceRuns("car-alarm/car-alarm-mixed", "cg,gc,gov,vu,re", 3);
}
TEST(ReferenceRun, CoffeeNetwork) {
  checkReferenceRuns("coffee/coffee-network", "all", 100);
}
TEST(ReferenceRun, Light) {
  checkReferenceRuns("light-controller/light-controller", "all", 100);
}

// What a run that was killed has written is used by the next one.
TEST(Journal, SurvivesTornLines) {
  Prepared shop("retailer/retailer", "all");
  ASSERT_FALSE(shop.edits.empty());
  JournalKey key = {"model", "options"};
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("journal", "jsonl", path));
  CampaignOptions options;
  CampaignResult result;
  {
    Journal journal(*shop.example.system, key);
    ASSERT_FALSE(journal.open(path, /*isNew=*/true));
    options.onResult = [&](size_t mutant, const MutantResult &each) {
      journal.append(shop.ids[mutant], each);
    };
    result = shop.run(options);
  }
  uint64_t size = 0;
  ASSERT_FALSE(llvm::sys::fs::file_size(path, size));
  int descriptor;
  ASSERT_FALSE(llvm::sys::fs::openFileForWrite(path, descriptor,
                                               llvm::sys::fs::CD_OpenExisting));
  ASSERT_FALSE(llvm::sys::fs::resize_file(descriptor, size - 20));
  llvm::sys::fs::file_t file = descriptor;
  llvm::sys::fs::closeFile(file);

  Journal journal(*shop.example.system, key);
  llvm::StringMap<MutantResult> old = journal.read(path);
  EXPECT_EQ(old.size(), shop.edits.size() - 1);
  EXPECT_TRUE(
      Journal(*shop.example.system, {"model", "others"}).read(path).empty());
  std::vector<MutantResult> known(shop.edits.size());
  for (auto [index, id] : llvm::enumerate(shop.ids))
    if (auto found = old.find(id); found != old.end())
      known[index] = found->second;
  unsigned numChecked = 0;
  options.onResult = [&](size_t, const MutantResult &) { ++numChecked; };
  CampaignResult again = shop.run(options, std::move(known));
  EXPECT_EQ(numChecked, 1u);
  ASSERT_EQ(again.tests.size(), result.tests.size());
  for (auto [a, b] : llvm::zip(again.tests, result.tests))
    EXPECT_TRUE(a.isSameAs(b));
  llvm::sys::fs::remove(path);
}
