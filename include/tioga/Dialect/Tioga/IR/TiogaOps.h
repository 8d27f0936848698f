//===- TiogaOps.h - Shared declarations and attributes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_TIOGAOPS_H
#define TIOGA_DIALECT_TIOGA_IR_TIOGAOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "tioga/Dialect/Tioga/IR/TiogaDialect.h"
#include "tioga/Dialect/Tioga/IR/TiogaTypes.h"

#include "tioga/Dialect/Tioga/IR/TiogaEnums.h.inc"
#include "tioga/Dialect/Tioga/IR/TiogaInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tioga/Dialect/Tioga/IR/TiogaAttributes.h.inc"

#define GET_OP_CLASSES
#include "tioga/Dialect/Tioga/IR/TiogaOps.h.inc"

#endif // TIOGA_DIALECT_TIOGA_IR_TIOGAOPS_H
