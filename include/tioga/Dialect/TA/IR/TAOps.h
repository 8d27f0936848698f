//===- TAOps.h - Operations of the ta dialect -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TA_IR_TAOPS_H
#define TIOGA_DIALECT_TA_IR_TAOPS_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/SymbolTable.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

#include "tioga/Dialect/TA/IR/TADialect.h.inc"
#include "tioga/Dialect/TA/IR/TAEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tioga/Dialect/TA/IR/TAAttributes.h.inc"

#define GET_OP_CLASSES
#include "tioga/Dialect/TA/IR/TAOps.h.inc"

#endif // TIOGA_DIALECT_TA_IR_TAOPS_H
