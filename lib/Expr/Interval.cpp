//===- Interval.cpp - Bounds of integer expressions -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Interval.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tioga;

namespace {

using MaybeInterval = std::optional<Interval>;

class IntervalFinder {
public:
  explicit IntervalFinder(llvm::function_ref<MaybeInterval(Expr)> getRange)
      : getRange(getRange) {}

  MaybeInterval find(Expr expr) {
    auto found = known.find(expr);
    if (found != known.end())
      return found->second;
    MaybeInterval result = compute(expr);
    known[expr] = result;
    return result;
  }

private:
  MaybeInterval compute(Expr expr);
  MaybeInterval addAll(llvm::ArrayRef<Expr> operands);
  static MaybeInterval subtract(Interval a, Interval b);
  static MaybeInterval multiply(Interval a, Interval b);
  static MaybeInterval modulo(Interval a, Interval b);
  static MaybeInterval divide(Interval a, Interval b);

  llvm::function_ref<MaybeInterval(Expr)> getRange;
  llvm::DenseMap<Expr, MaybeInterval> known;
};

} // namespace

MaybeInterval IntervalFinder::subtract(Interval a, Interval b) {
  Interval result;
  if (llvm::SubOverflow(a.low, b.high, result.low) ||
      llvm::SubOverflow(a.high, b.low, result.high))
    return std::nullopt;
  return result;
}

MaybeInterval IntervalFinder::addAll(llvm::ArrayRef<Expr> operands) {
  Interval sum = {0, 0};
  for (Expr operand : operands) {
    MaybeInterval next = find(operand);
    if (!next || llvm::AddOverflow(sum.low, next->low, sum.low) ||
        llvm::AddOverflow(sum.high, next->high, sum.high))
      return std::nullopt;
  }
  return sum;
}

MaybeInterval IntervalFinder::multiply(Interval a, Interval b) {
  int64_t products[4];
  if (llvm::MulOverflow(a.low, b.low, products[0]) ||
      llvm::MulOverflow(a.low, b.high, products[1]) ||
      llvm::MulOverflow(a.high, b.low, products[2]) ||
      llvm::MulOverflow(a.high, b.high, products[3]))
    return std::nullopt;
  auto [low, high] = std::minmax_element(products, products + 4);
  return Interval{*low, *high};
}

/// Euclidean: never negative, and smaller than the divisor.
MaybeInterval IntervalFinder::modulo(Interval a, Interval b) {
  if (b.low == INT64_MIN)
    return std::nullopt;
  int64_t high = std::max(std::abs(b.low), std::abs(b.high)) - 1;
  if (a.low >= 0)
    high = std::min(high, a.high);
  return Interval{0, std::max<int64_t>(high, 0)};
}

MaybeInterval IntervalFinder::divide(Interval a, Interval b) {
  if (a.low < 0 || b.low <= 0)
    return std::nullopt;
  return Interval{a.low / b.high, a.high / b.low};
}

MaybeInterval IntervalFinder::compute(Expr expr) {
  auto both = [&](auto fn) -> MaybeInterval {
    MaybeInterval a = find(expr.getOperand(0)), b = find(expr.getOperand(1));
    return a && b ? fn(*a, *b) : std::nullopt;
  };
  switch (expr.getKind()) {
  case ExprKind::IntLit:
    return Interval{expr.getInt(), expr.getInt()};
  case ExprKind::Name:
    return getRange(expr);
  case ExprKind::Index:
    return expr.getOperand(0).is(ExprKind::Name) ? getRange(expr.getOperand(0))
                                                 : std::nullopt;
  case ExprKind::Neg: {
    MaybeInterval operand = find(expr.getOperand(0));
    return operand ? subtract({0, 0}, *operand) : std::nullopt;
  }
  case ExprKind::Add:
    return addAll(expr.getOperands());
  case ExprKind::Sub:
    return both(subtract);
  case ExprKind::Mul:
    return both(multiply);
  case ExprKind::Mod:
    return both(modulo);
  case ExprKind::IntDiv:
    return both(divide);
  case ExprKind::If: {
    MaybeInterval a = find(expr.getOperand(1)), b = find(expr.getOperand(2));
    if (!a || !b)
      return std::nullopt;
    return Interval{std::min(a->low, b->low), std::max(a->high, b->high)};
  }
  default:
    return std::nullopt;
  }
}

std::optional<Interval>
tioga::getInterval(Expr expr,
                   llvm::function_ref<std::optional<Interval>(Expr)> getRange) {
  return IntervalFinder(getRange).find(expr);
}
