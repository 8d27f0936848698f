//===- TiogaDialect.h - The shared dialect ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_TIOGADIALECT_H
#define TIOGA_DIALECT_TIOGA_IR_TIOGADIALECT_H

#include "mlir/IR/Dialect.h"
#include "tioga/Expr/Expr.h"
#include "tioga/Expr/Update.h"
#include <mutex>

#include "tioga/Dialect/Tioga/IR/TiogaDialect.h.inc"

#endif // TIOGA_DIALECT_TIOGA_IR_TIOGADIALECT_H
