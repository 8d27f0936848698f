//===- SourceFile.h - Files and source locations ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_SEMA_SOURCEFILE_H
#define TIOGA_LIB_FRONTEND_SEMA_SOURCEFILE_H

#include "../AST.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "tioga/Frontend/Import.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"

namespace tioga::sema {

/// A parsed file and the way from its byte ranges to MLIR locations.
class SourceFile {
public:
  SourceFile(llvm::StringRef path, llvm::StringRef text,
             mlir::MLIRContext *context);

  llvm::StringRef getPath() const { return path; }
  llvm::StringRef getText() const { return text; }
  llvm::ArrayRef<ast::Decl *> getDecls() const {
    return ast ? ast->decls : llvm::ArrayRef<ast::Decl *>();
  }
  llvm::ArrayRef<const SourceFile *> getImports() const { return imports; }

  /// Where a range begins, with its end as metadata.
  mlir::Location getLoc(ast::Range range) const;
  mlir::InFlightDiagnostic emitError(ast::Range range) const {
    return mlir::emitError(getLoc(range));
  }

private:
  friend class FileLoader;
  std::pair<unsigned, unsigned> getLineAndColumn(unsigned offset) const;

  mlir::MLIRContext *context;
  std::string path;
  llvm::StringRef text;
  mlir::StringAttr pathAttr;
  std::vector<unsigned> lineStarts;
  std::unique_ptr<ast::File> ast;
  llvm::SmallVector<const SourceFile *> imports;
};

/// Parses a file and, depth first, what it imports; each file once.
class FileLoader {
public:
  FileLoader(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context,
             const ImportOptions &options)
      : sourceMgr(sourceMgr), context(context), options(options) {}

  /// Null if the file as a whole was refused. Errors that the parser recovered
  /// from only show in `hadErrors`.
  const SourceFile *loadMain();
  bool hadErrors() const { return errors; }
  /// Whether declarations of any name may be missing.
  bool isIncomplete() const { return incomplete; }
  /// The words of what was left out for its syntax errors.
  const llvm::StringSet<> &getLostWords() const { return lostWords; }

private:
  SourceFile *parse(llvm::StringRef path, llvm::StringRef text);
  void loadImports(SourceFile &file);
  const SourceFile *import(SourceFile &from, const ast::ImportDecl &decl);

  llvm::SourceMgr &sourceMgr;
  mlir::MLIRContext *context;
  const ImportOptions &options;
  bool errors = false, incomplete = false;
  llvm::StringSet<> lostWords;
  std::vector<std::unique_ptr<SourceFile>> files;
  llvm::StringMap<SourceFile *> byPath;
  /// The files on the way from the main file to the one being read.
  llvm::SmallVector<std::string> chain;
};

} // namespace tioga::sema

#endif // TIOGA_LIB_FRONTEND_SEMA_SOURCEFILE_H
