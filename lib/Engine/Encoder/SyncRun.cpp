//===- SyncRun.cpp - Runs of contracts as formulas --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/SyncRun.h"

using namespace tioga;
using smt::Term;

//===----------------------------------------------------------------------===//
// SyncFormulas
//===----------------------------------------------------------------------===//

SyncFormulas::SyncFormulas(llvm::ArrayRef<const System *> systems,
                           const BoundedOptions &options)
    : exprs(terms, chooseEnumSort(systems)) {
  auto created = smt::createSolver(options.solver, terms, options.limits);
  if (!created) {
    reason = llvm::toString(created.takeError());
    return;
  }
  solver = std::move(*created);
  timeline = std::make_unique<Timeline>(terms, *solver, options.encoding.time);
  for (const System *system : systems)
    for (const SystemVariable &variable : system->getVariables())
      exprs.addEnums(variable.type);
}

void SyncFormulas::endQuestion() {
  if (isAsking)
    solver->pop();
  isAsking = false;
}

void SyncFormulas::assertTerm(Term term) {
  endQuestion();
  exprs.defineEnums(*solver);
  if (!term.isTrue())
    solver->assertTerm(term);
}

smt::CheckResult SyncFormulas::check(Term question, llvm::StringRef name) {
  endQuestion();
  exprs.defineEnums(*solver);
  isAsking = true;
  solver->push();
  solver->assertTerm(question);
  return solver->check(name);
}

SymbolicState SyncFormulas::makeState(const System &system,
                                      llvm::StringRef prefix, unsigned index) {
  // What is declared inside of a question goes with it.
  endQuestion();
  SymbolicState state;
  for (const SystemVariable &variable : system.getVariables()) {
    std::vector<Leaf> leaves;
    exprs.addLeaves(variable.type, prefix + variable.getName(), leaves);
    std::vector<Term> symbols;
    for (const Leaf &leaf : leaves)
      symbols.push_back(timeline->get(leaf.name, leaf.sort, index));
    llvm::ArrayRef<Term> rest = symbols;
    state.push_back(exprs.fromLeaves(variable.type, rest));
  }
  return state;
}

SymbolicValue SyncFormulas::makeBound(const SystemVariable &variable,
                                      llvm::StringRef prefix, unsigned index,
                                      std::vector<Term> &symbols) {
  std::vector<Leaf> leaves;
  exprs.addLeaves(variable.type, prefix + variable.getName(), leaves);
  size_t first = symbols.size();
  for (const Leaf &leaf : leaves)
    symbols.push_back(
        terms.getSymbol(leaf.name + "@" + std::to_string(index), leaf.sort));
  llvm::ArrayRef<Term> rest = llvm::ArrayRef(symbols).drop_front(first);
  return exprs.fromLeaves(variable.type, rest);
}

Term SyncFormulas::encode(Expr condition, const System &system,
                          const SymbolicState *before,
                          const SymbolicState *after) {
  auto resolve = [&](Expr name) -> const SymbolicValue * {
    const Slot *slot = system.lookup(name);
    if (!slot || slot->kind != Slot::Kind::Variable)
      return nullptr;
    const SymbolicState *state = slot->primed ? after : before;
    return state ? &(*state)[slot->index] : nullptr;
  };
  return exprs.encodeCondition(condition, resolve);
}

Term SyncFormulas::getDomain(const System &system, const SymbolicState &state) {
  std::vector<Term> conditions;
  for (auto [variable, value] : llvm::zip(system.getVariables(), state))
    conditions.push_back(exprs.getDomain(value, variable.type));
  return terms.getAnd(conditions);
}

Term SyncFormulas::isStep(const System &system, const SymbolicState *before,
                          const SymbolicState &after) {
  std::vector<Term> all = {getDomain(system, after)};
  for (const SystemConjunct &conjunct :
       before ? system.getStepConjuncts() : system.getInitialConjuncts())
    all.push_back(
        terms.getImplies(encode(conjunct.assume, system, before, &after),
                         encode(conjunct.guarantee, system, before, &after)));
  return terms.getAnd(all);
}

//===----------------------------------------------------------------------===//
// SyncRun
//===----------------------------------------------------------------------===//

SyncRun::SyncRun(SyncFormulas &formulas, const System &system,
                 llvm::StringRef prefix)
    : formulas(formulas), system(system), prefix(prefix) {}

std::optional<std::string> SyncRun::findObstacle() {
  std::vector<Leaf> leaves;
  for (const SystemVariable &variable : system.getVariables())
    if (!formulas.getExprs().addLeaves(variable.type, variable.getName(),
                                       leaves))
      return ("'" + variable.getName() + "' has too many values").str();
  return std::nullopt;
}

const SymbolicState &SyncRun::getState(unsigned index) {
  while (states.size() <= index)
    states.push_back(formulas.makeState(system, prefix, states.size()));
  return states[index];
}

Term SyncRun::encode(Expr condition, unsigned index) {
  return formulas.encode(condition, system,
                         index > 0 ? &getState(index - 1) : nullptr,
                         &getState(index));
}

Term SyncRun::encodeState(Expr condition, unsigned index) {
  return formulas.encode(condition, system, &getState(index), nullptr);
}

Term SyncRun::getAssumption(unsigned conjunct, unsigned index) {
  return encode(getConjuncts(index)[conjunct].assume, index);
}

Term SyncRun::getConjunct(unsigned conjunct, unsigned index) {
  return formulas.getTerms().getImplies(
      getAssumption(conjunct, index),
      encode(getConjuncts(index)[conjunct].guarantee, index));
}

Term SyncRun::getDomain(unsigned index) {
  return formulas.getDomain(system, getState(index));
}

Term SyncRun::isStep(unsigned index) {
  return formulas.isStep(system, index > 0 ? &getState(index - 1) : nullptr,
                         getState(index));
}

Term SyncRun::isAssumed(unsigned index) {
  std::vector<Term> some;
  for (unsigned i = 0; i < getConjuncts(index).size(); ++i)
    some.push_back(getAssumption(i, index));
  return formulas.getTerms().getOr(some);
}

Term SyncRun::isEqual(unsigned variable, unsigned index, const Value &value) {
  ExprEncoder &exprs = formulas.getExprs();
  return exprs.getEqual(getState(index)[variable], exprs.getConstant(value));
}

std::optional<std::vector<Value>> SyncRun::read(unsigned index) {
  ExprEncoder &exprs = formulas.getExprs();
  std::vector<Value> values;
  for (const SystemVariable &variable : system.getVariables()) {
    std::vector<Leaf> leaves;
    exprs.addLeaves(variable.type, prefix + variable.getName(), leaves);
    std::vector<Rational> numbers;
    for (const Leaf &leaf : leaves) {
      std::optional<Rational> number =
          getSymbolValue(formulas.getTimeline(), formulas.getSolver(),
                         leaf.name + "@" + std::to_string(index));
      if (!number)
        return std::nullopt;
      numbers.push_back(*number);
    }
    llvm::ArrayRef<Rational> rest = numbers;
    std::optional<Value> value = exprs.readValue(variable.type, rest);
    if (!value)
      return std::nullopt;
    values.push_back(std::move(*value));
  }
  return values;
}
