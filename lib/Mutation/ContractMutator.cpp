//===- ContractMutator.cpp - Operators on contracts -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractMutator.h"
#include "Generator.h"
#include "tioga/Expr/Rewrite.h"

using namespace mlir;
using namespace tioga;

using Place = ContractMutator::Place;

//===----------------------------------------------------------------------===//
// ContractMutator
//===----------------------------------------------------------------------===//

ContractMutator::ContractMutator(contract::InterfaceOp interface,
                                 MutantSet &set)
    : interface(interface), set(set), names(interface) {
  // Redeclarations were reported by the verifier.
  (void)scope.declare(interface.getBody().front());
  for (auto variable : interface.getBody().getOps<VarOp>())
    if (auto type = dyn_cast<EnumType>(variable.getType()))
      enums[type.getName()] = type;
}

void ContractMutator::run(const Operator &op) {
  current = &op;
  op.generate.contracts(*this);
}

Type ContractMutator::getType(Expr expr) {
  ExprRules rules;
  rules.allowPrimed = true;
  return checkExpr(expr, scope, rules, interface.getContext(),
                   [](llvm::ArrayRef<unsigned>, const llvm::Twine &) {});
}

static void visitPlaces(Place &place,
                        llvm::function_ref<void(const Place &)> fn) {
  fn(place);
  Expr expr = place.expr;
  bool wasNegated = place.isNegated;
  place.isNegated = expr.is(ExprKind::Not);
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    place.path.push_back(index);
    place.expr = operand;
    visitPlaces(place, fn);
    place.path.pop_back();
  }
  place.expr = expr;
  place.isNegated = wasNegated;
}

void ContractMutator::forEachPlace(llvm::StringRef attribute,
                                   llvm::function_ref<void(const Place &)> fn) {
  for (Operation &op : interface.getBody().front()) {
    auto condition = op.getAttrOfType<ExprAttr>(attribute);
    if (!isa<contract::InitiallyOp, contract::RequireOp>(op) || !condition ||
        op.hasAttr("locked"))
      continue;
    Place place{
        &op, attribute, getExprContext().import(condition.getExpr()), {}};
    visitPlaces(place, fn);
  }
}

void ContractMutator::add(const Place &place, const llvm::Twine &variant,
                          Expr changed) {
  Mutant mutant;
  llvm::StringRef clause = names.lookup(place.clause);
  mutant.id = (current->name + "/" + interface.getSymName() + "/" + clause +
               "/" + getOccurrence(place.attribute, place.path) + "/" + variant)
                  .str();
  mutant.op = current;
  mutant.description =
      (clause + ": '" + place.expr.str() + "' becomes '" + changed.str() + "'")
          .str();
  mutant.element = place.clause;
  mutant.edits.push_back(
      Edit::replace(place.clause, place.attribute, changed, place.path));
  set.mutants.push_back(std::move(mutant));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static bool isNumber(Type type) {
  return isa_and_nonnull<IntType, RangeType, RealType>(type);
}

/// Numbers and names of numbers; of literals of enumerations, the neighbours.
static void changeByOne(ContractMutator &mutator, const Place &place) {
  ExprContext &context = mutator.getExprContext();
  Expr expr = place.expr;
  if (expr.is(ExprKind::EnumLit)) {
    EnumType type = mutator.lookupEnum(expr.getEnumName());
    std::optional<unsigned> index =
        type ? type.getIndex(expr.getName()) : std::nullopt;
    if (!index)
      return;
    for (int delta : {1, -1}) {
      int64_t other = int64_t(*index) + delta;
      if (other < 0 || other >= int64_t(type.getLiterals().size()))
        continue;
      llvm::StringRef literal = type.getLiterals()[other].getValue();
      mutator.add(place, literal, context.getEnum(type.getName(), literal));
    }
    return;
  }
  bool isLeaf = expr.is(ExprKind::IntLit) || expr.is(ExprKind::RealLit) ||
                expr.is(ExprKind::Name);
  if (!isLeaf || !isNumber(mutator.getType(expr)))
    return;
  mutator.add(place, "plus1", addConstant(expr, 1, context));
  mutator.add(place, "minus1", addConstant(expr, -1, context));
}

static void changeTruth(ContractMutator &mutator, const Place &place) {
  ExprContext &context = mutator.getExprContext();
  Expr expr = place.expr;
  if (expr.is(ExprKind::BoolLit)) {
    mutator.add(place, "negated", context.getBool(!expr.isTrue()));
    return;
  }
  if (!expr.is(ExprKind::Name) ||
      !isa_and_nonnull<BoolType>(mutator.getType(expr)))
    return;
  if (!place.isNegated) {
    mutator.add(place, "negated", context.getNot(expr));
    return;
  }
  // `!x` becomes `x`, not `!!x`.
  Place negation = place;
  negation.path.pop_back();
  negation.expr = context.getNot(expr);
  mutator.add(negation, "negated", expr);
}

static void changeOneComparison(ContractMutator &mutator, const Place &place) {
  struct Comparison {
    ExprKind kind;
    llvm::StringRef id;
  };
  static constexpr Comparison ordered[] = {{ExprKind::Lt, "lt"},
                                           {ExprKind::Le, "le"},
                                           {ExprKind::Eq, "eq"},
                                           {ExprKind::Ge, "ge"},
                                           {ExprKind::Gt, "gt"}};
  ExprContext &context = mutator.getExprContext();
  Expr expr = place.expr;
  if (!expr.isComparison())
    return;
  if (expr.is(ExprKind::Eq) || expr.is(ExprKind::Ne)) {
    bool isEqual = expr.is(ExprKind::Eq);
    mutator.add(
        place, isEqual ? "ne" : "eq",
        context.get(isEqual ? ExprKind::Ne : ExprKind::Eq, expr.getOperands()));
    return;
  }
  for (const Comparison &other : ordered)
    if (!expr.is(other.kind))
      mutator.add(place, other.id, context.get(other.kind, expr.getOperands()));
}

/// `a && b && c` is read from the left: `(a || b) && c` and `a && b || c`.
static void swapOneAndOr(ContractMutator &mutator, const Place &place) {
  ExprContext &context = mutator.getExprContext();
  Expr expr = place.expr;
  if (!expr.is(ExprKind::And) && !expr.is(ExprKind::Or))
    return;
  ExprKind kind = expr.getKind();
  ExprKind other = kind == ExprKind::And ? ExprKind::Or : ExprKind::And;
  auto operands = expr.getOperands();
  for (size_t i = 1; i < operands.size(); ++i) {
    llvm::SmallVector<Expr> before, after;
    for (size_t j = 0; j < operands.size(); ++j)
      (j < i ? before : after).push_back(operands[j]);
    Expr left = before.size() == 1 ? before.front() : context.get(kind, before);
    llvm::SmallVector<Expr> whole = {context.get(other, {left, after.front()})};
    whole.append(after.begin() + 1, after.end());
    mutator.add(place, std::to_string(i),
                whole.size() == 1 ? whole.front() : context.get(kind, whole));
  }
}

static void swapOneImplication(ContractMutator &mutator, const Place &place) {
  Expr expr = place.expr;
  if (!expr.is(ExprKind::Implies) && !expr.is(ExprKind::Iff))
    return;
  bool isImplication = expr.is(ExprKind::Implies);
  mutator.add(place, isImplication ? "iff" : "implies",
              mutator.getExprContext().get(isImplication ? ExprKind::Iff
                                                         : ExprKind::Implies,
                                           expr.getOperands()));
}

void mutation::offByOne(ContractMutator &mutator) {
  mutator.forEachPlace(
      "guarantee", [&](const Place &place) { changeByOne(mutator, place); });
}

void mutation::negateTruth(ContractMutator &mutator) {
  mutator.forEachPlace(
      "guarantee", [&](const Place &place) { changeTruth(mutator, place); });
}

void mutation::changeComparison(ContractMutator &mutator) {
  mutator.forEachPlace("guarantee", [&](const Place &place) {
    changeOneComparison(mutator, place);
  });
}

void mutation::swapAndOr(ContractMutator &mutator) {
  mutator.forEachPlace(
      "guarantee", [&](const Place &place) { swapOneAndOr(mutator, place); });
}

void mutation::swapImplication(ContractMutator &mutator) {
  mutator.forEachPlace("guarantee", [&](const Place &place) {
    swapOneImplication(mutator, place);
  });
}

void mutation::changeAssumption(ContractMutator &mutator) {
  mutator.forEachPlace("assume", [&](const Place &place) {
    changeByOne(mutator, place);
    changeTruth(mutator, place);
    changeOneComparison(mutator, place);
    swapOneAndOr(mutator, place);
    swapOneImplication(mutator, place);
  });
}
