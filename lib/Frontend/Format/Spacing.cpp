//===- Spacing.cpp - Between two tokens -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tioga::format;
using llvm::StringRef;
using tioga::parser::TokenKind;
using tioga::parser::TokenRole;

/// Whether an index may follow.
static bool endsOperand(const Piece &piece) {
  return piece.role == TokenRole::Name || piece.is(")") || piece.is("]") ||
         piece.is("'") || (piece.is("}") && piece.role == TokenRole::Braces);
}

bool tioga::format::needsSpace(const Piece &before, const Piece &piece) {
  if (before.isComment() || piece.isComment())
    return true;
  if (before.kind == TokenKind::String || piece.kind == TokenKind::String)
    return !(piece.is(";") || piece.is(",") || piece.is(")") ||
             piece.role == TokenRole::Caption);
  if (piece.is(";") || piece.is(",") || piece.is(")") || piece.is("]") ||
      piece.is("'") || piece.role == TokenRole::Mark ||
      piece.role == TokenRole::Caption)
    return false;
  if (piece.is("."))
    return piece.isApart;
  if (before.is("(") || before.is("[") || before.is(".") || before.is("::") ||
      before.is("..") || piece.is("::") || piece.is("..") ||
      before.role == TokenRole::Prefix)
    return false;
  if (piece.is("("))
    return before.role != TokenRole::Name || piece.role == TokenRole::Grouping;
  if (piece.is("["))
    return !endsOperand(before) && !before.is("array");
  if (before.is("{") && piece.is("}"))
    return false;
  if ((before.is("{") && before.role == TokenRole::Braces) ||
      (piece.is("}") && piece.role == TokenRole::Braces))
    return false;
  return true;
}

/// The weaker an operator binds, the better a line ends before it; but nobody
/// likes to read `a` and `< b` in two lines.
static unsigned getOperatorRank(StringRef spelling) {
  return llvm::StringSwitch<unsigned>(spelling)
      .Cases("then", "else", 5)
      .Case("<=>", 6)
      .Case("=>", 7)
      .Case("||", 8)
      .Case("&&", 9)
      .Cases("+", "-", 11)
      .Cases("*", "/", "div", "mod", 12)
      .Default(13); // comparisons
}

static unsigned getStatementRank(StringRef spelling) {
  return spelling == "orelse" ? 1 : spelling == "or" ? 2 : 3;
}

std::optional<Break> tioga::format::getBreak(const Piece &before,
                                             const Piece &piece,
                                             unsigned depth) {
  constexpr unsigned perBracket = 20;
  auto makeContinued = [&](unsigned rank) {
    return Break{Break::Continued, rank + perBracket * depth};
  };
  if (before.isComment() || piece.isComment())
    return std::nullopt;
  switch (piece.role) {
  case TokenRole::Clause:
  case TokenRole::Contract:
    return Break{Break::Clause, 0};
  case TokenRole::Statement:
    return depth == 0 ? Break{Break::Clause, getStatementRank(piece.text)}
                      : makeContinued(getStatementRank(piece.text));
  case TokenRole::Operator:
    return makeContinued(getOperatorRank(piece.text));
  default:
    break;
  }
  // A body that begins with a parenthesis, not one inside of a body.
  if (piece.role == TokenRole::Grouping && piece.is("(") && depth == 0 &&
      before.role != TokenRole::Statement)
    return Break{Break::Clause, 0};
  if (before.is(","))
    return makeContinued(depth == 0 ? 2 : 10);
  if (before.role == TokenRole::Definition)
    return makeContinued(4);
  if (before.kind == TokenKind::String && piece.kind == TokenKind::String)
    return makeContinued(3);
  return std::nullopt;
}
