//===- MinimizeClocks.cpp - Drop and share clocks ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Automaton.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/BitVector.h"

namespace tioga::ta {
#define GEN_PASS_DEF_MINIMIZECLOCKS
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {
/// For the clocks that one automaton alone mentions:
/// 1. a clock is *live* in a location if on some path it is read before it is
///    assigned (Daws and Yovine, RTSS 1996); computed backwards to a fixpoint.
///    After an assignment that may be impossible, since the value may be
///    negative, the clock counts as live, too;
/// 2. assignments of clocks that are not live afterwards are dropped;
/// 3. two clocks that are live in the same location need to be different ones;
///    greedily, in the order of declaration, each gets the first clock that no
///    conflicting one has.
class ClockMinimizer {
public:
  ClockMinimizer(FlatNetwork &network, unsigned index)
      : network(network), context(*network.context), index(index),
        automaton(network.automata[index]) {}

  void run();

private:
  void findCandidates();
  llvm::BitVector getRead(Expr expr) const;
  void computeLiveness();
  void dropDeadResets();
  void share();

  FlatNetwork &network;
  ExprContext &context;
  unsigned index;
  FlatAutomaton &automaton;
  std::vector<Expr> candidates;
  llvm::DenseMap<Expr, unsigned> positions;
  std::vector<llvm::BitVector> live;
};
} // namespace

static void collectUses(const FlatAutomaton &automaton,
                        llvm::SetVector<Expr> &names) {
  for (const FlatLocation &location : automaton.locations)
    if (location.invariant)
      collectNames(location.invariant, names);
  for (const FlatEdge &edge : automaton.edges) {
    if (edge.guard)
      collectNames(edge.guard, names);
    for (const Assignment &assignment : edge.update) {
      names.insert(assignment.target);
      collectNames(assignment.value, names);
    }
  }
}

void ClockMinimizer::findCandidates() {
  llvm::SetVector<Expr> elsewhere;
  bool restarts = false;
  for (auto [other, flat] : llvm::enumerate(network.automata)) {
    if (other != index)
      collectUses(flat, elsewhere);
    for (const FlatEdge &edge : flat.edges)
      restarts |= edge.isRestart;
  }
  // A restart assigns all clocks without naming them.
  if (restarts)
    return;
  bool isAlone = network.automata.size() == 1;
  for (const FlatClock &clock : network.clocks)
    if (!elsewhere.contains(clock.name) &&
        (clock.owner == int(index) || isAlone)) {
      positions[clock.name] = candidates.size();
      candidates.push_back(clock.name);
    }
}

llvm::BitVector ClockMinimizer::getRead(Expr expr) const {
  llvm::BitVector read(candidates.size());
  if (!expr)
    return read;
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  for (Expr name : names)
    if (auto found = positions.find(name); found != positions.end())
      read.set(found->second);
  return read;
}

void ClockMinimizer::computeLiveness() {
  for (const FlatLocation &location : automaton.locations)
    live.push_back(getRead(location.invariant));
  std::vector<llvm::BitVector> reads, writes;
  for (const FlatEdge &edge : automaton.edges) {
    reads.push_back(getRead(edge.guard));
    writes.push_back(llvm::BitVector(candidates.size()));
    for (const Assignment &assignment : edge.update)
      if (auto found = positions.find(assignment.target);
          found != positions.end()) {
        writes.back().set(found->second);
        if (network.getNotNegative(assignment.value))
          live[edge.target].set(found->second);
      }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned at = automaton.edges.size(); at-- > 0;) {
      const FlatEdge &edge = automaton.edges[at];
      llvm::BitVector before = live[edge.target];
      before.reset(writes[at]);
      before |= reads[at];
      // What a live clock is copied from is read too.
      for (const Assignment &assignment : edge.update) {
        auto found = positions.find(assignment.target);
        if (found == positions.end() || live[edge.target].test(found->second))
          before |= getRead(assignment.value);
      }
      before |= live[edge.source];
      changed |= before != live[edge.source];
      live[edge.source] = before;
    }
  }
}

void ClockMinimizer::dropDeadResets() {
  for (FlatEdge &edge : automaton.edges)
    llvm::erase_if(edge.update, [&](const Assignment &assignment) {
      auto found = positions.find(assignment.target);
      return found != positions.end() && !live[edge.target].test(found->second);
    });
}

void ClockMinimizer::share() {
  std::vector<llvm::BitVector> conflicts(candidates.size(),
                                         llvm::BitVector(candidates.size()));
  llvm::BitVector everLive(candidates.size());
  for (const llvm::BitVector &together : live) {
    everLive |= together;
    for (unsigned clock : together.set_bits())
      conflicts[clock] |= together;
  }
  // Clocks that are live at the start are all zero there, but no edge says so:
  // each of them keeps to itself, or to clocks that are not.
  std::vector<int> color(candidates.size(), -1);
  std::vector<llvm::BitVector> members;
  for (unsigned clock : everLive.set_bits()) {
    unsigned chosen = 0;
    while (chosen < members.size() &&
           members[chosen].anyCommon(conflicts[clock]))
      ++chosen;
    if (chosen == members.size())
      members.push_back(llvm::BitVector(candidates.size()));
    members[chosen].set(clock);
    color[clock] = chosen;
  }
  Substitution renaming(context);
  for (unsigned clock : everLive.set_bits()) {
    Expr representative = candidates[members[color[clock]].find_first()];
    if (representative != candidates[clock])
      renaming.set(candidates[clock], representative);
  }
  if (!renaming.empty()) {
    for (FlatLocation &location : automaton.locations)
      if (location.invariant)
        location.invariant = renaming.apply(location.invariant);
    for (FlatEdge &edge : automaton.edges) {
      if (edge.guard)
        edge.guard = renaming.apply(edge.guard);
      for (Assignment &assignment : edge.update)
        assignment = {renaming.apply(assignment.target),
                      renaming.apply(assignment.value)};
      llvm::erase_if(edge.update, [](const Assignment &assignment) {
        return assignment.target == assignment.value;
      });
    }
  }
  llvm::erase_if(network.clocks, [&](const FlatClock &clock) {
    auto found = positions.find(clock.name);
    return found != positions.end() &&
           (color[found->second] < 0 ||
            candidates[members[color[found->second]].find_first()] !=
                clock.name);
  });
}

void ClockMinimizer::run() {
  findCandidates();
  computeLiveness();
  dropDeadResets();
  share();
  network.indexClocks();
}

namespace {
struct MinimizeClocksPass
    : public ta::impl::MinimizeClocksBase<MinimizeClocksPass> {
  using MinimizeClocksBase::MinimizeClocksBase;
  void runOnOperation() override {
    FailureOr<FlatNetwork> network = readNetwork(getOperation());
    if (failed(network))
      return signalPassFailure();
    for (unsigned index = 0; index < network->automata.size(); ++index)
      ClockMinimizer(*network, index).run();
    writeNetwork(*network);
  }
};
} // namespace
