//===- Determinize.cpp - Merge edges with the same label --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/MapVector.h"

namespace tioga::ta {
#define GEN_PASS_DEF_DETERMINIZE
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {
/// A location of the tree in which the run may be, if the condition holds: the
/// guards that led there, read at the time at which they were tested.
struct Branch {
  unsigned location;
  /// Null for `true`.
  Expr condition;

  friend bool operator<(const Branch &a, const Branch &b) {
    return std::make_pair(a.location, a.condition.getImpl()) <
           std::make_pair(b.location, b.condition.getImpl());
  }
};

/// An edge that leaves some branch.
struct BranchEdge {
  unsigned edge;
  Expr guard;
};

/// Locations of the result are lists of branches; from that of the root on, for
/// each label:
/// 1. collect the edges of all branches, their guards strengthened by the
///    conditions of the branches;
/// 2. a single edge is copied; several are merged into one whose guard is the
///    disjunction, and whose branches remember the guards (`readAtReset`);
///    locations that accept and those that do not are kept apart: the second
///    edge is taken only where the first is not;
/// 3. the invariant of the result is the disjunction over branches of condition
///    and invariant.
/// With subsets, step 2 makes one edge for each set of guards that hold
/// together.
class Determinizer {
public:
  Determinizer(FlatNetwork &network, const TreeShape &shape, int64_t scale,
               llvm::StringRef pass, bool bySubsets, unsigned maxLocations)
      : network(network), context(*network.context), shape(shape), scale(scale),
        pass(pass), bySubsets(bySubsets), maxLocations(maxLocations),
        tree(network.automata.front()),
        result({tree.name, false, 0, {}, {}, tree.loc, tree.doc, tree.stems}) {}

  LogicalResult run();

private:
  LogicalResult findReachable();
  LogicalResult process(unsigned from);
  LogicalResult merge(unsigned from, llvm::ArrayRef<BranchEdge> edges);
  LogicalResult mergeGuards(unsigned from, llvm::ArrayRef<BranchEdge> edges);
  LogicalResult mergeSubsets(unsigned from, llvm::ArrayRef<BranchEdge> edges);
  /// Adds an edge, and its target unless there is one with these branches.
  LogicalResult add(unsigned from, const FlatEdge &model, Expr guard,
                    std::vector<Branch> branches);
  LogicalResult checkClocks(llvm::ArrayRef<BranchEdge> edges);
  Expr getInvariant(llvm::ArrayRef<Branch> branches);
  Expr subtract(Expr from, Expr what);
  Expr remember(const FlatEdge &edge, Expr guard);

  FlatNetwork &network;
  ExprContext &context;
  const TreeShape &shape;
  int64_t scale;
  llvm::StringRef pass;
  bool bySubsets, hasAccepting = false;
  unsigned maxLocations;
  FlatAutomaton &tree;
  FlatAutomaton result;
  /// Which locations of the tree a run can reach.
  std::vector<bool> isReachable;
  /// By location of the result.
  std::vector<std::vector<Branch>> branches;
  std::map<std::vector<Branch>, unsigned> known;
  UniqueNames names;
};
} // namespace

/// Guards alone do not show that a branch is dead, since they do not repeat
/// what earlier ones say: follow each path.
LogicalResult Determinizer::findReachable() {
  PathExplorer explorer(network, scale, pass);
  FailureOr<Expr> first = getFirstClock(network, pass);
  if (failed(first))
    return failure();
  std::vector<PathState> states(tree.locations.size());
  isReachable.assign(tree.locations.size(), false);
  FailureOr<PathState> start = explorer.start(*first);
  if (failed(start))
    return failure();
  states[tree.initial] = std::move(*start);
  isReachable[tree.initial] = true;
  for (unsigned location : shape.order) {
    hasAccepting |= tree.locations[location].isAccepting;
    if (!isReachable[location])
      continue;
    FailureOr<PathState> state = explorer.elapse(states[location], location);
    states[location] = {};
    if (failed(state))
      return failure();
    for (unsigned index : shape.outgoing[location]) {
      const FlatEdge &edge = tree.edges[index];
      if (!network.isObservable(edge))
        return emitError(edge.loc) << "the edge is silent, but '" << pass
                                   << "' needs observable edges: run "
                                      "'ta-remove-silent' first";
      FailureOr<PathState> taken =
          explorer.restrict(*state, edge.guard, edge.loc);
      if (succeeded(taken))
        taken = explorer.arrive(*taken, edge);
      if (failed(taken))
        return failure();
      isReachable[edge.target] = !taken->pieces.empty();
      states[edge.target] = std::move(*taken);
    }
  }
  return success();
}

Expr Determinizer::remember(const FlatEdge &edge, Expr guard) {
  Expr reset;
  Substitution parameters(context);
  for (const Assignment &assignment : edge.update) {
    if (network.isClock(assignment.target))
      reset = assignment.target;
    else
      parameters.set(assignment.value, assignment.target);
  }
  Expr past = readAtReset(guard, reset, network);
  if (past)
    past = normalizeClocks(parameters.apply(past), network, scale);
  return past;
}

Expr Determinizer::getInvariant(llvm::ArrayRef<Branch> parts) {
  llvm::SmallVector<Expr, 4> disjuncts;
  for (const Branch &branch : parts) {
    Expr part = network.conjoin(branch.condition,
                                tree.locations[branch.location].invariant);
    if (!part)
      return {};
    disjuncts.push_back(part);
  }
  return normalizeClocks(context.getOr(disjuncts), network, scale);
}

LogicalResult Determinizer::add(unsigned from, const FlatEdge &model,
                                Expr guard, std::vector<Branch> parts) {
  FlatEdge edge = model;
  edge.source = from;
  edge.guard = normalizeClocks(guard, network, scale);
  if (edge.guard && edge.guard.isFalse())
    return success();
  auto [entry, isNew] = known.insert({parts, result.locations.size()});
  edge.target = entry->second;
  result.edges.push_back(std::move(edge));
  if (!isNew)
    return success();
  if (result.locations.size() >= maxLocations)
    return emitNetworkError(network)
           << "determinizes to more than " << maxLocations
           << " locations; raise max-locations or unfold less deep";
  FlatLocation location = tree.locations[parts.front().location];
  if (parts.size() > 1)
    location.invariant = getInvariant(parts);
  location.name = names.get(location.name);
  location.isAccepting = llvm::any_of(parts, [&](const Branch &branch) {
    return tree.locations[branch.location].isAccepting;
  });
  result.locations.push_back(std::move(location));
  branches.push_back(std::move(parts));
  return success();
}

/// Edges with the same label have to reset the same clock.
LogicalResult Determinizer::checkClocks(llvm::ArrayRef<BranchEdge> edges) {
  const FlatEdge &first = tree.edges[edges.front().edge];
  for (const BranchEdge &other : edges) {
    const FlatEdge &edge = tree.edges[other.edge];
    if (!llvm::equal(edge.update, first.update))
      return emitError(edge.loc)
             << "the edge resets another clock than an edge of the same level, "
                "but '"
             << pass << "' needs one per level: run 'ta-rename-clocks' first";
  }
  return success();
}

/// What the first condition allows and the second does not. By zones if they
/// are about clocks only: written out, the negation of a long disjunction has
/// too many disjuncts.
Expr Determinizer::subtract(Expr from, Expr what) {
  llvm::SetVector<Expr> mentioned;
  collectNames(from, mentioned);
  collectNames(what, mentioned);
  ClockSpace space(scale);
  for (Expr name : mentioned)
    if (network.isClock(name))
      space.add(name);
  auto toZones = [&](Expr condition) -> std::optional<Federation> {
    auto clauses = getClauses(condition, network);
    return clauses ? space.toFederation(*clauses) : std::nullopt;
  };
  std::optional<Federation> rest = toZones(from), taken = toZones(what);
  if (rest && taken)
    rest->subtract(*taken);
  if (!rest || !taken || rest->hasOverflowed())
    return network.conjoin(
        from, toNegationNormalForm(what, context, /*negate=*/true));
  rest->reduce();
  Zone universe = Zone::universe(space.getDimension());
  std::vector<Clause> clauses;
  for (const Zone &zone : *rest)
    clauses.push_back(space.toClause(getConstraintsBeyond(zone, universe)));
  return clauses.empty() ? context.getFalse() : toCondition(clauses, network);
}

LogicalResult Determinizer::mergeGuards(unsigned from,
                                        llvm::ArrayRef<BranchEdge> edges) {
  llvm::SmallVector<Expr, 4> accepting, rejecting;
  std::vector<Branch> parts;
  for (const BranchEdge &part : edges) {
    const FlatEdge &edge = tree.edges[part.edge];
    parts.push_back({edge.target, remember(edge, part.guard)});
    bool accepts = tree.locations[edge.target].isAccepting;
    (accepts ? accepting : rejecting).push_back(network.orTrue(part.guard));
  }
  const FlatEdge &model = tree.edges[edges.front().edge];
  if (accepting.empty())
    return add(from, model, context.getOr(rejecting), parts);
  // Both locations go on with the branches that may be possible, with the same
  // conditions, so that what follows is shared.
  if (failed(add(from, model, context.getOr(accepting), parts)))
    return failure();
  if (rejecting.empty())
    return success();
  llvm::erase_if(parts, [&](const Branch &branch) {
    return tree.locations[branch.location].isAccepting;
  });
  return add(from, model,
             subtract(context.getOr(rejecting), context.getOr(accepting)),
             parts);
}

LogicalResult Determinizer::mergeSubsets(unsigned from,
                                         llvm::ArrayRef<BranchEdge> edges) {
  const FlatEdge &model = tree.edges[edges.front().edge];
  ClockSpace space(scale);
  for (const FlatClock &clock : network.clocks)
    space.add(clock.name);
  std::vector<Federation> sets;
  for (const BranchEdge &part : edges) {
    auto clauses = getClauses(part.guard, network);
    std::optional<Federation> set;
    if (clauses)
      set = space.toFederation(*clauses);
    if (!set)
      return emitError(tree.edges[part.edge].loc)
             << "method=subsets needs guards over clocks only";
    sets.push_back(std::move(*set));
  }
  Zone universe = Zone::universe(space.getDimension());
  uint64_t numSubsets = 0;
  auto split = [&](auto &&self, size_t next, Federation rest,
                   std::vector<Branch> chosen) -> LogicalResult {
    if (rest.isEmpty())
      return success();
    if (next == edges.size()) {
      if (chosen.empty())
        return success();
      if (++numSubsets > maxLocations)
        return emitError(model.loc)
               << "more than " << maxLocations
               << " sets of edges with the same label hold together; raise "
                  "max-locations or use method=guards";
      rest.reduce();
      std::vector<Clause> clauses;
      for (const Zone &zone : rest)
        clauses.push_back(space.toClause(getConstraintsBeyond(zone, universe)));
      return add(from, model, toCondition(clauses, network), chosen);
    }
    Federation with = rest;
    with.intersect(sets[next]);
    std::vector<Branch> extended = chosen;
    extended.push_back({tree.edges[edges[next].edge].target, {}});
    rest.subtract(sets[next]);
    if (failed(self(self, next + 1, std::move(with), std::move(extended))))
      return failure();
    return self(self, next + 1, std::move(rest), std::move(chosen));
  };
  return split(split, 0, Federation(universe), {});
}

LogicalResult Determinizer::merge(unsigned from,
                                  llvm::ArrayRef<BranchEdge> edges) {
  if (edges.size() == 1) {
    const FlatEdge &edge = tree.edges[edges.front().edge];
    return add(from, edge, edges.front().guard, {{edge.target, {}}});
  }
  if (failed(checkClocks(edges)))
    return failure();
  return bySubsets ? mergeSubsets(from, edges) : mergeGuards(from, edges);
}

LogicalResult Determinizer::process(unsigned from) {
  llvm::MapVector<unsigned, std::vector<BranchEdge>> byLabel;
  for (const Branch &branch : branches[from])
    for (unsigned index : shape.outgoing[branch.location]) {
      const FlatEdge &edge = tree.edges[index];
      if (!isReachable[edge.target])
        continue;
      Expr guard = network.conjoin(edge.guard, branch.condition);
      guard = dropImplied(network.conjoin(network.getDefined(guard), guard),
                          network, scale);
      if (!guard || !guard.isFalse())
        byLabel[*edge.label].push_back({index, guard});
    }
  branches[from] = {};
  for (auto &[label, edges] : byLabel)
    if (failed(merge(from, edges)))
      return failure();
  return success();
}

LogicalResult Determinizer::run() {
  if (failed(findReachable()))
    return failure();
  result.locations.push_back(tree.locations[tree.initial]);
  names.get(result.locations.front().name);
  branches.push_back({{tree.initial, {}}});
  for (unsigned from = 0; from < result.locations.size(); ++from)
    if (failed(process(from)))
      return failure();
  tree = std::move(result);
  return success();
}

namespace {
struct DeterminizePass : public ta::impl::DeterminizeBase<DeterminizePass> {
  using DeterminizeBase::DeterminizeBase;
  void runOnOperation() override {
    if (method != "guards" && method != "subsets") {
      emitError(getOperation().getLoc())
          << "unknown method '" << method.getValue()
          << "'; there are 'guards' and 'subsets'";
      return signalPassFailure();
    }
    FailureOr<FlatNetwork> network = readSingle(getOperation(), getArgument());
    if (failed(network))
      return signalPassFailure();
    FailureOr<int64_t> scale = getScale(*network);
    if (failed(scale))
      return signalPassFailure();
    FailureOr<TreeShape> shape = getTreeShape(*network, getArgument());
    if (failed(shape) ||
        failed(Determinizer(*network, *shape, *scale, getArgument(),
                            method == "subsets", maxLocations)
                   .run()))
      return signalPassFailure();
    writeNetwork(*network);
  }
};
} // namespace
