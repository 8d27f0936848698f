//===- SpecGraph.cpp - The specification, executed once ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;

SpecGraph::SpecGraph(const StepContext &given,
                     llvm::ArrayRef<Observation> observations)
    : context(given), steps([&] {
        StepContext alone = given;
        alone.sides[ImplSide] = nullptr;
        return alone;
      }()),
      observations(observations) {}

unsigned SpecGraph::add(CanonicalState state) {
  auto [position, isNew] = known.try_emplace(state.key, nodes.size());
  if (isNew)
    nodes.push_back({std::move(state.state), std::nullopt});
  return position->second;
}

unsigned SpecGraph::getNode(const CanonicalState &state) {
  CanonicalState alone = state;
  alone.state.members[ImplSide].clear();
  // The members of the specification come first in the key, then the number of
  // those of the implementation, which are the same again.
  size_t half = state.memberKey.size() / 2;
  std::vector<uintptr_t> key(state.key.begin(), state.key.begin() + half);
  key.push_back(0);
  key.insert(key.end(), state.key.begin() + state.memberKey.size(),
             state.key.end());
  alone.key = std::move(key);
  return add(std::move(alone));
}

bool SpecGraph::addTargets(ProductState state, unsigned observation,
                           std::vector<Edge> &edges, bool isClosed) {
  auto finish = [&](ProductState piece) {
    std::vector<CanonicalState> pieces;
    bool isPlain = !context.options.isOn(Optimisation::Prune);
    if (!context.canonicalizer.canonicalize(std::move(piece), isPlain,
                                            pieces)) {
      reason = context.canonicalizer.getReason();
      return false;
    }
    for (CanonicalState &one : pieces) {
      Edge edge;
      edge.step = {observation, false, std::move(one.history),
                   std::move(one.meanings)};
      edge.target = add(std::move(one));
      edges.push_back(std::move(edge));
    }
    return true;
  };
  if (isClosed)
    return finish(std::move(state));
  if (steps.close(std::move(state), {SpecSide}, finish))
    return true;
  if (reason.empty())
    reason = steps.getReason();
  return false;
}

bool SpecGraph::start() {
  if (!initial.empty())
    return true;
  ProductState state;
  state.members[SpecSide].push_back(
      {context.sides[SpecSide]->getInitial(), {}, {}});
  if (addTargets(std::move(state), 0, initial, false))
    return true;
  initial.clear();
  return false;
}

const std::vector<SpecGraph::Edge> *SpecGraph::getEdges(unsigned node) {
  if (nodes[node].edges)
    return &*nodes[node].edges;
  std::vector<Edge> edges;
  ProductState state = nodes[node].state;
  for (auto [index, observation] : llvm::enumerate(observations)) {
    std::vector<Candidate> candidates =
        steps.getCandidates(SpecSide, state.members[SpecSide], observation);
    if (candidates.empty())
      continue;
    ProductState base;
    base.domain = state.domain;
    bool isClosed = observation.kind == Observation::Kind::Quiescence;
    auto emit = [&, position = unsigned(index)](ProductState piece) {
      return addTargets(std::move(piece), position, edges, isClosed);
    };
    if (!steps.distribute(std::move(base), candidates, SpecSide, emit)) {
      if (reason.empty())
        reason = steps.getReason();
      return nullptr;
    }
  }
  nodes[node].edges = std::move(edges);
  return &*nodes[node].edges;
}
