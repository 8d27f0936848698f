//===- Literals.h - Formulas in normal form ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two formulas that mean the same should be one pointer as often as that is
// cheap to see: then queries are found in a cache, states are recognised, and
// most contradictions show without a solver. So every comparison is brought to
// `a1 x1 + ... + an xn <= c` (or `<`, `=`) with coprime integer coefficients,
// negation is pushed to the comparisons, and operands have one order.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_LITERALS_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_LITERALS_H

#include "tioga/Solver/Term.h"
#include <memory>

namespace tioga::symbolic {

using smt::Sort;
using smt::Term;
using smt::TermKind;

/// `a1 x1 + ... + an xn + constant`. What is not linear counts as one unknown.
struct LinearForm {
  /// By position; no coefficient is zero.
  llvm::SmallVector<std::pair<Term, Rational>, 4> parts;
  Rational constant;
  Sort sort = Sort::Int;

  /// Nothing if a number leaves 64 bits.
  static std::optional<LinearForm> add(const LinearForm &a, const LinearForm &b,
                                       Rational factor = 1);
  std::optional<LinearForm> scale(Rational factor) const;
  /// Zero if it does not occur.
  Rational getCoefficient(Term unknown) const;
  bool isConstant() const { return parts.empty(); }
};

/// A comparison of a linear form with zero.
struct Literal {
  enum class Kind : uint8_t {
    AtMost, ///< form <= 0
    Below,  ///< form < 0
    Zero,   ///< form == 0
    NonZero
  };
  Kind kind;
  LinearForm form;
};

using Substitution = llvm::DenseMap<Term, Term>;

/// Makes and changes formulas in normal form.
class Normalizer {
public:
  explicit Normalizer(smt::TermContext &terms) : terms(terms) {}

  smt::TermContext &getTerms() { return terms; }

  Term normalize(Term term);
  /// Of normal terms; the results are normal.
  Term negate(Term term);
  Term getAnd(llvm::ArrayRef<Term> parts) { return join(TermKind::And, parts); }
  Term getOr(llvm::ArrayRef<Term> parts) { return join(TermKind::Or, parts); }
  Term substitute(Term term, const Substitution &with);

  /// The normal form of a term of another context, which nobody may change
  /// meanwhile. `copies` remembers what was copied.
  Term copy(Term foreign, Substitution &copies);

  std::optional<LinearForm> getLinear(Term term);
  Term getTerm(const LinearForm &form);
  /// Null if a number leaves 64 bits.
  Term getLiteral(Literal::Kind kind, const LinearForm &form);
  /// Nothing if the term is no comparison of numbers.
  std::optional<Literal> getLiteral(Term term);

  /// The free symbols of a term, by position.
  const std::vector<Term> &getSymbols(Term term);
  bool mentions(Term term, Term symbol);

private:
  Term join(TermKind kind, llvm::ArrayRef<Term> parts);
  Term rebuild(Term term, llvm::ArrayRef<Term> operands);
  Term makeNormal(Term term);
  Term normalizeComparison(TermKind kind, Term a, Term b);
  Term normalizeNumber(Term term);
  Term normalizeEquality(Term a, Term b);
  std::optional<LinearForm> makeLinear(Term term);
  Term substitute(Term term, const Substitution &with, Substitution &memo);

  smt::TermContext &terms;
  llvm::DenseMap<Term, Term> normal;
  llvm::DenseMap<Term, std::unique_ptr<std::vector<Term>>> symbols;
};

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_LITERALS_H
