//===- ParserBase.cpp - What the generated parser inherits ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserBase.h"
#include "TiogaParser.h"
#include "tioga/Expr/Parse.h"

using namespace tioga::parser;

/// What the parser may use of a stack that is usually 8 MB. 1,000 levels take
/// less than 1 MB in a release build.
static constexpr uintptr_t stackBudget = 5u << 20;

ParserBase::ParserBase(antlr4::TokenStream *input)
    : antlr4::Parser(input),
      stackBase(reinterpret_cast<uintptr_t>(__builtin_frame_address(0))) {}

void ParserBase::reset() {
  levels.clear();
  antlr4::Parser::reset();
}

void ParserBase::checkStack() {
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  uintptr_t used = here < stackBase ? stackBase - here : here - stackBase;
  if (used > stackBudget)
    throw NestingTooDeep{_input->LT(1)};
}

void ParserBase::enterRule(antlr4::ParserRuleContext *context, size_t state,
                           size_t rule) {
  checkStack();
  antlr4::Parser::enterRule(context, state, rule);
}

void ParserBase::enterRecursionRule(antlr4::ParserRuleContext *context,
                                    size_t state, size_t rule, int precedence) {
  checkStack();
  // `_ctx` is still the caller: for a right operand the node of the operator,
  // whose first child is the left operand.
  bool isRightOperand =
      precedence > 0 && !_ctx->children.empty() &&
      dynamic_cast<TiogaParser::ExprContext *>(_ctx->children.front()) &&
      !dynamic_cast<TiogaParser::ImpliesExprContext *>(_ctx);
  unsigned level = levels.empty() ? 0 : levels.back() + !isRightOperand;
  if (level > maxExprDepth)
    throw NestingTooDeep{_input->LT(-1)};
  levels.push_back(level);
  antlr4::Parser::enterRecursionRule(context, state, rule, precedence);
}

void ParserBase::unrollRecursionContexts(antlr4::ParserRuleContext *parent) {
  antlr4::Parser::unrollRecursionContexts(parent);
  levels.pop_back();
}
