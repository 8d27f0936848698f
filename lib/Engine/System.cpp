//===- System.cpp - What all engines read -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/System.h"
#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace tioga;

std::string SystemLabel::getText() const {
  std::string text = name.str();
  if (kind == LabelKind::Input)
    text += '?';
  else if (kind == LabelKind::Output)
    text += '!';
  return text;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

const Slot *System::lookup(llvm::StringRef name) const {
  auto found = slotsByName.find(name);
  return found == slotsByName.end() ? nullptr : &found->second;
}

std::optional<unsigned> System::lookupParam(const SystemTransition &transition,
                                            Expr name) {
  for (auto [index, param] : llvm::enumerate(transition.params))
    if (param.name == name)
      return index;
  return std::nullopt;
}

std::optional<unsigned> System::lookupLabel(llvm::StringRef name) const {
  auto found = labelsByName.find(name);
  if (found == labelsByName.end())
    return std::nullopt;
  return found->second;
}

//===----------------------------------------------------------------------===//
// Conditions and updates
//===----------------------------------------------------------------------===//

static bool isClock(Expr name, const System &system) {
  const Slot *slot = system.lookup(name);
  return slot && slot->kind == Slot::Kind::Clock;
}

static bool mentionsClock(Expr expr, const System &system) {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names, [&](Expr name) { return isClock(name, system); });
}

/// The row of a clock in a matrix; zero for a null name.
static unsigned getMatrixIndex(Expr name, const System &system) {
  return name ? system.lookup(name)->index + 1 : 0;
}

static void splitClockConjunct(Expr conjunct, const System &system,
                               SystemCondition &condition) {
  // The normal form turns `!(x > 3)` into a bound. It keeps faults where they
  // were, and a fault is false on both sides.
  Expr normal = toNegationNormalForm(conjunct, system.getExprContext());
  for (Expr part : getConjuncts(normal)) {
    if (!mentionsClock(part, system)) {
      condition.data.push_back(part);
      continue;
    }
    auto bounds = getDifferenceBounds(
        part, [&](Expr name) { return isClock(name, system); });
    if (!bounds) {
      condition.mixed.push_back(part);
      continue;
    }
    for (const DifferenceBound &bound : *bounds)
      condition.clocks.push_back({getMatrixIndex(bound.left, system),
                                  getMatrixIndex(bound.right, system),
                                  bound.bound, bound.strict, conjunct});
  }
}

SystemCondition tioga::splitCondition(Expr expr, const System &system) {
  SystemCondition condition;
  condition.expr = expr;
  for (Expr conjunct : getConjuncts(expr)) {
    if (mentionsClock(conjunct, system))
      splitClockConjunct(conjunct, system, condition);
    else
      condition.data.push_back(conjunct);
  }
  return condition;
}

ClockReset tioga::makeClockReset(unsigned clock, Expr value,
                                 const System &system) {
  ClockReset reset = {clock, ClockReset::Kind::General, {}, 0, value};
  if (value.is(ExprKind::Name) && isClock(value, system)) {
    reset.kind = ClockReset::Kind::Copy;
    reset.source = system.lookup(value)->index;
    return reset;
  }
  EvalResult constant =
      evaluate(value, [](llvm::StringRef, bool) { return nullptr; });
  if (constant && constant.value.is(Value::Kind::Number) &&
      !constant.value.getNumber().isNegative()) {
    reset.kind = ClockReset::Kind::Constant;
    reset.constant = constant.value.getNumber();
  }
  return reset;
}

/// The least common multiple. Returns false if it leaves 64 bits.
static bool extendScale(int64_t denominator, int64_t &scale) {
  int64_t factor = denominator / std::gcd(denominator, scale);
  return !llvm::MulOverflow(scale, factor, scale);
}

bool tioga::extendScale(Expr expr, int64_t &scale) {
  bool fits = true;
  walk(expr, [&](Expr node) {
    if (node.is(ExprKind::RealLit)) {
      fits &= ::extendScale(node.getNumber().getDenominator(), scale);
      return;
    }
    // `1 / 3` has no literal of its own.
    if (!node.is(ExprKind::Div))
      return;
    EvalResult value =
        evaluate(node, [](llvm::StringRef, bool) { return nullptr; });
    if (value && value.value.is(Value::Kind::Number))
      fits &= ::extendScale(value.value.getNumber().getDenominator(), scale);
  });
  return fits;
}

bool System::hasEnvironment() const {
  return llvm::any_of(
      controls, [](const SystemControl &each) { return each.isEnvironment; });
}

bool tioga::haveSameEffect(const SystemTransition &a,
                           const SystemTransition &b) {
  auto sameMove = [](const SystemMove &x, const SystemMove &y) {
    return x.control == y.control && x.from == y.from && x.to == y.to;
  };
  auto sameReset = [](const ClockReset &x, const ClockReset &y) {
    return x.clock == y.clock && x.value == y.value;
  };
  auto sameAssignment = [](const DataAssignment &x, const DataAssignment &y) {
    return x.variable == y.variable && x.value == y.value;
  };
  return a.label == b.label && a.guard.expr == b.guard.expr &&
         std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(),
                    b.moves.end(), sameMove) &&
         std::equal(a.resets.begin(), a.resets.end(), b.resets.begin(),
                    b.resets.end(), sameReset) &&
         std::equal(a.assignments.begin(), a.assignments.end(),
                    b.assignments.begin(), b.assignments.end(), sameAssignment);
}
