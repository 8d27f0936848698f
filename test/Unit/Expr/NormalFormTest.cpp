//===- NormalFormTest.cpp - Negation and disjunctive normal form *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {
class NormalForm : public ::testing::Test {
protected:
  Expr parse(llvm::StringRef text) {
    return parseExpr(text, context, [&](size_t, const llvm::Twine &message) {
      ADD_FAILURE() << text.str() << ": " << message.str();
    });
  }
  std::string negate(llvm::StringRef text) {
    return toNegationNormalForm(parse(text), context, true).str();
  }
  Expr join(const llvm::SmallVector<llvm::SmallVector<Expr, 4>, 4> &disjuncts) {
    llvm::SmallVector<Expr, 4> operands;
    for (const llvm::SmallVector<Expr, 4> &conjuncts : disjuncts)
      operands.push_back(context.getAnd(conjuncts));
    return context.getOr(operands);
  }
  std::string distribute(llvm::StringRef text) {
    return join(*toDisjunctiveNormalForm(parse(text), context)).str();
  }

  ExprContext context;
};
} // namespace

/// No connective but `&&` and `||` above the atoms, no `!` above a comparison.
static bool isNegationNormal(Expr expr) {
  switch (expr.getKind()) {
  case ExprKind::And:
  case ExprKind::Or:
    return llvm::all_of(expr.getOperands(), isNegationNormal);
  case ExprKind::Implies:
  case ExprKind::Iff:
  case ExprKind::If:
    return false;
  case ExprKind::Not: {
    Expr atom = expr.getOperand(0);
    return isNegationNormal(atom) && !atom.isComparison() &&
           !atom.is(ExprKind::And) && !atom.is(ExprKind::Or) &&
           !atom.is(ExprKind::Not) && !atom.is(ExprKind::BoolLit);
  }
  default:
    return true;
  }
}

TEST_F(NormalForm, NegationsReachTheAtoms) {
  EXPECT_EQ(negate("x < 3 && !p"), "x >= 3 || p");
  EXPECT_EQ(negate("x <= 3 || x > 4 || x == 5"), "x > 3 && x <= 4 && x != 5");
  EXPECT_EQ(negate("p => x >= 1"), "p && x < 1");
  EXPECT_EQ(negate("p <=> q"), "p && !q || !p && q");
  EXPECT_EQ(negate("if p then q else x != 1"), "p && !q || !p && x == 1");
  EXPECT_EQ(negate("true && n in s"), "false || !(n in s)");
  EXPECT_EQ(toNegationNormalForm(parse("!!p"), context).str(), "p");
}

TEST_F(NormalForm, NegationNormalFormKeepsMeaning) {
  std::mt19937_64 random(1);
  test::RandomExpr generator(context, random);
  for (int i = 0; i < 5000; ++i) {
    Expr expr = generator.get(test::Type::Bool, 6);
    bool isNegated = i % 2;
    Expr normal = toNegationNormalForm(expr, context, isNegated);
    ASSERT_TRUE(isNegationNormal(normal)) << normal.str();
    for (int j = 0; j < 4; ++j) {
      test::RandomEnvironment environment(random);
      EvalResult before = evaluate(expr, environment);
      EvalResult after = evaluate(normal, environment);
      ASSERT_EQ(int(before.fault), int(after.fault)) << expr.str();
      if (before)
        ASSERT_EQ(before.value.getBool() != isNegated, after.value.getBool())
            << expr.str();
    }
  }
}

TEST_F(NormalForm, Distributes) {
  EXPECT_EQ(distribute("(p || q) && x < 1"), "p && x < 1 || q && x < 1");
  EXPECT_EQ(distribute("p && !p"), "false");
  EXPECT_EQ(distribute("p && (q || p)"), "p && q || p");
  EXPECT_EQ(distribute("true"), "true");
  EXPECT_EQ(distribute("false || p"), "p");
  // What may fail is evaluated only where the original evaluates it.
  EXPECT_EQ(distribute("(n == 0 || 9 div n > 2) && p"),
            "n == 0 && p || n != 0 && 9 div n > 2 && p");
  EXPECT_EQ(distribute("9 div n > 2 && false && p"), "9 div n > 2 && false");
}

TEST_F(NormalForm, DisjunctsAreLimited) {
  std::string text = "true";
  for (int i = 0; i < 1000; ++i)
    text += (" && (p" + llvm::Twine(i) + " || q" + llvm::Twine(i) + ")").str();
  EXPECT_FALSE(toDisjunctiveNormalForm(parse(text), context));
  Expr small = parse("(a || b) && (c || d)");
  EXPECT_FALSE(toDisjunctiveNormalForm(small, context, 3));
  EXPECT_EQ(toDisjunctiveNormalForm(small, context, 4)->size(), 4u);
  Expr chain = parse("false");
  for (int i = 0; i < 900; ++i)
    chain = context.get(ExprKind::Iff, chain, parse("false"));
  EXPECT_TRUE(toDisjunctiveNormalForm(chain, context));
}

TEST_F(NormalForm, DisjunctiveNormalFormKeepsMeaning) {
  std::mt19937_64 random(2);
  test::RandomExpr generator(context, random);
  unsigned numForms = 0;
  for (int i = 0; i < 4000; ++i) {
    Expr expr = generator.get(test::Type::Bool, 5);
    auto disjuncts = toDisjunctiveNormalForm(expr, context, 256);
    if (!disjuncts)
      continue;
    ++numForms;
    ASSERT_LE(disjuncts->size(), 256u);
    for (const llvm::SmallVector<Expr, 4> &conjuncts : *disjuncts)
      for (Expr atom : conjuncts)
        ASSERT_TRUE(isNegationNormal(atom) && !atom.is(ExprKind::And) &&
                    !atom.is(ExprKind::Or))
            << atom.str();
    Expr joined = join(*disjuncts);
    for (int j = 0; j < 6; ++j) {
      test::RandomEnvironment environment(random);
      EvalResult before = evaluate(expr, environment);
      EvalResult after = evaluate(joined, environment);
      if (before.fault == EvalFault::Overflow ||
          after.fault == EvalFault::Overflow)
        continue;
      ASSERT_EQ(int(before.fault), int(after.fault)) << expr.str() << '\n'
                                                     << joined.str();
      if (before)
        ASSERT_EQ(before.value, after.value) << expr.str();
    }
  }
  EXPECT_GT(numForms, 2000u);
}
