//===- Passes.h - Passes on the contract dialect ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_CONTRACT_TRANSFORMS_PASSES_H
#define TIOGA_DIALECT_CONTRACT_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"

namespace tioga::contract {

/// Replace frames and ticks by contracts, as the passes do.
void expandFrames(InterfaceOp interface);
void expandTicks(InterfaceOp interface);
/// Takes coarse contracts apart, as the pass does.
void splitContracts(InterfaceOp interface);

#define GEN_PASS_DECL
#include "tioga/Dialect/Contract/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tioga/Dialect/Contract/Transforms/Passes.h.inc"

} // namespace tioga::contract

#endif // TIOGA_DIALECT_CONTRACT_TRANSFORMS_PASSES_H
