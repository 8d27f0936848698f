//===- RunnerOptions.h - Options of what drives programs --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_RUNNEROPTIONS_H
#define TIOGA_LIB_TOOLS_TIOGA_RUNNEROPTIONS_H

#include "Command.h"
#include "tioga/Runner/Runner.h"

namespace tioga {

/// `--policy=earliest|latest|middle|random`.
struct PolicyOption : llvm::cl::opt<SendPolicy> {
  explicit PolicyOption(llvm::StringRef description);
};

/// `--seed=N`.
struct SeedOption : llvm::cl::opt<uint64_t> {
  SeedOption();
};

/// How to reach a system under test.
struct TargetOptions {
  TargetOptions();

  /// Fills in the options of a runner. False after reporting what is wrong with
  /// the command line.
  bool apply(AdapterOptions &adapter) const;
  bool isGiven() const {
    return !command.empty() || !address.empty() || !library.empty();
  }
  /// How the user has named it.
  std::string getName() const;

  llvm::cl::opt<std::string> command, address, library;
  llvm::cl::opt<Dialect> dialect;
  llvm::cl::opt<bool> restart;
  llvm::cl::opt<unsigned> answerTime;
};

/// In which time tests run.
struct TimeOptions {
  TimeOptions();

  /// As above. \pre the target's options were applied
  bool apply(AdapterOptions &adapter, ExecutionOptions &execution) const;

  llvm::cl::opt<bool> realTime;
  llvm::cl::opt<std::string> unit, tolerance, grid;
  llvm::cl::opt<unsigned> silence;
};

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_RUNNEROPTIONS_H
