//===- Model.h - Models as commands see them --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_MODEL_H
#define TIOGA_LIB_TOOLS_TIOGA_MODEL_H

#include "Diagnostics.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "tioga/Engine/System.h"
#include "tioga/Frontend/Import.h"
#include "llvm/Support/CommandLine.h"

namespace tioga {

/// `--max-file-size`, in MiB.
struct FileSizeOption : llvm::cl::opt<unsigned> {
  FileSizeOption();
};

/// The options of all commands that read models.
struct ModelArguments {
  ModelArguments();
  FileSizeOption maxFileSize;
  llvm::cl::list<std::string> inputs, outputs;
  llvm::cl::opt<std::string> interfaceFile;
};

struct ModelFile;

/// The source files of a command, their context, and what was said about them.
class Session {
public:
  /// With `collectDiagnostics` nothing is printed (see DiagnosticPrinter).
  explicit Session(bool collectDiagnostics = false);

  mlir::MLIRContext *getContext() { return &context; }
  DiagnosticPrinter &getDiagnostics() { return diagnostics; }
  llvm::SourceMgr &getSourceMgr() { return sourceMgr; }
  const ImportOptions &getImportOptions() const { return importOptions; }
  void setArguments(const ModelArguments &arguments);

  /// Opens a model without reading it. Nothing after reporting errors. The text
  /// is valid until another one is opened.
  std::optional<ModelFile> open(llvm::StringRef path);

  /// Reads a model in any format that Tioga knows (Formats.h), recognised by
  /// its ending and content. `-` is the standard input. Null after reporting
  /// errors.
  mlir::OwningOpRef<mlir::ModuleOp> loadModule(llvm::StringRef path);

  /// Reads `FILE` or `FILE:NAME`. Null after reporting errors, among them that
  /// the name is missing although the file holds several systems; contracts
  /// that are components of a system do not count.
  struct Selected {
    mlir::OwningOpRef<mlir::ModuleOp> module;
    SystemOpInterface system;
    explicit operator bool() const { return module && system; }
  };
  Selected loadSystemOp(llvm::StringRef reference);

  /// Reads `FILE` or `FILE:NAME` and prepares the system for engines. Null
  /// after reporting errors.
  struct Loaded {
    mlir::OwningOpRef<mlir::ModuleOp> module;
    std::unique_ptr<System> system;
    explicit operator bool() const { return system != nullptr; }
  };
  Loaded loadSystem(llvm::StringRef reference);

  /// Replaces a system by its transition system and loads that.
  mlir::FailureOr<std::unique_ptr<System>>
  convertAndLoad(SystemOpInterface system);

private:
  mlir::MLIRContext context;
  llvm::SourceMgr sourceMgr;
  DiagnosticPrinter diagnostics;
  ImportOptions importOptions;
};

/// Removes the automata of the environment: what is tested, or played as a
/// program, is the system alone.
void removeEnvironment(ta::NetworkOp network);

/// Splits `FILE:NAME` unless there is a file of that whole name.
std::pair<llvm::StringRef, llvm::StringRef>
splitReference(llvm::StringRef reference);

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_MODEL_H
