//===- SyncWords.cpp - Tests of contracts by formulas -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncWords.h"
#include <map>

using namespace tioga;
using smt::Term;
using smt::TermKind;

/// Outputs of one step beyond which a test is not built.
static constexpr size_t maxAnswers = 1000;

/// The variables of one kind have these values in a state.
static Term hasValues(SyncRun &run, SyncFormulas &formulas, unsigned index,
                      Owner owner, llvm::ArrayRef<Value> values) {
  std::vector<Term> equal;
  for (auto [position, variable] :
       llvm::enumerate(run.getSystem().getVariables()))
    if (variable.owner == owner) {
      equal.push_back(run.isEqual(position, index, values.front()));
      values = values.drop_front();
    }
  return formulas.getTerms().getAnd(equal);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

Term SyncWords::hasOutputs(unsigned index, llvm::ArrayRef<Value> values) {
  return hasValues(run, formulas, index, Owner::Output, values);
}

/// Tells the solver of the steps up to a position, and of their inputs.
bool SyncWords::extend(unsigned position, std::string &reason) {
  if (!formulas.isValid()) {
    reason = formulas.getReason().str();
    return false;
  }
  if (std::optional<std::string> obstacle = run.findObstacle()) {
    reason = std::move(*obstacle);
    return false;
  }
  for (; numKnown <= position; ++numKnown) {
    run.getState(numKnown);
    formulas.assertTerm(run.isStep(numKnown));
    formulas.assertTerm(
        hasValues(run, formulas, numKnown, Owner::Input, inputs[numKnown]));
  }
  return true;
}

/// Asks for the assumptions that no answer has shown to be possible.
bool SyncWords::findActive(unsigned position, Term seen,
                           std::set<unsigned> &active, std::string &reason) {
  auto conjuncts = position == 0 ? contract.getInitialConjuncts()
                                 : contract.getStepConjuncts();
  for (unsigned index = 0; index < conjuncts.size(); ++index) {
    Term question =
        formulas.getTerms().getAnd(seen, run.getAssumption(index, position));
    smt::CheckResult result = formulas.check(question, "active");
    if (result.isUnknown()) {
      reason = result.reason;
      return false;
    }
    if (result.isSat())
      active.insert(index);
  }
  return true;
}

std::optional<std::vector<SyncWords::Answer>>
SyncWords::getAnswers(const OutputWord &word, std::string &reason) {
  unsigned position = word.size();
  if (!extend(position, reason))
    return std::nullopt;
  smt::TermContext &terms = formulas.getTerms();
  std::vector<Term> past;
  for (auto [index, outputs] : llvm::enumerate(word))
    past.push_back(hasOutputs(index, outputs));
  Term seen = terms.getAnd(past);
  std::vector<Answer> answers;
  for (Term rest = seen; answers.size() < maxAnswers;) {
    smt::CheckResult result = formulas.check(rest, "outputs");
    if (result.isUnsat())
      return answers;
    std::optional<std::vector<Value>> values;
    if (result.isSat())
      values = run.read(position);
    if (!values) {
      reason = result.isSat() ? "a number leaves 64 bits" : result.reason;
      return std::nullopt;
    }
    Answer answer;
    for (auto [value, variable] : llvm::zip(*values, contract.getVariables()))
      if (variable.owner == Owner::Output)
        answer.outputs.push_back(value);
    Term isThis = hasOutputs(position, answer.outputs);
    rest = terms.getAnd(rest, terms.getNot(isThis));
    if (!findActive(position, terms.getAnd(seen, isThis), answer.active,
                    reason))
      return std::nullopt;
    answers.push_back(std::move(answer));
  }
  reason = "a step has too many possible outputs";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Running a test
//===----------------------------------------------------------------------===//

namespace {

/// Which states of a test a system can be led through, position by position.
class TestRun {
public:
  TestRun(const TimedTest &test, const System &sut,
          const BoundedOptions &options)
      : test(test), sut(sut), formulas(&sut, options), run(formulas, sut) {}

  /// Whether it can fail, and whether it can pass.
  SyncVerdicts follow();
  /// Whether it can stop without an answer, which is a harder question.
  SyncVerdicts followToEnd();

private:
  /// The states of the test at one position, each with what leads there.
  using Reached = std::map<unsigned, Term>;

  bool ask(Term question, bool &answer);
  Term isStuck(unsigned position);
  bool step(unsigned position);
  bool finish();

  const TimedTest &test;
  const System &sut;
  SyncFormulas formulas;
  SyncRun run;
  Reached reached;
  SyncVerdicts verdicts;
  bool looksForEnd = false;
};

} // namespace

bool TestRun::ask(Term question, bool &answer) {
  if (answer || question.isFalse())
    return true;
  smt::CheckResult result = formulas.check(question, "run");
  verdicts.isUnknown |= result.isUnknown();
  answer |= result.isSat();
  return !result.isUnknown();
}

/// There is no step to these inputs.
Term TestRun::isStuck(unsigned position) {
  SymbolicState any = run.getState(position);
  std::vector<Term> symbols;
  for (auto [index, variable] : llvm::enumerate(sut.getVariables()))
    if (variable.owner != Owner::Input)
      any[index] = formulas.makeBound(variable, "any.", position, symbols);
  Term isStep = formulas.isStep(
      sut, position > 0 ? &run.getState(position - 1) : nullptr, any);
  return formulas.getTerms().getQuantified(TermKind::Forall, symbols,
                                           formulas.getTerms().getNot(isStep));
}

/// Goes on by one step from all states that are not verdicts.
bool TestRun::step(unsigned position) {
  smt::TermContext &terms = formulas.getTerms();
  run.getState(position);
  std::vector<Term> given, wrong;
  std::map<unsigned, std::vector<Term>> next;
  for (auto [index, isHere] : reached) {
    llvm::ArrayRef<TimedMove> moves = test.states[index].moves;
    Term inputs = hasValues(run, formulas, position, Owner::Input,
                            moves.front().arguments);
    given.push_back(terms.getImplies(isHere, inputs));
    std::vector<Term> accepted;
    for (const TimedMove &move : moves) {
      std::vector<Term> any;
      for (const std::vector<Value> &outputs : move.outputs)
        any.push_back(
            hasValues(run, formulas, position, Owner::Output, outputs));
      accepted.push_back(terms.getOr(any));
      next[move.target].push_back(terms.getAnd(isHere, accepted.back()));
    }
    wrong.push_back(terms.getAnd(isHere, terms.getNot(terms.getOr(accepted))));
  }
  std::vector<Term> goesOn;
  for (auto [index, isHere] : reached)
    goesOn.push_back(isHere);
  formulas.assertTerm(terms.getAnd(given));
  if (looksForEnd && !ask(terms.getAnd(terms.getOr(goesOn), isStuck(position)),
                          verdicts.stuck))
    return false;
  formulas.assertTerm(run.isStep(position));
  if (!looksForEnd && !ask(terms.getOr(wrong), verdicts.fail))
    return false;
  reached.clear();
  for (auto &[target, ways] : next)
    reached[target] = terms.getOr(ways);
  return true;
}

/// Leaves the states that are verdicts. Returns false if there are no others.
bool TestRun::finish() {
  for (auto each = reached.begin(); each != reached.end();) {
    const std::optional<test::Verdict> &verdict =
        test.states[each->first].verdict;
    if (!verdict) {
      ++each;
      continue;
    }
    bool &ends =
        *verdict == test::Verdict::Fail ? verdicts.fail : verdicts.pass;
    if (!looksForEnd && !ask(each->second, ends))
      return false;
    each = reached.erase(each);
  }
  return !reached.empty();
}

SyncVerdicts TestRun::follow() {
  if (!formulas.isValid() || run.findObstacle()) {
    verdicts.isUnknown = true;
    return verdicts;
  }
  reached[test.initial] = formulas.getTerms().getBool(true);
  for (unsigned position = 0; finish(); ++position)
    if (!step(position))
      break;
  return verdicts;
}

SyncVerdicts TestRun::followToEnd() {
  looksForEnd = true;
  return follow();
}

SyncVerdicts tioga::runByFormulas(const TimedTest &test, const System &sut,
                                  const BoundedOptions &options) {
  SyncVerdicts verdicts = TestRun(test, sut, options).follow();
  if (!verdicts.fail || verdicts.pass || verdicts.isUnknown)
    return verdicts;
  SyncVerdicts atEnd = TestRun(test, sut, options).followToEnd();
  verdicts.stuck = atEnd.stuck;
  verdicts.isUnknown = atEnd.isUnknown;
  return verdicts;
}

//===----------------------------------------------------------------------===//
// Weak mutation
//===----------------------------------------------------------------------===//

bool tioga::showsWeaklyByFormulas(const InputSequence &inputs,
                                  const System &contract, const System &mutant,
                                  const BoundedOptions &options) {
  SyncFormulas formulas({&contract, &mutant}, options);
  SyncRun run(formulas, contract);
  if (!formulas.isValid() || run.findObstacle())
    return false;
  smt::TermContext &terms = formulas.getTerms();
  for (auto [position, values] : llvm::enumerate(inputs)) {
    run.getState(position);
    formulas.assertTerm(
        hasValues(run, formulas, position, Owner::Input, values));
    Term differs = terms.getAnd(
        formulas.isStep(mutant,
                        position > 0 ? &run.getState(position - 1) : nullptr,
                        run.getState(position)),
        terms.getNot(run.isStep(position)));
    if (formulas.check(differs, "weak").isSat())
      return true;
    formulas.assertTerm(run.isStep(position));
  }
  return false;
}
