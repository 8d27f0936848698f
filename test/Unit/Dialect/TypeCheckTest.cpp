//===- TypeCheckTest.cpp - Types of expressions -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checker is compared with the evaluator: what it accepts never evaluates
// to a type mismatch, and what was made well-typed it accepts.
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"
#include "mlir/IR/MLIRContext.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {
class TypeCheck : public ::testing::Test {
protected:
  TypeCheck() {
    mlir.loadDialect<TiogaDialect>();
    mlir::Type integer = IntType::get(&mlir), truth = BoolType::get(&mlir);
    mlir::Type real = RealType::get(&mlir);
    auto color =
        EnumType::get(&mlir, "Color", {getString("Red"), getString("Green")});
    declare({"p", "q"}, truth);
    declare({"m", "n"}, integer);
    declare({"x", "y"}, real);
    declare({"c", "d"}, color);
    declare({"s", "t"}, SetType::get(&mlir, integer));
    declare({"a"}, tioga::ArrayType::get(&mlir, 3, integer));
    declare({"f"}, MapType::get(&mlir, integer, integer));
    declare({"r"},
            RecordType::get(&mlir, {getString("lit"), getString("count")},
                            {truth, integer}));
    declare({"clk", "alt"}, real, NameKind::Clock);
    rules.allowPrimed = true;
  }

  void declare(std::initializer_list<llvm::StringRef> names, mlir::Type type,
               NameKind kind = NameKind::Variable) {
    for (llvm::StringRef name : names)
      scope.add(name, {kind, type, Owner::State, mlir::UnknownLoc::get(&mlir)});
  }
  mlir::StringAttr getString(llvm::StringRef text) {
    return mlir::StringAttr::get(&mlir, text);
  }

  /// The type, null with `message` and `path` set if there is none.
  mlir::Type check(Expr expr) {
    numErrors = 0;
    return checkExpr(
        expr, scope, rules, &mlir,
        [&](llvm::ArrayRef<unsigned> where, const llvm::Twine &text) {
          ++numErrors;
          path.assign(where.begin(), where.end());
          message = text.str();
        });
  }
  Expr parse(llvm::StringRef text) {
    return parseExpr(text, exprs, [&](size_t, const llvm::Twine &error) {
      ADD_FAILURE() << text.str() << ": " << error.str();
    });
  }
  /// The type in the language's syntax, or the offending part and the message.
  std::string str(llvm::StringRef text) {
    Expr expr = parse(text);
    if (mlir::Type type = check(expr))
      return typeToString(type);
    return getAtPath(expr, path).str() + ": " + message;
  }

  mlir::MLIRContext mlir;
  ExprContext exprs;
  Scope scope;
  ExprRules rules;
  unsigned numErrors = 0;
  llvm::SmallVector<unsigned> path;
  std::string message;
};
} // namespace

TEST_F(TypeCheck, InfersTypes) {
  EXPECT_EQ(str("m + n * 2"), "int");
  EXPECT_EQ(str("m + 0.5"), "real");
  EXPECT_EQ(str("m / n"), "real");
  EXPECT_EQ(str("if p then m else x"), "real");
  EXPECT_EQ(str("add({}, c)"), "set of Color");
  EXPECT_EQ(str("put({->}, 1, p)"), "map int to bool");
  EXPECT_EQ(str("r with {count = 3}"), "record { lit : bool, count : int }");
  EXPECT_EQ(str("[m, 0.5]"), "array [2] of real");
  EXPECT_EQ(str("union({}, {})"), "set of ?");
  EXPECT_EQ(str("{{}, {1}} == {}"), "bool");
  EXPECT_EQ(str("f[m] in s"), "bool");
  EXPECT_EQ(str("r == {count = 1, lit = p}"), "bool");
}

TEST_F(TypeCheck, ReportsTheOffendingPart) {
  EXPECT_EQ(str("p && (q || n + 1)"), "n + 1: 'n + 1' is int, expected bool");
  EXPECT_EQ(str("m div x"), "x: 'x' is real, expected int");
  EXPECT_EQ(str("a[p]"), "p: 'p' is bool, expected int");
  EXPECT_EQ(str("c == Color::Rad"), "Color::Rad: enumeration 'Color' has no "
                                    "literal 'Rad'; did you mean 'Red'?");
  EXPECT_EQ(str("{->}[1]"), "{->}: '{->}' is map ? to ?, expected an array or "
                            "a map");
  EXPECT_EQ(str("r.lid"),
            "r.lid: 'r.lid' has a field that record { lit : bool, count : int "
            "} lacks");
  EXPECT_EQ(str("m == p"), "m == p: cannot compare int with bool in 'm == p'");
}

TEST_F(TypeCheck, KeepsClocksToDifferences) {
  EXPECT_EQ(str("clk < 3 && clk - alt >= n - 2"), "bool");
  EXPECT_EQ(str("clk < alt + 1"), "bool");
  EXPECT_EQ(str("(if p then clk else alt) <= 3"), "bool");
  for (const char *text :
       {"clk + alt < 3", "2 * clk < 3", "clk in {1}", "-clk - alt < 3",
        "clk < 3 - alt", "min(clk, 3) < 2", "{clk} == {}", "clk"})
    EXPECT_FALSE(check(parse(text))) << text;
}

// expr_c5: no place in a model shows this without another error first.
TEST_F(TypeCheck, AllowsControlsOnlyWhereTheyAreKnown) {
  declare({"Machine"}, EnumType::get(&mlir, "Machine", {getString("Idle")}),
          NameKind::Control);
  EXPECT_EQ(str("Machine == Machine::Idle"),
            "Machine: control variable 'Machine' is not allowed here");
  rules.allowControls = true;
  EXPECT_EQ(str("Machine == Machine::Idle"), "bool");
  EXPECT_EQ(str("Machine' == Machine::Idle"),
            "Machine': control variable 'Machine' has no primed value");
}

TEST_F(TypeCheck, AcceptsWhatIsWellTyped) {
  std::mt19937_64 random(1);
  test::RandomExpr generator(exprs, random);
  unsigned numRejected = 0;
  constexpr unsigned numExprs = 20000;
  for (unsigned i = 0; i < numExprs; ++i) {
    Expr expr = generator.get(test::Type(random() % 8), 2 + random() % 4);
    if (check(expr))
      continue;
    // The generator does not look at the sizes of arrays, which are part of
    // their types; there is no other way to fail.
    ++numRejected;
    EXPECT_EQ(numErrors, 1u);
    EXPECT_NE(message.find("array"), std::string::npos)
        << expr.str() << ": " << message;
  }
  EXPECT_LT(numRejected, numExprs / 10);
}

TEST_F(TypeCheck, WhatIsAcceptedHasAValueOfItsType) {
  std::mt19937_64 random(2);
  test::RandomExpr generator(exprs, random);
  unsigned numAccepted = 0, numMismatches = 0;
  for (unsigned i = 0; i < 200000; ++i) {
    Expr expr = generator.getUntyped(2 + random() % 2);
    test::RandomEnvironment environment(random);
    EvalResult result = evaluate(expr, environment);
    mlir::Type type = check(expr);
    numMismatches += result.fault == EvalFault::TypeMismatch;
    EXPECT_EQ(numErrors, type ? 0u : 1u) << expr.str();
    if (!type)
      continue;
    ++numAccepted;
    ASSERT_NE(result.fault, EvalFault::TypeMismatch) << expr.str();
    if (!result)
      continue;
    mlir::Type valueType = check(result.value.toExpr(exprs));
    ASSERT_TRUE(valueType) << expr.str();
    // A rational may happen to be an integer, a set to be empty.
    EXPECT_TRUE(isAssignable(valueType, type))
        << expr.str() << ": " << typeToString(type) << ", but "
        << result.value.str();
  }
  EXPECT_GT(numAccepted, 10000u);
  EXPECT_GT(numMismatches, 10000u);
}

TEST_F(TypeCheck, SharingCostsNothing) {
  Expr expr = exprs.getName("n");
  for (int i = 0; i < 900; ++i)
    expr = exprs.get(ExprKind::Sub, expr, expr);
  EXPECT_TRUE(check(expr));
}
