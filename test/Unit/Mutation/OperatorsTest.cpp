//===- OperatorsTest.cpp - Mutation operators -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace tioga;

TEST(OperatorTable, NamesAreUnique) {
  llvm::StringSet<> names;
  for (const Operator &op : getOperators()) {
    EXPECT_TRUE(names.insert(op.name).second) << op.name.str();
    EXPECT_TRUE(names.insert(op.shortName).second) << op.shortName.str();
    EXPECT_FALSE(op.description.empty());
    EXPECT_FALSE(op.source.empty());
  }
}

TEST(OperatorTable, GroupsHaveTheirSize) {
  std::string error;
  // Of the first, eight are for automata and five for contracts.
  for (auto [group, size] :
       {std::pair("momut", 13u), std::pair("ecdar", 11u)}) {
    std::vector<const Operator *> selected;
    ASSERT_TRUE(parseOperators(group, selected, error));
    EXPECT_EQ(selected.size(), size);
  }
  std::vector<const Operator *> selected;
  ASSERT_TRUE(parseOperators("all,ct", selected, error));
  EXPECT_EQ(selected.size(), getOperators().size());
  EXPECT_FALSE(parseOperators("change-targte", selected, error));
  EXPECT_EQ(error, "unknown mutation operator 'change-targte'; did you mean "
                   "'change-target'?");
}

// The counts of the fish retailer, per operator.
TEST(Operators, RetailerCounts) {
  TestModel model(retailer);
  ASSERT_TRUE(model.system);
  std::unique_ptr<MutantSet> set = mutate(model, "ecdar");
  llvm::StringMap<unsigned> counts = countByOperator(*set);
  EXPECT_EQ(counts["change-source"], 4u);
  EXPECT_EQ(counts["change-target"], 4u);
  EXPECT_EQ(counts["change-action"], 5u);
  EXPECT_EQ(counts["change-invariant"], 1u);
  EXPECT_EQ(counts["sink-location"], 4u);
  EXPECT_EQ(counts["invert-reset"], 4u);
  EXPECT_EQ(counts["change-input"], 3u);
  EXPECT_EQ(counts["change-guard-constant"], 8u);
  EXPECT_EQ(counts["change-clock-operator"], 4u);
  EXPECT_EQ(counts["change-variable-operator"], 5u);
  EXPECT_EQ(counts["change-update"], 6u);
  EXPECT_EQ(set->mutants.size(), 48u);
}

TEST(Operators, IdsAreUniqueAndModelsValid) {
  for (llvm::StringRef text : {retailer, network}) {
    TestModel model(text);
    ASSERT_TRUE(model.system);
    std::unique_ptr<MutantSet> set = mutate(model, "all");
    llvm::StringSet<> ids;
    for (const Mutant &mutant : set->mutants) {
      EXPECT_TRUE(ids.insert(mutant.id).second) << mutant.id;
      EXPECT_EQ(llvm::StringRef(mutant.id).count('/'), 4u) << mutant.id;
      EXPECT_EQ(set->lookup(mutant.id), &mutant);
      mlir::Operation *copy = materialize(mutant, model.system, "Mutant");
      EXPECT_TRUE(mlir::succeeded(mlir::verify(copy))) << mutant.id;
      copy->erase();
    }
  }
}

// Every mutant differs from the model, and no two are the same model.
TEST(Operators, MutantsDiffer) {
  TestModel model(retailer);
  ASSERT_TRUE(model.system);
  auto print = [](mlir::Operation *op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    op->print(os);
    return text;
  };
  llvm::StringSet<> texts;
  texts.insert(print(model.system));
  // A negated guard may be one with another comparison.
  std::unique_ptr<MutantSet> set = mutate(model, "ca,ct,cs,cg,ci,sl,ir");
  for (const Mutant &mutant : set->mutants) {
    mlir::Operation *copy = materialize(mutant, model.system, "Retailer");
    EXPECT_TRUE(texts.insert(print(copy)).second) << mutant.id;
    copy->erase();
  }
}

TEST(Operators, LockedElementsAndEnvironmentStay) {
  TestModel model(network);
  ASSERT_TRUE(model.system);
  std::unique_ptr<MutantSet> set = mutate(model, "all");
  ASSERT_FALSE(set->mutants.empty());
  for (const Mutant &mutant : set->mutants) {
    EXPECT_FALSE(mutant.element->hasAttr("locked")) << mutant.id;
    EXPECT_FALSE(llvm::StringRef(mutant.id).contains("/User/")) << mutant.id;
    for (const Edit &edit : mutant.edits)
      EXPECT_FALSE(edit.op->hasAttr("locked") &&
                   edit.kind != Edit::Kind::Insert)
          << mutant.id;
  }
  EXPECT_FALSE(set->lookup("change-source/Door/Shut-go-Opening/source/Off"));
  EXPECT_TRUE(set->lookup("change-target/Door/Shut-go-Opening/target/Off"));
}

TEST(Operators, ParametersArePreserved) {
  TestModel model(network);
  ASSERT_TRUE(model.system);
  // Both edges on `key` read `code`, which no output has.
  std::unique_ptr<MutantSet> set = mutate(model, "change-action");
  for (const Mutant &mutant : set->mutants)
    EXPECT_FALSE(llvm::StringRef(mutant.id).contains("-key-")) << mutant.id;
  EXPECT_EQ(set->mutants.size(), 1u);
}

TEST(Operators, SecondOrder) {
  TestModel model(retailer);
  MutationOptions options;
  std::string error;
  ASSERT_TRUE(parseOperators("ct", options.operators, error));
  options.order = 2;
  std::unique_ptr<MutantSet> set = generateMutants(model.system, options);
  // Four edges with one other location each: four alone, six pairs.
  EXPECT_EQ(set->mutants.size(), 10u);
  EXPECT_EQ(set->mutants.back().id, "change-target/Shop/e3/target/L1+"
                                    "change-target/Shop/e4/target/L1");
  options.maxSecondOrder = 2;
  EXPECT_EQ(generateMutants(model.system, options)->mutants.size(), 6u);
}
