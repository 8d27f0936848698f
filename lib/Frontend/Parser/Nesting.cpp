//===- Nesting.cpp - Refuse what nests too deeply ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TiogaLexer.h"
#include "Tokens.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tioga::parser;
using llvm::StringRef;

namespace {

/// What a token does to the constructs that are open where it stands.
enum class Effect : uint8_t {
  Operand,    ///< a word, a literal: nothing
  Postfix,    ///< `.`, `'`, `::`: belongs to the operand before it
  Operator,   ///< ends prefix operators
  Minus,      ///< an operator or a prefix
  Prefix,     ///< `!`
  Open,       ///< a bracket
  Close,      ///< its end
  Implies,    ///< nests to the right
  Iff,        ///< ends implications
  If,         ///< a part of a conditional
  Then,       ///< another
  Else,       ///< the last
  Quantifier, ///< reaches as far as it can
  TypePrefix, ///< `set`, `map`, `array`
  Separator   ///< ends all but brackets
};

} // namespace

static Effect classify(StringRef spelling) {
  unsigned char first = spelling[0];
  if (isalpha(first))
    return llvm::StringSwitch<Effect>(spelling)
        .Case("if", Effect::If)
        .Case("then", Effect::Then)
        .Case("else", Effect::Else)
        .Cases("forall", "exists", "sum", Effect::Quantifier)
        .Cases("set", "map", "array", Effect::TypePrefix)
        .Cases("div", "mod", "in", Effect::Operator)
        .Cases("when", "reset", "do", "guarantee", "orelse", "or",
               Effect::Separator)
        .Default(Effect::Operand);
  switch (first) {
  case '(':
  case '[':
  case '{':
    return Effect::Open;
  case ')':
  case ']':
  case '}':
    return Effect::Close;
  case ',':
  case ';':
    return Effect::Separator;
  case '-':
    return spelling.size() == 1 ? Effect::Minus : Effect::Separator;
  case '!':
    return spelling.size() == 1 ? Effect::Prefix : Effect::Operator;
  case '=':
    return spelling == "=>"   ? Effect::Implies
           : spelling == "==" ? Effect::Operator
                              : Effect::Separator;
  case '<':
    return spelling == "<=>" ? Effect::Iff : Effect::Operator;
  case '.':
    return spelling == "." ? Effect::Postfix : Effect::Separator;
  case ':':
    return spelling == "::" ? Effect::Postfix : Effect::Separator;
  case '*':
  case '/':
  case '+':
  case '>':
  case '&':
  case '|':
    return Effect::Operator;
  default:
    return Effect::Operand;
  }
}

namespace {

/// Follows the nesting token by token. An element of the stack is one level.
class NestingTracker {
public:
  size_t step(Effect effect);

private:
  bool topIs(std::initializer_list<Effect> effects) const {
    return !stack.empty() && llvm::is_contained(effects, stack.back());
  }
  void popWhile(std::initializer_list<Effect> effects) {
    while (topIs(effects))
      stack.pop_back();
  }
  /// Ends everything down to the nearest of `effects`, but no bracket.
  bool popTo(Effect wanted) {
    size_t at = stack.size();
    while (at > 0 && stack[at - 1] != wanted && stack[at - 1] != Effect::Open)
      --at;
    if (at == 0 || stack[at - 1] != wanted)
      return false;
    stack.truncate(at);
    return true;
  }
  void popToBracket() {
    while (!stack.empty() && stack.back() != Effect::Open)
      stack.pop_back();
  }

  llvm::SmallVector<Effect> stack;
  /// Whether an operand ends here, so that a minus is binary.
  bool afterOperand = false;
};

} // namespace

size_t NestingTracker::step(Effect effect) {
  if (effect == Effect::Minus)
    effect = afterOperand ? Effect::Operator : Effect::Prefix;
  if (effect == Effect::Prefix && afterOperand)
    effect = Effect::Operator; // the mark of `on go!`
  afterOperand = effect == Effect::Operand || effect == Effect::Close;
  switch (effect) {
  case Effect::Operand:
  case Effect::Postfix:
  case Effect::Minus:
    break;
  case Effect::Operator:
    popWhile({Effect::Prefix});
    break;
  case Effect::Prefix:
  case Effect::Open:
  case Effect::If:
  case Effect::Quantifier:
  case Effect::TypePrefix:
    stack.push_back(effect);
    break;
  case Effect::Close:
    popToBracket();
    if (!stack.empty())
      stack.pop_back();
    break;
  case Effect::Implies:
    popWhile({Effect::Prefix});
    stack.push_back(effect);
    break;
  case Effect::Iff:
    popWhile({Effect::Prefix, Effect::Implies});
    break;
  case Effect::Then:
    if (popTo(Effect::If))
      stack.back() = Effect::Then;
    break;
  case Effect::Else:
    if (popTo(Effect::Then))
      stack.back() = Effect::Else;
    break;
  case Effect::Separator:
    popToBracket();
    break;
  }
  return stack.size();
}

const RawToken *
tioga::parser::findTooDeep(StringRef text,
                           const std::vector<RawToken> &tokens) {
  // The braces of systems, automata and locations are not part of expressions;
  // the exact limit is up to the parser.
  constexpr size_t limit = maxExprDepth + 8;
  NestingTracker tracker;
  for (const RawToken &token : tokens)
    switch (token.type) {
    case TiogaLexer::SPACE:
    case TiogaLexer::DOC_COMMENT:
    case TiogaLexer::LINE_COMMENT:
    case TiogaLexer::BLOCK_COMMENT:
    case TiogaLexer::UNKNOWN:
      break;
    default:
      if (tracker.step(classify(text.slice(token.begin, token.end))) > limit)
        return &token;
    }
  return nullptr;
}
