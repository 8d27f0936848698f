//===- SystemView.h - A system with edits -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYSTEMVIEW_H
#define TIOGA_LIB_ENGINE_SYSTEMVIEW_H

#include "tioga/Engine/Overlay.h"

namespace tioga {

/// Reads a system as if edits were applied, without a copy. Edits are few, so
/// that looking through them is cheaper than an index.
class SystemView {
public:
  SystemView(const System &system, const SystemEdits *edits)
      : system(system), edits(edits && !edits->empty() ? edits : nullptr) {}

  const System &getSystem() const { return system; }
  const SystemEdits *getEdits() const { return edits; }

  unsigned getNumTransitions() const {
    return system.getTransitions().size() + (edits ? edits->added.size() : 0);
  }
  /// Null if it was removed.
  const SystemTransition *getTransition(unsigned index) const;

  /// Calls `fn(index, transition)` for the transitions whose first move with a
  /// source starts at the location.
  template <typename Fn>
  void forEachOut(unsigned control, unsigned location, Fn fn) const;
  /// Calls `fn(index, transition)` for the transitions without source.
  template <typename Fn>
  void forEachFree(Fn fn) const;

  unsigned getNumLocations(unsigned control) const;
  /// Calls `fn(condition)` for the invariants of a location.
  template <typename Fn>
  void forEachInvariant(unsigned control, unsigned location, Fn fn) const;
  /// Calls `fn(condition)` for the invariants that hold everywhere.
  template <typename Fn>
  void forEachGlobalInvariant(Fn fn) const;
  bool isUrgent(unsigned control, unsigned location) const;
  bool hasUrgentLocations() const;

  unsigned getInitialLocation(unsigned control) const;
  const Value &getInitialValue(unsigned variable) const;
  /// What the name of a control evaluates to.
  Value getControlValue(unsigned control, unsigned location) const;

private:
  bool isEdited(unsigned transition) const;
  const SystemCondition &getCondition(unsigned invariant) const;
  static const SystemMove *getSource(const SystemTransition &transition) {
    for (const SystemMove &move : transition.moves)
      if (move.from)
        return &move;
    return nullptr;
  }
  /// Calls `fn(index, transition)` for what was replaced or added.
  template <typename Fn>
  void forEachEdited(Fn fn) const;

  const System &system;
  const SystemEdits *edits;
};

template <typename Fn>
void SystemView::forEachEdited(Fn fn) const {
  for (const SystemEdits::Replaced &replaced : edits->replaced)
    if (!llvm::is_contained(edits->removed, replaced.transition))
      fn(replaced.transition, replaced.with);
  unsigned base = system.getTransitions().size();
  for (auto [index, added] : llvm::enumerate(edits->added))
    fn(base + index, added);
}

template <typename Fn>
void SystemView::forEachOut(unsigned control, unsigned location, Fn fn) const {
  if (!edits) {
    for (unsigned index : system.getOutTransitions(control, location))
      fn(index, system.getTransitions()[index]);
    return;
  }
  if (location < system.getControls()[control].locations.size())
    for (unsigned index : system.getOutTransitions(control, location))
      if (!isEdited(index))
        fn(index, system.getTransitions()[index]);
  forEachEdited([&](unsigned index, const SystemTransition &transition) {
    const SystemMove *source = getSource(transition);
    if (source && source->control == control && *source->from == location)
      fn(index, transition);
  });
}

template <typename Fn>
void SystemView::forEachFree(Fn fn) const {
  for (unsigned index : system.getFreeTransitions())
    if (!edits || !isEdited(index))
      fn(index, system.getTransitions()[index]);
  if (edits)
    forEachEdited([&](unsigned index, const SystemTransition &transition) {
      if (!getSource(transition))
        fn(index, transition);
    });
}

template <typename Fn>
void SystemView::forEachInvariant(unsigned control, unsigned location,
                                  Fn fn) const {
  if (location < system.getControls()[control].locations.size())
    for (unsigned index : system.getInvariantsAt(control, location))
      fn(getCondition(index));
  if (edits)
    for (const SystemEdits::AddedInvariant &added : edits->addedInvariants)
      if (added.control && *added.control == control &&
          added.location == location)
        fn(added.invariant.condition);
}

template <typename Fn>
void SystemView::forEachGlobalInvariant(Fn fn) const {
  for (unsigned index : system.getGlobalInvariants())
    fn(getCondition(index));
  if (edits)
    for (const SystemEdits::AddedInvariant &added : edits->addedInvariants)
      if (!added.control)
        fn(added.invariant.condition);
}

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_SYSTEMVIEW_H
