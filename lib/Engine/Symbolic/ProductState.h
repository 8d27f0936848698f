//===- ProductState.h - What is possible after an observation ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After a trace of labels, the states that a side may be in depend on the
// values of the parameters. A product state covers those values (its domain)
// for which both sides have the same list of members; other values are other
// product states. So no member has a condition of its own, and what follows
// depends on the members and the domain alone: two product states with equal
// ones, up to the names of symbols, have the same future.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_PRODUCTSTATE_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_PRODUCTSTATE_H

#include "Execution.h"
#include "Queries.h"

namespace tioga::symbolic {

/// States that are possible for all values of the domain. With locals (the
/// parameters of internal steps) there is one for each value of these that
/// satisfies the condition.
struct Member {
  SymbolicState state;
  std::vector<Term> locals;
  Conjuncts condition;

  bool isSame(const Member &other) const {
    return locals == other.locals && condition == other.condition &&
           state.isSame(other.state);
  }
};

enum Side : unsigned { SpecSide, ImplSide };

struct ProductState {
  Conjuncts domain;
  std::vector<Member> members[2];

  /// Whether both sides have the same members, in the same order.
  bool isEqual() const;
};

/// A product state in normal form and how it came to it.
struct CanonicalState {
  ProductState state;
  /// The domain before anything was removed from it, over the symbols of the
  /// state before and the parameters of the step.
  Conjuncts history;
  /// What each symbol of the normal form was called in `history`.
  std::vector<std::pair<Term, Term>> meanings;
  /// Equal for states that differ in nothing.
  std::vector<uintptr_t> key;
  /// The part of the key about members.
  std::vector<uintptr_t> memberKey;
};

/// Brings product states to normal form.
class Canonicalizer {
public:
  Canonicalizer(ExprEncoder &exprs, Normalizer &normalizer, Queries &queries)
      : exprs(exprs), normalizer(normalizer), queries(queries),
        terms(normalizer.getTerms()) {}

  /// Splits the state into pieces in normal form. \pre the domain is
  /// satisfiable. Returns false if a solver does not know; `getReason` says
  /// why. With `isPlain` only the key is made.
  bool canonicalize(ProductState state, bool isPlain,
                    std::vector<CanonicalState> &pieces);
  const std::string &getReason() const { return reason; }
  /// Orders what was copied from another context as states of this one are.
  void restore(CanonicalState &state);

  /// Whether a state of the one side is one of the other for all values.
  Term areEqual(const SymbolicState &a, const SymbolicState &b);

private:
  struct Work {
    ProductState state;
    Conjuncts history;
    std::vector<std::pair<Term, Term>> meanings;
  };
  using Pending = std::vector<Work>;

  enum class Truth : uint8_t { Yes, No, Failed };
  Truth decide(Work &work, Term condition, Pending &pending);
  bool settle(Work &work, Pending &pending);
  bool settleValue(SymbolicValue &value, Work &work, Pending &pending);
  bool settleCollection(SymbolicValue &value, Work &work, Pending &pending);
  bool settleChoices(Term &term, Work &work, Pending &pending);
  void substitute(Work &work, const Substitution &with, Member *only = nullptr);
  void useEquations(Work &work);
  void changeVariables(Work &work);
  bool changeVariable(Work &work, Member &member, Term leaf,
                      llvm::DenseMap<Term, char> &owned);
  bool removeDead(Work &work, Pending &pending);
  void removeLocals(Work &work);
  void dropIndependent(Conjuncts &domain,
                       const llvm::DenseMap<Term, char> &live);
  bool splitOnDead(Work &work, const llvm::DenseMap<Term, char> &live,
                   Pending &pending);
  void sortMembers(ProductState &state);
  void rename(Work &work);
  CanonicalState finish(Work work);
  Term getFresh(llvm::StringRef kind, unsigned index, Sort sort);

  ExprEncoder &exprs;
  Normalizer &normalizer;
  Queries &queries;
  smt::TermContext &terms;
  std::string reason;
  unsigned numFresh = 0;
};

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_PRODUCTSTATE_H
