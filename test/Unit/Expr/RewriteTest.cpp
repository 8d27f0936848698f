//===- RewriteTest.cpp - Substitution and traversal -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Rewrite.h"
#include "RandomExpr.h"
#include "tioga/Expr/Parse.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {
class Rewrite : public ::testing::Test {
protected:
  Expr parse(llvm::StringRef text) {
    return parseExpr(text, context, [&](size_t, const llvm::Twine &message) {
      ADD_FAILURE() << text.str() << ": " << message.str();
    });
  }
  Update parseAll(llvm::StringRef text) {
    return *parseUpdate(text, context, [&](size_t, const llvm::Twine &message) {
      ADD_FAILURE() << text.str() << ": " << message.str();
    });
  }
  std::string substitute(llvm::StringRef expr, llvm::StringRef update) {
    return substituteUpdate(parse(expr), parseAll(update), context).str();
  }

  ExprContext context;
};
} // namespace

TEST_F(Rewrite, SubstitutionIsSimultaneous) {
  Substitution substitution(context);
  EXPECT_TRUE(substitution.empty());
  substitution.set(parse("x"), parse("y + 1"));
  substitution.set(parse("y"), parse("x"));
  EXPECT_EQ(substitution.apply(parse("x < y && x' == y'")).str(),
            "y + 1 < x && x' == y'");
  EXPECT_EQ(updateToString(substitution.applyToValues(parseAll("x := x"))),
            "x := y + 1");
  EXPECT_FALSE(substitution.apply(Expr()));
}

TEST_F(Rewrite, LongerPathsFollowTheirPrefix) {
  Substitution substitution(context);
  substitution.set(parse("r"), parse("{f = n}"));
  substitution.set(parse("t"), parse("u.v"));
  substitution.set(parse("t.g.h"), parse("0"));
  EXPECT_EQ(substitution.apply(parse("r.f")).str(), "{f = n}.f");
  EXPECT_EQ(substitution.apply(parse("r.f.g")).str(), "{f = n}.f.g");
  EXPECT_EQ(substitution.apply(parse("t.g")).str(), "u.v.g");
  EXPECT_EQ(substitution.apply(parse("t.g.h.i")).str(), "0.i");
  EXPECT_EQ(substitution.apply(parse("r'.f + rr.f")).str(), "r.f' + rr.f");
}

TEST_F(Rewrite, UpdateOfFieldChangesTheRecord) {
  EXPECT_EQ(substitute("r.f < r.g", "r.f := 1"), "1 < r.g");
  EXPECT_EQ(substitute("r == t", "r.f := 1"), "r with {f = 1} == t");
  EXPECT_EQ(substitute("r == t && r.g == 2", "r.f := 1"),
            "r with {f = 1} == t && r.g == 2");
  EXPECT_EQ(substitute("r == t", "r.f.g := 1, r.h := 2, r.f.i := 3"),
            "r with {f = r.f with {g = 1, i = 3}, h = 2} == t");
  EXPECT_EQ(substitute("M.x < M.y", "M.x := 0"), "0 < M.y");
  EXPECT_EQ(substitute("r.f.g", "r.f := {g = 1}, r.h := 0"), "{g = 1}.g");
  EXPECT_EQ(substitute("r' == t", "r.f := 1"), "r' == t");
  EXPECT_EQ(substitute("x < y", ""), "x < y");
}

TEST_F(Rewrite, NamesInOrderOfOccurrence) {
  llvm::SetVector<Expr> names;
  collectNames(parse("b + a[b' - c] < c"), names);
  std::string text;
  for (Expr name : names)
    text += name.str() + " ";
  EXPECT_EQ(text, "b a b' c ");
  EXPECT_EQ(setPrimed(parse("a + b'"), context, true).str(), "a' + b'");
  EXPECT_EQ(setPrimed(parse("a + b'"), context, false).str(), "a + b");
}

TEST_F(Rewrite, Conjuncts) {
  EXPECT_TRUE(getConjuncts(Expr()).empty());
  EXPECT_TRUE(getConjuncts(parse("true")).empty());
  EXPECT_EQ(getConjuncts(parse("a || b")).size(), 1u);
  EXPECT_EQ(getConjuncts(parse("a && b && c")).size(), 3u);
}

TEST_F(Rewrite, ReplacesOneOccurrence) {
  Expr expr = parse("x < 1 && x < 1");
  EXPECT_EQ(getAtPath(expr, {1, 1}).str(), "1");
  EXPECT_EQ(replaceAtPath(expr, {1, 1}, parse("2"), context).str(),
            "x < 1 && x < 2");
  EXPECT_EQ(replaceAtPath(expr, {}, parse("p"), context).str(), "p");
  EXPECT_EQ(replaceAtPath(expr, {0}, parse("p && q"), context).str(),
            "p && q && x < 1");
}

TEST_F(Rewrite, ReplaceAtPathChangesOnlyThatPlace) {
  std::mt19937_64 random(1);
  test::RandomExpr generator(context, random);
  Expr mark = context.getName("mark");
  for (int i = 0; i < 2000; ++i) {
    Expr expr = generator.getUntyped(5);
    llvm::SmallVector<unsigned, 8> path;
    Expr node = expr;
    bool underField = false;
    while (node.getNumOperands() != 0 && random() % 4 != 0) {
      // A field of a name is a name: the path ends there.
      underField = node.is(ExprKind::Field);
      path.push_back(random() % node.getNumOperands());
      node = node.getOperand(path.back());
    }
    ASSERT_EQ(getAtPath(expr, path), node);
    ASSERT_EQ(replaceAtPath(expr, path, node, context), expr);
    if (underField)
      continue;
    Expr changed = replaceAtPath(expr, path, mark, context);
    ASSERT_EQ(getAtPath(changed, path), mark);
    ASSERT_EQ(replaceAtPath(changed, path, node, context), expr);
  }
}

TEST_F(Rewrite, RewriteIsBottomUp) {
  Expr expr = rewrite(parse("(1 + 1) * (1 + 1)"), context, [&](Expr node) {
    return node.is(ExprKind::Add) ? context.getInt(2)
           : node.is(ExprKind::Mul) && node.getOperand(0).is(ExprKind::IntLit)
               ? context.getInt(4)
               : node;
  });
  EXPECT_EQ(expr.str(), "4");
}

static void expectSame(const EvalResult &a, const EvalResult &b, Expr expr) {
  ASSERT_EQ(int(a.fault), int(b.fault)) << expr.str();
  if (a)
    ASSERT_EQ(a.value, b.value) << expr.str();
}

/// e[n := v] before the update is e after it.
TEST_F(Rewrite, SubstitutionAgreesWithEvaluation) {
  std::mt19937_64 random(2);
  test::RandomExpr generator(context, random);
  for (int i = 0; i < 5000; ++i) {
    test::RandomEnvironment before(random);
    Expr expr = generator.get(test::Type(i % 8), 5);
    Update update;
    auto assign = [&](llvm::StringRef name, test::Type type) {
      if (random() % 2)
        update.push_back({context.getName(name), generator.get(type, 3)});
    };
    assign("n", test::Type::Int);
    assign("x", test::Type::Real);
    assign("p", test::Type::Bool);
    assign("s", test::Type::Set);
    if (random() % 2)
      assign("r", test::Type::Record);
    else
      assign("r.count", test::Type::Int);

    test::RandomEnvironment after = before;
    bool isDefined = true;
    for (const Assignment &assignment : update) {
      EvalResult value = evaluate(assignment.value, before);
      isDefined &= bool(value);
      if (assignment.target.getName() != "r.count") {
        after.set(assignment.target.getName(), value.value);
        continue;
      }
      const Value *record = before("r", false);
      after.set("r", Value::getRecord({{"count", value.value},
                                       {"lit", *record->lookupField("lit")}}));
    }
    // Where a right side has no value there is no state after the update.
    if (!isDefined)
      continue;
    Expr substituted = substituteUpdate(expr, update, context);
    expectSame(evaluate(substituted, before), evaluate(expr, after), expr);
    if (HasFatalFailure())
      return;
  }
}
