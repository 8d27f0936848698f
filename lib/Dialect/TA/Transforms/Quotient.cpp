//===- Quotient.cpp - What is left to be built ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The quotient T \ S allows all that does no harm in parallel with S: where S
// does not do something by itself, it is no matter what would follow
// ("Universal"); where S does an output that T forbids, all is lost
// ("Inconsistent"), so that it must not come so far. As to time, T's invariant
// has to hold as long as that of S does.
//
//===----------------------------------------------------------------------===//

#include "SpecificationPair.h"
#include "tioga/Expr/Rewrite.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

using Kind = std::optional<LabelKind>;

/// Inputs are those of T and the outputs of S; what S takes from outside and T
/// does not know of has to come from the quotient.
static Kind getQuotientKind(Kind whole, Kind part, std::string &reason) {
  if (part == LabelKind::Output && whole == LabelKind::Input) {
    reason = "is an input in one and an output in the other";
    return std::nullopt;
  }
  if (whole == LabelKind::Input || part == LabelKind::Output)
    return LabelKind::Input;
  return LabelKind::Output;
}

namespace {
class QuotientBuilder {
public:
  explicit QuotientBuilder(SpecificationPair &pair)
      : pair(pair), network(pair.getNetwork()), context(pair.getExprContext()) {
  }

  void expand(unsigned index, unsigned whole, unsigned part);
  Expr makeInvariant(Expr whole, Expr part);

private:
  /// `null` for `true` throughout.
  Expr negate(Expr condition);
  Expr getAny(llvm::ArrayRef<const FlatEdge *> edges,
              const SpecificationSide &side, Expr invariant);
  void addMoves(unsigned index, unsigned label, unsigned whole, unsigned part);
  void addUniversal(unsigned index, unsigned label, unsigned part);
  void addInconsistent(unsigned index, unsigned label, unsigned whole,
                       unsigned part);
  unsigned getUniversal();
  unsigned getInconsistent();

  SpecificationPair &pair;
  FlatNetwork &network;
  ExprContext &context;
  std::optional<unsigned> universal, inconsistent;
};
} // namespace

Expr QuotientBuilder::negate(Expr condition) {
  return condition ? toNegationNormalForm(condition, context, /*negate=*/true)
                   : context.getFalse();
}

/// That some edge is enabled in a location of one side.
Expr QuotientBuilder::getAny(llvm::ArrayRef<const FlatEdge *> edges,
                             const SpecificationSide &side, Expr invariant) {
  llvm::SmallVector<Expr> alternatives;
  for (const FlatEdge *edge : edges)
    alternatives.push_back(network.orTrue(network.conjoin(
        getEnabledCondition(network, side.automaton, *edge), invariant)));
  return context.getOr(alternatives);
}

/// As long as S may wait, T has to allow it.
Expr QuotientBuilder::makeInvariant(Expr whole, Expr part) {
  if (!whole || !part)
    return whole;
  return context.get(ExprKind::Or, negate(part), whole);
}

unsigned QuotientBuilder::getUniversal() {
  if (!universal) {
    universal = pair.addLocation("Universal", /*isUrgent=*/false);
    pair.addLoops(*universal, /*inputsOnly=*/false);
  }
  return *universal;
}

unsigned QuotientBuilder::getInconsistent() {
  if (!inconsistent) {
    inconsistent = pair.addLocation("Inconsistent", /*isUrgent=*/true);
    pair.addLoops(*inconsistent, /*inputsOnly=*/true);
  }
  return *inconsistent;
}

/// What both do, or the one that knows the label.
void QuotientBuilder::addMoves(unsigned index, unsigned label, unsigned whole,
                               unsigned part) {
  Expr inside = network.conjoin(pair.left.getInvariant(whole),
                                pair.right.getInvariant(part));
  auto enabled = [&](const SpecificationSide &side, const FlatEdge &edge) {
    return getEnabledCondition(network, side.automaton, edge);
  };
  auto a = pair.left.getEdges(whole, label);
  auto b = pair.right.getEdges(part, label);
  if (!pair.left.knows(label)) {
    for (const FlatEdge *edge : b)
      pair.addEdge(index, pair.getPair(whole, edge->target), label,
                   network.conjoin(enabled(pair.right, *edge), inside),
                   edge->update, {edge->loc});
    return;
  }
  if (!pair.right.knows(label)) {
    for (const FlatEdge *edge : a)
      pair.addEdge(index, pair.getPair(edge->target, part), label,
                   network.conjoin(enabled(pair.left, *edge), inside),
                   edge->update, {edge->loc});
    return;
  }
  for (const FlatEdge *x : a)
    for (const FlatEdge *y : b) {
      Update update = x->update;
      llvm::append_range(update, y->update);
      Expr guard =
          network.conjoin(enabled(pair.left, *x), enabled(pair.right, *y));
      pair.addEdge(index, pair.getPair(x->target, y->target), label,
                   network.conjoin(guard, inside), std::move(update),
                   {x->loc, y->loc});
    }
}

/// Where S has not come so far, or does not do its output.
void QuotientBuilder::addUniversal(unsigned index, unsigned label,
                                   unsigned part) {
  Expr invariant = pair.right.getInvariant(part);
  Expr never = negate(invariant);
  if (pair.right.kinds[label] == LabelKind::Output)
    never =
        negate(getAny(pair.right.getEdges(part, label), pair.right, invariant));
  if (!never.isFalse())
    pair.addEdge(index, getUniversal(), label, never, {},
                 {pair.right.automaton.locations[part].loc});
}

/// Where S does an output that T forbids.
void QuotientBuilder::addInconsistent(unsigned index, unsigned label,
                                      unsigned whole, unsigned part) {
  if (pair.right.kinds[label] != LabelKind::Output || !pair.left.knows(label))
    return;
  auto edges = pair.right.getEdges(part, label);
  Expr does = getAny(edges, pair.right, pair.right.getInvariant(part));
  Expr forbids = negate(getAny(pair.left.getEdges(whole, label), pair.left,
                               pair.left.getInvariant(whole)));
  Expr guard = context.get(ExprKind::And, does, forbids);
  if (!edges.empty())
    pair.addEdge(index, getInconsistent(), label, guard, {},
                 {edges.front()->loc});
}

void QuotientBuilder::expand(unsigned index, unsigned whole, unsigned part) {
  for (unsigned label = 0; label < network.labels.size(); ++label) {
    addMoves(index, label, whole, part);
    addUniversal(index, label, part);
    addInconsistent(index, label, whole, part);
  }
}

FailureOr<NetworkOp> ta::makeQuotient(NetworkOp left, NetworkOp right,
                                      llvm::StringRef name,
                                      unsigned maxLocations) {
  FailureOr<SpecificationPair> pair = SpecificationPair::read(
      left, right, name, "ta-quotient", getQuotientKind);
  if (failed(pair))
    return failure();
  pair->lowerUrgency();
  QuotientBuilder builder(*pair);
  pair->makeInvariant = [&](Expr whole, Expr part) {
    return builder.makeInvariant(whole, part);
  };
  return pair->finish(maxLocations,
                      [&](unsigned index, unsigned whole, unsigned part) {
                        builder.expand(index, whole, part);
                      });
}
