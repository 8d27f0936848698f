//===- IocoChecker.h - Conformance without time -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_IOCOCHECKER_H
#define TIOGA_LIB_ENGINE_IOCOCHECKER_H

#include "ConformanceSide.h"
#include <map>

namespace tioga {

/// Decides ioco (Tretmans, 2008) of models without clocks: after each
/// suspension trace of the specification, the outputs of the implementation,
/// quiescence among them, are outputs of the specification.
///
/// Both sides are determinized on the fly. A state is quiescent if it has
/// neither an output nor an unseen step.
class IocoChecker {
public:
  IocoChecker(ConformanceSide &spec, ConformanceSide &impl,
              const ConformanceRules &rules, const ConformanceOptions &options)
      : spec(spec), impl(impl), rules(rules), options(options) {}

  ConformanceResult run();

private:
  /// Sorted, closed under unseen steps.
  using StateSet = std::vector<StateId>;

  /// What is observed between two nodes.
  struct Observed {
    ActionId action = Alphabet::silent;
    bool isQuiescence = false;
    bool isIgnored = false;
  };
  struct Node {
    StateSet spec, impl;
    uint32_t parent;
    Observed observed;
  };
  struct Found {
    uint32_t node;
    ViolationKind kind;
    ActionId action = Alphabet::silent;
  };

  static bool isQuiescent(ConformanceSide &side, StateId id);
  static StateSet close(ConformanceSide &side, StateSet states);
  static StateSet step(ConformanceSide &side, const StateSet &states,
                       ActionId action);
  static StateSet getQuiescent(ConformanceSide &side, const StateSet &states);
  static llvm::SmallVector<ActionId, 8>
  getActions(ConformanceSide &side, const StateSet &states, EdgeKind kind);

  bool expand(uint32_t id);
  void addNode(StateSet specNext, StateSet implNext, uint32_t parent,
               Observed observed);
  Violation makeViolation();
  TimedTrace makeRun(ConformanceSide &side, llvm::ArrayRef<uint32_t> path,
                     bool isImpl);

  ConformanceSide &spec, &impl;
  const ConformanceRules &rules;
  const ConformanceOptions &options;
  std::vector<Node> nodes;
  std::map<std::pair<StateSet, StateSet>, uint32_t> known;
  std::vector<uint32_t> level, nextLevel;
  std::optional<Found> found;
  uint64_t numTransitions = 0;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_IOCOCHECKER_H
