//===- Parse.h - Read expressions from text ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader behind the strings in the IR (`guard "x < 3"`). It accepts exactly
// the expressions of grammar/Tioga.g4 that need no declarations to be expanded:
// no quantifiers and no calls but built-in ones.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_EXPR_PARSE_H
#define TIOGA_EXPR_PARSE_H

#include "tioga/Expr/Update.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace tioga {

/// Expressions nest at most this deep, in the grammar's parser as in this one.
constexpr unsigned maxExprDepth = 1000;

/// Receives the byte offset in the text and a message in lower case.
using ExprErrorHandler =
    llvm::function_ref<void(size_t offset, const llvm::Twine &message)>;

/// Returns a null expression after reporting exactly one error.
Expr parseExpr(llvm::StringRef text, ExprContext &context,
               ExprErrorHandler onError);

/// Reads `x := 0, n := n + 1`; the empty text is the empty update. Returns
/// nothing after reporting exactly one error.
std::optional<Update> parseUpdate(llvm::StringRef text, ExprContext &context,
                                  ExprErrorHandler onError);

/// Returns true if the text is a name of the language: an identifier, and no
/// keyword.
bool isIdentifier(llvm::StringRef text);

} // namespace tioga

#endif // TIOGA_EXPR_PARSE_H
