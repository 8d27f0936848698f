//===- SyncChecker.cpp - Is a mutant of a contract different? ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncChecker.h"

using namespace tioga;
using smt::Sort;
using smt::Status;
using smt::Term;
using smt::TermKind;

//===----------------------------------------------------------------------===//
// Hidden values
//===----------------------------------------------------------------------===//

static Term areEqual(SyncFormulas &formulas, const System &system,
                     const SymbolicState &a, const SymbolicState &b,
                     llvm::function_ref<bool(Owner)> counts) {
  std::vector<Term> equal;
  for (auto [index, variable] : llvm::enumerate(system.getVariables()))
    if (counts(variable.owner))
      equal.push_back(formulas.getExprs().getEqual(a[index], b[index]));
  return formulas.getTerms().getAnd(equal);
}

static bool isInput(Owner owner) { return owner == Owner::Input; }
static bool isHidden(Owner owner) { return owner == Owner::Hidden; }
static bool isObservable(Owner owner) { return owner != Owner::Hidden; }

/// Whether two steps from one state that agree on what `given` selects agree on
/// the hidden values. What the solver does not know counts as no.
static bool determines(const System &contract, const BoundedOptions &options,
                       llvm::function_ref<bool(Owner)> given) {
  SyncFormulas formulas(&contract, options);
  if (!formulas.isValid())
    return false;
  smt::TermContext &terms = formulas.getTerms();
  SymbolicState before = formulas.makeState(contract, "before.", 0);
  SymbolicState first = formulas.makeState(contract, "first.", 0);
  SymbolicState second = formulas.makeState(contract, "second.", 0);
  for (const SymbolicState *state : {&before, (SymbolicState *)nullptr}) {
    Term question = terms.getAnd(
        {formulas.getDomain(contract, before),
         formulas.isStep(contract, state, first),
         formulas.isStep(contract, state, second),
         areEqual(formulas, contract, first, second, given),
         terms.getNot(areEqual(formulas, contract, first, second, isHidden))});
    if (!formulas.check(question, "determined").isUnsat())
      return false;
  }
  return true;
}

HiddenValues tioga::classifyHiddenValues(const System &contract,
                                         const BoundedOptions &options) {
  if (llvm::none_of(contract.getVariables(),
                    [](const SystemVariable &variable) {
                      return isHidden(variable.owner);
                    }))
    return HiddenValues::None;
  if (determines(contract, options, isInput))
    return HiddenValues::ByInputs;
  if (determines(contract, options, isObservable))
    return HiddenValues::ByObservation;
  return HiddenValues::Free;
}

//===----------------------------------------------------------------------===//
// Weak
//===----------------------------------------------------------------------===//

SyncChecker::SyncChecker(const System &contract, HiddenValues hidden,
                         const SyncCampaignOptions &options)
    : contract(contract), hidden(hidden), options(options),
      formulas(&contract, options.solver), run(formulas, contract) {}

static llvm::ArrayRef<SystemConjunct> getConjuncts(const System &system,
                                                   unsigned index) {
  return index == 0 ? system.getInitialConjuncts() : system.getStepConjuncts();
}

Term SyncChecker::getHolds(unsigned conjunct, unsigned index) {
  if (holds.size() <= index)
    holds.resize(index + 1);
  size_t numConjuncts = getConjuncts(contract, index).size();
  std::vector<Term> &symbols = holds[index];
  while (symbols.size() <= conjunct) {
    unsigned next = symbols.size();
    run.getState(index);
    formulas.endQuestion();
    Term symbol = formulas.getTimeline().get("holds." + std::to_string(next),
                                             Sort::Bool, index);
    symbols.push_back(symbol);
    formulas.assertTerm(formulas.getTerms().getImplies(
        symbol, next == numConjuncts ? run.getDomain(index)
                                     : run.getConjunct(next, index)));
  }
  return symbols[conjunct];
}

Term SyncChecker::isFaulty(const System &mutant, unsigned index) {
  smt::TermContext &terms = formulas.getTerms();
  auto right = getConjuncts(contract, index);
  auto wrong = getConjuncts(mutant, index);
  const SymbolicState *before = index > 0 ? &run.getState(index - 1) : nullptr;
  if (right.size() != wrong.size())
    return terms.getAnd(formulas.isStep(mutant, before, run.getState(index)),
                        terms.getNot(run.isStep(index)));
  std::vector<Term> step = {getHolds(right.size(), index)}, changed;
  for (auto [position, conjunct] : llvm::enumerate(wrong)) {
    if (conjunct.assume == right[position].assume &&
        conjunct.guarantee == right[position].guarantee) {
      step.push_back(getHolds(position, index));
      continue;
    }
    const SymbolicState &after = run.getState(index);
    step.push_back(terms.getImplies(
        formulas.encode(conjunct.assume, mutant, before, &after),
        formulas.encode(conjunct.guarantee, mutant, before, &after)));
    changed.push_back(run.getConjunct(position, index));
  }
  step.push_back(terms.getNot(terms.getAnd(changed)));
  return terms.getAnd(step);
}

smt::CheckResult SyncChecker::findAnyStep(const System &mutant) {
  smt::TermContext &terms = formulas.getTerms();
  Term later = terms.getAnd(run.getDomain(0), isFaulty(mutant, 1));
  smt::CheckResult result = formulas.check(later, "any-step");
  if (!result.isUnsat())
    return result;
  return formulas.check(isFaulty(mutant, 0), "first-step");
}

/// Makes the first `depth` steps known to the solver.
void SyncChecker::prepare(unsigned depth) {
  smt::TermContext &terms = formulas.getTerms();
  while (taken.size() < depth) {
    unsigned index = taken.size();
    run.getState(index);
    formulas.endQuestion();
    Timeline &timeline = formulas.getTimeline();
    taken.push_back(timeline.get("taken", Sort::Bool, index));
    assumed.push_back(timeline.get("assumed", Sort::Bool, index));
    formulas.assertTerm(terms.getImplies(taken.back(), run.isStep(index)));
    formulas.assertTerm(terms.getImplies(assumed.back(), run.isAssumed(index)));
  }
}

SyncChecker::WeakAnswer SyncChecker::findWeakly(const System &mutant,
                                                bool needsAssumption) {
  smt::TermContext &terms = formulas.getTerms();
  WeakAnswer answer;
  for (unsigned depth = 0; depth < options.bound; ++depth) {
    prepare(depth);
    std::vector<Term> question(taken.begin(), taken.begin() + depth);
    if (needsAssumption)
      question.insert(question.end(), assumed.begin(), assumed.begin() + depth);
    question.push_back(isFaulty(mutant, depth));
    smt::CheckResult result = formulas.check(terms.getAnd(question), "weak");
    answer.status = result.status;
    answer.reason = result.reason;
    if (result.isUnsat())
      continue;
    for (unsigned index = 0; result.isSat() && index <= depth; ++index) {
      std::optional<std::vector<Value>> values = run.read(index);
      if (!values) {
        answer.status = Status::Unknown;
        answer.reason = "a number leaves 64 bits";
        break;
      }
      answer.run.push_back(std::move(*values));
    }
    return answer;
  }
  return answer;
}

//===----------------------------------------------------------------------===//
// Strong
//===----------------------------------------------------------------------===//

/// Explanations of what a mutant shows before it is given up.
static constexpr unsigned maxExplanations = 300;

namespace {

/// Finds hidden values with which a contract shows what was seen.
class Explainer {
public:
  Explainer(const System &contract, const BoundedOptions &options)
      : contract(contract), formulas(&contract, options),
        run(formulas, contract) {}

  /// Sat: `explanation` is a run with these observations. \pre observations do
  /// not get shorter from call to call
  smt::CheckResult explain(const SyncTrace &seen, SyncTrace &explanation);

private:
  const System &contract;
  SyncFormulas formulas;
  SyncRun run;
  unsigned numKnown = 0;
};

/// Mutant and contract side by side: same observations, hidden values of their
/// own, until the mutant shows something that the contract cannot.
///
/// If hidden values are free that is a question about all of them. It is not
/// asked at once: what the mutant can show is looked for, a second solver looks
/// for hidden values that explain it, and if there are some, they exclude all
/// that they explain.
class StrongSearch {
public:
  StrongSearch(const System &contract, const System &mutant,
               HiddenValues hidden, const BoundedOptions &options)
      : contract(contract), hidden(hidden),
        formulas({&contract, &mutant}, options),
        mutantRun(formulas, mutant, "mutant."),
        contractRun(formulas, contract, "contract."),
        explainer(contract, options) {}

  bool isValid() const { return formulas.isValid(); }
  std::string getReason() const { return formulas.getReason().str(); }
  /// Asserts that the steps before `depth` are possible for both.
  void extend(unsigned depth);
  smt::CheckResult ask(unsigned depth);
  std::optional<SyncTrace> read(unsigned depth);

private:
  Term isRefused(unsigned depth);
  smt::CheckResult askByExplanations(unsigned depth, Term answers);
  /// The contract does not show what the mutant shows, with these values as
  /// hidden ones.
  Term isNoExplanation(unsigned depth,
                       llvm::function_ref<SymbolicState(unsigned)> getHidden);
  /// What the mutant shows, with hidden values of the contract.
  SymbolicState mix(const SymbolicState &shown, const SymbolicState &own);
  const SymbolicState *getBefore(unsigned depth) {
    return depth > 0 ? &contractRun.getState(depth - 1) : nullptr;
  }

  const System &contract;
  HiddenValues hidden;
  SyncFormulas formulas;
  SyncRun mutantRun, contractRun;
  Explainer explainer;
  unsigned extended = 0, numExplanations = 0;
};

} // namespace

SymbolicState StrongSearch::mix(const SymbolicState &shown,
                                const SymbolicState &own) {
  SymbolicState result = shown;
  for (auto [index, variable] : llvm::enumerate(contract.getVariables()))
    if (isHidden(variable.owner))
      result[index] = own[index];
  return result;
}

void StrongSearch::extend(unsigned depth) {
  for (; extended < depth; ++extended) {
    formulas.assertTerm(mutantRun.isStep(extended));
    formulas.assertTerm(contractRun.isStep(extended));
    formulas.assertTerm(areEqual(formulas, contract,
                                 mutantRun.getState(extended),
                                 contractRun.getState(extended), isObservable));
  }
}

/// The contract cannot show what the mutant shows at `depth`.
Term StrongSearch::isRefused(unsigned depth) {
  smt::TermContext &terms = formulas.getTerms();
  const SymbolicState &shown = mutantRun.getState(depth);
  // The hidden values of its own answer are the only possible ones.
  if (hidden == HiddenValues::None || hidden == HiddenValues::ByInputs)
    return terms.getNot(formulas.isStep(
        contract, getBefore(depth), mix(shown, contractRun.getState(depth))));
  std::vector<Term> symbols;
  SymbolicState any = shown;
  for (auto [position, variable] : llvm::enumerate(contract.getVariables()))
    if (isHidden(variable.owner))
      any[position] = formulas.makeBound(variable, "any.", depth, symbols);
  return terms.getQuantified(
      TermKind::Forall, symbols,
      terms.getNot(formulas.isStep(contract, getBefore(depth), any)));
}

smt::CheckResult Explainer::explain(const SyncTrace &seen,
                                    SyncTrace &explanation) {
  for (; numKnown < seen.size(); ++numKnown) {
    run.getState(numKnown);
    formulas.assertTerm(run.isStep(numKnown));
  }
  std::vector<Term> same;
  for (auto [index, values] : llvm::enumerate(seen))
    for (auto [position, variable] : llvm::enumerate(contract.getVariables()))
      if (isObservable(variable.owner))
        same.push_back(run.isEqual(position, index, values[position]));
  smt::CheckResult result =
      formulas.check(formulas.getTerms().getAnd(same), "explanation");
  for (unsigned index = 0; result.isSat() && index < seen.size(); ++index) {
    std::optional<std::vector<Value>> values = run.read(index);
    if (!values)
      return {Status::Unknown, "a number leaves 64 bits"};
    explanation.push_back(std::move(*values));
  }
  return result;
}

Term StrongSearch::isNoExplanation(
    unsigned depth, llvm::function_ref<SymbolicState(unsigned)> getHidden) {
  std::vector<Term> steps;
  SymbolicState before;
  for (unsigned index = 0; index <= depth; ++index) {
    SymbolicState state = mix(mutantRun.getState(index), getHidden(index));
    steps.push_back(
        formulas.isStep(contract, index > 0 ? &before : nullptr, state));
    before = std::move(state);
  }
  return formulas.getTerms().getNot(formulas.getTerms().getAnd(steps));
}

smt::CheckResult StrongSearch::askByExplanations(unsigned depth, Term answers) {
  smt::TermContext &terms = formulas.getTerms();
  // The obvious explanations: the mutant's own hidden values, and those that
  // have explained everything so far.
  std::vector<Term> question = {
      mutantRun.isStep(depth), answers,
      isNoExplanation(depth, [&](unsigned i) { return mutantRun.getState(i); }),
      isNoExplanation(depth,
                      [&](unsigned i) { return contractRun.getState(i); })};
  while (true) {
    smt::CheckResult result = formulas.check(terms.getAnd(question), "strong");
    if (!result.isSat())
      return result;
    std::optional<SyncTrace> seen = read(depth);
    if (!seen)
      return {Status::Unknown, "a number leaves 64 bits"};
    SyncTrace explanation;
    smt::CheckResult explained = explainer.explain(*seen, explanation);
    if (explained.isUnsat())
      return result;
    if (explained.isUnknown())
      return explained;
    if (++numExplanations > maxExplanations)
      return {Status::Unknown, "hidden values have too many explanations"};
    question.push_back(isNoExplanation(depth, [&](unsigned index) {
      SymbolicState state;
      for (const Value &value : explanation[index])
        state.push_back(formulas.getExprs().getConstant(value));
      return state;
    }));
  }
}

/// The contract has an answer to the inputs, but not this one. To inputs
/// without an answer nothing is wrong, and no test gives them.
smt::CheckResult StrongSearch::ask(unsigned depth) {
  const SymbolicState &own = contractRun.getState(depth);
  Term answers = formulas.getTerms().getAnd(
      contractRun.isStep(depth),
      areEqual(formulas, contract, mutantRun.getState(depth), own, isInput));
  if (hidden == HiddenValues::Free)
    return askByExplanations(depth, answers);
  Term refused = isRefused(depth);
  return formulas.check(
      formulas.getTerms().getAnd({mutantRun.isStep(depth), answers, refused}),
      "strong");
}

std::optional<SyncTrace> StrongSearch::read(unsigned depth) {
  SyncTrace trace;
  for (unsigned index = 0; index <= depth; ++index) {
    std::optional<std::vector<Value>> values = mutantRun.read(index);
    if (!values)
      return std::nullopt;
    trace.push_back(std::move(*values));
  }
  return trace;
}

static void setKilled(MutantResult &result, const SyncTrace &run,
                      const System &contract) {
  result.status = MutantStatus::Killed;
  result.length = run.size();
  result.kind = ViolationKind::UnexpectedOutput;
  result.inputs = getInputs(run, contract);
  result.witness = describe(*result.inputs, contract);
}

void SyncChecker::checkStrongly(const System &mutant, unsigned first,
                                MutantResult &result) {
  StrongSearch search(contract, mutant, hidden, options.solver);
  if (!search.isValid()) {
    result.reason = search.getReason();
    return;
  }
  for (unsigned depth = first; depth < options.bound; ++depth) {
    search.extend(depth);
    smt::CheckResult answer = search.ask(depth);
    if (answer.isUnknown()) {
      result.reason = answer.reason;
      return;
    }
    if (answer.isUnsat())
      continue;
    if (std::optional<SyncTrace> trace = search.read(depth))
      setKilled(result, *trace, contract);
    else
      result.reason = "a number leaves 64 bits";
    return;
  }
  result.status = MutantStatus::EquivalentToDepth;
  result.depth = options.bound;
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

MutantResult SyncChecker::check(const System &mutant) {
  MutantResult result;
  result.isOpen = false;
  if (!formulas.isValid()) {
    result.reason = formulas.getReason().str();
    return result;
  }
  if (std::optional<std::string> obstacle = run.findObstacle()) {
    result.reason = std::move(*obstacle);
    return result;
  }
  smt::CheckResult any = findAnyStep(mutant);
  if (any.isUnsat()) {
    result.status = MutantStatus::Equivalent;
    return result;
  }
  bool isWeak = options.strength == MutationStrength::Weak;
  WeakAnswer weak = findWeakly(mutant, /*needsAssumption=*/isWeak);
  switch (weak.status) {
  case Status::Unknown:
    result.reason = weak.reason;
    break;
  case Status::Unsat:
    result.status = MutantStatus::EquivalentToDepth;
    result.depth = options.bound;
    break;
  case Status::Sat:
    // Nothing can show before something has happened.
    if (isWeak)
      setKilled(result, weak.run, contract);
    else
      checkStrongly(mutant, weak.run.size() - 1, result);
    break;
  }
  return result;
}
