//===- Interpreter.h - The executable semantics -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference: slow and obviously right. It evaluates conditions as they are
// written, one state and one instant at a time, with exact rational time. The
// engines are compared with it; it uses none of them, and never simplifies.
//
// What it finds for a state as a function of the delay is exact, too. Clocks
// grow at rate one and occur only in comparisons that are linear in them, so a
// condition changes its truth at finitely many delays. These are computed, and
// the condition is evaluated at each of them and once in between.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_INTERPRETER_H
#define TIOGA_ENGINE_INTERPRETER_H

#include "tioga/Engine/DelaySet.h"
#include "tioga/Engine/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <random>

namespace tioga {

/// A result, or the reason why there is none (an overflow, a limit).
template <typename T>
class Decided {
public:
  Decided(T value) : value(std::move(value)) {}
  static Decided undecided(std::string reason) {
    Decided result;
    result.reason = std::move(reason);
    return result;
  }

  explicit operator bool() const { return value.has_value(); }
  T &operator*() { return *value; }
  const T &operator*() const { return *value; }
  T *operator->() { return &*value; }
  const T *operator->() const { return &*value; }
  llvm::StringRef getReason() const { return reason; }

private:
  Decided() = default;
  std::optional<T> value;
  std::string reason;
};

/// One state of a system.
struct State {
  /// The occupied location of each control variable.
  std::vector<unsigned> locations;
  /// By variable.
  std::vector<Value> values;
  /// By clock.
  std::vector<Rational> clocks;
  /// False before the first step of a `sync` system, when there are no values.
  bool hasStarted = true;

  friend bool operator==(const State &a, const State &b) {
    return a.hasStarted == b.hasStarted && a.locations == b.locations &&
           a.clocks == b.clocks && a.values == b.values;
  }

  /// Prints `Machine = Idle, n = 3, x = 1.5`.
  void print(llvm::raw_ostream &os, const System &system) const;
  std::string str(const System &system) const;
};

/// A total order, for sets of states.
bool operator<(const State &a, const State &b);

/// A transition that can be taken, with these arguments, after these delays.
struct EnabledTransition {
  unsigned transition;
  std::vector<Value> arguments;
  DelaySet delays;
};

/// What can happen in a state of an `async` system.
struct StateOptions {
  /// How long time may pass. Contains 0; a whole interval from there.
  DelaySet waiting;
  /// In the order of transitions, then of arguments; no empty delays.
  std::vector<EnabledTransition> enabled;
  /// Transitions with parameters that are neither finite nor given by an
  /// equality in the guard: someone has to supply the arguments.
  std::vector<unsigned> needValues;
};

/// The values after one step of a `sync` system.
struct SyncStep {
  State next;
  /// Positions of the conjuncts whose assumption held.
  std::vector<unsigned> active;
};

struct SyncSteps {
  std::vector<SyncStep> steps;
  /// Whether there are no others. False if a variable without bound was not
  /// determined, or if there were too many.
  bool isComplete = true;
};

struct InterpreterLimits {
  /// Combinations of arguments of one transition, values of one variable.
  uint64_t maxValues = 4096;
  /// Steps of a `sync` system from one state with the same inputs.
  uint64_t maxSteps = 100'000;
  /// States that the replay of one observation looks at.
  uint64_t maxReplayStates = 100'000;
  /// Silent steps between two observations.
  unsigned maxSilentSteps = 16;
};

class Interpreter {
public:
  explicit Interpreter(const System &system, InterpreterLimits limits = {});

  const System &getSystem() const { return system; }
  const InterpreterLimits &getLimits() const { return limits; }

  /// Nothing if an invariant does not hold at the beginning.
  Decided<std::optional<State>> getInitialState();

  //===--------------------------------------------------------------------===//
  // Asynchronous systems
  //===--------------------------------------------------------------------===//

  Decided<StateOptions> getOptions(const State &state);
  /// How long time may pass (T2 to T5 of docs/Semantics.md).
  Decided<DelaySet> getWaiting(const State &state);
  /// The delays after which a transition can be taken with these arguments.
  Decided<DelaySet> getDelays(const State &state, unsigned transition,
                              llvm::ArrayRef<Value> arguments);
  /// Arguments worth a try for a transition that needs values: those at the
  /// bounds that its guard mentions.
  std::vector<std::vector<Value>> getSuggestions(const State &state,
                                                 unsigned transition);

  /// Lets time pass; nothing if it may not.
  Decided<std::optional<State>> wait(const State &state, Rational delay);
  /// Waits, then takes a transition.
  /// \pre `getOptions` says that this is possible after the delay
  Decided<State> take(const State &state, const EnabledTransition &enabled,
                      Rational delay);
  /// Takes a transition now; nothing if it is not enabled.
  Decided<std::optional<State>> fire(const State &state, unsigned transition,
                                     llvm::ArrayRef<Value> arguments);

  //===--------------------------------------------------------------------===//
  // Synchronous systems
  //===--------------------------------------------------------------------===//

  /// Values of all outputs and hidden variables that are consistent with the
  /// inputs, which are given in the order of the input variables.
  Decided<SyncSteps> getSteps(const State &state, llvm::ArrayRef<Value> inputs);
  /// The same with what is known of the new values, by variable: nothing for
  /// what is not.
  Decided<SyncSteps>
  getMatchingSteps(const State &state,
                   llvm::ArrayRef<std::optional<Value>> known);
  /// One of them, chosen at random; nothing if there is none.
  Decided<std::optional<SyncStep>> getRandomStep(const State &state,
                                                 llvm::ArrayRef<Value> inputs,
                                                 std::mt19937_64 &random);
  /// Whether a step to these values, given for all variables, is possible.
  Decided<bool> isStep(const State &state, llvm::ArrayRef<Value> values);

private:
  friend class DelayAnalysis;
  friend class SyncSolver;

  bool hasInvariantsAt(const State &state);
  std::vector<std::vector<Value>>
  getArguments(const State &state, unsigned transition, bool &needsValues);
  DelaySet computeWaiting(const State &state);
  DelaySet computeDelays(const State &state, unsigned transition,
                         llvm::ArrayRef<Value> arguments);
  DelayInterval getUrgency(const State &state);
  bool isAt(const State &state, const SystemTransition &transition) const;
  /// The comparisons in an expression that mention clocks, inner ones first.
  llvm::ArrayRef<Expr> getClockComparisons(Expr expr);
  /// The transitions that may start in the occupied locations, ascending.
  std::vector<unsigned> getCandidates(const State &state) const;

  /// Remembers why there is no answer; the first reason counts.
  void fail(llvm::StringRef reason) {
    if (problem.empty())
      problem = reason.str();
  }
  /// The result, unless something went wrong on the way.
  template <typename T>
  Decided<T> conclude(T result) {
    if (problem.empty())
      return Decided<T>(std::move(result));
    std::string reason;
    std::swap(reason, problem);
    return Decided<T>::undecided(std::move(reason));
  }

  const System &system;
  InterpreterLimits limits;
  std::string problem;
  llvm::DenseMap<Expr, std::vector<Expr>> clockComparisons;
};

//===----------------------------------------------------------------------===//
// Walks and exploration
//===----------------------------------------------------------------------===//

/// The past of a system: states and what led from one to the next.
struct Walk {
  /// With transitions. Empty for `sync` systems.
  TimedTrace run;
  /// The first state and the one after each step.
  std::vector<State> states;
  /// Why it ended before the steps asked for; empty otherwise.
  std::string ended;
};

/// A walk of at most so many steps, the same for the same seed everywhere.
/// Delays are multiples of half a time unit of the scaled model where the
/// bounds allow.
Decided<Walk> walkAtRandom(Interpreter &interpreter, unsigned steps,
                           uint64_t seed);
/// The same from some state on.
Decided<Walk> walkAtRandom(Interpreter &interpreter, const State &start,
                           unsigned steps, uint64_t seed);

struct Exploration {
  /// States right after a transition, the initial one first, in the order they
  /// were found.
  std::vector<State> states;
  /// Whether nothing was left out: no limit was reached, no argument missing.
  /// Of the delays, only representatives are tried.
  bool isComplete = true;
};

/// Visits states breadth first.
Decided<Exploration> explore(Interpreter &interpreter, unsigned maxDepth,
                             uint64_t maxStates);

//===----------------------------------------------------------------------===//
// Replay
//===----------------------------------------------------------------------===//

struct ReplayResult {
  /// Holds: possible. Violated: not possible. Undecided: for `reason`.
  AnswerKind answer = AnswerKind::Undecided;
  /// The first step that is not possible; the number of steps if it is the
  /// final delay.
  unsigned position = 0;
  std::string reason;
  /// A run with that observation, up to the step that is not possible.
  TimedTrace run;
};

/// Replays a run, of which every step names its transition.
ReplayResult replayRun(Interpreter &interpreter, const TimedTrace &run);

/// Looks for a run with an observation. Between two observations at most
/// `maxSilentSteps` silent steps are tried, at all instants that matter.
ReplayResult replayObservation(Interpreter &interpreter,
                               const TimedTrace &observation);

} // namespace tioga

#endif // TIOGA_ENGINE_INTERPRETER_H
