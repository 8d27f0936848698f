//===- ZoneModel.cpp - A system prepared for zones --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/ZoneModel.h"
#include "ZoneModelImpl.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Zone/Federation.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

ActionId Alphabet::get(const SystemLabel &label,
                       llvm::ArrayRef<Value> arguments) {
  // Two values are reserved in the map.
  unsigned hash = unsigned(size_t(llvm::hash_combine_range(arguments.begin(),
                                                           arguments.end()))) >>
                  2;
  llvm::SmallVector<ActionId, 1> &known = byLabel[label.name][hash];
  for (ActionId id : known)
    if (arguments == llvm::ArrayRef<Value>(actions[id].arguments))
      return id;
  ActionId id = actions.size();
  actions.push_back({label.name, label.kind, arguments.vec()});
  known.push_back(id);
  return id;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

ZoneModel::ZoneModel(const System &system, const SystemEdits *edits,
                     Alphabet &alphabet, const ZoneModelOptions &options)
    : system(system), options(options), numClocks(system.getClocks().size()) {
  SystemView view(system, edits);
  hasUrgency = options.useUrgencyClock && system.isDense() &&
               (system.isAlwaysUrgent() || system.hasUrgentLabels() ||
                view.hasUrgentLocations());
  if (hasUrgency)
    ++numClocks;
  impl = std::make_unique<Impl>(*this, view, alphabet);
  if (system.isSync())
    failure = "synchronous systems have no zone graph";
  initial = impl->makeInitial();
}

ZoneModel::~ZoneModel() = default;

const Alphabet &ZoneModel::getAlphabet() const { return impl->alphabet; }

const SystemTransition &ZoneModel::getTransition(unsigned index) const {
  const SystemTransition *transition = impl->view.getTransition(index);
  assert(transition && "the transition was removed");
  return *transition;
}

ZoneModel::Impl::Impl(ZoneModel &model, const SystemView &view,
                      Alphabet &alphabet)
    : model(model), view(view), alphabet(alphabet),
      analysis(this->view, model.numClocks, model.options.scale),
      conditions(view.getSystem(), model.options, allocator, model.failure),
      numControls(view.getSystem().getControls().size()) {
  values.resize(view.getSystem().getVariables().size());
  controlValues.resize(numControls);
  for (const SystemVariable &variable : view.getSystem().getVariables())
    codes.emplace_back(variable.type);
  if (model.hasUrgency)
    addUrgency();
  analysis.run();
  model.diagonals = analysis.diagonals;
  model.unknownDiagonals = analysis.hasUnknownDiagonals;
}

void ZoneModel::Impl::addUrgency() {
  unsigned clock = model.numClocks - 1;
  const System &system = view.getSystem();
  // Which states an urgent label stops is known only state by state.
  if (system.isAlwaysUrgent() || system.hasUrgentLabels()) {
    analysis.addUrgency(clock, std::nullopt);
    return;
  }
  for (unsigned control = 0; control < numControls; ++control)
    for (unsigned l = 0, e = view.getNumLocations(control); l < e; ++l)
      if (view.isUrgent(control, l))
        analysis.addUrgency(clock, SystemMove{control, std::nullopt, l});
}

StateId ZoneModel::Impl::makeInitial() {
  llvm::SmallVector<int32_t, 16> key;
  for (unsigned control = 0; control < numControls; ++control)
    key.push_back(view.getInitialLocation(control));
  for (unsigned variable = 0, e = codes.size(); variable < e; ++variable) {
    std::optional<int32_t> code =
        codes[variable].encode(view.getInitialValue(variable));
    if (!code)
      fail("an initial value does not fit into 32 bits");
    key.push_back(code.value_or(0));
  }
  return intern(key);
}

StateId ZoneModel::import(const ZoneModel &other, StateId id) {
  llvm::SmallVector<int32_t, 16> key;
  for (unsigned control = 0; control < impl->numControls; ++control)
    key.push_back(other.getLocation(id, control));
  for (unsigned variable = 0; variable < impl->codes.size(); ++variable) {
    std::optional<int32_t> code =
        impl->codes[variable].encode(other.getValue(id, variable));
    if (!code)
      impl->fail("a value does not fit into 32 bits");
    key.push_back(code.value_or(0));
  }
  return impl->intern(key);
}

void ZoneModel::addComparison(Expr condition) {
  impl->analysis.addEverywhere(condition);
  impl->analysis.run();
  diagonals = impl->analysis.diagonals;
  unknownDiagonals = impl->analysis.hasUnknownDiagonals;
  impl->computeClocks(states[initial]);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

VariableCode::VariableCode(mlir::Type type)
    : isDirect(isInteger(type) || mlir::isa<BoolType>(type)),
      isBool(mlir::isa<BoolType>(type)) {}

std::optional<int32_t> VariableCode::encode(const Value &value) {
  if (isBool)
    return value.getBool();
  if (isDirect) {
    int64_t number = value.getNumber().getNumerator();
    if (!value.getNumber().isInteger() || number != int32_t(number))
      return std::nullopt;
    return int32_t(number);
  }
  auto [position, isNew] = index.try_emplace(value, int32_t(table.size()));
  if (isNew)
    table.push_back(value);
  return position->second;
}

Value VariableCode::decode(int32_t code) const {
  if (isBool)
    return Value(code != 0);
  return isDirect ? Value::getInt(code) : table[code];
}

Value ZoneModel::getValue(StateId id, unsigned variable) const {
  return impl->codes[variable].decode(
      states[id].key[impl->numControls + variable]);
}

void ZoneModel::Impl::decodeValues() {
  isDecoded = true;
  for (unsigned control = 0; control < numControls; ++control)
    controlValues[control] = view.getControlValue(control, current[control]);
  for (unsigned variable = 0, e = codes.size(); variable < e; ++variable)
    values[variable] = codes[variable].decode(current[numControls + variable]);
}

const Value *ZoneModel::Impl::lookup(Expr name,
                                     const SystemTransition *transition) {
  if (transition)
    if (std::optional<unsigned> param = System::lookupParam(*transition, name))
      return *param < arguments.size() ? &arguments[*param] : nullptr;
  const Slot *slot = view.getSystem().lookup(name);
  if (!slot || slot->kind == Slot::Kind::Clock)
    return nullptr;
  if (!isDecoded)
    decodeValues();
  return slot->kind == Slot::Kind::Variable ? &values[slot->index]
                                            : &controlValues[slot->index];
}

bool ZoneModel::Impl::holds(llvm::ArrayRef<Expr> conditions,
                            const SystemTransition *transition) {
  for (Expr condition : conditions) {
    EvalResult result = evaluateGuard(condition, NameLookup([&](Expr name) {
                                        return lookup(name, transition);
                                      }));
    if (!result) {
      fail("a number leaves 64 bits in '" + condition.str() + "'");
      return false;
    }
    if (!result.value.getBool())
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

StateId ZoneModel::Impl::intern(llvm::ArrayRef<int32_t> key) {
  auto found = stateIds.find(key);
  if (found != stateIds.end())
    return found->second;
  StateId id = model.states.size();
  llvm::ArrayRef<int32_t> stored = copy(key);
  stateIds.try_emplace(stored, id);
  DiscreteState &state = model.states.emplace_back();
  state.key = stored;
  computeClocks(state);
  return id;
}

void ZoneModel::Impl::computeClocks(DiscreteState &state) {
  llvm::SmallVector<uint16_t, 16> active, slots(model.numClocks + 1, 0);
  llvm::SmallVector<int32_t, 16> lower, upper;
  for (unsigned clock = 0; clock < model.numClocks; ++clock) {
    ClockAnalysis::Constants constants =
        analysis.get(state.key.take_front(numControls), clock);
    if (constants.lower < 0 && constants.upper < 0)
      continue;
    active.push_back(clock + 1);
    slots[clock + 1] = active.size();
    lower.push_back(constants.lower);
    upper.push_back(constants.upper);
  }
  state.active = copy<uint16_t>(active);
  state.slots = copy<uint16_t>(slots);
  state.lower = copy<int32_t>(lower);
  state.upper = copy<int32_t>(upper);
}

void ZoneModel::Impl::addAlternatives(const SystemCondition &condition,
                                      const SystemTransition *transition,
                                      Alternatives &result) {
  if (condition.isTrue())
    return;
  if (!holds(condition.data, transition)) {
    result.clear();
    return;
  }
  for (const ClockBound &bound : condition.clocks)
    conditions.addBound(bound, result);
  for (Expr mixed : condition.mixed)
    conditions.addMixed(
        mixed, [&](Expr name) { return lookup(name, transition); }, result);
}

/// The invariants of the current state.
llvm::ArrayRef<ZoneConjunction>
ZoneModel::Impl::computeInvariant(llvm::ArrayRef<int32_t> key,
                                  bool ofEnvironment) {
  Alternatives result(1);
  bool split = model.options.splitEnvironment;
  auto add = [&](const SystemCondition &condition) {
    addAlternatives(condition, nullptr, result);
  };
  if (!ofEnvironment)
    view.forEachGlobalInvariant(add);
  for (unsigned control = 0; control < numControls; ++control) {
    bool isEnvironment = view.getSystem().getControls()[control].isEnvironment;
    if (!split || isEnvironment == ofEnvironment)
      view.forEachInvariant(control, key[control], add);
  }
  return store(result);
}

llvm::ArrayRef<ZoneConjunction>
ZoneModel::Impl::store(const Alternatives &alternatives) {
  llvm::SmallVector<ZoneConjunction, 2> stored;
  for (const auto &conjunction : alternatives)
    stored.push_back(copy<Constraint>(conjunction));
  return copy<ZoneConjunction>(stored);
}

/// Whether time leads out of a set and into it again.
bool ZoneModel::Impl::hasGap(
    llvm::ArrayRef<ZoneConjunction> alternatives) const {
  if (alternatives.size() < 2)
    return false;
  unsigned dimension = model.numClocks + 1;
  Federation inside(dimension);
  for (ZoneConjunction conjunction : alternatives)
    inside.insert(Zone::fromConstraints(dimension, conjunction));
  inside.reduce();
  if (inside.size() < 2)
    return false;
  Federation later = inside;
  later.up();
  later.subtract(inside);
  later.up();
  return !later.isDisjoint(inside);
}

const ZoneModel::Impl::Entry &ZoneModel::Impl::getEntry(StateId id) {
  while (entries.size() <= id)
    entries.emplace_back();
  Entry &entry = entries[id];
  if (entry.isComputed)
    return entry;
  entry.isComputed = true;
  // Invariants read the values of the state itself.
  llvm::ArrayRef<int32_t> before = current;
  setCurrent(model.states[id].key);
  entry.invariants = computeInvariant(model.states[id].key, false);
  if (model.options.splitEnvironment)
    entry.environment = computeInvariant(model.states[id].key, true);
  else
    entry.environment = store(Alternatives(1));
  entry.isUrgentLocation = isUrgentLocation(model.states[id].key);
  // Zones let time pass first and look at the invariant then.
  if (!model.options.allowGaps && !entry.isUrgentLocation &&
      view.getSystem().isDense() &&
      (hasGap(entry.invariants) || hasGap(entry.environment)))
    fail("an invariant holds again after it has not held, which zones cannot "
         "represent");
  setCurrent(before);
  return entry;
}

bool ZoneModel::Impl::isUrgentLocation(llvm::ArrayRef<int32_t> key) const {
  const System &system = view.getSystem();
  if (!system.isDense())
    return false;
  if (system.isAlwaysUrgent())
    return true;
  for (unsigned control = 0; control < numControls; ++control)
    if (view.isUrgent(control, key[control]))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

/// `x < 3` under `x := y + 1` is `y < 2`. Returns false if a constant makes it
/// false; a constraint that is always true becomes `0 <= 0`.
static bool pullBack(Constraint &constraint, llvm::ArrayRef<ZoneReset> resets) {
  int64_t shift = 0;
  auto replace = [&](ClockIndex &clock, int64_t sign) {
    for (const ZoneReset &reset : resets) {
      if (clock != reset.clock || clock == 0)
        continue;
      clock = reset.source;
      shift += sign * reset.offset;
      return;
    }
  };
  replace(constraint.x, 1);
  replace(constraint.y, -1);
  if (shift != 0 && constraint.bound.isFinite())
    constraint.bound = constraint.bound + Bound::atMost(-shift);
  if (constraint.x != constraint.y)
    return true;
  bool holds = constraint.bound >= Bound::atMost(0);
  constraint = {0, 0, Bound::atMost(0)};
  return holds;
}

/// Adds what `constraints` ask before the resets. Returns false if a constant
/// makes them false.
static bool addPulledBack(llvm::SmallVectorImpl<Constraint> &whole,
                          ZoneConjunction constraints,
                          llvm::ArrayRef<ZoneReset> resets) {
  for (Constraint constraint : constraints) {
    if (!pullBack(constraint, resets))
      return false;
    if (constraint.x != constraint.y)
      whole.push_back(constraint);
  }
  return true;
}

void ZoneModel::Impl::addEdge(ZoneEdge edge, const Alternatives &guards,
                              const Entry &target) {
  for (const auto &guard : guards) {
    for (ZoneConjunction invariant : target.invariants) {
      for (ZoneConjunction environment : target.environment) {
        llvm::SmallVector<Constraint, 8> whole(guard.begin(), guard.end());
        if (!addPulledBack(whole, invariant, edge.resets) ||
            !addPulledBack(whole, environment, edge.resets))
          continue;
        edge.guard = copy<Constraint>(whole);
        edges.push_back(edge);
      }
    }
  }
}

bool ZoneModel::Impl::computeResets(const SystemTransition &transition,
                                    Alternatives &guards,
                                    llvm::SmallVectorImpl<ZoneReset> &resets) {
  for (const ClockReset &reset : transition.resets) {
    std::optional<ZoneReset> known = conditions.getReset(
        reset, [&](Expr name) { return lookup(name, &transition); });
    if (!known)
      return false;
    resets.push_back(*known);
    // A clock is never negative.
    if (known->source && known->offset < 0)
      for (auto &guard : guards)
        guard.push_back({0, known->source, Bound::atMost(known->offset)});
  }
  if (model.hasUrgency)
    resets.push_back({model.numClocks, 0, 0});
  return true;
}

bool ZoneModel::Impl::computeTarget(llvm::ArrayRef<int32_t> key,
                                    const SystemTransition &transition,
                                    llvm::SmallVectorImpl<int32_t> &target) {
  target.assign(key.begin(), key.end());
  for (const SystemMove &move : transition.moves)
    target[move.control] = move.to;
  const System &system = view.getSystem();
  for (const DataAssignment &assignment : transition.assignments) {
    EvalResult result = evaluate(assignment.value, NameLookup([&](Expr name) {
                                   return lookup(name, &transition);
                                 }));
    if (result.fault == EvalFault::Overflow)
      fail("a number leaves 64 bits in '" + assignment.value.str() + "'");
    // An update without value, or out of range, disables the transition.
    mlir::Type type = system.getVariables()[assignment.variable].type;
    if (!result || !isInDomain(result.value, type))
      return false;
    std::optional<int32_t> code =
        codes[assignment.variable].encode(result.value);
    if (!code) {
      fail("a number leaves 32 bits in '" + assignment.value.str() + "'");
      return false;
    }
    target[numControls + assignment.variable] = *code;
  }
  return true;
}

void ZoneModel::Impl::addInstance(StateId id, unsigned index,
                                  const SystemTransition &transition) {
  if (!holds(transition.guard.data, &transition))
    return;
  llvm::SmallVector<int32_t, 16> target;
  if (!computeTarget(model.states[id].key, transition, target))
    return;
  Alternatives guards(1);
  for (const ClockBound &bound : transition.guard.clocks)
    conditions.addBound(bound, guards);
  for (Expr mixed : transition.guard.mixed)
    conditions.addMixed(
        mixed, [&](Expr name) { return lookup(name, &transition); }, guards);
  llvm::SmallVector<ZoneReset, 4> resets;
  if (guards.empty() || !computeResets(transition, guards, resets))
    return;

  ZoneEdge edge;
  edge.resets = copy<ZoneReset>(resets);
  edge.target = intern(target);
  edge.transition = index;
  edge.action = Alphabet::silent;
  edge.kind = EdgeKind::Silent;
  const System &system = view.getSystem();
  if (!system.isSilent(transition)) {
    const SystemLabel &label = system.getLabels()[*transition.label];
    edge.action = alphabet.get(label, arguments);
    edge.kind =
        label.kind == LabelKind::Input ? EdgeKind::Input : EdgeKind::Output;
  }
  size_t first = edges.size();
  addEdge(edge, guards, getEntry(edge.target));
  if (transition.label && system.getLabels()[*transition.label].isUrgent)
    addUrgentEdges(llvm::ArrayRef(edges).drop_front(first));
}

void ZoneModel::Impl::addUrgentEdges(llvm::ArrayRef<ZoneEdge> added) {
  if (added.empty())
    return;
  hasUrgentEdge = true;
  if (llvm::none_of(added,
                    [](const ZoneEdge &edge) { return edge.guard.empty(); }))
    fail("an urgent action depends on clocks");
}

void ZoneModel::Impl::addTransition(StateId id, unsigned index,
                                    const SystemTransition &transition) {
  llvm::ArrayRef<int32_t> key = model.states[id].key;
  for (const SystemMove &move : transition.moves)
    if (move.from && key[move.control] != int32_t(*move.from))
      return;
  arguments.clear();
  if (transition.params.empty())
    return addInstance(id, index, transition);

  llvm::SmallVector<const std::vector<Value> *, 4> domains;
  uint64_t count = 1;
  for (const SystemParam &param : transition.params) {
    const std::vector<Value> *domain = getDomain(param.type);
    if (domain)
      count *= domain->size();
    if (!domain || count > model.options.maxArguments)
      return fail("parameter '" + param.getName().str() +
                  "' has too many values to be enumerated");
    domains.push_back(domain);
  }
  for (uint64_t number = 0; number < count; ++number) {
    arguments.clear();
    uint64_t rest = number;
    for (const std::vector<Value> *domain : domains) {
      arguments.push_back((*domain)[rest % domain->size()]);
      rest /= domain->size();
    }
    addInstance(id, index, transition);
  }
  arguments.clear();
}

const std::vector<Value> *ZoneModel::Impl::getDomain(mlir::Type type) {
  auto [position, isNew] = domains.try_emplace(type);
  if (isNew)
    position->second = std::make_unique<std::optional<std::vector<Value>>>(
        enumerateDomain(type, model.options.maxArguments));
  return *position->second ? &**position->second : nullptr;
}

void ZoneModel::expand(StateId id) { impl->expand(id); }

void ZoneModel::Impl::expand(StateId id) {
  DiscreteState &state = model.states[id];
  const Entry entry = getEntry(id);
  setCurrent(state.key);
  edges.clear();
  hasUrgentEdge = false;
  auto add = [&](unsigned index, const SystemTransition &transition) {
    addTransition(id, index, transition);
  };
  for (unsigned control = 0; control < numControls; ++control)
    view.forEachOut(control, state.key[control], add);
  view.forEachFree(add);

  state.edges = copy<ZoneEdge>(edges);
  state.isUrgent =
      entry.isUrgentLocation || (hasUrgentEdge && view.getSystem().isDense());
  state.environmentInvariants = entry.environment;
  state.invariants = entry.invariants;
  if (model.hasUrgency && state.isUrgent) {
    Alternatives whole;
    for (ZoneConjunction part : entry.invariants) {
      whole.emplace_back(part.begin(), part.end());
      whole.back().push_back({model.numClocks, 0, Bound::atMost(0)});
    }
    state.invariants = store(whole);
  }
  state.isExpanded = true;
}

llvm::SmallVector<ZoneConjunction, 1> ZoneModel::instantiate(Expr condition,
                                                             StateId id) {
  return instantiate(splitCondition(condition, system), id, nullptr, {});
}

llvm::SmallVector<ZoneConjunction, 1>
ZoneModel::instantiate(const SystemCondition &condition, StateId id,
                       const SystemTransition *transition,
                       llvm::ArrayRef<Value> arguments) {
  impl->setCurrent(states[id].key);
  impl->arguments.assign(arguments.begin(), arguments.end());
  Impl::Alternatives alternatives(1);
  impl->addAlternatives(condition, transition, alternatives);
  llvm::ArrayRef<ZoneConjunction> stored = impl->store(alternatives);
  return llvm::SmallVector<ZoneConjunction, 1>(stored.begin(), stored.end());
}

/// Where a transition takes the environment, be the system where it may: what
/// keeps the system from moving is not for the environment to refuse.
std::vector<int32_t>
ZoneModel::Impl::computeEnvironmentTarget(llvm::ArrayRef<int32_t> key,
                                          const SystemTransition &transition) {
  std::vector<int32_t> target = key.vec();
  const System &system = view.getSystem();
  for (const SystemMove &move : transition.moves)
    if (system.getControls()[move.control].isEnvironment)
      target[move.control] = move.to;
  for (const DataAssignment &assignment : transition.assignments) {
    EvalResult result = evaluate(assignment.value, NameLookup([&](Expr name) {
                                   return lookup(name, &transition);
                                 }));
    if (!result || !isInDomain(result.value,
                               system.getVariables()[assignment.variable].type))
      continue;
    if (std::optional<int32_t> code =
            codes[assignment.variable].encode(result.value))
      target[numControls + assignment.variable] = *code;
  }
  return target;
}

llvm::SmallVector<ZoneConjunction, 1>
ZoneModel::enterEnvironment(llvm::ArrayRef<ZoneConjunction> alternatives,
                            StateId id, const SystemTransition &transition,
                            llvm::ArrayRef<Value> arguments) {
  impl->setCurrent(states[id].key);
  impl->arguments.assign(arguments.begin(), arguments.end());
  llvm::SmallVector<ZoneConjunction, 1> entered(alternatives);
  std::vector<int32_t> target =
      impl->computeEnvironmentTarget(states[id].key, transition);
  Impl::Alternatives unused(1);
  llvm::SmallVector<ZoneReset, 4> resets;
  if (!impl->computeResets(transition, unused, resets))
    return entered;
  entered.clear();
  impl->setCurrent(target);
  llvm::ArrayRef<ZoneConjunction> invariants =
      impl->computeInvariant(target, /*ofEnvironment=*/true);
  impl->setCurrent(states[id].key);
  for (ZoneConjunction alternative : alternatives) {
    for (ZoneConjunction invariant : invariants) {
      llvm::SmallVector<Constraint, 8> whole(alternative.begin(),
                                             alternative.end());
      if (addPulledBack(whole, invariant, resets))
        entered.push_back(impl->copy<Constraint>(whole));
    }
  }
  return entered;
}
