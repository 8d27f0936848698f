//===- SplitDisjunctions.cpp - One edge per disjunct ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clauses.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga::ta {
#define GEN_PASS_DEF_SPLITDISJUNCTIONS
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {
/// Splits a condition into conjunctions of which no two hold at once: takes the
/// first atom below a disjunction, assumes it true, then false.
class DisjointSplitter {
public:
  DisjointSplitter(FlatNetwork &network, int64_t scale, size_t limit)
      : network(network), context(*network.context), scale(scale),
        limit(limit) {}

  /// Returns false if there are too many conjunctions.
  bool split(Expr condition, Expr assumed, std::vector<Expr> &result);

private:
  Expr findAtom(Expr condition, bool isBelowOr);
  Expr assume(Expr condition, Expr atom, bool value);

  FlatNetwork &network;
  ExprContext &context;
  int64_t scale;
  size_t limit;
};
} // namespace

/// The first atom below a disjunction that mentions a clock somewhere; null if
/// there is no such disjunction.
Expr DisjointSplitter::findAtom(Expr condition, bool isBelowOr) {
  if (condition.is(ExprKind::And) || condition.is(ExprKind::Or)) {
    if (condition.is(ExprKind::Or) && network.mentionsClock(condition))
      isBelowOr = true;
    for (Expr operand : condition.getOperands())
      if (Expr atom = findAtom(operand, isBelowOr))
        return atom;
    return {};
  }
  return isBelowOr ? condition : Expr();
}

Expr DisjointSplitter::assume(Expr condition, Expr atom, bool value) {
  Expr opposite = toNegationNormalForm(atom, context, /*negate=*/true);
  auto visit = [&](auto &&self, Expr node) -> Expr {
    if (node == atom)
      return context.getBool(value);
    if (node == opposite)
      return context.getBool(!value);
    if (!node.is(ExprKind::And) && !node.is(ExprKind::Or))
      return node;
    llvm::SmallVector<Expr, 4> operands;
    for (Expr operand : node.getOperands())
      operands.push_back(self(self, operand));
    return context.get(node.getKind(), operands);
  };
  return simplify(visit(visit, condition), context);
}

bool DisjointSplitter::split(Expr condition, Expr assumed,
                             std::vector<Expr> &result) {
  Expr all = dropImplied(network.conjoin(assumed, condition), network, scale);
  if (all && all.isFalse())
    return true;
  Expr atom = findAtom(condition, /*isBelowOr=*/false);
  if (!atom) {
    result.push_back(all);
    return result.size() <= limit;
  }
  Expr opposite = toNegationNormalForm(atom, context, /*negate=*/true);
  return split(assume(condition, atom, true), network.conjoin(assumed, atom),
               result) &&
         split(assume(condition, atom, false),
               network.conjoin(assumed, opposite), result);
}

namespace {
struct SplitDisjunctionsPass
    : public ta::impl::SplitDisjunctionsBase<SplitDisjunctionsPass> {
  using SplitDisjunctionsBase::SplitDisjunctionsBase;
  void runOnOperation() override;

private:
  std::optional<std::vector<Expr>>
  getParts(FlatNetwork &network, const FlatEdge &edge, int64_t scale);
};
} // namespace

std::optional<std::vector<Expr>>
SplitDisjunctionsPass::getParts(FlatNetwork &network, const FlatEdge &edge,
                                int64_t scale) {
  auto clauses = getClauses(edge.guard, network, maxDisjuncts);
  std::vector<Expr> parts;
  if (clauses && clauses->size() <= 1) {
    parts.push_back(edge.guard);
    return parts;
  }
  if (disjoint || !clauses) {
    // Most of too many disjuncts contradict themselves: case by case, those do
    // not come up.
    Expr condition = clauses ? toCondition(*clauses, network)
                             : toClockBounds(edge.guard, network);
    if (!DisjointSplitter(network, scale, maxDisjuncts)
             .split(condition, {}, parts))
      return std::nullopt;
    return parts;
  }
  for (const Clause &clause : *clauses)
    parts.push_back(toCondition(clause, network));
  return parts;
}

void SplitDisjunctionsPass::runOnOperation() {
  FailureOr<FlatNetwork> network = readNetwork(getOperation());
  if (failed(network))
    return signalPassFailure();
  FailureOr<int64_t> scale = getScale(*network);
  if (failed(scale))
    return signalPassFailure();
  for (FlatAutomaton &automaton : network->automata) {
    std::vector<FlatEdge> edges;
    for (FlatEdge &edge : automaton.edges) {
      if (!edge.guard || !network->mentionsClock(edge.guard)) {
        edges.push_back(std::move(edge));
        continue;
      }
      std::optional<std::vector<Expr>> parts = getParts(*network, edge, *scale);
      if (!parts) {
        emitError(edge.loc)
            << "the guard has more than " << maxDisjuncts.getValue()
            << " disjuncts; raise max-disjuncts";
        return signalPassFailure();
      }
      for (Expr part : *parts) {
        edges.push_back(edge);
        edges.back().guard = part;
        if (parts->size() > 1)
          edges.back().name.clear();
      }
    }
    automaton.edges = std::move(edges);
  }
  writeNetwork(*network);
}
