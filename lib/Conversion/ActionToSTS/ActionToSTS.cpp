//===- ActionToSTS.cpp - Action systems to transition systems ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/Action/Transforms/Passes.h"

namespace tioga {
#define GEN_PASS_DEF_CONVERTACTIONTOSTS
#include "tioga/Conversion/Passes.h.inc"
} // namespace tioga

using namespace mlir;
using namespace tioga;

/// The assignments of a simple action, then its resets.
static UpdateAttr getUpdate(action::ActionOp action) {
  ExprContext context;
  Update update;
  for (auto assign : action.getBody().getOps<action::AssignOp>())
    llvm::append_range(update, assign.getUpdate().getAssignments());
  if (action.getResets())
    for (auto clock : action.getResets()->getAsRange<StringAttr>())
      update.push_back({context.getName(clock.getValue()), context.getInt(0)});
  return update.empty() ? UpdateAttr()
                        : UpdateAttr::get(action.getContext(), update);
}

static void convertAction(action::ActionOp action, OpBuilder &builder) {
  // Parts of a split action stem from the same element of the model.
  StringRef origin = action.getSymName().split('#').first;
  builder.create<sts::TransitionOp>(
      action.getLoc(), action.getLabelAttr(), action.getParamsAttr(),
      /*moves=*/ArrayAttr(), action.getGuardAttr(), getUpdate(action),
      builder.getStrArrayAttr({origin}));
}

FailureOr<sts::SystemOp> tioga::convertToSTS(action::SystemOp original) {
  if (failed(action::lowerComposition(original)))
    return failure();
  Block &body = original.getBody().front();
  OpBuilder builder(original.getContext());
  builder.setInsertionPointAfter(original);
  bool hasClocks = !body.getOps<ClockOp>().empty();
  auto system = builder.create<sts::SystemOp>(
      original.getLoc(), original.getSymNameAttr(), /*sync=*/UnitAttr(),
      hasClocks ? builder.getUnitAttr() : UnitAttr(), original.getDocAttr());
  builder.setInsertionPointToStart(&system.getBody().emplaceBlock());
  for (Operation &op : body)
    if (isa<VarOp, ClockOp, LabelOp, PurposeOp, TextOp>(op))
      builder.clone(op);
  for (auto invariant : body.getOps<action::InvariantOp>())
    builder.create<sts::InvariantOp>(
        invariant.getLoc(), /*control=*/StringAttr(), /*location=*/StringAttr(),
        invariant.getConditionAttr(), /*origin=*/StringAttr());
  for (auto action : body.getOps<action::ActionOp>())
    convertAction(action, builder);
  original.erase();
  return system;
}

namespace {
struct ConvertActionToSTSPass
    : public tioga::impl::ConvertActionToSTSBase<ConvertActionToSTSPass> {
  void runOnOperation() override {
    for (auto system :
         llvm::make_early_inc_range(getOperation().getOps<action::SystemOp>()))
      if (failed(convertToSTS(system)))
        return signalPassFailure();
  }
};
} // namespace
