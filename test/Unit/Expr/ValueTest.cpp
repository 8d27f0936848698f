//===- ValueTest.cpp - Values -----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"
#include "tioga/Expr/Parse.h"
#include "gtest/gtest.h"

using namespace tioga;

static Value number(int64_t value) { return Value::getInt(value); }

TEST(Value, CollectionsAreCanonical) {
  EXPECT_EQ(Value::getSet({number(2), number(1), number(2)}),
            Value::getSet({number(1), number(2)}));
  EXPECT_NE(Value::getArray({number(2), number(1)}),
            Value::getArray({number(1), number(2)}));
  Value map = Value::getMap(
      {{number(2), number(5)}, {number(1), number(3)}, {number(2), number(7)}});
  EXPECT_EQ(map.str(), "{1 -> 3, 2 -> 7}");
  EXPECT_EQ(Value::getRecord({{"b", number(1)}, {"a", number(2)}}),
            Value::getRecord({{"a", number(2)}, {"b", number(1)}}));
  EXPECT_EQ(*map.lookup(number(2)), number(7));
}

TEST(Value, Lookup) {
  Value set = Value::getSet({number(1), number(5), number(9)});
  EXPECT_TRUE(set.lookup(number(5)));
  EXPECT_FALSE(set.lookup(number(4)));
  EXPECT_FALSE(number(1).lookup(number(1)));
  Value record = Value::getRecord({{"b", number(1)}, {"a", number(2)}});
  EXPECT_EQ(*record.lookupField("b"), number(1));
  EXPECT_FALSE(record.lookupField("c"));
}

TEST(Value, PrintsInTheLanguage) {
  EXPECT_EQ(Value(true).str(), "true");
  EXPECT_EQ(Value(*Rational::get(-5, 2)).str(), "-2.5");
  EXPECT_EQ(Value::getEnum("Color", "Red").str(), "Color::Red");
  EXPECT_EQ(Value::getSet({}).str(), "{}");
  EXPECT_EQ(Value::getMap({}).str(), "{->}");
  EXPECT_EQ(Value::getArray({number(1), number(2)}).str(), "[1, 2]");
  EXPECT_EQ(Value::getRecord({{"a", number(1)}}).str(), "{a = 1}");
}

/// Values of random expressions: nested, and many of them equal.
static std::vector<Value> getRandomValues(ExprContext &context, unsigned seed,
                                          unsigned count) {
  std::mt19937_64 random(seed);
  std::vector<Value> values;
  while (values.size() < count) {
    test::RandomEnvironment environment(random);
    Expr expr =
        test::RandomExpr(context, random).get(test::Type(random() % 8), 3);
    if (EvalResult result = evaluate(expr, environment))
      values.push_back(result.value);
  }
  return values;
}

TEST(Value, OrderIsTotal) {
  ExprContext context;
  std::vector<Value> values = getRandomValues(context, 1, 80);
  for (const Value &a : values)
    for (const Value &b : values) {
      ASSERT_EQ(Value::compare(a, b) < 0, Value::compare(b, a) > 0);
      ASSERT_EQ(a == b, a.str() == b.str());
      ASSERT_TRUE(a != b || hash_value(a) == hash_value(b));
      for (const Value &c : values)
        ASSERT_TRUE(!(a < b && b < c) || a < c);
    }
}

TEST(Value, LiteralEvaluatesToTheValue) {
  ExprContext context;
  auto none = [](llvm::StringRef, bool) { return nullptr; };
  auto ignore = [](size_t, const llvm::Twine &) {};
  for (const Value &value : getRandomValues(context, 2, 1000)) {
    EvalResult result = evaluate(value.toExpr(context), none);
    ASSERT_TRUE(result && result.value == value) << value.str();
    Expr parsed = parseExpr(value.str(), context, ignore);
    ASSERT_TRUE(parsed) << value.str();
    EXPECT_EQ(evaluate(parsed, none).value, value);
  }
  Value smallest = number(INT64_MIN);
  EXPECT_EQ(evaluate(smallest.toExpr(context), none).value, smallest);
}
