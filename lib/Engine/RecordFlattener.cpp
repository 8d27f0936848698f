//===- RecordFlattener.cpp - Replace records by their fields ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordFlattener.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace tioga;

static llvm::SmallString<64> joinPath(llvm::StringRef path,
                                      llvm::StringRef field) {
  llvm::SmallString<64> joined(path);
  joined += '.';
  joined += field;
  return joined;
}

void tioga::forEachLeaf(
    llvm::StringRef path, mlir::Type type,
    llvm::function_ref<void(llvm::StringRef, mlir::Type)> fn) {
  auto record = llvm::dyn_cast<RecordType>(type);
  if (!record)
    return fn(path, type);
  for (auto [name, field] : llvm::zip(record.getNames(), record.getTypes()))
    forEachLeaf(joinPath(path, name.getValue()), field, fn);
}

void RecordFlattener::declare(llvm::StringRef name, mlir::Type type) {
  auto record = llvm::dyn_cast<RecordType>(type);
  if (!record) {
    // What is no record may still hide one.
    auto hidden = records.find(name);
    if (hidden != records.end())
      hidden->second = {};
    return;
  }
  records[name] = type;
  for (auto [field, fieldType] :
       llvm::zip(record.getNames(), record.getTypes()))
    declare(joinPath(name, field.getValue()), fieldType);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Whether evaluation cannot fail but by overflow.
static bool isTotal(Expr expr) {
  bool total = true;
  walk(expr, [&](Expr node) {
    switch (node.getKind()) {
    case ExprKind::Div:
    case ExprKind::IntDiv:
    case ExprKind::Mod:
    case ExprKind::Index:
    case ExprKind::Call:
      total = false;
      break;
    default:
      break;
    }
  });
  return total;
}

Expr RecordFlattener::expandRecord(llvm::StringRef path, mlir::Type type,
                                   bool primed) const {
  auto record = llvm::dyn_cast<RecordType>(type);
  if (!record)
    return context.getName(path, primed);
  llvm::SmallVector<llvm::StringRef> names;
  llvm::SmallVector<Expr> values;
  for (auto [name, field] : llvm::zip(record.getNames(), record.getTypes())) {
    names.push_back(name.getValue());
    values.push_back(
        expandRecord(joinPath(path, name.getValue()), field, primed));
  }
  return context.getRecord(names, values);
}

Expr RecordFlattener::expandName(Expr name) const {
  mlir::Type type = records.lookup(name.getName());
  return type ? expandRecord(name.getName(), type, name.isPrimed()) : name;
}

/// The field of a record that is written out or chosen by `if`; null if the
/// field has to stay as it is.
static Expr projectField(Expr record, llvm::StringRef field,
                         ExprContext &context) {
  if (record.is(ExprKind::If)) {
    Expr yes = projectField(record.getOperand(1), field, context);
    Expr no = projectField(record.getOperand(2), field, context);
    if (!yes || !no)
      return {};
    return context.get(ExprKind::If, {record.getOperand(0), yes, no});
  }
  if (!record.is(ExprKind::RecordLit))
    return {};
  Expr result;
  for (auto [name, value] :
       llvm::zip(record.getFieldNames(), record.getOperands())) {
    if (name == field)
      result = value;
    else if (!isTotal(value))
      return {}; // dropping it could give a value where there is none
  }
  return result;
}

/// `{a = 1, b = 2} with {b = 3}` is `{a = 1, b = 3}`.
static Expr flattenWith(Expr node, ExprContext &context) {
  Expr record = node.getOperand(0);
  if (!record.is(ExprKind::RecordLit) || !isTotal(record))
    return node;
  llvm::SmallVector<Expr> values(record.getOperands());
  for (auto [name, value] :
       llvm::zip(node.getFieldNames(), node.getOperands().drop_front()))
    for (auto [index, existing] : llvm::enumerate(record.getFieldNames()))
      if (existing == name)
        values[index] = value;
  return context.getRecord(record.getFieldNames(), values);
}

/// Compares records that are written out field by field.
Expr RecordFlattener::flattenEquality(Expr node) const {
  Expr left = node.getOperand(0), right = node.getOperand(1);
  if (!left.is(ExprKind::RecordLit) && !right.is(ExprKind::RecordLit))
    return node;
  if (!isTotal(left) || !isTotal(right))
    return node;
  Expr literal = left.is(ExprKind::RecordLit) ? left : right;
  llvm::SmallVector<Expr> parts;
  for (llvm::StringRef field : literal.getFieldNames()) {
    Expr a = projectField(left, field, context);
    Expr b = projectField(right, field, context);
    if (!a || !b)
      return node;
    Expr part = context.get(node.getKind(), a, b);
    parts.push_back(flattenEquality(part));
  }
  return node.is(ExprKind::Eq) ? context.getAnd(parts) : context.getOr(parts);
}

Expr RecordFlattener::flattenNode(Expr node) const {
  switch (node.getKind()) {
  case ExprKind::Name:
    return expandName(node);
  case ExprKind::Field: {
    Expr part = projectField(node.getOperand(0), node.getName(), context);
    return part ? part : node;
  }
  case ExprKind::With:
    return flattenWith(node, context);
  case ExprKind::Eq:
  case ExprKind::Ne:
    return flattenEquality(node);
  default:
    return node;
  }
}

Expr RecordFlattener::apply(Expr expr) const {
  expr = expr ? context.import(expr) : expr;
  if (!expr || records.empty())
    return expr;
  return rewrite(expr, context, [&](Expr node) { return flattenNode(node); });
}

Update RecordFlattener::apply(llvm::ArrayRef<Assignment> update) const {
  Update result;
  for (const Assignment &assignment : update) {
    Expr target = context.import(assignment.target);
    Expr value = apply(assignment.value);
    mlir::Type type = records.lookup(target.getName());
    if (!type) {
      result.push_back({target, value});
      continue;
    }
    forEachLeaf(target.getName(), type, [&](llvm::StringRef path, mlir::Type) {
      Expr part = value;
      llvm::SmallVector<llvm::StringRef, 4> fields;
      path.drop_front(target.getName().size() + 1).split(fields, '.');
      for (llvm::StringRef field : fields) {
        Expr projected = projectField(part, field, context);
        part = projected ? projected : context.getField(part, field);
      }
      result.push_back({context.getName(path), part});
    });
  }
  return result;
}
