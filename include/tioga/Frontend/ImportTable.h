//===- ImportTable.h - Contracts from tables --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_FRONTEND_IMPORTTABLE_H
#define TIOGA_FRONTEND_IMPORTTABLE_H

#include "tioga/Frontend/Import.h"

namespace tioga {

/// Reads the main file of `sourceMgr`, a table of requirements with comma
/// separated values (RFC 4180), as a contract. The first row names the columns;
/// docs/Tables.md says which there are. Null after reporting all errors, each
/// at its place in the table.
mlir::OwningOpRef<mlir::ModuleOp>
importTable(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context,
            const ImportOptions &options = {});

} // namespace tioga

#endif // TIOGA_FRONTEND_IMPORTTABLE_H
