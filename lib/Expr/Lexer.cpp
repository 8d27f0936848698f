//===- Lexer.cpp - Tokens of expressions ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tioga;

/// Every quoted word of the grammar, sorted; a unit test compares the two.
static constexpr llvm::StringLiteral keywords[] = {
    "accepting", "actions",   "all",       "array",       "assume",
    "automaton", "bool",      "broadcast", "clock",       "committed",
    "component", "const",     "contract",  "div",         "do",
    "edge",      "else",      "enum",      "environment", "exists",
    "explicit",  "false",     "forall",    "frame",       "fun",
    "guarantee", "hidden",    "if",        "import",      "in",
    "init",      "initially", "input",     "instance",    "int",
    "internal",  "invariant", "label",     "location",    "locked",
    "map",       "mod",       "observer",  "of",          "on",
    "or",        "orelse",    "output",    "purpose",     "real",
    "record",    "require",   "reset",     "restart",     "set",
    "silent",    "skip",      "stems",     "sum",         "symbolic",
    "sync",      "system",    "text",      "then",        "ticks",
    "timer",     "to",        "true",      "type",        "urgent",
    "var",       "via",       "view",      "when",        "with"};

/// Longer symbols before their prefixes.
static constexpr llvm::StringLiteral symbols[] = {
    "<=>", "->", ":=", "::", "=>", "==", "!=", "<=", ">=", "&&", "||",
    "..",  ";",  ":",  "=",  "(",  ")",  ",",  "[",  "]",  "{",  "}",
    "?",   "!",  ".",  "-",  "*",  "/",  "+",  "<",  ">",  "'"};

std::string Token::describe() const {
  switch (kind) {
  case End:
    return "end of text";
  case Keyword:
    return ("keyword '" + text + "'").str();
  case Unknown:
    if (!llvm::isPrint(text.front()))
      return "byte 0x" + llvm::toHex(text, /*LowerCase=*/true);
    [[fallthrough]];
  default:
    return ("'" + text + "'").str();
  }
}

Token Lexer::take(Token::Kind kind, size_t size) {
  Token token{kind, position, text.substr(position, size)};
  position += size;
  return token;
}

bool Lexer::skipComment() {
  llvm::StringRef rest = text.substr(position);
  if (rest.starts_with("//")) {
    position += std::min(rest.find_first_of("\r\n"), rest.size());
    return true;
  }
  // A comment without end is no comment, as in the grammar.
  size_t end = rest.starts_with("/*") ? rest.find("*/", 2) : rest.npos;
  if (end == rest.npos)
    return false;
  position += end + 2;
  return true;
}

void Lexer::skipSpace() {
  do
    position =
        std::min(text.find_first_not_of(" \t\r\n\f", position), text.size());
  while (skipComment());
}

static bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }
static bool isNamePart(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$';
}

Token Lexer::next() {
  skipSpace();
  llvm::StringRef rest = text.substr(position);
  if (rest.empty())
    return take(Token::End, 0);
  if (isNameStart(rest.front())) {
    llvm::StringRef word = rest.take_while(isNamePart);
    bool isKeyword = llvm::binary_search(keywords, word);
    return take(isKeyword ? Token::Keyword : Token::Name, word.size());
  }
  if (size_t numDigits = rest.take_while(llvm::isDigit).size()) {
    llvm::StringRef fraction = rest.drop_front(numDigits);
    if (fraction.consume_front("."))
      if (size_t numPlaces = fraction.take_while(llvm::isDigit).size())
        return take(Token::Real, numDigits + 1 + numPlaces);
    return take(Token::Int, numDigits);
  }
  for (llvm::StringRef symbol : symbols)
    if (rest.starts_with(symbol))
      return take(Token::Symbol, symbol.size());
  return take(Token::Unknown, 1);
}
