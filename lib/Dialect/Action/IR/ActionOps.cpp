//===- ActionOps.cpp - Operations of the action dialect ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Tioga/IR/Assembly.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::action;

#include "tioga/Dialect/Action/IR/ActionDialect.cpp.inc"

void ActionDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "tioga/Dialect/Action/IR/ActionOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "tioga/Dialect/Action/IR/ActionOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ActionOp and ChoiceOp
//===----------------------------------------------------------------------===//

LogicalResult action::ActionOp::verify() {
  if (getLabelAttr() && getParamsAttr()) // action_c2
    return emitOpError("has a label and parameters of its own");
  if (failed(verifyParams(*this, getParamsAttr()))) // action_c2
    return failure();
  if (!getResetsAttr())
    return success();
  llvm::StringSet<> seen;
  for (auto clock : getResetsAttr().getAsRange<StringAttr>())
    if (!seen.insert(clock.getValue()).second) // action_c4
      return emitOpError("resets '") << clock.getValue() << "' twice";
  return success();
}

LogicalResult ChoiceOp::verify() {
  if (getAlternatives().empty()) // choice_c1
    return emitOpError("needs at least one alternative");
  return success();
}

//===----------------------------------------------------------------------===//
// SystemOp
//===----------------------------------------------------------------------===//

llvm::StringRef SystemOp::getFormalism() { return "action system"; }

namespace {

/// Checks one action system in one walk.
class SystemVerifier {
public:
  explicit SystemVerifier(SystemOp system) : body(system.getBody().front()) {}

  LogicalResult verify();

private:
  LogicalResult verifyContents();
  LogicalResult verifyAction(action::ActionOp action);
  LogicalResult verifyResets(action::ActionOp action);
  LogicalResult verifyStatements(Block &block, const Scope &visible,
                                 LabelOp urgentLabel);
  LogicalResult verifyOrder(Block &block);

  Block &body;
  Scope scope;
  LabelTable labels;
  llvm::DenseSet<StringAttr> actions;
};

} // namespace

LogicalResult SystemVerifier::verifyContents() {
  OrderOp order;
  for (Operation &op : body) {
    if (!isa<VarOp, ClockOp, LabelOp, PurposeOp, TextOp, InvariantOp,
             action::ActionOp, OrderOp>(op)) // action_system_c1
      return op.emitOpError("is not allowed in an action system");
    auto var = dyn_cast<VarOp>(op);
    if (var && var.getOwner() != Owner::State) // action_system_c2
      return var.emitOpError("'")
             << var.getName() << "' is " << stringifyOwner(var.getOwner())
             << ", but variables of action systems are state";
    auto other = dyn_cast<OrderOp>(op);
    if (order && other) { // action_system_c3
      InFlightDiagnostic diag = other.emitOpError("is a second order");
      diag.attachNote(order.getLoc()) << "first order is here";
      return diag;
    }
    if (other)
      order = other;
    if (auto action = dyn_cast<action::ActionOp>(op))
      actions.insert(action.getSymNameAttr());
  }
  return success();
}

LogicalResult SystemVerifier::verifyResets(action::ActionOp action) {
  if (!action.getResetsAttr())
    return success();
  for (auto clock : action.getResetsAttr().getAsRange<StringAttr>()) {
    const NameInfo *info = scope.lookup(clock.getValue());
    if (!info || info->kind != NameKind::Clock) // action_c4
      return action.emitOpError("resets '")
             << clock.getValue() << "', which is not a clock";
  }
  return success();
}

LogicalResult SystemVerifier::verifyStatements(Block &block,
                                               const Scope &visible,
                                               LabelOp urgentLabel) {
  for (Operation &op : block) {
    if (auto assign = dyn_cast<AssignOp>(op)) {
      ExprRules rules;
      rules.allowClocks = false; // assign_c2
      if (failed(verifyUpdate(assign, assign.getUpdateAttr(), visible,
                              rules))) // assign_c3
        return failure();
    } else if (auto require = dyn_cast<RequireOp>(op)) {
      if (failed(verifyCondition(require, require.getConditionAttr(),
                                 "condition", visible))) // require_c2
        return failure();
      if (urgentLabel &&
          failed(verifyUrgentGuard(require, require.getConditionAttr(),
                                   urgentLabel.getName(),
                                   visible))) // action_c5
        return failure();
    } else if (auto choice = dyn_cast<ChoiceOp>(op)) {
      for (Region &alternative : choice.getAlternatives())
        if (failed(verifyStatements(alternative.front(), visible, urgentLabel)))
          return failure();
    } else { // choice_c2, assign_c1, require_c1, perform_c1
      return op.emitOpError("is not a statement of an action");
    }
  }
  return success();
}

LogicalResult SystemVerifier::verifyAction(action::ActionOp action) {
  LabelOp label;
  if (!action.isInternal()) {
    label = labels.lookup(*action.getLabel());
    if (!label) // action_c1
      return action.emitOpError("label '")
             << *action.getLabel() << "' is not declared"
             << labels.suggest(*action.getLabel());
  }
  Scope visible(&scope);
  if (label)
    visible.declareParams(label);
  else
    visible.declareParams(action.getParamsAttr());
  if (failed(verifyCondition(action, action.getGuardAttr(), "guard",
                             visible))) // action_c3
    return failure();
  LabelOp urgentLabel = label && label.getUrgent() ? label : LabelOp();
  if (urgentLabel &&
      failed(verifyUrgentGuard(action, action.getGuardAttr(), label.getName(),
                               visible))) // action_c5
    return failure();
  if (failed(verifyResets(action)))
    return failure();
  return verifyStatements(action.getBody().front(), visible, urgentLabel);
}

LogicalResult SystemVerifier::verifyOrder(Block &block) {
  if (block.empty()) // order_c2
    return block.getParentOp()->emitOpError(
        "orders nothing: each alternative performs at least one action");
  for (Operation &op : block) {
    if (auto perform = dyn_cast<PerformOp>(op)) {
      StringAttr name = perform.getActionAttr().getAttr();
      if (actions.contains(name))
        continue;
      Suggestion suggestion(name.getValue());
      for (StringAttr action : actions)
        suggestion.consider(action.getValue());
      return perform.emitOpError()
             << perform.getActionAttr() << " is not an action"
             << suggestion.str(); // perform_c2
    }
    auto choice = dyn_cast<ChoiceOp>(op);
    if (!choice) // order_c1, choice_c2
      return op.emitOpError("is not allowed in an order");
    for (Region &alternative : choice.getAlternatives())
      if (failed(verifyOrder(alternative.front())))
        return failure();
  }
  return success();
}

LogicalResult SystemVerifier::verify() {
  if (failed(verifyContents()) || failed(labels.declare(body)) ||
      failed(scope.declare(body)))
    return failure();
  for (Operation &op : body) {
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](action::ActionOp action) { return verifyAction(action); })
            .Case([&](InvariantOp invariant) {
              return verifyCondition(invariant, invariant.getConditionAttr(),
                                     "condition",
                                     scope); // action_invariant_c1
            })
            .Case([&](OrderOp order) {
              return verifyOrder(order.getBody().front());
            })
            .Default([](Operation *) { return success(); });
    if (failed(result))
      return failure();
  }
  return verifyPurposes(body, scope, {});
}

LogicalResult SystemOp::verifyRegions() {
  return SystemVerifier(*this).verify();
}
