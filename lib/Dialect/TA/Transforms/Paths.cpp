//===- Paths.cpp - What holds along the paths of a tree ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"
#include "tioga/Expr/Rewrite.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

FailureOr<Expr> ta::getStepClock(const FlatNetwork &network,
                                 const FlatEdge &edge, llvm::StringRef pass) {
  Expr clock;
  bool isRenamed = true;
  for (const Assignment &assignment : edge.update) {
    if (!network.isClock(assignment.target)) {
      isRenamed &= assignment.value.is(ExprKind::Name) && edge.label;
      continue;
    }
    isRenamed &= !clock && assignment.value.is(ExprKind::IntLit) &&
                 assignment.value.getInt() == 0;
    clock = assignment.target;
  }
  if (!clock || !isRenamed)
    return emitError(edge.loc)
           << "the edge does not reset exactly one clock, as '" << pass
           << "' needs: run 'ta-rename-clocks' first";
  return clock;
}

FailureOr<Expr> ta::getFirstClock(const FlatNetwork &network,
                                  llvm::StringRef pass) {
  llvm::DenseSet<Expr> reset;
  for (const FlatEdge &edge : network.automata.front().edges)
    for (const Assignment &assignment : edge.update)
      reset.insert(assignment.target);
  Expr first;
  for (const FlatClock &clock : network.clocks) {
    if (reset.contains(clock.name))
      continue;
    // A clock whose edges were dropped is not mentioned any more.
    if (!first)
      first = clock.name;
  }
  if (!first)
    return emitNetworkError(network)
           << "has no clock that counts from the start, as '" << pass
           << "' needs: run 'ta-rename-clocks' first";
  return first;
}

ClockSpace PathExplorer::getSpace(llvm::ArrayRef<Expr> clocks) const {
  ClockSpace space(scale);
  for (Expr clock : clocks)
    space.add(clock);
  return space;
}

/// Pieces with the same data are one federation, which may need fewer zones.
static void simplifyPieces(std::vector<PathPiece> &pieces, unsigned dimension) {
  if (pieces.size() < 2)
    return;
  std::vector<PathPiece> result;
  for (size_t first = 0; first < pieces.size(); ++first) {
    if (pieces[first].zone.isEmpty())
      continue;
    Federation zones(dimension);
    for (size_t other = first; other < pieces.size(); ++other)
      if (pieces[other].data == pieces[first].data &&
          pieces[other].mixed == pieces[first].mixed &&
          !pieces[other].zone.isEmpty()) {
        zones.insert(pieces[other].zone);
        if (other != first)
          pieces[other].zone = Zone::empty(dimension);
      }
    zones.reduce();
    for (const Zone &zone : zones)
      result.push_back({zone, pieces[first].data, pieces[first].mixed});
  }
  pieces = std::move(result);
}

FailureOr<PathState> PathExplorer::intersect(const PathState &state,
                                             llvm::ArrayRef<Clause> clauses,
                                             Location loc) {
  ClockSpace space = getSpace(state.clocks);
  PathState result = {state.clocks, state.isSilent, {}};
  for (const PathPiece &piece : state.pieces)
    for (const Clause &clause : clauses) {
      PathPiece next = piece;
      bool fits = true;
      space.constrain(next.zone, clause.clocks, fits);
      if (!fits)
        return emitError(loc)
               << "a clock constraint is out of range or mentions a clock that "
                  "no edge on the path resets: '"
               << pass << "' needs renamed clocks and smaller constants";
      if (next.zone.isEmpty())
        continue;
      for (Expr condition : clause.data)
        if (!llvm::is_contained(next.data, condition))
          next.data.push_back(condition);
      for (Expr condition : clause.mixed)
        if (!llvm::is_contained(next.mixed, condition))
          next.mixed.push_back(condition);
      result.pieces.push_back(std::move(next));
    }
  simplifyPieces(result.pieces, space.getDimension());
  return result;
}

FailureOr<std::vector<Clause>> PathExplorer::getInvariant(unsigned location) {
  const FlatLocation &flat = network.automata.front().locations[location];
  auto [entry, isNew] = clauseCache.try_emplace(network.orTrue(flat.invariant));
  if (!isNew)
    return entry->second;
  auto clauses = getClauses(flat.invariant, network);
  if (!clauses)
    return emitError(flat.loc) << "the invariant has too many disjuncts";
  // Time passes while the invariant holds. With a single clause that is a
  // convex set; with several, a clause must hold from arrival on.
  if (clauses->size() > 1)
    for (const Clause &clause : *clauses) {
      ClockSpace space(scale);
      for (const DifferenceBound &bound : clause.clocks)
        for (Expr clock : {bound.left, bound.right})
          if (clock)
            space.add(clock);
      Zone zone = Zone::universe(space.getDimension());
      bool fits = true;
      space.constrain(zone, clause.clocks, fits);
      Zone past = zone;
      past.down();
      if (past != zone)
        return emitError(flat.loc)
               << "the invariant is a disjunction that bounds clocks from "
                  "below, '"
               << toCondition(clause, network).str() << "', which '" << pass
               << "' does not support";
    }
  clauseCache[network.orTrue(flat.invariant)] = *clauses;
  return std::move(*clauses);
}

FailureOr<PathState> PathExplorer::start(Expr firstClock) {
  PathState state = {{firstClock}, {false}, {{Zone::zero(2), {}, {}}}};
  unsigned root = network.automata.front().initial;
  FailureOr<std::vector<Clause>> invariant = getInvariant(root);
  if (failed(invariant))
    return failure();
  return intersect(state, *invariant,
                   network.automata.front().locations[root].loc);
}

FailureOr<PathState> PathExplorer::elapse(const PathState &state,
                                          unsigned location) {
  FailureOr<std::vector<Clause>> invariant = getInvariant(location);
  if (failed(invariant))
    return failure();
  Location loc = network.automata.front().locations[location].loc;
  PathState result = {state.clocks, state.isSilent, {}};
  for (const Clause &clause : *invariant) {
    FailureOr<PathState> part = intersect(state, clause, loc);
    if (failed(part))
      return failure();
    for (PathPiece &piece : part->pieces)
      piece.zone.up();
    part = intersect(*part, clause, loc);
    if (failed(part))
      return failure();
    llvm::append_range(result.pieces, part->pieces);
  }
  simplifyPieces(result.pieces, state.clocks.size() + 1);
  return result;
}

FailureOr<PathState> PathExplorer::restrict(const PathState &state, Expr guard,
                                            Location loc) {
  auto [entry, isNew] = clauseCache.try_emplace(network.orTrue(guard));
  if (isNew) {
    auto clauses = getClauses(guard, network);
    if (!clauses)
      return emitError(loc) << "the guard has too many disjuncts";
    entry->second = std::move(*clauses);
  }
  return intersect(state, entry->second, loc);
}

FailureOr<PathState> PathExplorer::arrive(const PathState &state,
                                          const FlatEdge &edge) {
  FailureOr<Expr> clock = getStepClock(network, edge, pass);
  if (failed(clock))
    return failure();
  PathState result = {state.clocks, state.isSilent, {}};
  result.clocks.push_back(*clock);
  result.isSilent.push_back(!network.isObservable(edge));
  Substitution parameters(*network.context);
  for (const Assignment &assignment : edge.update)
    if (!network.isClock(assignment.target))
      parameters.set(assignment.value, assignment.target);
  unsigned dimension = state.clocks.size() + 1;
  llvm::SmallVector<ClockIndex> targets;
  for (ClockIndex index = 0; index < dimension; ++index)
    targets.push_back(index);
  for (const PathPiece &piece : state.pieces) {
    result.pieces.push_back(piece);
    PathPiece &next = result.pieces.back();
    next.zone = piece.zone.embed(dimension + 1, targets, NewClocks::Zero);
    // What was said about clocks then is said about differences now, and
    // parameters are known by the variables that keep them.
    for (Expr &condition : next.mixed)
      condition = parameters.apply(readAtReset(condition, *clock, network));
    for (Expr &condition : next.data)
      condition = parameters.apply(condition);
  }
  FailureOr<std::vector<Clause>> invariant = getInvariant(edge.target);
  if (failed(invariant))
    return failure();
  return intersect(result, *invariant, edge.loc);
}
