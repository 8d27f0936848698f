//===- Runner.h - Suites against a system under test ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_RUNNER_H
#define TIOGA_RUNNER_RUNNER_H

#include "tioga/Runner/Adapter.h"
#include "tioga/Runner/Execution.h"
#include <atomic>

namespace tioga {

struct RunOptions {
  AdapterOptions adapter;
  ExecutionOptions execution;
  /// Of a whole test.
  std::chrono::milliseconds testTime{60'000};
  /// Systems that run at once, one thread each.
  unsigned jobs = 1;
  /// How often each test is run.
  unsigned repeat = 1;
  bool shuffle = false;
  bool untilFirstFail = false;
  /// Inconclusive tests are run again with the other policies.
  bool retryInconclusive = false;
  /// Until this much time has passed; zero: as often as `repeat` says.
  std::chrono::seconds duration{0};
  bool forever = false;
};

/// How one run of one test ended.
struct TestResult {
  /// Position in the suite.
  unsigned test;
  RunVerdict verdict;
  std::string reason;
  /// The state of the test in which it ended.
  std::string state;
  /// Why there is no verdict, for an error; and what the program said.
  std::string problem, errors;
  SendPolicy policy;
  uint64_t seed;
  TimedTrace trace;
  /// Of a failure: what the test was waiting for instead.
  std::vector<ExpectedOutput> expected;
  /// On the clock of the wall.
  double seconds = 0;
};

/// Runs one test once.
TestResult runTest(const TestCase &test, unsigned index, Adapter &adapter,
                   const ExecutionOptions &options,
                   std::chrono::milliseconds time);

/// Runs a suite. `onResult` is called as results come, by one thread at a time;
/// `stop` may be set at any time.
void runSuite(llvm::ArrayRef<std::unique_ptr<TestCase>> tests,
              const RunOptions &options,
              const std::function<void(const TestResult &)> &onResult,
              std::atomic<bool> &stop);

/// A value as programs read it.
std::string toWire(const Value &value);

/// A message as programs read it.
WireMessage toWire(const Message &message, const System &system);

/// A message of a program; nothing, and a problem, if the system has no such
/// label or its parameters have other types.
std::optional<Message> fromWire(const WireMessage &wire, const System &system,
                                std::string &problem);

/// Text of values, as programs print them, to values of a type: `true`, `12`,
/// `Red` or `Color::Red`, anything else in the language's own syntax.
std::optional<Value> parseValue(llvm::StringRef text, mlir::Type type,
                                ExprContext &context);

} // namespace tioga

#endif // TIOGA_RUNNER_RUNNER_H
