//===- ContractToSTS.cpp - Contracts to transition systems ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"

namespace tioga {
#define GEN_PASS_DEF_CONVERTCONTRACTTOSTS
#include "tioga/Conversion/Passes.h.inc"
} // namespace tioga

using namespace mlir;
using namespace tioga;

template <typename ClauseOp>
static void convertClause(ClauseOp clause, OpBuilder &builder) {
  bool initially = std::is_same_v<ClauseOp, contract::InitiallyOp>;
  FlatSymbolRefAttr view = clause.getViewAttr();
  builder.create<sts::ConjunctOp>(
      clause.getLoc(), initially ? builder.getUnitAttr() : UnitAttr(),
      clause.getIdAttr(), clause.getAssumeAttr(), clause.getGuaranteeAttr(),
      view ? view.getAttr() : StringAttr());
}

FailureOr<sts::SystemOp> tioga::convertToSTS(contract::InterfaceOp interface) {
  contract::expandTicks(interface);
  contract::expandFrames(interface);
  OpBuilder builder(interface.getContext());
  builder.setInsertionPointAfter(interface);
  auto system = builder.create<sts::SystemOp>(
      interface.getLoc(), interface.getSymNameAttr(),
      /*sync=*/builder.getUnitAttr(), /*dense=*/UnitAttr(),
      interface.getDocAttr());
  builder.setInsertionPointToStart(&system.getBody().emplaceBlock());
  for (Operation &op : interface.getBody().front()) {
    if (isa<VarOp, PurposeOp, TextOp>(op))
      builder.clone(op);
    else if (auto clause = dyn_cast<contract::InitiallyOp>(op))
      convertClause(clause, builder);
    else if (auto clause = dyn_cast<contract::RequireOp>(op))
      convertClause(clause, builder);
  }
  interface.erase();
  return system;
}

namespace {
struct ConvertContractToSTSPass
    : public tioga::impl::ConvertContractToSTSBase<ConvertContractToSTSPass> {
  void runOnOperation() override {
    for (auto interface : llvm::make_early_inc_range(
             getOperation().getOps<contract::InterfaceOp>()))
      if (failed(convertToSTS(interface)))
        return signalPassFailure();
  }
};
} // namespace
