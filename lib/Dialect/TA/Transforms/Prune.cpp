//===- Prune.cpp - Keep what a test purpose allows --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace tioga::ta {
#define GEN_PASS_DEF_PRUNE
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

//===----------------------------------------------------------------------===//
// Sets of inputs by depth
//===----------------------------------------------------------------------===//

namespace {
/// Which inputs are kept at one depth.
struct InputSet {
  bool hasAll = false;
  llvm::SmallSet<unsigned, 4> labels;
};
} // namespace

static FailureOr<std::vector<InputSet>>
parsePurpose(llvm::StringRef text, const FlatNetwork &network) {
  std::vector<InputSet> purpose;
  for (llvm::StringRef part : llvm::split(text, ';')) {
    InputSet set;
    for (llvm::StringRef name : llvm::split(part, ',')) {
      name = name.trim();
      if (name == "*")
        set.hasAll = true;
      if (name.empty() || name == "*")
        continue;
      auto found = llvm::find_if(network.labels, [&](const FlatLabel &label) {
        return label.name == name && label.kind == LabelKind::Input;
      });
      if (found == network.labels.end())
        return emitNetworkError(network)
               << "has no input '" << name << "', which the purpose names";
      set.labels.insert(found - network.labels.begin());
    }
    purpose.push_back(std::move(set));
  }
  return purpose;
}

/// The observable depth of each location; nothing for those that no path leads
/// to. Fails if it is not unique.
static FailureOr<std::vector<std::optional<unsigned>>>
getDepths(const FlatNetwork &network) {
  const FlatAutomaton &automaton = network.automata.front();
  std::vector<std::vector<unsigned>> out = automaton.getOutEdges();
  std::vector<std::optional<unsigned>> depths(automaton.locations.size());
  std::vector<unsigned> work = {automaton.initial};
  depths[automaton.initial] = 0;
  for (size_t next = 0; next < work.size(); ++next)
    for (unsigned index : out[work[next]]) {
      const FlatEdge &edge = automaton.edges[index];
      unsigned depth =
          *depths[edge.source] + (network.isObservable(edge) ? 1 : 0);
      if (!depths[edge.target]) {
        depths[edge.target] = depth;
        work.push_back(edge.target);
      } else if (*depths[edge.target] != depth) {
        return emitError(edge.loc)
               << "location '" << automaton.locations[edge.target].name
               << "' has several depths: a purpose by depth needs a tree or a "
                  "graph without cycles, run 'ta-unfold' first";
      }
    }
  return depths;
}

static LogicalResult pruneByDepth(FlatNetwork &network, llvm::StringRef text) {
  FailureOr<std::vector<InputSet>> purpose = parsePurpose(text, network);
  if (failed(purpose))
    return failure();
  auto depths = getDepths(network);
  if (failed(depths))
    return failure();
  FlatAutomaton &automaton = network.automata.front();
  llvm::erase_if(automaton.edges, [&](const FlatEdge &edge) {
    if (!edge.label || network.labels[*edge.label].kind != LabelKind::Input)
      return false;
    std::optional<unsigned> depth = (*depths)[edge.source];
    if (!depth || *depth >= purpose->size())
      return true;
    const InputSet &set = (*purpose)[*depth];
    return !set.hasAll && !set.labels.contains(*edge.label);
  });
  removeUnreachable(automaton);
  return success();
}

//===----------------------------------------------------------------------===//
// An automaton as purpose
//===----------------------------------------------------------------------===//

namespace {
/// The product of an automaton with a purpose that sends inputs and watches
/// outputs. An input is kept where the purpose sends it, under both guards; an
/// output is always kept, and the purpose follows it if it can.
class PurposeProduct {
public:
  PurposeProduct(FlatNetwork &network, unsigned purposeIndex)
      : network(network), context(*network.context),
        purpose(network.automata[purposeIndex]),
        system(network.automata[1 - purposeIndex]), result({system.name,
                                                            false,
                                                            0,
                                                            {},
                                                            {},
                                                            system.loc,
                                                            system.doc,
                                                            system.stems}) {}

  LogicalResult run();

private:
  unsigned getLocation(unsigned inSystem, unsigned inPurpose);
  void addEdges(unsigned source);
  void addEdge(unsigned source, const FlatEdge &edge, const FlatEdge *follows,
               Expr condition);

  FlatNetwork &network;
  ExprContext &context;
  FlatAutomaton purpose, system;
  FlatAutomaton result;
  std::vector<std::vector<unsigned>> systemEdges, purposeEdges;
  std::map<std::pair<unsigned, unsigned>, unsigned> known;
  std::vector<std::pair<unsigned, unsigned>> pairs;
  UniqueNames names;
};
} // namespace

unsigned PurposeProduct::getLocation(unsigned inSystem, unsigned inPurpose) {
  auto [entry, isNew] =
      known.try_emplace({inSystem, inPurpose}, result.locations.size());
  if (isNew) {
    pairs.push_back({inSystem, inPurpose});
    FlatLocation location = system.locations[inSystem];
    location.name = names.get(location.name);
    result.locations.push_back(std::move(location));
  }
  return entry->second;
}

void PurposeProduct::addEdge(unsigned source, const FlatEdge &edge,
                             const FlatEdge *follows, Expr condition) {
  FlatEdge made = edge;
  unsigned inPurpose = follows ? follows->target : pairs[source].second;
  made.source = source;
  made.target = getLocation(edge.target, inPurpose);
  made.guard = network.conjoin(edge.guard, condition);
  if (follows)
    llvm::append_range(made.update, follows->update);
  made.name.clear();
  result.edges.push_back(std::move(made));
}

void PurposeProduct::addEdges(unsigned source) {
  auto [inSystem, inPurpose] = pairs[source];
  for (unsigned index : systemEdges[inSystem]) {
    const FlatEdge &edge = system.edges[index];
    if (!network.isObservable(edge)) {
      addEdge(source, edge, nullptr, {});
      continue;
    }
    bool isInput = network.labels[*edge.label].kind == LabelKind::Input;
    Expr otherwise;
    bool mustFollow = false;
    for (unsigned other : purposeEdges[inPurpose]) {
      const FlatEdge &follows = purpose.edges[other];
      if (follows.label != edge.label)
        continue;
      addEdge(source, edge, &follows, follows.guard);
      mustFollow |= !follows.guard;
      if (follows.guard)
        otherwise = network.conjoin(otherwise, context.getNot(follows.guard));
    }
    if (!isInput && !mustFollow)
      addEdge(source, edge, nullptr, otherwise);
  }
}

LogicalResult PurposeProduct::run() {
  for (const FlatEdge &edge : purpose.edges)
    if (!network.isObservable(edge))
      return emitError(edge.loc) << "a purpose has observable edges only";
  for (const FlatLocation &location : purpose.locations)
    if (location.invariant || location.stopsTime())
      return emitError(location.loc)
             << "a purpose does not bound time: location '" << location.name
             << "' has an invariant or is urgent";
  systemEdges = system.getOutEdges();
  purposeEdges = purpose.getOutEdges();
  getLocation(system.initial, purpose.initial);
  for (unsigned source = 0; source < pairs.size(); ++source)
    addEdges(source);
  // Both declared clocks and variables of their own.
  for (FlatClock &clock : network.clocks)
    clock.owner = networkOwner;
  for (FlatVariable &variable : network.variables)
    variable.owner = networkOwner;
  network.automata.clear();
  network.automata.push_back(std::move(result));
  return success();
}

static LogicalResult pruneByAutomaton(FlatNetwork &network,
                                      llvm::StringRef name) {
  if (!network.vectors.empty())
    return emitNetworkError(network)
           << "has vectors of labels: run 'ta-product' without the purpose "
              "first";
  if (network.automata.size() != 2)
    return emitNetworkError(network)
           << "has " << network.automata.size()
           << " automata, but a purpose needs one automaton beside itself";
  for (unsigned index : {0u, 1u})
    if (network.automata[index].name == name)
      return PurposeProduct(network, index).run();
  return emitNetworkError(network) << "has no automaton '" << name << "'";
}

namespace {
struct PrunePass : public ta::impl::PruneBase<PrunePass> {
  using PruneBase::PruneBase;
  void runOnOperation() override {
    if (purpose.empty() == automaton.empty()) {
      emitError(getOperation().getLoc())
          << "'ta-prune' needs either a purpose or an automaton";
      return signalPassFailure();
    }
    FailureOr<FlatNetwork> network =
        automaton.empty() ? readSingle(getOperation(), getArgument())
                          : readNetwork(getOperation());
    if (failed(network) ||
        failed(automaton.empty() ? pruneByDepth(*network, purpose)
                                 : pruneByAutomaton(*network, automaton)))
      return signalPassFailure();
    writeNetwork(*network);
  }
};
} // namespace
