//===- SilentTables.cpp - Bypass silent edges -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clauses.h"
#include "Paths.h"
#include "RemoveSilent.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {

using Bounds = std::vector<DifferenceBound>;

struct TableEdge {
  FlatEdge flat;
  Bounds guard;
  /// The clock that the edge resets.
  Expr clock;
};

struct TableNode {
  FlatLocation flat;
  /// Alternatives; more than one only in the root.
  std::vector<Bounds> invariant;
  std::vector<TableEdge> edges;
};

/// Removes silent edges one at a time, first ones on a path first, by the
/// tables of the reference (section 4.2) with these corrections: the lower
/// bound 0 <= x_s takes part in Table 4.2; a silent edge or a later edge whose
/// bounds on one clock contradict each other is dropped; invariants are
/// synchronised with earlier guards as guards are (Table 4.3), else delays
/// become too long; a silent edge of the root moves its successors to the root.
///
/// Of one silent edge with guard g, from q to r, that resets z, where x is the
/// clock of the edge that leads to q:
/// 1. g' is g and 0 <= x;
/// 2. a bypass leads from q's parent to r, guarded by what Table 4.1 makes of
///    pairs of a lower and an upper bound of g';
/// 3. edges that leave r say 0 <= z;
/// 4. below r, bounds on z are synchronised with bounds on z of earlier guards
///    (Table 4.3) and replaced by bounds on the clocks of g' (Table 4.2).
class TableRemover {
public:
  TableRemover(FlatNetwork &network, int64_t scale, llvm::StringRef pass)
      : network(network), context(*network.context), scale(scale), pass(pass) {}

  LogicalResult run();

private:
  /// Bounds on the silent clock in a guard on the current path, and the clock
  /// that its edge resets.
  struct Mention {
    Expr clock;
    Bounds bounds;
  };
  /// The silent edge that is being removed.
  struct Silent {
    Expr clock;
    Bounds guard;
  };

  LogicalResult read();
  FailureOr<Bounds> getBounds(Expr condition, Location loc);
  void write();
  LogicalResult process(unsigned node);
  LogicalResult bypass(TableEdge silent, unsigned parent,
                       const TableEdge &incoming);
  LogicalResult moveToRoot(TableEdge silent);
  LogicalResult rewriteBelow(unsigned node, const Silent &silent, bool isFirst,
                             std::vector<Mention> &mentions);
  FailureOr<Bounds> replace(const Bounds &bounds, const Silent &silent,
                            llvm::ArrayRef<Mention> mentions, Location loc);
  bool isSatisfiable(const Bounds &bounds) const;

  FlatNetwork &network;
  ExprContext &context;
  int64_t scale;
  llvm::StringRef pass;
  Expr firstClock;
  std::vector<TableNode> nodes;
};

} // namespace

static DifferenceBound lowerZero(Expr clock) { return {{}, clock, 0, false}; }
static bool isUpper(const DifferenceBound &bound) {
  return bound.left && !bound.right;
}
static bool isLower(const DifferenceBound &bound) {
  return !bound.left && bound.right;
}
static bool mentions(const DifferenceBound &bound, Expr clock) {
  return bound.left == clock || bound.right == clock;
}

/// The bound on the sum of two differences, between the given clocks.
static std::optional<DifferenceBound>
add(const DifferenceBound &a, const DifferenceBound &b, Expr left, Expr right) {
  std::optional<Rational> sum = Rational::add(a.bound, b.bound);
  if (!sum)
    return std::nullopt;
  return DifferenceBound{left, right, *sum, a.strict || b.strict};
}

static void insert(Bounds &bounds, const DifferenceBound &bound) {
  if (!llvm::is_contained(bounds, bound))
    bounds.push_back(bound);
}

bool TableRemover::isSatisfiable(const Bounds &bounds) const {
  ClockSpace space(scale);
  for (const DifferenceBound &bound : bounds)
    for (Expr clock : {bound.left, bound.right})
      if (clock)
        space.add(clock);
  Zone zone = Zone::universe(space.getDimension());
  bool fits = true;
  space.constrain(zone, bounds, fits);
  return !zone.isEmpty();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Table 4.1: what must hold at the bypass, when `reset` is zero.
static Bounds getEnabling(const Bounds &guard, Expr reset) {
  Bounds enabling;
  auto atReset = [&](Expr clock) { return clock == reset ? Expr() : clock; };
  for (const DifferenceBound &bound : guard) {
    if (bound.left && bound.right) {
      DifferenceBound copy = bound;
      copy.left = atReset(bound.left);
      copy.right = atReset(bound.right);
      insert(enabling, copy);
      continue;
    }
    if (!isLower(bound))
      continue;
    for (const DifferenceBound &upper : guard)
      if (isUpper(upper) && upper.left != bound.right)
        if (auto sum =
                add(bound, upper, atReset(upper.left), atReset(bound.right)))
          insert(enabling, *sum);
  }
  return enabling;
}

/// Tables 4.2 and 4.3 for the bounds of one guard or invariant.
FailureOr<Bounds> TableRemover::replace(const Bounds &bounds,
                                        const Silent &silent,
                                        llvm::ArrayRef<Mention> earlier,
                                        Location loc) {
  Bounds result;
  for (const DifferenceBound &bound : bounds) {
    if (!mentions(bound, silent.clock)) {
      insert(result, bound);
      continue;
    }
    if (bound.left && bound.right)
      return emitError(loc) << "method=tables does not handle the difference '"
                            << toAtom(bound, context).str()
                            << "' to the clock of a silent step";
    bool upper = isUpper(bound);
    for (const DifferenceBound &known : silent.guard)
      if (upper ? isUpper(known) : isLower(known))
        if (auto sum = add(bound, known, known.left, known.right))
          insert(result, *sum);
    for (const Mention &mention : earlier)
      for (const DifferenceBound &known : mention.bounds)
        if (upper ? isLower(known) : isUpper(known))
          if (auto sum = add(bound, known, upper ? mention.clock : Expr(),
                             upper ? Expr() : mention.clock))
            insert(result, *sum);
  }
  return result;
}

LogicalResult TableRemover::rewriteBelow(unsigned node, const Silent &silent,
                                         bool isFirst,
                                         std::vector<Mention> &earlier) {
  for (Bounds &invariant : nodes[node].invariant) {
    FailureOr<Bounds> replaced =
        replace(invariant, silent, earlier, nodes[node].flat.loc);
    if (failed(replaced))
      return failure();
    invariant = std::move(*replaced);
  }
  std::vector<TableEdge> kept;
  for (TableEdge &edge : nodes[node].edges) {
    if (isFirst)
      insert(edge.guard, lowerZero(silent.clock));
    // After the replacement a contradiction would no longer show.
    if (!isSatisfiable(edge.guard))
      continue;
    Mention mention = {edge.clock, {}};
    for (const DifferenceBound &bound : edge.guard)
      if (mentions(bound, silent.clock))
        mention.bounds.push_back(bound);
    FailureOr<Bounds> replaced =
        replace(edge.guard, silent, earlier, edge.flat.loc);
    if (failed(replaced))
      return failure();
    edge.guard = std::move(*replaced);
    kept.push_back(edge);
    bool isMentioned = !mention.bounds.empty();
    if (isMentioned)
      earlier.push_back(std::move(mention));
    if (failed(
            rewriteBelow(edge.flat.target, silent, /*isFirst=*/false, earlier)))
      return failure();
    if (isMentioned)
      earlier.pop_back();
  }
  nodes[node].edges = std::move(kept);
  return success();
}

//===----------------------------------------------------------------------===//
// Bypasses
//===----------------------------------------------------------------------===//

LogicalResult TableRemover::bypass(TableEdge silent, unsigned parent,
                                   const TableEdge &incoming) {
  insert(silent.guard, lowerZero(incoming.clock));
  if (!isSatisfiable(silent.guard))
    return success();
  TableEdge edge = incoming;
  edge.flat.target = silent.flat.target;
  for (const DifferenceBound &bound : getEnabling(silent.guard, incoming.clock))
    insert(edge.guard, bound);
  std::vector<Mention> earlier;
  if (failed(rewriteBelow(silent.flat.target, {silent.clock, silent.guard},
                          /*isFirst=*/true, earlier)))
    return failure();
  nodes[parent].edges.push_back(std::move(edge));
  return success();
}

LogicalResult TableRemover::moveToRoot(TableEdge silent) {
  // All clocks are zero at the start, so that nothing is to be enabled.
  insert(silent.guard, lowerZero(firstClock));
  if (!isSatisfiable(silent.guard))
    return success();
  std::vector<Mention> earlier;
  unsigned target = silent.flat.target;
  if (failed(rewriteBelow(target, {silent.clock, silent.guard},
                          /*isFirst=*/true, earlier)))
    return failure();
  llvm::append_range(nodes[0].invariant, nodes[target].invariant);
  for (TableEdge &edge : nodes[target].edges)
    nodes[0].edges.push_back(std::move(edge));
  nodes[target].edges.clear();
  return success();
}

/// Bypasses the silent edges of a location; bypasses become edges of its
/// parent, whose targets are processed in turn.
LogicalResult TableRemover::process(unsigned root) {
  // Silent edges of the root, and of what they lead to.
  for (size_t index = 0; index < nodes[root].edges.size();) {
    if (network.isObservable(nodes[root].edges[index].flat)) {
      ++index;
      continue;
    }
    TableEdge silent = nodes[root].edges[index];
    nodes[root].edges.erase(nodes[root].edges.begin() + index);
    if (failed(moveToRoot(std::move(silent))))
      return failure();
  }
  std::vector<unsigned> pending = {root};
  while (!pending.empty()) {
    unsigned parent = pending.back();
    pending.pop_back();
    for (size_t index = 0; index < nodes[parent].edges.size(); ++index) {
      TableEdge incoming = nodes[parent].edges[index];
      unsigned node = incoming.flat.target;
      std::vector<TableEdge> visible, silent;
      for (TableEdge &edge : nodes[node].edges)
        (network.isObservable(edge.flat) ? visible : silent).push_back(edge);
      nodes[node].edges = std::move(visible);
      for (TableEdge &edge : silent)
        if (failed(bypass(std::move(edge), parent, incoming)))
          return failure();
      pending.push_back(node);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

FailureOr<Bounds> TableRemover::getBounds(Expr condition, Location loc) {
  auto clauses = getClauses(condition, network);
  if (!clauses || clauses->size() != 1 || !clauses->front().isClocksOnly())
    return emitError(loc)
           << "method=tables needs conjunctions of clock constraints";
  return Bounds(clauses->front().clocks.begin(), clauses->front().clocks.end());
}

LogicalResult TableRemover::read() {
  FailureOr<TreeShape> shape = getTreeShape(network, pass);
  FailureOr<Expr> first = getFirstClock(network, pass);
  if (failed(shape) || failed(first))
    return failure();
  firstClock = *first;
  const FlatAutomaton &tree = network.automata.front();
  // The root comes first.
  std::vector<unsigned> position(tree.locations.size());
  for (auto [index, location] : llvm::enumerate(shape->order))
    position[location] = index;
  for (unsigned location : shape->order) {
    const FlatLocation &flat = tree.locations[location];
    FailureOr<Bounds> invariant = getBounds(flat.invariant, flat.loc);
    if (failed(invariant))
      return failure();
    TableNode node = {flat, {*invariant}, {}};
    for (unsigned index : shape->outgoing[location]) {
      const FlatEdge &edge = tree.edges[index];
      FailureOr<Bounds> guard = Bounds();
      // What can never be taken says nothing.
      if (edge.guard && edge.guard.isFalse())
        continue;
      guard = getBounds(edge.guard, edge.loc);
      FailureOr<Expr> clock = getStepClock(network, edge, pass);
      if (failed(guard) || failed(clock))
        return failure();
      node.edges.push_back({edge, std::move(*guard), *clock});
      node.edges.back().flat.target = position[edge.target];
    }
    nodes.push_back(std::move(node));
  }
  return success();
}

void TableRemover::write() {
  FlatAutomaton &tree = network.automata.front();
  tree.locations.clear();
  tree.edges.clear();
  tree.initial = 0;
  auto getCondition = [&](llvm::ArrayRef<Bounds> alternatives) {
    std::vector<Clause> clauses;
    for (const Bounds &bounds : alternatives) {
      clauses.emplace_back();
      llvm::append_range(clauses.back().clocks, bounds);
    }
    return toCondition(clauses, network);
  };
  for (auto [index, node] : llvm::enumerate(nodes)) {
    node.flat.invariant = getCondition(node.invariant);
    node.flat.invariant =
        node.invariant.size() > 1
            ? normalizeClocks(node.flat.invariant, network, scale)
            : dropImplied(node.flat.invariant, network, scale);
    tree.locations.push_back(node.flat);
    for (TableEdge &edge : node.edges) {
      edge.flat.source = index;
      edge.flat.guard = dropImplied(getCondition(edge.guard), network, scale);
      if (!edge.flat.guard || !edge.flat.guard.isFalse())
        tree.edges.push_back(edge.flat);
    }
  }
  removeUnreachable(tree);
  dropUnusedClocks(network);
}

LogicalResult TableRemover::run() {
  if (failed(read()) || failed(process(0)))
    return failure();
  write();
  return success();
}

LogicalResult ta::removeSilentByTables(FlatNetwork &network,
                                       llvm::StringRef pass) {
  FailureOr<int64_t> scale = getScale(network);
  if (failed(scale))
    return failure();
  return TableRemover(network, *scale, pass).run();
}
