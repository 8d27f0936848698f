//===- SpecificationModel.cpp - Discrete states and valuations --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Specification.h"
#include "tioga/Expr/DifferenceBounds.h"

using namespace tioga;

static ZoneModelOptions makeOptions(const System &system) {
  ZoneModelOptions options;
  options.scale = system.getScale();
  options.allowGaps = true;
  return options;
}

SpecificationModel::SpecificationModel(const System &system)
    : model(system, /*edits=*/nullptr, alphabet, makeOptions(system)) {}

std::optional<std::string>
SpecificationModel::expand(const SpecificationOptions &options) {
  if (getSystem().isSync())
    return "a synchronous contract is no timed specification";
  // States are numbered as they are found, and expanding finds more.
  for (StateId id = 0; id < model.getNumStates(); ++id) {
    const DiscreteState &state = model.getState(id);
    if (!model.getFailure().empty())
      return model.getFailure().str();
    if (id >= options.maxStates)
      return "the limit of " + std::to_string(options.maxStates) +
             " states was reached";
    for (const ZoneEdge &edge : state.edges)
      if (edge.kind == EdgeKind::Silent && !options.allowSilent)
        return std::string("a specification has no silent steps, and this one "
                           "has some");
    Federation invariant(getDimension());
    for (ZoneConjunction conjunction : state.invariants)
      invariant.insert(Zone::fromConstraints(getDimension(), conjunction));
    invariant.reduce();
    invariants.push_back(std::move(invariant));
  }
  return std::nullopt;
}

Zone SpecificationModel::getGuard(const ZoneEdge &edge) const {
  return Zone::fromConstraints(getDimension(), edge.guard);
}

/// Where a clock comes from when an edge is taken.
static std::pair<ClockIndex, int64_t> getSource(const ZoneEdge &edge,
                                                ClockIndex clock) {
  for (const ZoneReset &reset : edge.resets)
    if (reset.clock == clock && clock != 0)
      return {reset.source, reset.offset};
  return {clock, 0};
}

Federation SpecificationModel::getPredecessors(const ZoneEdge &edge,
                                               const Federation &target) const {
  Federation result(getDimension());
  Zone guard = getGuard(edge);
  for (const Zone &zone : target) {
    Zone before = guard;
    for (const Constraint &constraint : zone.getMinimalConstraints()) {
      auto [x, xOffset] = getSource(edge, constraint.x);
      auto [y, yOffset] = getSource(edge, constraint.y);
      Bound bound = constraint.bound + Bound::atMost(yOffset - xOffset);
      if (x != y)
        before.constrain(x, y, bound);
      else if (bound < Bound::atMost(0))
        before = Zone::empty(getDimension());
      if (before.isEmpty())
        break;
    }
    if (!before.isEmpty())
      result.insert(std::move(before));
  }
  return result;
}

Federation SpecificationModel::getEnabled(StateId id, EdgeKind kind) {
  Federation result(getDimension());
  for (const ZoneEdge &edge : getState(id).edges)
    if (edge.kind == kind)
      result.insert(getGuard(edge));
  result.intersect(invariants[id]);
  return result;
}

Federation SpecificationModel::getUnbounded(StateId id, const Federation &bad) {
  if (getState(id).isUrgent)
    return Federation(getDimension());
  Federation past = bad;
  past.unite(invariants[id].complement());
  past.down();
  return past.complement();
}

/// A valuation of which all a little later are in the zone. It need not be in
/// the zone itself: `x > 2` follows on `x <= 2`.
static Zone getJustBefore(const Zone &zone) {
  llvm::SmallVector<Constraint, 16> constraints = zone.getMinimalConstraints();
  for (Constraint &constraint : constraints) {
    if (constraint.isDiagonal())
      continue;
    int64_t value = constraint.bound.getValue();
    constraint.bound =
        constraint.x ? Bound::lessThan(value) : Bound::atMost(value);
  }
  return Zone::fromConstraints(zone.getDimension(), constraints);
}

Federation SpecificationModel::getWaiting(StateId id) {
  Federation result(getDimension());
  if (getState(id).isUrgent)
    return result;
  for (const Zone &zone : invariants[id]) {
    Zone before = getJustBefore(zone);
    if (!before.isEmpty())
      result.insert(std::move(before));
  }
  result.intersect(invariants[id]);
  return result;
}

Expr SpecificationModel::getCondition(StateId id,
                                      const Federation &valuations) {
  const System &system = getSystem();
  ExprContext &context = system.getExprContext();
  llvm::SmallVector<Expr> discrete;
  for (auto [index, control] : llvm::enumerate(system.getControls()))
    discrete.push_back(context.get(
        ExprKind::Eq, control.name,
        control.values[model.getLocation(id, index)].toExpr(context)));
  for (auto [index, variable] : llvm::enumerate(system.getVariables()))
    discrete.push_back(context.get(ExprKind::Eq, variable.name,
                                   model.getValue(id, index).toExpr(context)));
  llvm::SmallVector<Expr> alternatives;
  for (const Zone &zone : valuations) {
    llvm::SmallVector<Expr> conjuncts = discrete;
    for (const Constraint &constraint : zone.getMinimalConstraints()) {
      auto getClock = [&](ClockIndex clock) {
        return clock ? system.getClocks()[clock - 1].name : Expr();
      };
      auto bound = Rational::get(constraint.bound.getValue(), model.getScale());
      conjuncts.push_back(
          toExpr({getClock(constraint.x), getClock(constraint.y), *bound,
                  constraint.bound.isStrict()},
                 context));
    }
    alternatives.push_back(context.getAnd(conjuncts));
  }
  return context.getOr(alternatives);
}
