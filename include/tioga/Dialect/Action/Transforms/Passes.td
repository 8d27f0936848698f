//===- Passes.td - Passes on the action dialect ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_ACTION_TRANSFORMS_PASSES_TD
#define TIOGA_DIALECT_ACTION_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ActionLowerComposition
    : Pass<"action-lower-composition", "::tioga::action::SystemOp"> {
  let summary = "Replace compositions by simple actions";
  let description = [{
    Each path through the body of an action becomes an action with one guard and
    one simultaneous assignment: sequences by substitution, choices by one action
    per alternative, prioritised choices by the negated enabledness of the
    alternatives before. An order becomes a variable that says which action was
    performed last.

    An action that is split keeps its name for the first part; the others are
    called `name#2`, `name#3` and so on.

    Requires: nothing beyond verified IR.
    Ensures: no `action.choice`, `action.require` or `action.order` remains, and a
    body holds at most one `action.assign`. Observable traces stay equal.
  }];
}

#endif // TIOGA_DIALECT_ACTION_TRANSFORMS_PASSES_TD
