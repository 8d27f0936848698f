//===- ConsistencyTest.cpp - Can a contract be satisfied? -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "RandomContracts.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "gtest/gtest.h"

using namespace tioga;

static ConsistencyResult check(const System &system, ConsistencyOracle &oracle,
                               ConsistencyOptions options = {}) {
  return checkConsistency(system, {&oracle}, options);
}

/// Every step of a play is one of the contract, and the last input has none.
static void replay(const System &system, const ConsistencyPlay &play) {
  Interpreter interpreter(system);
  State state = **interpreter.getInitialState();
  for (const std::vector<Value> &values : play.steps) {
    ASSERT_TRUE(*interpreter.isStep(state, values));
    state.values = values;
    state.hasStarted = true;
  }
  EXPECT_TRUE(interpreter.getSteps(state, play.lastInputs)->steps.empty());
}

static ConjunctSet without(ConjunctSet set, size_t member) {
  if (member < set.initial.size())
    set.initial.erase(set.initial.begin() + member);
  else
    set.step.erase(set.step.begin() + (member - set.initial.size()));
  return set;
}

/// The set is inconsistent, and without any one member it is not.
static void expectMinimal(ConsistencyOracle &oracle, const ConjunctSet &set) {
  EXPECT_EQ(oracle.check(set).answer, AnswerKind::Violated);
  for (size_t member = 0; member < set.size(); ++member)
    EXPECT_EQ(oracle.check(without(set, member)).answer, AnswerKind::Holds);
}

TEST(Consistency, FixpointAgreesWithInterpreter) {
  std::mt19937 random(7);
  unsigned numInconsistent = 0, numDeep = 0;
  for (unsigned round = 0; round < 80; ++round) {
    std::string text =
        models::makeRandomContract(random, 2 + round % 5, round % 3 != 0);
    models::Model model(text);
    ASSERT_TRUE(model) << text;
    std::optional<unsigned> expected = models::playAllGames(*model);
    for (bool incremental : {false, true}) {
      auto oracle = createFixpointOracle(*model);
      ConsistencyOptions options;
      options.incremental = incremental;
      ConsistencyResult result = check(*model, *oracle, options);
      ASSERT_EQ(result.verdict.answer,
                expected ? AnswerKind::Violated : AnswerKind::Holds)
          << text << result.verdict.reason;
      if (!expected)
        continue;
      ASSERT_TRUE(result.play) << text;
      if (!incremental) {
        EXPECT_EQ(result.verdict.depth, expected) << text;
        EXPECT_EQ(result.play->steps.size() + 1, *expected) << text;
        replay(*model, *result.play);
      }
      ASSERT_EQ(result.conflicts.size(), 1u);
      expectMinimal(*oracle, result.conflicts.front());
    }
    numInconsistent += expected.has_value();
    numDeep += expected && *expected > 1;
  }
  // Both verdicts occur, and not only in the first step.
  EXPECT_GT(numInconsistent, 20u);
  EXPECT_LT(numInconsistent, 70u);
  EXPECT_GT(numDeep, 10u);
}

TEST(Consistency, FormulasAgreeWithFixpoint) {
  std::mt19937 random(8);
  BoundedOptions bounded;
  bounded.limits.timeout = 20000;
  unsigned numViolated = 0;
  for (unsigned round = 0; round < 16; ++round) {
    std::string text = models::makeRandomContract(random, 3 + round % 4);
    models::Model model(text);
    ASSERT_TRUE(model) << text;
    FixpointOptions options;
    options.bound = 3;
    auto fixpoint = createFixpointOracle(*model, options);
    auto formulas = createBoundedOracle(*model, 3, bounded);
    ConjunctSet all = ConjunctSet::getAll(*model);
    ConsistencyVerdict expected = fixpoint->check(all);
    ConsistencyVerdict verdict = formulas->check(all);
    ASSERT_EQ(verdict.answer, expected.answer) << text << verdict.reason;
    if (verdict.answer != AnswerKind::Violated)
      continue;
    ++numViolated;
    EXPECT_EQ(verdict.depth, expected.depth) << text;
    std::string reason;
    auto play = formulas->findPlay(all, reason);
    ASSERT_TRUE(play) << reason;
    EXPECT_EQ(play->steps.size() + 1, *expected.depth) << text;
    replay(*model, *play);
  }
  EXPECT_GT(numViolated, 4u);
}

TEST(Consistency, FindsAllMinimalConflicts) {
  std::mt19937 random(9);
  unsigned numSeveral = 0;
  for (unsigned round = 0; round < 30; ++round) {
    std::string text = models::makeRandomContract(random, 4);
    models::Model model(text);
    ASSERT_TRUE(model) << text;
    auto oracle = createFixpointOracle(*model);
    ConsistencyOptions options;
    options.conflicts = ConflictSearch::All;
    ConsistencyResult result = check(*model, *oracle, options);
    if (result.verdict.answer != AnswerKind::Violated)
      continue;
    EXPECT_TRUE(result.conflictProblem.empty());
    // All subsets of the six requirements.
    std::vector<ConjunctSet> expected;
    for (unsigned mask = 0; mask < 64; ++mask) {
      ConjunctSet set;
      for (unsigned index = 0; index < 6; ++index)
        if (mask >> index & 1)
          (index < 2 ? set.initial : set.step)
              .push_back(index < 2 ? index : index - 2);
      if (oracle->check(set).answer != AnswerKind::Violated)
        continue;
      bool minimal = true;
      for (size_t member = 0; member < set.size(); ++member)
        minimal &=
            oracle->check(without(set, member)).answer == AnswerKind::Holds;
      if (minimal)
        expected.push_back(set);
    }
    EXPECT_EQ(result.conflicts.size(), expected.size()) << text;
    for (const ConjunctSet &set : expected)
      EXPECT_TRUE(llvm::is_contained(result.conflicts, set)) << text;
    numSeveral += expected.size() > 1;
  }
  EXPECT_GT(numSeveral, 3u);
}

/// The number of steps to the conflict is the size of the buffer.
static const char *const deepFault = R"(
contract.interface @Buffer {
  tioga.var input enq : !tioga.bool
  tioga.var output full : !tioga.bool
  tioga.var hidden k : !tioga.range<-2, 152>
  contract.initially "R0" guarantee "k' == 0 && !full'"
  contract.require "R1" assume "enq' && k <= 150" guarantee "k' == k + 1"
  contract.require "R2" assume "!enq'" guarantee "k' == k"
  contract.require "R4" guarantee "k' == 150 <=> full'"
  contract.require "R5" assume "enq' && full" guarantee "k' == k"
}
)";

TEST(Consistency, FindsTheDeepFault) {
  models::Model model(deepFault);
  ASSERT_TRUE(model);
  auto oracle = createFixpointOracle(*model);
  ConsistencyResult result = check(*model, *oracle);
  ASSERT_EQ(result.verdict.answer, AnswerKind::Violated);
  EXPECT_EQ(result.verdict.depth, 152u);
  ASSERT_TRUE(result.play);
  EXPECT_EQ(result.play->isForced, true);
  replay(*model, *result.play);
  ASSERT_EQ(result.conflicts.size(), 1u);
  expectMinimal(*oracle, result.conflicts.front());
}

TEST(Consistency, IsUndecidedWhereNothingIsReached) {
  models::Model model(deepFault);
  ASSERT_TRUE(model);
  FixpointOptions options;
  options.maxNodes = 500;
  auto small = createFixpointOracle(*model, options);
  EXPECT_EQ(check(*model, *small).verdict.answer, AnswerKind::Undecided);
  // However early the limit is met, it is never taken for an answer.
  unsigned numUndecided = 0;
  for (options.maxNodes = 2; options.maxNodes < 20000;
       options.maxNodes += 1 + options.maxNodes / 8) {
    auto oracle = createFixpointOracle(*model, options);
    AnswerKind answer = check(*model, *oracle).verdict.answer;
    EXPECT_NE(answer, AnswerKind::Holds) << options.maxNodes;
    numUndecided += answer == AnswerKind::Undecided;
  }
  EXPECT_GT(numUndecided, 20u);
  // The formulas look at a few steps only, and say so.
  auto formulas = createBoundedOracle(*model, std::nullopt);
  EXPECT_EQ(check(*model, *formulas).verdict.answer, AnswerKind::Undecided);
  auto bounded = createBoundedOracle(*model, 2);
  ConsistencyVerdict verdict = check(*model, *bounded).verdict;
  EXPECT_EQ(verdict.answer, AnswerKind::Holds);
  EXPECT_EQ(verdict.depth, 2u);
}

TEST(Consistency, ProvesIntegersByInduction) {
  models::Model model(R"(
contract.interface @Counter {
  tioga.var input up : !tioga.bool
  tioga.var output n : !tioga.int
  contract.initially "R0" guarantee "n' == 0"
  contract.require "R1" assume "up'" guarantee "n' > n"
  contract.require "R2" assume "!up'" guarantee "n' < n"
}
)");
  ASSERT_TRUE(model);
  auto fixpoint = createFixpointOracle(*model);
  auto formulas = createBoundedOracle(*model, std::nullopt);
  ConsistencyResult result =
      checkConsistency(*model, {fixpoint.get(), formulas.get()});
  EXPECT_EQ(result.verdict.answer, AnswerKind::Holds);
  EXPECT_FALSE(result.verdict.depth.has_value());
  EXPECT_EQ(result.engine, "bmc");
}

namespace {
/// Knows the verdict, but not how it came about.
class SilentOracle : public ConsistencyOracle {
public:
  llvm::StringRef getName() const override { return "silent"; }
  bool isUnbounded() const override { return true; }
  ConsistencyVerdict check(const ConjunctSet &conjuncts,
                           std::optional<unsigned>) override {
    return {conjuncts.step.size() == 4 ? AnswerKind::Violated
                                       : AnswerKind::Undecided,
            "not known", 7};
  }
  std::optional<ConsistencyPlay> findPlay(const ConjunctSet &,
                                          std::string &reason) override {
    reason = "it was forgotten";
    return std::nullopt;
  }
  uint64_t getEffort() const override { return 0; }
};
} // namespace

TEST(Consistency, KeepsTheVerdictWithoutTrace) {
  models::Model model(deepFault);
  ASSERT_TRUE(model);
  SilentOracle oracle;
  ConsistencyResult result = check(*model, oracle);
  EXPECT_EQ(result.verdict.answer, AnswerKind::Violated);
  EXPECT_FALSE(result.play);
  EXPECT_EQ(result.playProblem, "it was forgotten");
  EXPECT_FALSE(result.conflictProblem.empty());
}

TEST(Consistency, SplitsIntoIndependentParts) {
  models::Model model(R"(
contract.interface @C {
  tioga.var input i : !tioga.bool
  tioga.var output a : !tioga.bool
  tioga.var output b : !tioga.bool
  tioga.var output c : !tioga.bool
  contract.initially "R0" guarantee "!a'"
  contract.require "R1" assume "i'" guarantee "a' <=> !b"
  contract.require "R2" assume "c" guarantee "c'"
  contract.require "R3" assume "!i" guarantee "b'"
  contract.require "R4" assume "i && i'" guarantee "!c'"
}
)");
  ASSERT_TRUE(model);
  auto parts = getIndependentParts(*model, ConjunctSet::getAll(*model));
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].step, (std::vector<unsigned>{0, 2}));
  EXPECT_EQ(parts[1].step, (std::vector<unsigned>{1, 3}));
}
