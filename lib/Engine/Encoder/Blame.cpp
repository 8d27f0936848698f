//===- Blame.cpp - Which requirements a run violates ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/Blame.h"
#include "tioga/Engine/Encoder/SyncRun.h"
#include "tioga/Expr/Evaluate.h"

using namespace tioga;
using smt::Term;

/// What was seen in a step.
static Term isSeen(SyncFormulas &formulas, SyncRun &run,
                   const ObservedStep &step, unsigned index) {
  std::vector<Term> equal;
  for (auto [variable, value] : llvm::enumerate(step))
    if (value)
      equal.push_back(run.isEqual(variable, index, *value));
  return formulas.getTerms().getAnd(equal);
}

ObservedAnswer tioga::checkObservedRun(const System &contract,
                                       const ObservedRun &observed,
                                       const BoundedOptions &options) {
  ObservedAnswer result;
  SyncFormulas formulas(&contract, options);
  if (!formulas.isValid()) {
    result.reason = formulas.getReason().str();
    return result;
  }
  SyncRun run(formulas, contract);
  if (std::optional<std::string> obstacle = run.findObstacle()) {
    result.reason = std::move(*obstacle);
    return result;
  }
  for (; result.position < observed.size(); ++result.position) {
    formulas.assertTerm(run.isStep(result.position));
    formulas.assertTerm(
        isSeen(formulas, run, observed[result.position], result.position));
    smt::CheckResult answer =
        formulas.check(formulas.getTerms().getTrue(), "observed");
    if (answer.isUnknown()) {
      result.reason = answer.reason;
      return result;
    }
    if (answer.isUnsat()) {
      result.answer = AnswerKind::Violated;
      return result;
    }
  }
  result.answer = AnswerKind::Holds;
  return result;
}

namespace {

class BlameSearch {
public:
  BlameSearch(const System &contract, const ObservedRun &observed,
              const BoundedOptions &options)
      : contract(contract), observed(observed), last(observed.size() - 1),
        conjuncts(last == 0 ? contract.getInitialConjuncts()
                            : contract.getStepConjuncts()),
        formulas(&contract, options), run(formulas, contract) {}

  Blame explain(unsigned maxSets);

private:
  bool prepare();
  /// A set that satisfies the condition; nothing if there is none, or the
  /// answer is unknown, which is noted.
  std::optional<BlamedContracts> find(Term condition);
  BlamedContracts shrink(BlamedContracts found);
  /// Some contract of the set holds, some outside does not.
  Term isAnotherSet(const BlamedContracts &set);
  bool isViolated(unsigned conjunct, const std::vector<Value> *before,
                  const std::vector<Value> &after) const;

  const System &contract;
  const ObservedRun &observed;
  unsigned last;
  llvm::ArrayRef<SystemConjunct> conjuncts;
  SyncFormulas formulas;
  SyncRun run;
  std::vector<Term> holds;
  Blame result;
};

} // namespace

bool BlameSearch::isViolated(unsigned conjunct,
                             const std::vector<Value> *before,
                             const std::vector<Value> &after) const {
  auto lookup = [&](Expr name) -> const Value * {
    const Slot *slot = contract.lookup(name);
    if (!slot)
      return nullptr;
    if (slot->primed)
      return &after[slot->index];
    return before ? &(*before)[slot->index] : nullptr;
  };
  auto isTrue = [&](Expr condition) {
    if (!condition)
      return true;
    EvalResult value = evaluateGuard(condition, NameLookup(lookup));
    return value && value.value.getBool();
  };
  return isTrue(conjuncts[conjunct].assume) &&
         !isTrue(conjuncts[conjunct].guarantee);
}

bool BlameSearch::prepare() {
  if (!formulas.isValid()) {
    result.reason = formulas.getReason().str();
    return false;
  }
  if (std::optional<std::string> obstacle = run.findObstacle()) {
    result.reason = std::move(*obstacle);
    return false;
  }
  for (unsigned index = 0; index <= last; ++index) {
    formulas.assertTerm(index < last ? run.isStep(index)
                                     : run.getDomain(index));
    formulas.assertTerm(isSeen(formulas, run, observed[index], index));
  }
  for (unsigned i = 0; i < conjuncts.size(); ++i)
    holds.push_back(run.getConjunct(i, last));
  smt::CheckResult before =
      formulas.check(formulas.getTerms().getTrue(), "before");
  if (before.isSat())
    return true;
  result.reason = before.isUnsat() ? "a step before the last is not allowed"
                                   : before.reason;
  return false;
}

std::optional<BlamedContracts> BlameSearch::find(Term condition) {
  smt::CheckResult answer = formulas.check(condition, "blame");
  if (answer.isUnknown())
    result.reason = answer.reason;
  if (!answer.isSat())
    return std::nullopt;
  std::optional<std::vector<Value>> after = run.read(last), before;
  if (last > 0)
    before = run.read(last - 1);
  if (!after || (last > 0 && !before)) {
    result.reason = "a number leaves 64 bits";
    return std::nullopt;
  }
  BlamedContracts found;
  for (unsigned i = 0; i < conjuncts.size(); ++i)
    if (isViolated(i, before ? &*before : nullptr, *after))
      found.contracts.push_back(i);
  found.values = std::move(*after);
  return found;
}

/// Looks for hidden values that violate only some of these.
BlamedContracts BlameSearch::shrink(BlamedContracts found) {
  smt::TermContext &terms = formulas.getTerms();
  while (true) {
    std::vector<Term> others, some;
    for (unsigned i = 0; i < holds.size(); ++i)
      (llvm::is_contained(found.contracts, i) ? some : others)
          .push_back(holds[i]);
    std::optional<BlamedContracts> smaller =
        find(terms.getAnd(terms.getAnd(others), terms.getOr(some)));
    if (!smaller || smaller->contracts.empty())
      return found;
    found = std::move(*smaller);
  }
}

Term BlameSearch::isAnotherSet(const BlamedContracts &set) {
  std::vector<Term> differences;
  for (unsigned i = 0; i < holds.size(); ++i)
    differences.push_back(llvm::is_contained(set.contracts, i)
                              ? holds[i]
                              : formulas.getTerms().getNot(holds[i]));
  return formulas.getTerms().getOr(differences);
}

Blame BlameSearch::explain(unsigned maxSets) {
  smt::TermContext &terms = formulas.getTerms();
  if (!prepare())
    return std::move(result);
  // With all contracts satisfied there is nothing to explain.
  smt::CheckResult allowed = formulas.check(terms.getAnd(holds), "allowed");
  if (!allowed.isUnsat()) {
    result.answer = allowed.isSat() ? AnswerKind::Holds : AnswerKind::Undecided;
    result.reason = allowed.reason;
    return std::move(result);
  }
  result.answer = AnswerKind::Violated;
  std::vector<Term> open;
  while (result.minimal.size() < maxSets) {
    std::optional<BlamedContracts> found = find(terms.getAnd(open));
    if (!found)
      break;
    result.minimal.push_back(shrink(std::move(*found)));
    // Whatever comes next does not contain this set.
    std::vector<Term> some;
    for (unsigned i : result.minimal.back().contracts)
      some.push_back(holds[i]);
    open.push_back(terms.getOr(some));
  }
  open.clear();
  while (result.all.size() < maxSets) {
    std::optional<BlamedContracts> found = find(terms.getAnd(open));
    if (!found)
      break;
    open.push_back(isAnotherSet(*found));
    result.all.push_back(std::move(*found));
  }
  return std::move(result);
}

Blame tioga::explainViolation(const System &contract,
                              const ObservedRun &observed,
                              const BoundedOptions &options, unsigned maxSets) {
  return BlameSearch(contract, observed, options).explain(maxSets);
}
