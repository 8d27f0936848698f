//===- Execution.cpp - One run of one test ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Execution.h"
#include "tioga/Expr/Evaluate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tioga;

llvm::StringRef tioga::toString(SendPolicy policy) {
  switch (policy) {
  case SendPolicy::Earliest:
    return "earliest";
  case SendPolicy::Latest:
    return "latest";
  case SendPolicy::Middle:
    return "middle";
  case SendPolicy::Random:
    return "random";
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef tioga::toString(RunVerdict verdict) {
  switch (verdict) {
  case RunVerdict::Pass:
    return "pass";
  case RunVerdict::Fail:
    return "fail";
  case RunVerdict::Inconclusive:
    return "inconclusive";
  case RunVerdict::Error:
    return "error";
  }
  llvm_unreachable("covered switch");
}

static RunVerdict toRunVerdict(test::Verdict verdict) {
  switch (verdict) {
  case test::Verdict::Pass:
    return RunVerdict::Pass;
  case test::Verdict::Fail:
    return RunVerdict::Fail;
  case test::Verdict::Inconclusive:
    return RunVerdict::Inconclusive;
  }
  llvm_unreachable("covered switch");
}

TestExecution::TestExecution(const TestCase &test,
                             const ExecutionOptions &options)
    : test(test), options(options), interpreter(test.getSystem()),
      random(options.seed) {
  Decided<std::optional<State>> initial = interpreter.getInitialState();
  // A test has no invariants, so there is an initial state.
  if (!initial || !*initial) {
    state.locations.assign(1, test.getInitial());
    abort("the test has no initial state");
    return;
  }
  state = **initial;
  enter(test.getInitial());
}

llvm::StringRef TestExecution::getStateName() const {
  return test.getStates()[getState()].name;
}

void TestExecution::finish(RunVerdict result, llvm::StringRef why) {
  verdict = result;
  reason = why.str();
}

void TestExecution::enter(unsigned target) {
  state.locations.front() = target;
  const TestState &current = test.getStates()[target];
  if (current.verdict)
    return finish(toRunVerdict(*current.verdict), current.reason);
  entered = state;
  enteredTime = time;
  plan();
}

std::vector<ExpectedOutput> TestExecution::getExpected() {
  std::vector<ExpectedOutput> expected;
  if (entered.locations.empty())
    return expected;
  const TestState &waiting = test.getStates()[entered.locations.front()];
  DelayInterval patience;
  if (waiting.stay) {
    Decided<DelaySet> stay = interpreter.getDelays(entered, *waiting.stay, {});
    if (stay && stay->contains(0))
      patience = stay->getIntervals().front();
  }
  for (unsigned index : waiting.moves) {
    const TestMove &move = test.getMoves()[index];
    std::optional<test::Verdict> verdict =
        test.getStates()[move.target].verdict;
    if (move.kind != test::MoveKind::Expect ||
        (verdict && *verdict != test::Verdict::Pass))
      continue;
    // Data that fit are enough: what came is in the trace.
    std::vector<std::vector<Value>> arguments{{}};
    if (!test.getSystem().getLabels()[*move.label].params.empty())
      arguments = interpreter.getSuggestions(entered, index);
    for (std::vector<Value> &each : arguments) {
      Decided<DelaySet> delays = interpreter.getDelays(entered, index, each);
      if (!delays || delays->intersect(patience).isEmpty())
        continue;
      if (std::optional<DelaySet> times =
              delays->intersect(patience).shift(enteredTime))
        expected.push_back({{*move.label, std::move(each)}, *times});
      break;
    }
  }
  return expected;
}

//===----------------------------------------------------------------------===//
// What to do next
//===----------------------------------------------------------------------===//

/// The quotient rounded down. Nothing on overflow.
static std::optional<int64_t> floorDiv(Rational a, Rational b) {
  std::optional<Rational> quotient = Rational::div(a, b);
  if (!quotient)
    return std::nullopt;
  int64_t num = quotient->getNumerator(), den = quotient->getDenominator();
  return num >= 0 ? num / den : -((den - 1 - num) / den);
}

/// The next multiple of the grid; without a grid the number itself or, if that
/// does not belong, something close behind.
std::optional<Rational> TestExecution::alignUp(Rational delay,
                                               bool strictly) const {
  if (options.grid.isZero()) {
    if (!strictly)
      return delay;
    std::optional<Rational> step =
        Rational::get(1, 2 * test.getSystem().getScale());
    return step ? Rational::add(delay, *step) : std::nullopt;
  }
  // Instants of the grid count from the beginning of the test.
  std::optional<Rational> instant = Rational::add(time, delay);
  if (!instant)
    return std::nullopt;
  std::optional<int64_t> index = floorDiv(*instant, options.grid);
  if (!index)
    return std::nullopt;
  std::optional<Rational> aligned = Rational::mul(options.grid, *index);
  if (aligned && (*aligned < *instant || (strictly && *aligned == *instant)))
    aligned = Rational::add(*aligned, options.grid);
  return aligned ? Rational::sub(*aligned, time) : std::nullopt;
}

std::optional<Rational> TestExecution::alignDown(Rational delay,
                                                 bool strictly) const {
  std::optional<Rational> instant = Rational::add(time, delay);
  if (options.grid.isZero() || !instant)
    return strictly ? std::nullopt : std::optional<Rational>(delay);
  std::optional<int64_t> index = floorDiv(*instant, options.grid);
  if (!index)
    return std::nullopt;
  std::optional<Rational> aligned = Rational::mul(options.grid, *index);
  if (aligned && strictly && *aligned == *instant)
    aligned = Rational::sub(*aligned, options.grid);
  return aligned ? Rational::sub(*aligned, time) : std::nullopt;
}

std::optional<Rational> TestExecution::choose(const DelayInterval &window,
                                              bool earliest) {
  auto accept = [&](std::optional<Rational> delay) {
    return delay && !delay->isNegative() && window.contains(*delay);
  };
  std::optional<Rational> low = alignUp(window.low, window.lowOpen);
  // An open window may be narrower than the usual step behind its lower end.
  if (!accept(low) && options.grid.isZero())
    low = window.getSample();
  if (!accept(low))
    return std::nullopt;
  if (earliest || !window.high || options.policy == SendPolicy::Earliest)
    return low;
  std::optional<Rational> high = alignDown(*window.high, window.highOpen);
  if (!accept(high)) // No last instant: one close to the end will do.
    if (std::optional<Rational> sample = window.getSample())
      high = alignDown(*sample, /*strictly=*/false);
  if (!accept(high))
    return low;
  if (options.policy == SendPolicy::Latest)
    return high;
  std::optional<Rational> length = Rational::sub(*high, *low);
  if (!length)
    return low;
  std::optional<Rational> part = options.policy == SendPolicy::Middle
                                     ? Rational::get(1, 2)
                                     : Rational::get(random() % 1025, 1024);
  std::optional<Rational> offset = Rational::mul(*length, *part);
  std::optional<Rational> chosen =
      offset ? Rational::add(*low, *offset) : std::nullopt;
  if (chosen)
    chosen = alignDown(*chosen, /*strictly=*/false);
  return accept(chosen) ? chosen : low;
}

std::optional<std::vector<Value>>
TestExecution::getArguments(const TestMove &move) {
  std::vector<Value> arguments;
  for (Expr argument : move.arguments) {
    if (!argument)
      return std::nullopt;
    EvalResult result = evaluate(argument, [&](Expr name) -> const Value * {
      const Slot *slot = test.getSystem().lookup(name);
      return slot && slot->kind == Slot::Kind::Variable
                 ? &state.values[slot->index]
                 : nullptr;
    });
    if (!result)
      return std::nullopt;
    arguments.push_back(result.value);
  }
  return arguments;
}

void TestExecution::planMove(unsigned index) {
  const TestMove &move = test.getMoves()[index];
  std::optional<std::vector<Value>> arguments = getArguments(move);
  if (!arguments)
    return abort("a message has no value");
  Decided<DelaySet> delays = interpreter.getDelays(state, index, *arguments);
  if (!delays)
    return abort(delays.getReason());
  for (const DelayInterval &window : delays->getIntervals()) {
    std::optional<Rational> chosen =
        choose(window, move.kind == test::MoveKind::Elapse);
    // A clock that may be wrong gives the system the benefit of the doubt.
    if (chosen && isFailure(move.target))
      chosen = Rational::add(*chosen, options.tolerance);
    if (!chosen)
      continue;
    if (!plannedMove || *chosen < wait) {
      plannedMove = index;
      wait = *chosen;
    }
    return;
  }
}

void TestExecution::planDeadline(const TestState &current) {
  if (!current.stay) {
    if (!plannedMove)
      wait = options.silence;
    return;
  }
  Decided<DelaySet> delays = interpreter.getDelays(state, *current.stay, {});
  if (!delays)
    return abort(delays.getReason());
  // The end of the interval that contains now.
  std::optional<Rational> end = Rational();
  bool belongs = false;
  if (delays->contains(0)) {
    const DelayInterval &first = delays->getIntervals().front();
    if (!first.high) {
      if (!plannedMove)
        wait = options.silence;
      return;
    }
    end = first.high;
    belongs = !first.highOpen;
  }
  end = alignUp(*end, belongs);
  if (end && current.otherwise && isFailure(*current.otherwise))
    end = Rational::add(*end, options.tolerance);
  if (!end)
    return abort("a time leaves 64 bits");
  if (plannedMove && wait <= *end)
    return;
  plannedMove = std::nullopt;
  wait = *end;
}

void TestExecution::plan() {
  plannedMove = std::nullopt;
  wait = Rational();
  const TestState &current = test.getStates()[getState()];
  for (unsigned index : current.moves)
    if (!isFinished() && test.getMoves()[index].kind != test::MoveKind::Expect)
      planMove(index);
  if (!isFinished())
    planDeadline(current);
}

//===----------------------------------------------------------------------===//
// What happens
//===----------------------------------------------------------------------===//

bool TestExecution::advance(Rational delay) {
  Decided<std::optional<State>> next = interpreter.wait(state, delay);
  std::optional<Rational> now = Rational::add(time, delay);
  std::optional<Rational> logged = Rational::add(trace.finalDelay, delay);
  if (!next || !*next || !now || !logged) {
    abort(next ? "a time leaves 64 bits" : next.getReason());
    return false;
  }
  state = **next;
  time = *now;
  trace.finalDelay = *logged;
  return true;
}

void TestExecution::log(unsigned label, llvm::ArrayRef<Value> arguments) {
  trace.steps.push_back(
      {trace.finalDelay, label, arguments.vec(), std::nullopt});
  trace.finalDelay = Rational();
}

void TestExecution::take(unsigned move, llvm::ArrayRef<Value> arguments) {
  Decided<std::optional<State>> next = interpreter.fire(state, move, arguments);
  if (!next || !*next)
    return abort(next ? "a move of the test is not possible"
                      : next.getReason());
  state = **next;
  enter(test.getMoves()[move].target);
}

std::optional<Message> TestExecution::elapse(Rational delay) {
  if (!advance(delay))
    return std::nullopt;
  std::optional<Rational> rest = Rational::sub(wait, delay);
  if (!rest) {
    abort("a time leaves 64 bits");
    return std::nullopt;
  }
  wait = *rest;
  if (!wait.isZero())
    return std::nullopt;
  if (!plannedMove) {
    const TestState &current = test.getStates()[getState()];
    if (current.stay && current.otherwise)
      enter(*current.otherwise);
    else
      finish(RunVerdict::Inconclusive, "nothing happened");
    return std::nullopt;
  }
  unsigned index = *plannedMove;
  const TestMove &move = test.getMoves()[index];
  std::optional<std::vector<Value>> arguments = getArguments(move);
  if (!arguments) {
    abort("a message has no value");
    return std::nullopt;
  }
  std::optional<Message> message;
  if (move.kind == test::MoveKind::Send) {
    message = Message{*move.label, *arguments};
    log(*move.label, *arguments);
  }
  take(index, *arguments);
  return message;
}

std::optional<Rational> TestExecution::match(unsigned move, Rational delay,
                                             llvm::ArrayRef<Value> arguments) {
  Decided<DelaySet> delays = interpreter.getDelays(state, move, arguments);
  if (!delays) {
    abort(delays.getReason());
    return std::nullopt;
  }
  if (delays->contains(delay))
    return delay;
  std::optional<Rational> low = Rational::sub(delay, options.tolerance);
  std::optional<Rational> high = Rational::add(delay, options.tolerance);
  if (options.tolerance.isZero() || !low || !high)
    return std::nullopt;
  DelaySet near = delays->intersect(
      DelayInterval{std::max(*low, Rational()), *high, false, false});
  // Any instant will do: the test cannot know better.
  for (Rational instant : near.getRepresentatives())
    return instant;
  return std::nullopt;
}

void TestExecution::receive(Rational delay, const Message &message) {
  std::optional<unsigned> found;
  Rational instant = delay;
  for (unsigned index : test.getStates()[getState()].moves) {
    const TestMove &move = test.getMoves()[index];
    if (move.kind != test::MoveKind::Expect || move.label != message.label)
      continue;
    std::optional<Rational> matched = match(index, delay, message.arguments);
    if (isFinished())
      return;
    // What is expected within the tolerance comes before a failure.
    if (matched && (!found || isFailure(test.getMoves()[*found].target))) {
      found = index;
      instant = *matched;
    }
  }
  if (!advance(instant))
    return;
  log(message.label, message.arguments);
  if (found)
    return take(*found, message.arguments);
  finish(RunVerdict::Fail, "unexpected output");
}
