//===- ActionOps.h - Operations of the action dialect -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_ACTION_IR_ACTIONOPS_H
#define TIOGA_DIALECT_ACTION_IR_ACTIONOPS_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/SymbolTable.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

#include "tioga/Dialect/Action/IR/ActionDialect.h.inc"

#define GET_OP_CLASSES
#include "tioga/Dialect/Action/IR/ActionOps.h.inc"

#endif // TIOGA_DIALECT_ACTION_IR_ACTIONOPS_H
