//===- ReadFile.h - Read files up to a limit --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_SUPPORT_READFILE_H
#define TIOGA_SUPPORT_READFILE_H

#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/MemoryBuffer.h"

namespace tioga {

/// Reads a file; `-` is the standard input. What is larger than `maxSize` bytes
/// is refused (std::errc::file_too_large), and never read further than that:
/// pipes and devices do not tell their size.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readFile(llvm::StringRef path, uint64_t maxSize);

} // namespace tioga

#endif // TIOGA_SUPPORT_READFILE_H
