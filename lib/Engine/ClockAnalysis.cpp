//===- ClockAnalysis.cpp - What clocks are still compared with --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClockAnalysis.h"
#include "tioga/Expr/Rewrite.h"

using namespace tioga;

/// A constant so large that extrapolation never applies.
static constexpr int32_t unknownConstant = Bound::maxValue;

static bool raise(int32_t &constant, int32_t to) {
  if (to <= constant)
    return false;
  constant = to;
  return true;
}

static bool raise(ClockAnalysis::Constants &constants,
                  ClockAnalysis::Constants to) {
  bool changed = raise(constants.lower, to.lower);
  return raise(constants.upper, to.upper) || changed;
}

/// The magnitude of a constant after scaling.
static int32_t getScaled(std::optional<Rational> value, int64_t scale) {
  if (value && value->isNegative())
    value = Rational::negate(*value);
  if (value)
    value = Rational::mul(*value, Rational(scale));
  if (!value || *value > Rational(unknownConstant - 1))
    return unknownConstant;
  // Rounded up.
  int64_t whole = value->getNumerator() / value->getDenominator();
  return static_cast<int32_t>(whole + (value->isInteger() ? 0 : 1));
}

//===----------------------------------------------------------------------===//
// Magnitudes of data
//===----------------------------------------------------------------------===//

namespace {
/// Bounds the magnitude of numbers; clocks count as zero. Nothing if there is
/// no bound.
struct Magnitude {
  const System &system;
  /// Null if no parameters are visible.
  const SystemTransition *transition;

  std::optional<Rational> get(Expr expr) const;

private:
  std::optional<Rational> getName(Expr name) const;
  std::optional<Rational> getSum(Expr expr) const;
  std::optional<Rational> getGreatest(llvm::ArrayRef<Expr> operands) const;
};
} // namespace

std::optional<Rational> Magnitude::getName(Expr name) const {
  mlir::Type type;
  if (transition)
    if (std::optional<unsigned> param = System::lookupParam(*transition, name))
      type = transition->params[*param].type;
  const Slot *slot = type ? nullptr : system.lookup(name);
  if (slot && slot->kind == Slot::Kind::Clock)
    return Rational(0);
  if (slot && slot->kind == Slot::Kind::Variable)
    type = system.getVariables()[slot->index].type;
  auto range = mlir::dyn_cast_if_present<RangeType>(type);
  if (!range || range.getLow() == INT64_MIN)
    return std::nullopt;
  return Rational(
      std::max(std::abs(range.getLow()), std::abs(range.getHigh())));
}

std::optional<Rational> Magnitude::getSum(Expr expr) const {
  std::optional<Rational> sum = Rational(0);
  for (Expr operand : expr.getOperands()) {
    std::optional<Rational> part = get(operand);
    if (!part || !(sum = Rational::add(*sum, *part)))
      return std::nullopt;
  }
  return sum;
}

std::optional<Rational>
Magnitude::getGreatest(llvm::ArrayRef<Expr> operands) const {
  Rational greatest(0);
  for (Expr operand : operands) {
    std::optional<Rational> part = get(operand);
    if (!part)
      return std::nullopt;
    greatest = std::max(greatest, *part);
  }
  return greatest;
}

std::optional<Rational> Magnitude::get(Expr expr) const {
  switch (expr.getKind()) {
  case ExprKind::IntLit:
  case ExprKind::RealLit:
    return expr.getNumber();
  case ExprKind::Name:
    return getName(expr);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Neg:
    return getSum(expr);
  case ExprKind::Mul: {
    std::optional<Rational> left = get(expr.getOperand(0));
    std::optional<Rational> right = get(expr.getOperand(1));
    return left && right ? Rational::mul(*left, *right) : std::nullopt;
  }
  case ExprKind::If:
    return getGreatest(expr.getOperands().drop_front());
  case ExprKind::Call:
    if (expr.getBuiltin() == Builtin::Min ||
        expr.getBuiltin() == Builtin::Max || expr.getBuiltin() == Builtin::Abs)
      return getGreatest(expr.getOperands());
    return std::nullopt;
  case ExprKind::IntDiv:
    // Euclidean division by an integer may move away from zero by one.
    if (std::optional<Rational> left = get(expr.getOperand(0)))
      return Rational::add(*left, Rational(1));
    return std::nullopt;
  case ExprKind::Mod:
    return get(expr.getOperand(1));
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Collecting constants
//===----------------------------------------------------------------------===//

ClockAnalysis::ClockAnalysis(const SystemView &view, unsigned numClocks,
                             int64_t scale)
    : view(view), numClocks(numClocks), scale(scale) {
  unsigned rows = 0;
  for (unsigned control = 0, e = view.getSystem().getControls().size();
       control < e; ++control) {
    firstRow.push_back(rows);
    rows += view.getNumLocations(control);
  }
  everywhere = rows;
  table.resize((rows + 1) * size_t(numClocks));
  for (unsigned index = 0, e = view.getNumTransitions(); index < e; ++index)
    if (const SystemTransition *transition = view.getTransition(index))
      addGuard(*transition);
  for (unsigned control = 0, e = firstRow.size(); control < e; ++control)
    for (unsigned location = 0, n = view.getNumLocations(control); location < n;
         ++location)
      view.forEachInvariant(
          control, location, [&](const SystemCondition &condition) {
            addCondition(getRow(control, location), condition);
          });
  view.forEachGlobalInvariant([&](const SystemCondition &condition) {
    addCondition(everywhere, condition);
  });
}

void ClockAnalysis::addGuard(const SystemTransition &transition) {
  unsigned source = getSourceRow(transition);
  addCondition(source, transition.guard, &transition);
  // Whether the environment would take an output is asked wherever the system
  // is (rtioco).
  for (const SystemMove &move : transition.moves)
    if (view.getSystem().getControls()[move.control].isEnvironment &&
        move.from && getRow(move.control, *move.from) != source)
      addCondition(getRow(move.control, *move.from), transition.guard,
                   &transition);
}

unsigned ClockAnalysis::getSourceRow(const SystemTransition &transition) const {
  for (const SystemMove &move : transition.moves)
    if (move.from)
      return getRow(move.control, *move.from);
  return everywhere;
}

void ClockAnalysis::addEverywhere(Expr condition) {
  addCondition(everywhere, splitCondition(condition, view.getSystem()));
}

void ClockAnalysis::addUrgency(unsigned clock, std::optional<SystemMove> at) {
  unsigned index = at ? getRow(at->control, at->to) : everywhere;
  raise(row(index)[clock], {-1, 0});
}

void ClockAnalysis::addCondition(unsigned index,
                                 const SystemCondition &condition,
                                 const SystemTransition *transition) {
  for (const ClockBound &bound : condition.clocks)
    addBound(index, bound);
  for (Expr mixed : condition.mixed)
    addMixed(index, mixed, transition);
}

void ClockAnalysis::addBound(unsigned index, const ClockBound &bound) {
  int32_t constant = getScaled(bound.bound, scale);
  Constants *constants = row(index);
  if (!bound.right) {
    raise(constants[bound.left - 1], {-1, constant});
    return;
  }
  if (!bound.left) {
    raise(constants[bound.right - 1], {constant, -1});
    return;
  }
  raise(constants[bound.left - 1], {constant, constant});
  raise(constants[bound.right - 1], {constant, constant});
  int64_t limit = bound.bound.isNegative() ? -int64_t(constant) : constant;
  Constraint diagonal = {bound.left, bound.right,
                         bound.strict ? Bound::lessThan(limit)
                                      : Bound::atMost(limit)};
  if (!llvm::is_contained(diagonals, diagonal))
    diagonals.push_back(diagonal);
}

void ClockAnalysis::addMixed(unsigned index, Expr condition,
                             const SystemTransition *transition) {
  const System &system = view.getSystem();
  Magnitude magnitude = {system, transition};
  walk(condition, [&](Expr atom) {
    if (!atom.isComparison())
      return;
    llvm::SetVector<Expr> names;
    collectNames(atom, names);
    llvm::SmallVector<unsigned> clocks;
    for (Expr name : names)
      if (const Slot *slot = system.lookup(name))
        if (slot->kind == Slot::Kind::Clock)
          clocks.push_back(slot->index);
    if (clocks.empty())
      return;
    std::optional<Rational> left = magnitude.get(atom.getOperand(0));
    std::optional<Rational> right = magnitude.get(atom.getOperand(1));
    int32_t constant = getScaled(
        left && right ? Rational::add(*left, *right) : std::nullopt, scale);
    for (unsigned clock : clocks)
      raise(row(index)[clock], {constant, constant});
    hasUnknownDiagonals |= clocks.size() > 1;
  });
}

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

ClockAnalysis::Constants ClockAnalysis::getGreatest(unsigned clock) const {
  Constants greatest;
  for (unsigned index = 0; index <= everywhere; ++index)
    raise(greatest, row(index)[clock]);
  return greatest;
}

void ClockAnalysis::addFlows(const SystemTransition &transition) {
  size_t kept = isKept.size();
  // The urgency clock is reset by every transition.
  unsigned numOwn = view.getSystem().getClocks().size();
  for (unsigned clock = 0; clock < numClocks; ++clock)
    isKept.push_back(clock < numOwn);
  for (const ClockReset &reset : transition.resets)
    isKept[kept + reset.clock] = false;
  for (const SystemMove &move : transition.moves) {
    unsigned to = getRow(move.control, move.to);
    if (move.from) {
      flows.push_back({getRow(move.control, *move.from), to, kept});
      continue;
    }
    for (unsigned l = 0, e = view.getNumLocations(move.control); l < e; ++l)
      flows.push_back({getRow(move.control, l), to, kept});
  }
  if (llvm::any_of(transition.resets, [](const ClockReset &reset) {
        return reset.kind != ClockReset::Kind::Constant;
      }))
    copies.push_back(&transition);
}

bool ClockAnalysis::propagate(const Flow &flow) {
  bool changed = false;
  Constants *from = row(flow.from);
  const Constants *to = row(flow.to);
  for (unsigned clock = 0; clock < numClocks; ++clock)
    if (isKept[flow.kept + clock])
      changed |= raise(from[clock], to[clock]);
  return changed;
}

bool ClockAnalysis::propagateCopies(const SystemTransition &transition) {
  bool changed = false;
  unsigned source = getSourceRow(transition);
  const System &system = view.getSystem();
  for (const ClockReset &reset : transition.resets) {
    if (reset.kind == ClockReset::Kind::Constant)
      continue;
    // Whoever tests the copy later tests what is copied.
    Constants later = getGreatest(reset.clock);
    if (reset.kind == ClockReset::Kind::Copy) {
      changed |= raise(row(source)[reset.source], later);
      continue;
    }
    // Even if nobody tests the copy, its value must not be negative.
    Constants now = {unknownConstant, unknownConstant};
    if (later.lower < 0 && later.upper < 0)
      now = {getScaled(Magnitude{system, &transition}.get(reset.value), scale),
             -1};
    llvm::SetVector<Expr> names;
    collectNames(reset.value, names);
    for (Expr name : names)
      if (const Slot *slot = system.lookup(name))
        if (slot->kind == Slot::Kind::Clock)
          changed |= raise(row(source)[slot->index], now);
  }
  return changed;
}

void ClockAnalysis::run() {
  if (numClocks == 0)
    return;
  flows.clear();
  isKept.clear();
  copies.clear();
  for (unsigned index = 0, e = view.getNumTransitions(); index < e; ++index)
    if (const SystemTransition *transition = view.getTransition(index))
      addFlows(*transition);
  bool changed = true;
  while (changed) {
    changed = false;
    // Constants flow backwards, and transitions are mostly listed forwards.
    for (const Flow &flow : llvm::reverse(flows))
      changed |= propagate(flow);
    for (const SystemTransition *transition : copies)
      changed |= propagateCopies(*transition);
  }
}

ClockAnalysis::Constants ClockAnalysis::get(llvm::ArrayRef<int32_t> locations,
                                            unsigned clock) const {
  Constants result = row(everywhere)[clock];
  for (auto [control, location] : llvm::enumerate(locations))
    raise(result, row(getRow(control, location))[clock]);
  return result;
}
