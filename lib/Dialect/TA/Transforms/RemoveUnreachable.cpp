//===- RemoveUnreachable.cpp - Drop what cannot be reached ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clauses.h"
#include "Transforms.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Engine/ZoneModel.h"
#include "llvm/ADT/BitVector.h"

namespace tioga::ta {
#define GEN_PASS_DEF_REMOVEUNREACHABLE
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

/// Symbolic states after which the search over zones gives up.
static constexpr size_t maxStates = 1000000;

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

/// Drops edges whose guards contradict the invariant of their source. Receivers
/// of broadcasts and weak members of vectors stay: that they cannot be taken
/// lets the others go alone.
static void dropDeadEdges(FlatNetwork &network, int64_t scale) {
  for (auto [index, each] : llvm::enumerate(network.automata)) {
    unsigned position = index;
    FlatAutomaton &automaton = each;
    llvm::erase_if(automaton.edges, [&](const FlatEdge &edge) {
      if (network.isWeakMember(position, edge))
        return false;
      if (edge.label && network.labels[*edge.label].isBroadcast &&
          edge.direction == Direction::Receive)
        return false;
      Expr condition = dropImplied(
          network.conjoin(edge.guard,
                          automaton.locations[edge.source].invariant),
          network, scale);
      return condition && condition.isFalse();
    });
  }
}

//===----------------------------------------------------------------------===//
// Zones
//===----------------------------------------------------------------------===//

namespace {
/// Finds the transitions that some run takes, by forward search over zones with
/// extrapolation.
class TransitionFinder {
public:
  explicit TransitionFinder(const System &system)
      : model(system, /*edits=*/nullptr, alphabet, getOptions(system)),
        taken(system.getTransitions().size()) {}

  /// Nothing if zones cannot represent the system or are too many.
  std::optional<llvm::BitVector> find();

private:
  static ZoneModelOptions getOptions(const System &system) {
    ZoneModelOptions options;
    options.scale = system.getScale();
    return options;
  }
  void visit(StateId state, const Zone &arrival);
  void take(StateId state, const Zone &zone, const ZoneEdge &edge);
  static Constraint toSlots(const Constraint &constraint,
                            const DiscreteState &state) {
    return {constraint.x ? state.slots[constraint.x] : 0u,
            constraint.y ? state.slots[constraint.y] : 0u, constraint.bound};
  }
  static bool constrain(Zone &zone, llvm::ArrayRef<Constraint> constraints,
                        const DiscreteState &state) {
    for (const Constraint &constraint : constraints)
      if (!zone.constrain(toSlots(constraint, state)))
        return false;
    return !zone.isEmpty();
  }

  Alphabet alphabet;
  ZoneModel model;
  llvm::BitVector taken;
  std::map<StateId, std::vector<Zone>> passed;
  std::vector<std::pair<StateId, Zone>> work;
  size_t numStates = 0;
};
} // namespace

void TransitionFinder::visit(StateId id, const Zone &arrival) {
  const DiscreteState &state = model.getState(id);
  for (ZoneConjunction invariant : state.invariants) {
    Zone zone = arrival;
    if (!constrain(zone, invariant, state))
      continue;
    if (!state.isUrgent) {
      zone.up();
      constrain(zone, invariant, state);
    }
    llvm::SmallVector<int32_t> lower = {0}, upper = {0};
    llvm::append_range(lower, state.lower);
    llvm::append_range(upper, state.upper);
    zone.extrapolateLU(lower, upper);
    std::vector<Zone> &others = passed[id];
    if (llvm::any_of(others,
                     [&](const Zone &other) { return other.includes(zone); }))
      continue;
    llvm::erase_if(others,
                   [&](const Zone &other) { return zone.includes(other); });
    others.push_back(zone);
    work.push_back({id, std::move(zone)});
    ++numStates;
  }
}

void TransitionFinder::take(StateId id, const Zone &from,
                            const ZoneEdge &edge) {
  const DiscreteState &state = model.getState(id);
  Zone zone = from;
  if (!constrain(zone, edge.guard, state))
    return;
  taken.set(edge.transition);
  llvm::SmallVector<ClockIndex, 8> sources;
  llvm::SmallVector<int32_t, 8> offsets;
  for (uint16_t clock : model.getState(edge.target).active) {
    const ZoneReset *reset = llvm::find_if(
        edge.resets, [&](const ZoneReset &r) { return r.clock == clock; });
    bool isReset = reset != edge.resets.end();
    ClockIndex source = isReset ? reset->source : clock;
    sources.push_back(source ? state.slots[source] : 0);
    offsets.push_back(isReset ? reset->offset : 0);
  }
  Zone next = zone.gather(sources);
  for (auto [index, offset] : llvm::enumerate(offsets)) {
    if (offset == 0)
      continue;
    if (sources[index] == 0)
      next.reset(index + 1, offset);
    else
      next.shift(index + 1, offset);
  }
  if (!next.isEmpty())
    visit(edge.target, next);
}

std::optional<llvm::BitVector> TransitionFinder::find() {
  visit(model.getInitial(),
        Zone::zero(model.getState(model.getInitial()).getDimension()));
  while (!work.empty()) {
    auto [id, zone] = std::move(work.back());
    work.pop_back();
    for (const ZoneEdge &edge : model.getState(id).edges)
      take(id, zone, edge);
    // Extrapolation ignores diagonals: then it reaches too much, or too little.
    if (!model.getFailure().empty() || numStates > maxStates ||
        !model.getDiagonals().empty() || model.hasUnknownDiagonals())
      return std::nullopt;
  }
  return taken;
}

/// Drops edges that no run takes. Of one automaton, transition i of the system
/// is edge i.
static LogicalResult dropUntaken(FlatNetwork &network) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(network.op.getLoc());
  auto copy = cast<NetworkOp>(network.op->clone());
  module->push_back(copy);
  FailureOr<sts::SystemOp> converted = convertToSTS(copy);
  if (failed(converted))
    return failure();
  FailureOr<std::unique_ptr<System>> system = System::load(*converted);
  if (failed(system))
    return failure();
  FlatAutomaton &automaton = network.automata.front();
  // Edges with internal labels have no partner, hence no transition.
  llvm::erase_if(automaton.edges, [&](const FlatEdge &edge) {
    return edge.label && !network.labels[*edge.label].isObservable() &&
           !network.labels[*edge.label].isBroadcast;
  });
  if ((*system)->getTransitions().size() != automaton.edges.size())
    return success();
  std::optional<llvm::BitVector> taken = TransitionFinder(**system).find();
  if (!taken) {
    emitRemark(network.op.getLoc())
        << "zones cannot decide what is reachable; searched the graph only";
    return success();
  }
  size_t index = 0;
  llvm::erase_if(automaton.edges,
                 [&](const FlatEdge &) { return !taken->test(index++); });
  return success();
}

namespace {
struct RemoveUnreachablePass
    : public ta::impl::RemoveUnreachableBase<RemoveUnreachablePass> {
  using RemoveUnreachableBase::RemoveUnreachableBase;
  void runOnOperation() override {
    FailureOr<FlatNetwork> network = readNetwork(getOperation());
    if (failed(network))
      return signalPassFailure();
    FailureOr<int64_t> scale = getScale(*network);
    if (failed(scale))
      return signalPassFailure();
    if (zones && network->automata.size() == 1 &&
        !network->automata.front().isEnvironment &&
        failed(dropUntaken(*network)))
      return signalPassFailure();
    dropDeadEdges(*network, *scale);
    for (FlatAutomaton &automaton : network->automata)
      removeUnreachable(automaton);
    writeNetwork(*network);
  }
};
} // namespace
