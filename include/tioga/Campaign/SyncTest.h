//===- SyncTest.h - Tests of contracts --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test of a contract sets all inputs in each step and judges all outputs. Its
// states are the sets of states that the contract may be in after what was
// seen, so a failure is told at once, and nothing that the contract allows
// fails. The interpreter computes them: whatever the solver has found is seen
// by a second engine here. Where there are infinitely many states (time that
// passes by any amount), formulas tell what can be seen after what was seen.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_SYNCTEST_H
#define TIOGA_CAMPAIGN_SYNCTEST_H

#include "tioga/Campaign/TimedTest.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Engine/Interpreter.h"

namespace tioga {

/// The values of all inputs, by step.
using InputSequence = std::vector<std::vector<Value>>;

/// The inputs of a run.
InputSequence getInputs(llvm::ArrayRef<std::vector<Value>> run,
                        const System &system);

/// Prints `enq=true deq=false; ...`.
std::string describe(const InputSequence &inputs, const System &system);

/// Builds the test that gives these inputs. Nothing, with a reason, if the
/// contract has no answer to them, or its states could not be computed.
/// `stems` of the test are the ids of all contracts whose assumption can hold
/// on the way.
std::optional<TimedTest> buildSyncTest(const InputSequence &inputs,
                                       const System &contract,
                                       std::string &reason,
                                       const BoundedOptions &options = {});

/// How a test of a contract can end on some system.
struct SyncVerdicts {
  bool pass = false, fail = false;
  /// The system has no answer to an input.
  bool stuck = false;
  /// Its states could not be computed.
  bool isUnknown = false;

  bool failsCertainly() const { return fail && !pass && !stuck && !isUnknown; }
};
SyncVerdicts runSyncTest(const TimedTest &test, const System &sut,
                         const BoundedOptions &options = {});

/// Whether a mutant can make a step, from where the inputs may lead the
/// contract, that the contract does not allow. False if that could not be
/// computed.
bool showsWeakly(const InputSequence &inputs, const System &contract,
                 const System &mutant, const BoundedOptions &options = {});

/// The inputs of a test, along any of its ways.
InputSequence getInputs(const TimedTest &test);

/// The contracts whose assumption holds somewhere in a run, by position among
/// those of the first step and then of every later one.
std::vector<bool> getTriggered(llvm::ArrayRef<std::vector<Value>> run,
                               const System &contract);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_SYNCTEST_H
