//===- Aldebaran.cpp - Read Aldebaran files ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `des (FIRST, TRANSITIONS, STATES)`, then one `(FROM, LABEL, TO)` a line. A
// label with commas or spaces stands in quotes.
//
//===----------------------------------------------------------------------===//

#include "LTS.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::lts;

namespace {

class AldebaranParser {
public:
  AldebaranParser(const sema::SourceFile &source, MLIRContext *context,
                  const InterfaceSpec &interface)
      : text(source.getText()), path(source.getPath()),
        lts(source, context, interface) {}

  OwningOpRef<ModuleOp> run();

private:
  bool parseHeader();
  bool parseTransition();
  bool parseNumber(uint64_t &value);
  bool parseLabel(std::string &label);
  bool expect(char c);
  void skipSpace();
  bool fail(const Twine &message) {
    lts.error({unsigned(at), unsigned(std::min(at + 1, text.size()))})
        << message;
    return false;
  }

  StringRef text, path;
  LTS lts;
  size_t at = 0;
  uint64_t first = 0, numTransitions = 0, numStates = 0;
};

} // namespace

void AldebaranParser::skipSpace() {
  while (at < text.size() && llvm::isSpace(text[at]))
    ++at;
}

bool AldebaranParser::expect(char c) {
  skipSpace();
  if (at < text.size() && text[at] == c) {
    ++at;
    return true;
  }
  return fail(Twine("expected '") + Twine(c) + "'" +
              (at < text.size() ? "" : " before the end of the file"));
}

bool AldebaranParser::parseNumber(uint64_t &value) {
  skipSpace();
  StringRef digits = text.substr(at).take_while(llvm::isDigit);
  if (digits.empty() || digits.getAsInteger(10, value))
    return fail("expected a number");
  at += digits.size();
  return true;
}

bool AldebaranParser::parseLabel(std::string &label) {
  skipSpace();
  if (at < text.size() && text[at] == '"') {
    size_t end = text.find_first_of("\"\n", at + 1);
    if (end == StringRef::npos || text[end] == '\n')
      return fail("the label has no closing '\"'");
    label = text.slice(at + 1, end).str();
    at = end + 1;
    return true;
  }
  // A label may hold commas: the last one of the line ends it.
  size_t lineEnd = std::min(text.find('\n', at), text.size());
  size_t comma = text.slice(at, lineEnd).rfind(',');
  if (comma == StringRef::npos)
    return fail("expected a label and ','");
  label = text.substr(at, comma).trim().str();
  at += comma;
  return true;
}

bool AldebaranParser::parseHeader() {
  skipSpace();
  if (!text.substr(at).starts_with("des"))
    return fail("expected 'des (FIRST, TRANSITIONS, STATES)'");
  at += 3;
  return expect('(') && parseNumber(first) && expect(',') &&
         parseNumber(numTransitions) && expect(',') && parseNumber(numStates) &&
         expect(')');
}

bool AldebaranParser::parseTransition() {
  size_t begin = at;
  uint64_t from, to;
  std::string label;
  if (!expect('(') || !parseNumber(from) || !expect(',') ||
      !parseLabel(label) || !expect(',') || !parseNumber(to) || !expect(')'))
    return false;
  ast::Range range = {unsigned(begin), unsigned(at)};
  for (uint64_t state : {from, to})
    if (state >= numStates) {
      lts.error(range) << "state " << state << " is not one of " << numStates;
      return false;
    }
  unsigned source = lts.getState(std::to_string(from), range);
  unsigned target = lts.getState(std::to_string(to), range);
  lts.addTransition(source, label, target, range);
  return true;
}

OwningOpRef<ModuleOp> AldebaranParser::run() {
  size_t bad = 0;
  if (!llvm::json::isUTF8(text, &bad)) {
    at = bad;
    fail("the file is not UTF-8");
    return {};
  }
  if (!parseHeader())
    return {};
  if (first >= numStates) {
    fail("the first state " + Twine(first) + " is not one of " +
         Twine(numStates));
    return {};
  }
  unsigned initial = lts.getState(std::to_string(first), {0, unsigned(at)});
  uint64_t count = 0;
  for (skipSpace(); at < text.size(); skipSpace(), ++count)
    if (!parseTransition())
      return {};
  if (count != numTransitions)
    fail("expected " + Twine(numTransitions) + " transitions, found " +
         Twine(count));
  return lts.build(llvm::sys::path::stem(path), initial);
}

bool tioga::isAldebaranText(StringRef text) {
  text = text.ltrim();
  return text.consume_front("des") && text.ltrim().starts_with("(");
}

OwningOpRef<ModuleOp> tioga::importAldebaran(llvm::SourceMgr &sourceMgr,
                                             MLIRContext *context,
                                             const ImportOptions &options) {
  context->loadDialect<TiogaDialect, ta::TADialect>();
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  sema::SourceFile source(buffer->getBufferIdentifier(), buffer->getBuffer(),
                          context);
  InterfaceSpec interface;
  if (failed(interface.addFile(source.getPath(), options, context)))
    return {};
  return AldebaranParser(source, context, interface).run();
}
