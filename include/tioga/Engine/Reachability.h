//===- Reachability.h - Which states can be reached? ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_REACHABILITY_H
#define TIOGA_ENGINE_REACHABILITY_H

#include "tioga/Engine/Trace.h"
#include <chrono>
#include <functional>

namespace tioga {

enum class TraceOrder : uint8_t {
  Shortest, ///< fewest transitions
  Fastest   ///< least time, among those fewest transitions
};

/// Whether a goal is about deadlocks: states from which no transition can be
/// taken, however long one waits.
enum class DeadlockGoal : uint8_t {
  Any,  ///< the goal does not care
  Only, ///< the goal is met in deadlocks only
  Never ///< the goal is not met in deadlocks
};

struct ReachabilityOptions {
  TraceOrder order = TraceOrder::Shortest;
  /// \pre `Any`, unless the order is `Shortest`
  DeadlockGoal deadlock = DeadlockGoal::Any;
  /// Symbolic states after which the answer is *undecided*.
  uint64_t maxStates = 10'000'000;
  /// Time after which the answer is *undecided*; zero: none.
  std::chrono::milliseconds timeout{0};
  /// Asked now and then; true: stop, *undecided*.
  std::function<bool()> isCancelled;
  unsigned threads = 1;
};

struct ReachabilityResult {
  enum class Answer : uint8_t { Reachable, Unreachable, Undecided };
  Answer answer = Answer::Undecided;
  /// For `Undecided`.
  std::string reason;
  /// A run to the goal; its final delay leads to where the goal holds.
  TimedTrace run;
  /// Where the run ends, by control.
  std::vector<unsigned> locations;
  /// The values of the variables there.
  std::vector<Value> values;
  /// Symbolic states that were kept, and transitions between them.
  uint64_t states = 0, transitions = 0;
  double seconds = 0;
  /// What the symbolic states take, and their matrices alone.
  uint64_t storedBytes = 0, matrixBytes = 0;
};

/// Finds a run to a state in which `goal` holds, by forward exploration of the
/// zone graph. A null goal holds nowhere: everything is explored.
/// \pre `goal` is an expression over names of `system`, in its context.
ReachabilityResult reach(const System &system, Expr goal,
                         const ReachabilityOptions &options = {});

/// Reads a goal: an expression over variables, clocks and locations, where
/// `Machine.Brewing`, or `Brewing` if there is only one location of that name,
/// is true in that location. Returns null and the reason in `error` if it
/// cannot be read.
Expr parseGoal(llvm::StringRef text, const System &system, std::string &error);

} // namespace tioga

#endif // TIOGA_ENGINE_REACHABILITY_H
