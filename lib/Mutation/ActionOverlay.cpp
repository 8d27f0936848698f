//===- ActionOverlay.cpp - Mutants of action systems, quickly ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Evaluate.h"
#include "tioga/Mutation/Overlay.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tioga;

/// Whether the conversion makes one transition of an action: its body is at
/// most one simultaneous assignment.
static bool isSimpleAction(action::ActionOp action) {
  Block &body = action.getBody().front();
  return body.empty() ||
         (llvm::hasSingleElement(body) && isa<action::AssignOp>(body.front()));
}

/// Whether names in the system are those of the model.
static bool hasRecords(action::SystemOp actions) {
  bool found = false;
  auto look = [&](ArrayAttr params) {
    if (params)
      for (auto param : params.getAsRange<ParamAttr>())
        found |= isa<RecordType>(param.getType());
  };
  actions.walk([&](Operation *op) {
    if (auto var = dyn_cast<VarOp>(op))
      found |= isa<RecordType>(var.getType());
    else if (auto label = dyn_cast<LabelOp>(op))
      look(label.getParamsAttr());
    else if (auto action = dyn_cast<action::ActionOp>(op))
      look(action.getParamsAttr());
  });
  return found;
}

void OverlayBuilder::readActions(action::SystemOp actions) {
  Block &body = actions.getBody().front();
  isSimple = body.getOps<action::OrderOp>().empty() && !hasRecords(actions);
  llvm::StringMap<llvm::SmallVector<unsigned, 1>> byOrigin;
  for (auto [index, transition] : llvm::enumerate(system.getTransitions()))
    for (llvm::StringRef origin : transition.origin)
      byOrigin[origin].push_back(index);
  for (auto action : body.getOps<action::ActionOp>()) {
    auto found = byOrigin.find(action.getSymName());
    if (isSimpleAction(action) && found != byOrigin.end() &&
        found->second.size() == 1)
      transitions[action] = found->second.front();
  }
  llvm::ArrayRef<unsigned> global = system.getGlobalInvariants();
  for (auto [position, invariant] :
       llvm::zip(global, body.getOps<action::InvariantOp>()))
    invariants[invariant] = position;
}

/// The attribute of an action that a list of edits leads to, null if none
/// changes it.
static const EditValue *getChange(llvm::ArrayRef<const Edit *> changes,
                                  llvm::StringRef attribute) {
  const EditValue *value = nullptr;
  for (const Edit *edit : changes)
    if (edit->attribute == attribute)
      value = &edit->value;
  return value;
}

bool OverlayBuilder::applyAction(action::ActionOp action,
                                 llvm::ArrayRef<const Edit *> changes,
                                 SystemEdits &result) {
  auto found = transitions.find(action);
  if (found == transitions.end())
    return false;
  ExprContext &context = system.getExprContext();
  SystemTransition transition = system.getTransitions()[found->second];
  if (const EditValue *value = getChange(changes, "guard")) {
    transition.guard =
        splitCondition(context.import(std::get<Expr>(*value)), system);
    if (transition.guard.hasClocks() && !extend(transition.guard.expr, result))
      return false;
  }
  if (const EditValue *value = getChange(changes, "update")) {
    transition.assignments.clear();
    for (const Assignment &each : std::get<Update>(*value)) {
      const Slot *slot = system.lookup(context.import(each.target));
      if (!slot)
        return false;
      transition.assignments.push_back(
          {slot->index, context.import(each.value)});
    }
  }
  if (const EditValue *value = getChange(changes, "resets")) {
    transition.resets.clear();
    if (auto *names = std::get_if<NameList>(value))
      for (llvm::StringRef name : *names)
        transition.resets.push_back(makeClockReset(system.lookup(name)->index,
                                                   context.getInt(0), system));
  }
  result.replaced.push_back({found->second, std::move(transition)});
  return true;
}

bool OverlayBuilder::applyInitial(VarOp var, const Edit &edit,
                                  SystemEdits &result) {
  EvalResult value =
      evaluate(system.getExprContext().import(std::get<Expr>(edit.value)),
               [](llvm::StringRef, bool) { return nullptr; });
  const Slot *slot = system.lookup(var.getName());
  if (!value || !slot)
    return false;
  result.initialValues.push_back({slot->index, value.value});
  return true;
}

bool OverlayBuilder::applyInvariant(action::InvariantOp invariant,
                                    llvm::ArrayRef<const Edit *> changes,
                                    SystemEdits &result) {
  ExprContext &context = system.getExprContext();
  Expr whole = context.import(invariant.getCondition().getExpr());
  for (const Edit *edit : changes)
    whole = replaceAtPath(whole, edit->path,
                          context.import(std::get<Expr>(edit->value)), context);
  SystemCondition condition = splitCondition(whole, system);
  if (!extend(whole, result))
    return false;
  result.replacedInvariants.push_back(
      {invariants.lookup(invariant), std::move(condition)});
  return true;
}

std::optional<SystemEdits>
OverlayBuilder::buildForActions(const Mutant &mutant) {
  SystemEdits result;
  // Everything that happens to one action belongs together.
  llvm::MapVector<Operation *, llvm::SmallVector<const Edit *, 2>> changes;
  for (const Edit &edit : mutant.edits) {
    if (edit.kind != Edit::Kind::Replace)
      return std::nullopt;
    bool isBody = isa<action::AssignOp>(edit.op);
    changes[isBody ? edit.op->getParentOp() : edit.op].push_back(&edit);
  }
  for (auto &[op, edits] : changes) {
    bool isApplied = false;
    if (auto action = dyn_cast<action::ActionOp>(op))
      isApplied = applyAction(action, edits, result);
    else if (auto var = dyn_cast<VarOp>(op))
      isApplied = applyInitial(var, *edits.back(), result);
    else if (auto invariant = dyn_cast<action::InvariantOp>(op))
      isApplied = applyInvariant(invariant, edits, result);
    if (!isApplied)
      return std::nullopt;
  }
  return result;
}
