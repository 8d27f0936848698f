//===- Explorer.cpp - The search for a violation ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explorer.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;
using Kind = Observation::Kind;

/// States of the specification up to which it is explored ahead of the product,
/// and domains that a new one is compared with.
static constexpr size_t maxAhead = 2000, maxCompared = 8;
/// Questions to a solver ahead when there is no bound, for all mutants and for
/// one of them: none should pay for all.
static constexpr uint64_t maxSolvedAhead = 300, maxSolvedByOne = 60;

Explorer::Explorer(const StepContext &context,
                   const ConformanceOptions &options,
                   llvm::ArrayRef<Observation> observations, SpecGraph *graph,
                   Change change)
    : context(context), options(options), steps(context),
      normalizer(context.normalizer), queries(context.queries),
      observations(observations), graph(graph), change(std::move(change)),
      ignoresInputs(options.completion != Completion::None),
      begin(std::chrono::steady_clock::now()) {}

//===----------------------------------------------------------------------===//
// What the change affects
//===----------------------------------------------------------------------===//

bool Explorer::isSilentChange(unsigned transition) const {
  for (Side side : {SpecSide, ImplSide}) {
    const System &system = context.sides[side]->getSystem();
    if (transition < system.getTransitions().size() &&
        system.isSilent(system.getTransitions()[transition]))
      return true;
  }
  return false;
}

/// Whether a changed transition can happen in a state of the specification, as
/// it was or as it is now. If not, the change makes no difference there. What
/// is not known may happen.
bool Explorer::affects(unsigned node, unsigned transition) {
  auto [known, isNew] = affected.try_emplace({node, transition}, false);
  if (!isNew)
    return known->second;
  const ProductState &state = graph->getNode(node).state;
  bool found = false;
  for (Side side : {SpecSide, ImplSide}) {
    Execution &execution = *context.sides[side];
    if (found || transition >= execution.getSystem().getTransitions().size())
      continue;
    for (const Member &member : state.members[SpecSide]) {
      Term enabled = execution.isEnabled(member.state, transition);
      if (enabled.isFalse())
        continue;
      Conjuncts domain = state.domain;
      for (Term conjunct : member.condition)
        addConjunct(domain, conjunct);
      if (!queries.check(domain, enabled).isUnsat())
        found = true;
    }
  }
  known->second = found;
  return found;
}

/// Whether an observation may lead elsewhere, or come from elsewhere.
bool Explorer::isAffected(unsigned node, const Observation &observation) {
  for (unsigned transition : change.transitions) {
    bool concerns = false;
    for (Side side : {SpecSide, ImplSide}) {
      const System &system = context.sides[side]->getSystem();
      if (transition >= system.getTransitions().size())
        continue;
      const SystemTransition &changed = system.getTransitions()[transition];
      bool isInput =
          !system.isSilent(changed) &&
          system.getLabels()[*changed.label].kind == LabelKind::Input;
      concerns |=
          observation.kind == Kind::Quiescence
              ? !isInput
              : changed.label && changed.label == observation.label[side];
    }
    if (concerns && affects(node, transition))
      return true;
  }
  return false;
}

/// Whether internal steps lead elsewhere: then the sides are not equal there.
bool Explorer::affectsSilence(unsigned node) {
  return llvm::any_of(change.transitions, [&](unsigned transition) {
    return isSilentChange(transition) && affects(node, transition);
  });
}

/// Explores the specification ahead and computes from where the change can be
/// reached, backwards.
void Explorer::computeReach() {
  // Looking ahead must not cost more than it saves. Said once, it holds for all
  // mutants.
  if (graph->isTooLarge)
    return;
  uint64_t before = queries.getNumSolved(), others = graph->numSolvedAhead;
  auto isWorthIt = [&] {
    uint64_t own = queries.getNumSolved() - before;
    graph->numSolvedAhead = others + own;
    graph->isTooLarge =
        graph->size() > maxAhead ||
        (!options.bound && graph->numSolvedAhead > maxSolvedAhead);
    return !graph->isTooLarge && (options.bound || own <= maxSolvedByOne) &&
           findLimit().empty();
  };
  std::vector<unsigned> order;
  std::vector<char> seen;
  auto visit = [&](unsigned node) {
    seen.resize(std::max<size_t>(seen.size(), graph->size()));
    if (!seen[node])
      order.push_back(node);
    seen[node] = 1;
  };
  for (const SpecGraph::Edge &edge : graph->getInitial())
    visit(edge.target);
  size_t limit = 0;
  for (unsigned level = 0; limit < order.size(); ++level) {
    if (options.bound && level >= *options.bound) {
      isReachBounded = true;
      break;
    }
    size_t end = order.size();
    for (; limit < end; ++limit) {
      if (!isWorthIt())
        return;
      const std::vector<SpecGraph::Edge> *edges = graph->getEdges(order[limit]);
      if (!edges)
        return;
      for (const SpecGraph::Edge &edge : *edges)
        visit(edge.target);
    }
  }
  constexpr unsigned never = UINT32_MAX;
  std::vector<unsigned> result(graph->size(), never);
  for (unsigned node : order)
    if (llvm::any_of(change.transitions, [&](unsigned transition) {
          return affects(node, transition);
        }))
      result[node] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node : order) {
      if (!graph->getNode(node).edges)
        continue;
      for (const SpecGraph::Edge &edge : *graph->getNode(node).edges) {
        if (result[edge.target] == never ||
            result[edge.target] + 1 >= result[node])
          continue;
        result[node] = result[edge.target] + 1;
        changed = true;
      }
    }
  }
  distance = std::move(result);
}

bool Explorer::canReachChange(unsigned node, unsigned from) {
  // They only start differently.
  if (change.transitions.empty())
    return false;
  if (!distance || node >= distance->size())
    return true;
  unsigned steps = (*distance)[node];
  // One more: a change of internal steps shows in the state itself.
  if (steps != UINT32_MAX &&
      (!options.bound || from + steps <= *options.bound + 1))
    return true;
  isCutByBound |= isReachBounded || steps != UINT32_MAX;
  return false;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

std::string Explorer::findLimit() {
  if (nodes.size() > options.maxStates)
    return "the limit of " + std::to_string(options.maxStates) +
           " symbolic states was reached";
  if (options.timeout.count() &&
      std::chrono::steady_clock::now() - begin > options.timeout)
    return "the time limit was reached";
  for (Execution *side : context.sides)
    if (!side->getError().empty())
      return side->getError();
  return options.isCancelled && options.isCancelled() ? "cancelled" : "";
}

/// Whether all values of a state are among those of one with the same members
/// that was seen before.
bool Explorer::isSubsumed(const CanonicalState &state) {
  std::vector<Conjuncts> &others = domains[state.memberKey];
  llvm::SmallVector<Term, 16> symbols;
  for (const std::vector<Member> &members : state.state.members)
    for (const Member &member : members) {
      llvm::SmallVector<Term, 16> leaves;
      member.state.collect(leaves);
      llvm::append_range(leaves, member.condition);
      for (Term leaf : leaves)
        llvm::append_range(symbols, normalizer.getSymbols(leaf));
    }
  size_t compared = 0;
  for (const Conjuncts &other : llvm::reverse(others)) {
    if (++compared > maxCompared)
      break;
    Term whole = normalizer.getAnd(other);
    // Values of the past that could not be forgotten have other names.
    if (!llvm::all_of(normalizer.getSymbols(whole), [&](Term symbol) {
          return llvm::is_contained(symbols, symbol);
        }))
      continue;
    if (queries.check(state.state.domain, normalizer.negate(whole)).isUnsat())
      return true;
  }
  others.push_back(state.state.domain);
  return false;
}

bool Explorer::addShared(uint32_t parent, const SpecGraph::Edge &edge) {
  ++numSteps;
  if (isOn(Optimisation::Prune) && !knownShared.insert(edge.target).second)
    return true;
  if (isOn(Optimisation::Reachable) && !canReachChange(edge.target, depth + 1))
    return true;
  ProductState state = graph->getNode(edge.target).state;
  state.members[ImplSide] = state.members[SpecSide];
  nextLevel.push_back(nodes.size());
  nodes.push_back({std::move(state), parent, edge.step, edge.target});
  return true;
}

bool Explorer::addState(uint32_t parent, unsigned observation, bool isIgnored,
                        CanonicalState state) {
  if (alone) {
    alone->successors.push_back({observation, isIgnored, std::move(state)});
    return true;
  }
  ++numSteps;
  Step step = {observation, isIgnored, state.history, state.meanings};
  if (graph && change.isKnown && state.state.isEqual()) {
    unsigned shared = graph->getNode(state);
    // The sides are equal, but not closed under the same internal steps?
    if (!affectsSilence(shared))
      return addShared(parent, {std::move(step), shared});
  }
  if (isOn(Optimisation::Prune)) {
    if (!known.insert(state.key).second)
      return true;
    if (isOn(Optimisation::Approximate) && isSubsumed(state))
      return true;
  }
  nextLevel.push_back(nodes.size());
  nodes.push_back(
      {std::move(state.state), parent, std::move(step), std::nullopt});
  std::string limit = findLimit();
  return limit.empty() || stop(limit);
}

/// Closes the given sides under internal steps and adds what comes out.
bool Explorer::addPiece(uint32_t parent, unsigned observation, bool isIgnored,
                        ProductState state, llvm::ArrayRef<Side> open) {
  auto finish = [&](ProductState closed) {
    std::vector<CanonicalState> pieces;
    if (!context.canonicalizer.canonicalize(std::move(closed),
                                            !isOn(Optimisation::Prune), pieces))
      return stop(context.canonicalizer.getReason());
    for (CanonicalState &piece : pieces)
      if (!addState(parent, observation, isIgnored, std::move(piece)))
        return false;
    return true;
  };
  if (steps.close(std::move(state), open, finish))
    return true;
  return stop(steps.getReason());
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

std::vector<Step> Explorer::getPath(uint32_t id) const {
  std::vector<Step> path;
  for (uint32_t node = id; node != UINT32_MAX; node = nodes[node].parent)
    path.push_back(nodes[node].step);
  std::reverse(path.begin(), path.end());
  return path;
}

/// Returns false if the implementation can do what the specification cannot, or
/// if that is not known.
bool Explorer::checkOutputs(uint32_t id, unsigned observation,
                            const Conjuncts &domain, Term anySpec,
                            Term anyImpl) {
  Term offends = normalizer.getAnd({anyImpl, normalizer.negate(anySpec)});
  std::optional<bool> can = steps.isSatisfiable(domain, offends);
  if (!can)
    return stop(steps.getReason());
  if (!*can)
    return true;
  violation = {getPath(id), observation, domain};
  addConjunct(violation->condition, offends);
  return false;
}

/// One piece of a step. Where the implementation has no member it ignores the
/// input: with time it waits.
bool Explorer::addStep(uint32_t id, unsigned index, bool isSame,
                       const ProductState &before, ProductState piece) {
  Kind kind = observations[index].kind;
  bool isIgnored = piece.members[ImplSide].empty();
  if (isIgnored && (kind != Kind::Input || !ignoresInputs ||
                    (isSame && isOn(Optimisation::Completion))))
    return true;
  // With time, internal steps come after delays, before the next observation.
  llvm::SmallVector<Side, 2> open;
  if (!context.delay && kind != Kind::Quiescence) {
    open.push_back(SpecSide);
    if (!isIgnored)
      open.push_back(ImplSide);
  }
  if (!isIgnored)
    return addPiece(id, index, false, std::move(piece), open);
  if (!context.delay) {
    piece.members[ImplSide] = before.members[ImplSide];
    return addPiece(id, index, true, std::move(piece), open);
  }
  Observation waiting;
  waiting.kind = Kind::Elapse;
  std::vector<Candidate> candidates =
      steps.getCandidates(ImplSide, before.members[ImplSide], waiting);
  auto emit = [&](ProductState waited) {
    return addPiece(id, index, true, std::move(waited), open);
  };
  if (steps.distribute(std::move(piece), candidates, ImplSide, emit))
    return true;
  return stop(steps.getReason());
}

bool Explorer::expandBy(uint32_t id, unsigned index,
                        const ProductState &state) {
  const Observation &observation = observations[index];
  std::vector<Candidate> spec =
      steps.getCandidates(SpecSide, state.members[SpecSide], observation);
  std::vector<Candidate> impl =
      steps.getCandidates(ImplSide, state.members[ImplSide], observation);
  Term anySpec = steps.getAny(spec), anyImpl = steps.getAny(impl);
  ProductState base;
  base.domain = state.domain;
  bool isInput = observation.kind == Kind::Input;
  if (isInput ? spec.empty() : impl.empty())
    return true;
  // O4, O7: where the change has no effect, nothing is missing or too much.
  bool isSame = nodes[id].shared && !isAffected(*nodes[id].shared, observation);
  if (!isInput && !(isSame && isOn(Optimisation::Checks)) &&
      !checkOutputs(id, index, state.domain, anySpec, anyImpl))
    return false;
  // That time passes is part of the next observation.
  if (spec.empty() || observation.kind == Kind::Elapse)
    return true;
  // O9: what the other side rules out is not worth a piece.
  if (isOn(Optimisation::Filter)) {
    Term both = isInput ? anySpec : normalizer.getAnd({anySpec, anyImpl});
    std::optional<bool> can = steps.isSatisfiable(base.domain, both);
    if (!can)
      return stop(steps.getReason());
    if (!*can)
      return true;
    addConjunct(base.domain, both);
  }
  std::vector<Candidate> candidates = std::move(spec);
  llvm::append_range(candidates, impl);
  auto emit = [&](ProductState piece) {
    return addStep(id, index, isSame, state, std::move(piece));
  };
  if (steps.distribute(std::move(base), candidates, SpecSide, emit))
    return true;
  return stop(steps.getReason());
}

/// Internal steps happen while time passes: first all of them, then what is
/// observed.
bool Explorer::expandTimed(uint32_t id) {
  ProductState state = nodes[id].state;
  steps.startElapsing(state);
  auto emit = [&](ProductState closed) {
    if (!stopsTime && options.timelock == Timelock::Silence) {
      std::optional<bool> stops = steps.mayStopTime(ImplSide, closed);
      if (!stops)
        return stop(steps.getReason());
      stopsTime = *stops;
    }
    for (unsigned index = 0; index < observations.size(); ++index)
      if (!expandBy(id, index, closed))
        return false;
    return true;
  };
  if (steps.close(std::move(state), {SpecSide, ImplSide}, emit))
    return true;
  return stop(steps.getReason());
}

/// Both sides are the same state of the specification: only what the change
/// affects has to be executed on both.
bool Explorer::expandShared(uint32_t id) {
  unsigned shared = *nodes[id].shared;
  const std::vector<SpecGraph::Edge> *edges = graph->getEdges(shared);
  if (!edges)
    return stop(graph->getReason());
  // A copy: nodes move when they grow.
  ProductState state = nodes[id].state;
  std::vector<bool> isChanged(observations.size());
  for (auto [index, observation] : llvm::enumerate(observations))
    isChanged[index] = isAffected(shared, observation);
  for (const SpecGraph::Edge &edge : *edges)
    if (affectsSilence(edge.target))
      isChanged[edge.step.observation] = true;
  for (const SpecGraph::Edge &edge : *edges)
    if (!isChanged[edge.step.observation] && !addShared(id, edge))
      return false;
  for (unsigned index = 0; index < observations.size(); ++index)
    if (isChanged[index] && !expandBy(id, index, state))
      return false;
  return true;
}

bool Explorer::expand(uint32_t id) {
  if (nodes[id].shared && isOn(Optimisation::Copy))
    return expandShared(id);
  if (context.delay)
    return expandTimed(id);
  ProductState state = nodes[id].state;
  for (unsigned index = 0; index < observations.size(); ++index)
    if (!expandBy(id, index, state))
      return false;
  return true;
}

bool Explorer::start() {
  bool canShare = graph && change.isKnown && !change.isInitial;
  if (graph && !graph->start())
    return stop(graph->getReason());
  if (canShare)
    for (const SpecGraph::Edge &edge : graph->getInitial())
      canShare &= !affectsSilence(edge.target);
  if (canShare) {
    if (isOn(Optimisation::Reachable))
      computeReach();
    for (const SpecGraph::Edge &edge : graph->getInitial())
      if (!addShared(UINT32_MAX, edge))
        return false;
    return true;
  }
  ProductState state;
  for (Side side : {SpecSide, ImplSide})
    state.members[side].push_back({context.sides[side]->getInitial(), {}, {}});
  // With time, internal steps come after a delay.
  llvm::SmallVector<Side, 2> open;
  if (!context.delay)
    open = {SpecSide, ImplSide};
  return addPiece(UINT32_MAX, 0, false, std::move(state), open);
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

Expansion Explorer::expandAlone(ProductState state) {
  Expansion result;
  alone = &result;
  violation.reset();
  stopsTime = false;
  nodes.clear();
  nodes.push_back({std::move(state), UINT32_MAX, {}, std::nullopt});
  if (std::string limit = findLimit(); !limit.empty())
    stop(limit);
  else
    expand(0);
  result.stopsTime = stopsTime;
  if (violation)
    result.offence = {violation->observation, std::move(violation->condition)};
  result.reason = reason;
  alone = nullptr;
  return result;
}

bool Explorer::adopt(uint32_t id, Helper &helper, Expansion expansion) {
  stopsTime |= expansion.stopsTime;
  if (expansion.offence) {
    copyTerms(normalizer, expansion.offence->condition, helper.copies);
    violation = {getPath(id), expansion.offence->observation,
                 std::move(expansion.offence->condition)};
    return false;
  }
  if (!expansion.reason.empty())
    return stop(expansion.reason);
  for (Expansion::Successor &next : expansion.successors) {
    copyTerms(normalizer, next.state, helper.copies);
    context.canonicalizer.restore(next.state);
    if (!addState(id, next.observation, next.isIgnored, std::move(next.state)))
      return false;
  }
  return true;
}

/// Which helper expands a state does not depend on who is ready first, so that
/// two runs give the same. What they find is taken in the order of the level.
bool Explorer::expandLevel() {
  // Fewer states are not worth a thread.
  constexpr size_t minStates = 4, maxStates = 16;
  if (helpers.empty() || level.size() < minStates * helpers.size())
    return llvm::all_of(level, [&](uint32_t id) { return expand(id); });
  size_t batch = maxStates * helpers.size();
  for (size_t first = 0; first < level.size(); first += batch) {
    size_t count = std::min(batch, level.size() - first);
    std::vector<Expansion> expansions(count);
    llvm::DefaultThreadPool pool(llvm::hardware_concurrency(helpers.size()));
    for (size_t own = 0; own < helpers.size(); ++own)
      pool.async([&, own] {
        for (size_t i = own; i < count; i += helpers.size())
          expansions[i] = helpers[own]->expand(nodes[level[first + i]].state);
      });
    pool.wait();
    for (size_t i = 0; i < count; ++i)
      if (!adopt(level[first + i], *helpers[i % helpers.size()],
                 std::move(expansions[i])))
        return false;
  }
  return true;
}

void Explorer::run() {
  if (!start())
    return;
  std::swap(level, nextLevel);
  unsigned bound = options.bound.value_or(options.ownBound);
  for (; !level.empty() && depth < bound; ++depth) {
    if (!expandLevel())
      return;
    level.clear();
    std::swap(level, nextLevel);
  }
  isComplete = level.empty() && !isCutByBound;
}
