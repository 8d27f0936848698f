//===- Elements.cpp - Reading parts of values that are computed -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Elements.h"

using namespace tioga;

/// One part for both alternatives of an `if`.
static Expr choose(Expr condition, Expr then, Expr otherwise,
                   ExprContext &context) {
  return then == otherwise
             ? then
             : context.get(ExprKind::If, {condition, then, otherwise});
}

bool tioga::isPut(Expr expr) {
  return expr.is(ExprKind::Call) && expr.getBuiltin() == Builtin::Put;
}

Expr tioga::readElement(Expr array, Expr index, ExprContext &context) {
  if (array.is(ExprKind::If))
    return choose(array.getOperand(0),
                  readElement(array.getOperand(1), index, context),
                  readElement(array.getOperand(2), index, context), context);
  bool isKnown = index.is(ExprKind::IntLit);
  if (array.is(ExprKind::ArrayLit) && isKnown && index.getInt() >= 0 &&
      index.getInt() < int64_t(array.getNumOperands()))
    return array.getOperand(index.getInt());
  if (!isPut(array))
    return context.get(ExprKind::Index, array, index);
  Expr place = array.getOperand(1), value = array.getOperand(2);
  if (place == index)
    return value;
  Expr before = readElement(array.getOperand(0), index, context);
  if (isKnown && place.is(ExprKind::IntLit))
    return before;
  return choose(context.get(ExprKind::Eq, index, place), value, before,
                context);
}

Expr tioga::readField(Expr record, llvm::StringRef field,
                      ExprContext &context) {
  if (record.is(ExprKind::If))
    return choose(record.getOperand(0),
                  readField(record.getOperand(1), field, context),
                  readField(record.getOperand(2), field, context), context);
  bool isWith = record.is(ExprKind::With);
  if (!isWith && !record.is(ExprKind::RecordLit))
    return context.getField(record, field);
  llvm::ArrayRef<Expr> parts = record.getOperands();
  for (auto [name, part] :
       llvm::zip(record.getFieldNames(), isWith ? parts.drop_front() : parts))
    if (name == field)
      return part;
  return readField(record.getOperand(0), field, context);
}
