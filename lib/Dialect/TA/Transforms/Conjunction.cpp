//===- Conjunction.cpp - Specifications side by side ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conjunction and parallel composition differ in what becomes of the labels and
// are the same otherwise: what both know happens in both, what one knows
// happens in that one, and time passes in both.
//
//===----------------------------------------------------------------------===//

#include "SpecificationPair.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

using Kind = std::optional<LabelKind>;

static Kind getConjunctionKind(Kind left, Kind right, std::string &reason) {
  if (left && right && *left != *right) {
    reason = "is an input in one and an output in the other";
    return std::nullopt;
  }
  return left ? left : right;
}

static Kind getCompositionKind(Kind left, Kind right, std::string &reason) {
  bool isLeftOutput = left == LabelKind::Output;
  bool isRightOutput = right == LabelKind::Output;
  if (isLeftOutput && isRightOutput) {
    reason = "is an output in both, which nothing can compose,";
    return std::nullopt;
  }
  return isLeftOutput || isRightOutput ? LabelKind::Output : LabelKind::Input;
}

/// The edges of a pair: those with a label that both know move both.
static void addJointEdges(SpecificationPair &pair, unsigned index,
                          unsigned left, unsigned right) {
  FlatNetwork &network = pair.getNetwork();
  for (unsigned label = 0; label < network.labels.size(); ++label) {
    auto a = pair.left.getEdges(left, label);
    auto b = pair.right.getEdges(right, label);
    if (!pair.right.knows(label)) {
      for (const FlatEdge *edge : a)
        pair.addEdge(index, pair.getPair(edge->target, right), label,
                     edge->guard, edge->update, {edge->loc});
    } else if (!pair.left.knows(label)) {
      for (const FlatEdge *edge : b)
        pair.addEdge(index, pair.getPair(left, edge->target), label,
                     edge->guard, edge->update, {edge->loc});
    } else {
      for (const FlatEdge *x : a)
        for (const FlatEdge *y : b) {
          Update update = x->update;
          llvm::append_range(update, y->update);
          pair.addEdge(index, pair.getPair(x->target, y->target), label,
                       network.conjoin(x->guard, y->guard), std::move(update),
                       {x->loc, y->loc});
        }
    }
  }
}

FailureOr<NetworkOp> ta::makeJoint(SpecificationOperator op, NetworkOp left,
                                   NetworkOp right, llvm::StringRef name,
                                   unsigned maxLocations) {
  bool isConjunction = op == SpecificationOperator::Conjunction;
  FailureOr<SpecificationPair> pair = SpecificationPair::read(
      left, right, name, isConjunction ? "ta-conjunction" : "ta-compose",
      isConjunction ? getConjunctionKind : getCompositionKind);
  if (failed(pair))
    return failure();
  return pair->finish(maxLocations,
                      [&](unsigned index, unsigned a, unsigned b) {
                        addJointEdges(*pair, index, a, b);
                      });
}
