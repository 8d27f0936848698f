//===- SymbolicEquivalence.cpp - Equal traces of any data -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/SymbolicEquivalence.h"
#include "Execution.h"
#include "Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace tioga;
using namespace tioga::symbolic;

/// Silent steps in a row after which a model counts as divergent: each makes
/// the formula longer.
static constexpr unsigned maxSilent = 50;

namespace {

/// An observable label of at least one side.
struct SharedLabel {
  llvm::StringRef name;
  LabelKind kind;
  std::vector<SystemParam> params;
  std::optional<unsigned> position[2];
};

/// Where a run can be. Locals are what nobody sees: the times and arguments of
/// silent steps.
struct RunEnd {
  SymbolicState state;
  /// The time since the last observable step.
  Term elapsed;
  std::vector<Term> locals;
  Conjuncts condition;
  /// Silent steps since the last observable one.
  unsigned numSilent = 0;
};
using RunEnds = std::vector<RunEnd>;

/// A sequence of labels and where both systems can be after it.
struct LabelWord {
  unsigned parent = 0;
  unsigned label = 0;
  unsigned length = 0;
  RunEnds ends[2];
};

/// Compares word by word, short ones first.
class SymbolicComparison {
public:
  SymbolicComparison(const System &first, const System &second,
                     const EquivalenceOptions &options,
                     const smt::SolverOptions &limits)
      : options(options), symbolic(makeOptions(limits)), exprs(terms),
        normalizer(terms), queries(normalizer, symbolic),
        zero(terms.getNumber(0, Sort::Real)),
        sides{Execution(first, exprs, normalizer),
              Execution(second, exprs, normalizer)} {}

  EquivalenceResult run();

private:
  static SymbolicOptions makeOptions(const smt::SolverOptions &limits) {
    SymbolicOptions result;
    result.limits = limits;
    return result;
  }

  bool makeLabels();
  bool addLabel(unsigned side, unsigned position, const SystemLabel &label);
  /// Returns false if the answer is known.
  bool process(unsigned index);
  bool close(unsigned side, RunEnds &ends);
  bool addSilent(unsigned side, const RunEnd &end, RunEnds &ends);
  bool addRun(RunEnd end, llvm::ArrayRef<Term> conditions, RunEnds &ends);
  bool step(unsigned index, unsigned label, const RunEnds (&closed)[2]);
  /// The times and arguments for which the runs exist, followed by a delay
  /// unless that is null.
  Term getFormula(unsigned side, const RunEnds &ends, Term delay);
  bool compare(unsigned index, Term first, Term second, Term delay);
  bool setTrace(unsigned index, unsigned side, Conjuncts difference,
                Term delay);
  std::optional<Rational> getNumber(llvm::ArrayRef<Term> declared, Term symbol);

  Term getDelay(unsigned length) {
    return terms.getSymbol(("d" + llvm::Twine(length) + ":Real").str(),
                           Sort::Real);
  }
  std::optional<std::vector<SymbolicValue>>
  getArguments(unsigned label, unsigned length,
               std::vector<Term> *leaves = nullptr) {
    return sides[0].makeArguments(
        labels[label].params,
        "a" + llvm::Twine(length) + "." + llvm::Twine(label) + ".", leaves);
  }
  bool undecided(const llvm::Twine &why) {
    result.answer = AnswerKind::Undecided;
    if (result.reason.empty())
      result.reason = why.str();
    return false;
  }
  bool unknown(const smt::CheckResult &answer) {
    return undecided("the solver says unknown: " + answer.reason);
  }

  EquivalenceOptions options;
  SymbolicOptions symbolic;
  smt::TermContext terms;
  ExprEncoder exprs;
  Normalizer normalizer;
  Queries queries;
  Term zero;
  Execution sides[2];
  std::vector<SharedLabel> labels;
  std::deque<LabelWord> words;
  unsigned numLocals = 0;
  EquivalenceResult result;
};

} // namespace

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

bool SymbolicComparison::addLabel(unsigned side, unsigned position,
                                  const SystemLabel &label) {
  auto known = llvm::find_if(labels, [&](const SharedLabel &other) {
    return other.name == label.name && other.kind == label.kind &&
           other.params.size() == label.params.size();
  });
  if (known == labels.end()) {
    labels.emplace_back();
    known = std::prev(labels.end());
    known->name = label.name;
    known->kind = label.kind;
    known->params = label.params;
  }
  known->position[side] = position;
  // Steps check that arguments are in the range of their own side.
  auto isSame = [](const auto &pair) {
    mlir::Type a = std::get<0>(pair).type, b = std::get<1>(pair).type;
    return a == b || (isInteger(a) && isInteger(b));
  };
  return llvm::all_of(llvm::zip(known->params, label.params), isSame) ||
         undecided("'" + label.name + "' has parameters of different types");
}

bool SymbolicComparison::makeLabels() {
  for (unsigned side : {0u, 1u})
    for (auto [position, label] :
         llvm::enumerate(sides[side].getSystem().getLabels()))
      if (label.isObservable() && !addLabel(side, position, label))
        return false;
  return true;
}

/// Adds a run if some times and arguments allow it.
bool SymbolicComparison::addRun(RunEnd end, llvm::ArrayRef<Term> conditions,
                                RunEnds &ends) {
  for (Term condition : conditions)
    if (!addConjunct(end.condition, condition))
      return true;
  smt::CheckResult answer = queries.check(end.condition);
  if (answer.isUnknown())
    return unknown(answer);
  if (answer.isSat())
    ends.push_back(std::move(end));
  return (ends.size() <= options.maxStates && end.numSilent <= maxSilent) ||
         undecided("too many runs with the same labels: a cycle of silent "
                   "steps may go on for ever");
}

bool SymbolicComparison::addSilent(unsigned side, const RunEnd &end,
                                   RunEnds &ends) {
  Execution &execution = sides[side];
  const System &system = execution.getSystem();
  for (unsigned index : execution.getCandidates(end.state)) {
    const SystemTransition &transition = system.getTransitions()[index];
    if (!system.isSilent(transition))
      continue;
    RunEnd next = end;
    std::string name = "i" + std::to_string(numLocals++);
    auto arguments =
        execution.makeArguments(transition.params, name + ".", &next.locals);
    if (!arguments)
      return undecided(execution.getError());
    Term delay = terms.getSymbol(name + ":Real", Sort::Real);
    next.locals.push_back(delay);
    ++next.numSilent;
    Term waits = execution.mayWait(end.state, delay);
    auto step =
        execution.take(execution.wait(end.state, delay), index, *arguments);
    if (!step)
      continue;
    next.state = std::move(step->next);
    next.elapsed = normalizer.normalize(terms.getAdd(end.elapsed, delay));
    if (!addRun(std::move(next), {waits, step->condition}, ends))
      return false;
  }
  return true;
}

bool SymbolicComparison::close(unsigned side, RunEnds &ends) {
  for (size_t next = 0; next < ends.size(); ++next) {
    RunEnd end = ends[next];
    if (!addSilent(side, end, ends))
      return false;
    if (options.isCancelled && options.isCancelled())
      return undecided("stopped");
  }
  return true;
}

Term SymbolicComparison::getFormula(unsigned side, const RunEnds &ends,
                                    Term delay) {
  llvm::SmallVector<Term, 8> runs;
  for (const RunEnd &end : ends) {
    Conjuncts conjuncts = end.condition;
    if (delay) {
      Term rest = normalizer.normalize(terms.getSub(delay, end.elapsed));
      if (!addConjunct(conjuncts, sides[side].mayWait(end.state, rest)))
        continue;
    }
    runs.push_back(
        project(normalizer, normalizer.getAnd(conjuncts), end.locals));
  }
  return normalizer.getOr(runs);
}

/// Where a label leads to, as a new word.
bool SymbolicComparison::step(unsigned index, unsigned label,
                              const RunEnds (&closed)[2]) {
  unsigned length = words[index].length + 1;
  Term delay = getDelay(length);
  LabelWord word;
  word.parent = index;
  word.label = label;
  word.length = length;
  auto arguments = getArguments(label, length);
  if (!arguments)
    return undecided(sides[0].getError());
  for (unsigned side : {0u, 1u}) {
    Execution &execution = sides[side];
    llvm::ArrayRef<SystemTransition> transitions =
        execution.getSystem().getTransitions();
    for (const RunEnd &end : closed[side]) {
      Term rest = normalizer.normalize(terms.getSub(delay, end.elapsed));
      Term waits = execution.mayWait(end.state, rest);
      SymbolicState later = execution.wait(end.state, rest);
      for (unsigned candidate : execution.getCandidates(later)) {
        if (!labels[label].position[side] ||
            transitions[candidate].label != labels[label].position[side])
          continue;
        auto taken = execution.take(later, candidate, *arguments);
        if (!taken)
          continue;
        RunEnd next{std::move(taken->next), zero, end.locals, end.condition};
        if (!addRun(std::move(next), {waits, taken->condition},
                    word.ends[side]))
          return false;
      }
    }
  }
  if (!word.ends[0].empty() || !word.ends[1].empty())
    words.push_back(std::move(word));
  return true;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// What no formula mentions may be anything.
std::optional<Rational>
SymbolicComparison::getNumber(llvm::ArrayRef<Term> declared, Term symbol) {
  if (!llvm::is_contained(declared, symbol))
    return Rational(0);
  return queries.getValue(symbol);
}

/// \pre the difference is satisfiable
bool SymbolicComparison::setTrace(unsigned index, unsigned side,
                                  Conjuncts difference, Term delay) {
  // A difference in the word itself says more than one in the delay after.
  if (delay) {
    Conjuncts atOnce = difference;
    if (addConjunct(atOnce, normalizer.normalize(terms.getEq(delay, zero))) &&
        queries.check(atOnce).isSat())
      difference = std::move(atOnce);
  }
  smt::CheckResult answer = queries.solve(difference);
  if (!answer.isSat())
    return unknown(answer);
  std::vector<Term> declared = terms.getFreeSymbols(difference);
  std::vector<unsigned> path;
  for (unsigned at = index; words[at].length != 0; at = words[at].parent)
    path.push_back(words[at].label);
  const System &system = sides[side].getSystem();
  for (auto [position, label] : llvm::enumerate(llvm::reverse(path))) {
    TraceStep step;
    step.label = system.lookupLabel(labels[label].name);
    std::vector<Term> leaves = {getDelay(position + 1)};
    getArguments(label, position + 1, &leaves);
    std::vector<Rational> numbers;
    for (Term leaf : leaves) {
      std::optional<Rational> number = getNumber(declared, leaf);
      if (!number)
        return undecided("a number leaves 64 bits");
      numbers.push_back(*number);
    }
    step.delay = numbers.front();
    llvm::ArrayRef<Rational> rest = llvm::ArrayRef(numbers).drop_front();
    for (const SystemParam &param : labels[label].params)
      if (std::optional<Value> value = exprs.readValue(param.type, rest))
        step.arguments.push_back(std::move(*value));
    result.trace.steps.push_back(std::move(step));
  }
  if (delay)
    result.trace.finalDelay = getNumber(declared, delay).value_or(0);
  result.isDelay = !result.trace.finalDelay.isZero();
  result.isInFirst = side == 0;
  result.answer = AnswerKind::Violated;
  return false;
}

bool SymbolicComparison::compare(unsigned index, Term first, Term second,
                                 Term delay) {
  if (first == second)
    return true;
  Term formulas[] = {first, second};
  for (unsigned side : {0u, 1u}) {
    if (options.relation ==
        (side == 0 ? TraceRelation::Superset : TraceRelation::Subset))
      continue;
    Conjuncts difference;
    if (!addConjunct(difference, formulas[side]) ||
        !addConjunct(difference, normalizer.negate(formulas[1 - side])))
      continue;
    smt::CheckResult answer = queries.check(difference);
    if (answer.isUnknown())
      return unknown(answer);
    if (answer.isSat())
      return setTrace(index, side, std::move(difference), delay);
  }
  return true;
}

bool SymbolicComparison::process(unsigned index) {
  RunEnds ends[] = {std::move(words[index].ends[0]),
                    std::move(words[index].ends[1])};
  unsigned length = words[index].length;
  bool isLast = length == options.bound;
  Term delay = isLast ? Term() : getDelay(length + 1);
  Term formulas[2];
  for (unsigned side : {0u, 1u}) {
    if (!isLast && !close(side, ends[side]))
      return false;
    formulas[side] = getFormula(side, ends[side], delay);
    if (!sides[side].getError().empty())
      return undecided(sides[side].getError());
  }
  if (!compare(index, formulas[0], formulas[1], delay))
    return false;
  for (unsigned label = 0; label < labels.size() && !isLast; ++label)
    if (!step(index, label, ends))
      return false;
  return true;
}

EquivalenceResult SymbolicComparison::run() {
  if (!queries.getError().empty()) {
    undecided(queries.getError());
    return result;
  }
  if (!makeLabels())
    return result;
  words.emplace_back();
  for (unsigned side : {0u, 1u}) {
    SymbolicState state = sides[side].getInitial();
    Term invariant = sides[side].getInvariant(state);
    if (!addRun({std::move(state), zero, {}, {}}, {invariant},
                words.front().ends[side]))
      return result;
  }
  for (unsigned index = 0; index < words.size(); ++index) {
    if (words.size() > options.maxWords) {
      undecided("more than " + llvm::Twine(options.maxWords) +
                " sequences of labels");
      return result;
    }
    ++result.words;
    if (!process(index))
      return result;
  }
  result.answer = AnswerKind::Holds;
  return result;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

EquivalenceResult
tioga::checkEquivalenceBySolver(const System &first, const System &second,
                                const EquivalenceOptions &options,
                                const smt::SolverOptions &limits) {
  EquivalenceResult result;
  for (const System *system : {&first, &second}) {
    if (system->isSync())
      result.reason = "synchronous systems have no timed traces";
    else if (system->hasUrgentLabels())
      result.reason = "formulas know no urgent labels";
  }
  if (!result.reason.empty())
    return result;
  return SymbolicComparison(first, second, options, limits).run();
}

static bool hasData(const System &system) {
  return !system.getVariables().empty() ||
         llvm::any_of(system.getLabels(), [](const SystemLabel &label) {
           return !label.params.empty();
         });
}

EquivalenceResult tioga::decideEquivalence(const System &first,
                                           const System &second,
                                           const EquivalenceOptions &options) {
  EquivalenceResult byZones = checkEquivalence(first, second, options);
  if (byZones.answer != AnswerKind::Undecided ||
      (!hasData(first) && !hasData(second)) ||
      (options.isCancelled && options.isCancelled()))
    return byZones;
  // A question that takes longer is one of many, all of them hard.
  smt::SolverOptions limits;
  limits.timeout = 20'000;
  EquivalenceResult bySolver =
      checkEquivalenceBySolver(first, second, options, limits);
  if (bySolver.answer == AnswerKind::Undecided)
    bySolver.reason = byZones.reason + "; " + bySolver.reason;
  return bySolver;
}
