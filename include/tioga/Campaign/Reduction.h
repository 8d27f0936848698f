//===- Reduction.h - As few tests as do -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_REDUCTION_H
#define TIOGA_CAMPAIGN_REDUCTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include <vector>

namespace tioga {

/// Which tests to keep: each mutant in `required` is to be killed by `times`
/// different ones, or by all that kill it if those are fewer.
struct CoverProblem {
  /// By test: the mutants it kills.
  llvm::ArrayRef<llvm::BitVector> kills;
  llvm::BitVector required;
  unsigned times = 1;
};

struct Cover {
  /// Positions of the tests to keep, ascending.
  std::vector<unsigned> tests;
  /// Whether no cover has fewer tests.
  bool isMinimal = false;
};

/// Takes the test that kills most of what is left, repeatedly.
Cover coverGreedily(const CoverProblem &problem);

/// A least cover, by a solver that is asked for fewer and fewer tests, each
/// time for at most `timeout` milliseconds. The best that was found by then.
Cover coverExactly(const CoverProblem &problem, unsigned timeout);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_REDUCTION_H
