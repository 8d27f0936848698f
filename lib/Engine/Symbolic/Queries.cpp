//===- Queries.cpp - Is a conjunction satisfiable? --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Queries.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;

Queries::Queries(Normalizer &normalizer, const SymbolicOptions &options)
    : normalizer(normalizer), options(options) {
  auto made =
      smt::createSolver(options.solver, normalizer.getTerms(), options.limits);
  if (made)
    solver = std::move(*made);
  else
    error = llvm::toString(made.takeError());
  begin();
}

std::string Queries::getLimitReason() const {
  return "the limit of " + std::to_string(options.maxQuestions) +
         " questions was reached";
}

void Queries::assertTerm(Term term) {
  Scope scope{term, {}};
  solver->push();
  for (Term symbol : normalizer.getSymbols(term))
    if (declared.try_emplace(symbol, 1).second) {
      solver->declare(symbol);
      scope.declared.push_back(symbol);
    }
  solver->assertTerm(term);
  scopes.push_back(std::move(scope));
}

void Queries::leave() {
  for (Term symbol : scopes.back().declared)
    declared.erase(symbol);
  scopes.pop_back();
  solver->pop();
}

/// Makes the scopes those of the context, keeping what they have in common.
void Queries::enter(llvm::ArrayRef<Term> context) {
  size_t common = 0;
  if (options.isOn(Optimisation::Incremental))
    while (common < scopes.size() && common < context.size() &&
           scopes[common].term == context[common])
      ++common;
  while (scopes.size() > common)
    leave();
  for (Term term : context.drop_front(common))
    assertTerm(term);
}

smt::CheckResult Queries::check(const Conjuncts &context, Term question) {
  if (isExhausted())
    return {smt::Status::Unknown, getLimitReason()};
  ++numQuestions;
  Conjuncts all = context;
  if (!addConjunct(all, question))
    return {smt::Status::Unsat, ""};
  Term whole = normalizer.getAnd(all);
  if (whole.is(TermKind::Bool))
    return {whole.getBool() ? smt::Status::Sat : smt::Status::Unsat, ""};
  bool remembers = options.isOn(Optimisation::Cache);
  if (remembers) {
    auto found = known.find(whole);
    if (found != known.end()) {
      ++numRemembered;
      return {found->second ? smt::Status::Sat : smt::Status::Unsat, ""};
    }
  }
  smt::CheckResult result;
  std::optional<bool> decided;
  if (options.isOn(Optimisation::Bounds))
    decided = decideByBounds(normalizer, all);
  if (decided) {
    ++numByBounds;
    result.status = *decided ? smt::Status::Sat : smt::Status::Unsat;
  } else {
    ++numSolved;
    enter(context);
    if (!question.isTrue())
      assertTerm(question);
    result = solver->check("symbolic");
  }
  if (remembers && !result.isUnknown())
    known[whole] = result.isSat();
  return result;
}

smt::CheckResult Queries::solve(const Conjuncts &conjuncts) {
  enter(conjuncts);
  return solver->check("symbolic-witness");
}
