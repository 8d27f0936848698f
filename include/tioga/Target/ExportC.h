//===- ExportC.h - Tests and models as C ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A suite becomes a directory that builds by itself: constant tables, the small
// runtime that walks them (lib/Runtime), a skeleton of the adapter that only
// the user can write. A model becomes tables for the same runtime, so that a
// driver can be tried against it and against each of its mutants.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TARGET_EXPORTC_H
#define TIOGA_TARGET_EXPORTC_H

#include "tioga/Engine/Overlay.h"
#include "tioga/Engine/TestCase.h"

namespace tioga {

struct COptions {
  /// Ticks of the target's clock in one time unit of the model.
  int64_t ticksPerUnit = 1000;
  /// Time in 32 instead of 64 bits.
  bool time32 = false;
  /// How long a test waits, in time units, where the model sets no deadline.
  int64_t silence = 400;
  /// A program that judges logs by the model.
  bool monitor = false;
};

/// Files of one directory, by name, in the order of their writing.
using CFiles = std::vector<std::pair<std::string, std::string>>;

/// A mutant of a model.
struct NamedEdits {
  std::string id;
  SystemEdits edits;
};

/// What to compile: tests, a model with its mutants, or both.
struct CInput {
  llvm::ArrayRef<const TestCase *> tests;
  const System *model = nullptr;
  llvm::ArrayRef<NamedEdits> mutants;
};

/// Makes a driver of the tests, an implementation of the model and of each of
/// its mutants, and, if both are there, a program that runs one against the
/// other in virtual time; with everything that they need to build. Reports what
/// cannot be said in C (unbounded integers, sets, constants that are no whole
/// number of ticks) and fails.
llvm::LogicalResult exportToC(const CInput &input, const COptions &options,
                              CFiles &files);

} // namespace tioga

#endif // TIOGA_TARGET_EXPORTC_H
