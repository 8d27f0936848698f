//===- RunText.h - Runs to a state, as commands print them ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_RUNTEXT_H
#define TIOGA_LIB_TOOLS_TIOGA_RUNTEXT_H

#include "tioga/Engine/Reachability.h"

namespace tioga {

/// `reachable`, `unreachable` or `undecided`.
llvm::StringRef getText(ReachabilityResult::Answer answer);

/// Prints the run that was found, the source line of each step, and the state
/// in which it ends.
void printRun(const ReachabilityResult &result, const System &system,
              llvm::raw_ostream &os);

/// Adds `trace`, `locations` and `values`.
void addRun(const ReachabilityResult &result, const System &system,
            llvm::json::Object &object);

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_RUNTEXT_H
