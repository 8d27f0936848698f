//===- RoleListener.cpp - What tokens are for -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoleListener.h"
#include "Builder.h"
#include "Tokens.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga::parser;
using llvm::StringRef;
using P = TiogaParser;

static bool isBrace(StringRef spelling) {
  return spelling == "{" || spelling == "}";
}

/// The role of a token that is part of an expression.
static TokenRole getExprRole(antlr4::ParserRuleContext *context,
                             StringRef spelling) {
  if (isBrace(spelling))
    return TokenRole::Braces;
  if (context->getRuleIndex() != P::RuleExpr)
    return TokenRole::Other;
  // A conditional may go on in the next line as an operator may.
  if (spelling == "then" || spelling == "else")
    return TokenRole::Operator;
  if (spelling == "[" || spelling == "]" || spelling == "." ||
      spelling == "(" || spelling == ")" || spelling == "'" ||
      spelling == "with" || spelling == ",")
    return TokenRole::Other;
  // The left operand has been read before an infix operator.
  bool isInfix =
      dynamic_cast<P::ExprContext *>(context->children[0]) != nullptr;
  if (isInfix)
    return TokenRole::Operator;
  return spelling == "!" || spelling == "-" ? TokenRole::Prefix
                                            : TokenRole::Other;
}

static TokenRole getRole(antlr4::ParserRuleContext *context, size_t type,
                         StringRef spelling) {
  if (type == P::ID)
    return TokenRole::Name;
  switch (context->getRuleIndex()) {
  case P::RuleSystemDecl:
  case P::RuleAutomatonDecl:
  case P::RuleActionsDecl:
  case P::RuleContractDecl:
  case P::RuleViewDecl:
    return isBrace(spelling) ? TokenRole::Scope : TokenRole::Other;
  case P::RuleLocationBody:
  case P::RuleBlock:
  case P::RuleComponentDecl:
  case P::RuleDoDecl:
  case P::RuleObserverDecl:
  case P::RuleReserved:
    return isBrace(spelling) ? TokenRole::Statements : TokenRole::Other;
  case P::RuleType:
    if (spelling == ",")
      return TokenRole::List;
    return isBrace(spelling) ? TokenRole::List : TokenRole::Other;
  case P::RuleEdgeClause:
  case P::RuleActionClause:
  case P::RuleStems:
  case P::RuleLabelDecl:
    return llvm::is_contained({"when", "reset", "do", "stems", "via"}, spelling)
               ? TokenRole::Clause
               : TokenRole::Other;
  case P::RuleEdgeAction:
  case P::RuleSyncMember:
    return spelling == "?" || spelling == "!" ? TokenRole::Mark
                                              : TokenRole::Other;
  case P::RuleContractBody:
    return TokenRole::Contract;
  case P::RuleStatement:
  case P::RuleChoice:
  case P::RuleSequence:
  case P::RuleOrder:
  case P::RuleOrderChoice:
  case P::RuleOrderSequence:
    return TokenRole::Statement;
  case P::RuleAtom:
  case P::RuleOrderAtom:
    return spelling == "(" || spelling == ")" ? TokenRole::Grouping
                                              : TokenRole::Other;
  case P::RuleEdgeDecl:
  case P::RuleRequireDecl:
  case P::RuleInitiallyDecl:
  case P::RulePurposeDecl:
  case P::RuleTextDecl:
    return spelling == ":" ? TokenRole::Caption : TokenRole::Other;
  case P::RuleConstDecl:
  case P::RuleFunDecl:
  case P::RuleTypeDecl:
    return spelling == "=" ? TokenRole::Definition : TokenRole::Other;
  case P::RuleExpr:
  case P::RulePrimary:
    return getExprRole(context, spelling);
  default:
    return TokenRole::Other;
  }
}

void RoleListener::visitTerminal(antlr4::tree::TerminalNode *node) {
  auto *token = static_cast<const SourceToken *>(node->getSymbol());
  if (token->isMissing() || token->getType() == antlr4::Token::EOF)
    return;
  auto *context = static_cast<antlr4::ParserRuleContext *>(node->parent);
  tokens[token->getRawIndex()].role =
      getRole(context, token->getType(), token->spelling());
}

void RoleListener::enterEveryRule(antlr4::ParserRuleContext *context) {
  auto *token = static_cast<const SourceToken *>(context->start);
  if (Builder::isItem(context) && !token->isMissing() &&
      token->getType() != antlr4::Token::EOF)
    tokens[token->getRawIndex()].startsItem = true;
}
