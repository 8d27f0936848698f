//===- Tracker.h - The states a system may be in ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_TRACKER_H
#define TIOGA_CAMPAIGN_TRACKER_H

#include "tioga/Engine/ZoneModel.h"
#include "tioga/Zone/Federation.h"

namespace tioga {

/// A system and the actions it shares with nothing else.
struct TrackedSystem {
  TrackedSystem(const System &system, const SystemEdits *edits, int64_t scale)
      : model(system, edits, alphabet, {scale}) {}

  /// The action, or nothing that the system knows.
  ActionId getAction(unsigned label, llvm::ArrayRef<Value> arguments) {
    return alphabet.get(model.getSystem().getLabels()[label], arguments);
  }

  Alphabet alphabet;
  ZoneModel model;
};

/// All states in which a system may be, given what was observed, as a function
/// of the clocks of an observer.
///
/// A zone has the clocks of the system, then those of the observer. It holds
/// the valuations possible *now*, whenever that is; so the projection onto the
/// observer's clocks tells when the observation so far is possible at all.
class Tracker {
public:
  struct Options {
    unsigned numObserverClocks = 1;
    /// Whether inputs that no possible state takes are ignored, as a system
    /// under test does. A specification has nothing to say about them.
    bool ignoresInputs = false;
    /// Whether a state that can neither wait nor act is silent for ever (K7 of
    /// docs/Semantics.md). A specification that stops time cannot ask for more
    /// than silence, either.
    bool silenceAfterTimelock = false;
    /// The observer tells nothing apart beyond this value of its clocks, unless
    /// it is negative. Then loops of silent steps need not be followed for
    /// ever.
    int64_t horizon = -1;
    /// Symbolic states in one set.
    unsigned maxMembers = 1024;
  };

  Tracker(TrackedSystem &tracked, const Options &options);
  /// The same states of another system that is the same but for edits.
  Tracker(TrackedSystem &tracked, const Tracker &other);

  /// Lets time pass and silent steps happen, as far as they can. Must be called
  /// before anything else after construction and after each step.
  void close();
  /// Keeps the valuations of the observer's clocks that satisfy all
  /// constraints, in which clock 1 is the observer's first.
  void restrict(llvm::ArrayRef<Constraint> constraints);
  void restrict(const Federation &observer);

  /// Whether the observation is impossible.
  bool isEmpty() const { return members.empty(); }
  /// Whether some set could not be computed: nothing may be concluded.
  bool hasFailed() const { return failed; }

  /// The discrete states in which the system may be; some more than once.
  std::vector<StateId> getStates() const;

  /// When the observation is possible, over the observer's clocks.
  Federation getPresent() const;
  /// The outputs that may happen now, each with when.
  struct Enabled {
    ActionId action;
    Federation when;
  };
  std::vector<Enabled> getOutputs();
  /// The observable actions that may happen now, in a fixed order.
  std::vector<ActionId> getActions();
  /// When an action may happen.
  Federation getEnabled(ActionId action);

  /// Something is observed; the observer resets clocks.
  void step(ActionId action, llvm::ArrayRef<ClockIndex> resets);
  /// Nothing is observed; the observer resets clocks.
  void reset(llvm::ArrayRef<ClockIndex> resets);

  /// Whether every state is one of the other's.
  bool isIncludedIn(const Tracker &other) const;

private:
  /// The state of a system in which time has stopped.
  static constexpr StateId stopped = ~StateId(0);
  struct Member {
    StateId state;
    Zone zone;
  };

  bool insert(StateId state, Zone zone);
  void delay(Member member, std::vector<Member> &result);
  Federation getStopped(const Member &member, const DiscreteState &state) const;
  void extrapolate(StateId state, Zone &zone) const;
  Zone project(const Zone &zone) const;
  /// A set of valuations of the observer's clocks as one of all clocks.
  Federation lift(const Federation &observer) const;
  /// Intersects with a zone of the observer's clocks. Returns false if nothing
  /// is left.
  bool constrain(Zone &zone, const Zone &observer) const;
  bool isTakenEverywhere(const Member &member, ActionId action);
  Zone move(const Zone &zone, llvm::ArrayRef<ZoneReset> modelResets,
            llvm::ArrayRef<ClockIndex> resets) const;
  ClockIndex getObserver(ClockIndex clock) const {
    return clock ? clock + numModelClocks : 0;
  }

  TrackedSystem *tracked;
  Options options;
  unsigned numModelClocks;
  std::vector<Member> members;
  bool failed = false;
};

/// The constraints that describe `set` within `context`, as few and as simple
/// as a greedy search finds.
std::vector<Constraint> describeWithin(const Zone &set, const Zone &context);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_TRACKER_H
