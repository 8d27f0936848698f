//===- StateSets.cpp - Determinization by sets of states --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateSets.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace tioga;
using namespace tioga::ta;

/// More parts than this are not worth what can be forgotten in them.
static constexpr size_t maxAtoms = 256;

static ZoneModelOptions getModelOptions(const System &system) {
  ZoneModelOptions options;
  options.scale = system.getScale();
  options.maxAlternatives = 4096;
  return options;
}

StateSets::StateSets(const System &system, const StateSetOptions &options)
    : options(options),
      model(system, /*edits=*/nullptr, alphabet, getModelOptions(system)) {
  for (const SystemControl &control : system.getControls())
    hasAccepting |= llvm::is_contained(control.accepting, true);
  StateId id = model.getInitial();
  const DiscreteState &state = model.getState(id);
  std::vector<SetMember> members;
  for (ZoneConjunction invariant : state.invariants) {
    Zone zone = Zone::zero(state.active.size() + 2);
    bool holds = true;
    for (const Constraint &constraint : invariant) {
      auto map = [&](ClockIndex clock) -> ClockIndex {
        return clock ? state.slots[clock] + 1 : 0;
      };
      holds &= zone.constrain(map(constraint.x), map(constraint.y),
                              constraint.bound);
    }
    if (holds)
      members = {{id, std::move(zone)}};
  }
  if (members.empty() && failure.empty())
    failure = "the invariant of the initial state does not hold at the start";
  Candidate candidate =
      makeCandidate(std::move(members), Federation(Zone::zero(2)), 0);
  candidate.set.isAccepting = isAccepting(id);
  intern(std::move(candidate.set));
}

/// Whether all automata that have accepting locations are in one.
bool StateSets::isAccepting(StateId state) const {
  if (!hasAccepting)
    return false;
  for (auto [index, control] : llvm::enumerate(model.getSystem().getControls()))
    if (llvm::is_contained(control.accepting, true) &&
        !control.accepting[model.getLocation(state, index)])
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Steps of members
//===----------------------------------------------------------------------===//

static Constraint toSlots(const Constraint &constraint,
                          const DiscreteState &state, unsigned numAges) {
  auto map = [&](ClockIndex clock) -> ClockIndex {
    return clock ? state.slots[clock] + numAges : 0;
  };
  return {map(constraint.x), map(constraint.y), constraint.bound};
}

static bool constrain(Zone &zone, llvm::ArrayRef<Constraint> constraints,
                      const DiscreteState &state, unsigned numAges) {
  for (const Constraint &constraint : constraints)
    if (!zone.constrain(toSlots(constraint, state, numAges)))
      return false;
  return !zone.isEmpty();
}

/// Adds a member unless another includes it; drops those that it includes.
static bool insert(std::vector<SetMember> &members, SetMember member) {
  for (const SetMember &other : members)
    if (other.state == member.state && other.zone.includes(member.zone))
      return false;
  llvm::erase_if(members, [&](const SetMember &other) {
    return other.state == member.state && member.zone.includes(other.zone);
  });
  members.push_back(std::move(member));
  return true;
}

/// Whether an alternative that holds after a delay has held before it.
static bool isTimeClosed(const DiscreteState &state,
                         ZoneConjunction invariant) {
  Zone zone = Zone::universe(state.getDimension());
  constrain(zone, invariant, state, /*numAges=*/0);
  Zone past = zone;
  past.down();
  return past == zone || zone.isEmpty();
}

void StateSets::elapse(const SetMember &member, unsigned numAges,
                       std::vector<SetMember> &result) {
  const DiscreteState &state = model.getState(member.state);
  if (state.isUrgent) {
    result.push_back(member);
    return;
  }
  for (ZoneConjunction invariant : state.invariants) {
    if (state.invariants.size() > 1 && !isTimeClosed(state, invariant))
      failure = "a disjunctive invariant bounds a clock from below";
    Zone zone = member.zone;
    if (!constrain(zone, invariant, state, numAges))
      continue;
    zone.up();
    if (constrain(zone, invariant, state, numAges))
      result.push_back({member.state, std::move(zone)});
  }
}

void StateSets::take(const SetMember &member, const ZoneEdge &edge,
                     unsigned numAges, std::vector<SetMember> &result) {
  const DiscreteState &from = model.getState(member.state);
  Zone zone = member.zone;
  if (!constrain(zone, edge.guard, from, numAges))
    return;
  const DiscreteState &to = model.getState(edge.target);
  llvm::SmallVector<ClockIndex, 16> sources;
  for (ClockIndex age = 1; age <= numAges; ++age)
    sources.push_back(age);
  if (edge.kind != EdgeKind::Silent)
    sources.push_back(0);
  llvm::SmallVector<std::pair<ClockIndex, int32_t>, 2> shifts;
  for (uint16_t clock : to.active) {
    const ZoneReset *reset = llvm::find_if(
        edge.resets, [&](const ZoneReset &r) { return r.clock == clock; });
    bool isReset = reset != edge.resets.end();
    ClockIndex source = isReset ? reset->source : clock;
    sources.push_back(source ? from.slots[source] + numAges : 0);
    if (isReset && reset->offset != 0)
      shifts.push_back({ClockIndex(sources.size()), reset->offset});
  }
  Zone next = zone.gather(sources);
  for (auto [clock, shift] : shifts) {
    if (sources[clock - 1] == 0)
      next.reset(clock, shift);
    else
      next.shift(clock, shift);
  }
  if (next.hasOverflowed())
    failure = "a clock bound is out of range";
  if (next.isEmpty())
    return;
  SetMember reached = {edge.target, std::move(next)};
  forgetLargeClocks(reached,
                    edge.kind == EdgeKind::Silent ? numAges : numAges + 1);
  insert(result, std::move(reached));
}

void StateSets::forgetLargeClocks(SetMember &member, unsigned numAges) {
  if (!model.getDiagonals().empty() || model.hasUnknownDiagonals())
    return;
  const DiscreteState &state = model.getState(member.state);
  for (unsigned index = 0; index < state.active.size(); ++index) {
    ClockIndex clock = numAges + 1 + index;
    int32_t greatest = std::max(state.lower[index], state.upper[index]);
    Zone::Infimum infimum = member.zone.getInfimum(clock);
    if (greatest < 0 || infimum.value < greatest ||
        (infimum.value == greatest && !infimum.isStrict))
      continue;
    member.zone.free(clock);
    member.zone.constrain(Constraint::greaterThan(clock, greatest));
  }
}

std::vector<SetMember> StateSets::close(const StateSet &set) {
  std::vector<SetMember> closed;
  for (const SetMember &member : set.members)
    elapse(member, set.numAges, closed);
  // Members are never removed here, so that positions stay valid.
  auto add = [&](SetMember member) {
    for (const SetMember &other : closed)
      if (other.state == member.state && other.zone.includes(member.zone))
        return;
    closed.push_back(std::move(member));
  };
  for (size_t next = 0; next < closed.size() && getFailure().empty(); ++next) {
    std::vector<SetMember> reached, arrivals;
    SetMember current = closed[next];
    for (const ZoneEdge &edge : model.getState(current.state).edges)
      if (edge.kind == EdgeKind::Silent)
        take(current, edge, set.numAges, reached);
    for (const SetMember &member : reached)
      elapse(member, set.numAges, arrivals);
    for (SetMember &member : arrivals)
      add(std::move(member));
    if (closed.size() > options.maxMembers)
      failure = "a set of states has more than " +
                std::to_string(options.maxMembers) +
                " members; a cycle of silent steps may go on for ever, else "
                "raise max-members";
  }
  return closed;
}

//===----------------------------------------------------------------------===//
// Canonical state sets
//===----------------------------------------------------------------------===//

static llvm::SmallVector<ClockIndex> getRange(ClockIndex first,
                                              ClockIndex last) {
  llvm::SmallVector<ClockIndex> range;
  for (ClockIndex index = first; index <= last; ++index)
    range.push_back(index);
  return range;
}

/// A zone over ages as one over the ages and clocks of a member.
static Zone extend(const Zone &ages, unsigned dimension) {
  llvm::SmallVector<ClockIndex> targets = getRange(0, ages.getDimension() - 1);
  return ages.embed(dimension, targets);
}

/// Rule (c).
bool StateSets::canForget(const StateSet &set, ClockIndex age) const {
  for (const SetMember &member : set.members) {
    Zone without = member.zone;
    without.free(age);
    for (const Zone &part : set.domain) {
      Zone possible = without;
      if (possible.intersect(extend(part, member.zone.getDimension())) &&
          !member.zone.includes(possible))
        return false;
    }
  }
  return true;
}

void StateSets::forget(Candidate &candidate, ClockIndex age) {
  StateSet &set = candidate.set;
  for (SetMember &member : set.members)
    member.zone = member.zone.remove(age);
  set.domain = set.domain.remove(age);
  candidate.sources.erase(candidate.sources.begin() + (age - 1));
  --set.numAges;
}

void StateSets::reduce(Candidate &candidate) {
  StateSet &set = candidate.set;
  // Rule (b): not the last one.
  for (ClockIndex age = 1; age < set.numAges;) {
    if (canForget(set, age))
      forget(candidate, age);
    else
      ++age;
  }
  // Rule (e).
  for (ClockIndex age = 1; age < set.numAges; ++age) {
    int32_t least = set.domain.getConvexHull().getInfimum(age).value;
    if (least == 0)
      continue;
    for (SetMember &member : set.members)
      member.zone.shift(age, -least);
    set.domain.shift(age, -least);
    candidate.sources[age - 1].offset += least;
  }
  set.domain.reduce();
}

StateSets::Candidate StateSets::makeCandidate(std::vector<SetMember> members,
                                              Federation domain,
                                              unsigned numAges) {
  Candidate candidate;
  candidate.set.numAges = numAges + 1;
  candidate.set.members = std::move(members);
  candidate.set.domain = std::move(domain);
  for (const SetMember &member : candidate.set.members)
    candidate.set.isAccepting |= isAccepting(member.state);
  for (ClockIndex age = 1; age <= numAges; ++age)
    candidate.sources.push_back({age, 0});
  candidate.sources.push_back({0, 0});
  return candidate;
}

unsigned StateSets::intern(StateSet set) {
  std::sort(set.members.begin(), set.members.end(),
            [](const SetMember &a, const SetMember &b) {
              if (a.state != b.state)
                return a.state < b.state;
              return std::lexicographical_compare(
                  a.zone.getRaw().begin(), a.zone.getRaw().end(),
                  b.zone.getRaw().begin(), b.zone.getRaw().end());
            });
  std::vector<std::vector<int32_t>> parts;
  for (const Zone &part : set.domain)
    parts.emplace_back(part.getRaw().begin(), part.getRaw().end());
  llvm::sort(parts);
  std::vector<int32_t> key = {int32_t(set.numAges), int32_t(parts.size()),
                              int32_t(set.isAccepting)};
  for (const std::vector<int32_t> &part : parts)
    llvm::append_range(key, part);
  for (const SetMember &member : set.members) {
    key.push_back(int32_t(member.state));
    llvm::append_range(key, member.zone.getRaw());
  }
  // In a tree every word has its own state set.
  if (options.isTree)
    key.push_back(int32_t(sets.size()));
  auto [entry, isNew] = known.insert({std::move(key), sets.size()});
  if (isNew)
    sets.push_back(std::move(set));
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Successors
//===----------------------------------------------------------------------===//

/// Rule (d), first part: groups of members whose ages overlap.
std::vector<StateSets::Candidate>
StateSets::separate(std::vector<SetMember> members, unsigned numAges) {
  llvm::SmallVector<ClockIndex> ages = getRange(1, numAges + 1);
  std::vector<Zone> projections;
  for (const SetMember &member : members)
    projections.push_back(member.zone.keep(ages));
  llvm::EquivalenceClasses<unsigned> groups;
  for (unsigned index = 0; index < members.size(); ++index)
    groups.insert(index);
  for (unsigned a = 0; a < members.size(); ++a)
    for (unsigned b = a + 1; b < members.size(); ++b)
      if (options.isTree || !projections[a].isDisjoint(projections[b]))
        groups.unionSets(a, b);
  std::vector<Candidate> candidates;
  for (unsigned leader = 0; leader < members.size(); ++leader) {
    if (groups.getLeaderValue(leader) != leader)
      continue;
    std::vector<SetMember> group;
    Federation domain(numAges + 2);
    for (unsigned index = 0; index < members.size(); ++index)
      if (groups.getLeaderValue(index) == leader) {
        group.push_back(members[index]);
        domain.insert(projections[index]);
      }
    domain.reduce();
    candidates.push_back(
        makeCandidate(std::move(group), std::move(domain), numAges));
  }
  return candidates;
}

/// The members and the domain within a set of ages. Returns nothing if no
/// member is possible there.
static void restrictTo(const StateSet &set, const Federation &ages,
                       std::vector<SetMember> &members) {
  for (const SetMember &member : set.members)
    for (const Zone &part : ages) {
      Zone zone = member.zone;
      if (zone.intersect(extend(part, zone.getDimension())))
        insert(members, {member.state, std::move(zone)});
    }
}

/// Accepting and other states are kept apart: what both could be after the same
/// observation counts as accepting.
std::vector<StateSets::Candidate>
StateSets::splitByAcceptance(Candidate candidate) {
  std::vector<Candidate> result;
  const StateSet &set = candidate.set;
  unsigned numAges = set.numAges - 1;
  Federation accepting(numAges + 2);
  for (const SetMember &member : set.members)
    if (isAccepting(member.state))
      accepting.insert(member.zone.keep(getRange(1, numAges + 1)));
  Federation rejecting = set.domain;
  rejecting.subtract(accepting);
  if (accepting.isEmpty() || rejecting.isEmpty()) {
    result.push_back(std::move(candidate));
    return result;
  }
  for (Federation *part : {&accepting, &rejecting}) {
    part->reduce();
    std::vector<SetMember> members;
    restrictTo(set, *part, members);
    result.push_back(makeCandidate(std::move(members), *part, numAges));
  }
  return result;
}

/// Rule (d), second part. Returns false if nothing more could be forgotten.
bool StateSets::splitIntoAtoms(const Candidate &whole, unsigned numAges,
                               size_t numAgesLeft,
                               std::vector<Candidate> &parts) {
  llvm::SmallVector<ClockIndex> ages = getRange(1, numAges + 1);
  std::vector<Federation> atoms = {whole.set.domain};
  for (const SetMember &member : whole.set.members) {
    Zone projection = member.zone.keep(ages);
    std::vector<Federation> refined;
    for (Federation &atom : atoms) {
      Federation inside = atom;
      inside.intersect(projection);
      atom.subtract(projection);
      for (Federation *part : {&inside, &atom})
        if (!part->isEmpty())
          refined.push_back(std::move(*part));
    }
    atoms = std::move(refined);
    if (atoms.size() > maxAtoms)
      return false;
  }
  for (Federation &atom : atoms) {
    atom.reduce();
    for (const Zone &piece : atom) {
      std::vector<SetMember> members;
      restrictTo(whole.set, Federation(piece), members);
      parts.push_back(
          makeCandidate(std::move(members), Federation(piece), numAges));
      Candidate reduced = parts.back();
      reduce(reduced);
      if (reduced.set.numAges >= numAgesLeft || parts.size() > maxAtoms)
        return false;
    }
  }
  return true;
}

void StateSets::addEdge(unsigned index, ActionId action, Federation guard,
                        Candidate candidate,
                        llvm::ArrayRef<uint32_t> transitions) {
  reduce(candidate);
  candidate.set.level = sets[index].level + 1;
  unsigned target = intern(std::move(candidate.set));
  for (SetEdge &edge : sets[index].edges)
    if (edge.action == action && edge.target == target &&
        edge.sources == candidate.sources) {
      edge.guard.unite(guard);
      edge.guard.reduce();
      return;
    }
  sets[index].edges.push_back({action, std::move(guard), target,
                               std::move(candidate.sources), transitions});
}

void StateSets::addSuccessors(unsigned index, ActionId action,
                              std::vector<SetMember> members,
                              llvm::ArrayRef<uint32_t> transitions) {
  unsigned numAges = sets[index].numAges;
  llvm::SmallVector<ClockIndex> ages = getRange(1, numAges);
  std::vector<Candidate> candidates;
  for (Candidate &group : separate(std::move(members), numAges))
    for (Candidate &part : splitByAcceptance(std::move(group)))
      candidates.push_back(std::move(part));
  for (Candidate &candidate : candidates) {
    Candidate reduced = candidate;
    reduce(reduced);
    std::vector<Candidate> atoms;
    if (!options.isTree && reduced.set.numAges > 1 &&
        candidate.set.members.size() > 1 &&
        splitIntoAtoms(candidate, numAges, reduced.set.numAges, atoms)) {
      for (Candidate &atom : atoms) {
        Federation guard = atom.set.domain.keep(ages);
        addEdge(index, action, std::move(guard), std::move(atom), transitions);
      }
      continue;
    }
    Federation guard = candidate.set.domain.keep(ages);
    addEdge(index, action, std::move(guard), std::move(candidate), transitions);
  }
}

bool StateSets::expand(unsigned index) {
  if (!getFailure().empty())
    return false;
  if (sets[index].isExpanded)
    return true;
  sets[index].isExpanded = true;
  unsigned numAges = sets[index].numAges;
  std::vector<SetMember> closed = close(sets[index]);
  if (!getFailure().empty())
    return false;
  Federation stay(numAges + 1);
  struct Successors {
    std::vector<SetMember> members;
    llvm::SmallVector<uint32_t, 4> transitions;
  };
  llvm::MapVector<ActionId, Successors> successors;
  for (const SetMember &member : closed) {
    // Before a silent step the run was where it could stay, too.
    Zone zone = member.zone.keep(getRange(1, numAges));
    zone.down();
    stay.insert(std::move(zone));
    for (const ZoneEdge &edge : model.getState(member.state).edges)
      if (edge.kind != EdgeKind::Silent) {
        Successors &reached = successors[edge.action];
        size_t before = reached.members.size();
        take(member, edge, numAges, reached.members);
        if (reached.members.size() != before &&
            !llvm::is_contained(reached.transitions, edge.transition))
          reached.transitions.push_back(edge.transition);
      }
  }
  stay.reduce();
  sets[index].stay = std::move(stay);
  if (!getFailure().empty())
    return false;
  for (auto &[action, reached] : successors)
    if (!reached.members.empty())
      addSuccessors(index, action, std::move(reached.members),
                    reached.transitions);
  return getFailure().empty();
}
