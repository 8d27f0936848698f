//===- SoundnessTest.cpp - Known traps of symbolic checking -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models on which published rules for pruning, closing and queueing give wrong
// verdicts, and values that are known from the literature.
//
//===----------------------------------------------------------------------===//

#include "ActionModel.h"
#include "tioga/Engine/SymbolicConformance.h"
#include "gtest/gtest.h"

using namespace tioga;

static ConformanceResult check(llvm::StringRef spec, llvm::StringRef impl,
                               std::optional<unsigned> bound = std::nullopt,
                               SymbolicOptions symbolic = {}) {
  ActionModel specification(spec), implementation(impl);
  EXPECT_TRUE(specification && implementation);
  ConformanceOptions options;
  options.relation = Relation::Ioco;
  options.bound = bound;
  options.maxStates = 100'000;
  return createSymbolicChecker(*specification, options, symbolic)
      ->check(*implementation);
}

static std::string replace(std::string text, llvm::StringRef from,
                           llvm::StringRef to) {
  size_t place = text.find(from.str());
  EXPECT_NE(place, std::string::npos);
  return text.replace(place, from.size(), to.str());
}

/// Which states are possible together must not be forgotten when states of
/// different parameters are merged.
TEST(Soundness, GroupsAreNotMerged) {
  ConformanceResult result = check(R"(actions Spec {
    var s : 0..20 = 0;
    input m() when s == 0 { s := 9; }
    input n(p : 0..2) when s == 0 { s := 9 + p; }
    internal t1() when s == 9 { s := 10; }
    internal t2() when s == 9 { s := 11; }
    output y() when s == 10 { s := 20; }
    output x() when s == 11 { s := 20; }
  })",
                                   R"(actions Impl {
    var s : 0..20 = 0;
    input m() when s == 0 { s := 1; }
    input n(p : 0..2) when s == 0 { s := 1; }
    output y() when s == 30;
    output x() when s == 1 { s := 20; }
  })");
  ASSERT_EQ(result.answer, AnswerKind::Violated) << result.reason;
  EXPECT_EQ(result.violation->getLength(), 2u);
  EXPECT_EQ(result.violation->observation.steps[0].arguments,
            std::vector<Value>{Value::getInt(1)});
}

/// Equal sets of states do not make equal states of the product.
TEST(Soundness, EqualSetsAreNotEqualStates) {
  std::string spec = R"(actions Spec {
    var stage : 0..4 = 0;
    var s : 0..1 = 0;
    input n(p : 0..1) when stage == 0 { stage := 1; s := p; }
    input m(p : 0..1) when stage == 0 { stage := 2; s := p; }
    internal keep() when stage == 1 { stage := 2; }
    internal flip() when stage == 1 { stage := 2; s := 1 - s; }
    input go() when stage == 2 { stage := 3; }
    output x(v : 0..1) when stage == 3 && v == s { stage := 4; s := 0; }
  })";
  ConformanceResult result =
      check(spec, replace(spec, "stage == 3 && v == s", "stage == 3"));
  ASSERT_EQ(result.answer, AnswerKind::Violated) << result.reason;
  EXPECT_EQ(result.violation->getLength(), 3u);
}

/// An internal step may lead to other states for each parameter and yet to the
/// same states for all of them together.
TEST(Soundness, ClosureKeepsStates) {
  std::string impl = R"(actions Toggle {
    var stage, s : 0..1 = 0;
    input give(p : 0..1) when stage == 0 { stage := 1; s := p; }
    internal toggle() when stage == 1 { s := 1 - s; }
    output x(v : 0..1) when stage == 1 && v == s;
  })";
  std::string spec =
      replace(impl, "toggle() when stage == 1", "toggle() when false");
  ConformanceResult result = check(spec, impl);
  ASSERT_EQ(result.answer, AnswerKind::Violated) << result.reason;
  EXPECT_EQ(result.violation->getLength(), 2u);
  EXPECT_EQ(check(impl, impl).answer, AnswerKind::Holds);
}

/// What an internal step reaches early must not be lost because it was seen
/// late.
TEST(Soundness, DepthIsThatOfTheShortestTrace) {
  std::string spec = R"(actions Spec {
    type Place = enum { S0, S1, T0, X, Y };
    var at : Place = S0;
    input a() when at == S0 { at := S1; }
    input b() when at == S1 { at := X; }
    input c() when at == T0 { at := X; }
    output o() when at == X { at := Y; }
    internal t() when at == S0 { at := T0; }
  })";
  ConformanceResult result =
      check(spec, replace(spec, "when at == X", "when false"), 2);
  ASSERT_EQ(result.answer, AnswerKind::Violated) << result.reason;
  EXPECT_EQ(result.violation->getLength(), 2u);
}

/// A strengthened internal guard shows by an input that is then ignored.
TEST(Soundness, MissingInternalStepIsSeen) {
  std::string spec = R"(actions Spec {
    var s : 0..3 = 0;
    internal t() when s == 0 { s := 1; }
    input x() when s == 1 { s := 2; }
    output y() when s == 2 { s := 3; }
  })";
  ActionModel model(spec);
  ASSERT_TRUE(model);
  ConformanceOptions options;
  options.relation = Relation::Ioco;
  SystemEdits edits;
  edits.removed.push_back(0);
  ConformanceResult result =
      createSymbolicChecker(*model, options)->check(edits);
  ASSERT_EQ(result.answer, AnswerKind::Violated) << result.reason;
}

/// Every model conforms to itself, also where the completion of each state by
/// itself would say otherwise; bounds are not needed.
TEST(Soundness, ModelsConformToThemselves) {
  for (const char *file :
       {"tau-loop/self-conformance", "tau-loop/tau-loop", "adder/adder",
        "supplier/supplier", "supplier/supplier-deterministic", "tank/tank",
        "particle-counter/particle-counter"}) {
    std::string text = ActionModel::read(file);
    ConformanceResult result = check(text, text);
    EXPECT_EQ(result.answer, AnswerKind::Holds) << file << result.reason;
    EXPECT_FALSE(result.depth) << file;
  }
}

/// A model that counts for ever unseen is not decided.
TEST(Soundness, DivergenceIsUndecided) {
  std::string text = ActionModel::read("tau-loop/divergence");
  ConformanceResult result = check(text, text);
  EXPECT_EQ(result.answer, AnswerKind::Undecided);
  EXPECT_NE(result.reason.find("divergent"), std::string::npos);
}

/// What lies behind the bound is not explored, and so nothing is proved about
/// it.
TEST(Soundness, BoundsProveNothing) {
  std::string text = R"(actions Deep {
    var n : 0..100000000 = 0;
    input a() when n == 0 { n := 1; }
    input b() when n == 1 { n := 2; }
    input c() when n == 2 { n := 3; }
    output o() when n == 3 { n := 0; }
  })";
  ActionModel model(text);
  ASSERT_TRUE(model);
  ConformanceOptions options;
  options.relation = Relation::Ioco;
  unsigned proved = 0;
  for (const SystemEdits &edits : getFaults(*model)) {
    options.bound = std::nullopt;
    ConformanceResult whole =
        createSymbolicChecker(*model, options)->check(edits);
    ASSERT_NE(whole.answer, AnswerKind::Undecided) << whole.reason;
    for (unsigned bound = 0; bound <= 5; ++bound) {
      options.bound = bound;
      ConformanceResult result =
          createSymbolicChecker(*model, options)->check(edits);
      if (result.answer != AnswerKind::Holds || result.depth)
        continue;
      EXPECT_EQ(whole.answer, AnswerKind::Holds) << bound;
      ++proved;
    }
  }
  EXPECT_GT(proved, 0u);
}

/// The adder's mutant is found by the one argument that shows it.
TEST(Soundness, AdderNeedsFifty) {
  ConformanceResult result = check(ActionModel::read("adder/adder"),
                                   ActionModel::read("adder/adder-mutant"));
  ASSERT_EQ(result.answer, AnswerKind::Violated) << result.reason;
  EXPECT_EQ(result.violation->kind, ViolationKind::Quiescent);
  ASSERT_EQ(result.violation->observation.steps.size(), 1u);
  EXPECT_EQ(result.violation->observation.steps[0].arguments,
            std::vector<Value>{Value::getInt(50)});
}

/// Without pruning and sharing the set buffer is a tree of known size: the sum
/// of C(2n + 1, n) for n up to the depth.
TEST(Soundness, TreeSizesOfTheSetBuffer) {
  std::string text = ActionModel::read("set-buffer/set-buffer");
  SymbolicOptions basic;
  basic.optimisations = 0;
  basic.set(Optimisation::Cache, true);
  basic.set(Optimisation::Incremental, true);
  basic.set(Optimisation::Filter, true);
  for (auto [depth, size] :
       {std::pair(2u, 14u), std::pair(4u, 175u), std::pair(6u, 2353u)}) {
    ConformanceResult result = check(text, text, depth, basic);
    EXPECT_EQ(result.answer, AnswerKind::Holds) << result.reason;
    EXPECT_EQ(result.statistics.states, size);
  }
}

/// With pruning, what is in the set matters and not how it got there.
TEST(Soundness, SetsHaveOneForm) {
  std::string text = ActionModel::read("set-buffer/set-buffer");
  ConformanceResult result = check(text, text, 10);
  EXPECT_EQ(result.answer, AnswerKind::Holds) << result.reason;
  EXPECT_LT(result.statistics.states, 40u);
}
