//===- MutatePass.cpp - Mutation as a pass ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "tioga/Mutation/Operators.h"
#include "tioga/Mutation/Passes.h"

using namespace mlir;
using namespace tioga;

namespace {
/// Applies one mutant of a system of one kind, given by its id.
template <typename ConcreteT, typename SystemT>
struct MutatePass : public PassWrapper<ConcreteT, OperationPass<ModuleOp>> {
  MutatePass() = default;
  MutatePass(const MutatePass &other)
      : PassWrapper<ConcreteT, OperationPass<ModuleOp>>(other) {}

  void runOnOperation() override;

  Pass::Option<std::string> id{
      *this, "id",
      llvm::cl::desc("Id of the mutant, as 'tioga mutate --list' prints it")};
};

struct MutateNetworkPass : public MutatePass<MutateNetworkPass, ta::NetworkOp> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MutateNetworkPass)

  llvm::StringRef getArgument() const final { return "ta-mutate"; }
  llvm::StringRef getDescription() const final {
    return "Replace a network by one of its mutants";
  }
};

struct MutateActionsPass
    : public MutatePass<MutateActionsPass, action::SystemOp> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MutateActionsPass)

  llvm::StringRef getArgument() const final { return "action-mutate"; }
  llvm::StringRef getDescription() const final {
    return "Replace an action system by one of its mutants";
  }
};
} // namespace

/// The operator of an id of first order.
static bool selectOperator(llvm::StringRef id, MutationOptions &options) {
  std::string error;
  return parseOperators(id.split('/').first, options.operators, error);
}

template <typename ConcreteT, typename SystemT>
void MutatePass<ConcreteT, SystemT>::runOnOperation() {
  ModuleOp module = this->getOperation();
  MutationOptions options;
  if (!selectOperator(id, options)) {
    module.emitError("there is no mutant '" + id + "'");
    return this->signalPassFailure();
  }
  for (auto system : module.getOps<SystemT>()) {
    for (Granularity granularity : granularities) {
      options.granularity = granularity;
      std::unique_ptr<MutantSet> set = generateMutants(system, options);
      const Mutant *mutant = set->lookup(id);
      if (!mutant)
        continue;
      materialize(*mutant, system, system.getSymName());
      system.erase();
      return;
    }
  }
  module.emitError("there is no mutant '" + id + "'");
  this->signalPassFailure();
}

std::unique_ptr<Pass> tioga::createMutateNetworkPass() {
  return std::make_unique<MutateNetworkPass>();
}

std::unique_ptr<Pass> tioga::createMutateActionsPass() {
  return std::make_unique<MutateActionsPass>();
}

void tioga::registerMutationPasses() {
  registerPass(createMutateNetworkPass);
  registerPass(createMutateActionsPass);
}
