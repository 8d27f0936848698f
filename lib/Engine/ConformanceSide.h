//===- ConformanceSide.h - One of two models compared -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_CONFORMANCESIDE_H
#define TIOGA_LIB_ENGINE_CONFORMANCESIDE_H

#include "tioga/Engine/Conformance.h"
#include "tioga/Engine/ZoneModel.h"

namespace tioga {

/// What a relation demands, taken apart.
struct ConformanceRules {
  /// Inputs happen where the specification takes them; else where the
  /// implementation does.
  bool inputsFollowSpec = true;
  /// The implementation ignores what it does not take.
  bool ignoresInputs = true;
  /// The implementation must take what the specification takes.
  bool demandsInputs = false;
  /// Stopped time is silence.
  bool silenceAfterTimelock = true;
  /// The specification's environment restricts the traces.
  bool hasEnvironment = false;

  explicit ConformanceRules(const ConformanceOptions &options);
};

/// A list of conjunctions, one of which holds.
using Pieces = llvm::ArrayRef<ZoneConjunction>;

/// A model of a conformance check with what is asked about it over and over:
/// where it does *not* do something, as pieces over its own clocks.
class ConformanceSide {
public:
  ConformanceSide(const System &system, const SystemEdits *edits,
                  Alphabet &alphabet, int64_t scale, bool splitEnvironment);

  ZoneModel &getModel() { return model; }
  const DiscreteState &getState(StateId id) { return model.getState(id); }

  /// Calls `fn(index, edge)` for the edges of a state with an action. There may
  /// be thousands of edges, one for each value of a parameter.
  template <typename Fn>
  void forEachEdge(StateId id, ActionId action, Fn fn);

  /// Where no edge with the action is enabled.
  Pieces getRefusals(StateId id, ActionId action);
  /// Where the invariant does not hold; that of the environment does not count.
  Pieces getBeyond(StateId id);
  /// Where no output and no silent step will be possible by waiting within the
  /// invariant.
  Pieces getHopeless(StateId id);
  /// Where the environment takes an output.
  Pieces getAcceptance(StateId id, ActionId action);

  /// Whether waiting may lead to where neither waiting nor acting is possible.
  bool mayStopTimeIn(StateId id);
  /// Whether some state may be unable to wait and to act. True if there are too
  /// many states to tell.
  bool mayStopTime();

  /// Pairs of edges with one action and different effects of which both may be
  /// enabled within the invariant; (i, i) for a silent edge i. Where there are
  /// none, the state after an observation is known.
  llvm::ArrayRef<std::pair<unsigned, unsigned>> getBranches(StateId id);
  /// Whether both edges of such a pair may be enabled within a zone.
  bool mayBranch(const Zone &zone, StateId id, unsigned offset = 0);

private:
  struct Cached {
    llvm::SmallDenseMap<ActionId, Pieces, 4> refusals, acceptance;
    /// Edges by action, if there are many.
    std::vector<std::pair<ActionId, unsigned>> byAction;
    std::optional<Pieces> beyond, hopeless;
    std::optional<std::vector<std::pair<unsigned, unsigned>>> branches;
  };
  Cached &getCached(StateId id);
  llvm::ArrayRef<std::pair<ActionId, unsigned>> getByAction(StateId id);
  Pieces complement(const DiscreteState &state,
                    llvm::ArrayRef<ZoneConjunction> conjunctions);
  Pieces store(llvm::ArrayRef<llvm::SmallVector<Constraint, 4>> pieces);

  ZoneModel model;
  std::optional<bool> stopsTime;
  std::deque<Cached> cache;
  llvm::BumpPtrAllocator allocator;
};

template <typename Fn>
void ConformanceSide::forEachEdge(StateId id, ActionId action, Fn fn) {
  constexpr unsigned few = 16;
  llvm::ArrayRef<ZoneEdge> edges = getState(id).edges;
  if (edges.size() <= few) {
    for (unsigned index = 0, e = edges.size(); index < e; ++index)
      if (edges[index].action == action)
        fn(index, edges[index]);
    return;
  }
  llvm::ArrayRef<std::pair<ActionId, unsigned>> byAction = getByAction(id);
  for (const auto *at = llvm::lower_bound(byAction, std::make_pair(action, 0u));
       at != byAction.end() && at->first == action; ++at)
    fn(at->second, edges[at->second]);
}

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_CONFORMANCESIDE_H
