//===- Execution.h - Steps of symbolic states -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_EXECUTION_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_EXECUTION_H

#include "Projection.h"
#include "tioga/Engine/Encoder/ExprEncoder.h"
#include "tioga/Engine/System.h"

namespace tioga::symbolic {

/// Locations are explicit; values and clocks are terms over symbols that stand
/// for what was observed.
struct SymbolicState {
  std::vector<unsigned> locations;
  std::vector<SymbolicValue> values;
  std::vector<Term> clocks;

  /// All terms in it, in a fixed order. States of one system with the same
  /// terms are equal if their shapes are, which `hash` and `isSame` compare.
  void collect(llvm::SmallVectorImpl<Term> &terms) const;
  bool isSame(const SymbolicState &other) const;
  void transform(llvm::function_ref<Term(Term)> change);
};

/// Makes a map that may be empty hold one entry that is not there, so that what
/// it would look up has a shape. All terms of the entry are zero.
void keepShape(SymbolicValue &map, const SymbolicValue &key,
               const SymbolicValue &value, smt::TermContext &terms);

/// One side of a comparison.
class Execution {
public:
  Execution(const System &system, ExprEncoder &exprs, Normalizer &normalizer);

  const System &getSystem() const { return system; }
  /// Empty unless something has no formula.
  const std::string &getError() const { return error; }

  SymbolicState getInitial();

  struct Step {
    /// Guard, ranges and invariants of the target, normal.
    Term condition;
    SymbolicState next;
  };
  /// Nothing if it is not enabled, whatever the symbols are.
  std::optional<Step> take(const SymbolicState &state, unsigned transition,
                           llvm::ArrayRef<SymbolicValue> arguments);
  /// Some arguments exist for which the transition is enabled.
  Term isEnabled(const SymbolicState &state, unsigned transition);
  /// No output and no internal step is enabled.
  Term isQuiescent(const SymbolicState &state);
  /// The transitions that may start in the locations of a state, ascending.
  std::vector<unsigned> getCandidates(const SymbolicState &state) const;
  /// All invariants hold.
  Term getInvariant(const SymbolicState &state);

  /// The state some time later, and whether that time may pass. Invariants are
  /// conjunctions of bounds, or alternatives of upper bounds, so they hold all
  /// the time if they hold at both ends.
  SymbolicState wait(const SymbolicState &state, Term delay);
  Term mayWait(const SymbolicState &state, Term delay);

  /// Symbols for parameters, named after `prefix`; nothing if a type has too
  /// many values.
  std::optional<std::vector<SymbolicValue>>
  makeArguments(llvm::ArrayRef<SystemParam> params, const llvm::Twine &prefix,
                std::vector<Term> *leaves = nullptr);

private:
  using Params = llvm::DenseMap<Expr, const SymbolicValue *>;

  Term encode(Expr condition, const SymbolicState &state, const Params &params);
  Term encode(const SystemCondition &condition, const SymbolicState &state,
              const Params &params);
  bool encodeUpdates(const SystemTransition &transition,
                     const SymbolicState &state, const Params &params,
                     SymbolicState &next, std::vector<Term> &conditions);
  bool isAt(const SymbolicState &state,
            const SystemTransition &transition) const;
  SymbolicValue normalize(const SymbolicValue &value);
  SymbolicValue normalize(const SymbolicValue &value, mlir::Type type);
  void resolveState(const SymbolicState &state);
  void fail(const llvm::Twine &message) {
    if (error.empty())
      error = message.str();
  }

  const System &system;
  ExprEncoder &exprs;
  Normalizer &normalizer;
  smt::TermContext &terms;
  std::string error;
  /// Values of controls and clocks of the state that is being read.
  std::vector<SymbolicValue> controlValues, clockValues;
};

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_EXECUTION_H
