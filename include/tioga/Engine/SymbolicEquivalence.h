//===- SymbolicEquivalence.h - Equal traces of any data ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_SYMBOLICEQUIVALENCE_H
#define TIOGA_ENGINE_SYMBOLICEQUIVALENCE_H

#include "tioga/Engine/Equivalence.h"
#include "tioga/Solver/Solver.h"

namespace tioga {

/// Compares like `checkEquivalence`, with a solver: for each sequence of labels
/// the times and arguments that a system can show are one formula, a
/// disjunction over the runs with these labels. Data may be of any size.
EquivalenceResult
checkEquivalenceBySolver(const System &first, const System &second,
                         const EquivalenceOptions &options = {},
                         const smt::SolverOptions &limits = {});

/// Compares by zones and, where these do not decide because of data, by a
/// solver.
EquivalenceResult decideEquivalence(const System &first, const System &second,
                                    const EquivalenceOptions &options = {});

} // namespace tioga

#endif // TIOGA_ENGINE_SYMBOLICEQUIVALENCE_H
