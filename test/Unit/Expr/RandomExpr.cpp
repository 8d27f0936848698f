//===- RandomExpr.cpp - Random expressions for tests ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"
#include "llvm/ADT/SmallVector.h"

using namespace tioga;
using namespace tioga::test;

static llvm::ArrayRef<llvm::StringRef> getNames(Type type) {
  static const llvm::StringRef boolNames[] = {"p", "q", "r.lit"};
  static const llvm::StringRef intNames[] = {"m", "n", "r.count"};
  static const llvm::StringRef realNames[] = {"x", "y"};
  static const llvm::StringRef enumNames[] = {"c", "d"};
  static const llvm::StringRef setNames[] = {"s", "t"};
  static const llvm::StringRef arrayNames[] = {"a"};
  static const llvm::StringRef mapNames[] = {"f"};
  static const llvm::StringRef recordNames[] = {"r"};
  switch (type) {
  case Type::Bool:
    return boolNames;
  case Type::Int:
    return intNames;
  case Type::Real:
    return realNames;
  case Type::Enum:
    return enumNames;
  case Type::Set:
    return setNames;
  case Type::Array:
    return arrayNames;
  case Type::Map:
    return mapNames;
  case Type::Record:
    return recordNames;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// RandomEnvironment
//===----------------------------------------------------------------------===//

static Value getRandomInt(std::mt19937_64 &random, bool small) {
  if (!small && random() % 3 == 0)
    return Value::getInt(random() % 2 ? INT64_MAX - int64_t(random() % 4)
                                      : INT64_MIN + int64_t(random() % 4));
  return Value::getInt(int64_t(random() % 7) - 3);
}

static Value getRandomRecord(std::mt19937_64 &random, bool small) {
  return Value::getRecord({{"lit", Value(random() % 2 == 0)},
                           {"count", getRandomInt(random, small)}});
}

RandomEnvironment::RandomEnvironment(std::mt19937_64 &random, bool small) {
  auto getInt = [&] { return getRandomInt(random, small); };
  auto getEnum = [&] {
    return Value::getEnum("Color", random() % 2 ? "Red" : "Green");
  };
  for (const char *prime : {"", "'"}) {
    auto define = [&](const char *name, Value value) {
      values[std::string(name) + prime] = std::move(value);
    };
    define("p", Value(random() % 2 == 0));
    define("q", Value(random() % 2 == 0));
    define("m", getInt());
    define("n", getInt());
    define("x", Value(*Rational::get(int64_t(random() % 9) - 4, 2)));
    define("y", Value(*Rational::get(int64_t(random() % 9) - 4, 3)));
    define("c", getEnum());
    define("d", getEnum());
    define("s", Value::getSet({getInt(), getInt()}));
    define("t", Value::getSet({getInt()}));
    define("a", Value::getArray({getInt(), getInt(), getInt()}));
    define("f", Value::getMap({{getInt(), getInt()}, {getInt(), getInt()}}));
    define("r", getRandomRecord(random, small));
  }
}

const Value *RandomEnvironment::operator()(llvm::StringRef name,
                                           bool primed) const {
  auto found = values.find(name.str() + (primed ? "'" : ""));
  return found == values.end() ? nullptr : &found->second;
}

void RandomEnvironment::set(llvm::StringRef name, Value value) {
  values[name] = std::move(value);
}

//===----------------------------------------------------------------------===//
// Well-typed expressions
//===----------------------------------------------------------------------===//

Expr RandomExpr::getLeaf(Type type) {
  llvm::ArrayRef<llvm::StringRef> names = getNames(type);
  if (pick(3) != 0)
    return context.getName(names[pick(names.size())], pick(6) == 0);
  switch (type) {
  case Type::Bool:
    return context.getBool(pick(2));
  case Type::Int:
    return context.getInt(int64_t(pick(5)) - 2);
  case Type::Real:
    return context.getNumber(*Rational::get(int64_t(pick(9)) - 4, 1 + pick(4)));
  case Type::Enum:
    return context.getEnum("Color", pick(2) ? "Red" : "Green");
  default:
    return context.getName(names[0]);
  }
}

llvm::SmallVector<Expr, 4> RandomExpr::getSeveral(Type type, unsigned depth,
                                                  unsigned atLeast) {
  llvm::SmallVector<Expr, 4> several;
  for (unsigned count = atLeast + pick(3); count != 0; --count)
    several.push_back(get(type, depth));
  // Duplicates and complements are what simplification looks for.
  if (several.size() > 1 && pick(3) == 0)
    several.back() = several.front();
  else if (several.size() > 1 && type == Type::Bool && pick(3) == 0)
    several.back() = context.getNot(several.front());
  return several;
}

Expr RandomExpr::get(Type type, unsigned depth) {
  if (depth <= 1)
    return getLeaf(type);
  --depth;
  if (pick(10) == 0)
    return context.get(ExprKind::If, {get(Type::Bool, depth), get(type, depth),
                                      get(type, depth)});
  switch (type) {
  case Type::Bool:
    return getBool(depth);
  case Type::Int:
  case Type::Real:
    return getNumber(type, depth);
  case Type::Enum:
    return getLeaf(type);
  case Type::Set:
    return getSet(depth);
  case Type::Array:
    return getArray(depth);
  case Type::Map:
    return getMap(depth);
  case Type::Record:
    return getRecord(depth);
  }
  return getLeaf(type);
}

Expr RandomExpr::getBool(unsigned depth) {
  switch (pick(collections ? 14 : 10)) {
  case 0:
    return context.getNot(get(Type::Bool, depth));
  case 1:
  case 2:
    return context.getAnd(getSeveral(Type::Bool, depth, 2));
  case 3:
  case 4:
    return context.getOr(getSeveral(Type::Bool, depth, 2));
  case 5:
    return context.get(ExprKind::Implies,
                       getSeveral(Type::Bool, depth, 2).pop_back_val(),
                       get(Type::Bool, depth));
  case 6:
    return context.get(ExprKind::Iff, get(Type::Bool, depth),
                       get(Type::Bool, depth));
  case 7:
  case 8:
  case 9:
    return getComparison(depth);
  case 10:
    return context.get(ExprKind::In, get(Type::Int, depth),
                       get(Type::Set, depth));
  case 11:
    return context.getCall(Builtin::Subset,
                           {get(Type::Set, depth), get(Type::Set, depth)});
  case 12:
    return context.getCall(Builtin::HasKey,
                           {get(Type::Map, depth), get(Type::Int, depth)});
  default:
    return getElement(Type::Bool, depth);
  }
}

Expr RandomExpr::getComparison(unsigned depth) {
  auto kind = ExprKind(unsigned(ExprKind::Eq) + pick(6));
  bool isEquality = kind == ExprKind::Eq || kind == ExprKind::Ne;
  Type type = pick(2) ? Type::Int : Type::Real;
  if (isEquality && collections && pick(2))
    type = Type(pick(8));
  else if (isEquality && pick(4) == 0)
    type = Type::Bool;
  Expr left = get(type, depth);
  return context.get(kind, left, pick(5) == 0 ? left : get(type, depth));
}

Expr RandomExpr::getNumber(Type type, unsigned depth) {
  Expr left = get(type, depth), right = get(type, depth);
  // Mixed arithmetic: an integer is a real.
  if (type == Type::Real && pick(3) == 0)
    right = get(Type::Int, depth);
  switch (pick(collections ? 12 : 10)) {
  case 0:
  case 1:
    return context.get(ExprKind::Add, getSeveral(type, depth, 2));
  case 2:
    return context.get(ExprKind::Sub, left, pick(4) == 0 ? left : right);
  case 3:
    return context.get(ExprKind::Neg, left);
  case 4:
    return context.get(ExprKind::Mul, left, right);
  case 5:
  case 6:
    if (type == Type::Real)
      return context.get(ExprKind::Div, left, right);
    return context.get(pick(2) ? ExprKind::IntDiv : ExprKind::Mod, left, right);
  case 7:
    return context.getCall(pick(2) ? Builtin::Min : Builtin::Max,
                           {left, right});
  case 8:
    return context.getCall(Builtin::Abs, {left});
  case 9:
    return getLeaf(type);
  case 10:
    return context.getCall(Builtin::Size,
                           {get(pick(2) ? Type::Set : Type::Map, depth)});
  default:
    return getElement(Type::Int, depth);
  }
}

Expr RandomExpr::getSet(unsigned depth) {
  Expr left = get(Type::Set, depth);
  static constexpr Builtin combinations[] = {Builtin::Union, Builtin::Inter,
                                             Builtin::Diff};
  switch (pick(3)) {
  case 0:
    return context.get(ExprKind::SetLit, getSeveral(Type::Int, depth, 0));
  case 1:
    return context.getCall(pick(2) ? Builtin::Add : Builtin::Remove,
                           {left, get(Type::Int, depth)});
  default:
    return context.getCall(combinations[pick(3)],
                           {left, get(Type::Set, depth)});
  }
}

Expr RandomExpr::getArray(unsigned depth) {
  if (pick(2))
    return context.get(ExprKind::ArrayLit, getSeveral(Type::Int, depth, 1));
  return context.getCall(
      Builtin::Put,
      {get(Type::Array, depth), get(Type::Int, depth), get(Type::Int, depth)});
}

Expr RandomExpr::getMap(unsigned depth) {
  if (pick(2)) {
    llvm::SmallVector<Expr, 4> operands;
    for (unsigned count = 2 * pick(3); count != 0; --count)
      operands.push_back(get(Type::Int, depth));
    return context.get(ExprKind::MapLit, operands);
  }
  Expr map = get(Type::Map, depth), key = get(Type::Int, depth);
  if (pick(2))
    return context.getCall(Builtin::Remove, {map, key});
  return context.getCall(Builtin::Put, {map, key, get(Type::Int, depth)});
}

Expr RandomExpr::getRecord(unsigned depth) {
  if (pick(2))
    return context.getRecord({"lit", "count"},
                             {get(Type::Bool, depth), get(Type::Int, depth)});
  Expr record = get(Type::Record, depth);
  if (pick(2))
    return context.getWith(record, {"lit"}, {get(Type::Bool, depth)});
  return context.getWith(record, {"count", "lit"},
                         {get(Type::Int, depth), get(Type::Bool, depth)});
}

Expr RandomExpr::getElement(Type type, unsigned depth) {
  if (type == Type::Bool)
    return context.getField(get(Type::Record, depth), "lit");
  switch (pick(3)) {
  case 0:
    return context.getField(get(Type::Record, depth), "count");
  case 1:
    return context.get(ExprKind::Index, get(Type::Array, depth),
                       get(Type::Int, depth));
  default:
    return context.get(ExprKind::Index, get(Type::Map, depth),
                       get(Type::Int, depth));
  }
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

Expr RandomExpr::getUntyped(unsigned depth) {
  if (depth <= 1 || pick(8) == 0)
    return getLeaf(Type(pick(8)));
  return getUntypedNode(depth - 1);
}

Expr RandomExpr::getUntypedNode(unsigned depth) {
  llvm::SmallVector<Expr, 4> operands;
  for (unsigned count = 2 + pick(3); count != 0; --count)
    operands.push_back(getUntyped(depth));
  llvm::SmallVector<llvm::StringRef, 4> names = {"f", "g", "h$1", "_i"};
  names.truncate(operands.size());
  auto kind =
      ExprKind(unsigned(ExprKind::Not) +
               pick(unsigned(ExprKind::Call) - unsigned(ExprKind::Not) + 1));
  switch (kind) {
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Add:
  case ExprKind::ArrayLit:
    return context.get(kind, operands);
  case ExprKind::Not:
  case ExprKind::Neg:
    return context.get(kind, operands[0]);
  case ExprKind::If:
    return context.get(kind, {operands[0], operands[1], getUntyped(depth)});
  case ExprKind::SetLit:
  case ExprKind::MapLit:
    operands.truncate(2 * pick(operands.size() / 2 + 1));
    return context.get(kind, operands);
  case ExprKind::RecordLit:
    return context.getRecord(names, operands);
  case ExprKind::With:
    return context.getWith(operands[0], llvm::ArrayRef(names).drop_front(),
                           llvm::ArrayRef(operands).drop_front());
  case ExprKind::Field:
    return context.getField(operands[0], names[pick(names.size())]);
  case ExprKind::Call: {
    auto builtin = Builtin(pick(unsigned(Builtin::Abs) + 1));
    while (operands.size() < getBuiltinArity(builtin))
      operands.push_back(getUntyped(depth));
    operands.truncate(getBuiltinArity(builtin));
    return context.getCall(builtin, operands);
  }
  default:
    return context.get(kind, operands[0], operands[1]);
  }
}

size_t tioga::test::getTreeSize(Expr expr) {
  size_t size = 1;
  for (Expr operand : expr.getOperands())
    size += getTreeSize(operand);
  return size;
}
