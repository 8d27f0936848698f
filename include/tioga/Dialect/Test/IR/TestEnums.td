//===- TestEnums.td - Verdicts and kinds of moves -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of their own: the generator of enumerations has no filter by dialect
// and would repeat those of everything included.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TEST_IR_TESTENUMS_TD
#define TIOGA_DIALECT_TEST_IR_TESTENUMS_TD

include "mlir/IR/EnumAttr.td"

def Test_Verdict : I32EnumAttr<"Verdict", "how a test ends", [
    I32EnumAttrCase<"Pass", 0, "pass">,
    I32EnumAttrCase<"Fail", 1, "fail">,
    I32EnumAttrCase<"Inconclusive", 2, "inconclusive">]> {
  let cppNamespace = "::tioga::test";
  let genSpecializedAttr = 0;
}

def Test_MoveKind : I32EnumAttr<"MoveKind", "what happens in a move", [
    I32EnumAttrCase<"Send", 0, "send">,
    I32EnumAttrCase<"Expect", 1, "expect">,
    I32EnumAttrCase<"Elapse", 2, "elapse">,
    I32EnumAttrCase<"Step", 3, "step">]> {
  let cppNamespace = "::tioga::test";
  let genSpecializedAttr = 0;
}

#endif // TIOGA_DIALECT_TEST_IR_TESTENUMS_TD
