//===- DifferenceBoundsTest.cpp - Clock constraints -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;

static bool isClock(Expr name) {
  return llvm::StringSwitch<bool>(name.getName())
      .Cases("x", "y", "z", true)
      .Default(false);
}

/// The bounds as comparisons, `none` if it is no clock constraint.
static std::string getBounds(llvm::StringRef text) {
  ExprContext context;
  Expr atom = parseExpr(text, context, [&](size_t, const llvm::Twine &error) {
    ADD_FAILURE() << text.str() << ": " << error.str();
  });
  auto bounds = getDifferenceBounds(atom, isClock);
  if (!bounds)
    return "none";
  std::string result;
  for (const DifferenceBound &bound : *bounds)
    result += (result.empty() ? "" : "; ") + toExpr(bound, context).str();
  return result;
}

TEST(DifferenceBounds, ReadsLinearComparisons) {
  EXPECT_EQ(getBounds("x < 3"), "x < 3");
  EXPECT_EQ(getBounds("3 <= x"), "x >= 3");
  EXPECT_EQ(getBounds("x - y == 2"), "x - y <= 2; y - x <= -2");
  EXPECT_EQ(getBounds("x == 2.5"), "x <= 2.5; x >= 2.5");
  EXPECT_EQ(getBounds("x < y + 1"), "x - y < 1");
  EXPECT_EQ(getBounds("x + 2 > 5"), "x > 3");
  EXPECT_EQ(getBounds("-x >= -(y + 1) - 2 * 3"), "x - y <= 7");
  EXPECT_EQ(getBounds("x + y - x >= 7 div 2"), "y >= 3");
  EXPECT_EQ(getBounds("2 * x - x <= 1 / 3"), "x <= 1 / 3");
  EXPECT_EQ(getBounds("(2 * x + 1) / 2 <= 1"), "x <= 0.5");
  EXPECT_EQ(getBounds("x < min(2, 3)"), "x < 2");
}

TEST(DifferenceBounds, RefusesTheRest) {
  for (const char *text :
       {"x != 3", "n < 3", "x < n", "x + y < 3", "2 * x < 3", "x - y - z < 1",
        "x - x < 1", "x * y < 1", "3 < 4", "x / 0 < 1", "1 / x < 1", "p",
        "!(x < 3)", "x < 3 && y < 3", "x' < 3 && true", "x < a[0]",
        "x + 9223372036854775807 < -9223372036854775807",
        "x + 9223372036854775807 + 1 < 0"})
    EXPECT_EQ(getBounds(text), "none") << text;
  EXPECT_FALSE(getDifferenceBounds(Expr(), isClock));
}

TEST(DifferenceBounds, SharingDoesNotExplode) {
  ExprContext context;
  Expr sum = context.getName("x");
  for (int i = 0; i < 500; ++i)
    sum = context.get(ExprKind::Sub, sum, sum);
  Expr atom = context.get(ExprKind::Lt, sum, context.getInt(1));
  EXPECT_FALSE(getDifferenceBounds(atom, isClock));
}

namespace {
/// Linear terms of all shapes; about a third of the comparisons qualify.
class RandomConstraint {
public:
  RandomConstraint(ExprContext &context, std::mt19937_64 &random)
      : context(context), random(random) {}

  Expr getTerm(unsigned depth) {
    if (depth == 0)
      return random() % 2 ? getClock() : getNumber();
    Expr left = getTerm(depth - 1), right = getTerm(depth - 1);
    switch (random() % 6) {
    case 0:
      return context.get(ExprKind::Add, left, right);
    case 1:
      return context.get(ExprKind::Sub, left, right);
    case 2:
      return context.get(ExprKind::Neg, left);
    case 3:
      return context.get(ExprKind::Mul, left, context.getInt(1));
    case 4:
      return context.get(ExprKind::Div, left, context.getInt(-1));
    default:
      return left;
    }
  }
  Expr getAtom() {
    auto kind = ExprKind(unsigned(ExprKind::Eq) + random() % 6);
    return context.get(kind, getTerm(random() % 3), getTerm(random() % 3));
  }

private:
  Expr getClock() {
    static const char *const names[] = {"x", "y", "z"};
    return context.getName(names[random() % 3]);
  }
  Expr getNumber() {
    return context.getNumber(
        *Rational::get(int64_t(random() % 9) - 4, 1 + random() % 3));
  }

  ExprContext &context;
  std::mt19937_64 &random;
};
} // namespace

TEST(DifferenceBounds, HoldExactlyWhereTheAtomHolds) {
  std::mt19937_64 random(1);
  ExprContext context;
  RandomConstraint generator(context, random);
  unsigned numBounds = 0, numTrue = 0, numPoints = 0;
  for (int i = 0; i < 20000; ++i) {
    Expr atom = generator.getAtom();
    auto bounds = getDifferenceBounds(atom, isClock);
    if (!bounds)
      continue;
    ++numBounds;
    ASSERT_EQ(bounds->size(), atom.is(ExprKind::Eq) ? 2u : 1u);
    for (int j = 0; j < 8; ++j) {
      llvm::DenseMap<Expr, Value> point;
      for (const char *name : {"x", "y", "z"})
        point[context.getName(name)] =
            Value(*Rational::get(int64_t(random() % 31) - 15, 6));
      auto environment = [&](llvm::StringRef name, bool primed) {
        return &point[context.getName(name, primed)];
      };
      bool holds = true, holdsAsExpr = true;
      for (const DifferenceBound &bound : *bounds) {
        auto get = [&](Expr clock) {
          return clock ? point[clock].getNumber() : Rational();
        };
        Rational difference = *Rational::sub(get(bound.left), get(bound.right));
        holds &=
            bound.strict ? difference < bound.bound : difference <= bound.bound;
        Expr printed = toExpr(bound, context);
        holdsAsExpr &= evaluate(printed, environment).value.getBool();
        auto again = getDifferenceBounds(printed, isClock);
        ASSERT_TRUE(again && again->front() == bound) << printed.str();
      }
      ASSERT_EQ(evaluate(atom, environment).value.getBool(), holds)
          << atom.str();
      ASSERT_EQ(holds, holdsAsExpr) << atom.str();
      numTrue += holds;
      ++numPoints;
    }
  }
  EXPECT_GT(numBounds, 3000u);
  EXPECT_GT(numTrue, numPoints / 5);
  EXPECT_LT(numTrue, numPoints * 4 / 5);
}
