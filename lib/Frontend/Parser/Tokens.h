//===- Tokens.h - Tokens between lexer and parser ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ANTLR's streams hold every character as a code point and every token as a
// string. Ours work on the bytes of the text: no significant character of the
// language lies beyond ASCII, so a byte is as good as a code point, and every
// index is a byte offset without any mapping.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_PARSER_TOKENS_H
#define TIOGA_LIB_FRONTEND_PARSER_TOKENS_H

#include "../AST.h"
#include "antlr4-runtime.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include <deque>

namespace tioga::parser {

/// Errors of all stages, handed on in the order of the text. A file that is no
/// model at all could give millions: there is a limit for each stage, and for
/// what is handed on.
class Diagnostics {
public:
  static constexpr size_t limit = 200;

  void beginStage() { stageBegin = list.size(); }
  /// False if there are too many.
  bool add(ast::Range range, const llvm::Twine &message) {
    if (list.size() - stageBegin >= limit) {
      hasMore = true;
      return false;
    }
    list.push_back({range, list.size(), message.str()});
    return true;
  }
  size_t size() const { return list.size(); }
  /// Forgets all but the first `size` errors.
  void truncate(size_t size) { list.resize(size); }
  void flush(llvm::function_ref<void(ast::Range, const llvm::Twine &)> onError);

private:
  struct Entry {
    ast::Range range;
    size_t order;
    std::string message;
  };
  std::vector<Entry> list;
  size_t stageBegin = 0;
  bool hasMore = false;
};

/// A token, comment or piece of white space. `type` is the lexer's.
struct RawToken {
  unsigned type;
  unsigned begin;
  unsigned end;
};

/// Cuts well-formed UTF-8 into tokens that cover it without gaps, and reports
/// unknown characters and unterminated strings and comments. What is wrong with
/// a string or comment is repaired, so that the parser does not stumble again.
std::vector<RawToken> lex(llvm::StringRef text, Diagnostics &diagnostics);

/// Where the brackets, prefix operators and nested constructs of the tokens
/// exceed what the parser can take, if anywhere. ANTLR looks ahead recursively,
/// so this is found out before it starts.
const RawToken *findTooDeep(llvm::StringRef text,
                            const std::vector<RawToken> &tokens);

/// What the parser sees of a token.
class SourceToken final : public antlr4::Token {
public:
  SourceToken(const char *text, RawToken raw, unsigned index, unsigned rawIndex,
              bool afterUnknown)
      : text(text), type(raw.type), begin(raw.begin), end(raw.end),
        index(index), rawIndex(rawIndex), afterUnknown(afterUnknown) {}

  /// The token that the parser wishes were there.
  static SourceToken makeMissing(size_t type, unsigned offset) {
    return SourceToken("", {unsigned(type), offset, offset}, ~0u, 0, false);
  }

  llvm::StringRef spelling() const { return {text + begin, end - begin}; }
  ast::Range range() const { return {begin, end}; }
  bool isMissing() const { return index == ~0u; }
  /// Whether unknown characters, already reported, stand right before it.
  bool followsUnknown() const { return afterUnknown; }
  /// Its place among the raw tokens.
  unsigned getRawIndex() const { return rawIndex; }

  std::string getText() const override { return spelling().str(); }
  size_t getType() const override { return type == ~0u ? EOF : type; }
  size_t getLine() const override { return 0; }
  size_t getCharPositionInLine() const override { return 0; }
  size_t getChannel() const override { return DEFAULT_CHANNEL; }
  size_t getTokenIndex() const override {
    return isMissing() ? INVALID_INDEX : index;
  }
  size_t getStartIndex() const override { return begin; }
  size_t getStopIndex() const override { return end - 1; }
  antlr4::TokenSource *getTokenSource() const override { return nullptr; }
  antlr4::CharStream *getInputStream() const override { return nullptr; }
  std::string toString() const override { return getText(); }

private:
  const char *text;
  unsigned type;
  unsigned begin;
  unsigned end;
  unsigned index;
  unsigned rawIndex;
  bool afterUnknown;
};

/// The tokens without comments, white space and unknown characters, then EOF.
class SourceTokens final : public antlr4::TokenStream {
public:
  SourceTokens(llvm::StringRef text, const std::vector<RawToken> &raw);

  const SourceToken &at(size_t index) const { return *tokens[index]; }
  const SourceToken &current() const { return *tokens[position]; }
  size_t getPosition() const { return position; }

  /// Puts a token that is not in the text before the current one.
  void insertMissing(size_t type);
  /// Takes the current token out.
  void remove() { tokens.erase(tokens.begin() + position); }

  antlr4::Token *LT(ssize_t k) override;
  antlr4::Token *get(size_t index) const override { return tokens[index]; }
  size_t LA(ssize_t k) override {
    antlr4::Token *token = LT(k);
    return token ? token->getType() : size_t(antlr4::Token::INVALID_TYPE);
  }
  void consume() override {
    if (position + 1 < tokens.size())
      ++position;
  }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return position; }
  void seek(size_t index) override { position = index; }
  size_t size() override { return tokens.size(); }
  std::string getSourceName() const override { return {}; }
  antlr4::TokenSource *getTokenSource() const override { return nullptr; }
  std::string getText(const antlr4::misc::Interval &) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext *) override { return {}; }
  std::string getText(antlr4::Token *, antlr4::Token *) override { return {}; }

private:
  std::vector<SourceToken> storage;
  /// Tokens that are not in the text.
  std::deque<SourceToken> missing;
  std::vector<SourceToken *> tokens;
  size_t position = 0;
};

} // namespace tioga::parser

#endif // TIOGA_LIB_FRONTEND_PARSER_TOKENS_H
