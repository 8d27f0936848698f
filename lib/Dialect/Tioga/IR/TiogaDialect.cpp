//===- TiogaDialect.cpp - The shared dialect --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/TiogaDialect.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

using namespace mlir;
using namespace tioga;

#include "tioga/Dialect/Tioga/IR/TiogaDialect.cpp.inc"

void TiogaDialect::initialize() {
  registerTypes();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "tioga/Dialect/Tioga/IR/TiogaOps.cpp.inc"
      >();
}

Expr TiogaDialect::intern(Expr expr) {
  if (!expr || &expr.getContext() == &exprContext)
    return expr;
  std::lock_guard<std::mutex> lock(exprMutex);
  return exprContext.import(expr);
}

Expr TiogaDialect::build(llvm::function_ref<Expr(ExprContext &)> fn) {
  std::lock_guard<std::mutex> lock(exprMutex);
  return fn(exprContext);
}
