//===- Import.h - Read Tioga models -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_FRONTEND_IMPORT_H
#define TIOGA_FRONTEND_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace tioga {

struct ImportOptions {
  /// Imported files larger than this many bytes are refused.
  uint64_t maxFileSize = 10u << 20;
  /// For formats that do not say it themselves: the channels that are inputs
  /// and outputs, seen from the system. Empty: as the interface file says.
  std::vector<std::string> inputs, outputs;
  /// The file that lists them; empty: the path of the model with the ending
  /// `.io`, if there is such a file.
  std::string interfaceFile;
};

/// Reads the main file of `sourceMgr` and what it imports, and returns the
/// verified IR of its systems. Imported files are added to `sourceMgr`, so that
/// diagnostics can show their text. Null after reporting all errors that were
/// found through the context's diagnostic engine.
mlir::OwningOpRef<mlir::ModuleOp>
importTioga(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context,
            const ImportOptions &options = {});

/// Registers `import-tioga`.
void registerImportTioga();

} // namespace tioga

#endif // TIOGA_FRONTEND_IMPORT_H
