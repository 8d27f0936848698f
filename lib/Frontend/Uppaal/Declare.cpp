//===- Declare.cpp - Types, constants and initial values --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"

using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

bool tioga::uppaal::isSame(const DataType &a, const DataType &b) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case DataType::Array:
    return a.size == b.size && isSame(*a.element, *b.element);
  case DataType::Struct:
    if (a.fields.size() != b.fields.size())
      return false;
    for (auto [x, y] : llvm::zip(a.fields, b.fields))
      if (x.first != y.first || !isSame(*x.second, *y.second))
        return false;
    return true;
  default:
    return true;
  }
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::optional<int64_t> Lowering::evaluateInt(const Node &node,
                                             NameScope &scope) {
  bool wasFolding = std::exchange(isFolding, true);
  Operand value = toInt(lowerValue(node, scope), node.range);
  isFolding = wasFolding;
  if (!value)
    return std::nullopt;
  std::optional<int64_t> constant = getConstant(value.expr);
  if (!constant)
    source.error(node.range, "expected a constant");
  return constant;
}

const DataType *Lowering::resolveType(const TypeNode &node, NameScope &scope) {
  switch (node.kind) {
  case TypeNode::Int: {
    if (!node.low)
      return &intType;
    std::optional<int64_t> low = evaluateInt(*node.low, scope);
    std::optional<int64_t> high = low ? evaluateInt(*node.high, scope) : low;
    if (!high)
      return nullptr;
    if (*low > *high) {
      source.error(node.range, "the range is empty");
      return nullptr;
    }
    return addType({DataType::Int, *low, *high});
  }
  case TypeNode::Bool:
    return &boolType;
  case TypeNode::Clock:
    return &clockType;
  case TypeNode::Void:
    return &voidType;
  case TypeNode::Chan:
    return addType({DataType::Chan, 0, 0, node.isUrgent, node.isBroadcast});
  case TypeNode::Scalar: {
    std::optional<int64_t> size = evaluateInt(*node.low, scope);
    if (!size || *size < 1) {
      source.error(node.range, "the size of a scalar set is positive");
      return nullptr;
    }
    return addType({DataType::Int, 0, *size - 1});
  }
  case TypeNode::Named: {
    const Symbol *symbol = scope.lookup(node.text);
    if (symbol && symbol->kind == Symbol::TypeName)
      return symbol->type;
    source.error(node.range, "there is no type '" + node.text + "'");
    return nullptr;
  }
  case TypeNode::Unsupported:
    source.error(node.range, "the type '" + node.text + "' is not supported");
    return nullptr;
  case TypeNode::Struct:
    break;
  }
  DataType result{DataType::Struct};
  for (const VarDecl &field : node.fields) {
    const DataType *type = resolveType(field, scope);
    if (!type)
      return nullptr;
    DataType::Kind base = type->getBase().kind;
    if (base == DataType::Clock || base == DataType::Chan) {
      source.error(field.name.range,
                   "clocks and channels in structures are not supported");
      return nullptr;
    }
    std::string name = field.name.text;
    if (!isIdentifier(name)) {
      source.error(field.name.range, "a field cannot be called '" + name +
                                         "': the name is a keyword here");
      return nullptr;
    }
    if (result.getField(name)) {
      source.error(field.name.range, "field '" + name + "' is declared twice");
      return nullptr;
    }
    result.fields.push_back({name, type});
  }
  if (result.fields.empty()) {
    source.error(node.range, "the structure has no field");
    return nullptr;
  }
  return addType(std::move(result));
}

const DataType *Lowering::addDimension(const Dimension &dimension,
                                       const DataType *element,
                                       NameScope &scope) {
  DataType array{DataType::Array};
  array.element = element;
  const DataType *index = nullptr;
  const Symbol *named = dimension.size && dimension.size->op == NodeOp::Name
                            ? scope.lookup(dimension.size->text)
                            : nullptr;
  if (dimension.type) {
    index = resolveType(*dimension.type, scope);
    if (!index)
      return nullptr;
  } else if (named && named->kind == Symbol::TypeName) {
    index = named->type;
  }
  Range range = dimension.type ? dimension.type->range : dimension.size->range;
  if (index) {
    if (index->kind == DataType::Bool) {
      array.size = 2;
    } else if (index->kind == DataType::Int) {
      array.indexLow = index->low;
      array.size = index->high - index->low + 1;
    } else {
      source.error(range, "an array is indexed by integers");
      return nullptr;
    }
  } else {
    std::optional<int64_t> size = evaluateInt(*dimension.size, scope);
    if (!size)
      return nullptr;
    array.size = *size;
  }
  if (array.size < 1 || array.size > maxArraySize) {
    source.error(range, "an array cannot have " + llvm::Twine(array.size) +
                            " elements");
    return nullptr;
  }
  return addType(std::move(array));
}

const DataType *Lowering::resolveType(const VarDecl &decl, NameScope &scope) {
  const DataType *type = resolveType(*decl.type, scope);
  for (const Dimension &dimension : llvm::reverse(decl.dimensions))
    type = type ? addDimension(dimension, type, scope) : nullptr;
  if (!type)
    return nullptr;
  int64_t size = 1;
  for (const DataType *part = type; part->kind == DataType::Array;
       part = part->element)
    size *= part->size;
  if (size > maxArraySize) {
    source.error(decl.name.range,
                 "an array cannot have " + llvm::Twine(size) + " elements");
    return nullptr;
  }
  return type;
}

std::optional<std::pair<int64_t, int64_t>>
Lowering::getDomain(const TypeNode &node, NameScope &scope) {
  const DataType *type = resolveType(node, scope);
  if (!type)
    return std::nullopt;
  if (type->kind == DataType::Bool)
    return std::pair<int64_t, int64_t>(0, 1);
  if (type->kind != DataType::Int) {
    source.error(node.range, "expected a bounded integer type");
    return std::nullopt;
  }
  if (type->high - type->low >= maxInstances) {
    source.error(node.range, "the type has too many values");
    return std::nullopt;
  }
  return std::pair(type->low, type->high);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Operand Lowering::getDefault(const DataType &type) {
  switch (type.kind) {
  case DataType::Bool:
    return makeBool(false);
  case DataType::Int: {
    bool hasZero = type.low <= 0 && type.high >= 0;
    return makeInt(hasZero ? 0 : type.low);
  }
  case DataType::Array: {
    llvm::SmallVector<Expr> elements(type.size, getDefault(*type.element).expr);
    return {exprs.get(ExprKind::ArrayLit, elements), &type};
  }
  case DataType::Struct: {
    llvm::SmallVector<StringRef> names;
    llvm::SmallVector<Expr> values;
    for (const auto &[name, field] : type.fields) {
      names.push_back(name);
      values.push_back(getDefault(*field).expr);
    }
    return {exprs.getRecord(names, values), &type};
  }
  default:
    return {};
  }
}

Operand Lowering::evaluateList(const Node &node, const DataType &type,
                               NameScope &scope) {
  bool isArray = type.kind == DataType::Array;
  size_t size = isArray ? type.size : type.fields.size();
  if (type.kind != DataType::Array && type.kind != DataType::Struct)
    return error(node.range, "a list is for arrays and structures only");
  if (node.children.size() != size)
    return error(node.range, "expected " + llvm::Twine(size) + " values");
  llvm::SmallVector<Expr> values(size);
  for (size_t i = 0; i < size; ++i) {
    size_t position = i;
    const std::string &name = node.names[i];
    if (!isArray && !name.empty()) {
      auto found = llvm::find_if(
          type.fields, [&](const auto &field) { return field.first == name; });
      if (found == type.fields.end())
        return error(node.range, "there is no field '" + name + "'");
      position = found - type.fields.begin();
    }
    const DataType &part =
        isArray ? *type.element : *type.fields[position].second;
    Operand value = evaluateInit(*node.children[i], part, scope);
    if (!value)
      return {};
    if (values[position])
      return error(node.range, "a field has two values");
    values[position] = value.expr;
  }
  if (isArray)
    return {exprs.get(ExprKind::ArrayLit, values), &type};
  llvm::SmallVector<StringRef> names;
  for (const auto &[name, field] : type.fields)
    names.push_back(name);
  return {exprs.getRecord(names, values), &type};
}

Operand Lowering::evaluateInit(const Node &node, const DataType &type,
                               NameScope &scope) {
  if (node.op == NodeOp::InitList)
    return evaluateList(node, type, scope);
  bool wasFolding = std::exchange(isFolding, true);
  Operand value = coerce(lowerValue(node, scope), type, node.range);
  value = fold(value);
  isFolding = wasFolding;
  if (value)
    value.type = &type;
  return value;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

Symbol *Lowering::define(NameScope &scope, Symbol symbol) {
  if (const Symbol *known = scope.lookupLocal(symbol.name)) {
    source.error(symbol.range, "'" + symbol.name + "' is declared twice");
    (void)known;
    return nullptr;
  }
  Symbol &added = addSymbol(std::move(symbol));
  scope.add(&added);
  return &added;
}

void Lowering::defineConstant(NameScope &scope, StringRef name, Range range,
                              const DataType *type, Operand value) {
  Symbol symbol;
  symbol.kind = Symbol::Constant;
  symbol.name = name.str();
  symbol.range = range;
  symbol.type = type;
  symbol.value = value;
  define(scope, std::move(symbol));
}

/// A literal, or nothing of which the value depends on something.
static bool isLiteral(Expr expr) {
  EvalResult result =
      evaluate(expr, [](Expr) -> const tioga::Value * { return nullptr; });
  return bool(result);
}

void Lowering::declare(
    const Decl &decl, NameScope &scope,
    llvm::function_ref<void(const VarDecl &, const DataType &)> other) {
  const VarDecl &var = decl.var;
  Symbol symbol;
  symbol.name = var.name.text;
  symbol.range = var.name.range;
  symbol.decl = &decl;
  symbol.scope = &scope;
  if (decl.kind == Decl::Function) {
    symbol.kind = Symbol::Function;
    define(scope, std::move(symbol));
    return;
  }
  if (decl.kind == Decl::Instance)
    return;
  const DataType *type = resolveType(var, scope);
  if (!type)
    return;
  symbol.type = type;
  if (decl.kind == Decl::Typedef) {
    symbol.kind = Symbol::TypeName;
    define(scope, std::move(symbol));
    return;
  }
  if (type->kind == DataType::Void) {
    source.error(var.name.range, "'" + var.name.text + "' cannot be void");
    return;
  }
  if (!var.type->isConst)
    return other(var, *type);
  if (!var.init) {
    source.error(var.name.range,
                 "the constant '" + var.name.text + "' has no value");
    return;
  }
  Operand value = evaluateInit(*var.init, *type, scope);
  if (!value)
    return;
  // Inside of functions a constant may depend on the parameters.
  if (callDepth == 0 && !isLiteral(value.expr)) {
    source.error(var.init->range, "expected a constant");
    return;
  }
  if (type->kind == DataType::Int)
    value = makeValue(value.expr, type);
  defineConstant(scope, var.name.text, var.name.range, type, value);
}
