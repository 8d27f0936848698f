//===- SharedGraph.cpp - What mutants share with their model ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedGraph.h"
#include "ZoneSteps.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// SharedGraph
//===----------------------------------------------------------------------===//

SharedGraph::SharedGraph(ConformanceSide &spec) : spec(spec) {
  constexpr size_t maxNodes = 1 << 16;
  ZoneModel &model = spec.getModel();
  if (!model.getDiagonals().empty() || model.hasUnknownDiagonals())
    return;
  StateId first = model.getInitial();
  const DiscreteState &state = spec.getState(first);
  Zone zone = Zone::zero(state.getDimension());
  bool isPossible =
      llvm::any_of(state.invariants, [&](ZoneConjunction invariant) {
        Zone inside = zone;
        return constrainZone(inside, invariant, state);
      });
  if (!isPossible)
    return;
  complete = true;
  enter(std::move(zone), first, initial);
  for (uint32_t id = 0; complete && id < nodes.size(); ++id)
    if (nodes[id].coveredBy == UINT32_MAX)
      complete = nodes.size() <= maxNodes && expand(id);
  complete = complete && model.getFailure().empty();
  for (uint32_t &id : initial)
    id = resolve(id);
  for (Edge &edge : edges)
    edge.target = resolve(edge.target);
}

uint32_t SharedGraph::resolve(uint32_t id) const {
  while (nodes[id].coveredBy != UINT32_MAX)
    id = nodes[id].coveredBy;
  return id;
}

uint32_t SharedGraph::intern(const Zone &zone, StateId state,
                             unsigned invariant) {
  llvm::ArrayRef<RawBound> raw = zone.getRaw();
  if (byState.size() <= state)
    byState.resize(state + 1);
  llvm::SmallVector<uint32_t, 2> &list = byState[state];
  for (uint32_t id : list)
    if (includesRaw(nodes[id].zone, raw.data(), raw.size()))
      return id;
  uint32_t id = nodes.size();
  llvm::erase_if(list, [&](uint32_t other) {
    if (!includesRaw(raw.data(), nodes[other].zone, raw.size()))
      return false;
    nodes[other].coveredBy = id;
    return true;
  });
  Node node;
  node.zone = raw.copy(zones).data();
  node.state = state;
  node.invariant = invariant;
  nodes.push_back(node);
  list.push_back(id);
  return id;
}

void SharedGraph::enter(Zone zone, StateId id, std::vector<uint32_t> &into) {
  const DiscreteState &state = spec.getState(id);
  if (spec.getModel().getSystem().isDense())
    zone.up();
  llvm::SmallVector<int32_t, 16> maxima(1, 0);
  for (auto [lower, upper] : llvm::zip(state.lower, state.upper))
    maxima.push_back(std::max(lower, upper));
  for (auto [index, invariant] : llvm::enumerate(state.invariants)) {
    Zone inside = zone;
    if (!constrainZone(inside, invariant, state))
      continue;
    inside.extrapolateMPlus(maxima);
    complete &= !inside.hasOverflowed() && index <= UINT8_MAX;
    into.push_back(intern(inside, id, index));
  }
}

/// Returns false if the specification is not such that anything can be shared.
bool SharedGraph::expand(uint32_t id) {
  StateId stateId = nodes[id].state;
  const DiscreteState &state = spec.getState(stateId);
  size_t dimension = state.getDimension();
  Zone zone = Zone::fromRaw(
      dimension, llvm::ArrayRef(nodes[id].zone, dimension * dimension));
  if (spec.mayStopTimeIn(stateId) || spec.mayBranch(zone, stateId))
    return false;
  std::vector<uint32_t> targets;
  nodes[id].firstEdge = edges.size();
  for (auto [index, edge] : llvm::enumerate(state.edges)) {
    Zone next = zone;
    if (!constrainZone(next, edge.guard, state))
      continue;
    ZoneUpdate update;
    update.addMove(state, 0, spec.getState(edge.target), edge.resets);
    targets.clear();
    enter(update.isIdentity(dimension) ? std::move(next) : update.apply(next),
          edge.target, targets);
    for (uint32_t target : targets)
      edges.push_back({target, uint32_t(index)});
  }
  nodes[id].lastEdge = edges.size();
  return complete;
}

//===----------------------------------------------------------------------===//
// SharedSearch
//===----------------------------------------------------------------------===//

static bool startsAt(const SystemTransition &transition,
                     llvm::ArrayRef<int32_t> key) {
  return llvm::all_of(transition.moves, [&](const SystemMove &move) {
    return !move.from || int32_t(*move.from) == key[move.control];
  });
}

/// Calls `fn(control, location)` where an invariant or an urgency is changed.
/// Returns false if one is changed everywhere.
template <typename Fn>
static bool forEachTouched(const System &system, const SystemEdits &edits,
                           Fn fn) {
  for (const SystemEdits::Urgency &urgency : edits.urgencies)
    fn(urgency.control, urgency.location);
  for (const SystemEdits::AddedInvariant &added : edits.addedInvariants) {
    if (!added.control)
      return false;
    fn(*added.control, added.location);
  }
  if (edits.replacedInvariants.empty())
    return true;
  llvm::SmallDenseSet<unsigned, 4> replaced;
  for (const SystemEdits::ReplacedInvariant &each : edits.replacedInvariants)
    replaced.insert(each.invariant);
  for (unsigned invariant : system.getGlobalInvariants())
    if (replaced.contains(invariant))
      return false;
  for (auto [control, declared] : llvm::enumerate(system.getControls()))
    for (unsigned l = 0, e = declared.locations.size(); l < e; ++l)
      if (llvm::any_of(system.getInvariantsAt(control, l),
                       [&](unsigned each) { return replaced.contains(each); }))
        fn(unsigned(control), l);
  return true;
}

bool SharedSearch::isPossible(ConformanceSide &spec, ConformanceSide &impl,
                              const SystemEdits &edits) {
  ZoneModel &theirs = impl.getModel();
  if (!edits.initialLocations.empty() || !edits.initialValues.empty() ||
      theirs.getNumClocks() != spec.getModel().getNumClocks() ||
      !theirs.getDiagonals().empty() || theirs.hasUnknownDiagonals())
    return false;
  const System &system = spec.getModel().getSystem();
  bool startsAlike = true;
  bool isLocal =
      forEachTouched(system, edits, [&](unsigned control, unsigned location) {
        startsAlike &= system.getControls()[control].initial != location;
      });
  return isLocal && startsAlike;
}

SharedSearch::SharedSearch(const SharedGraph &graph, ConformanceSide &spec,
                           ConformanceSide &impl, const SystemEdits &edits)
    : graph(graph), spec(spec), impl(impl),
      implStates(spec.getModel().getNumStates(), none),
      kinds(spec.getModel().getNumStates(), Kind::Unknown),
      visits(graph.getNodes().size()) {
  const System &system = spec.getModel().getSystem();
  for (const SystemEdits::Replaced &each : edits.replaced) {
    changed.push_back(&system.getTransitions()[each.transition]);
    changed.push_back(&each.with);
  }
  for (unsigned removed : edits.removed)
    changed.push_back(&system.getTransitions()[removed]);
  for (const SystemTransition &added : edits.added)
    changed.push_back(&added);
  forEachTouched(system, edits, [&](unsigned control, unsigned location) {
    touched.push_back({control, location});
  });
  level.assign(graph.getInitial().begin(), graph.getInitial().end());
  for (uint32_t node : level)
    visits[node].depth = 0;
}

StateId SharedSearch::getImplState(StateId state) {
  if (state >= implStates.size())
    implStates.resize(state + 1, none);
  if (implStates[state] == none)
    implStates[state] = impl.getModel().import(spec.getModel(), state);
  return implStates[state];
}

bool SharedSearch::isTouched(StateId state) {
  return llvm::any_of(touched, [&](auto place) {
    return spec.getModel().getLocation(state, place.first) == place.second;
  });
}

/// Looks at locations alone, before the mutant is.
bool SharedSearch::mayDiffer(StateId id) {
  const DiscreteState &state = spec.getState(id);
  if (llvm::any_of(changed, [&](const SystemTransition *transition) {
        return startsAt(*transition, state.key);
      }))
    return true;
  return !touched.empty() &&
         llvm::any_of(state.edges, [&](const ZoneEdge &edge) {
           return isTouched(edge.target);
         });
}

bool SharedSearch::isDifferent(StateId id) {
  Kind &kind = kinds[id];
  if (kind == Kind::Unknown)
    kind = mayDiffer(id) && !getMatch(id).isAll ? Kind::Different : Kind::Same;
  return kind == Kind::Different;
}

/// Whether both lead in the same way to states that are alike.
bool SharedSearch::areSame(const ZoneEdge &ours, const ZoneEdge &theirs) {
  if (ours.kind != theirs.kind || ours.action != theirs.action ||
      ours.guard != theirs.guard || getImplState(ours.target) != theirs.target)
    return false;
  if (isTouched(ours.target))
    return false;
  const DiscreteState &target = spec.getState(ours.target);
  const DiscreteState &other = impl.getState(theirs.target);
  auto getEffect = [](const ZoneEdge &edge, unsigned clock) {
    for (const ZoneReset &reset : edge.resets)
      if (reset.clock == clock)
        return std::make_pair(reset.source, reset.offset);
    return std::make_pair(ClockIndex(clock), int32_t(0));
  };
  // What nobody reads any more does not count.
  for (unsigned clock = 1, e = target.slots.size(); clock < e; ++clock)
    if ((target.slots[clock] || other.slots[clock]) &&
        getEffect(ours, clock) != getEffect(theirs, clock))
      return false;
  return true;
}

/// The edges of one transition are listed together and in the same order.
const SharedSearch::Match &SharedSearch::getMatch(StateId id) {
  auto [entry, isNew] = matches.try_emplace(id);
  if (!isNew)
    return entry->second;
  Match match;
  llvm::ArrayRef<ZoneEdge> ours = spec.getState(id).edges;
  llvm::ArrayRef<ZoneEdge> theirs = impl.getState(getImplState(id)).edges;
  llvm::DenseMap<uint32_t, uint32_t> next;
  for (auto [index, edge] : llvm::enumerate(theirs))
    next.try_emplace(edge.transition, index);
  size_t numSame = 0;
  for (const ZoneEdge &edge : ours) {
    match.same.push_back(none);
    auto found = next.find(edge.transition);
    if (found == next.end())
      continue;
    uint32_t candidate = found->second++;
    if (candidate >= theirs.size() ||
        theirs[candidate].transition != edge.transition ||
        !areSame(edge, theirs[candidate]))
      continue;
    match.same.back() = candidate;
    ++numSame;
  }
  match.isAll = numSame == ours.size() && numSame == theirs.size();
  return matches[id] = std::move(match);
}

uint32_t SharedSearch::getSame(StateId state, uint32_t edge) {
  return getMatch(state).same[edge];
}

void SharedSearch::advance(llvm::SmallVectorImpl<uint32_t> &starts) {
  ++depth;
  for (uint32_t node : level) {
    StateId state = getNode(node).state;
    bool differs = isDifferent(state);
    if (differs)
      starts.push_back(node);
    for (const SharedGraph::Edge &edge : graph.getEdges(node)) {
      if (visits[edge.target].depth != none ||
          (differs && getSame(state, edge.edge) == none))
        continue;
      visits[edge.target] = {depth, node, edge.edge};
      nextLevel.push_back(edge.target);
    }
  }
  level.clear();
  std::swap(level, nextLevel);
}

Zone SharedSearch::getZone(uint32_t node) {
  StateId id = getNode(node).state;
  const DiscreteState &ours = spec.getState(id);
  const DiscreteState &theirs = impl.getState(getImplState(id));
  size_t dimension = ours.getDimension();
  llvm::SmallVector<ClockIndex, 16> sources;
  for (unsigned slot = 1; slot < dimension; ++slot)
    sources.push_back(slot);
  for (uint16_t clock : theirs.active)
    sources.push_back(ours.slots[clock]);
  Zone zone = Zone::fromRaw(dimension, llvm::ArrayRef(getNode(node).zone,
                                                      dimension * dimension))
                  .gather(sources);
  for (auto [index, source] : llvm::enumerate(sources))
    if (source == 0)
      zone.free(index + 1);
  return zone;
}

bool SharedSearch::covers(const Zone &zone, StateId specState,
                          StateId implState, uint32_t at) {
  if (getImplState(specState) != implState)
    return false;
  const DiscreteState &ours = spec.getState(specState);
  const DiscreteState &theirs = impl.getState(implState);
  unsigned dimension = ours.getDimension();
  for (auto [index, clock] : llvm::enumerate(ours.active)) {
    unsigned mine = index + 1, other = theirs.slots[clock];
    if (!other)
      continue;
    other += ours.active.size();
    if (zone.at(mine, other) > Bound() || zone.at(other, mine) > Bound())
      return false;
  }
  auto includes = [&](const RawBound *common) {
    for (unsigned i = 0; i < dimension; ++i)
      for (unsigned j = 0; j < dimension; ++j)
        if (zone.at(i, j).getRaw() > common[i * dimension + j])
          return false;
    return true;
  };
  return llvm::any_of(graph.getNodesIn(specState), [&](uint32_t node) {
    return visits[node].depth <= at && includes(getNode(node).zone);
  });
}

llvm::SmallVector<WitnessNode, 16> SharedSearch::getPath(uint32_t node) {
  llvm::SmallVector<WitnessNode, 16> path;
  for (; node != none; node = visits[node].parent) {
    const SharedGraph::Node &entered = getNode(node);
    WitnessStep step;
    step.implInvariant = entered.invariant;
    if (visits[node].parent != none) {
      step.kind = WitnessStep::Kind::Both;
      step.specEdge = visits[node].edge;
      step.implEdge =
          getSame(getNode(visits[node].parent).state, step.specEdge);
    }
    path.push_back({step, entered.state, getImplState(entered.state)});
  }
  std::reverse(path.begin(), path.end());
  return path;
}
