//===- AgreementTest.cpp - Symbolic against explicit ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What symbolic execution says about small models, the explicit search through
// sets of states has to say, too: the same answer, and violations of the same
// length, since both look for a shortest one.
//
//===----------------------------------------------------------------------===//

#include "ActionModel.h"
#include "tioga/Engine/SymbolicConformance.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"

using namespace tioga;

/// Random models may have no end: what takes longer than `seconds` is skipped.
static ConformanceOptions getOptions(unsigned bound, unsigned seconds = 1) {
  ConformanceOptions options;
  options.relation = Relation::Ioco;
  options.bound = bound;
  options.timeout = std::chrono::seconds(seconds);
  return options;
}

static std::string getText(const ConformanceResult &result) {
  std::string text = toString(result.answer).str();
  if (result.violation)
    text += " " + std::to_string(result.violation->getLength());
  return text;
}

namespace {
struct Counts {
  unsigned held = 0, violated = 0, undecided = 0;
};
} // namespace

/// Compares both engines on all faults of a model.
static void compare(llvm::StringRef text, unsigned bound, Counts &counts,
                    unsigned stride = 1, SymbolicOptions symbolic = {},
                    unsigned seconds = 1) {
  ActionModel model(text);
  ASSERT_TRUE(model) << text.str();
  ConformanceOptions options = getOptions(bound, seconds);
  auto explicitly = createZoneChecker(*model, options);
  auto symbolically = createSymbolicChecker(*model, options, symbolic);
  std::vector<SystemEdits> faults = getFaults(*model);
  for (size_t index = 0; index < faults.size(); index += stride) {
    ConformanceResult expected = explicitly->check(faults[index]);
    if (expected.answer == AnswerKind::Undecided)
      continue;
    ConformanceResult result = symbolically->check(faults[index]);
    if (result.answer == AnswerKind::Undecided) {
      // Too many states by internal steps, or too slow.
      ++counts.undecided;
      continue;
    }
    ASSERT_EQ(getText(result), getText(expected))
        << "fault " << index << " of\n"
        << text.str() << result.reason;
    ++(result.violation ? counts.violated : counts.held);
  }
}

TEST(Agreement, FaultsOfExamples) {
  struct Example {
    const char *file;
    std::vector<std::pair<llvm::StringRef, llvm::StringRef>> replaced;
    unsigned bound;
  };
  const Example examples[] = {
      {"adder/adder", {{"-128..127", "-3..6"}, {"50", "4"}}, 4},
      {"tank/tank", {{"10", "4"}}, 4},
      {"supplier/supplier",
       {{"100000", "3"}, {"10000", "2"}, {"20000", "2"}},
       6},
      {"supplier/supplier-deterministic",
       {{"100000", "3"}, {"10000", "2"}, {"20000", "2"}},
       6},
      {"set-buffer/set-buffer", {{"0..99", "0..3"}}, 4},
      {"tuple-map/tuple-map", {{"0..99", "0..1"}, {"0..9", "0..1"}}, 4},
      {"tau-loop/self-conformance", {}, 5},
      {"particle-counter/particle-counter",
       {{"0..30", "0..3"}, {"== 30", "== 3"}},
       5}};
  Counts counts;
  for (const Example &example : examples) {
    SCOPED_TRACE(example.file);
    compare(ActionModel::read(example.file, example.replaced), example.bound,
            counts, /*stride=*/1, /*symbolic=*/{}, /*seconds=*/120);
  }
  EXPECT_EQ(counts.undecided, 0u);
  EXPECT_GT(counts.held, 10u);
  EXPECT_GT(counts.violated, 100u);
}

TEST(Agreement, FaultsOfRandomSystems) {
  Counts counts;
  SymbolicOptions symbolic;
  symbolic.maxInternal = 60;
  for (unsigned seed = 1; seed <= 30; ++seed)
    compare(getRandomActions(seed), 3, counts, 9, symbolic);
  EXPECT_GT(counts.held, 10u);
  EXPECT_GT(counts.violated, 15u);
}

TEST(Agreement, RandomPairs) {
  Counts counts;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    ActionModel spec(getRandomActions(seed)), impl(getRandomActions(seed + 1));
    ASSERT_TRUE(spec && impl);
    ConformanceOptions options = getOptions(3);
    ConformanceResult expected =
        createZoneChecker(*spec, options)->check(*impl);
    ConformanceResult result =
        createSymbolicChecker(*spec, options)->check(*impl);
    if (expected.answer == AnswerKind::Undecided ||
        result.answer == AnswerKind::Undecided)
      continue; // Parameters or kinds of labels differ.
    ASSERT_EQ(getText(result), getText(expected))
        << seed << getRandomActions(seed) << getRandomActions(seed + 1)
        << result.reason;
    ++(result.violation ? counts.violated : counts.held);
  }
  EXPECT_GT(counts.violated, 10u);
}

/// Each optimisation alone, each one missing, none, and some at random.
TEST(Agreement, OptimisationsKeepVerdicts) {
  std::vector<uint32_t> switches{0};
  constexpr uint32_t all = (1u << numOptimisations) - 1;
  for (unsigned bit = 0; bit < numOptimisations; ++bit) {
    switches.push_back(1u << bit);
    switches.push_back(all & ~(1u << bit));
  }
  for (uint32_t seed = 1; seed <= 6; ++seed)
    switches.push_back((seed * 2654435761u >> 7) & all);
  Counts counts;
  for (auto [index, optimisations] : llvm::enumerate(switches)) {
    SymbolicOptions symbolic;
    symbolic.optimisations = optimisations;
    SCOPED_TRACE(optimisations);
    compare(getRandomActions(100 + index), 3, counts, 13, symbolic);
    compare(
        ActionModel::read("supplier/supplier",
                          {{"100000", "3"}, {"10000", "2"}, {"20000", "2"}}),
        4, counts, 11, symbolic);
  }
  EXPECT_GT(counts.held, 10u);
  EXPECT_GT(counts.violated, 20u);
}

TEST(Agreement, SolversAgree) {
  if (!llvm::sys::findProgramByName("cvc5"))
    GTEST_SKIP() << "cvc5 is not installed";
  Counts counts;
  SymbolicOptions symbolic;
  symbolic.solver = "cvc5";
  // Or the solver would hardly be asked.
  symbolic.set(Optimisation::Bounds, false);
  for (unsigned seed = 1; seed <= 2; ++seed)
    compare(getRandomActions(seed), 2, counts, 17, symbolic);
  EXPECT_GT(counts.held + counts.violated, 4u);
}
