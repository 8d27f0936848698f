//===- Product.cpp - Multiply networks out ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Composition.h"
#include "Transforms.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"

namespace tioga::ta {
#define GEN_PASS_DEF_PRODUCT
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

FlatEdge ta::toFlatEdge(const JointEdge &joint, const FlatNetwork &network) {
  FlatEdge edge = {
      0,  0,     joint.label, Direction::Receive, joint.guard, joint.update,
      {}, false, false,       joint.loc};
  if (joint.label && network.labels[*joint.label].kind == LabelKind::Output)
    edge.direction = Direction::Send;
  if (joint.single) {
    edge.name = joint.single->name;
    edge.isLocked = joint.single->isLocked;
    edge.doc = joint.single->doc;
    edge.stems = joint.single->stems;
  }
  return edge;
}

FlatLocation ta::toFlatLocation(Composition &composition, unsigned index) {
  const JointLocation &joint = composition.getLocation(index);
  FlatLocation location = {composition.getName(index),
                           joint.invariant,
                           false,
                           false,
                           joint.isAccepting,
                           joint.isLocked,
                           composition.getLoc(index)};
  location.isUrgent = joint.urgency && joint.urgency.isTrue();
  if (const FlatLocation *single = composition.getSingleLocation(index)) {
    location.doc = single->doc;
    location.stems = single->stems;
  }
  return location;
}

FlatAutomaton ta::makeSingleAutomaton(FlatNetwork &network) {
  if (network.automata.size() == 1) {
    const FlatAutomaton &only = network.automata.front();
    return {only.name, false, 0, {}, {}, only.loc, only.doc, only.stems};
  }
  // All names are qualified already: the network declares them as they are.
  for (FlatClock &clock : network.clocks)
    clock.owner = networkOwner;
  for (FlatVariable &variable : network.variables)
    variable.owner = networkOwner;
  return {network.op.getSymName().str(), false, 0, {}, {}, network.op.getLoc()};
}

void ta::addUrgencyClock(FlatNetwork &network, Composition &composition,
                         FlatAutomaton &automaton,
                         llvm::ArrayRef<unsigned> origins) {
  ExprContext &context = *network.context;
  Expr clock;
  for (auto [location, origin] :
       llvm::zip_equal(automaton.locations, origins)) {
    Expr urgency = composition.getLocation(origin).urgency;
    if (!urgency || urgency.isTrue() || urgency.isFalse())
      continue;
    if (!clock)
      clock = context.getName(makeFreshName(network, "urgent"));
    location.invariant = network.conjoin(
        location.invariant,
        context.get(ExprKind::Implies, urgency,
                    context.get(ExprKind::Le, clock, context.getInt(0))));
  }
  if (!clock)
    return;
  network.clocks.push_back({clock, networkOwner, automaton.loc});
  network.indexClocks();
  for (FlatEdge &edge : automaton.edges)
    edge.update.push_back({clock, context.getInt(0)});
}

namespace {
/// 1. Explore the reachable tuples, breadth first.
/// 2. Write a location for each and an edge for each joint edge.
struct ProductPass : public ta::impl::ProductBase<ProductPass> {
  using ProductBase::ProductBase;
  void runOnOperation() override;

private:
  LogicalResult build(FlatNetwork &network);
};
} // namespace

LogicalResult ProductPass::build(FlatNetwork &network) {
  Composition composition(network);
  FlatAutomaton result = makeSingleAutomaton(network);
  std::vector<unsigned> origins;
  for (unsigned index = 0; index < composition.getNumLocations(); ++index) {
    const std::vector<JointEdge> *edges = composition.getEdges(index);
    if (!edges)
      return failure();
    if (composition.getNumLocations() > maxLocations)
      return emitNetworkError(network)
             << "has more than " << maxLocations.getValue()
             << " reachable tuples of locations; raise max-locations";
    for (const JointEdge &joint : *edges) {
      FlatEdge edge = toFlatEdge(joint, network);
      edge.source = index;
      edge.target = joint.target;
      result.edges.push_back(std::move(edge));
    }
  }
  UniqueNames names;
  for (unsigned index = 0; index < composition.getNumLocations(); ++index) {
    result.locations.push_back(toFlatLocation(composition, index));
    result.locations.back().name = names.get(result.locations.back().name);
    origins.push_back(index);
  }
  addUrgencyClock(network, composition, result, origins);
  network.automata.clear();
  network.vectors.clear();
  network.automata.push_back(std::move(result));
  return success();
}

void ProductPass::runOnOperation() {
  FailureOr<FlatNetwork> network = readNetwork(getOperation());
  if (failed(network) || failed(build(*network)))
    return signalPassFailure();
  writeNetwork(*network);
}
