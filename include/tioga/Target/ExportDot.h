//===- ExportDot.h - Pictures of models -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TARGET_EXPORTDOT_H
#define TIOGA_TARGET_EXPORTDOT_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/LogicalResult.h"

namespace tioga {

/// Writes a system or a test case as a graph in the language of Graphviz; of a
/// module, one graph for each of them. Fails after reporting an operation that
/// has no picture.
llvm::LogicalResult exportDot(mlir::Operation *op, llvm::raw_ostream &os);

/// Makes `tioga-translate --export-dot` known.
void registerExportDot();

} // namespace tioga

#endif // TIOGA_TARGET_EXPORTDOT_H
