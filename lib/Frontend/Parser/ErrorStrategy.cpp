//===- ErrorStrategy.cpp - Report syntax errors and go on -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorStrategy.h"
#include "tioga/Support/Suggestion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace tioga;
using namespace tioga::parser;
using antlr4::Parser;
using antlr4::ParserRuleContext;
using antlr4::RecognitionException;
using antlr4::atn::ATN;
using antlr4::atn::ATNState;
using antlr4::misc::IntervalSet;
using llvm::StringRef;
using llvm::Twine;
using P = TiogaParser;

//===----------------------------------------------------------------------===//
// Sets of tokens
//===----------------------------------------------------------------------===//

static TokenSet toSet(const IntervalSet &intervals) {
  TokenSet result;
  for (ssize_t type : intervals.toList()) {
    if (type == ssize_t(antlr4::Token::EOF))
      result.set(0);
    else if (type > 0)
      result.set(type);
  }
  return result;
}

static size_t toBit(size_t type) {
  return type == antlr4::Token::EOF ? 0 : type;
}

static size_t firstOf(TokenSet set) {
  size_t type = 0;
  while (!set.test(type))
    ++type;
  return type;
}

TokenSet tioga::parser::getFirst(const Parser &parser, size_t rule) {
  const ATN &atn = parser.getATN();
  return toSet(atn.nextTokens(atn.ruleToStartState[rule]));
}

/// The token types with one of these spellings.
static TokenSet getSpelled(const Parser &parser,
                           std::initializer_list<StringRef> spellings) {
  TokenSet result;
  const antlr4::dfa::Vocabulary &vocabulary = parser.getVocabulary();
  for (size_t type = 1; type <= vocabulary.getMaxTokenType(); ++type) {
    std::string quoted = vocabulary.getLiteralName(type);
    if (llvm::is_contained(spellings, StringRef(quoted).trim('\'')))
      result.set(type);
  }
  return result;
}

static std::string describeToken(const Parser &parser, size_t type) {
  switch (type) {
  case 0:
    return "the end of the text";
  case P::ID:
    return "a name";
  case P::INT:
  case P::REAL:
    return "a number";
  case P::STRING:
    return "a string";
  case P::PRIME:
    return "a prime";
  default:
    return parser.getVocabulary().getLiteralName(type);
  }
}

std::string tioga::parser::describeExpected(const Parser &parser,
                                            TokenSet expected) {
  llvm::SmallVector<std::string> parts;
  auto replace = [&](TokenSet sign, TokenSet all, const char *description) {
    if ((expected & sign) != sign)
      return;
    parts.push_back(description);
    expected &= ~all;
  };
  TokenSet type = getFirst(parser, P::RuleType);
  TokenSet expr = getFirst(parser, P::RuleExpr);
  TokenSet infix =
      getSpelled(parser, {"*", "/", "div", "mod", "+", "-", "<", "<=", ">",
                          ">=", "==", "!=", "in", "&&", "||", "=>", "<=>"});
  TokenSet postfix = getSpelled(parser, {"[", ".", "with", "::", "("});
  postfix.set(P::PRIME);
  replace(type, type, "a type");
  replace(expr, expr, "an expression");
  replace(infix, infix | postfix, "an operator");
  if (expected.test(P::INT))
    expected.reset(P::REAL);
  auto add = [&](auto isWanted) {
    for (size_t each = 0; each < expected.size(); ++each)
      if (expected.test(each) && isWanted(each)) {
        parts.push_back(describeToken(parser, each));
        expected.reset(each);
      }
  };
  auto spelling = [&](size_t each) {
    return parser.getVocabulary().getLiteralName(each);
  };
  // Names and numbers first, punctuation last.
  add([&](size_t each) { return each == P::ID; });
  add([&](size_t each) { return each != 0 && spelling(each).empty(); });
  add([&](size_t each) {
    return each != 0 && llvm::isAlpha(spelling(each)[1]);
  });
  add([&](size_t each) { return each != 0 && spelling(each) != "';'"; });
  add([](size_t) { return true; });
  if (parts.empty())
    return "something else";
  std::string last = parts.pop_back_val();
  return parts.empty() ? last : llvm::join(parts, ", ") + " or " + last;
}

//===----------------------------------------------------------------------===//
// Scopes and items
//===----------------------------------------------------------------------===//

/// A rule whose body is a list of items.
struct tioga::parser::Scope {
  size_t rule;
  size_t item;
  const char *noun;
  const char *article;
};

static constexpr Scope scopes[] = {
    {P::RuleFile, P::RuleFileItem, "file", "a"},
    {P::RuleSystemDecl, P::RuleSystemItem, "system", "a"},
    {P::RuleAutomatonDecl, P::RuleAutomatonItem, "automaton", "an"},
    {P::RuleLocationBody, P::RuleLocationItem, "location", "a"},
    {P::RuleActionsDecl, P::RuleActionsItem, "action system", "an"},
    {P::RuleContractDecl, P::RuleContractItem, "contract", "a"},
    {P::RuleViewDecl, P::RuleViewItem, "view", "a"},
};

static const Scope *findScope(const antlr4::tree::ParseTree *tree) {
  auto *context = dynamic_cast<const ParserRuleContext *>(tree);
  if (!context)
    return nullptr;
  const auto *found = llvm::find_if(scopes, [&](const Scope &scope) {
    return scope.rule == context->getRuleIndex();
  });
  return found == std::end(scopes) ? nullptr : found;
}

static bool isItemRule(size_t rule) {
  return llvm::any_of(scopes,
                      [&](const Scope &scope) { return scope.item == rule; });
}

/// Everything with which an item of any scope can begin.
static TokenSet getAllStarts(const Parser &parser) {
  TokenSet result;
  for (const Scope &scope : scopes)
    result |= getFirst(parser, scope.item);
  return result;
}

/// `automaton 'A'`; a location's body does not know the location's name.
static std::string describeScope(const Scope &scope,
                                 ParserRuleContext *context) {
  for (antlr4::tree::ParseTree *child : context->children)
    if (auto *node = dynamic_cast<antlr4::tree::TerminalNode *>(child))
      if (node->getSymbol()->getType() == P::ID)
        return (Twine(scope.noun) + " '" + node->getText() + "'").str();
  return (Twine("the ") + scope.noun).str();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

ErrorStrategy::ErrorStrategy(StringRef text, SourceTokens &tokens,
                             Diagnostics &diagnostics, Builder &builder)
    : text(text), tokens(tokens), diagnostics(diagnostics), builder(builder) {
  for (size_t i = 0; i < tokens.size(); ++i)
    unclosed +=
        (tokens.at(i).spelling() == "{") - (tokens.at(i).spelling() == "}");
}

TokenSet ErrorStrategy::getExpected(Parser *parser) const {
  TokenSet result = toSet(parser->getExpectedTokens());
  // Where nearly everything may stand, only the end is worth mentioning.
  size_t rule = parser->getContext()->getRuleIndex();
  if (rule == P::RuleReserved || rule == P::RuleObserverDecl)
    if (result.test(P::ID) && result.test(P::STRING))
      result = getSpelled(*parser, {"}"});
  return result;
}

bool ErrorStrategy::isExpected(Parser *parser, size_t type) const {
  const ATN &atn = parser->getATN();
  const IntervalSet &next = atn.nextTokens(atn.states[parser->getState()]);
  if (next.contains(type))
    return true;
  if (!next.contains(antlr4::Token::EPSILON))
    return false;
  return toSet(parser->getExpectedTokens()).test(toBit(type));
}

/// Whether it is a name or keyword.
static bool isWord(const SourceToken &token) {
  StringRef spelling = token.spelling();
  return !spelling.empty() &&
         (llvm::isAlpha(spelling[0]) || spelling[0] == '_');
}

/// A token as part of a message.
static std::string quote(const SourceToken &token) {
  if (token.getType() == antlr4::Token::EOF)
    return "the end of the text";
  if (token.getType() == P::STRING)
    return "a string";
  StringRef spelling = token.spelling();
  if (spelling.size() > 40)
    return ("'" + spelling.take_front(40) + "...'").str();
  return ("'" + spelling + "'").str();
}

/// `; did you mean 'x'?` if one of the expected words or signs is close.
static std::string suggest(const Parser &parser, TokenSet expected,
                           const SourceToken &found) {
  StringRef spelling = found.spelling();
  auto isExpected = [&](StringRef sign) {
    return (expected & getSpelled(parser, {sign})).any();
  };
  // As other languages write it, or the sign of another place.
  static constexpr std::pair<const char *, const char *> others[] = {
      {"=", ":="},  {"=", "=="},   {"==", ":="}, {"==", "="},  {":=", "="},
      {":=", "=="}, {"and", "&&"}, {"or", "||"}, {"=>", "->"}, {":", ":="}};
  for (auto [sign, meant] : others)
    if (spelling == sign && isExpected(meant))
      return (Twine("; did you mean '") + meant + "'?").str();
  Suggestion suggestion(spelling);
  if (isWord(found))
    for (size_t type = 1; type < expected.size(); ++type)
      if (expected.test(type)) {
        std::string quoted = parser.getVocabulary().getLiteralName(type);
        if (quoted.size() > 2 && llvm::isAlpha(quoted[1]))
          suggestion.consider(StringRef(quoted).trim('\''));
      }
  return suggestion.str();
}

void ErrorStrategy::add(ast::Range range, const Twine &message) {
  if (!diagnostics.add(range, message))
    throw TooManyErrors();
}

bool ErrorStrategy::shouldReport(const SourceToken &found) {
  if (lastFound == &found)
    return false;
  lastFound = &found;
  return !found.followsUnknown() && !found.isMissing();
}

void ErrorStrategy::report(Parser *parser, TokenSet expected,
                           const SourceToken &found, size_t index) {
  if (!shouldReport(found))
    return;
  inMisplaced = false;
  if (expected.count() == 1 && expected.test(P::ID))
    builder.markNameLost();
  std::string message = "expected " + describeExpected(*parser, expected);
  ast::Range range = found.range();
  if (index > 0 && !tokens.at(index - 1).isMissing()) {
    message += " after " + quote(tokens.at(index - 1));
    if (found.getType() == antlr4::Token::EOF)
      range = {tokens.at(index - 1).range().end,
               tokens.at(index - 1).range().end};
  }
  bool isKeyword = isWord(found) && found.getType() != P::ID;
  message +=
      isKeyword && expected.test(P::ID) ? ", found the keyword " : ", found ";
  add(range, message + quote(found) + suggest(*parser, expected, found));
}

//===----------------------------------------------------------------------===//
// Mending the token stream
//===----------------------------------------------------------------------===//

bool ErrorStrategy::startsLine(size_t index) const {
  if (index == 0)
    return true;
  return text
      .slice(tokens.at(index - 1).range().end, tokens.at(index).range().begin)
      .contains('\n');
}

void ErrorStrategy::markBroken(ParserRuleContext *context) {
  while (context) {
    builder.markBroken(context);
    size_t rule = context->getRuleIndex();
    if (isItemRule(rule) || rule == P::RuleParams)
      return;
    context = dynamic_cast<ParserRuleContext *>(context->parent);
  }
}

/// Adds the states that the rule can reach from `state` without a token and
/// without another rule.
static void addReachable(ATNState *state,
                         llvm::SmallPtrSetImpl<ATNState *> &set,
                         llvm::SmallVectorImpl<ATNState *> &order) {
  if (!set.insert(state).second)
    return;
  order.push_back(state);
  if (state->getStateType() == ATNState::RULE_STOP)
    return;
  for (antlr4::atn::Transition *each : state->transitions)
    if (each->isEpsilon() &&
        each->getSerializationType() != antlr4::atn::Transition::RULE)
      addReachable(each->target, set, order);
}

/// The punctuation that, put before the current token, lets the parser go on;
/// zero if there is none.
static size_t findInsertable(Parser *parser, size_t current) {
  const ATN &atn = parser->getATN();
  llvm::SmallPtrSet<ATNState *, 16> set;
  llvm::SmallVector<ATNState *, 16> order;
  addReachable(atn.states[parser->getState()], set, order);
  TokenSet allowed = getSpelled(
      *parser, {",", ":", "=", "(", ")", "]", ";", "->", ":=", "{", "}"});
  allowed.set(P::ID);
  size_t best = 0;
  for (ATNState *state : order)
    for (antlr4::atn::Transition *each : state->transitions) {
      if (each->isEpsilon())
        continue;
      TokenSet label = toSet(each->label()) & allowed;
      if (label.count() != 1)
        continue;
      IntervalSet after = atn.nextTokens(each->target, parser->getContext());
      if (!toSet(after).test(toBit(current)))
        continue;
      // A comma is the least likely thing to forget.
      if (best == 0 || parser->getVocabulary().getLiteralName(best) == "','")
        best = firstOf(label);
    }
  return best;
}

/// A ';' is forgotten where the next item begins or the scope ends.
bool ErrorStrategy::mendSemicolon(Parser *parser, TokenSet expected,
                                  bool startsItem) {
  const SourceToken &current = tokens.current();
  size_t index = tokens.index();
  size_t semicolon = firstOf(getSpelled(*parser, {";"}));
  if (!expected.test(semicolon) || index == 0 || lastMended == &current)
    return false;
  if (!startsItem && current.spelling() != "}" &&
      current.getType() != antlr4::Token::EOF)
    return false;
  const SourceToken &last = tokens.at(index - 1);
  if (&current != lastFound && !current.followsUnknown())
    add({last.range().end, last.range().end},
        "expected ';' after " + quote(last));
  lastMended = &current;
  tokens.insertMissing(semicolon);
  return true;
}

bool ErrorStrategy::mend(Parser *parser, TokenSet expected) {
  const SourceToken &current = tokens.current();
  size_t index = tokens.index();
  size_t bit = toBit(current.getType());
  bool startsItem = getAllStarts(*parser).test(bit) && startsLine(index);
  if (mendSemicolon(parser, expected, startsItem))
    return true;
  report(parser, expected, current, index);
  // A second token before the same one would lead nowhere.
  if (startsItem || lastMended == &current)
    return false;

  TokenSet opening = getSpelled(*parser, {"(", "[", "{"});
  TokenSet kept = getSpelled(*parser, {")", "]", "{", "}", ";"});
  kept.set(0);
  size_t insertable = findInsertable(parser, current.getType());
  bool removable = !kept.test(bit) && expected.test(toBit(tokens.LA(2)));
  if (insertable != 0 && !(removable && opening.test(insertable)))
    tokens.insertMissing(insertable);
  else if (removable)
    tokens.remove();
  else
    return false;
  lastMended = &current;
  markBroken(parser->getContext());
  return true;
}

/// Mends a list of items: ends it where a closing brace is missing, or skips
/// what does not belong into it.
void ErrorStrategy::mendItems(Parser *parser, const Scope &scope) {
  ParserRuleContext *context = parser->getContext();
  TokenSet starts = getFirst(*parser, scope.item);
  TokenSet brace = getSpelled(*parser, {"}"});
  while (!isExpected(parser, tokens.LA(1))) {
    const SourceToken &current = tokens.current();
    size_t bit = toBit(current.getType());
    bool startsOuter = false;
    for (auto *outer = context->parent; outer; outer = outer->parent)
      if (const Scope *found = findScope(outer))
        startsOuter |= getFirst(*parser, found->item).test(bit);
    if (scope.rule != P::RuleFile &&
        (bit == 0 || (startsOuter && unclosed > 0))) {
      reportUnclosed(describeScope(scope, context), current);
      tokens.insertMissing(firstOf(brace));
      --unclosed;
      return;
    }
    bool isMisplaced = getAllStarts(*parser).test(bit) || (brace.test(bit));
    bool again = inMisplaced && isMisplaced;
    if (again)
      lastFound = &current;
    if (shouldReport(current))
      add(current.range(), isMisplaced ? quote(current) + " cannot stand in " +
                                             scope.article + " " + scope.noun
                                       : "expected a declaration, found " +
                                             quote(current) +
                                             suggest(*parser, starts, current));
    inMisplaced = isMisplaced;
    skipItem(starts, /*depth=*/0, /*isFile=*/scope.rule == P::RuleFile);
  }
}

void ErrorStrategy::reportUnclosed(const std::string &scope,
                                   const SourceToken &found) {
  if (!shouldReport(found))
    return;
  inMisplaced = false;
  if (found.getType() != antlr4::Token::EOF) {
    add(found.range(),
        "expected '}' to end " + scope + " before " + quote(found));
    return;
  }
  unsigned end = tokens.at(tokens.index() - 1).range().end;
  add({end, end}, "expected '}' to end " + scope);
}

//===----------------------------------------------------------------------===//
// Skipping
//===----------------------------------------------------------------------===//

/// Skips the rest of an item: to the ';' or '}' that ends it, or up to where
/// the next item or the end of the scope makes plain that neither is there.
void ErrorStrategy::skipItem(TokenSet starts, unsigned depth, bool isFile,
                             bool mayStay) {
  size_t first = tokens.index();
  auto mark = llvm::make_scope_exit([&] {
    builder.markLost(
        {tokens.at(first).range().begin, tokens.current().range().begin});
  });
  for (; tokens.LA(1) != antlr4::Token::EOF; tokens.consume()) {
    const SourceToken &token = tokens.current();
    StringRef spelling = token.spelling();
    bool isFirst = tokens.index() == first && !mayStay;
    bool opensScope = spelling == "system" || spelling == "automaton" ||
                      spelling == "actions" || spelling == "contract";
    if (!isFirst && starts.test(token.getType()) &&
        startsLine(tokens.index()) && (depth == 0 || opensScope))
      return;
    if (spelling == ";" && depth == 0) {
      tokens.consume();
      return;
    }
    if (spelling == "{") {
      ++depth;
    } else if (spelling == "}") {
      if (depth == 0 && !isFile)
        return;
      if (depth > 0 && --depth > 0)
        continue;
      // Behind the brace of `enum { A }` the item may go on, but hardly by a
      // name on the next line: that is a misspelt keyword.
      size_t next = toBit(tokens.LA(2));
      if (next == 0 || (next == P::ID && startsLine(tokens.index() + 1)) ||
          starts.test(next) ||
          static_cast<SourceToken *>(tokens.LT(2))->spelling() == "}") {
        tokens.consume();
        return;
      }
    }
  }
}

/// Skips to behind the parenthesis that closes a list of parameters. Stays if
/// there is none before the body.
bool ErrorStrategy::skipParams() {
  size_t first = tokens.index();
  for (unsigned depth = 0; tokens.LA(1) != antlr4::Token::EOF;
       tokens.consume()) {
    StringRef spelling = tokens.current().spelling();
    if (spelling == ";" || spelling == "}")
      break;
    if (spelling == "(") {
      ++depth;
    } else if (spelling == ")" && depth-- == 0) {
      tokens.consume();
      return true;
    }
  }
  tokens.seek(first);
  return false;
}

/// How many braces the tokens of a rule so far leave open.
unsigned ErrorStrategy::getBraceDepth(const ParserRuleContext *context) const {
  int depth = 0;
  for (size_t i = tokens.getPosition(); i-- > 0;) {
    StringRef spelling = tokens.at(i).spelling();
    depth += (spelling == "{") - (spelling == "}");
    if (&tokens.at(i) == context->start)
      break;
  }
  return std::max(depth, 0);
}

//===----------------------------------------------------------------------===//
// What ANTLR calls
//===----------------------------------------------------------------------===//

void ErrorStrategy::sync(Parser *parser) {
  if (isExpected(parser, tokens.LA(1)))
    return;
  const ATN &atn = parser->getATN();
  ATNState *state = atn.states[parser->getState()];
  bool isLoop = state->getStateType() == ATNState::STAR_LOOP_ENTRY ||
                state->getStateType() == ATNState::STAR_LOOP_BACK;
  const Scope *scope = findScope(parser->getContext());
  if (isLoop && scope) {
    mendItems(parser, *scope);
    return;
  }
  // The body of an action may go on or not. If what comes neither goes on nor
  // begins the next item, the list of items knows better what is wrong.
  TokenSet items = getFirst(*parser, P::RuleActionsItem);
  if (isLoop && (toSet(parser->getExpectedTokens()) & items) == items &&
      startsLine(tokens.index()))
    return;
  if (!mend(parser, getExpected(parser)))
    throw antlr4::InputMismatchException(parser);
}

antlr4::Token *ErrorStrategy::recoverInline(Parser *parser) {
  TokenSet expected = getExpected(parser);
  const SourceToken &current = tokens.current();
  // Something else instead of a name: `clock 5;`, `var set : int;`.
  const ATN &atn = parser->getATN();
  ATNState *next = atn.states[parser->getState()]->transitions[0]->target;
  bool isNameLike = isWord(current) || current.getType() == P::INT ||
                    current.getType() == P::REAL ||
                    current.getType() == P::STRING;
  if (isNameLike && expected.test(P::ID) &&
      toSet(atn.nextTokens(next, parser->getContext()))
          .test(toBit(tokens.LA(2)))) {
    report(parser, expected, current, tokens.index());
    markBroken(parser->getContext());
    tokens.remove();
    tokens.insertMissing(P::ID);
  } else if (!mend(parser, expected)) {
    throw antlr4::InputMismatchException(parser);
  }
  antlr4::Token *token = tokens.LT(1);
  parser->consume();
  return token;
}

/// Errors that `sync` and `recoverInline` throw have been reported; what is
/// left is where several tokens decide.
void ErrorStrategy::reportError(Parser *parser,
                                const RecognitionException &error) {
  auto *noWay = dynamic_cast<const antlr4::NoViableAltException *>(&error);
  if (!noWay)
    return;
  auto *found = static_cast<const SourceToken *>(error.getOffendingToken());
  size_t index = tokens.index();
  while (&tokens.at(index) != found)
    ++index;
  TokenSet expected;
  if (index == tokens.index())
    expected = getExpected(parser);
  else if (noWay->getDeadEndConfigs())
    for (const auto &config : noWay->getDeadEndConfigs()->configs)
      for (antlr4::atn::Transition *each : config->state->transitions)
        if (!each->isEpsilon())
          expected |= toSet(each->label());
  report(parser, expected, *found, index);
}

void ErrorStrategy::recover(Parser *parser, std::exception_ptr error) {
  ParserRuleContext *context = parser->getContext();
  builder.markBroken(context);
  size_t rule = context->getRuleIndex();
  if (rule == P::RuleParams && skipParams())
    return;
  if (!isItemRule(rule))
    std::rethrow_exception(error);
  skipItem(getFirst(*parser, rule), getBraceDepth(context),
           rule == P::RuleFileItem,
           /*mayStay=*/&tokens.current() != context->start);
}
