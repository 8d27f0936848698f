//===- Transforms.h - What the passes share ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_DIALECT_TA_TRANSFORMS_TRANSFORMS_H
#define TIOGA_LIB_DIALECT_TA_TRANSFORMS_TRANSFORMS_H

#include "Composition.h"

namespace tioga::ta {

/// The edge of the result that stands for a joint edge; the caller sets source
/// and target.
FlatEdge toFlatEdge(const JointEdge &joint, const FlatNetwork &network);

/// The location of the result that stands for a joint location. Urgency for
/// some data only is left to `addUrgencyClock`.
FlatLocation toFlatLocation(Composition &composition, unsigned index);

/// An empty automaton that takes the place of all automata of a network; what
/// they declare now belongs to the network, if there are several.
FlatAutomaton makeSingleAutomaton(FlatNetwork &network);

/// Makes time stop where an urgent label is enabled for some data only, by a
/// clock that every edge resets. `origins` are the joint locations of the
/// automaton's locations.
void addUrgencyClock(FlatNetwork &network, Composition &composition,
                     FlatAutomaton &automaton,
                     llvm::ArrayRef<unsigned> origins);

/// What must hold for an edge to be taken, apart from the invariant of its
/// source: guard, ranges of assigned values, and invariant of the target. Null
/// for `true`.
Expr getEnabledCondition(FlatNetwork &network, const FlatAutomaton &automaton,
                         const FlatEdge &edge);

/// A name that no clock, variable or parameter of the network has: `wanted` or
/// `wanted$2` and so on.
std::string makeFreshName(const FlatNetwork &network, llvm::StringRef wanted);

/// A prefix such that no name of the network is the prefix and a digit.
std::string makeFreshPrefix(const FlatNetwork &network, llvm::StringRef wanted);

/// Finds a cycle of silent and internal edges among the reachable tuples of
/// locations and reports it. Fails if there is one, if there are more than
/// `maxLocations` tuples, or if the composition fails.
mlir::LogicalResult checkResponsive(FlatNetwork &network,
                                    Composition &composition,
                                    unsigned maxLocations);

/// Removes locations that no path leads to, and their edges.
void removeUnreachable(FlatAutomaton &automaton);

/// A tree in breadth-first order: parents and the edges that lead to locations.
/// Fails, telling which pass to run, if the automaton is no tree.
struct TreeShape {
  /// The edge that leads to a location; nothing for the root.
  std::vector<std::optional<unsigned>> incoming;
  std::vector<std::vector<unsigned>> outgoing;
  /// Locations, parents first.
  std::vector<unsigned> order;
};
mlir::FailureOr<TreeShape> getTreeShape(const FlatNetwork &network,
                                        llvm::StringRef pass);

} // namespace tioga::ta

#endif // TIOGA_LIB_DIALECT_TA_TRANSFORMS_TRANSFORMS_H
