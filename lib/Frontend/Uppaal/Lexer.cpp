//===- Lexer.cpp - Tokens of the UPPAAL language ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace tioga::uppaal;
using llvm::StringRef;

namespace {
class Lexer {
public:
  Lexer(const Text &text, Source &source, Comments &comments)
      : text(text), content(text.content), source(source), comments(comments) {}

  std::vector<Token> run();

private:
  /// A comment without its marks, line by line.
  struct Comment {
    std::string text;
    unsigned begin, end;
  };

  void skipSpaceAndComments();
  void addComment(StringRef body, unsigned begin, unsigned end);
  void flushComments();
  bool hasEmptyLine(unsigned begin, unsigned end) const;
  Token lexToken();
  unsigned getLength(Token::Kind &kind) const;

  const Text &text;
  StringRef content;
  Source &source;
  Comments &comments;
  unsigned position = 0;
  std::vector<Token> tokens;
  std::vector<Comment> pending;
};
} // namespace

/// Longest first.
static constexpr StringRef symbols[] = {
    "<<=", ">>=", "-->", "++", "--", ":=", "+=", "-=",  "*=",
    "/=",  "%=",  "&=",  "|=", "^=", "<<", ">>", "<=",  ">=",
    "==",  "!=",  "&&",  "||", "<?", ">?", "->", "-u->"};

static bool isWordStart(char c) { return llvm::isAlpha(c) || c == '_'; }
static bool isWord(char c) { return llvm::isAlnum(c) || c == '_'; }

bool Lexer::hasEmptyLine(unsigned begin, unsigned end) const {
  return content.slice(begin, end).count('\n') > 1;
}

void Lexer::addComment(StringRef body, unsigned begin, unsigned end) {
  std::string result;
  bool isAnnotation = false;
  llvm::SmallVector<StringRef> lines;
  body.split(lines, '\n');
  for (StringRef line : lines) {
    line = line.trim().ltrim("*").trim();
    if (line.consume_front("tioga:")) {
      comments.annotations.push_back(
          {line.trim().str(), Range{&text, begin, end}});
      isAnnotation = true;
      continue;
    }
    if (line.empty() && result.empty())
      continue;
    result += (result.empty() ? "" : "\n") + line.str();
  }
  result = StringRef(result).rtrim().str();
  bool isTrailing =
      !tokens.empty() && pending.empty() &&
      !content.slice(tokens.back().range.end, begin).contains('\n');
  if (isTrailing)
    tokens.back().trailing = result;
  else if (!result.empty() || !isAnnotation) // An empty one parts paragraphs.
    pending.push_back({std::move(result), begin, end});
}

void Lexer::skipSpaceAndComments() {
  while (position < content.size()) {
    StringRef rest = content.substr(position);
    if (llvm::isSpace(rest.front())) {
      ++position;
      continue;
    }
    unsigned begin = position;
    if (rest.starts_with("//")) {
      position = std::min(content.find('\n', position), content.size());
      addComment(content.slice(begin + 2, position), begin, position);
    } else if (rest.starts_with("/*")) {
      size_t end = content.find("*/", position + 2);
      if (end == StringRef::npos) {
        source.error(Range{&text, begin, begin + 2},
                     "the comment does not end");
        end = content.size() - 2;
      }
      position = std::min(end + 2, content.size());
      addComment(content.slice(begin + 2, end), begin, position);
    } else {
      return;
    }
  }
}

/// Gives the comments read last to the next token, but only those that an empty
/// line does not keep away from it.
void Lexer::flushComments() {
  std::string leading;
  unsigned next = position;
  while (!pending.empty() && !hasEmptyLine(pending.back().end, next)) {
    Comment &comment = pending.back();
    leading = comment.text + (leading.empty() ? "" : "\n") + leading;
    next = comment.begin;
    pending.pop_back();
  }
  if (tokens.empty() && comments.first.empty()) {
    for (const Comment &comment : pending)
      comments.first += (comments.first.empty() ? "" : "\n") + comment.text;
    comments.first = StringRef(comments.first).rtrim('\n').str();
  }
  pending.clear();
  Token token = lexToken();
  token.leading = StringRef(leading).ltrim('\n').str();
  tokens.push_back(std::move(token));
}

unsigned Lexer::getLength(Token::Kind &kind) const {
  StringRef rest = content.substr(position);
  if (isWordStart(rest.front())) {
    kind = Token::Name;
    return rest.take_while(isWord).size();
  }
  if (llvm::isDigit(rest.front())) {
    kind = Token::Number;
    unsigned length = rest.take_while(llvm::isDigit).size();
    // A real number is one token, so that it is reported as such.
    if (rest.substr(length).starts_with(".") && rest.size() > length + 1 &&
        llvm::isDigit(rest[length + 1]))
      length += 1 + rest.substr(length + 1).take_while(llvm::isDigit).size();
    return length;
  }
  kind = Token::Symbol;
  for (StringRef symbol : symbols)
    if (rest.starts_with(symbol))
      return symbol.size();
  if (!StringRef("()[]{}<>=+-*/%!&|^?:;,.'\"").contains(rest.front()))
    kind = Token::Other;
  return 1;
}

Token Lexer::lexToken() {
  Token token;
  token.range = {&text, position, position};
  if (position >= content.size())
    return token;
  unsigned length = getLength(token.kind);
  token.text = content.substr(position, length);
  position += length;
  token.range.end = position;
  return token;
}

std::vector<Token> Lexer::run() {
  do {
    skipSpaceAndComments();
    flushComments();
  } while (tokens.back().kind != Token::End);
  return std::move(tokens);
}

std::vector<Token> tioga::uppaal::tokenize(const Text &text, Source &source,
                                           Comments &comments) {
  return Lexer(text, source, comments).run();
}
