//===- PathTest.cpp - Tests along random paths ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "tioga/Campaign/TestBuilder.h"
#include "gtest/gtest.h"

using namespace tioga;

/// Tests along random paths never fail on the model they are made from, can
/// pass on it, and are valid test cases.
static void checkRandomPaths(llvm::StringRef file, unsigned count,
                             unsigned length) {
  Example example(file);
  ASSERT_TRUE(example.system) << file.str();
  int64_t scale = example.system->getScale();
  mlir::OpBuilder builder(&example.context);
  for (unsigned seed = 0; seed < count; ++seed) {
    TrackedSystem spec(*example.system, nullptr, scale);
    std::optional<TestPath> path =
        getRandomPath(length, seed, *example.system, spec);
    ASSERT_TRUE(path) << file.str() << " seed " << seed;
    std::optional<TimedTest> test =
        buildTest(*path, {*example.system, spec}, nullptr, {});
    ASSERT_TRUE(test) << file.str() << " seed " << seed;
    TrackedSystem sut(*example.system, nullptr, scale);
    TestVerdicts verdicts = runTest(*test, sut);
    EXPECT_FALSE(verdicts.isUnknown) << file.str() << " seed " << seed;
    EXPECT_FALSE(verdicts.fail || verdicts.failsInRace)
        << file.str() << " seed " << seed;
    EXPECT_TRUE(verdicts.pass) << file.str() << " seed " << seed;
    test->name = "test";
    auto module = mlir::ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToStart(module.getBody());
    test::CaseOp op = writeTest(*test, *example.system, builder);
    EXPECT_TRUE(mlir::succeeded(mlir::verify(op))) << file.str() << seed;
    if (testing::Test::HasFailure())
      op->dump();
    module->erase();
    if (testing::Test::HasFailure())
      return;
  }
}

TEST(RandomPaths, CarAlarm) { checkRandomPaths("car-alarm/car-alarm", 60, 8); }
TEST(RandomPaths, Silent) {
  checkRandomPaths("car-alarm/car-alarm-silent", 30, 6);
}
TEST(RandomPaths, Mixed) {
  checkRandomPaths("car-alarm/car-alarm-mixed", 30, 6);
}
TEST(RandomPaths, Pin) { checkRandomPaths("car-alarm/car-alarm-pin", 5, 5); }
TEST(RandomPaths, Coffee) { checkRandomPaths("coffee/coffee", 30, 6); }
TEST(RandomPaths, CoffeeNetwork) {
  checkRandomPaths("coffee/coffee-network", 20, 6);
}
TEST(RandomPaths, Light) {
  checkRandomPaths("light-controller/light-controller", 30, 8);
}
TEST(RandomPaths, Retailer) { checkRandomPaths("retailer/retailer", 30, 6); }
TEST(RandomPaths, EcdarAlarm) {
  checkRandomPaths("ecdar-car-alarm/ecdar-car-alarm", 20, 8);
}
