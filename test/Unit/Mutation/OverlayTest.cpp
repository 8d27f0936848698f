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

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

/// A contract with a frame, which reads assumptions, and a record, which is
/// taken apart.
static constexpr llvm::StringLiteral lamp = R"mlir(
contract.interface @Lamp {
  tioga.var input go : !tioga.bool
  tioga.var output level : !tioga.range<0, 3>
  tioga.var output lit : !tioga.bool
  tioga.var hidden memory : !tioga.record<count : !tioga.range<0, 3>>
  contract.initially "A" guarantee "level' == 0 && !lit' && memory.count' == 0"
  contract.require "B" assume "go' && level < 3" guarantee "level' == level + 1"
  contract.require "C" guarantee "lit' <=> level' > 0"
  contract.require "D" assume "!go'" guarantee "memory.count' == memory.count || level' == 0"
  contract.frame ["level"]
}
)mlir";

static std::vector<std::string> describeConjuncts(const System &system) {
  std::vector<std::string> lines;
  for (auto conjuncts :
       {system.getInitialConjuncts(), system.getStepConjuncts()})
    for (const SystemConjunct &conjunct : conjuncts) {
      std::string line;
      llvm::raw_string_ostream os(line);
      os << conjunct.id << ": ";
      if (conjunct.assume)
        os << conjunct.assume;
      os << " => " << conjunct.guarantee;
      lines.push_back(std::move(line));
    }
  return lines;
}

TEST(Overlay, AgreesWithCopyOnContract) {
  mlir::MLIRContext context;
  context
      .loadDialect<TiogaDialect, contract::ContractDialect, sts::STSDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(lamp, &context);
  ASSERT_TRUE(module);
  auto interface = *module->getOps<contract::InterfaceOp>().begin();
  auto system = loadSystem(interface);
  ASSERT_TRUE(mlir::succeeded(system));
  MutationOptions options;
  std::string error;
  ASSERT_TRUE(parseOperators("all", options.operators, error));
  std::unique_ptr<MutantSet> set = generateMutants(interface, options);
  OverlayBuilder builder(interface, **system);
  std::vector<std::string> original = describeConjuncts(**system);
  unsigned numDirect = 0, numFrames = 0;
  for (const Mutant &mutant : set->mutants) {
    auto copy = llvm::cast<contract::InterfaceOp>(
        materialize(mutant, interface, interface.getSymName()));
    auto converted = loadSystem(copy);
    copy->erase();
    ASSERT_TRUE(mlir::succeeded(converted)) << mutant.id;
    std::vector<std::string> expected = describeConjuncts(**converted);
    EXPECT_NE(expected, original) << mutant.id;
    numFrames += expected.back() != original.back();
    auto edits = builder.buildByConversion(mutant);
    ASSERT_TRUE(mlir::succeeded(edits)) << mutant.id;
    EXPECT_EQ(describeConjuncts(*applyEdits(**system, *edits)), expected)
        << mutant.id;
    if (std::optional<SystemEdits> direct = builder.buildDirectly(mutant)) {
      ++numDirect;
      EXPECT_EQ(describeConjuncts(*applyEdits(**system, *direct)), expected)
          << mutant.id;
    }
  }
  EXPECT_GT(numDirect, 15u);
  EXPECT_GT(numFrames, 0u);
}
