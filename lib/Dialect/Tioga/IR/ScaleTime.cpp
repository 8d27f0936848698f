//===- ScaleTime.cpp - Another unit of time ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/ScaleTime.h"
#include "mlir/IR/SymbolTable.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "tioga/Expr/Rewrite.h"
#include <numeric>

using namespace mlir;
using namespace tioga;

namespace {

/// Visits the durations of a model: the largest terms without clocks that
/// clocks are compared with or set to.
class DurationRewriter {
public:
  explicit DurationRewriter(Operation *root);
  virtual ~DurationRewriter() = default;

  /// Returns false if a term with clocks is of no known form.
  bool run();

protected:
  /// Returns what the duration becomes; null if that cannot be said.
  virtual Expr rewriteDuration(Expr duration) = 0;

  ExprContext exprs;

private:
  bool isClock(Expr name);
  bool mentionsClock(Expr expr);
  Expr rewriteCondition(Expr expr);
  Expr rewriteTerm(Expr expr);
  Expr mapOperands(Expr expr, llvm::function_ref<Expr(Expr)> fn);
  Attribute rewriteAttribute(Attribute attribute);

  Operation *root;
  /// Per operation that declares names: which of them are clocks.
  llvm::DenseMap<Operation *, llvm::StringMap<bool>> declared;
  /// Whose expressions are rewritten.
  Operation *current = nullptr;
  bool hasFailed = false;
};

} // namespace

DurationRewriter::DurationRewriter(Operation *root) : root(root) {
  auto declare = [&](Operation *op, StringRef name, bool isClock) {
    Operation *scope = op->getParentOp();
    declared[scope].try_emplace(name, isClock);
    // From outside it is `P.x`.
    auto symbol =
        scope->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (scope != this->root && symbol)
      declared[this->root].try_emplace((symbol.getValue() + "." + name).str(),
                                       isClock);
  };
  root->walk([&](Operation *op) {
    if (auto clock = dyn_cast<ClockOp>(op))
      declare(op, clock.getName(), true);
    else if (auto var = dyn_cast<VarOp>(op))
      declare(op, var.getName(), false);
  });
}

bool DurationRewriter::isClock(Expr name) {
  for (Operation *op = current; op; op = op->getParentOp()) {
    auto scope = declared.find(op);
    if (scope == declared.end())
      continue;
    auto found = scope->second.find(name.getName());
    if (found != scope->second.end())
      return found->second;
  }
  return false;
}

bool DurationRewriter::mentionsClock(Expr expr) {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names, [&](Expr name) { return isClock(name); });
}

Expr DurationRewriter::mapOperands(Expr expr,
                                   llvm::function_ref<Expr(Expr)> fn) {
  llvm::SmallVector<Expr> operands;
  for (Expr operand : expr.getOperands())
    operands.push_back(fn(operand));
  return operands.empty() ? expr : exprs.withOperands(expr, operands);
}

Expr DurationRewriter::rewriteCondition(Expr expr) {
  if (!mentionsClock(expr))
    return expr;
  bool isBound = expr.isComparison() &&
                 llvm::any_of(expr.getOperands(),
                              [&](Expr side) { return mentionsClock(side); });
  return mapOperands(expr, [&](Expr operand) {
    return isBound ? rewriteTerm(operand) : rewriteCondition(operand);
  });
}

/// A term over clocks and durations.
Expr DurationRewriter::rewriteTerm(Expr expr) {
  if (!mentionsClock(expr)) {
    Expr result = rewriteDuration(expr);
    hasFailed |= !result;
    return result ? result : expr;
  }
  auto rewrite = [&](Expr operand) { return rewriteTerm(operand); };
  switch (expr.getKind()) {
  case ExprKind::Name:
    return expr;
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Neg:
    return mapOperands(expr, rewrite);
  case ExprKind::Mul:
  case ExprKind::Div:
    // The other factor is a number.
    return mapOperands(expr, [&](Expr operand) {
      return mentionsClock(operand) ? rewriteTerm(operand) : operand;
    });
  case ExprKind::If:
    return exprs.get(ExprKind::If, {rewriteCondition(expr.getOperand(0)),
                                    rewriteTerm(expr.getOperand(1)),
                                    rewriteTerm(expr.getOperand(2))});
  case ExprKind::Call:
    if (expr.getBuiltin() == Builtin::Min || expr.getBuiltin() == Builtin::Max)
      return mapOperands(expr, rewrite);
    break;
  default:
    break;
  }
  hasFailed = true;
  return expr;
}

Attribute DurationRewriter::rewriteAttribute(Attribute attribute) {
  if (auto expr = dyn_cast<ExprAttr>(attribute)) {
    Expr before = exprs.import(expr.getExpr());
    Expr after = rewriteCondition(before);
    return before == after ? attribute
                           : ExprAttr::get(attribute.getContext(), after);
  }
  if (auto update = dyn_cast<UpdateAttr>(attribute)) {
    Update result;
    for (const Assignment &assignment : update.getAssignments()) {
      Expr target = exprs.import(assignment.target);
      Expr value = exprs.import(assignment.value);
      result.push_back({target, isClock(target) ? rewriteTerm(value)
                                                : rewriteCondition(value)});
    }
    return UpdateAttr::get(attribute.getContext(), result);
  }
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    llvm::SmallVector<Attribute> elements;
    for (Attribute element : array)
      elements.push_back(rewriteAttribute(element));
    return ArrayAttr::get(attribute.getContext(), elements);
  }
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    NamedAttrList entries(dictionary);
    for (NamedAttribute entry : dictionary)
      entries.set(entry.getName(), rewriteAttribute(entry.getValue()));
    return entries.getDictionary(attribute.getContext());
  }
  return attribute;
}

bool DurationRewriter::run() {
  root->walk([&](Operation *op) {
    current = op;
    DictionaryAttr attributes = op->getAttrDictionary();
    for (NamedAttribute entry : attributes) {
      Attribute after = rewriteAttribute(entry.getValue());
      if (after != entry.getValue())
        op->setAttr(entry.getName(), after);
    }
  });
  return !hasFailed;
}

//===----------------------------------------------------------------------===//
// Multiples
//===----------------------------------------------------------------------===//

/// The value of a literal, a negated one, or a quotient of two.
static std::optional<Rational> getLiteral(Expr expr) {
  if (expr.is(ExprKind::IntLit) || expr.is(ExprKind::RealLit))
    return expr.getNumber();
  if (expr.is(ExprKind::Neg)) {
    std::optional<Rational> value = getLiteral(expr.getOperand(0));
    return value ? Rational::negate(*value) : std::nullopt;
  }
  if (!expr.is(ExprKind::Div))
    return std::nullopt;
  std::optional<Rational> a = getLiteral(expr.getOperand(0)),
                          b = getLiteral(expr.getOperand(1));
  return a && b ? Rational::div(*a, *b) : std::nullopt;
}

/// Takes `expr` apart into a number and what it is a multiple of.
static std::optional<std::pair<Rational, Expr>> getMultiple(Expr expr) {
  if (expr.is(ExprKind::Mul))
    for (unsigned i : {0, 1})
      if (std::optional<Rational> number = getLiteral(expr.getOperand(i)))
        return std::pair(*number, expr.getOperand(1 - i));
  if (expr.is(ExprKind::Div))
    if (std::optional<Rational> number = getLiteral(expr.getOperand(1)))
      if (std::optional<Rational> inverse = Rational::div(1, *number))
        return std::pair(*inverse, expr.getOperand(0));
  return std::nullopt;
}

/// Whether a multiple of the whole is made of multiples of the parts.
static bool isSum(Expr expr) {
  if (expr.is(ExprKind::Call))
    return expr.getBuiltin() == Builtin::Min ||
           expr.getBuiltin() == Builtin::Max;
  return expr.is(ExprKind::Add) || expr.is(ExprKind::Sub) ||
         expr.is(ExprKind::Neg) || expr.is(ExprKind::If);
}

namespace {

class Scaler : public DurationRewriter {
public:
  Scaler(Operation *root, Rational factor)
      : DurationRewriter(root), factor(factor) {}

protected:
  Expr rewriteDuration(Expr duration) override {
    return multiply(duration, factor);
  }

private:
  Expr multiply(Expr expr, Rational by) {
    if (std::optional<Rational> literal = getLiteral(expr)) {
      std::optional<Rational> product = Rational::mul(*literal, by);
      return product ? exprs.getNumber(*product) : Expr();
    }
    if (auto multiple = getMultiple(expr)) {
      std::optional<Rational> product = Rational::mul(multiple->first, by);
      return product ? multiply(multiple->second, *product) : Expr();
    }
    if (isSum(expr)) {
      llvm::SmallVector<Expr> operands(expr.getOperands());
      for (Expr &operand : llvm::MutableArrayRef(operands).drop_front(
               expr.is(ExprKind::If) ? 1 : 0))
        if (!(operand = multiply(operand, by)))
          return {};
      return exprs.withOperands(expr, operands);
    }
    if (by.getNumerator() != 1)
      expr = exprs.get(ExprKind::Mul, exprs.getInt(by.getNumerator()), expr);
    if (by.getDenominator() != 1)
      expr = exprs.get(ExprKind::Div, expr, exprs.getInt(by.getDenominator()));
    return expr;
  }

  Rational factor;
};

/// Collects the denominators, and changes nothing.
class DenominatorFinder : public DurationRewriter {
public:
  using DurationRewriter::DurationRewriter;

  int64_t result = 1;

protected:
  Expr rewriteDuration(Expr duration) override {
    return collect(duration, 1) ? duration : Expr();
  }

private:
  bool add(Rational number) {
    constexpr int64_t limit = 1'000'000;
    if (number.getDenominator() > limit)
      return false;
    result = std::lcm(result, number.getDenominator());
    return result <= limit;
  }
  bool collect(Expr expr, Rational by) {
    if (std::optional<Rational> literal = getLiteral(expr)) {
      std::optional<Rational> product = Rational::mul(*literal, by);
      return product && add(*product);
    }
    if (auto multiple = getMultiple(expr)) {
      std::optional<Rational> product = Rational::mul(multiple->first, by);
      return product && collect(multiple->second, *product);
    }
    if (isSum(expr))
      return llvm::all_of(
          expr.getOperands().drop_front(expr.is(ExprKind::If) ? 1 : 0),
          [&](Expr operand) { return collect(operand, by); });
    return add(by);
  }
};

} // namespace

std::optional<int64_t> tioga::getTimeDenominator(Operation *op) {
  DenominatorFinder finder(op);
  return finder.run() ? std::optional(finder.result) : std::nullopt;
}

LogicalResult tioga::scaleTime(Operation *op, Rational factor) {
  if (Scaler(op, factor).run())
    return success();
  return op->emitError() << "cannot change the unit of time by the factor "
                         << factor.str();
}
