//===- ConformanceSide.cpp - One of two models compared ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConformanceSide.h"
#include "ZoneSteps.h"
#include "tioga/Engine/Environment.h"

using namespace tioga;

ConformanceRules::ConformanceRules(const ConformanceOptions &options) {
  bool isOpen = options.relation == Relation::Tioco ||
                options.relation == Relation::Rtioco ||
                options.relation == Relation::Ioco;
  inputsFollowSpec = options.relation != Relation::Inclusion;
  ignoresInputs = options.completion == Completion::Default
                      ? isOpen
                      : options.completion == Completion::Ignore;
  demandsInputs = options.relation == Relation::Refines && !ignoresInputs;
  silenceAfterTimelock = options.timelock == Timelock::Silence && isOpen;
}

static ZoneModelOptions makeOptions(int64_t scale, bool splitEnvironment) {
  ZoneModelOptions options;
  options.scale = scale;
  options.useUrgencyClock = true;
  options.splitEnvironment = splitEnvironment;
  return options;
}

ConformanceSide::ConformanceSide(const System &system, const SystemEdits *edits,
                                 Alphabet &alphabet, int64_t scale,
                                 bool splitEnvironment)
    : model(system, edits, alphabet, makeOptions(scale, splitEnvironment)) {}

ConformanceSide::Cached &ConformanceSide::getCached(StateId id) {
  if (cache.size() <= id)
    cache.resize(id + 1);
  return cache[id];
}

llvm::ArrayRef<std::pair<ActionId, unsigned>>
ConformanceSide::getByAction(StateId id) {
  llvm::ArrayRef<ZoneEdge> edges = getState(id).edges;
  std::vector<std::pair<ActionId, unsigned>> &byAction = getCached(id).byAction;
  if (byAction.size() != edges.size()) {
    for (auto [index, edge] : llvm::enumerate(edges))
      byAction.push_back({edge.action, unsigned(index)});
    llvm::sort(byAction);
  }
  return byAction;
}

Pieces ConformanceSide::store(
    llvm::ArrayRef<llvm::SmallVector<Constraint, 4>> pieces) {
  llvm::SmallVector<ZoneConjunction, 4> stored;
  for (const llvm::SmallVector<Constraint, 4> &piece : pieces)
    stored.push_back(llvm::ArrayRef<Constraint>(piece).copy(allocator));
  return llvm::ArrayRef<ZoneConjunction>(stored).copy(allocator);
}

static bool isPossible(const DiscreteState &state,
                       llvm::ArrayRef<ZoneConjunction> parts) {
  Zone zone = Zone::universe(state.getDimension());
  return llvm::all_of(parts, [&](ZoneConjunction part) {
    return constrainZone(zone, part, state);
  });
}

/// Where none of the conjunctions holds: each has a conjunct that does not.
Pieces
ConformanceSide::complement(const DiscreteState &state,
                            llvm::ArrayRef<ZoneConjunction> conjunctions) {
  llvm::SmallVector<llvm::SmallVector<Constraint, 4>, 4> pieces(1), next;
  for (ZoneConjunction conjunction : conjunctions) {
    next.clear();
    for (const llvm::SmallVector<Constraint, 4> &piece : pieces) {
      for (const Constraint &constraint : conjunction) {
        llvm::SmallVector<Constraint, 4> longer = piece;
        longer.push_back(constraint.complement());
        if (isPossible(state, ZoneConjunction(longer)))
          next.push_back(std::move(longer));
      }
    }
    std::swap(pieces, next);
  }
  return store(pieces);
}

Pieces ConformanceSide::getRefusals(StateId id, ActionId action) {
  const DiscreteState &state = getState(id);
  Cached &cached = getCached(id);
  auto [known, isNew] = cached.refusals.try_emplace(action);
  if (!isNew)
    return known->second;
  llvm::SmallVector<ZoneConjunction, 4> guards;
  forEachEdge(id, action, [&](unsigned, const ZoneEdge &edge) {
    guards.push_back(edge.guard);
  });
  known->second = complement(state, guards);
  return known->second;
}

Pieces ConformanceSide::getBeyond(StateId id) {
  const DiscreteState &state = getState(id);
  Cached &cached = getCached(id);
  if (!cached.beyond)
    cached.beyond = complement(state, state.invariants);
  return *cached.beyond;
}

Pieces ConformanceSide::getHopeless(StateId id) {
  const DiscreteState &state = getState(id);
  Cached &cached = getCached(id);
  if (cached.hopeless)
    return *cached.hopeless;
  // Time predecessors of the instants at which something is possible.
  std::deque<llvm::SmallVector<Constraint, 16>> hopeful;
  llvm::SmallVector<ZoneConjunction, 4> parts;
  for (const ZoneEdge &edge : state.edges) {
    if (edge.kind == EdgeKind::Input)
      continue;
    for (ZoneConjunction invariant : state.invariants) {
      Zone zone = Zone::universe(state.getDimension());
      if (!constrainZone(zone, edge.guard, state) ||
          !constrainZone(zone, invariant, state))
        continue;
      zone.down();
      llvm::SmallVector<Constraint, 16> &constraints =
          hopeful.emplace_back(zone.getMinimalConstraints());
      for (Constraint &constraint : constraints) {
        constraint.x = constraint.x ? state.active[constraint.x - 1] : 0;
        constraint.y = constraint.y ? state.active[constraint.y - 1] : 0;
      }
      parts.push_back(constraints);
    }
  }
  cached.hopeless = complement(state, parts);
  return *cached.hopeless;
}

bool ConformanceSide::mayStopTimeIn(StateId id) {
  const DiscreteState &state = getState(id);
  if (getBeyond(id).empty())
    return false;
  return llvm::any_of(getHopeless(id), [&](ZoneConjunction hopeless) {
    return llvm::any_of(state.invariants, [&](ZoneConjunction invariant) {
      return isPossible(state, {hopeless, invariant});
    });
  });
}

bool ConformanceSide::mayStopTime() {
  constexpr unsigned maxStates = 4096;
  if (stopsTime)
    return *stopsTime;
  stopsTime = true;
  // States are numbered as they are found, and expanding finds more.
  for (StateId id = 0; id < model.getNumStates(); ++id) {
    if (id >= maxStates)
      return true;
    if (mayStopTimeIn(id))
      return true;
  }
  stopsTime = false;
  return false;
}

llvm::ArrayRef<std::pair<unsigned, unsigned>>
ConformanceSide::getBranches(StateId id) {
  const DiscreteState &state = getState(id);
  Cached &cached = getCached(id);
  if (cached.branches)
    return *cached.branches;
  cached.branches.emplace();
  auto isEnabled = [&](const ZoneEdge &a, const ZoneEdge &b) {
    return llvm::any_of(state.invariants, [&](ZoneConjunction invariant) {
      return isPossible(state, {invariant, a.guard, b.guard});
    });
  };
  for (unsigned i = 0, e = state.edges.size(); i < e; ++i) {
    const ZoneEdge &edge = state.edges[i];
    if (edge.kind == EdgeKind::Silent) {
      if (isEnabled(edge, edge))
        cached.branches->push_back({i, i});
      continue;
    }
    forEachEdge(id, edge.action, [&](unsigned j, const ZoneEdge &other) {
      if (j < i && !haveEqualEffect(edge, other) && isEnabled(edge, other))
        cached.branches->push_back({j, i});
    });
  }
  return *cached.branches;
}

bool ConformanceSide::mayBranch(const Zone &zone, StateId id, unsigned offset) {
  const DiscreteState &state = getState(id);
  return llvm::any_of(getBranches(id), [&](auto pair) {
    Zone both = zone;
    return constrainZone(both, state.edges[pair.first].guard, state, offset) &&
           constrainZone(both, state.edges[pair.second].guard, state, offset);
  });
}

//===----------------------------------------------------------------------===//
// The environment
//===----------------------------------------------------------------------===//

Pieces ConformanceSide::getAcceptance(StateId id, ActionId action) {
  const DiscreteState &state = getState(id);
  Cached &cached = getCached(id);
  auto known = cached.acceptance.find(action);
  if (known != cached.acceptance.end())
    return known->second;

  // A transition of the whole stands for an edge of the environment from its
  // location, wherever the system is.
  const System &system = model.getSystem();
  std::optional<unsigned> label =
      system.lookupLabel(model.getAlphabet()[action].label);
  llvm::ArrayRef<Value> arguments = model.getAlphabet()[action].arguments;
  bool isUsed = false;
  llvm::SmallVector<llvm::SmallVector<Constraint, 4>, 4> pieces;
  for (const SystemTransition &transition : system.getTransitions()) {
    if (!label || transition.label != label)
      continue;
    isUsed = true;
    bool matches = llvm::all_of(transition.moves, [&](const SystemMove &move) {
      return !system.getControls()[move.control].isEnvironment || !move.from ||
             state.key[move.control] == int32_t(*move.from);
    });
    if (!matches)
      continue;
    for (ZoneConjunction alternative : model.enterEnvironment(
             model.instantiate(getEnvironmentPart(system, transition.guard), id,
                               &transition, arguments),
             id, transition, arguments))
      pieces.emplace_back(alternative.begin(), alternative.end());
  }
  // An output that the specification never produces is for nobody to refuse.
  if (!isUsed)
    pieces.emplace_back();
  Pieces stored = store(pieces);
  cached.acceptance[action] = stored;
  return stored;
}
