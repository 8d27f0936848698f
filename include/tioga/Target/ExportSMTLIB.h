//===- ExportSMTLIB.h - Questions as SMT-LIB scripts ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TARGET_EXPORTSMTLIB_H
#define TIOGA_TARGET_EXPORTSMTLIB_H

#include "tioga/Engine/Encoder/QuerySession.h"
#include "tioga/Solver/Solver.h"

namespace tioga {

struct SMTLIBOptions {
  /// Names all parts of steps and asks for a core instead of values.
  bool cores = false;
  /// Solve first: the script then states the status, and asks for values only
  /// if there are some.
  bool solve = false;
  /// With which solver, and within which limits.
  std::string solver = "z3";
  smt::SolverOptions limits;
};

/// Writes the script of a query. Fails after reporting at the model what has no
/// formula.
mlir::LogicalResult exportSMTLIB(const QueryRequest &request,
                                 const SMTLIBOptions &options,
                                 llvm::StringRef title, llvm::raw_ostream &os);

} // namespace tioga

#endif // TIOGA_TARGET_EXPORTSMTLIB_H
