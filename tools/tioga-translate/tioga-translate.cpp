//===- tioga-translate.cpp - Translate from and to Tioga's IR ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "tioga/InitAllTranslations.h"

int main(int argc, char **argv) {
  tioga::registerAllTranslations();
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "Tioga's translation driver"));
}
