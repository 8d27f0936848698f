//===- Suite.cpp - Suites as commands see them ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suite.h"
#include "Command.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

/// The file that holds the tests.
static std::string getTestFile(llvm::StringRef path) {
  if (!llvm::sys::fs::is_directory(path))
    return path.str();
  llvm::SmallString<128> file(path);
  llvm::sys::path::append(file, "suite.mlir");
  return std::string(file);
}

bool tioga::isSuite(llvm::StringRef path) {
  if (llvm::sys::fs::is_directory(path))
    return true;
  if (!path.ends_with(".mlir"))
    return false;
  auto file = llvm::MemoryBuffer::getFile(path);
  return file && (*file)->getBuffer().contains("test.case");
}

bool Suite::load(Session &session, llvm::StringRef path) {
  module = session.loadModule(getTestFile(path));
  if (!module)
    return false;
  for (auto op : module->getOps<test::CaseOp>()) {
    mlir::FailureOr<std::unique_ptr<TestCase>> test = TestCase::load(op);
    if (mlir::failed(test))
      return false;
    tests.push_back(std::move(*test));
  }
  if (!tests.empty())
    return true;
  mlir::emitError(module->getLoc(), "'") << path << "' holds no test";
  return false;
}

int tioga::writeDirectory(
    llvm::StringRef directory,
    llvm::ArrayRef<std::pair<std::string, std::string>> files) {
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return reportError("cannot create '" + directory + "': " + error.message());
  for (const auto &[name, text] : files) {
    llvm::SmallString<128> path(directory);
    llvm::sys::path::append(path, name);
    const std::string &content = text;
    if (mlir::failed(
            writeOutput(path, [&](llvm::raw_ostream &os) { os << content; })))
      return ExitRejected;
  }
  return ExitDone;
}
