//===- Fmt.cpp - tioga fmt --------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnostics.h"
#include "Model.h"
#include "tioga/Frontend/Format.h"
#include "tioga/Support/ReadFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

/// Null after reporting an error.
static std::unique_ptr<llvm::MemoryBuffer> readModel(llvm::StringRef path,
                                                     uint64_t maxMebibytes) {
  auto file = tioga::readFile(path, maxMebibytes << 20);
  if (file.getError() == std::errc::file_too_large) {
    reportError("'" + path + "' has more than " + llvm::Twine(maxMebibytes) +
                " MiB; raise --max-file-size to read it all the same");
    return nullptr;
  }
  if (std::error_code code = file.getError()) {
    reportError("cannot read '" + path + "': " + code.message());
    return nullptr;
  }
  return std::move(*file);
}

/// Replaces a file, or what a link leads to, as a whole.
static bool replaceFile(llvm::StringRef path, llvm::StringRef text) {
  llvm::SmallString<128> target(path);
  llvm::sys::fs::real_path(path, target);
  auto permissions = llvm::sys::fs::getPermissions(target);
  if (failed(writeOutput(target, [&](llvm::raw_ostream &os) { os << text; })))
    return false;
  if (permissions)
    llvm::sys::fs::setPermissions(target, *permissions);
  return true;
}

/// Nothing after reporting errors with the lines they stand in.
static std::optional<std::string>
formatBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  const char *begin = buffer->getBufferStart();
  llvm::StringRef text = buffer->getBuffer();
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  auto getLoc = [&](size_t offset) {
    return llvm::SMLoc::getFromPointer(begin + offset);
  };
  return formatTioga(
      text, [&](size_t first, size_t last, const llvm::Twine &message) {
        printMessage(sourceMgr, {getLoc(first), getLoc(last)},
                     llvm::SourceMgr::DK_Error, message);
      });
}

int tioga::runFmt(CommandArgs &args) {
  cl::list<std::string> files(cl::Positional, cl::OneOrMore,
                              cl::desc("<file> ..."),
                              cl::cat(getCommandCategory()));
  cl::opt<bool> inPlace("i", cl::desc("Write the files instead of printing"),
                        cl::cat(getCommandCategory()));
  cl::opt<bool> check(
      "check", cl::desc("Only list the files that are not formatted (exit 1)"),
      cl::cat(getCommandCategory()));
  FileSizeOption maxFileSize;
  if (!args.parse())
    return ExitUsage;
  if (inPlace && check)
    return reportUsage("-i and --check exclude each other");
  if (inPlace && llvm::is_contained(files, "-"))
    return reportUsage("the standard input cannot be written, leave out -i");

  bool rejected = false;
  for (const std::string &path : files) {
    std::unique_ptr<llvm::MemoryBuffer> buffer = readModel(path, maxFileSize);
    if (!buffer) {
      rejected = true;
      continue;
    }
    std::string before = buffer->getBuffer().str();
    std::optional<std::string> after = formatBuffer(std::move(buffer));
    if (!after) {
      rejected = true;
    } else if (check) {
      if (*after == before)
        continue;
      llvm::outs() << path << "\n";
      rejected = true;
    } else if (!inPlace) {
      llvm::outs() << *after;
    } else if (*after != before) {
      rejected |= !replaceFile(path, *after);
    }
  }
  return rejected ? ExitRejected : ExitDone;
}
