//===- ImportUppaal.h - Read UPPAAL models ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_FRONTEND_IMPORTUPPAAL_H
#define TIOGA_FRONTEND_IMPORTUPPAAL_H

#include "tioga/Expr/Expr.h"
#include "tioga/Frontend/Import.h"

namespace tioga {

/// A query that comes with a model.
struct UppaalQuery {
  enum class Kind : uint8_t {
    Exists,     ///< `E<> condition`
    Always,     ///< `A[] condition`
    Unsupported ///< another one, or one with an error; see `reason`
  };
  Kind kind = Kind::Unsupported;
  std::string text, comment, reason;
  /// Over the names of the transition system; `deadlock` is a name, too.
  Expr condition;
  mlir::Location loc;
};

struct UppaalModel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Owns the conditions of the queries.
  std::unique_ptr<ExprContext> exprs;
  std::vector<UppaalQuery> queries;
};

/// Reads the main file of `sourceMgr`, UPPAAL's XML or `.xta`, as one network
/// (docs/Interop.md). Null after reporting all errors that were found.
mlir::OwningOpRef<mlir::ModuleOp>
importUppaal(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context,
             const ImportOptions &options = {});

/// The same with the queries of the file, or, if it has none, of the file with
/// the ending `.q` beside it.
std::optional<UppaalModel>
importUppaalWithQueries(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context,
                        const ImportOptions &options = {});

/// Registers `import-uppaal`.
void registerImportUppaal();

} // namespace tioga

#endif // TIOGA_FRONTEND_IMPORTUPPAAL_H
