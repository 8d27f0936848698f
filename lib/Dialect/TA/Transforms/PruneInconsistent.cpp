//===- PruneInconsistent.cpp - Keep what implementations do -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clauses.h"
#include "Transforms.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Dialect/TA/Transforms/Specifications.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga::ta {
#define GEN_PASS_DEF_PRUNEINCONSISTENT
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

namespace {
/// What is left of one location for one valuation of the data: sets of clock
/// valuations by version of the location.
struct Remainder {
  /// `n == 1 && ...`; null if there is no data.
  Expr data;
  /// What the original invariant allows.
  Federation before;
  /// The states that belong to a version when they are entered, and those that
  /// waiting there leads to.
  std::vector<Federation> entered, reached;
  /// Whether a version does not say by itself what is entered in it.
  bool isCut = false;
};

/// 1. The game gives the consistent valuations of each location and data.
/// 2. If time can lead out of these and into them again, they are cut into
///    versions for which it cannot: an edge leads to the version that the state
///    after it belongs to.
/// 3. The consistent valuations become the invariants of the versions.
class Pruner {
public:
  Pruner(FlatNetwork &network, ConsistencyGame &game)
      : network(network), context(*network.context), game(game),
        model(game.getModel()), space(model.getSystem().getScale()),
        automaton(network.automata.front()) {}

  void run();

private:
  void readRemainders();
  Expr getData(StateId state);
  void cut(Remainder &remainder, const Federation &consistent);
  Expr toCondition(const Federation &set);
  /// `data && set`, or `data => set`.
  Expr getWithin(const Remainder &remainder, const Federation &set,
                 bool isImplied);
  Expr getEntry(unsigned location, unsigned version);
  Expr getInvariant(unsigned location, unsigned version);
  bool isCut(unsigned location) const {
    return llvm::any_of(remainders[location],
                        [](const Remainder &each) { return each.isCut; });
  }
  bool isChanged(unsigned location) const;
  Expr getKnown(unsigned location, unsigned version);
  void writeLocations();
  std::optional<FlatEdge> makeEdge(const FlatEdge &edge, unsigned sourceVersion,
                                   unsigned targetVersion);
  void writeEdges();
  unsigned getInitialVersion() const;

  FlatNetwork &network;
  ExprContext &context;
  ConsistencyGame &game;
  SpecificationModel &model;
  ClockSpace space;
  FlatAutomaton &automaton;
  /// By location.
  std::vector<std::vector<Remainder>> remainders;
  std::vector<unsigned> numVersions;
  /// By location, then by version: where it is in the result; nothing if there
  /// is nothing left.
  std::vector<std::vector<std::optional<unsigned>>> indices;
  std::vector<FlatLocation> locations;
};
} // namespace

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

Expr Pruner::getData(StateId state) {
  llvm::SmallVector<Expr> equations;
  for (auto [index, variable] :
       llvm::enumerate(model.getSystem().getVariables()))
    equations.push_back(
        context.get(ExprKind::Eq, context.import(variable.name),
                    model.getModel().getValue(state, index).toExpr(context)));
  return equations.empty() ? Expr() : context.getAnd(equations);
}

/// Where time may lead from a zone within a set that includes it. Since the
/// zone is convex, what is outside of the set on the way comes after it.
static Federation getReached(const Zone &zone, const Federation &set) {
  Federation later(zone);
  later.up();
  Federation outside = later;
  outside.subtract(set);
  outside.up();
  later.subtract(outside);
  return later;
}

/// Whether time leads out of a set and into it again.
static bool hasGap(const Federation &set) {
  Federation later = set;
  later.up();
  later.subtract(set);
  later.up();
  return !later.isDisjoint(set);
}

/// The constraints of a set that matter to what a zone leads to. Invariants
/// that relate no two clocks are much cheaper for engines.
static Federation relax(const Federation &set, const Zone &entered) {
  Zone known = entered;
  known.up();
  Federation relaxed(set.getDimension());
  for (const Zone &zone : set)
    relaxed.insert(Zone::fromConstraints(set.getDimension(),
                                         getConstraintsBeyond(zone, known)));
  relaxed.reduce();
  return hasGap(relaxed) ? set : relaxed;
}

/// The first version has no deadline, each of the others has one.
void Pruner::cut(Remainder &remainder, const Federation &consistent) {
  if (!hasGap(consistent)) {
    remainder.entered = {consistent};
    remainder.reached = {consistent};
    return;
  }
  remainder.isCut = true;
  Federation past = consistent;
  past.up();
  past.subtract(consistent);
  past.down();
  Federation free = consistent, doomed = consistent;
  free.subtract(past);
  free.reduce();
  doomed.intersect(past);
  doomed.reduce();
  remainder.entered.push_back(std::move(free));
  remainder.reached.push_back(Federation::universe(model.getDimension()));
  Federation rest = doomed;
  for (const Zone &zone : doomed) {
    Federation part(zone);
    part.intersect(rest);
    rest.subtract(zone);
    for (const Zone &piece : part) {
      Federation reached = relax(getReached(piece, consistent), piece);
      auto found = std::find_if(
          remainder.reached.begin() + 1, remainder.reached.end(),
          [&](const Federation &other) { return other.equals(reached); });
      if (found == remainder.reached.end()) {
        remainder.entered.push_back(Federation(piece));
        remainder.reached.push_back(std::move(reached));
      } else {
        remainder.entered[found - remainder.reached.begin()].add(piece);
      }
    }
  }
}

void Pruner::readRemainders() {
  for (const SystemClock &clock : model.getSystem().getClocks())
    space.add(context.import(clock.name));
  remainders.resize(automaton.locations.size());
  numVersions.assign(automaton.locations.size(), 1);
  for (StateId state = 0; state < model.getNumStates(); ++state) {
    unsigned location = model.getModel().getLocation(state, 0);
    Remainder remainder = {
        getData(state), model.getInvariant(state), {}, {}, false};
    cut(remainder, game.getConsistent(state));
    numVersions[location] =
        std::max<unsigned>(numVersions[location], remainder.entered.size());
    remainders[location].push_back(std::move(remainder));
  }
  for (auto [count, list] : llvm::zip_equal(numVersions, remainders))
    for (Remainder &remainder : list) {
      remainder.entered.resize(count, Federation(model.getDimension()));
      remainder.reached.resize(count, Federation(model.getDimension()));
    }
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Null for `true`.
Expr Pruner::toCondition(const Federation &set) {
  std::vector<Clause> clauses;
  for (const Zone &zone : set)
    clauses.push_back(space.toClause(zone.getMinimalConstraints()));
  if (clauses.empty())
    return context.getFalse();
  return ta::toCondition(clauses, network);
}

Expr Pruner::getWithin(const Remainder &remainder, const Federation &set,
                       bool isImplied) {
  Expr clocks = toCondition(set);
  if (!remainder.data)
    return clocks;
  if (!isImplied)
    return network.conjoin(remainder.data, clocks);
  if (!clocks)
    return {};
  return context.get(
      ExprKind::Or,
      toNegationNormalForm(remainder.data, context, /*negate=*/true), clocks);
}

/// Whether pruning takes something away.
bool Pruner::isChanged(unsigned location) const {
  return isCut(location) ||
         llvm::any_of(remainders[location], [](const Remainder &remainder) {
           return !remainder.reached.front().includes(remainder.before);
         });
}

/// Which states are entered in a version of a location; null if its invariant
/// says it.
Expr Pruner::getEntry(unsigned location, unsigned version) {
  if (!isCut(location))
    return {};
  llvm::SmallVector<Expr> alternatives;
  for (const Remainder &remainder : remainders[location])
    if (!remainder.entered[version].isEmpty())
      alternatives.push_back(network.orTrue(
          getWithin(remainder, remainder.entered[version], false)));
  return context.getOr(alternatives);
}

/// What holds in a version beside its invariant, because of how it is entered.
Expr Pruner::getKnown(unsigned location, unsigned version) {
  if (!isCut(location))
    return {};
  llvm::SmallVector<Expr> alternatives;
  for (const Remainder &remainder : remainders[location]) {
    Federation later = remainder.entered[version];
    later.up();
    if (!later.isEmpty())
      alternatives.push_back(
          network.orTrue(getWithin(remainder, later, false)));
  }
  return context.getOr(alternatives);
}

Expr Pruner::getInvariant(unsigned location, unsigned version) {
  Expr before = automaton.locations[location].invariant;
  if (!isChanged(location))
    return before;
  // Without data the valuations say it all.
  if (remainders[location].size() == 1 && !remainders[location].front().data)
    return toCondition(remainders[location].front().reached[version]);
  // What holds again after it has not held is replaced, not strengthened.
  Expr result = isCut(location) ? Expr() : before;
  for (const Remainder &remainder : remainders[location])
    if (isCut(location) ||
        !remainder.reached[version].includes(remainder.before))
      result = network.conjoin(
          result, getWithin(remainder, remainder.reached[version], true));
  return result;
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

void Pruner::writeLocations() {
  UniqueNames names;
  for (const FlatLocation &location : automaton.locations)
    names.get(location.name);
  indices.resize(automaton.locations.size());
  for (auto [index, location] : llvm::enumerate(automaton.locations))
    for (unsigned version = 0; version < numVersions[index]; ++version) {
      indices[index].emplace_back();
      if (llvm::all_of(remainders[index], [&](const Remainder &remainder) {
            return remainder.entered[version].isEmpty();
          }))
        continue;
      indices[index].back() = locations.size();
      locations.push_back(location);
      locations.back().invariant = getInvariant(index, version);
      if (version > 0)
        locations.back().name = names.get(location.name);
    }
}

/// The edge from one version to another; nothing if it is never enabled.
std::optional<FlatEdge> Pruner::makeEdge(const FlatEdge &edge,
                                         unsigned sourceVersion,
                                         unsigned targetVersion) {
  std::optional<unsigned> source = indices[edge.source][sourceVersion];
  std::optional<unsigned> target = indices[edge.target][targetVersion];
  if (!source || !target)
    return std::nullopt;
  int64_t scale = space.getScale();
  auto isPossible = [&](Expr condition) {
    condition = normalizeClocks(condition, network, scale);
    return !condition || !condition.isFalse();
  };
  FlatEdge copy = edge;
  copy.source = *source;
  copy.target = *target;
  Expr inside =
      network.conjoin(network.conjoin(copy.guard, locations[*source].invariant),
                      getKnown(edge.source, sourceVersion));
  Expr invariant = network.orTrue(locations[*target].invariant);
  Expr entry = getEntry(edge.target, targetVersion);
  Expr after = network.conjoin(invariant, entry);
  if (!isPossible(network.conjoin(
          inside, substituteUpdate(after, edge.update, context))))
    return std::nullopt;
  if (!entry)
    return copy;
  entry = substituteUpdate(entry, edge.update, context);
  Expr elsewhere = toNegationNormalForm(entry, context, /*negate=*/true);
  if (isPossible(network.conjoin(inside, elsewhere)))
    copy.guard =
        normalizeClocks(network.conjoin(copy.guard, entry), network, scale);
  return copy;
}

void Pruner::writeEdges() {
  std::vector<FlatEdge> edges;
  for (const FlatEdge &edge : automaton.edges)
    for (unsigned source = 0; source < numVersions[edge.source]; ++source)
      for (unsigned target = 0; target < numVersions[edge.target]; ++target)
        if (std::optional<FlatEdge> copy = makeEdge(edge, source, target))
          edges.push_back(std::move(*copy));
  automaton.edges = std::move(edges);
}

/// The version that holds the initial state.
unsigned Pruner::getInitialVersion() const {
  const Remainder &remainder = remainders[automaton.initial].front();
  Zone zero = Zone::zero(model.getDimension());
  for (auto [version, entered] : llvm::enumerate(remainder.entered))
    if (entered.includes(zero))
      return version;
  llvm_unreachable("the initial state is consistent");
}

void Pruner::run() {
  readRemainders();
  writeLocations();
  writeEdges();
  automaton.initial = *indices[automaton.initial][getInitialVersion()];
  automaton.locations = std::move(locations);
  removeUnreachable(automaton);
  writeNetwork(network);
}

FailureOr<PruneResult>
ta::pruneInconsistent(NetworkOp op, const SpecificationOptions &options) {
  FailureOr<FlatNetwork> network = readSingle(op, "ta-prune-inconsistent");
  if (failed(network))
    return failure();
  OwningOpRef<ModuleOp> module = ModuleOp::create(op.getLoc());
  auto copy = cast<NetworkOp>(op->clone());
  module->push_back(copy);
  FailureOr<sts::SystemOp> converted = convertToSTS(copy);
  if (failed(converted))
    return failure();
  FailureOr<std::unique_ptr<System>> system = System::load(*converted);
  if (failed(system))
    return failure();
  PruneResult result;
  ConsistencyGame game(**system, options);
  if (auto reason = game.solve()) {
    result.explanation.reason = *reason;
    return result;
  }
  if (!game.isConsistent()) {
    result.kind = Pruned::Inconsistent;
    result.explanation = game.explain();
    llvm::raw_string_ostream os(result.trace);
    result.explanation.run.print(os, **system);
    return result;
  }
  Pruner(*network, game).run();
  result.kind = Pruned::Consistent;
  return result;
}

namespace {
struct PruneInconsistentPass
    : public ta::impl::PruneInconsistentBase<PruneInconsistentPass> {
  using PruneInconsistentBase::PruneInconsistentBase;
  void runOnOperation() override {
    FailureOr<PruneResult> result = pruneInconsistent(getOperation());
    if (failed(result))
      return signalPassFailure();
    if (result->kind == Pruned::Consistent)
      return;
    InFlightDiagnostic diag = emitError(getOperation().getLoc())
                              << "network '" << getOperation().getSymName()
                              << "' ";
    if (result->kind == Pruned::Undecided)
      diag << "cannot be pruned: " << result->explanation.reason;
    else
      diag << "has no implementation: after '" << result->trace << "', "
           << result->explanation.reason;
    for (Location loc : result->explanation.locations)
      diag.attachNote(loc) << "the invariant is here";
    signalPassFailure();
  }
};
} // namespace
