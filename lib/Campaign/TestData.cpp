//===- TestData.cpp - Arguments of the inputs of a test ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestData.h"

using namespace tioga;
using smt::Sort;
using smt::Term;

Term TestData::getConstant(Term leaf, Rational value) {
  smt::TermContext &terms = space.getTerms();
  return leaf.getSort() == Sort::Bool ? terms.getBool(!value.isZero())
                                      : terms.getNumber(value, leaf.getSort());
}

Term TestData::getAtLeast(Term a, Rational b) {
  return space.normalize(space.getTerms().getGe(a, getConstant(a, b)));
}

Term TestData::getAtMost(Term a, Rational b) {
  return space.normalize(space.getTerms().getLe(a, getConstant(a, b)));
}

/// What was received before, plus a constant, if the argument cannot be
/// anything else.
Term TestData::findDependence(Term leaf, Rational value) {
  smt::TermContext &terms = space.getTerms();
  for (Term source : llvm::reverse(received)) {
    if (source.getSort() != leaf.getSort())
      continue;
    Term other = source;
    if (leaf.getSort() != Sort::Bool) {
      auto values = space.solve(formula, {leaf, source});
      std::optional<Rational> offset;
      if (values)
        offset = Rational::sub((*values)[0], (*values)[1]);
      if (!offset)
        continue;
      if (!offset->isZero())
        other =
            space.normalize(terms.getAdd(source, getConstant(leaf, *offset)));
    }
    if (space.isImplied(formula, space.getEqual(leaf, other)))
      return other;
  }
  return Term();
}

/// The least or the greatest value that the formula leaves; nothing if there
/// is none within 64 bits.
std::optional<Rational> TestData::getExtreme(Term leaf, Rational value,
                                             bool isUpper) {
  // From a value that is possible, in steps that double and then halve.
  if (leaf.getSort() != Sort::Int || !value.isInteger())
    return std::nullopt;
  auto isPossible = [&](int64_t bound) {
    return space.isSatisfiable(formula, isUpper
                                            ? getAtLeast(leaf, bound)
                                            : getAtMost(leaf, bound)) == true;
  };
  int64_t best = value.getNumerator(), step = 1;
  constexpr int64_t maxStep = int64_t(1) << 40;
  while (step < maxStep && isPossible(isUpper ? best + step : best - step)) {
    best = isUpper ? best + step : best - step;
    step *= 2;
  }
  if (step >= maxStep)
    return std::nullopt;
  for (; step; step /= 2)
    if (isPossible(isUpper ? best + step : best - step))
      best = isUpper ? best + step : best - step;
  return Rational(best);
}

/// `value` is possible, and the fallback.
std::optional<Rational> TestData::chooseByStrategy(Term leaf, Rational witness,
                                                   Rational value) {
  auto isPossible = [&](Rational choice) {
    return space.isSatisfiable(
               formula, space.getEqual(leaf, getConstant(leaf, choice))) ==
           true;
  };
  bool isOdd = (numChosen++ + options.seed) % 2;
  switch (options.data) {
  case DataStrategy::Witness:
    return isPossible(witness) ? witness : value;
  case DataStrategy::Boundary:
    if (leaf.getSort() == Sort::Bool)
      return isPossible(isOdd) ? Rational(isOdd) : Rational(!isOdd);
    // By turns the least and the greatest value; odd seeds begin with the
    // least.
    if (auto extreme = getExtreme(leaf, value, /*isUpper=*/!isOdd))
      return extreme;
    return getExtreme(leaf, value, isOdd).value_or(value);
  case DataStrategy::Random:
    break;
  }
  if (leaf.getSort() == Sort::Bool) {
    bool choice = random() % 2;
    return isPossible(choice) ? Rational(choice) : Rational(!choice);
  }
  Rational low = getExtreme(leaf, value, false).value_or(value);
  Rational high = getExtreme(leaf, value, true).value_or(value);
  uint64_t span = high.getNumerator() - low.getNumerator();
  if (span == 0)
    return value;
  // There may be holes: the next possible value in either direction.
  Rational choice = low.getNumerator() + int64_t(random() % (span + 1));
  std::vector<Term> above = formula;
  above.push_back(getAtLeast(leaf, choice));
  if (isPossible(choice))
    return choice;
  if (auto next = space.solve(above, leaf))
    return next->front();
  return value;
}

Term TestData::choose(Term leaf, Rational witness, bool mustBeConstant) {
  auto values = space.solve(formula, leaf);
  if (!values)
    return Term();
  Rational value = values->front();
  Term constant = getConstant(leaf, value), chosen;
  if (space.isImplied(formula, space.getEqual(leaf, constant)))
    chosen = constant;
  else if (!mustBeConstant)
    chosen = findDependence(leaf, value);
  if (!chosen) {
    std::optional<Rational> choice = chooseByStrategy(leaf, witness, value);
    chosen = getConstant(leaf, choice.value_or(value));
  }
  formula.push_back(space.getEqual(leaf, chosen));
  return chosen;
}
