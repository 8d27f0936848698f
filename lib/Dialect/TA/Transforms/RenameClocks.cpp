//===- RenameClocks.cpp - One clock per step of a tree ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clauses.h"
#include "Transforms.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga::ta {
#define GEN_PASS_DEF_RENAMECLOCKS
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {
/// What holds on arrival in a location of the tree.
struct Values {
  /// The value of every clock and variable in terms of the new names, in the
  /// order of `Renamer::names`.
  std::vector<Expr> values;
  /// Observable level, and number of silent edges since.
  unsigned level = 0, silent = 0;
  /// The clock of the edge that leads here.
  Expr lastReset;
};

/// From the root on, for each location with the values on arrival:
/// 1. replace names in its invariant; an urgent location gets the invariant
///    that the clock of its incoming edge is zero;
/// 2. for each edge, replace names in the guard, conjoin that all assigned
///    values are in range and that no clock becomes negative, replace its
///    update by the reset of the clock of its level and the copy of its
///    parameters, and compute the values on arrival.
class Renamer {
public:
  Renamer(FlatNetwork &network, const TreeShape &shape)
      : network(network), context(*network.context), shape(shape),
        automaton(network.automata.front()) {}

  LogicalResult run();

private:
  void start();
  void renameLocation(unsigned location);
  LogicalResult renameEdge(unsigned index);
  bool isInRange(Expr value, mlir::Type type) const;
  LogicalResult computeValues(const FlatEdge &edge, const Values &before,
                              Substitution &substitution, Values &after,
                              Expr &guard);
  FailureOr<Expr> getClockValue(const FlatEdge &edge, Expr value, Expr replaced,
                                Expr reset);
  Expr getClock(unsigned level, std::optional<unsigned> silent, Location loc);
  Expr getParameter(unsigned label, unsigned param, unsigned level,
                    Location loc);
  Expr declare(const llvm::Twine &name);

  FlatNetwork &network;
  ExprContext &context;
  const TreeShape &shape;
  FlatAutomaton &automaton;
  std::string prefix;
  std::vector<Expr> names;
  size_t numOldClocks = 0;
  std::vector<Values> arrivals;
  llvm::StringMap<Expr> declared;
  std::vector<FlatClock> newClocks;
  std::vector<FlatVariable> newVariables;
};
} // namespace

Expr Renamer::declare(const llvm::Twine &name) {
  return context.getName((automaton.name + "." + name).str());
}

Expr Renamer::getClock(unsigned level, std::optional<unsigned> silent,
                       Location loc) {
  std::string name = prefix + std::to_string(level);
  if (silent)
    name += "_" + std::to_string(*silent);
  Expr &clock = declared[name];
  if (!clock) {
    clock = declare(name);
    newClocks.push_back({clock, 0, loc});
  }
  return clock;
}

Expr Renamer::getParameter(unsigned label, unsigned param, unsigned level,
                           Location loc) {
  const FlatLabel &flat = network.labels[label];
  std::string name = (flat.name + "." + flat.params[param].name.getName() +
                      "$" + llvm::Twine(level))
                         .str();
  Expr &variable = declared[name];
  if (!variable) {
    variable = declare(name);
    newVariables.push_back(
        {variable, 0, flat.params[param].type,
         getFirstValue(flat.params[param].type).toExpr(context), Owner::State,
         loc});
  }
  return variable;
}

void Renamer::start() {
  prefix = makeFreshPrefix(network, "x");
  Expr first = getClock(0, std::nullopt, automaton.loc);
  Values root;
  root.lastReset = first;
  for (const FlatClock &clock : network.clocks) {
    names.push_back(clock.name);
    root.values.push_back(first);
  }
  numOldClocks = names.size();
  for (const FlatVariable &variable : network.variables) {
    names.push_back(variable.name);
    root.values.push_back(variable.init);
  }
  arrivals.resize(automaton.locations.size());
  arrivals[automaton.initial] = std::move(root);
}

void Renamer::renameLocation(unsigned index) {
  FlatLocation &location = automaton.locations[index];
  const Values &values = arrivals[index];
  if (location.invariant) {
    Substitution substitution(context);
    for (auto [name, value] : llvm::zip_equal(names, values.values))
      substitution.set(name, value);
    location.invariant =
        simplify(substitution.apply(location.invariant), context);
  }
  if (location.stopsTime())
    location.invariant = network.conjoin(
        location.invariant,
        context.get(ExprKind::Le, values.lastReset, context.getInt(0)));
  location.isUrgent = location.isCommitted = false;
}

/// The value of a clock that was set to `value`, from the instant of `reset`
/// on: a copy of a clock goes on as that clock does, a constant c as `reset +
/// c`.
FailureOr<Expr> Renamer::getClockValue(const FlatEdge &edge, Expr value,
                                       Expr replaced, Expr reset) {
  if (!network.mentionsClock(value)) {
    Expr offset = simplify(replaced, context);
    if (offset.is(ExprKind::IntLit) && offset.getInt() == 0)
      return reset;
    return context.get(ExprKind::Add, reset, offset);
  }
  auto bounds =
      getDifferenceBounds(context.get(ExprKind::Le, value, context.getInt(0)),
                          [&](Expr name) { return network.isClock(name); });
  if (!bounds || !bounds->front().left || bounds->front().right)
    return emitError(edge.loc)
           << "a clock is set to '" << value.str()
           << "', which is neither a constant nor a clock with an offset";
  return simplify(replaced, context);
}

/// Whether the types of what a value mentions show that it is in range.
bool Renamer::isInRange(Expr value, mlir::Type type) const {
  auto range = dyn_cast<RangeType>(type);
  if (!range)
    return network.getType(value) == type;
  std::optional<Interval> interval = network.getInterval(value);
  return interval && range.getLow() <= interval->low &&
         interval->high <= range.getHigh();
}

LogicalResult Renamer::computeValues(const FlatEdge &edge, const Values &before,
                                     Substitution &substitution, Values &after,
                                     Expr &guard) {
  // The parameters of this edge are known to later edges by other names.
  Substitution parameters(context);
  if (edge.label)
    for (auto [index, param] :
         llvm::enumerate(network.labels[*edge.label].params))
      parameters.set(param.name,
                     getParameter(*edge.label, index, after.level, edge.loc));
  for (const Assignment &assignment : edge.update) {
    auto position = llvm::find(names, assignment.target) - names.begin();
    if (size_t(position) == names.size())
      return emitError(edge.loc)
             << "'" << assignment.target.str()
             << "' is assigned in part: rename-clocks needs whole variables";
    Expr value = substitution.apply(assignment.value);
    if (size_t(position) < numOldClocks) {
      FailureOr<Expr> clock =
          getClockValue(edge, assignment.value, value, after.lastReset);
      if (failed(clock))
        return failure();
      if (Expr fits = network.getNotNegative(assignment.value))
        guard = network.conjoin(guard, substitution.apply(fits));
      after.values[position] = parameters.apply(*clock);
      continue;
    }
    value = simplify(value, context);
    const FlatVariable &variable = network.variables[position - numOldClocks];
    guard = network.conjoin(guard, network.getDefined(value));
    if (!isInRange(value, variable.type))
      guard = network.conjoin(guard,
                              getRangeCondition(value, variable.type, context));
    after.values[position] = parameters.apply(value);
  }
  return success();
}

LogicalResult Renamer::renameEdge(unsigned index) {
  FlatEdge &edge = automaton.edges[index];
  const Values &before = arrivals[edge.source];
  Values after = before;
  bool isVisible = network.isObservable(edge);
  if (isVisible) {
    ++after.level;
    after.silent = 0;
    after.lastReset = getClock(after.level, std::nullopt, edge.loc);
  } else {
    after.lastReset = getClock(after.level, after.silent, edge.loc);
    ++after.silent;
  }
  llvm::ArrayRef<FlatParam> params;
  if (edge.label)
    params = network.labels[*edge.label].params;
  Substitution substitution(context);
  for (auto [name, value] : llvm::zip_equal(names, before.values))
    substitution.set(name, value);
  Expr guard = edge.guard ? substitution.apply(edge.guard) : Expr();
  if (failed(computeValues(edge, before, substitution, after, guard)))
    return failure();
  edge.guard = guard ? simplify(guard, context) : Expr();
  edge.update = {{after.lastReset, context.getInt(0)}};
  for (auto [position, param] : llvm::enumerate(params))
    edge.update.push_back(
        {getParameter(*edge.label, position, after.level, edge.loc),
         param.name});
  arrivals[edge.target] = std::move(after);
  return success();
}

LogicalResult Renamer::run() {
  start();
  for (unsigned location : shape.order) {
    renameLocation(location);
    for (unsigned edge : shape.outgoing[location])
      if (failed(renameEdge(edge)))
        return failure();
    arrivals[location] = {};
  }
  llvm::erase_if(automaton.edges, [](const FlatEdge &edge) {
    return edge.guard && edge.guard.isFalse();
  });
  removeUnreachable(automaton);
  network.clocks = std::move(newClocks);
  network.variables = std::move(newVariables);
  network.indexClocks();
  for (FlatLocation &location : automaton.locations)
    location.invariant = cancelClocks(location.invariant, network);
  for (FlatEdge &edge : automaton.edges)
    edge.guard = cancelClocks(edge.guard, network);
  return success();
}

namespace {
struct RenameClocksPass : public ta::impl::RenameClocksBase<RenameClocksPass> {
  using RenameClocksBase::RenameClocksBase;
  void runOnOperation() override {
    FailureOr<FlatNetwork> network = readSingle(getOperation(), getArgument());
    if (failed(network))
      return signalPassFailure();
    FailureOr<TreeShape> shape = getTreeShape(*network, getArgument());
    if (failed(shape) || failed(Renamer(*network, *shape).run()))
      return signalPassFailure();
    writeNetwork(*network);
  }
};
} // namespace
