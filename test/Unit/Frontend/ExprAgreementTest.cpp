//===- ExprAgreementTest.cpp - Two parsers, one language --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The strings of the IR are read by lib/Expr, models by the grammar. Both must
// accept the same expressions and understand them alike.
//
//===----------------------------------------------------------------------===//

#include "../Expr/RandomExpr.h"
#include "Frontend/Parser/Parser.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace tioga;
using llvm::StringRef;

namespace {

/// From syntax tree to expression without any declarations.
class Converter {
public:
  explicit Converter(ExprContext &context) : context(context) {}

  Expr convert(const ast::Expr *expr);

private:
  Expr convertLeaf(const ast::Expr *expr);
  Expr convertInfix(const ast::Expr *expr);
  llvm::SmallVector<Expr> operands(const ast::Expr *expr) {
    llvm::SmallVector<Expr> result;
    for (const ast::Expr *each : expr->operands)
      result.push_back(convert(each));
    return result;
  }

  ExprContext &context;
};

} // namespace

Expr Converter::convertLeaf(const ast::Expr *expr) {
  switch (expr->kind) {
  case ast::ExprKind::True:
  case ast::ExprKind::False:
    return context.getBool(expr->kind == ast::ExprKind::True);
  case ast::ExprKind::Int:
  case ast::ExprKind::Real:
    return context.getNumber(*Rational::parseDecimal(expr->name.text));
  case ast::ExprKind::Enum:
    return context.getEnum(expr->qualifier.text, expr->name.text);
  case ast::ExprKind::Name:
    return context.getName(expr->name.text, expr->primed);
  default:
    return Expr();
  }
}

Expr Converter::convertInfix(const ast::Expr *expr) {
  static const std::pair<ast::ExprKind, ExprKind> kinds[] = {
      {ast::ExprKind::Not, ExprKind::Not},
      {ast::ExprKind::Neg, ExprKind::Neg},
      {ast::ExprKind::Mul, ExprKind::Mul},
      {ast::ExprKind::Div, ExprKind::Div},
      {ast::ExprKind::IntDiv, ExprKind::IntDiv},
      {ast::ExprKind::Mod, ExprKind::Mod},
      {ast::ExprKind::Add, ExprKind::Add},
      {ast::ExprKind::Sub, ExprKind::Sub},
      {ast::ExprKind::Lt, ExprKind::Lt},
      {ast::ExprKind::Le, ExprKind::Le},
      {ast::ExprKind::Gt, ExprKind::Gt},
      {ast::ExprKind::Ge, ExprKind::Ge},
      {ast::ExprKind::Eq, ExprKind::Eq},
      {ast::ExprKind::Ne, ExprKind::Ne},
      {ast::ExprKind::In, ExprKind::In},
      {ast::ExprKind::And, ExprKind::And},
      {ast::ExprKind::Or, ExprKind::Or},
      {ast::ExprKind::Implies, ExprKind::Implies},
      {ast::ExprKind::Iff, ExprKind::Iff},
      {ast::ExprKind::If, ExprKind::If},
      {ast::ExprKind::Set, ExprKind::SetLit},
      {ast::ExprKind::Map, ExprKind::MapLit},
      {ast::ExprKind::Array, ExprKind::ArrayLit},
      {ast::ExprKind::Index, ExprKind::Index},
  };
  for (auto [from, to] : kinds)
    if (from == expr->kind)
      return context.get(to, operands(expr));
  return Expr();
}

Expr Converter::convert(const ast::Expr *expr) {
  if (Expr leaf = convertLeaf(expr))
    return leaf;
  if (Expr infix = convertInfix(expr))
    return infix;
  llvm::SmallVector<StringRef> names;
  llvm::SmallVector<Expr> values;
  for (const ast::FieldValue &each : expr->fields) {
    names.push_back(each.name.text);
    values.push_back(convert(each.value));
  }
  llvm::SmallVector<Expr> converted = operands(expr);
  switch (expr->kind) {
  case ast::ExprKind::Paren:
    return converted[0];
  case ast::ExprKind::Field:
    return context.getField(converted[0], expr->name.text);
  case ast::ExprKind::With:
    return context.getWith(converted[0], names, values);
  case ast::ExprKind::Record:
    return context.getRecord(names, values);
  case ast::ExprKind::Call:
    return context.getCall(*getBuiltin(expr->name.text), converted);
  default:
    ADD_FAILURE() << "quantifier";
    return Expr();
  }
}

/// Null if the grammar does not take the text.
static Expr parseByGrammar(StringRef text, ExprContext &context,
                           std::string &message) {
  ast::File file;
  ast::Expr *expr = parser::parseExpression(
      text, file,
      [&](ast::Range, const llvm::Twine &error) { message = error.str(); });
  return expr ? Converter(context).convert(expr) : Expr();
}

TEST(ExprAgreement, PrintedExpressionsAreReadAlike) {
  std::mt19937_64 random(20);
  ExprContext context;
  test::RandomExpr make(context, random);
  for (unsigned i = 0; i < 3000; ++i) {
    Expr expr = i % 2 ? make.getUntyped(2 + i % 5)
                      : make.get(test::Type(i / 2 % 8), 2 + i % 4);
    std::string text = expr.str(), message;
    Expr byGrammar = parseByGrammar(text, context, message);
    ASSERT_TRUE(byGrammar) << text << "\n" << message;
    ASSERT_EQ(byGrammar.str(), text);
    ASSERT_TRUE(byGrammar == expr) << text;
    Expr byLibrary =
        parseExpr(text, context, [](size_t, const llvm::Twine &) {});
    ASSERT_TRUE(byLibrary == expr) << text;
  }
}

/// Cuts a text at the borders of its tokens, white space left out.
static std::vector<std::string> cut(StringRef text) {
  llvm::SmallVector<parser::Token> tokens;
  EXPECT_TRUE(parser::tokenize(text, tokens));
  std::vector<std::string> result;
  for (const parser::Token &token : tokens)
    if (token.kind != parser::TokenKind::Space)
      result.push_back(text.slice(token.range.begin, token.range.end).str());
  return result;
}

TEST(ExprAgreement, TheSameTextsAreRejected) {
  static const char *const pieces[] = {
      "a",   "b'",  "1",  "2.5", "(", ")",    "{",    "}",  "[",    "]",
      ",",   "+",   "-",  "*",   "!", "&&",   "||",   "=>", "<",    "==",
      "in",  ".",   "'",  "->",  "=", "::",   "with", "if", "then", "else",
      "div", "<=>", "..", ":=",  ";", "when", "true"};
  std::mt19937_64 random(21);
  ExprContext context;
  test::RandomExpr make(context, random);
  unsigned accepted = 0, rejected = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    std::vector<std::string> tokens = cut(make.getUntyped(1 + i % 4).str());
    for (unsigned edits = 1 + random() % 2; edits > 0 && !tokens.empty();
         --edits) {
      auto at = tokens.begin() + random() % tokens.size();
      switch (random() % 3) {
      case 0:
        tokens.erase(at);
        break;
      case 1:
        tokens.insert(at, pieces[random() % std::size(pieces)]);
        break;
      default:
        *at = pieces[random() % std::size(pieces)];
      }
    }
    std::string text = llvm::join(tokens, " "), message, libraryMessage;
    Expr byLibrary =
        parseExpr(text, context, [&](size_t, const llvm::Twine &error) {
          libraryMessage = error.str();
        });
    // That a call names a function and fits it is not for the grammar to know.
    if (StringRef(libraryMessage).contains("built-in function") ||
        StringRef(libraryMessage).contains(" argument"))
      continue;
    Expr byGrammar = parseByGrammar(text, context, message);
    ASSERT_EQ(bool(byLibrary), bool(byGrammar))
        << text << "\ngrammar: " << message << "\nlibrary: " << libraryMessage;
    ASSERT_TRUE(byLibrary == byGrammar) << text;
    ++(byLibrary ? accepted : rejected);
  }
  EXPECT_GT(accepted, 200u);
  EXPECT_GT(rejected, 1000u);
}
