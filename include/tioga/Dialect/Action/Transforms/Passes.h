//===- Passes.h - Passes on the action dialect ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_ACTION_TRANSFORMS_PASSES_H
#define TIOGA_DIALECT_ACTION_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tioga/Dialect/Action/IR/ActionOps.h"

namespace tioga::action {

/// Replaces compositions by simple actions, as `action-lower-composition` does.
/// Fails after reporting what has no finite lowering; the system may then be
/// changed in part.
mlir::LogicalResult lowerComposition(SystemOp system);

#define GEN_PASS_DECL
#include "tioga/Dialect/Action/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tioga/Dialect/Action/Transforms/Passes.h.inc"

} // namespace tioga::action

#endif // TIOGA_DIALECT_ACTION_TRANSFORMS_PASSES_H
