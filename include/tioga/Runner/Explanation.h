//===- Explanation.h - Which fault explains a failure -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test that was made from a mutant and fails has found that very fault if the
// mutant could have done what was seen. Otherwise it has found another one.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_EXPLANATION_H
#define TIOGA_RUNNER_EXPLANATION_H

#include "tioga/Engine/SyncObserver.h"

namespace tioga {

/// A trace whose labels are those of another system, found by name. Nothing if
/// there is no such label.
std::optional<TimedTrace> translateTrace(const TimedTrace &trace,
                                         const System &from, const System &to);

/// What the steps of a synchronous test have shown, for a contract with the
/// same inputs and outputs. Nothing if they are others, or the last step has no
/// answer.
std::optional<ObservedRun> getObservedRun(const TimedTrace &trace,
                                          const System &test,
                                          const System &contract);

/// Whether a system can show an observation. An input that it does not take is
/// ignored, and a system that can neither wait nor act is silent for ever.
ReplayResult replayCompleted(Interpreter &interpreter, TimedTrace observation);

} // namespace tioga

#endif // TIOGA_RUNNER_EXPLANATION_H
