//===- Specification.cpp - Properties of specifications ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A property of all reachable states is checked in two steps: the valuations of
// each discrete state that violate it are computed, and then it is asked
// whether one of them can be reached.
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Specification.h"
#include "ZoneSteps.h"
#include "tioga/Engine/Reachability.h"

using namespace tioga;

namespace {
/// States that must not be reached.
struct Forbidden {
  StateId state;
  Federation valuations;
  std::string reason;
  llvm::SmallVector<mlir::Location, 2> locations;
};

class SpecificationChecker {
public:
  SpecificationChecker(const System &system,
                       const SpecificationOptions &options)
      : model(system), system(system), options(options) {}

  void addBranches(StateId id);
  void addMissingInputs(StateId id);
  void addSlowOutputs(StateId id) { addSlow(id, EdgeKind::Output); }
  void addSlowInternal(StateId id) { addSlow(id, EdgeKind::Silent); }
  void addDeadlines(StateId id);

  /// Adds what each of the functions forbids in each state, then searches.
  SpecificationResult
  run(llvm::ArrayRef<void (SpecificationChecker::*)(StateId)> rules);

private:
  void addSlow(StateId id, EdgeKind kind);
  /// `'beep!'`, or `an internal step`.
  std::string getText(const SystemTransition &transition) const {
    return transition.label
               ? "'" + system.getLabels()[*transition.label].getText() + "'"
               : "an internal step";
  }
  void forbid(StateId id, Federation valuations, const llvm::Twine &reason,
              llvm::ArrayRef<mlir::Location> locations);
  std::string getPlace(StateId id);
  ReachabilityResult search(Expr goal);
  SpecificationResult findRun();

  SpecificationModel model;
  const System &system;
  const SpecificationOptions &options;
  std::vector<Forbidden> forbidden;
  /// Why not all properties could be checked.
  std::string gap;
};
} // namespace

/// `in 'Idle' `; nothing for a system without locations.
std::string SpecificationChecker::getPlace(StateId id) {
  std::string text;
  for (auto [index, control] : llvm::enumerate(system.getControls())) {
    text += index ? ", " : "in ";
    text += "'" +
            control.locations[model.getModel().getLocation(id, index)].str() +
            "'";
  }
  return text.empty() ? text : text + " ";
}

void SpecificationChecker::forbid(StateId id, Federation valuations,
                                  const llvm::Twine &reason,
                                  llvm::ArrayRef<mlir::Location> locations) {
  valuations.intersect(model.getInvariant(id));
  if (!valuations.isEmpty())
    forbidden.push_back({id,
                         std::move(valuations),
                         reason.str(),
                         {locations.begin(), locations.end()}});
}

void SpecificationChecker::addBranches(StateId id) {
  llvm::ArrayRef<ZoneEdge> edges = model.getState(id).edges;
  for (size_t j = 0; j < edges.size(); ++j)
    for (size_t i = 0; i < j; ++i) {
      if (edges[i].action != edges[j].action ||
          haveEqualEffect(edges[i], edges[j]))
        continue;
      Zone both = model.getGuard(edges[i]);
      if (!both.intersect(model.getGuard(edges[j])))
        continue;
      const SystemTransition &first =
          system.getTransitions()[edges[i].transition];
      const SystemTransition &second =
          system.getTransitions()[edges[j].transition];
      forbid(id, Federation(both),
             getPlace(id) + "two edges with " + getText(first) +
                 " are enabled at once",
             {first.loc, second.loc});
    }
}

void SpecificationChecker::addMissingInputs(StateId id) {
  for (auto [index, label] : llvm::enumerate(system.getLabels())) {
    if (label.kind != LabelKind::Input)
      continue;
    if (!label.params.empty()) {
      gap = "input '" + label.name.str() +
            "' has parameters: not all of its values are looked at";
      continue;
    }
    Federation missing = model.getInvariant(id);
    for (const ZoneEdge &edge : model.getState(id).edges)
      if (system.getTransitions()[edge.transition].label == index)
        missing.subtract(model.getGuard(edge));
    forbid(id, std::move(missing),
           getPlace(id) + "no edge takes '" + label.getText() + "'",
           {label.loc});
  }
}

void SpecificationChecker::addSlow(StateId id, EdgeKind kind) {
  Federation waiting = model.getWaiting(id);
  for (const ZoneEdge &edge : model.getState(id).edges) {
    if (edge.kind != kind)
      continue;
    Federation both = waiting;
    both.intersect(model.getGuard(edge));
    const SystemTransition &transition =
        system.getTransitions()[edge.transition];
    forbid(id, std::move(both),
           getPlace(id) + "time may pass although " + getText(transition) +
               " is possible",
           {transition.loc});
  }
}

void SpecificationChecker::addDeadlines(StateId id) {
  Federation none(model.getDimension());
  Federation outputs = model.getEnabled(id, EdgeKind::Output);
  Federation fine = model.getUnbounded(id, none);
  if (model.getState(id).isUrgent)
    fine.unite(outputs);
  else
    fine.unite(outputs.predt(model.getInvariant(id).complement()));
  Federation stuck = model.getInvariant(id);
  stuck.subtract(fine);
  llvm::SmallVector<mlir::Location, 2> locations;
  for (auto [index, control] : llvm::enumerate(system.getControls()))
    for (unsigned invariant :
         system.getInvariantsAt(index, model.getModel().getLocation(id, index)))
      locations.push_back(system.getInvariants()[invariant].loc);
  forbid(id, std::move(stuck),
         getPlace(id) + "time stops and no output is possible before",
         locations);
}

ReachabilityResult SpecificationChecker::search(Expr goal) {
  ReachabilityOptions search;
  search.maxStates = options.maxStates;
  search.timeout = options.timeout;
  search.isCancelled = options.isCancelled;
  search.threads = options.threads;
  return reach(system, goal, search);
}

/// First all together, since most often none is reached. What cannot be
/// searched for together may be searched for one by one.
SpecificationResult SpecificationChecker::findRun() {
  using Answer = ReachabilityResult::Answer;
  SpecificationResult result;
  llvm::SmallVector<Expr> goals;
  for (const Forbidden &each : forbidden)
    goals.push_back(model.getCondition(each.state, each.valuations));
  ReachabilityResult all = search(system.getExprContext().getOr(goals));
  if (all.answer == Answer::Unreachable) {
    result.answer = AnswerKind::Holds;
    return result;
  }
  bool isDecided = true;
  for (auto [index, goal] : llvm::enumerate(goals)) {
    ReachabilityResult one = search(goal);
    if (one.answer == Answer::Undecided) {
      result.reason = one.reason;
      isDecided = false;
    }
    if (one.answer != Answer::Reachable)
      continue;
    result.answer = AnswerKind::Violated;
    result.reason = forbidden[index].reason;
    result.locations = forbidden[index].locations;
    result.run = std::move(one.run);
    return result;
  }
  if (isDecided && all.answer == Answer::Undecided)
    result.answer = AnswerKind::Holds;
  else if (isDecided)
    result.reason = "searches for the same states disagree";
  return result;
}

SpecificationResult SpecificationChecker::run(
    llvm::ArrayRef<void (SpecificationChecker::*)(StateId)> rules) {
  SpecificationResult result;
  if (auto reason = model.expand(options)) {
    result.reason = *reason;
    return result;
  }
  for (auto rule : rules)
    for (StateId id = 0; id < model.getNumStates(); ++id)
      (this->*rule)(id);
  result = findRun();
  if (result.answer == AnswerKind::Holds && !gap.empty()) {
    result.answer = AnswerKind::Undecided;
    result.reason = gap;
  }
  return result;
}

SpecificationResult
tioga::checkDeterminism(const System &system,
                        const SpecificationOptions &options) {
  return SpecificationChecker(system, options)
      .run({&SpecificationChecker::addBranches});
}

SpecificationResult tioga::checkTraceable(const System &system,
                                          const SpecificationOptions &options) {
  SpecificationOptions internal = options;
  internal.allowSilent = true;
  return SpecificationChecker(system, internal)
      .run({&SpecificationChecker::addBranches,
            &SpecificationChecker::addSlowInternal});
}

SpecificationResult
tioga::checkSpecification(const System &system,
                          const SpecificationOptions &options) {
  return SpecificationChecker(system, options)
      .run({&SpecificationChecker::addBranches,
            &SpecificationChecker::addMissingInputs});
}

SpecificationResult
tioga::checkImplementation(const System &system,
                           const SpecificationOptions &options) {
  return SpecificationChecker(system, options)
      .run({&SpecificationChecker::addBranches,
            &SpecificationChecker::addMissingInputs,
            &SpecificationChecker::addSlowOutputs,
            &SpecificationChecker::addDeadlines});
}
