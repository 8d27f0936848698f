//===- MutatedModel.cpp - A model and its mutants, by id --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MutatedModel.h"
#include "Command.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"

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
  mlir::Operation *model = selected.system;
  network = llvm::dyn_cast<ta::NetworkOp>(model);
  interface = llvm::dyn_cast<contract::InterfaceOp>(model);
  if (network)
    removeEnvironment(network);
  if (llvm::isa<ta::NetworkOp, action::SystemOp, contract::InterfaceOp>(model))
    mutated = model;
  mlir::FailureOr<std::unique_ptr<System>> loaded =
      mutated ? loadSystem(mutated) : session.convertAndLoad(selected.system);
  if (mlir::failed(loaded))
    return ExitRejected;
  system = std::move(*loaded);
  return ExitDone;
}

MutatedModel::Split *MutatedModel::getSplit() {
  if (split)
    return &*split;
  mlir::OpBuilder builder(interface);
  builder.setInsertionPointAfter(interface);
  auto copy = llvm::cast<contract::InterfaceOp>(builder.clone(*interface));
  contract::splitContracts(copy);
  mlir::FailureOr<std::unique_ptr<System>> loaded = loadSystem(copy);
  if (mlir::failed(loaded))
    return nullptr;
  split = Split{copy, std::move(*loaded)};
  return &*split;
}

MutantSet *MutatedModel::getMutants(mlir::Operation *model,
                                    llvm::StringRef operators,
                                    Granularity granularity,
                                    std::string &error) {
  bool isSplit = split && model == split->interface;
  std::unique_ptr<MutantSet> &set =
      (isSplit ? splitSets
               : sets)[(operators + llvm::Twine(int(granularity))).str()];
  if (set)
    return set.get();
  MutationOptions options;
  options.granularity = granularity;
  if (!parseOperators(operators, options.operators, error))
    return nullptr;
  set = generateMutants(model, options);
  return set.get();
}

const Mutant *MutatedModel::lookup(llvm::StringRef id) {
  if (!mutated)
    return nullptr;
  // Whatever the granularity was, an id is found.
  std::string ignored;
  llvm::StringRef op = id.split('/').first;
  for (Granularity granularity : granularities) {
    MutantSet *set = getMutants(mutated, op, granularity, ignored);
    if (!set)
      return nullptr;
    if (const Mutant *mutant = set->lookup(id))
      return mutant;
  }
  if (!interface || !getSplit())
    return nullptr;
  MutantSet *set =
      getMutants(split->interface, op, Granularity::Atoms, ignored);
  return set ? set->lookup(id) : nullptr;
}

std::unique_ptr<System> MutatedModel::build(const Mutant &mutant,
                                            std::vector<unsigned> *changed) {
  bool isSplit = split && mutant.element->getParentOp() == split->interface;
  const System &base = isSplit ? *split->system : *system;
  mlir::Operation *model = mutated;
  if (isSplit)
    model = split->interface;
  mlir::FailureOr<SystemEdits> edits =
      OverlayBuilder(model, base).build(mutant);
  if (mlir::failed(edits))
    return nullptr;
  if (changed) {
    for (const SystemEdits::Replaced &each : edits->replaced)
      changed->push_back(each.transition);
    for (unsigned i = 0; i < edits->added.size(); ++i)
      changed->push_back(base.getTransitions().size() + i);
  }
  return applyEdits(base, *edits);
}

int MutatedModel::findMutant(llvm::StringRef idOrNumber,
                             llvm::StringRef operators,
                             std::unique_ptr<System> &result,
                             std::vector<unsigned> &changed) {
  if (!mutated)
    return reportError("this model has no mutants");
  const Mutant *mutant = nullptr;
  unsigned number;
  if (idOrNumber.getAsInteger(10, number)) {
    mutant = lookup(idOrNumber);
  } else {
    std::string error;
    if (operators.empty())
      operators = getDefaultOperators(mutated);
    MutantSet *set = getMutants(mutated, operators, Granularity::Atoms, error);
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
