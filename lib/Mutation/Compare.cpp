//===- Compare.cpp - What differs between two systems -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Evaluate.h"
#include "tioga/Mutation/Overlay.h"

using namespace mlir;
using namespace tioga;

namespace {

/// Rewrites parts of one system as parts of another, by name.
class SystemMatcher {
public:
  SystemMatcher(const System &system, const System &other)
      : system(system), other(other) {}

  std::optional<SystemEdits> compare();

private:
  bool matchNames();
  void matchLocations();
  void compareTransitions();
  void compareInvariants(llvm::ArrayRef<unsigned> before,
                         llvm::ArrayRef<unsigned> now,
                         std::optional<unsigned> control, unsigned location);
  void compareLocation(unsigned control, unsigned location);
  SystemTransition translate(const SystemTransition &transition);
  bool compareConjuncts(bool isInitial);
  SystemCondition translate(const SystemCondition &condition);
  tioga::Value translate(const tioga::Value &value);

  const System &system, &other;
  SystemEdits edits;
  /// By control and location of `other`.
  std::vector<std::vector<unsigned>> locations;
};

} // namespace

bool SystemMatcher::matchNames() {
  auto sameNames = [](const auto &a, const auto &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto &x, const auto &y) {
                        return x.getName() == y.getName();
                      });
  };
  return sameNames(system.getControls(), other.getControls()) &&
         sameNames(system.getClocks(), other.getClocks()) &&
         sameNames(system.getVariables(), other.getVariables()) &&
         std::equal(system.getLabels().begin(), system.getLabels().end(),
                    other.getLabels().begin(), other.getLabels().end(),
                    [](const SystemLabel &x, const SystemLabel &y) {
                      return x.name == y.name;
                    });
}

void SystemMatcher::matchLocations() {
  for (auto [index, control] : llvm::enumerate(other.getControls())) {
    const SystemControl &old = system.getControls()[index];
    unsigned next = old.locations.size();
    locations.emplace_back();
    for (auto [position, name] : llvm::enumerate(control.locations)) {
      auto found = llvm::find(old.locations, name);
      if (found != old.locations.end()) {
        locations.back().push_back(found - old.locations.begin());
        continue;
      }
      edits.addedLocations.push_back(
          {unsigned(index), name, other.isUrgent(index, position)});
      locations.back().push_back(next++);
    }
    unsigned initial = locations.back()[control.initial];
    if (initial != old.initial)
      edits.initialLocations.push_back({unsigned(index), initial});
  }
}

SystemCondition SystemMatcher::translate(const SystemCondition &condition) {
  if (!condition.expr)
    return SystemCondition();
  return splitCondition(system.getExprContext().import(condition.expr), system);
}

SystemTransition SystemMatcher::translate(const SystemTransition &transition) {
  ExprContext &context = system.getExprContext();
  SystemTransition result = {
      transition.label, {}, {}, {}, {}, {}, transition.origin, transition.loc};
  if (transition.label)
    result.params = system.getLabels()[*transition.label].params;
  else
    for (const SystemParam &param : transition.params)
      result.params.push_back({context.import(param.name), param.type});
  for (const SystemMove &move : transition.moves) {
    SystemMove mapped = {move.control, std::nullopt,
                         locations[move.control][move.to]};
    if (move.from)
      mapped.from = locations[move.control][*move.from];
    result.moves.push_back(mapped);
  }
  result.guard = translate(transition.guard);
  for (const ClockReset &reset : transition.resets)
    result.resets.push_back(
        makeClockReset(reset.clock, context.import(reset.value), system));
  for (const DataAssignment &each : transition.assignments)
    result.assignments.push_back({each.variable, context.import(each.value)});
  return result;
}

void SystemMatcher::compareTransitions() {
  llvm::ArrayRef<SystemTransition> old = system.getTransitions();
  std::vector<bool> kept(old.size());
  std::vector<SystemTransition> added;
  size_t hint = 0;
  for (const SystemTransition &transition : other.getTransitions()) {
    SystemTransition mapped = translate(transition);
    // Most are where they were.
    size_t found = old.size();
    for (size_t i = 0; i < old.size() && found == old.size(); ++i) {
      size_t index = (hint + i) % old.size();
      if (!kept[index] && haveSameEffect(old[index], mapped))
        found = index;
    }
    if (found == old.size()) {
      added.push_back(std::move(mapped));
    } else {
      kept[found] = true;
      hint = found + 1;
    }
  }
  // What vanished and came back changed is replaced.
  for (size_t index = 0; index < old.size(); ++index) {
    if (kept[index])
      continue;
    auto sameOrigin = llvm::find_if(added, [&](const SystemTransition &each) {
      return each.origin == old[index].origin;
    });
    if (sameOrigin == added.end()) {
      edits.removed.push_back(index);
      continue;
    }
    edits.replaced.push_back({unsigned(index), std::move(*sameOrigin)});
    added.erase(sameOrigin);
  }
  edits.added = std::move(added);
}

/// Compares what holds in a location, or, without control, everywhere.
void SystemMatcher::compareInvariants(llvm::ArrayRef<unsigned> before,
                                      llvm::ArrayRef<unsigned> now,
                                      std::optional<unsigned> control,
                                      unsigned location) {
  for (size_t i = 0; i < std::max(now.size(), before.size()); ++i) {
    SystemCondition condition;
    if (i < now.size())
      condition = translate(other.getInvariants()[now[i]].condition);
    if (i >= before.size()) {
      const SystemInvariant &added = other.getInvariants()[now[i]];
      edits.addedInvariants.push_back(
          {control, location, {std::move(condition), added.origin, added.loc}});
    } else if (condition.expr !=
               system.getInvariants()[before[i]].condition.expr) {
      edits.replacedInvariants.push_back({before[i], std::move(condition)});
    }
  }
}

void SystemMatcher::compareLocation(unsigned control, unsigned location) {
  unsigned mapped = locations[control][location];
  bool isOld = mapped < system.getControls()[control].locations.size();
  llvm::ArrayRef<unsigned> before;
  if (isOld)
    before = system.getInvariantsAt(control, mapped);
  compareInvariants(before, other.getInvariantsAt(control, location), control,
                    mapped);
  if (isOld &&
      system.isUrgent(control, mapped) != other.isUrgent(control, location))
    edits.urgencies.push_back(
        {control, mapped, other.isUrgent(control, location)});
}

/// The same value, whose literals outlive `other`.
tioga::Value SystemMatcher::translate(const tioga::Value &value) {
  return evaluate(value.toExpr(system.getExprContext()),
                  [](StringRef, bool) { return nullptr; })
      .value;
}

/// Contracts are neither added nor removed, only changed.
bool SystemMatcher::compareConjuncts(bool isInitial) {
  ExprContext &context = system.getExprContext();
  auto getList = [&](const System &of) {
    return isInitial ? of.getInitialConjuncts() : of.getStepConjuncts();
  };
  llvm::ArrayRef<SystemConjunct> old = getList(system), now = getList(other);
  if (old.size() != now.size())
    return false;
  for (unsigned index = 0; index < old.size(); ++index) {
    if (old[index].id != now[index].id)
      return false;
    Expr assume = now[index].assume;
    if (assume)
      assume = context.import(assume);
    Expr guarantee = context.import(now[index].guarantee);
    if (assume != old[index].assume || guarantee != old[index].guarantee)
      edits.replacedConjuncts.push_back({isInitial, index, assume, guarantee});
  }
  return true;
}

std::optional<SystemEdits> SystemMatcher::compare() {
  if (!matchNames() || !compareConjuncts(true) || !compareConjuncts(false))
    return std::nullopt;
  matchLocations();
  compareTransitions();
  for (unsigned control = 0; control < locations.size(); ++control)
    for (unsigned i = 0; i < locations[control].size(); ++i)
      compareLocation(control, i);
  compareInvariants(system.getGlobalInvariants(), other.getGlobalInvariants(),
                    std::nullopt, 0);
  for (auto [index, variable] : llvm::enumerate(other.getVariables()))
    if (system.getVariables()[index].initial != variable.initial)
      edits.initialValues.push_back(
          {unsigned(index), translate(variable.initial)});
  if (other.getScale() != system.getScale())
    edits.scale = other.getScale();
  return std::move(edits);
}

std::optional<SystemEdits> tioga::compareSystems(const System &system,
                                                 const System &other) {
  return SystemMatcher(system, other).compare();
}
