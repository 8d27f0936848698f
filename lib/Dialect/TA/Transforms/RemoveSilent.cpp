//===- RemoveSilent.cpp - Remove silent edges -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemoveSilent.h"
#include "Paths.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga::ta {
#define GEN_PASS_DEF_REMOVESILENT
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {
/// Eliminates the times of silent steps from what holds along each path.
///
/// 1. Compute, parents first, what holds on arrival in each location: a zone
/// over
///    the ages of all steps on the path, silent ones included.
/// 2. Locations that silent edges alone lead to from the root are one with it.
/// 3. An observable edge e to w becomes one edge to each w' that silent edges
/// lead
///    to from w (w itself included). Its guard says which observable times
///    leave a possible run to w': the zone at w' without the ages of silent
///    steps, read at the time of e, that is, with the age of e subtracted from
///    all others. What earlier guards have established is not repeated.
/// 4. The invariant of w' says how long one may stay after e: the upper bounds
///    of the zone at w' after time has passed, without silent ages. Before the
///    last silent step the run was in a location that allowed staying, so that
///    no lower bound is needed.
class Projector {
public:
  Projector(FlatNetwork &network, const TreeShape &shape, int64_t scale,
            llvm::StringRef pass)
      : network(network), context(*network.context), shape(shape), pass(pass),
        explorer(network, scale, pass), tree(network.automata.front()),
        result({tree.name, false, 0, {}, {}, tree.loc, tree.doc, tree.stems}) {}

  LogicalResult run();

private:
  LogicalResult explore();
  LogicalResult build();
  LogicalResult buildRoot();
  LogicalResult addEdges(unsigned from, unsigned source);
  FailureOr<std::optional<FlatEdge>> makeEdge(unsigned from, unsigned source,
                                              const FlatEdge &edge,
                                              unsigned arrival);
  FailureOr<std::vector<Clause>> getInvariant(unsigned location,
                                              bool hasHistory);
  LogicalResult rejectMixed(const PathState &state, Location loc);
  void getSilentClosure(unsigned location, std::vector<unsigned> &closure);

  /// Matrix indices and names of the observable clocks of a state.
  llvm::SmallVector<ClockIndex> getVisible(const PathState &state) const;
  llvm::SmallVector<Expr> getVisibleClocks(const PathState &state) const;
  Zone getKnown(unsigned source) const;
  static Zone getDifferences(const Zone &zone);
  static Zone readAt(const Zone &zone, ClockIndex clock);

  FlatNetwork &network;
  ExprContext &context;
  const TreeShape &shape;
  llvm::StringRef pass;
  PathExplorer explorer;
  FlatAutomaton &tree;
  FlatAutomaton result;
  std::vector<PathState> arrivals, elapsed;
  /// The location of the result that stands for one of the tree.
  std::vector<std::optional<unsigned>> copies;
};
} // namespace

llvm::SmallVector<ClockIndex>
Projector::getVisible(const PathState &state) const {
  llvm::SmallVector<ClockIndex> visible;
  for (unsigned index = 0; index < state.clocks.size(); ++index)
    if (!state.isSilent[index])
      visible.push_back(index + 1);
  return visible;
}

llvm::SmallVector<Expr>
Projector::getVisibleClocks(const PathState &state) const {
  llvm::SmallVector<Expr> clocks;
  for (ClockIndex index : getVisible(state))
    clocks.push_back(state.clocks[index - 1]);
  return clocks;
}

/// What a zone says about the past only: differences of clocks.
Zone Projector::getDifferences(const Zone &zone) {
  Zone result = Zone::universe(zone.getDimension());
  for (ClockIndex i = 1; i < zone.getDimension(); ++i)
    for (ClockIndex j = 1; j < zone.getDimension(); ++j)
      if (i != j && !zone.at(i, j).isInfinite())
        result.constrain(i, j, zone.at(i, j));
  return result;
}

/// What a zone says about the instant at which its last clock was zero, over
/// the other clocks.
Zone Projector::readAt(const Zone &zone, ClockIndex clock) {
  Zone result = Zone::universe(zone.getDimension() - 1);
  for (ClockIndex i = 1; i < clock; ++i) {
    result.constrain(i, 0, zone.at(i, clock));
    result.constrain(0, i, zone.at(clock, i));
    for (ClockIndex j = 1; j < clock; ++j)
      if (i != j)
        result.constrain(i, j, zone.at(i, j));
  }
  return result;
}

LogicalResult Projector::rejectMixed(const PathState &state, Location loc) {
  for (const PathPiece &piece : state.pieces)
    for (Expr condition : piece.mixed)
      return emitError(loc)
             << "'" << condition.str()
             << "' compares a clock with data that parameters decide, where a "
                "silent step or an alternative makes its time unknown";
  return success();
}

//===----------------------------------------------------------------------===//
// Step 1: what holds on arrival
//===----------------------------------------------------------------------===//

LogicalResult Projector::explore() {
  arrivals.resize(tree.locations.size());
  elapsed.resize(tree.locations.size());
  FailureOr<Expr> first = getFirstClock(network, pass);
  if (failed(first))
    return failure();
  FailureOr<PathState> start = explorer.start(*first);
  if (failed(start))
    return failure();
  arrivals[tree.initial] = std::move(*start);
  for (unsigned location : shape.order) {
    if (arrivals[location].pieces.empty())
      continue;
    FailureOr<PathState> state = explorer.elapse(arrivals[location], location);
    if (failed(state))
      return failure();
    for (unsigned index : shape.outgoing[location]) {
      const FlatEdge &edge = tree.edges[index];
      FailureOr<PathState> taken =
          explorer.restrict(*state, edge.guard, edge.loc);
      if (succeeded(taken) && !network.isObservable(edge) &&
          failed(rejectMixed(*taken, edge.loc)))
        return failure();
      if (succeeded(taken))
        taken = explorer.arrive(*taken, edge);
      if (failed(taken))
        return failure();
      arrivals[edge.target] = std::move(*taken);
    }
    elapsed[location] = std::move(*state);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Steps 2 to 4: the tree without silent edges
//===----------------------------------------------------------------------===//

void Projector::getSilentClosure(unsigned location,
                                 std::vector<unsigned> &closure) {
  closure = {location};
  for (size_t next = 0; next < closure.size(); ++next)
    for (unsigned edge : shape.outgoing[closure[next]])
      if (!network.isObservable(tree.edges[edge]) &&
          !arrivals[tree.edges[edge].target].pieces.empty())
        closure.push_back(tree.edges[edge].target);
}

/// What earlier guards have established when an edge leaves the copy of a
/// location; nothing where that is a disjunction.
Zone Projector::getKnown(unsigned source) const {
  const PathState &state = arrivals[source];
  llvm::SmallVector<ClockIndex> visible = getVisible(state);
  if (copies[source] == result.initial || state.pieces.size() != 1)
    return Zone::universe(visible.size() + 1);
  return getDifferences(state.pieces.front().zone.keep(visible));
}

FailureOr<std::optional<FlatEdge>> Projector::makeEdge(unsigned from,
                                                       unsigned source,
                                                       const FlatEdge &edge,
                                                       unsigned arrival) {
  const PathState &before = arrivals[source];
  const PathState &after = arrivals[arrival];
  if (after.pieces.empty())
    return std::optional<FlatEdge>();
  bool isSimple = before.pieces.size() == 1 && after.pieces.size() == 1;
  if (!isSimple && failed(rejectMixed(after, edge.loc)))
    return failure();
  llvm::SmallVector<ClockIndex> visible = getVisible(after);
  ClockSpace space = explorer.getSpace(getVisibleClocks(before));
  Zone known = getKnown(source);
  // On the edge itself, its parameters have their own names.
  Substitution parameters(context);
  for (const Assignment &assignment : edge.update)
    if (!network.isClock(assignment.target))
      parameters.set(assignment.target, assignment.value);
  std::vector<Clause> clauses;
  for (const PathPiece &piece : after.pieces) {
    Zone zone = readAt(piece.zone.keep(visible), visible.size());
    Clause clause = space.toClause(getConstraintsBeyond(zone, known));
    for (Expr condition : piece.data)
      if (!isSimple ||
          !llvm::is_contained(before.pieces.front().data, condition))
        clause.data.push_back(parameters.apply(condition));
    clauses.push_back(std::move(clause));
  }
  FlatEdge made = edge;
  made.source = from;
  if (isSimple && !after.pieces.front().mixed.empty()) {
    // The zone is the whole truth about all other conjuncts.
    auto own = getClauses(edge.guard, network);
    for (const Clause &clause : *own)
      llvm::append_range(clauses.front().mixed, clause.mixed);
  }
  made.guard = toCondition(clauses, network);
  if (clauses.size() > 1)
    made.guard = normalizeClocks(made.guard, network, explorer.getScale());
  return std::optional<FlatEdge>(made);
}

FailureOr<std::vector<Clause>> Projector::getInvariant(unsigned location,
                                                       bool hasHistory) {
  const PathState &state = elapsed[location];
  if (failed(rejectMixed(state, tree.locations[location].loc)))
    return failure();
  llvm::SmallVector<ClockIndex> visible = getVisible(state);
  ClockSpace space = explorer.getSpace(getVisibleClocks(state));
  Zone known = Zone::universe(visible.size() + 1);
  bool isSimple = hasHistory && arrivals[location].pieces.size() == 1;
  if (isSimple)
    known =
        getDifferences(arrivals[location].pieces.front().zone.keep(visible));
  std::vector<Clause> clauses;
  for (const PathPiece &piece : state.pieces) {
    Zone zone = piece.zone.keep(visible);
    Zone upper = getDifferences(zone);
    for (ClockIndex i = 1; i < zone.getDimension(); ++i)
      if (!zone.at(i, 0).isInfinite())
        upper.constrain(i, 0, zone.at(i, 0));
    Clause clause = space.toClause(getConstraintsBeyond(upper, known));
    for (Expr condition : piece.data)
      if (!isSimple || !llvm::is_contained(
                           arrivals[location].pieces.front().data, condition))
        clause.data.push_back(condition);
    clauses.push_back(std::move(clause));
  }
  return clauses;
}

LogicalResult Projector::addEdges(unsigned from, unsigned source) {
  for (unsigned index : shape.outgoing[source]) {
    const FlatEdge &edge = tree.edges[index];
    if (!network.isObservable(edge))
      continue;
    std::vector<unsigned> closure;
    getSilentClosure(edge.target, closure);
    for (unsigned arrival : closure) {
      FailureOr<std::optional<FlatEdge>> made =
          makeEdge(from, source, edge, arrival);
      if (failed(made))
        return failure();
      if (!*made)
        continue;
      copies[arrival] = result.locations.size();
      (*made)->target = result.locations.size();
      FlatLocation location = tree.locations[arrival];
      // Without a silent step the invariant is good as it is, unless it
      // mentions a silent step further up.
      bool mentionsSilent = false;
      llvm::SetVector<Expr> names;
      collectNames(network.orTrue(location.invariant), names);
      const PathState &state = arrivals[arrival];
      for (auto [clock, isSilent] :
           llvm::zip_equal(state.clocks, state.isSilent))
        mentionsSilent |= isSilent && names.contains(clock);
      if (arrival != edge.target || mentionsSilent) {
        FailureOr<std::vector<Clause>> clauses =
            getInvariant(arrival, /*hasHistory=*/true);
        if (failed(clauses))
          return failure();
        location.invariant = toCondition(*clauses, network);
      }
      result.locations.push_back(std::move(location));
      result.edges.push_back(std::move(**made));
    }
  }
  return success();
}

LogicalResult Projector::buildRoot() {
  std::vector<unsigned> closure;
  getSilentClosure(tree.initial, closure);
  result.initial = 0;
  result.locations.push_back(tree.locations[tree.initial]);
  for (unsigned location : closure)
    copies[location] = 0;
  if (closure.size() > 1) {
    std::vector<Clause> clauses;
    for (unsigned location : closure) {
      FailureOr<std::vector<Clause>> part =
          getInvariant(location, /*hasHistory=*/false);
      if (failed(part))
        return failure();
      llvm::append_range(clauses, *part);
    }
    result.locations.front().invariant = normalizeClocks(
        toCondition(clauses, network), network, explorer.getScale());
  }
  for (unsigned location : closure)
    if (failed(addEdges(0, location)))
      return failure();
  return success();
}

LogicalResult Projector::build() {
  copies.resize(tree.locations.size());
  if (failed(buildRoot()))
    return failure();
  for (unsigned location : shape.order)
    if (copies[location] && *copies[location] != 0 &&
        failed(addEdges(*copies[location], location)))
      return failure();
  return success();
}

LogicalResult Projector::run() {
  if (failed(explore()))
    return failure();
  if (arrivals[tree.initial].pieces.empty())
    return emitError(tree.locations[tree.initial].loc)
           << "the invariant of the initial location does not hold at the "
              "start";
  if (failed(build()))
    return failure();
  tree = std::move(result);
  return success();
}

/// Clocks that nothing mentions any more are not declared.
void ta::dropUnusedClocks(FlatNetwork &network) {
  llvm::SetVector<Expr> names;
  Expr first;
  if (!network.clocks.empty())
    first = network.clocks.front().name;
  for (const FlatAutomaton &automaton : network.automata) {
    for (const FlatLocation &location : automaton.locations)
      if (location.invariant)
        collectNames(location.invariant, names);
    for (const FlatEdge &edge : automaton.edges) {
      if (edge.guard)
        collectNames(edge.guard, names);
      for (const Assignment &assignment : edge.update) {
        names.insert(assignment.target);
        collectNames(assignment.value, names);
      }
    }
  }
  llvm::erase_if(network.clocks, [&](const FlatClock &clock) {
    return clock.name != first && !names.contains(clock.name);
  });
  network.indexClocks();
}

LogicalResult ta::removeSilentByProjection(FlatNetwork &network,
                                           llvm::StringRef pass) {
  FailureOr<int64_t> scale = getScale(network);
  if (failed(scale))
    return failure();
  FailureOr<TreeShape> shape = getTreeShape(network, pass);
  if (failed(shape) || failed(Projector(network, *shape, *scale, pass).run()))
    return failure();
  dropUnusedClocks(network);
  return success();
}

namespace {
struct RemoveSilentPass : public ta::impl::RemoveSilentBase<RemoveSilentPass> {
  using RemoveSilentBase::RemoveSilentBase;
  void runOnOperation() override {
    if (method != "projection" && method != "tables") {
      emitError(getOperation().getLoc())
          << "unknown method '" << method.getValue()
          << "'; there are 'projection' and 'tables'";
      return signalPassFailure();
    }
    FailureOr<FlatNetwork> network = readSingle(getOperation(), getArgument());
    if (failed(network))
      return signalPassFailure();
    if (failed(method == "tables"
                   ? removeSilentByTables(*network, getArgument())
                   : removeSilentByProjection(*network, getArgument())))
      return signalPassFailure();
    writeNetwork(*network);
  }
};
} // namespace
