//===- LiteralsTest.cpp - Normal forms and projection -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Projection.h"
#include "tioga/Solver/Solver.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;
using namespace tioga::symbolic;

namespace {

/// Random formulas over few symbols.
class Formulas : public ::testing::Test {
protected:
  Term number(std::mt19937_64 &random) {
    Term symbol = symbols[random() % symbols.size()];
    switch (random() % 4) {
    case 0:
      return terms.getInt(int64_t(random() % 7) - 3);
    case 1:
      return terms.getAdd(symbol, symbols[random() % symbols.size()]);
    case 2:
      return terms.getSub(symbol, terms.getInt(random() % 3));
    default:
      return symbol;
    }
  }

  Term formula(std::mt19937_64 &random, unsigned depth) {
    if (depth == 0) {
      Term a = number(random), b = number(random);
      switch (random() % 4) {
      case 0:
        return terms.getEq(a, b);
      case 1:
        return terms.getComparison(TermKind::Gt, a, b);
      default:
        return terms.getLe(a, b);
      }
    }
    Term a = formula(random, depth - 1), b = formula(random, depth - 1);
    switch (random() % 5) {
    case 0:
      return terms.getNot(a);
    case 1:
      return terms.getOr(a, b);
    case 2:
      return terms.getImplies(a, b);
    default:
      return terms.getAnd(a, b);
    }
  }

  /// Whether two formulas mean the same.
  bool areEquivalent(Term a, Term b) {
    auto solver = smt::createZ3Solver(terms);
    for (Term symbol : symbols)
      solver->declare(symbol);
    solver->assertTerm(terms.getNot(terms.getEq(a, b)));
    return solver->check("same").isUnsat();
  }

  smt::TermContext terms;
  Normalizer normalizer{terms};
  std::vector<Term> symbols{terms.getSymbol("x", Sort::Int),
                            terms.getSymbol("y", Sort::Int),
                            terms.getSymbol("z", Sort::Int)};
};

} // namespace

TEST_F(Formulas, NormalFormsMeanTheSame) {
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < 200; ++i) {
    Term term = formula(random, i % 4);
    Term normal = normalizer.normalize(term);
    EXPECT_TRUE(areEquivalent(term, normal)) << i;
    EXPECT_EQ(normalizer.normalize(normal), normal) << i;
    EXPECT_TRUE(areEquivalent(terms.getNot(term), normalizer.negate(normal)))
        << i;
  }
}

TEST_F(Formulas, OneFormForOneMeaning) {
  Term x = symbols[0], y = symbols[1];
  Term a = terms.getComparison(TermKind::Lt, x, y);
  Term b = terms.getNot(terms.getGe(terms.getSub(x, y), terms.getInt(0)));
  Term c = terms.getLe(terms.getAdd(x, terms.getInt(1)), y);
  EXPECT_EQ(normalizer.normalize(a), normalizer.normalize(b));
  EXPECT_EQ(normalizer.normalize(a), normalizer.normalize(c));
  Term twice = terms.getMul(terms.getInt(2), x);
  EXPECT_EQ(normalizer.normalize(terms.getEq(twice, terms.getInt(3))),
            terms.getFalse());
}

TEST_F(Formulas, ProjectionIsExact) {
  std::mt19937_64 random(2);
  unsigned removed = 0;
  for (unsigned i = 0; i < 200; ++i) {
    Term term = normalizer.normalize(formula(random, i % 4));
    Term projected = project(normalizer, term, symbols[0]);
    Term quantified = terms.getQuantified(TermKind::Exists, symbols[0], term);
    EXPECT_TRUE(areEquivalent(quantified, projected)) << i;
    removed += !projected.is(TermKind::Exists) && term != projected;
  }
  EXPECT_GT(removed, 50u);
}

TEST_F(Formulas, BoundsDecideRightly) {
  std::mt19937_64 random(3);
  unsigned sat = 0, unsat = 0;
  for (unsigned i = 0; i < 300; ++i) {
    Conjuncts conjuncts;
    for (unsigned k = 0; k < 2 + i % 4; ++k)
      if (!addConjunct(conjuncts, normalizer.normalize(formula(random, 0))))
        conjuncts.push_back(terms.getFalse());
    if (normalizer.getAnd(conjuncts).is(TermKind::Bool))
      continue;
    std::optional<bool> decided = decideByBounds(normalizer, conjuncts);
    if (!decided)
      continue;
    auto solver = smt::createZ3Solver(terms);
    for (Term symbol : symbols)
      solver->declare(symbol);
    for (Term conjunct : conjuncts)
      solver->assertTerm(conjunct);
    EXPECT_EQ(solver->check("bounds").isSat(), *decided) << i;
    ++(*decided ? sat : unsat);
  }
  EXPECT_GT(sat, 20u);
  EXPECT_GT(unsat, 20u);
}
