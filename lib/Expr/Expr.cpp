//===- Expr.cpp - Hash-consed expressions -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Expr.h"
#include "ExprDetail.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"

using namespace tioga;
using detail::ExprNode;

//===----------------------------------------------------------------------===//
// Built-in functions
//===----------------------------------------------------------------------===//

namespace {
struct BuiltinInfo {
  llvm::StringLiteral name;
  unsigned arity;
};
} // namespace

/// In the order of the enumeration.
static constexpr BuiltinInfo builtins[] = {
    {"add", 2},   {"remove", 2}, {"isEmpty", 1}, {"size", 1}, {"union", 2},
    {"inter", 2}, {"diff", 2},   {"subset", 2},  {"put", 3},  {"hasKey", 2},
    {"min", 2},   {"max", 2},    {"abs", 1},
};
static_assert(std::size(builtins) == unsigned(Builtin::Abs) + 1);

llvm::StringRef tioga::getBuiltinName(Builtin builtin) {
  return builtins[unsigned(builtin)].name;
}

std::optional<Builtin> tioga::getBuiltin(llvm::StringRef name) {
  for (auto [index, info] : llvm::enumerate(builtins))
    if (info.name == name)
      return Builtin(index);
  return std::nullopt;
}

unsigned tioga::getBuiltinArity(Builtin builtin) {
  return builtins[unsigned(builtin)].arity;
}

//===----------------------------------------------------------------------===//
// Expr
//===----------------------------------------------------------------------===//

ExprKind Expr::getKind() const { return impl->kind; }

llvm::ArrayRef<Expr> Expr::getOperands() const { return impl->getOperands(); }

bool Expr::getBool() const {
  assert(is(ExprKind::BoolLit) && "only a Boolean literal has a truth value");
  return impl->flag;
}

int64_t Expr::getInt() const {
  assert(is(ExprKind::IntLit) && "only an integer literal has an integer");
  return impl->number.getNumerator();
}

Rational Expr::getNumber() const {
  assert((is(ExprKind::IntLit) || is(ExprKind::RealLit)) &&
         "only a literal has a number");
  return impl->number;
}

llvm::StringRef Expr::getName() const { return impl->name; }

bool Expr::isPrimed() const {
  assert(is(ExprKind::Name) && "only a name is primed");
  return impl->flag;
}

llvm::StringRef Expr::getEnumName() const {
  assert(is(ExprKind::EnumLit) && "only a literal belongs to an enumeration");
  return impl->getNames().front();
}

llvm::ArrayRef<llvm::StringRef> Expr::getFieldNames() const {
  assert((is(ExprKind::RecordLit) || is(ExprKind::With)) &&
         "only a record has fields");
  return impl->getNames();
}

Builtin Expr::getBuiltin() const {
  assert(is(ExprKind::Call) && "only a call has a callee");
  return Builtin(impl->flag);
}

unsigned Expr::getDepth() const { return impl->depth; }

ExprContext &Expr::getContext() const { return *impl->context; }

//===----------------------------------------------------------------------===//
// ExprContext: uniquing
//===----------------------------------------------------------------------===//

namespace {
/// What makes a node: everything but what follows from it.
struct NodeKey {
  explicit NodeKey(ExprKind kind) : kind(kind) {}

  ExprKind kind;
  uint8_t flag = 0;
  Rational number;
  llvm::StringRef name;
  llvm::ArrayRef<Expr> operands;
  llvm::ArrayRef<llvm::StringRef> names;
  unsigned hash = 0;

  void computeHash() {
    llvm::hash_code code = llvm::hash_combine(
        kind, flag, number.getNumerator(), name.data(),
        llvm::hash_combine_range(operands.begin(), operands.end()));
    for (llvm::StringRef field : names)
      code = llvm::hash_combine(code, field.data());
    hash = unsigned(size_t(code));
  }
};

/// Interned strings are equal if they are the same memory.
bool isSame(llvm::StringRef a, llvm::StringRef b) {
  return a.data() == b.data() && a.size() == b.size();
}

struct NodeInfo {
  static ExprNode *getEmptyKey() {
    return llvm::DenseMapInfo<ExprNode *>::getEmptyKey();
  }
  static ExprNode *getTombstoneKey() {
    return llvm::DenseMapInfo<ExprNode *>::getTombstoneKey();
  }
  static unsigned getHashValue(const ExprNode *node) { return node->hash; }
  static unsigned getHashValue(const NodeKey &key) { return key.hash; }
  static bool isEqual(const ExprNode *a, const ExprNode *b) { return a == b; }
  static bool isEqual(const NodeKey &key, const ExprNode *node) {
    return node != getEmptyKey() && node != getTombstoneKey() &&
           key.hash == node->hash && key.kind == node->kind &&
           key.flag == node->flag && key.number == node->number &&
           isSame(key.name, node->name) &&
           key.operands == node->getOperands() &&
           llvm::equal(key.names, node->getNames(), isSame);
  }
};
} // namespace

struct ExprContext::Impl {
  llvm::BumpPtrAllocator arena;
  llvm::StringSet<llvm::BumpPtrAllocator &> strings{arena};
  llvm::DenseSet<ExprNode *, NodeInfo> nodes;

  llvm::StringRef intern(llvm::StringRef text) {
    return strings.insert(text).first->getKey();
  }

  llvm::SmallVector<llvm::StringRef, 4>
  intern(llvm::ArrayRef<llvm::StringRef> texts) {
    llvm::SmallVector<llvm::StringRef, 4> interned;
    for (llvm::StringRef text : texts)
      interned.push_back(intern(text));
    return interned;
  }

  /// The strings of the key are interned already.
  Expr unique(ExprContext *context, NodeKey key);
};

/// Returns true if a node of this kind may fail although its operands do not.
static bool mayFailItself(const NodeKey &key) {
  switch (key.kind) {
  case ExprKind::Div:
  case ExprKind::IntDiv:
  case ExprKind::Mod: {
    Expr divisor = key.operands[1];
    if (divisor.is(ExprKind::Neg))
      divisor = divisor.getOperand(0);
    bool isLiteral =
        divisor.is(ExprKind::IntLit) || divisor.is(ExprKind::RealLit);
    return !isLiteral || divisor.getNumber().isZero();
  }
  case ExprKind::Index:
    return true;
  case ExprKind::Call:
    return Builtin(key.flag) == Builtin::Put;
  default:
    return false;
  }
}

Expr ExprContext::Impl::unique(ExprContext *context, NodeKey key) {
  key.computeHash();
  auto found = nodes.find_as(key);
  if (found != nodes.end())
    return Expr(*found);

  size_t size = sizeof(ExprNode) + key.operands.size() * sizeof(Expr) +
                key.names.size() * sizeof(llvm::StringRef);
  void *memory = arena.Allocate(size, alignof(ExprNode));
  unsigned depth = 0;
  bool mayFail = mayFailItself(key);
  for (Expr operand : key.operands) {
    assert(operand && &operand.getContext() == context &&
           "operands live in the context; import them");
    depth = std::max(depth, operand.getDepth());
    mayFail |= tioga::mayFail(operand);
  }
  auto *node = new (memory) ExprNode{context,
                                     key.hash,
                                     depth + 1,
                                     unsigned(key.operands.size()),
                                     unsigned(key.names.size()),
                                     key.kind,
                                     key.flag,
                                     mayFail,
                                     key.number,
                                     key.name};
  std::uninitialized_copy(key.operands.begin(), key.operands.end(),
                          const_cast<Expr *>(node->getOperands().data()));
  std::uninitialized_copy(
      key.names.begin(), key.names.end(),
      const_cast<llvm::StringRef *>(node->getNames().data()));
  nodes.insert(node);
  return Expr(node);
}

ExprContext::ExprContext() : impl(std::make_unique<Impl>()) {}

ExprContext::~ExprContext() = default;

size_t ExprContext::size() const { return impl->nodes.size(); }

//===----------------------------------------------------------------------===//
// ExprContext: constructors
//===----------------------------------------------------------------------===//

Expr ExprContext::getBool(bool value) {
  NodeKey key(ExprKind::BoolLit);
  key.flag = value;
  return impl->unique(this, key);
}

Expr ExprContext::getInt(int64_t value) { return getNumber(Rational(value)); }

Expr ExprContext::getNumber(Rational value) {
  if (value.getNumerator() == INT64_MIN) {
    // The magnitude has no literal.
    Expr number = get(ExprKind::Sub, getInt(-INT64_MAX), getInt(1));
    if (value.isInteger())
      return number;
    return get(ExprKind::Div, number, getInt(value.getDenominator()));
  }
  if (value.isNegative())
    return get(ExprKind::Neg, getNumber(*Rational::negate(value)));
  if (!value.isDecimal())
    return get(ExprKind::Div, getInt(value.getNumerator()),
               getInt(value.getDenominator()));
  NodeKey key(value.isInteger() ? ExprKind::IntLit : ExprKind::RealLit);
  key.number = value;
  return impl->unique(this, key);
}

Expr ExprContext::getEnum(llvm::StringRef enumName, llvm::StringRef literal) {
  NodeKey key(ExprKind::EnumLit);
  key.name = impl->intern(literal);
  llvm::StringRef interned = impl->intern(enumName);
  key.names = interned;
  return impl->unique(this, key);
}

Expr ExprContext::getName(llvm::StringRef path, bool primed) {
  assert(!path.empty() && "a name is not empty");
  NodeKey key(ExprKind::Name);
  key.flag = primed;
  key.name = impl->intern(path);
  return impl->unique(this, key);
}

Expr ExprContext::getField(Expr record, llvm::StringRef field) {
  if (record.is(ExprKind::Name)) {
    llvm::SmallString<64> path(record.getName());
    path += '.';
    path += field;
    return getName(path, record.isPrimed());
  }
  NodeKey key(ExprKind::Field);
  key.name = impl->intern(field);
  key.operands = record;
  return impl->unique(this, key);
}

Expr ExprContext::getRecord(llvm::ArrayRef<llvm::StringRef> fields,
                            llvm::ArrayRef<Expr> values) {
  assert(fields.size() == values.size() && "one name per value");
  NodeKey key(ExprKind::RecordLit);
  llvm::SmallVector<llvm::StringRef, 4> names = impl->intern(fields);
  key.names = names;
  key.operands = values;
  return impl->unique(this, key);
}

Expr ExprContext::getWith(Expr record, llvm::ArrayRef<llvm::StringRef> fields,
                          llvm::ArrayRef<Expr> values) {
  assert(fields.size() == values.size() && "one name per value");
  NodeKey key(ExprKind::With);
  llvm::SmallVector<llvm::StringRef, 4> names = impl->intern(fields);
  llvm::SmallVector<Expr, 4> operands = {record};
  operands.append(values.begin(), values.end());
  key.names = names;
  key.operands = operands;
  return impl->unique(this, key);
}

Expr ExprContext::getCall(Builtin builtin, llvm::ArrayRef<Expr> arguments) {
  assert(arguments.size() == getBuiltinArity(builtin) &&
         "a built-in function gets as many arguments as it takes");
  NodeKey key(ExprKind::Call);
  key.flag = uint8_t(builtin);
  key.operands = arguments;
  return impl->unique(this, key);
}

static bool isFlat(ExprKind kind) {
  return kind == ExprKind::And || kind == ExprKind::Or || kind == ExprKind::Add;
}

Expr ExprContext::get(ExprKind kind, llvm::ArrayRef<Expr> operands) {
  assert(kind >= ExprKind::Not && kind <= ExprKind::Index &&
         kind != ExprKind::RecordLit && "the kind has names or literals");
  NodeKey key(kind);
  key.operands = operands;
  auto isNested = [&](Expr operand) { return operand.is(kind); };
  if (!isFlat(kind) || llvm::none_of(operands, isNested)) {
    assert((!isFlat(kind) || operands.size() >= 2) && "too few operands");
    return impl->unique(this, key);
  }
  llvm::SmallVector<Expr, 8> flat;
  for (Expr operand : operands) {
    if (isNested(operand))
      llvm::append_range(flat, operand.getOperands());
    else
      flat.push_back(operand);
  }
  key.operands = flat;
  return impl->unique(this, key);
}

Expr ExprContext::getAnd(llvm::ArrayRef<Expr> operands) {
  if (operands.empty())
    return getTrue();
  return operands.size() == 1 ? operands[0] : get(ExprKind::And, operands);
}

Expr ExprContext::getOr(llvm::ArrayRef<Expr> operands) {
  if (operands.empty())
    return getFalse();
  return operands.size() == 1 ? operands[0] : get(ExprKind::Or, operands);
}

Expr ExprContext::withOperands(Expr original, llvm::ArrayRef<Expr> operands) {
  bool isOwn = &original.getContext() == this;
  if (isOwn && operands == original.getOperands())
    return original;
  switch (original.getKind()) {
  case ExprKind::BoolLit:
    return getBool(original.getBool());
  case ExprKind::IntLit:
  case ExprKind::RealLit:
    return getNumber(original.getNumber());
  case ExprKind::EnumLit:
    return getEnum(original.getEnumName(), original.getName());
  case ExprKind::Name:
    return getName(original.getName(), original.isPrimed());
  case ExprKind::Field:
    return getField(operands[0], original.getName());
  case ExprKind::RecordLit:
    return getRecord(original.getFieldNames(), operands);
  case ExprKind::With:
    return getWith(operands[0], original.getFieldNames(),
                   operands.drop_front());
  case ExprKind::Call:
    return getCall(original.getBuiltin(), operands);
  default:
    return get(original.getKind(), operands);
  }
}

Expr ExprContext::import(Expr expr) {
  if (!expr || &expr.getContext() == this)
    return expr;
  if (expr.getOperands().empty())
    return withOperands(expr, {});
  llvm::SmallDenseMap<Expr, Expr, 16> copies;
  llvm::SmallVector<Expr, 8> operands;
  walk(expr, [&](Expr node) {
    operands.clear();
    for (Expr operand : node.getOperands())
      operands.push_back(copies.lookup(operand));
    copies[node] = withOperands(node, operands);
  });
  return copies.lookup(expr);
}
