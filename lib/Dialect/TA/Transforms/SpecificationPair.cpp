//===- SpecificationPair.cpp - Two specifications in one --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecificationPair.h"
#include "Clauses.h"
#include "tioga/Expr/Rewrite.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

llvm::StringRef ta::toString(SpecificationOperator op) {
  switch (op) {
  case SpecificationOperator::Conjunction:
    return "conjunction";
  case SpecificationOperator::Composition:
    return "composition";
  case SpecificationOperator::Quotient:
    return "quotient";
  }
  llvm_unreachable("covered switch");
}

llvm::SmallVector<const FlatEdge *, 4>
SpecificationSide::getEdges(unsigned location, unsigned label) const {
  llvm::SmallVector<const FlatEdge *, 4> edges;
  for (unsigned index : outEdges[location])
    if (automaton.edges[index].label == label)
      edges.push_back(&automaton.edges[index]);
  return edges;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Reads what can be an operand: one automaton that shows all it does.
static FailureOr<FlatNetwork> readOperand(NetworkOp op, llvm::StringRef pass) {
  FailureOr<FlatNetwork> network = readSingle(op, pass);
  if (failed(network))
    return failure();
  const FlatAutomaton &automaton = network->automata.front();
  if (automaton.isEnvironment)
    return emitNetworkError(*network)
           << "has an environment, which is no specification";
  for (const FlatLabel &label : network->labels)
    if (label.isUrgent)
      return emitError(label.loc) << "label '" << label.name << "' is urgent: '"
                                  << pass << "' does not support that";
  for (const FlatEdge &edge : automaton.edges) {
    if (!network->isObservable(edge))
      return emitError(edge.loc)
             << "the edge is silent, but a specification shows all it does";
    if (edge.isRestart)
      return emitError(edge.loc) << "the edge restarts the network: '" << pass
                                 << "' does not support that";
  }
  return network;
}

static const FlatLabel *findLabel(const FlatNetwork &network,
                                  llvm::StringRef name) {
  for (const FlatLabel &label : network.labels)
    if (label.name == name && label.isObservable())
      return &label;
  return nullptr;
}

static bool haveEqualParameters(const FlatLabel &a, const FlatLabel &b) {
  return llvm::equal(
      a.params, b.params,
      [](const FlatParam &x, const FlatParam &y) { return x.type == y.type; });
}

/// Declares the labels of both operands in the network of the result.
LogicalResult SpecificationPair::makeLabels(const FlatNetwork &a,
                                            const FlatNetwork &b,
                                            KindRule rule) {
  OpBuilder builder(network->op.getContext());
  builder.setInsertionPointToStart(&network->op.getBody().front());
  auto getKind = [](const FlatLabel *label) {
    return label ? std::optional(label->kind) : std::nullopt;
  };
  auto declare = [&](const FlatLabel *first,
                     const FlatLabel *second) -> LogicalResult {
    const FlatLabel &label = first ? *first : *second;
    std::string reason;
    if (first && second && !haveEqualParameters(*first, *second))
      reason = "has different parameters";
    std::optional<LabelKind> kind;
    if (reason.empty())
      kind = rule(getKind(first), getKind(second), reason);
    if (!kind) {
      InFlightDiagnostic diag = emitError(label.loc)
                                << "label '" << label.name << "' " << reason
                                << " in '" << left.name << "' and '"
                                << right.name << "'";
      if (second && first)
        diag.attachNote(second->loc) << "the other declaration";
      return diag;
    }
    llvm::SmallVector<Attribute> params;
    for (const FlatParam &param : label.params)
      params.push_back(ParamAttr::get(
          builder.getContext(), builder.getStringAttr(param.name.getName()),
          param.type));
    builder.create<LabelOp>(label.loc, builder.getStringAttr(label.name),
                            LabelKindAttr::get(builder.getContext(), *kind),
                            params.empty() ? ArrayAttr()
                                           : builder.getArrayAttr(params),
                            /*broadcast=*/UnitAttr(), /*urgent=*/UnitAttr(),
                            /*channel=*/StringAttr(), /*doc=*/StringAttr());
    left.kinds.push_back(getKind(first));
    right.kinds.push_back(getKind(second));
    return success();
  };
  for (const FlatLabel &label : a.labels)
    if (label.isObservable() &&
        failed(declare(&label, findLabel(b, label.name))))
      return failure();
  for (const FlatLabel &label : b.labels)
    if (label.isObservable() && !findLabel(a, label.name) &&
        failed(declare(nullptr, &label)))
      return failure();
  return success();
}

/// Copies an operand into the context of the result, under names that no other
/// clock, variable or parameter has.
void SpecificationPair::adopt(const FlatNetwork &operand,
                              SpecificationSide &side) {
  ExprContext &context = *network->context;
  std::vector<std::pair<Expr, Expr>> renamed;
  auto rename = [&](Expr old) {
    Expr name = context.getName(variableNames.get(old.getName()));
    renamed.push_back({context.import(old), name});
    return name;
  };
  for (FlatClock clock : operand.clocks) {
    clock.name = rename(clock.name);
    clock.owner = networkOwner;
    network->clocks.push_back(clock);
  }
  for (FlatVariable variable : operand.variables) {
    variable.name = rename(variable.name);
    variable.init = context.import(variable.init);
    variable.owner = networkOwner;
    network->variables.push_back(variable);
  }
  Substitution shared(context);
  for (auto [old, name] : renamed)
    shared.set(old, name);

  side.automaton = operand.automata.front();
  for (FlatLocation &location : side.automaton.locations)
    if (location.invariant)
      location.invariant = shared.apply(context.import(location.invariant));
  for (FlatEdge &edge : side.automaton.edges) {
    const FlatLabel &old = operand.labels[*edge.label];
    auto found = llvm::find_if(network->labels, [&](const FlatLabel &label) {
      return label.name == old.name;
    });
    edge.label = found - network->labels.begin();
    Substitution names(context);
    for (auto [from, to] : renamed)
      names.set(from, to);
    for (auto [from, to] : llvm::zip_equal(old.params, found->params))
      names.set(context.import(from.name), to.name);
    if (edge.guard)
      edge.guard = names.apply(context.import(edge.guard));
    for (Assignment &assignment : edge.update) {
      assignment.target = names.apply(context.import(assignment.target));
      assignment.value = names.apply(context.import(assignment.value));
    }
  }
  side.outEdges = side.automaton.getOutEdges();
}

FailureOr<SpecificationPair>
SpecificationPair::read(NetworkOp left, NetworkOp right, llvm::StringRef name,
                        llvm::StringRef pass, KindRule rule) {
  FailureOr<FlatNetwork> a = readOperand(left, pass);
  if (failed(a))
    return failure();
  FailureOr<FlatNetwork> b = readOperand(right, pass);
  if (failed(b))
    return failure();
  OpBuilder builder(right->getContext());
  builder.setInsertionPointAfter(right);
  auto op = builder.create<NetworkOp>(right.getLoc(), name, StringAttr(),
                                      ArrayAttr());
  op.getBody().emplaceBlock();
  SpecificationPair pair(left, right);
  pair.network = std::make_unique<FlatNetwork>(op);
  auto fail = [&]() -> FailureOr<SpecificationPair> {
    op.erase();
    return failure();
  };
  if (failed(pair.makeLabels(*a, *b, rule)))
    return fail();
  FailureOr<FlatNetwork> labels = readNetwork(op);
  if (failed(labels))
    return fail();
  *pair.network = std::move(*labels);
  for (const FlatLabel &label : pair.network->labels)
    for (const FlatParam &param : label.params)
      pair.variableNames.get(param.name.getName());
  pair.variableNames.get(name);
  pair.adopt(*a, pair.left);
  pair.adopt(*b, pair.right);
  FailureOr<int64_t> scaleA = ta::getScale(*a), scaleB = ta::getScale(*b);
  if (failed(scaleA) || failed(scaleB) ||
      __builtin_mul_overflow(*scaleA, *scaleB, &pair.scale))
    return fail();
  pair.network->automata.push_back(
      {name.str(), false, 0, {}, {}, right.getLoc()});
  pair.network->indexClocks();
  return pair;
}

void SpecificationPair::lowerUrgency(SpecificationSide &side) {
  if (llvm::none_of(side.automaton.locations,
                    [](const FlatLocation &each) { return each.stopsTime(); }))
    return;
  ExprContext &context = *network->context;
  Expr clock = context.getName(
      variableNames.get((llvm::Twine(side.name) + ".urgent").str()));
  network->clocks.push_back({clock, networkOwner, side.automaton.loc});
  network->indexClocks();
  Expr zero = context.getInt(0);
  for (FlatEdge &edge : side.automaton.edges)
    if (side.automaton.locations[edge.target].stopsTime())
      edge.update.push_back({clock, zero});
  for (FlatLocation &location : side.automaton.locations) {
    if (!location.stopsTime())
      continue;
    location.invariant = network->conjoin(
        location.invariant, context.get(ExprKind::Le, clock, zero));
    location.isUrgent = location.isCommitted = false;
  }
}

void SpecificationPair::lowerUrgency() {
  lowerUrgency(left);
  lowerUrgency(right);
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

unsigned SpecificationPair::getPair(unsigned leftIndex, unsigned rightIndex) {
  FlatAutomaton &automaton = network->automata.front();
  auto [entry, isNew] = pairs.insert(
      {{leftIndex, rightIndex}, unsigned(automaton.locations.size())});
  if (!isNew)
    return entry->second;
  const FlatLocation &a = left.automaton.locations[leftIndex];
  const FlatLocation &b = right.automaton.locations[rightIndex];
  FlatLocation location = {
      locationNames.get(a.name + "_" + b.name),
      {},
      false,
      false,
      false,
      false,
      FusedLoc::get(network->op.getContext(), {a.loc, b.loc})};
  location.isUrgent = a.stopsTime() || b.stopsTime();
  location.invariant = makeInvariant
                           ? makeInvariant(a.invariant, b.invariant)
                           : network->conjoin(a.invariant, b.invariant);
  location.invariant = dropImplied(location.invariant, *network, scale);
  automaton.locations.push_back(std::move(location));
  work.push_back({entry->second, entry->first});
  return entry->second;
}

unsigned SpecificationPair::addLocation(llvm::StringRef name, bool isUrgent) {
  FlatAutomaton &automaton = network->automata.front();
  automaton.locations.push_back({locationNames.get(name),
                                 {},
                                 isUrgent,
                                 false,
                                 false,
                                 false,
                                 automaton.loc});
  return automaton.locations.size() - 1;
}

void SpecificationPair::addEdge(unsigned source, unsigned target,
                                unsigned label, Expr guard, Update update,
                                llvm::ArrayRef<Location> locs) {
  FlatAutomaton &automaton = network->automata.front();
  guard = normalizeClocks(guard, *network, scale);
  if (guard && guard.isFalse())
    return;
  Expr inside = normalizeClocks(
      network->conjoin(guard, automaton.locations[source].invariant), *network,
      scale);
  if (inside && inside.isFalse())
    return;
  Direction direction = network->labels[label].kind == LabelKind::Input
                            ? Direction::Receive
                            : Direction::Send;
  automaton.edges.push_back({source,
                             target,
                             label,
                             direction,
                             guard,
                             std::move(update),
                             {},
                             false,
                             false,
                             FusedLoc::get(network->op.getContext(), locs)});
}

void SpecificationPair::addLoops(unsigned location, bool inputsOnly) {
  for (auto [index, label] : llvm::enumerate(network->labels))
    if (!inputsOnly || label.kind == LabelKind::Input)
      addEdge(location, location, index, {}, {},
              {network->automata.front().loc});
}

FailureOr<NetworkOp> SpecificationPair::finish(
    unsigned maxLocations,
    llvm::function_ref<void(unsigned, unsigned, unsigned)> expand) {
  network->automata.front().initial =
      getPair(left.automaton.initial, right.automaton.initial);
  for (size_t next = 0; next < work.size(); ++next) {
    auto [index, members] = work[next];
    expand(index, members.first, members.second);
    if (pairs.size() <= maxLocations)
      continue;
    network->op.emitError() << "more than " << maxLocations
                            << " pairs of locations; raise max-locations";
    network->op.erase();
    return failure();
  }
  removeUnreachable(network->automata.front());
  writeNetwork(*network);
  return network->op;
}
