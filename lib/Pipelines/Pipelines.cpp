//===- Pipelines.cpp - From models to what engines read ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Pipelines/Pipelines.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"

using namespace tioga;

static void addTree(mlir::OpPassManager &networks, unsigned depth) {
  ta::UnfoldOptions unfold;
  unfold.depth = depth;
  networks.addPass(ta::createUnfold(unfold));
  networks.addPass(ta::createRenameClocks());
  networks.addPass(ta::createFoldInvariants());
}

void tioga::buildPipeline(mlir::OpPassManager &manager,
                          const PipelineOptions &options) {
  auto networks = [&]() -> mlir::OpPassManager & {
    return manager.nest<ta::NetworkOp>();
  };
  switch (options.stopAfter) {
  case Phase::Import:
    return;
  case Phase::Product:
    networks().addPass(ta::createProduct());
    return;
  case Phase::Unfold:
    addTree(networks(), options.depth);
    return;
  case Phase::Visible: {
    mlir::OpPassManager &nested = networks();
    addTree(nested, options.depth);
    nested.addPass(ta::createRemoveSilent());
    return;
  }
  case Phase::Determinize: {
    ta::DeterminizeOTFOptions determinize;
    determinize.depth = options.depth;
    networks().addPass(ta::createDeterminizeOTF(determinize));
    return;
  }
  case Phase::STS:
    manager.addPass(createConvertActionToSTS());
    manager.addPass(createConvertContractToSTS());
    manager.addPass(createConvertTAToSTS());
    return;
  }
}
