//===- SymbolicWitness.h - From formulas to runs ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path of product states says which labels are observed; a solver finds their
// arguments, and the interpreter, which shares nothing with the search but the
// models, has to agree that the implementation can do it and the specification
// cannot.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_SYMBOLICWITNESS_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_SYMBOLICWITNESS_H

#include "Explorer.h"

namespace tioga::symbolic {

/// Makes a violation out of what was found; nothing, and `reason`, if the
/// solver or the interpreter cannot confirm it.
std::optional<Violation> makeViolation(const StepContext &context,
                                       llvm::ArrayRef<Observation> observations,
                                       const FoundViolation &found,
                                       std::string &reason);

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_SYMBOLICWITNESS_H
