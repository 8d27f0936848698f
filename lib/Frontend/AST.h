//===- AST.h - Syntax trees of the Tioga language ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parser hands to sema: the text as written, with nothing resolved and
// nothing expanded. All nodes live in the arena of their `File`, are trivially
// destructible, and point into its text buffer, so that the ANTLR parse tree
// can be freed as soon as they are built.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_AST_H
#define TIOGA_LIB_FRONTEND_AST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include <memory>

namespace tioga::ast {

/// Bytes [begin, end) of the file's buffer.
struct Range {
  unsigned begin = 0;
  unsigned end = 0;
};

/// An identifier as written. Empty text if the source has none here.
struct Name {
  llvm::StringRef text;
  Range range;
  explicit operator bool() const { return !text.empty(); }
};

struct Expr;
struct Type;

struct Formal {
  Name name;
  Type *type;
};

struct FieldValue {
  Name name;
  Expr *value;
};

enum class ExprKind : uint8_t {
  True,
  False,
  Int,   ///< name.text is the digits
  Real,  ///< name.text is the digits with the point
  Enum,  ///< qualifier :: name
  Name,  ///< name, primed
  Call,  ///< name(operands)
  Paren, ///< operands[0]; kept for `fmt` and for telling `a < b < c`
  Set,
  Record, ///< fields
  Map,    ///< operands are key, value, key, value ...
  Array,
  Index, ///< operands[0][operands[1]]
  Field, ///< operands[0].name; the prime of `r.f'` is at `r`
  With,  ///< operands[0] with fields
  Not,
  Neg,
  Mul,
  Div,
  IntDiv,
  Mod,
  Add,
  Sub,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  In,
  And,
  Or,
  Implies,
  Iff,
  If,     ///< three operands
  Forall, ///< formal, operands[0]
  Exists,
  Sum
};

/// Binary operators have two operands, as parsed: `a && b && c` leans left.
struct Expr {
  ExprKind kind;
  bool primed = false;
  /// The whole expression, parentheses included for Paren.
  Range range;
  /// Where the operator stands, for messages about it.
  Range opRange;
  Name name;
  Name qualifier;
  llvm::ArrayRef<Expr *> operands;
  llvm::ArrayRef<FieldValue> fields;
  Formal formal = {{}, nullptr};
};

enum class TypeKind : uint8_t {
  Bool,
  Int,
  Real,
  Enum,   ///< literals
  Record, ///< fields
  Set,    ///< element
  Map,    ///< key, element
  Array,  ///< size, element
  Range,  ///< low, high
  Named   ///< name
};

struct Type {
  TypeKind kind;
  Range range;
  Name name;
  llvm::ArrayRef<Name> literals;
  llvm::ArrayRef<Formal> fields;
  Type *key = nullptr;
  Type *element = nullptr;
  Expr *low = nullptr;
  Expr *high = nullptr;
  Expr *size = nullptr;
};

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

enum class DeclKind : uint8_t {
  Import,
  Const,
  TypeDef,
  Function,
  Var,
  Clock,
  Instance,
  Label,
  Purpose,
  Observer,
  Text,
  System,
  Automaton,
  Location,
  Edge,
  Component,
  Sync,
  Actions,
  Invariant,
  Action,
  Order,
  Contract,
  Conjunction,
  Signal,
  Require, ///< `initially` and `require`
  View,
  Frame,
  Ticks,
  Timer
};

/// Common head. One Decl stands for one declared thing: `clock x, y;` gives
/// two, so that each has its own name, range and doc comment.
struct Decl {
  DeclKind kind;
  /// The whole declaration (for `clock x, y;` the same for both).
  Range range;
  Name name;
  /// Text of the doc comment before it, comment marks removed; may be empty.
  llvm::StringRef doc;
};

enum class ParamKind : uint8_t { Value, Label, Clock, Var };
struct Param {
  ParamKind kind;
  Name name;
  Type *type = nullptr;
  Expr *defaultValue = nullptr;
};

/// `reqId`: the text as written (`FR2.1`), without quotes for a string.
using ReqId = Name;

struct ImportDecl : Decl {
  /// Unescaped; `name` is empty.
  llvm::StringRef path;
  Range pathRange;
};
struct ConstDecl : Decl {
  Type *type; ///< may be null
  Expr *value;
};
struct TypeDecl : Decl {
  Type *type;
};
struct FunctionDecl : Decl {
  llvm::ArrayRef<Formal> formals;
  Type *result;
  Expr *body;
};
struct VarDecl : Decl {
  Type *type;
  Expr *init; ///< may be null
};
struct ClockDecl : Decl {};
struct InstanceDecl : Decl {
  Formal index = {{}, nullptr}; ///< index.name empty: a single instance
  Name templ;
  llvm::ArrayRef<Expr *> arguments;
};

enum class LabelKind : uint8_t { Input, Output, Internal };
struct LabelDecl : Decl {
  LabelKind labelKind;
  bool urgent;
  bool broadcast;
  llvm::ArrayRef<Formal> formals;
  Name channel; ///< `via`
};
struct PurposeDecl : Decl {
  llvm::ArrayRef<Expr *> steps;
};
struct ObserverDecl : Decl {};
struct TextDecl : Decl {
  ReqId id;
  /// Unescaped; several strings are joined.
  llvm::StringRef text;
};

/// A body with declarations: system, automaton, actions, contract, view.
struct ScopeDecl : Decl {
  llvm::ArrayRef<Param> params;
  bool hasParams = false;       ///< `()` counts
  bool hasBrokenParams = false; ///< left out for a syntax error
  llvm::ArrayRef<ReqId> stems;
  llvm::ArrayRef<Decl *> items;
};
struct AutomatonDecl : ScopeDecl {
  bool environment;
};

struct LocationDecl : Decl {
  bool initial;
  bool urgent;
  bool committed;
  bool accepting;
  bool locked;
  /// One per `invariant` item.
  llvm::ArrayRef<Expr *> invariants;
  llvm::ArrayRef<ReqId> stems;
};

struct Selector {
  Range range;
  Expr *index; ///< `[index]`, or null
  Name field;  ///< `.field`
};
struct Update {
  Range range;
  Name target;
  llvm::ArrayRef<Selector> selectors;
  Expr *value;
};

enum class Direction : uint8_t { Receive, Send };
struct EdgeDecl : Decl {
  bool locked;
  bool silent;
  bool restart;
  bool hasArguments; ///< `on go(p)?` rather than `on go?`
  Direction direction;
  Name source;
  Name target; ///< range of `restart` if restart
  Name label;
  llvm::ArrayRef<Name> arguments;
  /// One entry per clause as written; sema reports repetitions.
  llvm::ArrayRef<Expr *> guards;
  llvm::ArrayRef<Name> resets;
  llvm::ArrayRef<Update> updates;
  unsigned numResetClauses;
  unsigned numDoClauses;
  llvm::ArrayRef<ReqId> stems;
};

struct Connection {
  Name from;
  Name to;
  Range range;
};
struct ComponentDecl : Decl {
  Name contract;
  llvm::ArrayRef<Connection> connections;
};

struct SyncMember {
  Name automaton;
  Name label;
  bool weak;
};
struct SyncDecl : Decl {
  llvm::ArrayRef<SyncMember> members;
};

struct InvariantDecl : Decl {
  Expr *condition;
};

enum class StatementKind : uint8_t {
  Block, ///< guard (may be null), updates
  Skip,
  Sequence, ///< children
  Choice,
  Priority,
  Call ///< name of an action; only in orders
};
struct Statement {
  StatementKind kind;
  Range range;
  Expr *guard = nullptr;
  llvm::ArrayRef<Update> updates;
  llvm::ArrayRef<Statement *> children;
  Name name;
};

struct ActionDecl : Decl {
  bool locked;
  bool urgent;
  bool broadcast;
  LabelKind labelKind;
  llvm::ArrayRef<Formal> formals;
  llvm::ArrayRef<Expr *> guards;
  llvm::ArrayRef<Name> resets;
  unsigned numResetClauses;
  llvm::ArrayRef<ReqId> stems;
  Statement *body; ///< null for `;`
};
struct OrderDecl : Decl {
  Statement *body;
};

enum class SignalKind : uint8_t { Input, Output, Hidden };
struct SignalDecl : Decl {
  SignalKind signalKind;
  Type *type;
};
struct RequireDecl : Decl {
  bool initially;
  bool locked;
  ReqId id;
  Expr *assume; ///< may be null
  Expr *guarantee;
};
struct FrameDecl : Decl {
  bool all;
  llvm::ArrayRef<Name> variables;
};
struct TicksDecl : Decl {
  bool symbolic;
  /// The input that says how long a step takes; empty if there is none.
  Name delay;
};
struct TimerDecl : Decl {};
struct ConjunctionDecl : Decl {
  llvm::ArrayRef<Name> members;
};

/// One parsed file.
struct File {
  llvm::BumpPtrAllocator arena;
  llvm::ArrayRef<Decl *> decls;
  /// The words of what was left out for its syntax errors: what it would have
  /// declared is among them.
  llvm::StringSet<> lostWords;
  /// Whether anything at all may be missing.
  bool isIncomplete = false;
};

} // namespace tioga::ast

#endif // TIOGA_LIB_FRONTEND_AST_H
