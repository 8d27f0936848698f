//===- Builder.h - From parse tree to syntax tree ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_PARSER_BUILDER_H
#define TIOGA_LIB_FRONTEND_PARSER_BUILDER_H

#include "TiogaParser.h"
#include "Tokens.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace tioga::parser {

/// Builds syntax trees in an arena, one item at a time: parse trees are large,
/// and that of an item can be freed as soon as its syntax tree is there.
/// Declarations that the parser marked as broken are left out, so that all
/// others are complete.
class Builder {
public:
  using P = TiogaParser;
  using Context = antlr4::ParserRuleContext;
  template <typename T>
  using List = llvm::SmallVector<T, 4>;

  Builder(llvm::StringRef text, const std::vector<RawToken> &raw,
          ast::File &file, Diagnostics &diagnostics)
      : text(text), raw(raw), arena(file.arena), lostWords(file.lostWords),
        diagnostics(diagnostics), frames(1) {}

  /// Whether a rule wraps one item of a file, system and so on.
  static bool isItem(const Context *context);

  /// Items nest: each call of `beginItem` has its `endItem` or `dropItem`.
  void beginItem() { frames.emplace_back(); }
  void endItem(Context *context);
  void dropItem() { frames.pop_back(); }
  /// Says that there is a syntax error in a part of the current item.
  void markBroken(const Context *context) {
    frames.back().broken.insert(context);
  }
  /// Says that text was skipped.
  void markLost(ast::Range range);
  /// Says that a name is missing, which may have been any.
  void markNameLost() { lostName = true; }
  bool hasLostName() const { return lostName; }

  /// The items that have been read on this level so far.
  llvm::ArrayRef<ast::Decl *> items() { return save(frames.back().decls); }
  ast::Expr *expr(P::ExprContext *context);

private:
  // Declarations (Builder.cpp).
  struct Head {
    ast::Range range;
    llvm::StringRef doc;
  };
  Head head(Context *context);
  template <typename T>
  T *make(ast::DeclKind kind, const Head &head, ast::Name name = {});

  using Decls = llvm::SmallVectorImpl<ast::Decl *>;
  void item(Context *context, Decls &decls);
  bool sharedItem(Context *context, Decls &decls);
  bool automatonItem(Context *context, Decls &decls);
  bool actionItem(Context *context, Decls &decls);
  bool contractItem(Context *context, Decls &decls);
  template <typename AST, typename T>
  void names(T *context, ast::DeclKind kind, Decls &decls);
  template <typename AST, typename T>
  AST *scope(T *context, ast::DeclKind kind);

  ast::Decl *import(P::ImportDeclContext *context);
  ast::Decl *constant(P::ConstDeclContext *context);
  ast::Decl *typeDef(P::TypeDeclContext *context);
  ast::Decl *function(P::FunDeclContext *context);
  void variables(P::VarDeclContext *context, Decls &decls);
  void instances(P::InstanceDeclContext *context, Decls &decls);
  void labels(P::LabelDeclContext *context, Decls &decls);
  ast::Decl *purpose(P::PurposeDeclContext *context);
  ast::Decl *textDecl(P::TextDeclContext *context);
  void locations(P::LocationDeclContext *context, Decls &decls);
  ast::Decl *edge(P::EdgeDeclContext *context);
  ast::Decl *component(P::ComponentDeclContext *context);
  ast::Decl *sync(P::SyncDeclContext *context);
  ast::Decl *action(P::ActionDeclContext *context);
  ast::Decl *order(P::DoDeclContext *context);
  void signals(P::SignalDeclContext *context, Decls &decls);
  template <typename T>
  ast::Decl *require(T *context, bool initially);
  ast::Decl *conjunction(P::ConjunctionDeclContext *context);
  ast::Decl *frame(P::FrameDeclContext *context);

  // Parts of declarations (Builder.cpp).
  llvm::ArrayRef<ast::Param> params(P::ParamsContext *context);
  llvm::ArrayRef<ast::Formal> formals(P::FormalsContext *context);
  ast::Formal formal(P::FormalContext *context);
  ast::ReqId reqId(P::ReqIdContext *context);
  void addStems(P::StemsContext *context, List<ast::ReqId> &list);
  llvm::ArrayRef<ast::ReqId> stems(P::StemsContext *context);
  ast::Update update(P::UpdateContext *context);

  // Statements (BuildExpr.cpp). A list of one is that one.
  template <typename T>
  ast::Statement *joined(ast::StatementKind kind, Context *context,
                         const std::vector<T *> &parts);
  ast::Statement *statement(P::StatementContext *context);
  ast::Statement *statement(P::ChoiceContext *context);
  ast::Statement *statement(P::SequenceContext *context);
  ast::Statement *statement(P::AtomContext *context);
  ast::Statement *statement(P::OrderContext *context);
  ast::Statement *statement(P::OrderChoiceContext *context);
  ast::Statement *statement(P::OrderSequenceContext *context);
  ast::Statement *statement(P::OrderAtomContext *context);
  ast::Statement *makeStatement(ast::StatementKind kind, Context *context);

  // Types and expressions (BuildExpr.cpp).
  ast::Type *type(P::TypeContext *context);
  ast::Expr *makeExpr(ast::ExprKind kind, ast::Range range);
  ast::Expr *prefix(P::ExprContext *context);
  ast::Expr *extend(ast::Expr *left, P::ExprContext *context);
  ast::Expr *binary(ast::Expr *left, P::ExprContext *context);
  ast::Expr *primary(P::PrimaryContext *context);
  ast::Expr *braced(P::BracedLiteralContext *context);
  void prime(ast::Expr *record, ast::Range range);
  void checkChain(ast::Expr *expr);
  llvm::ArrayRef<ast::Expr *> exprs(const std::vector<P::ExprContext *> &list);
  llvm::ArrayRef<ast::FieldValue>
  fieldValues(const std::vector<P::FieldValueContext *> &list);

  // Tokens and text.
  static const SourceToken *token(antlr4::tree::ParseTree *tree);
  static llvm::StringRef spelling(antlr4::tree::ParseTree *tree);
  /// Whether a token with this spelling is a direct child.
  static bool has(Context *context, llvm::StringRef spelling);
  static ast::Range range(Context *context);
  ast::Name name(antlr4::tree::TerminalNode *node);
  llvm::ArrayRef<ast::Name>
  nameList(const std::vector<antlr4::tree::TerminalNode *> &nodes);
  llvm::StringRef unescape(llvm::StringRef literal);
  llvm::StringRef save(llvm::StringRef string);
  /// The doc comment before a token (DocComment.cpp).
  llvm::StringRef docBefore(const SourceToken &token);

  template <typename T>
  llvm::ArrayRef<T> save(const llvm::SmallVectorImpl<T> &list) {
    return llvm::ArrayRef<T>(list).copy(arena);
  }

  bool isBroken(const Context *context) const {
    return frames.back().broken.contains(context);
  }

  /// An item that is being read, or the whole file.
  struct Frame {
    llvm::SmallVector<ast::Decl *, 0> decls;
    llvm::SmallDenseSet<const Context *, 4> broken;
    /// Whether the builder found an error that the grammar does not know.
    bool hasErrors = false;
  };
  void addError(ast::Range range, const llvm::Twine &message) {
    diagnostics.add(range, message);
    frames.back().hasErrors = true;
  }

  llvm::StringRef text;
  const std::vector<RawToken> &raw;
  llvm::BumpPtrAllocator &arena;
  llvm::StringSet<> &lostWords;
  bool lostName = false;
  Diagnostics &diagnostics;
  std::vector<Frame> frames;
};

} // namespace tioga::parser

#endif // TIOGA_LIB_FRONTEND_PARSER_BUILDER_H
