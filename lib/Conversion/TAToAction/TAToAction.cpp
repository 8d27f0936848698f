//===- TAToAction.cpp - Timed automata to action systems --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The location becomes a variable of the enumeration of all locations, an edge
// from P to Q an action with the guard `place == P` and the assignment
// `place := Q`, an invariant of P the clause `place == P => ...`.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringSet.h"

namespace tioga {
#define GEN_PASS_DEF_CONVERTTATOACTION
#include "tioga/Conversion/Passes.h.inc"
} // namespace tioga

using namespace mlir;
using namespace tioga;

namespace {

class NetworkConverter {
public:
  explicit NetworkConverter(ta::NetworkOp network)
      : network(network), builder(network.getContext()) {}

  FailureOr<action::SystemOp> convert();

private:
  LogicalResult checkNetwork();
  LogicalResult checkAutomaton();
  LogicalResult checkEdge(ta::EdgeOp edge);
  void chooseNames();
  void addParamNames(ArrayAttr params);
  void writeDeclarations();
  void writeInvariant(ta::LocationOp location);
  void writeAction(ta::EdgeOp edge);
  Expr getPlace(StringRef place) { return context.getEnum(enumName, place); }
  Expr isAt(StringRef place) {
    return context.get(ExprKind::Eq, context.getName(variable),
                       getPlace(place));
  }
  ExprAttr getAttr(Expr expr) {
    return ExprAttr::get(builder.getContext(), expr);
  }

  ta::NetworkOp network;
  ta::AutomatonOp automaton;
  OpBuilder builder;
  ExprContext context;
  /// Names of variables, clocks and parameters; of enumerations; of actions.
  llvm::StringSet<> names, enums, symbols;
  llvm::StringSet<> clocks;
  std::string variable, enumName;
};

/// The name, with a number behind it if it is taken.
std::string makeUnique(StringRef name, llvm::StringSet<> &taken,
                       StringRef separator) {
  std::string result = name.str();
  for (unsigned number = 2; !taken.insert(result).second; ++number)
    result = (name + separator + Twine(number)).str();
  return result;
}

} // namespace

//===----------------------------------------------------------------------===//
// What has no counterpart
//===----------------------------------------------------------------------===//

LogicalResult NetworkConverter::checkNetwork() {
  for (auto component : network.getBody().getOps<ta::ComponentOp>())
    return component.emitOpError("a synchronous component has no counterpart "
                                 "in an action system");
  for (auto each : network.getBody().getOps<ta::AutomatonOp>()) {
    if (each.getEnvironment())
      return each.emitOpError(
          "an environment has no counterpart in an action system");
    if (automaton) {
      InFlightDiagnostic diag = each.emitOpError(
          "is a second automaton: an action system has one location (the pass "
          "ta-product makes one automaton of several)");
      diag.attachNote(automaton.getLoc()) << "first automaton is here";
      return diag;
    }
    automaton = each;
  }
  if (!automaton)
    return network.emitOpError("has no automaton");
  return checkAutomaton();
}

LogicalResult NetworkConverter::checkAutomaton() {
  llvm::StringMap<Location> declared;
  for (Block *block :
       {&network.getBody().front(), &automaton.getBody().front()})
    for (Operation &op : *block) {
      StringRef name;
      if (auto var = dyn_cast<VarOp>(op))
        name = var.getName();
      else if (auto clock = dyn_cast<ClockOp>(op))
        name = clock.getName();
      else
        continue;
      auto [known, isNew] = declared.try_emplace(name, op.getLoc());
      if (isNew)
        continue;
      InFlightDiagnostic diag = op.emitOpError("'")
                                << name << "' hides a name of the network";
      diag.attachNote(known->second) << "which is declared here";
      return diag;
    }
  for (auto clock : network.getBody().getOps<ClockOp>())
    clocks.insert(clock.getName());
  for (auto clock : automaton.getBody().getOps<ClockOp>())
    clocks.insert(clock.getName());
  for (auto location : automaton.getBody().getOps<ta::LocationOp>())
    if (location.getUrgent() || location.getCommitted() ||
        location.getAccepting())
      return location.emitOpError()
             << "a location that is "
             << (location.getUrgent()      ? "urgent"
                 : location.getCommitted() ? "committed"
                                           : "accepting")
             << " has no counterpart in an action system";
  for (auto edge : automaton.getBody().getOps<ta::EdgeOp>())
    if (failed(checkEdge(edge)))
      return failure();
  return success();
}

LogicalResult NetworkConverter::checkEdge(ta::EdgeOp edge) {
  if (edge.getRestart())
    return edge.emitOpError("a restart has no counterpart in an action system");
  if (!edge.isSilent())
    for (auto label : network.getBody().getOps<LabelOp>())
      if (label.getName() == *edge.getLabel() &&
          label.getKind() == LabelKind::Internal)
        return edge.emitOpError("channel '")
               << label.getName() << "' has no counterpart in an action system";
  if (!edge.getUpdate())
    return success();
  for (const Assignment &each : edge.getUpdate()->getAssignments()) {
    bool isReset = each.value.is(ExprKind::IntLit) && each.value.getInt() == 0;
    if (clocks.contains(each.target.getName()) && !isReset)
      return edge.emitOpError("sets clock '")
             << each.target.getName()
             << "' to something else than 0, which actions cannot";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Adds the enumerations inside a type.
static void addEnums(Type type, llvm::StringSet<> &enums) {
  type.walk([&](Type part) {
    if (auto enumeration = dyn_cast<EnumType>(part))
      enums.insert(enumeration.getName());
  });
}

void NetworkConverter::addParamNames(ArrayAttr params) {
  if (!params)
    return;
  for (auto param : params.getAsRange<ParamAttr>()) {
    names.insert(param.getName().getValue());
    addEnums(param.getType(), enums);
  }
}

void NetworkConverter::chooseNames() {
  network.walk([&](Operation *op) {
    if (auto var = dyn_cast<VarOp>(op)) {
      names.insert(var.getName());
      addEnums(var.getType(), enums);
    } else if (auto clock = dyn_cast<ClockOp>(op)) {
      names.insert(clock.getName());
    } else if (auto label = dyn_cast<LabelOp>(op)) {
      addParamNames(label.getParamsAttr());
    }
  });
  variable = makeUnique("place", names, "_");
  enumName = makeUnique(automaton.getSymName(), enums, "_");
}

void NetworkConverter::writeDeclarations() {
  SmallVector<StringAttr> places;
  for (auto location : automaton.getBody().getOps<ta::LocationOp>())
    places.push_back(location.getSymNameAttr());
  for (Operation &op : network.getBody().front())
    if (isa<LabelOp, TextOp>(op))
      builder.clone(op);
  builder.create<VarOp>(
      automaton.getLoc(), OwnerAttr::get(builder.getContext(), Owner::State),
      builder.getStringAttr(variable),
      TypeAttr::get(EnumType::get(builder.getContext(), enumName, places)),
      getAttr(getPlace(automaton.getInitial())), automaton.getDocAttr());
  for (Block *block :
       {&network.getBody().front(), &automaton.getBody().front()})
    for (Operation &op : *block)
      if (isa<VarOp, ClockOp>(op))
        builder.clone(op);
}

void NetworkConverter::writeInvariant(ta::LocationOp location) {
  if (!location.getInvariant())
    return;
  Expr bound = context.import(location.getInvariant()->getExpr());
  builder.create<action::InvariantOp>(
      location.getLoc(),
      getAttr(
          context.get(ExprKind::Implies, isAt(location.getSymName()), bound)),
      location.getDocAttr());
}

void NetworkConverter::writeAction(ta::EdgeOp edge) {
  SmallVector<Expr> conjuncts = {isAt(edge.getSource())};
  if (edge.getGuard())
    conjuncts.push_back(context.import(edge.getGuard()->getExpr()));
  SmallVector<StringRef> resets;
  Update update;
  if (edge.getUpdate())
    for (const Assignment &each : edge.getUpdate()->getAssignments()) {
      if (clocks.contains(each.target.getName()))
        resets.push_back(each.target.getName());
      else
        update.push_back(
            {context.import(each.target), context.import(each.value)});
    }
  update.push_back({context.getName(variable), getPlace(edge.getTarget())});
  std::string symbol =
      makeUnique(edge.getName().value_or(edge.getLabel().value_or("silent")),
                 symbols, "$");
  auto action = builder.create<action::ActionOp>(
      edge.getLoc(), builder.getStringAttr(symbol), edge.getLabelAttr(),
      /*params=*/ArrayAttr(), getAttr(context.getAnd(conjuncts)),
      resets.empty() ? ArrayAttr() : builder.getStrArrayAttr(resets),
      edge.getLockedAttr(), edge.getDocAttr(), edge.getStemsAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&action.getBody().emplaceBlock());
  builder.create<action::AssignOp>(
      edge.getLoc(), UpdateAttr::get(builder.getContext(), update));
}

FailureOr<action::SystemOp> NetworkConverter::convert() {
  if (failed(checkNetwork()))
    return failure();
  chooseNames();
  builder.setInsertionPointAfter(network);
  auto system = builder.create<action::SystemOp>(
      network.getLoc(), network.getSymNameAttr(), network.getDocAttr(),
      network.getStemsAttr());
  builder.setInsertionPointToStart(&system.getBody().emplaceBlock());
  writeDeclarations();
  for (auto location : automaton.getBody().getOps<ta::LocationOp>())
    writeInvariant(location);
  for (auto edge : automaton.getBody().getOps<ta::EdgeOp>())
    writeAction(edge);
  // Purposes speak of the automaton where they mean its location.
  Substitution rename(context);
  rename.set(context.getName(automaton.getSymName()),
             context.getName(variable));
  for (auto purpose : network.getBody().getOps<PurposeOp>()) {
    SmallVector<Attribute> steps;
    for (auto step : purpose.getSteps().getAsRange<ExprAttr>())
      steps.push_back(getAttr(rename.apply(context.import(step.getExpr()))));
    auto copy = cast<PurposeOp>(builder.clone(*purpose));
    copy.setStepsAttr(builder.getArrayAttr(steps));
  }
  network.erase();
  return system;
}

FailureOr<action::SystemOp> tioga::convertToActions(ta::NetworkOp network) {
  return NetworkConverter(network).convert();
}

namespace {
struct ConvertTAToActionPass
    : public tioga::impl::ConvertTAToActionBase<ConvertTAToActionPass> {
  void runOnOperation() override {
    for (auto network :
         llvm::make_early_inc_range(getOperation().getOps<ta::NetworkOp>()))
      if (failed(convertToActions(network)))
        return signalPassFailure();
  }
};
} // namespace
