//===- RunFinder.h - Runs with a given observation --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_RUNFINDER_H
#define TIOGA_LIB_ENGINE_RUNFINDER_H

#include "ConformanceSide.h"

namespace tioga {

/// An observed action.
struct ObservedAction {
  ActionId action;
  /// The model does not react: it stays where it is.
  bool isIgnored = false;
};

/// Finds a run of one model whose observable actions happen at given times, in
/// units of 1 / scale of the model, and which waits until the last of them. If
/// `mayStop`, a run may wait beyond an invariant where it can do nothing else.
/// Nothing if there is none within `maxNodes` symbolic states.
std::optional<TimedTrace> findRun(ConformanceSide &side,
                                  llvm::ArrayRef<ObservedAction> actions,
                                  llvm::ArrayRef<Rational> times, bool mayStop,
                                  size_t maxNodes = 100'000);

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_RUNFINDER_H
