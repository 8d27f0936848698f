//===- LowerStmt.cpp - Statements of the UPPAAL language --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace tioga;
using namespace tioga::uppaal;

/// Executes a statement unless the function has returned before.
bool Lowering::execute(const Stmt &stmt, NameScope &scope) {
  if (!step(stmt.range))
    return false;
  if (!state.returned)
    return executeOnce(stmt, scope);
  if (state.returned.isTrue())
    return true;
  State before = state;
  state.returned = Expr();
  path.push_back(exprs.getNot(before.returned));
  bool isOk = executeOnce(stmt, scope);
  path.pop_back();
  if (!isOk)
    return false;
  State after = std::move(state);
  merge(before.returned, before, after);
  return checkState(stmt.range);
}

bool Lowering::executeOnce(const Stmt &stmt, NameScope &scope) {
  switch (stmt.kind) {
  case Stmt::Empty:
    return true;
  case Stmt::Expr:
    return lowerEffect(*stmt.expr, scope);
  case Stmt::Block:
    return executeBlock(stmt, scope);
  case Stmt::If:
    return executeIf(stmt, scope);
  case Stmt::For:
    if (stmt.init && !lowerEffect(*stmt.init, scope))
      return false;
    return executeLoop(stmt, scope, 0);
  case Stmt::While:
    return executeLoop(stmt, scope, 0);
  case Stmt::DoWhile:
    return execute(*stmt.body[0], scope) && executeLoop(stmt, scope, 0);
  case Stmt::Iterate:
    return executeIterate(stmt, scope);
  case Stmt::Return:
    return executeReturn(stmt, scope);
  }
  llvm_unreachable("unknown kind of statement");
}

void Lowering::declareLocal(const VarDecl &decl, const DataType &type,
                            NameScope &scope) {
  if (type.getBase().kind == DataType::Clock ||
      type.getBase().kind == DataType::Chan) {
    source.error(decl.name.range,
                 "a function has no clocks or channels of its own");
    return;
  }
  Operand value =
      decl.init ? evaluateInit(*decl.init, type, scope) : getDefault(type);
  Symbol symbol;
  symbol.kind = Symbol::Local;
  symbol.name = decl.name.text;
  symbol.range = decl.name.range;
  symbol.type = &type;
  Symbol *defined = value ? define(scope, std::move(symbol)) : nullptr;
  if (!defined)
    return;
  checkRange(value, type);
  state.values[defined] = value;
}

bool Lowering::executeBlock(const Stmt &stmt, NameScope &scope) {
  NameScope &inner = addScope(&scope);
  bool hadErrors = source.hadErrors();
  for (const Decl &decl : stmt.decls)
    declare(decl, inner, [&](const VarDecl &var, const DataType &type) {
      declareLocal(var, type, inner);
    });
  if (!hadErrors && source.hadErrors())
    return false;
  return llvm::all_of(stmt.body,
                      [&](const Stmt *each) { return execute(*each, inner); });
}

/// What branches leave behind may grow without any assignment.
bool Lowering::checkState(Range range) {
  return llvm::all_of(state.values, [&](auto &entry) {
    return checkSize(entry.second.expr, range);
  });
}

/// Executes one or both of two branches.
bool Lowering::executeBranch(Expr condition, llvm::function_ref<bool()> then,
                             llvm::function_ref<bool()> otherwise) {
  if (condition.is(ExprKind::BoolLit))
    return condition.getBool() ? then() : otherwise();
  State before = state;
  path.push_back(condition);
  bool isOk = then();
  State first = std::exchange(state, std::move(before));
  path.back() = exprs.getNot(condition);
  isOk = isOk && otherwise();
  path.pop_back();
  if (!isOk)
    return false;
  State second = std::move(state);
  merge(condition, first, second);
  return checkState(Range());
}

/// The state that is `a` where the condition holds, and `b` elsewhere.
void Lowering::merge(Expr condition, const State &a, const State &b) {
  state = State();
  auto getOld = [](const Symbol *symbol) {
    return symbol->kind == Symbol::Variable ? symbol->value : Operand();
  };
  auto lookup = [&](const State &in, const Symbol *symbol) {
    auto found = in.values.find(symbol);
    return found == in.values.end() ? getOld(symbol) : found->second;
  };
  for (const State *each : {&a, &b})
    for (auto &[symbol, ignored] : each->values) {
      Operand x = lookup(a, symbol), y = lookup(b, symbol);
      // What only one branch declares is not visible behind it.
      if (x && y && !state.values.contains(symbol))
        state.values[symbol] = choose(condition, x, y);
    }
  auto lookupClock = [&](const State &in, Expr clock) {
    auto found = in.clocks.find(clock);
    return found == in.clocks.end() ? Operand{clock, &clockType}
                                    : found->second;
  };
  for (const State *each : {&a, &b})
    for (auto &[clock, ignored] : each->clocks)
      if (!state.clocks.contains(clock))
        state.clocks[clock] =
            choose(condition, lookupClock(a, clock), lookupClock(b, clock));
  auto isReturned = [&](const State &in) {
    return Operand{in.returned ? in.returned : exprs.getFalse(), &boolType, 0,
                   1};
  };
  Operand returned = choose(condition, isReturned(a), isReturned(b));
  state.returned = returned.expr.isFalse() ? Expr() : returned.expr;
  // Where nothing was returned the result does not matter.
  if (a.result && b.result)
    state.result = choose(condition, a.result, b.result);
  else
    state.result = a.result ? a.result : b.result;
}

bool Lowering::executeIf(const Stmt &stmt, NameScope &scope) {
  Operand condition = toBool(lowerValue(*stmt.expr, scope), stmt.expr->range);
  if (!condition)
    return false;
  return executeBranch(
      condition.expr, [&] { return execute(*stmt.body[0], scope); },
      [&] { return stmt.body.size() < 2 || execute(*stmt.body[1], scope); });
}

/// Unrolls. While the condition is a number, iterations follow each other; else
/// all that follows happens under the condition, so that what counts the
/// iterations stays a number inside.
bool Lowering::executeLoop(const Stmt &stmt, NameScope &scope, unsigned depth) {
  for (unsigned iteration = 0;; ++iteration) {
    if (!step(stmt.range))
      return false;
    if (state.returned && state.returned.isTrue())
      return true;
    Operand condition =
        stmt.expr ? toBool(lowerValue(*stmt.expr, scope), stmt.expr->range)
                  : makeBool(true);
    if (!condition)
      return false;
    if (condition.expr.isFalse())
      return true;
    auto iterate = [&] {
      return execute(*stmt.body[0], scope) &&
             (!stmt.step || lowerEffect(*stmt.step, scope));
    };
    if (condition.expr.isTrue() && !state.returned &&
        iteration <= maxIterations) {
      if (!iterate())
        return false;
      continue;
    }
    if (depth >= maxSymbolicIterations || iteration > maxIterations) {
      source.error(stmt.range, "the number of iterations of this loop has no "
                               "static bound");
      return false;
    }
    Expr goesOn = condition.expr;
    if (state.returned)
      goesOn = exprs.get(ExprKind::And, exprs.getNot(state.returned), goesOn);
    return executeBranch(
        goesOn,
        [&] {
          state.returned = Expr();
          return iterate() && executeLoop(stmt, scope, depth + 1);
        },
        [] { return true; });
  }
}

bool Lowering::executeIterate(const Stmt &stmt, NameScope &scope) {
  auto domain = getDomain(*stmt.variable.type, scope);
  if (!domain)
    return false;
  for (int64_t i = domain->first; i <= domain->second; ++i) {
    NameScope &inner = addScope(&scope);
    defineConstant(inner, stmt.variable.name.text, stmt.variable.name.range,
                   &intType, makeInt(i));
    if (!execute(*stmt.body[0], inner))
      return false;
  }
  return true;
}

bool Lowering::executeReturn(const Stmt &stmt, NameScope &scope) {
  if (stmt.expr && returnType->kind != DataType::Void) {
    Operand value =
        coerce(lowerValue(*stmt.expr, scope), *returnType, stmt.expr->range);
    if (!value)
      return false;
    checkRange(value, *returnType);
    state.result = value;
  }
  state.returned = exprs.getTrue();
  return true;
}
