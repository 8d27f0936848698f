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
    no timer that lies ahead; with a delay, by that input's value in the step
    before, or up to the first timer ahead. The contracts have the id `ticks`.

    Requires: nothing beyond verified IR.
    Ensures: no `contract.ticks` remains.
  }];
}

def ContractSplit : Pass<"contract-split", "::tioga::contract::InterfaceOp"> {
  let summary = "Take coarse contracts apart";
  let description = [{
    A contract whose assumption is a disjunction becomes one contract for each
    alternative (`R5.s1`, `R5.s2`). A contract whose assumption does not ask for
    the mode becomes one for each mode (`FR3.Initial`). The mode is the output or
    hidden variable of an enumeration that most assumptions read, if there is
    one.

    A fault in a coarse contract shows in one place of many; faults in its parts
    have to show in each. So mutants are made of the parts.

    Requires: nothing beyond verified IR.
    Ensures: the same steps are allowed.
  }];
}

#endif // TIOGA_DIALECT_CONTRACT_TRANSFORMS_PASSES_TD
