//===- Unfold.cpp - Trees of bounded observable depth -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"

namespace tioga::ta {
#define GEN_PASS_DEF_UNFOLD
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {
/// 1. Check that there is no silent cycle: the tree would be infinite.
/// 2. From the root, copy the edges of each location, each with a target of its
///    own, while the observable depth is less than the bound (Algorithm 2; for
///    networks Algorithm 7).
/// 3. On demand, drop branches until every leaf is accepting. An accepting
///    location that a silent edge leads to does not count.
struct UnfoldPass : public ta::impl::UnfoldBase<UnfoldPass> {
  using UnfoldBase::UnfoldBase;
  void runOnOperation() override;

private:
  LogicalResult build(FlatNetwork &network);
  LogicalResult expand(FlatNetwork &network, Composition &composition);
  void dropRejecting(const FlatNetwork &network);

  /// The tree, and for each of its locations where it stems from and how many
  /// observable edges lead to it.
  std::optional<FlatAutomaton> tree;
  std::vector<unsigned> origins, depths;
};
} // namespace

LogicalResult UnfoldPass::expand(FlatNetwork &network,
                                 Composition &composition) {
  std::vector<unsigned> copies(composition.getNumLocations());
  auto addLocation = [&](unsigned origin, unsigned atDepth) {
    FlatLocation location = toFlatLocation(composition, origin);
    location.name += "$" + std::to_string(copies[origin]++);
    tree->locations.push_back(std::move(location));
    origins.push_back(origin);
    depths.push_back(atDepth);
  };
  addLocation(0, 0);
  for (unsigned source = 0; source < tree->locations.size(); ++source) {
    if (depths[source] >= depth)
      continue;
    for (const JointEdge &joint : *composition.getEdges(origins[source])) {
      if (tree->locations.size() >= maxLocations)
        return emitNetworkError(network)
               << "unfolds to more than " << maxLocations.getValue()
               << " locations before depth " << depth.getValue()
               << "; raise max-locations or lower depth";
      FlatEdge edge = toFlatEdge(joint, network);
      edge.source = source;
      edge.target = tree->locations.size();
      edge.name.clear();
      addLocation(joint.target, depths[source] + (joint.label ? 1 : 0));
      // Nothing may be accepting but what can be observed.
      if (!joint.label)
        tree->locations.back().isAccepting = false;
      tree->edges.push_back(std::move(edge));
    }
  }
  return success();
}

void UnfoldPass::dropRejecting(const FlatNetwork &network) {
  // Targets have higher positions than sources.
  std::vector<bool> isKept(tree->locations.size());
  for (auto [index, location] : llvm::enumerate(tree->locations))
    isKept[index] = location.isAccepting;
  for (const FlatEdge &edge : llvm::reverse(tree->edges))
    if (isKept[edge.target])
      isKept[edge.source] = true;
  llvm::erase_if(tree->edges,
                 [&](const FlatEdge &edge) { return !isKept[edge.target]; });
}

LogicalResult UnfoldPass::build(FlatNetwork &network) {
  Composition composition(network);
  if (failed(checkResponsive(network, composition, maxLocations)))
    return failure();
  tree = makeSingleAutomaton(network);
  if (failed(expand(network, composition)))
    return failure();
  addUrgencyClock(network, composition, *tree, origins);
  if (acceptingOnly) {
    dropRejecting(network);
    removeUnreachable(*tree);
  }
  network.automata.clear();
  network.vectors.clear();
  network.automata.push_back(std::move(*tree));
  return success();
}

void UnfoldPass::runOnOperation() {
  origins.clear();
  depths.clear();
  FailureOr<FlatNetwork> network = readNetwork(getOperation());
  if (failed(network) || failed(build(*network)))
    return signalPassFailure();
  writeNetwork(*network);
}
