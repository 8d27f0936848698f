//===- Paths.h - What holds along the paths of a tree -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_DIALECT_TA_TRANSFORMS_PATHS_H
#define TIOGA_LIB_DIALECT_TA_TRANSFORMS_PATHS_H

#include "Clauses.h"
#include "Transforms.h"

namespace tioga::ta {

/// One way to get somewhere: what holds of the clocks, and of the data.
struct PathPiece {
  /// Over the clocks of the path: clock i + 1 of the zone is `PathState::clocks
  /// [i]`, the age of the i-th step.
  Zone zone;
  llvm::SmallVector<Expr, 2> data;
  llvm::SmallVector<Expr, 1> mixed;
};

/// The state on arrival in a location of a tree with renamed clocks. The clock
/// of the last step is zero.
struct PathState {
  std::vector<Expr> clocks;
  /// Which of the clocks belong to silent steps.
  std::vector<bool> isSilent;
  std::vector<PathPiece> pieces;
};

/// Computes path states: ages of steps as zones, exactly.
class PathExplorer {
public:
  /// `pass` names the pass in messages.
  PathExplorer(FlatNetwork &network, int64_t scale, llvm::StringRef pass)
      : network(network), scale(scale), pass(pass) {}

  /// The state in the root, where `x0` is zero. Empty pieces if the invariant
  /// of the root is violated at once.
  mlir::FailureOr<PathState> start(Expr firstClock);
  /// Lets time pass within the location's invariant. Pieces that are left are
  /// not empty.
  mlir::FailureOr<PathState> elapse(const PathState &state, unsigned location);
  /// Restricts an elapsed state to a guard, before the update.
  mlir::FailureOr<PathState> restrict(const PathState &state, Expr guard,
                                      mlir::Location loc);
  /// Adds the clock of an edge, at zero, and restricts to the invariant of the
  /// edge's target.
  mlir::FailureOr<PathState> arrive(const PathState &state,
                                    const FlatEdge &edge);

  ClockSpace getSpace(llvm::ArrayRef<Expr> clocks) const;
  int64_t getScale() const { return scale; }

private:
  mlir::FailureOr<std::vector<Clause>> getInvariant(unsigned location);
  mlir::FailureOr<PathState> intersect(const PathState &state,
                                       llvm::ArrayRef<Clause> clauses,
                                       mlir::Location loc);

  FlatNetwork &network;
  int64_t scale;
  llvm::StringRef pass;
  llvm::DenseMap<Expr, std::vector<Clause>> clauseCache;
};

/// The clock that an edge of a renamed tree resets. Fails, telling which pass
/// to run, if the edge does anything else but to copy its parameters.
mlir::FailureOr<Expr> getStepClock(const FlatNetwork &network,
                                   const FlatEdge &edge, llvm::StringRef pass);

/// The clock that no edge resets, which counts from the start. The tree has
/// renamed clocks.
mlir::FailureOr<Expr> getFirstClock(const FlatNetwork &network,
                                    llvm::StringRef pass);

} // namespace tioga::ta

#endif // TIOGA_LIB_DIALECT_TA_TRANSFORMS_PATHS_H
