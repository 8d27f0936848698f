//===- Ticks.cpp - Ticks to contracts ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga::contract {
#define GEN_PASS_DEF_CONTRACTTICKS
#include "tioga/Dialect/Contract/Transforms/Passes.h.inc"
} // namespace tioga::contract

using namespace mlir;
using namespace tioga;
using namespace tioga::contract;

/// Whether a contract for the first step says where the clock starts.
static bool hasStart(Block &body, Expr newClock) {
  return llvm::any_of(body.getOps<InitiallyOp>(), [&](InitiallyOp contract) {
    llvm::SetVector<Expr> names;
    collectNames(contract.getGuarantee().getExpr(), names);
    return llvm::any_of(names, [&](Expr name) {
      return name.isPrimed() && name.getName() == newClock.getName();
    });
  });
}

/// As far as the delay goes, or to the first timer before that.
static Expr getArrival(TicksOp ticks, ExprContext &context) {
  Expr clock = context.getName(ticks.getClock());
  Expr end =
      context.get(ExprKind::Add, clock, context.getName(*ticks.getDelay()));
  Expr arrival = end;
  if (ticks.getTimers())
    for (auto name : ticks.getTimers()->getAsRange<StringAttr>()) {
      Expr timer = context.getName(name.getValue());
      Expr limit = context.get(
          ExprKind::If, {context.get(ExprKind::Lt, clock, timer), timer, end});
      arrival = context.getCall(Builtin::Min, {arrival, limit});
    }
  return arrival;
}

static Expr getProgress(TicksOp ticks, ExprContext &context) {
  Expr clock = context.getName(ticks.getClock());
  Expr newClock = context.getName(ticks.getClock(), /*primed=*/true);
  if (!ticks.getSymbolic())
    return context.get(ExprKind::Eq, newClock,
                       context.get(ExprKind::Add, clock, context.getInt(1)));
  if (ticks.getDelay())
    return context.get(ExprKind::Eq, newClock, getArrival(ticks, context));
  SmallVector<Expr> parts = {context.get(ExprKind::Ge, newClock, clock)};
  if (ticks.getTimers())
    for (auto name : ticks.getTimers()->getAsRange<StringAttr>()) {
      Expr timer = context.getName(name.getValue());
      parts.push_back(context.get(ExprKind::Implies,
                                  context.get(ExprKind::Lt, clock, timer),
                                  context.get(ExprKind::Le, newClock, timer)));
    }
  return context.getAnd(parts);
}

void tioga::contract::expandTicks(InterfaceOp interface) {
  Block &body = interface.getBody().front();
  OpBuilder builder(interface.getContext());
  ExprContext context;
  for (auto ticks : llvm::make_early_inc_range(body.getOps<TicksOp>())) {
    builder.setInsertionPoint(ticks);
    Expr newClock = context.getName(ticks.getClock(), /*primed=*/true);
    StringAttr id = builder.getStringAttr("ticks");
    auto getAttr = [&](Expr expr) {
      return ExprAttr::get(builder.getContext(), expr);
    };
    if (!hasStart(body, newClock))
      builder.create<InitiallyOp>(
          ticks.getLoc(), id, /*assume=*/ExprAttr(),
          getAttr(context.get(ExprKind::Eq, newClock, context.getInt(0))),
          /*view=*/FlatSymbolRefAttr(), /*locked=*/UnitAttr(),
          /*doc=*/StringAttr());
    builder.create<RequireOp>(ticks.getLoc(), id, /*assume=*/ExprAttr(),
                              getAttr(getProgress(ticks, context)),
                              /*view=*/FlatSymbolRefAttr(),
                              /*locked=*/UnitAttr(), /*doc=*/StringAttr());
    ticks.erase();
  }
}

namespace {
struct ContractTicksPass
    : public tioga::contract::impl::ContractTicksBase<ContractTicksPass> {
  void runOnOperation() override { expandTicks(getOperation()); }
};
} // namespace
