//===- Witness.cpp - From a symbolic path to a violation --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Witness.h"

using namespace tioga;
using StepKind = WitnessStep::Kind;

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

bool WitnessBuilder::add(const EventTimes::Clocks &clocks,
                         ZoneConjunction constraints, unsigned now,
                         bool mayBeStrict) {
  return strictly && mayBeStrict
             ? times->constrainStrictly(clocks, constraints, now)
             : times->constrain(clocks, constraints, now);
}

/// What holds when a node is left.
bool WitnessBuilder::constrainNode(const WitnessNode &node, unsigned now) {
  const DiscreteState &specState = spec.getState(node.spec);
  bool possible =
      add(*specClocks,
          specState.environmentInvariants[node.step.environmentInvariant], now,
          false);
  if (node.impl == silence) {
    possible &= add(*implClocks, beyond, now, false);
    return possible;
  }
  const DiscreteState &implState = impl.getState(node.impl);
  possible &= add(*implClocks, implState.invariants[node.step.implInvariant],
                  now, false);
  return possible;
}

bool WitnessBuilder::constrainStep(const WitnessNode &from,
                                   const WitnessStep &step, unsigned now) {
  bool possible = true;
  bool isInput = step.kind == StepKind::Ignored;
  if (step.specEdge != WitnessStep::none) {
    const ZoneEdge &edge = spec.getState(from.spec).edges[step.specEdge];
    isInput |= edge.kind == EdgeKind::Input;
    possible &= add(*specClocks, edge.guard, now, isInput);
    specClocks->reset(edge.resets, now);
    if (step.kind == StepKind::Ignored && from.impl != silence)
      possible &=
          add(*implClocks, impl.getRefusals(from.impl, edge.action)[step.piece],
              now, true);
  }
  if (step.implEdge != WitnessStep::none) {
    const ZoneEdge &edge = impl.getState(from.impl).edges[step.implEdge];
    possible &= add(*implClocks, edge.guard, now, isInput);
    implClocks->reset(edge.resets, now);
  }
  if (step.kind == StepKind::Silence) {
    possible &=
        add(*implClocks, impl.getHopeless(from.impl)[step.piece], now, false);
    beyond = impl.getBeyond(from.impl)[step.beyond];
  }
  return possible;
}

bool WitnessBuilder::constrainOffence(const WitnessNode &last,
                                      const WitnessOffence &offence,
                                      unsigned now) {
  switch (offence.kind) {
  case ViolationKind::Late:
    return add(*specClocks, spec.getBeyond(last.spec)[offence.piece], now,
               true);
  case ViolationKind::UnexpectedOutput:
  case ViolationKind::UnexpectedInput: {
    const ZoneEdge &edge = impl.getState(last.impl).edges[offence.edge];
    bool possible = add(*implClocks, edge.guard, now, false);
    possible &=
        add(*specClocks,
            spec.getRefusals(last.spec, edge.action)[offence.piece], now, true);
    if (rules.hasEnvironment)
      possible &=
          add(*specClocks,
              spec.getAcceptance(last.spec, edge.action)[offence.acceptance],
              now, false);
    return possible;
  }
  case ViolationKind::MissingInput: {
    const ZoneEdge &edge = spec.getState(last.spec).edges[offence.edge];
    bool possible = add(*specClocks, edge.guard, now, true);
    possible &=
        add(*implClocks,
            impl.getRefusals(last.impl, edge.action)[offence.piece], now, true);
    return possible;
  }
  case ViolationKind::Quiescent:
    break;
  }
  llvm_unreachable("quiescence has no time");
}

bool WitnessBuilder::constrain(llvm::ArrayRef<WitnessNode> path,
                               const WitnessOffence &offence, bool isStrict,
                               EventTimes &into) {
  times = &into;
  strictly = isStrict;
  specClocks.emplace(spec.getModel().getNumClocks());
  implClocks.emplace(impl.getModel().getNumClocks());
  bool possible = true;
  for (auto [index, node] : llvm::enumerate(path)) {
    unsigned now = index + 1;
    possible &= constrainNode(node, now);
    possible &= now < path.size() ? constrainStep(node, path[now].step, now)
                                  : constrainOffence(node, offence, now);
  }
  return possible;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
/// A trace that grows event by event.
struct TraceWriter {
  TimedTrace &trace;
  Rational waited = Rational(0);
  bool fits = true;

  void wait(Rational delay) {
    std::optional<Rational> sum = Rational::add(waited, delay);
    fits &= sum.has_value();
    waited = sum.value_or(waited);
  }
  void add(std::optional<unsigned> label, llvm::ArrayRef<Value> arguments,
           std::optional<unsigned> transition) {
    trace.steps.push_back({waited, label, arguments.vec(), transition});
    waited = Rational(0);
  }
};
} // namespace

void WitnessBuilder::addRuns(llvm::ArrayRef<WitnessNode> path,
                             llvm::ArrayRef<Rational> delays,
                             Violation &violation) {
  TraceWriter specRun = {violation.specRun}, implRun = {violation.implRun},
              observation = {violation.observation};
  const Alphabet &alphabet = spec.getModel().getAlphabet();
  for (auto [index, delay] : llvm::enumerate(delays)) {
    for (TraceWriter *writer : {&specRun, &implRun, &observation})
      writer->wait(delay);
    if (index + 1 == path.size())
      break;
    const WitnessStep &step = path[index + 1].step;
    const WitnessNode &from = path[index];
    ActionId action = Alphabet::silent;
    if (step.specEdge != WitnessStep::none) {
      const ZoneEdge &edge = spec.getState(from.spec).edges[step.specEdge];
      action = edge.action;
      std::optional<unsigned> label =
          spec.getModel().getTransition(edge.transition).label;
      llvm::ArrayRef<Value> arguments = alphabet[action].arguments;
      specRun.add(label, arguments, edge.transition);
      observation.add(label, arguments, std::nullopt);
    }
    if (step.implEdge != WitnessStep::none) {
      const ZoneEdge &edge = impl.getState(from.impl).edges[step.implEdge];
      implRun.add(impl.getModel().getTransition(edge.transition).label,
                  alphabet[edge.action].arguments, edge.transition);
    } else if (step.kind == StepKind::Ignored) {
      // An input that the implementation has never heard of leaves no trace.
      const System &system = impl.getModel().getSystem();
      if (auto label = system.lookupLabel(alphabet[action].label))
        implRun.add(label, alphabet[action].arguments, std::nullopt);
    }
  }
  for (TraceWriter *writer : {&specRun, &implRun, &observation})
    writer->trace.finalDelay = writer->waited;
}

void WitnessBuilder::addOffence(const WitnessNode &last,
                                const WitnessOffence &offence,
                                Violation &violation) {
  violation.kind = offence.kind;
  if (offence.edge == WitnessStep::none)
    return;
  bool isMissing = offence.kind == ViolationKind::MissingInput;
  const ZoneEdge &edge = isMissing
                             ? spec.getState(last.spec).edges[offence.edge]
                             : impl.getState(last.impl).edges[offence.edge];
  const Alphabet::Action &action = spec.getModel().getAlphabet()[edge.action];
  violation.arguments = action.arguments;
  violation.label = impl.getModel().getSystem().lookupLabel(action.label);
  if (isMissing)
    return;
  // The implementation's run includes the offence.
  violation.implRun.steps.push_back({violation.implRun.finalDelay,
                                     violation.label, action.arguments,
                                     edge.transition});
  violation.implRun.finalDelay = Rational(0);
}

//===----------------------------------------------------------------------===//
// Source locations
//===----------------------------------------------------------------------===//

/// The last transition of a run, or the model as a whole.
static mlir::Location getLast(ConformanceSide &side, const TimedTrace &run) {
  for (const TraceStep &step : llvm::reverse(run.steps))
    if (step.transition)
      return side.getModel().getTransition(*step.transition).loc;
  return side.getModel().getSystem().getLoc();
}

/// The invariants of a state's locations.
static void addInvariants(ConformanceSide &side, StateId id,
                          SourceLocations &locations) {
  const System &system = side.getModel().getSystem();
  for (unsigned control = 0; control < system.getControls().size(); ++control) {
    unsigned location = side.getModel().getLocation(id, control);
    // A location that edits have added has no place in the text.
    if (location >= system.getControls()[control].locations.size())
      continue;
    for (unsigned index : system.getInvariantsAt(control, location))
      locations.push_back(system.getInvariants()[index].loc);
  }
}

/// The transitions of a state with the label of an action.
static void addTransitions(ConformanceSide &side, StateId id, ActionId action,
                           SourceLocations &locations) {
  const Alphabet &alphabet = side.getModel().getAlphabet();
  for (const ZoneEdge &edge : side.getState(id).edges) {
    mlir::Location loc = side.getModel().getTransition(edge.transition).loc;
    if (edge.kind != EdgeKind::Silent &&
        alphabet[edge.action].label == alphabet[action].label &&
        !llvm::is_contained(locations, loc))
      locations.push_back(loc);
  }
}

void WitnessBuilder::addLocations(llvm::ArrayRef<WitnessNode> path,
                                  const WitnessOffence &offence,
                                  Violation &violation) {
  const WitnessNode &last = path.back();
  if (offence.kind == ViolationKind::Late) {
    addInvariants(spec, last.spec, violation.specLocations);
  } else if (offence.kind == ViolationKind::MissingInput) {
    const ZoneEdge &edge = spec.getState(last.spec).edges[offence.edge];
    violation.specLocations.push_back(
        spec.getModel().getTransition(edge.transition).loc);
    addTransitions(impl, last.impl, edge.action, violation.implLocations);
  } else {
    const ZoneEdge &edge = impl.getState(last.impl).edges[offence.edge];
    addTransitions(spec, last.spec, edge.action, violation.specLocations);
  }
  if (violation.specLocations.empty())
    violation.specLocations.push_back(getLast(spec, violation.specRun));
  if (violation.implLocations.empty())
    violation.implLocations.push_back(getLast(impl, violation.implRun));
}

std::optional<Violation> WitnessBuilder::build(llvm::ArrayRef<WitnessNode> path,
                                               const WitnessOffence &offence,
                                               bool isCertain) {
  EventTimes exact(path.size());
  bool isPossible = constrain(path, offence, /*isStrict=*/false, exact);
  assert((isPossible || !isCertain || exact.getZone().hasOverflowed()) &&
         "extrapolation invented a violation");
  if (!isPossible)
    return std::nullopt;
  int64_t scale = spec.getModel().getScale();
  std::optional<std::vector<Rational>> delays = exact.getDelays(scale);
  if (!delays)
    return std::nullopt;
  Violation violation;
  addRuns(path, *delays, violation);
  addOffence(path.back(), offence, violation);
  addLocations(path, offence, violation);

  llvm::SmallVector<ClockIndex, 16> observable;
  for (auto [index, node] : llvm::enumerate(path.drop_front()))
    if (node.step.specEdge != WitnessStep::none)
      observable.push_back(index + 1);
  observable.push_back(path.size());
  violation.eventTimes = exact.getZone().keep(observable);
  violation.timeScale = scale;

  EventTimes strict(path.size());
  violation.boundary = !constrain(path, offence, /*isStrict=*/true, strict);
  violation.needsSilence = path.back().impl == silence;
  return violation;
}
