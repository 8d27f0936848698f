//===- SMTLibTest.cpp - Scripts and answers ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Solver/SMTLib.h"
#include "gtest/gtest.h"

using namespace tioga;
using namespace tioga::smt;

static std::string getLogic(Term term) {
  LogicFinder finder;
  finder.add(term);
  return finder.getName();
}

TEST(SMTLib, FindsTheSmallestLogic) {
  TermContext c;
  Term x = c.getSymbol("x", Sort::Real), y = c.getSymbol("y", Sort::Real);
  Term n = c.getSymbol("n", Sort::Int), m = c.getSymbol("m", Sort::Int);
  Term p = c.getSymbol("p", Sort::Bool);
  EXPECT_EQ(getLogic(c.getNot(p)), "QF_UF");
  EXPECT_EQ(getLogic(c.getLe(c.getSub(x, y), c.getInt(3))), "QF_RDL");
  EXPECT_EQ(getLogic(c.getEq(x, y)), "QF_RDL");
  EXPECT_EQ(getLogic(c.getLe(c.getAdd(x, y), c.getInt(3))), "QF_LRA");
  EXPECT_EQ(getLogic(c.getEq(n, c.getInt(3))), "QF_IDL");
  EXPECT_EQ(getLogic(c.getEq(n, c.getAdd(m, n))), "QF_LIA");
  EXPECT_EQ(getLogic(c.getEq(n, x)), "QF_LIRA");
  EXPECT_EQ(getLogic(c.getEq(c.getMul(n, m), m)), "QF_NIA");
  EXPECT_EQ(getLogic(c.getEq(c.getMul(n, c.getInt(2)), m)), "QF_LIA");
  EXPECT_EQ(getLogic(c.getEq(c.getDivision(TermKind::Div, x, y), y)), "QF_NRA");
  EXPECT_EQ(getLogic(c.getQuantified(TermKind::Exists, {n}, c.getLe(n, m))),
            "LIA");
}

TEST(SMTLib, AnArgumentThatIsASumIsNoDifference) {
  TermContext c;
  Term x = c.getSymbol("x", Sort::Real), y = c.getSymbol("y", Sort::Real);
  const Function &f = c.define("f", c.getLe(c.getSub(x, y), c.getInt(3)));
  EXPECT_EQ(getLogic(c.apply(f)), "QF_RDL");
  Binding binding;
  binding[x.getImpl()] = c.getAdd(x, y);
  EXPECT_EQ(getLogic(c.apply(f, binding)), "QF_LRA");
}

static std::string printed(llvm::StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printSymbol(name, os);
  return text;
}

TEST(SMTLib, QuotesSymbolsThatNeedIt) {
  EXPECT_EQ(printed("Machine.x@3"), "Machine.x@3");
  EXPECT_EQ(printed("x'"), "|x'|");
  EXPECT_EQ(printed("let"), "|let|");
  EXPECT_EQ(printed("3x"), "|3x|");
  EXPECT_EQ(printed("a b"), "|a b|");
}

TEST(SMTLib, PrintsTheLeastNumber) {
  TermContext c;
  std::string text;
  llvm::raw_string_ostream os(text);
  printTerm(c.getInt(INT64_MIN), os);
  EXPECT_EQ(text, "(- 9223372036854775808)");
}

TEST(SMTLib, ReadsValues) {
  std::optional<Model> model = readModel(
      "sat ; a comment (with a bracket\n((x@0 (/ 1.0 2.0)) (|y'| (- 3)) (p "
      "true)\n (z (- (/ 7 2))) (q false))\n");
  ASSERT_TRUE(model);
  EXPECT_EQ((*model)["x@0"], *Rational::get(1, 2));
  EXPECT_EQ((*model)["y'"], Rational(-3));
  EXPECT_EQ((*model)["z"], *Rational::get(-7, 2));
  EXPECT_EQ((*model)["p"], Rational(1));
  EXPECT_EQ((*model)["q"], Rational(0));
}

TEST(SMTLib, ReadsModels) {
  for (const char *text :
       {"sat\n(\n  (define-fun x () Real\n    2.5)\n (define-fun p () Bool "
        "true)\n)\n",
        "sat (model (define-fun x () Real (/ 5 2)) (define-fun p () Bool "
        "true))"}) {
    std::optional<Model> model = readModel(text);
    ASSERT_TRUE(model) << text;
    EXPECT_EQ((*model)["x"], *Rational::get(5, 2));
    EXPECT_EQ((*model)["p"], Rational(1));
  }
}

TEST(SMTLib, RejectsWhatIsNoModel) {
  EXPECT_FALSE(readModel(""));
  EXPECT_FALSE(readModel("unsat"));
  EXPECT_FALSE(readModel("((x 1)"));
  EXPECT_FALSE(readModel("((x 1)))"));
  EXPECT_FALSE(readModel("((|x 1))"));
}
