//===- LowerPlace.cpp - Variables, assignments and calls --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "tioga/Expr/Elements.h"

using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::optional<Place> Lowering::lowerPlace(const Node &node, NameScope &scope) {
  if (node.op == NodeOp::Index)
    return lowerIndex(node, scope);
  if (node.op == NodeOp::Field)
    return lowerField(node, scope);
  if (node.op != NodeOp::Name) {
    source.error(node.range, "expected a variable");
    return std::nullopt;
  }
  const Symbol *symbol = scope.lookup(node.text);
  if (!symbol) {
    source.error(node.range, "'" + node.text + "' is not declared");
    return std::nullopt;
  }
  if (symbol->kind == Symbol::Alias)
    return symbol->place;
  if (!symbol->type || symbol->kind == Symbol::TypeName ||
      symbol->kind == Symbol::Function) {
    source.error(node.range, "'" + node.text + "' is no variable");
    return std::nullopt;
  }
  Place place;
  place.root = symbol;
  place.type = symbol->type;
  return place;
}

/// The index as a number: of what is in an array, but has a name of its own.
std::optional<int64_t>
Lowering::getFixedIndex(Operand index, const DataType &array, Range range) {
  int64_t low = array.indexLow, high = low + array.size - 1;
  if (std::optional<int64_t> constant = getConstant(index.expr)) {
    if (*constant >= low && *constant <= high)
      return constant;
    source.error(range, "the index " + llvm::Twine(*constant) +
                            " is not between " + llvm::Twine(low) + " and " +
                            llvm::Twine(high));
    return std::nullopt;
  }
  Split cases{index.expr, std::max(low, index.low), std::min(high, index.high),
              getRangeCondition(index, low, high)};
  if (cases.low <= cases.high)
    split = cases;
  else
    source.error(range, "the index is never between " + llvm::Twine(low) +
                            " and " + llvm::Twine(high));
  return std::nullopt;
}

static std::string getSuffix(int64_t index) {
  return index < 0 ? "_m" + std::to_string(-index)
                   : "_" + std::to_string(index);
}

std::optional<Place> Lowering::lowerIndex(const Node &node, NameScope &scope) {
  std::optional<Place> place = lowerPlace(*node.children[0], scope);
  if (!place)
    return std::nullopt;
  if (place->type->kind != DataType::Array) {
    source.error(node.range, "only arrays have elements");
    return std::nullopt;
  }
  const DataType &array = *place->type;
  Operand index =
      toInt(lowerValue(*node.children[1], scope), node.children[1]->range);
  if (!index)
    return std::nullopt;
  place->type = array.element;
  DataType::Kind base = array.getBase().kind;
  std::optional<int64_t> constant = getConstant(index.expr);
  if (base == DataType::Clock || base == DataType::Chan ||
      (constant && index.expr.is(ExprKind::IntLit))) {
    constant = getFixedIndex(index, array, node.children[1]->range);
    if (!constant)
      return std::nullopt;
  }
  if (base == DataType::Clock || base == DataType::Chan) {
    place->suffix += getSuffix(*constant);
    return place;
  }
  Expr offset = index.expr;
  if (constant)
    offset = exprs.getInt(*constant - array.indexLow);
  else if (array.indexLow != 0)
    offset =
        array.indexLow > 0
            ? exprs.get(ExprKind::Sub, offset, exprs.getInt(array.indexLow))
            : exprs.get(ExprKind::Add, offset, exprs.getInt(-array.indexLow));
  place->path.push_back({offset, ""});
  return place;
}

std::optional<Place> Lowering::lowerField(const Node &node, NameScope &scope) {
  std::optional<Place> member;
  if (queryNames && queryNames->lookupMember(node, scope, member))
    return member;
  std::optional<Place> place = lowerPlace(*node.children[0], scope);
  if (!place)
    return std::nullopt;
  const DataType *field = place->type->kind == DataType::Struct
                              ? place->type->getField(node.text)
                              : nullptr;
  if (!field) {
    source.error(node.range, "there is no field '" + node.text + "'");
    return std::nullopt;
  }
  place->type = field;
  place->path.push_back({Expr(), node.text});
  return place;
}

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

/// One step into a value; into a literal it is taken at once.
Expr Lowering::readAccess(Expr value, const Access &access) {
  if (!access.index)
    return readField(value, access.field, exprs);
  if (value.is(ExprKind::ArrayLit) && access.index.is(ExprKind::IntLit) &&
      access.index.getInt() < int64_t(value.getNumOperands()))
    return value.getOperand(access.index.getInt());
  // What was put there last, if that is certain.
  while (value.is(ExprKind::Call) && value.getBuiltin() == Builtin::Put) {
    if (value.getOperand(1) == access.index)
      return value.getOperand(2);
    if (!value.getOperand(1).is(ExprKind::IntLit) ||
        !access.index.is(ExprKind::IntLit))
      break;
    value = value.getOperand(0);
  }
  return exprs.get(ExprKind::Index, value, access.index);
}

/// The old value with another one at the end of a path.
Expr Lowering::writeAccess(Expr old, llvm::ArrayRef<Access> path, Expr value) {
  if (path.empty())
    return value;
  const Access &access = path.front();
  Expr inner = writeAccess(readAccess(old, access), path.drop_front(), value);
  if (!access.index)
    return exprs.getWith(old, {StringRef(access.field)}, {inner});
  // A second value for an element replaces the first.
  if (old.is(ExprKind::Call) && old.getBuiltin() == Builtin::Put &&
      old.getOperand(1) == access.index)
    old = old.getOperand(0);
  return exprs.getCall(Builtin::Put, {old, access.index, inner});
}

Operand Lowering::readRoot(const Place &place, Range range) {
  const Symbol &root = *place.root;
  auto known = state.values.find(&root);
  if (known != state.values.end())
    return known->second;
  if (root.kind == Symbol::Variable || root.kind == Symbol::Constant)
    return root.value;
  return error(range, "'" + root.name + "' has no value here");
}

Operand Lowering::read(const Place &place, Range range) {
  if (place.type->kind == DataType::Clock) {
    readsClock = true;
    Expr name = exprs.getName(place.root->irName + place.suffix);
    auto known = state.clocks.find(name);
    Operand value = known == state.clocks.end() ? Operand{name} : known->second;
    value.type = &clockType;
    return value;
  }
  if (place.type->getBase().kind == DataType::Clock ||
      place.type->getBase().kind == DataType::Chan)
    return error(range, "'" + place.root->name + "' has no value");
  Operand value = readRoot(place, range);
  if (!value || place.path.empty())
    return value;
  Expr expr = value.expr;
  for (const Access &access : place.path)
    expr = readAccess(expr, access);
  return fold(makeValue(expr, place.type));
}

bool Lowering::write(const Place &place, Operand value, Range range) {
  value = coerce(value, *place.type, range);
  if (!value || !checkSize(value.expr, range))
    return false;
  const Symbol &root = *place.root;
  if (place.type->kind == DataType::Clock) {
    state.clocks[exprs.getName(root.irName + place.suffix)] = value;
    return true;
  }
  if (root.kind == Symbol::Constant || root.isConst) {
    source.error(range, "'" + root.name + "' is constant");
    return false;
  }
  checkRange(value, *place.type);
  if (place.path.empty()) {
    value.type = root.type;
    state.values[&root] = value;
    return true;
  }
  Operand old = readRoot(place, range);
  if (!old)
    return false;
  old.expr = writeAccess(old.expr, place.path, value.expr);
  if (!checkSize(old.expr, range))
    return false;
  old.type = root.type;
  state.values[&root] = old;
  return true;
}

Operand Lowering::lowerAssignment(const Node &node, NameScope &scope) {
  const Node &target = *node.children[0], &operand = *node.children[1];
  Operand value = lowerValue(operand, scope);
  std::optional<Place> place = value ? lowerPlace(target, scope) : std::nullopt;
  if (!place)
    return {};
  if (node.compound) {
    Operand old = read(*place, target.range);
    value = old ? lowerArithmetic(node, *node.compound, old, value) : Operand();
  }
  if (!value || !write(*place, value, node.range))
    return {};
  return value;
}

Operand Lowering::lowerIncrement(const Node &node, NameScope &scope) {
  const Node &target = *node.children[0];
  std::optional<Place> place = lowerPlace(target, scope);
  if (!place)
    return {};
  Operand old = toInt(read(*place, target.range), target.range);
  if (!old)
    return {};
  bool isUp =
      node.op == NodeOp::PreIncrement || node.op == NodeOp::PostIncrement;
  Operand value =
      lowerArithmetic(node, isUp ? NodeOp::Add : NodeOp::Sub, old, makeInt(1));
  if (!value || !write(*place, value, node.range))
    return {};
  bool isBefore =
      node.op == NodeOp::PreIncrement || node.op == NodeOp::PreDecrement;
  return isBefore ? value : old;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Operand Lowering::lowerBuiltin(const Node &node, NameScope &scope,
                               StringRef name) {
  if (name != "abs" || node.children.size() != 2)
    return error(node.children[0]->range,
                 "there is no function '" + name + "'");
  Operand value = toInt(lowerValue(*node.children[1], scope), node.range);
  if (!value)
    return {};
  int64_t limit = std::max(std::abs(value.low), std::abs(value.high));
  return fold({exprs.getCall(Builtin::Abs, {value.expr}), &intType, 0, limit});
}

bool Lowering::bindParameter(const VarDecl &param, const Node &argument,
                             NameScope &caller, NameScope &callee) {
  const DataType *type = resolveType(param, callee);
  if (!type)
    return false;
  Symbol symbol;
  symbol.name = param.name.text;
  symbol.range = param.name.range;
  symbol.type = type;
  if (param.isReference) {
    std::optional<Place> place = lowerPlace(argument, caller);
    if (!place)
      return false;
    symbol.kind = Symbol::Alias;
    symbol.place = *place;
    return define(callee, std::move(symbol)) != nullptr;
  }
  if (type->getBase().kind == DataType::Clock ||
      type->getBase().kind == DataType::Chan) {
    source.error(param.name.range, "clocks and channels are passed by "
                                   "reference only");
    return false;
  }
  Operand value = coerce(lowerValue(argument, caller), *type, argument.range);
  if (!value)
    return false;
  symbol.kind = Symbol::Local;
  Symbol *defined = define(callee, std::move(symbol));
  if (!defined)
    return false;
  checkRange(value, *type);
  state.values[defined] = value;
  return true;
}

Operand Lowering::lowerCall(const Node &node, NameScope &scope) {
  const Node &callee = *node.children[0];
  const Symbol *symbol =
      callee.op == NodeOp::Name ? scope.lookup(callee.text) : nullptr;
  if (!symbol || symbol->kind != Symbol::Function)
    return lowerBuiltin(node, scope, callee.text);
  const Decl &decl = *symbol->decl;
  if (node.children.size() - 1 != decl.params.size())
    return error(node.range, "'" + symbol->name + "' has " +
                                 llvm::Twine(decl.params.size()) +
                                 " parameters");
  if (callDepth >= maxCallDepth)
    return error(node.range, "recursive functions such as '" + symbol->name +
                                 "' are not supported");
  NameScope &inner = addScope(symbol->scope);
  for (auto [param, argument] :
       llvm::zip(decl.params, llvm::drop_begin(node.children)))
    if (!bindParameter(param, *argument, scope, inner))
      return {};
  // The body is not text that anybody sees again: it is computed.
  bool wasFolding = std::exchange(isFolding, true);
  const DataType *type = decl.var.type->kind == TypeNode::Void
                             ? &voidType
                             : resolveType(decl.var, *symbol->scope);
  const DataType *outerType = std::exchange(returnType, type);
  Expr returned = std::exchange(state.returned, Expr());
  Operand result = std::exchange(state.result, Operand());
  ++callDepth;
  bool isOk = type && execute(*decl.body, inner);
  --callDepth;
  returnType = outerType;
  isFolding = wasFolding;
  std::swap(state.returned, returned);
  std::swap(state.result, result);
  if (!isOk)
    return {};
  if (type->kind == DataType::Void)
    return {exprs.getTrue(), &voidType};
  if (!result)
    return error(node.range, "'" + symbol->name + "' returns no value");
  return result;
}
