//===- Lexer.h - Tokens of the UPPAAL language ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_UPPAAL_LEXER_H
#define TIOGA_LIB_FRONTEND_UPPAAL_LEXER_H

#include "AST.h"

namespace tioga::uppaal {

struct Token {
  enum Kind : uint8_t { End, Name, Number, Symbol, Other };
  Kind kind = End;
  llvm::StringRef text;
  Range range;
  /// The comment right before the token, and the one behind it in its line.
  std::string leading, trailing;
  bool is(llvm::StringRef what) const {
    return kind != End && kind != Other && text == what;
  }
};

/// What comments hold beside the tokens.
struct Comments {
  /// The first comment, if an empty line follows it.
  std::string first;
  /// See Model::annotations.
  std::vector<Identifier> annotations;
};

/// Cuts a text into tokens; the last one is `End`. Reports comments that do not
/// end.
std::vector<Token> tokenize(const Text &text, Source &source,
                            Comments &comments);

} // namespace tioga::uppaal

#endif // TIOGA_LIB_FRONTEND_UPPAAL_LEXER_H
