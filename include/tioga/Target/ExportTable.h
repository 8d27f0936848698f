//===- ExportTable.h - Write contracts as tables ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TARGET_EXPORTTABLE_H
#define TIOGA_TARGET_EXPORTTABLE_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/LogicalResult.h"

namespace tioga {

/// Writes a contract as a table with comma separated values, as `importTable`
/// reads it. Reports what a table has no column for, and fails.
llvm::LogicalResult exportTable(mlir::Operation *op, llvm::raw_ostream &os);

} // namespace tioga

#endif // TIOGA_TARGET_EXPORTTABLE_H
