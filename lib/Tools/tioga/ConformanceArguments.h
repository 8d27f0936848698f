//===- ConformanceArguments.h - Options of comparisons ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_CONFORMANCEARGUMENTS_H
#define TIOGA_LIB_TOOLS_TIOGA_CONFORMANCEARGUMENTS_H

#include "Command.h"
#include "tioga/Engine/Conformance.h"
#include "tioga/Engine/Reachability.h"

namespace tioga {

/// `--shortest` or `--fastest`.
struct TraceOrderOption : llvm::cl::opt<TraceOrder> {
  explicit TraceOrderOption(llvm::StringRef what);
};

/// `--relation`, `--completion`, `--timelock`, `--bound`, `--max-states` and
/// `--fastest`, the same wherever an implementation, written or mutated, is
/// compared with a specification.
struct ConformanceArguments {
  ConformanceArguments();

  /// What was asked for; else rtioco where the specification has an
  /// environment, tioco where not, and ioco never by itself.
  Relation getRelation(const System &spec) const;
  ConformanceOptions get(const System &spec) const;
  /// Prints what is wrong with the values and returns false.
  bool check() const;
  /// What the environment of a specification does in vain.
  std::vector<std::string> getWarnings(const System &spec) const;

  llvm::cl::opt<Relation> relation;
  llvm::cl::opt<Completion> completion;
  llvm::cl::opt<Timelock> timelock;
  llvm::cl::opt<unsigned> bound;
  llvm::cl::opt<uint64_t> maxStates;
  TraceOrderOption order;
};

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_CONFORMANCEARGUMENTS_H
