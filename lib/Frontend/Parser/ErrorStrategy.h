//===- ErrorStrategy.h - Report syntax errors and go on ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ANTLR's own strategy lets each rule resume on its own, which reports one slip
// many times. Ours gives up a declaration as a whole: the exception passes all
// rules up to the one of the item, which resumes behind its ';' or '}'. Small
// slips are mended in the token stream first (a missing ';' or '}', a
// superfluous word), so that what follows is read as it was meant.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_PARSER_ERRORSTRATEGY_H
#define TIOGA_LIB_FRONTEND_PARSER_ERRORSTRATEGY_H

#include "Builder.h"
#include "Tokens.h"
#include <bitset>

namespace tioga::parser {

/// A set of token types; bit 0 stands for the end of the file.
using TokenSet = std::bitset<128>;

/// Thrown through all rules when nobody will see further errors.
struct TooManyErrors {};

/// Says in the words of the language what may stand at a place.
std::string describeExpected(const antlr4::Parser &parser, TokenSet expected);

/// The tokens with which the rule can begin.
TokenSet getFirst(const antlr4::Parser &parser, size_t rule);

struct Scope;

class ErrorStrategy final : public antlr4::ANTLRErrorStrategy {
public:
  ErrorStrategy(llvm::StringRef text, SourceTokens &tokens,
                Diagnostics &diagnostics, Builder &builder);

  void reset(antlr4::Parser *) override {}
  bool inErrorRecoveryMode(antlr4::Parser *) override { return false; }
  void reportMatch(antlr4::Parser *) override {}

  /// Called before every choice and repetition.
  void sync(antlr4::Parser *parser) override;
  /// Called when a single token is expected and another one stands there.
  antlr4::Token *recoverInline(antlr4::Parser *parser) override;
  /// Called by every rule that an exception passes, the innermost first.
  void reportError(antlr4::Parser *parser,
                   const antlr4::RecognitionException &error) override;
  void recover(antlr4::Parser *parser, std::exception_ptr error) override;

private:
  /// Everything that may stand here, in the context of the rules being read.
  TokenSet getExpected(antlr4::Parser *parser) const;
  bool isExpected(antlr4::Parser *parser, size_t type) const;

  /// Reports once per token, and not where the lexer already did.
  bool shouldReport(const SourceToken &found);
  void add(ast::Range range, const llvm::Twine &message);
  /// `index` is the place of `found` among the tokens.
  void report(antlr4::Parser *parser, TokenSet expected,
              const SourceToken &found, size_t index);
  void reportUnclosed(const std::string &scope, const SourceToken &found);

  /// Reports the current token and puts in or takes out one, so that the parser
  /// can go on. False if that is not possible.
  bool mend(antlr4::Parser *parser, TokenSet expected);
  bool mendSemicolon(antlr4::Parser *parser, TokenSet expected,
                     bool startsItem);
  void mendItems(antlr4::Parser *parser, const Scope &scope);
  void markBroken(antlr4::ParserRuleContext *context);

  bool startsLine(size_t index) const;
  unsigned getBraceDepth(const antlr4::ParserRuleContext *context) const;
  void skipItem(TokenSet starts, unsigned depth, bool isFile,
                bool mayStay = false);
  bool skipParams();

  llvm::StringRef text;
  SourceTokens &tokens;
  Diagnostics &diagnostics;
  Builder &builder;
  /// The last token at which an error was found.
  const SourceToken *lastFound = nullptr;
  /// The last token before which another one was put.
  const SourceToken *lastMended = nullptr;
  /// Whether the last error was an item that belongs elsewhere: most likely
  /// those that follow do so for the same reason.
  bool inMisplaced = false;
  /// How many more opening than closing braces there are.
  int unclosed = 0;
};

} // namespace tioga::parser

#endif // TIOGA_LIB_FRONTEND_PARSER_ERRORSTRATEGY_H
