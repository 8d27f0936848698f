//===- Overlay.h - Changes of a system --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mutant as engines see it: a list of changes of a System, by position. A
// mutant refers to what it does not change, so a thousand of them cost little
// more than their differences.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_OVERLAY_H
#define TIOGA_ENGINE_OVERLAY_H

#include "tioga/Engine/System.h"

namespace tioga {

/// Changes of one system.
///
/// All positions are those of the system before the changes; what is added
/// follows what was there, in the order given, so that the first added
/// transition has the position `getTransitions().size()`, and the first
/// location added to a control the position `locations.size()` there. Removing
/// moves nothing: a removed transition keeps its position and is never enabled.
///
/// All expressions belong to the context of the system; conditions are made by
/// `splitCondition` and resets by `makeClockReset`. Constants may need another
/// scale than the system's: whoever makes an edit extends `scale`.
struct SystemEdits {
  struct Replaced {
    unsigned transition;
    SystemTransition with;
  };
  struct Location {
    unsigned control;
    llvm::StringRef name;
    bool isUrgent = false;
  };
  struct ReplacedInvariant {
    /// Position among the invariants.
    unsigned invariant;
    /// Empty (`SystemCondition()`) to remove it.
    SystemCondition with;
  };
  struct AddedInvariant {
    /// Where it holds; everywhere if there is no control.
    std::optional<unsigned> control;
    unsigned location = 0;
    SystemInvariant invariant;
  };
  struct InitialLocation {
    unsigned control, location;
  };
  struct InitialValue {
    unsigned variable;
    Value value;
  };
  struct Urgency {
    unsigned control, location;
    bool isUrgent;
  };
  struct ReplacedConjunct {
    /// Of the first step, or of every later one.
    bool isInitial;
    unsigned conjunct;
    /// Null for `true`.
    Expr assume;
    Expr guarantee;
  };

  std::vector<Replaced> replaced;
  std::vector<unsigned> removed;
  std::vector<SystemTransition> added;
  std::vector<Location> addedLocations;
  std::vector<ReplacedInvariant> replacedInvariants;
  std::vector<AddedInvariant> addedInvariants;
  std::vector<InitialLocation> initialLocations;
  std::vector<InitialValue> initialValues;
  std::vector<Urgency> urgencies;
  /// Of `sync` systems.
  std::vector<ReplacedConjunct> replacedConjuncts;
  /// A multiple of the system's scale; 0 for the system's own.
  int64_t scale = 0;

  bool empty() const {
    return replaced.empty() && removed.empty() && added.empty() &&
           addedLocations.empty() && replacedInvariants.empty() &&
           addedInvariants.empty() && initialLocations.empty() &&
           initialValues.empty() && urgencies.empty() &&
           replacedConjuncts.empty();
  }
};

/// The changed system as a system of its own, for engines that read nothing
/// else. Positions are as described above: a removed transition stays, with the
/// guard `false`. It shares the expressions of `system`.
std::unique_ptr<System> applyEdits(const System &system,
                                   const SystemEdits &edits);

/// A copy that is changed for one list of edits after the other: only what the
/// edits touch is copied again.
class EditedSystem {
public:
  explicit EditedSystem(const System &original);
  ~EditedSystem();

  /// The same object every time.
  const System &get() const { return *system; }
  /// Undoes the last edits and applies these, which live as long as they are
  /// applied.
  void apply(const SystemEdits &edits);

private:
  const System &original;
  std::unique_ptr<System> system;
  const SystemEdits *applied = nullptr;
};

/// The system without its environment automata: without their moves, clocks'
/// constraints, updates and invariants. What differs only in the environment is
/// one transition. Returns null if there is no environment.
std::unique_ptr<System> removeEnvironment(const System &system);

/// The environment automata alone, as a system that sends the inputs and takes
/// the outputs: what a tester may do. Of conditions, those that mention nothing
/// else are kept, so it may do more than the environment where that shares
/// variables with the system. Returns null if there is no environment, or if it
/// computes values from those of the system.
std::unique_ptr<System> keepEnvironment(const System &system);

} // namespace tioga

#endif // TIOGA_ENGINE_OVERLAY_H
