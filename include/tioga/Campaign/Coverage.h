//===- Coverage.h - Paths that reach something ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_COVERAGE_H
#define TIOGA_CAMPAIGN_COVERAGE_H

#include "tioga/Campaign/TestBuilder.h"
#include "tioga/Engine/Reachability.h"

namespace tioga {

/// Paths, and what they do not reach.
struct CoveringPaths {
  std::vector<TestPath> paths;
  /// Locations and transitions that were covered, cannot be reached, or were
  /// not decided.
  unsigned numCovered = 0;
  std::vector<std::string> unreachable, undecided;
};

/// Paths that together pass all locations and all transitions of a system. Each
/// is a shortest way to something that those before did not pass.
CoveringPaths getCoveringPaths(const System &system,
                               const ReachabilityOptions &options);

/// A shortest path to a state in which `goal` holds. Nothing, with a reason, if
/// there is none.
std::optional<TestPath> getPathTo(Expr goal, const System &system,
                                  const ReachabilityOptions &options,
                                  std::string &reason);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_COVERAGE_H
