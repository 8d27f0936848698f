//===- BoundedQuery.h - Questions about bounded runs ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every bounded question has one form: a run is built step by step, and at each
// depth there is a condition that ends the search. `sat` always means that
// there is a witness: the goal is reached, the implementation violates the
// specification, the models differ. The same object writes the script of a
// query and is solved in the process.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENCODER_BOUNDEDQUERY_H
#define TIOGA_ENGINE_ENCODER_BOUNDEDQUERY_H

#include "tioga/Engine/Encoder/Goal.h"
#include "tioga/Engine/Encoder/Unroller.h"
#include "tioga/Solver/Solver.h"

namespace tioga {

/// A part of a step with the name under which cores know it.
struct NamedTerm {
  std::string name;
  smt::Term term;
};

/// A question about runs, by depth.
class BoundedQuery {
public:
  virtual ~BoundedQuery();

  /// Gives definitions and what holds from the beginning.
  virtual void start() = 0;
  /// What ends the search after `depth` steps; null if nothing can.
  virtual smt::Term getQuestion(unsigned depth) = 0;
  /// The parts of the step from depth `depth` to the next one; with `split`,
  /// one for each edge or conjunct.
  virtual std::vector<NamedTerm> getStep(unsigned depth, bool split) = 0;
  /// The symbols that a reader of the model needs.
  virtual std::vector<smt::Term> getReported(unsigned bound);

  Timeline &getTimeline() { return timeline; }

protected:
  explicit BoundedQuery(Timeline &timeline) : timeline(timeline) {}
  smt::TermContext &getTerms() { return timeline.getTerms(); }
  /// Gives the term a name of its own in the script.
  smt::Term name(const llvm::Twine &name, smt::Term term,
                 const llvm::Twine &comment = "");

  Timeline &timeline;
};

/// Is a condition reached within some steps, and some delay after them? Of a
/// synchronous system, in one of the first states.
class ReachQuery : public BoundedQuery {
public:
  /// The goals have to be reached one after the other.
  ReachQuery(SystemEncoder &encoder, Timeline &timeline,
             std::vector<Goal> goals, bool needsAssumption = false);

  void start() override;
  smt::Term getQuestion(unsigned depth) override;
  std::vector<NamedTerm> getStep(unsigned depth, bool split) override;

  Run &getRun() { return run; }

private:
  std::vector<NamedTerm> getSyncStep(unsigned depth);
  smt::Term isReached(unsigned goal, unsigned depth);
  smt::Term getProgress(unsigned goal, unsigned depth);

  SystemEncoder &encoder;
  Run run;
  std::vector<Goal> goals;
  /// Test purposes of contracts: each step satisfies some assumption, so that
  /// the goal is not reached through what is left open.
  bool needsAssumption;
  std::vector<const smt::Function *> goalFunctions;
  const smt::Function *assumed[2] = {nullptr, nullptr};
  llvm::DenseMap<std::pair<unsigned, unsigned>, smt::Term> progress;
};

//===----------------------------------------------------------------------===//
// Two ways to ask
//===----------------------------------------------------------------------===//

/// One formula for all depths up to `bound`: `taken@i` says that step i is part
/// of the run, which ends where the question is answered.
void assertMonolithic(BoundedQuery &query, unsigned bound, bool withCores);

/// The script of the same questions asked one depth after the other.
class IncrementalSink {
public:
  virtual ~IncrementalSink() = default;
  /// Returns true to stop.
  virtual bool ask(unsigned depth, smt::Term question) = 0;
};
/// Calls `ask` for each depth up to `bound` and asserts the steps between.
void assertIncremental(BoundedQuery &query, unsigned bound, bool withCores,
                       IncrementalSink &sink);

/// What a solver says to a query.
struct BoundedAnswer {
  smt::Status status = smt::Status::Unknown;
  std::string reason;
  /// `sat`: the depth of the witness.
  unsigned depth = 0;
  /// `unsat`, asked incrementally: no run is as long as the bound, so the
  /// answer holds without it.
  bool isExhaustive = false;
};

/// Asks one depth after the other until there is a witness.
BoundedAnswer solveIncremental(BoundedQuery &query, smt::Solver &solver,
                               unsigned bound, llvm::StringRef name);
/// Asks once.
BoundedAnswer solveMonolithic(BoundedQuery &query, smt::Solver &solver,
                              unsigned bound, llvm::StringRef name);

/// The number of steps of a witness of the monolithic formula.
unsigned readLength(ModelLookup model, unsigned bound);

/// The edge or conjunct that a named part stems from: `Alarm.t07` for
/// `Alarm.t07@3!`.
llvm::StringRef getCoreElement(llvm::StringRef name);

} // namespace tioga

#endif // TIOGA_ENGINE_ENCODER_BOUNDEDQUERY_H
