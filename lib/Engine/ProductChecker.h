//===- ProductChecker.h - Conformance by a product of zones -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_PRODUCTCHECKER_H
#define TIOGA_LIB_ENGINE_PRODUCTCHECKER_H

#include "SharedGraph.h"
#include <queue>

namespace tioga {

/// Compares an implementation with a specification of which one state at a time
/// is possible, in the synchronous product of their zone graphs.
///
///  1. A node is a state of both sides and a zone over the active clocks of
///     both, closed under the delays of the implementation (and the
///     environment), extrapolated by the greatest constants of both sides.
///     Guards of the specification count as lower and upper bounds, since their
///     complements are tested.
///  2. It violates the relation if it goes beyond the specification's
///     invariant, or if an output is enabled where the specification refuses
///     it. Nodes are taken by number of observations, so that the first
///     violation is a shortest.
///  3. Inputs are followed where the specification takes them. Where no edge of
///     the implementation is enabled it stays where it is.
///  4. An implementation that can neither wait nor act goes on as silence: a
///     state without invariant and edges.
///  5. If the product ends without violation, the relation is proved.
///  6. With a search of what the implementation, a mutant, has in common with
///     the specification, the product begins where they differ.
///  7. For a fastest violation zones have one more clock, the time so far, of
///     which only lower bounds are kept, and nodes are taken by it until
///     nothing earlier is left.
class ProductChecker {
public:
  ProductChecker(ConformanceSide &spec, ConformanceSide &impl,
                 const ConformanceRules &rules,
                 const ConformanceOptions &options,
                 TraceOrder order = TraceOrder::Shortest,
                 SharedSearch *shared = nullptr);

  /// Nothing if an observation was found after which several states of the
  /// specification, or of an implementation whose missing inputs are ignored,
  /// are possible, or if the specification itself stops time.
  std::optional<ConformanceResult> run();
  /// False after `run` with a shared search if what was found may not exist.
  bool isReliable() const { return isConfirmed && !branches; }

private:
  /// A violation that a node was found to have.
  struct Found {
    uint32_t node;
    WitnessOffence offence;
  };

  /// A state of the product, before it is kept.
  struct Pending {
    WitnessStep step;
    uint32_t parent;
    uint32_t depth;
    StateId spec, impl;
    /// Whether it is common; then `parent` is a node of the shared graph.
    bool isStart;
  };

  struct Node {
    WitnessStep step;
    const RawBound *zone;
    uint32_t parent;
    uint32_t depth;
    StateId spec, impl;
    bool isCovered;
  };

  /// The implementation once it has stopped time.
  static constexpr StateId silence = UINT32_MAX;

  const DiscreteState &getImplState(StateId id) {
    return id == silence ? silent : impl.getState(id);
  }
  void addInitial();
  void addStarts(uint32_t depth);
  bool isShared(uint32_t id, unsigned specEdge, unsigned implEdge);
  /// Lets time pass and keeps the zone unless it is known.
  void enter(Zone zone, const Pending &pending);
  void keep(Zone zone, const Pending &pending);
  void extrapolate(Zone zone, const Pending &pending);

  bool expand(uint32_t id);
  bool checkDelay(uint32_t id, const Zone &zone);
  bool checkBranches(uint32_t id, const Zone &zone);
  void stopTime(uint32_t id, const Zone &zone);
  bool followImpl(uint32_t id, const Zone &zone, unsigned edge);
  bool followSpecInput(uint32_t id, const Zone &zone, unsigned edge);
  void follow(uint32_t id, Zone zone, const ZoneEdge *specEdge,
              const ZoneEdge *implEdge, WitnessStep step);

  bool report(uint32_t id, WitnessOffence offence, const Zone &where);
  bool isFastest() const { return order == TraceOrder::Fastest; }
  /// Dimension of the zones of a node.
  unsigned getDimension(StateId spec, StateId impl);
  void runByTime(std::optional<std::string> &stop, bool &reachedBound);
  std::optional<std::string> getStop() const;
  ConformanceResult finish(bool reachedBound, std::optional<std::string> stop);
  std::optional<Violation> makeViolation(const Found &found);

  ConformanceSide &spec, &impl;
  const ConformanceRules &rules;
  const ConformanceOptions &options;
  TraceOrder order;
  /// Null: nothing is shared.
  SharedSearch *shared;
  /// Nodes of the shared graph, by node.
  llvm::DenseMap<uint32_t, uint32_t> starts;
  DiscreteState silent;
  llvm::SmallVector<uint16_t, 8> silentSlots;
  std::vector<Constraint> diagonals;
  bool extrapolates = true;

  std::vector<Node> nodes;
  llvm::DenseMap<std::pair<StateId, StateId>, llvm::SmallVector<uint32_t, 2>>
      known;
  llvm::BumpPtrAllocator zones;
  std::vector<uint32_t> level, nextLevel;
  /// Nodes to be looked at, by time.
  using Timed = std::pair<int64_t, uint32_t>;
  std::priority_queue<Timed, std::vector<Timed>, std::greater<Timed>>
      waitingByTime;
  /// When the violation that was found happens.
  int64_t foundTime = INT64_MAX;
  std::optional<Found> found;
  /// One that shows that the first does not need stopped time.
  std::optional<Found> foundWithoutSilence;
  bool isConfirmed = true;
  bool onlySilence = false;
  bool branches = false;
  bool hasOverflowed = false;
  uint64_t numTransitions = 0;
  std::chrono::steady_clock::time_point start;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_PRODUCTCHECKER_H
