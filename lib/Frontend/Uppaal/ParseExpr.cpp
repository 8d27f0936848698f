//===- ParseExpr.cpp - Expressions of the UPPAAL language -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tioga::uppaal;
using llvm::StringRef;

Parser::Parser(Model &model, Source &source, const Text &text)
    : model(model), source(source), text(text) {
  Comments comments;
  tokens = tokenize(text, source, comments);
  firstComment = std::move(comments.first);
  model.annotations.insert(model.annotations.end(),
                           comments.annotations.begin(),
                           comments.annotations.end());
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

const Token &Parser::peek(unsigned ahead) const {
  return tokens[std::min<size_t>(position + ahead, tokens.size() - 1)];
}

Token Parser::next() {
  Token token = peek();
  if (token.kind != Token::End)
    ++position;
  return token;
}

bool Parser::accept(StringRef what) {
  if (!is(what))
    return false;
  next();
  return true;
}

bool Parser::expect(StringRef what) {
  if (accept(what))
    return true;
  failExpected(("'" + what + "'").str());
  return false;
}

void Parser::fail(Range range, const llvm::Twine &message) {
  if (!failed)
    source.error(range, message);
  failed = true;
  // Nothing else is read, so that every loop comes to its end.
  position = tokens.size() - 1;
}

void Parser::failExpected(StringRef what) {
  const Token &token = peek();
  if (token.kind == Token::End)
    return fail(token.range, "expected " + what + ", but the text ends here");
  fail(token.range, "expected " + what + ", found '" + token.text + "'");
}

void Parser::expectEnd() {
  if (!failed && !atEnd())
    failExpected("the end");
}

Identifier Parser::parseIdentifier(StringRef what) {
  if (peek().kind != Token::Name) {
    failExpected(what);
    return {};
  }
  Token token = next();
  return {token.text.str(), token.range};
}

Range Parser::rangeFrom(Range begin) const {
  unsigned end = position == 0 ? begin.end : tokens[position - 1].range.end;
  return {begin.text, begin.begin, std::max(begin.begin, end)};
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

const Node *Parser::make(NodeOp op, Range begin,
                         std::vector<const Node *> children) {
  if (llvm::is_contained(children, nullptr))
    return nullptr;
  unsigned nodeDepth = 1;
  for (const Node *child : children)
    nodeDepth = std::max(nodeDepth, child->depth + 1);
  if (nodeDepth > maxDepth) {
    fail(begin, "the expression is nested too deeply");
    return nullptr;
  }
  Node &node = model.nodes.emplace_back();
  node.op = op;
  node.range = rangeFrom(begin);
  node.children = std::move(children);
  node.depth = nodeDepth;
  return &node;
}

const Node *Parser::makeNamed(NodeOp op, Range begin, StringRef name,
                              std::vector<const Node *> children) {
  if (!make(op, begin, std::move(children)))
    return nullptr;
  model.nodes.back().text = name.str();
  return &model.nodes.back();
}

const Node *Parser::parseExpr() {
  if (++depth > maxDepth) {
    fail(peek().range, "the expression is nested too deeply");
    return nullptr;
  }
  const Node *node = parseAssignment();
  --depth;
  return node;
}

/// The operator of `+=` and so on; Assign for `=` and `:=`.
static std::optional<NodeOp> getAssignment(const Token &token) {
  if (token.kind != Token::Symbol)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<NodeOp>>(token.text)
      .Cases("=", ":=", NodeOp::Assign)
      .Case("+=", NodeOp::Add)
      .Case("-=", NodeOp::Sub)
      .Case("*=", NodeOp::Mul)
      .Case("/=", NodeOp::Div)
      .Case("%=", NodeOp::Mod)
      .Case("&=", NodeOp::BitAnd)
      .Case("|=", NodeOp::BitOr)
      .Case("^=", NodeOp::BitXor)
      .Case("<<=", NodeOp::ShiftLeft)
      .Case(">>=", NodeOp::ShiftRight)
      .Default(std::nullopt);
}

const Node *Parser::parseAssignment() {
  Range begin = peek().range;
  const Node *target = parseConditional();
  std::optional<NodeOp> op = target ? getAssignment(peek()) : std::nullopt;
  if (!op)
    return target;
  next();
  const Node *value = parseExpr();
  if (!make(NodeOp::Assign, begin, {target, value}))
    return nullptr;
  if (*op != NodeOp::Assign)
    model.nodes.back().compound = op;
  return &model.nodes.back();
}

const Node *Parser::parseConditional() {
  Range begin = peek().range;
  const Node *condition = parseBinary(0);
  if (!condition || !accept("?"))
    return condition;
  const Node *then = parseExpr();
  if (!then || !expect(":"))
    return nullptr;
  return make(NodeOp::Conditional, begin, {condition, then, parseExpr()});
}

namespace {
struct Operator {
  StringRef text;
  NodeOp op;
};
} // namespace

/// From the loosest to the tightest; all associate to the left.
static llvm::ArrayRef<Operator> getOperators(unsigned level) {
  static const std::vector<std::vector<Operator>> table = {
      {{"or", NodeOp::Or}, {"imply", NodeOp::Implies}},
      {{"and", NodeOp::And}},
      {{"||", NodeOp::Or}},
      {{"&&", NodeOp::And}},
      {{"|", NodeOp::BitOr}},
      {{"^", NodeOp::BitXor}},
      {{"&", NodeOp::BitAnd}},
      {{"==", NodeOp::Eq}, {"!=", NodeOp::Ne}},
      {{"<", NodeOp::Lt},
       {"<=", NodeOp::Le},
       {">=", NodeOp::Ge},
       {">", NodeOp::Gt}},
      {{"<?", NodeOp::Min}, {">?", NodeOp::Max}},
      {{"<<", NodeOp::ShiftLeft}, {">>", NodeOp::ShiftRight}},
      {{"+", NodeOp::Add}, {"-", NodeOp::Sub}},
      {{"*", NodeOp::Mul}, {"/", NodeOp::Div}, {"%", NodeOp::Mod}},
  };
  if (level >= table.size())
    return {};
  return table[level];
}

const Node *Parser::parseBinary(unsigned level) {
  llvm::ArrayRef<Operator> operators = getOperators(level);
  if (operators.empty())
    return parseUnary();
  Range begin = peek().range;
  const Node *left = parseBinary(level + 1);
  while (left) {
    const Operator *found = llvm::find_if(
        operators, [&](const Operator &each) { return is(each.text); });
    if (found == operators.end())
      return left;
    next();
    left = make(found->op, begin, {left, parseBinary(level + 1)});
  }
  return nullptr;
}

const Node *Parser::parseUnary() {
  std::optional<NodeOp> op;
  if (is("!") || is("not"))
    op = NodeOp::Not;
  else if (is("-"))
    op = NodeOp::Neg;
  else if (is("+"))
    op = NodeOp::Plus;
  else if (is("++"))
    op = NodeOp::PreIncrement;
  else if (is("--"))
    op = NodeOp::PreDecrement;
  if (!op)
    return parsePostfix(parsePrimary());
  Range begin = next().range;
  if (++depth > maxDepth) {
    fail(begin, "the expression is nested too deeply");
    return nullptr;
  }
  const Node *operand = parseUnary();
  --depth;
  return make(*op, begin, {operand});
}

const Node *Parser::parsePostfix(const Node *node) {
  while (node && !failed) {
    Range begin = node->range;
    if (accept("[")) {
      const Node *index = parseExpr();
      if (!index || !expect("]"))
        return nullptr;
      node = make(NodeOp::Index, begin, {node, index});
    } else if (accept(".")) {
      Identifier field = parseIdentifier("the name of a field");
      if (failed)
        return nullptr;
      node = makeNamed(NodeOp::Field, begin, field.text, {node});
    } else if (accept("(")) {
      std::vector<const Node *> children = {node};
      llvm::append_range(children, parseExprList(")"));
      if (failed)
        return nullptr;
      node = make(NodeOp::Call, begin, std::move(children));
    } else if (accept("++")) {
      node = make(NodeOp::PostIncrement, begin, {node});
    } else if (accept("--")) {
      node = make(NodeOp::PostDecrement, begin, {node});
    } else if (accept("'")) {
      node = make(NodeOp::Rate, begin, {node});
    } else {
      return node;
    }
  }
  return node;
}

/// Up to and including `end`.
std::vector<const Node *> Parser::parseExprList(StringRef end) {
  std::vector<const Node *> result;
  if (accept(end))
    return result;
  do {
    result.push_back(parseExpr());
  } while (!failed && accept(","));
  expect(end);
  return result;
}

const Node *Parser::parseQuantifier(NodeOp op) {
  Range begin = next().range;
  if (!expect("("))
    return nullptr;
  VarDecl variable = parseSelect();
  if (failed || !expect(")"))
    return nullptr;
  const Node *body = parseExpr();
  if (!makeNamed(op, begin, variable.name.text, {body}))
    return nullptr;
  model.nodes.back().type = variable.type;
  return &model.nodes.back();
}

const Node *Parser::parsePrimary() {
  const Token &token = peek();
  Range begin = token.range;
  if (token.kind == Token::Number) {
    int64_t value;
    if (token.text.contains('.')) {
      fail(begin, "floating-point numbers are not supported");
      return nullptr;
    }
    if (token.text.getAsInteger(10, value) || value > INT32_MAX) {
      fail(begin, "the number '" + token.text + "' is too large");
      return nullptr;
    }
    next();
    const Node *node = make(NodeOp::Int, begin);
    model.nodes.back().value = value;
    return node;
  }
  if (accept("(")) {
    const Node *node = parseExpr();
    return node && expect(")") ? node : nullptr;
  }
  if (is("forall"))
    return parseQuantifier(NodeOp::Forall);
  if (is("exists"))
    return parseQuantifier(NodeOp::Exists);
  if (is("sum"))
    return parseQuantifier(NodeOp::Sum);
  if (is("true") || is("false")) {
    bool value = next().text == "true";
    const Node *node = make(NodeOp::Bool, begin);
    model.nodes.back().value = value;
    return node;
  }
  if (accept("deadlock"))
    return make(NodeOp::Deadlock, begin);
  if (token.kind != Token::Name) {
    failExpected("an expression");
    return nullptr;
  }
  std::string name = next().text.str();
  return makeNamed(NodeOp::Name, begin, name);
}

/// `{1, 2}`, `{a: 1}` or an expression.
const Node *Parser::parseInitializer() {
  Range begin = peek().range;
  if (!accept("{"))
    return parseExpr();
  if (++depth > maxDepth) {
    fail(begin, "the initial value is nested too deeply");
    return nullptr;
  }
  std::vector<const Node *> children;
  std::vector<std::string> names;
  do {
    bool isNamed = peek().kind == Token::Name && peek(1).is(":");
    names.push_back(isNamed ? next().text.str() : "");
    if (isNamed)
      next();
    children.push_back(parseInitializer());
  } while (!failed && accept(","));
  --depth;
  if (!expect("}") || !make(NodeOp::InitList, begin, std::move(children)))
    return nullptr;
  model.nodes.back().names = std::move(names);
  return &model.nodes.back();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

const Node *Parser::parseCondition() {
  if (atEnd())
    return nullptr;
  Range begin = peek().range;
  const Node *node = parseExpr();
  // In old models a comma is a conjunction.
  while (node && accept(","))
    node = make(NodeOp::And, begin, {node, parseExpr()});
  expectEnd();
  return failed ? nullptr : node;
}

std::vector<const Node *> Parser::parseUpdates() {
  std::vector<const Node *> result;
  if (atEnd())
    return result;
  do {
    result.push_back(parseExpr());
  } while (!failed && accept(","));
  expectEnd();
  return failed ? std::vector<const Node *>() : result;
}

void Parser::parseSynchronisation(EdgeNode &edge) {
  if (atEnd())
    return;
  edge.channel = parsePostfix(parsePrimary());
  if (!edge.channel)
    return;
  edge.isSend = is("!");
  if (!accept("!") && !accept("?"))
    failExpected("'!' or '?'");
  expectEnd();
}

Identifier Parser::parseName() {
  Identifier name = parseIdentifier("a name");
  expectEnd();
  return name;
}
