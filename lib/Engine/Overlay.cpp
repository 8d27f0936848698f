//===- Overlay.cpp - Changes of a system ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Overlay.h"
#include "tioga/Expr/Rewrite.h"
#include <numeric>

using namespace tioga;

namespace tioga {

/// Makes changed copies of systems.
class SystemEditor {
public:
  explicit SystemEditor(const System &original)
      : result(new System(original)) {}

  void apply(const SystemEdits &edits);
  void removeEnvironment();
  std::unique_ptr<System> take() { return std::move(result); }

private:
  void addLocations(const SystemEdits &edits);
  void editTransitions(const SystemEdits &edits);
  void editInvariants(const SystemEdits &edits);
  void indexTransitions();

  bool isEnvironmentName(Expr name) const;
  bool mentionsEnvironment(Expr expr) const;
  void stripCondition(SystemCondition &condition) const;
  void stripTransition(SystemTransition &transition) const;
  void stripInvariants();

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

//===----------------------------------------------------------------------===//
// The environment
//===----------------------------------------------------------------------===//

/// Names are qualified: `Room.z` belongs to the automaton `Room`.
bool SystemEditor::isEnvironmentName(Expr name) const {
  return llvm::any_of(result->controls, [&](const SystemControl &control) {
    if (!control.isEnvironment)
      return false;
    llvm::StringRef text = name.getName();
    return text == control.getName() ||
           (text.consume_front(control.getName()) && text.starts_with("."));
  });
}

bool SystemEditor::mentionsEnvironment(Expr expr) const {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names,
                      [&](Expr name) { return isEnvironmentName(name); });
}

void SystemEditor::stripCondition(SystemCondition &condition) const {
  llvm::SmallVector<Expr> kept;
  for (Expr conjunct : getConjuncts(condition.expr))
    if (!mentionsEnvironment(conjunct))
      kept.push_back(conjunct);
  condition = splitCondition(
      kept.empty() ? Expr() : result->context->getAnd(kept), *result);
}

void SystemEditor::stripTransition(SystemTransition &transition) const {
  llvm::erase_if(transition.moves, [&](const SystemMove &move) {
    return result->controls[move.control].isEnvironment;
  });
  stripCondition(transition.guard);
  llvm::erase_if(transition.resets, [&](const ClockReset &reset) {
    return isEnvironmentName(result->clocks[reset.clock].name);
  });
  llvm::erase_if(transition.assignments, [&](const DataAssignment &each) {
    return isEnvironmentName(result->variables[each.variable].name);
  });
}

void SystemEditor::stripInvariants() {
  for (auto [control, lists] : llvm::enumerate(result->locationInvariants))
    if (result->controls[control].isEnvironment)
      for (std::vector<unsigned> &list : lists)
        list.clear();
  for (SystemInvariant &invariant : result->invariants)
    stripCondition(invariant.condition);
  for (auto [control, urgent] : llvm::enumerate(result->urgentLocations))
    if (result->controls[control].isEnvironment)
      urgent.assign(urgent.size(), false);
}

static bool haveSameEffect(const SystemTransition &a,
                           const SystemTransition &b) {
  auto sameMove = [](const SystemMove &x, const SystemMove &y) {
    return x.control == y.control && x.from == y.from && x.to == y.to;
  };
  auto sameReset = [](const ClockReset &x, const ClockReset &y) {
    return x.clock == y.clock && x.value == y.value;
  };
  auto sameAssignment = [](const DataAssignment &x, const DataAssignment &y) {
    return x.variable == y.variable && x.value == y.value;
  };
  return a.label == b.label && a.guard.expr == b.guard.expr &&
         std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(),
                    b.moves.end(), sameMove) &&
         std::equal(a.resets.begin(), a.resets.end(), b.resets.begin(),
                    b.resets.end(), sameReset) &&
         std::equal(a.assignments.begin(), a.assignments.end(),
                    b.assignments.begin(), b.assignments.end(), sameAssignment);
}

void SystemEditor::removeEnvironment() {
  std::vector<SystemTransition> kept;
  for (SystemTransition &transition : result->transitions) {
    bool wasSilent = result->isSilent(transition);
    stripTransition(transition);
    // A silent step of the environment alone is nothing to the system.
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
  if (llvm::none_of(system.getControls(), [](const SystemControl &control) {
        return control.isEnvironment;
      }))
    return nullptr;
  SystemEditor editor(system);
  editor.removeEnvironment();
  return editor.take();
}
