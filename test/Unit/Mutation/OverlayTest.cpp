//===- OverlayTest.cpp - Overlays and copies agree --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Mutation/Overlay.h"
#include "Describe.h"
#include "Models.h"
#include "gtest/gtest.h"

using namespace tioga;

static void expectAgreement(llvm::StringRef text, unsigned minDirect) {
  TestModel model(text);
  ASSERT_TRUE(model.system);
  auto system = loadSystem(model.system);
  ASSERT_TRUE(mlir::succeeded(system));
  std::vector<std::string> original = describe(**system);
  OverlayBuilder builder(model.system, **system);
  std::unique_ptr<MutantSet> set = mutate(model, "all");
  unsigned numDirect = 0, numEqual = 0;
  for (const Mutant &mutant : set->mutants) {
    std::unique_ptr<System> copy = loadMutant(mutant, model.system);
    ASSERT_TRUE(copy) << mutant.id;
    std::vector<std::string> expected = describe(*copy);
    numEqual += expected == original;
    auto long_ = builder.buildByConversion(mutant);
    ASSERT_TRUE(mlir::succeeded(long_)) << mutant.id;
    EXPECT_EQ(describe(*applyEdits(**system, *long_)), expected) << mutant.id;
    if (std::optional<SystemEdits> direct = builder.buildDirectly(mutant)) {
      ++numDirect;
      EXPECT_EQ(describe(*applyEdits(**system, *direct)), expected)
          << mutant.id;
    }
  }
  EXPECT_GE(numDirect, minDirect);
  // What one edge of a pair no longer resets, the other may.
  EXPECT_LE(numEqual, 2u);
}

TEST(Overlay, AgreesWithCopyOnRetailer) { expectAgreement(retailer, 90); }

TEST(Overlay, AgreesWithCopyOnNetwork) { expectAgreement(network, 0); }
