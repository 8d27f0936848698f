//===- TiogaEnums.td - Owners and kinds of labels ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of their own: the generator of enumerations has no filter by dialect
// and would repeat those of everything included.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_TIOGAENUMS_TD
#define TIOGA_DIALECT_TIOGA_IR_TIOGAENUMS_TD

include "mlir/IR/EnumAttr.td"

def Tioga_Owner : I32EnumAttr<"Owner", "who decides the value of a variable", [
    I32EnumAttrCase<"State", 0, "state">,
    I32EnumAttrCase<"Input", 1, "input">,
    I32EnumAttrCase<"Output", 2, "output">,
    I32EnumAttrCase<"Hidden", 3, "hidden">]> {
  let cppNamespace = "::tioga";
  let genSpecializedAttr = 0;
}

def Tioga_LabelKind : I32EnumAttr<"LabelKind", "who controls a label", [
    I32EnumAttrCase<"Input", 0, "input">,
    I32EnumAttrCase<"Output", 1, "output">,
    I32EnumAttrCase<"Internal", 2, "internal">]> {
  let cppNamespace = "::tioga";
  let genSpecializedAttr = 0;
}

#endif // TIOGA_DIALECT_TIOGA_IR_TIOGAENUMS_TD
