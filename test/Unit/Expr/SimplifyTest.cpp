//===- SimplifyTest.cpp - Simplification ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "gtest/gtest.h"

using namespace tioga;

static std::string simplified(llvm::StringRef text) {
  ExprContext context;
  Expr expr = parseExpr(text, context, [&](size_t, const llvm::Twine &message) {
    ADD_FAILURE() << text.str() << ": " << message.str();
  });
  return simplify(expr, context).str();
}

TEST(Simplify, Connectives) {
  EXPECT_EQ(simplified("p && true && q && p"), "p && q");
  EXPECT_EQ(simplified("p && q && !p"), "false");
  EXPECT_EQ(simplified("x < 3 || q || x >= 3"), "true");
  EXPECT_EQ(simplified("!(x < 3) && p"), "x >= 3 && p");
  EXPECT_EQ(simplified("!!p || false"), "p");
  EXPECT_EQ(simplified("true => p"), "p");
  EXPECT_EQ(simplified("p => false"), "!p");
  EXPECT_EQ(simplified("p => p"), "true");
  EXPECT_EQ(simplified("p <=> true"), "p");
  EXPECT_EQ(simplified("p <=> !p"), "false");
  EXPECT_EQ(simplified("(x < 3) == false"), "x >= 3");
  EXPECT_EQ(simplified("if p then true else false"), "p");
  EXPECT_EQ(simplified("if p then n else n"), "n");
  EXPECT_EQ(simplified("if 1 < 2 then n else m"), "n");
}

TEST(Simplify, Arithmetic) {
  EXPECT_EQ(simplified("x + 1 + 2"), "x + 3");
  EXPECT_EQ(simplified("x + 1 + -1"), "x");
  EXPECT_EQ(simplified("x - x"), "0");
  EXPECT_EQ(simplified("0 - x"), "-x");
  EXPECT_EQ(simplified("1 * x + 0 * y"), "x");
  EXPECT_EQ(simplified("x / 1 + n mod 1"), "x");
  EXPECT_EQ(simplified("-(-x)"), "x");
  EXPECT_EQ(simplified("2 * 3 < 7 div 2"), "false");
  EXPECT_EQ(simplified("1 / 3 + 2 / 3"), "1");
  EXPECT_EQ(simplified("n <= n && n < n"), "false");
  EXPECT_EQ(simplified("9223372036854775807 + 1"), "9223372036854775807 + 1");
  EXPECT_EQ(simplified("n in {}"), "false");
  EXPECT_EQ(simplified("2 in {1, 2} && size({1, 1}) == 1"), "true");
}

TEST(Simplify, Records) {
  EXPECT_EQ(simplified("{f = n, g = 1}.f"), "n");
  EXPECT_EQ(simplified("(r with {f = 1}).f"), "1");
  EXPECT_EQ(simplified("(r with {f = 1}).g"), "r.g");
  EXPECT_EQ(simplified("{f = n, g = 1 div m}.f"), "{f = n, g = 1 div m}.f");
}

TEST(Simplify, WhatMayFailStays) {
  for (const char *text :
       {"1 div n == 1 div n", "0 * (1 div n)", "1 div n - 1 div n",
        "a[0] == 1 || true", "f[1] > 0 => true",
        "n != 0 && 1 div n > 2 && false", "if 1 div n > 0 then m else m",
        "1 div 0", "put(a, 0, 1) == put(a, 0, 1)"})
    EXPECT_EQ(simplified(text), text);
  EXPECT_EQ(simplified("false && 1 div n > 2"), "false");
  EXPECT_EQ(simplified("1 div n > 2 && p && false"), "1 div n > 2 && false");
  EXPECT_EQ(simplified("n div 2 == n div 2"), "true");
}

static void checkMeaning(unsigned seed, bool small) {
  std::mt19937_64 random(seed);
  ExprContext context;
  test::RandomExpr generator(context, random);
  unsigned numSmaller = 0, numFaults = 0;
  for (int i = 0; i < 8000; ++i) {
    Expr expr = generator.get(i % 2 ? test::Type::Bool : test::Type(i / 2 % 8),
                              3 + i % 4);
    Expr result = simplify(expr, context);
    ASSERT_LE(test::getTreeSize(result), test::getTreeSize(expr))
        << expr.str() << '\n'
        << result.str();
    numSmaller += result != expr;
    for (int j = 0; j < 4; ++j) {
      test::RandomEnvironment environment(random, small);
      EvalResult before = evaluate(expr, environment);
      if (before.fault == EvalFault::Overflow)
        continue;
      numFaults += !before;
      EvalResult after = evaluate(result, environment);
      ASSERT_EQ(int(before.fault), int(after.fault)) << expr.str() << '\n'
                                                     << result.str();
      if (before)
        ASSERT_EQ(before.value, after.value) << expr.str() << '\n'
                                             << result.str();
    }
  }
  // The test means nothing if little was simplified or nothing failed.
  EXPECT_GT(numSmaller, 3000u);
  EXPECT_GT(numFaults, 2000u);
}

TEST(Simplify, KeepsValueAndDefinedness) { checkMeaning(1, /*small=*/true); }

TEST(Simplify, AddsNoOverflow) { checkMeaning(2, /*small=*/false); }
