//===- ContractOps.cpp - Operations of the contract dialect -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Tioga/IR/Assembly.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::contract;

#include "tioga/Dialect/Contract/IR/ContractDialect.cpp.inc"

void ContractDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "tioga/Dialect/Contract/IR/ContractOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "tioga/Dialect/Contract/IR/ContractOps.cpp.inc"

llvm::StringRef InterfaceOp::getFormalism() { return "contract"; }

namespace {

/// Checks one interface in one walk.
class InterfaceVerifier {
public:
  explicit InterfaceVerifier(InterfaceOp interface)
      : body(interface.getBody().front()) {}

  LogicalResult verify();

private:
  LogicalResult verifyContents();
  template <typename ClauseOp>
  LogicalResult verifyClause(ClauseOp clause);
  LogicalResult verifyView(Operation *op, FlatSymbolRefAttr view);
  LogicalResult verifyFrame(FrameOp frame);
  LogicalResult verifyTicks(TicksOp ticks);
  LogicalResult verifyDelay(TicksOp ticks);
  /// Checks that a name is that of an output or a hidden variable; null after
  /// reporting that it is not.
  const NameInfo *getControlled(Operation *op, StringRef name);

  Block &body;
  Scope scope;
  llvm::DenseSet<StringAttr> views;
  TicksOp firstTicks;
};

} // namespace

LogicalResult InterfaceVerifier::verifyContents() {
  for (Operation &op : body) {
    if (auto view = dyn_cast<ViewOp>(op)) {
      views.insert(view.getSymNameAttr());
      continue;
    }
    if (!isa<VarOp, PurposeOp, TextOp, InitiallyOp, RequireOp, FrameOp,
             TicksOp>(op)) // interface_c1
      return op.emitOpError("is not allowed in an interface");
    auto var = dyn_cast<VarOp>(op);
    if (!var)
      continue;
    if (var.getOwner() == Owner::State) // interface_c2
      return var.emitOpError("'")
             << var.getName() << "' is neither input nor output nor hidden";
    if (var.getInitAttr()) // interface_c3
      return var.emitOpError("'")
             << var.getName()
             << "' has an initial value, but contracts decide about the first "
                "step";
  }
  return success();
}

LogicalResult InterfaceVerifier::verifyView(Operation *op,
                                            FlatSymbolRefAttr view) {
  if (!view || views.contains(view.getAttr()))
    return success();
  Suggestion suggestion(view.getValue());
  for (StringAttr candidate : views)
    suggestion.consider(candidate.getValue());
  return op->emitOpError("view ")
         << view << " is not declared" << suggestion.str();
}

template <typename ClauseOp>
LogicalResult InterfaceVerifier::verifyClause(ClauseOp clause) {
  static constexpr Owner inputs[] = {Owner::Input};
  static constexpr Owner controlled[] = {Owner::Output, Owner::Hidden};
  if (failed(verifyView(clause, clause.getViewAttr()))) // clause_c3
    return failure();
  ExprRules rules;
  rules.allowPrimed = true;
  rules.allowUnprimed = !std::is_same_v<ClauseOp, InitiallyOp>; // clause_c4
  rules.primedOwners = inputs;
  if (failed(verifyCondition(clause, clause.getAssumeAttr(), "assumption",
                             scope, rules))) // clause_c1
    return failure();
  rules.primedOwners = controlled;
  return verifyCondition(clause, clause.getGuaranteeAttr(), "guarantee", scope,
                         rules); // clause_c2
}

const NameInfo *InterfaceVerifier::getControlled(Operation *op,
                                                 StringRef name) {
  Type type;
  const NameInfo *info = scope.lookup(name, &type);
  if (info && type == info->type && info->owner != Owner::Input)
    return info;
  op->emitOpError("'") << name << "' is not an output or hidden variable";
  return nullptr;
}

LogicalResult InterfaceVerifier::verifyFrame(FrameOp frame) {
  if (failed(verifyView(frame, frame.getViewAttr()))) // frame_c2
    return failure();
  if (!frame.getVariablesAttr())
    return success();
  for (auto variable : frame.getVariablesAttr().getAsRange<StringAttr>())
    if (!getControlled(frame, variable.getValue())) // frame_c1
      return failure();
  return success();
}

LogicalResult InterfaceVerifier::verifyTicks(TicksOp ticks) {
  if (firstTicks) { // ticks_c1
    InFlightDiagnostic diag = ticks.emitOpError("are declared twice");
    diag.attachNote(firstTicks.getLoc()) << "first declaration is here";
    return diag;
  }
  firstTicks = ticks;
  SmallVector<StringRef> names = {ticks.getClock()}; // ticks_c2
  if (ticks.getTimersAttr())                         // ticks_c3
    for (auto timer : ticks.getTimersAttr().getAsRange<StringAttr>())
      names.push_back(timer.getValue());
  for (StringRef name : names) {
    const NameInfo *info = getControlled(ticks, name);
    if (!info)
      return failure();
    if (!isNumeric(info->type))
      return ticks.emitOpError("'")
             << name << "' is " << typeToString(info->type)
             << ", expected a number";
  }
  return verifyDelay(ticks);
}

LogicalResult InterfaceVerifier::verifyDelay(TicksOp ticks) { // ticks_c4
  std::optional<StringRef> delay = ticks.getDelay();
  if (!delay)
    return success();
  if (!ticks.getSymbolic())
    return ticks.emitOpError("explicit ticks take one unit, not '")
           << *delay << "'";
  Type type;
  const NameInfo *info = scope.lookup(*delay, &type);
  if (!info || type != info->type || info->owner != Owner::Input)
    return ticks.emitOpError("'") << *delay << "' is not an input";
  auto range = dyn_cast<RangeType>(type);
  if (!range || range.getLow() < 0)
    return ticks.emitOpError("'")
           << *delay << "' is " << typeToString(type)
           << ", expected a range without negative numbers";
  return success();
}

LogicalResult InterfaceVerifier::verify() {
  if (failed(verifyContents()) || failed(scope.declare(body)))
    return failure();
  for (Operation &op : body) {
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case<InitiallyOp, RequireOp>(
                [&](auto clause) { return verifyClause(clause); })
            .Case([&](FrameOp frame) { return verifyFrame(frame); })
            .Case([&](TicksOp ticks) { return verifyTicks(ticks); })
            .Default([](Operation *) { return success(); });
    if (failed(result))
      return failure();
  }
  return verifyPurposes(body, scope, {});
}

LogicalResult InterfaceOp::verifyRegions() {
  return InterfaceVerifier(*this).verify();
}
