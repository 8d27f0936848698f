//===- Format.cpp - The one formatting of Tioga models ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Frontend/Format.h"
#include "../Parser/Parser.h"
#include "Layout.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::format;
using llvm::StringRef;
using parser::Token;
using parser::TokenKind;

static bool isSpace(const Token &token) {
  return token.kind == TokenKind::Space || token.kind == TokenKind::Newlines;
}

/// The text of a token; what nobody sees at the end of a comment is no part.
static StringRef getSpelling(StringRef text, const Token &token) {
  StringRef spelling = text.slice(token.range.begin, token.range.end);
  return token.kind == TokenKind::Comment ? spelling.rtrim() : spelling;
}

static std::vector<Piece> makePieces(StringRef text,
                                     llvm::ArrayRef<Token> tokens) {
  std::vector<Piece> pieces;
  std::vector<size_t> open;
  unsigned newlines = 0;
  for (const Token &token : tokens) {
    if (isSpace(token)) {
      newlines = token.newlines;
      continue;
    }
    Piece piece = {getSpelling(text, token), token.kind, token.role,
                   token.startsItem,         newlines,   0};
    if (piece.isNumber() && pieces.size() > 1 && pieces.back().is("."))
      pieces.back().isApart = pieces[pieces.size() - 2].isNumber();
    newlines = 0;
    if (piece.isOpening()) {
      open.push_back(pieces.size());
    } else if (piece.isClosing()) {
      piece.match = open.back();
      pieces[open.back()].match = pieces.size();
      open.pop_back();
    }
    pieces.push_back(piece);
  }
  return pieces;
}

/// Whether two texts have the same tokens and comments.
static bool haveSameTokens(StringRef before, llvm::ArrayRef<Token> tokens,
                           StringRef after) {
  llvm::SmallVector<Token> others;
  if (!parser::tokenize(after, others))
    return false;
  auto isToken = [](const Token &token) { return !isSpace(token); };
  auto left = llvm::make_filter_range(tokens, isToken);
  auto right = llvm::make_filter_range(others, isToken);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](const Token &a, const Token &b) {
                      return getSpelling(before, a) == getSpelling(after, b);
                    });
}

std::optional<std::string> tioga::formatTioga(StringRef text,
                                              FormatErrorHandler onError) {
  llvm::SmallVector<Token> tokens;
  if (!parser::annotate(text, tokens,
                        [&](ast::Range range, const llvm::Twine &message) {
                          onError(range.begin, range.end, message);
                        }))
    return std::nullopt;
  std::string result = Layout(makePieces(text, tokens)).run();
  if (haveSameTokens(text, tokens, result))
    return result;
  onError(0, 0,
          "formatting would change the tokens of the file, so nothing "
          "was changed");
  return std::nullopt;
}
