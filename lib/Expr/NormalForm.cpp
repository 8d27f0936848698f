//===- NormalForm.cpp - Negation and disjunctive normal form ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprDetail.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tioga;

ExprKind tioga::getOppositeComparison(ExprKind kind) {
  switch (kind) {
  case ExprKind::Eq:
    return ExprKind::Ne;
  case ExprKind::Ne:
    return ExprKind::Eq;
  case ExprKind::Lt:
    return ExprKind::Ge;
  case ExprKind::Le:
    return ExprKind::Gt;
  case ExprKind::Gt:
    return ExprKind::Le;
  case ExprKind::Ge:
    return ExprKind::Lt;
  default:
    llvm_unreachable("not a comparison");
  }
}

bool tioga::areComplements(Expr a, Expr b) {
  if (a.is(ExprKind::Not))
    return a.getOperand(0) == b;
  if (b.is(ExprKind::Not))
    return b.getOperand(0) == a;
  return a.isComparison() && b.isComparison() &&
         a.getKind() == getOppositeComparison(b.getKind()) &&
         a.getOperands() == b.getOperands();
}

Expr tioga::getComplement(Expr expr, ExprContext &context) {
  if (expr.is(ExprKind::Not))
    return expr.getOperand(0);
  if (expr.is(ExprKind::BoolLit))
    return context.getBool(!expr.getBool());
  if (expr.isComparison())
    return context.get(getOppositeComparison(expr.getKind()),
                       expr.getOperands());
  return context.getNot(expr);
}

//===----------------------------------------------------------------------===//
// Negation normal form
//===----------------------------------------------------------------------===//

namespace {
/// All rewritings evaluate the same atoms in the same order as the original, up
/// to repetitions, so that one is defined if and only if the other is.
class NegationNormalizer {
public:
  explicit NegationNormalizer(ExprContext &context) : context(context) {}

  Expr get(Expr expr, bool negate);

private:
  Expr compute(Expr expr, bool negate);
  Expr getEither(Expr condition, Expr then, Expr otherwise, bool negateThen,
                 bool negateOtherwise);

  ExprContext &context;
  llvm::DenseMap<Expr, Expr> memo[2];
};
} // namespace

Expr NegationNormalizer::get(Expr expr, bool negate) {
  if (Expr known = memo[negate].lookup(expr))
    return known;
  Expr computed = compute(expr, negate);
  memo[negate][expr] = computed;
  return computed;
}

/// `condition && then || !condition && otherwise`
Expr NegationNormalizer::getEither(Expr condition, Expr then, Expr otherwise,
                                   bool negateThen, bool negateOtherwise) {
  Expr left =
      context.get(ExprKind::And, get(condition, false), get(then, negateThen));
  Expr right = context.get(ExprKind::And, get(condition, true),
                           get(otherwise, negateOtherwise));
  return context.get(ExprKind::Or, left, right);
}

Expr NegationNormalizer::compute(Expr expr, bool negate) {
  switch (expr.getKind()) {
  case ExprKind::Not:
    return get(expr.getOperand(0), !negate);
  case ExprKind::And:
  case ExprKind::Or: {
    llvm::SmallVector<Expr, 8> operands;
    for (Expr operand : expr.getOperands())
      operands.push_back(get(operand, negate));
    bool isAnd = expr.is(ExprKind::And) != negate;
    return context.get(isAnd ? ExprKind::And : ExprKind::Or, operands);
  }
  case ExprKind::Implies:
    return context.get(negate ? ExprKind::And : ExprKind::Or,
                       get(expr.getOperand(0), !negate),
                       get(expr.getOperand(1), negate));
  case ExprKind::Iff:
    return getEither(expr.getOperand(0), expr.getOperand(1), expr.getOperand(1),
                     negate, !negate);
  case ExprKind::If:
    return getEither(expr.getOperand(0), expr.getOperand(1), expr.getOperand(2),
                     negate, negate);
  default:
    return negate ? getComplement(expr, context) : expr;
  }
}

Expr tioga::toNegationNormalForm(Expr expr, ExprContext &context, bool negate) {
  return NegationNormalizer(context).get(expr, negate);
}

//===----------------------------------------------------------------------===//
// Disjunctive normal form
//===----------------------------------------------------------------------===//

namespace {
using Conjuncts = llvm::SmallVector<Expr, 4>;
using Disjuncts = llvm::SmallVector<Conjuncts, 4>;
/// An expression and whether it is negated.
using Literal = std::pair<Expr, bool>;

/// Distributes, keeping definedness: of `(a || b) && c` with a true and c false
/// the form `a && c || b && c` evaluates b, which the original does not. Hence
/// a disjunct that may fail is guarded by the negations of those before it,
/// `a && c || !a && b && c`. Disjuncts that cannot fail stay as they are.
///
/// Every function returns nothing once there are too many disjuncts.
class Distributor {
public:
  Distributor(ExprContext &context, size_t limit)
      : context(context), limit(limit) {}

  std::optional<Disjuncts> get(Literal literal);

private:
  std::optional<Disjuncts> compute(Literal literal);
  std::optional<Disjuncts> getAnd(llvm::ArrayRef<Literal> literals);
  std::optional<Disjuncts> getOr(llvm::ArrayRef<Literal> literals);
  std::optional<Disjuncts> getEither(Literal condition, Literal then,
                                     Literal otherwise);
  std::optional<Disjuncts> multiply(const Disjuncts &left,
                                    const Disjuncts &right);
  /// Appends disjuncts; returns false if there are too many.
  bool append(Disjuncts &to, Disjuncts from);

  ExprContext &context;
  size_t limit;
  llvm::DenseMap<Expr, Disjuncts> memo[2];
};
} // namespace

static bool mayFailAny(llvm::ArrayRef<Expr> conjuncts) {
  return llvm::any_of(conjuncts, [](Expr e) { return mayFail(e); });
}

static Literal negated(Literal literal) {
  return {literal.first, !literal.second};
}

/// Conjoins. Returns nothing if the result is false without evaluating
/// anything that may fail.
static std::optional<Conjuncts> conjoin(Conjuncts left,
                                        llvm::ArrayRef<Expr> right) {
  for (Expr atom : right) {
    if (llvm::is_contained(left, atom))
      continue;
    if (!mayFailAny(left) &&
        (atom.isFalse() || llvm::any_of(left, [&](Expr known) {
           return areComplements(known, atom);
         })))
      return std::nullopt;
    left.push_back(atom);
  }
  return left;
}

std::optional<Disjuncts> Distributor::multiply(const Disjuncts &left,
                                               const Disjuncts &right) {
  Disjuncts product;
  for (const Conjuncts &first : left)
    for (const Conjuncts &second : right) {
      std::optional<Conjuncts> both = conjoin(first, second);
      if (!both)
        continue;
      if (product.size() == limit)
        return std::nullopt;
      product.push_back(std::move(*both));
    }
  return product;
}

bool Distributor::append(Disjuncts &to, Disjuncts from) {
  if (to.size() + from.size() > limit)
    return false;
  for (Conjuncts &conjuncts : from)
    to.push_back(std::move(conjuncts));
  return true;
}

std::optional<Disjuncts> Distributor::getAnd(llvm::ArrayRef<Literal> literals) {
  std::optional<Disjuncts> result = Disjuncts{Conjuncts()};
  for (Literal literal : literals) {
    std::optional<Disjuncts> next = get(literal);
    if (!next)
      return std::nullopt;
    // Nothing after `false` is evaluated, but what stands before it may fail.
    bool isFalse = next->empty();
    if (isFalse)
      next->push_back({context.getFalse()});
    result = multiply(*result, *next);
    if (!result || isFalse)
      break;
  }
  return result;
}

std::optional<Disjuncts> Distributor::getOr(llvm::ArrayRef<Literal> literals) {
  size_t numGuards = 0;
  for (auto [index, literal] : llvm::enumerate(literals))
    if (mayFail(literal.first))
      numGuards = index;
  Disjuncts result;
  std::optional<Disjuncts> guard = Disjuncts{Conjuncts()};
  for (auto [index, literal] : llvm::enumerate(literals)) {
    std::optional<Disjuncts> next = get(literal);
    if (next && mayFail(literal.first))
      next = multiply(*guard, *next);
    if (!next || !append(result, std::move(*next)))
      return std::nullopt;
    if (index >= numGuards)
      continue;
    std::optional<Disjuncts> opposite = get(negated(literal));
    if (!opposite)
      return std::nullopt;
    guard = multiply(*guard, *opposite);
    if (!guard)
      return std::nullopt;
  }
  return result;
}

/// The branches exclude each other and need no guards.
std::optional<Disjuncts> Distributor::getEither(Literal condition, Literal then,
                                                Literal otherwise) {
  std::optional<Disjuncts> left = getAnd({condition, then});
  std::optional<Disjuncts> right = getAnd({negated(condition), otherwise});
  if (!left || !right || !append(*left, std::move(*right)))
    return std::nullopt;
  return left;
}

std::optional<Disjuncts> Distributor::get(Literal literal) {
  llvm::DenseMap<Expr, Disjuncts> &known = memo[literal.second];
  auto found = known.find(literal.first);
  if (found != known.end())
    return found->second;
  std::optional<Disjuncts> computed = compute(literal);
  if (computed)
    known[literal.first] = *computed;
  return computed;
}

std::optional<Disjuncts> Distributor::compute(Literal literal) {
  auto [expr, negate] = literal;
  llvm::ArrayRef<Expr> operands = expr.getOperands();
  switch (expr.getKind()) {
  case ExprKind::Not:
    return get({operands[0], !negate});
  case ExprKind::And:
  case ExprKind::Or: {
    llvm::SmallVector<Literal, 8> literals;
    for (Expr operand : operands)
      literals.push_back({operand, negate});
    bool isAnd = expr.is(ExprKind::And) != negate;
    return isAnd ? getAnd(literals) : getOr(literals);
  }
  case ExprKind::Implies: {
    Literal literals[] = {{operands[0], !negate}, {operands[1], negate}};
    return negate ? getAnd(literals) : getOr(literals);
  }
  case ExprKind::Iff:
    return getEither({operands[0], false}, {operands[1], negate},
                     {operands[1], !negate});
  case ExprKind::If:
    return getEither({operands[0], false}, {operands[1], negate},
                     {operands[2], negate});
  case ExprKind::BoolLit:
    return expr.getBool() != negate ? Disjuncts{Conjuncts()} : Disjuncts();
  default:
    return Disjuncts{{negate ? getComplement(expr, context) : expr}};
  }
}

std::optional<llvm::SmallVector<llvm::SmallVector<Expr, 4>, 4>>
tioga::toDisjunctiveNormalForm(Expr expr, ExprContext &context, size_t limit) {
  return Distributor(context, limit).get({expr, false});
}
