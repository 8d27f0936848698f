//===- CheckResponsive.cpp - Reject silent cycles ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"

namespace tioga::ta {
#define GEN_PASS_DEF_CHECKRESPONSIVE
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {
struct CheckResponsivePass
    : public ta::impl::CheckResponsiveBase<CheckResponsivePass> {
  using CheckResponsiveBase::CheckResponsiveBase;
  void runOnOperation() override {
    FailureOr<FlatNetwork> network = readNetwork(getOperation());
    if (failed(network))
      return signalPassFailure();
    Composition composition(*network);
    if (failed(checkResponsive(*network, composition, maxLocations)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
