//===- SpecGraph.h - The specification, executed once -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before the change of a mutant takes effect, both sides of the product are the
// specification. These states and the steps between them are the same for all
// mutants: they are computed when they are first needed and kept.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_SPECGRAPH_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_SPECGRAPH_H

#include "Steps.h"
#include <deque>
#include <map>

namespace tioga::symbolic {

/// How a state was reached from another one, for witnesses.
struct Step {
  unsigned observation = 0;
  bool isIgnored = false;
  Conjuncts history;
  std::vector<std::pair<Term, Term>> meanings;
};

class SpecGraph {
public:
  struct Edge {
    Step step;
    unsigned target;
  };
  struct Node {
    /// Without members of the implementation.
    ProductState state;
    std::optional<std::vector<Edge>> edges;
  };

  SpecGraph(const StepContext &context,
            llvm::ArrayRef<Observation> observations);

  /// Returns false if that failed, with a reason.
  bool start();
  llvm::ArrayRef<Edge> getInitial() const { return initial; }
  const Node &getNode(unsigned node) const { return nodes[node]; }
  size_t size() const { return nodes.size(); }
  /// Nothing if that failed, with a reason.
  const std::vector<Edge> *getEdges(unsigned node);
  const std::string &getReason() const { return reason; }

  /// The node for the specification's side of a state in normal form whose
  /// sides are equal.
  unsigned getNode(const CanonicalState &state);

  /// Whether it was not worth to explore it ahead.
  bool isTooLarge = false;
  /// Questions to a solver that this has cost so far.
  uint64_t numSolvedAhead = 0;

private:
  bool addTargets(ProductState state, unsigned observation,
                  std::vector<Edge> &edges, bool isClosed);
  unsigned add(CanonicalState state);

  StepContext context;
  Steps steps;
  llvm::ArrayRef<Observation> observations;
  std::vector<Edge> initial;
  /// Nodes do not move when others are added.
  std::deque<Node> nodes;
  std::map<std::vector<uintptr_t>, unsigned> known;
  std::string reason;
};

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_SPECGRAPH_H
