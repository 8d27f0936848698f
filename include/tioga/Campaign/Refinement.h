//===- Refinement.h - Tests through synchronous components ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A system of automata sees events; a synchronous component beside it turns
// signals into these events, or the events into signals. A test of the automata
// becomes one of the whole by refinement: each event that the component
// produces is replaced by steps of the component that produce exactly this
// event, and each event that the component takes is followed by the answer of
// the component.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_REFINEMENT_H
#define TIOGA_CAMPAIGN_REFINEMENT_H

#include "tioga/Campaign/SyncTest.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Engine/Component.h"

namespace tioga {

/// Reads a component. \pre `contract` was loaded from the one it names
Component readComponent(ta::ComponentOp op, const System &contract);

struct RefinementOptions {
  /// Most steps of the component for one event.
  unsigned maxSteps = 6;
  BoundedOptions solver;
};

/// Refines a test into the block of a builder. The labels of events that the
/// component produces go; there is a new input with the name of the component
/// and its inputs as parameters, and, if it takes events, an output `NAME_out`
/// with its outputs. Fails after reporting why.
mlir::FailureOr<test::CaseOp> refineTest(test::CaseOp test,
                                         const Component &component,
                                         const RefinementOptions &options,
                                         mlir::OpBuilder &builder);

/// The events that a refined test stands for, in order along its first way:
/// what the component produces from the inputs that the test sends.
std::vector<std::string>
projectInputs(llvm::ArrayRef<std::vector<Value>> inputs,
              const Component &component);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_REFINEMENT_H
