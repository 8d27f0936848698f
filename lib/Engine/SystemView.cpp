//===- SystemView.cpp - A system with edits ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemView.h"

using namespace tioga;

bool SystemView::isEdited(unsigned transition) const {
  return llvm::is_contained(edits->removed, transition) ||
         llvm::any_of(edits->replaced, [&](const SystemEdits::Replaced &each) {
           return each.transition == transition;
         });
}

const SystemTransition *SystemView::getTransition(unsigned index) const {
  llvm::ArrayRef<SystemTransition> transitions = system.getTransitions();
  if (!edits)
    return &transitions[index];
  if (index >= transitions.size())
    return &edits->added[index - transitions.size()];
  if (llvm::is_contained(edits->removed, index))
    return nullptr;
  for (const SystemEdits::Replaced &replaced : edits->replaced)
    if (replaced.transition == index)
      return &replaced.with;
  return &transitions[index];
}

unsigned SystemView::getNumLocations(unsigned control) const {
  unsigned count = system.getControls()[control].locations.size();
  if (edits)
    count += llvm::count_if(edits->addedLocations,
                            [&](const SystemEdits::Location &added) {
                              return added.control == control;
                            });
  return count;
}

const SystemCondition &SystemView::getCondition(unsigned invariant) const {
  if (edits)
    for (const SystemEdits::ReplacedInvariant &replaced :
         edits->replacedInvariants)
      if (replaced.invariant == invariant)
        return replaced.with;
  return system.getInvariants()[invariant].condition;
}

bool SystemView::isUrgent(unsigned control, unsigned location) const {
  unsigned count = system.getControls()[control].locations.size();
  if (!edits)
    return system.isUrgent(control, location);
  for (const SystemEdits::Urgency &urgency : edits->urgencies)
    if (urgency.control == control && urgency.location == location)
      return urgency.isUrgent;
  if (location < count)
    return system.isUrgent(control, location);
  unsigned index = count;
  for (const SystemEdits::Location &added : edits->addedLocations)
    if (added.control == control && index++ == location)
      return added.isUrgent;
  return false;
}

bool SystemView::hasUrgentLocations() const {
  for (unsigned control = 0, e = system.getControls().size(); control < e;
       ++control)
    for (unsigned location = 0, n = getNumLocations(control); location < n;
         ++location)
      if (isUrgent(control, location))
        return true;
  return false;
}

unsigned SystemView::getInitialLocation(unsigned control) const {
  if (edits)
    for (const SystemEdits::InitialLocation &each : edits->initialLocations)
      if (each.control == control)
        return each.location;
  return system.getControls()[control].initial;
}

const Value &SystemView::getInitialValue(unsigned variable) const {
  if (edits)
    for (const SystemEdits::InitialValue &each : edits->initialValues)
      if (each.variable == variable)
        return each.value;
  return system.getVariables()[variable].initial;
}

Value SystemView::getControlValue(unsigned control, unsigned location) const {
  const SystemControl &declared = system.getControls()[control];
  if (location < declared.values.size())
    return declared.values[location];
  unsigned index = declared.values.size();
  for (const SystemEdits::Location &added : edits->addedLocations)
    if (added.control == control && index++ == location)
      return Value::getEnum(declared.getName(), added.name);
  llvm_unreachable("no such location");
}
