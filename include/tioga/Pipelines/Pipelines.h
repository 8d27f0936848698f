//===- Pipelines.h - From models to what engines read -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_PIPELINES_PIPELINES_H
#define TIOGA_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace tioga {

/// Where compilation stops. Each phase after `Import` is about timed automata,
/// up to `STS`, which converts models of all formalisms.
enum class Phase {
  Import,      ///< the model as written
  Product,     ///< networks multiplied out
  Unfold,      ///< trees with one clock per step and folded invariants
  Visible,     ///< such trees without silent edges
  Determinize, ///< deterministic graphs
  STS          ///< transition systems
};

struct PipelineOptions {
  Phase stopAfter = Phase::Import;
  /// Observable steps, from `Unfold` to `Determinize`.
  unsigned depth = 5;
};

/// Adds the passes that lead from an imported module to a phase. `Determinize`
/// does not go through `Visible`: it works on the fly.
void buildPipeline(mlir::OpPassManager &manager,
                   const PipelineOptions &options);

} // namespace tioga

#endif // TIOGA_PIPELINES_PIPELINES_H
