//===- Passes.h - Mutation as a pass ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_MUTATION_PASSES_H
#define TIOGA_MUTATION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace tioga {

/// `ta-mutate=id=...`: replaces the network that has a mutant of this id by
/// that mutant. Keeps nothing: that is its purpose.
std::unique_ptr<mlir::Pass> createMutateNetworkPass();
/// `action-mutate=id=...`: the same for action systems.
std::unique_ptr<mlir::Pass> createMutateActionsPass();

void registerMutationPasses();

} // namespace tioga

#endif // TIOGA_MUTATION_PASSES_H
