//===- ExportTChecker.h - Write TChecker models -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TARGET_EXPORTTCHECKER_H
#define TIOGA_TARGET_EXPORTTCHECKER_H

#include "tioga/Dialect/TA/IR/TAOps.h"

namespace tioga {

/// Writes a network of timed automata as a TChecker file. Channels become
/// vectors, disjunctive guards several edges, simultaneous updates sequences
/// (docs/Interop.md). Reports what the format cannot say, and fails.
llvm::LogicalResult exportTChecker(ta::NetworkOp network,
                                   llvm::raw_ostream &os);

/// Registers `export-tck`.
void registerExportTChecker();

} // namespace tioga

#endif // TIOGA_TARGET_EXPORTTCHECKER_H
