//===- Passes.td - Passes on the contract dialect ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_CONTRACT_TRANSFORMS_PASSES_TD
#define TIOGA_DIALECT_CONTRACT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ContractExpandFrames
    : Pass<"contract-expand-frames", "::tioga::contract::InterfaceOp"> {
  let summary = "Replace frames by contracts";
  let description = [{
    For each variable `v` of a frame: a contract `frame.v` that guarantees
    `v' == v` unless the assumption of some contract of the interface that
    mentions `v'` holds. A variable that a contract without assumption mentions
    needs none.

    Requires: nothing beyond verified IR. Ticks are expanded first, so that they
    count as contracts.
    Ensures: no `contract.frame` remains.
  }];
}

def ContractTicks : Pass<"contract-ticks", "::tioga::contract::InterfaceOp"> {
  let summary = "Replace ticks by contracts";
  let description = [{
    The clock `now` starts at zero, unless a contract for the first step mentions
    it, and then grows: by one, or, with symbolic ticks, by any amount that skips
    no timer that lies ahead. The contracts have the id `ticks`.

    Requires: nothing beyond verified IR.
    Ensures: no `contract.ticks` remains.
  }];
}

#endif // TIOGA_DIALECT_CONTRACT_TRANSFORMS_PASSES_TD
