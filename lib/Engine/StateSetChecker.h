//===- StateSetChecker.h - Conformance by sets of states --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_STATESETCHECKER_H
#define TIOGA_LIB_ENGINE_STATESETCHECKER_H

#include "RunFinder.h"
#include "StateSets.h"
#include <unordered_map>

namespace tioga {

/// Compares an implementation with a specification of which several states are
/// possible after an observation: both sides are determinized on the fly.
///
///  1. A node holds the states of both sides after the observations of a
///     domain, at the instant of the last action (StateSets.h).
///  2. Both sets are closed under waiting and unseen steps. What the
///     implementation can wait for, or put out, at ages at which no member of
///     the specification can, violates the relation.
///  3. An input is ignored only at ages at which no member of the
///     implementation takes it.
///  4. Successors are split by the members that are possible, and ages that no
///     member depends on are dropped.
///  5. Equal nodes are explored once. If no new node is found, the relation is
///     proved; else it is known to the depth explored.
///
/// Zones of members are exact: nothing is extrapolated.
class StateSetChecker {
public:
  StateSetChecker(ConformanceSide &spec, ConformanceSide &impl,
                  const ConformanceRules &rules,
                  const ConformanceOptions &options);

  ConformanceResult run();

private:
  struct Node {
    StateSetNode sets;
    uint32_t parent;
    ActionId action;
    /// The implementation ignored the action.
    bool isIgnored;
  };

  /// An offence at ages of a zone.
  struct Offence {
    ViolationKind kind;
    ActionId action = Alphabet::silent;
    Zone ages;
    bool needsSilence = false;
    /// Nothing is left of it if instants at the edge of what the specification
    /// allows do not count.
    bool isBoundary = false;
  };

  /// The states of both sides at all instants after the last action.
  struct Closed {
    Members spec, impl;
    Federation allowed, possible;
    Closed(unsigned numAges) : allowed(numAges + 1), possible(numAges + 1) {}
  };

  bool expand(uint32_t id);
  std::optional<Closed> close(const StateSetNode &node);
  bool checkActions(const StateSetNode &node, const Closed &closed);
  bool checkMissing(const StateSetNode &node, const Closed &closed);
  std::optional<Offence> findLate(const Member &member, const Closed &closed,
                                  unsigned numAges);
  Federation getAccepted(const Members &spec, ActionId action,
                         unsigned numAges);
  Federation getWaiting(const Members &spec, unsigned numAges);

  void addSuccessors(uint32_t id, const StateSetNode &node,
                     const Closed &closed);
  void addSuccessor(uint32_t id, const Closed &closed, ActionId action,
                    const Federation &domain, bool isIgnored);
  void addNode(Node node);

  std::optional<Violation> makeViolation(uint32_t id);
  std::optional<Offence> retrace(llvm::ArrayRef<uint32_t> path);
  std::optional<std::string> getStop() const;
  void addRuns(llvm::ArrayRef<ObservedAction> specActions,
               llvm::ArrayRef<ObservedAction> implActions,
               llvm::ArrayRef<Rational> times, const Offence &exact,
               Violation &violation);
  void fillViolation(llvm::ArrayRef<uint32_t> path, const Offence &exact,
                     Violation &violation);

  ConformanceRules rules;
  const ConformanceOptions &options;
  StateSets spec, impl;
  std::vector<std::unique_ptr<Node>> nodes;
  /// Bytes of them.
  uint64_t memory = 0;
  std::unordered_multimap<uint64_t, uint32_t> known;
  std::vector<uint32_t> level, nextLevel;
  std::optional<Offence> found;
  std::optional<uint32_t> foundAt;
  std::optional<std::string> stop;
  uint64_t numTransitions = 0;
  std::chrono::steady_clock::time_point start;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_STATESETCHECKER_H
