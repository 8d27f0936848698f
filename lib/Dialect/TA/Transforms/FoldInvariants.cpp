//===- FoldInvariants.cpp - Invariants into guards --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clauses.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga::ta {
#define GEN_PASS_DEF_FOLDINVARIANTS
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {
struct FoldInvariantsPass
    : public ta::impl::FoldInvariantsBase<FoldInvariantsPass> {
  using FoldInvariantsBase::FoldInvariantsBase;
  void runOnOperation() override;

private:
  bool isFoldable(const FlatNetwork &network, unsigned automaton,
                  const FlatEdge &edge);
  Expr getTargetCondition(FlatNetwork &network, unsigned automaton,
                          const FlatEdge &edge);
  /// By automaton: what its edges assign.
  std::vector<llvm::DenseSet<Expr>> assigned;
};
} // namespace

/// The guard of a broadcast's receiver or of a weak member of a vector also
/// decides whether it may stay, and that of an urgent edge whether time may
/// pass: neither may be strengthened.
bool FoldInvariantsPass::isFoldable(const FlatNetwork &network,
                                    unsigned automaton, const FlatEdge &edge) {
  if (edge.isRestart)
    return false;
  if (!edge.label)
    return true;
  const FlatLabel &label = network.labels[*edge.label];
  return !label.isUrgent && !network.isWeakMember(automaton, edge) &&
         !(label.isBroadcast && edge.direction == Direction::Receive);
}

/// The target's invariant before the update. Conjuncts over what another
/// automaton may assign in the same step are left out: they may become true by
/// that.
Expr FoldInvariantsPass::getTargetCondition(FlatNetwork &network,
                                            unsigned automaton,
                                            const FlatEdge &edge) {
  Expr invariant = network.automata[automaton].locations[edge.target].invariant;
  Expr condition;
  for (Expr conjunct : getConjuncts(invariant)) {
    llvm::SetVector<Expr> names;
    collectNames(conjunct, names);
    bool isShared = false;
    for (unsigned other = 0; other < assigned.size(); ++other)
      if (other != automaton)
        isShared |= llvm::any_of(
            names, [&](Expr name) { return assigned[other].contains(name); });
    if (!isShared)
      condition = network.conjoin(
          condition, substituteUpdate(conjunct, edge.update, *network.context));
  }
  return condition;
}

void FoldInvariantsPass::runOnOperation() {
  FailureOr<FlatNetwork> network = readNetwork(getOperation());
  if (failed(network))
    return signalPassFailure();
  FailureOr<int64_t> scale = getScale(*network);
  if (failed(scale))
    return signalPassFailure();
  assigned.clear();
  for (const FlatAutomaton &automaton : network->automata) {
    assigned.emplace_back();
    for (const FlatEdge &edge : automaton.edges)
      for (const Assignment &assignment : edge.update)
        assigned.back().insert(assignment.target);
  }
  for (auto [index, automaton] : llvm::enumerate(network->automata)) {
    for (FlatEdge &edge : automaton.edges) {
      if (!isFoldable(*network, index, edge))
        continue;
      edge.guard = network->conjoin(edge.guard,
                                    automaton.locations[edge.source].invariant);
      edge.guard = network->conjoin(edge.guard,
                                    getTargetCondition(*network, index, edge));
      edge.guard = dropImplied(edge.guard, *network, *scale);
    }
    unsigned position = index;
    llvm::erase_if(automaton.edges, [&](const FlatEdge &edge) {
      return edge.guard && edge.guard.isFalse() &&
             isFoldable(*network, position, edge);
    });
  }
  writeNetwork(*network);
}
