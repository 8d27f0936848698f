//===- StateSets.h - Sets of states after an observation --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After an observation several states of a model may be possible, depending on
// the times of the observed actions. A member of such a set is a discrete state
// and a zone over the *ages* of the observed actions, which all members share,
// and the clocks of the state. For given ages, that is, for a given
// observation, the zone describes the clock values that are possible.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_STATESETS_H
#define TIOGA_LIB_ENGINE_STATESETS_H

#include "ConformanceSide.h"
#include "tioga/Zone/Federation.h"

namespace tioga {

/// A model that has stopped time.
constexpr StateId silenceState = UINT32_MAX;

/// Clocks 1 to k of the zone are ages, the last of them is that of the last
/// action; the clocks of the state follow.
struct Member {
  StateId state;
  Zone zone;
};

using Members = std::vector<Member>;

/// Steps of sets of states of one model.
class StateSets {
public:
  StateSets(ConformanceSide &side, bool hasTime, bool silenceAfterTimelock,
            size_t maxMembers)
      : side(side), hasTime(hasTime),
        silenceAfterTimelock(silenceAfterTimelock), maxMembers(maxMembers),
        silentSlots(side.getModel().getNumClocks() + 1, 0) {
    silent.slots = silentSlots;
  }

  ConformanceSide &getSide() { return side; }

  /// The state at the start, with one age.
  Members getInitial();

  /// Called for each new member of a closure; false: stop.
  using Visitor = llvm::function_ref<bool(const Member &)>;

  /// All states that can be reached by waiting and unseen steps. Returns false
  /// if `visit` did or there were more than `maxMembers`.
  bool close(const Members &entry, unsigned numAges, Members &closed,
             Visitor visit);
  /// Whether the last closure had too many members.
  bool isTooLarge() const { return tooLarge; }

  /// The observable actions of some kind that members can do, without
  /// duplicates.
  llvm::SmallVector<ActionId, 8> getActions(const Members &closed,
                                            EdgeKind kind);
  /// The ages at which a member can do an action.
  Federation getEnabled(const Members &closed, ActionId action,
                        unsigned numAges);
  /// The states after an action, within ages of a zone, with one more age.
  Members step(const Members &closed, ActionId action, const Zone &within,
               unsigned numAges);
  /// The states after an action that no member takes.
  Members ignore(const Members &closed, const Zone &within, unsigned numAges);

  /// Intersects members with a zone over the ages; drops what is empty.
  void restrict(Members &members, const Zone &within);
  /// Makes members canonical: states that can do no more than others are added
  /// where that makes zones simpler, members within others dropped, the rest
  /// sorted. The traces stay what they are.
  void normalize(Members &members, unsigned numAges);

  const DiscreteState &getState(StateId id) {
    return id == silenceState ? silent : side.getState(id);
  }
  bool hasOverflowed() const { return overflowed; }

private:
  bool isInDiagonal(ClockIndex clock);
  void addSimulated(Member &member, unsigned numAges);
  bool add(Member member, Members &closed);
  bool addDelays(const Member &entry, unsigned numAges, Members &closed,
                 Visitor visit);
  bool addSilence(const Member &member, unsigned numAges, Members &closed,
                  Visitor visit);

  ConformanceSide &side;
  bool hasTime, silenceAfterTimelock;
  size_t maxMembers;
  bool tooLarge = false, overflowed = false;
  DiscreteState silent;
  llvm::SmallVector<uint16_t, 8> silentSlots;
};

/// The zone over the ages alone.
Zone getAges(const Zone &zone, unsigned numAges);

/// Intersects with a zone over the ages. Returns false if nothing is left.
bool restrictToAges(Zone &zone, const Zone &ages);

/// States of both sides that are possible after the observations of a zone.
struct StateSetNode {
  Members spec, impl;
  /// The observations, by their ages; members lie within.
  Zone domain;

  unsigned getNumAges() const { return domain.getDimension() - 1; }
  uint64_t getHash() const;
  /// Bytes of the zones.
  uint64_t getMemory() const;
  bool operator==(const StateSetNode &other) const;
};

/// Splits a domain into parts in each of which every member is possible for all
/// observations or for none; the domain as it is if that takes too many.
std::vector<Zone> splitDomain(const Zone &domain,
                              llvm::ArrayRef<const Members *> sets);

/// Drops ages that tell nothing: y is dropped if no member depends on it
/// within the domain. The last age stays, since it says what *now* is. Ages of
/// which all members know only a clock at a fixed distance are moved there.
void dropAges(StateSetNode &node);

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_STATESETS_H
