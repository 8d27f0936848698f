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

/// Random models may have no end. Limits count steps, not time: what is skipped
/// is the same everywhere.
static ConformanceOptions getOptions(unsigned bound) {
  ConformanceOptions options;
  options.relation = Relation::Ioco;
  options.bound = bound;
  options.maxStates = 20'000;
  return options;
}

static SymbolicOptions getSymbolic(uint64_t maxQuestions = 0) {
  SymbolicOptions symbolic;
  symbolic.maxQuestions = maxQuestions;
  return symbolic;
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

  /// Into the report of the test.
  ~Counts() {
    testing::Test::RecordProperty("held", int(held));
    testing::Test::RecordProperty("violated", int(violated));
    testing::Test::RecordProperty("undecided", int(undecided));
  }
};
} // namespace

/// Compares both engines on faults of a model.
static void compare(const ActionModel &model,
                    const std::vector<SystemEdits> &faults, unsigned bound,
                    Counts &counts, unsigned stride = 1,
                    SymbolicOptions symbolic = {}) {
  ConformanceOptions options = getOptions(bound);
  auto explicitly = createZoneChecker(*model, options);
  auto symbolically = createSymbolicChecker(*model, options, symbolic);
  for (size_t index = 0; index < faults.size(); index += stride) {
    ConformanceResult expected = explicitly->check(faults[index]);
    ConformanceResult result = symbolically->check(faults[index]);
    if (expected.answer == AnswerKind::Undecided ||
        result.answer == AnswerKind::Undecided) {
      ++counts.undecided;
      continue;
    }
    ASSERT_EQ(getText(result), getText(expected))
        << "fault " << index << ' ' << result.reason;
    ++(result.violation ? counts.violated : counts.held);
  }
}

/// All mutants that the operators make, and faults that they do not.
static void compareAll(llvm::StringRef text, unsigned bound, Counts &counts,
                       unsigned stride = 1, SymbolicOptions symbolic = {}) {
  SCOPED_TRACE(text.str());
  ActionModel model(text);
  ASSERT_TRUE(model);
  compare(model, model.getMutants(), bound, counts, stride, symbolic);
  compare(model, getFaults(*model), bound, counts, stride, symbolic);
}

TEST(Agreement, FaultsOfExamples) {
  struct Example {
    const char *file;
    std::vector<std::pair<llvm::StringRef, llvm::StringRef>> replaced;
    unsigned bound;
    unsigned stride = 1;
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
       5},
      {"car-alarm/car-alarm-indexed",
       {{"300", "3"}, {"270", "2"}, {"30", "3"}, {"20", "1"}},
       5,
       9},
      {"car-alarm/car-alarm-labels",
       {{"300", "3"}, {"270", "2"}, {"30", "3"}, {"20", "1"}},
       5,
       9},
      {"car-alarm/car-alarm-internals",
       {{"300", "3"}, {"270", "2"}, {"30", "3"}, {"20", "1"}},
       4,
       31}};
  Counts counts;
  for (const Example &example : examples)
    compareAll(ActionModel::read(example.file, example.replaced), example.bound,
               counts, example.stride);
  EXPECT_EQ(counts.undecided, 0u);
  EXPECT_GT(counts.held, 300u);
  EXPECT_GT(counts.violated, 500u);
}

TEST(Agreement, FaultsOfSmallModels) {
  Counts counts;
  for (auto &[name, text] : getSmallModels())
    compareAll(text, 4, counts, 5);
  EXPECT_EQ(counts.undecided, 0u);
  EXPECT_GT(counts.held, 40u);
  EXPECT_GT(counts.violated, 100u);
}

TEST(Agreement, FaultsOfRandomSystems) {
  Counts counts;
  for (unsigned seed = 1; seed <= 24; ++seed)
    compareAll(getRandomActions(seed), 3, counts, 29, getSymbolic(600));
  EXPECT_LT(counts.undecided, 15u);
  EXPECT_GT(counts.held, 100u);
  EXPECT_GT(counts.violated, 15u);
}

TEST(Agreement, RandomPairs) {
  Counts counts;
  for (unsigned seed = 1; seed <= 80; ++seed) {
    ActionModel spec(getRandomActions(seed)), impl(getRandomActions(seed + 1));
    ASSERT_TRUE(spec && impl);
    ConformanceOptions options = getOptions(3);
    ConformanceResult expected =
        createZoneChecker(*spec, options)->check(*impl);
    ConformanceResult result =
        createSymbolicChecker(*spec, options, getSymbolic(600))->check(*impl);
    if (expected.answer == AnswerKind::Undecided ||
        result.answer == AnswerKind::Undecided) {
      ++counts.undecided; // Parameters or kinds of labels differ.
      continue;
    }
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
    SymbolicOptions symbolic = getSymbolic(600);
    symbolic.optimisations = optimisations;
    SCOPED_TRACE(optimisations);
    compareAll(getRandomActions(100 + index), 3, counts, 37, symbolic);
    compareAll(
        ActionModel::read("supplier/supplier",
                          {{"100000", "3"}, {"10000", "2"}, {"20000", "2"}}),
        4, counts, 23, symbolic);
  }
  EXPECT_LT(counts.undecided, 20u);
  EXPECT_GT(counts.held, 200u);
  EXPECT_GT(counts.violated, 120u);
}

/// Threads have terms of their own; what they find is the same.
TEST(Agreement, ThreadsAgree) {
  unsigned violated = 0;
  for (auto &[name, text] : getSmallModels()) {
    ActionModel model(text);
    ASSERT_TRUE(model);
    std::vector<SystemEdits> mutants = model.getMutants();
    for (size_t index = 0; index < mutants.size(); index += 37) {
      // The mutant as just another system.
      std::unique_ptr<System> mutant = applyEdits(*model, mutants[index]);
      ConformanceOptions options = getOptions(3);
      SymbolicOptions basic;
      basic.set(Optimisation::Prune, false);
      ConformanceResult alone =
          createSymbolicChecker(*model, options, basic)->check(*mutant);
      options.threads = 3;
      ConformanceResult together =
          createSymbolicChecker(*model, options, basic)->check(*mutant);
      ASSERT_EQ(getText(together), getText(alone))
          << name.str() << index << together.reason;
      if (!together.violation)
        EXPECT_EQ(together.statistics.states, alone.statistics.states);
      violated += together.violation.has_value();
    }
  }
  EXPECT_GT(violated, 5u);
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
    compareAll(getRandomActions(seed), 2, counts, 17, symbolic);
  EXPECT_GT(counts.held + counts.violated, 4u);
}
