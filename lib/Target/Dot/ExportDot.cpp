//===- ExportDot.cpp - Pictures of models -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Target/ExportDot.h"
#include "Pictures.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tioga/InitAllDialects.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;

LogicalResult tioga::exportDot(Operation *op, raw_ostream &os) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](ModuleOp module) {
        for (Operation &child : *module.getBody())
          if (failed(exportDot(&child, os)))
            return failure();
        return success();
      })
      .Case<action::SystemOp, contract::InterfaceOp, sts::SystemOp,
            ta::NetworkOp, test::CaseOp>([&](auto system) {
        DotWriter writer(os);
        draw(system, writer);
        return success();
      })
      .Default([](Operation *other) {
        return other->emitError("there is no picture of this operation");
      });
}

void tioga::registerExportDot() {
  TranslateFromMLIRRegistration registration(
      "export-dot", "Write systems and tests as graphs for Graphviz",
      [](Operation *op, raw_ostream &os) { return exportDot(op, os); },
      [](DialectRegistry &registry) { registerAllDialects(registry); });
}
