//===- ExecutionTest.cpp - One run of one test ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Execution.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "tioga/InitAllDialects.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {

/// An input is sent between 3 and 5; the output comes within two time units of
/// it, but not in less than one.
constexpr llvm::StringLiteral text = R"(
test.case @lamp initial @s0 {
  tioga.label press input
  tioga.label light output
  tioga.clock x
  test.state @s0
  test.state @s1 deadline "x <= 2" otherwise @late
  test.state @over verdict inconclusive {reason = "over"}
  test.state @done verdict pass {reason = "done"}
  test.state @late verdict fail {reason = "late"}
  test.move @s0 -> @s1 send press guard "x >= 3 && x < 5" do "x := 0"
  test.move @s0 -> @over elapse guard "x >= 5"
  test.move @s1 -> @done expect light guard "x >= 1"
})";

class ExecutionTest : public testing::Test {
protected:
  void SetUp() override {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    for (auto op : module->getOps<test::CaseOp>()) {
      auto loaded = TestCase::load(op);
      ASSERT_TRUE(mlir::succeeded(loaded));
      test = std::move(*loaded);
    }
    light = *test->getSystem().lookupLabel("light");
  }

  /// Waits until the input is sent; returns when that was.
  Rational send(TestExecution &execution) {
    while (!execution.isFinished())
      if (execution.elapse(execution.getWait()))
        return execution.getTime();
    ADD_FAILURE() << "nothing was sent";
    return {};
  }
  TestExecution start(SendPolicy policy, Rational grid = {},
                      Rational tolerance = {}) {
    ExecutionOptions options;
    options.policy = policy;
    options.grid = grid;
    options.tolerance = tolerance;
    return TestExecution(*test, options);
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<TestCase> test;
  unsigned light = 0;
};

TEST_F(ExecutionTest, SendsByThePolicy) {
  TestExecution earliest = start(SendPolicy::Earliest);
  EXPECT_EQ(send(earliest), Rational(3));
  // The window is open at its end: on a grid, the last instant before it.
  TestExecution latest = start(SendPolicy::Latest, *Rational::get(1, 4));
  EXPECT_EQ(send(latest), *Rational::get(19, 4));
  TestExecution middle = start(SendPolicy::Middle, *Rational::get(1, 4));
  EXPECT_EQ(send(middle), *Rational::get(15, 4));
  for (uint64_t seed = 1; seed < 50; ++seed) {
    ExecutionOptions options;
    options.policy = SendPolicy::Random;
    options.seed = seed;
    options.grid = *Rational::get(1, 8);
    TestExecution random(*test, options), again(*test, options);
    Rational time = send(random);
    EXPECT_TRUE(Rational(3) <= time && time < Rational(5));
    EXPECT_EQ(Rational::mul(time, 8)->getDenominator(), 1);
    EXPECT_EQ(send(again), time);
  }
}

TEST_F(ExecutionTest, GivesVerdicts) {
  auto run = [&](std::optional<Rational> delay) {
    TestExecution execution = start(SendPolicy::Earliest);
    send(execution);
    if (delay)
      execution.receive(*delay, {light, {}});
    else
      execution.elapse(execution.getWait());
    EXPECT_TRUE(execution.isFinished());
    return std::pair(execution.getVerdict(), execution.getReason().str());
  };
  using Result = std::pair<RunVerdict, std::string>;
  EXPECT_EQ(run(Rational(1)), Result(RunVerdict::Pass, "done"));
  EXPECT_EQ(run(Rational(2)), Result(RunVerdict::Pass, "done"));
  EXPECT_EQ(run(Rational::get(1, 2)),
            Result(RunVerdict::Fail, "unexpected output"));
  EXPECT_EQ(run(std::nullopt), Result(RunVerdict::Fail, "late"));
}

TEST_F(ExecutionTest, WidensByTheTolerance) {
  Rational quarter = *Rational::get(1, 4);
  auto run = [&](Rational delay) {
    TestExecution execution = start(SendPolicy::Earliest, {}, quarter);
    send(execution);
    EXPECT_GE(execution.getWait(), *Rational::get(9, 4));
    execution.receive(delay, {light, {}});
    return execution.getVerdict();
  };
  EXPECT_EQ(run(*Rational::get(3, 4)), RunVerdict::Pass);
  EXPECT_EQ(run(*Rational::get(74, 100)), RunVerdict::Fail);
}

TEST_F(ExecutionTest, ReceivesWhatItDoesNotExpect) {
  TestExecution execution = start(SendPolicy::Earliest);
  execution.receive(1, {light, {}});
  ASSERT_TRUE(execution.isFinished());
  EXPECT_EQ(execution.getVerdict(), RunVerdict::Fail);
  EXPECT_EQ(execution.getTrace().steps.size(), 1u);
  EXPECT_EQ(execution.getTrace().steps.front().delay, Rational(1));
}

} // namespace
