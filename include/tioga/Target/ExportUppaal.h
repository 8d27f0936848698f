//===- ExportUppaal.h - Write models and tests for UPPAAL -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TARGET_EXPORTUPPAAL_H
#define TIOGA_TARGET_EXPORTUPPAAL_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/LogicalResult.h"

namespace tioga {

struct UppaalExportOptions {
  /// Let Graphviz place locations and edges, if it is installed.
  bool useGraphviz = true;
};

/// Writes a network of timed automata, or a test case, as UPPAAL's XML
/// (docs/Interop.md); of a module, its only system. What UPPAAL cannot say is
/// rewritten if possible. Fails after reporting what cannot be.
llvm::LogicalResult exportUppaal(mlir::Operation *op, llvm::raw_ostream &os,
                                 const UppaalExportOptions &options = {});

/// Makes `tioga-translate --export-uppaal` known.
void registerExportUppaal();

} // namespace tioga

#endif // TIOGA_TARGET_EXPORTUPPAAL_H
