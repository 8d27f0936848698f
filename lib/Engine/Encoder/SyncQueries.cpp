//===- SyncQueries.cpp - Questions about contracts --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/PairQueries.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using smt::Binding;
using smt::Sort;
using smt::Term;
using smt::TermKind;

static bool isObservable(const SystemVariable &variable) {
  return variable.owner == Owner::Input || variable.owner == Owner::Output;
}

//===----------------------------------------------------------------------===//
// Inclusion
//===----------------------------------------------------------------------===//

SyncInclusionQuery::SyncInclusionQuery(SystemEncoder &spec, SystemEncoder &impl,
                                       Timeline &timeline, bool bothWays)
    : BoundedQuery(timeline), spec(spec), impl(impl), specRun(spec, timeline),
      implRun(impl, timeline), bothWays(bothWays) {}

std::optional<std::string> SyncInclusionQuery::compare(const System &spec,
                                                       const System &impl) {
  auto check = [](const System &a,
                  const System &b) -> std::optional<std::string> {
    for (const SystemVariable &variable : a.getVariables()) {
      if (!isObservable(variable))
        continue;
      const Slot *slot = b.lookup(variable.getName());
      if (!slot || slot->kind != Slot::Kind::Variable)
        return ("'" + variable.getName() + "' is not declared in '" +
                b.getName() + "'")
            .str();
      const SystemVariable &other = b.getVariables()[slot->index];
      if (other.owner != variable.owner || other.type != variable.type)
        return ("'" + variable.getName() + "' is not the same in '" +
                a.getName() + "' and '" + b.getName() + "'")
            .str();
    }
    return std::nullopt;
  };
  if (auto problem = check(spec, impl))
    return problem;
  return check(impl, spec);
}

void SyncInclusionQuery::start() {
  smt::TermSink &sink = timeline.getSink();
  for (SystemEncoder *encoder : {&spec, &impl}) {
    sink.comment("the contract " + encoder->getSystem().getName() + ", '" +
                 encoder->getPrefix() + "'");
    encoder->define(sink);
  }
  if (bothWays)
    direction = timeline.get("from.right", Sort::Bool);
}

/// The other system in a step of a run: what can be observed is the same, what
/// is hidden is its own.
Binding SyncInclusionQuery::bindOther(SystemEncoder &other, Run &run,
                                      unsigned depth) {
  smt::TermContext &terms = getTerms();
  const SystemEncoder &mine = run.getEncoder();
  Binding binding;
  auto find = [&](const SystemEncoder::StateLeaf &leaf, unsigned index) {
    llvm::StringRef name = leaf.name;
    name.consume_front(other.getPrefix());
    if (isObservable(other.getSystem().getVariables()[leaf.index]))
      for (auto [position, candidate] : llvm::enumerate(mine.getState())) {
        llvm::StringRef mineName = candidate.name;
        mineName.consume_front(mine.getPrefix());
        if (mineName == name)
          return run.getState(position, index);
      }
    return terms.getSymbol((leaf.name + "@" + llvm::Twine(index) + "?").str(),
                           leaf.current.getSort());
  };
  for (const SystemEncoder::StateLeaf &leaf : other.getState()) {
    binding[leaf.next.getImpl()] = find(leaf, depth);
    if (depth > 0)
      binding[leaf.current.getImpl()] = find(leaf, depth - 1);
  }
  return binding;
}

/// No choice of its hidden values lets the other system observe the states 0 to
/// `depth` of the run.
Term SyncInclusionQuery::lacks(SystemEncoder &other, Run &run, unsigned depth) {
  smt::TermContext &terms = getTerms();
  std::vector<Term> steps, hidden;
  for (unsigned index = 0; index <= depth; ++index) {
    Binding binding = bindOther(other, run, index);
    steps.push_back(terms.apply(other.getDomain(), binding));
    steps.push_back(terms.apply(other.getRelation(index == 0), binding));
    for (const SystemEncoder::StateLeaf &leaf : other.getState())
      if (!isObservable(other.getSystem().getVariables()[leaf.index]))
        hidden.push_back(binding[leaf.next.getImpl()]);
  }
  // Without hidden variables the steps before are known to be possible.
  Term possible = hidden.empty()
                      ? terms.getAnd(llvm::ArrayRef(steps).take_back(2))
                      : terms.getAnd(steps);
  return terms.getQuantified(TermKind::Forall, hidden, terms.getNot(possible));
}

Term SyncInclusionQuery::getQuestion(unsigned depth) {
  smt::TermContext &terms = getTerms();
  Term difference =
      terms.getAnd(implRun.isSyncStep(depth), lacks(spec, implRun, depth));
  if (bothWays)
    difference = terms.getIte(
        direction, difference,
        terms.getAnd(specRun.isSyncStep(depth), lacks(impl, specRun, depth)));
  return name("difference@" + llvm::Twine(depth), difference);
}

std::vector<NamedTerm> SyncInclusionQuery::getStep(unsigned depth, bool) {
  smt::TermContext &terms = getTerms();
  auto both = [&](SystemEncoder &other, Run &run) {
    Term step = run.isSyncStep(depth);
    bool hides = llvm::any_of(
        other.getSystem().getVariables(),
        [](const SystemVariable &variable) { return !isObservable(variable); });
    if (hides)
      return step;
    Binding binding = bindOther(other, run, depth);
    return terms.getAnd({step, terms.apply(other.getDomain(), binding),
                         terms.apply(other.getRelation(depth == 0), binding)});
  };
  Term step = both(spec, implRun);
  if (bothWays)
    step = terms.getIte(direction, step, both(impl, specRun));
  return {{"step@" + std::to_string(depth) + "!", step}};
}

//===----------------------------------------------------------------------===//
// Consistency
//===----------------------------------------------------------------------===//

ConsistencyQuery::ConsistencyQuery(SystemEncoder &encoder, Timeline &timeline,
                                   std::optional<ConjunctSet> subset)
    : BoundedQuery(timeline), encoder(encoder), run(encoder, timeline),
      subset(std::move(subset)) {
  for (const SystemEncoder::StateLeaf &leaf : encoder.getState()) {
    bool isInput =
        encoder.getSystem().getVariables()[leaf.index].owner == Owner::Input;
    (isInput ? inputs : others).push_back(leaf.next);
  }
}

Term ConsistencyQuery::getRelation(bool first) {
  smt::TermContext &terms = getTerms();
  if (!subset)
    return terms.apply(encoder.getRelation(first));
  std::vector<Term> chosen;
  for (unsigned index : first ? subset->initial : subset->step)
    chosen.push_back(terms.apply(*encoder.getConjuncts(first)[index]));
  return terms.getAnd(chosen);
}

void ConsistencyQuery::start() {
  encoder.define(timeline.getSink());
  stuck.clear();
}

/// The next values of inputs, or of all others, are in range.
Term ConsistencyQuery::getDomain(bool inputs) {
  smt::TermContext &terms = getTerms();
  std::vector<Term> conditions;
  std::vector<Term> leaves;
  for (const SystemEncoder::StateLeaf &leaf : encoder.getState())
    leaves.push_back(leaf.next);
  llvm::ArrayRef<Term> rest = leaves;
  ExprEncoder &exprs = encoder.getExprs();
  for (const SystemVariable &variable : encoder.getSystem().getVariables()) {
    SymbolicValue value = exprs.fromLeaves(variable.type, rest);
    if ((variable.owner == Owner::Input) == inputs)
      conditions.push_back(exprs.getDomain(value, variable.type));
  }
  return terms.getAnd(conditions);
}

Term ConsistencyQuery::getStuck(unsigned rest) {
  if (rest == 0)
    return getTerms().getFalse();
  while (stuck.size() < rest) {
    unsigned number = stuck.size() + 1;
    const smt::Function &function = getTerms().define(
        "stuck." + llvm::Twine(number),
        getTerms().getQuantified(TermKind::Exists, inputs,
                                 getLosing(false, number - 1)),
        "some inputs of the next " + llvm::Twine(number) +
            " steps have no answer");
    stuck.push_back(&function);
    if (!function.body.is(TermKind::Bool))
      timeline.getSink().define(function);
  }
  return getTerms().apply(*stuck[rest - 1]);
}

/// The same over the next state.
Term ConsistencyQuery::getStuckNext(unsigned rest) {
  if (getStuck(rest).is(TermKind::Bool))
    return getStuck(rest);
  Binding toNext;
  for (const SystemEncoder::StateLeaf &leaf : encoder.getState())
    toNext[leaf.current.getImpl()] = leaf.next;
  return getTerms().apply(*stuck[rest - 1], toNext);
}

Term ConsistencyQuery::getLosing(bool first, unsigned rest) {
  smt::TermContext &terms = getTerms();
  Term answer = terms.getAnd(getDomain(false), getRelation(first));
  return terms.getAnd(
      getDomain(true),
      terms.getQuantified(TermKind::Forall, others,
                          terms.getImplies(answer, getStuckNext(rest))));
}

Term ConsistencyQuery::getAnswer(bool first, unsigned rest) {
  return getTerms().getAnd({getDomain(true), getDomain(false),
                            getRelation(first),
                            getTerms().getNot(getStuckNext(rest))});
}

Term ConsistencyQuery::getQuestion(unsigned depth) {
  if (depth == 0)
    return Term();
  smt::TermContext &terms = getTerms();
  const smt::Function &first = terms.define(
      "stuck.first", getLosing(true, depth - 1), "the first input");
  timeline.getSink().define(first);
  Binding binding;
  for (auto [index, leaf] : llvm::enumerate(encoder.getState()))
    if (llvm::is_contained(inputs, leaf.next))
      binding[leaf.next.getImpl()] = run.getState(index, 0);
  return terms.apply(first, binding);
}
