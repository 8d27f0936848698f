//===- Replay.cpp - Violations, seen by the interpreter ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Replay.h"

using namespace tioga;

/// Silent steps at all instants that matter can be very many; a campaign has
/// thousands of violations. What is beyond this is not contradicted.
static InterpreterLimits getLimits() {
  InterpreterLimits limits;
  limits.maxReplayStates = 5'000;
  return limits;
}

/// The observation with the offence at its end.
static TimedTrace getOffendingObservation(const Violation &violation) {
  TimedTrace trace = violation.observation;
  if (!violation.label)
    return trace;
  TraceStep offence = {trace.finalDelay, violation.label, violation.arguments,
                       std::nullopt};
  trace.steps.push_back(std::move(offence));
  trace.finalDelay = 0;
  return trace;
}

/// The run without inputs that are ignored: for the system nothing happens
/// then. Nothing on overflow.
static std::optional<TimedTrace> removeIgnored(const TimedTrace &run) {
  TimedTrace result;
  Rational waited = 0;
  for (TraceStep step : run.steps) {
    std::optional<Rational> delay = Rational::add(waited, step.delay);
    if (!delay)
      return std::nullopt;
    waited = *delay;
    if (!step.transition)
      continue;
    step.delay = waited;
    waited = 0;
    result.steps.push_back(std::move(step));
  }
  std::optional<Rational> delay = Rational::add(waited, run.finalDelay);
  if (!delay)
    return std::nullopt;
  result.finalDelay = *delay;
  return result;
}

ViolationReplay::ViolationReplay(const System &spec, const System *whole)
    : mutant(spec), onSpec(spec, getLimits()),
      onMutant(mutant.get(), getLimits()) {
  if (whole)
    onWhole.emplace(*whole, getLimits());
}

AnswerKind ViolationReplay::replayOnSpec(const Violation &violation,
                                         std::string &reason) {
  ReplayResult replay =
      replayObservation(onSpec, getOffendingObservation(violation));
  if (replay.answer == AnswerKind::Undecided)
    return AnswerKind::Undecided;
  if (replay.answer == AnswerKind::Holds) {
    reason = "the specification allows it";
    return AnswerKind::Violated;
  }
  if (replay.position < violation.observation.steps.size()) {
    reason = "the specification does not get that far";
    return AnswerKind::Violated;
  }
  return AnswerKind::Holds;
}

AnswerKind ViolationReplay::replayOnMutant(const Violation &violation,
                                           const SystemEdits &edits,
                                           std::string &reason) {
  std::optional<TimedTrace> run = removeIgnored(violation.implRun);
  // Where time has stopped, the interpreter does not let it pass.
  if (!run || violation.needsSilence)
    return AnswerKind::Undecided;
  mutant.apply(edits);
  if (replayRun(onMutant, *run).answer == AnswerKind::Holds)
    return AnswerKind::Holds;
  // Any other run with that observation is as good.
  std::optional<TimedTrace> observation = run->getObservable(mutant.get());
  if (!observation)
    return AnswerKind::Undecided;
  AnswerKind answer = replayObservation(onMutant, *observation).answer;
  if (answer == AnswerKind::Violated)
    reason = "the mutant does not do it";
  return answer;
}

/// The environment has to let all happen up to the offence.
AnswerKind ViolationReplay::replayOnWhole(const Violation &violation,
                                          std::string &reason) {
  TimedTrace observation = violation.observation;
  // How long both wait is not the question: the specification's own deadline
  // may be the offence.
  observation.finalDelay = 0;
  AnswerKind answer = replayObservation(*onWhole, observation).answer;
  if (answer == AnswerKind::Violated)
    reason = "the environment does not let it happen";
  return answer;
}

AnswerKind ViolationReplay::replay(const Violation &violation,
                                   const SystemEdits &edits,
                                   std::string &reason) {
  AnswerKind spec = replayOnSpec(violation, reason);
  if (spec == AnswerKind::Violated)
    return spec;
  if (onWhole && replayOnWhole(violation, reason) == AnswerKind::Violated)
    return AnswerKind::Violated;
  AnswerKind edited = replayOnMutant(violation, edits, reason);
  return edited == AnswerKind::Holds ? spec : edited;
}
