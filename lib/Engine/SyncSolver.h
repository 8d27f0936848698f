//===- SyncSolver.h - Steps of synchronous systems --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYNCSOLVER_H
#define TIOGA_LIB_ENGINE_SYNCSOLVER_H

#include "tioga/Engine/Interpreter.h"
#include "tioga/Expr/Evaluate.h"

namespace tioga {

/// Finds the new values that satisfy all conjuncts of a step.
///
/// 1. Values that a conjunct determines (`k' == k + 1`, `!E'`) are set, until
///    there are no more.
/// 2. A conjunct that is false ends the attempt.
/// 3. A variable that is still open gets all values of its type, one after the
///    other; if there are too many, those that comparisons mention.
class SyncSolver {
public:
  SyncSolver(Interpreter &interpreter, const State &state,
             std::mt19937_64 *random = nullptr);

  /// Gives a variable its new value.
  void set(unsigned variable, Value value) { values[variable] = value; }

  /// Calls `onStep` for each step until it returns false. Returns whether all
  /// steps were found.
  bool solve(llvm::function_ref<bool(SyncStep)> onStep);

private:
  enum class Truth { False, True, Open };

  /// Values of variables that were set, to be taken back.
  using Trail = llvm::SmallVector<unsigned, 8>;

  bool search(llvm::function_ref<bool(SyncStep)> onStep);
  bool branch(unsigned variable, llvm::function_ref<bool(SyncStep)> onStep);
  /// Steps 1 and 2. Returns false if a conjunct is false.
  bool propagate(Trail &trail);
  /// Sets what a condition that has to be true (or false) determines.
  void require(Expr condition, bool expected, Trail &trail);
  void requireEqual(Expr condition, bool expected, Trail &trail);
  void requireAny(Expr condition, bool expected, Trail &trail);
  bool assign(Expr name, const Value &value, Trail &trail);

  Truth getTruth(const SystemConjunct &conjunct);
  Truth getTruth(Expr condition);
  EvalResult evaluate(Expr expr);
  const Value *lookup(Expr name) const;
  std::optional<unsigned> getOpenVariable();
  std::vector<Value> getChoices(unsigned variable);
  SyncStep makeStep();

  Interpreter &interpreter;
  const System &system;
  const State &state;
  llvm::ArrayRef<SystemConjunct> conjuncts;
  std::vector<std::optional<Value>> values;
  std::mt19937_64 *random;
  bool isComplete = true;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_SYNCSOLVER_H
