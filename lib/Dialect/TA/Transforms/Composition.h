//===- Composition.h - Automata that move together --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_DIALECT_TA_TRANSFORMS_COMPOSITION_H
#define TIOGA_LIB_DIALECT_TA_TRANSFORMS_COMPOSITION_H

#include "Automaton.h"
#include <deque>
#include <map>

namespace tioga::ta {

/// A tuple of locations, one of each automaton.
struct JointLocation {
  llvm::SmallVector<unsigned, 4> members;
  /// Of all members together; null for `true`.
  Expr invariant;
  /// Time stands still where this holds; null for nowhere. Mentions no clock.
  Expr urgency;
  bool isCommitted = false, isAccepting = false, isLocked = false;
};

/// Edges that are taken together.
struct JointEdge {
  /// Position of the joint location it leads to.
  unsigned target;
  /// The observable label; nothing if the edge is silent or internal.
  std::optional<unsigned> label;
  Expr guard;
  Update update;
  mlir::Location loc;
  /// Of the edge, if it is one alone.
  const FlatEdge *single = nullptr;
};

/// The product of a network, made on demand (docs/Semantics.md, rules of
/// networks; Lorber 2016, Definition 4.1):
///
///  - an observable label is met by one automaton alone or, if there is an
///    environment, by one automaton and one of the environment;
///  - an internal label by one sender and one receiver or, if it is broadcast,
///    by one sender and one receiver of each automaton that has an enabled one;
///  - labels of vectors by one edge of each member, weak ones if they can;
///  - in a committed location only edges that leave a committed one are taken.
///
/// Guards hold together before all updates; the receiver's update reads what
/// the sender has written.
class Composition {
public:
  /// Joint location 0 is the initial one.
  explicit Composition(FlatNetwork &network)
      : network(network), context(*network.context) {
    initialize();
  }

  unsigned getNumLocations() const { return locations.size(); }
  const JointLocation &getLocation(unsigned index) const {
    return locations[index];
  }
  /// The edges that leave a joint location, computed when first asked for;
  /// edges whose guards are `false` are left out. Null after an error.
  const std::vector<JointEdge> *getEdges(unsigned index);

  /// `Coin_Waiting_Idle`.
  std::string getName(unsigned index) const;
  mlir::Location getLoc(unsigned index) const;
  /// Text and requirement ids, if there is one automaton.
  const FlatLocation *getSingleLocation(unsigned index) const;

private:
  struct Mover {
    unsigned automaton, edge;
  };
  using Movers = llvm::SmallVector<Mover, 2>;
  /// What some automata do together, and what has to hold for it.
  struct Choice {
    Movers movers;
    llvm::SmallVector<Expr, 4> conditions;
  };

  void initialize();
  unsigned getIndex(llvm::ArrayRef<unsigned> members);
  void describeLocation(JointLocation &location);
  mlir::LogicalResult compute(unsigned index);
  mlir::LogicalResult addFrom(unsigned index, unsigned automaton,
                              unsigned edge);
  mlir::LogicalResult addPairs(unsigned index, Mover mover, bool isSender);
  mlir::LogicalResult addBroadcasts(unsigned index, Mover sender);
  mlir::LogicalResult addVector(unsigned index, const FlatVector &vector);
  /// What an automaton that stays only where it has to can do.
  template <typename Predicate>
  std::vector<Choice> getReactions(unsigned index, unsigned automaton,
                                   Predicate isCandidate);
  mlir::LogicalResult add(unsigned index, const Movers &movers,
                          llvm::ArrayRef<Expr> conditions);
  mlir::LogicalResult bindParameters(unsigned index, JointEdge edge,
                                     const FlatLabel &label);
  mlir::LogicalResult addUrgency(unsigned index, const JointEdge &edge,
                                 const FlatLabel &label);
  void push(unsigned index, JointEdge edge);
  const FlatEdge &getEdge(Mover mover) const {
    return network.automata[mover.automaton].edges[mover.edge];
  }
  Update getRestart();

  FlatNetwork &network;
  ExprContext &context;
  bool hasEnvironment = false, hasAccepting = false;
  std::vector<std::vector<std::vector<unsigned>>> outEdges;
  std::deque<JointLocation> locations;
  std::deque<std::optional<std::vector<JointEdge>>> edges;
  std::map<llvm::SmallVector<unsigned, 4>, unsigned> indices;
};

} // namespace tioga::ta

#endif // TIOGA_LIB_DIALECT_TA_TRANSFORMS_COMPOSITION_H
