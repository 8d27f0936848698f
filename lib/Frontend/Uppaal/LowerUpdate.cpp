//===- LowerUpdate.cpp - Updates and what must hold on the way --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In UPPAAL a value out of range is an error of the model, also if it is local
// to a function, or overwritten within the same update. One simultaneous update
// has no values on the way. So it is made to leave a range where one of them
// does: the edge cannot be taken there, and `tioga verify` reports it.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace tioga;
using namespace tioga::uppaal;

Expr Lowering::getRangeCondition(Operand value, int64_t low, int64_t high) {
  llvm::SmallVector<Expr, 2> conjuncts;
  if (value.low < low)
    conjuncts.push_back(exprs.get(ExprKind::Ge, value.expr, exprs.getInt(low)));
  if (value.high > high)
    conjuncts.push_back(
        exprs.get(ExprKind::Le, value.expr, exprs.getInt(high)));
  return conjuncts.empty() ? Expr() : exprs.getAnd(conjuncts);
}

/// The expression where all these conditions hold.
Expr Lowering::assumePath(Expr expr, llvm::ArrayRef<Expr> conditions) {
  for (Expr condition : conditions) {
    bool isNegated = condition.is(ExprKind::Not);
    expr = assume(expr, isNegated ? condition.getOperand(0) : condition,
                  !isNegated);
  }
  return expr;
}

void Lowering::checkRange(Operand value, const DataType &type) {
  if (type.kind != DataType::Int || value.type->kind != DataType::Int)
    return;
  value.expr = assumePath(value.expr, path);
  if (Expr isInside = getRangeCondition(value, type.low, type.high))
    checks.push_back({&type, path, value.expr, isInside});
}

/// Whether the value is one that a variable has in the end, on this path, and
/// whose range is then looked at.
bool Lowering::isCheckedAtEnd(const RangeCheck &check) {
  return llvm::any_of(state.values, [&](auto &entry) {
    const DataType &type = *entry.first->type;
    if (entry.first->kind != Symbol::Variable || type.kind != DataType::Int ||
        type.low < check.type->low || type.high > check.type->high)
      return false;
    return assumePath(entry.second.expr, check.path) == check.value;
  });
}

/// That all values on the way were in range; null if it is certain.
Expr Lowering::getRangeConditions() {
  llvm::SetVector<Expr> conditions;
  for (const RangeCheck &check : checks) {
    if (isCheckedAtEnd(check))
      continue;
    llvm::SmallVector<Expr> disjuncts;
    for (Expr condition : check.path)
      disjuncts.push_back(condition.is(ExprKind::Not)
                              ? condition.getOperand(0)
                              : exprs.getNot(condition));
    disjuncts.push_back(check.isInside);
    Expr condition = fold(makeBoolean(exprs.getOr(disjuncts))).expr;
    if (!condition.isTrue())
      conditions.insert(condition);
  }
  return conditions.empty() ? Expr() : exprs.getAnd(conditions.getArrayRef());
}

std::optional<Assignment> Lowering::makeImpossible(NameScope &scope) {
  const Symbol *best = nullptr;
  for (const NameScope *each = &scope; each; each = each->getParent())
    for (auto &entry : each->getSymbols()) {
      const Symbol *symbol = entry.second;
      bool isHidden = scope.lookup(symbol->name) != symbol;
      if (symbol->kind != Symbol::Variable || isHidden ||
          symbol->type->kind != DataType::Int)
        continue;
      if (!best || getOrder(symbol->value.expr) < getOrder(best->value.expr))
        best = symbol;
    }
  if (!best)
    return std::nullopt;
  return Assignment{best->value.expr, exprs.getInt(best->type->high + 1)};
}

std::optional<Update> Lowering::takeUpdate(NameScope &scope, Range range) {
  Update update;
  for (auto &[symbol, value] : state.values)
    if (symbol->kind == Symbol::Variable && value.expr != symbol->value.expr)
      update.push_back({symbol->value.expr, value.expr});
  for (auto &[clock, value] : state.clocks)
    if (value.expr != clock)
      update.push_back({clock, value.expr});
  if (Expr condition = getRangeConditions()) {
    std::optional<Assignment> impossible = makeImpossible(scope);
    if (!impossible) {
      source.error(range, "a value leaves its range");
      return std::nullopt;
    }
    auto *target = llvm::find_if(update, [&](const Assignment &each) {
      return each.target == impossible->target;
    });
    if (target == update.end()) {
      update.push_back({impossible->target, impossible->target});
      target = &update.back();
    }
    target->value =
        exprs.get(ExprKind::If, {condition, target->value, impossible->value});
    if (!checkSize(target->value, range))
      return std::nullopt;
  }
  // The assignments happen at once: their order says nothing, and what is
  // written again comes out as it was.
  llvm::stable_sort(update, [&](const Assignment &a, const Assignment &b) {
    return getOrder(a.target) < getOrder(b.target);
  });
  return update;
}
