//===- ExportTioga.h - Write models as text ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TARGET_EXPORTTIOGA_H
#define TIOGA_TARGET_EXPORTTIOGA_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/LogicalResult.h"

namespace tioga {

/// Writes a system, or all systems of a module, in the modelling language. What
/// was expanded stays expanded: there are no templates, constants or functions.
/// Importing the text gives the same IR again, apart from locations, if the IR
/// came from a text; names that passes have made are replaced by legal ones.
///
/// Reports what the language has no words for, and fails.
llvm::LogicalResult exportTioga(mlir::Operation *op, llvm::raw_ostream &os);

/// Registers `export-tioga`.
void registerExportTioga();

} // namespace tioga

#endif // TIOGA_TARGET_EXPORTTIOGA_H
