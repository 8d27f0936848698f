//===- Conformance.h - Does an implementation conform? ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One question with several engines behind it: does an implementation, given as
// a model too, conform to a specification? docs/Semantics.md defines the
// relations, docs/Engines.md says how the engines decide them.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_CONFORMANCE_H
#define TIOGA_ENGINE_CONFORMANCE_H

#include "tioga/Engine/Overlay.h"
#include "tioga/Engine/Reachability.h"
#include "tioga/Engine/Trace.h"
#include "tioga/Zone/Zone.h"
#include <chrono>
#include <functional>

namespace tioga {

enum class Relation : uint8_t {
  Tioco,   ///< outputs and delays within the specification's, after its traces
  Rtioco,  ///< the same, after traces that the environment allows
  Refines, ///< alternating refinement of deterministic timed I/O automata
  Inclusion, ///< timed trace inclusion: inputs are as good as outputs
  Ioco       ///< without time, with quiescence
};

/// What an implementation does with an input that it does not mention.
enum class Completion : uint8_t {
  /// `Ignore` for tioco, rtioco and ioco, `None` for the others.
  Default,
  /// It ignores an input after a trace after which none of its states takes it.
  Ignore,
  /// The input does not happen.
  None
};

/// What an implementation does that can neither wait nor produce an output.
enum class Timelock : uint8_t {
  /// It is silent and ignores inputs from then on, as a real system would.
  Silence,
  /// Time stops; nothing is ever observed.
  Conform
};

llvm::StringRef toString(Relation relation);
std::optional<Relation> getRelation(llvm::StringRef name);

struct ConformanceOptions {
  Relation relation = Relation::Tioco;
  /// Which violation to show. The fastest one is looked for where one state of
  /// each side at a time is possible; elsewhere it is a shortest.
  TraceOrder order = TraceOrder::Shortest;
  Completion completion = Completion::Default;
  Timelock timelock = Timelock::Silence;
  /// Observations (actions plus the offending one) to look at; nothing: as many
  /// as it takes.
  std::optional<unsigned> bound;
  /// Where an engine that need not end gives up by itself if there is no
  /// `bound`: at this depth, or where so many earlier observations still
  /// matter.
  unsigned ownBound = 1000, ownAges = 12;
  /// Sets of states after which the answer is *undecided*.
  uint64_t maxSets = 20'000;
  /// Symbolic states after which the answer is *undecided*.
  uint64_t maxStates = 2'000'000;
  /// Bytes of symbolic states after which the answer is *undecided*; zero: no
  /// limit.
  uint64_t maxMemory = 0;
  /// Time after which the answer is *undecided*; zero: none.
  std::chrono::milliseconds timeout{0};
  /// Asked now and then; true: stop, *undecided*.
  std::function<bool()> isCancelled;
  unsigned threads = 1;
  /// Whether what mutants have in common with the specification is explored
  /// once for all of them; for comparison.
  bool sharesGraph = true;
};

enum class ViolationKind : uint8_t {
  UnexpectedOutput, ///< an output that the specification does not allow then
  UnexpectedInput,  ///< inclusion: an input that the specification lacks
  MissingInput,     ///< refines: an input that the implementation refuses
  Late,             ///< waits longer than the specification allows
  Quiescent         ///< ioco: is silent where the specification is not
};

/// `unexpected output` and so on.
llvm::StringRef toString(ViolationKind kind);

/// Source locations, in the order of the text.
using SourceLocations = llvm::SmallVector<mlir::Location, 2>;

struct Violation {
  ViolationKind kind;
  /// What is observed, of the labels of the specification, up to and without
  /// the offence. `finalDelay` is the delay until then. Of `Ioco`, a step
  /// without label is quiescence.
  TimedTrace observation;
  /// The offending label, of those of the implementation, and its arguments;
  /// none for `Late` and `Quiescent`. Of `Late` the delay
  /// `observation.finalDelay` is the offence.
  std::optional<unsigned> label;
  std::vector<Value> arguments;
  /// Runs of both sides with that observation, transitions by position in the
  /// specification and in the implementation; the specification's lacks the
  /// offence. Of a specification with several possible runs, one. A step of the
  /// implementation with a label and without transition is an ignored input.
  TimedTrace specRun, implRun;
  /// The event times of the witness: clock i of the zone is the time of
  /// observable event i, from 1, the last one is that of the offence. Every
  /// valuation is a violating observation with the same discrete runs. Values
  /// are multiples of 1 / `timeScale`. Empty dimension 1 if not known.
  Zone eventTimes;
  int64_t timeScale = 1;
  /// Where the offence is in the implementation and what the specification says
  /// about that moment.
  SourceLocations implLocations, specLocations;
  /// Whether it needs an exact instant: there is no violation with the inputs
  /// strictly inside their windows and the offence strictly outside.
  bool boundary = false;
  /// Whether this witness needs that stopped time is taken as silence.
  bool needsSilence = false;
  /// Whether every violation does: with `Timelock::Conform` there is none.
  bool stopsTime = false;

  /// Actions plus the offence.
  unsigned getLength() const { return observation.steps.size() + 1; }
};

struct ConformanceStatistics {
  uint64_t states = 0;
  uint64_t transitions = 0;
  double seconds = 0;
};

struct ConformanceResult {
  AnswerKind answer = AnswerKind::Undecided;
  /// For `Holds`: all observations up to this length were looked at; nothing:
  /// proved for all.
  std::optional<unsigned> depth;
  /// For `Undecided`.
  std::string reason;
  std::optional<Violation> violation;
  /// Remarks for the user, such as an environment that sends what the
  /// specification lacks.
  std::vector<std::string> warnings;
  ConformanceStatistics statistics;
  /// The engine that gave the answer: `zone`, `bmc`, `symbolic`.
  llvm::StringRef engine;

  static ConformanceResult undecided(std::string reason) {
    ConformanceResult result;
    result.reason = std::move(reason);
    return result;
  }
};

/// A specification prepared for many implementations. The specification must
/// outlive it. Not for several threads: each makes one of its own.
class ConformanceChecker {
public:
  virtual ~ConformanceChecker();

  /// \pre the labels of `impl` are matched by name and parameters.
  virtual ConformanceResult check(const System &impl) = 0;
  /// The implementation is the specification with changes.
  virtual ConformanceResult check(const SystemEdits &edits) = 0;
};

/// Unbounded where the specification is deterministic or its state sets close.
/// Edits are changes of `edited`, the specification without its environment
/// under equal labels; null: of the specification itself.
std::unique_ptr<ConformanceChecker>
createZoneChecker(const System &spec, const ConformanceOptions &options,
                  const System *edited = nullptr);

/// Makes a checker of another engine.
using CheckerFactory = std::function<std::unique_ptr<ConformanceChecker>(
    const System &spec, const ConformanceOptions &options)>;

/// With `zone` alone, or, if `other` is given, with that for what zones leave
/// undecided; with `first` in the opposite order.
ConformanceResult checkConformance(const System &spec, const System &impl,
                                   const ConformanceOptions &options = {},
                                   const CheckerFactory &other = nullptr,
                                   bool first = false);

/// Whether variables or parameters have so many values that one state for each
/// would be too many.
bool hasLargeData(const System &system);

} // namespace tioga

#endif // TIOGA_ENGINE_CONFORMANCE_H
