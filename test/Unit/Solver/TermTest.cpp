//===- TermTest.cpp - Terms of SMT-LIB --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Solver/SMTLib.h"
#include "gtest/gtest.h"

using namespace tioga;
using namespace tioga::smt;

static std::string print(Term term) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printTerm(term, os);
  return text;
}

TEST(Term, EqualTermsAreOne) {
  TermContext context;
  Term x = context.getSymbol("x", Sort::Real);
  Term a = context.getLe(x, context.getInt(3));
  Term b = context.getLe(context.getSymbol("x", Sort::Real),
                         context.getNumber(3, Sort::Real));
  EXPECT_EQ(a, b);
  EXPECT_EQ(print(a), "(<= x 3.0)");
}

TEST(Term, FoldsConstants) {
  TermContext context;
  Term p = context.getSymbol("p", Sort::Bool);
  EXPECT_EQ(context.getAnd(p, context.getTrue()), p);
  EXPECT_TRUE(context.getAnd(p, context.getFalse()).isFalse());
  EXPECT_EQ(context.getNot(context.getNot(p)), p);
  EXPECT_TRUE(context.getEq(context.getInt(1), context.getInt(2)).isFalse());
  const Function &red = context.define("Red", context.getInt(0));
  const Function &blue = context.define("Blue", context.getInt(1));
  EXPECT_TRUE(context.getEq(context.apply(red), context.apply(blue)).isFalse());
  EXPECT_TRUE(context.getEq(context.apply(red), context.apply(red)).isTrue());
  EXPECT_TRUE(
      context.getComparison(TermKind::Lt, context.getInt(1), context.getInt(2))
          .isTrue());
  EXPECT_EQ(print(context.getSub(context.getInt(1), context.getInt(3))),
            "(- 2)");
}

TEST(Term, JoinsIntegersAndReals) {
  TermContext context;
  Term n = context.getSymbol("n", Sort::Int);
  Term x = context.getSymbol("x", Sort::Real);
  EXPECT_EQ(print(context.getAdd(n, x)), "(+ (to_real n) x)");
  EXPECT_EQ(print(context.getEq(x, context.getInt(2))), "(= x 2.0)");
  EXPECT_EQ(print(context.getDivision(TermKind::Div, n, context.getInt(2))),
            "(/ (to_real n) 2.0)");
}

TEST(Term, FunctionsTakeTheirFreeSymbols) {
  TermContext context;
  Term x = context.getSymbol("x", Sort::Real);
  Term n = context.getSymbol("n", Sort::Int);
  const Function &f = context.define(
      "early", context.getAnd(context.getLe(n, context.getInt(2)),
                              context.getLe(x, context.getInt(3))));
  ASSERT_EQ(f.params.size(), 2u);
  EXPECT_EQ(f.params[0], x);
  Binding binding;
  binding[x.getImpl()] = context.getSymbol("x@1", Sort::Real);
  EXPECT_EQ(print(context.apply(f, binding)), "(early x@1 n)");
  EXPECT_EQ(context.define("early", context.getLe(n, n)).name, "early~2");
}

TEST(Term, SharedPartsAreBoundOnce) {
  TermContext context;
  Term term = context.getSymbol("n", Sort::Int);
  for (int i = 0; i < 60; ++i)
    term = context.getAdd({term, context.getInt(1), context.getNeg(term)});
  // As a tree it would have 2^60 nodes.
  EXPECT_LT(print(term).size(), 6000u);
}

TEST(Term, LetsStayInsideOfQuantifiers) {
  TermContext context;
  Term n = context.getSymbol("n", Sort::Int);
  Term m = context.getSymbol("m", Sort::Int);
  Term sum = context.getAdd({n, m, context.getInt(1)});
  Term body = context.getAnd(context.getLe(sum, context.getInt(5)),
                             context.getGe(sum, context.getInt(0)));
  Term all = context.getQuantified(TermKind::Forall, {m}, body);
  EXPECT_EQ(print(all), "(forall ((m Int)) (let ((?1 (+ n m 1))) "
                        "(and (<= ?1 5) (>= ?1 0))))");
  EXPECT_EQ(context.getFreeSymbols(all), std::vector<Term>{n});
  EXPECT_EQ(context.getQuantified(TermKind::Forall, {m}, n), n);
}
