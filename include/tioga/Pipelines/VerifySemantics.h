//===- VerifySemantics.h - Check passes while they run ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_PIPELINES_VERIFYSEMANTICS_H
#define TIOGA_PIPELINES_VERIFYSEMANTICS_H

#include "tioga/Engine/Trace.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <memory>
#include <optional>

namespace mlir {
class PassInstrumentation;
class PassManager;
} // namespace mlir

namespace tioga {

/// How the observable timed traces after a pass relate to those before.
enum class Keeps : uint8_t { Equal, EqualToDepth, Subset, Superset };

/// What a pass promises, by its argument; nothing if it promises nothing.
std::optional<Keeps> getContract(llvm::StringRef passArgument);

/// What `--verify-semantics` found. Shared by all threads of a pass manager.
struct SemanticsReport {
  std::atomic<unsigned> checked{0}, violated{0}, undecided{0};
};

/// After each pass with a contract, compares the observable timed traces of the
/// network or action system (or of each in a module) before and after, to
/// `bound` observable actions. A difference is an error at the location of what
/// the pass ran on with a distinguishing trace; what cannot be
/// decided is a warning.
///
/// An error from here does not make the pass manager fail: ask the report.
std::unique_ptr<mlir::PassInstrumentation>
createSemanticsInstrumentation(unsigned bound,
                               std::shared_ptr<SemanticsReport> report);

} // namespace tioga

#endif // TIOGA_PIPELINES_VERIFYSEMANTICS_H
