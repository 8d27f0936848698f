//===- Unroller.cpp - Runs as formulas --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/Unroller.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using smt::Binding;
using smt::Function;
using smt::Sort;
using smt::Term;

//===----------------------------------------------------------------------===//
// Timeline
//===----------------------------------------------------------------------===//

static std::string getStepName(llvm::StringRef name, unsigned step) {
  return (name + "@" + llvm::Twine(step)).str();
}

Term Timeline::declare(Term symbol) {
  if (byName.try_emplace(symbol.getName(), symbol).second) {
    declared.push_back(symbol);
    sink.declare(symbol);
  }
  return symbol;
}

Term Timeline::get(Term symbol, unsigned step) {
  return get(symbol.getName(), symbol.getSort(), step);
}

Term Timeline::get(llvm::StringRef name, Sort sort, unsigned step) {
  return declare(terms.getSymbol(getStepName(name, step), sort));
}

Term Timeline::get(llvm::StringRef name, Sort sort) {
  return declare(terms.getSymbol(name, sort));
}

Term Timeline::getDelay(unsigned step) {
  return get("delay", Sort::Real, step);
}
Term Timeline::getNow(unsigned step) { return get("now", Sort::Real, step); }

Term Timeline::getStart(unsigned step) {
  return step == 0 ? terms.getNumber(0, Sort::Real) : getNow(step - 1);
}

Term Timeline::isForward(unsigned step) {
  if (encoding == TimeEncoding::Delays)
    return terms.getGe(getDelay(step), terms.getInt(0));
  return terms.getGe(getNow(step), getStart(step));
}

Term Timeline::isInstant(unsigned step) {
  if (encoding == TimeEncoding::Delays)
    return terms.getEq(getDelay(step), terms.getInt(0));
  return terms.getEq(getNow(step), getStart(step));
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

Term Run::getState(unsigned leaf, unsigned index) {
  const SystemEncoder::StateLeaf &info = encoder.getState()[leaf];
  return timeline.get(info.current, info.changes ? index : 0);
}

Term Run::getEdge(unsigned transition, unsigned step) {
  return timeline.get(encoder.getEdge(transition), step);
}

/// Puts the symbols of a step in place of those of the definitions. `time` is a
/// delay since the state was entered or a point in time, null for none.
Binding Run::bind(unsigned step, Term time, bool withNext) {
  Binding binding;
  bool delays = timeline.getEncoding() == TimeEncoding::Delays;
  for (auto [index, leaf] : llvm::enumerate(encoder.getState())) {
    Term current = getState(index, step);
    if (leaf.kind == Slot::Kind::Clock && delays && time)
      current = terms.getAdd(current, time);
    binding[leaf.current.getImpl()] = current;
    if (withNext)
      binding[leaf.next.getImpl()] = getState(index, step + 1);
  }
  if (!delays && time)
    binding[encoder.getNowSymbol().getImpl()] = time;
  return binding;
}

/// Adds what the definition mentions of the step itself; nothing else is
/// declared.
static void bindStep(Binding &binding, const Function &function,
                     const SystemEncoder &encoder, Timeline &timeline,
                     unsigned step) {
  for (Term param : function.params)
    if (!binding.count(param.getImpl()))
      binding[param.getImpl()] = timeline.get(param, step);
}

static bool readsNext(const Function &function, const SystemEncoder &encoder) {
  llvm::DenseSet<Term> params(function.params.begin(), function.params.end());
  return llvm::any_of(encoder.getState(),
                      [&](const SystemEncoder::StateLeaf &leaf) {
                        return params.contains(leaf.next);
                      });
}

Term Run::applyAt(const Function &function, unsigned step, Term time) {
  Binding binding = bind(step, time, readsNext(function, encoder));
  bindStep(binding, function, encoder, timeline, step);
  return terms.apply(function, binding);
}

static Term getStepTime(Timeline &timeline, const SystemEncoder &encoder,
                        unsigned step) {
  if (!encoder.hasTime())
    return Term();
  return timeline.getEncoding() == TimeEncoding::Delays
             ? timeline.getDelay(step)
             : timeline.getNow(step);
}

Term Run::apply(const Function &function, unsigned step) {
  return applyAt(function, step, getStepTime(timeline, encoder, step));
}

Term Run::applyAtEntry(const Function &function, unsigned step) {
  bool stamps = timeline.getEncoding() == TimeEncoding::Timestamps;
  return applyAt(function, step,
                 stamps && encoder.hasTime() ? timeline.getStart(step)
                                             : Term());
}

Term Run::isInitial() { return applyAtEntry(encoder.getInit(), 0); }

Term Run::mayWaitUntil(unsigned step, Term time, Term isInstant) {
  Term urgent = applyAtEntry(encoder.getUrgent(), step);
  return terms.getAnd(terms.getImplies(urgent, isInstant),
                      applyAt(encoder.getInvariant(), step, time));
}

Term Run::mayWait(unsigned step) {
  if (!encoder.hasTime())
    return apply(encoder.getInvariant(), step);
  return terms.getAnd(timeline.isForward(step),
                      mayWaitUntil(step, getStepTime(timeline, encoder, step),
                                   timeline.isInstant(step)));
}

Term Run::takesStep(unsigned step) { return apply(encoder.getStep(), step); }

Term Run::keepsState(unsigned step) {
  std::vector<Term> all;
  Term time = getStepTime(timeline, encoder, step);
  Binding binding = bind(step, time, /*withNext=*/true);
  for (const SystemEncoder::StateLeaf &leaf : encoder.getState())
    if (leaf.changes)
      all.push_back(terms.getEq(binding[leaf.next.getImpl()],
                                binding[leaf.current.getImpl()]));
  return terms.getAnd(all);
}

//===----------------------------------------------------------------------===//
// Synchronous runs
//===----------------------------------------------------------------------===//

Binding Run::bindSync(unsigned index) {
  Binding binding;
  for (auto [position, leaf] : llvm::enumerate(encoder.getState())) {
    binding[leaf.next.getImpl()] = getState(position, index);
    if (index > 0)
      binding[leaf.current.getImpl()] = getState(position, index - 1);
  }
  return binding;
}

Term Run::getSyncConjunct(unsigned index, unsigned conjunct) {
  auto conjuncts = encoder.getConjuncts(index == 0);
  return terms.apply(conjunct < conjuncts.size() ? *conjuncts[conjunct]
                                                 : encoder.getDomain(),
                     bindSync(index));
}

Term Run::isSyncStep(unsigned index) {
  Binding binding = bindSync(index);
  return terms.getAnd(terms.apply(encoder.getDomain(), binding),
                      terms.apply(encoder.getRelation(index == 0), binding));
}

//===----------------------------------------------------------------------===//
// Reading models
//===----------------------------------------------------------------------===//

/// The delay of a step.
static std::optional<Rational> readDelay(const SystemEncoder &encoder,
                                         ModelLookup model, unsigned step) {
  if (!encoder.hasTime())
    return Rational(0);
  std::optional<Rational> delay;
  if (encoder.getTime() == TimeEncoding::Delays) {
    delay = model(getStepName("delay", step));
  } else {
    std::optional<Rational> now = model(getStepName("now", step));
    std::optional<Rational> start =
        step == 0 ? Rational(0) : model(getStepName("now", step - 1));
    if (now && start)
      delay = Rational::sub(*now, *start);
  }
  if (!delay || delay->isNegative())
    return std::nullopt;
  return delay;
}

std::optional<unsigned> tioga::readTransition(const SystemEncoder &encoder,
                                              ModelLookup model,
                                              unsigned step) {
  unsigned count = encoder.getSystem().getTransitions().size();
  for (unsigned index = 0; index < count; ++index) {
    std::optional<Rational> taken =
        model(getStepName(encoder.getEdge(index).getName(), step));
    if (taken && !taken->isZero())
      return index;
  }
  return std::nullopt;
}

std::optional<std::vector<Value>>
tioga::readArguments(const SystemEncoder &encoder, ModelLookup model,
                     unsigned transition, unsigned step) {
  const SystemTransition &info =
      encoder.getSystem().getTransitions()[transition];
  llvm::ArrayRef<SystemEncoder::ParamLeaf> leaves =
      info.label ? encoder.getParams(*info.label)
                 : encoder.getOwnParams(transition);
  std::vector<Rational> numbers;
  for (const SystemEncoder::ParamLeaf &leaf : leaves)
    // What no condition reads may be missing and is arbitrary.
    numbers.push_back(model(getStepName(leaf.name, step)).value_or(0));
  llvm::ArrayRef<Rational> rest = numbers;
  std::vector<Value> arguments;
  for (const SystemParam &param : info.params) {
    std::optional<Value> value = encoder.getExprs().readValue(param.type, rest);
    if (!value)
      return std::nullopt;
    arguments.push_back(*value);
  }
  return arguments;
}

std::optional<TimedTrace> tioga::readTrace(const SystemEncoder &encoder,
                                           ModelLookup model, unsigned numSteps,
                                           bool withFinalDelay) {
  TimedTrace trace;
  const System &system = encoder.getSystem();
  for (unsigned step = 0; step < numSteps; ++step) {
    std::optional<Rational> delay = readDelay(encoder, model, step);
    std::optional<unsigned> transition = readTransition(encoder, model, step);
    if (!delay || !transition)
      return std::nullopt;
    auto arguments = readArguments(encoder, model, *transition, step);
    if (!arguments)
      return std::nullopt;
    trace.steps.push_back({*delay, system.getTransitions()[*transition].label,
                           std::move(*arguments), *transition});
  }
  if (!withFinalDelay)
    return trace;
  std::optional<Rational> delay = readDelay(encoder, model, numSteps);
  if (!delay)
    return std::nullopt;
  trace.finalDelay = *delay;
  return trace;
}

std::optional<std::vector<Value>> tioga::readState(const SystemEncoder &encoder,
                                                   ModelLookup model,
                                                   unsigned index) {
  std::vector<Rational> numbers;
  for (const SystemEncoder::StateLeaf &leaf : encoder.getState())
    if (leaf.kind == Slot::Kind::Variable) {
      std::optional<Rational> number =
          model(getStepName(leaf.name, leaf.changes ? index : 0));
      if (!number)
        return std::nullopt;
      numbers.push_back(*number);
    }
  llvm::ArrayRef<Rational> rest = numbers;
  std::vector<Value> values;
  for (const SystemVariable &variable : encoder.getSystem().getVariables()) {
    std::optional<Value> value =
        encoder.getExprs().readValue(variable.type, rest);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::optional<Rational> tioga::getSymbolValue(const Timeline &timeline,
                                              smt::Solver &solver,
                                              llvm::StringRef name) {
  smt::Term symbol = timeline.lookup(name);
  return symbol ? solver.getValue(symbol) : std::nullopt;
}
