//===- Transforms.cpp - What the passes share -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

template <typename Fn>
static void forEachName(const FlatNetwork &network, Fn fn) {
  for (const FlatClock &clock : network.clocks)
    fn(clock.name.getName());
  for (const FlatVariable &variable : network.variables)
    fn(variable.name.getName());
  for (const FlatLabel &label : network.labels)
    for (const FlatParam &param : label.params)
      fn(param.name.getName());
  for (const FlatAutomaton &automaton : network.automata)
    fn(llvm::StringRef(automaton.name));
}

std::string ta::makeFreshName(const FlatNetwork &network,
                              llvm::StringRef wanted) {
  UniqueNames names;
  forEachName(network, [&](llvm::StringRef name) { names.get(name); });
  return names.get(wanted);
}

std::string ta::makeFreshPrefix(const FlatNetwork &network,
                                llvm::StringRef wanted) {
  std::string prefix = wanted.str();
  auto isTaken = [&] {
    bool taken = false;
    forEachName(network, [&](llvm::StringRef name) {
      taken |= name.consume_front(prefix) && !name.empty() &&
               llvm::isDigit(name.front());
    });
    return taken;
  };
  while (isTaken())
    prefix += '_';
  return prefix;
}

Expr ta::getEnabledCondition(FlatNetwork &network,
                             const FlatAutomaton &automaton,
                             const FlatEdge &edge) {
  ExprContext &context = *network.context;
  Expr condition = edge.guard;
  for (const Assignment &assignment : edge.update) {
    if (network.isClock(assignment.target))
      condition =
          network.conjoin(condition, network.getNotNegative(assignment.value));
    if (Type type = network.getType(assignment.target)) {
      condition =
          network.conjoin(condition, network.getDefined(assignment.value));
      condition = network.conjoin(
          condition, getRangeCondition(assignment.value, type, context));
    }
  }
  if (Expr invariant = automaton.locations[edge.target].invariant)
    condition = network.conjoin(
        condition, substituteUpdate(invariant, edge.update, context));
  return network.conjoin(network.getDefined(condition), condition);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {
/// Depth-first search over silent edges; recursion would be as deep as the
/// network is large.
class SilentCycleFinder {
public:
  SilentCycleFinder(Composition &composition)
      : composition(composition), state(composition.getNumLocations(), Fresh) {}

  /// The locations and edges of a cycle; empty if there is none.
  std::vector<std::pair<unsigned, const JointEdge *>> find();

private:
  enum State : uint8_t { Fresh, Open, Done };
  struct Frame {
    unsigned location;
    size_t next;
  };
  bool search(unsigned root);

  Composition &composition;
  std::vector<State> state;
  std::vector<Frame> stack;
  unsigned entry = 0;
};
} // namespace

bool SilentCycleFinder::search(unsigned root) {
  stack = {{root, 0}};
  state[root] = Open;
  while (!stack.empty()) {
    Frame &frame = stack.back();
    const std::vector<JointEdge> &edges = *composition.getEdges(frame.location);
    if (frame.next == edges.size()) {
      state[frame.location] = Done;
      stack.pop_back();
      continue;
    }
    const JointEdge &edge = edges[frame.next++];
    if (edge.label || state[edge.target] == Done)
      continue;
    if (state[edge.target] == Open) {
      entry = edge.target;
      return true;
    }
    state[edge.target] = Open;
    stack.push_back({edge.target, 0});
  }
  return false;
}

std::vector<std::pair<unsigned, const JointEdge *>> SilentCycleFinder::find() {
  for (unsigned root = 0; root < state.size(); ++root) {
    if (state[root] != Fresh || !search(root))
      continue;
    std::vector<std::pair<unsigned, const JointEdge *>> cycle;
    bool isInside = false;
    for (const Frame &frame : stack) {
      isInside |= frame.location == entry;
      if (isInside)
        cycle.push_back({frame.location, &(*composition.getEdges(
                                             frame.location))[frame.next - 1]});
    }
    return cycle;
  }
  return {};
}

LogicalResult ta::checkResponsive(FlatNetwork &network,
                                  Composition &composition,
                                  unsigned maxLocations) {
  for (unsigned index = 0; index < composition.getNumLocations(); ++index) {
    if (!composition.getEdges(index))
      return failure();
    if (composition.getNumLocations() > maxLocations)
      return emitNetworkError(network)
             << "has more than " << maxLocations
             << " reachable tuples of locations; raise max-locations";
  }
  auto cycle = SilentCycleFinder(composition).find();
  if (cycle.empty())
    return success();
  std::string text;
  for (auto [location, edge] : cycle)
    text += "'" + composition.getName(location) + "' -> ";
  text += "'" + composition.getName(cycle.front().first) + "'";
  InFlightDiagnostic diag =
      emitError(cycle.front().second->loc)
      << "a cycle of silent edges can go on unseen for ever: " << text;
  for (auto [location, edge] : llvm::ArrayRef(cycle).drop_front())
    diag.attachNote(edge->loc) << "the cycle goes on here";
  return diag;
}

void ta::removeUnreachable(FlatAutomaton &automaton) {
  std::vector<std::vector<unsigned>> out = automaton.getOutEdges();
  std::vector<bool> reached(automaton.locations.size());
  std::vector<unsigned> work = {automaton.initial};
  reached[automaton.initial] = true;
  while (!work.empty()) {
    unsigned location = work.back();
    work.pop_back();
    for (unsigned edge : out[location])
      if (!reached[automaton.edges[edge].target]) {
        reached[automaton.edges[edge].target] = true;
        work.push_back(automaton.edges[edge].target);
      }
  }
  std::vector<unsigned> renumbered(automaton.locations.size());
  std::vector<FlatLocation> locations;
  for (auto [index, location] : llvm::enumerate(automaton.locations)) {
    renumbered[index] = locations.size();
    if (reached[index])
      locations.push_back(std::move(location));
  }
  automaton.locations = std::move(locations);
  llvm::erase_if(automaton.edges,
                 [&](FlatEdge &edge) { return !reached[edge.source]; });
  for (FlatEdge &edge : automaton.edges) {
    edge.source = renumbered[edge.source];
    edge.target = renumbered[edge.target];
  }
  automaton.initial = renumbered[automaton.initial];
}

FailureOr<TreeShape> ta::getTreeShape(const FlatNetwork &network,
                                      llvm::StringRef pass) {
  const FlatAutomaton &automaton = network.automata.front();
  TreeShape shape;
  shape.incoming.resize(automaton.locations.size());
  shape.outgoing = automaton.getOutEdges();
  for (auto [index, edge] : llvm::enumerate(automaton.edges)) {
    if (edge.target == automaton.initial || shape.incoming[edge.target] ||
        edge.isRestart) {
      InFlightDiagnostic diag = emitNetworkError(network)
                                << "is no tree, but '" << pass
                                << "' needs one: run 'ta-unfold' first";
      diag.attachNote(edge.loc) << "second edge into the same location";
      return diag;
    }
    shape.incoming[edge.target] = index;
  }
  shape.order.push_back(automaton.initial);
  for (size_t next = 0; next < shape.order.size(); ++next)
    for (unsigned edge : shape.outgoing[shape.order[next]])
      shape.order.push_back(automaton.edges[edge].target);
  return shape;
}
