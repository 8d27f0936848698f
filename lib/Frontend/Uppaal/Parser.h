//===- Parser.h - Parser of the UPPAAL language -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parser reads one text: an element of an XML file, or a whole `.xta` file.
// It reports at most one error; what was read up to there is kept.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_UPPAAL_PARSER_H
#define TIOGA_LIB_FRONTEND_UPPAAL_PARSER_H

#include "Lexer.h"

namespace tioga::uppaal {

class Parser {
public:
  Parser(Model &model, Source &source, const Text &text);

  /// The comment at the very beginning, if an empty line follows it.
  llvm::StringRef getFirstComment() const { return firstComment; }

  // What an element may hold; each reads the whole text.
  std::vector<Decl> parseDeclarations();
  std::vector<VarDecl> parseParameters();
  const Node *parseCondition();
  std::vector<const Node *> parseUpdates();
  std::vector<VarDecl> parseSelects();
  void parseSynchronisation(EdgeNode &edge);
  Identifier parseName();
  void parseSystem();
  void parseQuery(llvm::StringRef comment);
  /// A whole `.xta` file.
  void parseXta();

private:
  static constexpr unsigned maxDepth = 1000;
  static constexpr unsigned maxStmtDepth = 200;

  // Tokens.
  const Token &peek(unsigned ahead = 0) const;
  bool is(llvm::StringRef text) const { return peek().is(text); }
  Token next();
  bool accept(llvm::StringRef text);
  bool expect(llvm::StringRef text);
  bool atEnd() const { return peek().kind == Token::End; }
  void fail(Range range, const llvm::Twine &message);
  void failExpected(llvm::StringRef what);
  void expectEnd();
  Identifier parseIdentifier(llvm::StringRef what);
  Range rangeFrom(Range begin) const;

  // Expressions.
  const Node *make(NodeOp op, Range begin,
                   std::vector<const Node *> children = {});
  const Node *makeNamed(NodeOp op, Range begin, llvm::StringRef text,
                        std::vector<const Node *> children = {});
  const Node *parseExpr();
  const Node *parseAssignment();
  const Node *parseConditional();
  const Node *parseBinary(unsigned level);
  const Node *parseUnary();
  const Node *parsePostfix(const Node *node);
  const Node *parsePrimary();
  const Node *parseQuantifier(NodeOp op);
  const Node *parseInitializer();
  std::vector<const Node *> parseExprList(llvm::StringRef end);

  // Types and declarations.
  bool atDeclaration() const;
  const TypeNode *parseType();
  void parseTypePrefix(TypeNode &type);
  void parseStruct(TypeNode &type);
  void parseDimensions(VarDecl &var);
  VarDecl parseSelect();
  std::vector<VarDecl> parseParameterList(llvm::StringRef end);
  bool parseDeclaration(std::vector<Decl> &into);
  void parseVariables(const TypeNode *type, llvm::StringRef doc,
                      std::vector<Decl> &into);
  void parseFunction(VarDecl head, std::vector<Decl> &into);
  void parseInstance(std::vector<Decl> &into);
  bool rejectDeclaration();
  const Stmt *parseStmt();
  const Stmt *parseBlock();
  void parseControlStmt(Stmt &stmt);
  void parseFor(Stmt &stmt);

  // Whole files.
  void parseSystemLine();
  void parseQueryBody(QueryNode &query);
  void parseProcess();
  void parseStates(TemplateNode &process);
  void parseStateList(TemplateNode &process, bool isCommitted);
  void parseTransitions(TemplateNode &process);
  void parseTransitionLabels(EdgeNode &edge);

  Model &model;
  Source &source;
  const Text &text;
  std::vector<Token> tokens;
  std::string firstComment;
  unsigned position = 0, depth = 0;
  bool failed = false;
};

/// Reads a file of queries, one per line, with comments in between.
void parseQueries(Model &model, Source &source, const Text &text);

} // namespace tioga::uppaal

#endif // TIOGA_LIB_FRONTEND_UPPAAL_PARSER_H
