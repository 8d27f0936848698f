//===- Program.cpp - Read guards and statements -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/StringExtras.h"

using namespace tioga;
using namespace tioga::tchecker;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

Variable *VariableTable::add(Variable variable) {
  auto [entry, isNew] = variables.insert({variable.declared.text, nullptr});
  if (!isNew)
    return nullptr;
  entry->second = std::make_unique<Variable>(std::move(variable));
  byName[entry->second->name] = entry->second.get();
  return entry->second.get();
}

const Variable *VariableTable::lookup(StringRef name) const {
  auto found = variables.find(name);
  return found == variables.end() ? nullptr : found->second.get();
}

const Variable *VariableTable::lookup(Expr name) const {
  return byName.lookup(name);
}

std::optional<Interval> VariableTable::getRange(Expr name) const {
  const Variable *variable = lookup(name);
  if (!variable || variable->isClock)
    return std::nullopt;
  return variable->range;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

/// Brackets and blocks nest at most this deep.
constexpr unsigned maxNesting = 200;

/// What a part of an expression is.
enum class TermKind : uint8_t {
  Int,
  Bool,
  Clock,
  /// Of two clocks.
  Difference,
  /// A clock plus or minus an integer.
  Shift,
};

struct Term {
  TermKind kind = TermKind::Int;
  /// Null after an error.
  Expr expr;
  ast::Range range;

  explicit operator bool() const { return bool(expr); }
};

class ProgramParser {
public:
  ProgramParser(const sema::SourceFile &source, Text text,
                const VariableTable &variables)
      : source(source), text(text.text), offset(text.range.begin),
        variables(variables), context(variables.context) {
    advance();
  }

  Expr parseWholeCondition();
  std::optional<std::vector<Statement>> parseWholeStatements();

private:
  // Tokens.
  void advance();
  bool is(StringRef spelling) const { return token == spelling; }
  bool consume(StringRef spelling) {
    if (!is(spelling))
      return false;
    advance();
    return true;
  }
  bool expect(StringRef spelling);
  ast::Range here() const {
    return {unsigned(offset + tokenAt),
            unsigned(offset + tokenAt + std::max<size_t>(token.size(), 1))};
  }
  bool fail(ast::Range range, const Twine &message) {
    if (!hadError)
      source.emitError(range) << message;
    hadError = true;
    return false;
  }
  Term failTerm(ast::Range range, const Twine &message) {
    fail(range, message);
    return {};
  }
  std::string describeToken() const {
    return token.empty() ? "the end of the text" : ("'" + token + "'").str();
  }

  // Expressions, from weak to tight.
  Term parseAnd();
  Term parseNot();
  Term parseComparison();
  Term parseSum();
  Term parseProduct();
  Term parseSign();
  Term parsePrimary();
  Term parseName();
  Term parseConditional();
  Term make(TermKind kind, ExprKind op, llvm::ArrayRef<Expr> operands,
            ast::Range range);
  Term compare(ExprKind op, const Term &a, const Term &b);
  Term add(ExprKind op, const Term &a, const Term &b);
  Term divide(ExprKind op, const Term &a, const Term &b);
  Term toCondition(const Term &term);
  bool checkInt(const Term &term);
  Term parseInt();

  // Statements.
  bool parseBlock(std::vector<Statement> &statements);
  bool parseStatement(std::vector<Statement> &statements);
  bool parseIf(std::vector<Statement> &statements);
  bool parseWhile(std::vector<Statement> &statements);
  bool parseLocal(std::vector<Statement> &statements);
  bool parseAssignment(std::vector<Statement> &statements);
  bool parseControl(Statement &statement);

  struct LocalName {
    StringRef text;
    Expr name;
    bool isArray;
  };
  const LocalName *lookupLocal(StringRef name) const;

  const sema::SourceFile &source;
  StringRef text;
  size_t offset;
  const VariableTable &variables;
  ExprContext &context;
  size_t at = 0, tokenAt = 0;
  StringRef token;
  unsigned nesting = 0, numLocals = 0;
  bool hadError = false;
  /// Whether a clock was mentioned since this was last cleared.
  bool sawClock = false;
  std::vector<LocalName> locals;
};

struct NestingScope {
  explicit NestingScope(unsigned &depth) : depth(depth) { ++depth; }
  ~NestingScope() { --depth; }
  unsigned &depth;
};

} // namespace

static constexpr llvm::StringLiteral keywords[] = {
    "if", "then", "else", "end", "while", "do", "nop", "local"};

static ast::Range join(ast::Range a, ast::Range b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

void ProgramParser::advance() {
  while (at < text.size() && llvm::isSpace(text[at]))
    ++at;
  tokenAt = at;
  if (at == text.size()) {
    token = {};
    return;
  }
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  };
  if (isWord(text[at])) {
    while (at < text.size() && isWord(text[at]))
      ++at;
  } else {
    ++at;
    StringRef two = text.substr(tokenAt, 2);
    if (llvm::is_contained({"==", "!=", "<=", ">=", "&&", "||"}, two))
      ++at;
  }
  token = text.slice(tokenAt, at);
}

bool ProgramParser::expect(StringRef spelling) {
  return consume(spelling) ||
         fail(here(), "expected '" + spelling + "', found " + describeToken());
}

Term ProgramParser::make(TermKind kind, ExprKind op,
                         llvm::ArrayRef<Expr> operands, ast::Range range) {
  Expr expr = context.get(op, operands);
  if (expr.getDepth() > maxExprDepth)
    return failTerm(range, "the expression nests too deeply");
  return {kind, expr, range};
}

bool ProgramParser::checkInt(const Term &term) {
  if (!term)
    return false;
  return term.kind == TermKind::Int ||
         fail(term.range, term.kind == TermKind::Bool
                              ? "expected an integer, found a condition"
                              : "expected an integer, found a clock");
}

Term ProgramParser::parseInt() {
  Term term = parseSum();
  return checkInt(term) ? term : Term();
}

/// An integer holds if it is not 0.
Term ProgramParser::toCondition(const Term &term) {
  if (!term || term.kind == TermKind::Bool)
    return term;
  if (term.kind != TermKind::Int)
    return failTerm(term.range, "expected a condition, found a clock");
  if (term.expr.is(ExprKind::IntLit))
    return {TermKind::Bool, context.getBool(term.expr.getInt() != 0),
            term.range};
  return make(TermKind::Bool, ExprKind::Ne, {term.expr, context.getInt(0)},
              term.range);
}

Term ProgramParser::parseAnd() {
  NestingScope scope(nesting);
  if (nesting > maxNesting)
    return failTerm(here(), "the expression nests too deeply");
  Term first = parseNot();
  if (!first || !is("&&")) {
    if (first && is("||"))
      return failTerm(here(), "disjunctions are not part of the format; write "
                              "one edge for each alternative");
    return first;
  }
  first = toCondition(first);
  llvm::SmallVector<Expr> operands = {first.expr};
  while (first && consume("&&")) {
    Term next = toCondition(parseNot());
    if (!next)
      return {};
    operands.push_back(next.expr);
    first.range = join(first.range, next.range);
  }
  return first ? make(TermKind::Bool, ExprKind::And, operands, first.range)
               : first;
}

Term ProgramParser::parseNot() {
  if (!is("!"))
    return parseComparison();
  NestingScope scope(nesting);
  if (nesting > maxNesting)
    return failTerm(here(), "the expression nests too deeply");
  ast::Range begin = here();
  advance();
  Term operand = toCondition(parseNot());
  return operand ? make(TermKind::Bool, ExprKind::Not, {operand.expr},
                        join(begin, operand.range))
                 : operand;
}

static std::optional<ExprKind> getComparison(StringRef token) {
  return llvm::StringSwitch<std::optional<ExprKind>>(token)
      .Case("==", ExprKind::Eq)
      .Case("!=", ExprKind::Ne)
      .Case("<", ExprKind::Lt)
      .Case("<=", ExprKind::Le)
      .Case(">", ExprKind::Gt)
      .Case(">=", ExprKind::Ge)
      .Default(std::nullopt);
}

Term ProgramParser::compare(ExprKind op, const Term &a, const Term &b) {
  auto isClocks = [](const Term &term) {
    return term.kind == TermKind::Clock || term.kind == TermKind::Difference;
  };
  ast::Range range = join(a.range, b.range);
  for (const Term *term : {&a, &b})
    if (term->kind == TermKind::Bool || term->kind == TermKind::Shift)
      return failTerm(term->range, term->kind == TermKind::Bool
                                       ? "a condition cannot be compared"
                                       : "compare the clock, and add on the "
                                         "other side");
  if ((isClocks(a) || isClocks(b)) && op == ExprKind::Ne)
    return failTerm(range, "clocks cannot be compared by '!='");
  if (!isClocks(a) || !isClocks(b))
    return make(TermKind::Bool, op, {a.expr, b.expr}, range);
  if (a.kind != TermKind::Clock || b.kind != TermKind::Clock)
    return failTerm(range, "a difference of clocks is compared with an "
                           "integer");
  Expr difference = context.get(ExprKind::Sub, a.expr, b.expr);
  return make(TermKind::Bool, op, {difference, context.getInt(0)}, range);
}

/// `a < b`, or `a < b <= c` for both at once.
Term ProgramParser::parseComparison() {
  Term left = parseSum();
  std::optional<ExprKind> op = getComparison(token);
  if (!left || !op)
    return left;
  advance();
  Term middle = parseSum();
  if (!middle)
    return {};
  Term result = compare(*op, left, middle);
  std::optional<ExprKind> second = getComparison(token);
  if (!result || !second)
    return result;
  auto isLess = [](ExprKind kind) {
    return kind == ExprKind::Lt || kind == ExprKind::Le;
  };
  if (!isLess(*op) || !isLess(*second))
    return failTerm(here(), "only '<' and '<=' can be chained");
  advance();
  Term right = parseSum();
  if (!right)
    return {};
  Term other = compare(*second, middle, right);
  return other ? make(TermKind::Bool, ExprKind::And, {result.expr, other.expr},
                      join(result.range, other.range))
               : other;
}

Term ProgramParser::add(ExprKind op, const Term &a, const Term &b) {
  ast::Range range = join(a.range, b.range);
  bool isDifference = op == ExprKind::Sub && a.kind == TermKind::Clock &&
                      b.kind == TermKind::Clock;
  if (isDifference)
    return make(TermKind::Difference, op, {a.expr, b.expr}, range);
  bool isShift = (a.kind == TermKind::Clock && b.kind == TermKind::Int) ||
                 (op == ExprKind::Add && a.kind == TermKind::Int &&
                  b.kind == TermKind::Clock);
  if (!isShift && (!checkInt(a) || !checkInt(b)))
    return {};
  return make(isShift ? TermKind::Shift : TermKind::Int, op, {a.expr, b.expr},
              range);
}

/// Operands of `+` are collected: a sum is one expression, however long.
Term ProgramParser::parseSum() {
  Term left = parseProduct();
  llvm::SmallVector<Expr> summands;
  auto flush = [&] {
    if (!summands.empty())
      left = make(TermKind::Int, ExprKind::Add, summands, left.range);
    summands.clear();
  };
  while (left && (is("+") || is("-"))) {
    ExprKind op = is("+") ? ExprKind::Add : ExprKind::Sub;
    advance();
    Term right = parseProduct();
    if (!right)
      return {};
    if (op == ExprKind::Add && left.kind == TermKind::Int &&
        right.kind == TermKind::Int) {
      if (summands.empty())
        summands.push_back(left.expr);
      summands.push_back(right.expr);
      left.range = join(left.range, right.range);
      continue;
    }
    flush();
    if (left)
      left = add(op, left, right);
  }
  flush();
  return left;
}

/// C rounds towards zero, we round so that remainders are not negative. For
/// operands that are not negative that is the same.
Term ProgramParser::divide(ExprKind op, const Term &a, const Term &b) {
  ast::Range range = join(a.range, b.range);
  std::optional<Interval> dividend =
      getInterval(a.expr, [&](Expr name) { return variables.getRange(name); });
  Term plain = make(TermKind::Int, op, {a.expr, b.expr}, range);
  if (!plain || (dividend && dividend->low >= 0))
    return plain;
  Expr mirrored =
      context.get(ExprKind::Neg,
                  context.get(op, context.get(ExprKind::Neg, a.expr), b.expr));
  return make(TermKind::Int, ExprKind::If,
              {context.get(ExprKind::Ge, a.expr, context.getInt(0)), plain.expr,
               mirrored},
              range);
}

Term ProgramParser::parseProduct() {
  Term left = parseSign();
  while (left && (is("*") || is("/") || is("%"))) {
    ExprKind op = is("*")   ? ExprKind::Mul
                  : is("/") ? ExprKind::IntDiv
                            : ExprKind::Mod;
    advance();
    Term right = parseSign();
    if (!checkInt(left) || !checkInt(right))
      return {};
    left = op == ExprKind::Mul
               ? make(TermKind::Int, op, {left.expr, right.expr},
                      join(left.range, right.range))
               : divide(op, left, right);
  }
  return left;
}

Term ProgramParser::parseSign() {
  if (!is("-"))
    return parsePrimary();
  NestingScope scope(nesting);
  if (nesting > maxNesting)
    return failTerm(here(), "the expression nests too deeply");
  ast::Range begin = here();
  advance();
  Term operand = parseSign();
  if (!checkInt(operand))
    return {};
  return make(TermKind::Int, ExprKind::Neg, {operand.expr},
              join(begin, operand.range));
}

/// After `(if`.
Term ProgramParser::parseConditional() {
  bool sawBefore = sawClock;
  sawClock = false;
  Term condition = toCondition(parseAnd());
  if (condition && sawClock)
    return failTerm(condition.range, "'if' does not depend on clocks");
  sawClock = sawBefore;
  if (!condition || !expect("then"))
    return {};
  Term yes = parseInt();
  if (!yes || !expect("else"))
    return {};
  Term no = parseInt();
  return no ? make(TermKind::Int, ExprKind::If,
                   {condition.expr, yes.expr, no.expr},
                   join(condition.range, no.range))
            : no;
}

const ProgramParser::LocalName *
ProgramParser::lookupLocal(StringRef name) const {
  for (const LocalName &local : llvm::reverse(locals))
    if (local.text == name)
      return &local;
  return nullptr;
}

/// A variable, with its index if it is an array.
Term ProgramParser::parseName() {
  StringRef name = token;
  ast::Range range = here();
  const LocalName *local = lookupLocal(name);
  const Variable *variable = local ? nullptr : variables.lookup(name);
  if (!local && !variable) {
    Suggestion suggestion(name);
    for (auto &[declared, info] : variables.getAll())
      suggestion.consider(declared);
    return failTerm(range,
                    "unknown variable '" + name + "'" + suggestion.str());
  }
  advance();
  TermKind kind =
      variable && variable->isClock ? TermKind::Clock : TermKind::Int;
  sawClock |= kind == TermKind::Clock;
  Expr expr = local ? local->name : variable->name;
  bool isArray = local ? local->isArray : variable->isArray();
  if (!isArray) {
    if (is("["))
      return failTerm(here(), "'" + name + "' is not an array");
    return {kind, expr, range};
  }
  if (!is("["))
    return failTerm(range, "'" + name + "' is an array and needs an index");
  advance();
  NestingScope scope(nesting);
  if (nesting > maxNesting)
    return failTerm(here(), "the expression nests too deeply");
  Term index = parseInt();
  range.end = here().end;
  if (!index || !expect("]"))
    return {};
  return make(kind, ExprKind::Index, {expr, index.expr}, range);
}

Term ProgramParser::parsePrimary() {
  ast::Range range = here();
  if (consume("(")) {
    Term inner = consume("if") ? parseConditional() : parseAnd();
    range.end = here().end;
    if (!inner || !expect(")"))
      return {};
    return {inner.kind, inner.expr, range};
  }
  if (!token.empty() && llvm::isDigit(token.front())) {
    int64_t value;
    if (token.getAsInteger(10, value))
      return failTerm(range, "'" + token + "' is not a number of 64 bits");
    advance();
    return {TermKind::Int, context.getInt(value), range};
  }
  bool isWord =
      !token.empty() && (llvm::isAlpha(token.front()) || token.front() == '_');
  if (!isWord || llvm::is_contained(keywords, token))
    return failTerm(range, "expected an expression, found " + describeToken());
  return parseName();
}

Expr ProgramParser::parseWholeCondition() {
  Term term = toCondition(parseAnd());
  if (!term)
    return {};
  if (!token.empty()) {
    fail(here(), "expected '&&' or the end, found " + describeToken());
    return {};
  }
  return term.expr;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool ProgramParser::parseAssignment(std::vector<Statement> &statements) {
  ast::Range begin = here();
  Term target = parsePrimary();
  if (!target)
    return false;
  Expr root =
      target.expr.is(ExprKind::Index) ? target.expr.getOperand(0) : target.expr;
  if (!root.is(ExprKind::Name))
    return fail(target.range, "expected a variable to assign to");
  if (!expect("="))
    return false;
  Term value = parseSum();
  if (!value)
    return false;
  Statement statement(Statement::Assign, join(begin, value.range));
  statement.isClock = target.kind == TermKind::Clock;
  if (!statement.isClock && !checkInt(value))
    return false;
  if (statement.isClock &&
      (value.kind == TermKind::Bool || value.kind == TermKind::Difference))
    return fail(value.range, "a clock becomes an integer, a clock, or their "
                             "sum");
  statement.target = root;
  if (target.expr.is(ExprKind::Index))
    statement.index = target.expr.getOperand(1);
  statement.value = value.expr;
  statements.push_back(std::move(statement));
  return true;
}

/// The condition of `if` and `while`.
bool ProgramParser::parseControl(Statement &statement) {
  advance();
  sawClock = false;
  Term condition = toCondition(parseAnd());
  if (!condition)
    return false;
  if (sawClock)
    return fail(condition.range, "statements do not depend on clocks");
  statement.value = condition.expr;
  return true;
}

bool ProgramParser::parseIf(std::vector<Statement> &statements) {
  Statement statement(Statement::If, here());
  if (!parseControl(statement) || !expect("then") ||
      !parseBlock(statement.body))
    return false;
  if (consume("else") && !parseBlock(statement.otherwise))
    return false;
  statements.push_back(std::move(statement));
  return expect("end");
}

bool ProgramParser::parseWhile(std::vector<Statement> &statements) {
  Statement statement(Statement::While, here());
  if (!parseControl(statement) || !expect("do") || !parseBlock(statement.body))
    return false;
  statements.push_back(std::move(statement));
  return expect("end");
}

/// `local i`, `local i = 3` or `local a[3]`.
bool ProgramParser::parseLocal(std::vector<Statement> &statements) {
  Statement statement(Statement::Local, here());
  advance();
  StringRef name = token;
  bool isWord = !name.empty() &&
                (llvm::isAlpha(name.front()) || name.front() == '_') &&
                !llvm::is_contained(keywords, name);
  if (!isWord)
    return fail(here(), "expected a name, found " + describeToken());
  advance();
  statement.value = context.getInt(0);
  if (consume("=")) {
    Term value = parseInt();
    if (!value)
      return false;
    statement.value = value.expr;
  } else if (consume("[")) {
    ast::Range range = here();
    if (token.getAsInteger(10, statement.size) || statement.size < 1 ||
        statement.size > 1024)
      return fail(range,
                  "expected a size from 1 to 1024, found " + describeToken());
    advance();
    if (!expect("]"))
      return false;
  }
  // A `$` keeps it apart from everything that is declared.
  statement.target =
      context.getName(("local$" + Twine(numLocals++) + "$" + name).str());
  locals.push_back({name, statement.target, statement.size != 0});
  statements.push_back(std::move(statement));
  return true;
}

bool ProgramParser::parseStatement(std::vector<Statement> &statements) {
  NestingScope scope(nesting);
  if (nesting > maxNesting)
    return fail(here(), "the statements nest too deeply");
  if (consume("nop"))
    return true;
  if (is("if"))
    return parseIf(statements);
  if (is("while"))
    return parseWhile(statements);
  if (is("local"))
    return parseLocal(statements);
  return parseAssignment(statements);
}

/// Statements separated by `;`; the last may have one, too.
bool ProgramParser::parseBlock(std::vector<Statement> &statements) {
  size_t mark = locals.size();
  auto isOver = [&] { return token.empty() || is("end") || is("else"); };
  do {
    if (!parseStatement(statements))
      return false;
  } while (consume(";") && !isOver());
  locals.resize(mark);
  return true;
}

std::optional<std::vector<Statement>> ProgramParser::parseWholeStatements() {
  std::vector<Statement> statements;
  if (!parseBlock(statements))
    return std::nullopt;
  if (!token.empty()) {
    fail(here(), "expected ';' or the end, found " + describeToken());
    return std::nullopt;
  }
  return statements;
}

Expr tchecker::parseCondition(const sema::SourceFile &source, Text text,
                              const VariableTable &variables) {
  return ProgramParser(source, text, variables).parseWholeCondition();
}

std::optional<std::vector<Statement>>
tchecker::parseStatements(const sema::SourceFile &source, Text text,
                          const VariableTable &variables) {
  return ProgramParser(source, text, variables).parseWholeStatements();
}
