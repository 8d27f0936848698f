//===- TAEnums.td - Sides of a label -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of their own: the generator of enumerations has no filter by dialect
// and would repeat those of everything included.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TA_IR_TAENUMS_TD
#define TIOGA_DIALECT_TA_IR_TAENUMS_TD

include "mlir/IR/EnumAttr.td"

def TA_Direction : I32EnumAttr<"Direction", "which side of a label", [
    I32EnumAttrCase<"Receive", 0, "receive">,
    I32EnumAttrCase<"Send", 1, "send">]> {
  let cppNamespace = "::tioga::ta";
  let genSpecializedAttr = 0;
}

#endif // TIOGA_DIALECT_TA_IR_TAENUMS_TD
