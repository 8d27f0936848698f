//===- Queries.cpp - Queries of Ecdar ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Frontend/Ecdar.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tioga;
using Kind = EcdarExpr::Kind;
using ExprPtr = std::unique_ptr<EcdarExpr>;

ExprPtr EcdarExpr::clone() const {
  auto copy = std::make_unique<EcdarExpr>();
  copy->kind = kind;
  copy->name = name;
  if (left)
    copy->left = left->clone();
  if (right)
    copy->right = right->clone();
  return copy;
}

static llvm::StringRef getOperator(Kind kind) {
  switch (kind) {
  case Kind::Component:
    return "";
  case Kind::Conjunction:
    return " && ";
  case Kind::Composition:
    return " || ";
  case Kind::Quotient:
    return " \\\\ ";
  }
  llvm_unreachable("covered switch");
}

std::string EcdarExpr::str() const {
  if (kind == Kind::Component)
    return name;
  return "(" + left->str() + getOperator(kind).str() + right->str() + ")";
}

namespace {
/// Precedence climbing; `&&` binds more than `||`, and that more than `\\`.
class QueryParser {
public:
  using OnError =
      llvm::function_ref<void(size_t offset, const llvm::Twine &message)>;

  QueryParser(llvm::StringRef text, OnError onError)
      : text(text), rest(text), onError(onError) {}

  std::optional<EcdarQuery> parse();

private:
  ExprPtr parseLevel(unsigned level);
  ExprPtr parseOperand();
  bool parseSystems(EcdarQuery &query);
  bool consume(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  bool consumeOperator(Kind kind);
  std::nullptr_t fail(const llvm::Twine &message) {
    if (!hasFailed)
      onError(text.size() - rest.size(), message);
    hasFailed = true;
    return nullptr;
  }

  /// Parentheses and operators nest at most so deep.
  static constexpr unsigned maxDepth = 200;

  llvm::StringRef text, rest;
  OnError onError;
  unsigned depth = 0;
  bool hasFailed = false;
  /// A TCTL constraint was found, `(A : A[] p)`.
  bool hasConstraint = false;
};
} // namespace

bool QueryParser::consumeOperator(Kind kind) {
  switch (kind) {
  case Kind::Conjunction:
    return consume("&&");
  case Kind::Composition:
    return consume("||");
  case Kind::Quotient:
    return consume("\\\\") || consume("//") || consume("\\");
  case Kind::Component:
    return false;
  }
  llvm_unreachable("covered switch");
}

ExprPtr QueryParser::parseOperand() {
  rest = rest.ltrim();
  if (consume("(")) {
    if (++depth > maxDepth)
      return fail("too many nested parentheses");
    ExprPtr inner = parseLevel(0);
    --depth;
    if (!inner)
      return nullptr;
    if (consume(":")) {
      // A constraint ends at the parenthesis that closes it.
      hasConstraint = true;
      unsigned open = 0;
      while (!rest.empty() && (open || rest.front() != ')')) {
        open += rest.front() == '(';
        open -= rest.front() == ')';
        rest = rest.drop_front();
      }
    }
    if (!consume(")"))
      return fail("expected ')'");
    return inner;
  }
  llvm::StringRef name = rest.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
  if (name.empty() || llvm::isDigit(name.front()))
    return fail("expected the name of a component or '('");
  rest = rest.drop_front(name.size());
  auto leaf = std::make_unique<EcdarExpr>();
  leaf->name = name.str();
  return leaf;
}

ExprPtr QueryParser::parseLevel(unsigned level) {
  static constexpr Kind kinds[] = {Kind::Quotient, Kind::Composition,
                                   Kind::Conjunction};
  if (level == std::size(kinds))
    return parseOperand();
  ExprPtr left = parseLevel(level + 1);
  for (unsigned count = 0; left && consumeOperator(kinds[level]); ++count) {
    if (count > maxDepth)
      return fail("too many operators");
    ExprPtr right = parseLevel(level + 1);
    if (!right)
      return nullptr;
    auto both = std::make_unique<EcdarExpr>();
    both->kind = kinds[level];
    both->left = std::move(left);
    both->right = std::move(right);
    left = std::move(both);
  }
  return left;
}

/// What follows the kind of a query.
bool QueryParser::parseSystems(EcdarQuery &query) {
  query.left = parseLevel(0);
  if (!query.left)
    return false;
  if (query.kind == EcdarQueryKind::Refinement) {
    if (!consume("<=")) {
      fail("expected '<='");
      return false;
    }
    query.right = parseLevel(0);
    if (!query.right)
      return false;
  }
  rest = rest.ltrim();
  if (!rest.empty()) {
    fail("expected the end of the query");
    return false;
  }
  return true;
}

std::optional<EcdarQuery> QueryParser::parse() {
  EcdarQuery query;
  query.text = text.trim().str();
  if (consume("E<>")) {
    query.kind = EcdarQueryKind::Reachability;
    query.detail = rest.trim().str();
    return query;
  }
  rest = rest.ltrim();
  llvm::StringRef word = rest.take_while(
      [](char c) { return llvm::isAlpha(c) || c == '-' || c == '_'; });
  query.kind = llvm::StringSwitch<EcdarQueryKind>(word)
                   .Case("refinement", EcdarQueryKind::Refinement)
                   .Case("consistency", EcdarQueryKind::Consistency)
                   .Case("specification", EcdarQueryKind::Specification)
                   .Case("implementation", EcdarQueryKind::Implementation)
                   .Case("determinism", EcdarQueryKind::Determinism)
                   .Case("reachability", EcdarQueryKind::Reachability)
                   .Default(EcdarQueryKind::Unsupported);
  static constexpr llvm::StringLiteral known[] = {
      "get-component", "bisim-minim", "bisim",
      "prune",         "quotient",    "local-consistency"};
  if (query.kind == EcdarQueryKind::Unsupported &&
      (word.empty() || !llvm::is_contained(known, word))) {
    fail("expected the kind of a query: refinement, consistency, "
         "specification, implementation, determinism or reachability");
    return std::nullopt;
  }
  rest = rest.drop_front(word.size());
  if (!consume(":")) {
    fail("expected ':'");
    return std::nullopt;
  }
  if (query.kind == EcdarQueryKind::Unsupported) {
    query.detail = "queries of the kind '" + word.str() + "'";
    return query;
  }
  if (query.kind == EcdarQueryKind::Reachability) {
    query.detail = rest.trim().str();
    return query;
  }
  if (!parseSystems(query))
    return std::nullopt;
  if (hasConstraint) {
    query.kind = EcdarQueryKind::Unsupported;
    query.detail = "constraints in temporal logic";
  }
  return query;
}

std::optional<EcdarQuery> tioga::parseEcdarQuery(
    llvm::StringRef text,
    llvm::function_ref<void(size_t, const llvm::Twine &)> onError) {
  return QueryParser(text, onError).parse();
}
