//===- ActionToTA.cpp - Action systems to timed automata --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inverse of TAToAction.cpp, for action systems of its shape: one variable
// of an enumeration that each guard compares with a constant, that is assigned
// constants only, and that occurs nowhere else.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga {
#define GEN_PASS_DEF_CONVERTACTIONTOTA
#include "tioga/Conversion/Passes.h.inc"
} // namespace tioga

using namespace mlir;
using namespace tioga;

namespace {

/// Why a variable is not the location, and where that is seen.
struct Obstacle {
  Operation *op;
  std::string reason;
};

/// An action as an edge, an invariant as that of a location.
struct EdgeParts {
  StringRef source, target;
  Expr guard;
  Update update;
};

struct PlaceInvariant {
  SmallVector<Expr, 1> bounds;
  action::InvariantOp first;
};

class SystemConverter {
public:
  explicit SystemConverter(action::SystemOp system)
      : system(system), builder(system.getContext()) {}

  FailureOr<ta::NetworkOp> convert();

private:
  LogicalResult checkShape();
  std::optional<Obstacle> tryVariable(VarOp var);
  std::optional<Obstacle> readInvariant(action::InvariantOp invariant);
  std::optional<Obstacle> readAction(action::ActionOp action);
  /// The location that `variable == E::L` names; empty for anything else.
  StringRef getPlace(Expr expr) const;
  bool mentionsVariable(Expr expr) const;

  void write();
  void writeEdge(action::ActionOp action, const EdgeParts &parts);

  action::SystemOp system;
  OpBuilder builder;
  ExprContext context;
  VarOp variable;
  EnumType places;
  std::vector<EdgeParts> edges;
  llvm::StringMap<PlaceInvariant> invariants;
  ta::NetworkOp network;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

LogicalResult SystemConverter::checkShape() {
  for (auto order : system.getBody().getOps<action::OrderOp>())
    return order.emitOpError("an order has no counterpart in an automaton (the "
                             "pass action-lower-composition removes it)");
  for (auto action : system.getBody().getOps<action::ActionOp>()) {
    if (action.getParamsAttr() && !action.getParamsAttr().empty())
      return action.emitOpError(
          "parameters of an internal action have no counterpart in an "
          "automaton");
    Block &body = action.getBody().front();
    if (!body.empty() &&
        (!llvm::hasSingleElement(body) || !isa<action::AssignOp>(body.front())))
      return action.emitOpError(
          "a composed body has no counterpart in an automaton (the pass "
          "action-lower-composition removes it)");
  }
  return success();
}

bool SystemConverter::mentionsVariable(Expr expr) const {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names, [&](Expr name) {
    return name.getName() == VarOp(variable).getName();
  });
}

StringRef SystemConverter::getPlace(Expr expr) const {
  if (!expr.is(ExprKind::Eq))
    return {};
  for (unsigned side : {0u, 1u}) {
    Expr name = expr.getOperand(side), literal = expr.getOperand(1 - side);
    if (name.is(ExprKind::Name) &&
        name.getName() == VarOp(variable).getName() &&
        literal.is(ExprKind::EnumLit))
      return literal.getName();
  }
  return {};
}

std::optional<Obstacle>
SystemConverter::readInvariant(action::InvariantOp invariant) {
  Expr condition = context.import(invariant.getCondition().getExpr());
  StringRef place;
  if (condition.is(ExprKind::Implies))
    place = getPlace(condition.getOperand(0));
  if (place.empty() || mentionsVariable(condition.getOperand(1)))
    return Obstacle{invariant, "does not have the form 'place == L => ...'"};
  PlaceInvariant &found = invariants[place];
  found.bounds.push_back(condition.getOperand(1));
  if (!found.first)
    found.first = invariant;
  return std::nullopt;
}

std::optional<Obstacle> SystemConverter::readAction(action::ActionOp action) {
  EdgeParts parts;
  SmallVector<Expr> guard;
  if (action.getGuard())
    for (Expr conjunct :
         getConjuncts(context.import(action.getGuard()->getExpr()))) {
      StringRef place = getPlace(conjunct);
      if (!place.empty() && parts.source.empty())
        parts.source = place;
      else if (mentionsVariable(conjunct))
        return Obstacle{action, "asks for the location in more than one way"};
      else
        guard.push_back(conjunct);
    }
  if (parts.source.empty())
    return Obstacle{action, "does not say in which location it is possible"};
  parts.target = parts.source;
  if (!guard.empty())
    parts.guard = context.getAnd(guard);
  if (action.getResets())
    for (auto clock : action.getResets()->getAsRange<StringAttr>())
      parts.update.push_back(
          {context.getName(clock.getValue()), context.getInt(0)});
  for (auto assign : action.getBody().getOps<action::AssignOp>())
    for (const Assignment &each : assign.getUpdate().getAssignments()) {
      if (each.target.getName() == variable.getName()) {
        if (!each.value.is(ExprKind::EnumLit))
          return Obstacle{action, "does not lead to one location"};
        parts.target = context.import(each.value).getName();
      } else if (mentionsVariable(each.value)) {
        return Obstacle{action, "computes with the location"};
      } else {
        parts.update.push_back(
            {context.import(each.target), context.import(each.value)});
      }
    }
  edges.push_back(std::move(parts));
  return std::nullopt;
}

std::optional<Obstacle> SystemConverter::tryVariable(VarOp var) {
  variable = var;
  places = cast<EnumType>(var.getType());
  edges.clear();
  invariants.clear();
  for (auto invariant : system.getBody().getOps<action::InvariantOp>())
    if (std::optional<Obstacle> obstacle = readInvariant(invariant))
      return obstacle;
  for (auto action : system.getBody().getOps<action::ActionOp>())
    if (std::optional<Obstacle> obstacle = readAction(action))
      return obstacle;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void SystemConverter::writeEdge(action::ActionOp action,
                                const EdgeParts &parts) {
  MLIRContext *mlir = builder.getContext();
  ta::DirectionAttr direction;
  if (!action.isInternal())
    for (auto label : system.getBody().getOps<LabelOp>())
      if (label.getName() == *action.getLabel())
        direction = ta::DirectionAttr::get(
            mlir, label.getKind() == LabelKind::Input ? ta::Direction::Receive
                                                      : ta::Direction::Send);
  builder.create<ta::EdgeOp>(
      action.getLoc(), FlatSymbolRefAttr::get(mlir, parts.source),
      FlatSymbolRefAttr::get(mlir, parts.target), direction,
      action.getLabelAttr(),
      parts.guard ? ExprAttr::get(mlir, parts.guard) : ExprAttr(),
      parts.update.empty() ? UpdateAttr() : UpdateAttr::get(mlir, parts.update),
      action.getSymNameAttr(), /*restart=*/UnitAttr(), action.getLockedAttr(),
      action.getDocAttr(), action.getStemsAttr());
}

void SystemConverter::write() {
  MLIRContext *mlir = builder.getContext();
  StringAttr name = builder.getStringAttr(places.getName());
  // Without an initial value, a variable starts with the first literal.
  StringRef initial = places.getLiterals().front().getValue();
  if (variable.getInit())
    initial = context.import(variable.getInit()->getExpr()).getName();
  auto automaton = builder.create<ta::AutomatonOp>(
      variable.getLoc(), name, FlatSymbolRefAttr::get(mlir, initial),
      /*environment=*/UnitAttr(), variable.getDocAttr(), /*stems=*/ArrayAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&automaton.getBody().emplaceBlock());
  for (Operation &op : system.getBody().front())
    if (isa<VarOp, ClockOp>(op) && &op != variable)
      builder.clone(op);
  for (StringAttr place : places.getLiterals()) {
    PlaceInvariant invariant = invariants.lookup(place.getValue());
    action::InvariantOp first = invariant.first;
    builder.create<ta::LocationOp>(
        first ? first.getLoc() : variable.getLoc(), place,
        first ? ExprAttr::get(mlir, context.getAnd(invariant.bounds))
              : ExprAttr(),
        /*urgent=*/UnitAttr(), /*committed=*/UnitAttr(),
        /*accepting=*/UnitAttr(), /*locked=*/UnitAttr(),
        first ? first.getDocAttr() : StringAttr(), /*stems=*/ArrayAttr());
  }
  for (auto [action, parts] :
       llvm::zip(system.getBody().getOps<action::ActionOp>(), edges))
    writeEdge(action, parts);
}

FailureOr<ta::NetworkOp> SystemConverter::convert() {
  if (failed(checkShape()))
    return failure();
  std::optional<Obstacle> first;
  bool isFound = false;
  for (auto var : system.getBody().getOps<VarOp>()) {
    if (!isa<EnumType>(var.getType()))
      continue;
    std::optional<Obstacle> obstacle = tryVariable(var);
    isFound = !obstacle;
    if (isFound)
      break;
    if (!first)
      first = std::move(obstacle);
  }
  if (!isFound && first)
    return first->op->emitOpError(first->reason)
           << ": no variable of this system can be the location";
  if (!isFound)
    return system.emitOpError("has no variable of an enumeration that could be "
                              "the location");
  builder.setInsertionPointAfter(system);
  network =
      builder.create<ta::NetworkOp>(system.getLoc(), system.getSymNameAttr(),
                                    system.getDocAttr(), system.getStemsAttr());
  builder.setInsertionPointToStart(&network.getBody().emplaceBlock());
  for (Operation &op : system.getBody().front())
    if (isa<LabelOp, TextOp>(op))
      builder.clone(op);
  write();
  // Purposes speak of the location where they mean the automaton.
  Substitution rename(context);
  rename.set(context.getName(variable.getName()),
             context.getName(places.getName()));
  for (auto purpose : system.getBody().getOps<PurposeOp>()) {
    SmallVector<Attribute> steps;
    for (auto step : purpose.getSteps().getAsRange<ExprAttr>())
      steps.push_back(ExprAttr::get(
          builder.getContext(), rename.apply(context.import(step.getExpr()))));
    cast<PurposeOp>(builder.clone(*purpose))
        .setStepsAttr(builder.getArrayAttr(steps));
  }
  system.erase();
  return network;
}

FailureOr<ta::NetworkOp> tioga::convertToNetwork(action::SystemOp system) {
  return SystemConverter(system).convert();
}

namespace {
struct ConvertActionToTAPass
    : public tioga::impl::ConvertActionToTABase<ConvertActionToTAPass> {
  void runOnOperation() override {
    for (auto system :
         llvm::make_early_inc_range(getOperation().getOps<action::SystemOp>()))
      if (failed(convertToNetwork(system)))
        return signalPassFailure();
  }
};
} // namespace
