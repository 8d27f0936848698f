//===- Footprint.cpp - What of a model a test exercises ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Footprint.h"

using namespace tioga;

void Footprint::finish() {
  for (const SystemControl &control : system.getControls())
    entered.emplace_back(control.locations.size());
  for (const Locations &locations : visited)
    for (auto [control, location] : llvm::enumerate(locations))
      entered[control].set(location);
  for (const SystemTransition &transition : system.getTransitions())
    if (isTouchedBy(transition))
      for (const SystemMove &move : transition.moves)
        entered[move.control].set(move.to);
  invariants.resize(system.getInvariants().size());
  for (unsigned invariant : system.getGlobalInvariants())
    invariants.set(invariant);
  for (auto [control, locations] : llvm::enumerate(entered))
    for (unsigned location : locations.set_bits())
      for (unsigned invariant : system.getInvariantsAt(control, location))
        invariants.set(invariant);
}

static bool startsAt(const SystemTransition &transition,
                     llvm::ArrayRef<int32_t> locations) {
  return llvm::all_of(transition.moves, [&](const SystemMove &move) {
    return !move.from || int32_t(*move.from) == locations[move.control];
  });
}

bool Footprint::isTouchedBy(const SystemTransition &transition) const {
  // An input that the test does not send changes nothing.
  if (transition.label &&
      system.getLabels()[*transition.label].kind == LabelKind::Input)
    return llvm::any_of(inputs, [&](const auto &sent) {
      return sent.second == *transition.label &&
             startsAt(transition, sent.first);
    });
  return llvm::any_of(visited, [&](const Locations &locations) {
    return startsAt(transition, locations);
  });
}

bool Footprint::isEntered(unsigned control, unsigned location) const {
  return location < entered[control].size() && entered[control][location];
}

bool Footprint::isTouchedBy(const SystemEdits &edits) const {
  if (!edits.initialLocations.empty() || !edits.initialValues.empty())
    return true;
  for (const SystemEdits::Replaced &each : edits.replaced)
    if (isTouchedBy(system.getTransitions()[each.transition]) ||
        isTouchedBy(each.with))
      return true;
  for (unsigned transition : edits.removed)
    if (isTouchedBy(system.getTransitions()[transition]))
      return true;
  for (const SystemTransition &transition : edits.added)
    if (isTouchedBy(transition))
      return true;
  for (const SystemEdits::ReplacedInvariant &each : edits.replacedInvariants)
    if (invariants[each.invariant])
      return true;
  // What is added at new locations needs a changed transition to get there.
  for (const SystemEdits::AddedInvariant &each : edits.addedInvariants)
    if (!each.control || isEntered(*each.control, each.location))
      return true;
  return llvm::any_of(edits.urgencies, [&](const SystemEdits::Urgency &each) {
    return isEntered(each.control, each.location);
  });
}
