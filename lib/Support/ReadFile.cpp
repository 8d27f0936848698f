//===- ReadFile.cpp - Read files up to a limit ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Support/ReadFile.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"

namespace fs = llvm::sys::fs;

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
tioga::readFile(llvm::StringRef path, uint64_t maxSize) {
  bool isInput = path == "-";
  fs::file_t file = fs::getStdinHandle();
  if (!isInput) {
    llvm::Expected<fs::file_t> opened = fs::openNativeFileForRead(path);
    if (!opened)
      return llvm::errorToErrorCode(opened.takeError());
    file = *opened;
  }
  auto close = llvm::make_scope_exit([&] {
    if (!isInput)
      fs::closeFile(file);
  });
  constexpr size_t chunkSize = 1 << 16;
  llvm::SmallVector<char, 0> text;
  while (true) {
    size_t before = text.size();
    text.resize_for_overwrite(before + chunkSize);
    llvm::Expected<size_t> count = fs::readNativeFile(
        file, llvm::MutableArrayRef<char>(text.data() + before, chunkSize));
    if (!count)
      return llvm::errorToErrorCode(count.takeError());
    text.truncate(before + *count);
    if (text.size() > maxSize)
      return std::make_error_code(std::errc::file_too_large);
    if (*count == 0)
      break;
  }
  return llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(text.data(), text.size()), isInput ? "<stdin>" : path);
}
