//===- StateSets.cpp - Sets of states after an observation ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateSets.h"
#include "ZoneSteps.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// Zones over ages and clocks
//===----------------------------------------------------------------------===//

Zone tioga::getAges(const Zone &zone, unsigned numAges) {
  llvm::SmallVector<ClockIndex, 16> ages;
  for (unsigned age = 1; age <= numAges; ++age)
    ages.push_back(age);
  return zone.keep(ages);
}

bool tioga::restrictToAges(Zone &zone, const Zone &ages) {
  if (ages.isEmpty())
    return zone.constrain(0, 0, Bound::lessThan(0));
  for (ClockIndex i = 0; i < ages.getDimension(); ++i)
    for (ClockIndex j = 0; j < ages.getDimension(); ++j)
      if (i != j && !ages.at(i, j).isInfinite() &&
          !zone.constrain(i, j, ages.at(i, j)))
        return false;
  return !zone.isEmpty();
}

void StateSets::restrict(Members &members, const Zone &within) {
  llvm::erase_if(members, [&](Member &member) {
    return !restrictToAges(member.zone, within);
  });
}

//===----------------------------------------------------------------------===//
// Waiting and unseen steps
//===----------------------------------------------------------------------===//

Members StateSets::getInitial() {
  StateId initial = side.getModel().getInitial();
  const DiscreteState &state = side.getState(initial);
  Zone zone = Zone::zero(state.getDimension() + 1);
  for (ZoneConjunction invariant : state.invariants) {
    Zone inside = zone;
    if (constrainZone(inside, invariant, state, 1))
      return {{initial, std::move(inside)}};
  }
  return {};
}

/// Returns false if the member is known.
bool StateSets::add(Member member, Members &closed) {
  overflowed |= member.zone.hasOverflowed();
  for (const Member &other : closed)
    if (other.state == member.state && other.zone.includes(member.zone))
      return false;
  closed.push_back(std::move(member));
  return true;
}

bool StateSets::addSilence(const Member &member, unsigned numAges,
                           Members &closed, Visitor visit) {
  if (!silenceAfterTimelock || member.state == silenceState)
    return true;
  Pieces beyond = side.getBeyond(member.state);
  if (beyond.empty())
    return true;
  const DiscreteState &state = side.getState(member.state);
  for (ZoneConjunction hopeless : side.getHopeless(member.state)) {
    Zone stuck = member.zone;
    if (!constrainZone(stuck, hopeless, state, numAges))
      continue;
    stuck.up();
    for (ZoneConjunction piece : beyond) {
      Zone later = stuck;
      if (constrainZone(later, piece, state, numAges) &&
          add({silenceState, getAges(later, numAges)}, closed) &&
          !visit(closed.back()))
        return false;
    }
  }
  return true;
}

bool StateSets::addDelays(const Member &entry, unsigned numAges,
                          Members &closed, Visitor visit) {
  Zone zone = entry.zone;
  if (hasTime)
    zone.up();
  if (entry.state == silenceState)
    return !add({silenceState, std::move(zone)}, closed) ||
           visit(closed.back());
  const DiscreteState &state = side.getState(entry.state);
  for (ZoneConjunction invariant : state.invariants) {
    for (ZoneConjunction environment : state.environmentInvariants) {
      Zone inside = zone;
      if (constrainZone(inside, invariant, state, numAges) &&
          constrainZone(inside, environment, state, numAges) &&
          add({entry.state, std::move(inside)}, closed)) {
        // A copy: visiting may not, but adding may move the members.
        Member added = closed.back();
        if (!visit(added) || !addSilence(added, numAges, closed, visit))
          return false;
      }
    }
  }
  return true;
}

bool StateSets::close(const Members &entry, unsigned numAges, Members &closed,
                      Visitor visit) {
  tooLarge = false;
  for (const Member &member : entry)
    if (!addDelays(member, numAges, closed, visit))
      return false;
  for (size_t i = 0; i < closed.size(); ++i) {
    if (closed.size() > maxMembers) {
      tooLarge = true;
      return false;
    }
    if (closed[i].state == silenceState)
      continue;
    const DiscreteState &from = side.getState(closed[i].state);
    for (const ZoneEdge &edge : from.edges) {
      if (edge.kind != EdgeKind::Silent)
        continue;
      Zone zone = closed[i].zone;
      if (!constrainZone(zone, edge.guard, from, numAges))
        continue;
      ZoneUpdate update;
      for (unsigned age = 1; age <= numAges; ++age)
        update.addClock(age);
      update.addMove(from, numAges, side.getState(edge.target), edge.resets);
      if (!addDelays({edge.target, update.apply(zone)}, numAges, closed, visit))
        return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Observable steps
//===----------------------------------------------------------------------===//

llvm::SmallVector<ActionId, 8> StateSets::getActions(const Members &closed,
                                                     EdgeKind kind) {
  llvm::SmallVector<ActionId, 8> actions;
  for (const Member &member : closed)
    if (member.state != silenceState)
      for (const ZoneEdge &edge : side.getState(member.state).edges)
        if (edge.kind == kind && !llvm::is_contained(actions, edge.action))
          actions.push_back(edge.action);
  return actions;
}

Federation StateSets::getEnabled(const Members &closed, ActionId action,
                                 unsigned numAges) {
  Federation result(numAges + 1);
  for (const Member &member : closed) {
    if (member.state == silenceState)
      continue;
    const DiscreteState &state = side.getState(member.state);
    for (const ZoneEdge &edge : state.edges) {
      if (edge.action != action)
        continue;
      Zone zone = member.zone;
      if (constrainZone(zone, edge.guard, state, numAges))
        result.insert(getAges(zone, numAges));
    }
  }
  return result;
}

Members StateSets::step(const Members &closed, ActionId action,
                        const Zone &within, unsigned numAges) {
  Members result;
  for (const Member &member : closed) {
    if (member.state == silenceState)
      continue;
    const DiscreteState &from = side.getState(member.state);
    for (const ZoneEdge &edge : from.edges) {
      if (edge.action != action)
        continue;
      Zone zone = member.zone;
      if (!restrictToAges(zone, within) ||
          !constrainZone(zone, edge.guard, from, numAges))
        continue;
      ZoneUpdate update;
      for (unsigned age = 1; age <= numAges; ++age)
        update.addClock(age);
      update.addClock(0);
      update.addMove(from, numAges, side.getState(edge.target), edge.resets);
      add({edge.target, update.apply(zone)}, result);
    }
  }
  return result;
}

Members StateSets::ignore(const Members &closed, const Zone &within,
                          unsigned numAges) {
  Members result;
  for (const Member &member : closed) {
    Zone zone = member.zone;
    if (!restrictToAges(zone, within))
      continue;
    ZoneUpdate update;
    for (unsigned age = 1; age <= numAges; ++age)
      update.addClock(age);
    update.addClock(0);
    const DiscreteState &state = getState(member.state);
    update.addMove(state, numAges, state, {});
    add({member.state, update.apply(zone)}, result);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Canonical form
//===----------------------------------------------------------------------===//

static bool isBefore(const Member &a, const Member &b) {
  if (a.state != b.state)
    return a.state < b.state;
  return std::lexicographical_compare(
      a.zone.getRaw().begin(), a.zone.getRaw().end(), b.zone.getRaw().begin(),
      b.zone.getRaw().end());
}

/// Lets one clock fall: no bound says how small it is.
static void lowerClock(Zone &zone, ClockIndex clock) {
  Zone smaller = zone;
  smaller.free(clock);
  for (ClockIndex i = 0; i < zone.getDimension(); ++i)
    if (i != clock && !zone.at(clock, i).isInfinite())
      smaller.constrain(clock, i, zone.at(clock, i));
  zone = std::move(smaller);
}

bool StateSets::isInDiagonal(ClockIndex clock) {
  return side.getModel().hasUnknownDiagonals() ||
         llvm::any_of(side.getModel().getDiagonals(),
                      [&](const Constraint &diagonal) {
                        return diagonal.x == clock || diagonal.y == clock;
                      });
}

/// Adds states that those of the member can do everything of, so that more
/// members are equal or within others (Behrmann, Bouyer, Larsen and Pelanek,
/// STTT 8, 2006): a clock above all constants of lower bounds may as well be
/// larger, one above all constants of upper bounds may as well be smaller.
void StateSets::addSimulated(Member &member, unsigned numAges) {
  const DiscreteState &state = getState(member.state);
  for (unsigned i = 0; i < state.active.size(); ++i) {
    ClockIndex clock = numAges + 1 + i;
    if (state.lower[i] >= Bound::maxValue ||
        state.upper[i] >= Bound::maxValue || isInDiagonal(state.active[i]))
      continue;
    auto isAbove = [&](int32_t constant) {
      return constant < 0 ||
             member.zone.implies(Constraint::greaterThan(clock, constant));
    };
    bool mayRise = isAbove(state.lower[i]), mayFall = isAbove(state.upper[i]);
    if (side.mayStopTime() && !(mayRise && mayFall))
      continue;
    if (mayRise)
      raiseClock(member.zone, clock);
    if (mayFall) {
      lowerClock(member.zone, clock);
      if (state.upper[i] >= 0)
        member.zone.constrain(Constraint::greaterThan(clock, state.upper[i]));
    }
  }
  if (state.invariants.size() == 1)
    constrainZone(member.zone, state.invariants.front(), state, numAges);
}

void StateSets::normalize(Members &members, unsigned numAges) {
  for (Member &member : members)
    addSimulated(member, numAges);
  llvm::sort(members, isBefore);
  // Drop what another member includes; of equal ones the first stays.
  Members kept;
  for (size_t i = 0; i < members.size(); ++i) {
    bool isCovered = false;
    for (size_t j = 0; j < members.size() && !isCovered; ++j)
      isCovered = i != j && members[i].state == members[j].state &&
                  members[j].zone.includes(members[i].zone) &&
                  (j < i || members[j].zone != members[i].zone);
    if (!isCovered)
      kept.push_back(members[i]);
  }
  members = std::move(kept);
}

uint64_t StateSetNode::getHash() const {
  llvm::hash_code hash = hash_value(domain);
  for (const Members *members : {&spec, &impl})
    for (const Member &member : *members)
      hash = llvm::hash_combine(hash, member.state, hash_value(member.zone));
  return hash;
}

uint64_t StateSetNode::getMemory() const {
  auto getBytes = [](const Zone &zone) -> uint64_t {
    return sizeof(Member) + zone.getRaw().size() * sizeof(RawBound);
  };
  uint64_t bytes = getBytes(domain);
  for (const Members *members : {&spec, &impl})
    for (const Member &member : *members)
      bytes += getBytes(member.zone);
  return bytes;
}

static bool areEqual(const Members &a, const Members &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Member &x, const Member &y) {
                      return x.state == y.state &&
                             x.zone.getDimension() == y.zone.getDimension() &&
                             x.zone == y.zone;
                    });
}

bool StateSetNode::operator==(const StateSetNode &other) const {
  return domain.getDimension() == other.domain.getDimension() &&
         domain == other.domain && areEqual(spec, other.spec) &&
         areEqual(impl, other.impl);
}

std::vector<Zone> tioga::splitDomain(const Zone &domain,
                                     llvm::ArrayRef<const Members *> sets) {
  constexpr size_t maxParts = 32;
  unsigned numAges = domain.getDimension() - 1;
  std::vector<Zone> parts = {domain};
  for (const Members *members : sets) {
    for (const Member &member : *members) {
      Zone possible = getAges(member.zone, numAges);
      std::vector<Zone> next;
      for (Zone &part : parts) {
        Zone inside = part;
        if (!inside.intersect(possible) || inside == part) {
          next.push_back(std::move(part));
          continue;
        }
        Federation outside(part);
        outside.subtract(possible);
        next.push_back(std::move(inside));
        for (const Zone &piece : outside)
          next.push_back(piece);
      }
      if (next.size() > maxParts)
        return {domain};
      parts = std::move(next);
    }
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// Ages
//===----------------------------------------------------------------------===//

/// Whether a member's zone says nothing about an age beyond what the domain
/// says: (exists y. Z) & D is within Z.
static bool isIndependent(const Member &member, ClockIndex age,
                          const Zone &domain) {
  Zone zone = member.zone;
  zone.free(age);
  return !restrictToAges(zone, domain) || member.zone.includes(zone);
}

static void removeAge(StateSetNode &node, ClockIndex age) {
  node.domain = node.domain.remove({age});
  for (Members *members : {&node.spec, &node.impl})
    for (Member &member : *members)
      member.zone = member.zone.remove({age});
}

/// The least distance of an age to clocks that follow it exactly, over all
/// members; nothing if no clock does.
static std::optional<int32_t> getDistance(const StateSetNode &node,
                                          ClockIndex age) {
  std::optional<int32_t> least;
  for (const Members *members : {&node.spec, &node.impl}) {
    for (const Member &member : *members) {
      for (ClockIndex clock = node.getNumAges() + 1;
           clock < member.zone.getDimension(); ++clock) {
        Bound above = member.zone.at(age, clock);
        Bound below = member.zone.at(clock, age);
        if (above.isInfinite() || below.isInfinite() || above.isStrict() ||
            below.isStrict() || above.getValue() != -below.getValue())
          continue;
        if (!least || above.getValue() < *least)
          least = above.getValue();
      }
    }
  }
  return least;
}

/// An age that matters only by clocks at fixed distances is as good as the
/// nearest of them: y - n replaces y.
static void moveAge(StateSetNode &node, ClockIndex age) {
  std::optional<int32_t> distance = getDistance(node, age);
  if (!distance || *distance <= 0 ||
      node.domain.getInfimum(age).value < *distance)
    return;
  node.domain.shift(age, -*distance);
  for (Members *members : {&node.spec, &node.impl})
    for (Member &member : *members)
      member.zone.shift(age, -*distance);
}

void tioga::dropAges(StateSetNode &node) {
  for (ClockIndex age = 1; age < node.getNumAges();) {
    auto isFree = [&](const Member &member) {
      return isIndependent(member, age, node.domain);
    };
    if (llvm::all_of(node.spec, isFree) && llvm::all_of(node.impl, isFree)) {
      removeAge(node, age);
      continue;
    }
    moveAge(node, age);
    ++age;
  }
}
