//===- DelayAnalysis.h - Conditions as functions of the delay ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_DELAYANALYSIS_H
#define TIOGA_LIB_ENGINE_DELAYANALYSIS_H

#include "Valuation.h"

namespace tioga {

/// Finds the delays at which something changes, and the set of delays for which
/// a condition holds.
///
/// Everything that is asked about is constant, or linear if it is a number,
/// between two neighbouring critical delays.
class DelayAnalysis {
public:
  explicit DelayAnalysis(Interpreter &interpreter)
      : interpreter(interpreter), points{Rational()} {}

  /// The value of an expression after a delay; nothing if it has none or if
  /// there is no such state.
  using Sampler =
      llvm::function_ref<std::optional<Value>(Expr expr, Rational delay)>;

  /// Adds the delays at which the comparisons inside an expression change,
  /// those inside of others first.
  void addComparisons(Expr expr, Sampler sample);
  /// Adds the delays at which a number changes its sign.
  void addRoots(llvm::function_ref<std::optional<Rational>(Rational)> number);

  /// The delays for which a condition holds.
  DelaySet getTruth(llvm::function_ref<bool(Rational delay)> holds);

private:
  void
  addRootWithin(const DelayInterval &piece,
                llvm::function_ref<std::optional<Rational>(Rational)> number,
                llvm::SmallVectorImpl<Rational> &roots);
  /// The open intervals between the critical delays.
  llvm::SmallVector<DelayInterval> getPieces() const;

  Interpreter &interpreter;
  /// Ascending, from zero.
  std::vector<Rational> points;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_DELAYANALYSIS_H
