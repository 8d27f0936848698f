//===- RemoveSilent.h - Remove silent edges ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_DIALECT_TA_TRANSFORMS_REMOVESILENT_H
#define TIOGA_LIB_DIALECT_TA_TRANSFORMS_REMOVESILENT_H

#include "Automaton.h"

namespace tioga::ta {

/// Removes silent edges by exact projection of path constraints. `pass` names
/// the pass in messages. On failure the network is unusable.
mlir::LogicalResult removeSilentByProjection(FlatNetwork &network,
                                             llvm::StringRef pass);

/// Removes silent edges one by one, by the bypass construction with enabling
/// guards, future guards and synchronisation.
mlir::LogicalResult removeSilentByTables(FlatNetwork &network,
                                         llvm::StringRef pass);

/// Drops the declarations of clocks that nothing mentions, but the first.
void dropUnusedClocks(FlatNetwork &network);

} // namespace tioga::ta

#endif // TIOGA_LIB_DIALECT_TA_TRANSFORMS_REMOVESILENT_H
