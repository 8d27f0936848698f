//===- STSOps.h - Operations of the sts dialect -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_STS_IR_STSOPS_H
#define TIOGA_DIALECT_STS_IR_STSOPS_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/SymbolTable.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

#include "tioga/Dialect/STS/IR/STSDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tioga/Dialect/STS/IR/STSAttributes.h.inc"

#define GET_OP_CLASSES
#include "tioga/Dialect/STS/IR/STSOps.h.inc"

#endif // TIOGA_DIALECT_STS_IR_STSOPS_H
