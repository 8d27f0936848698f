//===- ParserBase.h - What the generated parser inherits --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The superclass that grammar/Tioga.g4 names. It stops the parser, which
// recurses, before nesting exhausts the stack.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_PARSER_PARSERBASE_H
#define TIOGA_LIB_FRONTEND_PARSER_PARSERBASE_H

#include "antlr4-runtime.h"

namespace tioga::parser {

/// Thrown through all rules, past their handlers, when nesting is too deep.
struct NestingTooDeep {
  const antlr4::Token *token;
};

class ParserBase : public antlr4::Parser {
public:
  explicit ParserBase(antlr4::TokenStream *input);

  void reset() override;

  void enterRule(antlr4::ParserRuleContext *context, size_t state,
                 size_t rule) override;

  using antlr4::Parser::enterRecursionRule;
  void enterRecursionRule(antlr4::ParserRuleContext *context, size_t state,
                          size_t rule, int precedence) override;

  /// Called whenever the only left-recursive rule, `expr`, ends.
  void unrollRecursionContexts(antlr4::ParserRuleContext *parent) override;

private:
  void checkStack();

  /// For every active `expr`, how deeply it nests as the user sees it: the
  /// right operand of a left-associative operator is not deeper than the left
  /// one.
  std::vector<unsigned> levels;

  /// Where the stack stood when the parser was made.
  uintptr_t stackBase;
};

} // namespace tioga::parser

#endif // TIOGA_LIB_FRONTEND_PARSER_PARSERBASE_H
