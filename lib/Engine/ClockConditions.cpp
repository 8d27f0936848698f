//===- ClockConditions.cpp - Conditions as clock constraints ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClockConditions.h"
#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Expr/Rewrite.h"

using namespace tioga;

std::optional<int64_t> ClockConditions::scale(Rational value) {
  std::optional<Rational> scaled =
      Rational::mul(value, Rational(options.scale));
  if (scaled && scaled->isInteger())
    return scaled->getNumerator();
  fail("a clock is compared with " + value.str() +
       ", which is not a multiple of the time unit of the model");
  return std::nullopt;
}

static Constraint makeConstraint(unsigned left, unsigned right, int64_t limit,
                                 bool strict) {
  return {left, right, strict ? Bound::lessThan(limit) : Bound::atMost(limit)};
}

void ClockConditions::addBound(const ClockBound &bound,
                               Alternatives &alternatives) {
  std::optional<int64_t> limit = scale(bound.bound);
  if (!limit)
    return;
  Constraint constraint =
      makeConstraint(bound.left, bound.right, *limit, bound.strict);
  for (auto &conjunction : alternatives)
    conjunction.push_back(constraint);
}

//===----------------------------------------------------------------------===//
// Conditions with data
//===----------------------------------------------------------------------===//

/// Copies an expression with data replaced by their values.
Expr ClockConditions::substitute(Expr expr, NameLookup lookup) {
  if (!scratch) {
    scratch = std::make_unique<ExprContext>();
    for (auto [index, clock] : llvm::enumerate(system.getClocks()))
      scratchClocks[scratch->getName(clock.getName())] = index;
  }
  Substitution substitution(*scratch);
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  for (Expr name : names) {
    Expr imported = scratch->import(name);
    // A clock `Machine.x` is no field of the location of `Machine`.
    if (getClock(imported))
      substitution.set(imported, imported);
    else if (const Value *value = lookup(name))
      substitution.set(imported, value->toExpr(*scratch));
  }
  return substitution.apply(scratch->import(expr));
}

std::optional<unsigned> ClockConditions::getClock(Expr name) const {
  auto found = scratchClocks.find(name);
  if (found == scratchClocks.end())
    return std::nullopt;
  return found->second;
}

bool ClockConditions::mentionsClock(Expr expr) const {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names,
                      [&](Expr name) { return getClock(name).has_value(); });
}

/// `x != 3` is `x < 3 || x > 3`, so that normal forms consist of bounds.
static Expr splitInequalities(Expr expr, ExprContext &context,
                              llvm::function_ref<bool(Expr)> mentionsClock) {
  return rewrite(expr, context, [&](Expr node) {
    if (!node.is(ExprKind::Ne) || !mentionsClock(node))
      return node;
    Expr left = node.getOperand(0), right = node.getOperand(1);
    return context.getOr({context.get(ExprKind::Lt, left, right),
                          context.get(ExprKind::Gt, left, right)});
  });
}

/// Returns false if the atom is false. Leaves a failure if it is no bound.
bool ClockConditions::addAtom(Expr atom,
                              llvm::SmallVectorImpl<Constraint> &conjunction) {
  Value zero = Value::getInt(0);
  auto clocksAreZero = [&](Expr name) {
    return getClock(name) ? &zero : nullptr;
  };
  // A condition that has no value does not hold, whatever the clocks are.
  EvalResult value = evaluate(atom, NameLookup(clocksAreZero));
  if (value.fault == EvalFault::Overflow) {
    fail("a number leaves 64 bits in '" + atom.str() + "'");
    return false;
  }
  if (!value)
    return false;
  if (!mentionsClock(atom))
    return value.value.getBool();
  auto bounds = getDifferenceBounds(
      atom, [&](Expr name) { return getClock(name).has_value(); });
  if (!bounds) {
    fail("'" + atom.str() +
         "' does not bound a clock or the difference of two");
    return false;
  }
  for (const DifferenceBound &bound : *bounds) {
    std::optional<int64_t> limit = scale(bound.bound);
    if (!limit)
      return false;
    unsigned left = bound.left ? *getClock(bound.left) + 1 : 0;
    unsigned right = bound.right ? *getClock(bound.right) + 1 : 0;
    conjunction.push_back(makeConstraint(left, right, *limit, bound.strict));
  }
  return true;
}

void ClockConditions::addMixed(Expr condition, NameLookup lookup,
                               Alternatives &alternatives) {
  Expr known = substitute(condition, lookup);
  auto hasClock = [&](Expr expr) { return mentionsClock(expr); };
  Expr normal = splitInequalities(toNegationNormalForm(known, *scratch),
                                  *scratch, hasClock);
  auto disjuncts =
      toDisjunctiveNormalForm(normal, *scratch, options.maxAlternatives);
  if (!disjuncts)
    return fail("'" + condition.str() + "' has too many alternatives");

  Alternatives possible, result;
  for (const auto &disjunct : *disjuncts) {
    llvm::SmallVector<Constraint, 4> conjunction;
    if (!llvm::all_of(disjunct,
                      [&](Expr atom) { return addAtom(atom, conjunction); }))
      continue;
    // One that is true makes the others redundant.
    if (conjunction.empty())
      return;
    possible.push_back(std::move(conjunction));
  }
  for (const auto &conjunction : possible) {
    for (const auto &before : alternatives) {
      result.push_back(before);
      result.back().append(conjunction.begin(), conjunction.end());
    }
  }
  if (result.size() > options.maxAlternatives)
    return fail("'" + condition.str() + "' has too many alternatives");
  alternatives = std::move(result);
}

//===----------------------------------------------------------------------===//
// Resets
//===----------------------------------------------------------------------===//

std::optional<ZoneReset> ClockConditions::getReset(const ClockReset &reset,
                                                   NameLookup lookup) {
  ZoneReset result = {reset.clock + 1, 0, 0};
  if (reset.kind == ClockReset::Kind::Copy) {
    result.source = reset.source + 1;
    return result;
  }
  Rational offset = reset.constant;
  if (reset.kind == ClockReset::Kind::General) {
    // `value <= 0` as a bound `x - 0 <= c` says that the value is x - c.
    Expr known = substitute(reset.value, lookup);
    EvalResult constant =
        evaluate(known, NameLookup([](Expr) { return nullptr; }));
    if (constant && constant.value.is(Value::Kind::Number)) {
      offset = constant.value.getNumber();
    } else if (constant.fault != EvalFault::UnknownName) {
      if (constant.fault == EvalFault::Overflow)
        fail("a number leaves 64 bits in '" + reset.value.str() + "'");
      return std::nullopt;
    } else {
      Expr atom = scratch->get(ExprKind::Le, known, scratch->getInt(0));
      auto bounds = getDifferenceBounds(
          atom, [&](Expr name) { return getClock(name).has_value(); });
      if (!bounds || !bounds->front().left || bounds->front().right) {
        fail("'" + reset.value.str() + "' is no clock with an offset");
        return std::nullopt;
      }
      result.source = *getClock(bounds->front().left) + 1;
      std::optional<Rational> negated = Rational::negate(bounds->front().bound);
      offset = negated.value_or(Rational(0));
    }
  }
  std::optional<int64_t> scaled = scale(offset);
  if (!scaled || std::abs(*scaled) > Bound::maxValue) {
    fail("a clock is set to a value beyond all bounds");
    return std::nullopt;
  }
  result.offset = static_cast<int32_t>(*scaled);
  // A constant below zero is no value of a clock.
  if (!result.source && result.offset < 0)
    return std::nullopt;
  return result;
}
