//===- ExpandFrames.cpp - Frames to contracts -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringSet.h"

namespace tioga::contract {
#define GEN_PASS_DEF_CONTRACTEXPANDFRAMES
#include "tioga/Dialect/Contract/Transforms/Passes.h.inc"
} // namespace tioga::contract

using namespace mlir;
using namespace tioga;
using namespace tioga::contract;

/// Whether an expression mentions the new value of a variable or of one of its
/// fields.
static bool mentionsNew(Expr expr, StringRef variable) {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names, [&](Expr name) {
    StringRef path = name.getName();
    return name.isPrimed() && path.consume_front(variable) &&
           (path.empty() || path.front() == '.');
  });
}

/// All variables that a frame without names stands for.
static SmallVector<StringRef> getVariables(FrameOp frame, Block &body) {
  SmallVector<StringRef> names;
  if (frame.getVariables()) {
    for (auto name : frame.getVariables()->getAsRange<StringAttr>())
      names.push_back(name.getValue());
    return names;
  }
  // Time passes whatever the contracts say.
  llvm::StringSet<> clocks;
  for (auto ticks : body.getOps<TicksOp>())
    clocks.insert(ticks.getClock());
  for (auto var : body.getOps<VarOp>())
    if (var.getOwner() != Owner::Input && !clocks.contains(var.getName()))
      names.push_back(var.getName());
  return names;
}

static void expandFrame(FrameOp frame, StringRef variable,
                        ArrayRef<RequireOp> contracts, OpBuilder &builder) {
  ExprContext context;
  SmallVector<Expr> changes;
  for (RequireOp contract : contracts) {
    if (!mentionsNew(contract.getGuarantee().getExpr(), variable))
      continue;
    if (!contract.getAssume())
      return; // it always has a say
    changes.push_back(context.import(contract.getAssume()->getExpr()));
  }
  ExprAttr assume;
  if (!changes.empty())
    assume = ExprAttr::get(builder.getContext(),
                           context.getNot(context.getOr(changes)));
  Expr keeps = context.get(ExprKind::Eq, context.getName(variable, true),
                           context.getName(variable));
  builder.create<RequireOp>(
      frame.getLoc(), builder.getStringAttr("frame." + variable), assume,
      ExprAttr::get(builder.getContext(), keeps), frame.getViewAttr(),
      /*locked=*/UnitAttr(), /*doc=*/StringAttr());
}

void tioga::contract::expandFrames(InterfaceOp interface) {
  Block &body = interface.getBody().front();
  OpBuilder builder(interface.getContext());
  // Frames do not count for each other.
  auto contracts = llvm::to_vector(body.getOps<RequireOp>());
  for (auto frame : llvm::make_early_inc_range(body.getOps<FrameOp>())) {
    builder.setInsertionPoint(frame);
    for (StringRef variable : getVariables(frame, body))
      expandFrame(frame, variable, contracts, builder);
    frame.erase();
  }
}

namespace {
struct ContractExpandFramesPass
    : public tioga::contract::impl::ContractExpandFramesBase<
          ContractExpandFramesPass> {
  void runOnOperation() override { expandFrames(getOperation()); }
};
} // namespace
