//===- Suite.h - Suites as commands see them --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_SUITE_H
#define TIOGA_LIB_TOOLS_TIOGA_SUITE_H

#include "Model.h"
#include "tioga/Engine/TestCase.h"

namespace tioga {

/// Whether a path is a suite: a directory with a `suite.mlir`, or a file of IR
/// with test cases in it.
bool isSuite(llvm::StringRef path);

/// The tests of a suite.
struct Suite {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::unique_ptr<TestCase>> tests;

  /// Reads a suite; reports errors and returns false.
  bool load(Session &session, llvm::StringRef path);
};

/// Writes files into a directory, which is made if need be; each file whole or
/// not at all. Returns an exit code.
int writeDirectory(llvm::StringRef directory,
                   llvm::ArrayRef<std::pair<std::string, std::string>> files);

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_SUITE_H
