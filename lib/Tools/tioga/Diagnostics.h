//===- Diagnostics.h - Diagnostics with source ranges -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_DIAGNOSTICS_H
#define TIOGA_LIB_TOOLS_TIOGA_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

namespace tioga {

/// Where something stands. Lines and columns count from one, the end is
/// exclusive; without a range the end is the beginning.
struct SourceRange {
  llvm::StringRef file;
  unsigned line = 0, column = 0;
  unsigned endLine = 0, endColumn = 0;
};

/// The range of a location, if it has a place in a file.
std::optional<SourceRange> getSourceRange(mlir::Location loc);

/// Prints a message with the line that it is about, or with a part of the line
/// if nobody wants to see all of it.
void printMessage(const llvm::SourceMgr &sourceMgr, llvm::SMRange range,
                  llvm::SourceMgr::DiagKind kind, const llvm::Twine &message);

/// Prints all diagnostics of a context with the line they stand in and the
/// range underlined, or collects them for editors.
class DiagnosticPrinter : public mlir::ScopedDiagnosticHandler {
public:
  /// With `collect` nothing is printed. The files shown are those of
  /// `sourceMgr`, by the names they were opened with.
  DiagnosticPrinter(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context,
                    bool collect = false);

  unsigned getNumErrors() const { return numErrors; }
  /// An array of `{"file", "line", "column", "endLine", "endColumn",
  /// "severity", "message", "notes"}`.
  llvm::json::Array takeCollected() { return std::move(collected); }

private:
  /// More errors than anybody reads; they make a tool seem to hang.
  static constexpr unsigned maxErrors = 200;

  void handle(mlir::Diagnostic &diagnostic);
  void print(mlir::Location loc, llvm::SourceMgr::DiagKind kind,
             const llvm::Twine &message);
  const llvm::MemoryBuffer *lookupBuffer(llvm::StringRef name, unsigned &id);

  llvm::SourceMgr &sourceMgr;
  bool collect;
  unsigned numErrors = 0;
  llvm::json::Array collected;
};

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_DIAGNOSTICS_H
