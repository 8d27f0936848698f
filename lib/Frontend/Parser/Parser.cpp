//===- Parser.cpp - From text to syntax tree --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ANTLR's fast prediction mode (SLL) reads nearly every well-formed file; it
// stops at the first thing that it cannot read. Only then is the text read
// again, with full look-ahead, and everything wrong with it reported.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "Builder.h"
#include "ErrorStrategy.h"
#include "RoleListener.h"
#include "TiogaParser.h"
#include "Tokens.h"
#include "tioga/Expr/Parse.h"
#include "llvm/Support/ConvertUTF.h"

using namespace tioga;
using namespace tioga::parser;
using antlr4::atn::ParserATNSimulator;
using antlr4::atn::PredictionMode;
using llvm::StringRef;

namespace {

/// One text on its way through lexer, parser and builder.
class Run {
public:
  Run(StringRef text, ast::File &file, ErrorHandler onError)
      : text(text), file(file), onError(onError) {}

  /// `watcher`, if any, is told about every token and rule.
  bool parseFile(antlr4::tree::ParseTreeListener *watcher = nullptr);
  ast::Expr *parseExpression();

private:
  bool checkEncoding();
  bool tokenize();
  class ItemListener;
  /// Runs a rule of the grammar, first fast, then, if need be, thoroughly.
  template <typename Rule>
  void parse(Rule rule, antlr4::tree::ParseTreeListener *watcher = nullptr);
  void reportTooDeep(ast::Range range);

  StringRef text;
  ast::File &file;
  ErrorHandler onError;
  Diagnostics diagnostics;
  std::vector<RawToken> raw;
};

} // namespace

bool Run::checkEncoding() {
  if (text.size() >= std::numeric_limits<unsigned>::max()) {
    onError({0, 0}, "text is too long");
    return false;
  }
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  if (llvm::isLegalUTF8String(&begin, end))
    return true;
  unsigned offset = begin - reinterpret_cast<const llvm::UTF8 *>(text.begin());
  onError({offset, offset + 1}, "malformed UTF-8");
  return false;
}

void Run::reportTooDeep(ast::Range range) {
  diagnostics.add(range, "this nests deeper than " + llvm::Twine(maxExprDepth) +
                             " levels");
}

bool Run::tokenize() {
  raw = lex(text, diagnostics);
  file.isIncomplete = diagnostics.size() > 0;
  const RawToken *tooDeep = findTooDeep(text, raw);
  if (tooDeep)
    reportTooDeep({tooDeep->begin, tooDeep->end});
  return !tooDeep;
}

/// Hands every item to the builder once it has been read, and frees its parse
/// tree, which takes a hundred times the space of its text.
class Run::ItemListener final : public antlr4::tree::ParseTreeListener {
public:
  ItemListener(antlr4::Parser &parser, Builder &builder)
      : parser(parser), builder(builder) {}

  void visitTerminal(antlr4::tree::TerminalNode *) override {}
  void visitErrorNode(antlr4::tree::ErrorNode *) override {}

  void enterEveryRule(antlr4::ParserRuleContext *context) override {
    if (!Builder::isItem(context))
      return;
    builder.beginItem();
    outer.emplace_back();
    std::swap(outer.back(), parser.getTreeTracker());
  }

  /// Also called when an exception passes that ends the whole run.
  void exitEveryRule(antlr4::ParserRuleContext *context) override {
    if (!Builder::isItem(context))
      return;
    if (std::uncaught_exceptions() > 0)
      builder.dropItem();
    else
      builder.endItem(context);
    context->children.clear();
    parser.getTreeTracker().reset();
    std::swap(outer.back(), parser.getTreeTracker());
    outer.pop_back();
  }

private:
  antlr4::Parser &parser;
  Builder &builder;
  /// What the items around the current one own.
  std::vector<antlr4::tree::ParseTreeTracker> outer;
};

template <typename Rule>
void Run::parse(Rule rule, antlr4::tree::ParseTreeListener *watcher) {
  SourceTokens tokens(text, raw);
  TiogaParser parser(&tokens);
  parser.removeErrorListeners();
  auto *predictor = parser.getInterpreter<ParserATNSimulator>();
  diagnostics.beginStage();
  size_t numDiagnostics = diagnostics.size();
  try {
    Builder builder(text, raw, file, diagnostics);
    ItemListener listener(parser, builder);
    parser.addParseListener(&listener);
    if (watcher)
      parser.addParseListener(watcher);
    predictor->setPredictionMode(PredictionMode::SLL);
    parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
    rule(parser, builder);
    return;
  } catch (const antlr4::ParseCancellationException &) {
    // Something is wrong, or needs more look-ahead.
  }
  diagnostics.truncate(numDiagnostics);
  Builder builder(text, raw, file, diagnostics);
  ItemListener listener(parser, builder);
  parser.removeParseListeners();
  parser.addParseListener(&listener);
  if (watcher)
    parser.addParseListener(watcher);
  predictor->setPredictionMode(PredictionMode::LL);
  parser.setErrorHandler(
      std::make_shared<ErrorStrategy>(text, tokens, diagnostics, builder));
  parser.reset();
  rule(parser, builder);
}

bool Run::parseFile(antlr4::tree::ParseTreeListener *watcher) try {
  bool ok = checkEncoding() && tokenize();
  if (ok)
    parse(
        [&](TiogaParser &parser, Builder &builder) {
          try {
            parser.file();
          } catch (const TooManyErrors &) {
            file.isIncomplete = true;
          }
          file.decls = builder.items();
          // Anything may have been imported.
          file.isIncomplete |=
              builder.hasLostName() || file.lostWords.contains("import");
        },
        watcher);
  diagnostics.flush(onError);
  return ok;
} catch (const NestingTooDeep &error) {
  reportTooDeep(static_cast<const SourceToken *>(error.token)->range());
  diagnostics.flush(onError);
  return false;
} catch (const std::exception &error) {
  diagnostics.flush(onError);
  onError({0, 0}, llvm::Twine("the parser failed: ") + error.what());
  return false;
}

ast::Expr *Run::parseExpression() try {
  ast::Expr *result = nullptr;
  if (checkEncoding() && tokenize())
    parse([&](TiogaParser &parser, Builder &builder) {
      TiogaParser::ExpressionContext *tree = parser.expression();
      if (diagnostics.size() == 0)
        result = builder.expr(tree->expr());
    });
  if (diagnostics.size() > 0)
    result = nullptr;
  diagnostics.flush(onError);
  return result;
} catch (const NestingTooDeep &error) {
  reportTooDeep(static_cast<const SourceToken *>(error.token)->range());
  diagnostics.flush(onError);
  return nullptr;
} catch (const TooManyErrors &) {
  diagnostics.flush(onError);
  return nullptr;
} catch (const antlr4::RecognitionException &) {
  // It has been reported; there is no item to resume behind.
  diagnostics.flush(onError);
  return nullptr;
} catch (const std::exception &error) {
  diagnostics.flush(onError);
  onError({0, 0}, llvm::Twine("the parser failed: ") + error.what());
  return nullptr;
}

std::unique_ptr<ast::File> tioga::parser::parseFile(StringRef text,
                                                    ErrorHandler onError) {
  auto file = std::make_unique<ast::File>();
  if (!Run(text, *file, onError).parseFile())
    return nullptr;
  return file;
}

ast::Expr *tioga::parser::parseExpression(StringRef text, ast::File &file,
                                          ErrorHandler onError) {
  return Run(text, file, onError).parseExpression();
}

bool tioga::parser::annotate(StringRef text,
                             llvm::SmallVectorImpl<Token> &tokens,
                             ErrorHandler onError) {
  bool hasFailed = false;
  auto report = [&](ast::Range range, const llvm::Twine &message) {
    hasFailed = true;
    onError(range, message);
  };
  ast::File file;
  tokens.clear();
  if (!tokenize(text, tokens)) {
    // Not UTF-8, or out of memory: the parser knows.
    Run(text, file, report).parseFile();
    return false;
  }
  RoleListener listener(tokens);
  return Run(text, file, report).parseFile(&listener) && !hasFailed;
}
