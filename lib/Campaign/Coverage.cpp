//===- Coverage.cpp - Paths that reach something ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Coverage.h"
#include "llvm/ADT/BitVector.h"

using namespace tioga;

namespace {

class CoverageSearch {
public:
  CoverageSearch(const System &system, const ReachabilityOptions &options)
      : system(system), options(options),
        transitions(system.getTransitions().size()) {
    for (const SystemControl &control : system.getControls())
      locations.emplace_back(control.locations.size());
  }

  CoveringPaths run();

private:
  void coverTransition(unsigned index);
  void coverLocation(unsigned control, unsigned location);
  bool addRun(const TimedTrace &run);
  void mark(const TimedTrace &run);
  Expr getOccupied(unsigned control, unsigned location) const;
  std::string getName(unsigned transition) const;

  const System &system;
  const ReachabilityOptions &options;
  CoveringPaths result;
  llvm::BitVector transitions;
  std::vector<llvm::BitVector> locations;
};

} // namespace

Expr CoverageSearch::getOccupied(unsigned control, unsigned location) const {
  ExprContext &context = system.getExprContext();
  const SystemControl &owner = system.getControls()[control];
  return context.get(
      ExprKind::Eq, owner.name,
      context.getEnum(owner.getName(), owner.locations[location]));
}

std::string CoverageSearch::getName(unsigned transition) const {
  std::string name;
  for (llvm::StringRef origin : system.getTransitions()[transition].origin)
    name += (name.empty() ? "" : ", ") + origin.str();
  return name.empty() ? "transition " + std::to_string(transition) : name;
}

void CoverageSearch::mark(const TimedTrace &run) {
  for (const TraceStep &step : run.steps) {
    if (!step.transition)
      continue;
    transitions.set(*step.transition);
    for (const SystemMove &move :
         system.getTransitions()[*step.transition].moves)
      locations[move.control].set(move.to);
  }
}

/// Makes a path of a run and remembers what it passes.
bool CoverageSearch::addRun(const TimedTrace &run) {
  std::optional<TimedTrace> observation = run.getObservable(system);
  TrackedSystem spec(system, nullptr, system.getScale());
  std::optional<TestPath> path;
  if (observation)
    path = getPath(*observation, spec);
  if (!path)
    return false;
  mark(run);
  if (!path->steps.empty())
    result.paths.push_back(std::move(*path));
  return true;
}

void CoverageSearch::coverTransition(unsigned index) {
  const SystemTransition &transition = system.getTransitions()[index];
  ExprContext &context = system.getExprContext();
  llvm::SmallVector<Expr> conjuncts;
  for (const SystemMove &move : transition.moves)
    if (move.from)
      conjuncts.push_back(getOccupied(move.control, *move.from));
  // Values of parameters are chosen by whoever takes the transition.
  if (transition.guard.expr && transition.params.empty())
    conjuncts.push_back(transition.guard.expr);
  ReachabilityResult found = reach(system, context.getAnd(conjuncts), options);
  if (found.answer == ReachabilityResult::Answer::Unreachable) {
    result.unreachable.push_back(getName(index));
    return;
  }
  if (found.answer == ReachabilityResult::Answer::Undecided ||
      !transition.params.empty()) {
    result.undecided.push_back(getName(index));
    return;
  }
  TimedTrace run = std::move(found.run);
  run.steps.push_back({run.finalDelay, transition.label, {}, index});
  run.finalDelay = 0;
  if (!addRun(run))
    result.undecided.push_back(getName(index));
}

void CoverageSearch::coverLocation(unsigned control, unsigned location) {
  const SystemControl &owner = system.getControls()[control];
  std::string name = (owner.getName() + "." + owner.locations[location]).str();
  ReachabilityResult found =
      reach(system, getOccupied(control, location), options);
  if (found.answer == ReachabilityResult::Answer::Unreachable)
    result.unreachable.push_back(name);
  else if (found.answer == ReachabilityResult::Answer::Undecided ||
           !addRun(found.run))
    result.undecided.push_back(name);
}

CoveringPaths CoverageSearch::run() {
  for (auto [control, each] : llvm::enumerate(system.getControls()))
    locations[control].set(each.initial);
  // From the end: what is far passes what is near.
  for (unsigned index = transitions.size(); index-- > 0;)
    if (!transitions[index])
      coverTransition(index);
  for (unsigned control = 0; control < locations.size(); ++control)
    for (unsigned i = 0; i < locations[control].size(); ++i)
      if (!locations[control][i])
        coverLocation(control, i);
  result.numCovered = transitions.count();
  for (const llvm::BitVector &each : locations)
    result.numCovered += each.count();
  return std::move(result);
}

CoveringPaths tioga::getCoveringPaths(const System &system,
                                      const ReachabilityOptions &options) {
  return CoverageSearch(system, options).run();
}

std::optional<TestPath> tioga::getPathTo(Expr goal, const System &system,
                                         const ReachabilityOptions &options,
                                         std::string &reason) {
  ReachabilityResult found = reach(system, goal, options);
  if (found.answer == ReachabilityResult::Answer::Unreachable) {
    reason = "the goal cannot be reached";
    return std::nullopt;
  }
  if (found.answer == ReachabilityResult::Answer::Undecided) {
    reason = found.reason;
    return std::nullopt;
  }
  std::optional<TimedTrace> observation = found.run.getObservable(system);
  TrackedSystem spec(system, nullptr, system.getScale());
  std::optional<TestPath> path;
  if (observation)
    path = getPath(*observation, spec);
  if (!path)
    reason = "the times of the run could not be computed";
  return path;
}
