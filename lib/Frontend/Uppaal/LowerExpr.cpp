//===- LowerExpr.cpp - Values of the UPPAAL language ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "tioga/Expr/Elements.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/SetVector.h"

using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Values and what is known about them
//===----------------------------------------------------------------------===//

/// Intervals end here: beyond, nothing is claimed.
static constexpr int64_t maxKnown = int64_t(1) << 40;

static int64_t clamp(__int128 value) {
  if (value > maxKnown)
    return maxKnown;
  return value < -maxKnown ? -maxKnown : int64_t(value);
}

Operand Lowering::error(Range range, const llvm::Twine &message) {
  source.error(range, message);
  return {};
}

/// Counts work, so that no model, however small, takes for ever.
bool Lowering::step(Range range) {
  if (++steps <= maxSteps)
    return true;
  if (!isExhausted)
    source.error(range, "this takes too many steps to expand");
  isExhausted = true;
  return false;
}

/// The size as text: what is shared counts as often as it occurs.
uint64_t Lowering::getTreeSize(Expr expr) {
  auto known = treeSizes.find(expr);
  if (known != treeSizes.end())
    return known->second;
  uint64_t size = 1;
  for (Expr operand : expr.getOperands())
    size = std::min<uint64_t>(size + getTreeSize(operand), uint64_t(1) << 40);
  return treeSizes[expr] = size;
}

bool Lowering::checkSize(Expr expr, Range range) {
  if (expr.getDepth() <= maxValueDepth && getTreeSize(expr) <= maxTreeSize)
    return true;
  if (!isExhausted)
    source.error(range, "the value becomes too large an expression");
  isExhausted = true;
  return false;
}

Operand Lowering::makeInt(int64_t value) {
  return {exprs.getInt(value), &intType, value, value};
}

Operand Lowering::makeBool(bool value) {
  return makeBoolean(exprs.getBool(value));
}

Operand Lowering::makeBoolean(Expr expr) { return {expr, &boolType, 0, 1}; }

/// A value of which no more is known than its type.
Operand Lowering::makeValue(Expr expr, const DataType *type) {
  Operand value{expr, type, 0, 1};
  if (type->kind == DataType::Int) {
    value.low = type->low;
    value.high = type->high;
    if (std::optional<int64_t> constant = getConstant(expr))
      value.low = value.high = *constant;
  }
  return value;
}

std::optional<int64_t> Lowering::getConstant(Expr expr) {
  if (expr.is(ExprKind::IntLit))
    return expr.getInt();
  for (auto [assumed, value] : assumptions)
    if (assumed == expr)
      return value;
  if (expr.is(ExprKind::Name))
    return std::nullopt;
  EvalResult result =
      evaluate(expr, [](Expr) -> const tioga::Value * { return nullptr; });
  if (!result || !result.value.is(tioga::Value::Kind::Number) ||
      !result.value.getNumber().isInteger())
    return std::nullopt;
  return result.value.getNumber().getNumerator();
}

/// Carries out an operation whose operands are known.
Operand Lowering::fold(Operand value) {
  if (!isFolding || !value)
    return value;
  if (value.type->kind == DataType::Int) {
    std::optional<int64_t> constant = getConstant(value.expr);
    return constant ? makeInt(*constant) : value;
  }
  if (value.type->kind != DataType::Bool || value.expr.is(ExprKind::BoolLit))
    return value;
  EvalResult result = evaluate(
      value.expr, [](Expr) -> const tioga::Value * { return nullptr; });
  if (result && result.value.is(tioga::Value::Kind::Bool))
    return makeBool(result.value.getBool());
  return value;
}

Operand Lowering::toBool(Operand value, Range range) {
  if (!value || value.type->kind == DataType::Bool)
    return value;
  if (value.type->kind != DataType::Int)
    return error(range, "expected a condition");
  return fold(
      makeBoolean(exprs.get(ExprKind::Ne, value.expr, exprs.getInt(0))));
}

Operand Lowering::toInt(Operand value, Range range) {
  if (!value || value.type->kind == DataType::Int)
    return value;
  if (value.type->kind != DataType::Bool)
    return error(range, "expected an integer");
  if (value.expr.is(ExprKind::BoolLit))
    return makeInt(value.expr.getBool());
  return {
      exprs.get(ExprKind::If, {value.expr, exprs.getInt(1), exprs.getInt(0)}),
      &intType, 0, 1};
}

Operand Lowering::coerce(Operand value, const DataType &type, Range range) {
  if (!value)
    return {};
  switch (type.kind) {
  case DataType::Bool:
    return toBool(value, range);
  case DataType::Int:
    return toInt(value, range);
  case DataType::Clock:
    if (value.type->kind == DataType::Clock)
      return error(range, "a clock can be set to an integer only");
    return toInt(value, range);
  default:
    if (!isSame(*value.type, type))
      return error(range, "the value has another type than what it is for");
    return value;
  }
}

/// The expression where the condition is known: choices by it are made.
Expr Lowering::assume(Expr expr, Expr condition, bool value) {
  if (getTreeSize(expr) > maxTreeSize)
    return expr;
  return rewrite(expr, exprs, [&](Expr each) {
    if (each == condition)
      return exprs.getBool(value);
    if (!each.is(ExprKind::If) || !each.getOperand(0).is(ExprKind::BoolLit))
      return each;
    return each.getOperand(each.getOperand(0).getBool() ? 1 : 2);
  });
}

/// `if condition then a else b` for conditions.
Expr Lowering::chooseCondition(Expr condition, Expr a, Expr b) {
  if (a.is(ExprKind::BoolLit) && b.is(ExprKind::BoolLit))
    return a.getBool() == b.getBool() ? a
           : a.getBool()              ? condition
                                      : exprs.getNot(condition);
  if (a.isTrue())
    return exprs.get(ExprKind::Or, condition, b);
  if (b.isFalse())
    return exprs.get(ExprKind::And, condition, a);
  if (a.isFalse())
    return exprs.get(ExprKind::And, exprs.getNot(condition), b);
  if (b.isTrue())
    return exprs.get(ExprKind::Or, exprs.getNot(condition), a);
  return exprs.get(ExprKind::If, {condition, a, b});
}

/// `if condition then a else b`.
Operand Lowering::choose(Expr condition, Operand a, Operand b) {
  if (condition.is(ExprKind::BoolLit))
    return condition.getBool() ? a : b;
  if (a.expr == b.expr)
    return a;
  if (a.type->kind != b.type->kind && a.type->isArithmetic() &&
      b.type->isArithmetic()) {
    a = toInt(a, {});
    b = toInt(b, {});
  }
  a.expr = assume(a.expr, condition, true);
  b.expr = assume(b.expr, condition, false);
  if (a.expr == b.expr)
    return a;
  if (a.type->kind == DataType::Array)
    return chooseElement(condition, a, b);
  Operand result = a;
  result.expr = a.type->kind == DataType::Bool
                    ? chooseCondition(condition, a.expr, b.expr)
                    : exprs.get(ExprKind::If, {condition, a.expr, b.expr});
  result.low = std::min(a.low, b.low);
  result.high = std::max(a.high, b.high);
  return result;
}

/// The indices of what is put into an array, the last one first; returns the
/// array below.
static Expr collectPuts(Expr array, llvm::SmallVectorImpl<Expr> &indices) {
  for (; isPut(array); array = array.getOperand(0))
    indices.push_back(array.getOperand(1));
  return array;
}

/// Where some elements differ, only those are chosen. Indices have to be
/// constant: others may be out of bounds where the condition does not hold.
Operand Lowering::chooseElement(Expr condition, Operand a, Operand b) {
  llvm::SmallVector<Expr, 4> indices, others;
  Operand result = a;
  result.expr = exprs.get(ExprKind::If, {condition, a.expr, b.expr});
  Expr base = collectPuts(a.expr, indices);
  if (collectPuts(b.expr, others) != base)
    return result;
  indices.append(others);
  llvm::SmallSetVector<Expr, 4> places(indices.rbegin(), indices.rend());
  if (llvm::any_of(places,
                   [](Expr index) { return !index.is(ExprKind::IntLit); }))
    return result;
  result.expr = base;
  for (Expr index : places) {
    Expr then = readAccess(a.expr, {index, ""});
    Expr otherwise = readAccess(b.expr, {index, ""});
    Expr element = then == otherwise
                       ? then
                       : exprs.get(ExprKind::If, {condition, then, otherwise});
    result.expr = exprs.getCall(Builtin::Put, {result.expr, index, element});
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Operand Lowering::lowerValue(const Node &node, NameScope &scope) {
  if (!step(node.range))
    return {};
  switch (node.op) {
  case NodeOp::Int:
    return makeInt(node.value);
  case NodeOp::Bool:
    return makeBool(node.value);
  case NodeOp::Deadlock:
    if (!queryNames)
      return error(node.range, "'deadlock' is for queries only");
    return makeBoolean(exprs.getName("deadlock"));
  case NodeOp::Name:
    return lowerName(node, scope);
  case NodeOp::Index:
  case NodeOp::Field: {
    if (node.op == NodeOp::Field && queryNames)
      if (Expr location = queryNames->lookupLocation(node, scope))
        return makeBoolean(location);
    std::optional<Place> place = lowerPlace(node, scope);
    return place ? read(*place, node.range) : Operand();
  }
  case NodeOp::Not:
  case NodeOp::Neg:
  case NodeOp::Plus:
  case NodeOp::Rate:
    return lowerUnary(node, scope);
  case NodeOp::PreIncrement:
  case NodeOp::PreDecrement:
  case NodeOp::PostIncrement:
  case NodeOp::PostDecrement:
    return lowerIncrement(node, scope);
  case NodeOp::And:
  case NodeOp::Or:
  case NodeOp::Implies:
    return lowerLogical(node, scope);
  case NodeOp::Assign:
    return lowerAssignment(node, scope);
  case NodeOp::Conditional:
    return lowerConditional(node, scope);
  case NodeOp::Call:
    return lowerCall(node, scope);
  case NodeOp::Forall:
  case NodeOp::Exists:
  case NodeOp::Sum:
    return lowerQuantifier(node, scope);
  case NodeOp::InitList:
    return error(node.range, "a list is for initial values only");
  default:
    return lowerBinary(node, scope);
  }
}

Operand Lowering::lowerName(const Node &node, NameScope &scope) {
  const Symbol *symbol = scope.lookup(node.text);
  if (!symbol)
    return error(node.range, "'" + node.text + "' is not declared");
  switch (symbol->kind) {
  case Symbol::Constant:
    return symbol->value;
  case Symbol::TypeName:
  case Symbol::Function:
  case Symbol::Template:
  case Symbol::Process:
  case Symbol::Channel:
    return error(node.range, "'" + node.text + "' has no value");
  default: {
    std::optional<Place> place = lowerPlace(node, scope);
    return place ? read(*place, node.range) : Operand();
  }
  }
}

Operand Lowering::lowerUnary(const Node &node, NameScope &scope) {
  const Node &operand = *node.children[0];
  if (node.op == NodeOp::Rate)
    return error(node.range, "rates of clocks (stopwatches) are not supported");
  Operand value = lowerValue(operand, scope);
  if (node.op == NodeOp::Not) {
    value = toBool(value, operand.range);
    return value ? fold(makeBoolean(exprs.getNot(value.expr))) : Operand();
  }
  value = toInt(value, operand.range);
  if (!value || node.op == NodeOp::Plus)
    return value;
  return fold({exprs.get(ExprKind::Neg, value.expr), &intType, -value.high,
               -value.low});
}

/// Whether anything that is visible outside of calls has another value.
static bool hasChanged(const State &before, const State &after) {
  for (auto &[symbol, value] : after.values) {
    auto old = before.values.find(symbol);
    if (old != before.values.end() ? old->second.expr != value.expr
                                   : symbol->kind == Symbol::Variable)
      return true;
  }
  return before.clocks.size() != after.clocks.size();
}

Operand Lowering::lowerLogical(const Node &node, NameScope &scope) {
  Operand left =
      toBool(lowerValue(*node.children[0], scope), node.children[0]->range);
  if (!left)
    return {};
  if (isFolding && left.expr.is(ExprKind::BoolLit)) {
    if (left.expr.getBool() == (node.op == NodeOp::Or))
      return left;
    if (node.op == NodeOp::Implies && !left.expr.getBool())
      return makeBool(true);
    return toBool(lowerValue(*node.children[1], scope),
                  node.children[1]->range);
  }
  State before = state;
  Operand right =
      toBool(lowerValue(*node.children[1], scope), node.children[1]->range);
  if (!right)
    return {};
  if (hasChanged(before, state))
    return error(node.children[1]->range,
                 "side effects behind a logical operator are not supported");
  ExprKind kind = node.op == NodeOp::And  ? ExprKind::And
                  : node.op == NodeOp::Or ? ExprKind::Or
                                          : ExprKind::Implies;
  return fold(makeBoolean(exprs.get(kind, left.expr, right.expr)));
}

Operand Lowering::lowerBinary(const Node &node, NameScope &scope) {
  Operand a = lowerValue(*node.children[0], scope);
  Operand b = a ? lowerValue(*node.children[1], scope) : Operand();
  if (!b)
    return {};
  if (node.op >= NodeOp::Lt && node.op <= NodeOp::Ne)
    return lowerComparison(node, a, b);
  return lowerArithmetic(node, node.op, a, b);
}

static ExprKind getComparison(NodeOp op) {
  switch (op) {
  case NodeOp::Lt:
    return ExprKind::Lt;
  case NodeOp::Le:
    return ExprKind::Le;
  case NodeOp::Gt:
    return ExprKind::Gt;
  case NodeOp::Ge:
    return ExprKind::Ge;
  case NodeOp::Eq:
    return ExprKind::Eq;
  default:
    return ExprKind::Ne;
  }
}

/// What the intervals of two integers say about their order.
static std::optional<bool> decide(NodeOp op, const Operand &a,
                                  const Operand &b) {
  switch (op) {
  case NodeOp::Lt:
    return a.high < b.low    ? std::optional(true)
           : a.low >= b.high ? std::optional(false)
                             : std::nullopt;
  case NodeOp::Ge:
    if (auto less = decide(NodeOp::Lt, a, b))
      return !*less;
    return std::nullopt;
  case NodeOp::Gt:
    return decide(NodeOp::Lt, b, a);
  case NodeOp::Le:
    return decide(NodeOp::Ge, b, a);
  case NodeOp::Eq:
    if (a.high < b.low || b.high < a.low)
      return false;
    return std::nullopt;
  case NodeOp::Ne:
    if (auto equal = decide(NodeOp::Eq, a, b))
      return !*equal;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

Operand Lowering::lowerComparison(const Node &node, Operand a, Operand b) {
  Range left = node.children[0]->range, right = node.children[1]->range;
  bool isEquality = node.op == NodeOp::Eq || node.op == NodeOp::Ne;
  if (a.type->kind == DataType::Clock || b.type->kind == DataType::Clock) {
    if (a.type->kind != DataType::Clock)
      a = toInt(a, left);
    if (b.type->kind != DataType::Clock)
      b = toInt(b, right);
    if (!a || !b)
      return {};
    return makeBoolean(exprs.get(getComparison(node.op), a.expr, b.expr));
  }
  bool areBoolean =
      a.type->kind == DataType::Bool && b.type->kind == DataType::Bool;
  bool areComposite = !a.type->isArithmetic() && isSame(*a.type, *b.type);
  if (!isEquality || !(areBoolean || areComposite)) {
    a = toInt(a, left);
    b = toInt(b, right);
    if (!a || !b)
      return {};
    if (isFolding)
      if (std::optional<bool> known = decide(node.op, a, b))
        return makeBool(*known);
  }
  return fold(makeBoolean(exprs.get(getComparison(node.op), a.expr, b.expr)));
}

Operand Lowering::lowerConditional(const Node &node, NameScope &scope) {
  Operand condition =
      toBool(lowerValue(*node.children[0], scope), node.children[0]->range);
  if (!condition)
    return {};
  Operand a, b;
  if (!executeBranch(
          condition.expr,
          [&] { return bool(a = lowerValue(*node.children[1], scope)); },
          [&] { return bool(b = lowerValue(*node.children[2], scope)); }))
    return {};
  // Of a known condition only one branch was lowered.
  if (!a || !b)
    return a ? a : b;
  if (!isSame(*a.type, *b.type) &&
      !(a.type->isArithmetic() && b.type->isArithmetic()))
    return error(node.range, "the alternatives have different types");
  return choose(condition.expr, a, b);
}

Operand Lowering::lowerQuantifier(const Node &node, NameScope &scope) {
  std::optional<std::pair<int64_t, int64_t>> domain =
      getDomain(*node.type, scope);
  if (!domain)
    return {};
  llvm::SmallVector<Expr> operands;
  int64_t low = 0, high = 0;
  for (int64_t i = domain->first; i <= domain->second; ++i) {
    NameScope inner(&scope);
    defineConstant(inner, node.text, node.range, &intType, makeInt(i));
    Operand value = lowerValue(*node.children[0], inner);
    value = node.op == NodeOp::Sum ? toInt(value, node.range)
                                   : toBool(value, node.range);
    if (!value)
      return {};
    operands.push_back(value.expr);
    low = clamp(__int128(low) + value.low);
    high = clamp(__int128(high) + value.high);
  }
  if (node.op == NodeOp::Forall)
    return fold(makeBoolean(exprs.getAnd(operands)));
  if (node.op == NodeOp::Exists)
    return fold(makeBoolean(exprs.getOr(operands)));
  if (operands.empty())
    return makeInt(0);
  Expr sum =
      operands.size() == 1 ? operands[0] : exprs.get(ExprKind::Add, operands);
  return fold({sum, &intType, low, high});
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Operand Lowering::lowerClockArithmetic(const Node &node, NodeOp op, Operand a,
                                       Operand b) {
  if (op != NodeOp::Add && op != NodeOp::Sub)
    return error(node.range, "clocks can only be added, subtracted and "
                             "compared");
  if (a.type->kind != DataType::Clock)
    a = toInt(a, node.range);
  if (b.type->kind != DataType::Clock)
    b = toInt(b, node.range);
  if (!a || !b)
    return {};
  ExprKind kind = op == NodeOp::Add ? ExprKind::Add : ExprKind::Sub;
  return {exprs.get(kind, a.expr, b.expr), &clockType};
}

/// C rounds towards zero; our operators round as SMT-LIB's do. For a dividend
/// that is not negative these agree.
Operand Lowering::lowerDivision(const Node &node, NodeOp op, Operand a,
                                Operand b) {
  ExprKind kind = op == NodeOp::Div ? ExprKind::IntDiv : ExprKind::Mod;
  if (b.low == 0 && b.high == 0)
    return error(node.range, "division by zero");
  Operand result{exprs.get(kind, a.expr, b.expr), &intType};
  int64_t limit = std::max(std::abs(a.low), std::abs(a.high));
  if (op == NodeOp::Mod)
    limit = std::min(limit, std::max(std::abs(b.low), std::abs(b.high)) - 1);
  bool isNegative = op == NodeOp::Div && b.low < 0;
  result.low = a.low >= 0 && !isNegative ? 0 : -limit;
  result.high = limit;
  if (a.low >= 0)
    return fold(result);
  Expr negated = exprs.get(ExprKind::Neg, a.expr);
  Expr other = exprs.get(ExprKind::Neg, exprs.get(kind, negated, b.expr));
  Expr isPositive = exprs.get(ExprKind::Ge, a.expr, exprs.getInt(0));
  result.expr = exprs.get(ExprKind::If, {isPositive, result.expr, other});
  return fold(result);
}

Operand Lowering::lowerBits(const Node &node, NodeOp op, Operand a, Operand b) {
  std::optional<int64_t> x = getConstant(a.expr), y = getConstant(b.expr);
  bool isShift = op == NodeOp::ShiftLeft || op == NodeOp::ShiftRight;
  if (isShift && y && *y >= 0 && *y < 31) {
    // Both kinds round down, as a shift of two's complement does.
    int64_t factor = int64_t(1) << *y;
    ExprKind kind = op == NodeOp::ShiftLeft ? ExprKind::Mul : ExprKind::IntDiv;
    Operand result{exprs.get(kind, a.expr, exprs.getInt(factor)), &intType};
    bool isLeft = op == NodeOp::ShiftLeft;
    result.low = isLeft ? clamp(__int128(a.low) * factor) : a.low >> *y;
    result.high = isLeft ? clamp(__int128(a.high) * factor) : a.high >> *y;
    return fold(result);
  }
  if (!x || !y || isShift)
    return error(node.range, isShift ? "shifts by a variable amount are not "
                                       "supported"
                                     : "bit operations on integer variables "
                                       "are not supported");
  return makeInt(op == NodeOp::BitAnd  ? *x & *y
                 : op == NodeOp::BitOr ? *x | *y
                                       : *x ^ *y);
}

Operand Lowering::lowerArithmetic(const Node &node, NodeOp op, Operand a,
                                  Operand b) {
  // Sums are flat: each of a long row of them would be another long one.
  if (a.expr.getNumOperands() > maxOperands ||
      b.expr.getNumOperands() > maxOperands)
    return error(node.range, "the value becomes too large an expression");
  if (a.type->kind == DataType::Clock || b.type->kind == DataType::Clock)
    return lowerClockArithmetic(node, op, a, b);
  bool isBitwise =
      op == NodeOp::BitAnd || op == NodeOp::BitOr || op == NodeOp::BitXor;
  if (isBitwise && a.type->kind == DataType::Bool &&
      b.type->kind == DataType::Bool)
    return fold(makeBoolean(exprs.get(op == NodeOp::BitAnd  ? ExprKind::And
                                      : op == NodeOp::BitOr ? ExprKind::Or
                                                            : ExprKind::Ne,
                                      a.expr, b.expr)));
  a = toInt(a, node.range);
  b = toInt(b, node.range);
  if (!a || !b)
    return {};
  Operand result{Expr(), &intType};
  switch (op) {
  case NodeOp::Add:
    result = {exprs.get(ExprKind::Add, a.expr, b.expr), &intType,
              clamp(__int128(a.low) + b.low), clamp(__int128(a.high) + b.high)};
    break;
  case NodeOp::Sub:
    result = {exprs.get(ExprKind::Sub, a.expr, b.expr), &intType,
              clamp(__int128(a.low) - b.high), clamp(__int128(a.high) - b.low)};
    break;
  case NodeOp::Mul: {
    __int128 corners[] = {__int128(a.low) * b.low, __int128(a.low) * b.high,
                          __int128(a.high) * b.low, __int128(a.high) * b.high};
    result = {exprs.get(ExprKind::Mul, a.expr, b.expr), &intType,
              clamp(*std::min_element(corners, corners + 4)),
              clamp(*std::max_element(corners, corners + 4))};
    break;
  }
  case NodeOp::Div:
  case NodeOp::Mod:
    return lowerDivision(node, op, a, b);
  case NodeOp::Min:
    result = {exprs.getCall(Builtin::Min, {a.expr, b.expr}), &intType,
              std::min(a.low, b.low), std::min(a.high, b.high)};
    break;
  case NodeOp::Max:
    result = {exprs.getCall(Builtin::Max, {a.expr, b.expr}), &intType,
              std::max(a.low, b.low), std::max(a.high, b.high)};
    break;
  default:
    return lowerBits(node, op, a, b);
  }
  return fold(result);
}

//===----------------------------------------------------------------------===//
// Conditions and updates
//===----------------------------------------------------------------------===//

void Lowering::reset(llvm::ArrayRef<std::pair<Expr, int64_t>> assumed) {
  state = State();
  assumptions.assign(assumed.begin(), assumed.end());
  split.reset();
  isFolding = false;
  readsClock = false;
  callDepth = 0;
  path.clear();
  checks.clear();
}

Expr Lowering::lowerCondition(const Node &node, NameScope &scope) {
  Operand value = toBool(lowerValue(node, scope), node.range);
  if (!value || !checkSize(value.expr, node.range))
    return Expr();
  for (auto &[symbol, assigned] : state.values)
    if (symbol->kind == Symbol::Variable &&
        assigned.expr != symbol->value.expr) {
      error(node.range, "a condition must not change '" + symbol->name + "'");
      return Expr();
    }
  return value.expr;
}

bool Lowering::lowerEffect(const Node &node, NameScope &scope) {
  return bool(lowerValue(node, scope));
}
