//===- Syntax.cpp - Declarations of TChecker files --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace tioga;
using namespace tioga::tchecker;
using llvm::StringRef;

namespace {

struct KindInfo {
  llvm::StringLiteral keyword;
  DeclKind kind;
  unsigned numFields;
  llvm::StringLiteral form;
};

constexpr KindInfo kinds[] = {
    {"system", DeclKind::System, 1, "system:NAME"},
    {"clock", DeclKind::Clock, 2, "clock:SIZE:NAME"},
    {"int", DeclKind::Int, 5, "int:SIZE:MIN:MAX:INIT:NAME"},
    {"process", DeclKind::Process, 1, "process:NAME"},
    {"event", DeclKind::Event, 1, "event:NAME"},
    {"location", DeclKind::Location, 2, "location:PROCESS:NAME"},
    {"edge", DeclKind::Edge, 4, "edge:PROCESS:SOURCE:TARGET:EVENT"},
    {"sync", DeclKind::Sync, 0, "sync:PROCESS@EVENT:PROCESS@EVENT"},
};

class FileParser {
public:
  FileParser(const sema::SourceFile &source, File &file)
      : source(source), text(source.getText()), file(file) {}

  bool run();

private:
  bool parseDeclaration();
  bool parseFields(Declaration &declaration, const KindInfo &kind);
  bool parseMembers(Declaration &declaration);
  bool parseAttributes(Declaration &declaration);
  /// Reads a name or a number; empty if there is none.
  Text parseWord();
  Text trim(size_t begin, size_t end) const;
  void takeComment(std::string &doc);
  void skipSpace(bool overLines = false);
  void skipLine();
  bool consume(char c) {
    if (peek() != c)
      return false;
    ++at;
    return true;
  }
  char peek() const { return at < text.size() ? text[at] : '\0'; }
  bool atEnd() const { return at >= text.size(); }
  mlir::InFlightDiagnostic error() const {
    return source.emitError(
        {unsigned(at), unsigned(std::min(at + 1, text.size()))});
  }
  std::string describeNext() const;

  const sema::SourceFile &source;
  StringRef text;
  File &file;
  size_t at = 0;
  /// Comments that wait for the next declaration.
  std::string pending;
};

} // namespace

/// Nobody reads on after so many.
static constexpr unsigned maxErrors = 100;

static bool isWordChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

std::string FileParser::describeNext() const {
  if (atEnd())
    return "the end of the file";
  char c = peek();
  if (c == '\n' || c == '\r')
    return "the end of the line";
  if (!llvm::isPrint(c))
    return "byte 0x" + llvm::toHex(StringRef(&c, 1), /*LowerCase=*/true);
  return std::string("'") + c + "'";
}

void FileParser::skipSpace(bool overLines) {
  while (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\r' ||
                      (overLines && peek() == '\n')))
    ++at;
}

void FileParser::skipLine() {
  while (!atEnd() && peek() != '\n')
    ++at;
}

void FileParser::takeComment(std::string &doc) {
  size_t begin = ++at;
  skipLine();
  llvm::StringRef comment = text.slice(begin, at).trim();
  if (comment.consume_front("tioga:")) {
    file.annotations.push_back(
        {comment.trim(), {unsigned(begin), unsigned(at)}});
    return;
  }
  if (!doc.empty())
    doc += '\n';
  doc += comment;
}

Text FileParser::parseWord() {
  size_t begin = at;
  if (peek() == '-' || peek() == '+')
    ++at;
  while (!atEnd() && isWordChar(peek()))
    ++at;
  return {text.slice(begin, at), {unsigned(begin), unsigned(at)}};
}

Text FileParser::trim(size_t begin, size_t end) const {
  while (begin < end && llvm::isSpace(text[begin]))
    ++begin;
  while (begin < end && llvm::isSpace(text[end - 1]))
    --end;
  return {text.slice(begin, end), {unsigned(begin), unsigned(end)}};
}

bool FileParser::parseFields(Declaration &declaration, const KindInfo &kind) {
  for (unsigned i = 0; i < kind.numFields; ++i) {
    skipSpace();
    if (!consume(':')) {
      error() << "expected ':', found " << describeNext() << "; the form is '"
              << kind.form << "'";
      return false;
    }
    skipSpace();
    declaration.fields.push_back(parseWord());
    if (declaration.fields.back().text.empty()) {
      error() << "expected a name or number, found " << describeNext()
              << "; the form is '" << kind.form << "'";
      return false;
    }
  }
  return true;
}

bool FileParser::parseMembers(Declaration &declaration) {
  for (skipSpace(); consume(':'); skipSpace()) {
    SyncMember member = {};
    skipSpace();
    member.process = parseWord();
    skipSpace();
    if (member.process.text.empty() || !consume('@')) {
      error() << "expected 'PROCESS@EVENT', found " << describeNext();
      return false;
    }
    skipSpace();
    member.event = parseWord();
    if (member.event.text.empty()) {
      error() << "expected an event, found " << describeNext();
      return false;
    }
    skipSpace();
    member.weak = consume('?');
    declaration.members.push_back(member);
  }
  if (declaration.members.empty())
    error() << "expected ':', found " << describeNext()
            << "; the form is 'sync:PROCESS@EVENT:PROCESS@EVENT'";
  return !declaration.members.empty();
}

/// `{key: value : key: value}`; braces may span lines.
bool FileParser::parseAttributes(Declaration &declaration) {
  skipSpace();
  if (!consume('{'))
    return true;
  for (skipSpace(true); !consume('}'); skipSpace(true)) {
    Attribute attribute;
    attribute.key = parseWord();
    skipSpace(true);
    if (attribute.key.text.empty() || !consume(':')) {
      error() << (attribute.key.text.empty() ? "expected an attribute or '}'"
                                             : "expected ':'")
              << ", found " << describeNext();
      return false;
    }
    size_t begin = at;
    while (!atEnd() && !StringRef(":{}#").contains(peek()))
      ++at;
    attribute.value = trim(begin, at);
    declaration.attributes.push_back(attribute);
    if (peek() != '}' && !consume(':')) {
      error() << "expected ':' or '}', found " << describeNext();
      return false;
    }
  }
  return true;
}

bool FileParser::parseDeclaration() {
  size_t begin = at;
  Text word = parseWord();
  const KindInfo *kind = llvm::find_if(
      kinds, [&](const KindInfo &each) { return each.keyword == word.text; });
  if (kind == std::end(kinds)) {
    Suggestion suggestion(word.text);
    for (const KindInfo &each : kinds)
      suggestion.consider(each.keyword);
    if (word.text.empty())
      error() << "expected a declaration, found " << describeNext();
    else
      source.emitError(word.range)
          << "unknown declaration '" << word.text << "'" << suggestion.str();
    return false;
  }
  Declaration declaration = {kind->kind, {}, {}, {}, {}, {}};
  bool isGood = kind->kind == DeclKind::Sync ? parseMembers(declaration)
                                             : parseFields(declaration, *kind);
  if (!isGood || !parseAttributes(declaration))
    return false;
  declaration.range = {unsigned(begin), unsigned(at)};
  declaration.doc = std::move(pending);
  pending.clear();
  skipSpace();
  if (peek() == '#')
    takeComment(declaration.doc);
  if (!atEnd() && peek() != '\n') {
    error() << "expected the end of the line, found " << describeNext();
    return false;
  }
  file.declarations.push_back(std::move(declaration));
  return true;
}

bool FileParser::run() {
  size_t bad = 0;
  if (!llvm::json::isUTF8(text, &bad)) {
    at = bad;
    error() << "the file is not UTF-8";
    return false;
  }
  unsigned numErrors = 0;
  for (skipSpace(true); !atEnd(); skipSpace(true)) {
    if (peek() == '#') {
      takeComment(pending);
    } else if (!parseDeclaration()) {
      if (++numErrors == maxErrors)
        return false;
      skipLine();
    }
  }
  file.trailing = std::move(pending);
  return numErrors == 0;
}

bool tchecker::parseFile(const sema::SourceFile &source, File &file) {
  return FileParser(source, file).run();
}
