//===- Passes.h - Passes on the ta dialect ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TA_TRANSFORMS_PASSES_H
#define TIOGA_DIALECT_TA_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "tioga/Dialect/TA/IR/TAOps.h"

namespace tioga::ta {

#define GEN_PASS_DECL
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"

} // namespace tioga::ta

#endif // TIOGA_DIALECT_TA_TRANSFORMS_PASSES_H
