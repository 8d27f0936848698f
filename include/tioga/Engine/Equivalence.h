//===- Equivalence.h - Do two systems have the same traces? -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_EQUIVALENCE_H
#define TIOGA_ENGINE_EQUIVALENCE_H

#include "tioga/Engine/Trace.h"
#include <functional>

namespace tioga {

/// How the observable timed traces of two systems are to relate.
enum class TraceRelation : uint8_t {
  Equal,
  Subset,  ///< all traces of the first are traces of the second
  Superset ///< all traces of the second are traces of the first
};

struct EquivalenceOptions {
  TraceRelation relation = TraceRelation::Equal;
  /// Observable actions to look at.
  unsigned bound = 5;
  /// Observable words after which the answer is *undecided*.
  uint64_t maxWords = 200'000;
  /// Symbolic states after one word for which the answer is *undecided*.
  uint64_t maxStates = 20'000;
  /// Asked now and then; true: stop, *undecided*.
  std::function<bool()> isCancelled;
};

struct EquivalenceResult {
  AnswerKind answer = AnswerKind::Undecided;
  /// For `Undecided`.
  std::string reason;
  /// For `Violated`: an observation that one system makes and the other does
  /// not, with the labels of the system that makes it.
  TimedTrace trace;
  bool isInFirst = false;
  /// Whether it is the delay after the last action that only one allows.
  bool isDelay = false;
  /// Words that were compared.
  uint64_t words = 0;
};

/// Compares the observable timed traces of two asynchronous systems.
///
/// They are equal to depth K if for each word of at most K observable actions
/// the sets of time stamps are equal, and for each word of fewer than K also
/// the sets of delays that are possible afterwards. Both are finite unions of
/// zones over the times of the actions and are compared exactly. Quiescence is
/// not observed. Data and parameters are enumerated; where that is impossible,
/// the answer is *undecided*.
EquivalenceResult checkEquivalence(const System &first, const System &second,
                                   const EquivalenceOptions &options = {});

} // namespace tioga

#endif // TIOGA_ENGINE_EQUIVALENCE_H
