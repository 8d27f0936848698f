//===- TiogaAttributes.td - Expressions as attributes ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_TIOGAATTRIBUTES_TD
#define TIOGA_DIALECT_TIOGA_IR_TIOGAATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "tioga/Dialect/Tioga/IR/TiogaDialect.td"
include "tioga/Dialect/Tioga/IR/TiogaEnums.td"

class Tioga_Attr<string name, string attrMnemonic>
    : AttrDef<TiogaDialect, name> {
  let mnemonic = attrMnemonic;
}

def Tioga_ExprAttr : Tioga_Attr<"Expr", "expr"> {
  let summary = "an expression, printed as a string in the language's syntax";
  let parameters = (ins "::tioga::Expr":$expr); /*expr_c1*/
                                                /*expr_c2*/
                                                /*expr_c3*/
                                                /*expr_c4*/
                                                /*expr_c5*/
  let hasCustomAssemblyFormat = 1;
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "::tioga::Expr":$expr)>];
}

def Tioga_UpdateAttr : Tioga_Attr<"Update", "update"> {
  let summary = "simultaneous assignments, printed as a string";
  let parameters = (ins
      ArrayRefParameter<"::tioga::Assignment">:$assignments); /*update_c1*/
                                                              /*update_c2*/
                                                              /*update_c3*/
  let hasCustomAssemblyFormat = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<::tioga::Assignment>":$assignments)>
  ];
}

def Tioga_ParamAttr : Tioga_Attr<"Param", "param"> {
  let summary = "a parameter of a label";
  let parameters = (ins "::mlir::StringAttr":$name, "::mlir::Type":$type);
  let assemblyFormat = "`<` $name `,` $type `>`";
}

def Tioga_RangeEndAttr : Tioga_Attr<"RangeEnd", "end"> {
  let summary = "where a source range ends; metadata of a fused location";
  let description = [{
    MLIR 19 has no source ranges: a range is a `FusedLoc` of the location where
    it begins, with this attribute as metadata. The end is exclusive.
  }];
  let parameters = (ins "unsigned":$line, "unsigned":$column);
  let assemblyFormat = "`<` $line `,` $column `>`";
}

def Tioga_OwnerAttr : EnumAttr<TiogaDialect, Tioga_Owner, "owner">;

def Tioga_LabelKindAttr : EnumAttr<TiogaDialect, Tioga_LabelKind, "label_kind">;

#endif // TIOGA_DIALECT_TIOGA_IR_TIOGAATTRIBUTES_TD
