//===- PairQueries.h - Questions about two systems --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENCODER_PAIRQUERIES_H
#define TIOGA_ENGINE_ENCODER_PAIRQUERIES_H

#include "tioga/Engine/Consistency.h"
#include "tioga/Engine/Encoder/BoundedQuery.h"

namespace tioga {

/// What is not worth a formula: names the first transition that nobody sees, or
/// nothing. The queries below follow one run of each side, which is exact only
/// if an observation determines it.
std::optional<std::string> findSilentTransition(const System &system);

/// Two transitions with one label that are enabled together in some state,
/// reachable or not.
struct Overlap {
  unsigned first, second;
};
/// Asks the solver about all pairs that could be. \pre the system is defined in
/// the solver. `unknown` counts as an overlap.
std::vector<Overlap> findOverlaps(SystemEncoder &encoder, Timeline &timeline,
                                  smt::Solver &solver);

/// Does an asynchronous implementation do what the specification forbids?
///
/// After the same observations of both, the implementation waits longer than
/// the specification may, or produces what the specification cannot:
/// enabledness is negated, never the step (a wrong successor would satisfy
/// that), and it includes ranges and the invariants of the target. A delay that
/// is too long is an offence by itself; no action has to follow. An input that
/// the specification does not take is not followed.
class ConformQuery : public BoundedQuery {
public:
  struct Options {
    /// The implementation ignores inputs that it does not take.
    bool ignoresInputs = true;
    /// Inputs count like outputs (trace inclusion).
    bool inputsOffend = false;
    /// Where time stops in the implementation and it has no output, it is
    /// silent from then on and ignores all inputs.
    bool stopsAreSilent = true;
  };
  ConformQuery(SystemEncoder &spec, SystemEncoder &impl, Timeline &timeline,
               Options options);

  void start() override;
  smt::Term getQuestion(unsigned depth) override;
  std::vector<NamedTerm> getStep(unsigned depth, bool split) override;

  /// Whether the implementation could stop time, and that is part of the
  /// formula.
  bool modelsStops() const { return stops; }
  /// Whether it could stop time in a way that the formula does not know.
  bool missesStops() const { return hiddenStops; }
  /// Allows the implementation to stop time; an assumption.
  smt::Term getStopping();
  /// The names by which a model tells what happened in a step.
  static std::string getIgnoredName(unsigned depth);
  static std::string getStopsName(unsigned depth);
  static std::string getLateName(unsigned depth);

private:
  smt::Term isInput(unsigned depth);
  smt::Term implWaits(unsigned depth);
  smt::Term isStuck(unsigned depth);
  smt::Term getStops(unsigned depth);
  smt::Term getSilent(unsigned depth);

  SystemEncoder &spec, &impl;
  Run specRun, implRun;
  Options options;
  bool stops = false, hiddenStops = false;
  const smt::Function *refuses = nullptr, *ignores = nullptr, *input = nullptr,
                      *produces = nullptr;
};

/// Do two asynchronous systems have different observable timed traces?
class EquivQuery : public BoundedQuery {
public:
  EquivQuery(SystemEncoder &left, SystemEncoder &right, Timeline &timeline);

  void start() override;
  smt::Term getQuestion(unsigned depth) override;
  std::vector<NamedTerm> getStep(unsigned depth, bool split) override;

private:
  SystemEncoder &left, &right;
  Run leftRun, rightRun;
  const smt::Function *leftRefuses = nullptr, *rightRefuses = nullptr;
};

/// Has one synchronous system a run whose observation the other lacks? Hidden
/// variables of the other one are quantified over.
class SyncInclusionQuery : public BoundedQuery {
public:
  /// With `bothWays`, a run of either system counts.
  SyncInclusionQuery(SystemEncoder &spec, SystemEncoder &impl,
                     Timeline &timeline, bool bothWays);

  /// Nothing, or why the two cannot be compared.
  static std::optional<std::string> compare(const System &spec,
                                            const System &impl);

  void start() override;
  smt::Term getQuestion(unsigned depth) override;
  std::vector<NamedTerm> getStep(unsigned depth, bool split) override;

private:
  smt::Term lacks(SystemEncoder &other, Run &run, unsigned depth);
  smt::Binding bindOther(SystemEncoder &other, Run &run, unsigned depth);

  SystemEncoder &spec, &impl;
  Run specRun, implRun;
  bool bothWays;
  smt::Term direction;
};

/// Is a contract inconsistent: is there, in some state that it can be led to
/// with any choice of its own, an input without an allowed answer? A formula
/// with alternating quantifiers; the first input is free, so that a model shows
/// it.
class ConsistencyQuery : public BoundedQuery {
public:
  /// Only the conjuncts of the subset count; nothing: all.
  ConsistencyQuery(SystemEncoder &encoder, Timeline &timeline,
                   std::optional<ConjunctSet> subset = std::nullopt);

  void start() override;
  /// After `depth` steps at most; null for none.
  smt::Term getQuestion(unsigned depth) override;
  std::vector<NamedTerm> getStep(unsigned, bool) override { return {}; }

  /// Over the current state: some inputs of the next `rest` steps have no
  /// answer.
  smt::Term getStuck(unsigned rest);
  /// Over the current state and the next inputs: whatever is answered, it gets
  /// stuck within `rest` more steps.
  smt::Term getLosing(bool first, unsigned rest);
  /// Over both states: an answer to the inputs, which is not stuck within
  /// `rest` steps.
  smt::Term getAnswer(bool first, unsigned rest);

private:
  smt::Term getRelation(bool first);
  smt::Term getDomain(bool inputs);
  smt::Term getStuckNext(unsigned rest);

  SystemEncoder &encoder;
  Run run;
  std::optional<ConjunctSet> subset;
  std::vector<smt::Term> inputs, others;
  /// Entry n: over the current state, an input within n + 1 steps has no
  /// answer.
  std::vector<const smt::Function *> stuck;
};

} // namespace tioga

#endif // TIOGA_ENGINE_ENCODER_PAIRQUERIES_H
