//===- Passes.h - Passes of tioga-reduce ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_REDUCE_PASSES_H
#define TIOGA_REDUCE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tioga {

#define GEN_PASS_DECL
#include "tioga/Reduce/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tioga/Reduce/Passes.h.inc"

} // namespace tioga

#endif // TIOGA_REDUCE_PASSES_H
