//===- TiogaInterfaces.td - What systems have in common ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_TIOGAINTERFACES_TD
#define TIOGA_DIALECT_TIOGA_IR_TIOGAINTERFACES_TD

include "mlir/IR/OpBase.td"

def Tioga_SystemOpInterface : OpInterface<"SystemOpInterface"> {
  let cppNamespace = "::tioga";
  let description = [{
    The top operation of a model in any formalism: a symbol whose single block
    holds declarations, then whatever the formalism adds.
  }];
  let methods = [
    InterfaceMethod<"The name of the system.", "::llvm::StringRef",
                    "getSystemName", (ins), "", [{
      return ::mlir::SymbolTable::getSymbolName($_op).getValue();
    }]>,
    InterfaceMethod<"The block of declarations.", "::mlir::Block *",
                    "getSystemBody", (ins), "", [{
      return &$_op->getRegion(0).front();
    }]>,
    InterfaceMethod<"The formalism in the words of a user.",
                    "::llvm::StringRef", "getFormalism">
  ];
}

#endif // TIOGA_DIALECT_TIOGA_IR_TIOGAINTERFACES_TD
