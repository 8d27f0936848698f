//===- SystemGrid.cpp - Conformance by search on a time grid ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemGrid.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include <algorithm>

using namespace tioga;
using namespace tioga::grid;

unsigned Actions::get(llvm::StringRef name, llvm::ArrayRef<Value> arguments) {
  auto [it, isNew] =
      numbers.insert({{name.str(), arguments.vec()}, unsigned(keys.size())});
  if (isNew)
    keys.push_back(&it->first);
  return it->second;
}

SystemGrid::SystemGrid(const System &system, Actions &actions, Rational tick,
                       bool silenceAfterTimelock)
    : system(system), actions(actions), step(tick),
      silenceAfterTimelock(silenceAfterTimelock), interpreter(system),
      nodes(1) {
  findCaps();
  findLiveClocks();
}

//===----------------------------------------------------------------------===//
// Clocks that do not matter
//===----------------------------------------------------------------------===//

/// Returns false if clocks are not only compared with numbers.
bool SystemGrid::addCaps(Expr expr) {
  bool isPlain = true;
  walk(expr, [&](Expr part) {
    if (part.is(ExprKind::IntLit) || part.is(ExprKind::RealLit)) {
      cap = std::max(*cap, part.getNumber());
      return;
    }
    bool isArithmetic = part.getKind() >= ExprKind::Add;
    bool isComparison = part.getKind() >= ExprKind::Eq && !isArithmetic;
    if (!isArithmetic && !isComparison)
      return;
    llvm::SetVector<Expr> names;
    collectNames(part, names);
    unsigned numClocks = llvm::count_if(names, [&](Expr name) {
      const Slot *slot = system.lookup(name);
      return slot && slot->kind == Slot::Kind::Clock;
    });
    isPlain &= numClocks <= (isArithmetic ? 0 : 1);
  });
  return isPlain;
}

bool SystemGrid::addCaps(const SystemCondition &condition) {
  return !condition.hasClocks() || addCaps(condition.expr);
}

void SystemGrid::findCaps() {
  cap = Rational(0);
  bool isPlain = true;
  for (const SystemTransition &transition : system.getTransitions()) {
    isPlain &= addCaps(transition.guard);
    for (const ClockReset &reset : transition.resets)
      isPlain &= reset.kind != ClockReset::Kind::General &&
                 (reset.kind == ClockReset::Kind::Copy || addCaps(reset.value));
  }
  for (const SystemInvariant &invariant : system.getInvariants())
    isPlain &= addCaps(invariant.condition);
  // Clocks may be compared with variables.
  for (const SystemVariable &variable : system.getVariables()) {
    std::optional<std::vector<Value>> domain =
        enumerateDomain(variable.type, 4096);
    if (domain && domain->back().is(Value::Kind::Number))
      cap = std::max(*cap, domain->back().getNumber());
  }
  if (!isPlain)
    cap.reset();
}

void SystemGrid::addReads(const SystemCondition &condition,
                          std::vector<bool> &reads) {
  if (!condition.expr)
    return;
  llvm::SetVector<Expr> names;
  collectNames(condition.expr, names);
  for (Expr name : names)
    if (const Slot *slot = system.lookup(name))
      if (slot->kind == Slot::Kind::Clock)
        reads[slot->index] = true;
}

/// A clock is live in a location if it may be read before it is set.
void SystemGrid::findLiveClocks() {
  unsigned numClocks = system.getClocks().size();
  std::vector<bool> always(numClocks, false);
  for (unsigned global : system.getGlobalInvariants())
    addReads(system.getInvariants()[global].condition, always);
  for (const SystemControl &control : system.getControls())
    live.emplace_back(control.locations.size(), always);
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    auto add = [&](unsigned control, unsigned location, unsigned clock) {
      hasChanged |= !live[control][location][clock];
      live[control][location][clock] = true;
    };
    for (auto [control, locations] : llvm::enumerate(live))
      for (unsigned location = 0; location < locations.size(); ++location) {
        std::vector<bool> reads(numClocks, false);
        for (unsigned each : system.getInvariantsAt(control, location))
          addReads(system.getInvariants()[each].condition, reads);
        for (unsigned clock = 0; clock < numClocks; ++clock)
          if (reads[clock])
            add(control, location, clock);
      }
    for (const SystemTransition &transition : system.getTransitions()) {
      std::vector<bool> reads(numClocks, false), isSet(numClocks, false);
      addReads(transition.guard, reads);
      for (const ClockReset &reset : transition.resets) {
        isSet[reset.clock] = true;
        if (reset.kind == ClockReset::Kind::Copy)
          reads[reset.source] = true;
        else if (reset.kind == ClockReset::Kind::General)
          std::fill(reads.begin(), reads.end(), true);
      }
      for (const SystemMove &move : transition.moves)
        for (unsigned clock = 0; clock < numClocks; ++clock)
          reads[clock] = reads[clock] ||
                         (live[move.control][move.to][clock] && !isSet[clock]);
      // A move from anywhere, or no move at all, may happen in any location.
      for (auto [control, locations] : llvm::enumerate(live))
        for (unsigned location = 0; location < locations.size(); ++location) {
          auto move =
              llvm::find_if(transition.moves, [&, c = control](auto &m) {
                return m.control == c;
              });
          bool isHere = move == transition.moves.end()
                            ? transition.moves.empty()
                            : !move->from || *move->from == location;
          for (unsigned clock = 0; isHere && clock < numClocks; ++clock)
            if (reads[clock])
              add(control, location, clock);
        }
    }
  }
}

unsigned SystemGrid::intern(State state) {
  for (auto [index, clock] : llvm::enumerate(state.clocks)) {
    bool isLive = live.empty();
    for (auto [control, location] : llvm::enumerate(state.locations))
      isLive |= live[control][location][index];
    if (!isLive)
      clock = Rational(0);
    else if (cap && *cap < clock)
      clock = *Rational::add(*cap, step);
  }
  auto [it, isNew] = numbers.insert({std::move(state), unsigned(nodes.size())});
  if (isNew) {
    nodes.emplace_back();
    nodes.back().state = it->first;
  }
  return it->second;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

SystemGrid::Node &SystemGrid::expand(unsigned id) {
  if (nodes[id].isExpanded || id == quiet)
    return nodes[id];
  nodes[id].isExpanded = true;
  State state = nodes[id].state;
  Decided<StateOptions> options = interpreter.getOptions(state);
  if (!options || !options->needValues.empty()) {
    failed = true;
    return nodes[id];
  }
  bool isHopeless = true;
  for (const EnabledTransition &enabled : options->enabled) {
    const SystemTransition &transition =
        system.getTransitions()[enabled.transition];
    bool isSilent = system.isSilent(transition);
    bool isInput = !isSilent && system.getLabels()[*transition.label].kind ==
                                    LabelKind::Input;
    isHopeless &= isInput;
    if (!enabled.delays.contains(Rational(0)))
      continue;
    Decided<State> next = interpreter.take(state, enabled, Rational(0));
    if (!next) {
      failed = true;
      continue;
    }
    unsigned target = intern(*next);
    if (isSilent) {
      nodes[id].silent.push_back(target);
      continue;
    }
    unsigned action = actions.get(system.getLabels()[*transition.label].name,
                                  enabled.arguments);
    (isInput ? nodes[id].inputs : nodes[id].outputs)
        .push_back({action, target});
  }
  nodes[id].isHopeless = isHopeless;
  if (options->waiting.contains(step)) {
    Decided<std::optional<State>> later = interpreter.wait(state, step);
    if (later && *later)
      nodes[id].later = intern(**later);
    else
      failed = true;
  }
  return nodes[id];
}

SystemGrid::States SystemGrid::close(States states) {
  std::vector<unsigned> work(states.begin(), states.end());
  while (!work.empty()) {
    unsigned id = work.back();
    work.pop_back();
    for (unsigned target : expand(id).silent)
      if (states.insert(target).second)
        work.push_back(target);
  }
  return states;
}

SystemGrid::States SystemGrid::getInitial() {
  Decided<std::optional<State>> initial = interpreter.getInitialState();
  failed |= !initial;
  if (!initial || !*initial)
    return {};
  return close({intern(**initial)});
}

SystemGrid::States SystemGrid::fire(const States &states, unsigned action) {
  States next;
  for (unsigned id : states) {
    Node &node = expand(id);
    for (auto *steps : {&node.inputs, &node.outputs})
      for (const Step &each : *steps)
        if (each.action == action)
          next.insert(each.target);
  }
  return close(std::move(next));
}

SystemGrid::States SystemGrid::tick(const States &states) {
  States next;
  for (unsigned id : states) {
    Node &node = expand(id);
    if (node.later)
      next.insert(*node.later);
    else if (id == quiet || (node.isHopeless && silenceAfterTimelock))
      next.insert(quiet);
  }
  return close(std::move(next));
}

std::set<unsigned> SystemGrid::getActions(const States &states,
                                          LabelKind kind) {
  std::set<unsigned> result;
  for (unsigned id : states) {
    Node &node = expand(id);
    for (const Step &each :
         kind == LabelKind::Input ? node.inputs : node.outputs)
      result.insert(each.action);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Conformance
//===----------------------------------------------------------------------===//

namespace {
using States = SystemGrid::States;
using Event = SystemViolation::Event;

struct Product {
  States spec, impl, environment;
  int parent;
  /// Nothing: a tick.
  std::optional<Event> event;
};

class Search {
public:
  Search(SystemGrid &spec, SystemGrid &impl, SystemGrid *environment)
      : spec(spec), impl(impl), environment(environment) {}

  SystemGridResult run(unsigned maxLength, size_t maxNodes);

private:
  void add(Product product);
  bool expand(int id);
  bool expandAction(int id, unsigned action, bool isInput);
  /// What the environment may do; all of it if there is none.
  States fireEnvironment(const States &states, unsigned action) {
    return environment ? environment->fire(states, action) : States{0};
  }
  void report(int id, std::optional<unsigned> output);

  SystemGrid &spec, &impl, *environment;
  std::vector<Product> nodes;
  std::set<std::tuple<States, States, States>> known;
  std::vector<int> level, next;
  std::optional<SystemViolation> violation;
};
} // namespace

void Search::add(Product product) {
  if (product.spec.empty() || product.impl.empty() ||
      product.environment.empty() ||
      !known.insert({product.spec, product.impl, product.environment}).second)
    return;
  (product.event ? next : level).push_back(nodes.size());
  nodes.push_back(std::move(product));
}

void Search::report(int id, std::optional<unsigned> output) {
  std::vector<std::optional<Event>> path;
  for (; nodes[id].parent >= 0; id = nodes[id].parent)
    path.push_back(nodes[id].event);
  std::reverse(path.begin(), path.end());
  violation.emplace();
  violation->output = output;
  unsigned delay = 0;
  for (std::optional<Event> &event : path) {
    if (!event) {
      ++delay;
      continue;
    }
    event->delay = delay;
    delay = 0;
    violation->events.push_back(*event);
  }
  violation->finalDelay = delay + (output ? 0 : 1);
}

/// Returns false if the search is over.
bool Search::expandAction(int id, unsigned action, bool isInput) {
  Product from = nodes[id];
  States allowed = fireEnvironment(from.environment, action);
  if (allowed.empty())
    return true;
  States specNext = spec.fire(from.spec, action);
  States implNext = impl.fire(from.impl, action);
  bool isIgnored = isInput && implNext.empty();
  if (isIgnored)
    implNext = from.impl;
  if (!isInput && specNext.empty()) {
    report(id, action);
    return false;
  }
  add({std::move(specNext), std::move(implNext), std::move(allowed), id,
       Event{0, action, isIgnored}});
  return true;
}

bool Search::expand(int id) {
  Product from = nodes[id];
  for (unsigned action : impl.getActions(from.impl, LabelKind::Output))
    if (!expandAction(id, action, false))
      return false;
  for (unsigned action : spec.getActions(from.spec, LabelKind::Input))
    expandAction(id, action, true);
  States later = impl.tick(from.impl), allowed = spec.tick(from.spec);
  States waits =
      environment ? environment->tick(from.environment) : from.environment;
  if (!later.empty() && allowed.empty() && !waits.empty()) {
    report(id, std::nullopt);
    return false;
  }
  add({std::move(allowed), std::move(later), std::move(waits), id,
       std::nullopt});
  return true;
}

SystemGridResult Search::run(unsigned maxLength, size_t maxNodes) {
  add({spec.getInitial(), impl.getInitial(),
       environment ? environment->getInitial() : States{0}, -1, Event()});
  std::swap(level, next);
  SystemGridResult result;
  for (; result.depth < maxLength && !level.empty(); ++result.depth) {
    for (size_t i = 0; i < level.size(); ++i)
      if (!expand(level[i])) {
        result.violation = std::move(violation);
        return result;
      } else if (nodes.size() > maxNodes) {
        return result;
      }
    level = std::move(next);
    next.clear();
  }
  if (level.empty())
    result.depth = maxLength;
  return result;
}

SystemGridResult tioga::grid::findViolation(SystemGrid &spec, SystemGrid &impl,
                                            SystemGrid *environment,
                                            unsigned maxLength,
                                            size_t maxNodes) {
  return Search(spec, impl, environment).run(maxLength, maxNodes);
}
