//===- ImportLTS.h - Read labelled transition systems -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_FRONTEND_IMPORTLTS_H
#define TIOGA_FRONTEND_IMPORTLTS_H

#include "tioga/Frontend/Import.h"

namespace tioga {

/// Return true if a text begins as such files do.
bool isAldebaranText(llvm::StringRef text);
bool isDotText(llvm::StringRef text);

/// Read the main file of `sourceMgr` as an Aldebaran or DOT file
/// (docs/Interop.md): one automaton without clocks. Null after reporting
/// errors.
mlir::OwningOpRef<mlir::ModuleOp>
importAldebaran(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context,
                const ImportOptions &options = {});
mlir::OwningOpRef<mlir::ModuleOp> importDot(llvm::SourceMgr &sourceMgr,
                                            mlir::MLIRContext *context,
                                            const ImportOptions &options = {});

/// Registers `import-aut` and `import-dot`.
void registerImportLTS();

} // namespace tioga

#endif // TIOGA_FRONTEND_IMPORTLTS_H
