//===- Tracker.cpp - The states a system may be in --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Tracker.h"

using namespace tioga;

Tracker::Tracker(TrackedSystem &tracked, const Options &options)
    : tracked(&tracked), options(options),
      numModelClocks(tracked.model.getNumClocks()) {
  unsigned dimension = 1 + numModelClocks + options.numObserverClocks;
  StateId initial = tracked.model.getInitial();
  for (const ZoneConjunction &invariant :
       tracked.model.getState(initial).invariants) {
    Zone zone = Zone::zero(dimension);
    if (zone.constrain(invariant))
      insert(initial, std::move(zone));
  }
}

Tracker::Tracker(TrackedSystem &tracked, const Tracker &other)
    : tracked(&tracked), options(other.options),
      numModelClocks(other.numModelClocks), members(other.members),
      failed(other.failed) {
  for (Member &member : members)
    if (member.state != stopped)
      member.state = tracked.model.import(other.tracked->model, member.state);
}

/// Adds a member unless another one includes it; drops those it includes.
bool Tracker::insert(StateId state, Zone zone) {
  failed |= zone.hasOverflowed();
  for (const Member &member : members)
    if (member.state == state && member.zone.includes(zone))
      return false;
  llvm::erase_if(members, [&](const Member &member) {
    return member.state == state && zone.includes(member.zone);
  });
  members.push_back({state, std::move(zone)});
  if (members.size() > options.maxMembers)
    failed = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Time and silent steps
//===----------------------------------------------------------------------===//

/// Lets time pass within the invariant.
void Tracker::delay(Member member, std::vector<Member> &result) {
  if (member.state == stopped) {
    member.zone.up();
    result.push_back(std::move(member));
    return;
  }
  const DiscreteState &state = tracked->model.getState(member.state);
  if (state.isUrgent) {
    result.push_back(std::move(member));
    return;
  }
  // Invariants are closed downward in time, so it is enough to look at the end.
  member.zone.up();
  for (const ZoneConjunction &invariant : state.invariants) {
    bool isLast = &invariant == &state.invariants.back();
    Zone zone = isLast ? std::move(member.zone) : member.zone;
    if (zone.constrain(invariant))
      result.push_back({member.state, std::move(zone)});
  }
}

/// What follows where time cannot pass and nothing will happen: silence.
Federation Tracker::getStopped(const Member &member,
                               const DiscreteState &state) const {
  Federation stuck(member.zone.getDimension());
  bool isUnbounded =
      !state.isUrgent &&
      llvm::any_of(state.invariants, [](const ZoneConjunction &invariant) {
        return invariant.empty();
      });
  if (isUnbounded)
    return stuck;
  stuck.add(member.zone);
  for (const ZoneEdge &edge : state.edges) {
    if (edge.kind == EdgeKind::Input)
      continue;
    Zone enabled = member.zone;
    if (!enabled.constrain(edge.guard))
      continue;
    // Before it happens, it may still happen.
    if (!state.isUrgent)
      enabled.down();
    stuck.subtract(enabled);
    if (stuck.isEmpty())
      return stuck;
  }
  stuck.up();
  if (!state.isUrgent)
    for (const ZoneConjunction &invariant : state.invariants)
      stuck.subtract(
          Zone::fromConstraints(member.zone.getDimension(), invariant));
  // The system's own clocks no longer matter.
  for (ClockIndex clock = 1; clock <= numModelClocks; ++clock)
    stuck.free(clock);
  stuck.up();
  return stuck;
}

/// Forgets what neither the system nor the observer can tell apart.
void Tracker::extrapolate(StateId id, Zone &zone) const {
  ZoneModel &model = tracked->model;
  if (options.horizon < 0 || options.horizon > Bound::maxValue ||
      !model.getDiagonals().empty() || model.hasUnknownDiagonals())
    return;
  llvm::SmallVector<int32_t, 24> maxima(zone.getDimension(),
                                        int32_t(options.horizon));
  const DiscreteState &state = model.getState(id);
  for (ClockIndex clock = 1; clock <= numModelClocks; ++clock) {
    unsigned slot = state.slots[clock];
    maxima[clock] =
        slot ? std::max(state.lower[slot - 1], state.upper[slot - 1]) : -1;
  }
  zone.extrapolateM(maxima);
}

void Tracker::close() {
  std::vector<Member> todo;
  for (Member &member : members)
    delay(std::move(member), todo);
  members.clear();
  // What is included in another member has been dealt with there. A loop of
  // silent steps may make one member larger and larger.
  for (size_t numSteps = 0; !todo.empty() && !failed; ++numSteps) {
    failed |= numSteps > 16 * size_t(options.maxMembers);
    StateId id = todo.back().state;
    Zone zone = std::move(todo.back().zone);
    todo.pop_back();
    if (!insert(id, std::move(zone)) || id == stopped)
      continue;
    const Member &member = members.back();
    const DiscreteState &state = tracked->model.getState(member.state);
    for (const ZoneEdge &edge : state.edges) {
      if (edge.kind != EdgeKind::Silent)
        continue;
      Zone zone = member.zone;
      if (!zone.constrain(edge.guard))
        continue;
      size_t first = todo.size();
      delay({edge.target, move(zone, edge.resets, {})}, todo);
      for (Member &next : llvm::drop_begin(todo, first))
        extrapolate(next.state, next.zone);
    }
  }
  failed |= !tracked->model.getFailure().empty();
  if (!options.silenceAfterTimelock || failed)
    return;
  Federation silence(numModelClocks + options.numObserverClocks + 1);
  for (const Member &member : members)
    if (member.state != stopped)
      silence.unite(getStopped(member, tracked->model.getState(member.state)));
  for (const Zone &zone : silence)
    insert(stopped, zone);
}

//===----------------------------------------------------------------------===//
// The observer's clocks
//===----------------------------------------------------------------------===//

Zone Tracker::project(const Zone &zone) const {
  llvm::SmallVector<ClockIndex, 16> sources;
  for (ClockIndex clock = 1; clock <= options.numObserverClocks; ++clock)
    sources.push_back(getObserver(clock));
  return zone.gather(sources);
}

Federation Tracker::lift(const Federation &observer) const {
  unsigned dimension = observer.getDimension();
  llvm::SmallVector<ClockIndex, 16> targets = {0};
  for (ClockIndex clock = 1; clock < dimension; ++clock)
    targets.push_back(getObserver(clock));
  return observer.embed(dimension + numModelClocks, targets);
}

void Tracker::restrict(llvm::ArrayRef<Constraint> constraints) {
  for (Member &member : members)
    for (const Constraint &constraint : constraints)
      member.zone.constrain(getObserver(constraint.x),
                            getObserver(constraint.y), constraint.bound);
  llvm::erase_if(members,
                 [](const Member &member) { return member.zone.isEmpty(); });
}

bool Tracker::constrain(Zone &zone, const Zone &observer) const {
  for (ClockIndex x = 0; x < observer.getDimension(); ++x)
    for (ClockIndex y = 0; y < observer.getDimension(); ++y)
      if (x != y &&
          !zone.constrain(getObserver(x), getObserver(y), observer.at(x, y)))
        return false;
  return true;
}

void Tracker::restrict(const Federation &observer) {
  failed |= observer.hasOverflowed();
  // Most sets are convex.
  if (observer.size() == 1) {
    const Zone &zone = observer.getZones().front();
    llvm::erase_if(
        members, [&](Member &member) { return !constrain(member.zone, zone); });
    return;
  }
  std::vector<Member> old = std::move(members);
  members.clear();
  for (const Zone &zone : observer) {
    for (const Member &member : old) {
      Zone both = member.zone;
      if (constrain(both, zone))
        insert(member.state, std::move(both));
    }
  }
}

std::vector<StateId> Tracker::getStates() const {
  std::vector<StateId> states;
  for (const Member &member : members)
    if (member.state != stopped)
      states.push_back(member.state);
  return states;
}

Federation Tracker::getPresent() const {
  Federation present(options.numObserverClocks + 1);
  for (const Member &member : members)
    present.insert(project(member.zone));
  return present;
}

std::vector<Tracker::Enabled> Tracker::getOutputs() {
  std::vector<Enabled> outputs;
  for (const Member &member : members) {
    if (member.state == stopped)
      continue;
    for (const ZoneEdge &edge : tracked->model.getState(member.state).edges) {
      if (edge.kind != EdgeKind::Output)
        continue;
      Zone zone = member.zone;
      if (!zone.constrain(edge.guard))
        continue;
      auto found = llvm::find_if(outputs, [&](const Enabled &each) {
        return each.action == edge.action;
      });
      if (found == outputs.end()) {
        outputs.push_back(
            {edge.action, Federation(options.numObserverClocks + 1)});
        found = std::prev(outputs.end());
      }
      found->when.insert(project(zone));
    }
  }
  return outputs;
}

std::vector<ActionId> Tracker::getActions() {
  std::vector<ActionId> actions;
  for (const Member &member : members) {
    if (member.state == stopped)
      continue;
    for (const ZoneEdge &edge : tracked->model.getState(member.state).edges) {
      Zone zone = member.zone;
      if (edge.kind != EdgeKind::Silent && zone.constrain(edge.guard))
        actions.push_back(edge.action);
    }
  }
  llvm::sort(actions);
  actions.erase(std::unique(actions.begin(), actions.end()), actions.end());
  return actions;
}

Federation Tracker::getEnabled(ActionId action) {
  Federation when(options.numObserverClocks + 1);
  for (const Member &member : members) {
    if (member.state == stopped)
      continue;
    for (const ZoneEdge &edge : tracked->model.getState(member.state).edges) {
      Zone zone = member.zone;
      if (edge.action == action && zone.constrain(edge.guard))
        when.insert(project(zone));
    }
  }
  return when;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Zone Tracker::move(const Zone &zone, llvm::ArrayRef<ZoneReset> modelResets,
                   llvm::ArrayRef<ClockIndex> resets) const {
  llvm::SmallVector<ClockIndex, 24> sources;
  for (ClockIndex clock = 1; clock < zone.getDimension(); ++clock)
    sources.push_back(clock);
  for (const ZoneReset &reset : modelResets)
    sources[reset.clock - 1] = reset.source;
  for (ClockIndex clock : resets)
    sources[getObserver(clock) - 1] = 0;
  Zone result = zone.gather(sources);
  for (const ZoneReset &reset : modelResets) {
    if (reset.offset == 0)
      continue;
    if (reset.source == 0)
      result.reset(reset.clock, reset.offset);
    else
      result.shift(reset.clock, reset.offset);
  }
  return result;
}

/// Whether an edge takes the action wherever the member may be.
bool Tracker::isTakenEverywhere(const Member &member, ActionId action) {
  return member.state != stopped &&
         llvm::any_of(tracked->model.getState(member.state).edges,
                      [&](const ZoneEdge &edge) {
                        return edge.action == action &&
                               llvm::all_of(edge.guard,
                                            [&](const Constraint &each) {
                                              return member.zone.implies(each);
                                            });
                      });
}

void Tracker::step(ActionId action, llvm::ArrayRef<ClockIndex> resets) {
  std::vector<Member> old = std::move(members);
  members.clear();
  auto forEachTaken = [&](auto fn) {
    for (const Member &member : old) {
      if (member.state == stopped)
        continue;
      for (const ZoneEdge &edge : tracked->model.getState(member.state).edges) {
        if (edge.action != action)
          continue;
        Zone zone = member.zone;
        if (zone.constrain(edge.guard))
          fn(edge, zone);
      }
    }
  };
  forEachTaken([&](const ZoneEdge &edge, const Zone &zone) {
    insert(edge.target, move(zone, edge.resets, resets));
  });
  failed |= !tracked->model.getFailure().empty();
  bool mayIgnore = options.ignoresInputs &&
                   tracked->alphabet[action].kind == LabelKind::Input &&
                   !llvm::all_of(old, [&](const Member &member) {
                     return isTakenEverywhere(member, action);
                   });
  if (!mayIgnore)
    return;
  // An input is ignored where no possible state takes it.
  Federation taken(options.numObserverClocks + 1);
  forEachTaken(
      [&](const ZoneEdge &, const Zone &zone) { taken.insert(project(zone)); });
  Federation lifted = lift(taken);
  for (const Member &member : old) {
    Federation ignored(member.zone);
    ignored.subtract(lifted);
    for (const Zone &zone : ignored)
      insert(member.state, move(zone, {}, resets));
  }
}

void Tracker::reset(llvm::ArrayRef<ClockIndex> resets) {
  for (Member &member : members)
    member.zone = move(member.zone, {}, resets);
}

bool Tracker::isIncludedIn(const Tracker &other) const {
  return llvm::all_of(members, [&](const Member &member) {
    return llvm::any_of(other.members, [&](const Member &each) {
      return each.state == member.state && each.zone.includes(member.zone);
    });
  });
}

//===----------------------------------------------------------------------===//
// describeWithin
//===----------------------------------------------------------------------===//

std::vector<Constraint> tioga::describeWithin(const Zone &set,
                                              const Zone &context) {
  unsigned dimension = set.getDimension();
  std::vector<Constraint> candidates;
  auto consider = [&](ClockIndex x, ClockIndex y) {
    Bound bound = set.at(x, y);
    if (x != y && !bound.isInfinite() &&
        !context.implies(Constraint{x, y, bound}))
      candidates.push_back({x, y, bound});
  };
  // One clock says more to a reader than two, and a recent one more than an old
  // one.
  for (ClockIndex x = dimension; x-- > 1;) {
    consider(x, 0);
    consider(0, x);
  }
  for (ClockIndex x = 1; x < dimension; ++x)
    for (ClockIndex y = 1; y < dimension; ++y)
      consider(x, y);
  std::vector<Constraint> chosen;
  Zone current = context;
  for (const Constraint &candidate : candidates) {
    if (current.isEmpty() || current.implies(candidate))
      continue;
    current.constrain(candidate);
    chosen.push_back(candidate);
  }
  // What later ones imply is not needed.
  for (size_t i = 0; i < chosen.size();) {
    Zone others = context;
    for (size_t j = 0; j < chosen.size(); ++j)
      if (j != i)
        others.constrain(chosen[j]);
    if (others.implies(chosen[i]))
      chosen.erase(chosen.begin() + i);
    else
      ++i;
  }
  return chosen;
}
