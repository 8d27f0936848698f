//===- Explanation.cpp - Which fault explains a failure ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Explanation.h"
#include "tioga/Dialect/Test/IR/LowerSteps.h"

using namespace tioga;

std::optional<TimedTrace> tioga::translateTrace(const TimedTrace &trace,
                                                const System &from,
                                                const System &to) {
  TimedTrace result = trace;
  for (TraceStep &step : result.steps) {
    step.transition.reset();
    if (step.label)
      step.label = to.lookupLabel(from.getLabels()[*step.label].name);
    if (!step.label)
      return std::nullopt;
  }
  return result;
}

static size_t getNumObservables(const System &contract) {
  return llvm::count_if(contract.getVariables(),
                        [](const SystemVariable &variable) {
                          return variable.owner != Owner::Hidden;
                        });
}

std::optional<ObservedRun> tioga::getObservedRun(const TimedTrace &trace,
                                                 const System &test,
                                                 const System &contract) {
  ObservedRun run;
  for (const TraceStep &step : trace.steps) {
    if (!step.label)
      return std::nullopt;
    const SystemLabel &label = test.getLabels()[*step.label];
    // A monitor sees all of a step at once.
    bool isWhole = label.params.size() == getNumObservables(contract);
    if (label.name == tioga::test::stepLabel || isWhole || run.empty())
      run.emplace_back(contract.getVariables().size());
    for (auto [param, value] : llvm::zip(label.params, step.arguments)) {
      const Slot *slot = contract.lookup(param.getName());
      if (!slot || slot->kind != Slot::Kind::Variable)
        return std::nullopt;
      run.back()[slot->index] = value;
    }
  }
  for (const ObservedStep &step : run)
    for (auto [value, variable] : llvm::zip(step, contract.getVariables()))
      if (variable.owner != Owner::Hidden && !value)
        return std::nullopt;
  return run;
}

/// Leaves out a step; its delay goes to what follows. False on overflow.
static bool dropStep(TimedTrace &trace, unsigned position) {
  Rational delay = trace.steps[position].delay;
  trace.steps.erase(trace.steps.begin() + position);
  Rational &next = position < trace.steps.size() ? trace.steps[position].delay
                                                 : trace.finalDelay;
  std::optional<Rational> sum = Rational::add(next, delay);
  next = sum.value_or(next);
  return sum.has_value();
}

/// Whether a run ends where neither time can pass nor anything be done.
static bool endsInTimelock(Interpreter &interpreter, const TimedTrace &run,
                           Rational delay) {
  Decided<std::optional<State>> state = interpreter.getInitialState();
  for (const TraceStep &step : run.steps) {
    if (!state || !*state)
      return false;
    state = interpreter.wait(**state, step.delay);
    if (!state || !*state || !step.transition)
      return false;
    state = interpreter.fire(**state, *step.transition, step.arguments);
  }
  if (!state || !*state)
    return false;
  Decided<StateOptions> options = interpreter.getOptions(**state);
  if (!options || options->waiting.isEmpty())
    return false;
  const DelayInterval &waiting = options->waiting.getIntervals().front();
  const System &system = interpreter.getSystem();
  return waiting.high && *waiting.high <= delay &&
         llvm::none_of(options->enabled, [&](const EnabledTransition &each) {
           const SystemTransition &transition =
               system.getTransitions()[each.transition];
           return !transition.label ||
                  system.getLabels()[*transition.label].kind !=
                      LabelKind::Input;
         });
}

ReplayResult tioga::replayCompleted(Interpreter &interpreter,
                                    TimedTrace observation) {
  const System &system = interpreter.getSystem();
  while (true) {
    ReplayResult result = replayObservation(interpreter, observation);
    if (result.answer != AnswerKind::Violated)
      return result;
    if (result.position < observation.steps.size()) {
      const TraceStep &step = observation.steps[result.position];
      if (system.getLabels()[*step.label].kind != LabelKind::Input ||
          !dropStep(observation, result.position))
        return result;
      continue;
    }
    if (endsInTimelock(interpreter, result.run, observation.finalDelay))
      result.answer = AnswerKind::Holds;
    return result;
  }
}
