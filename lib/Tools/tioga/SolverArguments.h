//===- SolverArguments.h - Options of commands that solve -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_SOLVERARGUMENTS_H
#define TIOGA_LIB_TOOLS_TIOGA_SOLVERARGUMENTS_H

#include "Command.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Engine/SymbolicConformance.h"

namespace tioga {

enum class Unrolling { Incremental, Monolithic };

/// `--solver`, `--solver-timeout`, `--solver-memory`, `--dump-queries`,
/// `--time` and `--unrolling`, the same in all commands.
struct SolverArguments {
  SolverArguments();

  BoundedOptions get() const;

  llvm::cl::opt<std::string> solver;
  llvm::cl::opt<unsigned> timeout;
  llvm::cl::opt<unsigned> memory;
  llvm::cl::opt<std::string> dump;
  llvm::cl::opt<TimeEncoding> time;
  llvm::cl::opt<Unrolling> unrolling;
};

/// `--no-opt`, `--max-internal` and `--max-questions`, of the symbolic engine.
struct SymbolicArguments {
  SymbolicArguments();

  /// Nothing after reporting a name that no optimisation has.
  std::optional<SymbolicOptions> get(const BoundedOptions &solving) const;

  llvm::cl::list<std::string> off;
  llvm::cl::opt<unsigned> maxInternal;
  llvm::cl::opt<uint64_t> maxQuestions;
};

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_SOLVERARGUMENTS_H
