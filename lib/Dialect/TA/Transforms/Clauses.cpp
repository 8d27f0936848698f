//===- Clauses.cpp - Conditions as zones and data ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clauses.h"
#include "tioga/Engine/System.h"
#include "tioga/Expr/Rewrite.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

Expr ta::toClockBounds(Expr condition, FlatNetwork &network) {
  ExprContext &context = *network.context;
  Expr normal = toNegationNormalForm(condition, context);
  return rewrite(normal, context, [&](Expr node) {
    if (!node.is(ExprKind::Ne) || !network.mentionsClock(node))
      return node;
    return context.getOr({context.get(ExprKind::Lt, node.getOperands()),
                          context.get(ExprKind::Gt, node.getOperands())});
  });
}

std::optional<std::vector<Clause>>
ta::getClauses(Expr condition, FlatNetwork &network, size_t limit) {
  if (!condition || condition.isTrue())
    return std::vector<Clause>(1);
  ExprContext &context = *network.context;
  auto disjuncts = toDisjunctiveNormalForm(toClockBounds(condition, network),
                                           context, limit);
  if (!disjuncts)
    return std::nullopt;
  std::vector<Clause> clauses;
  for (const auto &conjuncts : *disjuncts) {
    Clause clause;
    bool isFalse = false;
    for (Expr conjunct : conjuncts) {
      if (!network.mentionsClock(conjunct)) {
        Expr simple = simplify(conjunct, context);
        isFalse |= simple.isFalse();
        if (!simple.isTrue())
          clause.data.push_back(simple);
        continue;
      }
      auto bounds = getDifferenceBounds(
          conjunct, [&](Expr name) { return network.isClock(name); });
      if (bounds)
        llvm::append_range(clause.clocks, *bounds);
      else
        clause.mixed.push_back(conjunct);
    }
    if (!isFalse)
      clauses.push_back(std::move(clause));
  }
  return clauses;
}

Expr ta::toAtom(const DifferenceBound &bound, ExprContext &context) {
  std::optional<Rational> opposite = Rational::negate(bound.bound);
  // `y - x < -2` reads better as `x - y > 2`.
  if (bound.left && bound.right && bound.bound <= Rational(0) && opposite)
    return context.get(bound.strict ? ExprKind::Gt : ExprKind::Ge,
                       context.get(ExprKind::Sub, bound.right, bound.left),
                       context.getNumber(*opposite));
  return toExpr(bound, context);
}

/// The conjuncts of bounds; a pair `x <= 3`, `x >= 3` becomes `x == 3`.
static void appendAtoms(llvm::ArrayRef<DifferenceBound> bounds,
                        ExprContext &context,
                        llvm::SmallVectorImpl<Expr> &atoms) {
  std::vector<bool> isDone(bounds.size());
  for (size_t i = 0; i < bounds.size(); ++i) {
    if (isDone[i])
      continue;
    const DifferenceBound &bound = bounds[i];
    std::optional<Rational> opposite = Rational::negate(bound.bound);
    size_t j = i + 1;
    for (; j < bounds.size(); ++j)
      if (!isDone[j] && !bound.strict && !bounds[j].strict && opposite &&
          bounds[j].left == bound.right && bounds[j].right == bound.left &&
          bounds[j].bound == *opposite)
        break;
    if (j == bounds.size()) {
      atoms.push_back(toAtom(bound, context));
      continue;
    }
    isDone[j] = true;
    DifferenceBound upper = bound.left ? bound : bounds[j];
    if (upper.right && upper.bound.isNegative())
      upper = {upper.right, upper.left, *Rational::negate(upper.bound), false};
    Expr left = upper.right
                    ? context.get(ExprKind::Sub, upper.left, upper.right)
                    : upper.left;
    atoms.push_back(
        context.get(ExprKind::Eq, left, context.getNumber(upper.bound)));
  }
}

Expr ta::toCondition(llvm::ArrayRef<Clause> clauses, FlatNetwork &network) {
  ExprContext &context = *network.context;
  llvm::SmallVector<Expr, 4> disjuncts;
  for (const Clause &clause : clauses) {
    llvm::SmallVector<Expr, 8> conjuncts(clause.data.begin(),
                                         clause.data.end());
    llvm::append_range(conjuncts, clause.mixed);
    appendAtoms(clause.clocks, context, conjuncts);
    if (conjuncts.empty())
      return {};
    Expr disjunct = context.getAnd(conjuncts);
    if (!llvm::is_contained(disjuncts, disjunct))
      disjuncts.push_back(disjunct);
  }
  return context.getOr(disjuncts);
}

Expr ta::readAtReset(Expr condition, Expr reset, FlatNetwork &network) {
  ExprContext &context = *network.context;
  Substitution differences(context);
  for (const FlatClock &clock : network.clocks)
    differences.set(clock.name,
                    clock.name == reset
                        ? context.getInt(0)
                        : context.get(ExprKind::Sub, clock.name, reset));
  auto isClock = [&](Expr name) { return network.isClock(name); };
  llvm::DenseMap<Expr, Expr> memo;
  auto visit = [&](auto &&self, Expr node) -> Expr {
    if (!network.mentionsClock(node))
      return node;
    if (Expr known = memo.lookup(node))
      return known;
    Expr result;
    if (node.isComparison()) {
      // The general substitution would turn `x - y` into `(x - r) - (y - r)`.
      Expr comparison = node.is(ExprKind::Ne)
                            ? context.get(ExprKind::Eq, node.getOperands())
                            : node;
      if (auto bounds = getDifferenceBounds(comparison, isClock)) {
        llvm::SmallVector<Expr, 2> atoms;
        for (DifferenceBound &bound : *bounds) {
          bound.left = bound.left ? bound.left : reset;
          bound.right = bound.right ? bound.right : reset;
        }
        bool isTrivial = bounds->front().left == bounds->front().right;
        if (!isTrivial) {
          appendAtoms(*bounds, context, atoms);
          result = context.getAnd(atoms);
          if (node.is(ExprKind::Ne))
            result = toNegationNormalForm(result, context, /*negate=*/true);
        }
      }
      if (!result)
        result = simplify(differences.apply(node), context);
    } else {
      llvm::SmallVector<Expr, 8> operands;
      for (Expr operand : node.getOperands())
        operands.push_back(self(self, operand));
      result = operands.empty() ? differences.apply(node)
                                : context.withOperands(node, operands);
    }
    memo[node] = result;
    return result;
  };
  return condition ? visit(visit, condition) : Expr();
}

//===----------------------------------------------------------------------===//
// Spaces
//===----------------------------------------------------------------------===//

ClockIndex ClockSpace::add(Expr clock) {
  auto [entry, isNew] = indices.insert({clock, clocks.size() + 1});
  if (isNew)
    clocks.push_back(clock);
  return entry->second;
}

std::optional<ClockIndex> ClockSpace::lookup(Expr clock) const {
  if (!clock)
    return 0;
  auto found = indices.find(clock);
  if (found == indices.end())
    return std::nullopt;
  return found->second;
}

std::optional<Constraint>
ClockSpace::toConstraint(const DifferenceBound &bound) const {
  std::optional<ClockIndex> left = lookup(bound.left);
  std::optional<ClockIndex> right = lookup(bound.right);
  std::optional<Rational> scaled = Rational::mul(bound.bound, Rational(scale));
  if (!left || !right || !scaled || !scaled->isInteger())
    return std::nullopt;
  int64_t value = scaled->getNumerator();
  Bound packed = bound.strict ? Bound::lessThan(value) : Bound::atMost(value);
  if (packed.isOverflow())
    return std::nullopt;
  return Constraint{*left, *right, packed};
}

DifferenceBound ClockSpace::fromConstraint(const Constraint &constraint) const {
  return {constraint.x ? getClock(constraint.x) : Expr(),
          constraint.y ? getClock(constraint.y) : Expr(),
          *Rational::get(constraint.bound.getValue(), scale),
          constraint.bound.isStrict()};
}

void ClockSpace::constrain(Zone &zone, llvm::ArrayRef<DifferenceBound> bounds,
                           bool &fits) const {
  for (const DifferenceBound &bound : bounds) {
    std::optional<Constraint> constraint = toConstraint(bound);
    fits &= constraint.has_value();
    if (constraint)
      zone.constrain(*constraint);
  }
  fits &= !zone.hasOverflowed();
}

std::optional<Federation>
ClockSpace::toFederation(llvm::ArrayRef<Clause> clauses) const {
  Federation federation(getDimension());
  for (const Clause &clause : clauses) {
    if (!clause.isClocksOnly())
      return std::nullopt;
    Zone zone = Zone::universe(getDimension());
    bool fits = true;
    constrain(zone, clause.clocks, fits);
    if (!fits)
      return std::nullopt;
    if (!zone.isEmpty())
      federation.insert(zone);
  }
  return federation;
}

Clause ClockSpace::toClause(llvm::ArrayRef<Constraint> constraints) const {
  Clause clause;
  for (const Constraint &constraint : constraints)
    clause.clocks.push_back(fromConstraint(constraint));
  return clause;
}

FailureOr<int64_t> ta::getScale(const FlatNetwork &network) {
  int64_t scale = 1;
  auto extend = [&](Expr expr, Location loc) -> LogicalResult {
    if (!expr || extendScale(expr, scale))
      return success();
    return emitError(loc) << "constants have no common denominator in 64 bits";
  };
  for (const FlatAutomaton &automaton : network.automata) {
    for (const FlatLocation &location : automaton.locations)
      if (failed(extend(location.invariant, location.loc)))
        return failure();
    for (const FlatEdge &edge : automaton.edges) {
      if (failed(extend(edge.guard, edge.loc)))
        return failure();
      for (const Assignment &assignment : edge.update)
        if (failed(extend(assignment.value, edge.loc)))
          return failure();
    }
  }
  return scale;
}

//===----------------------------------------------------------------------===//
// Short conditions
//===----------------------------------------------------------------------===//

llvm::SmallVector<Constraint, 8> ta::getConstraintsBeyond(const Zone &zone,
                                                          const Zone &known) {
  // Bounds of single clocks read best: diagonals stand last and go first.
  llvm::SmallVector<Constraint, 8> needed;
  for (bool isDiagonal : {false, true})
    for (const Constraint &constraint : zone.getMinimalConstraints())
      if (constraint.isDiagonal() == isDiagonal && !known.implies(constraint))
        needed.push_back(constraint);
  for (size_t index = needed.size(); index-- > 0;) {
    Zone rest = known;
    for (size_t other = 0; other < needed.size(); ++other)
      if (other != index)
        rest.constrain(needed[other]);
    if (rest.implies(needed[index]))
      needed.erase(needed.begin() + index);
  }
  return needed;
}

/// A space of the clocks that occur in clauses.
static ClockSpace getSpace(llvm::ArrayRef<Clause> clauses, int64_t scale) {
  ClockSpace space(scale);
  for (const Clause &clause : clauses)
    for (const DifferenceBound &bound : clause.clocks) {
      if (bound.left)
        space.add(bound.left);
      if (bound.right)
        space.add(bound.right);
    }
  return space;
}

void ta::dropAbsorbed(std::vector<Clause> &clauses, int64_t scale) {
  ClockSpace space = getSpace(clauses, scale);
  bool fits = true;
  std::vector<std::optional<Zone>> zones;
  for (const Clause &clause : clauses) {
    Zone zone = Zone::universe(space.getDimension());
    space.constrain(zone, clause.clocks, fits);
    if (zone.isEmpty())
      zones.push_back(std::nullopt);
    else
      zones.push_back(std::move(zone));
  }
  if (!fits)
    return;
  auto isSubset = [](llvm::ArrayRef<Expr> few, llvm::ArrayRef<Expr> many) {
    return llvm::all_of(
        few, [&](Expr each) { return llvm::is_contained(many, each); });
  };
  for (size_t i = 0; i < clauses.size(); ++i)
    for (size_t j = 0; j < clauses.size() && zones[i]; ++j)
      if (i != j && zones[j] && isSubset(clauses[j].data, clauses[i].data) &&
          isSubset(clauses[j].mixed, clauses[i].mixed) &&
          zones[j]->includes(*zones[i]))
        zones[i].reset();
  size_t kept = 0;
  for (size_t i = 0; i < clauses.size(); ++i)
    if (zones[i] && kept++ != i)
      clauses[kept - 1] = std::move(clauses[i]);
  clauses.resize(kept);
}

Expr ta::dropImplied(Expr condition, FlatNetwork &network, int64_t scale) {
  ExprContext &context = *network.context;
  if (!condition)
    return {};
  Expr simple = simplify(condition, context);
  if (simple.isTrue())
    return {};
  // Each conjunct that is a clock constraint, as bounds; the others stay.
  llvm::SmallVector<Expr, 4> conjuncts = getConjuncts(simple);
  std::vector<Clause> parts(conjuncts.size());
  auto isClock = [&](Expr name) { return network.isClock(name); };
  for (auto [conjunct, part] : llvm::zip_equal(conjuncts, parts))
    if (auto bounds = getDifferenceBounds(conjunct, isClock))
      llvm::append_range(part.clocks, *bounds);
  ClockSpace space = getSpace(parts, scale);
  std::vector<bool> isKept(parts.size(), true);
  bool fits = true;
  auto intersect = [&](size_t except) {
    Zone zone = Zone::universe(space.getDimension());
    for (size_t other = 0; other < parts.size(); ++other)
      if (other != except && isKept[other])
        space.constrain(zone, parts[other].clocks, fits);
    return zone;
  };
  if (intersect(parts.size()).isEmpty())
    return context.getFalse();
  for (size_t index = 0; index < parts.size() && fits; ++index) {
    if (parts[index].clocks.empty())
      continue;
    Zone others = intersect(index);
    isKept[index] =
        llvm::any_of(parts[index].clocks, [&](const DifferenceBound &bound) {
          std::optional<Constraint> constraint = space.toConstraint(bound);
          return !constraint || !others.implies(*constraint);
        });
  }
  llvm::SmallVector<Expr, 4> kept;
  for (size_t index = 0; index < parts.size(); ++index)
    if (isKept[index] || !fits)
      kept.push_back(conjuncts[index]);
  return kept.empty() ? Expr() : context.getAnd(kept);
}

Expr ta::normalizeClocks(Expr condition, FlatNetwork &network, int64_t scale) {
  if (!condition)
    return {};
  Expr simple = simplify(condition, *network.context);
  if (simple.isTrue())
    return {};
  std::optional<std::vector<Clause>> clauses = getClauses(simple, network);
  if (!clauses)
    return simple;
  ClockSpace space = getSpace(*clauses, scale);
  Zone universe = Zone::universe(space.getDimension());
  // Clauses with the same data are one set of clock values.
  std::vector<Clause> result;
  std::vector<bool> isDone(clauses->size());
  for (size_t first = 0; first < clauses->size(); ++first) {
    if (isDone[first])
      continue;
    const Clause &model = (*clauses)[first];
    std::vector<Clause> group;
    for (size_t other = first; other < clauses->size(); ++other) {
      const Clause &clause = (*clauses)[other];
      if (clause.data != model.data || clause.mixed != model.mixed)
        continue;
      isDone[other] = true;
      group.emplace_back();
      group.back().clocks = clause.clocks;
    }
    std::optional<Federation> set = space.toFederation(group);
    if (!set || set->hasOverflowed())
      return simple;
    set->reduce();
    for (const Zone &zone : *set) {
      Clause clause = space.toClause(getConstraintsBeyond(zone, universe));
      clause.data = model.data;
      clause.mixed = model.mixed;
      result.push_back(std::move(clause));
    }
  }
  if (result.empty())
    return network.context->getFalse();
  return toCondition(result, network);
}

//===----------------------------------------------------------------------===//
// Clocks that cancel out
//===----------------------------------------------------------------------===//

/// Adds `factor` times an expression over clocks and numbers. Returns false if
/// it is anything else.
static bool addLinear(Expr expr, Rational factor, const FlatNetwork &network,
                      llvm::DenseMap<Expr, Rational> &terms,
                      Rational &constant) {
  auto accumulate = [&](Rational &sum, Rational value) {
    std::optional<Rational> product = Rational::mul(value, factor);
    std::optional<Rational> total =
        product ? Rational::add(sum, *product) : std::nullopt;
    if (total)
      sum = *total;
    return total.has_value();
  };
  Rational opposite = *Rational::negate(factor);
  switch (expr.getKind()) {
  case ExprKind::IntLit:
  case ExprKind::RealLit:
    return accumulate(constant, expr.getNumber());
  case ExprKind::Name:
    return network.isClock(expr) && accumulate(terms[expr], Rational(1));
  case ExprKind::Add:
    return llvm::all_of(expr.getOperands(), [&](Expr operand) {
      return addLinear(operand, factor, network, terms, constant);
    });
  case ExprKind::Sub:
    return addLinear(expr.getOperand(0), factor, network, terms, constant) &&
           addLinear(expr.getOperand(1), opposite, network, terms, constant);
  case ExprKind::Neg:
    return addLinear(expr.getOperand(0), opposite, network, terms, constant);
  default:
    return false;
  }
}

Expr ta::cancelClocks(Expr condition, FlatNetwork &network) {
  ExprContext &context = *network.context;
  if (!condition)
    return {};
  return rewrite(condition, context, [&](Expr node) {
    if (!node.isComparison() || !network.mentionsClock(node))
      return node;
    llvm::DenseMap<Expr, Rational> terms;
    Rational constant;
    if (!addLinear(node.getOperand(0), Rational(1), network, terms, constant) ||
        !addLinear(node.getOperand(1), Rational(-1), network, terms,
                   constant) ||
        llvm::any_of(terms, [](auto &term) { return !term.second.isZero(); }))
      return node;
    return simplify(context.get(node.getKind(), context.getNumber(constant),
                                context.getInt(0)),
                    context);
  });
}
