//===- Execution.h - One run of one test ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks through a test in exact time. It knows nothing of the system under
// test: whoever drives one tells it what comes and what time passes, and is
// told what to send and how long to wait. The C runtime (lib/Runtime) does the
// same in ticks; the tests compare the two.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_EXECUTION_H
#define TIOGA_RUNNER_EXECUTION_H

#include "tioga/Engine/Interpreter.h"
#include "tioga/Engine/TestCase.h"
#include <random>

namespace tioga {

/// When an input is sent within the window that the times seen so far leave.
enum class SendPolicy : uint8_t { Earliest, Latest, Middle, Random };

llvm::StringRef toString(SendPolicy policy);

enum class RunVerdict : uint8_t {
  Pass,
  Fail,
  Inconclusive,
  Error ///< no verdict: the program or the driver did not work
};

/// `pass` and so on.
llvm::StringRef toString(RunVerdict verdict);

/// A label of the test with data.
struct Message {
  unsigned label;
  std::vector<Value> arguments;
};

/// What a test was waiting for: an output, with data that would do, and when.
struct ExpectedOutput {
  Message message;
  /// Since the beginning of the test.
  DelaySet times;
};

struct ExecutionOptions {
  SendPolicy policy = SendPolicy::Earliest;
  uint64_t seed = 1;
  /// All delays are multiples of it; zero: any rational number. A program that
  /// counts ticks needs it.
  Rational grid;
  /// How long to wait where the test sets no deadline.
  Rational silence = 400;
  /// By how much times may be wrong, in both directions. An output counts as
  /// expected if it is at any instant that close; silence fails that much
  /// later.
  Rational tolerance;
};

class TestExecution {
public:
  TestExecution(const TestCase &test, const ExecutionOptions &options);

  bool isFinished() const { return verdict.has_value(); }
  /// \pre isFinished()
  RunVerdict getVerdict() const { return *verdict; }
  llvm::StringRef getReason() const { return reason; }
  /// The name of the state that the test is in.
  llvm::StringRef getStateName() const;
  unsigned getState() const { return state.locations.front(); }
  /// What was sent and received, with delays; labels are those of the test.
  const TimedTrace &getTrace() const { return trace; }
  /// Since the beginning.
  Rational getTime() const { return time; }

  /// The outputs that the test was waiting for when it entered the last state
  /// without verdict, as far as the test goes on with them or passes.
  std::vector<ExpectedOutput> getExpected();

  /// How long nothing needs to be done if nothing comes. \pre not finished
  Rational getWait() const { return wait; }
  /// That much time has passed and nothing has come. Returns what is to be sent
  /// now, if anything. \pre not finished, delay <= getWait()
  std::optional<Message> elapse(Rational delay);
  /// An output has come after that much time. \pre not finished,
  /// delay <= getWait()
  void receive(Rational delay, const Message &message);
  /// Ends the run since what was seen from now on would tell nothing.
  void giveUp(llvm::StringRef why) { finish(RunVerdict::Inconclusive, why); }
  /// Ends the run without a verdict.
  void abort(llvm::StringRef why) { finish(RunVerdict::Error, why); }

private:
  void enter(unsigned target);
  void plan();
  void planMove(unsigned move);
  void planDeadline(const TestState &current);
  /// An instant of the grid within a window, by the policy; nothing if there is
  /// none.
  std::optional<Rational> choose(const DelayInterval &window, bool earliest);
  std::optional<Rational> alignUp(Rational delay, bool strictly) const;
  std::optional<Rational> alignDown(Rational delay, bool strictly) const;
  bool advance(Rational delay);
  /// The instant closest to \p delay, by the tolerance, at which an output is
  /// expected by a move; nothing if there is none.
  std::optional<Rational> match(unsigned move, Rational delay,
                                llvm::ArrayRef<Value> arguments);
  /// Whether entering a state is a failure.
  bool isFailure(unsigned target) const {
    return test.getStates()[target].verdict == test::Verdict::Fail;
  }
  std::optional<std::vector<Value>> getArguments(const TestMove &move);
  void take(unsigned move, llvm::ArrayRef<Value> arguments);
  void log(unsigned label, llvm::ArrayRef<Value> arguments);
  void finish(RunVerdict result, llvm::StringRef why);

  const TestCase &test;
  ExecutionOptions options;
  Interpreter interpreter;
  std::mt19937_64 random;
  State state;
  std::optional<RunVerdict> verdict;
  std::string reason;
  TimedTrace trace;
  Rational time;
  /// When the last state without verdict was entered, and how.
  State entered;
  Rational enteredTime;
  /// What is due after `wait`: a move of the tester, or the end of the
  /// deadline.
  Rational wait;
  std::optional<unsigned> plannedMove;
};

} // namespace tioga

#endif // TIOGA_RUNNER_EXECUTION_H
