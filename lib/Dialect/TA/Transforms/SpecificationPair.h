//===- SpecificationPair.h - Two specifications in one ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_DIALECT_TA_TRANSFORMS_SPECIFICATIONPAIR_H
#define TIOGA_LIB_DIALECT_TA_TRANSFORMS_SPECIFICATIONPAIR_H

#include "Transforms.h"
#include "tioga/Dialect/TA/Transforms/Specifications.h"
#include <map>

namespace tioga::ta {

/// One operand, its names made unique in the result.
struct SpecificationSide {
  explicit SpecificationSide(NetworkOp op)
      : name(op.getSymName()), automaton{"", false, 0, {}, {}, op.getLoc()} {}

  llvm::StringRef name;
  FlatAutomaton automaton;
  std::vector<std::vector<unsigned>> outEdges;
  /// By label of the result: what it is for this operand; nothing if the
  /// operand does not know it.
  std::vector<std::optional<LabelKind>> kinds;

  bool knows(unsigned label) const { return kinds[label].has_value(); }
  /// The edges with a label that leave a location.
  llvm::SmallVector<const FlatEdge *, 4> getEdges(unsigned location,
                                                  unsigned label) const;
  Expr getInvariant(unsigned location) const {
    return automaton.locations[location].invariant;
  }
};

/// Two operands that become one automaton, whose locations are pairs of theirs
/// and whatever an operator adds.
class SpecificationPair {
public:
  /// What a label of the operands becomes; null kinds for an operand that does
  /// not know it. Returns nothing and the reason if they do not fit.
  using KindRule = llvm::function_ref<std::optional<LabelKind>(
      std::optional<LabelKind> left, std::optional<LabelKind> right,
      std::string &reason)>;

  /// Reads the operands and makes the result's network, still without
  /// automaton. Fails after reporting errors.
  static mlir::FailureOr<SpecificationPair>
  read(NetworkOp left, NetworkOp right, llvm::StringRef name,
       llvm::StringRef pass, KindRule rule);

  FlatNetwork &getNetwork() { return *network; }
  ExprContext &getExprContext() { return *network->context; }
  int64_t getScale() const { return scale; }
  /// Replaces urgent locations of the operands by a clock and invariants.
  void lowerUrgency();

  /// The index of a pair in the result, which is added if it is new.
  unsigned getPair(unsigned left, unsigned right);
  /// Adds a location that is no pair.
  unsigned addLocation(llvm::StringRef name, bool isUrgent);
  /// Adds an edge unless its guard cannot hold where the source's invariant
  /// does.
  void addEdge(unsigned source, unsigned target, unsigned label, Expr guard,
               Update update, llvm::ArrayRef<mlir::Location> locs);
  /// Adds an edge for each label, without guard, from a location to itself.
  void addLoops(unsigned location, bool inputsOnly);

  /// Calls `expand(pair, left, right)` for each pair until there is no new one,
  /// and writes the result.
  mlir::FailureOr<NetworkOp>
  finish(unsigned maxLocations,
         llvm::function_ref<void(unsigned pair, unsigned left, unsigned right)>
             expand);

  SpecificationSide left, right;
  /// The invariant of a pair; by default that of both.
  std::function<Expr(Expr left, Expr right)> makeInvariant;

private:
  SpecificationPair(NetworkOp left, NetworkOp right)
      : left(left), right(right) {}
  mlir::LogicalResult makeLabels(const FlatNetwork &a, const FlatNetwork &b,
                                 KindRule rule);
  void adopt(const FlatNetwork &operand, SpecificationSide &side);
  void lowerUrgency(SpecificationSide &side);

  std::unique_ptr<FlatNetwork> network;
  int64_t scale = 1;
  UniqueNames variableNames, locationNames;
  std::map<std::pair<unsigned, unsigned>, unsigned> pairs;
  std::vector<std::pair<unsigned, std::pair<unsigned, unsigned>>> work;
};

/// Conjunction and composition.
mlir::FailureOr<NetworkOp> makeJoint(SpecificationOperator op, NetworkOp left,
                                     NetworkOp right, llvm::StringRef name,
                                     unsigned maxLocations);
mlir::FailureOr<NetworkOp> makeQuotient(NetworkOp left, NetworkOp right,
                                        llvm::StringRef name,
                                        unsigned maxLocations);

} // namespace tioga::ta

#endif // TIOGA_LIB_DIALECT_TA_TRANSFORMS_SPECIFICATIONPAIR_H
