//===- Steps.cpp - From one product state to the next -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;

/// Arguments of an internal step that are tried one by one; more become
/// symbols.
static constexpr uint64_t maxEnumerated = 8;

std::optional<bool> Steps::isSatisfiable(const Conjuncts &domain,
                                         Term condition) {
  if (condition.isFalse())
    return false;
  if (std::string limit = context.findLimit(); !limit.empty()) {
    fail(limit);
    return std::nullopt;
  }
  smt::CheckResult result = queries.check(domain, condition);
  if (!result.isUnknown())
    return result.isSat();
  fail(result.reason == "interrupted"
           ? "cancelled"
           : "the solver says unknown: " + result.reason);
  return std::nullopt;
}

bool Steps::implies(const Conjuncts &domain, Term condition) {
  if (condition.isTrue())
    return true;
  llvm::ArrayRef<Term> parts = condition;
  if (condition.is(TermKind::And))
    parts = condition.getOperands();
  return llvm::all_of(
      parts, [&](Term part) { return llvm::is_contained(domain, part); });
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The condition of a member with locals is that there are values for them.
Candidate Steps::makeCandidate(Side side, const Member &member,
                               Execution::Step step) {
  Candidate candidate{side, step.condition, Member()};
  candidate.member.state = std::move(step.next);
  candidate.member.locals = member.locals;
  if (member.locals.empty())
    return candidate;
  candidate.member.condition = member.condition;
  addConjunct(candidate.member.condition, step.condition);
  candidate.condition =
      project(normalizer, normalizer.getAnd(candidate.member.condition),
              candidate.member.locals);
  return candidate;
}

std::vector<Candidate> Steps::getCandidates(Side side,
                                            llvm::ArrayRef<Member> members,
                                            const Observation &observation) {
  Execution &execution = *context.sides[side];
  const System &system = execution.getSystem();
  std::vector<Candidate> candidates;
  for (const Member &member : members) {
    if (context.delay) {
      addTimedCandidates(side, member, observation, candidates);
      continue;
    }
    if (observation.kind == Observation::Kind::Quiescence) {
      Term quiet = execution.isQuiescent(member.state);
      if (!quiet.isFalse())
        candidates.push_back(
            makeCandidate(side, member, {quiet, member.state}));
      continue;
    }
    if (!observation.label[side])
      continue;
    for (unsigned index : execution.getCandidates(member.state)) {
      if (system.getTransitions()[index].label != observation.label[side])
        continue;
      if (auto step =
              execution.take(member.state, index, observation.arguments))
        candidates.push_back(makeCandidate(side, member, std::move(*step)));
    }
  }
  llvm::erase_if(candidates, [](const Candidate &candidate) {
    return candidate.condition.isFalse();
  });
  return candidates;
}

/// All combinations of arguments, if they are few.
static std::optional<std::vector<std::vector<Value>>>
enumerateArguments(llvm::ArrayRef<SystemParam> params) {
  std::vector<std::vector<Value>> all(1);
  for (const SystemParam &param : params) {
    auto domain = enumerateDomain(param.type, maxEnumerated);
    if (!domain || domain->size() * all.size() > maxEnumerated)
      return std::nullopt;
    std::vector<std::vector<Value>> next;
    for (const std::vector<Value> &before : all)
      for (const Value &value : *domain) {
        next.push_back(before);
        next.back().push_back(value);
      }
    all = std::move(next);
  }
  return all;
}

std::vector<Candidate> Steps::getInternal(Side side, const Member &member) {
  if (context.delay)
    return getTimedInternal(side, member);
  Execution &execution = *context.sides[side];
  const System &system = execution.getSystem();
  std::vector<Candidate> candidates;
  for (unsigned index : execution.getCandidates(member.state)) {
    const SystemTransition &transition = system.getTransitions()[index];
    if (!system.isSilent(transition))
      continue;
    if (auto all = enumerateArguments(transition.params)) {
      for (const std::vector<Value> &values : *all) {
        std::vector<SymbolicValue> arguments;
        for (const Value &value : values) {
          arguments.push_back(context.exprs.getConstant(value));
          if (arguments.back().term)
            arguments.back().term = normalizer.normalize(arguments.back().term);
        }
        if (auto step = execution.take(member.state, index, arguments))
          candidates.push_back(makeCandidate(side, member, std::move(*step)));
      }
      continue;
    }
    Member extended = member;
    std::vector<Term> leaves;
    auto arguments = execution.makeArguments(
        transition.params, "i" + llvm::Twine(numLocals++) + ".", &leaves);
    if (!arguments)
      continue;
    llvm::append_range(extended.locals, leaves);
    if (auto step = execution.take(member.state, index, *arguments))
      candidates.push_back(makeCandidate(side, extended, std::move(*step)));
  }
  llvm::erase_if(candidates, [](const Candidate &candidate) {
    return candidate.condition.isFalse();
  });
  return candidates;
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// The state without the clock that counts from the last observation.
static SymbolicState dropElapsed(const SymbolicState &state) {
  SymbolicState result = state;
  result.clocks.pop_back();
  return result;
}

void Steps::startElapsing(ProductState &state) {
  for (std::vector<Member> &members : state.members)
    for (Member &member : members)
      member.state.clocks.push_back(terms.getNumber(0, Sort::Real));
}

/// A member waits for what is left of the delay, then acts.
void Steps::addTimedCandidates(Side side, const Member &member,
                               const Observation &observation,
                               std::vector<Candidate> &candidates) {
  Execution &execution = *context.sides[side];
  const System &system = execution.getSystem();
  Term rest = normalizer.normalize(
      terms.getSub(context.delay, member.state.clocks.back()));
  SymbolicState now = dropElapsed(member.state);
  Term waits = execution.mayWait(now, rest);
  if (waits.isFalse())
    return;
  SymbolicState later = execution.wait(now, rest);
  if (observation.kind == Observation::Kind::Elapse) {
    candidates.push_back(makeCandidate(side, member, {waits, later}));
    return;
  }
  if (!observation.label[side])
    return;
  for (unsigned index : execution.getCandidates(later)) {
    if (system.getTransitions()[index].label != observation.label[side])
      continue;
    auto step = execution.take(later, index, observation.arguments);
    if (!step)
      continue;
    step->condition = normalizer.getAnd({waits, step->condition});
    if (!step->condition.isFalse())
      candidates.push_back(makeCandidate(side, member, std::move(*step)));
  }
}

/// Internal steps happen after delays that nobody sees.
std::vector<Candidate> Steps::getTimedInternal(Side side,
                                               const Member &member) {
  Execution &execution = *context.sides[side];
  const System &system = execution.getSystem();
  std::vector<Candidate> candidates;
  SymbolicState now = dropElapsed(member.state);
  for (unsigned index : execution.getCandidates(now)) {
    const SystemTransition &transition = system.getTransitions()[index];
    if (!system.isSilent(transition))
      continue;
    Member extended = member;
    std::string name = "i" + std::to_string(numLocals++);
    std::vector<Term> leaves;
    auto arguments =
        execution.makeArguments(transition.params, name + ".", &leaves);
    if (!arguments)
      continue;
    llvm::append_range(extended.locals, leaves);
    Term delay = terms.getSymbol(name + ":Real", Sort::Real);
    extended.locals.push_back(delay);
    Term waits = execution.mayWait(now, delay);
    auto step = execution.take(execution.wait(now, delay), index, *arguments);
    if (!step)
      continue;
    step->condition = normalizer.getAnd({waits, step->condition});
    step->next.clocks.push_back(
        normalizer.normalize(terms.getAdd(member.state.clocks.back(), delay)));
    if (!step->condition.isFalse())
      candidates.push_back(makeCandidate(side, extended, std::move(*step)));
  }
  llvm::erase_if(candidates, [](const Candidate &candidate) {
    return candidate.condition.isFalse();
  });
  return candidates;
}

std::optional<bool> Steps::mayStopTime(Side side, const ProductState &state) {
  Execution &execution = *context.sides[side];
  const System &system = execution.getSystem();
  Term delay = terms.getSymbol("w:Real", Sort::Real);
  Term forward =
      normalizer.normalize(terms.getGe(delay, terms.getNumber(0, Sort::Real)));
  for (const Member &member : state.members[side]) {
    SymbolicState now = dropElapsed(member.state);
    Term waits = execution.mayWait(now, delay);
    // Some time may not pass, and until then nothing can be done.
    Term ends =
        project(normalizer,
                normalizer.getAnd({forward, normalizer.negate(waits)}), delay);
    llvm::SmallVector<Term, 8> hopeless{ends};
    SymbolicState later = execution.wait(now, delay);
    for (unsigned index : execution.getCandidates(now)) {
      const SystemTransition &transition = system.getTransitions()[index];
      bool isInput =
          !system.isSilent(transition) &&
          system.getLabels()[*transition.label].kind == LabelKind::Input;
      if (!isInput)
        hopeless.push_back(normalizer.negate(project(
            normalizer,
            normalizer.getAnd({waits, execution.isEnabled(later, index)}),
            delay)));
    }
    Term stuck = normalizer.getAnd(hopeless);
    for (Term conjunct : member.condition)
      stuck = normalizer.getAnd({stuck, conjunct});
    std::optional<bool> can = isSatisfiable(state.domain, stuck);
    if (!can || *can)
      return can;
  }
  return false;
}

Term Steps::getAny(llvm::ArrayRef<Candidate> candidates) {
  llvm::SmallVector<Term, 8> conditions;
  for (const Candidate &candidate : candidates)
    conditions.push_back(candidate.condition);
  return normalizer.getOr(conditions);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

bool Steps::distribute(ProductState base, llvm::ArrayRef<Candidate> candidates,
                       std::optional<Side> needed,
                       llvm::function_ref<bool(ProductState)> emit) {
  while (!candidates.empty()) {
    const Candidate &candidate = candidates.front();
    candidates = candidates.drop_front();
    Conjuncts &domain = base.domain;
    Term condition = candidate.condition;
    Term opposite = normalizer.negate(condition);
    if (implies(domain, opposite))
      continue;
    if (!implies(domain, condition)) {
      std::optional<bool> can = isSatisfiable(domain, condition);
      if (!can)
        return false;
      if (!*can)
        continue;
      std::optional<bool> may = isSatisfiable(domain, opposite);
      if (!may)
        return false;
      if (*may) {
        ProductState without = base;
        addConjunct(without.domain, opposite);
        if (!distribute(std::move(without), candidates, needed, emit))
          return false;
      }
      addConjunct(domain, condition);
    }
    base.members[candidate.side].push_back(candidate.member);
  }
  if (needed && base.members[*needed].empty())
    return true;
  return emit(std::move(base));
}

/// Whether the states of a candidate are states of members already, for all
/// values of the domain for which it is there.
std::optional<bool> Steps::isCovered(const ProductState &state,
                                     const Candidate &candidate) {
  const Member &added = candidate.member;
  llvm::SmallVector<Term, 8> cases;
  for (const Member &member : state.members[candidate.side]) {
    if (member.isSame(added))
      return true;
    if (member.state.locations != added.state.locations)
      continue;
    // Bound names apart from those of the candidate.
    Substitution apart;
    llvm::SmallVector<Term, 4> locals;
    for (Term local : member.locals) {
      apart[local] =
          terms.getSymbol((local.getName() + "'").str(), local.getSort());
      locals.push_back(apart[local]);
    }
    SymbolicState other = member.state;
    llvm::SmallVector<Term, 4> parts;
    if (!locals.empty()) {
      other.transform(
          [&](Term term) { return normalizer.substitute(term, apart); });
      for (Term conjunct : member.condition)
        parts.push_back(normalizer.substitute(conjunct, apart));
    }
    parts.push_back(context.canonicalizer.areEqual(other, added.state));
    if (parts.back().isFalse())
      continue;
    cases.push_back(project(normalizer, normalizer.getAnd(parts), locals));
  }
  if (cases.empty())
    return false;
  Term inside = added.locals.empty() ? candidate.condition
                                     : normalizer.getAnd(added.condition);
  std::optional<bool> isNew = isSatisfiable(
      state.domain,
      normalizer.getAnd({inside, normalizer.negate(normalizer.getOr(cases))}));
  if (!isNew)
    return std::nullopt;
  return !*isNew;
}

/// A product state on its way to being closed.
struct Steps::Closing {
  ProductState state;
  /// The next member, by side, and its steps that are still to be looked at.
  size_t next[2] = {0, 0};
  std::vector<Candidate> candidates;
};

bool Steps::close(ProductState state, llvm::ArrayRef<Side> sides,
                  llvm::function_ref<bool(ProductState)> emit) {
  // States in normal form have other names for what is bound.
  numLocals = 0;
  std::vector<Closing> pending(1);
  pending[0].state = std::move(state);
  while (!pending.empty()) {
    Closing &current = pending.back();
    if (current.candidates.empty()) {
      auto open = llvm::find_if(sides, [&](Side side) {
        return current.next[side] < current.state.members[side].size();
      });
      if (open == sides.end()) {
        ProductState done = std::move(current.state);
        pending.pop_back();
        if (!emit(std::move(done)))
          return false;
        continue;
      }
      if (current.state.members[*open].size() > context.options.maxInternal)
        return fail("divergent: more than " +
                    llvm::Twine(context.options.maxInternal) +
                    " states by internal steps");
      Member member = current.state.members[*open][current.next[*open]++];
      current.candidates = getInternal(*open, member);
      std::reverse(current.candidates.begin(), current.candidates.end());
      continue;
    }
    Candidate candidate = std::move(current.candidates.back());
    current.candidates.pop_back();
    Conjuncts &domain = current.state.domain;
    std::optional<bool> can = isSatisfiable(domain, candidate.condition);
    if (!can)
      return false;
    if (!*can)
      continue;
    std::optional<bool> covered = isCovered(current.state, candidate);
    if (!covered)
      return false;
    if (*covered)
      continue;
    Term opposite = normalizer.negate(candidate.condition);
    std::optional<bool> may = isSatisfiable(domain, opposite);
    if (!may)
      return false;
    if (!*may) {
      current.state.members[candidate.side].push_back(candidate.member);
      continue;
    }
    Closing without = current;
    addConjunct(without.state.domain, opposite);
    simplifyCases(normalizer, without.state.domain);
    addConjunct(domain, candidate.condition);
    simplifyCases(normalizer, domain);
    current.state.members[candidate.side].push_back(candidate.member);
    pending.push_back(std::move(without));
  }
  return true;
}
