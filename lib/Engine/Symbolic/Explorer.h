//===- Explorer.h - The search for a violation ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_EXPLORER_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_EXPLORER_H

#include "Helper.h"
#include "SpecGraph.h"
#include "llvm/Support/ThreadPool.h"
#include <set>

namespace tioga::symbolic {

/// What a mutant changes.
struct Change {
  /// Whether the rest is known to be the same; otherwise the sides are any two
  /// systems.
  bool isKnown = false;
  /// Transitions that differ, by position in both systems.
  std::vector<unsigned> transitions;
  /// Whether they start in different states.
  bool isInitial = false;
};

/// A path to something that must not happen.
struct FoundViolation {
  std::vector<Step> path;
  unsigned observation;
  /// Over the symbols after the path and the parameters of the observation.
  Conjuncts condition;
};

/// Explores the product of two systems, breadth first.
class Explorer {
public:
  Explorer(const StepContext &context, const ConformanceOptions &options,
           llvm::ArrayRef<Observation> observations, SpecGraph *graph,
           Change change);

  void run();
  /// What comes of a state of another explorer; nothing is kept. For systems
  /// without a shared graph.
  Expansion expandAlone(ProductState state);

  /// Who expands states beside this one, each in a thread. May be empty.
  std::vector<std::unique_ptr<Helper>> helpers;
  std::optional<FoundViolation> violation;
  /// Not empty: it gave up.
  std::string reason;
  /// Whether nothing was left to explore.
  bool isComplete = false;
  /// With time: whether the implementation may be unable to wait and to act.
  bool stopsTime = false;
  uint64_t numSteps = 0;
  size_t getNumStates() const { return nodes.size(); }

private:
  struct Node {
    ProductState state;
    uint32_t parent;
    Step step;
    /// Both sides are this node of the graph.
    std::optional<unsigned> shared;
  };

  bool start();
  bool expand(uint32_t id);
  bool expandLevel();
  bool adopt(uint32_t id, Helper &helper, Expansion expansion);
  bool expandShared(uint32_t id);
  bool expandTimed(uint32_t id);
  bool expandBy(uint32_t id, unsigned observation, const ProductState &state);
  std::vector<Step> getPath(uint32_t id) const;
  bool checkOutputs(uint32_t id, unsigned observation, const Conjuncts &domain,
                    Term anySpec, Term anyImpl);
  bool addStep(uint32_t id, unsigned observation, bool isSame,
               const ProductState &before, ProductState piece);
  bool addPiece(uint32_t parent, unsigned observation, bool isIgnored,
                ProductState state, llvm::ArrayRef<Side> open);
  bool addState(uint32_t parent, unsigned observation, bool isIgnored,
                CanonicalState state);
  bool addShared(uint32_t parent, const SpecGraph::Edge &edge);
  bool isSubsumed(const CanonicalState &state);
  bool affects(unsigned sharedNode, unsigned transition);
  bool isAffected(unsigned sharedNode, const Observation &observation);
  bool affectsSilence(unsigned sharedNode);
  bool isSilentChange(unsigned transition) const;
  bool canReachChange(unsigned sharedNode, unsigned depth);
  void computeReach();
  std::string findLimit();
  bool stop(llvm::StringRef why) {
    if (reason.empty())
      reason = why.str();
    return false;
  }
  bool isOn(Optimisation optimisation) const {
    return context.options.isOn(optimisation);
  }

  StepContext context;
  const ConformanceOptions &options;
  Steps steps;
  Normalizer &normalizer;
  Queries &queries;
  llvm::ArrayRef<Observation> observations;
  SpecGraph *graph;
  Change change;
  bool ignoresInputs;
  std::vector<Node> nodes;
  std::vector<uint32_t> level, nextLevel;
  unsigned depth = 0;
  std::set<std::vector<uintptr_t>> known;
  std::set<unsigned> knownShared;
  /// Domains by members.
  std::map<std::vector<uintptr_t>, std::vector<Conjuncts>> domains;
  /// Answers of `affects`, by node and transition.
  std::map<std::pair<unsigned, unsigned>, bool> affected;
  /// Steps from a node of the graph to one that the change affects; nothing if
  /// the graph was not explored to its end.
  std::optional<std::vector<unsigned>> distance;
  /// Whether `distance` ends at the bound, and whether anything was left out
  /// because of it.
  bool isReachBounded = false, isCutByBound = false;
  std::chrono::steady_clock::time_point begin;
  /// Where successors go instead of among the nodes.
  Expansion *alone = nullptr;
};

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_EXPLORER_H
