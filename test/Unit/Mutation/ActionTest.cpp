//===- ActionTest.cpp - Mutants of action systems ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Campaign/Examples.h"
#include "Describe.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace tioga;

// The published counts of the supplier and of its deterministic twin.
TEST(ActionOperators, SupplierCounts) {
  EXPECT_EQ(Example("supplier/supplier").mutate("action")->mutants.size(),
            134u);
  EXPECT_EQ(Example("supplier/supplier-deterministic")
                .mutate("action")
                ->mutants.size(),
            82u);
}

namespace {
class ActionExamples : public testing::TestWithParam<const char *> {};
} // namespace

// Overlay and clone-then-convert agree for all mutants; ids are unique; every
// mutant is a valid model other than the original.
TEST_P(ActionExamples, OverlaysAgreeWithCopies) {
  Example example(GetParam());
  ASSERT_TRUE(example.system);
  std::vector<std::string> original = describe(*example.system);
  OverlayBuilder builder(example.model, *example.system);
  std::unique_ptr<MutantSet> set = example.mutate("action-timed");
  ASSERT_FALSE(set->mutants.empty());
  llvm::StringSet<> ids;
  for (const Mutant &mutant : set->mutants) {
    EXPECT_TRUE(ids.insert(mutant.id).second) << mutant.id;
    EXPECT_EQ(llvm::StringRef(mutant.id).count('/'), 4u) << mutant.id;
    std::unique_ptr<System> copy = loadMutant(mutant, example.model);
    ASSERT_TRUE(copy) << mutant.id;
    std::vector<std::string> expected = describe(*copy);
    EXPECT_NE(expected, original) << mutant.id;
    auto converted = builder.buildByConversion(mutant);
    ASSERT_TRUE(mlir::succeeded(converted)) << mutant.id;
    EXPECT_EQ(describe(*applyEdits(*example.system, *converted)), expected)
        << mutant.id;
    if (std::optional<SystemEdits> direct = builder.buildDirectly(mutant))
      EXPECT_EQ(describe(*applyEdits(*example.system, *direct)), expected)
          << mutant.id;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ActionExamples,
    testing::Values("adder/adder", "supplier/supplier",
                    "supplier/supplier-deterministic", "set-buffer/set-buffer",
                    "tuple-map/tuple-map", "tank/tank", "tau-loop/tau-loop",
                    "tau-loop/self-conformance", "tau-loop/divergence",
                    "particle-counter/particle-counter",
                    "car-alarm/car-alarm-actions"));

// Pairs of faults in one action are one change of one transition.
TEST(ActionOperators, SecondOrder) {
  Example example("tank/tank");
  MutationOptions options;
  std::string error;
  ASSERT_TRUE(parseOperators("rr,ia", options.operators, error));
  options.order = 2;
  std::unique_ptr<MutantSet> set = generateMutants(example.model, options);
  OverlayBuilder builder(example.model, *example.system);
  unsigned numPairs = 0;
  for (const Mutant &mutant : set->mutants) {
    numPairs += mutant.edits.size() == 2;
    std::optional<SystemEdits> direct = builder.buildDirectly(mutant);
    ASSERT_TRUE(direct) << mutant.id;
    EXPECT_EQ(describe(*applyEdits(*example.system, *direct)),
              describe(*loadMutant(mutant, example.model)))
        << mutant.id;
  }
  EXPECT_GT(numPairs, 10u);
}

TEST(ActionOperators, Granularity) {
  Example example("adder/adder");
  auto count = [&](Granularity granularity) {
    MutationOptions options;
    std::string error;
    EXPECT_TRUE(parseOperators("bt,bf,nb", options.operators, error));
    options.granularity = granularity;
    return generateMutants(example.model, options)->mutants.size();
  };
  // Five atoms in three guards; below them are no Boolean parts.
  EXPECT_EQ(count(Granularity::Atoms), 15u);
  EXPECT_EQ(count(Granularity::Whole), 9u);
  EXPECT_GT(count(Granularity::All), 20u);
}
