//===- ScaleTime.h - Another unit of time -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats that know integers only get a model whose unit of time is a fraction
// of ours; what is read from them gets our unit back.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_SCALETIME_H
#define TIOGA_DIALECT_TIOGA_IR_SCALETIME_H

#include "mlir/IR/Operation.h"
#include "tioga/Support/Rational.h"

namespace tioga {

/// The least factor that makes integers of all constants with which clocks of
/// `op` and of what it holds are compared, and to which they are set. Nothing
/// if there is none below a million.
std::optional<int64_t> getTimeDenominator(mlir::Operation *op);

/// Multiplies what clocks are compared with and set to: one unit of time before
/// is `factor` units afterwards. `scaleTime` by the inverse undoes it. Reports
/// what cannot be scaled; `op` is then in an unknown state.
/// \pre factor > 0
llvm::LogicalResult scaleTime(mlir::Operation *op, Rational factor);

} // namespace tioga

#endif // TIOGA_DIALECT_TIOGA_IR_SCALETIME_H
