//===- ZoneModel.h - A system prepared for zones ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The discrete part of a system (locations and data) is made explicit, state by
// state, when it is first reached: what leaves a discrete state is then a list
// of edges whose guards are plain clock constraints with integer constants. No
// expression is evaluated and no text compared while zones are computed.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ZONEMODEL_H
#define TIOGA_ENGINE_ZONEMODEL_H

#include "tioga/Engine/Overlay.h"
#include "tioga/Zone/Zone.h"
#include "llvm/Support/Allocator.h"
#include <deque>

namespace tioga {

/// Position of an action, a label with arguments, in an `Alphabet`.
using ActionId = uint32_t;
/// Position of a discrete state in a `ZoneModel`.
using StateId = uint32_t;

/// The actions of one or several systems. Systems that share an alphabet have
/// equal actions where labels have equal names and arguments are equal.
class Alphabet {
public:
  static constexpr ActionId silent = 0;

  struct Action {
    llvm::StringRef label;
    LabelKind kind;
    std::vector<Value> arguments;
  };

  Alphabet() : actions(1) {}
  ActionId get(const SystemLabel &label, llvm::ArrayRef<Value> arguments);
  const Action &operator[](ActionId id) const { return actions[id]; }

private:
  std::vector<Action> actions;
  /// By label, then by hash of the arguments, of which there may be thousands.
  llvm::StringMap<llvm::DenseMap<unsigned, llvm::SmallVector<ActionId, 1>>>
      byLabel;
};

/// `clock := source + offset`, where source 0 is the constant zero.
struct ZoneReset {
  ClockIndex clock;
  ClockIndex source;
  int32_t offset;
};

enum class EdgeKind : uint8_t { Silent, Input, Output };

/// A transition with fixed data. Clocks are those of the system, from 1.
struct ZoneEdge {
  /// What must hold before, the invariant of the target included.
  llvm::ArrayRef<Constraint> guard;
  llvm::ArrayRef<ZoneReset> resets;
  StateId target;
  ActionId action;
  /// Position among the transitions of the system. Alternatives of a
  /// disjunctive guard are edges with equal transition and arguments.
  uint32_t transition;
  EdgeKind kind;
};

/// A conjunction of constraints.
using ZoneConjunction = llvm::ArrayRef<Constraint>;

/// Locations and data, and all that follows from them.
struct DiscreteState {
  /// One number per control, then one per variable.
  llvm::ArrayRef<int32_t> key;
  llvm::ArrayRef<ZoneEdge> edges;
  /// Alternatives of the invariant; none if no valuation satisfies it.
  llvm::ArrayRef<ZoneConjunction> invariants;
  /// The part of `invariants` that environment automata contribute, if the
  /// model keeps them apart.
  llvm::ArrayRef<ZoneConjunction> environmentInvariants;
  /// Clocks whose value matters, ascending.
  llvm::ArrayRef<uint16_t> active;
  /// By clock: 1 + position in `active`; 0 if it does not matter.
  llvm::ArrayRef<uint16_t> slots;
  /// By position in `active`: greatest constants in lower and upper bounds that
  /// the clock may still be compared with.
  llvm::ArrayRef<int32_t> lower, upper;
  bool isUrgent = false;
  bool isExpanded = false;

  unsigned getDimension() const { return active.size() + 1; }
};

struct ZoneModelOptions {
  /// Multiple of all denominators; at least the system's own scale.
  int64_t scale = 1;
  /// Stop time in urgent states by a clock of their own, the last one, with the
  /// invariant `u <= 0`, instead of by `isUrgent`.
  bool useUrgencyClock = false;
  /// Keep invariants of environment automata apart from the others.
  bool splitEnvironment = false;
  /// Accept invariants that hold again after they have not held. Whoever lets
  /// time pass must then not pass over the gap.
  bool allowGaps = false;
  /// Most values of one parameter list.
  uint64_t maxArguments = 65536;
  /// Most alternatives of one disjunctive condition.
  unsigned maxAlternatives = 64;
};

/// A system, possibly with edits, prepared for zones. Grows while it is
/// explored: not for several threads.
///
/// What zones cannot represent (unbounded parameters, clocks with factors,
/// numbers beyond 32 bits) is found while states are expanded. It leaves a
/// reason in `getFailure`, and from then on nothing must be concluded.
class ZoneModel {
public:
  ZoneModel(const System &system, const SystemEdits *edits, Alphabet &alphabet,
            const ZoneModelOptions &options);
  ~ZoneModel();

  const System &getSystem() const { return system; }
  /// The transition at a position, edits applied.
  const SystemTransition &getTransition(unsigned index) const;
  const Alphabet &getAlphabet() const;
  int64_t getScale() const { return options.scale; }
  /// All clocks, the urgency clock included.
  unsigned getNumClocks() const { return numClocks; }
  bool hasUrgencyClock() const { return hasUrgency; }

  StateId getInitial() const { return initial; }
  const DiscreteState &getState(StateId id) {
    if (!states[id].isExpanded)
      expand(id);
    return states[id];
  }
  unsigned getNumStates() const { return states.size(); }

  /// Empty if everything so far could be represented.
  llvm::StringRef getFailure() const { return failure; }

  /// Constraints that relate two clocks, after scaling. Extrapolation must not
  /// ignore them.
  llvm::ArrayRef<Constraint> getDiagonals() const { return diagonals; }
  /// Whether constants of diagonals depend on data, so that the list above is
  /// not complete.
  bool hasUnknownDiagonals() const { return unknownDiagonals; }

  /// The values of variables and the locations of a state.
  unsigned getLocation(StateId id, unsigned control) const {
    return states[id].key[control];
  }
  Value getValue(StateId id, unsigned variable) const;

  /// The state with the same locations and values as one of another model of
  /// the same system, edited or not. Values that do not fit are a failure.
  StateId import(const ZoneModel &other, StateId id);

  /// The alternatives under which a condition over names of the system holds in
  /// a state.
  llvm::SmallVector<ZoneConjunction, 1> instantiate(Expr condition, StateId id);
  /// The same for a part of the guard of a transition with these arguments.
  llvm::SmallVector<ZoneConjunction, 1>
  instantiate(const SystemCondition &condition, StateId id,
              const SystemTransition *transition,
              llvm::ArrayRef<Value> arguments);
  /// Strengthens alternatives by what the invariants of environment automata
  /// ask where a transition leads.
  llvm::SmallVector<ZoneConjunction, 1>
  enterEnvironment(llvm::ArrayRef<ZoneConjunction> alternatives, StateId id,
                   const SystemTransition &transition,
                   llvm::ArrayRef<Value> arguments);
  /// Makes constants that the caller compares clocks with count as such
  /// everywhere. \pre no state was expanded yet, apart from the initial one.
  void addComparison(Expr condition);

private:
  struct Impl;
  void expand(StateId id);

  const System &system;
  ZoneModelOptions options;
  unsigned numClocks;
  bool hasUrgency = false;
  StateId initial = 0;
  /// A deque: references stay valid while it grows.
  std::deque<DiscreteState> states;
  std::string failure;
  std::vector<Constraint> diagonals;
  bool unknownDiagonals = false;
  std::unique_ptr<Impl> impl;
};

} // namespace tioga

#endif // TIOGA_ENGINE_ZONEMODEL_H
