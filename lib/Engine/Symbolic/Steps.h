//===- Steps.h - From one product state to the next -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_STEPS_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_STEPS_H

#include "ProductState.h"

namespace tioga::symbolic {

/// A label of both sides, or that nothing is observed: for ever, or for a time.
struct Observation {
  std::string name;
  enum class Kind : uint8_t { Input, Output, Quiescence, Elapse } kind;
  /// The positions of the label; nothing where a side lacks it.
  std::optional<unsigned> label[2];
  std::vector<SymbolicValue> arguments;
  std::vector<Term> leaves;
  /// Of the side that has the label, the specification first.
  std::vector<SystemParam> params;
};

/// What a step needs to know.
struct StepContext {
  ExprEncoder &exprs;
  Normalizer &normalizer;
  Queries &queries;
  Canonicalizer &canonicalizer;
  const SymbolicOptions &options;
  /// Null where there is none.
  Execution *sides[2];
  /// The time before an observation; null if there is no time.
  Term delay;
  /// A limit that is reached; empty if there is none.
  std::function<std::string()> findLimit;
};

/// A member that is there if the condition holds.
struct Candidate {
  Side side;
  Term condition;
  Member member;
};

/// The steps of one or both sides of a product state.
class Steps {
public:
  explicit Steps(const StepContext &context)
      : context(context), normalizer(context.normalizer),
        queries(context.queries), terms(normalizer.getTerms()) {}

  /// Empty unless the last call failed.
  const std::string &getReason() const { return reason; }

  /// What the members of a side do with an observation.
  std::vector<Candidate> getCandidates(Side side,
                                       llvm::ArrayRef<Member> members,
                                       const Observation &observation);
  /// What a member does without being observed.
  std::vector<Candidate> getInternal(Side side, const Member &member);
  /// The disjunction of the conditions.
  Term getAny(llvm::ArrayRef<Candidate> candidates);

  /// Splits a domain by the candidates that are there; calls `emit` for each
  /// piece. `base` has the members that are there anyway. Pieces in which
  /// `needed` has no member are left out.
  bool distribute(ProductState base, llvm::ArrayRef<Candidate> candidates,
                  std::optional<Side> needed,
                  llvm::function_ref<bool(ProductState)> emit);
  /// Adds what internal steps reach.
  bool close(ProductState state, llvm::ArrayRef<Side> sides,
             llvm::function_ref<bool(ProductState)> emit);

  /// Yes, no, or failed.
  std::optional<bool> isSatisfiable(const Conjuncts &domain, Term condition);

  /// With time, members have one more clock while internal steps are taken
  /// between two observations: the time since the last one. Adds it.
  void startElapsing(ProductState &state);
  /// For some values of the domain a member can neither wait for ever nor act.
  std::optional<bool> mayStopTime(Side side, const ProductState &state);

private:
  struct Closing;
  std::vector<Candidate> getTimedInternal(Side side, const Member &member);
  void addTimedCandidates(Side side, const Member &member,
                          const Observation &observation,
                          std::vector<Candidate> &candidates);
  Candidate makeCandidate(Side side, const Member &member,
                          Execution::Step step);
  std::optional<bool> isCovered(const ProductState &state,
                                const Candidate &candidate);
  bool implies(const Conjuncts &domain, Term condition);
  bool fail(const llvm::Twine &why) {
    if (reason.empty())
      reason = why.str();
    return false;
  }

  StepContext context;
  Normalizer &normalizer;
  Queries &queries;
  smt::TermContext &terms;
  std::string reason;
  unsigned numLocals = 0;
};

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_STEPS_H
