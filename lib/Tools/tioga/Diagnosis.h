//===- Diagnosis.h - Faults that explain failures ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutation-based debugging (F. Lorber, PhD thesis, TU Graz, 2016, 6.1): a
// program has failed; which mutants of the model could have failed like that?
//
// 1. Candidates are the mutants that can show every failure exactly as it was
//    seen. If there is none, those that fail on the same inputs in another way.
// 2. Each candidate gets a shortest test, and the program runs it. What the
//    program does is further evidence: a mutant that cannot do the same is not
//    its fault, whether the program passed or failed.
// 3. What is left is ranked.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_DIAGNOSIS_H
#define TIOGA_LIB_TOOLS_TIOGA_DIAGNOSIS_H

#include "MutatedModel.h"
#include "tioga/Campaign/Campaign.h"
#include "tioga/Runner/Runner.h"

namespace tioga {

/// Something that a program did.
struct Evidence {
  /// The file or the test that it comes from.
  std::string name;
  /// Labels are those of the model; cut off behind what it does not allow.
  TimedTrace trace;
  /// Whether the model does not allow it, and why.
  bool isFailure = false;
  std::string reason;
};

/// What speaks for a mutant.
struct Diagnosis {
  unsigned mutant;
  /// Failures that it can show as they were seen.
  unsigned exact = 0;
  /// Failures on whose inputs it fails, too, in whatever way.
  unsigned similar = 0;
  /// Of the evidence, with the runs of tests, what it can show.
  unsigned consistent = 0;
  /// The shortest test that tells it from the model, and how it ended; nothing
  /// if there is none or it was not run.
  std::optional<unsigned> test = std::nullopt;
  std::optional<RunVerdict> verdict = std::nullopt;
};

class Debugger {
public:
  Debugger(const System &system, llvm::ArrayRef<SystemEdits> mutants,
           llvm::ArrayRef<llvm::StringRef> ids, CampaignOptions options)
      : system(system), mutants(mutants), ids(ids),
        options(std::move(options)) {}

  /// Judges what was seen. False, with a reason, if it cannot be judged or says
  /// nothing.
  bool addEvidence(std::string name, TimedTrace trace, std::string &reason);
  bool hasFailure() const {
    return llvm::any_of(evidence,
                        [](const Evidence &each) { return each.isFailure; });
  }

  /// Step 1: fills in `candidates`.
  void findCandidates();
  /// Step 2: builds a test for each candidate, as IR.
  mlir::OwningOpRef<mlir::ModuleOp> buildTests(mlir::Operation *model);
  /// Step 2: what came of test number `test`.
  void addRun(unsigned test, const TestResult &result, const System &labels);
  /// Step 3: ranks the candidates and drops those that the runs refute, unless
  /// that are all.
  void rank();

  std::vector<Evidence> evidence;
  std::vector<Diagnosis> candidates;
  /// Whether the candidates explain the failures exactly.
  bool isExact = false;
  /// Candidates that the runs have refuted.
  unsigned numRefuted = 0;
  /// Observable steps of each test.
  std::vector<unsigned> testLengths;

private:
  std::optional<TimedTest> getFailedTest(const Evidence &failure) const;

  const System &system;
  llvm::ArrayRef<SystemEdits> mutants;
  llvm::ArrayRef<llvm::StringRef> ids;
  CampaignOptions options;
};

/// What a programmer should look for, if a mutant of this operator explains a
/// failure.
llvm::StringRef getFaultText(const Operator &op);

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_DIAGNOSIS_H
