//===- STSOps.td - Symbolic timed transition systems --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_STS_IR_STSOPS_TD
#define TIOGA_DIALECT_STS_IR_STSOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "tioga/Dialect/Tioga/IR/TiogaAttributes.td"
include "tioga/Dialect/Tioga/IR/TiogaInterfaces.td"
include "tioga/Dialect/Tioga/IR/TiogaTypes.td"

def STSDialect : Dialect {
  let name = "sts";
  let summary = "The waist: one symbolic timed transition system.";
  let cppNamespace = "::tioga::sts";
  let description = [{ See docs/Dialects/STS/RationaleSTS.md. }];
  let dependentDialects = ["::tioga::TiogaDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
}

class STSOp<string mnemonic, list<Trait> traits = []>
    : Op<STSDialect, mnemonic, traits>;

def STS_MoveAttr : AttrDef<STSDialect, "Move"> {
  let mnemonic = "move";
  let summary = "the move of one control variable";
  let description = [{
    A null `from` means any location.
  }];
  let parameters = (ins "::mlir::StringAttr":$control,
                        OptionalParameter<"::mlir::StringAttr">:$from,
                        "::mlir::StringAttr":$to);
  let hasCustomAssemblyFormat = 1;
}

def STS_SystemOp : STSOp<"system", [
    DeclareOpInterfaceMethods<Tioga_SystemOpInterface>, IsolatedFromAbove,
    NoRegionArguments, NoTerminator, SingleBlock, Symbol]> {
  let summary = "define a symbolic timed transition system";
  let description = [{
    `sync` systems make one step at a time in which all variables take new
    values; `async` systems interleave transitions. Time passes in `dense`
    systems only. All names are qualified (`Machine.x`).

    Example:

    ```mlir
    sts.system @Lamp async dense {
      tioga.label press input
      tioga.clock Switch.x
      sts.control Switch [Off, On] initial Off
      sts.invariant at Switch : On "Switch.x <= 5"
      sts.transition on press [Switch : Off -> On] do "Switch.x := 0"
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, UnitAttr:$sync,
                       UnitAttr:$dense, OptionalAttr<StrAttr>:$doc);
  let regions = (region SizedRegion<1>:$body); /*system_c1*/
                                               /*system_c2*/
                                               /*system_c3*/
  let assemblyFormat = [{
    $sym_name custom<StepAndTime>($sync, $dense) attr-dict-with-keyword $body
  }];
  let hasRegionVerifier = 1;
}

def STS_ControlOp : STSOp<"control", [HasParent<"SystemOp">]> {
  let summary = "declare a control variable";
  let description = [{
    A finite set of locations of which exactly one is occupied. In expressions
    the variable has the enumeration of its own name: `Switch == Switch::On`.

    Example:

    ```mlir
    sts.system @S async dense {
      sts.control Switch [Off, On] initial Off {accepting = ["On"]}
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, StrArrayAttr:$locations,   /*control_c1*/
                       StrAttr:$initial,                         /*control_c2*/
                       OptionalAttr<StrArrayAttr>:$accepting,    /*control_c3*/
                       UnitAttr:$environment);
  let assemblyFormat = [{
    custom<Name>($name) custom<Names>($locations) `initial`
    custom<Name>($initial) attr-dict
  }];
  let hasVerifier = 1;
}

def STS_InvariantOp : STSOp<"invariant", [HasParent<"SystemOp">]> {
  let summary = "state a condition that holds in every state";
  let description = [{
    With `at`, only while the control variable is in that location. A transition
    into a state that violates it is not enabled; time does not pass beyond it.

    Example:

    ```mlir
    sts.system @S async dense {
      tioga.clock x
      sts.control C [L] initial L
      sts.invariant at C : L "x <= 5"
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$control,      /*at_c1*/
                       OptionalAttr<StrAttr>:$location,     /*at_c2*/
                       Tioga_ExprAttr:$condition,           /*invariant_c1*/
                       OptionalAttr<StrAttr>:$origin);
  let assemblyFormat = [{
    `` custom<At>($control, $location) custom<ExprText>($condition) attr-dict
  }];
}

def STS_UrgentOp : STSOp<"urgent", [HasParent<"SystemOp">]> {
  let summary = "stop time in a location";
  let description = [{
    Example:

    ```mlir
    sts.system @S async dense {
      sts.control C [L] initial L
      sts.urgent at C : L
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$control,      /*at_c1*/
                       OptionalAttr<StrAttr>:$location);    /*at_c2*/
  let assemblyFormat = "`` custom<At>($control, $location) attr-dict";
}

def STS_TransitionOp : STSOp<"transition", [HasParent<"SystemOp">]> {
  let summary = "define a transition";
  let description = [{
    Without label it is internal. Parameters of the label are visible; internal
    transitions may have parameters of their own. What is not assigned keeps its
    value. `origin` names the elements of the model it stems from.

    Example:

    ```mlir
    sts.system @S async dense {
      tioga.label beep output
      tioga.clock x
      sts.control C [P, Q] initial P
      sts.transition on beep [C : P -> Q] guard "x < 3" do "x := 0"
      sts.transition internal [C : Q -> P] guard "x == 3"
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$label,           /*transition_c1*/
                       OptionalAttr<ArrayAttr>:$params,        /*transition_c2*/
                       OptionalAttr<ArrayAttr>:$moves,         /*transition_c3*/
                                                               /*transition_c4*/
                       OptionalAttr<Tioga_ExprAttr>:$guard,    /*transition_c5*/
                                                               /*transition_c7*/
                       OptionalAttr<Tioga_UpdateAttr>:$update, /*transition_c6*/
                       OptionalAttr<StrArrayAttr>:$origin);
  let assemblyFormat = [{
    custom<LabelOrInternal>($label, $params) `` custom<Moves>($moves)
    (`guard` custom<ExprText>($guard)^)? (`do` custom<UpdateText>($update)^)?
    attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{ bool isInternal() { return !getLabelAttr(); } }];
}

def STS_ConjunctOp : STSOp<"conjunct", [HasParent<"SystemOp">]> {
  let summary = "state one conjunct of the step relation";
  let description = [{
    Only in `sync` systems. With `initially` it constrains the first step,
    otherwise every later one. `id` is the requirement it stems from. The
    assumption is kept apart for coverage and traceability; the conjunct is
    `assume => guarantee`.

    Example:

    ```mlir
    sts.system @S sync {
      tioga.var input i : !tioga.bool
      tioga.var output o : !tioga.bool
      sts.conjunct initially "R0" guarantee "!o'"
      sts.conjunct "R1" assume "i'" guarantee "o'"
    }
    ```
  }];
  let arguments = (ins UnitAttr:$initially, /*conjunct_c2*/
                       StrAttr:$id,
                       OptionalAttr<Tioga_ExprAttr>:$assume, /*conjunct_c1*/
                       Tioga_ExprAttr:$guarantee,            /*conjunct_c1*/
                       OptionalAttr<StrAttr>:$view);
  let assemblyFormat = [{
    (`initially` $initially^)? $id (`assume` custom<ExprText>($assume)^)?
    `guarantee` custom<ExprText>($guarantee) attr-dict
  }];
}

#endif // TIOGA_DIALECT_STS_IR_STSOPS_TD
