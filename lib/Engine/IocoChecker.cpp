//===- IocoChecker.cpp - Conformance without time ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IocoChecker.h"
#include <set>

using namespace tioga;

//===----------------------------------------------------------------------===//
// Sets of states
//===----------------------------------------------------------------------===//

bool IocoChecker::isQuiescent(ConformanceSide &side, StateId id) {
  return llvm::all_of(side.getState(id).edges, [](const ZoneEdge &edge) {
    return edge.kind == EdgeKind::Input;
  });
}

IocoChecker::StateSet IocoChecker::close(ConformanceSide &side,
                                         StateSet states) {
  std::set<StateId> closed(states.begin(), states.end());
  for (size_t i = 0; i < states.size(); ++i)
    for (const ZoneEdge &edge : side.getState(states[i]).edges)
      if (edge.kind == EdgeKind::Silent && closed.insert(edge.target).second)
        states.push_back(edge.target);
  return StateSet(closed.begin(), closed.end());
}

IocoChecker::StateSet IocoChecker::step(ConformanceSide &side,
                                        const StateSet &states,
                                        ActionId action) {
  StateSet next;
  for (StateId id : states)
    for (const ZoneEdge &edge : side.getState(id).edges)
      if (edge.action == action && edge.kind != EdgeKind::Silent)
        next.push_back(edge.target);
  return close(side, std::move(next));
}

IocoChecker::StateSet IocoChecker::getQuiescent(ConformanceSide &side,
                                                const StateSet &states) {
  StateSet result;
  llvm::copy_if(states, std::back_inserter(result),
                [&](StateId id) { return isQuiescent(side, id); });
  return result;
}

llvm::SmallVector<ActionId, 8> IocoChecker::getActions(ConformanceSide &side,
                                                       const StateSet &states,
                                                       EdgeKind kind) {
  llvm::SmallVector<ActionId, 8> actions;
  for (StateId id : states)
    for (const ZoneEdge &edge : side.getState(id).edges)
      if (edge.kind == kind && !llvm::is_contained(actions, edge.action))
        actions.push_back(edge.action);
  return actions;
}

//===----------------------------------------------------------------------===//
// Exploration
//===----------------------------------------------------------------------===//

void IocoChecker::addNode(StateSet specNext, StateSet implNext, uint32_t parent,
                          Observed observed) {
  ++numTransitions;
  auto [position, isNew] =
      known.try_emplace({specNext, implNext}, uint32_t(nodes.size()));
  if (!isNew)
    return;
  nextLevel.push_back(nodes.size());
  nodes.push_back({std::move(specNext), std::move(implNext), parent, observed});
}

/// Returns false if it found a violation.
bool IocoChecker::expand(uint32_t id) {
  // Copies: nodes move when they grow.
  StateSet specStates = nodes[id].spec, implStates = nodes[id].impl;
  for (ActionId action : getActions(impl, implStates, EdgeKind::Output)) {
    StateSet specNext = step(spec, specStates, action);
    if (specNext.empty()) {
      found = {id, ViolationKind::UnexpectedOutput, action};
      return false;
    }
    addNode(std::move(specNext), step(impl, implStates, action), id, {action});
  }
  StateSet implQuiescent = getQuiescent(impl, implStates);
  if (!implQuiescent.empty()) {
    StateSet specQuiescent = getQuiescent(spec, specStates);
    if (specQuiescent.empty()) {
      found = {id, ViolationKind::Quiescent};
      return false;
    }
    Observed observed;
    observed.isQuiescence = true;
    addNode(std::move(specQuiescent), std::move(implQuiescent), id, observed);
  }
  for (ActionId action : getActions(spec, specStates, EdgeKind::Input)) {
    StateSet implNext = step(impl, implStates, action);
    Observed observed = {action};
    observed.isIgnored = implNext.empty();
    if (observed.isIgnored && !rules.ignoresInputs)
      continue;
    addNode(step(spec, specStates, action),
            observed.isIgnored ? implStates : std::move(implNext), id,
            observed);
  }
  return true;
}

ConformanceResult IocoChecker::run() {
  ConformanceResult result;
  auto start = std::chrono::steady_clock::now();
  std::string stop;
  auto getFailure = [&] {
    for (ConformanceSide *side : {&spec, &impl})
      if (!side->getModel().getFailure().empty())
        return side->getModel().getFailure().str();
    if (nodes.size() > options.maxStates)
      return "the limit of " + std::to_string(options.maxStates) +
             " sets of states was reached";
    if (options.timeout.count() &&
        std::chrono::steady_clock::now() - start > options.timeout)
      return std::string("the time limit was reached");
    return std::string(
        options.isCancelled && options.isCancelled() ? "cancelled" : "");
  };
  addNode(close(spec, {spec.getModel().getInitial()}),
          close(impl, {impl.getModel().getInitial()}), UINT32_MAX, {});
  std::swap(level, nextLevel);
  for (unsigned depth = 0; !level.empty() && !found && stop.empty() &&
                           (!options.bound || depth < *options.bound);
       ++depth) {
    for (uint32_t id : level) {
      if (!expand(id))
        break;
      stop = getFailure();
      if (!stop.empty())
        break;
    }
    level.clear();
    std::swap(level, nextLevel);
  }
  if (stop.empty())
    stop = getFailure();
  if (found && spec.getModel().getFailure().empty() &&
      impl.getModel().getFailure().empty()) {
    result.answer = AnswerKind::Violated;
    result.violation = makeViolation();
  } else if (!stop.empty()) {
    result.reason = stop;
  } else {
    result.answer = AnswerKind::Holds;
    if (!level.empty())
      result.depth = options.bound;
  }
  result.statistics = {
      nodes.size(), numTransitions,
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count()};
  return result;
}

//===----------------------------------------------------------------------===//
// Witnesses
//===----------------------------------------------------------------------===//

namespace {
/// How a state of a layer was reached: from a state of the same layer by an
/// unseen step, or from one of the layer before.
struct Origin {
  StateId from;
  const ZoneEdge *edge;
  bool isSameLayer;
};
using Layer = std::map<StateId, Origin>;
} // namespace

/// Adds what unseen steps reach.
static void closeLayer(ConformanceSide &side, Layer &layer) {
  std::vector<StateId> states;
  for (auto &[id, origin] : layer)
    states.push_back(id);
  for (size_t i = 0; i < states.size(); ++i)
    for (const ZoneEdge &edge : side.getState(states[i]).edges)
      if (edge.kind == EdgeKind::Silent &&
          layer.try_emplace(edge.target, Origin{states[i], &edge, true}).second)
        states.push_back(edge.target);
}

TimedTrace IocoChecker::makeRun(ConformanceSide &side,
                                llvm::ArrayRef<uint32_t> path, bool isImpl) {
  std::vector<Layer> layers(1);
  layers[0].try_emplace(side.getModel().getInitial(), Origin{0, nullptr, true});
  closeLayer(side, layers[0]);
  for (uint32_t id : path.drop_front()) {
    const Observed &observed = nodes[id].observed;
    Layer next;
    for (auto &[state, origin] : layers.back()) {
      if (observed.isQuiescence || (isImpl && observed.isIgnored)) {
        if (!observed.isQuiescence || isQuiescent(side, state))
          next.try_emplace(state, Origin{state, nullptr, false});
        continue;
      }
      for (const ZoneEdge &edge : side.getState(state).edges)
        if (edge.action == observed.action && edge.kind != EdgeKind::Silent)
          next.try_emplace(edge.target, Origin{state, &edge, false});
    }
    closeLayer(side, next);
    layers.push_back(std::move(next));
  }

  // The state that offends, or any.
  StateId state = layers.back().begin()->first;
  if (isImpl)
    for (auto &[id, origin] : layers.back())
      if (found->kind == ViolationKind::Quiescent
              ? isQuiescent(side, id)
              : llvm::any_of(side.getState(id).edges,
                             [&](const ZoneEdge &edge) {
                               return edge.action == found->action;
                             })) {
        state = id;
        break;
      }
  TimedTrace trace;
  const Alphabet &alphabet = side.getModel().getAlphabet();
  auto addEdge = [&](const ZoneEdge &edge) {
    trace.steps.push_back({Rational(0),
                           side.getModel().getTransition(edge.transition).label,
                           alphabet[edge.action].arguments, edge.transition});
  };
  for (size_t layer = layers.size(); layer-- > 0;) {
    Origin origin = layers[layer].at(state);
    while (origin.isSameLayer && origin.edge) {
      addEdge(*origin.edge);
      state = origin.from;
      origin = layers[layer].at(state);
    }
    if (layer == 0)
      break;
    const Observed &observed = nodes[path[layer]].observed;
    if (origin.edge)
      addEdge(*origin.edge);
    else if (observed.isIgnored)
      trace.steps.push_back({Rational(0),
                             side.getModel().getSystem().lookupLabel(
                                 alphabet[observed.action].label),
                             alphabet[observed.action].arguments,
                             std::nullopt});
    state = origin.from;
  }
  std::reverse(trace.steps.begin(), trace.steps.end());
  return trace;
}

/// The source of the last transition of a run, or of the model.
static mlir::Location getLast(ConformanceSide &side, const TimedTrace &run) {
  for (const TraceStep &step : llvm::reverse(run.steps))
    if (step.transition)
      return side.getModel().getTransition(*step.transition).loc;
  return side.getModel().getSystem().getLoc();
}

Violation IocoChecker::makeViolation() {
  llvm::SmallVector<uint32_t, 16> path;
  for (uint32_t id = found->node; id != UINT32_MAX; id = nodes[id].parent)
    path.push_back(id);
  std::reverse(path.begin(), path.end());
  Violation violation;
  violation.kind = found->kind;
  const Alphabet &alphabet = spec.getModel().getAlphabet();
  const System &system = spec.getModel().getSystem();
  for (uint32_t id : llvm::ArrayRef(path).drop_front()) {
    const Observed &observed = nodes[id].observed;
    TraceStep &step = violation.observation.steps.emplace_back();
    if (observed.isQuiescence)
      continue;
    step.label = system.lookupLabel(alphabet[observed.action].label);
    step.arguments = alphabet[observed.action].arguments;
  }
  violation.specRun = makeRun(spec, path, /*isImpl=*/false);
  violation.implRun = makeRun(impl, path, /*isImpl=*/true);
  violation.specLocations.push_back(getLast(spec, violation.specRun));
  if (found->kind == ViolationKind::UnexpectedOutput) {
    violation.label =
        impl.getModel().getSystem().lookupLabel(alphabet[found->action].label);
    violation.arguments = alphabet[found->action].arguments;
    for (StateId id : nodes[found->node].impl)
      for (const ZoneEdge &edge : impl.getState(id).edges)
        if (edge.action == found->action && violation.implLocations.empty()) {
          violation.implLocations.push_back(
              impl.getModel().getTransition(edge.transition).loc);
          violation.implRun.steps.push_back({Rational(0), violation.label,
                                             violation.arguments,
                                             edge.transition});
        }
  }
  if (violation.implLocations.empty())
    violation.implLocations.push_back(getLast(impl, violation.implRun));
  return violation;
}
