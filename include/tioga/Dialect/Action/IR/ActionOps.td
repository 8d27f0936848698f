//===- ActionOps.td - Action systems ------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_ACTION_IR_ACTIONOPS_TD
#define TIOGA_DIALECT_ACTION_IR_ACTIONOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "tioga/Dialect/Tioga/IR/TiogaAttributes.td"
include "tioga/Dialect/Tioga/IR/TiogaInterfaces.td"
include "tioga/Dialect/Tioga/IR/TiogaTypes.td"

def ActionDialect : Dialect {
  let name = "action";
  let summary = "Guarded actions over typed data, with clocks if wanted.";
  let cppNamespace = "::tioga::action";
  let description = [{ See docs/Dialects/Action/RationaleAction.md. }];
  let dependentDialects = ["::tioga::TiogaDialect"];
}

class ActionOp<string mnemonic, list<Trait> traits = []>
    : Op<ActionDialect, mnemonic, traits>;

def Action_SystemOp : ActionOp<"system", [
    DeclareOpInterfaceMethods<Tioga_SystemOpInterface>, IsolatedFromAbove,
    NoRegionArguments, NoTerminator, SingleBlock, Symbol, SymbolTable]> {
  let summary = "define an action system";
  let description = [{
    Repeatedly, one enabled action is chosen and its assignments are made. An
    action is enabled if its guard holds, its assignments are defined and every
    assigned value lies in the range of its variable.

    Example:

    ```mlir
    action.system @Tank {
      tioga.var level : !tioga.range<0, 10>
      tioga.label fill input(n : !tioga.range<0, 10>)
      action.action @fill on fill guard "level + n <= 10" {
        action.assign "level := level + n"
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$doc,
                       OptionalAttr<StrArrayAttr>:$stems);
  let regions = (region SizedRegion<1>:$body); /*action_system_c1*/
                                               /*action_system_c2*/
                                               /*action_system_c3*/
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

def Action_InvariantOp : ActionOp<"invariant", [HasParent<"SystemOp">]> {
  let summary = "bound the passing of time";
  let description = [{
    Must hold in every state; time passes only while it does.

    Example:

    ```mlir
    action.system @S {
      tioga.var busy : !tioga.bool
      tioga.clock c
      action.invariant "busy => c <= 20"
    }
    ```
  }];
  let arguments = (ins Tioga_ExprAttr:$condition, /*action_invariant_c1*/
                       OptionalAttr<StrAttr>:$doc);
  let assemblyFormat = "custom<ExprText>($condition) attr-dict";
}

def Action_ActionOp : ActionOp<"action", [
    HasParent<"SystemOp">, NoRegionArguments, NoTerminator, SingleBlock,
    Symbol]> {
  let summary = "define an action";
  let description = [{
    Several actions may carry one label. An action without label is internal;
    it may have parameters of its own. `resets` lists clocks set to zero, at
    the end and whatever path the body takes. The body is a sequence of
    statements, each of which reads what those before it wrote; an empty body
    changes nothing.

    Example:

    ```mlir
    action.system @S {
      tioga.var n : !tioga.range<0, 3>
      action.action @step internal guard "n < 3" {
        action.assign "n := n + 1"
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$label,         /*action_c1*/
                       OptionalAttr<ArrayAttr>:$params,      /*action_c2*/
                       OptionalAttr<Tioga_ExprAttr>:$guard,  /*action_c3*/
                                                             /*action_c5*/
                       OptionalAttr<StrArrayAttr>:$resets,   /*action_c4*/
                       UnitAttr:$locked, OptionalAttr<StrAttr>:$doc,
                       OptionalAttr<StrArrayAttr>:$stems);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name custom<LabelOrInternal>($label, $params)
    (`guard` custom<ExprText>($guard)^)? (`resets` $resets^)?
    attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool isInternal() { return !getLabelAttr(); }
  }];
}

def Action_AssignOp : ActionOp<"assign", [
    ParentOneOf<["ActionOp", "ChoiceOp"]>]> { /*assign_c1*/
  let summary = "assign several variables at once";
  let description = [{
    Example:

    ```mlir
    action.system @S {
      tioga.var n : !tioga.int
      action.action @a internal {
        action.assign "n := n + 1"
      }
    }
    ```
  }];
  let arguments = (ins Tioga_UpdateAttr:$update); /*assign_c2*/
                                                  /*assign_c3*/
  let assemblyFormat = "custom<UpdateText>($update) attr-dict";
}

def Action_RequireOp : ActionOp<"require", [
    ParentOneOf<["ActionOp", "ChoiceOp"]>]> { /*require_c1*/
  let summary = "go on only if a condition holds";
  let description = [{
    The alternative it stands in is not enabled where the condition is false.

    Example:

    ```mlir
    action.system @S {
      tioga.var n : !tioga.int
      action.action @a internal {
        action.require "n > 0"
        action.assign "n := n - 1"
      }
    }
    ```
  }];
  let arguments = (ins Tioga_ExprAttr:$condition); /*require_c2*/
  let assemblyFormat = "custom<ExprText>($condition) attr-dict";
}

def Action_ChoiceOp : ActionOp<"choice", [
    NoRegionArguments, NoTerminator,
    ParentOneOf<["ActionOp", "ChoiceOp", "OrderOp"]>, SingleBlock]> {
  let summary = "choose between alternatives";
  let description = [{
    Any enabled region may run; with `prioritised`, a region runs only if none
    before it is enabled. Invariants do not count for that.

    Example:

    ```mlir
    action.system @S {
      tioga.var n : !tioga.int
      action.action @a internal {
        action.choice {
          action.assign "n := 1"
        }, {
          action.assign "n := 2"
        }
      }
    }
    ```
  }];
  let arguments = (ins UnitAttr:$prioritised);
  let regions = (region
      VariadicRegion<SizedRegion<1>>:$alternatives); /*choice_c1*/
                                                     /*choice_c2*/
  let assemblyFormat = [{
    (`prioritised` $prioritised^)? $alternatives attr-dict
  }];
  let hasVerifier = 1;
}

def Action_OrderOp : ActionOp<"order", [
    HasParent<"SystemOp">, NoRegionArguments, NoTerminator, SingleBlock]> {
  let summary = "fix the order of actions";
  let description = [{
    Holds `action.perform` and `action.choice`; a block is a sequence. The order
    is repeated for ever. Actions that it does not mention are never performed.
    At most one per system.

    Example:

    ```mlir
    action.system @S {
      action.action @a internal {
      }
      action.action @b internal {
      }
      action.order {
        action.perform @a
        action.perform @b
      }
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$body); /*order_c1*/
                                               /*order_c2*/
  let assemblyFormat = "attr-dict-with-keyword $body";
}

def Action_PerformOp : ActionOp<"perform", [
    ParentOneOf<["ChoiceOp", "OrderOp"]>]> { /*perform_c1*/
  let summary = "perform an action in an order";
  let description = [{
    Example:

    ```mlir
    action.system @S {
      action.action @a internal {
      }
      action.order {
        action.perform @a
      }
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$action); /*perform_c2*/
  let assemblyFormat = "$action attr-dict";
}

#endif // TIOGA_DIALECT_ACTION_IR_ACTIONOPS_TD
