//===- SystemEncoder.cpp - Systems as formulas ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/SystemEncoder.h"
#include "TimeShape.h"
#include "tioga/Engine/Trace.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace tioga;
using smt::Function;
using smt::Sort;
using smt::Term;
using Kind = Value::Kind;
using ParamValues = llvm::DenseMap<Expr, SymbolicValue>;

//===----------------------------------------------------------------------===//
// Names and sorts
//===----------------------------------------------------------------------===//

static bool hasIntegers(mlir::Type type) {
  bool found = isInteger(type);
  type.walk([&](mlir::Type part) { found |= isInteger(part); });
  return found;
}

Sort tioga::chooseEnumSort(llvm::ArrayRef<const System *> systems) {
  bool dense = false, integers = false;
  for (const System *system : systems) {
    dense |= system->isDense();
    for (const SystemVariable &variable : system->getVariables())
      integers |= hasIntegers(variable.type);
    for (const SystemTransition &transition : system->getTransitions())
      for (const SystemParam &param : transition.params)
        integers |= hasIntegers(param.type);
  }
  return dense && !integers ? Sort::Real : Sort::Int;
}

/// Names of the model that mean something else in SMT-LIB.
static std::string getSafeName(llvm::StringRef name) {
  static const llvm::StringSet<> taken = {
      // SMT-LIB.
      "abs", "and", "assert", "distinct", "div", "false", "is_int", "ite",
      "mod", "model", "not", "or", "select", "store", "theory", "to_int",
      "to_real", "true", "xor",
      // Our own.
      "assumed", "delay", "difference", "domain", "edge", "first", "frame",
      "from", "goal", "ignored", "ignores", "init", "input", "invariant",
      "label", "labelled", "late", "now", "pause", "produces", "progress",
      "refuses", "silent", "soon", "step", "stops", "stopping", "stuck",
      "taken", "takes", "urgent", "violation", "waits"};
  return taken.contains(name) ? (name + "$").str() : name.str();
}

/// `lamp.tioga:7:3: what`, without directories.
static std::string describe(mlir::Location loc, const llvm::Twine &what) {
  std::string place = getLocationText(loc);
  if (place.empty())
    return what.str();
  return (llvm::sys::path::filename(place) + ": " + what).str();
}

SystemEncoder::SystemEncoder(const System &system, ExprEncoder &exprs,
                             TimeEncoding time, llvm::StringRef prefix)
    : system(system), exprs(exprs), terms(exprs.getTerms()), time(time),
      prefix(prefix), errorLoc(system.getLoc()) {}

bool SystemEncoder::fail(mlir::Location loc, const llvm::Twine &message) {
  if (error.empty()) {
    error = message.str();
    errorLoc = loc;
  }
  return false;
}

const Function &SystemEncoder::add(const llvm::Twine &name, Term body,
                                   const llvm::Twine &comment) {
  definitions.push_back(&terms.define(prefix + name, body, comment));
  return *definitions.back();
}

/// Marks the functions that a term calls, directly or not.
static void collectCalls(Term term, llvm::DenseSet<Term> &seen,
                         llvm::DenseSet<const Function *> &called) {
  if (!seen.insert(term).second)
    return;
  if (term.is(smt::TermKind::Apply) &&
      called.insert(&term.getFunction()).second)
    collectCalls(term.getFunction().body, seen, called);
  for (Term operand : term.getOperands())
    collectCalls(operand, seen, called);
}

void SystemEncoder::define(smt::TermSink &sink,
                           llvm::ArrayRef<const Function *> roots) const {
  exprs.defineEnums(sink);
  llvm::DenseSet<Term> seen;
  llvm::DenseSet<const Function *> called(roots.begin(), roots.end());
  for (const Function *root : roots)
    collectCalls(root->body, seen, called);
  for (const Function *function : definitions)
    // Those that are `true` or `false` are never called.
    if ((roots.empty() || called.contains(function)) &&
        !function->body.is(smt::TermKind::Bool))
      sink.define(*function);
}

//===----------------------------------------------------------------------===//
// State and parameters
//===----------------------------------------------------------------------===//

bool SystemEncoder::makeState() {
  auto addLeaf = [&](llvm::StringRef name, Sort sort, Slot::Kind kind,
                     unsigned index) {
    std::string safe = prefix + getSafeName(name);
    state.push_back({safe, terms.getSymbol(safe, sort),
                     terms.getSymbol(safe + "'", sort), kind, index});
    return state.back().current;
  };
  for (auto [index, control] : llvm::enumerate(system.getControls())) {
    controlLeaf.push_back(state.size());
    SymbolicValue value;
    value.kind = Kind::Enum;
    value.term = addLeaf(control.getName(), exprs.getEnumSort(),
                         Slot::Kind::Control, index);
    controlValues.push_back(value);
  }
  for (auto [index, variable] : llvm::enumerate(system.getVariables())) {
    variableLeaf.push_back(state.size());
    std::vector<Leaf> leaves;
    if (!exprs.addLeaves(variable.type, variable.getName(), leaves))
      return fail(variable.loc, "'" + variable.getName() +
                                    "' has too many possible "
                                    "elements or keys for a formula");
    std::vector<Term> current, next;
    for (const Leaf &leaf : leaves) {
      current.push_back(
          addLeaf(leaf.name, leaf.sort, Slot::Kind::Variable, index));
      next.push_back(state.back().next);
    }
    llvm::ArrayRef<Term> rest = current;
    variableValues.push_back(exprs.fromLeaves(variable.type, rest));
    rest = next;
    nextValues.push_back(exprs.fromLeaves(variable.type, rest));
  }
  nowSymbol = terms.getSymbol("now", Sort::Real);
  for (auto [index, clock] : llvm::enumerate(system.getClocks())) {
    clockLeaf.push_back(state.size());
    Term leaf = addLeaf(clock.getName(), Sort::Real, Slot::Kind::Clock, index);
    clockValues.push_back(exprs.getNumber(
        time == TimeEncoding::Delays ? leaf : terms.getSub(nowSymbol, leaf)));
  }
  // The names of symbols count before those of definitions.
  for (const SystemControl &control : system.getControls())
    exprs.addEnum(control.getName(), control.locations);
  for (const SystemVariable &variable : system.getVariables())
    exprs.addEnums(variable.type);
  return true;
}

bool SystemEncoder::makeParam(const SystemParam &param,
                              const llvm::Twine &owner,
                              std::vector<ParamLeaf> &leaves,
                              ParamValues &values) {
  exprs.addEnums(param.type);
  std::vector<Leaf> parts;
  if (!exprs.addLeaves(param.type, owner + "." + param.getName(), parts))
    return false;
  std::vector<Term> symbols;
  for (const Leaf &leaf : parts) {
    symbols.push_back(terms.getSymbol(leaf.name, leaf.sort));
    leaves.push_back({leaf.name, symbols.back()});
  }
  llvm::ArrayRef<Term> rest = symbols;
  values[param.name] = exprs.fromLeaves(param.type, rest);
  return true;
}

bool SystemEncoder::makeParams() {
  labelParams.resize(system.getLabels().size());
  ownParams.resize(system.getTransitions().size());
  paramValues.resize(system.getTransitions().size());
  std::vector<ParamValues> byLabel(labelParams.size());
  for (auto [index, label] : llvm::enumerate(system.getLabels()))
    for (const SystemParam &param : label.params)
      if (!makeParam(param, label.name, labelParams[index], byLabel[index]))
        return fail(label.loc, "parameter '" + param.getName() +
                                   "' has too many possible elements or keys "
                                   "for a formula");
  for (auto [index, transition] : llvm::enumerate(system.getTransitions())) {
    if (transition.label) {
      paramValues[index] = byLabel[*transition.label];
      continue;
    }
    for (const SystemParam &param : transition.params)
      if (!makeParam(param, prefix + edgeNames[index], ownParams[index],
                     paramValues[index]))
        return fail(transition.loc, "parameter '" + param.getName() +
                                        "' has too many possible elements or "
                                        "keys for a formula");
  }
  return true;
}

void SystemEncoder::makeLabels() {
  labelSymbol = terms.getSymbol("label", exprs.getEnumSort());
  for (const SystemLabel &label : system.getLabels())
    labels.push_back(exprs.getLabelTerm(label.name));
}

/// The elements that it stems from, else its label, and its position.
static std::string getTransitionName(const System &system, unsigned index) {
  const SystemTransition &transition = system.getTransitions()[index];
  std::string name = llvm::join(transition.origin, "+");
  if (name.empty() && transition.label)
    name = system.getLabels()[*transition.label].name.str();
  if (name.empty())
    name = "silent";
  std::replace(name.begin(), name.end(), '#', '~');
  return name;
}

static std::string describeTransition(const System &system, unsigned index,
                                      llvm::StringRef name) {
  const SystemTransition &transition = system.getTransitions()[index];
  std::string label =
      transition.label
          ? " on " + system.getLabels()[*transition.label].getText()
          : std::string(" silent");
  return describe(transition.loc, name + label);
}

void SystemEncoder::makeEdges() {
  llvm::StringMap<unsigned> counts;
  for (unsigned index = 0; index < system.getTransitions().size(); ++index) {
    std::string name = getTransitionName(system, index);
    // Actions of the same name are numbered from the second one on.
    if (unsigned count = ++counts[name]; count > 1)
      name += "~" + std::to_string(count);
    edgeNames.push_back(name);
    edges.push_back(terms.getSymbol(prefix + "edge." + name, Sort::Bool));
  }
}

/// Finds the leaves that stay what they are.
void SystemEncoder::markChanges() {
  if (system.isSync())
    return;
  for (StateLeaf &leaf : state)
    leaf.changes =
        leaf.kind == Slot::Kind::Clock && time == TimeEncoding::Delays;
  auto mark = [&](Slot::Kind kind, unsigned index) {
    for (StateLeaf &leaf : state)
      if (leaf.kind == kind && leaf.index == index)
        leaf.changes = true;
  };
  for (const SystemTransition &transition : system.getTransitions()) {
    for (const SystemMove &move : transition.moves)
      mark(Slot::Kind::Control, move.control);
    for (const DataAssignment &assignment : transition.assignments)
      mark(Slot::Kind::Variable, assignment.variable);
    for (const ClockReset &reset : transition.resets)
      mark(Slot::Kind::Clock, reset.clock);
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

const SymbolicValue *SystemEncoder::resolve(Expr name,
                                            const ParamValues *params) const {
  if (params) {
    auto found = params->find(name);
    if (found != params->end())
      return &found->second;
  }
  const Slot *slot = system.lookup(name);
  if (!slot)
    return nullptr;
  switch (slot->kind) {
  case Slot::Kind::Control:
    return &controlValues[slot->index];
  case Slot::Kind::Clock:
    return &clockValues[slot->index];
  case Slot::Kind::Variable:
    return slot->primed ? &nextValues[slot->index]
                        : &variableValues[slot->index];
  }
  llvm_unreachable("all slots are resolved");
}

Term SystemEncoder::encodeState(Expr condition, const ParamValues *params) {
  return exprs.encodeCondition(
      condition, [&](Expr name) { return resolve(name, params); });
}

std::optional<ExprEncoder::Result>
SystemEncoder::encodeValue(Expr value, const ParamValues *params) {
  return exprs.encode(value, [&](Expr name) { return resolve(name, params); });
}

Term SystemEncoder::encodeCondition(Expr condition) {
  return encodeState(system.getExprContext().import(condition));
}

//===----------------------------------------------------------------------===//
// Invariants, urgency, start
//===----------------------------------------------------------------------===//

/// The condition that an invariant is in force.
Term SystemEncoder::getPlace(unsigned invariant) {
  auto place = invariantPlaces[invariant];
  if (!place)
    return terms.getTrue();
  const SystemControl &control = system.getControls()[place->first];
  return terms.getEq(
      controlValues[place->first].term,
      exprs.getEnumTerm(control.getName(), control.locations[place->second]));
}

bool SystemEncoder::makeInvariants() {
  llvm::ArrayRef<SystemInvariant> invariants = system.getInvariants();
  invariantPlaces.resize(invariants.size());
  for (auto [control, info] : llvm::enumerate(system.getControls()))
    for (unsigned location = 0; location < info.locations.size(); ++location)
      for (unsigned index : system.getInvariantsAt(control, location))
        invariantPlaces[index] = {unsigned(control), location};
  std::vector<Term> all, afterwards;
  for (auto [index, info] : llvm::enumerate(invariants)) {
    Expr condition = info.condition.expr;
    if (condition && getTimeShape(condition, system) == TimeShape::Unknown)
      return fail(info.loc, "an invariant that may fail and hold again while "
                            "time passes has no bounded formula");
    Term body = encodeState(condition);
    if (!body)
      return fail(info.loc, "this invariant has no formula");
    std::string name = info.origin.str();
    auto place = invariantPlaces[index];
    if (name.empty() && place) {
      const SystemControl &control = system.getControls()[place->first];
      name = (control.getName() + "." + control.locations[place->second]).str();
    }
    name = name.empty() ? "invariant." + std::to_string(index + 1)
                        : name + ".invariant";
    invariantParts.push_back(
        &add(name, body, describe(info.loc, "invariant " + info.origin)));
    Term there = getPlace(index);
    all.push_back(terms.getImplies(there, terms.apply(*invariantParts.back())));
    Term after =
        encodeState(condition ? tioga::getSoon(condition, system) : Expr());
    afterwards.push_back(terms.getImplies(there, after));
  }
  invariant = &add("invariant", terms.getAnd(all), "all invariants");
  soon = &add("soon", terms.getAnd(afterwards),
              "all invariants will hold for a while");
  return true;
}

/// \pre transitions are encoded
void SystemEncoder::makeUrgent() {
  std::vector<Term> cases;
  if (system.isAlwaysUrgent())
    cases.push_back(terms.getTrue());
  for (auto [index, control] : llvm::enumerate(system.getControls()))
    for (unsigned location = 0; location < control.locations.size(); ++location)
      if (system.isUrgent(index, location))
        cases.push_back(terms.getEq(
            controlValues[index].term,
            exprs.getEnumTerm(control.getName(), control.locations[location])));
  if (system.hasUrgentLabels())
    for (auto [index, transition] : llvm::enumerate(system.getTransitions()))
      if (transition.label && system.getLabels()[*transition.label].isUrgent) {
        Term now = terms.apply(*enabled[index]);
        std::vector<Term> params;
        for (const ParamLeaf &leaf : labelParams[*transition.label])
          params.push_back(leaf.symbol);
        cases.push_back(
            terms.getQuantified(smt::TermKind::Exists, params, now));
      }
  urgent = &add("urgent", terms.getOr(cases), "time must not pass");
}

void SystemEncoder::makeInit() {
  std::vector<Term> equations;
  for (auto [index, control] : llvm::enumerate(system.getControls()))
    equations.push_back(
        terms.getEq(controlValues[index].term,
                    exprs.getEnumTerm(control.getName(),
                                      control.locations[control.initial])));
  for (auto [index, variable] : llvm::enumerate(system.getVariables())) {
    std::vector<Term> leaves;
    exprs.toLeaves(exprs.getConstant(variable.initial), variable.type, leaves);
    for (auto [offset, leaf] : llvm::enumerate(leaves))
      equations.push_back(
          terms.getEq(state[variableLeaf[index] + offset].current, leaf));
  }
  for (unsigned leaf : clockLeaf)
    equations.push_back(
        terms.getEq(state[leaf].current, terms.getNumber(0, Sort::Real)));
  init = &add("init", terms.getAnd(equations),
              describe(system.getLoc(), "the start of " + system.getName()));
}

//===----------------------------------------------------------------------===//
// Transitions
//===----------------------------------------------------------------------===//

/// The symbol of a clock after a reset.
Term SystemEncoder::encodeReset(const ClockReset &reset,
                                const ParamValues &params,
                                std::vector<Term> &conditions) {
  if (reset.kind == ClockReset::Kind::Copy)
    return state[clockLeaf[reset.source]].current;
  Term value;
  if (reset.kind == ClockReset::Kind::Constant) {
    value = terms.getNumber(reset.constant, Sort::Real);
  } else {
    std::optional<ExprEncoder::Result> result =
        encodeValue(reset.value, &params);
    if (!result || result->value.kind != Kind::Number)
      return Term();
    value = terms.getToReal(result->value.term);
    conditions.push_back(result->defined);
    // A clock never runs below zero.
    conditions.push_back(terms.getGe(value, terms.getInt(0)));
  }
  return time == TimeEncoding::Delays ? value : terms.getSub(nowSymbol, value);
}

/// Fills `next`, by leaf, with what is assigned, and adds the conditions under
/// which the values exist and are in range.
bool SystemEncoder::encodeUpdate(const SystemTransition &transition,
                                 const ParamValues &params,
                                 std::vector<Term> &next,
                                 std::vector<Term> &conditions) {
  next.assign(state.size(), Term());
  for (const SystemMove &move : transition.moves) {
    const SystemControl &control = system.getControls()[move.control];
    next[controlLeaf[move.control]] =
        exprs.getEnumTerm(control.getName(), control.locations[move.to]);
  }
  for (const DataAssignment &assignment : transition.assignments) {
    const SystemVariable &variable = system.getVariables()[assignment.variable];
    std::optional<ExprEncoder::Result> result =
        encodeValue(assignment.value, &params);
    if (!result)
      return false;
    conditions.push_back(result->defined);
    conditions.push_back(exprs.getDomain(result->value, variable.type));
    std::vector<Term> leaves;
    exprs.toLeaves(result->value, variable.type, leaves);
    for (auto [offset, leaf] : llvm::enumerate(leaves))
      next[variableLeaf[assignment.variable] + offset] = leaf;
  }
  for (const ClockReset &reset : transition.resets) {
    Term value = encodeReset(reset, params, conditions);
    if (!value)
      return false;
    next[clockLeaf[reset.clock]] = value;
  }
  return true;
}

/// Adds the invariants that the transition could break: those of the locations
/// it enters, and those that read what it changes. The others hold already.
void SystemEncoder::addTargetInvariants(const SystemTransition &transition,
                                        llvm::ArrayRef<Term> next,
                                        std::vector<Term> &conditions) {
  smt::Binding binding;
  for (auto [leaf, value] : llvm::zip(state, next))
    if (value)
      binding[leaf.current.getImpl()] = value;
  for (auto [index, part] : llvm::enumerate(invariantParts)) {
    bool readsChanged = llvm::any_of(part->params, [&](Term param) {
      return binding.count(param.getImpl());
    });
    Term after = terms.apply(*part, binding);
    auto place = invariantPlaces[index];
    if (!place) {
      if (readsChanged)
        conditions.push_back(after);
      continue;
    }
    const auto move =
        llvm::find_if(transition.moves, [&](const SystemMove &candidate) {
          return candidate.control == place->first;
        });
    if (move != transition.moves.end()) {
      if (move->to == place->second)
        conditions.push_back(after);
      continue;
    }
    if (!readsChanged)
      continue;
    conditions.push_back(terms.getImplies(getPlace(index), after));
  }
}

bool SystemEncoder::makeTransition(unsigned index) {
  const SystemTransition &transition = system.getTransitions()[index];
  const ParamValues &params = paramValues[index];
  std::vector<Term> conditions;
  for (const SystemMove &move : transition.moves)
    if (move.from) {
      const SystemControl &control = system.getControls()[move.control];
      conditions.push_back(terms.getEq(
          controlValues[move.control].term,
          exprs.getEnumTerm(control.getName(), control.locations[*move.from])));
    }
  for (const SystemParam &param : transition.params)
    conditions.push_back(
        exprs.getDomain(params.find(param.name)->second, param.type));
  Term guard = encodeState(transition.guard.expr, &params);
  std::vector<Term> next;
  if (!guard)
    return fail(transition.loc, "this guard has no formula");
  conditions.push_back(guard);
  if (!encodeUpdate(transition, params, next, conditions))
    return fail(transition.loc, "this update has no formula");
  addTargetInvariants(transition, next, conditions);
  enabled.push_back(&add(edgeNames[index] + ".enabled",
                         terms.getAnd(conditions),
                         describeTransition(system, index, edgeNames[index])));
  std::vector<Term> equations;
  for (auto [leaf, value] : llvm::zip(state, next))
    if (value && leaf.changes)
      equations.push_back(terms.getEq(leaf.next, value));
  effects.push_back(
      &add(edgeNames[index] + ".effect", terms.getAnd(equations)));
  return true;
}

/// One condition per leaf: it stays if a transition is taken that does not
/// assign it. If the one taken does, its effect says what follows; so two
/// transitions at once never do more than one of them.
void SystemEncoder::makeFrame() {
  std::vector<Term> all;
  for (auto [position, leaf] : llvm::enumerate(state)) {
    if (!leaf.changes)
      continue;
    std::vector<Term> cases;
    for (auto [index, transition] : llvm::enumerate(system.getTransitions())) {
      bool assigns = false;
      for (const SystemMove &move : transition.moves)
        assigns |=
            leaf.kind == Slot::Kind::Control && move.control == leaf.index;
      for (const DataAssignment &assignment : transition.assignments)
        assigns |= leaf.kind == Slot::Kind::Variable &&
                   assignment.variable == leaf.index;
      for (const ClockReset &reset : transition.resets)
        assigns |= leaf.kind == Slot::Kind::Clock && reset.clock == leaf.index;
      if (!assigns)
        cases.push_back(edges[index]);
    }
    all.push_back(terms.getImplies(terms.getOr(cases),
                                   terms.getEq(leaf.next, leaf.current)));
  }
  frame = &add("frame", terms.getAnd(all), "what is not assigned stays");
}

void SystemEncoder::makeStep() {
  std::vector<Term> all = {terms.getOr(edges)}, withLabel;
  for (unsigned index = 0; index < edges.size(); ++index) {
    Term taken = edges[index];
    all.push_back(
        terms.getImplies(taken, terms.getAnd(terms.apply(*enabled[index]),
                                             terms.apply(*effects[index]))));
    if (auto label = system.getTransitions()[index].label)
      withLabel.push_back(
          terms.getImplies(taken, terms.getEq(labelSymbol, labels[*label])));
  }
  all.push_back(terms.apply(*frame));
  step = &add("step", terms.getAnd(all), "one transition");
  labelled = &add("labelled", terms.getAnd(withLabel),
                  "what is observed of a transition");
}

void SystemEncoder::makeTakes() {
  for (unsigned label = 0; label < labels.size(); ++label) {
    std::vector<Term> cases;
    for (auto [index, transition] : llvm::enumerate(system.getTransitions()))
      if (transition.label == label)
        cases.push_back(terms.apply(*enabled[index]));
    takes.push_back(&add(
        "takes." + system.getLabels()[label].name, terms.getOr(cases),
        "whether " + system.getLabels()[label].getText() + " is possible now"));
  }
}

//===----------------------------------------------------------------------===//
// Synchronous steps
//===----------------------------------------------------------------------===//

bool SystemEncoder::makeConjuncts(bool first) {
  std::vector<Term> all;
  auto conjuncts =
      first ? system.getInitialConjuncts() : system.getStepConjuncts();
  for (const SystemConjunct &conjunct : conjuncts) {
    std::string comment = describe(
        conjunct.loc, (first ? "initially " : "require ") + conjunct.id);
    std::string name = (conjunct.id + (first ? ".initially" : "")).str();
    const Function *assumption = nullptr;
    Term body = encodeState(conjunct.guarantee);
    if (!body)
      return fail(conjunct.loc, "this guarantee has no formula");
    if (conjunct.assume) {
      Term condition = encodeState(conjunct.assume);
      if (!condition)
        return fail(conjunct.loc, "this assumption has no formula");
      assumption = &add(name + ".assume", condition, comment);
      body = terms.getImplies(terms.apply(*assumption), body);
    }
    const Function *function = &add(name, body, comment);
    (first ? initialAssumptions : stepAssumptions).push_back(assumption);
    (first ? initialConjuncts : stepConjuncts).push_back(function);
    all.push_back(terms.apply(*function));
  }
  const Function *&relation = first ? firstRelation : stepRelation;
  relation = &add(first ? "first" : "step", terms.getAnd(all),
                  first ? "the first step" : "every later step");
  return true;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

bool SystemEncoder::encode() {
  if (!makeState())
    return false;
  makeLabels();
  makeEdges();
  markChanges();
  if (system.isSync()) {
    std::vector<Term> conditions;
    for (auto [variable, value] : llvm::zip(system.getVariables(), nextValues))
      conditions.push_back(exprs.getDomain(value, variable.type));
    domain = &add("domain", terms.getAnd(conditions), "all values in range");
    return makeConjuncts(true) && makeConjuncts(false);
  }
  if (!makeParams() || !makeInvariants())
    return false;
  makeInit();
  for (unsigned index = 0; index < edges.size(); ++index)
    if (!makeTransition(index))
      return false;
  makeUrgent();
  makeFrame();
  makeStep();
  makeTakes();
  return true;
}
