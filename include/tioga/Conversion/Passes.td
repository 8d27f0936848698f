//===- Passes.td - Conversions between dialects ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CONVERSION_PASSES_TD
#define TIOGA_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertActionToSTS : Pass<"convert-action-to-sts", "::mlir::ModuleOp"> {
  let summary = "Convert action systems to transition systems";
  let description = [{
    Replaces each `action.system` by an `sts.system` with the same observable
    traces. Compositions are lowered first (`action-lower-composition`).

    Requires: nothing beyond verified IR.
    Ensures: no operation of the `action` dialect remains; implicit range guards
    are left to the engines, which disable a transition whose update leaves a
    range (docs/Semantics.md, V4).
  }];
  let dependentDialects = ["::tioga::sts::STSDialect"];
}

def ConvertContractToSTS : Pass<"convert-contract-to-sts", "::mlir::ModuleOp"> {
  let summary = "Convert contracts to transition systems";
  let description = [{
    Replaces each `contract.interface` by a synchronous `sts.system` whose step
    relation is the list of `assume => guarantee` conjuncts. Frames and ticks are
    expanded first (`contract-expand-frames`, `contract-ticks`).

    Requires: nothing beyond verified IR.
    Ensures: no operation of the `contract` dialect remains; each conjunct keeps
    the requirement id and the view of its contract.
  }];
  let dependentDialects = ["::tioga::sts::STSDialect"];
}

def ConvertTAToSTS : Pass<"convert-ta-to-sts", "::mlir::ModuleOp"> {
  let summary = "Convert networks of timed automata to transition systems";
  let description = [{
    Replaces each `ta.network` by an `sts.system` with the same observable
    traces. The network is not multiplied out: one control variable per
    automaton, one transition per synchronising tuple of edges.

    Requires: nothing beyond verified IR.
    Ensures: no operation of the `ta` dialect remains; names are qualified by
    their automaton; committed locations are conjuncts of guards.
  }];
  let dependentDialects = ["::tioga::sts::STSDialect"];
}

#endif // TIOGA_CONVERSION_PASSES_TD
