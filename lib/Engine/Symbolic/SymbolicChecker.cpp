//===- SymbolicChecker.cpp - Conformance by symbolic execution --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicWitness.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;

static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    optimisationNames[numOptimisations] = {
        {"O1", "graph"},     {"O2", "prune"},
        {"O3", "analysis"},  {"O4", "completion"},
        {"O5", "copy"},      {"O6", "approximate"},
        {"O7", "checks"},    {"O8", "reachable"},
        {"O9", "filter"},    {"O10", "weaken"},
        {"cache", "cache"},  {"incremental", "incremental"},
        {"bounds", "bounds"}};

std::optional<Optimisation> tioga::getOptimisation(llvm::StringRef name) {
  for (auto [index, names] : llvm::enumerate(optimisationNames))
    if (name == names.first || name == names.second)
      return Optimisation(index);
  return std::nullopt;
}

llvm::StringRef tioga::toString(Optimisation optimisation) {
  return optimisationNames[unsigned(optimisation)].second;
}

namespace {

class SymbolicChecker : public ConformanceChecker {
  friend class CheckerHelper;

public:
  SymbolicChecker(const System &spec, const ConformanceOptions &options,
                  const SymbolicOptions &symbolic);

  ConformanceResult check(const System &impl) override;
  ConformanceResult check(const SystemEdits &edits) override;

private:
  ConformanceResult check(const System &impl, const Change &change);
  ConformanceResult explore(Execution &impl, const Change &change,
                            llvm::ArrayRef<Observation> observations,
                            SpecGraph *graph);
  std::string findProblem(const System &impl) const;
  std::string makeObservations(const System &impl,
                               std::vector<Observation> &observations);
  Change analyse(const SystemEdits &edits, const System &impl) const;
  std::optional<SymbolicState> makeAnyState(const SystemTransition &transition,
                                            Conjuncts &domain);
  bool isSimulated(const Change &change, Execution &impl);
  bool isSimulated(unsigned transition, Execution &impl);
  StepContext getContext(Execution &impl);

  const System &spec;
  ConformanceOptions options;
  SymbolicOptions symbolic;
  smt::TermContext terms;
  ExprEncoder exprs;
  Normalizer normalizer;
  Queries queries;
  Canonicalizer canonicalizer;
  Execution specExecution;
  /// Null for ioco.
  Term delay;
  std::chrono::steady_clock::time_point begin;
  std::vector<Observation> ownObservations;
  std::unique_ptr<SpecGraph> graph;
};

} // namespace

namespace {
/// A checker of its own for each thread.
class CheckerHelper : public Helper {
public:
  CheckerHelper(const SymbolicChecker &parent, const System &impl)
      : checker(parent.spec, parent.options, parent.symbolic),
        execution(impl, checker.exprs, checker.normalizer) {
    checker.begin = parent.begin;
    problem = checker.makeObservations(impl, observations);
    if (problem.empty())
      problem = checker.queries.getError();
    explorer.emplace(checker.getContext(execution), checker.options,
                     observations, nullptr, Change());
  }

  Expansion expand(const ProductState &state) override {
    Expansion failed;
    failed.reason = problem;
    if (!problem.empty())
      return failed;
    ProductState own = state;
    copyTerms(checker.normalizer, own, known);
    return explorer->expandAlone(std::move(own));
  }

private:
  SymbolicChecker checker;
  Execution execution;
  std::vector<Observation> observations;
  std::optional<Explorer> explorer;
  std::string problem;
  /// Copies of the terms of the parent.
  Substitution known;
};
} // namespace

/// No query may take longer than all of them.
static SymbolicOptions limit(SymbolicOptions symbolic,
                             const ConformanceOptions &options) {
  if (options.timeout.count() && !symbolic.limits.timeout)
    symbolic.limits.timeout = options.timeout.count();
  return symbolic;
}

SymbolicChecker::SymbolicChecker(const System &spec,
                                 const ConformanceOptions &options,
                                 const SymbolicOptions &symbolic)
    : spec(spec), options(options), symbolic(limit(symbolic, options)),
      exprs(terms), normalizer(terms), queries(normalizer, this->symbolic),
      canonicalizer(exprs, normalizer, queries),
      specExecution(spec, exprs, normalizer) {
  if (options.relation == Relation::Tioco)
    delay = terms.getSymbol("delay:Real", Sort::Real);
}

StepContext SymbolicChecker::getContext(Execution &impl) {
  auto findLimit = [this]() -> std::string {
    if (options.timeout.count() &&
        std::chrono::steady_clock::now() - begin > options.timeout)
      return "the time limit was reached";
    if (queries.isExhausted())
      return queries.getLimitReason();
    return options.isCancelled && options.isCancelled() ? "cancelled" : "";
  };
  return {exprs,         normalizer, queries,
          canonicalizer, symbolic,   {&specExecution, &impl},
          delay,         findLimit};
}

/// Why the engine does not take the two systems; empty if it does.
std::string SymbolicChecker::findProblem(const System &impl) const {
  if (options.relation != Relation::Ioco && options.relation != Relation::Tioco)
    return "the symbolic engine decides ioco and tioco";
  for (const System *system : {&spec, &impl}) {
    if (system->isSync())
      return "conformance of contracts is a question for `refines`";
    if (!delay && !system->getClocks().empty())
      return "ioco is for models without clocks; use tioco";
    if (delay && system->hasUrgentLabels())
      return "the symbolic engine knows no urgent labels";
  }
  return queries.getError();
}

/// The observable labels of both, matched by name, and quiescence.
std::string
SymbolicChecker::makeObservations(const System &impl,
                                  std::vector<Observation> &observations) {
  const System *sides[2] = {&spec, &impl};
  for (Side side : {SpecSide, ImplSide})
    for (auto [index, label] : llvm::enumerate(sides[side]->getLabels())) {
      if (!label.isObservable())
        continue;
      const auto &name = label.name;
      auto known =
          llvm::find_if(observations, [&](const Observation &observation) {
            return observation.name == name;
          });
      auto kind = label.kind == LabelKind::Input ? Observation::Kind::Input
                                                 : Observation::Kind::Output;
      if (known != observations.end()) {
        known->label[side] = index;
        if (known->kind != kind)
          return ("'" + label.name +
                  "' is an input of one model and an output of the other")
              .str();
        if (known->params.size() != label.params.size())
          return ("'" + label.name +
                  "' has different parameters in "
                  "specification and implementation")
              .str();
        continue;
      }
      Observation observation;
      observation.name = label.name.str();
      observation.kind = kind;
      observation.label[side] = index;
      observation.params = label.params;
      auto arguments = specExecution.makeArguments(
          label.params, label.name + ".", &observation.leaves);
      if (!arguments)
        return specExecution.getError();
      observation.arguments = std::move(*arguments);
      observations.push_back(std::move(observation));
    }
  Observation nothing;
  nothing.kind =
      delay ? Observation::Kind::Elapse : Observation::Kind::Quiescence;
  observations.push_back(std::move(nothing));
  return "";
}

static bool isSameTransition(const SystemTransition &a,
                             const SystemTransition &b) {
  auto sameMoves = [](const SystemMove &x, const SystemMove &y) {
    return x.control == y.control && x.from == y.from && x.to == y.to;
  };
  auto sameAssignments = [](const DataAssignment &x, const DataAssignment &y) {
    return x.variable == y.variable && x.value == y.value;
  };
  auto sameResets = [](const ClockReset &x, const ClockReset &y) {
    return x.clock == y.clock && x.kind == y.kind && x.constant == y.constant &&
           x.source == y.source && x.value == y.value;
  };
  return a.label == b.label && a.guard.expr == b.guard.expr &&
         a.moves.size() == b.moves.size() &&
         a.assignments.size() == b.assignments.size() &&
         std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(),
                    sameMoves) &&
         a.resets.size() == b.resets.size() &&
         std::equal(a.assignments.begin(), a.assignments.end(),
                    b.assignments.begin(), sameAssignments) &&
         std::equal(a.resets.begin(), a.resets.end(), b.resets.begin(),
                    sameResets);
}

/// O3: which transitions differ. Other changes make the systems any two.
Change SymbolicChecker::analyse(const SystemEdits &edits,
                                const System &impl) const {
  Change change;
  if (!symbolic.isOn(Optimisation::Analysis) ||
      !edits.replacedInvariants.empty() || !edits.addedInvariants.empty() ||
      !edits.urgencies.empty())
    return change;
  change.isKnown = true;
  change.isInitial =
      !edits.initialLocations.empty() || !edits.initialValues.empty();
  llvm::ArrayRef<SystemTransition> before = spec.getTransitions();
  for (auto [index, after] : llvm::enumerate(impl.getTransitions()))
    if (index >= before.size() || !isSameTransition(before[index], after))
      change.transitions.push_back(index);
  return change;
}

/// Any state at all in which the transition may start, with the types as its
/// domain. Nothing if a type has too many values, or a location is not known.
std::optional<SymbolicState>
SymbolicChecker::makeAnyState(const SystemTransition &transition,
                              Conjuncts &domain) {
  SymbolicState state = specExecution.getInitial();
  for (auto [index, variable] : llvm::enumerate(spec.getVariables())) {
    std::vector<Leaf> leaves;
    if (!exprs.addLeaves(variable.type, "v" + llvm::Twine(index), leaves))
      return std::nullopt;
    std::vector<Term> symbols;
    for (const Leaf &leaf : leaves)
      symbols.push_back(terms.getSymbol(
          leaf.name + ":" + smt::toString(leaf.sort).str(), leaf.sort));
    llvm::ArrayRef<Term> rest = symbols;
    state.values[index] = exprs.fromLeaves(variable.type, rest);
    addConjunct(domain, normalizer.normalize(exprs.getDomain(
                            state.values[index], variable.type)));
  }
  unsigned numKnown = 0;
  for (const SystemMove &move : transition.moves)
    if (move.from) {
      state.locations[move.control] = *move.from;
      ++numKnown;
    }
  if (numKnown != spec.getControls().size())
    return std::nullopt;
  return state;
}

/// O10: from any state, reachable or not, the changed transitions do what they
/// did, but that inputs may be taken more often and outputs sent less often,
/// and there is still an output where there was one. If an observation
/// determines the state of the specification, both sides are in one state all
/// the time, and the mutant conforms.
bool SymbolicChecker::isSimulated(const Change &change, Execution &impl) {
  if (!symbolic.isOn(Optimisation::Weaken) || delay || !change.isKnown ||
      change.isInitial)
    return false;
  llvm::DenseMap<unsigned, unsigned> uses;
  for (const SystemTransition &transition : spec.getTransitions())
    if (spec.isSilent(transition) || ++uses[*transition.label] > 1)
      return false;
  return llvm::all_of(change.transitions, [&](unsigned transition) {
    return transition < spec.getTransitions().size() &&
           isSimulated(transition, impl);
  });
}

bool SymbolicChecker::isSimulated(unsigned index, Execution &impl) {
  const SystemTransition &before = spec.getTransitions()[index];
  const SystemTransition &after = impl.getSystem().getTransitions()[index];
  auto sameMove = [](const SystemMove &a, const SystemMove &b) {
    return a.control == b.control && a.from == b.from && a.to == b.to;
  };
  if (before.label != after.label ||
      before.moves.size() != after.moves.size() ||
      !std::equal(before.moves.begin(), before.moves.end(), after.moves.begin(),
                  sameMove))
    return false;
  Conjuncts domain;
  std::optional<SymbolicState> state = makeAnyState(before, domain);
  auto arguments = specExecution.makeArguments(before.params, "w.");
  if (!state || !arguments)
    return false;
  auto never = [&](llvm::ArrayRef<Term> parts) {
    return queries.check(domain, normalizer.getAnd(parts)).isUnsat();
  };
  auto old = specExecution.take(*state, index, *arguments);
  auto now = impl.take(*state, index, *arguments);
  Term wasTaken = old ? old->condition : terms.getFalse();
  Term isTaken = now ? now->condition : terms.getFalse();
  bool isInput = spec.getLabels()[*before.label].kind == LabelKind::Input;
  if (isInput ? !never({wasTaken, normalizer.negate(isTaken)})
              : !never({isTaken, normalizer.negate(wasTaken)}))
    return false;
  if (old && now &&
      !never({wasTaken, isTaken,
              normalizer.negate(canonicalizer.areEqual(old->next, now->next))}))
    return false;
  return isInput ||
         never({impl.isQuiescent(*state),
                normalizer.negate(specExecution.isQuiescent(*state))});
}

ConformanceResult
SymbolicChecker::explore(Execution &impl, const Change &change,
                         llvm::ArrayRef<Observation> observations,
                         SpecGraph *shared) {
  StepContext context = getContext(impl);
  Explorer explorer(context, options, observations, shared, change);
  // Mutants are checked side by side; one of them is not worth more threads.
  if (!shared && options.threads > 1)
    for (unsigned i = 0; i < options.threads; ++i)
      explorer.helpers.push_back(
          std::make_unique<CheckerHelper>(*this, impl.getSystem()));
  explorer.run();
  ConformanceResult result;
  result.statistics.states = explorer.getNumStates();
  result.statistics.transitions = explorer.numSteps;
  result.reason = explorer.reason;
  for (Execution *side : context.sides)
    if (!side->getError().empty())
      return ConformanceResult::undecided(side->getError());
  if (explorer.violation) {
    result.violation = makeViolation(context, observations, *explorer.violation,
                                     result.reason);
    if (result.violation)
      result.answer = AnswerKind::Violated;
    return result;
  }
  if (!result.reason.empty())
    return result;
  if (!explorer.isComplete && !options.bound)
    return ConformanceResult::undecided("no violation within " +
                                        std::to_string(options.ownBound) +
                                        " observations");
  if (explorer.stopsTime)
    return ConformanceResult::undecided(
        "the implementation may stop time; --timelock=conform takes it at its "
        "word");
  result.answer = AnswerKind::Holds;
  if (!explorer.isComplete)
    result.depth = options.bound;
  return result;
}

ConformanceResult SymbolicChecker::check(const System &impl,
                                         const Change &change) {
  begin = std::chrono::steady_clock::now();
  queries.begin();
  ConformanceResult result;
  std::string problem = findProblem(impl);
  std::vector<Observation> observations;
  if (problem.empty() && (!change.isKnown || ownObservations.empty()))
    problem = makeObservations(impl, observations);
  if (!symbolic.isOn(Optimisation::Graph))
    queries.forget();
  if (!problem.empty()) {
    result = ConformanceResult::undecided(problem);
  } else {
    Execution implExecution(impl, exprs, normalizer);
    bool shares =
        change.isKnown && symbolic.isOn(Optimisation::Graph) && !delay;
    if (change.isKnown && ownObservations.empty())
      ownObservations = observations;
    if (shares && !graph)
      graph = std::make_unique<SpecGraph>(getContext(specExecution),
                                          ownObservations);
    if (change.isKnown && !change.isInitial &&
        (change.transitions.empty() || isSimulated(change, implExecution)))
      result.answer = AnswerKind::Holds;
    else
      result = explore(implExecution, change,
                       change.isKnown ? ownObservations : observations,
                       shares ? graph.get() : nullptr);
  }
  result.engine = "symbolic";
  result.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return result;
}

ConformanceResult SymbolicChecker::check(const System &impl) {
  return check(impl, Change());
}

ConformanceResult SymbolicChecker::check(const SystemEdits &edits) {
  std::unique_ptr<System> impl = applyEdits(spec, edits);
  return check(*impl, analyse(edits, *impl));
}

std::unique_ptr<ConformanceChecker>
tioga::createSymbolicChecker(const System &spec,
                             const ConformanceOptions &options,
                             const SymbolicOptions &symbolic) {
  return std::make_unique<SymbolicChecker>(spec, options, symbolic);
}
