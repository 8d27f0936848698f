//===- SymbolicWitness.cpp - From formulas to runs --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicWitness.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Engine/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;
using Kind = Observation::Kind;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {

/// An observation with its arguments.
struct Event {
  unsigned observation;
  bool isIgnored;
  std::vector<Value> arguments;
  Rational delay;
};

/// The formula of a path, with symbols of their own for each step.
class PathFormula {
public:
  PathFormula(const StepContext &context,
              llvm::ArrayRef<Observation> observations)
      : context(context), normalizer(context.normalizer),
        terms(normalizer.getTerms()), observations(observations) {}

  void add(const Step &step);
  void finish(const FoundViolation &found);
  /// Nothing, and `reason`, if there is no model.
  std::optional<std::vector<Event>> solve(std::string &reason);

private:
  Substitution getNames(llvm::ArrayRef<Term> conjuncts);
  void addArguments(unsigned observation, bool isIgnored);

  const StepContext &context;
  Normalizer &normalizer;
  smt::TermContext &terms;
  llvm::ArrayRef<Observation> observations;
  Conjuncts formula;
  /// What the symbols of the current state stand for.
  Substitution meanings;
  unsigned position = 0;
  struct Asked {
    unsigned observation;
    bool isIgnored;
    unsigned position;
  };
  std::vector<Asked> asked;
};

} // namespace

static Term getAt(smt::TermContext &terms, Term symbol, unsigned position) {
  return terms.getSymbol((symbol.getName() + "@" + llvm::Twine(position)).str(),
                         symbol.getSort());
}

/// Symbols of the state are what they were; all others are of this step.
Substitution PathFormula::getNames(llvm::ArrayRef<Term> conjuncts) {
  Substitution names = meanings;
  for (Term conjunct : conjuncts)
    for (Term symbol : normalizer.getSymbols(conjunct))
      if (!names.count(symbol))
        names[symbol] = getAt(terms, symbol, position);
  return names;
}

void PathFormula::addArguments(unsigned observation, bool isIgnored) {
  asked.push_back({observation, isIgnored, position});
}

void PathFormula::add(const Step &step) {
  if (position > 0)
    addArguments(step.observation, step.isIgnored);
  Conjuncts mentioned = step.history;
  for (auto &[symbol, meaning] : step.meanings)
    mentioned.push_back(meaning);
  Substitution names = getNames(mentioned);
  for (Term conjunct : step.history)
    formula.push_back(normalizer.substitute(conjunct, names));
  Substitution next;
  for (auto &[symbol, meaning] : step.meanings)
    next[symbol] = normalizer.substitute(meaning, names);
  meanings = std::move(next);
  ++position;
}

void PathFormula::finish(const FoundViolation &found) {
  addArguments(found.observation, false);
  Substitution names = getNames(found.condition);
  for (Term conjunct : found.condition)
    formula.push_back(normalizer.substitute(conjunct, names));
}

std::optional<std::vector<Event>> PathFormula::solve(std::string &reason) {
  Conjuncts conjuncts;
  for (Term conjunct : formula)
    if (!addConjunct(conjuncts, conjunct))
      conjuncts.push_back(conjunct);
  smt::CheckResult result = context.queries.solve(conjuncts);
  if (!result.isSat()) {
    reason = result.isUnknown() ? "the solver says unknown: " + result.reason
                                : "the path has no arguments";
    return std::nullopt;
  }
  std::vector<Term> declared = terms.getFreeSymbols(conjuncts);
  std::vector<Event> events;
  for (const Asked &step : asked) {
    const Observation &observation = observations[step.observation];
    Event event{step.observation, step.isIgnored, {}, 0};
    std::vector<Term> leaves = observation.leaves;
    if (context.delay)
      leaves.push_back(context.delay);
    std::vector<Rational> numbers;
    for (Term leaf : leaves) {
      Term symbol = getAt(terms, leaf, step.position);
      // What no formula mentions may be anything.
      std::optional<Rational> number = Rational(0);
      if (llvm::is_contained(declared, symbol))
        number = context.queries.getValue(symbol);
      if (!number) {
        reason = "a number leaves 64 bits";
        return std::nullopt;
      }
      numbers.push_back(*number);
    }
    if (context.delay)
      event.delay = numbers.back();
    llvm::ArrayRef<Rational> rest = numbers;
    for (const SystemParam &param : observation.params) {
      std::optional<Value> value = context.exprs.readValue(param.type, rest);
      if (!value) {
        reason = "an argument has no value";
        return std::nullopt;
      }
      event.arguments.push_back(*value);
    }
    events.push_back(std::move(event));
  }
  return events;
}

//===----------------------------------------------------------------------===//
// Replay
//===----------------------------------------------------------------------===//

namespace {

/// The concrete states of one side along the events, with how each was reached.
class Replay {
public:
  Replay(const StepContext &context, Side side,
         llvm::ArrayRef<Observation> observations)
      : context(context), side(side), observations(observations),
        system(context.sides[side]->getSystem()), interpreter(system) {}

  bool start();
  /// Follows one event. The set may be empty afterwards.
  bool follow(const Event &event);
  bool isEmpty() const { return layers.back().empty(); }
  /// Whether some state does it; keeps those that do.
  std::optional<bool> canDo(const Event &event);
  TimedTrace getRun() const;
  const std::string &getReason() const { return reason; }

private:
  struct Reached {
    State state;
    /// Position in the same layer or in the one before; none at the beginning.
    std::optional<unsigned> from;
    bool isSameLayer = false;
    std::optional<TraceStep> step;
  };
  using Layer = std::vector<Reached>;

  bool close(Layer &layer);
  std::optional<bool> isQuiescent(const State &state);
  bool take(const State &state, unsigned transition,
            llvm::ArrayRef<Value> arguments, std::optional<State> &next);
  bool fail(llvm::StringRef why) {
    reason = why.str();
    return false;
  }

  const StepContext &context;
  Side side;
  llvm::ArrayRef<Observation> observations;
  const System &system;
  Interpreter interpreter;
  std::vector<Layer> layers;
  std::string reason;
};

} // namespace

bool Replay::take(const State &state, unsigned transition,
                  llvm::ArrayRef<Value> arguments, std::optional<State> &next) {
  auto result = interpreter.fire(state, transition, arguments);
  if (!result)
    return fail(result.getReason());
  next = *result;
  return true;
}

/// Arguments of internal steps that are tried at most.
static constexpr uint64_t maxTried = 4096;

bool Replay::close(Layer &layer) {
  for (size_t index = 0; index < layer.size(); ++index)
    for (auto [position, transition] :
         llvm::enumerate(system.getTransitions())) {
      if (!system.isSilent(transition))
        continue;
      std::vector<std::vector<Value>> all(1);
      for (const SystemParam &param : transition.params) {
        auto domain = enumerateDomain(param.type, maxTried);
        if (!domain || all.size() * domain->size() > maxTried)
          return fail("an internal step has too many arguments to replay");
        std::vector<std::vector<Value>> next;
        for (const std::vector<Value> &before : all)
          for (const Value &value : *domain) {
            next.push_back(before);
            next.back().push_back(value);
          }
        all = std::move(next);
      }
      for (const std::vector<Value> &arguments : all) {
        std::optional<State> next;
        if (!take(layer[index].state, position, arguments, next))
          return false;
        if (!next || llvm::any_of(layer, [&](const Reached &reached) {
              return reached.state == *next;
            }))
          continue;
        if (layer.size() > maxTried)
          return fail("too many internal steps to replay");
        layer.push_back({*next, unsigned(index), true,
                         TraceStep{Rational(0), transition.label, arguments,
                                   unsigned(position)}});
      }
    }
  return true;
}

bool Replay::start() {
  auto initial = interpreter.getInitialState();
  if (!initial)
    return fail(initial.getReason());
  layers.emplace_back();
  if (*initial)
    layers.back().push_back({**initial, std::nullopt, true, std::nullopt});
  return close(layers.back());
}

/// Asks the interpreter where it can try all arguments, and the solver about
/// this one state where it cannot.
std::optional<bool> Replay::isQuiescent(const State &state) {
  SymbolicState constant = context.sides[side]->getInitial();
  constant.locations = state.locations;
  for (auto [value, concrete] : llvm::zip(constant.values, state.values)) {
    value = context.exprs.getConstant(concrete);
  }
  constant.transform(
      [&](Term term) { return context.normalizer.normalize(term); });
  for (auto [position, transition] : llvm::enumerate(system.getTransitions())) {
    bool isInput =
        !system.isSilent(transition) &&
        system.getLabels()[*transition.label].kind == LabelKind::Input;
    if (isInput)
      continue;
    if (transition.params.empty()) {
      std::optional<State> next;
      if (!take(state, position, {}, next))
        return std::nullopt;
      if (next)
        return false;
      continue;
    }
    Term enabled = context.sides[side]->isEnabled(constant, position);
    smt::CheckResult result = context.queries.check({}, enabled);
    if (result.isUnknown()) {
      fail("the solver says unknown: " + result.reason);
      return std::nullopt;
    }
    if (result.isSat())
      return false;
  }
  return true;
}

bool Replay::follow(const Event &event) {
  const Observation &observation = observations[event.observation];
  Layer next;
  const Layer &now = layers.back();
  for (auto [index, reached] : llvm::enumerate(now)) {
    if (event.isIgnored && side == ImplSide) {
      next.push_back({reached.state, unsigned(index), false,
                      TraceStep{Rational(0), observation.label[side],
                                event.arguments, std::nullopt}});
      continue;
    }
    if (observation.kind == Kind::Quiescence) {
      std::optional<bool> quiet = isQuiescent(reached.state);
      if (!quiet)
        return false;
      if (*quiet)
        next.push_back({reached.state, unsigned(index), false, std::nullopt});
      continue;
    }
    if (!observation.label[side])
      continue;
    for (auto [position, transition] :
         llvm::enumerate(system.getTransitions())) {
      if (transition.label != observation.label[side])
        continue;
      std::optional<State> target;
      if (!take(reached.state, position, event.arguments, target))
        return false;
      if (target && llvm::none_of(next, [&](const Reached &other) {
            return other.state == *target;
          }))
        next.push_back({*target, unsigned(index), false,
                        TraceStep{Rational(0), transition.label,
                                  event.arguments, unsigned(position)}});
    }
  }
  if (!event.isIgnored || side == SpecSide)
    if (!close(next))
      return false;
  layers.push_back(std::move(next));
  return true;
}

TimedTrace Replay::getRun() const {
  TimedTrace run;
  size_t layer = layers.size() - 1;
  while (layers[layer].empty())
    --layer;
  unsigned index = 0;
  while (true) {
    const Reached &reached = layers[layer][index];
    if (reached.step)
      run.steps.push_back(*reached.step);
    if (!reached.from)
      break;
    index = *reached.from;
    if (!reached.isSameLayer)
      --layer;
  }
  std::reverse(run.steps.begin(), run.steps.end());
  return run;
}

//===----------------------------------------------------------------------===//
// Violations
//===----------------------------------------------------------------------===//

static mlir::Location getLast(const System &system, const TimedTrace &run) {
  for (const TraceStep &step : llvm::reverse(run.steps))
    if (step.transition)
      return system.getTransitions()[*step.transition].loc;
  return system.getLoc();
}

/// Both sides follow the events; at the last one only the implementation does.
static bool confirm(Replay &spec, Replay &impl, llvm::ArrayRef<Event> events,
                    std::string &reason) {
  auto refuse = [&](llvm::StringRef why) {
    reason = why.str();
    if (!spec.getReason().empty() || !impl.getReason().empty())
      reason = spec.getReason() + impl.getReason();
    return false;
  };
  if (!spec.start() || !impl.start())
    return refuse("");
  for (const Event &event : events) {
    bool isLast = &event == &events.back();
    if (event.isIgnored) {
      // It must be true that no state takes it.
      Event taken = event;
      taken.isIgnored = false;
      Replay attempt = impl;
      if (!attempt.follow(taken) || !attempt.isEmpty())
        return refuse("the witness does not replay: the input is taken");
    }
    if (!spec.follow(event) || !impl.follow(event))
      return refuse("");
    if (impl.isEmpty() || spec.isEmpty() != isLast)
      return refuse("the witness does not replay");
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Violations with time
//===----------------------------------------------------------------------===//

namespace {

/// The events as one side observes them, replayed by the interpreter.
class TimedReplay {
public:
  TimedReplay(const StepContext &context, Side side,
              llvm::ArrayRef<Observation> observations)
      : side(side), observations(observations),
        system(context.sides[side]->getSystem()), interpreter(system) {}

  const System &getSystem() const { return system; }
  bool hasLabel(const Event &event) const {
    return observations[event.observation].label[side].has_value();
  }
  /// An input that the implementation ignores is time that passes.
  TimedTrace getTrace(llvm::ArrayRef<Event> events) const;
  ReplayResult replay(llvm::ArrayRef<Event> events) {
    return replayObservation(interpreter, getTrace(events));
  }
  /// Puts ignored inputs where they happened.
  TimedTrace addIgnored(TimedTrace run, llvm::ArrayRef<Event> events) const;

private:
  Side side;
  llvm::ArrayRef<Observation> observations;
  const System &system;
  Interpreter interpreter;
};

} // namespace

TimedTrace TimedReplay::getTrace(llvm::ArrayRef<Event> events) const {
  TimedTrace trace;
  Rational waited = 0;
  for (const Event &event : events) {
    const Observation &observation = observations[event.observation];
    waited = Rational::add(waited, event.delay).value_or(waited);
    bool isNothing = observation.kind == Kind::Elapse ||
                     (event.isIgnored && side == ImplSide);
    if (isNothing)
      continue;
    trace.steps.push_back(
        {waited, observation.label[side], event.arguments, std::nullopt});
    waited = 0;
  }
  trace.finalDelay = waited;
  return trace;
}

TimedTrace TimedReplay::addIgnored(TimedTrace run,
                                   llvm::ArrayRef<Event> events) const {
  Rational time = 0;
  for (const Event &event : events) {
    time = Rational::add(time, event.delay).value_or(time);
    if (!event.isIgnored)
      continue;
    Rational before = 0;
    size_t place = 0;
    for (; place < run.steps.size(); ++place) {
      Rational next =
          Rational::add(before, run.steps[place].delay).value_or(before);
      if (next > time)
        break;
      before = next;
    }
    Rational gap = Rational::sub(time, before).value_or(0);
    Rational &after =
        place < run.steps.size() ? run.steps[place].delay : run.finalDelay;
    after = Rational::sub(after, gap).value_or(after);
    run.steps.insert(run.steps.begin() + place,
                     {gap, observations[event.observation].label[side],
                      event.arguments, std::nullopt});
  }
  return run;
}

/// The interpreter agrees: the specification can do all but the last event, the
/// implementation all, and it takes none of the inputs that it ignores.
static bool confirmTimed(TimedReplay &spec, TimedReplay &impl,
                         llvm::ArrayRef<Event> events, const Observation &last,
                         Violation &violation, std::string &reason) {
  auto expect = [&](const ReplayResult &result, AnswerKind answer) {
    if (result.answer == answer)
      return true;
    reason = "the witness does not replay";
    if (result.answer == AnswerKind::Undecided)
      reason += ": " + result.reason;
    return false;
  };
  ReplayResult before = spec.replay(events.drop_back());
  ReplayResult after = impl.replay(events);
  if (!expect(before, AnswerKind::Holds) || !expect(after, AnswerKind::Holds))
    return false;
  bool lacksLabel =
      last.kind == Kind::Output && !last.label[SpecSide].has_value();
  if (!lacksLabel && !expect(spec.replay(events), AnswerKind::Violated))
    return false;
  for (auto [index, event] : llvm::enumerate(events)) {
    if (!event.isIgnored || !impl.hasLabel(event))
      continue;
    std::vector<Event> taken(events.begin(), events.begin() + index + 1);
    taken.back().isIgnored = false;
    if (!expect(impl.replay(taken), AnswerKind::Violated))
      return false;
  }
  violation.specRun = before.run;
  violation.implRun = impl.addIgnored(after.run, events);
  return true;
}

static std::optional<Violation>
makeTimedViolation(const StepContext &context,
                   llvm::ArrayRef<Observation> observations,
                   llvm::ArrayRef<Event> events, std::string &reason) {
  const Observation &last = observations[events.back().observation];
  TimedReplay spec(context, SpecSide, observations);
  TimedReplay impl(context, ImplSide, observations);
  Violation violation;
  if (!confirmTimed(spec, impl, events, last, violation, reason))
    return std::nullopt;
  violation.kind = last.kind == Kind::Elapse ? ViolationKind::Late
                                             : ViolationKind::UnexpectedOutput;
  violation.observation = spec.getTrace(events.drop_back());
  violation.observation.finalDelay = events.back().delay;
  violation.label = last.label[ImplSide];
  violation.arguments = events.back().arguments;
  violation.specLocations.push_back(
      getLast(spec.getSystem(), violation.specRun));
  violation.implLocations.push_back(
      getLast(impl.getSystem(), violation.implRun));
  return violation;
}

std::optional<Violation>
symbolic::makeViolation(const StepContext &context,
                        llvm::ArrayRef<Observation> observations,
                        const FoundViolation &found, std::string &reason) {
  PathFormula path(context, observations);
  for (const Step &step : found.path)
    path.add(step);
  path.finish(found);
  std::optional<std::vector<Event>> events = path.solve(reason);
  if (!events)
    return std::nullopt;
  if (context.delay)
    return makeTimedViolation(context, observations, *events, reason);
  Replay spec(context, SpecSide, observations);
  Replay impl(context, ImplSide, observations);
  if (!confirm(spec, impl, *events, reason))
    return std::nullopt;
  Violation violation;
  const Observation &last = observations[found.observation];
  violation.kind = last.kind == Kind::Quiescence
                       ? ViolationKind::Quiescent
                       : ViolationKind::UnexpectedOutput;
  for (const Event &event : llvm::ArrayRef(*events).drop_back()) {
    TraceStep &step = violation.observation.steps.emplace_back();
    step.label = observations[event.observation].label[SpecSide];
    step.arguments = event.arguments;
  }
  violation.label = last.label[ImplSide];
  violation.arguments = events->back().arguments;
  violation.specRun = spec.getRun();
  violation.implRun = impl.getRun();
  violation.specLocations.push_back(
      getLast(context.sides[SpecSide]->getSystem(), violation.specRun));
  violation.implLocations.push_back(
      getLast(context.sides[ImplSide]->getSystem(), violation.implRun));
  return violation;
}
