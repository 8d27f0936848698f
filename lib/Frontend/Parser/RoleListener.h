//===- RoleListener.h - What tokens are for ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_PARSER_ROLELISTENER_H
#define TIOGA_LIB_FRONTEND_PARSER_ROLELISTENER_H

#include "Parser.h"
#include "TiogaParser.h"

namespace tioga::parser {

/// Writes down the roles of tokens while the parser reads them.
class RoleListener final : public antlr4::tree::ParseTreeListener {
public:
  explicit RoleListener(llvm::MutableArrayRef<Token> tokens) : tokens(tokens) {}

  void visitTerminal(antlr4::tree::TerminalNode *node) override;
  void visitErrorNode(antlr4::tree::ErrorNode *) override {}
  void enterEveryRule(antlr4::ParserRuleContext *context) override;
  void exitEveryRule(antlr4::ParserRuleContext *) override {}

private:
  /// As the lexer cut them.
  llvm::MutableArrayRef<Token> tokens;
};

} // namespace tioga::parser

#endif // TIOGA_LIB_FRONTEND_PARSER_ROLELISTENER_H
