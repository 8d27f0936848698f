//===- Reduction.cpp - As few tests as do -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Reduction.h"
#include "tioga/Solver/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace tioga;

namespace {
/// A set of tests of which some number must be kept.
struct Demand {
  std::vector<unsigned> tests;
  unsigned count;

  friend bool operator<(const Demand &a, const Demand &b) {
    return std::tie(a.tests, a.count) < std::tie(b.tests, b.count);
  }
};
} // namespace

/// One demand per mutant; those of mutants that the same tests kill are one.
static std::set<Demand> getDemands(const CoverProblem &problem) {
  std::set<Demand> demands;
  for (unsigned mutant : problem.required.set_bits()) {
    Demand demand;
    for (auto [test, kills] : llvm::enumerate(problem.kills))
      if (kills[mutant])
        demand.tests.push_back(test);
    demand.count = std::min<size_t>(problem.times, demand.tests.size());
    if (demand.count)
      demands.insert(std::move(demand));
  }
  return demands;
}

Cover tioga::coverGreedily(const CoverProblem &problem) {
  Cover cover;
  llvm::BitVector isKept(problem.kills.size());
  // Each round kills all once more, as far as possible.
  for (unsigned round = 0; round < problem.times; ++round) {
    llvm::BitVector left = problem.required;
    std::vector<unsigned> seen(left.size());
    for (unsigned test : isKept.set_bits())
      for (unsigned mutant : problem.kills[test].set_bits())
        if (++seen[mutant] > round)
          left.reset(mutant);
    while (left.any()) {
      unsigned best = 0, most = 0;
      for (unsigned test = 0; test < problem.kills.size(); ++test) {
        if (isKept[test])
          continue;
        llvm::BitVector both = left;
        both &= problem.kills[test];
        if (both.count() > most) {
          most = both.count();
          best = test;
        }
      }
      if (most == 0)
        break;
      left.reset(problem.kills[best]);
      isKept.set(best);
    }
  }
  for (unsigned test : isKept.set_bits())
    cover.tests.push_back(test);
  return cover;
}

Cover tioga::coverExactly(const CoverProblem &problem, unsigned timeout) {
  Cover cover = coverGreedily(problem);
  smt::TermContext context;
  smt::SolverOptions options;
  options.timeout = timeout;
  std::unique_ptr<smt::Solver> solver = smt::createZ3Solver(context, options);
  std::vector<smt::Term> counts;
  std::vector<smt::Term> symbols;
  for (unsigned test = 0; test < problem.kills.size(); ++test) {
    symbols.push_back(
        context.getSymbol("keep" + std::to_string(test), smt::Sort::Bool));
    solver->declare(symbols.back());
    counts.push_back(
        context.getIte(symbols.back(), context.getInt(1), context.getInt(0)));
  }
  for (const Demand &demand : getDemands(problem)) {
    std::vector<smt::Term> choices, numbers;
    for (unsigned test : demand.tests) {
      choices.push_back(symbols[test]);
      numbers.push_back(counts[test]);
    }
    solver->assertTerm(demand.count == 1
                           ? context.getOr(choices)
                           : context.getGe(context.getAdd(numbers),
                                           context.getInt(demand.count)));
  }
  while (!cover.tests.empty()) {
    solver->assertTerm(
        context.getLe(context.getAdd(counts),
                      context.getInt(int64_t(cover.tests.size()) - 1)));
    smt::CheckResult result = solver->check("cover");
    cover.isMinimal = result.isUnsat();
    if (!result.isSat())
      return cover;
    cover.tests.clear();
    for (auto [test, symbol] : llvm::enumerate(symbols))
      if (solver->getValue(symbol) == Rational(1))
        cover.tests.push_back(test);
  }
  cover.isMinimal = true;
  return cover;
}
