//===- UntimedTest.cpp - Tests of systems without time ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test made by formulas is played by the interpreter against the model and
// against its mutants.
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/UntimedTest.h"
#include "Examples.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "tioga/Engine/TestCase.h"
#include "tioga/Runner/ModelInstance.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {

/// Tests as they are written and read again.
class Suite {
public:
  Suite(llvm::ArrayRef<TimedTest> tests, Example &example)
      : module(
            mlir::ModuleOp::create(mlir::UnknownLoc::get(&example.context))) {
    mlir::OpBuilder builder(module->getBodyRegion());
    for (const TimedTest &test : tests) {
      test::CaseOp op = writeTest(test, *example.system, builder);
      auto loaded = TestCase::load(op);
      cases.push_back(mlir::succeeded(mlir::verify(op)) &&
                              mlir::succeeded(loaded)
                          ? std::move(*loaded)
                          : nullptr);
    }
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::unique_ptr<TestCase>> cases;
};

} // namespace

static Message translate(const Message &message, const System &from,
                         const System &to) {
  return {*to.lookupLabel(from.getLabels()[message.label].name),
          message.arguments};
}

static RunVerdict play(const TestCase &test, const System &system,
                       ModelPolicy policy, uint64_t seed) {
  ModelInstance instance(system, policy, seed);
  TestExecution execution(test, {});
  if (!instance.reset())
    return RunVerdict::Error;
  while (!execution.isFinished()) {
    auto progress = instance.advance(execution.getWait());
    if (!progress)
      return RunVerdict::Error;
    if (progress->output)
      execution.receive(progress->delay,
                        translate(*progress->output, system, test.getSystem()));
    else if (auto sent = execution.elapse(progress->delay))
      instance.input(translate(*sent, test.getSystem(), system));
  }
  return execution.getVerdict();
}

/// What became of the tests of a model.
struct Outcome {
  unsigned killed = 0, withoutTest = 0, tests = 0, variables = 0;
  /// Mutants that fail in principle, but not by the choices that were tried.
  unsigned notSeen = 0;
};

/// Every test passes or is inconclusive on the model, whatever it chooses, and
/// fails on its mutants.
static Outcome checkTests(llvm::StringRef file, CampaignOptions options) {
  Outcome outcome;
  Prepared prepared(file, "action");
  EXPECT_TRUE(prepared.example.system) << file.str();
  options.conformance.relation = Relation::Ioco;
  options.testPerMutant = true;
  CampaignResult result = prepared.run(options);
  Suite suite(result.tests, prepared.example);
  const System &system = *prepared.example.system;
  SymbolicSpace space;
  outcome.tests = result.tests.size();
  for (auto [index, test] : llvm::enumerate(result.tests)) {
    EXPECT_TRUE(suite.cases[index]) << file.str();
    if (!suite.cases[index])
      return outcome;
    outcome.variables += test.variables.size();
    EXPECT_FALSE(runUntimedTest(test, system, space).fail)
        << file.str() << index;
    for (uint64_t seed = 0; seed < 3; ++seed) {
      RunVerdict verdict =
          play(*suite.cases[index], system,
               seed ? ModelPolicy::Random : ModelPolicy::Earliest, seed);
      EXPECT_TRUE(verdict == RunVerdict::Pass ||
                  verdict == RunVerdict::Inconclusive)
          << file.str() << " " << index << " " << seed;
    }
  }
  for (auto [index, mutant] : llvm::enumerate(result.mutants)) {
    if (mutant.status != MutantStatus::Killed)
      continue;
    ++outcome.killed;
    if (!mutant.test) {
      ++outcome.withoutTest;
      EXPECT_FALSE(mutant.reason.empty());
      continue;
    }
    std::unique_ptr<System> changed = applyEdits(system, prepared.edits[index]);
    EXPECT_TRUE(
        runUntimedTest(result.tests[*mutant.test], *changed, space).fail);
    bool fails = false;
    for (uint64_t seed = 0; seed < 60 && !fails; ++seed)
      fails = play(*suite.cases[*mutant.test], *changed,
                   seed ? ModelPolicy::Random : ModelPolicy::Earliest,
                   seed) == RunVerdict::Fail;
    outcome.notSeen += !fails;
  }
  return outcome;
}

TEST(UntimedTest, SupplierFollowsWhatItReceives) {
  Outcome outcome = checkTests("supplier/supplier", {});
  EXPECT_EQ(outcome.killed, 110u);
  EXPECT_EQ(outcome.withoutTest, 0u);
  EXPECT_EQ(outcome.notSeen, 0u);
  // The reference of an offer is chosen by the system and sent back.
  EXPECT_GT(outcome.variables, 0u);
}

TEST(UntimedTest, Adder) {
  Outcome outcome = checkTests("adder/adder", {});
  EXPECT_EQ(outcome.killed, 41u);
  EXPECT_EQ(outcome.withoutTest, 0u);
  EXPECT_EQ(outcome.notSeen, 0u);
}

TEST(UntimedTest, TankLeaksSilently) {
  CampaignOptions options;
  options.conformance.bound = 4;
  Outcome outcome = checkTests("tank/tank", options);
  EXPECT_GT(outcome.killed, 8u);
  EXPECT_EQ(outcome.withoutTest, 0u);
  EXPECT_EQ(outcome.notSeen, 0u);
}

TEST(UntimedTest, SetsAndMaps) {
  CampaignOptions options;
  options.conformance.bound = 3;
  Outcome outcome = checkTests("set-buffer/set-buffer", options);
  EXPECT_EQ(outcome.killed, 11u);
  EXPECT_EQ(outcome.withoutTest, 0u);
  EXPECT_EQ(outcome.notSeen, 0u);
  options.conformance.bound = 4;
  outcome = checkTests("tuple-map/tuple-map", options);
  EXPECT_EQ(outcome.killed, 19u);
  EXPECT_EQ(outcome.withoutTest, 0u);
  EXPECT_EQ(outcome.notSeen, 0u);
}

/// Where a model may refuse an input by a choice of its own, no test blames it
/// for that, and the mutants that differ in nothing else have none.
TEST(UntimedTest, ModelsThatRefuse) {
  Outcome outcome = checkTests("tau-loop/self-conformance", {});
  EXPECT_EQ(outcome.killed, 12u);
  EXPECT_EQ(outcome.withoutTest, 8u);
  checkTests("tau-loop/tau-loop", {});
}

TEST(UntimedTest, DataByStrategy) {
  for (DataStrategy data : {DataStrategy::Boundary, DataStrategy::Random}) {
    CampaignOptions options;
    options.tests.data = data;
    for (uint64_t seed : {1, 2}) {
      options.tests.seed = seed;
      Outcome outcome = checkTests("supplier/supplier-deterministic", options);
      EXPECT_EQ(outcome.killed, 68u);
      EXPECT_EQ(outcome.withoutTest, 0u);
      // One quantity of 100,000 shows the fault.
      EXPECT_LE(outcome.notSeen, 2u);
    }
  }
}
