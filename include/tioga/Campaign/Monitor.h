//===- Monitor.h - Contracts as monitors in the test form -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_MONITOR_H
#define TIOGA_CAMPAIGN_MONITOR_H

#include "tioga/Campaign/SyncTest.h"
#include "tioga/Engine/BoundedModelChecking.h"

namespace tioga {

/// Writes a contract as a test that sets no inputs: it accepts every run that
/// the contract allows, and fails at the first step that it does not. Its
/// states are the hidden values, its guards conditions over old and new inputs
/// and outputs. Fails after reporting why: the hidden values have to be
/// finitely many and to follow from what is seen.
mlir::FailureOr<test::CaseOp> writeMonitor(const System &contract,
                                           const BoundedOptions &options,
                                           mlir::OpBuilder &builder);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_MONITOR_H
