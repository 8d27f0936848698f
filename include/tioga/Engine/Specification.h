//===- Specification.h - Timed I/O specifications ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The theory of timed I/O specifications (A. David, K. G. Larsen, A. Legay,
// U. Nyman, A. Wasowski, "Timed I/O Automata: A Complete Specification Theory
// for Real-time Systems", HSCC 2010) as questions to one system. Whether one
// specification refines another is a question of Conformance.h; the operators
// are passes on timed automata. docs/Specifications.md has the definitions.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_SPECIFICATION_H
#define TIOGA_ENGINE_SPECIFICATION_H

#include "tioga/Engine/Trace.h"
#include "tioga/Engine/ZoneModel.h"
#include "tioga/Zone/Federation.h"
#include <chrono>
#include <functional>
#include <map>

namespace tioga {

struct SpecificationOptions {
  /// Symbolic states, or zones of a game, after which the answer is
  /// *undecided*.
  uint64_t maxStates = 1'000'000;
  /// Time after which the answer is *undecided*; zero: none.
  std::chrono::milliseconds timeout{0};
  /// Asked now and then; true: stop, *undecided*.
  std::function<bool()> isCancelled;
  unsigned threads = 1;
  /// Whether internal steps are accepted, which specifications do not have.
  bool allowSilent = false;
};

struct SpecificationResult {
  AnswerKind answer = AnswerKind::Undecided;
  /// For `Undecided` why, for `Violated` what is wrong after `run`.
  std::string reason;
  /// For `Violated`: a run to where it shows.
  TimedTrace run;
  /// For `Violated`: the elements of the model that are to blame.
  llvm::SmallVector<mlir::Location, 2> locations;
};

/// Whether no two different states follow after one action, in all states that
/// can be reached.
SpecificationResult checkDeterminism(const System &system,
                                     const SpecificationOptions &options = {});

/// Whether an observation leaves no doubt about the state: the system is
/// deterministic, and no time passes while an internal step is possible.
SpecificationResult checkTraceable(const System &system,
                                   const SpecificationOptions &options = {});

/// Whether the system is a specification: it is deterministic and takes every
/// input in all states that can be reached.
SpecificationResult
checkSpecification(const System &system,
                   const SpecificationOptions &options = {});

/// Whether the system is an implementation: a specification in which no time
/// passes while an output is possible, and in which every state can wait for
/// ever or can produce an output after waiting.
SpecificationResult
checkImplementation(const System &system,
                    const SpecificationOptions &options = {});

/// Whether the specification has an implementation. \see ConsistencyGame.
SpecificationResult checkConsistency(const System &system,
                                     const SpecificationOptions &options = {});

/// What can be said of the discrete states of a system as sets of clock
/// valuations. Federations are over all clocks of the system, in its order,
/// multiplied by the scale.
class SpecificationModel {
public:
  explicit SpecificationModel(const System &system);

  const System &getSystem() const { return model.getSystem(); }
  ZoneModel &getModel() { return model; }
  /// All discrete states that a path of edges leads to.
  unsigned getNumStates() const { return model.getNumStates(); }
  unsigned getDimension() const { return model.getNumClocks() + 1; }
  const DiscreteState &getState(StateId id) { return model.getState(id); }

  /// Makes all discrete states. Returns the reason if that is not possible.
  std::optional<std::string> expand(const SpecificationOptions &options);

  const Federation &getInvariant(StateId id) { return invariants[id]; }
  Zone getGuard(const ZoneEdge &edge) const;
  /// The valuations in which the edge is enabled and leads into `target`.
  Federation getPredecessors(const ZoneEdge &edge,
                             const Federation &target) const;
  /// Where edges of a kind are enabled, within the invariant.
  Federation getEnabled(StateId id, EdgeKind kind);
  /// The valuations from which the time that may pass has no bound.
  Federation getUnbounded(StateId id, const Federation &bad);
  /// The valuations in which some time may pass.
  Federation getWaiting(StateId id);

  /// The condition, over names of the system, that it is in a state with one of
  /// the valuations.
  Expr getCondition(StateId id, const Federation &valuations);

private:
  Alphabet alphabet;
  ZoneModel model;
  std::vector<Federation> invariants;
};

/// The timed game between an implementation, which chooses delays and outputs,
/// and its environment, which chooses inputs: the implementation loses where it
/// can neither wait for ever nor wait for an output that keeps it safe. The
/// states in which it does not lose are the consistent ones: exactly these
/// occur in implementations.
///
/// The sets of states are computed backwards: round 0 is the invariant, and
/// each round takes away the states that lose against the round before.
class ConsistencyGame {
public:
  ConsistencyGame(const System &system, const SpecificationOptions &options);

  /// Returns the reason if it cannot be solved.
  std::optional<std::string> solve();

  SpecificationModel &getModel() { return model; }
  /// Whether there is an implementation. \pre it was solved.
  bool isConsistent();
  /// The consistent valuations of a state. \pre it was solved.
  const Federation &getConsistent(StateId id) const {
    return rounds[id].rbegin()->second;
  }
  /// A run in which the implementation loses, and where to.
  /// \pre it was solved, and the initial state is not consistent.
  SpecificationResult explain();

private:
  /// Where the run of an explanation is.
  struct Position {
    StateId state;
    ClockPoint clocks;
  };
  struct Move {
    /// Of the clocks' denominator.
    Rational delay;
    const ZoneEdge *edge = nullptr;
  };

  const Federation &getRound(StateId id, unsigned round) const;
  Federation getBadInputs(StateId id, unsigned round);
  Federation getGoodOutputs(StateId id, unsigned round);
  Federation computeRound(StateId id, unsigned round);
  std::optional<std::string> getStop() const;

  std::optional<unsigned> getLosingRound(const Position &position) const;
  std::optional<Move> findLosingMove(const Position &position, unsigned round,
                                     EdgeKind kind);
  std::optional<Rational> getDeadline(const Position &position);
  std::optional<ClockDelays> getStopDelays(const Position &position);
  bool mayWait(const Position &position, Rational delay);
  bool follow(Position &position, const Move &move, TimedTrace &run);
  void describeEnd(const Position &position, SpecificationResult &result);

  SpecificationModel model;
  SpecificationOptions options;
  std::chrono::steady_clock::time_point start;
  /// By state: the rounds in which its set changed, and to what.
  std::vector<std::map<unsigned, Federation>> rounds;
};

} // namespace tioga

#endif // TIOGA_ENGINE_SPECIFICATION_H
