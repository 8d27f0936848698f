//===- Expr.h - Hash-consed expressions -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards, invariants, updates, assumptions and guarantees are all one kind of
// thing: an `Expr`, a pointer to an immutable node that exists once per
// `ExprContext`. Two expressions of one context are equal if and only if they
// are the same pointer. Expressions carry no types (declarations do) and no
// locations (an occurrence is addressed by its operation, attribute and operand
// path).
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_EXPR_EXPR_H
#define TIOGA_EXPR_EXPR_H

#include "tioga/Support/Rational.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tioga {

class ExprContext;

/// The operators. The spelling never depends on the type of an operand.
enum class ExprKind : uint8_t {
  // Leaves.
  BoolLit, ///< `true`, `false`
  IntLit,  ///< `42`, never negative: `-1` is a negation
  RealLit, ///< `2.5`, never negative, finite decimal expansion
  EnumLit, ///< `Color::Red`
  Name,    ///< `x`, `Machine.x`, `r.field`, primed `k'`
  // Boolean connectives. `&&` and `||` have two or more operands, none of
  // which has the same kind.
  Not,
  And,
  Or,
  Implies,
  Iff,
  // Comparisons.
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  In, ///< `element in set`
  // Arithmetic. `+` has two or more operands, none of which is a `+`.
  Add,
  Sub,
  Neg,
  Mul,
  Div,    ///< `/`, exact
  IntDiv, ///< `div`, Euclidean as in SMT-LIB
  Mod,    ///< `mod`, Euclidean as in SMT-LIB
  // Everything else.
  If,        ///< `if c then a else b`
  SetLit,    ///< `{1, 2}`, `{}`
  ArrayLit,  ///< `[1, 2]`
  MapLit,    ///< `{1 -> 2}`, `{->}`; operands are key, value, key, value ...
  RecordLit, ///< `{a = 1, b = 2}`; one name per operand
  Index,     ///< `a[i]`: element of an array, value of a map
  Field,     ///< `e.f` where `e` is not a plain name
  With,      ///< `e with {f = 1}`; operand 0 is `e`, one name per other operand
  Call,      ///< a built-in function
};

/// The built-in functions, `add(s, e)` and so on.
enum class Builtin : uint8_t {
  Add,     ///< `add(set, element)`
  Remove,  ///< `remove(set, element)`; `remove(map, key)`
  IsEmpty, ///< `isEmpty(set or map)`
  Size,    ///< `size(set or map)`: the number of elements or keys
  Union,   ///< `union(set, set)`
  Inter,   ///< `inter(set, set)`
  Diff,    ///< `diff(set, set)`
  Subset,  ///< `subset(set, set)`: not necessarily proper
  Put,     ///< `put(map or array, key, value)`
  HasKey,  ///< `hasKey(map, key)`
  Min,     ///< `min(number, number)`
  Max,     ///< `max(number, number)`
  Abs,     ///< `abs(number)`
};

/// Returns the spelling of a built-in function.
llvm::StringRef getBuiltinName(Builtin builtin);
/// Returns the built-in function with this spelling, if there is one.
std::optional<Builtin> getBuiltin(llvm::StringRef name);
/// Returns how many arguments a built-in function takes.
unsigned getBuiltinArity(Builtin builtin);

namespace detail {
struct ExprNode;
} // namespace detail

/// A handle to an expression: one pointer, passed by value, null when default
/// constructed. Valid as long as its context lives.
class Expr {
public:
  Expr() = default;
  explicit Expr(const detail::ExprNode *impl) : impl(impl) {}

  explicit operator bool() const { return impl != nullptr; }
  bool operator==(Expr other) const { return impl == other.impl; }
  bool operator!=(Expr other) const { return impl != other.impl; }

  ExprKind getKind() const;
  bool is(ExprKind kind) const { return getKind() == kind; }
  llvm::ArrayRef<Expr> getOperands() const;
  unsigned getNumOperands() const { return getOperands().size(); }
  Expr getOperand(unsigned index) const { return getOperands()[index]; }

  /// BoolLit only.
  bool getBool() const;
  /// IntLit only; never negative.
  int64_t getInt() const;
  /// IntLit and RealLit; never negative.
  Rational getNumber() const;
  /// Name: the dotted path without prime. EnumLit: the literal. Field: the
  /// field.
  llvm::StringRef getName() const;
  /// Name only.
  bool isPrimed() const;
  /// EnumLit only: the enumeration.
  llvm::StringRef getEnumName() const;
  /// RecordLit and With: the field names, in the order written.
  llvm::ArrayRef<llvm::StringRef> getFieldNames() const;
  /// Call only.
  Builtin getBuiltin() const;

  bool isTrue() const { return impl && is(ExprKind::BoolLit) && getBool(); }
  bool isFalse() const { return impl && is(ExprKind::BoolLit) && !getBool(); }
  bool isComparison() const {
    return getKind() >= ExprKind::Eq && getKind() <= ExprKind::Ge;
  }

  /// Nesting depth; a leaf has depth 1. Constant time.
  unsigned getDepth() const;

  ExprContext &getContext() const;
  const detail::ExprNode *getImpl() const { return impl; }

  /// Prints in the language's own syntax with the fewest parentheses that make
  /// `parseExpr` read the same expression again; only an `if` that is an
  /// operand is always bracketed. A primed path prints its prime last: `r.f'`.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;
  void dump() const;

  friend llvm::hash_code hash_value(Expr e) { return llvm::hash_value(e.impl); }

private:
  const detail::ExprNode *impl = nullptr;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, Expr expr);

/// Owns expressions: an arena and a hash set. Not thread-safe: a job that makes
/// many intermediate results has a context of its own, imports what it needs,
/// and frees everything at once.
///
/// Constructors never simplify, reorder or fold, since mutant counts and
/// printing need the text as written. They only keep `&&`, `||` and `+` flat.
class ExprContext {
public:
  ExprContext();
  ~ExprContext();
  ExprContext(const ExprContext &) = delete;
  ExprContext &operator=(const ExprContext &) = delete;

  Expr getBool(bool value);
  Expr getTrue() { return getBool(true); }
  Expr getFalse() { return getBool(false); }
  /// A negative value becomes a negation. \pre value > INT64_MIN
  Expr getInt(int64_t value);
  /// An integer becomes an IntLit, a number without finite decimal expansion a
  /// division of two literals, a negative value a negation.
  Expr getNumber(Rational value);
  Expr getEnum(llvm::StringRef enumName, llvm::StringRef literal);
  Expr getName(llvm::StringRef path, bool primed = false);
  /// `e.f`. A field of a plain name is the name with a longer path.
  Expr getField(Expr record, llvm::StringRef field);
  Expr getRecord(llvm::ArrayRef<llvm::StringRef> fields,
                 llvm::ArrayRef<Expr> values);
  Expr getWith(Expr record, llvm::ArrayRef<llvm::StringRef> fields,
               llvm::ArrayRef<Expr> values);
  Expr getCall(Builtin builtin, llvm::ArrayRef<Expr> arguments);

  /// Any kind without names or literals. Flattens `&&`, `||`, `+`.
  Expr get(ExprKind kind, llvm::ArrayRef<Expr> operands);
  Expr get(ExprKind kind, Expr a) { return get(kind, llvm::ArrayRef<Expr>(a)); }
  Expr get(ExprKind kind, Expr a, Expr b) { return get(kind, {a, b}); }

  Expr getNot(Expr e) { return get(ExprKind::Not, e); }
  /// The conjunction of any number of operands: `true` for none, the operand
  /// itself for one.
  Expr getAnd(llvm::ArrayRef<Expr> operands);
  Expr getOr(llvm::ArrayRef<Expr> operands);

  /// The same kind, names and literals as `original` over other operands.
  Expr withOperands(Expr original, llvm::ArrayRef<Expr> operands);

  /// Copies an expression of any context into this one. Shared parts are
  /// visited once.
  Expr import(Expr expr);

  /// Number of distinct nodes made so far.
  size_t size() const;

private:
  friend class Expr;
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace tioga

namespace llvm {
template <>
struct DenseMapInfo<tioga::Expr> {
  static tioga::Expr getEmptyKey() {
    return tioga::Expr(
        DenseMapInfo<const tioga::detail::ExprNode *>::getEmptyKey());
  }
  static tioga::Expr getTombstoneKey() {
    return tioga::Expr(
        DenseMapInfo<const tioga::detail::ExprNode *>::getTombstoneKey());
  }
  static unsigned getHashValue(tioga::Expr e) {
    return DenseMapInfo<const tioga::detail::ExprNode *>::getHashValue(
        e.getImpl());
  }
  static bool isEqual(tioga::Expr a, tioga::Expr b) { return a == b; }
};
} // namespace llvm

#endif // TIOGA_EXPR_EXPR_H
