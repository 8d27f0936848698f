//===- TestOps.h - Operations of the test dialect ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TEST_IR_TESTOPS_H
#define TIOGA_DIALECT_TEST_IR_TESTOPS_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/SymbolTable.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

#include "tioga/Dialect/Test/IR/TestDialect.h.inc"
#include "tioga/Dialect/Test/IR/TestEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tioga/Dialect/Test/IR/TestAttributes.h.inc"

#define GET_OP_CLASSES
#include "tioga/Dialect/Test/IR/TestOps.h.inc"

#endif // TIOGA_DIALECT_TEST_IR_TESTOPS_H
