//===- TimedTest.h - Tests before they are IR -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test as worker threads make and run it: conditions are clock constraints or
// lists of values, labels are positions in a System, nothing belongs to MLIR.
// docs/TestForm.md says what a test means.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_TIMEDTEST_H
#define TIOGA_CAMPAIGN_TIMEDTEST_H

#include "tioga/Dialect/Test/IR/TestOps.h"
#include "tioga/Engine/System.h"
#include "tioga/Zone/Federation.h"

namespace tioga {

/// Alternatives, each a list of constraints that hold together. No alternative:
/// never; an alternative without constraints: always.
using TestCondition = std::vector<std::vector<Constraint>>;

struct TimedMove {
  test::MoveKind kind = test::MoveKind::Elapse;
  /// `send` and `expect`: position among the labels of the model.
  std::optional<unsigned> label;
  /// Of the label; of a `step`, the new values of all inputs.
  std::vector<Value> arguments;
  /// `step`: the new values of all outputs that lead to the target, sorted.
  std::vector<std::vector<Value>> outputs;
  TestCondition guard = {{}};
  /// A condition on arguments and variables of the test, of its context. Null:
  /// true.
  Expr data;
  /// `send`: the arguments, of the context of the test, where they are not
  /// constant. Then `arguments` is empty.
  std::vector<Expr> sent;
  /// `expect`: variables of the test and the parameters that they remember.
  std::vector<std::pair<unsigned, unsigned>> remembered;
  /// Clocks set to zero.
  llvm::SmallVector<ClockIndex, 1> resets;
  unsigned target = 0;
  /// The element of the model that this step exercises; may be empty.
  std::string origin;
};

struct TimedState {
  std::string name;
  std::optional<test::Verdict> verdict;
  /// Why, for a verdict.
  std::string reason;
  /// The test stays while this holds and goes to `otherwise` then. Nothing: as
  /// long as it takes.
  std::optional<TestCondition> deadline;
  unsigned otherwise = 0;
  std::vector<TimedMove> moves;
};

/// What a test remembers of the arguments of an output.
struct TestVariable {
  std::string name;
  mlir::Type type;
};

struct TimedTest {
  std::string name;
  /// Constants are multiples of 1 / `scale` of a time unit of the model.
  int64_t scale = 1;
  /// Clocks count from 1. All start at zero.
  unsigned numClocks = 0;
  unsigned initial = 0;
  std::vector<TimedState> states;
  std::vector<TestVariable> variables;
  /// Of the expressions of all moves; null if there are none.
  std::shared_ptr<ExprContext> context;
  /// Ids of the mutants that it was made for, and of requirements.
  std::vector<std::string> mutants;
  std::vector<llvm::StringRef> stems;
  std::string doc;

  /// Observable actions on the way to the last state.
  unsigned length = 0;

  /// Lets clocks that are never needed at the same time be one, and removes
  /// those that are not needed at all. \pre moves lead only to states further
  /// down, and each clock is reset by one move at most
  void shareClocks();
  /// Equal but for name, mutants, requirements and text.
  bool isSameAs(const TimedTest &other) const;
};

/// Writes a test into a block. Labels are those of the model, as far as the
/// test mentions them, and all of its outputs. For one thread.
test::CaseOp writeTest(const TimedTest &test, const System &system,
                       mlir::OpBuilder &builder);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_TIMEDTEST_H
