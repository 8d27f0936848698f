//===- PrefixTree.h - What tests have in common -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_PREFIXTREE_H
#define TIOGA_CAMPAIGN_PREFIXTREE_H

#include "tioga/Campaign/TimedTest.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace tioga {

/// The observable words that tests follow, as a tree: tests that begin in the
/// same way share a branch.
class PrefixTree {
public:
  PrefixTree(llvm::ArrayRef<TimedTest> tests, const System &system);

  /// Steps of all tests, and steps of the tree.
  unsigned getNumTestSteps() const { return numTestSteps; }
  unsigned getNumSteps() const { return numSteps; }

  /// Objects with `step`, `tests` (that end there, by name), `passing` (tests
  /// that come by) and `next`; the root has no step.
  llvm::json::Value toJSON() const { return toJSON(root, ""); }

private:
  struct Node {
    std::map<std::string, Node> next;
    std::vector<std::string> tests;
    unsigned passing = 0;
  };
  static llvm::json::Value toJSON(const Node &node, llvm::StringRef step);

  Node root;
  unsigned numTestSteps = 0, numSteps = 0;
};

} // namespace tioga

#endif // TIOGA_CAMPAIGN_PREFIXTREE_H
