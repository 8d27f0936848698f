//===- Import.cpp - Read Tioga models ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Frontend/Import.h"
#include "Sema.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

OwningOpRef<ModuleOp> tioga::importTioga(llvm::SourceMgr &sourceMgr,
                                         MLIRContext *context,
                                         const ImportOptions &options) {
  context->loadDialect<TiogaDialect>();
  FileLoader loader(sourceMgr, context, options);
  const SourceFile *main = loader.loadMain();
  if (!main)
    return {};
  OwningOpRef<ModuleOp> module = Sema(context, loader).run(*main);
  return loader.hadErrors() ? OwningOpRef<ModuleOp>() : std::move(module);
}

void tioga::registerImportTioga() {
  TranslateToMLIRRegistration registration(
      "import-tioga", "read the modelling language",
      [](const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        return importTioga(*sourceMgr, context);
      });
}
