//===- AST.h - Syntax trees of the UPPAAL language --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parser leaves to the importer: expressions with side effects, calls
// and quantifiers, statements, declarations. The importer makes `Expr` of it.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_UPPAAL_AST_H
#define TIOGA_LIB_FRONTEND_UPPAAL_AST_H

#include "Source.h"
#include <optional>

namespace tioga::uppaal {

struct TypeNode;

struct Identifier {
  std::string text;
  Range range;
  explicit operator bool() const { return !text.empty(); }
};

enum class NodeOp : uint8_t {
  Int,
  Bool,
  Name,
  Deadlock,
  // Unary.
  Not,
  Neg,
  Plus,
  PreIncrement,
  PreDecrement,
  PostIncrement,
  PostDecrement,
  Rate, ///< `x'`
  // Binary.
  Mul,
  Div,
  Mod,
  Add,
  Sub,
  ShiftLeft,
  ShiftRight,
  Min,
  Max,
  Lt,
  Le,
  Ge,
  Gt,
  Eq,
  Ne,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  Implies,
  Assign, ///< `a = b`; with `compound`, `a += b` and so on
  // Everything else.
  Conditional,
  Index,
  Field,
  Call, ///< child 0 is what is called
  Forall,
  Exists,
  Sum,
  InitList, ///< `{1, 2}`, with `names` for `{a: 1}`
};

/// An expression.
struct Node {
  NodeOp op;
  Range range;
  /// Name, Field, and the variable of a quantifier.
  std::string text;
  int64_t value = 0;
  std::optional<NodeOp> compound;
  std::vector<const Node *> children;
  /// Of the variable of a quantifier.
  const TypeNode *type = nullptr;
  std::vector<std::string> names;
  /// Of the tree.
  unsigned depth = 1;
};

struct VarDecl;

struct TypeNode {
  enum Kind : uint8_t {
    Int,
    Bool,
    Clock,
    Chan,
    Void,
    Named,
    Struct,
    Scalar,
    Unsupported ///< `double`, `string`; the name is in `text`
  };
  Kind kind = Int;
  Range range;
  std::string text;
  bool isConst = false, isUrgent = false, isBroadcast = false;
  /// The bounds of `int[l,h]`; the size of `scalar[n]`.
  const Node *low = nullptr, *high = nullptr;
  std::vector<VarDecl> fields;
};

/// A dimension of an array: a size, or a type whose values are the indices.
struct Dimension {
  const Node *size = nullptr;
  const TypeNode *type = nullptr;
};

struct VarDecl {
  const TypeNode *type = nullptr;
  Identifier name;
  std::vector<Dimension> dimensions;
  const Node *init = nullptr;
  bool isReference = false;
  std::string doc;
};

struct Decl;

struct Stmt {
  enum Kind : uint8_t {
    Empty,
    Expr,
    Block,
    If,
    While,
    DoWhile,
    For,
    Iterate,
    Return
  };
  Kind kind = Empty;
  Range range;
  /// Expr, Return: the value. If, While, DoWhile, For: the condition.
  const Node *expr = nullptr;
  /// For: what stands before and after the condition.
  const Node *init = nullptr, *step = nullptr;
  /// Iterate: the variable.
  VarDecl variable;
  std::vector<Decl> decls;
  std::vector<const Stmt *> body;
};

struct Decl {
  enum Kind : uint8_t { Var, Typedef, Function, Instance };
  Kind kind = Var;
  VarDecl var;
  /// Function and Instance; also the parameters of an Instance that is a
  /// template again.
  std::vector<VarDecl> params;
  const Stmt *body = nullptr;
  Identifier templ;
  std::vector<const Node *> arguments;
};

struct LocationNode {
  /// What edges refer to, and the name, which may be missing.
  std::string id;
  Identifier name;
  Range range;
  const Node *invariant = nullptr;
  bool isUrgent = false, isCommitted = false;
  std::string doc;
};

struct EdgeNode {
  Identifier source, target;
  Range range;
  std::vector<VarDecl> selects;
  const Node *guard = nullptr;
  const Node *channel = nullptr;
  bool isSend = false;
  std::vector<const Node *> updates;
  std::string doc;
};

struct TemplateNode {
  Identifier name;
  std::vector<VarDecl> params;
  std::vector<Decl> decls;
  std::vector<LocationNode> locations;
  Identifier initial;
  std::vector<EdgeNode> edges;
  std::string doc;
};

struct QueryNode {
  enum Kind : uint8_t { Exists, Always, Unsupported };
  Kind kind = Unsupported;
  Range range;
  /// Unsupported: which construct it is.
  std::string reason;
  std::string text, comment;
  const Node *formula = nullptr;
};

struct Model {
  std::vector<Decl> globals;
  std::vector<TemplateNode> templates;
  /// What stands before `system`.
  std::vector<Decl> systemDecls;
  std::vector<Identifier> processes;
  Range systemRange;
  std::vector<QueryNode> queries;
  std::string doc;
  /// Lines of comments that begin with `tioga:`, without that.
  std::vector<Identifier> annotations;

  // Nodes live as long as the model.
  std::deque<Node> nodes;
  std::deque<TypeNode> types;
  std::deque<Stmt> stmts;
};

} // namespace tioga::uppaal

#endif // TIOGA_LIB_FRONTEND_UPPAAL_AST_H
