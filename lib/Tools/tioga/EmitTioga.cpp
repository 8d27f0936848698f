//===- EmitTioga.cpp - tioga compile --emit=tioga ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Target/ExportTioga.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

namespace {
class TiogaEmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;
};
} // namespace

/// Erases all systems but one and what it refers to.
static void keepOnly(mlir::Operation *system) {
  llvm::SmallPtrSet<mlir::Operation *, 4> kept = {system};
  system->walk([&](ta::ComponentOp component) {
    kept.insert(mlir::SymbolTable::lookupNearestSymbolFrom(
        system->getParentOp(), component.getContractAttr()));
  });
  for (mlir::Operation &op : llvm::make_early_inc_range(*system->getBlock()))
    if (!kept.contains(&op))
      op.erase();
}

int TiogaEmitter::emit(const EmitRequest &request) {
  auto [path, name] = splitReference(request.input);
  mlir::OwningOpRef<mlir::ModuleOp> module;
  if (name.empty()) {
    module = request.session.loadModule(path);
  } else {
    Session::Selected selected = request.session.loadSystemOp(request.input);
    if (!selected)
      return ExitRejected;
    module = std::move(selected.module);
    keepOnly(selected.system);
  }
  if (!module)
    return ExitRejected;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (mlir::failed(exportTioga(*module, stream)))
    return ExitRejected;
  if (mlir::failed(writeOutput(request.output,
                               [&](llvm::raw_ostream &os) { os << text; })))
    return ExitRejected;
  return ExitDone;
}

std::unique_ptr<Emitter> tioga::createTiogaEmitter() {
  return std::make_unique<TiogaEmitter>();
}
