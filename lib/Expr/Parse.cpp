//===- Parse.cpp - Read expressions from text -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A precedence parser. Prefix operators and chains of equal operators are read
// in loops; everything else that nests recurses, and is counted before it does:
// brackets, which leave no node, in `numBrackets`, and operands of nodes still
// to be made in `numEnclosing`. Each has the limit `maxExprDepth`, so whatever
// the printer wrote for an expression within the limit is read again.
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Parse.h"
#include "Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace tioga;

namespace {

/// An infix operator; the precedence is zero if there is none.
struct InfixOperator {
  ExprKind kind = ExprKind::And;
  unsigned precedence = 0;
};

constexpr unsigned impliesPrecedence = 2;
constexpr unsigned comparePrecedence = 5;

class Parser {
public:
  Parser(llvm::StringRef text, ExprContext &context, ExprErrorHandler onError)
      : lexer(text), context(context), onError(onError) {
    advance();
  }

  Expr parseWholeExpr();
  std::optional<Update> parseWholeUpdate();

private:
  void advance() { token = lexer.next(); }
  bool consumeIf(llvm::StringRef spelling);
  /// Reports that something else was expected if the token is not `spelling`.
  bool expect(llvm::StringRef spelling);
  /// Reports the first error only. Returns the null expression.
  Expr fail(size_t offset, const llvm::Twine &message);
  Expr failExpecting(llvm::StringRef what);
  Expr failTooDeep();
  /// Returns the expression, or fails if it is too deep.
  Expr check(Expr expr);

  InfixOperator getInfixOperator() const;
  Expr parseExpr(unsigned atLeast = 1);
  Expr parseOperand(unsigned atLeast = 1);
  Expr parseInfix(Expr left, InfixOperator op);
  Expr parseFlat(Expr left, InfixOperator op);
  Expr parseUnary();
  Expr parseIf();
  Expr parsePostfix();
  Expr parseIndex(Expr base);
  Expr parseFieldOf(Expr base);
  Expr parseWith(Expr base);
  Expr parsePrimary();
  Expr parseNumber();
  Expr parseBracketed();
  Expr parseNameOrCall();
  Expr parseEnum(llvm::StringRef enumName);
  Expr parseCall(llvm::StringRef name, size_t offset);
  Expr parsePath(llvm::StringRef first, bool isTarget);
  Expr parseBraces();
  Expr parseMap(Expr firstKey);
  bool parseOperands(llvm::SmallVectorImpl<Expr> &operands,
                     llvm::StringRef close);
  bool parseFields(llvm::SmallVectorImpl<llvm::StringRef> &names,
                   llvm::SmallVectorImpl<Expr> &values);
  bool parseAssignment(Update &update);

  Lexer lexer;
  ExprContext &context;
  ExprErrorHandler onError;
  Token token;
  bool hasFailed = false;
  unsigned numBrackets = 0;
  unsigned numEnclosing = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Errors and tokens
//===----------------------------------------------------------------------===//

bool Parser::consumeIf(llvm::StringRef spelling) {
  if (!token.is(spelling))
    return false;
  advance();
  return true;
}

bool Parser::expect(llvm::StringRef spelling) {
  if (consumeIf(spelling))
    return true;
  llvm::SmallString<16> quoted;
  failExpecting(("'" + spelling + "'").toStringRef(quoted));
  return false;
}

Expr Parser::fail(size_t offset, const llvm::Twine &message) {
  if (!hasFailed)
    onError(offset, message);
  hasFailed = true;
  return Expr();
}

Expr Parser::failExpecting(llvm::StringRef what) {
  return fail(token.offset, "expected " + what + ", found " + token.describe());
}

Expr Parser::failTooDeep() {
  return fail(token.offset, "expression nests deeper than " +
                                llvm::Twine(maxExprDepth) + " levels");
}

Expr Parser::check(Expr expr) {
  return expr.getDepth() > maxExprDepth ? failTooDeep() : expr;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

InfixOperator Parser::getInfixOperator() const {
  if (token.kind != Token::Symbol && token.kind != Token::Keyword)
    return {};
  return llvm::StringSwitch<InfixOperator>(token.text)
      .Case("<=>", {ExprKind::Iff, 1})
      .Case("=>", {ExprKind::Implies, impliesPrecedence})
      .Case("||", {ExprKind::Or, 3})
      .Case("&&", {ExprKind::And, 4})
      .Case("==", {ExprKind::Eq, comparePrecedence})
      .Case("!=", {ExprKind::Ne, comparePrecedence})
      .Case("<", {ExprKind::Lt, comparePrecedence})
      .Case("<=", {ExprKind::Le, comparePrecedence})
      .Case(">", {ExprKind::Gt, comparePrecedence})
      .Case(">=", {ExprKind::Ge, comparePrecedence})
      .Case("in", {ExprKind::In, comparePrecedence})
      .Case("+", {ExprKind::Add, 6})
      .Case("-", {ExprKind::Sub, 6})
      .Case("*", {ExprKind::Mul, 7})
      .Case("/", {ExprKind::Div, 7})
      .Case("div", {ExprKind::IntDiv, 7})
      .Case("mod", {ExprKind::Mod, 7})
      .Default({});
}

Expr Parser::parseExpr(unsigned atLeast) {
  Expr left = parseUnary();
  while (left) {
    InfixOperator op = getInfixOperator();
    if (op.precedence == 0 || op.precedence < atLeast)
      break;
    left = parseInfix(left, op);
  }
  return left;
}

/// Parses an operand of a node that will be made after it.
Expr Parser::parseOperand(unsigned atLeast) {
  if (numEnclosing + 1 >= maxExprDepth)
    return failTooDeep();
  ++numEnclosing;
  Expr operand = parseExpr(atLeast);
  --numEnclosing;
  return operand;
}

Expr Parser::parseInfix(Expr left, InfixOperator op) {
  if (op.kind == ExprKind::And || op.kind == ExprKind::Or ||
      op.kind == ExprKind::Add)
    return parseFlat(left, op);
  advance();
  bool isRight = op.precedence == impliesPrecedence;
  Expr right = parseOperand(isRight ? op.precedence : op.precedence + 1);
  if (!right)
    return Expr();
  if (op.precedence == comparePrecedence &&
      getInfixOperator().precedence == comparePrecedence)
    return fail(token.offset, "comparisons do not chain; write a < b && b < c");
  return check(context.get(op.kind, left, right));
}

/// Reads a whole chain before making a node: a node per operator would take
/// quadratic time.
Expr Parser::parseFlat(Expr left, InfixOperator op) {
  llvm::SmallVector<Expr, 2> operands = {left};
  while (getInfixOperator().kind == op.kind &&
         getInfixOperator().precedence != 0) {
    advance();
    operands.push_back(parseOperand(op.precedence + 1));
    if (!operands.back())
      return Expr();
  }
  return check(context.get(op.kind, operands));
}

Expr Parser::parseUnary() {
  llvm::SmallVector<ExprKind, 2> operators;
  while (token.is("!") || token.is("-")) {
    operators.push_back(token.is("!") ? ExprKind::Not : ExprKind::Neg);
    advance();
    if (numEnclosing + operators.size() >= maxExprDepth)
      return failTooDeep();
  }
  numEnclosing += operators.size();
  Expr operand = token.is("if") ? parseIf() : parsePostfix();
  numEnclosing -= operators.size();
  while (operand && !operators.empty())
    operand = check(context.get(operators.pop_back_val(), operand));
  return operand;
}

Expr Parser::parseIf() {
  advance();
  Expr condition = parseOperand();
  if (!condition || !expect("then"))
    return Expr();
  Expr then = parseOperand();
  if (!then || !expect("else"))
    return Expr();
  Expr otherwise = parseOperand();
  if (!otherwise)
    return Expr();
  return check(context.get(ExprKind::If, {condition, then, otherwise}));
}

//===----------------------------------------------------------------------===//
// Postfix expressions
//===----------------------------------------------------------------------===//

Expr Parser::parsePostfix() {
  Expr base = parsePrimary();
  while (base) {
    if (token.is("["))
      base = parseIndex(base);
    else if (token.is("."))
      base = parseFieldOf(base);
    else if (token.is("with"))
      base = parseWith(base);
    else
      break;
  }
  return base;
}

Expr Parser::parseIndex(Expr base) {
  advance();
  Expr index = parseOperand();
  if (!index || !expect("]"))
    return Expr();
  return check(context.get(ExprKind::Index, base, index));
}

Expr Parser::parseFieldOf(Expr base) {
  // `(r).f.g`: the longer path is made at once, see `parsePath`.
  llvm::SmallString<64> path;
  while (consumeIf(".")) {
    if (token.kind != Token::Name)
      return failExpecting("a field name");
    if (!base.is(ExprKind::Name)) {
      base = check(context.getField(base, token.text));
      advance();
      return base;
    }
    path += path.empty() ? "" : ".";
    path += token.text;
    advance();
  }
  return context.getField(base, path);
}

Expr Parser::parseWith(Expr base) {
  advance();
  llvm::SmallVector<llvm::StringRef, 2> names;
  llvm::SmallVector<Expr, 2> values;
  if (!expect("{") || !parseFields(names, values))
    return Expr();
  return check(context.getWith(base, names, values));
}

/// Reads `f = 1, g = 2}`.
bool Parser::parseFields(llvm::SmallVectorImpl<llvm::StringRef> &names,
                         llvm::SmallVectorImpl<Expr> &values) {
  do {
    if (token.kind != Token::Name) {
      failExpecting("a field name");
      return false;
    }
    names.push_back(token.text);
    advance();
    if (!expect("="))
      return false;
    values.push_back(parseOperand());
    if (!values.back())
      return false;
  } while (consumeIf(","));
  return expect("}");
}

//===----------------------------------------------------------------------===//
// Primary expressions
//===----------------------------------------------------------------------===//

Expr Parser::parsePrimary() {
  if (token.kind == Token::Name)
    return parseNameOrCall();
  if (token.kind == Token::Int || token.kind == Token::Real)
    return parseNumber();
  if (token.is("("))
    return parseBracketed();
  if (token.is("{"))
    return parseBraces();
  if (token.is("true") || token.is("false")) {
    bool value = token.is("true");
    advance();
    return context.getBool(value);
  }
  if (consumeIf("[")) {
    llvm::SmallVector<Expr, 2> elements;
    if (!parseOperands(elements, "]"))
      return Expr();
    return check(context.get(ExprKind::ArrayLit, elements));
  }
  if (token.is("forall") || token.is("exists") || token.is("sum"))
    return fail(token.offset, "quantifier '" + token.text +
                                  "' is not expanded; write its instances");
  return failExpecting("an expression");
}

Expr Parser::parseNumber() {
  std::optional<Rational> number = Rational::parseDecimal(token.text);
  if (!number)
    return fail(token.offset, token.kind == Token::Int
                                  ? "integer literal does not fit in 64 bits"
                                  : "real literal is not a fraction of two "
                                    "numbers of 64 bits");
  advance();
  return context.getNumber(*number);
}

Expr Parser::parseBracketed() {
  if (numBrackets >= maxExprDepth)
    return failTooDeep();
  advance();
  ++numBrackets;
  Expr inner = parseExpr();
  --numBrackets;
  return inner && expect(")") ? inner : Expr();
}

Expr Parser::parseNameOrCall() {
  llvm::StringRef name = token.text;
  size_t offset = token.offset;
  advance();
  if (consumeIf("::"))
    return parseEnum(name);
  if (consumeIf("("))
    return parseCall(name, offset);
  return parsePath(name, /*isTarget=*/false);
}

Expr Parser::parseEnum(llvm::StringRef enumName) {
  if (token.kind != Token::Name)
    return failExpecting("a literal of '" + enumName.str() + "'");
  llvm::StringRef literal = token.text;
  advance();
  return context.getEnum(enumName, literal);
}

Expr Parser::parseCall(llvm::StringRef name, size_t offset) {
  std::optional<Builtin> builtin = getBuiltin(name);
  if (!builtin)
    return fail(offset, "'" + name + "' is not a built-in function");
  llvm::SmallVector<Expr, 2> arguments;
  if (!consumeIf(")") && !parseOperands(arguments, ")"))
    return Expr();
  unsigned arity = getBuiltinArity(*builtin);
  if (arguments.size() != arity)
    return fail(offset, "'" + name + "' takes " + llvm::Twine(arity) +
                            (arity == 1 ? " argument" : " arguments") +
                            ", but there are " + llvm::Twine(arguments.size()));
  return check(context.getCall(*builtin, arguments));
}

/// Reads the rest of `first.f.g'`; the prime may stand after any part, but only
/// once. The path is collected first, since a name per part would take
/// quadratic time and space.
Expr Parser::parsePath(llvm::StringRef first, bool isTarget) {
  llvm::SmallString<64> path(first);
  bool isPrimed = false;
  while (true) {
    if (!isPrimed && !isTarget && consumeIf("'"))
      isPrimed = true;
    if (!consumeIf("."))
      return context.getName(path, isPrimed);
    if (token.kind != Token::Name)
      return failExpecting("a field name");
    path += '.';
    path += token.text;
    advance();
  }
}

/// Reads one or more expressions up to the closing bracket.
bool Parser::parseOperands(llvm::SmallVectorImpl<Expr> &operands,
                           llvm::StringRef close) {
  do {
    operands.push_back(parseOperand());
    if (!operands.back())
      return false;
  } while (consumeIf(","));
  return expect(close);
}

Expr Parser::parseBraces() {
  advance();
  if (consumeIf("}"))
    return context.get(ExprKind::SetLit, llvm::ArrayRef<Expr>());
  if (consumeIf("->")) {
    if (!expect("}"))
      return Expr();
    return context.get(ExprKind::MapLit, llvm::ArrayRef<Expr>());
  }
  if (token.kind == Token::Name && lexer.peek().is("=")) {
    llvm::SmallVector<llvm::StringRef, 2> names;
    llvm::SmallVector<Expr, 2> values;
    if (!parseFields(names, values))
      return Expr();
    return check(context.getRecord(names, values));
  }
  Expr first = parseOperand();
  if (!first)
    return Expr();
  if (consumeIf("->"))
    return parseMap(first);
  llvm::SmallVector<Expr, 2> elements = {first};
  if (consumeIf(",") ? !parseOperands(elements, "}") : !expect("}"))
    return Expr();
  return check(context.get(ExprKind::SetLit, elements));
}

/// Reads the rest after `{key ->`.
Expr Parser::parseMap(Expr firstKey) {
  llvm::SmallVector<Expr, 2> operands = {firstKey};
  while (true) {
    operands.push_back(parseOperand());
    if (!operands.back())
      return Expr();
    if (!consumeIf(","))
      break;
    operands.push_back(parseOperand());
    if (!operands.back() || !expect("->"))
      return Expr();
  }
  if (!expect("}"))
    return Expr();
  return check(context.get(ExprKind::MapLit, operands));
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

Expr Parser::parseWholeExpr() {
  Expr expr = parseExpr();
  if (expr && token.kind != Token::End)
    return failExpecting("an operator");
  return expr;
}

bool Parser::parseAssignment(Update &update) {
  if (token.kind != Token::Name) {
    failExpecting("a variable");
    return false;
  }
  llvm::StringRef name = token.text;
  advance();
  Expr target = parsePath(name, /*isTarget=*/true);
  if (!target)
    return false;
  if (token.is("[")) {
    fail(token.offset,
         "an element is not assigned to; write a := put(a, i, e)");
    return false;
  }
  if (!expect(":="))
    return false;
  Expr value = parseExpr();
  if (!value)
    return false;
  update.push_back({target, value});
  return true;
}

std::optional<Update> Parser::parseWholeUpdate() {
  Update update;
  if (token.kind == Token::End)
    return update;
  do {
    if (!parseAssignment(update))
      return std::nullopt;
  } while (consumeIf(","));
  if (token.kind == Token::End)
    return update;
  failExpecting("','");
  return std::nullopt;
}

Expr tioga::parseExpr(llvm::StringRef text, ExprContext &context,
                      ExprErrorHandler onError) {
  return Parser(text, context, onError).parseWholeExpr();
}

std::optional<Update> tioga::parseUpdate(llvm::StringRef text,
                                         ExprContext &context,
                                         ExprErrorHandler onError) {
  return Parser(text, context, onError).parseWholeUpdate();
}

bool tioga::isIdentifier(llvm::StringRef text) {
  Token token = Lexer(text).next();
  return token.kind == Token::Name && token.text.size() == text.size();
}
