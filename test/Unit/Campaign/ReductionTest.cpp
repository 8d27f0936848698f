//===- ReductionTest.cpp - As few tests as do -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Reduction.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;

/// Whether the tests of a bit mask kill everything often enough.
static bool isCover(const CoverProblem &problem, unsigned mask) {
  for (unsigned mutant : problem.required.set_bits()) {
    unsigned all = 0, kept = 0;
    for (unsigned test = 0; test < problem.kills.size(); ++test) {
      all += problem.kills[test][mutant];
      kept += problem.kills[test][mutant] && (mask >> test & 1);
    }
    if (kept < std::min(all, problem.times))
      return false;
  }
  return true;
}

static unsigned getMask(const Cover &cover) {
  unsigned mask = 0;
  for (unsigned test : cover.tests)
    mask |= 1u << test;
  return mask;
}

/// The least cover, by trying all.
static unsigned getLeastSize(const CoverProblem &problem) {
  unsigned least = problem.kills.size();
  for (unsigned mask = 0; mask < 1u << problem.kills.size(); ++mask)
    if (unsigned(__builtin_popcount(mask)) < least && isCover(problem, mask))
      least = __builtin_popcount(mask);
  return least;
}

TEST(Reduction, AgreesWithBruteForce) {
  unsigned numBetter = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    unsigned numTests = 4 + random() % 6, numMutants = 6 + random() % 15;
    std::vector<llvm::BitVector> kills(numTests, llvm::BitVector(numMutants));
    for (llvm::BitVector &each : kills)
      for (unsigned mutant = 0; mutant < numMutants; ++mutant)
        if (random() % 3 == 0)
          each.set(mutant);
    CoverProblem problem{kills, llvm::BitVector(numMutants, true),
                         1 + seed % 3};
    Cover greedy = coverGreedily(problem);
    Cover exact = coverExactly(problem, 0);
    EXPECT_TRUE(isCover(problem, getMask(greedy))) << seed;
    EXPECT_TRUE(isCover(problem, getMask(exact))) << seed;
    EXPECT_TRUE(exact.isMinimal) << seed;
    EXPECT_EQ(exact.tests.size(), getLeastSize(problem)) << seed;
    numBetter += exact.tests.size() < greedy.tests.size();
  }
  // Else a greedy choice would do for both.
  EXPECT_GT(numBetter, 0u);
}

TEST(Reduction, NothingToCover) {
  std::vector<llvm::BitVector> kills(3, llvm::BitVector(4));
  CoverProblem problem{kills, llvm::BitVector(4, true), 1};
  EXPECT_TRUE(coverGreedily(problem).tests.empty());
  EXPECT_TRUE(coverExactly(problem, 0).tests.empty());
}
