//===- Simplify.cpp - Smaller equivalent expressions ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Local rules, applied bottom up. Each keeps the order in which operands are
// evaluated and drops an operand only if it cannot fail, or if the original
// does not evaluate it either. None makes the expression larger, so the whole
// is not larger. No sum is reordered: a partial sum could overflow that did not
// overflow before.
//
//===----------------------------------------------------------------------===//

#include "ExprDetail.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

namespace {
class Simplifier {
public:
  explicit Simplifier(ExprContext &context) : context(context) {}

  /// \pre the operands are simplified
  Expr simplifyNode(Expr expr);

private:
  Expr foldConstant(Expr expr);
  Expr applyRules(Expr expr);
  Expr simplifyNot(Expr expr);
  Expr simplifyAndOr(Expr expr);
  Expr simplifyImplies(Expr expr);
  Expr simplifyIff(Expr expr);
  Expr simplifyEquality(Expr expr);
  Expr simplifyIf(Expr expr);
  Expr simplifyAdd(Expr expr);
  Expr simplifySub(Expr expr);
  Expr simplifyMul(Expr expr);
  Expr simplifyDivision(Expr expr);
  Expr simplifyField(Expr expr);

  ExprContext &context;
  /// Literals and what the rules have folded to them. All are closed, defined
  /// and of bounded size unless they are collections.
  llvm::DenseSet<Expr> constants;
};
} // namespace

static bool isNumber(Expr expr, int64_t value) {
  return expr.is(ExprKind::IntLit) && expr.getInt() == value;
}

/// Counts occurrences of nodes, but not further than `limit`: a constant may
/// share so much that counting all would not end.
static size_t countNodes(Expr expr, size_t limit = SIZE_MAX) {
  size_t count = 1;
  for (Expr operand : expr.getOperands()) {
    if (count >= limit)
      break;
    count += countNodes(operand, limit - count);
  }
  return count;
}

static EvalResult evaluateClosed(Expr expr) {
  return evaluate(expr, [](llvm::StringRef, bool) { return nullptr; });
}

//===----------------------------------------------------------------------===//
// Connectives
//===----------------------------------------------------------------------===//

Expr Simplifier::simplifyNot(Expr expr) {
  Expr operand = expr.getOperand(0);
  if (operand.is(ExprKind::Not) || operand.isComparison())
    return getComplement(operand, context);
  return expr;
}

namespace {
/// The operands of a conjunction (or disjunction) met so far. Finds duplicates
/// and complements without making nodes for the complements.
class SeenOperands {
public:
  bool insert(Expr expr) {
    if (!seen.insert(expr).second)
      return false;
    if (expr.is(ExprKind::Not))
      negated.insert(expr.getOperand(0));
    if (expr.isComparison())
      comparisons[getSides(expr)] |= 1u << unsigned(expr.getKind());
    return true;
  }

  bool hasComplementOf(Expr expr) const {
    if (negated.contains(expr))
      return true;
    if (expr.is(ExprKind::Not))
      return seen.contains(expr.getOperand(0));
    return expr.isComparison() &&
           (comparisons.lookup(getSides(expr)) >>
            unsigned(getOppositeComparison(expr.getKind()))) &
               1;
  }

private:
  static std::pair<Expr, Expr> getSides(Expr comparison) {
    return {comparison.getOperand(0), comparison.getOperand(1)};
  }

  llvm::DenseSet<Expr> seen, negated;
  llvm::DenseMap<std::pair<Expr, Expr>, unsigned> comparisons;
};
} // namespace

Expr Simplifier::simplifyAndOr(Expr expr) {
  bool neutral = expr.is(ExprKind::And);
  llvm::SmallVector<Expr, 8> kept;
  SeenOperands seen;
  bool isDecided = false;
  for (Expr operand : expr.getOperands()) {
    bool isLiteral = operand.is(ExprKind::BoolLit);
    if (isLiteral && operand.getBool() == neutral)
      continue;
    // Where the complement is evaluated, its opposite had the neutral value.
    if (isLiteral || seen.hasComplementOf(operand)) {
      isDecided = true;
      break;
    }
    if (seen.insert(operand))
      kept.push_back(operand);
  }
  if (isDecided) {
    // Only the last ones: an operand protects those after it from failing.
    while (!kept.empty() && !mayFail(kept.back()))
      kept.pop_back();
    kept.push_back(context.getBool(!neutral));
  }
  return neutral ? context.getAnd(kept) : context.getOr(kept);
}

Expr Simplifier::simplifyImplies(Expr expr) {
  Expr left = expr.getOperand(0), right = expr.getOperand(1);
  if (left.isTrue())
    return right;
  if (left.isFalse())
    return context.getTrue();
  if (right.isFalse())
    return getComplement(left, context);
  if (!mayFail(left) && (right.isTrue() || left == right))
    return context.getTrue();
  return expr;
}

Expr Simplifier::simplifyIff(Expr expr) {
  Expr left = expr.getOperand(0), right = expr.getOperand(1);
  if (left.is(ExprKind::BoolLit))
    return left.getBool() ? right : getComplement(right, context);
  if (right.is(ExprKind::BoolLit))
    return right.getBool() ? left : getComplement(left, context);
  if (!mayFail(left) && left == right)
    return context.getTrue();
  if (!mayFail(left) && areComplements(left, right))
    return context.getFalse();
  return expr;
}

/// Comparisons, and `in`.
Expr Simplifier::simplifyEquality(Expr expr) {
  Expr left = expr.getOperand(0), right = expr.getOperand(1);
  ExprKind kind = expr.getKind();
  bool isEq = kind == ExprKind::Eq;
  if (kind == ExprKind::In) {
    bool isEmpty = right.is(ExprKind::SetLit) && right.getNumOperands() == 0;
    return isEmpty && !mayFail(left) ? context.getFalse() : expr;
  }
  if (left == right && !mayFail(left))
    return context.getBool(isEq || kind == ExprKind::Le ||
                           kind == ExprKind::Ge);
  if (!isEq && kind != ExprKind::Ne)
    return expr;
  if (left.is(ExprKind::BoolLit))
    std::swap(left, right);
  if (!right.is(ExprKind::BoolLit))
    return expr;
  return right.getBool() == isEq ? left : getComplement(left, context);
}

Expr Simplifier::simplifyIf(Expr expr) {
  Expr condition = expr.getOperand(0);
  Expr then = expr.getOperand(1), otherwise = expr.getOperand(2);
  if (condition.is(ExprKind::BoolLit))
    return condition.getBool() ? then : otherwise;
  if (then == otherwise && !mayFail(condition))
    return then;
  if (then.isTrue() && otherwise.isFalse())
    return condition;
  if (then.isFalse() && otherwise.isTrue())
    return getComplement(condition, context);
  return expr;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Adds neighbouring constants and drops zeros.
Expr Simplifier::simplifyAdd(Expr expr) {
  llvm::SmallVector<Expr, 8> kept;
  for (Expr operand : expr.getOperands()) {
    if (isNumber(operand, 0))
      continue;
    if (!kept.empty() && constants.contains(operand) &&
        constants.contains(kept.back())) {
      Expr sum = context.get(ExprKind::Add, kept.back(), operand);
      Expr folded = foldConstant(sum);
      if (isNumber(folded, 0)) {
        kept.pop_back();
        continue;
      }
      if (folded != sum) {
        kept.back() = folded;
        continue;
      }
    }
    kept.push_back(operand);
  }
  if (kept.empty())
    return context.getInt(0);
  return kept.size() == 1 ? kept[0] : context.get(ExprKind::Add, kept);
}

Expr Simplifier::simplifySub(Expr expr) {
  Expr left = expr.getOperand(0), right = expr.getOperand(1);
  if (isNumber(right, 0))
    return left;
  if (isNumber(left, 0))
    return right.is(ExprKind::Neg) ? right.getOperand(0)
                                   : context.get(ExprKind::Neg, right);
  if (left == right && !mayFail(left))
    return context.getInt(0);
  return expr;
}

Expr Simplifier::simplifyMul(Expr expr) {
  Expr left = expr.getOperand(0), right = expr.getOperand(1);
  if (isNumber(left, 1))
    return right;
  if (isNumber(right, 1))
    return left;
  if ((isNumber(left, 0) && !mayFail(right)) ||
      (isNumber(right, 0) && !mayFail(left)))
    return context.getInt(0);
  return expr;
}

Expr Simplifier::simplifyDivision(Expr expr) {
  Expr left = expr.getOperand(0);
  if (!isNumber(expr.getOperand(1), 1))
    return expr;
  if (!expr.is(ExprKind::Mod))
    return left;
  return mayFail(left) ? expr : context.getInt(0);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Reads a field of `{f = a}` or `r with {f = a}`; substitution makes these.
Expr Simplifier::simplifyField(Expr expr) {
  Expr record = expr.getOperand(0);
  bool isWith = record.is(ExprKind::With);
  if (!isWith && !record.is(ExprKind::RecordLit))
    return expr;
  llvm::ArrayRef<llvm::StringRef> names = record.getFieldNames();
  // Of two fields with one name the last counts.
  Expr found;
  bool dropsFailure = false;
  for (auto [index, operand] : llvm::enumerate(record.getOperands())) {
    bool isBase = isWith && index == 0;
    if (!isBase && names[index - isWith] == expr.getName()) {
      dropsFailure |= found && mayFail(found);
      found = operand;
    } else if (!isBase) {
      dropsFailure |= mayFail(operand);
    }
  }
  Expr base = isWith ? record.getOperand(0) : Expr();
  if (dropsFailure || (found && base && mayFail(base)) || (!found && !base))
    return expr;
  return found ? found : context.getField(base, expr.getName());
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

/// Returns the literal for a number, Boolean or enumeration literal whose
/// operands are constants; `expr` if it fails, overflows or would grow.
Expr Simplifier::foldConstant(Expr expr) {
  EvalResult value = evaluateClosed(expr);
  bool isScalar = value.value.getKind() <= Value::Kind::Enum;
  if (!value || !isScalar)
    return expr;
  Expr folded = value.value.toExpr(context);
  size_t size = countNodes(folded);
  if (countNodes(expr, size) < size)
    return expr;
  constants.insert(folded);
  return folded;
}

static bool isCollectionLiteral(Expr expr) {
  return expr.is(ExprKind::SetLit) || expr.is(ExprKind::ArrayLit) ||
         expr.is(ExprKind::MapLit) || expr.is(ExprKind::RecordLit);
}

Expr Simplifier::applyRules(Expr expr) {
  switch (expr.getKind()) {
  case ExprKind::Not:
    return simplifyNot(expr);
  case ExprKind::And:
  case ExprKind::Or:
    return simplifyAndOr(expr);
  case ExprKind::Implies:
    return simplifyImplies(expr);
  case ExprKind::Iff:
    return simplifyIff(expr);
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Gt:
  case ExprKind::Ge:
  case ExprKind::In:
    return simplifyEquality(expr);
  case ExprKind::Add:
    return simplifyAdd(expr);
  case ExprKind::Sub:
    return simplifySub(expr);
  case ExprKind::Neg: {
    Expr operand = expr.getOperand(0);
    return operand.is(ExprKind::Neg) ? operand.getOperand(0) : expr;
  }
  case ExprKind::Mul:
    return simplifyMul(expr);
  case ExprKind::Div:
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    return simplifyDivision(expr);
  case ExprKind::If:
    return simplifyIf(expr);
  case ExprKind::Field:
    return simplifyField(expr);
  default:
    return expr;
  }
}

Expr Simplifier::simplifyNode(Expr expr) {
  if (expr.is(ExprKind::Name))
    return expr;
  bool isClosed = llvm::all_of(expr.getOperands(),
                               [&](Expr e) { return constants.contains(e); });
  if (!isClosed)
    return applyRules(expr);
  if (expr.getNumOperands() == 0 || isCollectionLiteral(expr)) {
    constants.insert(expr);
    return expr;
  }
  Expr folded = foldConstant(expr);
  return constants.contains(folded) ? folded : applyRules(folded);
}

Expr tioga::simplify(Expr expr, ExprContext &context) {
  Simplifier simplifier(context);
  return rewrite(expr, context,
                 [&](Expr node) { return simplifier.simplifyNode(node); });
}
