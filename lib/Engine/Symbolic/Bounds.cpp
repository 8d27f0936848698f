//===- Bounds.cpp - What differences and intervals tell ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Projection.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;
using Kind = Literal::Kind;

namespace {

/// An upper bound of a difference; nothing is infinity.
struct Limit {
  std::optional<Rational> value;
  bool isStrict = false;

  bool isTighterThan(const Limit &other) const {
    if (!value || !other.value)
      return value && !other.value;
    int order = Rational::compare(*value, *other.value);
    return order < 0 || (order == 0 && isStrict && !other.isStrict);
  }
};

/// Bounds of all differences of two unknowns; unknown 0 is zero.
class Differences {
public:
  explicit Differences(Normalizer &normalizer) : normalizer(normalizer) {}

  /// Returns false if a conjunct shows that nothing satisfies all.
  bool add(Term conjunct);
  bool close();
  /// After `close`: what is left to look at.
  bool refutesRest();
  /// Whether what was added says everything.
  bool isExact() const { return exact; }

private:
  unsigned getUnknown(Term term);
  void addDifference(const LinearForm &form, bool isStrict);
  Limit &at(unsigned left, unsigned right) {
    return limits[left * unknowns.size() + right];
  }
  std::optional<Rational> getMinimum(const LinearForm &form);
  bool forcesZero(const LinearForm &form);
  static bool isDifference(const LinearForm &form);

  Normalizer &normalizer;
  std::vector<Term> unknowns{Term()};
  struct Entry {
    unsigned left, right;
    Limit limit;
  };
  std::vector<Entry> entries;
  std::vector<Limit> limits;
  std::vector<Literal> general;
  bool exact = true;
};

} // namespace

/// Beyond this many unknowns the closure costs more than the solver.
static constexpr size_t maxUnknowns = 24;

unsigned Differences::getUnknown(Term term) {
  for (auto [index, known] : llvm::enumerate(unknowns))
    if (index > 0 && known == term)
      return index;
  unknowns.push_back(term);
  // Something that is not linear, or an integer among reals.
  exact &= term.is(TermKind::Symbol);
  return unknowns.size() - 1;
}

bool Differences::isDifference(const LinearForm &form) {
  auto isUnit = [](Rational factor) {
    return factor == Rational(1) || factor == Rational(-1);
  };
  if (form.parts.size() == 1)
    return isUnit(form.parts[0].second);
  return form.parts.size() == 2 && isUnit(form.parts[0].second) &&
         isUnit(form.parts[1].second) &&
         form.parts[0].second != form.parts[1].second;
}

void Differences::addDifference(const LinearForm &form, bool isStrict) {
  unsigned left = 0, right = 0;
  for (auto &[unknown, factor] : form.parts)
    (factor.isNegative() ? right : left) = getUnknown(unknown);
  Limit limit;
  limit.value = Rational::negate(form.constant);
  limit.isStrict = isStrict;
  if (!limit.value)
    exact = false;
  else
    entries.push_back({left, right, limit});
}

bool Differences::add(Term conjunct) {
  if (conjunct.is(TermKind::Bool))
    return conjunct.getBool();
  Term atom = conjunct.is(TermKind::Not) ? conjunct.getOperand(0) : conjunct;
  if (atom.is(TermKind::Symbol))
    return true; // A conjunction has no two opposite ones.
  std::optional<Literal> literal = normalizer.getLiteral(conjunct);
  if (!literal) {
    exact = false;
    return true;
  }
  if (literal->kind == Kind::NonZero || !isDifference(literal->form)) {
    exact = false;
    general.push_back(*literal);
    return true;
  }
  addDifference(literal->form, literal->kind == Kind::Below);
  if (literal->kind == Kind::Zero) {
    if (auto opposite = literal->form.scale(-1))
      addDifference(*opposite, false);
    else
      exact = false;
  }
  return true;
}

/// The shortest paths; false if there is a negative cycle.
bool Differences::close() {
  size_t size = unknowns.size();
  if (size > maxUnknowns) {
    exact = false;
    general.clear();
    return true;
  }
  limits.assign(size * size, Limit());
  for (const Entry &entry : entries)
    if (entry.limit.isTighterThan(at(entry.left, entry.right)))
      at(entry.left, entry.right) = entry.limit;
  for (unsigned middle = 0; middle < size; ++middle)
    for (unsigned left = 0; left < size; ++left) {
      if (!at(left, middle).value)
        continue;
      for (unsigned right = 0; right < size; ++right) {
        if (!at(middle, right).value)
          continue;
        Limit sum;
        sum.value =
            Rational::add(*at(left, middle).value, *at(middle, right).value);
        sum.isStrict = at(left, middle).isStrict || at(middle, right).isStrict;
        if (!sum.value)
          exact = false;
        else if (sum.isTighterThan(at(left, right)))
          at(left, right) = sum;
      }
    }
  for (unsigned index = 0; index < size; ++index) {
    const Limit &self = at(index, index);
    if (self.value &&
        (self.value->isNegative() || (self.value->isZero() && self.isStrict)))
      return false;
  }
  return true;
}

/// The least value of a form within the intervals; nothing if there is none.
std::optional<Rational> Differences::getMinimum(const LinearForm &form) {
  Rational sum = form.constant;
  for (auto &[unknown, factor] : form.parts) {
    auto found = llvm::find(unknowns, unknown);
    if (found == unknowns.end())
      return std::nullopt;
    unsigned index = found - unknowns.begin();
    // x <= limit(x, 0) and -x <= limit(0, x).
    const Limit &limit = factor.isNegative() ? at(index, 0) : at(0, index);
    if (!limit.value)
      return std::nullopt;
    std::optional<Rational> size =
        factor.isNegative() ? factor : Rational::negate(factor);
    std::optional<Rational> part, next;
    if (size)
      part = Rational::mul(*size, *limit.value);
    if (part)
      next = Rational::add(sum, *part);
    if (!next)
      return std::nullopt;
    sum = *next;
  }
  return sum;
}

bool Differences::forcesZero(const LinearForm &form) {
  std::optional<LinearForm> opposite = form.scale(-1);
  if (!opposite)
    return false;
  if (isDifference(form)) {
    unsigned left = 0, right = 0;
    for (auto &[unknown, factor] : form.parts) {
      auto found = llvm::find(unknowns, unknown);
      if (found == unknowns.end())
        return false;
      (factor.isNegative() ? right : left) = found - unknowns.begin();
    }
    const Limit &above = at(left, right), &below = at(right, left);
    std::optional<Rational> value = Rational::negate(form.constant);
    return above.value && below.value && value && *above.value == *value &&
           Rational::negate(*below.value) == *value;
  }
  std::optional<Rational> least = getMinimum(form);
  std::optional<Rational> most = getMinimum(*opposite);
  return least && most && least->isZero() && most->isZero();
}

bool Differences::refutesRest() {
  for (const Literal &literal : general) {
    if (literal.kind == Kind::NonZero) {
      if (forcesZero(literal.form))
        return true;
      continue;
    }
    std::optional<Rational> least = getMinimum(literal.form);
    if (least && (*least > Rational(0) ||
                  (least->isZero() && literal.kind == Kind::Below)))
      return true;
    if (literal.kind != Kind::Zero)
      continue;
    std::optional<LinearForm> opposite = literal.form.scale(-1);
    std::optional<Rational> most;
    if (opposite)
      most = getMinimum(*opposite);
    if (most && *most > Rational(0))
      return true;
  }
  return false;
}

std::optional<bool> symbolic::decideByBounds(Normalizer &normalizer,
                                             llvm::ArrayRef<Term> conjuncts) {
  Differences differences(normalizer);
  for (Term conjunct : conjuncts)
    if (!differences.add(conjunct))
      return false;
  if (!differences.close() || differences.refutesRest())
    return false;
  if (differences.isExact())
    return true;
  return std::nullopt;
}

/// What a formula says if the conjuncts hold.
static Term simplifyUnder(Normalizer &normalizer, const Conjuncts &context,
                          Term term) {
  smt::TermContext &terms = normalizer.getTerms();
  if (term.is(TermKind::Or)) {
    llvm::SmallVector<Term, 8> parts;
    for (Term part : term.getOperands())
      parts.push_back(simplifyUnder(normalizer, context, part));
    return normalizer.getOr(parts);
  }
  Conjuncts inside = context;
  if (term.is(TermKind::And)) {
    for (Term part : term.getOperands())
      if (!part.is(TermKind::Or))
        addConjunct(inside, part);
    if (decideByBounds(normalizer, inside) == false)
      return terms.getFalse();
    llvm::SmallVector<Term, 8> parts;
    for (Term part : term.getOperands())
      parts.push_back(simplifyUnder(
          normalizer, part.is(TermKind::Or) ? inside : context, part));
    return normalizer.getAnd(parts);
  }
  Term opposite = normalizer.negate(term);
  if (llvm::is_contained(context, term))
    return terms.getTrue();
  if (llvm::is_contained(context, opposite))
    return terms.getFalse();
  inside.push_back(term);
  if (decideByBounds(normalizer, inside) == false)
    return terms.getFalse();
  inside.back() = opposite;
  if (decideByBounds(normalizer, inside) == false)
    return terms.getTrue();
  return term;
}

void symbolic::simplifyCases(Normalizer &normalizer, Conjuncts &conjuncts) {
  for (bool changed = true; changed;) {
    changed = false;
    Conjuncts plain;
    llvm::copy_if(conjuncts, std::back_inserter(plain),
                  [](Term conjunct) { return !conjunct.is(TermKind::Or); });
    if (plain.size() == conjuncts.size())
      return;
    Conjuncts next = plain;
    for (Term conjunct : conjuncts) {
      if (!conjunct.is(TermKind::Or))
        continue;
      Term simpler = simplifyUnder(normalizer, plain, conjunct);
      // A literal that was hidden tells more about the others.
      changed |= simpler != conjunct && !simpler.isTrue();
      if (!addConjunct(next, simpler))
        next.push_back(simpler);
    }
    conjuncts = std::move(next);
  }
}

void symbolic::removeRedundant(Normalizer &normalizer, Conjuncts &conjuncts) {
  for (size_t i = 0; i < conjuncts.size();) {
    Term kind = conjuncts[i];
    if (!kind.is(TermKind::Le) && !kind.is(TermKind::Lt) &&
        !normalizer.getLiteral(kind)) {
      ++i;
      continue;
    }
    Conjuncts others = conjuncts;
    others[i] = normalizer.negate(conjuncts[i]);
    if (decideByBounds(normalizer, others) == false)
      conjuncts.erase(conjuncts.begin() + i);
    else
      ++i;
  }
}
