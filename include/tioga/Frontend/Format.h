//===- Format.h - The one formatting of Tioga models ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formatting works on tokens: every token and every comment stays, only the
// white space between them changes. Line breaks that the author made where one
// may be made are kept, others are taken away; more are made where a line would
// be longer than 100 columns. Formatting what is formatted changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_FRONTEND_FORMAT_H
#define TIOGA_FRONTEND_FORMAT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <optional>
#include <string>

namespace tioga {

/// Receives the bytes [begin, end) of the text and a message in lower case.
using FormatErrorHandler = llvm::function_ref<void(size_t begin, size_t end,
                                                   const llvm::Twine &message)>;

/// Returns the formatted text, or nothing after reporting syntax errors.
std::optional<std::string> formatTioga(llvm::StringRef text,
                                       FormatErrorHandler onError);

} // namespace tioga

#endif // TIOGA_FRONTEND_FORMAT_H
