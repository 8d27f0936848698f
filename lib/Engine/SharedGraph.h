//===- SharedGraph.h - What mutants share with their model ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of the product of a specification and one of its mutants is the same for
// all mutants: where no changed edge is, both sides do the same. That part is
// explored once:
//  1. A node of the graph is a state of the specification and a zone over its
//     active clocks. A node that another one includes stands for that.
//  2. For a mutant, the graph is searched over the edges that the mutant has,
//     too. What is reached is common to both. The product begins in the common
//     nodes where some edge is changed, and follows nothing that is shared.
//  3. A state of the product in which both sides are alike again is dropped if
//  a
//     common node includes it that is not deeper.
// A common node may hold too much: the mutant may lack the way to the larger of
// two nodes, a clock that only the mutant reads may be worth anything, and
// zones are extrapolated for the specification alone. It never holds too
// little. That nothing is violated is then proved; a violation counts if its
// times exist, which its witness tells. (Keeping equal nodes only, and the
// clocks of the mutant, would be exact, but takes one graph for each mutant,
// and a large one.)
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SHAREDGRAPH_H
#define TIOGA_LIB_ENGINE_SHAREDGRAPH_H

#include "ConformanceSide.h"
#include "Witness.h"

namespace tioga {

/// The zone graph of a specification.
class SharedGraph {
public:
  struct Edge {
    uint32_t target;
    /// Position among the edges of the state.
    uint32_t edge;
  };
  struct Node {
    const RawBound *zone;
    StateId state;
    /// Positions in the list of edges.
    uint32_t firstEdge = 0, lastEdge = 0;
    /// A node that includes this one.
    uint32_t coveredBy = UINT32_MAX;
    /// The alternative of the invariant that the zone stems from.
    uint8_t invariant;
  };

  explicit SharedGraph(ConformanceSide &spec);

  /// False if the specification is not such that a mutant does the same where
  /// nothing is changed: it may be in several states, or stops time; or if the
  /// graph is too large.
  bool isComplete() const { return complete; }
  llvm::ArrayRef<Node> getNodes() const { return nodes; }
  llvm::ArrayRef<Edge> getEdges(uint32_t node) const {
    return llvm::ArrayRef(edges).slice(
        nodes[node].firstEdge, nodes[node].lastEdge - nodes[node].firstEdge);
  }
  llvm::ArrayRef<uint32_t> getInitial() const { return initial; }
  llvm::ArrayRef<uint32_t> getNodesIn(StateId state) const {
    return state < byState.size() ? llvm::ArrayRef(byState[state])
                                  : llvm::ArrayRef<uint32_t>();
  }

private:
  /// Lets time pass; appends the nodes that a zone belongs to.
  void enter(Zone zone, StateId state, std::vector<uint32_t> &into);
  uint32_t intern(const Zone &zone, StateId state, unsigned invariant);
  bool expand(uint32_t id);
  uint32_t resolve(uint32_t id) const;

  ConformanceSide &spec;
  bool complete = false;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<uint32_t> initial;
  /// The nodes that no other one includes.
  std::vector<llvm::SmallVector<uint32_t, 2>> byState;
  llvm::BumpPtrAllocator zones;
};

/// The common nodes of the graph and one mutant, level by level.
class SharedSearch {
public:
  static constexpr uint32_t none = UINT32_MAX;

  /// Whether mutants with these edits begin like the specification and have the
  /// same clocks.
  static bool isPossible(ConformanceSide &spec, ConformanceSide &impl,
                         const SystemEdits &edits);
  /// \pre the graph is complete, and `isPossible`
  SharedSearch(const SharedGraph &graph, ConformanceSide &spec,
               ConformanceSide &impl, const SystemEdits &edits);

  /// Whether all common nodes were found.
  bool isDone() const { return level.empty(); }
  /// Appends the nodes of this level where the mutant differs and goes on to
  /// the next level.
  void advance(llvm::SmallVectorImpl<uint32_t> &starts);

  const SharedGraph::Node &getNode(uint32_t node) const {
    return graph.getNodes()[node];
  }
  /// The state of the mutant with the locations and values of one of the
  /// specification.
  StateId getImplState(StateId state);
  /// The zone of a common node in the product.
  Zone getZone(uint32_t node);
  /// The edge of the mutant that does what this edge does; none if there is
  /// none.
  uint32_t getSame(StateId state, uint32_t edge);
  /// Whether a state of the product is common and was found at this depth or
  /// before.
  bool covers(const Zone &zone, StateId specState, StateId implState,
              uint32_t depth);
  /// How the product gets to a common node, that node included.
  llvm::SmallVector<WitnessNode, 16> getPath(uint32_t node);

private:
  /// The edges of a state of which the mutant may have others.
  struct Match {
    llvm::SmallVector<uint32_t, 8> same;
    bool isAll = true;
  };
  enum class Kind : uint8_t { Unknown, Same, Different };

  bool mayDiffer(StateId state);
  bool isTouched(StateId state);
  bool isDifferent(StateId state);
  const Match &getMatch(StateId state);
  bool areSame(const ZoneEdge &ours, const ZoneEdge &theirs);

  const SharedGraph &graph;
  ConformanceSide &spec, &impl;
  /// What was changed, as it was and as it is.
  llvm::SmallVector<const SystemTransition *, 4> changed;
  /// Control and location whose invariant or urgency was changed.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 2> touched;

  /// By state of the specification.
  std::vector<StateId> implStates;
  std::vector<Kind> kinds;
  llvm::DenseMap<StateId, Match> matches;
  /// By node.
  struct Visit {
    uint32_t depth = none, parent = none, edge = none;
  };
  std::vector<Visit> visits;
  std::vector<uint32_t> level, nextLevel;
  uint32_t depth = 0;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_SHAREDGRAPH_H
