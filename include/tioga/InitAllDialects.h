//===- InitAllDialects.h - All dialects of Tioga ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_INITALLDIALECTS_H
#define TIOGA_INITALLDIALECTS_H

#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Dialect/STS/IR/STSOps.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Dialect/Test/IR/TestOps.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

namespace tioga {

/// Adds all dialects of Tioga to a registry.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry
      .insert<TiogaDialect, action::ActionDialect, contract::ContractDialect,
              sts::STSDialect, ta::TADialect, test::TestDialect>();
}

} // namespace tioga

#endif // TIOGA_INITALLDIALECTS_H
