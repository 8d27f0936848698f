//===- Projection.cpp - Symbols that no longer matter -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Projection.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;
using Kind = Literal::Kind;

/// Combinations of bounds and cases of a disjunction beyond which a quantifier
/// is the better formula.
static constexpr size_t maxPairs = 64, maxCases = 32;

bool symbolic::addConjunct(Conjuncts &conjuncts, Term term) {
  if (term.isFalse())
    return false;
  llvm::ArrayRef<Term> parts = term;
  if (term.is(TermKind::And))
    parts = term.getOperands();
  for (Term part : parts)
    if (!part.isTrue() && !llvm::is_contained(conjuncts, part))
      conjuncts.push_back(part);
  return true;
}

//===----------------------------------------------------------------------===//
// Equations
//===----------------------------------------------------------------------===//

/// `x = -(rest) / a`, if that is a number of the right sort.
static Term solve(Normalizer &normalizer, const LinearForm &form, Term symbol) {
  Rational coefficient = form.getCoefficient(symbol);
  bool isUnit = coefficient == Rational(1) || coefficient == Rational(-1);
  if (coefficient.isZero() || !symbol.is(TermKind::Symbol) ||
      (symbol.getSort() == Sort::Int && !isUnit) ||
      symbol.getSort() != form.sort)
    return Term();
  LinearForm rest = form;
  llvm::erase_if(rest.parts,
                 [&](const auto &part) { return part.first == symbol; });
  // Within something that is not linear.
  for (auto &[unknown, factor] : rest.parts)
    if (normalizer.mentions(unknown, symbol))
      return Term();
  std::optional<Rational> factor = Rational::div(-1, coefficient);
  std::optional<LinearForm> value;
  if (factor)
    value = rest.scale(*factor);
  return value ? normalizer.getTerm(*value) : Term();
}

/// The newest symbol for which an equation can be solved: older ones are better
/// known.
static std::optional<Equation>
solveNewest(Normalizer &normalizer, const LinearForm &form,
            llvm::function_ref<bool(Term)> isKept) {
  for (auto &[unknown, coefficient] : llvm::reverse(form.parts))
    if (!isKept(unknown))
      if (Term value = solve(normalizer, form, unknown))
        return Equation{unknown, value};
  return std::nullopt;
}

/// Two bounds that leave one value.
static std::optional<Equation>
findTightBounds(Normalizer &normalizer, llvm::ArrayRef<Term> conjuncts,
                llvm::function_ref<bool(Term)> isKept) {
  struct Limits {
    std::optional<Rational> least, most;
  };
  llvm::MapVector<Term, Limits> limits;
  for (Term conjunct : conjuncts) {
    std::optional<Literal> literal = normalizer.getLiteral(conjunct);
    if (!literal || literal->kind != Kind::AtMost)
      continue;
    LinearForm form = literal->form;
    bool isLower = form.parts[0].second.isNegative();
    std::optional<LinearForm> positive = form.scale(isLower ? -1 : 1);
    if (!positive)
      continue;
    std::optional<Rational> value = Rational::negate(positive->constant);
    if (!value)
      continue;
    positive->constant = 0;
    Limits &known = limits[normalizer.getTerm(*positive)];
    std::optional<Rational> &best = isLower ? known.least : known.most;
    if (!best || (isLower ? *best < *value : *value < *best))
      best = value;
    if (known.least != known.most)
      continue;
    std::optional<Rational> constant = Rational::negate(*value);
    if (!constant)
      continue;
    positive->constant = *constant;
    if (auto equation = solveNewest(normalizer, *positive, isKept))
      return equation;
  }
  return std::nullopt;
}

std::optional<Equation>
symbolic::findEquation(Normalizer &normalizer, llvm::ArrayRef<Term> conjuncts,
                       llvm::function_ref<bool(Term)> isKept) {
  smt::TermContext &terms = normalizer.getTerms();
  for (Term conjunct : conjuncts) {
    bool negated = conjunct.is(TermKind::Not);
    Term atom = negated ? conjunct.getOperand(0) : conjunct;
    if (atom.is(TermKind::Symbol)) {
      if (!isKept(atom))
        return Equation{atom, terms.getBool(!negated)};
      continue;
    }
    std::optional<Literal> literal = normalizer.getLiteral(conjunct);
    if (!literal || literal->kind != Kind::Zero)
      continue;
    if (auto equation = solveNewest(normalizer, literal->form, isKept))
      return equation;
  }
  return findTightBounds(normalizer, conjuncts, isKept);
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

namespace {
/// The conjuncts about one symbol, all linear in it.
struct Bounds {
  struct Bound {
    LinearForm form;
    Rational coefficient;
    bool isStrict;
  };
  std::vector<Bound> lower, upper;
  std::vector<LinearForm> excluded;
};
} // namespace

static bool collectBounds(Normalizer &normalizer,
                          llvm::ArrayRef<Term> conjuncts, Term symbol,
                          Bounds &bounds) {
  for (Term conjunct : conjuncts) {
    std::optional<Literal> literal = normalizer.getLiteral(conjunct);
    if (!literal)
      return false;
    Rational coefficient = literal->form.getCoefficient(symbol);
    for (auto &[unknown, factor] : literal->form.parts)
      if (unknown != symbol && normalizer.mentions(unknown, symbol))
        return false;
    if (coefficient.isZero() || literal->kind == Kind::Zero)
      return false;
    if (literal->kind == Kind::NonZero)
      bounds.excluded.push_back(literal->form);
    else
      (coefficient.isNegative() ? bounds.lower : bounds.upper)
          .push_back(
              {literal->form, coefficient, literal->kind == Kind::Below});
  }
  return true;
}

/// Whether there is a value between the bounds, which are constants, that none
/// of the inequations excludes, whatever the other symbols are.
static bool hasRoom(const Bounds &bounds, Term symbol) {
  if (bounds.lower.empty() || bounds.upper.empty())
    return true;
  std::optional<Rational> low, high;
  bool isStrict = false;
  for (bool isLower : {true, false})
    for (const Bounds::Bound &bound : isLower ? bounds.lower : bounds.upper) {
      if (bound.form.parts.size() != 1)
        return false;
      std::optional<Rational> negated = Rational::negate(bound.form.constant);
      std::optional<Rational> value;
      if (negated)
        value = Rational::div(*negated, bound.coefficient);
      if (!value)
        return false;
      isStrict |= bound.isStrict;
      std::optional<Rational> &best = isLower ? low : high;
      if (!best || (isLower ? *best < *value : *value < *best))
        best = value;
    }
  std::optional<Rational> width = Rational::sub(*high, *low);
  if (!width)
    return false;
  if (symbol.getSort() == Sort::Real)
    return *width > Rational(0);
  return !isStrict && low->isInteger() && high->isInteger() &&
         *width >= Rational(bounds.excluded.size());
}

/// Every lower bound is below every upper bound. Exact between integers if one
/// of the two coefficients is a unit.
static bool combine(Normalizer &normalizer, const Bounds &bounds, Term symbol,
                    Conjuncts &result) {
  if (bounds.lower.size() * bounds.upper.size() > maxPairs)
    return false;
  for (const Bounds::Bound &low : bounds.lower)
    for (const Bounds::Bound &high : bounds.upper) {
      bool isUnit =
          low.coefficient == Rational(-1) || high.coefficient == Rational(1);
      if (symbol.getSort() == Sort::Int && !isUnit)
        return false;
      std::optional<Rational> factor = Rational::negate(low.coefficient);
      std::optional<LinearForm> scaled = low.form.scale(high.coefficient);
      std::optional<LinearForm> sum;
      if (factor && scaled)
        sum = LinearForm::add(*scaled, high.form, *factor);
      if (!sum)
        return false;
      Term literal = normalizer.getLiteral(
          low.isStrict || high.isStrict ? Kind::Below : Kind::AtMost, *sum);
      if (!literal)
        return false;
      if (!addConjunct(result, literal))
        result.push_back(literal);
    }
  return true;
}

bool symbolic::eliminate(Normalizer &normalizer, Conjuncts &conjuncts,
                         Term symbol) {
  Conjuncts about, rest;
  for (Term conjunct : conjuncts)
    (normalizer.mentions(conjunct, symbol) ? about : rest).push_back(conjunct);
  if (about.empty())
    return true;
  auto isOther = [&](Term other) { return other != symbol; };
  if (std::optional<Equation> equation =
          findEquation(normalizer, about, isOther)) {
    Substitution with{{symbol, equation->value}};
    for (Term conjunct : about) {
      Term next = normalizer.substitute(conjunct, with);
      if (!addConjunct(rest, next))
        rest.push_back(next);
    }
    conjuncts = std::move(rest);
    return true;
  }
  if (symbol.getSort() == Sort::Bool)
    return false;
  Bounds bounds;
  if (!collectBounds(normalizer, about, symbol, bounds))
    return false;
  if (bounds.excluded.empty() ? !combine(normalizer, bounds, symbol, rest)
                              : !hasRoom(bounds, symbol))
    return false;
  conjuncts = std::move(rest);
  return true;
}

/// The cases of a formula in disjunctive normal form; nothing if there are too
/// many.
static std::optional<std::vector<Conjuncts>> getCases(Normalizer &normalizer,
                                                      Term formula) {
  std::vector<Conjuncts> cases;
  if (formula.isFalse())
    return cases;
  if (formula.is(TermKind::Or)) {
    for (Term part : formula.getOperands()) {
      auto more = getCases(normalizer, part);
      if (!more || cases.size() + more->size() > maxCases)
        return std::nullopt;
      cases.insert(cases.end(), more->begin(), more->end());
    }
    return cases;
  }
  cases.push_back({});
  llvm::ArrayRef<Term> parts = formula;
  if (formula.is(TermKind::And))
    parts = formula.getOperands();
  for (Term part : parts) {
    if (!part.is(TermKind::Or)) {
      for (Conjuncts &one : cases)
        addConjunct(one, part);
      continue;
    }
    auto more = getCases(normalizer, part);
    if (!more || cases.size() * more->size() > maxCases)
      return std::nullopt;
    std::vector<Conjuncts> product;
    for (const Conjuncts &one : cases)
      for (const Conjuncts &other : *more) {
        product.push_back(one);
        for (Term conjunct : other)
          addConjunct(product.back(), conjunct);
      }
    cases = std::move(product);
  }
  return cases;
}

static Term projectCase(Normalizer &normalizer, Conjuncts conjuncts,
                        llvm::ArrayRef<Term> symbols) {
  llvm::SmallVector<Term, 4> left(symbols);
  for (bool changed = true; changed && !left.empty();) {
    changed = false;
    for (size_t i = 0; i < left.size();) {
      if (eliminate(normalizer, conjuncts, left[i])) {
        left.erase(left.begin() + i);
        changed = true;
      } else {
        ++i;
      }
    }
  }
  return normalizer.getTerms().getQuantified(TermKind::Exists, left,
                                             normalizer.getAnd(conjuncts));
}

Term symbolic::project(Normalizer &normalizer, Term formula,
                       llvm::ArrayRef<Term> symbols) {
  llvm::SmallVector<Term, 4> left;
  for (Term symbol : symbols) {
    if (!normalizer.mentions(formula, symbol))
      continue;
    if (symbol.getSort() != Sort::Bool) {
      left.push_back(symbol);
      continue;
    }
    smt::TermContext &terms = normalizer.getTerms();
    formula = normalizer.getOr(
        {normalizer.substitute(formula, {{symbol, terms.getTrue()}}),
         normalizer.substitute(formula, {{symbol, terms.getFalse()}})});
  }
  if (left.empty())
    return formula;
  Conjuncts about, rest;
  llvm::ArrayRef<Term> parts = formula;
  if (formula.is(TermKind::And))
    parts = formula.getOperands();
  for (Term part : parts)
    (llvm::any_of(
         left, [&](Term symbol) { return normalizer.mentions(part, symbol); })
         ? about
         : rest)
        .push_back(part);
  Term body = normalizer.getAnd(about);
  std::optional<std::vector<Conjuncts>> cases = getCases(normalizer, body);
  if (!cases) {
    rest.push_back(
        normalizer.getTerms().getQuantified(TermKind::Exists, left, body));
    return normalizer.getAnd(rest);
  }
  llvm::SmallVector<Term, 8> results;
  for (Conjuncts &one : *cases)
    results.push_back(projectCase(normalizer, std::move(one), left));
  rest.push_back(normalizer.getOr(results));
  return normalizer.getAnd(rest);
}
