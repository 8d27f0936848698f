//===- Dot.cpp - Read DOT files as transition systems -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes are states, edges are transitions with their `label`. Layout says
// nothing, with one exception: a node that is no state, but points at the first
// one.
//
//===----------------------------------------------------------------------===//

#include "LTS.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::lts;

namespace {

/// Subgraphs nest at most this deep.
constexpr unsigned maxNesting = 200;
constexpr size_t maxTransitions = 1000000;

struct Token {
  enum Kind : uint8_t { End, ID, Symbol, Bad } kind = End;
  /// Of an ID, without quotes and escapes.
  std::string text;
  bool isQuoted = false;
  ast::Range range;

  bool is(StringRef symbol) const { return kind == Symbol && text == symbol; }
  bool isWord(StringRef word) const {
    return kind == ID && !isQuoted && StringRef(text).equals_insensitive(word);
  }
};

using Attributes = llvm::StringMap<std::string>;

struct Node {
  std::string name;
  ast::Range range;
  Attributes attributes;
  unsigned numIncoming = 0, numOutgoing = 0;
};

struct Arrow {
  unsigned from, to;
  std::string label;
  ast::Range range;
};

class DotParser {
public:
  DotParser(const sema::SourceFile &source, MLIRContext *context,
            const InterfaceSpec &interface)
      : text(source.getText()), lts(source, context, interface) {}

  OwningOpRef<ModuleOp> run();

private:
  using NodeSet = std::vector<unsigned>;

  // Tokens.
  void advance();
  void skipBlank();
  void readQuoted();
  void readMarkup();
  bool consume(StringRef symbol) {
    if (!token.is(symbol))
      return false;
    advance();
    return true;
  }
  bool expect(StringRef symbol);
  bool fail(ast::Range range, const Twine &message) {
    if (!hadError)
      lts.error(range) << message;
    hadError = true;
    return false;
  }

  // Statements.
  bool parseBody(Attributes &nodeDefaults, Attributes &edgeDefaults);
  bool parseStatement(Attributes &nodeDefaults, Attributes &edgeDefaults);
  bool parseAttributes(Attributes &attributes);
  bool parseOperand(NodeSet &set, const Attributes &nodeDefaults,
                    const Attributes &edgeDefaults);
  bool parseArrows(NodeSet left, const Attributes &nodeDefaults,
                   const Attributes &edgeDefaults);
  unsigned getNode(const Token &name, const Attributes &defaults);

  // The transition system.
  OwningOpRef<ModuleOp> build();

  StringRef text;
  LTS lts;
  size_t at = 0;
  Token token;
  bool hadError = false;
  unsigned nesting = 0;
  std::string graphName;
  std::vector<Node> nodes;
  llvm::StringMap<unsigned> byName;
  std::vector<Arrow> arrows;
  /// All nodes, as often as they occur.
  std::vector<unsigned> mentions;
};

} // namespace

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

void DotParser::skipBlank() {
  while (at < text.size()) {
    StringRef rest = text.substr(at);
    bool isLineStart = at == 0 || text[at - 1] == '\n';
    if (llvm::isSpace(rest.front()))
      ++at;
    else if (rest.starts_with("//") || (rest.front() == '#' && isLineStart))
      at = std::min(text.find('\n', at), text.size());
    else if (rest.starts_with("/*"))
      at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    else
      return;
  }
}

void DotParser::readQuoted() {
  token.isQuoted = true;
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      token.text += text[at];
      continue;
    }
    ++at;
    // Line breaks of labels are blanks; all else stands for itself.
    bool isBreak = text[at] == 'n' || text[at] == 'l' || text[at] == 'r';
    if (text[at] != '\n')
      token.text += isBreak ? ' ' : text[at];
  }
  if (at == text.size())
    token.kind = Token::Bad;
  else
    ++at;
}

/// `<b>text</b>`, in angle brackets: the text without its tags.
void DotParser::readMarkup() {
  token.isQuoted = true;
  unsigned depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '<')
      ++depth;
    else if (text[at] == '>')
      --depth;
    else if (depth == 1)
      token.text += text[at];
    if (depth == 0) {
      ++at;
      return;
    }
  }
  token.kind = Token::Bad;
}

void DotParser::advance() {
  skipBlank();
  token = Token();
  size_t begin = at;
  if (at >= text.size()) {
    token.range = {unsigned(text.size()), unsigned(text.size())};
    return;
  }
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || (c & 0x80);
  };
  token.kind = Token::ID;
  if (text[at] == '"') {
    readQuoted();
  } else if (text[at] == '<') {
    readMarkup();
  } else if (isWord(text[at]) ||
             (text[at] == '-' && at + 1 < text.size() &&
              (llvm::isDigit(text[at + 1]) || text[at + 1] == '.'))) {
    for (++at; at < text.size() && isWord(text[at]);)
      ++at;
    token.text = text.slice(begin, at).str();
  } else {
    token.kind = Token::Symbol;
    StringRef two = text.substr(at, 2);
    at += two == "->" || two == "--" ? 2 : 1;
    token.text = text.slice(begin, at).str();
  }
  token.range = {unsigned(begin), unsigned(at)};
}

bool DotParser::expect(StringRef symbol) {
  if (consume(symbol))
    return true;
  return fail(token.range,
              "expected '" + symbol + "', found " +
                  (token.kind == Token::End ? std::string("the end of the file")
                                            : "'" + token.text + "'"));
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool DotParser::parseAttributes(Attributes &attributes) {
  while (consume("[")) {
    while (!token.is("]")) {
      if (token.kind != Token::ID)
        return expect("]");
      std::string key = token.text;
      advance();
      std::string value = "true";
      if (consume("=")) {
        if (token.kind != Token::ID)
          return fail(token.range, "expected a value for '" + Twine(key) + "'");
        value = token.text;
        advance();
        // "a" + "b"
        while (consume("+")) {
          value += token.text;
          advance();
        }
      }
      attributes[key] = value;
      if (!consume(","))
        consume(";");
    }
    advance();
  }
  return true;
}

unsigned DotParser::getNode(const Token &name, const Attributes &defaults) {
  auto [entry, isNew] = byName.try_emplace(name.text, nodes.size());
  if (isNew)
    nodes.push_back({name.text, name.range, defaults});
  mentions.push_back(entry->second);
  return entry->second;
}

/// A node or a subgraph; the nodes of either.
bool DotParser::parseOperand(NodeSet &set, const Attributes &nodeDefaults,
                             const Attributes &edgeDefaults) {
  bool isSubgraph = token.isWord("subgraph");
  if (isSubgraph) {
    advance();
    if (token.kind == Token::ID)
      advance();
  }
  if (isSubgraph || token.is("{")) {
    if (++nesting > maxNesting)
      return fail(token.range, "subgraphs nest too deeply");
    size_t before = mentions.size();
    Attributes nodeInner = nodeDefaults, edgeInner = edgeDefaults;
    if (!expect("{") || !parseBody(nodeInner, edgeInner) || !expect("}"))
      return false;
    --nesting;
    set.assign(mentions.begin() + before, mentions.end());
    llvm::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end());
    return true;
  }
  if (token.kind != Token::ID)
    return fail(token.range,
                token.kind == Token::End
                    ? "expected '}' before the end of the file"
                    : "expected a node, found '" + token.text + "'");
  set.push_back(getNode(token, nodeDefaults));
  advance();
  // Ports say where an edge is drawn.
  while (consume(":")) {
    if (token.kind != Token::ID)
      return fail(token.range, "expected a port");
    advance();
  }
  return true;
}

bool DotParser::parseArrows(NodeSet left, const Attributes &nodeDefaults,
                            const Attributes &edgeDefaults) {
  size_t first = arrows.size();
  while (token.is("->") || token.is("--")) {
    ast::Range range = token.range;
    if (token.is("--"))
      return fail(range, "'--' has no direction; transitions are '->'");
    advance();
    NodeSet right;
    if (!parseOperand(right, nodeDefaults, edgeDefaults))
      return false;
    if (arrows.size() + left.size() * right.size() > maxTransitions)
      return fail(range, "the graph has more than " + Twine(maxTransitions) +
                             " edges");
    for (unsigned from : left)
      for (unsigned to : right)
        arrows.push_back({from, to, {}, range});
    left = std::move(right);
  }
  Attributes attributes = edgeDefaults;
  if (!parseAttributes(attributes))
    return false;
  for (size_t i = first; i < arrows.size(); ++i)
    arrows[i].label = attributes.lookup("label");
  return true;
}

bool DotParser::parseStatement(Attributes &nodeDefaults,
                               Attributes &edgeDefaults) {
  Attributes ignored;
  for (auto [word, defaults] : {std::pair("node", &nodeDefaults),
                                {"edge", &edgeDefaults},
                                {"graph", &ignored}})
    if (token.isWord(word)) {
      advance();
      return parseAttributes(*defaults);
    }
  if (token.kind == Token::Bad)
    return fail(token.range, "the string does not end");
  // `rankdir = LR`
  if (token.kind == Token::ID) {
    size_t mark = at;
    Token name = token;
    advance();
    if (consume("=")) {
      advance();
      return true;
    }
    at = mark;
    token = name;
  }
  NodeSet set;
  if (!parseOperand(set, nodeDefaults, edgeDefaults))
    return false;
  if (token.is("->") || token.is("--"))
    return parseArrows(std::move(set), nodeDefaults, edgeDefaults);
  if (set.size() != 1 || !token.is("["))
    return true;
  return parseAttributes(nodes[set.front()].attributes);
}

bool DotParser::parseBody(Attributes &nodeDefaults, Attributes &edgeDefaults) {
  while (!token.is("}")) {
    if (token.kind == Token::End)
      return fail(token.range, "expected '}' before the end of the file");
    if (consume(";"))
      continue;
    if (!parseStatement(nodeDefaults, edgeDefaults))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The transition system
//===----------------------------------------------------------------------===//

/// A node without label and incoming edges that is drawn as a point or not at
/// all: it marks where its one edge leads.
static bool isMarker(const Node &node) {
  if (node.numIncoming != 0 || node.numOutgoing != 1)
    return false;
  StringRef name = node.name;
  std::string shape = node.attributes.lookup("shape");
  return name.starts_with("__start") || shape == "point" || shape == "none" ||
         shape == "plaintext" || node.attributes.lookup("style") == "invis";
}

OwningOpRef<ModuleOp> DotParser::build() {
  for (const Arrow &arrow : arrows) {
    ++nodes[arrow.from].numOutgoing;
    ++nodes[arrow.to].numIncoming;
  }
  std::optional<unsigned> initial;
  std::vector<bool> isNoState(nodes.size());
  for (auto [index, node] : llvm::enumerate(nodes)) {
    if (node.attributes.lookup("initial") == "true" && !initial)
      initial = index;
    isNoState[index] = isMarker(node);
  }
  for (const Arrow &arrow : arrows)
    if (isNoState[arrow.from] && !initial)
      initial = arrow.to;
  for (unsigned node = 0; node < nodes.size() && !initial; ++node)
    if (!isNoState[node])
      initial = node;
  if (!initial) {
    lts.error({0, 0}) << "the graph has no node";
    return {};
  }
  for (auto [index, node] : llvm::enumerate(nodes))
    if (!isNoState[index])
      lts.getState(node.name, node.range);
  for (const Arrow &arrow : arrows)
    if (!isNoState[arrow.from])
      lts.addTransition(
          lts.getState(nodes[arrow.from].name, nodes[arrow.from].range),
          arrow.label, lts.getState(nodes[arrow.to].name, arrow.range),
          arrow.range);
  return lts.build(graphName,
                   lts.getState(nodes[*initial].name, nodes[*initial].range));
}

OwningOpRef<ModuleOp> DotParser::run() {
  size_t bad = 0;
  if (!llvm::json::isUTF8(text, &bad)) {
    fail({unsigned(bad), unsigned(bad)}, "the file is not UTF-8");
    return {};
  }
  advance();
  if (token.isWord("strict"))
    advance();
  if (!token.isWord("digraph")) {
    fail(token.range, token.isWord("graph")
                          ? "a transition system is a 'digraph'"
                          : "expected 'digraph'");
    return {};
  }
  advance();
  if (token.kind == Token::ID) {
    graphName = token.text;
    advance();
  }
  Attributes nodeDefaults, edgeDefaults;
  if (!expect("{") || !parseBody(nodeDefaults, edgeDefaults) || !expect("}"))
    return {};
  if (token.kind != Token::End) {
    fail(token.range, "expected the end of the file");
    return {};
  }
  return build();
}

bool tioga::isDotText(StringRef text) {
  while (true) {
    text = text.ltrim();
    if (text.consume_front("//") || text.consume_front("#"))
      text = text.drop_until([](char c) { return c == '\n'; });
    else if (text.starts_with("/*"))
      text = text.substr(std::min(text.find("*/"), text.size() - 2) + 2);
    else
      break;
  }
  if (text.consume_front("strict"))
    text = text.ltrim();
  return text.consume_front("digraph") &&
         text.find_first_not_of(" \t\r\n") != StringRef::npos &&
         text.contains('{');
}

OwningOpRef<ModuleOp> tioga::importDot(llvm::SourceMgr &sourceMgr,
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
  return DotParser(source, context, interface).run();
}
