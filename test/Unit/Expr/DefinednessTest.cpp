//===- DefinednessTest.cpp - When an expression has a value -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {

class DefinednessTest : public ::testing::Test {
protected:
  Expr parse(llvm::StringRef text) {
    return parseExpr(text, context, [&](size_t, const llvm::Twine &message) {
      ADD_FAILURE() << text.str() << ": " << message.str();
    });
  }
  /// `a` is an array of two elements, everything else that is indexed a map.
  Expr getDefined(Expr expr) {
    return getDefinedness(expr, context,
                          [](Expr container) -> std::optional<int64_t> {
                            if (container.str() == "a")
                              return 2;
                            return std::nullopt;
                          });
  }
  std::string getDefined(llvm::StringRef text) {
    return getDefined(parse(text)).str();
  }

  ExprContext context;
};

TEST_F(DefinednessTest, SaysWhatIsNeeded) {
  EXPECT_EQ(getDefined("n + 1 < 2 * k"), "true");
  EXPECT_EQ(getDefined("n div 2"), "true");
  EXPECT_EQ(getDefined("n div k"), "k != 0");
  EXPECT_EQ(getDefined("n mod (k / m)"), "m != 0 && k / m != 0");
  EXPECT_EQ(getDefined("a[n]"), "n >= 0 && n < 2");
  EXPECT_EQ(getDefined("m[n]"), "hasKey(m, n)");
  EXPECT_EQ(getDefined("put(a, n, 1)"), "n >= 0 && n < 2");
  EXPECT_EQ(getDefined("put(m, n, 1)"), "true");
  EXPECT_EQ(getDefined("b && n div k > 1"), "b => k != 0");
  EXPECT_EQ(getDefined("b || n div k > 1"), "b || k != 0");
  EXPECT_EQ(getDefined("k != 0 && n div k > 1"), "true");
  EXPECT_EQ(getDefined("if b then n div k else 3"),
            "if b then k != 0 else true");
}

/// On all small states the condition has a value, and it is true exactly where
/// the expression has one.
TEST_F(DefinednessTest, AgreesWithTheEvaluator) {
  const char *texts[] = {
      "a[n] div k > 1 || m[n] == k",
      "(n mod k == 0 => a[k] > 0) && m[a[n]] == 1",
      "if a[n] > 0 then 1 div n > 0 else m[k] > n",
      "!(k div n > 0) <=> (n > 0 && k div n == 1)",
      "n div (a[k] - 1) > 0 || n != 0 && k / n > 0",
      "m[n mod 3] in {1, 2 div k} => a[0] div a[1] > n",
  };
  Value array = Value::getArray({Value::getInt(0), Value::getInt(1)});
  Value map = Value::getMap({{Value::getInt(0), Value::getInt(1)},
                             {Value::getInt(2), Value::getInt(0)}});
  unsigned undefined = 0;
  for (const char *text : texts) {
    Expr expr = parse(text);
    Expr defined = getDefined(expr);
    for (int64_t n = -2; n <= 3; ++n)
      for (int64_t k = -2; k <= 3; ++k) {
        Value nValue = Value::getInt(n), kValue = Value::getInt(k);
        auto lookup = [&](Expr name) -> const Value * {
          switch (name.getName().front()) {
          case 'a':
            return &array;
          case 'm':
            return &map;
          case 'n':
            return &nValue;
          default:
            return &kValue;
          }
        };
        EvalResult value = evaluate(expr, NameLookup(lookup));
        EvalResult condition = evaluate(defined, NameLookup(lookup));
        ASSERT_TRUE(condition) << defined.str();
        EXPECT_EQ(condition.value.getBool(), bool(value))
            << text << " with n = " << n << ", k = " << k;
        undefined += !value;
      }
  }
  EXPECT_GT(undefined, 50u);
}

TEST_F(DefinednessTest, ComposesUpdates) {
  auto compose = [&](llvm::StringRef first, llvm::StringRef second) {
    auto onError = [](size_t, const llvm::Twine &) { FAIL(); };
    Update overwritten;
    std::string text = updateToString(composeUpdates(
        *parseUpdate(first, context, onError),
        *parseUpdate(second, context, onError), context, &overwritten));
    return text + " / " + updateToString(overwritten);
  };
  EXPECT_EQ(compose("n := n + 1", "m := n"), "n := n + 1, m := n + 1 / ");
  EXPECT_EQ(compose("n := n + 1", "n := n * 2"),
            "n := (n + 1) * 2 / n := n + 1");
  EXPECT_EQ(compose("r.f := 1", "r := s"), "r := s / r.f := 1");
  EXPECT_EQ(compose("r := s", "r.f := r.g"), "r := s with {f = s.g} / ");
  EXPECT_EQ(compose("r.f := 1", "s := r"), "r.f := 1, s := r with {f = 1} / ");
}

} // namespace
