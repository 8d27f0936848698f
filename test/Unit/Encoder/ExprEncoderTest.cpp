//===- ExprEncoderTest.cpp - Expressions as terms ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The encoding of expressions against the reference evaluator: for random
// values of all names the formula must have the value that evaluation gives,
// no other, and be undefined where evaluation has a fault.
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/ExprEncoder.h"
#include "RandomExpr.h"
#include "mlir/IR/MLIRContext.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Solver/Solver.h"
#include "gtest/gtest.h"

using namespace tioga;
using smt::Term;

namespace {

/// Names as values whose scalar parts are symbols of a solver.
class SymbolicEnvironment {
public:
  SymbolicEnvironment(ExprEncoder &encoder, smt::TermSink &sink,
                      const test::RandomEnvironment &values)
      : encoder(encoder), sink(sink), values(values) {}

  const SymbolicValue *operator()(Expr name) {
    auto found = known.find(name);
    if (found != known.end())
      return &found->second;
    const Value *value = find(name.getName(), name.isPrimed());
    if (!value)
      return nullptr;
    return &(known[name] = makeSymbols(encoder.getConstant(*value)));
  }

private:
  /// Whole names first, then fields of records.
  const Value *find(llvm::StringRef path, bool primed) {
    if (const Value *value = values(path, primed))
      return value;
    auto [base, field] = path.rsplit('.');
    if (field.empty())
      return nullptr;
    const Value *record = find(base, primed);
    return record ? record->lookupField(field) : nullptr;
  }

  /// Puts a fresh symbol, equal to the constant, in place of each part.
  SymbolicValue makeSymbols(SymbolicValue value) {
    for (SymbolicValue &element : value.elements)
      element = makeSymbols(element);
    for (Term &present : value.present)
      present = makeSymbol(present);
    if (value.term)
      value.term = makeSymbol(value.term);
    return value;
  }
  Term makeSymbol(Term constant) {
    smt::TermContext &terms = encoder.getTerms();
    Term symbol =
        terms.getSymbol("s" + std::to_string(count++), constant.getSort());
    sink.declare(symbol);
    sink.assertTerm(terms.getEq(symbol, constant));
    return symbol;
  }

  ExprEncoder &encoder;
  smt::TermSink &sink;
  const test::RandomEnvironment &values;
  llvm::DenseMap<Expr, SymbolicValue> known;
  unsigned count = 0;
};

} // namespace

/// Compares one expression; adds to the counts of values and faults.
static void compare(Expr expr, const test::RandomEnvironment &environment,
                    llvm::StringRef solverName, unsigned &values,
                    unsigned &faults) {
  EvalResult expected = evaluate(expr, environment);
  if (expected.fault == EvalFault::Overflow)
    return; // Formulas have no limits.
  smt::TermContext terms;
  auto solver = llvm::cantFail(smt::createSolver(solverName, terms));
  ExprEncoder encoder(terms);
  SymbolicEnvironment names(encoder, *solver, environment);
  auto result = encoder.encode(expr, [&](Expr name) { return names(name); });
  // Arrays of different sizes in one expression, which no checked model has,
  // and `{->}[1].f`, where the shape of the value is not known.
  if (!result)
    return;
  Term agrees;
  if (expected) {
    Term equal =
        encoder.getEqual(result->value, encoder.getConstant(expected.value));
    agrees = terms.getAnd(result->defined, equal);
    ++values;
  } else {
    agrees = terms.getNot(result->defined);
    ++faults;
  }
  encoder.defineEnums(*solver);
  {
    smt::SolverScope scope(*solver);
    solver->assertTerm(agrees);
    ASSERT_TRUE(solver->check("agrees").isSat()) << expr.str();
  }
  solver->assertTerm(terms.getNot(agrees));
  ASSERT_TRUE(solver->check("differs").isUnsat()) << expr.str();
}

static void compareRandom(unsigned seed, unsigned count, bool collections,
                          llvm::StringRef solver) {
  std::mt19937_64 random(seed);
  ExprContext context;
  test::RandomExpr generator(context, random, collections);
  unsigned values = 0, faults = 0;
  for (unsigned i = 0; i < count; ++i) {
    test::RandomEnvironment environment(random);
    auto type = test::Type(random() % (collections ? 8 : 3));
    compare(generator.get(type, 4), environment, solver, values, faults);
    if (testing::Test::HasFatalFailure())
      return;
  }
  EXPECT_GT(values, count * 3 / 5);
  EXPECT_GT(faults, count / 100);
}

TEST(ExprEncoder, NumbersAgreeWithEvaluation) {
  compareRandom(1, 300, /*collections=*/false, "z3");
}

TEST(ExprEncoder, CollectionsAgreeWithEvaluation) {
  compareRandom(2, 500, /*collections=*/true, "z3");
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {
class TypesTest : public testing::Test {
protected:
  TypesTest() { context.loadDialect<TiogaDialect>(); }

  mlir::Type getRange(int64_t low, int64_t high) {
    return RangeType::get(&context, low, high);
  }
  mlir::StringAttr getName(llvm::StringRef name) {
    return mlir::StringAttr::get(&context, name);
  }
  /// Types that nest in all ways, small enough to be enumerated.
  std::vector<mlir::Type> getTypes() {
    mlir::Type boolean = BoolType::get(&context);
    mlir::Type color =
        EnumType::get(&context, "Color", {getName("Red"), getName("Blue")});
    mlir::Type pair =
        RecordType::get(&context, {getName("second"), getName("first")},
                        {boolean, getRange(-1, 1)});
    return {boolean,
            getRange(-2, 3),
            color,
            pair,
            SetType::get(&context, getRange(1, 3)),
            SetType::get(&context, pair),
            MapType::get(&context, color, boolean),
            MapType::get(&context, getRange(0, 1), pair),
            ArrayType::get(&context, 2, color)};
  }

  mlir::MLIRContext context;
  smt::TermContext terms;
  ExprEncoder encoder{terms};
};
} // namespace

TEST_F(TypesTest, ValuesSurviveFlattening) {
  for (mlir::Type type : getTypes()) {
    auto values = enumerateDomain(type, 5000);
    ASSERT_TRUE(values) << typeToString(type);
    std::vector<Leaf> leaves;
    ASSERT_TRUE(encoder.addLeaves(type, "v", leaves));
    for (const Value &value : *values) {
      std::vector<Term> parts;
      encoder.toLeaves(encoder.getConstant(value), type, parts);
      ASSERT_EQ(parts.size(), leaves.size());
      std::vector<Rational> numbers;
      for (auto [part, leaf] : llvm::zip(parts, leaves)) {
        EXPECT_EQ(part.getSort(), leaf.sort);
        numbers.push_back(part.getSort() == smt::Sort::Bool
                              ? Rational(part.getBool())
                              : *smt::TermContext::getConstant(part));
      }
      llvm::ArrayRef<Rational> rest = numbers;
      EXPECT_EQ(encoder.readValue(type, rest), value);
      EXPECT_TRUE(rest.empty());
      llvm::ArrayRef<Term> restTerms = parts;
      SymbolicValue again = encoder.fromLeaves(type, restTerms);
      EXPECT_TRUE(encoder.getEqual(again, encoder.getConstant(value)).isTrue());
      EXPECT_TRUE(encoder.getDomain(again, type).isTrue());
    }
  }
}

TEST_F(TypesTest, DomainsExcludeOtherValues) {
  auto isIn = [&](llvm::StringRef text, mlir::Type type) {
    ExprContext exprs;
    Expr expr = parseExpr(text, exprs, [](size_t, const llvm::Twine &) {});
    auto result = encoder.encode(
        expr, [](Expr) -> const SymbolicValue * { return nullptr; });
    return encoder.getDomain(result->value, type);
  };
  EXPECT_TRUE(isIn("4", getRange(1, 3)).isFalse());
  mlir::Type set = SetType::get(&context, getRange(1, 3));
  EXPECT_TRUE(isIn("{1, 3}", set).isTrue());
  EXPECT_TRUE(isIn("{1, 4}", set).isFalse());
  mlir::Type map = MapType::get(&context, getRange(0, 1), getRange(0, 5));
  EXPECT_TRUE(isIn("{1 -> 5}", map).isTrue());
  EXPECT_TRUE(isIn("{2 -> 5}", map).isFalse());
  EXPECT_TRUE(isIn("{1 -> 6}", map).isFalse());
  // The value that counts is the last one, but an entry with a key out of range
  // is out of range whatever follows.
  EXPECT_TRUE(isIn("{1 -> 5, 0 -> 3}", map).isTrue());
}

TEST_F(TypesTest, InfiniteElementsHaveNoLeaves) {
  std::vector<Leaf> leaves;
  EXPECT_FALSE(encoder.addLeaves(SetType::get(&context, IntType::get(&context)),
                                 "s", leaves));
  EXPECT_FALSE(encoder.addLeaves(
      MapType::get(&context, getRange(0, 100000), BoolType::get(&context)), "m",
      leaves));
}
