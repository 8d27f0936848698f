//===- MutatedModel.cpp - A model and its mutants, by id --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MutatedModel.h"
#include "Command.h"

using namespace tioga;

GranularityOption::GranularityOption()
    : llvm::cl::opt<Granularity>(
          "granularity", llvm::cl::init(Granularity::Atoms),
          llvm::cl::desc("Which Boolean expressions of an action system are "
                         "replaced and negated"),
          llvm::cl::values(
              clEnumValN(Granularity::Atoms, "atoms",
                         "those without connectives (default)"),
              clEnumValN(Granularity::Whole, "whole",
                         "guards and right sides as a whole"),
              clEnumValN(Granularity::All, "all", "every part of them")),
          llvm::cl::cat(getCommandCategory())) {}

int MutatedModel::load(llvm::StringRef reference) {
  selected = session.loadSystemOp(reference);
  if (!selected)
    return ExitRejected;
  network = llvm::dyn_cast<ta::NetworkOp>(selected.system.getOperation());
  if (network)
    removeEnvironment(network);
  if (llvm::isa<ta::NetworkOp, action::SystemOp>(selected.system))
    mutated = selected.system;
  mlir::FailureOr<std::unique_ptr<System>> loaded =
      mutated ? loadSystem(mutated) : session.convertAndLoad(selected.system);
  if (mlir::failed(loaded))
    return ExitRejected;
  system = std::move(*loaded);
  return ExitDone;
}

MutantSet *MutatedModel::getMutants(llvm::StringRef operators,
                                    Granularity granularity,
                                    std::string &error) {
  std::unique_ptr<MutantSet> &set =
      sets[(operators + llvm::Twine(int(granularity))).str()];
  if (set)
    return set.get();
  MutationOptions options;
  options.granularity = granularity;
  if (!parseOperators(operators, options.operators, error))
    return nullptr;
  set = generateMutants(mutated, options);
  return set.get();
}

const Mutant *MutatedModel::lookup(llvm::StringRef id) {
  if (!mutated)
    return nullptr;
  // Whatever the granularity was, an id is found.
  for (Granularity granularity : granularities) {
    std::string ignored;
    MutantSet *set = getMutants(id.split('/').first, granularity, ignored);
    if (!set)
      return nullptr;
    if (const Mutant *mutant = set->lookup(id))
      return mutant;
  }
  return nullptr;
}

std::unique_ptr<System> MutatedModel::build(const Mutant &mutant,
                                            std::vector<unsigned> *changed) {
  mlir::FailureOr<SystemEdits> edits =
      OverlayBuilder(mutated, *system).build(mutant);
  if (mlir::failed(edits))
    return nullptr;
  if (changed) {
    for (const SystemEdits::Replaced &each : edits->replaced)
      changed->push_back(each.transition);
    for (unsigned i = 0; i < edits->added.size(); ++i)
      changed->push_back(system->getTransitions().size() + i);
  }
  return applyEdits(*system, *edits);
}

int MutatedModel::findMutant(llvm::StringRef idOrNumber,
                             llvm::StringRef operators,
                             std::unique_ptr<System> &result,
                             std::vector<unsigned> &changed) {
  if (!mutated)
    return reportError("only timed automata and action systems have mutants");
  const Mutant *mutant = nullptr;
  unsigned number;
  if (idOrNumber.getAsInteger(10, number)) {
    mutant = lookup(idOrNumber);
  } else {
    std::string error;
    if (operators.empty())
      operators = getDefaultOperators(mutated);
    MutantSet *set = getMutants(operators, Granularity::Atoms, error);
    if (!set)
      return reportUsage(error);
    if (number > 0 && number <= set->mutants.size())
      mutant = &set->mutants[number - 1];
  }
  if (!mutant)
    return reportError("there is no mutant '" + idOrNumber + "'");
  result = build(*mutant, &changed);
  return result ? ExitDone : ExitRejected;
}
