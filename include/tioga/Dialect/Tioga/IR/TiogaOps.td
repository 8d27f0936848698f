//===- TiogaOps.td - Shared declarations -------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_TIOGAOPS_TD
#define TIOGA_DIALECT_TIOGA_IR_TIOGAOPS_TD

include "mlir/IR/OpBase.td"
include "tioga/Dialect/Tioga/IR/TiogaAttributes.td"
include "tioga/Dialect/Tioga/IR/TiogaInterfaces.td"
include "tioga/Dialect/Tioga/IR/TiogaTypes.td"

class TiogaOp<string mnemonic, list<Trait> traits = []>
    : Op<TiogaDialect, mnemonic, traits>;

def Tioga_VarOp : TiogaOp<"var"> {
  let summary = "declare a variable";
  let description = [{
    Variables are names, not symbols: they are resolved lexically, from the
    inside out. Without an initial value a variable starts with the first value
    of its type (docs/Semantics.md, V2).

    Example:

    ```mlir
    tioga.var level : !tioga.range<0, 10> = "3"
    tioga.var input enq : !tioga.bool
    ```
  }];
  let arguments = (ins DefaultValuedAttr<Tioga_OwnerAttr, "::tioga::Owner::State">:$owner,
                       StrAttr:$name,                       /*decl_c1*/
                       TypeAttrOf<Tioga_AnyType>:$type,     /*decl_c3*/
                       OptionalAttr<Tioga_ExprAttr>:$init,  /*decl_c2*/
                       OptionalAttr<StrAttr>:$doc);
  let assemblyFormat = [{
    custom<OwnerAndName>($owner, $name) `:` $type
    (`=` custom<ExprText>($init)^)? attr-dict
  }];
}

def Tioga_ClockOp : TiogaOp<"clock"> {
  let summary = "declare a clock";
  let description = [{
    A clock starts at zero and grows with time.

    Example:

    ```mlir
    tioga.clock x
    ```
  }];
  let arguments = (ins StrAttr:$name, OptionalAttr<StrAttr>:$doc);
  let assemblyFormat = "custom<Name>($name) attr-dict";
}

def Tioga_LabelOp : TiogaOp<"label"> {
  let summary = "declare a label";
  let description = [{
    A label names what systems do together. Its parameters are visible, under
    the names given here, in guards and updates of everything that carries the
    label. An `internal` label is a channel between automata: binary, unless it
    is `broadcast`. Time does not pass while an `urgent` label is enabled.

    Example:

    ```mlir
    tioga.label coin input
    tioga.label ack output(code : !tioga.range<0, 9>)
    tioga.label go internal {broadcast, urgent}
    ```
  }];
  let arguments = (ins StrAttr:$name, Tioga_LabelKindAttr:$kind, /*decl_c1*/
                       OptionalAttr<ArrayAttr>:$params,          /*label_c1*/
                                                                 /*label_c2*/
                       UnitAttr:$broadcast,                      /*label_c3*/
                       UnitAttr:$urgent,                         /*label_c4*/
                       OptionalAttr<StrAttr>:$channel,
                       OptionalAttr<StrAttr>:$doc);
  let assemblyFormat = [{
    custom<Name>($name) custom<Kind>($kind) `` custom<Params>($params) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns the number of parameters.
    unsigned getNumParams() { return getParams() ? getParams()->size() : 0; }
    /// Returns a parameter.
    ::tioga::ParamAttr getParam(unsigned index) {
      return ::llvm::cast<::tioga::ParamAttr>((*getParams())[index]);
    }
  }];
}

def Tioga_PurposeOp : TiogaOp<"purpose"> {
  let summary = "state what a test should reach";
  let description = [{
    A sequence of predicates that must hold one after another.

    Example:

    ```mlir
    tioga.purpose full [#tioga.expr<"F">]
    ```
  }];
  let arguments = (ins StrAttr:$name,
                       TypedArrayAttrBase<Tioga_ExprAttr,
                           "predicates">:$steps, /*purpose_c1*/
                                                 /*purpose_c2*/
                       OptionalAttr<StrAttr>:$doc);
  let assemblyFormat = "custom<Name>($name) $steps attr-dict";
  let hasVerifier = 1;
}

def Tioga_TextOp : TiogaOp<"text"> {
  let summary = "hold the informal text of a requirement";
  let description = [{
    Example:

    ```mlir
    tioga.text "R1" "The buffer fills up."
    ```
  }];
  let arguments = (ins StrAttr:$id, StrAttr:$text);
  let assemblyFormat = "$id $text attr-dict";
}

#endif // TIOGA_DIALECT_TIOGA_IR_TIOGAOPS_TD
