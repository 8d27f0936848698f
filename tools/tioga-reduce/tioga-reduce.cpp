//===- tioga-reduce.cpp - Make models small ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "mlir/Transforms/Passes.h"
#include "tioga/InitAllDialects.h"
#include "tioga/InitAllPasses.h"
#include "tioga/Reduce/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tioga::registerAllDialects(registry);
  tioga::registerAllPasses();
  tioga::registerReducePasses();
  mlir::registerTransformsPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
