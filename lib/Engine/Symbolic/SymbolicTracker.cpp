//===- SymbolicTracker.cpp - States after symbolic messages -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicSpaceImpl.h"

using namespace tioga;
using namespace tioga::symbolic;

namespace {
/// A state that is possible if a condition on the arguments holds.
struct Tracked {
  Term when;
  Member member;
};
} // namespace

struct SymbolicTracker::Impl {
  std::vector<Tracked> members;
  /// What is known of the arguments.
  Conjuncts domain;
};

namespace {

/// One step of all states.
class Stepper {
public:
  Stepper(SymbolicSpace &space, const System &system, const Conjuncts &domain)
      : space(space), impl(space.getImpl()),
        execution(system, impl.exprs, impl.normalizer),
        steps(impl.getContext(execution)), domain(domain) {}

  Tracked getInitial() {
    return {impl.terms.getTrue(), {execution.getInitial(), {}, {}}};
  }
  /// The states after an observation, each with its condition.
  std::vector<Tracked> observe(const Tracked &tracked,
                               const Observation &observation);
  Term getAny(llvm::ArrayRef<Tracked> all, const Observation &observation);
  /// Adds what internal steps reach.
  bool close(std::vector<Tracked> &members);
  /// Adds a state, unless it cannot be, or is there already.
  bool add(Tracked tracked, std::vector<Tracked> &members);
  /// The state, if nothing that it can become takes the input.
  bool refuse(const Tracked &tracked, const Observation &observation,
              std::vector<Tracked> &members);
  /// The state, if it has nothing to say: no output and no internal step is
  /// possible, or internal steps lead back to it, for ever.
  bool stayQuiet(const Tracked &tracked, std::vector<Tracked> &members);
  Observation getObservation(const SymbolicMessage &message) const;
  const std::string &getReason() const {
    return reason.empty() ? execution.getError() : reason;
  }

private:
  bool fail(const llvm::Twine &why) {
    reason = why.str();
    return false;
  }

  SymbolicSpace &space;
  SymbolicSpace::Impl &impl;
  Execution execution;
  Steps steps;
  const Conjuncts &domain;
  std::string reason;
};

} // namespace

static Observation getSilence() {
  Observation observation;
  observation.kind = Observation::Kind::Quiescence;
  return observation;
}

Observation Stepper::getObservation(const SymbolicMessage &message) const {
  const SystemLabel &label = execution.getSystem().getLabels()[message.label];
  Observation observation;
  observation.name = label.name.str();
  observation.kind = label.kind == LabelKind::Input ? Observation::Kind::Input
                                                    : Observation::Kind::Output;
  observation.label[SpecSide] = message.label;
  observation.arguments = message.arguments;
  observation.leaves = message.leaves;
  observation.params = label.params;
  return observation;
}

std::vector<Tracked> Stepper::observe(const Tracked &tracked,
                                      const Observation &observation) {
  std::vector<Tracked> result;
  for (Candidate &candidate :
       steps.getCandidates(SpecSide, tracked.member, observation))
    result.push_back({space.getAnd({tracked.when, candidate.condition}),
                      std::move(candidate.member)});
  return result;
}

Term Stepper::getAny(llvm::ArrayRef<Tracked> all,
                     const Observation &observation) {
  std::vector<Term> cases;
  for (const Tracked &tracked : all)
    for (const Tracked &next : observe(tracked, observation))
      cases.push_back(next.when);
  return space.getOr(cases);
}

bool Stepper::add(Tracked tracked, std::vector<Tracked> &members) {
  tracked.when = space.simplify(tracked.when, domain);
  if (tracked.when.isFalse())
    return true;
  std::vector<Term> cases;
  for (Tracked &other : members) {
    if (other.member.isSame(tracked.member)) {
      // One state with two ways to it.
      if (space.isImplied(
              domain, space.getOr({space.negate(tracked.when), other.when})))
        return true;
      continue;
    }
    bool isPlain = other.member.locals.empty() && tracked.member.locals.empty();
    if (!isPlain ||
        other.member.state.locations != tracked.member.state.locations)
      continue;
    cases.push_back(space.getAnd(
        {other.when, impl.canonicalizer.areEqual(other.member.state,
                                                 tracked.member.state)}));
  }
  Conjuncts inside = domain;
  inside.push_back(tracked.when);
  if (!cases.empty() && space.isImplied(inside, space.getOr(cases)))
    return true;
  if (members.size() > impl.options.maxInternal)
    return fail("divergent: more than " +
                llvm::Twine(impl.options.maxInternal) +
                " states by internal steps");
  members.push_back(std::move(tracked));
  return true;
}

bool Stepper::close(std::vector<Tracked> &members) {
  for (size_t next = 0; next < members.size(); ++next) {
    // A copy: members move when they grow.
    Tracked current = members[next];
    for (Candidate &candidate : steps.getInternal(SpecSide, current.member))
      if (!add({space.getAnd({current.when, candidate.condition}),
                std::move(candidate.member)},
               members))
        return false;
  }
  return getReason().empty();
}

bool Stepper::refuse(const Tracked &tracked, const Observation &observation,
                     std::vector<Tracked> &members) {
  std::vector<Tracked> later{tracked};
  if (!close(later))
    return false;
  Term taken = getAny(later, observation);
  return add(
      {space.getAnd({tracked.when, space.negate(taken)}), tracked.member},
      members);
}

bool Stepper::stayQuiet(const Tracked &tracked, std::vector<Tracked> &members) {
  for (Tracked &after : observe(tracked, getSilence()))
    if (!add(std::move(after), members))
      return false;
  std::vector<Tracked> later;
  for (Candidate &candidate : steps.getInternal(SpecSide, tracked.member))
    if (!add({space.getAnd({tracked.when, candidate.condition}),
              std::move(candidate.member)},
             later))
      return false;
  if (!close(later))
    return false;
  std::vector<Term> cases;
  for (const Tracked &next : later)
    if (next.member.locals.empty() && tracked.member.locals.empty() &&
        next.member.state.locations == tracked.member.state.locations)
      cases.push_back(space.getAnd(
          {next.when, impl.canonicalizer.areEqual(next.member.state,
                                                  tracked.member.state)}));
  return add({space.getOr(cases), tracked.member}, members);
}

//===----------------------------------------------------------------------===//
// SymbolicTracker
//===----------------------------------------------------------------------===//

SymbolicTracker::SymbolicTracker(SymbolicSpace &space, const System &system)
    : space(&space), system(&system), impl(std::make_shared<Impl>()) {}

bool SymbolicTracker::start() {
  auto next = std::make_shared<Impl>();
  Stepper stepper(*space, *system, next->domain);
  next->members.push_back(stepper.getInitial());
  bool isDone = stepper.close(next->members);
  reason = stepper.getReason();
  impl = std::move(next);
  return isDone;
}

bool SymbolicTracker::step(const SymbolicMessage &message) {
  auto next = std::make_shared<Impl>();
  next->domain = impl->domain;
  Stepper stepper(*space, *system, next->domain);
  Observation observation = stepper.getObservation(message);
  bool isDone = true;
  for (const Tracked &tracked : impl->members) {
    for (Tracked &after : stepper.observe(tracked, observation))
      isDone &= stepper.add(std::move(after), next->members);
    if (isDone && observation.kind == Observation::Kind::Input)
      isDone &= stepper.refuse(tracked, observation, next->members);
  }
  isDone = isDone && stepper.close(next->members);
  reason = stepper.getReason();
  impl = std::move(next);
  return isDone;
}

bool SymbolicTracker::stepQuiescent() {
  auto next = std::make_shared<Impl>();
  next->domain = impl->domain;
  Stepper stepper(*space, *system, next->domain);
  bool isDone = true;
  for (const Tracked &tracked : impl->members)
    isDone = isDone && stepper.stayQuiet(tracked, next->members);
  reason = stepper.getReason();
  impl = std::move(next);
  return isDone && reason.empty();
}

bool SymbolicTracker::restrict(llvm::ArrayRef<Term> conjuncts) {
  auto next = std::make_shared<Impl>();
  next->domain = impl->domain;
  for (Term conjunct : conjuncts)
    addConjunct(next->domain, conjunct);
  Stepper stepper(*space, *system, next->domain);
  bool isDone = true;
  for (const Tracked &tracked : impl->members)
    isDone &= stepper.add(tracked, next->members);
  reason = stepper.getReason();
  impl = std::move(next);
  return isDone;
}

Term SymbolicTracker::getPresent() {
  std::vector<Term> cases;
  for (const Tracked &tracked : impl->members)
    cases.push_back(tracked.when);
  return space->getOr(cases);
}

Term SymbolicTracker::getEnabled(const SymbolicMessage &message) {
  Stepper stepper(*space, *system, impl->domain);
  return stepper.getAny(impl->members, stepper.getObservation(message));
}

Term SymbolicTracker::getQuiescent() {
  SymbolicTracker quiet = *this;
  if (!quiet.stepQuiescent())
    reason = quiet.reason;
  return quiet.getPresent();
}
