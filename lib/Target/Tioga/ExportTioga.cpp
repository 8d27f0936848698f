//===- ExportTioga.cpp - Write models as text -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Target/ExportTioga.h"
#include "Writer.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Frontend/Format.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::text;

static LogicalResult exportSystem(Operation *op, raw_ostream &os) {
  NameTable names(op);
  Writer writer(os, names);
  if (isa<ta::NetworkOp>(op))
    return writeNetwork(op, writer);
  if (isa<action::SystemOp>(op))
    return writeActions(op, writer);
  if (isa<contract::InterfaceOp>(op))
    return writeContract(op, writer);
  return op->emitError("the modelling language has no words for '")
         << op->getName() << "'";
}

static LogicalResult exportAll(Operation *op, raw_ostream &os) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    return exportSystem(op, os);
  bool isFirst = true;
  for (Operation &system : *module.getBody()) {
    if (!isFirst)
      os << "\n";
    isFirst = false;
    if (failed(exportSystem(&system, os)))
      return failure();
  }
  return success();
}

LogicalResult tioga::exportTioga(Operation *op, raw_ostream &os) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (failed(exportAll(op, stream)))
    return failure();
  // Where to break long lines is the formatter's business.
  std::optional<std::string> formatted =
      formatTioga(text, [&](size_t, size_t, const Twine &message) {
        op->emitError("the text that was written cannot be read: ") << message;
      });
  if (!formatted)
    return failure();
  os << *formatted;
  return success();
}

void tioga::registerExportTioga() {
  TranslateFromMLIRRegistration registration(
      "export-tioga", "write the modelling language",
      [](Operation *op, raw_ostream &os) { return exportTioga(op, os); },
      [](DialectRegistry &registry) {
        registry.insert<TiogaDialect, ta::TADialect, action::ActionDialect,
                        contract::ContractDialect>();
      });
}
