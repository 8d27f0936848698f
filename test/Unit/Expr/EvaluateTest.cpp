//===- EvaluateTest.cpp - Reference evaluation ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/StringMap.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {
class Evaluate : public ::testing::Test {
protected:
  Evaluate() {
    define("n", "0");
    define("k", "7");
    define("p", "true");
    define("big", "9223372036854775807");
    define("s", "{1, 2, 3}");
    define("a", "[10, 20, 30]");
    define("f", "{1 -> 10, 2 -> 20}");
    define("r", "{on1 = true, inner = {count = 4}}");
    define("M.x", "2.5");
    define("k'", "8");
  }

  Expr parse(llvm::StringRef text) {
    return parseExpr(text, context, [&](size_t, const llvm::Twine &message) {
      ADD_FAILURE() << text.str() << ": " << message.str();
    });
  }

  void define(llvm::StringRef name, llvm::StringRef text) {
    values[name] = evaluate(parse(text), [](llvm::StringRef, bool) {
                     return nullptr;
                   }).value;
  }

  EvalResult get(llvm::StringRef text, bool isGuard = false) {
    auto lookup = [&](llvm::StringRef name, bool primed) -> const Value * {
      auto found = values.find(name.str() + (primed ? "'" : ""));
      return found == values.end() ? nullptr : &found->second;
    };
    return isGuard ? evaluateGuard(parse(text), lookup)
                   : evaluate(parse(text), lookup);
  }

  /// The value, or the fault.
  std::string str(llvm::StringRef text) {
    EvalResult result = get(text);
    return result ? result.value.str() : describe(result.fault).str();
  }

  ExprContext context;
  llvm::StringMap<Value> values;
};
} // namespace

TEST_F(Evaluate, DivisionIsEuclidean) {
  EXPECT_EQ(str("7 div 2"), "3");
  EXPECT_EQ(str("-7 div 2"), "-4");
  EXPECT_EQ(str("7 div -2"), "-3");
  EXPECT_EQ(str("-7 div -2"), "4");
  EXPECT_EQ(str("-7 mod 2"), "1");
  EXPECT_EQ(str("-7 mod -2"), "1");
  EXPECT_EQ(str("7 mod -2"), "1");
  EXPECT_EQ(str("7 / 2"), "3.5");
  EXPECT_EQ(str("-7 mod -1"), "0");
  EXPECT_EQ(str("(-big - 1) mod (-big - 1)"), "0");
  EXPECT_EQ(str("-1 mod (-big - 1)"), "9223372036854775807");
  EXPECT_EQ(str("2.5 div 2"), "type mismatch");
}

TEST_F(Evaluate, ConnectivesEvaluateOnlyWhatTheyNeed) {
  EXPECT_EQ(str("n == 0 || 10 div n > 2"), "true");
  EXPECT_EQ(str("n != 0 && 10 div n > 2"), "false");
  EXPECT_EQ(str("n != 0 => 10 div n > 2"), "true");
  EXPECT_EQ(str("if n == 0 then 1 else 10 div n"), "1");
  EXPECT_EQ(str("10 div n > 2 || n == 0"), "division by zero");
  EXPECT_EQ(str("false <=> 10 div n > 2"), "division by zero");
  EXPECT_EQ(str("p => 1 < 0"), "false");
  EXPECT_EQ(str("p <=> false"), "false");
}

TEST_F(Evaluate, Faults) {
  EXPECT_EQ(str("1 / n"), "division by zero");
  EXPECT_EQ(str("1 mod n"), "division by zero");
  EXPECT_EQ(str("f[3]"), "missing key");
  EXPECT_EQ(str("a[3]"), "index out of bounds");
  EXPECT_EQ(str("a[-1]"), "index out of bounds");
  EXPECT_EQ(str("put(a, 3, 0)"), "index out of bounds");
  EXPECT_EQ(str("big + 1"), "overflow of 64 bits");
  EXPECT_EQ(str("-(-big - 1)"), "overflow of 64 bits");
  EXPECT_EQ(str("(-big - 1) div -1"), "overflow of 64 bits");
  EXPECT_EQ(str("abs(-big - 1)"), "overflow of 64 bits");
  EXPECT_EQ(str("unknown"), "unknown name");
  EXPECT_EQ(str("p + 1"), "type mismatch");
  EXPECT_EQ(str("k && p"), "type mismatch");
  EXPECT_EQ(str("p => k"), "type mismatch");
  EXPECT_EQ(str("if k then 1 else 2"), "type mismatch");
  EXPECT_EQ(str("k == p"), "type mismatch");
  EXPECT_EQ(str("p < p"), "type mismatch");
  EXPECT_EQ(str("r.missing"), "type mismatch");
  EXPECT_EQ(str("r with {missing = 1}"), "type mismatch");
  EXPECT_EQ(str("1 / n + f[3]"), "division by zero");
  EXPECT_EQ(str("f[3] + 1 / n"), "missing key");
  EXPECT_EQ(describe(EvalFault::None), "no fault");
}

TEST_F(Evaluate, NamesAndRecords) {
  EXPECT_EQ(str("M.x"), "2.5");
  EXPECT_EQ(str("k' - k"), "1");
  EXPECT_EQ(str("r.inner.count"), "4");
  EXPECT_EQ(str("(r with {inner = {count = 5}}).inner.count"), "5");
  EXPECT_EQ(str("{a1 = 1, b = 2} == {b = 2, a1 = 1}"), "true");
  EXPECT_EQ(str("3 == 3.0"), "true");
  EXPECT_EQ(str("C::A == C::A && C::A != C::B"), "true");
}

TEST_F(Evaluate, BuiltinFunctions) {
  EXPECT_EQ(str("add(s, 0)"), "{0, 1, 2, 3}");
  EXPECT_EQ(str("add(s, 2)"), "{1, 2, 3}");
  EXPECT_EQ(str("remove(s, 2)"), "{1, 3}");
  EXPECT_EQ(str("remove(s, 9)"), "{1, 2, 3}");
  EXPECT_EQ(str("remove(f, 1)"), "{2 -> 20}");
  EXPECT_EQ(str("isEmpty({})"), "true");
  EXPECT_EQ(str("isEmpty(f)"), "false");
  EXPECT_EQ(str("size(f) + size(s)"), "5");
  EXPECT_EQ(str("union(s, {4, 1})"), "{1, 2, 3, 4}");
  EXPECT_EQ(str("inter(s, {4, 1})"), "{1}");
  EXPECT_EQ(str("diff(s, {4, 1})"), "{2, 3}");
  EXPECT_EQ(str("subset({1, 3}, s)"), "true");
  EXPECT_EQ(str("subset(s, {1, 3})"), "false");
  EXPECT_EQ(str("put(f, 2, 0)"), "{1 -> 10, 2 -> 0}");
  EXPECT_EQ(str("put(a, 1, 0)"), "[10, 0, 30]");
  EXPECT_EQ(str("hasKey(f, 2) && !hasKey(f, 20)"), "true");
  EXPECT_EQ(str("min(1, 2) + 10 * max(1, 2)"), "21");
  EXPECT_EQ(str("abs(-2.5)"), "2.5");
  EXPECT_EQ(str("2 in s && !(4 in s)"), "true");
}

TEST_F(Evaluate, GuardsAreFalseWhereUndefined) {
  auto guard = [&](llvm::StringRef text) { return get(text, true); };
  EXPECT_TRUE(guard("k > 3").value.getBool());
  EXPECT_TRUE(guard("1 div n == 0"));
  EXPECT_FALSE(guard("1 div n == 0").value.getBool());
  EXPECT_FALSE(guard("unknown").value.getBool());
  EXPECT_FALSE(guard("k").value.getBool());
  EXPECT_EQ(guard("big + 1 > 0").fault, EvalFault::Overflow);
  EXPECT_TRUE(evaluateGuard(Expr(), [](llvm::StringRef, bool) {
                return nullptr;
              }).value.getBool());
}

TEST_F(Evaluate, FindsNamesByExpression) {
  Value three = Value::getInt(3), seven = Value::getInt(7);
  Expr n = context.getName("n"), field = context.getName("r.f");
  auto lookup = [&](Expr name) -> const Value * {
    return name == n ? &three : name == field ? &seven : nullptr;
  };
  EXPECT_EQ(evaluate(parse("n + r.f"), lookup).value, Value::getInt(10));
  EXPECT_EQ(evaluate(parse("n'"), lookup).fault, EvalFault::UnknownName);
  // Prefixes are not tried: records have been replaced by their fields.
  EXPECT_EQ(evaluate(parse("n.f"), lookup).fault, EvalFault::UnknownName);
  EXPECT_TRUE(evaluateGuard(parse("n < r.f"), lookup).value.getBool());
  EXPECT_FALSE(evaluateGuard(parse("n' < 7"), lookup).value.getBool());
}

TEST_F(Evaluate, SharingCostsNothing) {
  Expr expr = context.getName("n");
  for (int i = 0; i < 1000; ++i)
    expr = context.get(ExprKind::Sub, expr, expr);
  values["n"] = Value::getInt(1);
  EvalResult result =
      evaluate(expr, [&](llvm::StringRef name, bool) { return &values[name]; });
  EXPECT_EQ(result.value, Value::getInt(0));
}
