//===- ExprTest.cpp - Construction and uniquing -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "gtest/gtest.h"

using namespace tioga;

TEST(Expr, EqualExpressionsAreOneNode) {
  ExprContext context;
  Expr x = context.getName("x");
  EXPECT_EQ(x, context.getName(std::string("x")));
  EXPECT_NE(x, context.getName("x", /*primed=*/true));
  EXPECT_EQ(context.get(ExprKind::Lt, x, context.getInt(3)),
            context.get(ExprKind::Lt, x, context.getInt(3)));
  EXPECT_NE(context.get(ExprKind::Lt, x, context.getInt(3)),
            context.get(ExprKind::Le, x, context.getInt(3)));
  EXPECT_NE(context.getEnum("Color", "Red"), context.getEnum("Lamp", "Red"));
  EXPECT_NE(context.getRecord({"a"}, {x}), context.getRecord({"b"}, {x}));
  EXPECT_NE(context.getInt(2), context.getNumber(*Rational::get(2, 5)));
  EXPECT_NE(context.getCall(Builtin::Min, {x, x}),
            context.getCall(Builtin::Max, {x, x}));
  size_t size = context.size();
  context.get(ExprKind::Lt, x, context.getInt(3));
  EXPECT_EQ(context.size(), size);
}

TEST(Expr, FlatOperatorsAreFlattened) {
  ExprContext context;
  Expr p = context.getName("p"), q = context.getName("q");
  for (ExprKind kind : {ExprKind::And, ExprKind::Or, ExprKind::Add}) {
    Expr inner = context.get(kind, p, q);
    Expr outer = context.get(kind, q, inner);
    ASSERT_EQ(outer.getNumOperands(), 3u);
    EXPECT_EQ(outer.getOperand(1), p);
    EXPECT_EQ(outer.getDepth(), 2u);
  }
  EXPECT_TRUE(context.getAnd({}).isTrue());
  EXPECT_TRUE(context.getOr({}).isFalse());
  EXPECT_EQ(context.getAnd({p}), p);
  EXPECT_EQ(context.getOr({p}), p);
}

TEST(Expr, NumbersBecomeLiteralsNegationsOrDivisions) {
  ExprContext context;
  EXPECT_EQ(context.getInt(-3).str(), "-3");
  EXPECT_TRUE(context.getInt(-3).is(ExprKind::Neg));
  EXPECT_TRUE(context.getNumber(4).is(ExprKind::IntLit));
  EXPECT_EQ(context.getNumber(*Rational::get(5, 2)).str(), "2.5");
  EXPECT_EQ(context.getNumber(*Rational::get(1, 3)).str(), "1 / 3");
  EXPECT_EQ(context.getNumber(*Rational::get(-1, 3)).str(), "-(1 / 3)");
  EXPECT_EQ(context.getInt(INT64_MIN).str(), "-9223372036854775807 - 1");
  EXPECT_EQ(context.getNumber(*Rational::get(INT64_MIN, 5)).str(),
            "(-9223372036854775807 - 1) / 5");
}

TEST(Expr, FieldOfNameIsLongerName) {
  ExprContext context;
  Expr r = context.getName("r", /*primed=*/true);
  Expr field = context.getField(r, "f");
  EXPECT_EQ(field, context.getName("r.f", /*primed=*/true));
  EXPECT_EQ(field.str(), "r.f'");
  Expr element = context.get(ExprKind::Index, r, context.getInt(0));
  EXPECT_TRUE(context.getField(element, "f").is(ExprKind::Field));
}

TEST(Expr, Accessors) {
  ExprContext context;
  Expr x = context.getName("Machine.x");
  EXPECT_EQ(x.getName(), "Machine.x");
  EXPECT_FALSE(x.isPrimed());
  EXPECT_EQ(x.getDepth(), 1u);
  EXPECT_EQ(&x.getContext(), &context);
  Expr red = context.getEnum("Color", "Red");
  EXPECT_EQ(red.getEnumName(), "Color");
  EXPECT_EQ(red.getName(), "Red");
  Expr with = context.getWith(x, {"f", "g"}, {red, x});
  EXPECT_EQ(with.getNumOperands(), 3u);
  EXPECT_EQ(with.getFieldNames()[1], "g");
  EXPECT_FALSE(Expr());
  EXPECT_FALSE(Expr().isTrue());
  EXPECT_EQ(Expr().str(), "<null>");
}

TEST(Expr, BuiltinsAreFoundByName) {
  for (unsigned i = 0; i <= unsigned(Builtin::Abs); ++i)
    EXPECT_EQ(getBuiltin(getBuiltinName(Builtin(i))), Builtin(i));
  EXPECT_FALSE(getBuiltin("Add"));
  EXPECT_EQ(getBuiltinName(Builtin::Abs), "abs");
  EXPECT_EQ(getBuiltinName(Builtin::HasKey), "hasKey");
  EXPECT_EQ(getBuiltinArity(Builtin::Put), 3u);
}

TEST(Expr, ImportCopiesIntoOtherContext) {
  std::mt19937_64 random(1);
  ExprContext from, to;
  for (int i = 0; i < 300; ++i) {
    Expr expr = test::RandomExpr(from, random).getUntyped(6);
    Expr copy = to.import(expr);
    ASSERT_EQ(&copy.getContext(), &to);
    ASSERT_EQ(copy.str(), expr.str());
    ASSERT_EQ(copy.getDepth(), expr.getDepth());
    ASSERT_EQ(from.import(copy), expr);
  }
  EXPECT_FALSE(to.import(Expr()));
}

TEST(Expr, SharedPartsAreVisitedOnce) {
  ExprContext from, to;
  Expr expr = from.getName("n");
  for (int i = 0; i < 5000; ++i)
    expr = from.get(ExprKind::Mul, expr, expr);
  EXPECT_EQ(to.import(expr).getDepth(), 5001u);
  EXPECT_EQ(to.size(), 5001u);
  unsigned numVisits = 0;
  walk(expr, [&](Expr) { ++numVisits; });
  EXPECT_EQ(numVisits, 5001u);
  Expr primed = setPrimed(expr, from, true);
  EXPECT_EQ(setPrimed(primed, from, false), expr);
}

TEST(Expr, WideConjunctionsTakeLinearTime) {
  ExprContext context;
  std::vector<Expr> operands;
  for (int i = 0; i < 100000; ++i)
    operands.push_back(context.getName("p" + std::to_string(i)));
  Expr expr = context.getAnd(operands);
  EXPECT_EQ(expr.getNumOperands(), 100000u);
  EXPECT_EQ(simplify(expr, context), expr);
  EXPECT_EQ(toNegationNormalForm(expr, context, true).getNumOperands(),
            100000u);
  std::string text = expr.str();
  EXPECT_EQ(parseExpr(text, context, [](size_t, const llvm::Twine &) {}), expr);
}
