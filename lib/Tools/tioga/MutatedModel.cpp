//===- MutatedModel.cpp - A model and its mutants, by id --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MutatedModel.h"
#include "Command.h"

using namespace tioga;

int MutatedModel::load(llvm::StringRef reference) {
  selected = session.loadSystemOp(reference);
  if (!selected)
    return ExitRejected;
  network = llvm::dyn_cast<ta::NetworkOp>(selected.system.getOperation());
  mlir::FailureOr<std::unique_ptr<System>> loaded =
      network ? loadSystem(network) : session.convertAndLoad(selected.system);
  if (mlir::failed(loaded))
    return ExitRejected;
  system = std::move(*loaded);
  return ExitDone;
}

MutantSet *MutatedModel::getMutants(llvm::StringRef operators,
                                    std::string &error) {
  std::unique_ptr<MutantSet> &set = sets[operators];
  if (set)
    return set.get();
  MutationOptions options;
  if (!parseOperators(operators, options.operators, error))
    return nullptr;
  set = generateMutants(network, options);
  return set.get();
}

const Mutant *MutatedModel::lookup(llvm::StringRef id) {
  std::string ignored;
  MutantSet *set = network ? getMutants(id.split('/').first, ignored) : nullptr;
  return set ? set->lookup(id) : nullptr;
}

std::unique_ptr<System> MutatedModel::build(const Mutant &mutant,
                                            std::vector<unsigned> *changed) {
  mlir::FailureOr<SystemEdits> edits =
      OverlayBuilder(network, *system).build(mutant);
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
  if (!network)
    return reportError("only timed automata have mutants");
  const Mutant *mutant = nullptr;
  unsigned number;
  if (idOrNumber.getAsInteger(10, number)) {
    mutant = lookup(idOrNumber);
  } else {
    std::string error;
    MutantSet *set = getMutants(operators, error);
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
