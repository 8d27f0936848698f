//===- Replay.cpp - Inputs again, and fewer of them -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Replay.h"
#include "tioga/Runner/Runner.h"

using namespace tioga;

std::optional<InputSchedule> InputSchedule::get(const TimedTrace &trace,
                                                const System &system) {
  InputSchedule schedule;
  for (const TraceStep &step : trace.steps) {
    std::optional<Rational> delay = Rational::add(schedule.tail, step.delay);
    if (!delay)
      return std::nullopt;
    schedule.tail = *delay;
    if (!step.label || system.getLabels()[*step.label].kind != LabelKind::Input)
      continue;
    schedule.inputs.push_back({*delay, {*step.label, step.arguments}});
    schedule.tail = Rational();
  }
  std::optional<Rational> tail = Rational::add(schedule.tail, trace.finalDelay);
  if (!tail)
    return std::nullopt;
  schedule.tail = *tail;
  return schedule;
}

namespace {

/// One replay.
class Player {
public:
  Player(Adapter &adapter, const System &system)
      : adapter(adapter), system(system) {}

  /// Lets time pass and writes down what comes. False on a problem.
  bool wait(Rational delay);
  bool send(const Message &message) {
    log(message);
    return adapter.send(toWire(message, system), observation.problem);
  }
  Observation observation;

private:
  /// Outputs without time between them; more is a flood.
  static constexpr unsigned maxAtOnce = 1000;
  void log(const Message &message) {
    TimedTrace &trace = observation.trace;
    trace.steps.push_back(
        {trace.finalDelay, message.label, message.arguments, std::nullopt});
    trace.finalDelay = Rational();
  }
  Adapter &adapter;
  const System &system;
};

} // namespace

bool Player::wait(Rational rest) {
  for (unsigned atOnce = 0; atOnce < maxAtOnce; ++atOnce) {
    AdapterEvent event = adapter.advance(rest);
    if (event.kind == AdapterEvent::Kind::Problem) {
      observation.problem = event.problem;
      return false;
    }
    std::optional<Rational> left = Rational::sub(rest, event.delay);
    std::optional<Rational> passed =
        Rational::add(observation.trace.finalDelay, event.delay);
    if (!left || !passed) {
      observation.problem = "a time leaves 64 bits";
      return false;
    }
    rest = *left;
    observation.trace.finalDelay = *passed;
    if (!event.delay.isZero())
      atOnce = 0;
    if (event.kind == AdapterEvent::Kind::Output) {
      std::optional<Message> message =
          fromWire(event.message, system, observation.problem);
      if (!message)
        return false;
      log(*message);
    } else if (rest.isZero()) {
      return true;
    }
  }
  observation.problem = "the program has outputs without end";
  return false;
}

Observation tioga::play(const InputSchedule &schedule, Adapter &adapter,
                        const System &system) {
  Player player(adapter, system);
  bool isRunning = adapter.reset(player.observation.problem);
  for (const InputSchedule::Entry &entry : schedule.inputs)
    isRunning =
        isRunning && player.wait(entry.delay) && player.send(entry.message);
  if (!isRunning || !player.wait(schedule.tail)) {
    adapter.stop();
    player.observation.errors = adapter.getErrors();
  }
  return std::move(player.observation);
}

Judgement tioga::judge(TimedTrace &trace, Interpreter &model,
                       std::string &reason) {
  ReplayResult result = replayObservation(model, trace);
  if (result.answer == AnswerKind::Holds)
    return Judgement::Allowed;
  reason = result.reason;
  if (result.answer == AnswerKind::Undecided)
    return Judgement::Undecided;
  if (result.position >= trace.steps.size()) {
    reason = "longer silence than the model allows";
    return Judgement::Forbidden;
  }
  const SystemLabel &label =
      model.getSystem().getLabels()[*trace.steps[result.position].label];
  trace.steps.resize(result.position + 1);
  trace.finalDelay = Rational();
  if (label.kind != LabelKind::Input) {
    reason = "the model does not allow '" + label.getText() + "' here";
    return Judgement::Forbidden;
  }
  // Either the input is not specified, or the silence before it was too long.
  TimedTrace before = trace;
  before.finalDelay = before.steps.back().delay;
  before.steps.pop_back();
  if (replayObservation(model, before).answer == AnswerKind::Violated) {
    trace = std::move(before);
    reason = "longer silence than the model allows";
    return Judgement::Forbidden;
  }
  reason = "the model says nothing about '" + label.getText() + "' here";
  return Judgement::Unspecified;
}

/// Without the inputs [begin, end); later inputs keep their times.
static InputSchedule without(const InputSchedule &schedule, size_t begin,
                             size_t end) {
  InputSchedule result = schedule;
  Rational gone;
  for (size_t i = begin; i < end; ++i)
    gone = Rational::add(gone, schedule.inputs[i].delay).value_or(gone);
  result.inputs.erase(result.inputs.begin() + begin,
                      result.inputs.begin() + end);
  Rational &next =
      begin < result.inputs.size() ? result.inputs[begin].delay : result.tail;
  next = Rational::add(next, gone).value_or(next);
  return result;
}

namespace {

/// Makes a schedule smaller as long as it fails.
class Shrinker {
public:
  Shrinker(InputSchedule schedule,
           llvm::function_ref<bool(const InputSchedule &)> fails)
      : schedule(std::move(schedule)), fails(fails) {}

  /// Leaves out pieces of that many inputs. Returns whether some went.
  bool dropPieces(size_t size);
  /// Leaves out two inputs that only make sense together.
  bool dropPairs();
  void shortenDelays();
  InputSchedule schedule;

private:
  /// Above that many inputs, pairs are too many.
  static constexpr size_t maxForPairs = 40;
  bool tryOut(InputSchedule candidate) {
    if (!fails(candidate))
      return false;
    schedule = std::move(candidate);
    return true;
  }
  void shorten(llvm::function_ref<Rational &(InputSchedule &)> delay);

  llvm::function_ref<bool(const InputSchedule &)> fails;
};

} // namespace

bool Shrinker::dropPieces(size_t size) {
  bool hasShrunk = false;
  for (size_t i = 0; i < schedule.inputs.size();) {
    size_t end = std::min(i + size, schedule.inputs.size());
    if (tryOut(without(schedule, i, end)))
      hasShrunk = true;
    else
      i += size;
  }
  return hasShrunk;
}

bool Shrinker::dropPairs() {
  if (schedule.inputs.size() > maxForPairs)
    return false;
  for (size_t i = 0; i < schedule.inputs.size(); ++i)
    for (size_t j = i + 1; j < schedule.inputs.size(); ++j)
      if (tryOut(without(without(schedule, j, j + 1), i, i + 1)))
        return true;
  return false;
}

/// The least whole delay with which it still fails, if more delay is never
/// worse.
void Shrinker::shorten(llvm::function_ref<Rational &(InputSchedule &)> delay) {
  Rational current = delay(schedule);
  int64_t low = -1;
  int64_t high = current.getNumerator() / current.getDenominator();
  while (low + 1 < high || (low < 0 && high >= 0)) {
    int64_t middle = low < 0 ? 0 : low + (high - low) / 2;
    InputSchedule candidate = schedule;
    delay(candidate) = middle;
    if (Rational(middle) < delay(schedule) && tryOut(std::move(candidate)))
      high = middle;
    else
      low = middle;
    if (high == 0)
      return;
  }
}

void Shrinker::shortenDelays() {
  for (size_t i = 0; i < schedule.inputs.size(); ++i)
    shorten([i](InputSchedule &each) -> Rational & {
      return each.inputs[i].delay;
    });
  shorten([](InputSchedule &each) -> Rational & { return each.tail; });
}

InputSchedule
tioga::shrink(InputSchedule schedule,
              llvm::function_ref<bool(const InputSchedule &)> fails) {
  Shrinker shrinker(std::move(schedule), fails);
  // Large pieces first, then single inputs, until nothing more goes.
  for (size_t size = shrinker.schedule.inputs.size() / 2; size > 1; size /= 2)
    shrinker.dropPieces(size);
  while (shrinker.dropPieces(1) || shrinker.dropPairs())
    ;
  shrinker.shortenDelays();
  return std::move(shrinker.schedule);
}
