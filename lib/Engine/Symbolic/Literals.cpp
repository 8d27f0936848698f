//===- Literals.cpp - Formulas in normal form -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Literals.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace tioga;
using namespace tioga::symbolic;

//===----------------------------------------------------------------------===//
// Linear forms
//===----------------------------------------------------------------------===//

static bool isBefore(Term a, Term b) {
  return a.getPosition() < b.getPosition();
}

std::optional<LinearForm>
LinearForm::add(const LinearForm &a, const LinearForm &b, Rational factor) {
  LinearForm sum;
  sum.sort = a.sort == Sort::Real ? a.sort : b.sort;
  std::optional<Rational> scaled = Rational::mul(b.constant, factor);
  std::optional<Rational> constant;
  if (scaled)
    constant = Rational::add(a.constant, *scaled);
  if (!constant)
    return std::nullopt;
  sum.constant = *constant;
  auto left = a.parts.begin(), right = b.parts.begin();
  while (left != a.parts.end() || right != b.parts.end()) {
    bool takeLeft =
        right == b.parts.end() ||
        (left != a.parts.end() && !isBefore(right->first, left->first));
    bool takeRight =
        left == a.parts.end() ||
        (right != b.parts.end() && !isBefore(left->first, right->first));
    std::optional<Rational> coefficient = takeLeft ? left->second : Rational(0);
    Term unknown = takeLeft ? left->first : right->first;
    if (takeRight) {
      std::optional<Rational> more = Rational::mul(right->second, factor);
      if (more)
        coefficient = Rational::add(*coefficient, *more);
      if (!more || !coefficient)
        return std::nullopt;
      ++right;
    }
    if (takeLeft)
      ++left;
    if (!coefficient->isZero())
      sum.parts.push_back({unknown, *coefficient});
  }
  return sum;
}

std::optional<LinearForm> LinearForm::scale(Rational factor) const {
  LinearForm zero;
  zero.sort = sort;
  return add(zero, *this, factor);
}

Rational LinearForm::getCoefficient(Term unknown) const {
  for (auto &[part, coefficient] : parts)
    if (part == unknown)
      return coefficient;
  return 0;
}

std::optional<LinearForm> Normalizer::getLinear(Term term) {
  LinearForm form;
  form.sort = term.getSort();
  if (std::optional<Rational> constant = smt::TermContext::getConstant(term)) {
    form.constant = *constant;
    return form;
  }
  if (std::optional<LinearForm> made = makeLinear(term))
    return made;
  form.parts.push_back({term, 1});
  return form;
}

/// Nothing if the term is one unknown.
std::optional<LinearForm> Normalizer::makeLinear(Term term) {
  llvm::ArrayRef<Term> operands = term.getOperands();
  switch (term.getKind()) {
  case TermKind::Add:
  case TermKind::Sub: {
    std::optional<LinearForm> sum = getLinear(operands[0]);
    for (Term operand : operands.drop_front()) {
      std::optional<LinearForm> next = getLinear(operand);
      if (!sum || !next)
        return std::nullopt;
      sum = LinearForm::add(*sum, *next, term.is(TermKind::Add) ? 1 : -1);
    }
    return sum;
  }
  case TermKind::Neg:
    if (std::optional<LinearForm> form = getLinear(operands[0]))
      return form->scale(-1);
    return std::nullopt;
  case TermKind::Mul:
  case TermKind::Div: {
    std::optional<LinearForm> a = getLinear(operands[0]);
    std::optional<LinearForm> b = getLinear(operands[1]);
    if (!a || !b)
      return std::nullopt;
    if (term.is(TermKind::Mul) && a->isConstant())
      return b->scale(a->constant);
    if (!b->isConstant())
      return std::nullopt;
    if (term.is(TermKind::Mul))
      return a->scale(b->constant);
    if (std::optional<Rational> inverse = Rational::div(1, b->constant))
      return a->scale(*inverse);
    return std::nullopt;
  }
  case TermKind::ToReal: {
    std::optional<LinearForm> form = getLinear(operands[0]);
    if (!form)
      return std::nullopt;
    LinearForm real;
    real.sort = Sort::Real;
    real.constant = form->constant;
    for (auto &[unknown, coefficient] : form->parts)
      real.parts.push_back({terms.getToReal(unknown), coefficient});
    llvm::sort(real.parts, [](const auto &a, const auto &b) {
      return isBefore(a.first, b.first);
    });
    if (real.parts.size() == 1 && real.parts[0].first == term)
      return std::nullopt;
    return real;
  }
  default:
    return std::nullopt;
  }
}

Term Normalizer::getTerm(const LinearForm &form) {
  llvm::SmallVector<Term, 4> sum;
  for (auto &[unknown, coefficient] : form.parts) {
    if (coefficient == Rational(1))
      sum.push_back(unknown);
    else if (coefficient == Rational(-1))
      sum.push_back(terms.getNeg(unknown));
    else
      sum.push_back(
          terms.getMul(terms.getNumber(coefficient, form.sort), unknown));
  }
  if (sum.empty() || !form.constant.isZero())
    sum.push_back(terms.getNumber(form.constant, form.sort));
  return sum.size() == 1 ? sum.front() : terms.getAdd(sum);
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// Divides by the greatest number that leaves integer coefficients. The sign
/// does not change.
static std::optional<LinearForm> makeCoprime(const LinearForm &form) {
  int64_t common = 1, divisor = 0;
  for (auto &[unknown, coefficient] : form.parts) {
    int64_t next;
    int64_t den = coefficient.getDenominator();
    if (llvm::MulOverflow(common / std::gcd(common, den), den, next))
      return std::nullopt;
    common = next;
  }
  std::optional<LinearForm> whole = form.scale(common);
  if (!whole)
    return std::nullopt;
  for (auto &[unknown, coefficient] : whole->parts)
    divisor = std::gcd(divisor, coefficient.getNumerator());
  std::optional<Rational> factor =
      Rational::get(1, std::max<int64_t>(divisor, 1));
  return factor ? whole->scale(*factor) : std::nullopt;
}

static int64_t floorOf(Rational value) {
  int64_t quotient = value.getNumerator() / value.getDenominator();
  return value.isNegative() && !value.isInteger() ? quotient - 1 : quotient;
}

Term Normalizer::getLiteral(Literal::Kind kind, const LinearForm &given) {
  using Kind = Literal::Kind;
  if (given.isConstant()) {
    int sign = Rational::compare(given.constant, 0);
    bool holds = kind == Kind::AtMost  ? sign <= 0
                 : kind == Kind::Below ? sign < 0
                 : kind == Kind::Zero  ? sign == 0
                                       : sign != 0;
    return terms.getBool(holds);
  }
  std::optional<LinearForm> form = makeCoprime(given);
  if (form && (kind == Kind::Zero || kind == Kind::NonZero) &&
      form->parts[0].second.isNegative())
    form = form->scale(-1);
  if (!form)
    return Term();
  // What is left of the comparison with a constant on the right.
  std::optional<Rational> bound = Rational::negate(form->constant);
  if (!bound)
    return Term();
  if (form->sort == Sort::Int) {
    if (kind == Kind::Zero || kind == Kind::NonZero) {
      if (!bound->isInteger())
        return terms.getBool(kind == Kind::NonZero);
    } else {
      int64_t floor = floorOf(*bound);
      if (kind == Kind::Below && bound->isInteger()) {
        if (floor == INT64_MIN)
          return Term();
        --floor;
      }
      kind = Kind::AtMost;
      bound = Rational(floor);
    }
  }
  form->constant = 0;
  Term left = getTerm(*form);
  Term right = terms.getNumber(*bound, form->sort);
  switch (kind) {
  case Kind::AtMost:
    return terms.getLe(left, right);
  case Kind::Below:
    return terms.getComparison(TermKind::Lt, left, right);
  case Kind::Zero:
    return terms.getEq(left, right);
  case Kind::NonZero:
    return terms.getNot(terms.getEq(left, right));
  }
  llvm_unreachable("covered switch");
}

std::optional<Literal> Normalizer::getLiteral(Term term) {
  bool negated = term.is(TermKind::Not);
  Term atom = negated ? term.getOperand(0) : term;
  Literal literal;
  switch (atom.getKind()) {
  case TermKind::Le:
    literal.kind = Literal::Kind::AtMost;
    break;
  case TermKind::Lt:
    literal.kind = Literal::Kind::Below;
    break;
  case TermKind::Eq:
    literal.kind = negated ? Literal::Kind::NonZero : Literal::Kind::Zero;
    break;
  default:
    return std::nullopt;
  }
  if ((negated && !atom.is(TermKind::Eq)) ||
      atom.getOperand(0).getSort() == Sort::Bool)
    return std::nullopt;
  std::optional<LinearForm> left = getLinear(atom.getOperand(0));
  std::optional<LinearForm> right = getLinear(atom.getOperand(1));
  std::optional<LinearForm> form;
  if (left && right)
    form = LinearForm::add(*left, *right, -1);
  if (!form)
    return std::nullopt;
  literal.form = *form;
  return literal;
}

//===----------------------------------------------------------------------===//
// Normal forms
//===----------------------------------------------------------------------===//

Term Normalizer::negate(Term term) {
  if (term.is(TermKind::And) || term.is(TermKind::Or)) {
    llvm::SmallVector<Term, 8> parts;
    for (Term part : term.getOperands())
      parts.push_back(negate(part));
    return join(term.is(TermKind::And) ? TermKind::Or : TermKind::And, parts);
  }
  if (term.is(TermKind::Le) || term.is(TermKind::Lt)) {
    std::optional<Literal> literal = getLiteral(term);
    std::optional<LinearForm> opposite;
    if (literal)
      opposite = literal->form.scale(-1);
    if (opposite)
      if (Term result = getLiteral(literal->kind == Literal::Kind::AtMost
                                       ? Literal::Kind::Below
                                       : Literal::Kind::AtMost,
                                   *opposite))
        return result;
  }
  return terms.getNot(term);
}

/// Flat, in the order of making, without duplicates.
Term Normalizer::join(TermKind kind, llvm::ArrayRef<Term> parts) {
  bool isAnd = kind == TermKind::And;
  Term all = isAnd ? terms.getAnd(parts) : terms.getOr(parts);
  if (!all.is(kind))
    return all;
  llvm::SmallVector<Term, 8> sorted(all.getOperands());
  llvm::DenseSet<Term> present(sorted.begin(), sorted.end());
  for (Term part : sorted)
    if (!part.is(TermKind::And) && !part.is(TermKind::Or) &&
        present.contains(negate(part)))
      return terms.getBool(!isAnd);
  llvm::sort(sorted, isBefore);
  return isAnd ? terms.getAnd(sorted) : terms.getOr(sorted);
}

/// A choice between numbers is decided where it is compared.
Term Normalizer::normalizeComparison(TermKind kind, Term a, Term b) {
  for (bool swap : {false, true}) {
    Term choice = swap ? b : a, other = swap ? a : b;
    if (!choice.is(TermKind::Ite))
      continue;
    auto compare = [&](Term value) {
      return swap ? normalizeComparison(kind, other, value)
                  : normalizeComparison(kind, value, other);
    };
    Term condition = choice.getOperand(0);
    return getOr({getAnd({condition, compare(choice.getOperand(1))}),
                  getAnd({negate(condition), compare(choice.getOperand(2))})});
  }
  std::optional<LinearForm> left = getLinear(a), right = getLinear(b), form;
  if (left && right)
    form = LinearForm::add(*left, *right, -1);
  bool isGreater = kind == TermKind::Gt || kind == TermKind::Ge;
  if (form && isGreater)
    form = form->scale(-1);
  Term result;
  if (form)
    result = getLiteral(kind == TermKind::Eq ? Literal::Kind::Zero
                        : kind == TermKind::Lt || kind == TermKind::Gt
                            ? Literal::Kind::Below
                            : Literal::Kind::AtMost,
                        *form);
  if (result)
    return result;
  if (kind == TermKind::Eq)
    return terms.getEq(a, b);
  return isGreater
             ? terms.getComparison(
                   kind == TermKind::Gt ? TermKind::Lt : TermKind::Le, b, a)
             : terms.getComparison(kind, a, b);
}

Term Normalizer::normalizeEquality(Term a, Term b) {
  if (a.getSort() != Sort::Bool)
    return normalizeComparison(TermKind::Eq, a, b);
  if (a.is(TermKind::Bool))
    return a.getBool() ? b : negate(b);
  if (b.is(TermKind::Bool))
    return b.getBool() ? a : negate(a);
  if (a == b)
    return terms.getTrue();
  return getOr({getAnd({a, b}), getAnd({negate(a), negate(b)})});
}

Term Normalizer::normalizeNumber(Term term) {
  std::optional<LinearForm> form = getLinear(term);
  return form ? getTerm(*form) : term;
}

Term Normalizer::makeNormal(Term term) {
  switch (term.getKind()) {
  case TermKind::Bool:
  case TermKind::Number:
  case TermKind::Symbol:
    return term;
  case TermKind::Apply:
    assert(term.getFunction().params.empty() && "only literals are defined");
    return normalize(term.getFunction().body);
  default:
    break;
  }
  llvm::SmallVector<Term, 8> operands;
  for (Term operand : term.getOperands())
    operands.push_back(normalize(operand));
  return rebuild(term, operands);
}

/// The normal form of the same operator with other, normal operands.
Term Normalizer::copy(Term foreign, Substitution &copies) {
  if (Term known = copies.lookup(foreign))
    return known;
  Term result;
  switch (foreign.getKind()) {
  case TermKind::Bool:
    result = terms.getBool(foreign.getBool());
    break;
  case TermKind::Number:
    result = terms.getNumber(foreign.getNumber(), foreign.getSort());
    break;
  case TermKind::Symbol:
    result = terms.getSymbol(foreign.getName(), foreign.getSort());
    break;
  default:
    llvm::SmallVector<Term, 8> operands;
    for (Term operand : foreign.getOperands())
      operands.push_back(copy(operand, copies));
    result = rebuild(foreign, operands);
  }
  copies[foreign] = result;
  return result;
}

Term Normalizer::rebuild(Term term, llvm::ArrayRef<Term> operands) {
  switch (term.getKind()) {
  case TermKind::Not:
    return negate(operands[0]);
  case TermKind::And:
  case TermKind::Or:
    return join(term.getKind(), operands);
  case TermKind::Implies:
    return getOr({negate(operands[0]), operands[1]});
  case TermKind::Ite:
    if (operands[1].getSort() == Sort::Bool)
      return getOr({getAnd({operands[0], operands[1]}),
                    getAnd({negate(operands[0]), operands[2]})});
    return terms.getIte(operands[0], operands[1], operands[2]);
  case TermKind::Eq:
    return normalizeEquality(operands[0], operands[1]);
  case TermKind::Lt:
  case TermKind::Le:
  case TermKind::Gt:
  case TermKind::Ge:
    return normalizeComparison(term.getKind(), operands[0], operands[1]);
  case TermKind::Add:
    return normalizeNumber(terms.getAdd(operands));
  case TermKind::Sub:
    return normalizeNumber(terms.getSub(operands[0], operands[1]));
  case TermKind::Neg:
    return normalizeNumber(terms.getNeg(operands[0]));
  case TermKind::Mul:
    return normalizeNumber(terms.getMul(operands[0], operands[1]));
  case TermKind::Div:
    return normalizeNumber(
        terms.getDivision(TermKind::Div, operands[0], operands[1]));
  case TermKind::IntDiv:
  case TermKind::Mod:
    return terms.getDivision(term.getKind(), operands[0], operands[1]);
  case TermKind::ToReal:
    return normalizeNumber(terms.getToReal(operands[0]));
  case TermKind::Forall:
  case TermKind::Exists:
    return terms.getQuantified(term.getKind(), operands.drop_back(),
                               operands.back());
  default:
    llvm_unreachable("leaves have no operands");
  }
}

Term Normalizer::normalize(Term term) {
  auto found = normal.find(term);
  if (found != normal.end())
    return found->second;
  Term result = makeNormal(term);
  normal[term] = result;
  normal[result] = result;
  return result;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

const std::vector<Term> &Normalizer::getSymbols(Term term) {
  auto found = symbols.find(term);
  if (found != symbols.end())
    return *found->second;
  auto list = std::make_unique<std::vector<Term>>(terms.getFreeSymbols(term));
  return *(symbols[term] = std::move(list));
}

bool Normalizer::mentions(Term term, Term symbol) {
  const std::vector<Term> &all = getSymbols(term);
  auto place = llvm::lower_bound(all, symbol, isBefore);
  return place != all.end() && *place == symbol;
}

Term Normalizer::substitute(Term term, const Substitution &with,
                            Substitution &memo) {
  if (term.is(TermKind::Symbol)) {
    auto found = with.find(term);
    return found == with.end() ? term : found->second;
  }
  if (term.getOperands().empty())
    return term;
  auto known = memo.find(term);
  if (known != memo.end())
    return known->second;
  Term result = term;
  if (llvm::any_of(getSymbols(term),
                   [&](Term symbol) { return with.count(symbol); })) {
    llvm::SmallVector<Term, 8> operands;
    bool binds = term.is(TermKind::Forall) || term.is(TermKind::Exists);
    llvm::ArrayRef<Term> given = term.getOperands();
    if (binds)
      operands.append(given.begin(), given.end() - 1);
    for (Term operand : binds ? given.take_back() : given)
      operands.push_back(substitute(operand, with, memo));
    result = rebuild(term, operands);
  }
  memo[term] = result;
  return result;
}

Term Normalizer::substitute(Term term, const Substitution &with) {
  if (with.empty())
    return term;
  Substitution memo;
  return substitute(term, with, memo);
}
