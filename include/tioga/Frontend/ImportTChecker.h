//===- ImportTChecker.h - Read TChecker models ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_FRONTEND_IMPORTTCHECKER_H
#define TIOGA_FRONTEND_IMPORTTCHECKER_H

#include "tioga/Frontend/Import.h"

namespace tioga {

/// Returns true if a text begins as TChecker files do: with comments and a
/// declaration `system:`.
bool isTCheckerText(llvm::StringRef text);

/// Reads the main file of `sourceMgr` as a TChecker file (docs/Interop.md) and
/// returns verified IR. Null after reporting all errors that were found.
mlir::OwningOpRef<mlir::ModuleOp>
importTChecker(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context,
               const ImportOptions &options = {});

/// Registers `import-tck`.
void registerImportTChecker();

} // namespace tioga

#endif // TIOGA_FRONTEND_IMPORTTCHECKER_H
