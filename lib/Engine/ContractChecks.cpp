//===- ContractChecks.cpp - Well-formed contracts ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/ContractChecks.h"
#include "SyncReachability.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

llvm::StringRef tioga::toString(ContractProperty property) {
  switch (property) {
  case ContractProperty::Receptive:
    return "receptive";
  case ContractProperty::Deterministic:
    return "deterministic";
  case ContractProperty::Complete:
    return "complete";
  }
  llvm_unreachable("covered switch");
}

namespace {

class PropertyChecker {
public:
  PropertyChecker(const System &system, ContractProperty property,
                  const FixpointOptions &options)
      : system(system), property(property), options(options),
        space(options.maxNodes), store(space.getStore()),
        diagrams(space, system) {}

  PropertyResult run();

private:
  /// Old values among `states` and new inputs that break the property in the
  /// first step, or in a later one.
  Diagram getBroken(bool first, Diagram states);
  Diagram getUnassumed(bool first, Diagram states);
  Diagram getUndetermined(bool first, Diagram states);
  Diagram getUnmentioned(unsigned index, bool first);
  Diagram getIncomplete(bool first, Diagram states);
  void show(Diagram broken, bool first, SyncReachability &reachable,
            PropertyResult &result);
  void showAnswers(Diagram place, bool first, PropertyResult &result);

  const System &system;
  ContractProperty property;
  FixpointOptions options;
  FieldSpace space;
  DiagramStore &store;
  SyncDiagrams diagrams;
};

} // namespace

static bool isInput(Owner owner) { return owner == Owner::Input; }
static bool isAnswer(Owner owner) { return owner != Owner::Input; }

Diagram PropertyChecker::getUnassumed(bool first, Diagram states) {
  Diagram open = store.getAnd(
      states, diagrams.getDomain(/*inputs=*/true, /*primed=*/true));
  size_t count = first ? system.getInitialConjuncts().size()
                       : system.getStepConjuncts().size();
  for (size_t index = 0; index < count; ++index)
    open =
        store.getAnd(open, store.getNot(diagrams.getAssumption(first, index)));
  return open;
}

/// Two answers differ in some bit: it can be set, and it can be not set.
Diagram PropertyChecker::getUndetermined(bool first, Diagram states) {
  Diagram relation = store.getAnd(states, diagrams.getRelation(first));
  std::vector<unsigned> fields = diagrams.getFields(isAnswer);
  Diagram cube = space.getCube(fields, true);
  Diagram result = DiagramStore::falseDiagram;
  for (unsigned field : fields)
    for (Diagram bit : space.getBits(field, true))
      result = store.getOr(
          result,
          store.getAnd(store.getAndExists(relation, bit, cube),
                       store.getAndExists(relation, store.getNot(bit), cube)));
  return result;
}

/// No requirement whose assumption holds mentions the new value of the
/// variable.
Diagram PropertyChecker::getUnmentioned(unsigned index, bool first) {
  Diagram open = diagrams.getDomain(/*inputs=*/true, /*primed=*/true);
  auto conjuncts =
      first ? system.getInitialConjuncts() : system.getStepConjuncts();
  for (auto [position, conjunct] : llvm::enumerate(conjuncts)) {
    llvm::SetVector<Expr> names;
    collectNames(conjunct.guarantee, names);
    if (names.contains(system.getVariables()[index].primedName))
      open = store.getAnd(
          open, store.getNot(diagrams.getAssumption(first, position)));
  }
  return open;
}

Diagram PropertyChecker::getIncomplete(bool first, Diagram states) {
  Diagram result = DiagramStore::falseDiagram;
  for (auto [index, info] : llvm::enumerate(system.getVariables()))
    if (!isInput(info.owner))
      result = store.getOr(result,
                           store.getAnd(states, getUnmentioned(index, first)));
  return result;
}

Diagram PropertyChecker::getBroken(bool first, Diagram states) {
  switch (property) {
  case ContractProperty::Receptive:
    return getUnassumed(first, states);
  case ContractProperty::Deterministic:
    return getUndetermined(first, states);
  case ContractProperty::Complete:
    return getIncomplete(first, states);
  }
  llvm_unreachable("covered switch");
}

/// Two answers at the place.
void PropertyChecker::showAnswers(Diagram place, bool first,
                                  PropertyResult &result) {
  Diagram relation = store.getAnd(place, diagrams.getRelation(first));
  if (store.isExhausted())
    return;
  std::vector<Value> answer = space.pick(relation, diagrams.getFields(), true);
  Diagram same = DiagramStore::trueDiagram;
  for (auto [field, value] : llvm::zip(diagrams.getFields(), answer))
    same = store.getAnd(same, space.getEqual(field, true, value));
  Diagram other = store.getAnd(relation, store.getNot(same));
  if (store.isExhausted())
    return;
  result.answers = {std::move(answer),
                    space.pick(other, diagrams.getFields(), true)};
}

void PropertyChecker::show(Diagram broken, bool first,
                           SyncReachability &reachable,
                           PropertyResult &result) {
  std::vector<unsigned> inputs = diagrams.getFields(isInput);
  if (!first) {
    Diagram states =
        store.getExists(broken, space.getCube(inputs, /*primed=*/true));
    result.run = reachable.getRun(states);
    if (result.run.empty())
      return;
    broken = store.getAnd(broken, reachable.getState(result.run.back(), false));
  }
  if (store.isExhausted())
    return;
  result.inputs = space.pick(broken, inputs, true);
  for (auto [field, value] : llvm::zip(inputs, result.inputs))
    broken = store.getAnd(broken, space.getEqual(field, true, value));
  if (property == ContractProperty::Deterministic)
    showAnswers(broken, first, result);
  if (property != ContractProperty::Complete)
    return;
  for (auto [index, info] : llvm::enumerate(system.getVariables()))
    if (!result.variable && !isInput(info.owner) &&
        store.getAnd(broken, getUnmentioned(index, first)) !=
            DiagramStore::falseDiagram)
      result.variable = index;
}

PropertyResult PropertyChecker::run() {
  PropertyResult result;
  result.reason = diagrams.getProblem().str();
  if (!result.reason.empty())
    return result;
  // Most contracts have the property in all states, reachable or not.
  Diagram anywhere =
      store.getOr(getBroken(true, DiagramStore::trueDiagram),
                  getBroken(false, diagrams.getDomain(/*primed=*/false)));
  if (anywhere == DiagramStore::falseDiagram && !store.isExhausted()) {
    result.answer = AnswerKind::Holds;
    return result;
  }
  SyncReachability reachable(space, diagrams.getFields().vec(),
                             diagrams.getRelation(true),
                             diagrams.getRelation(false));
  if (!reachable.run(options, result.reason))
    return result;
  for (bool first : {true, false}) {
    Diagram broken = getBroken(first, first ? DiagramStore::trueDiagram
                                            : reachable.getReached());
    if (store.isExhausted()) {
      result.reason = "the limit of nodes was reached";
      return result;
    }
    if (broken == DiagramStore::falseDiagram)
      continue;
    result.answer = AnswerKind::Violated;
    show(broken, first, reachable, result);
    return result;
  }
  result.answer = AnswerKind::Holds;
  return result;
}

PropertyResult tioga::checkProperty(const System &system,
                                    ContractProperty property,
                                    const FixpointOptions &options) {
  return PropertyChecker(system, property, options).run();
}
