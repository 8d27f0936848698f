//===- ProductChecker.cpp - Conformance by a product of zones ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductChecker.h"
#include "ZoneSteps.h"

using namespace tioga;
using StepKind = WitnessStep::Kind;

ProductChecker::ProductChecker(ConformanceSide &spec, ConformanceSide &impl,
                               const ConformanceRules &rules,
                               const ConformanceOptions &options,
                               TraceOrder order, SharedSearch *shared)
    : spec(spec), impl(impl), rules(rules), options(options), order(order),
      shared(shared), silentSlots(impl.getModel().getNumClocks() + 1, 0),
      start(std::chrono::steady_clock::now()) {
  static const ZoneConjunction always;
  silent.invariants = always;
  silent.slots = silentSlots;
  silent.isExpanded = true;
  extrapolates = !spec.getModel().hasUnknownDiagonals() &&
                 !impl.getModel().hasUnknownDiagonals();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

unsigned ProductChecker::getDimension(StateId specId, StateId implId) {
  return spec.getState(specId).active.size() +
         getImplState(implId).active.size() + 1 + (isFastest() ? 1 : 0);
}

void ProductChecker::keep(Zone zone, const Pending &pending) {
  ++numTransitions;
  hasOverflowed |= zone.hasOverflowed();
  llvm::ArrayRef<RawBound> raw = zone.getRaw();
  llvm::SmallVector<uint32_t, 2> &list = known[{pending.spec, pending.impl}];
  // A node stands for another only if it is not deeper: violations are to be
  // found at their least depth.
  for (uint32_t other : list)
    if ((isFastest() || nodes[other].depth <= pending.depth) &&
        includesRaw(nodes[other].zone, raw.data(), raw.size()))
      return;
  llvm::erase_if(list, [&](uint32_t other) {
    if ((!isFastest() && nodes[other].depth < pending.depth) ||
        !includesRaw(raw.data(), nodes[other].zone, raw.size()))
      return false;
    nodes[other].isCovered = true;
    return true;
  });
  uint32_t id = nodes.size();
  if (pending.isStart)
    starts[id] = pending.parent;
  list.push_back(id);
  uint32_t parent = pending.isStart ? WitnessStep::none : pending.parent;
  nodes.push_back({pending.step, raw.copy(zones).data(), parent, pending.depth,
                   pending.spec, pending.impl, false});
  if (isFastest()) {
    waitingByTime.push({getEarliest(zone, zone.getDimension() - 1), id});
    return;
  }
  bool isNext =
      parent != WitnessStep::none && nodes[parent].depth < pending.depth;
  (isNext ? nextLevel : level).push_back(id);
}

/// The greatest constants of a side's active clocks, both ways.
static void appendMaxima(const DiscreteState &state,
                         llvm::SmallVectorImpl<int32_t> &maxima) {
  for (auto [lower, upper] : llvm::zip(state.lower, state.upper))
    maxima.push_back(std::max(lower, upper));
}

static void appendDiagonals(ZoneModel &model, const DiscreteState &state,
                            unsigned offset,
                            llvm::SmallVectorImpl<Constraint> &diagonals) {
  for (const Constraint &diagonal : model.getDiagonals())
    if (state.slots[diagonal.x] && state.slots[diagonal.y])
      diagonals.push_back(toSlots(diagonal, state, offset));
}

void ProductChecker::extrapolate(Zone zone, const Pending &pending) {
  if (shared && !pending.isStart && pending.impl != silence &&
      shared->covers(zone, pending.spec, pending.impl, pending.depth))
    return;
  if (!extrapolates)
    return keep(std::move(zone), pending);
  const DiscreteState &specState = spec.getState(pending.spec);
  const DiscreteState &implState = getImplState(pending.impl);
  llvm::SmallVector<int32_t, 16> maxima(1, 0);
  appendMaxima(specState, maxima);
  appendMaxima(implState, maxima);
  // The time so far is never forgotten.
  if (isFastest())
    maxima.push_back(Bound::maxValue);
  llvm::SmallVector<Constraint, 4> diagonals;
  appendDiagonals(spec.getModel(), specState, 0, diagonals);
  appendDiagonals(impl.getModel(), implState, specState.active.size(),
                  diagonals);
  if (diagonals.empty()) {
    zone.extrapolateMPlus(maxima);
    return keep(std::move(zone), pending);
  }
  Federation pieces = extrapolateWithDiagonals(zone, maxima, diagonals);
  hasOverflowed |= pieces.hasOverflowed();
  for (const Zone &piece : pieces)
    keep(Zone(piece), pending);
}

void ProductChecker::enter(Zone zone, const Pending &pending) {
  const DiscreteState &specState = spec.getState(pending.spec);
  const DiscreteState &implState = getImplState(pending.impl);
  if (impl.getModel().getSystem().isDense() ||
      spec.getModel().getSystem().isDense())
    zone.up();
  if (isFastest())
    raiseClock(zone, zone.getDimension() - 1);
  Pending next = pending;
  for (auto [i, invariant] : llvm::enumerate(implState.invariants)) {
    Zone inside = zone;
    if (!constrainZone(inside, invariant, implState, specState.active.size()))
      continue;
    for (auto [j, environment] :
         llvm::enumerate(specState.environmentInvariants)) {
      Zone whole = inside;
      if (!constrainZone(whole, environment, specState))
        continue;
      next.step.implInvariant = i;
      next.step.environmentInvariant = j;
      extrapolate(std::move(whole), next);
    }
  }
}

/// Adds what both sides have in common at this depth and where they differ
/// then.
void ProductChecker::addStarts(uint32_t depth) {
  llvm::SmallVector<uint32_t, 16> found;
  shared->advance(found);
  for (uint32_t common : found) {
    StateId state = shared->getNode(common).state;
    extrapolate(shared->getZone(common),
                {WitnessStep(), common, depth, state,
                 shared->getImplState(state), /*isStart=*/true});
  }
}

void ProductChecker::addInitial() {
  Pending initial = {WitnessStep(),
                     WitnessStep::none,
                     0,
                     spec.getModel().getInitial(),
                     impl.getModel().getInitial(),
                     /*isStart=*/false};
  const DiscreteState &specState = spec.getState(initial.spec);
  const DiscreteState &implState = impl.getState(initial.impl);
  Zone zone = Zone::zero(getDimension(initial.spec, initial.impl));
  auto holds = [&](Pieces invariants, const DiscreteState &state,
                   unsigned offset) {
    return llvm::any_of(invariants, [&](ZoneConjunction invariant) {
      Zone copy = zone;
      return constrainZone(copy, invariant, state, offset);
    });
  };
  // A side without a single state has no traces.
  if (holds(specState.invariants, specState, 0) &&
      holds(implState.invariants, implState, specState.active.size()))
    enter(std::move(zone), initial);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void ProductChecker::follow(uint32_t id, Zone zone, const ZoneEdge *specEdge,
                            const ZoneEdge *implEdge, WitnessStep step) {
  // Copies: nodes move when they grow.
  StateId specFrom = nodes[id].spec, implFrom = nodes[id].impl;
  StateId specTo = specEdge ? specEdge->target : specFrom;
  StateId implTo = implEdge                         ? implEdge->target
                   : step.kind == StepKind::Silence ? silence
                                                    : implFrom;
  const DiscreteState &from = spec.getState(specFrom);
  ZoneUpdate update;
  update.addMove(from, 0, spec.getState(specTo),
                 specEdge ? specEdge->resets : llvm::ArrayRef<ZoneReset>());
  update.addMove(getImplState(implFrom), from.active.size(),
                 getImplState(implTo),
                 implEdge ? implEdge->resets : llvm::ArrayRef<ZoneReset>());
  if (isFastest())
    update.addClock(zone.getDimension() - 1);
  enter(update.isIdentity(zone.getDimension()) ? std::move(zone)
                                               : update.apply(zone),
        {step, id, nodes[id].depth + (specEdge ? 1 : 0), specTo, implTo,
         /*isStart=*/false});
}

/// Whether the common part goes this way, too.
bool ProductChecker::isShared(uint32_t id, unsigned specEdge,
                              unsigned implEdge) {
  return shared && starts.contains(id) &&
         shared->getSame(nodes[id].spec, specEdge) == implEdge;
}

/// Calls `fn(index, zone)` for the pieces that a zone meets. Stops and returns
/// false as soon as `fn` does.
template <typename Fn>
static bool forEachPiece(const Zone &zone, Pieces pieces,
                         const DiscreteState &state, unsigned offset, Fn fn) {
  for (auto [index, piece] : llvm::enumerate(pieces)) {
    Zone met = zone;
    if (constrainZone(met, piece, state, offset) &&
        !fn(unsigned(index), std::move(met)))
      return false;
  }
  return true;
}

/// An output of the implementation, or an input that it is free to take.
bool ProductChecker::followImpl(uint32_t id, const Zone &zone, unsigned index) {
  StateId specId = nodes[id].spec;
  const DiscreteState &specState = spec.getState(specId);
  const DiscreteState &implState = impl.getState(nodes[id].impl);
  const ZoneEdge &edge = implState.edges[index];
  Zone enabled = zone;
  if (!constrainZone(enabled, edge.guard, implState, specState.active.size()))
    return true;

  WitnessOffence offence;
  offence.kind = edge.kind == EdgeKind::Input ? ViolationKind::UnexpectedInput
                                              : ViolationKind::UnexpectedOutput;
  offence.edge = index;
  bool isAllowed = forEachPiece(
      enabled, spec.getRefusals(specId, edge.action), specState, 0,
      [&](unsigned piece, Zone &&refused) {
        offence.piece = piece;
        if (!rules.hasEnvironment)
          return report(id, offence, refused);
        return forEachPiece(refused, spec.getAcceptance(specId, edge.action),
                            specState, 0, [&](unsigned accepted, Zone &&taken) {
                              offence.acceptance = accepted;
                              return report(id, offence, taken);
                            });
      });
  if (!isAllowed)
    return false;
  spec.forEachEdge(specId, edge.action,
                   [&](unsigned specIndex, const ZoneEdge &specEdge) {
                     Zone both = enabled;
                     if (isShared(id, specIndex, index) ||
                         !constrainZone(both, specEdge.guard, specState))
                       return;
                     WitnessStep step;
                     step.kind = StepKind::Both;
                     step.specEdge = specIndex;
                     step.implEdge = index;
                     follow(id, std::move(both), &specEdge, &edge, step);
                   });
  return true;
}

bool ProductChecker::followSpecInput(uint32_t id, const Zone &zone,
                                     unsigned index) {
  StateId implId = nodes[id].impl;
  const DiscreteState &specState = spec.getState(nodes[id].spec);
  const DiscreteState &implState = getImplState(implId);
  unsigned offset = specState.active.size();
  const ZoneEdge &edge = specState.edges[index];
  Zone enabled = zone;
  if (!constrainZone(enabled, edge.guard, specState))
    return true;

  WitnessStep step;
  step.specEdge = index;
  step.kind = StepKind::Both;
  if (implId != silence)
    impl.forEachEdge(
        implId, edge.action, [&](unsigned implIndex, const ZoneEdge &implEdge) {
          Zone both = enabled;
          if (isShared(id, index, implIndex) ||
              !constrainZone(both, implEdge.guard, implState, offset))
            return;
          step.implEdge = implIndex;
          follow(id, std::move(both), &edge, &implEdge, step);
        });
  if (!rules.ignoresInputs && !rules.demandsInputs)
    return true;
  step.kind = StepKind::Ignored;
  step.implEdge = WitnessStep::none;
  if (implId == silence) {
    follow(id, std::move(enabled), &edge, nullptr, step);
    return true;
  }
  return forEachPiece(enabled, impl.getRefusals(implId, edge.action), implState,
                      offset, [&](unsigned piece, Zone &&refused) {
                        if (rules.demandsInputs) {
                          WitnessOffence offence;
                          offence.kind = ViolationKind::MissingInput;
                          offence.edge = index;
                          offence.piece = piece;
                          return report(id, offence, refused);
                        }
                        step.piece = piece;
                        follow(id, std::move(refused), &edge, nullptr, step);
                        return true;
                      });
}

/// Where the implementation cannot wait for anything it could do, it stays
/// silent beyond its invariant.
void ProductChecker::stopTime(uint32_t id, const Zone &zone) {
  StateId implId = nodes[id].impl;
  if (!rules.silenceAfterTimelock || onlySilence || implId == silence)
    return;
  Pieces beyond = impl.getBeyond(implId);
  if (beyond.empty())
    return;
  const DiscreteState &implState = impl.getState(implId);
  unsigned offset = spec.getState(nodes[id].spec).active.size();
  WitnessStep step;
  step.kind = StepKind::Silence;
  forEachPiece(zone, impl.getHopeless(implId), implState, offset,
               [&](unsigned piece, Zone &&stuck) {
                 stuck.up();
                 step.piece = piece;
                 return forEachPiece(stuck, beyond, implState, offset,
                                     [&](unsigned index, Zone &&later) {
                                       step.beyond = index;
                                       follow(id, std::move(later), nullptr,
                                              nullptr, step);
                                       return true;
                                     });
               });
}

//===----------------------------------------------------------------------===//
// Exploration
//===----------------------------------------------------------------------===//

/// Returns false if the search is over.
bool ProductChecker::report(uint32_t id, WitnessOffence offence,
                            const Zone &where) {
  if (isFastest()) {
    int64_t time = getEarliest(where, where.getDimension() - 1);
    if (time < foundTime) {
      foundTime = time;
      found = {id, offence};
    }
    return true;
  }
  bool needsSilence = nodes[id].impl == silence;
  if (!found)
    found = {id, offence};
  else if (!needsSilence)
    foundWithoutSilence = {id, offence};
  // Is there also a violation that a stopped clock does not explain?
  onlySilence = needsSilence;
  return needsSilence;
}

bool ProductChecker::checkDelay(uint32_t id, const Zone &zone) {
  WitnessOffence offence;
  return forEachPiece(
      zone, spec.getBeyond(nodes[id].spec), spec.getState(nodes[id].spec), 0,
      [&](unsigned piece, Zone &&beyond) {
        // Then it is as silent as the implementation.
        if (rules.silenceAfterTimelock && spec.mayStopTimeIn(nodes[id].spec)) {
          branches = true;
          return false;
        }
        offence.piece = piece;
        return report(id, offence, beyond);
      });
}

/// Whether one state of each side is possible where one has to be.
bool ProductChecker::checkBranches(uint32_t id, const Zone &zone) {
  const Node &node = nodes[id];
  branches = spec.mayBranch(zone, node.spec);
  if (rules.ignoresInputs && node.impl != silence)
    branches |=
        impl.mayBranch(zone, node.impl, spec.getState(node.spec).active.size());
  return !branches;
}

/// Returns false if the search is over.
bool ProductChecker::expand(uint32_t id) {
  if (nodes[id].isCovered || (onlySilence && nodes[id].impl == silence))
    return true;
  const DiscreteState &specState = spec.getState(nodes[id].spec);
  const DiscreteState &implState = getImplState(nodes[id].impl);
  size_t dimension = getDimension(nodes[id].spec, nodes[id].impl);
  Zone zone = Zone::fromRaw(
      dimension, llvm::ArrayRef(nodes[id].zone, dimension * dimension));
  // A specification that may have moved unseen may wait longer.
  if (!checkBranches(id, zone) || !checkDelay(id, zone))
    return false;
  // Beyond the specification's invariant there is nothing to compare with.
  if (onlySilence && nodes[id].impl == silence)
    return true;
  stopTime(id, zone);
  for (auto [index, edge] : llvm::enumerate(implState.edges)) {
    if (edge.kind == EdgeKind::Silent) {
      Zone enabled = zone;
      if (!constrainZone(enabled, edge.guard, implState,
                         specState.active.size()))
        continue;
      WitnessStep step;
      step.kind = StepKind::Silent;
      step.implEdge = index;
      follow(id, std::move(enabled), nullptr, &edge, step);
    } else if (edge.kind == EdgeKind::Output || !rules.inputsFollowSpec) {
      if (!followImpl(id, zone, index))
        return false;
    }
  }
  if (rules.inputsFollowSpec)
    for (auto [index, edge] : llvm::enumerate(specState.edges))
      if (edge.kind == EdgeKind::Input && !followSpecInput(id, zone, index))
        return false;
  return true;
}

std::optional<std::string> ProductChecker::getStop() const {
  for (ConformanceSide *side : {&spec, &impl})
    if (!side->getModel().getFailure().empty())
      return side->getModel().getFailure().str();
  if (hasOverflowed)
    return std::string("a clock bound is too large");
  if (nodes.size() > options.maxStates)
    return "the limit of " + std::to_string(options.maxStates) +
           " symbolic states was reached";
  if (options.maxMemory &&
      zones.getTotalMemory() + nodes.size() * sizeof(Node) > options.maxMemory)
    return std::string("the memory limit was reached");
  if (options.timeout.count() &&
      std::chrono::steady_clock::now() - start > options.timeout)
    return std::string("the time limit was reached");
  if (options.isCancelled && options.isCancelled())
    return std::string("cancelled");
  return std::nullopt;
}

void ProductChecker::runByTime(std::optional<std::string> &stop,
                               bool &reachedBound) {
  for (size_t count = 1; !waitingByTime.empty() && !stop; ++count) {
    auto [time, id] = waitingByTime.top();
    waitingByTime.pop();
    // Nothing that is left is earlier.
    if (time >= foundTime)
      return;
    if (options.bound && nodes[id].depth >= *options.bound)
      reachedBound = true;
    else if (!expand(id))
      return;
    if (count % 64 == 0)
      stop = getStop();
  }
}

std::optional<ConformanceResult> ProductChecker::run() {
  if (!shared)
    addInitial();
  std::optional<std::string> stop = getStop();
  bool goesOn = !stop;
  bool reachedBound = false;
  if (isFastest())
    runByTime(stop, reachedBound);
  auto isDone = [&] { return level.empty() && (!shared || shared->isDone()); };
  for (unsigned depth = 0; goesOn && !isDone(); ++depth) {
    reachedBound = options.bound && depth >= *options.bound;
    if (reachedBound)
      break;
    if (shared)
      addStarts(depth);
    // Silent steps add to the level that is being worked off.
    for (size_t i = 0; goesOn && i < level.size(); ++i) {
      goesOn = expand(level[i]);
      if ((i % 64 == 63 || i + 1 == level.size()) && goesOn)
        goesOn = !(stop = getStop());
    }
    level.clear();
    std::swap(level, nextLevel);
  }
  if (!stop)
    stop = getStop();
  if (branches && !stop)
    return std::nullopt;
  return finish(reachedBound, std::move(stop));
}

/// Nothing if the times of the violation do not exist or do not fit into 64
/// bits.
std::optional<Violation> ProductChecker::makeViolation(const Found &found) {
  llvm::SmallVector<WitnessNode, 16> path;
  uint32_t first = found.node;
  for (uint32_t id = first; id != WitnessStep::none; id = nodes[id].parent) {
    path.push_back({nodes[id].step, nodes[id].spec, nodes[id].impl});
    first = id;
  }
  if (auto start = starts.find(first); start != starts.end()) {
    path.pop_back();
    llvm::append_range(path, llvm::reverse(shared->getPath(start->second)));
  }
  std::reverse(path.begin(), path.end());
  // What is common may hold too much.
  return WitnessBuilder(spec, impl, silence, rules)
      .build(path, found.offence, /*isCertain=*/!shared);
}

ConformanceResult ProductChecker::finish(bool reachedBound,
                                         std::optional<std::string> stop) {
  ConformanceResult result;
  bool isExact = !hasOverflowed && spec.getModel().getFailure().empty() &&
                 impl.getModel().getFailure().empty();
  if (found && isExact) {
    result.violation = makeViolation(*found);
    result.answer = AnswerKind::Violated;
    // What is common is not known exactly.
    isConfirmed = result.violation &&
                  (!foundWithoutSilence || makeViolation(*foundWithoutSilence));
    if (result.violation)
      result.violation->stopsTime = onlySilence;
    else
      result.reason = "the times of the violation do not fit into 64 bits";
  } else if (stop) {
    result.reason = *stop;
  } else {
    result.answer = AnswerKind::Holds;
    if (reachedBound)
      result.depth = options.bound;
  }
  result.statistics.states = nodes.size();
  result.statistics.transitions = numTransitions;
  result.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return result;
}
