//===- Consistency.h - Can a contract always be satisfied? ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contract is consistent if there is, whatever the inputs are, always an
// answer after which that is still so: a game between the inputs and the
// answers, which the answers must be able to play forever. One input without an
// answer, however deep, is enough to be inconsistent.
//
// Fewer requirements never make a contract inconsistent. So a view that is
// inconsistent by itself decides about the whole, and there are smallest sets
// of requirements that conflict.
//
// The game is solved by a fixed point over decision diagrams where all
// variables have finitely many values, and by formulas to a bound otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_CONSISTENCY_H
#define TIOGA_ENGINE_CONSISTENCY_H

#include "tioga/Engine/Trace.h"
#include <functional>

namespace tioga {

/// Positions of requirements among the conjuncts of the first step and of later
/// ones, ascending.
struct ConjunctSet {
  std::vector<unsigned> initial, step;

  static ConjunctSet getAll(const System &system);
  size_t size() const { return initial.size() + step.size(); }
  friend bool operator==(const ConjunctSet &a, const ConjunctSet &b) {
    return a.initial == b.initial && a.step == b.step;
  }
};

/// Inputs that lead to a step without an answer.
struct ConsistencyPlay {
  /// The values of all variables, by step. An answer is one that lasts longest.
  std::vector<std::vector<Value>> steps;
  /// The values of the inputs that have no answer after these steps, in the
  /// order of the variables.
  std::vector<Value> lastInputs;
  /// Whether these inputs lead there whatever is answered; if not, they depend
  /// on the answers. Nothing if nobody found out.
  std::optional<bool> isForced;
};

/// What is known about some requirements of a contract.
struct ConsistencyVerdict {
  AnswerKind answer = AnswerKind::Undecided;
  /// Why it is undecided.
  std::string reason;
  /// `Holds`: for so many steps; nothing if for ever. `Violated`: the number of
  /// inputs that suffice, counting the one without an answer.
  std::optional<unsigned> depth;
};

/// Decides about subsets of the requirements of one system.
class ConsistencyOracle {
public:
  virtual ~ConsistencyOracle();

  virtual llvm::StringRef getName() const = 0;
  /// Whether it can look at arbitrarily many steps.
  virtual bool isUnbounded() const = 0;
  /// With `bound`, looks at so many steps only, whatever it was told before.
  virtual ConsistencyVerdict
  check(const ConjunctSet &conjuncts,
        std::optional<unsigned> bound = std::nullopt) = 0;
  /// A shortest way to a step without an answer; nothing, with a reason, if
  /// there is none or it was not found.
  virtual std::optional<ConsistencyPlay> findPlay(const ConjunctSet &conjuncts,
                                                  std::string &reason) = 0;
  /// How much work it was, in a unit of its own.
  virtual uint64_t getEffort() const = 0;
};

struct FixpointOptions {
  /// Steps to look at; nothing: until nothing changes any more.
  std::optional<unsigned> bound;
  /// Beyond so many nodes of decision diagrams it gives up.
  size_t maxNodes = 10'000'000;
  std::function<bool()> isCancelled;
};

/// The fixed point over decision diagrams.
std::unique_ptr<ConsistencyOracle>
createFixpointOracle(const System &system, const FixpointOptions &options = {});

enum class ConflictSearch : uint8_t {
  None, ///< the verdict alone
  One,  ///< one minimal set
  All   ///< all minimal sets
};

struct ConsistencyOptions {
  ConflictSearch conflicts = ConflictSearch::One;
  /// Single views first, then the whole in independent parts.
  bool incremental = true;
  bool findPlay = true;
  /// Ends the search for all conflicts.
  size_t maxConflicts = 100;
};

struct ConsistencyResult {
  ConsistencyVerdict verdict;
  /// The oracle that decided.
  std::string engine;
  /// The requirements that were found inconsistent: all, those of a view, or an
  /// independent part.
  ConjunctSet part;
  /// The view, if it was one; empty for the requirements outside of all views.
  std::optional<std::string> view;
  /// What was found out about the views, in the order of the text.
  std::vector<std::pair<std::string, ConsistencyVerdict>> views;
  std::optional<ConsistencyPlay> play;
  /// Why there is no play, although the contract is inconsistent.
  std::string playProblem;
  /// Minimal sets: without any one member the rest is consistent; for the
  /// number of steps of the verdict, if the engine has a bound.
  std::vector<ConjunctSet> conflicts;
  /// Why some are missing or need not be minimal; empty if all is well.
  std::string conflictProblem;
  uint64_t effort = 0;
};

/// Asks the oracles one after the other until one decides.
ConsistencyResult checkConsistency(const System &system,
                                   llvm::ArrayRef<ConsistencyOracle *> oracles,
                                   const ConsistencyOptions &options = {});

/// The names of the views that requirements belong to, in the order of the
/// text; the empty name, for those of none, comes first if there are any.
std::vector<std::string> getViewNames(const System &system);
ConjunctSet getViewConjuncts(const System &system, llvm::StringRef view);

/// The variables that requirements mention, ascending.
std::vector<unsigned> getMentionedVariables(const System &system,
                                            const ConjunctSet &conjuncts);

/// Splits requirements into parts that share no output and no hidden variable.
/// The whole is consistent if and only if each part is.
std::vector<ConjunctSet> getIndependentParts(const System &system,
                                             const ConjunctSet &conjuncts);

} // namespace tioga

#endif // TIOGA_ENGINE_CONSISTENCY_H
