//===- Overlay.cpp - Changes of a system ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Overlay.h"
#include "tioga/Engine/Environment.h"
#include "tioga/Expr/Rewrite.h"
#include <numeric>

using namespace tioga;

namespace tioga {

/// Makes changed copies of systems.
class SystemEditor {
public:
  explicit SystemEditor(const System &original)
      : result(new System(original)) {}
  explicit SystemEditor(std::unique_ptr<System> copy)
      : result(std::move(copy)) {}

  void apply(const SystemEdits &edits);
  /// Makes a system that edits were applied to what it was.
  void undo(const SystemEdits &edits, const System &original);
  bool computesFromOthers() const;
  /// Keeps the environment or all the rest.
  void separate(bool keepsEnvironment);
  std::unique_ptr<System> take() { return std::move(result); }

private:
  void addLocations(const SystemEdits &edits);
  void editTransitions(const SystemEdits &edits);
  void editInvariants(const SystemEdits &edits);
  void indexTransitions();

  bool isEnvironmentName(Expr name) const {
    return tioga::isEnvironmentName(*result, name);
  }
  bool isKept(Expr conjunct, llvm::ArrayRef<SystemParam> params) const;
  bool isKept(unsigned control) const {
    return result->controls[control].isEnvironment == keepsEnvironment;
  }
  void stripCondition(SystemCondition &condition,
                      llvm::ArrayRef<SystemParam> params) const;
  void stripTransition(SystemTransition &transition) const;
  void stripInvariants();

  bool keepsEnvironment = false;
  std::unique_ptr<System> result;
};

} // namespace tioga

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void SystemEditor::addLocations(const SystemEdits &edits) {
  for (const SystemEdits::Location &added : edits.addedLocations) {
    SystemControl &control = result->controls[added.control];
    control.locations.push_back(added.name);
    control.values.push_back(Value::getEnum(control.getName(), added.name));
    if (!control.accepting.empty())
      control.accepting.push_back(false);
    result->outTransitions[added.control].emplace_back();
    result->locationInvariants[added.control].emplace_back();
    result->urgentLocations[added.control].push_back(added.isUrgent);
  }
}

void SystemEditor::editTransitions(const SystemEdits &edits) {
  for (const SystemEdits::Replaced &replaced : edits.replaced)
    result->transitions[replaced.transition] = replaced.with;
  Expr never = result->context->getFalse();
  for (unsigned index : edits.removed) {
    SystemCondition &guard = result->transitions[index].guard;
    guard = SystemCondition();
    guard.expr = never;
    guard.data.push_back(never);
  }
  llvm::append_range(result->transitions, edits.added);
  indexTransitions();
}

void SystemEditor::indexTransitions() {
  result->freeTransitions.clear();
  for (auto &lists : result->outTransitions)
    for (std::vector<unsigned> &list : lists)
      list.clear();
  for (auto [index, transition] : llvm::enumerate(result->transitions)) {
    auto *move = llvm::find_if(transition.moves, [](const SystemMove &each) {
                   return each.from.has_value();
                 }).base();
    if (move == transition.moves.data() + transition.moves.size())
      result->freeTransitions.push_back(index);
    else
      result->outTransitions[move->control][*move->from].push_back(index);
  }
}

void SystemEditor::editInvariants(const SystemEdits &edits) {
  for (const SystemEdits::ReplacedInvariant &replaced :
       edits.replacedInvariants)
    result->invariants[replaced.invariant].condition = replaced.with;
  for (const SystemEdits::AddedInvariant &added : edits.addedInvariants) {
    unsigned index = result->invariants.size();
    result->invariants.push_back(added.invariant);
    if (added.control)
      result->locationInvariants[*added.control][added.location].push_back(
          index);
    else
      result->globalInvariants.push_back(index);
  }
}

void SystemEditor::apply(const SystemEdits &edits) {
  addLocations(edits);
  editTransitions(edits);
  editInvariants(edits);
  for (const SystemEdits::InitialLocation &initial : edits.initialLocations)
    result->controls[initial.control].initial = initial.location;
  for (const SystemEdits::InitialValue &initial : edits.initialValues)
    result->variables[initial.variable].initial = initial.value;
  for (const SystemEdits::Urgency &urgency : edits.urgencies)
    result->urgentLocations[urgency.control][urgency.location] =
        urgency.isUrgent;
  for (const SystemEdits::ReplacedConjunct &replaced :
       edits.replacedConjuncts) {
    SystemConjunct &conjunct =
        (replaced.isInitial ? result->initialConjuncts
                            : result->stepConjuncts)[replaced.conjunct];
    conjunct.assume = replaced.assume;
    conjunct.guarantee = replaced.guarantee;
  }
  if (edits.scale)
    result->scale = std::lcm(result->scale, edits.scale);
}

std::unique_ptr<System> tioga::applyEdits(const System &system,
                                          const SystemEdits &edits) {
  SystemEditor editor(system);
  editor.apply(edits);
  return editor.take();
}

void SystemEditor::undo(const SystemEdits &edits, const System &original) {
  bool isOnlyTransitions =
      edits.addedLocations.empty() && edits.replacedInvariants.empty() &&
      edits.addedInvariants.empty() && edits.initialLocations.empty() &&
      edits.initialValues.empty() && edits.urgencies.empty() &&
      edits.replacedConjuncts.empty();
  // Most edits are of transitions.
  if (!isOnlyTransitions) {
    *result = original;
    return;
  }
  size_t numTransitions = original.transitions.size();
  result->transitions.erase(result->transitions.begin() + numTransitions,
                            result->transitions.end());
  for (const SystemEdits::Replaced &replaced : edits.replaced)
    result->transitions[replaced.transition] =
        original.transitions[replaced.transition];
  for (unsigned index : edits.removed)
    result->transitions[index] = original.transitions[index];
  indexTransitions();
  result->scale = original.scale;
}

EditedSystem::EditedSystem(const System &original)
    : original(original), system(SystemEditor(original).take()) {}

EditedSystem::~EditedSystem() = default;

void EditedSystem::apply(const SystemEdits &edits) {
  SystemEditor editor(std::move(system));
  if (applied)
    editor.undo(*applied, original);
  editor.apply(edits);
  applied = &edits;
  system = editor.take();
}

//===----------------------------------------------------------------------===//
// The environment
//===----------------------------------------------------------------------===//

/// What belongs to the part that is kept. A conjunct over parameters alone is
/// the system's.
bool SystemEditor::isKept(Expr conjunct,
                          llvm::ArrayRef<SystemParam> params) const {
  llvm::SetVector<Expr> names;
  collectNames(conjunct, names);
  bool hasOwn = false, hasOther = false;
  for (Expr name : names) {
    bool isParam = llvm::any_of(
        params, [&](const SystemParam &param) { return param.name == name; });
    bool isOwn = isEnvironmentName(name);
    hasOwn |= isOwn;
    hasOther |= !isOwn && !isParam;
  }
  return keepsEnvironment ? hasOwn && !hasOther : !hasOwn;
}

void SystemEditor::stripCondition(SystemCondition &condition,
                                  llvm::ArrayRef<SystemParam> params) const {
  llvm::SmallVector<Expr> kept;
  for (Expr conjunct : getConjuncts(condition.expr))
    if (isKept(conjunct, params))
      kept.push_back(conjunct);
  condition = splitCondition(
      kept.empty() ? Expr() : result->context->getAnd(kept), *result);
}

void SystemEditor::stripTransition(SystemTransition &transition) const {
  llvm::erase_if(transition.moves,
                 [&](const SystemMove &move) { return !isKept(move.control); });
  stripCondition(transition.guard, transition.params);
  llvm::erase_if(transition.resets, [&](const ClockReset &reset) {
    return isEnvironmentName(result->clocks[reset.clock].name) !=
           keepsEnvironment;
  });
  llvm::erase_if(transition.assignments, [&](const DataAssignment &each) {
    return isEnvironmentName(result->variables[each.variable].name) !=
           keepsEnvironment;
  });
}

void SystemEditor::stripInvariants() {
  for (auto [control, lists] : llvm::enumerate(result->locationInvariants))
    if (!isKept(control))
      for (std::vector<unsigned> &list : lists)
        list.clear();
  for (SystemInvariant &invariant : result->invariants)
    stripCondition(invariant.condition, {});
  for (auto [control, urgent] : llvm::enumerate(result->urgentLocations))
    if (!isKept(control))
      urgent.assign(urgent.size(), false);
}

/// Whether the environment assigns something that it reads from the system.
bool SystemEditor::computesFromOthers() const {
  auto isForeign = [&](const SystemTransition &transition, Expr value) {
    llvm::SetVector<Expr> names;
    collectNames(value, names);
    return llvm::any_of(names, [&](Expr name) {
      return !isEnvironmentName(name) && !System::lookupParam(transition, name);
    });
  };
  for (const SystemTransition &transition : result->transitions) {
    for (const ClockReset &reset : transition.resets)
      if (isEnvironmentName(result->clocks[reset.clock].name) &&
          isForeign(transition, reset.value))
        return true;
    for (const DataAssignment &each : transition.assignments)
      if (isEnvironmentName(result->variables[each.variable].name) &&
          isForeign(transition, each.value))
        return true;
  }
  return false;
}

void SystemEditor::separate(bool environment) {
  keepsEnvironment = environment;
  std::vector<SystemTransition> kept;
  for (SystemTransition &transition : result->transitions) {
    bool wasSilent = result->isSilent(transition);
    stripTransition(transition);
    // A silent step of the others alone is nothing to this part.
    bool isIdle = wasSilent && transition.moves.empty() &&
                  transition.resets.empty() && transition.assignments.empty();
    if (!isIdle && llvm::none_of(kept, [&](const SystemTransition &other) {
          return haveSameEffect(transition, other);
        }))
      kept.push_back(std::move(transition));
  }
  result->transitions = std::move(kept);
  indexTransitions();
  stripInvariants();
  for (SystemControl &control : result->controls)
    control.isEnvironment = false;
}

std::unique_ptr<System> tioga::removeEnvironment(const System &system) {
  if (!system.hasEnvironment())
    return nullptr;
  SystemEditor editor(system);
  editor.separate(/*environment=*/false);
  return editor.take();
}

std::unique_ptr<System> tioga::keepEnvironment(const System &system) {
  if (!system.hasEnvironment())
    return nullptr;
  SystemEditor editor(system);
  if (editor.computesFromOthers())
    return nullptr;
  editor.separate(/*environment=*/true);
  return editor.take();
}
