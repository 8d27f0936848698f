//===- Tokens.cpp - From bytes to tokens ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tokens.h"
#include "Parser.h"
#include "TiogaLexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tioga;
using namespace tioga::parser;
using llvm::StringRef;
using llvm::Twine;

void Diagnostics::flush(
    llvm::function_ref<void(ast::Range, const Twine &)> onError) {
  llvm::sort(list, [](const Entry &a, const Entry &b) {
    return std::tie(a.range.begin, a.order) < std::tie(b.range.begin, b.order);
  });
  hasMore |= list.size() > limit;
  list.resize(std::min(list.size(), limit));
  for (const Entry &entry : list)
    onError(entry.range, entry.message);
  if (hasMore)
    onError(list.back().range, "too many errors; the others are not shown");
  list.clear();
}

namespace {

/// The bytes of the text as ANTLR's characters.
class ByteStream final : public antlr4::CharStream {
public:
  explicit ByteStream(StringRef text) : text(text) {}

  void consume() override { ++position; }
  size_t LA(ssize_t i) override {
    size_t at = position + (i > 0 ? i - 1 : i);
    return at < text.size() ? uint8_t(text[at]) : size_t(EOF);
  }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return position; }
  void seek(size_t index) override { position = std::min(index, text.size()); }
  size_t size() override { return text.size(); }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval &interval) override {
    return text.slice(interval.a, interval.b + 1).str();
  }
  std::string toString() const override { return text.str(); }

private:
  StringRef text;
  size_t position = 0;
};

/// Runs the generated lexer and mends what it leaves as UNKNOWN.
class LexerRun {
public:
  LexerRun(StringRef text, Diagnostics &diagnostics);

  std::vector<RawToken> run();

private:
  bool readSpaceOrWord();
  void mendString(RawToken token);
  void mendUnknown(RawToken token);
  void reportUnknown();
  void push(RawToken token) {
    tokens.push_back(token);
    stream.seek(token.end);
  }

  StringRef text;
  Diagnostics &diagnostics;
  ByteStream stream;
  TiogaLexer lexer;
  llvm::StringMap<unsigned> keywords;
  std::vector<RawToken> tokens;
};

} // namespace

/// The keywords of the grammar with their token types.
static llvm::StringMap<unsigned> makeKeywords(TiogaLexer &lexer) {
  llvm::StringMap<unsigned> keywords;
  const antlr4::dfa::Vocabulary &vocabulary = lexer.getVocabulary();
  for (size_t type = 1; type <= vocabulary.getMaxTokenType(); ++type) {
    std::string literal = vocabulary.getLiteralName(type);
    if (literal.size() > 2 && llvm::isAlpha(literal[1]))
      keywords[StringRef(literal).drop_front().drop_back()] = type;
  }
  return keywords;
}

LexerRun::LexerRun(StringRef text, Diagnostics &diagnostics)
    : text(text), diagnostics(diagnostics), stream(text), lexer(&stream),
      keywords(makeKeywords(lexer)) {
  lexer.removeErrorListeners();
}

std::vector<RawToken> LexerRun::run() {
  tokens.reserve(text.size() / 3);
  // A byte order mark is no character of the text.
  if (text.starts_with("\xEF\xBB\xBF"))
    push({TiogaLexer::SPACE, 0, 3});
  while (stream.index() < text.size()) {
    if (readSpaceOrWord())
      continue;
    std::unique_ptr<antlr4::Token> next = lexer.nextToken();
    RawToken token = {unsigned(next->getType()),
                      unsigned(next->getStartIndex()),
                      unsigned(next->getStopIndex() + 1)};
    if (token.type == TiogaLexer::UNKNOWN) {
      if (text[token.begin] == '"')
        mendString(token);
      else
        mendUnknown(token);
      continue;
    }
    // A slash and a star that the lexer did not take for a comment have no end.
    if (token.end == token.begin + 1 &&
        text.substr(token.begin).starts_with("/*")) {
      diagnostics.add({token.begin, token.begin + 2}, "unterminated comment");
      push({TiogaLexer::BLOCK_COMMENT, token.begin, unsigned(text.size())});
      continue;
    }
    tokens.push_back(token);
  }
  reportUnknown();
  return std::move(tokens);
}

static bool isSpace(char c) { return StringRef(" \t\r\n\f").contains(c); }

/// Most of a text is white space and words. Both are as easy to read as the
/// grammar defines them (SPACE, ID), and this is much faster than the generated
/// lexer.
bool LexerRun::readSpaceOrWord() {
  unsigned begin = stream.index();
  StringRef rest = text.drop_front(begin);
  if (isSpace(rest[0])) {
    unsigned length = rest.take_while(isSpace).size();
    push({TiogaLexer::SPACE, begin, begin + length});
    return true;
  }
  if (!llvm::isAlpha(rest[0]) && rest[0] != '_')
    return false;
  StringRef word = rest.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
  auto keyword = keywords.find(word);
  push({keyword == keywords.end() ? unsigned(TiogaLexer::ID) : keyword->second,
        begin, begin + unsigned(word.size())});
  return true;
}

/// Takes everything up to the closing quote, or else the end of the line, for
/// the string.
void LexerRun::mendString(RawToken token) {
  unsigned at = token.begin + 1;
  bool reported = false;
  while (at < text.size() && text[at] != '"' && text[at] != '\n' &&
         text[at] != '\r') {
    if (text[at] != '\\' || at + 1 == text.size()) {
      ++at;
      continue;
    }
    char escaped = text[at + 1];
    if (escaped == '\n' || escaped == '\r') {
      ++at;
      continue;
    }
    if (!StringRef("\"\\nt").contains(escaped) && !reported) {
      reported = true;
      diagnostics.add({at, at + 2}, "unknown escape sequence; a string knows "
                                    "\\\", \\\\, \\n and \\t");
    }
    at += 2;
  }
  at = std::min<size_t>(at, text.size());
  if (at < text.size() && text[at] == '"')
    ++at;
  else
    diagnostics.add({token.begin, at}, "unterminated string");
  push({TiogaLexer::STRING, token.begin, at});
}

/// A character for a message; control characters by number.
static std::string quoteCharacters(StringRef characters) {
  if (characters.size() > 40)
    return quoteCharacters(characters.take_front(1)) + "...";
  if (llvm::any_of(characters,
                   [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    return llvm::formatv("with code {0}", unsigned(uint8_t(characters[0])));
  return ("'" + characters + "'").str();
}

void LexerRun::mendUnknown(RawToken token) {
  token.end =
      token.begin + llvm::getNumBytesForUTF8(uint8_t(text[token.begin]));
  push(token);
}

/// Complains once about a run of unknown characters.
void LexerRun::reportUnknown() {
  auto isUnknown = [](const RawToken &token) {
    return token.type == TiogaLexer::UNKNOWN;
  };
  auto end = tokens.end();
  for (auto it = std::find_if(tokens.begin(), end, isUnknown); it != end;) {
    auto last = std::find_if_not(it, end, isUnknown);
    ast::Range range = {it->begin, std::prev(last)->end};
    StringRef run = text.slice(range.begin, range.end);
    StringRef hint;
    if (run == "&")
      hint = "; did you mean '&&'?";
    else if (run == "|")
      hint = "; did you mean '||'?";
    else if (run == "%")
      hint = "; did you mean 'mod'?";
    diagnostics.add(range, Twine("unexpected character") +
                               (last - it == 1 ? " " : "s ") +
                               quoteCharacters(run) + hint);
    it = std::find_if(last, end, isUnknown);
  }
}

std::vector<RawToken> tioga::parser::lex(StringRef text,
                                         Diagnostics &diagnostics) {
  return LexerRun(text, diagnostics).run();
}

//===----------------------------------------------------------------------===//
// For the parser
//===----------------------------------------------------------------------===//

SourceTokens::SourceTokens(StringRef text, const std::vector<RawToken> &raw) {
  auto isHidden = [](const RawToken &token) {
    return token.type == TiogaLexer::SPACE ||
           token.type == TiogaLexer::DOC_COMMENT ||
           token.type == TiogaLexer::LINE_COMMENT ||
           token.type == TiogaLexer::BLOCK_COMMENT;
  };
  storage.reserve(raw.size() - llvm::count_if(raw, isHidden) + 1);
  bool afterUnknown = false;
  for (size_t i = 0, e = raw.size(); i != e; ++i) {
    if (isHidden(raw[i]))
      continue;
    if (raw[i].type == TiogaLexer::UNKNOWN) {
      afterUnknown = true;
      continue;
    }
    storage.emplace_back(text.data(), raw[i], storage.size(), i, afterUnknown);
    afterUnknown = false;
  }
  unsigned size = text.size();
  storage.emplace_back(text.data(), RawToken{~0u, size, size}, storage.size(),
                       raw.size(), afterUnknown);
  tokens.reserve(storage.size());
  for (SourceToken &token : storage)
    tokens.push_back(&token);
}

void SourceTokens::insertMissing(size_t type) {
  unsigned offset = position > 0 ? tokens[position - 1]->range().end : 0;
  missing.push_back(SourceToken::makeMissing(type, offset));
  tokens.insert(tokens.begin() + position, &missing.back());
}

antlr4::Token *SourceTokens::LT(ssize_t k) {
  if (k < 0)
    return position + k < tokens.size() ? tokens[position + k] : nullptr;
  return tokens[std::min(position + k - 1, tokens.size() - 1)];
}

//===----------------------------------------------------------------------===//
// For everybody
//===----------------------------------------------------------------------===//

static TokenKind classify(const RawToken &token, StringRef spelling) {
  switch (token.type) {
  case TiogaLexer::SPACE:
    return TokenKind::Space;
  case TiogaLexer::DOC_COMMENT:
  case TiogaLexer::LINE_COMMENT:
  case TiogaLexer::BLOCK_COMMENT:
    return TokenKind::Comment;
  case TiogaLexer::STRING:
    return TokenKind::String;
  case TiogaLexer::UNKNOWN:
    return TokenKind::Unknown;
  default:
    return llvm::isAlnum(spelling[0]) || spelling[0] == '_' ? TokenKind::Word
                                                            : TokenKind::Symbol;
  }
}

bool tioga::parser::tokenize(StringRef text,
                             llvm::SmallVectorImpl<Token> &tokens) try {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  if (!llvm::isLegalUTF8String(&begin, end))
    return false;
  Diagnostics ignored;
  for (const RawToken &raw : lex(text, ignored)) {
    StringRef spelling = text.slice(raw.begin, raw.end);
    Token token = {classify(raw, spelling), {raw.begin, raw.end}, 0};
    if (token.kind == TokenKind::Space) {
      // CR LF is one line end, a lone CR is none.
      token.newlines = spelling.count('\n');
      if (token.newlines >= 2)
        token.kind = TokenKind::Newlines;
    }
    tokens.push_back(token);
  }
  return true;
} catch (...) {
  return false;
}
