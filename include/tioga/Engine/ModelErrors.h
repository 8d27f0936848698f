//===- ModelErrors.h - Updates that cannot be made --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_MODELERRORS_H
#define TIOGA_ENGINE_MODELERRORS_H

#include "tioga/Engine/Reachability.h"

namespace tioga {

/// Something that a transition would do, and cannot.
struct ModelError {
  unsigned transition;
  /// Over the names of the system: it would be taken, but cannot be.
  Expr condition;
  std::string description;
};

/// What may go wrong: an assigned value leaves its range or does not exist, a
/// guard has no value. In our own language all these disable a transition (V3,
/// V4 of docs/Semantics.md); in imported models they are errors. Transitions of
/// which it is plain that nothing goes wrong are not listed.
std::vector<ModelError> getPossibleErrors(const System &system,
                                          mlir::MLIRContext *context);

} // namespace tioga

#endif // TIOGA_ENGINE_MODELERRORS_H
