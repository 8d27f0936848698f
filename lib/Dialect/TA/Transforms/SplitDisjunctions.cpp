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
/// first atom below a disjunction, assumes it true, then false. Atoms that the
/// assumed clock constraints decide need no cases.
class DisjointSplitter {
public:
  DisjointSplitter(FlatNetwork &network, int64_t scale, size_t limit)
      : network(network), context(*network.context), space(scale),
        limit(limit) {
    for (const FlatClock &clock : network.clocks)
      space.add(clock.name);
  }

  /// Returns false if there are too many conjunctions.
  bool split(Expr condition, std::vector<Expr> &result) {
    return split(condition, {}, Zone::universe(space.getDimension()), result);
  }

private:
  bool split(Expr condition, Expr assumed, const Zone &zone,
             std::vector<Expr> &result);
  bool splitBy(Expr condition, Expr atom, bool value, Expr assumed, Zone zone,
               std::vector<Expr> &result);
  Expr findAtom(Expr condition, bool isBelowOr);
  Expr assume(Expr condition, Expr atom, bool value, const Zone &zone);
  std::optional<bool> decide(Expr atom, const Zone &zone);
  bool constrain(Zone &zone, Expr literal);

  FlatNetwork &network;
  ExprContext &context;
  ClockSpace space;
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

/// Returns false, and changes nothing, if the literal is no conjunction of
/// clock bounds.
bool DisjointSplitter::constrain(Zone &zone, Expr literal) {
  auto bounds = getDifferenceBounds(
      literal, [&](Expr name) { return network.isClock(name); });
  if (!bounds)
    return false;
  Zone part = zone;
  bool fits = true;
  space.constrain(part, *bounds, fits);
  if (fits)
    zone = std::move(part);
  return fits;
}

/// What an atom is for all values in the zone.
std::optional<bool> DisjointSplitter::decide(Expr atom, const Zone &zone) {
  Zone part = zone;
  if (!constrain(part, atom))
    return std::nullopt;
  if (part.isEmpty())
    return false;
  if (part == zone)
    return true;
  return std::nullopt;
}

Expr DisjointSplitter::assume(Expr condition, Expr atom, bool value,
                              const Zone &zone) {
  Expr opposite = toNegationNormalForm(atom, context, /*negate=*/true);
  auto visit = [&](auto &&self, Expr node) -> Expr {
    if (node == atom)
      return context.getBool(value);
    if (node == opposite)
      return context.getBool(!value);
    if (!node.is(ExprKind::And) && !node.is(ExprKind::Or)) {
      std::optional<bool> known = decide(node, zone);
      return known ? context.getBool(*known) : node;
    }
    llvm::SmallVector<Expr, 4> operands;
    for (Expr operand : node.getOperands())
      operands.push_back(self(self, operand));
    return context.get(node.getKind(), operands);
  };
  return simplify(visit(visit, condition), context);
}

bool DisjointSplitter::splitBy(Expr condition, Expr atom, bool value,
                               Expr assumed, Zone zone,
                               std::vector<Expr> &result) {
  Expr literal = toNegationNormalForm(atom, context, /*negate=*/!value);
  constrain(zone, literal);
  return zone.isEmpty() ||
         split(assume(condition, atom, value, zone),
               network.conjoin(assumed, literal), zone, result);
}

bool DisjointSplitter::split(Expr condition, Expr assumed, const Zone &zone,
                             std::vector<Expr> &result) {
  Expr atom = findAtom(condition, /*isBelowOr=*/false);
  if (atom)
    return splitBy(condition, atom, true, assumed, zone, result) &&
           splitBy(condition, atom, false, assumed, zone, result);
  Expr all = dropImplied(network.conjoin(assumed, condition), network,
                         space.getScale());
  if (!all || !all.isFalse())
    result.push_back(all);
  return result.size() <= limit;
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
  if (clauses)
    dropAbsorbed(*clauses, scale);
  if (disjoint || !clauses) {
    // Most of too many disjuncts contradict themselves: case by case, those do
    // not come up.
    Expr condition = clauses ? toCondition(*clauses, network)
                             : toClockBounds(edge.guard, network);
    if (!condition) {
      parts.push_back({});
      return parts;
    }
    if (!DisjointSplitter(network, scale, maxDisjuncts).split(condition, parts))
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
