//===- TestCase.h - What executes and prints tests reads --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The index-based form of a `test.case`, loaded once. Its timed part is an
// ordinary `System`: one control variable `state`, one transition per move, the
// labels, clocks and variables of the test. So everything that can be asked of
// a system (when is this guard enabled, what does this update do) can be asked
// of a test, by the same code. Synchronous steps are messages here, each with
// an answer (tioga/Dialect/Test/IR/LowerSteps.h).
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_TESTCASE_H
#define TIOGA_ENGINE_TESTCASE_H

#include "tioga/Dialect/Test/IR/TestOps.h"
#include "tioga/Engine/System.h"

namespace tioga {

struct TestState {
  llvm::StringRef name;
  /// Nothing: the test goes on here.
  std::optional<test::Verdict> verdict;
  /// Why, for a verdict; may be empty.
  llvm::StringRef reason;
  /// The test stays while it holds; `true` without deadline.
  SystemCondition deadline;
  /// The silent transition of the system that is enabled while the deadline
  /// holds, so that engines can tell when; nothing without deadline.
  std::optional<unsigned> stay;
  /// Where to go when the deadline is over.
  std::optional<unsigned> otherwise;
  /// Positions of the moves that leave the state, in the order of the text.
  std::vector<unsigned> moves;
  mlir::Location loc;
};

/// One move. Position i of the moves is transition i of the system; behind them
/// come the transitions of deadlines.
struct TestMove {
  test::MoveKind kind;
  unsigned source, target;
  /// `send` and `expect`.
  std::optional<unsigned> label;
  /// `send`: the value of each parameter, in the system's context.
  std::vector<Expr> arguments;
  /// Where the model says so; may be empty.
  llvm::StringRef origin;
  mlir::Location loc;
};

class TestCase {
public:
  /// Reads a verified test. Fails after reporting what no test can do.
  static llvm::FailureOr<std::unique_ptr<TestCase>> load(test::CaseOp op);

  llvm::StringRef getName() const { return name; }
  /// Whether its messages are synchronous steps.
  bool isSync() const { return sync; }
  unsigned getInitial() const { return initial; }
  llvm::ArrayRef<TestState> getStates() const { return states; }
  llvm::ArrayRef<TestMove> getMoves() const { return moves; }
  /// Ids of the mutants that the test was made from, and of the requirements
  /// that it exercises.
  llvm::ArrayRef<llvm::StringRef> getMutants() const { return mutants; }
  llvm::ArrayRef<llvm::StringRef> getStems() const { return stems; }
  llvm::StringRef getDoc() const { return doc; }

  /// Labels, clocks, variables and transitions. Labels keep the kind they have
  /// for the system under test: a test sends inputs and expects outputs.
  const System &getSystem() const { return *system; }

private:
  TestCase() = default;
  friend class TestCaseLoader;

  llvm::StringRef name, doc;
  bool sync = false;
  unsigned initial = 0;
  std::vector<TestState> states;
  std::vector<TestMove> moves;
  std::vector<llvm::StringRef> mutants, stems;
  std::unique_ptr<System> system;
};

} // namespace tioga

#endif // TIOGA_ENGINE_TESTCASE_H
