//===- ScopeTest.cpp - Names of a model -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {
class ScopeTest : public ::testing::Test {
protected:
  ScopeTest() {
    context.loadDialect<TiogaDialect>();
    intType = IntType::get(&context);
    boolType = BoolType::get(&context);
  }

  NameInfo getInfo(mlir::Type type, NameKind kind = NameKind::Variable) {
    return {kind, type, Owner::State, mlir::UnknownLoc::get(&context)};
  }
  mlir::StringAttr getString(llvm::StringRef text) {
    return mlir::StringAttr::get(&context, text);
  }

  mlir::MLIRContext context;
  mlir::Type intType, boolType;
};
} // namespace

TEST_F(ScopeTest, InnerNamesHideOuterOnes) {
  Scope outer, inner(&outer);
  EXPECT_TRUE(outer.add("n", getInfo(intType)));
  EXPECT_TRUE(inner.add("n", getInfo(boolType)));
  EXPECT_FALSE(inner.add("n", getInfo(intType)));
  EXPECT_EQ(inner.lookup("n")->type, boolType);
  EXPECT_EQ(outer.lookup("n")->type, intType);
  EXPECT_EQ(inner.lookup("m"), nullptr);
}

TEST_F(ScopeTest, TheLongestPrefixDecides) {
  auto record = RecordType::get(
      &context, {getString("f"), getString("g")},
      {intType, RecordType::get(&context, {getString("h")}, {boolType})});
  Scope scope;
  scope.add("r", getInfo(record));
  scope.add("M.r", getInfo(record));
  scope.add("M.r.f", getInfo(boolType));
  mlir::Type type;
  ASSERT_NE(scope.lookup("r.g.h", &type), nullptr);
  EXPECT_EQ(type, boolType);
  EXPECT_EQ(scope.lookup("M.r.f", &type)->type, boolType);
  EXPECT_EQ(type, boolType);
  ASSERT_NE(scope.lookup("r.f", &type), nullptr);
  EXPECT_EQ(type, intType);
  // The record is there, the field is not.
  ASSERT_NE(scope.lookup("r.x", &type), nullptr);
  EXPECT_FALSE(type);
  ASSERT_NE(scope.lookup("r.f.x", &type), nullptr);
  EXPECT_FALSE(type);
  EXPECT_EQ(scope.lookup("M", &type), nullptr);
}

TEST_F(ScopeTest, KnowsTheEnumerationsInsideTypes) {
  auto color = EnumType::get(&context, "Color", {getString("Red")});
  auto shape = EnumType::get(&context, "Shape", {getString("Round")});
  Scope outer, inner(&outer);
  outer.add("f", getInfo(MapType::get(&context, color,
                                      SetType::get(&context, shape))));
  EXPECT_EQ(inner.lookupEnum("Color"), color);
  EXPECT_EQ(inner.lookupEnum("Shape"), shape);
  EXPECT_FALSE(inner.lookupEnum("Size"));
}

TEST_F(ScopeTest, SuggestsOnlyWhatIsClose) {
  auto suggest = [](llvm::StringRef wanted,
                    std::initializer_list<llvm::StringRef> candidates) {
    Suggestion suggestion(wanted);
    for (llvm::StringRef candidate : candidates)
      suggestion.consider(candidate);
    return suggestion.str();
  };
  EXPECT_EQ(suggest("cofee", {"coffee", "coin", "tea"}),
            "; did you mean 'coffee'?");
  EXPECT_EQ(suggest("cofee", {"refund"}), "");
  // Ties are broken by name, whatever the order.
  EXPECT_EQ(suggest("xa", {"xc", "xb"}), suggest("xa", {"xb", "xc"}));
}
