//===- Replay.cpp - Violations, seen by the interpreter ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Replay.h"
#include "tioga/Engine/Interpreter.h"

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

static AnswerKind replayOnSpec(const Violation &violation, const System &spec,
                               std::string &reason) {
  Interpreter interpreter(spec, getLimits());
  ReplayResult replay =
      replayObservation(interpreter, getOffendingObservation(violation));
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

static AnswerKind replayOnMutant(const Violation &violation, const System &spec,
                                 const SystemEdits &edits,
                                 std::string &reason) {
  std::optional<TimedTrace> run = removeIgnored(violation.implRun);
  // Where time has stopped, the interpreter does not let it pass.
  if (!run || violation.needsSilence)
    return AnswerKind::Undecided;
  std::unique_ptr<System> mutant = applyEdits(spec, edits);
  Interpreter interpreter(*mutant, getLimits());
  if (replayRun(interpreter, *run).answer == AnswerKind::Holds)
    return AnswerKind::Holds;
  // Any other run with that observation is as good.
  std::optional<TimedTrace> observation = run->getObservable(*mutant);
  if (!observation)
    return AnswerKind::Undecided;
  AnswerKind answer = replayObservation(interpreter, *observation).answer;
  if (answer == AnswerKind::Violated)
    reason = "the mutant does not do it";
  return answer;
}

/// The environment has to let all happen up to the offence.
static AnswerKind replayOnWhole(const Violation &violation, const System &whole,
                                std::string &reason) {
  Interpreter interpreter(whole, getLimits());
  TimedTrace observation = violation.observation;
  // How long both wait is not the question: the specification's own deadline
  // may be the offence.
  observation.finalDelay = 0;
  AnswerKind answer = replayObservation(interpreter, observation).answer;
  if (answer == AnswerKind::Violated)
    reason = "the environment does not let it happen";
  return answer;
}

AnswerKind tioga::replayViolation(const Violation &violation,
                                  const System &spec, const SystemEdits &edits,
                                  std::string &reason, const System *whole) {
  AnswerKind onSpec = replayOnSpec(violation, spec, reason);
  if (onSpec == AnswerKind::Violated)
    return onSpec;
  if (whole && replayOnWhole(violation, *whole, reason) == AnswerKind::Violated)
    return AnswerKind::Violated;
  AnswerKind onMutant = replayOnMutant(violation, spec, edits, reason);
  return onMutant == AnswerKind::Holds ? onSpec : onMutant;
}
