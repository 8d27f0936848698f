//===- tioga-lsp-server.cpp - Language server for Tioga's IR ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "tioga/InitAllDialects.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tioga::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
