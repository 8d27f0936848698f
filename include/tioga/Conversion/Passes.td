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

def ConvertActionToTA : Pass<"convert-action-to-ta", "::mlir::ModuleOp"> {
  let summary = "Convert timed action systems to timed automata";
  let description = [{
    Replaces each `action.system` by a `ta.network` of one automaton, whose
    locations are the values of one variable. The inverse of
    `convert-ta-to-action`, up to names.

    Requires: a variable of an enumeration that each guard compares with one
    constant, that each action assigns a constant or leaves alone, and that
    occurs elsewhere only in invariants `place == L => ...`; no composition
    (`action-lower-composition`), no parameters of internal actions.
    Ensures: no operation of the `action` dialect remains; edges are named after
    actions. Observable traces stay equal.
  }];
  let dependentDialects = ["::tioga::ta::TADialect"];
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

def ConvertTAToAction : Pass<"convert-ta-to-action", "::mlir::ModuleOp"> {
  let summary = "Convert timed automata to timed action systems";
  let description = [{
    Replaces each `ta.network` by an `action.system` with a variable `place`
    (numbered if there is one) of the enumeration of all locations: an edge is
    an action that asks for its source and assigns its target, an invariant a
    clause `place == L => ...`.

    Requires: one automaton (`ta-product`) that is no environment, no
    components, channels and restarts, no urgent, committed or accepting
    locations, and clocks that are set to 0 only.
    Ensures: no operation of the `ta` dialect remains; actions are named after
    edges or labels. Observable traces stay equal. Locks and requirements of
    locations are not kept.
  }];
  let dependentDialects = ["::tioga::action::ActionDialect"];
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
