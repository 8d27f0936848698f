//===- MutatePass.cpp - Mutation as a pass ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "tioga/Mutation/Operators.h"
#include "tioga/Mutation/Passes.h"

using namespace mlir;
using namespace tioga;

namespace {
/// Applies one mutant, given by its id.
struct MutatePass : public PassWrapper<MutatePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MutatePass)

  MutatePass() = default;
  MutatePass(const MutatePass &other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const final { return "ta-mutate"; }
  llvm::StringRef getDescription() const final {
    return "Replace a network by one of its mutants";
  }
  void runOnOperation() override;

  Option<std::string> id{
      *this, "id",
      llvm::cl::desc("Id of the mutant, as 'tioga mutate --list' prints it")};
};
} // namespace

/// The operator of an id of first order.
static bool selectOperator(llvm::StringRef id, MutationOptions &options) {
  std::string error;
  return parseOperators(id.split('/').first, options.operators, error);
}

void MutatePass::runOnOperation() {
  MutationOptions options;
  if (!selectOperator(id, options)) {
    getOperation().emitError("there is no mutant '" + id + "'");
    return signalPassFailure();
  }
  for (auto network : getOperation().getOps<ta::NetworkOp>()) {
    std::unique_ptr<MutantSet> set = generateMutants(network, options);
    const Mutant *mutant = set->lookup(id);
    if (!mutant)
      continue;
    materialize(*mutant, network, network.getSymName());
    network.erase();
    return;
  }
  getOperation().emitError("there is no mutant '" + id + "'");
  signalPassFailure();
}

std::unique_ptr<Pass> tioga::createMutatePass() {
  return std::make_unique<MutatePass>();
}

void tioga::registerMutationPasses() { registerPass(createMutatePass); }
