//===- Execution.cpp - Steps of symbolic states -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;
using ValueKind = Value::Kind;

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

static void collectTerms(const SymbolicValue &value,
                         llvm::SmallVectorImpl<Term> &terms) {
  if (value.term)
    terms.push_back(value.term);
  for (const SymbolicValue &element : value.elements)
    collectTerms(element, terms);
  terms.append(value.present.begin(), value.present.end());
}

static void transformTerms(SymbolicValue &value,
                           llvm::function_ref<Term(Term)> change) {
  if (value.term)
    value.term = change(value.term);
  for (SymbolicValue &element : value.elements)
    transformTerms(element, change);
  for (Term &present : value.present)
    present = change(present);
}

static bool isSameValue(const SymbolicValue &a, const SymbolicValue &b) {
  return a.kind == b.kind && a.term == b.term && a.present == b.present &&
         a.elements.size() == b.elements.size() &&
         llvm::all_of(llvm::zip(a.elements, b.elements), [](auto pair) {
           return isSameValue(std::get<0>(pair), std::get<1>(pair));
         });
}

void SymbolicState::collect(llvm::SmallVectorImpl<Term> &terms) const {
  for (const SymbolicValue &value : values)
    collectTerms(value, terms);
  terms.append(clocks.begin(), clocks.end());
}

bool SymbolicState::isSame(const SymbolicState &other) const {
  return locations == other.locations && clocks == other.clocks &&
         values.size() == other.values.size() &&
         llvm::all_of(llvm::zip(values, other.values), [](auto pair) {
           return isSameValue(std::get<0>(pair), std::get<1>(pair));
         });
}

void SymbolicState::transform(llvm::function_ref<Term(Term)> change) {
  for (SymbolicValue &value : values)
    transformTerms(value, change);
  for (Term &clock : clocks)
    clock = change(clock);
}

void symbolic::keepShape(SymbolicValue &map, const SymbolicValue &key,
                         const SymbolicValue &value, smt::TermContext &terms) {
  SymbolicValue entry[2] = {key, value};
  for (SymbolicValue &part : entry)
    transformTerms(part, [&](Term term) {
      return term.getSort() == Sort::Bool ? terms.getFalse()
                                          : terms.getNumber(0, term.getSort());
    });
  map.elements = {entry[0], entry[1]};
  map.present = {terms.getFalse()};
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Execution::Execution(const System &system, ExprEncoder &exprs,
                     Normalizer &normalizer)
    : system(system), exprs(exprs), normalizer(normalizer),
      terms(normalizer.getTerms()) {
  for (const SystemVariable &variable : system.getVariables())
    exprs.addEnums(variable.type);
  controlValues.resize(system.getControls().size());
  clockValues.resize(system.getClocks().size());
}

/// Removes what cannot be an element or an entry.
SymbolicValue Execution::normalize(const SymbolicValue &value) {
  SymbolicValue result;
  result.kind = value.kind;
  result.fieldNames = value.fieldNames;
  if (value.term)
    result.term = normalizer.normalize(value.term);
  bool isCollection =
      value.kind == ValueKind::Set || value.kind == ValueKind::Map;
  if (!isCollection) {
    for (const SymbolicValue &element : value.elements)
      result.elements.push_back(normalize(element));
    return result;
  }
  unsigned stride = value.kind == ValueKind::Map ? 2 : 1;
  for (auto [index, present] : llvm::enumerate(value.present)) {
    Term condition = normalizer.normalize(present);
    if (condition.isFalse())
      continue;
    result.present.push_back(condition);
    for (unsigned part = 0; part < stride; ++part)
      result.elements.push_back(
          normalize(value.elements[stride * index + part]));
  }
  return result;
}

/// The value of a variable.
SymbolicValue Execution::normalize(const SymbolicValue &value,
                                   mlir::Type type) {
  SymbolicValue result = normalize(value);
  if (mlir::isa<RealType>(type) && result.term)
    result.term = normalizer.normalize(terms.getToReal(result.term));
  auto map = mlir::dyn_cast<MapType>(type);
  if (map && result.present.empty())
    keepShape(result, normalize(exprs.getConstant(getFirstValue(map.getKey()))),
              normalize(exprs.getConstant(getFirstValue(map.getValue()))),
              terms);
  return result;
}

void Execution::resolveState(const SymbolicState &state) {
  for (auto [index, location] : llvm::enumerate(state.locations))
    controlValues[index] =
        exprs.getConstant(system.getControls()[index].values[location]);
  for (auto [index, clock] : llvm::enumerate(state.clocks))
    clockValues[index] = exprs.getNumber(clock);
}

Term Execution::encode(Expr condition, const SymbolicState &state,
                       const Params &params) {
  auto resolve = [&](Expr name) -> const SymbolicValue * {
    if (const SymbolicValue *param = params.lookup(name))
      return param;
    const Slot *slot = system.lookup(name);
    if (!slot)
      return nullptr;
    switch (slot->kind) {
    case Slot::Kind::Variable:
      return &state.values[slot->index];
    case Slot::Kind::Clock:
      return &clockValues[slot->index];
    case Slot::Kind::Control:
      return &controlValues[slot->index];
    }
    llvm_unreachable("covered switch");
  };
  Term term = exprs.encodeCondition(condition, resolve);
  if (!term) {
    fail("a condition has no formula");
    return terms.getFalse();
  }
  return normalizer.normalize(term);
}

/// Part by part: one that has no value does not hold, the others are not
/// touched by that.
Term Execution::encode(const SystemCondition &condition,
                       const SymbolicState &state, const Params &params) {
  std::vector<Term> parts;
  auto add = [&](Expr part) {
    if (parts.empty() || !parts.back().isFalse())
      parts.push_back(encode(part, state, params));
  };
  for (Expr part : condition.data)
    add(part);
  for (const ClockBound &bound : condition.clocks)
    add(bound.source);
  for (Expr part : condition.mixed)
    add(part);
  return normalizer.getAnd(parts);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

SymbolicState Execution::getInitial() {
  SymbolicState state;
  for (const SystemControl &control : system.getControls())
    state.locations.push_back(control.initial);
  for (const SystemVariable &variable : system.getVariables()) {
    state.values.push_back(
        normalize(exprs.getConstant(variable.initial), variable.type));
  }
  state.clocks.assign(system.getClocks().size(),
                      terms.getNumber(0, Sort::Real));
  return state;
}

bool Execution::isAt(const SymbolicState &state,
                     const SystemTransition &transition) const {
  return llvm::all_of(transition.moves, [&](const SystemMove &move) {
    return !move.from || state.locations[move.control] == *move.from;
  });
}

std::vector<unsigned>
Execution::getCandidates(const SymbolicState &state) const {
  std::vector<unsigned> candidates(system.getFreeTransitions());
  for (auto [control, location] : llvm::enumerate(state.locations))
    llvm::append_range(candidates, system.getOutTransitions(control, location));
  llvm::erase_if(candidates, [&](unsigned transition) {
    return !isAt(state, system.getTransitions()[transition]);
  });
  llvm::sort(candidates);
  return candidates;
}

bool Execution::encodeUpdates(const SystemTransition &transition,
                              const SymbolicState &state, const Params &params,
                              SymbolicState &next,
                              std::vector<Term> &conditions) {
  auto resolve = [&](Expr name) -> const SymbolicValue * {
    if (const SymbolicValue *param = params.lookup(name))
      return param;
    const Slot *slot = system.lookup(name);
    if (!slot)
      return nullptr;
    return slot->kind == Slot::Kind::Variable ? &state.values[slot->index]
           : slot->kind == Slot::Kind::Clock  ? &clockValues[slot->index]
                                              : &controlValues[slot->index];
  };
  for (const SystemMove &move : transition.moves)
    next.locations[move.control] = move.to;
  for (const DataAssignment &assignment : transition.assignments) {
    const SystemVariable &variable = system.getVariables()[assignment.variable];
    auto result = exprs.encode(assignment.value, resolve);
    if (!result)
      return false;
    conditions.push_back(normalizer.normalize(result->defined));
    SymbolicValue value = normalize(result->value, variable.type);
    conditions.push_back(
        normalizer.normalize(exprs.getDomain(value, variable.type)));
    next.values[assignment.variable] = std::move(value);
  }
  for (const ClockReset &reset : transition.resets) {
    Term &clock = next.clocks[reset.clock];
    switch (reset.kind) {
    case ClockReset::Kind::Constant:
      clock = terms.getNumber(reset.constant, Sort::Real);
      continue;
    case ClockReset::Kind::Copy:
      clock = state.clocks[reset.source];
      continue;
    case ClockReset::Kind::General:
      break;
    }
    auto result = exprs.encode(reset.value, resolve);
    if (!result)
      return false;
    conditions.push_back(normalizer.normalize(result->defined));
    clock = normalizer.normalize(terms.getToReal(result->value.term));
    conditions.push_back(normalizer.normalize(
        terms.getGe(clock, terms.getNumber(0, Sort::Real))));
  }
  return true;
}

Term Execution::getInvariant(const SymbolicState &state) {
  resolveState(state);
  std::vector<Term> parts;
  auto add = [&](unsigned invariant) {
    parts.push_back(
        encode(system.getInvariants()[invariant].condition, state, Params()));
  };
  for (unsigned invariant : system.getGlobalInvariants())
    add(invariant);
  for (auto [control, location] : llvm::enumerate(state.locations))
    for (unsigned invariant : system.getInvariantsAt(control, location))
      add(invariant);
  return normalizer.getAnd(parts);
}

SymbolicState Execution::wait(const SymbolicState &state, Term delay) {
  SymbolicState later = state;
  for (Term &clock : later.clocks)
    clock = normalizer.normalize(terms.getAdd(clock, delay));
  return later;
}

/// Whether a condition that holds after a delay has held all the time before.
static bool holdsBefore(Normalizer &normalizer, Term condition, Term delay) {
  if (!normalizer.mentions(condition, delay))
    return true;
  if (condition.is(TermKind::And) || condition.is(TermKind::Or))
    return llvm::all_of(condition.getOperands(), [&](Term part) {
      return holdsBefore(normalizer, part, delay);
    });
  std::optional<Literal> literal = normalizer.getLiteral(condition);
  return literal &&
         (literal->kind == Literal::Kind::AtMost ||
          literal->kind == Literal::Kind::Below) &&
         literal->form.getCoefficient(delay) > Rational(0);
}

Term Execution::mayWait(const SymbolicState &state, Term delay) {
  Term zero = terms.getNumber(0, Sort::Real);
  bool isUrgent = system.isAlwaysUrgent();
  for (auto [control, location] : llvm::enumerate(state.locations))
    isUrgent |= system.isUrgent(control, location);
  if (isUrgent)
    return normalizer.normalize(terms.getEq(delay, zero));
  Term invariant = getInvariant(wait(state, delay));
  auto getParts = [](const Term &condition) {
    return condition.is(TermKind::And) ? condition.getOperands()
                                       : llvm::ArrayRef(condition);
  };
  auto hasHoles = [&](Term part) {
    std::optional<Literal> literal = normalizer.getLiteral(part);
    return part.is(TermKind::Or) ||
           (literal && literal->kind == Literal::Kind::NonZero);
  };
  if (llvm::any_of(getParts(invariant), hasHoles)) {
    // Alternatives that bound clocks from below might take over from each
    // other.
    Term probe = terms.getSymbol("wait:Real", Sort::Real);
    Term later = getInvariant(wait(state, probe));
    for (Term part : getParts(later))
      if (hasHoles(part) && !holdsBefore(normalizer, part, probe))
        fail("an invariant may hold again after it has not held");
  }
  return normalizer.getAnd(
      {normalizer.normalize(terms.getGe(delay, zero)), invariant});
}

std::optional<Execution::Step>
Execution::take(const SymbolicState &state, unsigned index,
                llvm::ArrayRef<SymbolicValue> arguments) {
  const SystemTransition &transition = system.getTransitions()[index];
  if (!isAt(state, transition))
    return std::nullopt;
  resolveState(state);
  Params params;
  std::vector<Term> conditions;
  for (auto [param, argument] : llvm::zip(transition.params, arguments))
    params[param.name] = &argument;
  conditions.push_back(encode(transition.guard, state, params));
  if (conditions.back().isFalse())
    return std::nullopt;
  for (auto [param, argument] : llvm::zip(transition.params, arguments))
    conditions.push_back(
        normalizer.normalize(exprs.getDomain(argument, param.type)));
  Step step{Term(), state};
  if (!encodeUpdates(transition, state, params, step.next, conditions)) {
    fail("an update has no formula");
    return std::nullopt;
  }
  step.condition = normalizer.getAnd(conditions);
  if (step.condition.isFalse())
    return std::nullopt;
  if (!system.getInvariants().empty())
    step.condition =
        normalizer.getAnd({step.condition, getInvariant(step.next)});
  if (step.condition.isFalse())
    return std::nullopt;
  return step;
}

std::optional<std::vector<SymbolicValue>>
Execution::makeArguments(llvm::ArrayRef<SystemParam> params,
                         const llvm::Twine &prefix, std::vector<Term> *leaves) {
  std::vector<SymbolicValue> arguments;
  for (auto [index, param] : llvm::enumerate(params)) {
    exprs.addEnums(param.type);
    std::vector<Leaf> parts;
    if (!exprs.addLeaves(param.type, prefix + llvm::Twine(index), parts)) {
      fail("the parameter '" + param.getName() + "' has too many values");
      return std::nullopt;
    }
    std::vector<Term> symbols;
    // A name has one sort, in all systems.
    for (const Leaf &leaf : parts)
      symbols.push_back(terms.getSymbol(
          leaf.name + ":" + smt::toString(leaf.sort).str(), leaf.sort));
    if (leaves)
      llvm::append_range(*leaves, symbols);
    llvm::ArrayRef<Term> rest = symbols;
    arguments.push_back(normalize(exprs.fromLeaves(param.type, rest)));
  }
  return arguments;
}

Term Execution::isEnabled(const SymbolicState &state, unsigned transition) {
  std::vector<Term> leaves;
  // Names of their own: they are bound, and no state mentions them.
  auto arguments =
      makeArguments(system.getTransitions()[transition].params, "?", &leaves);
  if (!arguments)
    return terms.getFalse();
  std::optional<Step> step = take(state, transition, *arguments);
  return step ? project(normalizer, step->condition, leaves) : terms.getFalse();
}

Term Execution::isQuiescent(const SymbolicState &state) {
  std::vector<Term> parts;
  for (unsigned index : getCandidates(state)) {
    const SystemTransition &transition = system.getTransitions()[index];
    if (!system.isSilent(transition) &&
        system.getLabels()[*transition.label].kind == LabelKind::Input)
      continue;
    parts.push_back(normalizer.negate(isEnabled(state, index)));
    if (parts.back().isFalse())
      return parts.back();
  }
  return normalizer.getAnd(parts);
}
