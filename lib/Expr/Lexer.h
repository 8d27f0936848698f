//===- Lexer.h - Tokens of expressions --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_EXPR_LEXER_H
#define TIOGA_LIB_EXPR_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace tioga {

/// A piece of the text; the string points into it.
struct Token {
  enum Kind : uint8_t { End, Name, Keyword, Int, Real, Symbol, Unknown };

  Kind kind = End;
  size_t offset = 0;
  llvm::StringRef text;

  /// Returns true for the keyword or symbol with this spelling.
  bool is(llvm::StringRef spelling) const {
    return (kind == Symbol || kind == Keyword) && text == spelling;
  }
  /// The token as error messages show it: always printable.
  std::string describe() const;
};

/// Cuts a text into the tokens of grammar/Tioga.g4, the longest first. Reads
/// any bytes; one that starts no token is a token of kind Unknown.
class Lexer {
public:
  explicit Lexer(llvm::StringRef text) : text(text) {}

  Token next();
  /// The token that `next` will return.
  Token peek() const { return Lexer(*this).next(); }

private:
  void skipSpace();
  bool skipComment();
  Token take(Token::Kind kind, size_t size);

  llvm::StringRef text;
  size_t position = 0;
};

} // namespace tioga

#endif // TIOGA_LIB_EXPR_LEXER_H
