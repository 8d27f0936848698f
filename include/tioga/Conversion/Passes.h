//===- Passes.h - Conversions between dialects ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CONVERSION_PASSES_H
#define TIOGA_CONVERSION_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Dialect/STS/IR/STSOps.h"
#include "tioga/Dialect/TA/IR/TAOps.h"

namespace tioga {

/// Replaces a system by an equivalent `sts.system` right behind it, erasing the
/// original. Fails after reporting why, leaving the original in place.
mlir::FailureOr<sts::SystemOp> convertToSTS(ta::NetworkOp network);
mlir::FailureOr<sts::SystemOp> convertToSTS(action::SystemOp system);
mlir::FailureOr<sts::SystemOp> convertToSTS(contract::InterfaceOp interface);

/// The same between timed automata and timed action systems whose locations are
/// a variable.
mlir::FailureOr<action::SystemOp> convertToActions(ta::NetworkOp network);
mlir::FailureOr<ta::NetworkOp> convertToNetwork(action::SystemOp system);

#define GEN_PASS_DECL
#include "tioga/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tioga/Conversion/Passes.h.inc"

} // namespace tioga

#endif // TIOGA_CONVERSION_PASSES_H
