//===- LowerSteps.h - Steps as messages -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TEST_IR_LOWERSTEPS_H
#define TIOGA_DIALECT_TEST_IR_LOWERSTEPS_H

#include "tioga/Dialect/Test/IR/TestOps.h"

namespace mlir {
class OpBuilder;
} // namespace mlir

namespace tioga::test {

/// The messages that a synchronous step becomes: an input with the new values
/// of all inputs, answered by an output with those of all outputs.
inline constexpr llvm::StringLiteral stepLabel = "step";
inline constexpr llvm::StringLiteral answerLabel = "stepped";

/// Whether a test has `step` moves.
bool isSynchronous(CaseOp test);

/// Writes a synchronous test as one that sends and expects messages, so that
/// all that executes and prints tests can read it. An answer that does not come
/// within one time unit is a failure. A test whose steps set no inputs is a
/// monitor: it expects answers that hold all inputs and outputs, and waits for
/// them as long as it takes. Fails after reporting what is wrong.
mlir::FailureOr<CaseOp> lowerSteps(CaseOp test, mlir::OpBuilder &builder);

} // namespace tioga::test

#endif // TIOGA_DIALECT_TEST_IR_LOWERSTEPS_H
