//===- StateSets.h - Determinization by sets of states ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After an observation, a system may be in several states. A *state set* holds
// them all: members are discrete states with a zone that relates the clocks of
// the model to *ages*, the times since some of the observable actions. Ages are
// what an observer knows, so that a state set and the values of its ages
// determine which members are possible: state sets are the locations of a
// deterministic automaton whose clocks are the ages.
//
// An unbounded number of ages would make every word have a state set of its
// own. Hence ages are forgotten where that changes nothing, and state sets that
// are equal up to the names of their ages are one:
//
//  (a) one age per observable action; what silent steps reset is private to a
//      member, as a clock of the model, and forgotten when it is reset again;
//  (b) the age of the last action is never forgotten: it aligns "now";
//  (c) an age y is forgotten only if (exists y. Z) & D is within Z for the zone
//  Z
//      of every member and every part D of the domain, the set of ages that are
//      possible at all;
//  (d) members whose ages are disjoint become separate state sets, and a domain
//      is split further, into parts in which the same members are possible, if
//      more can be forgotten then;
//  (e) an age is moved by the least value it can have: ages that differ by a
//      constant are the same;
//  (f) equal state sets are one. If none is new, the construction has closed.
//
// A clock of the model that is above every constant it may still be compared
// with is as good as any other such value; its relation to ages is forgotten
// too. This is the only abstraction, and it is exact.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_DIALECT_TA_TRANSFORMS_STATESETS_H
#define TIOGA_LIB_DIALECT_TA_TRANSFORMS_STATESETS_H

#include "tioga/Engine/ZoneModel.h"
#include "tioga/Zone/Federation.h"
#include "llvm/ADT/MapVector.h"
#include <deque>
#include <map>

namespace tioga::ta {

/// A discrete state with a zone over the ages of the state set, then over the
/// active clocks of the state.
struct SetMember {
  StateId state;
  Zone zone;
};

/// Where the ages of a state set come from when an edge leads to it.
struct AgeSource {
  /// Index of the age in the source; 0 for the action itself.
  ClockIndex age;
  /// What is subtracted.
  int32_t offset;

  friend bool operator==(const AgeSource &a, const AgeSource &b) {
    return a.age == b.age && a.offset == b.offset;
  }
};

struct SetEdge {
  ActionId action;
  /// Which ages of the source, at the time of the action, allow it.
  Federation guard;
  unsigned target;
  /// By age of the target, from 1.
  std::vector<AgeSource> sources;
  /// Transitions of the system that make up the action, ascending.
  std::vector<uint32_t> transitions;
};

struct StateSet {
  /// Ages have indices 1 to `numAges`; the last is that of the last action.
  unsigned numAges = 1;
  std::vector<SetMember> members;
  /// The ages that are possible on arrival.
  Federation domain = Federation(2);
  bool isAccepting = false;
  /// The number of actions of a shortest word that leads here.
  unsigned level = 0;

  // Filled in by `expand`.
  bool isExpanded = false;
  /// Ages at which time can have got to.
  Federation stay = Federation(2);
  std::vector<SetEdge> edges;
};

struct StateSetOptions {
  unsigned maxMembers = 10000;
  /// One state set per observable word.
  bool isTree = false;
};

/// Explores state sets.
class StateSets {
public:
  StateSets(const System &system, const StateSetOptions &options);

  /// State set 0 is that of the start.
  unsigned size() const { return sets.size(); }
  const StateSet &operator[](unsigned index) const { return sets[index]; }
  /// Computes edges; new state sets are added at the end. Returns false if that
  /// is impossible; `getFailure` tells why.
  bool expand(unsigned index);
  std::string getFailure() const {
    return failure.empty() ? model.getFailure().str() : failure;
  }

  const Alphabet &getAlphabet() const { return alphabet; }
  ZoneModel &getModel() { return model; }

private:
  /// A state set before it is made canonical, and what led to it.
  struct Candidate {
    StateSet set;
    std::vector<AgeSource> sources;
  };

  std::vector<SetMember> close(const StateSet &set);
  void elapse(const SetMember &member, unsigned numAges,
              std::vector<SetMember> &result);
  void take(const SetMember &member, const ZoneEdge &edge, unsigned numAges,
            std::vector<SetMember> &result);
  void addSuccessors(unsigned index, ActionId action,
                     std::vector<SetMember> members,
                     llvm::ArrayRef<uint32_t> transitions);
  std::vector<Candidate> separate(std::vector<SetMember> members,
                                  unsigned numAges);
  std::vector<Candidate> splitByAcceptance(Candidate candidate);
  bool splitIntoAtoms(const Candidate &whole, unsigned numAges,
                      size_t numAgesLeft, std::vector<Candidate> &parts);
  Candidate makeCandidate(std::vector<SetMember> members, Federation domain,
                          unsigned numAges);
  void addEdge(unsigned index, ActionId action, Federation guard,
               Candidate candidate, llvm::ArrayRef<uint32_t> transitions);
  void forgetLargeClocks(SetMember &member, unsigned numAges);
  bool canForget(const StateSet &set, ClockIndex age) const;
  void forget(Candidate &candidate, ClockIndex age);
  void reduce(Candidate &candidate);
  unsigned intern(StateSet set);
  bool isAccepting(StateId state) const;

  StateSetOptions options;
  Alphabet alphabet;
  ZoneModel model;
  bool hasAccepting = false;
  std::string failure;
  std::deque<StateSet> sets;
  std::map<std::vector<int32_t>, unsigned> known;
};

} // namespace tioga::ta

#endif // TIOGA_LIB_DIALECT_TA_TRANSFORMS_STATESETS_H
