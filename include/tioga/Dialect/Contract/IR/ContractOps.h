//===- ContractOps.h - Operations of the contract dialect -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_CONTRACT_IR_CONTRACTOPS_H
#define TIOGA_DIALECT_CONTRACT_IR_CONTRACTOPS_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/SymbolTable.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

#include "tioga/Dialect/Contract/IR/ContractDialect.h.inc"

#define GET_OP_CLASSES
#include "tioga/Dialect/Contract/IR/ContractOps.h.inc"

#endif // TIOGA_DIALECT_CONTRACT_IR_CONTRACTOPS_H
