//===- Formats.h - The formats that models come in --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format is one row of the table in Formats.cpp: how to recognise it, how to
// read it, and, if its files hold questions, how to answer them.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_FORMATS_H
#define TIOGA_LIB_TOOLS_TIOGA_FORMATS_H

#include "Command.h"
#include "Model.h"
#include "tioga/Frontend/Import.h"

namespace tioga {

/// A model that was opened, but not read yet.
struct ModelFile {
  /// As the user wrote it.
  llvm::StringRef path;
  /// The content; empty for a directory.
  llvm::StringRef text;
  bool isDirectory = false;

  /// The ending of the path, dot included.
  llvm::StringRef getEnding() const;
  /// The name of the root element of an XML document; empty if the text is
  /// none.
  llvm::StringRef getXMLRoot() const;
};

/// What `tioga verify` was asked for.
struct VerifyRequest {
  Session &session;
  ModelFile file;
  /// Symbolic states, and seconds, after which a query is *undecided*.
  uint64_t maxStates = 0;
  unsigned timeout = 0;
  unsigned threads = 1;
  OutputFormat format = OutputFormat::Text;
  /// Asked instead of those that come with the model, if there are any.
  std::vector<std::string> queries = {};
};

struct ModelFormat {
  llvm::StringLiteral name;
  bool (*matches)(const ModelFile &file);
  /// Reads the main file of the source manager, or the directory. Null after
  /// reporting errors.
  mlir::OwningOpRef<mlir::ModuleOp> (*import)(const ModelFile &file,
                                              llvm::SourceMgr &sourceMgr,
                                              mlir::MLIRContext *context,
                                              const ImportOptions &options);
  /// Answers the queries that come with the model; returns an exit code. Null
  /// if the format has none.
  int (*verify)(VerifyRequest &request);
};

// One per format, in a file of its own: `Verify<Format>.cpp`.
int verifyTChecker(VerifyRequest &request);
int verifyUppaal(VerifyRequest &request);

/// The first format of the table that matches.
const ModelFormat &getModelFormat(const ModelFile &file);

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_FORMATS_H
