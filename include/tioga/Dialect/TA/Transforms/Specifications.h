//===- Specifications.h - Operators on specifications -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators of the theory of timed I/O specifications, as the passes of the
// same names run them (see Passes.td) and as `tioga verify` calls them. An
// operand is a network of one deterministic automaton without silent edges in
// which every input is taken; its alphabet is the observable labels that it
// declares.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TA_TRANSFORMS_SPECIFICATIONS_H
#define TIOGA_DIALECT_TA_TRANSFORMS_SPECIFICATIONS_H

#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Engine/Specification.h"

namespace tioga::ta {

enum class SpecificationOperator : uint8_t {
  Conjunction, ///< what both allow
  Composition, ///< both in parallel
  Quotient ///< what makes, composed with the right, a refinement of the left
};

/// `conjunction`, `composition`, `quotient`.
llvm::StringRef toString(SpecificationOperator op);

/// Makes a network of the given name behind the right operand, which stays as
/// it is. Fails after reporting errors, among them alphabets that do not fit.
mlir::FailureOr<NetworkOp> applyOperator(SpecificationOperator op,
                                         NetworkOp left, NetworkOp right,
                                         llvm::StringRef name,
                                         unsigned maxLocations = 1000000);

/// Adds edges that ignore what is not taken (`ta-complete`).
mlir::LogicalResult completeInputs(NetworkOp network);

/// What pruning has found.
enum class Pruned : uint8_t {
  Consistent,   ///< what is left has implementations
  Inconsistent, ///< there is none; the network is as it was
  Undecided     ///< a limit was reached; the network is as it was
};

struct PruneResult {
  Pruned kind = Pruned::Undecided;
  /// For `Inconsistent` and `Undecided`.
  SpecificationResult explanation;
  /// For `Inconsistent`: the text of the run.
  std::string trace;
};

/// Takes the states away that no implementation has (`ta-prune-inconsistent`).
/// Fails after reporting errors.
mlir::FailureOr<PruneResult>
pruneInconsistent(NetworkOp network, const SpecificationOptions &options = {});

/// Adds labels that are ignored in every location: nothing changes when one
/// happens.
mlir::LogicalResult
addIgnoredLabels(NetworkOp network,
                 llvm::ArrayRef<std::pair<llvm::StringRef, LabelKind>> labels);

} // namespace tioga::ta

#endif // TIOGA_DIALECT_TA_TRANSFORMS_SPECIFICATIONS_H
