//===- Complete.cpp - Make every input possible -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clauses.h"
#include "Transforms.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Dialect/TA/Transforms/Specifications.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga::ta {
#define GEN_PASS_DEF_COMPLETE
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

/// Valuations of the data in two guards that are tried one by one before the
/// guards count as overlapping.
static constexpr uint64_t maxValuations = 100000;

namespace {
/// 1. Reject silent edges, and edges of one location and label that overlap.
/// 2. For each location and input, conjoin the negations of what its edges
/// need:
///    guard, ranges of assigned values, and invariant of the target.
/// 3. Where that can hold, add an edge: to the location itself, or to a
/// location
///    in which everything is possible.
class Completer {
public:
  Completer(FlatNetwork &network, int64_t scale, bool isDemonic)
      : network(network), context(*network.context), scale(scale),
        isDemonic(isDemonic), automaton(network.automata.front()) {}

  LogicalResult run();

private:
  LogicalResult checkDeterministic();
  bool mayOverlap(const FlatEdge &a, const FlatEdge &b);
  bool isSatisfiable(llvm::ArrayRef<Expr> data);
  Expr getEnabled(const FlatEdge &edge) {
    return getEnabledCondition(network, automaton, edge);
  }
  Expr getMissing(unsigned location, unsigned label);
  unsigned addUniversal();

  FlatNetwork &network;
  ExprContext &context;
  int64_t scale;
  bool isDemonic;
  FlatAutomaton &automaton;
  std::vector<std::vector<unsigned>> outEdges;
};
} // namespace

/// Tries all values of the names in conditions without clocks.
bool Completer::isSatisfiable(llvm::ArrayRef<Expr> data) {
  Expr all = simplify(context.getAnd(data), context);
  if (all.isFalse())
    return false;
  llvm::SetVector<Expr> names;
  collectNames(all, names);
  std::vector<std::vector<tioga::Value>> domains;
  uint64_t numValuations = 1;
  for (Expr name : names) {
    Type type = network.getType(name);
    auto domain = type ? enumerateDomain(type, maxValuations) : std::nullopt;
    if (!domain)
      return true;
    numValuations *= domain->size();
    if (numValuations > maxValuations)
      return true;
    domains.push_back(std::move(*domain));
  }
  for (uint64_t number = 0; number < numValuations; ++number) {
    llvm::SmallVector<const tioga::Value *> chosen;
    uint64_t rest = number;
    for (const std::vector<tioga::Value> &domain : domains) {
      chosen.push_back(&domain[rest % domain.size()]);
      rest /= domain.size();
    }
    EvalResult result = evaluateGuard(
        all, NameLookup([&](Expr name) -> const tioga::Value * {
          auto found = llvm::find(names, name);
          return found == names.end() ? nullptr : chosen[found - names.begin()];
        }));
    if (!result || result.value.getBool())
      return true;
  }
  return false;
}

bool Completer::mayOverlap(const FlatEdge &a, const FlatEdge &b) {
  Expr both = network.conjoin(getEnabled(a), getEnabled(b));
  both = network.conjoin(both, automaton.locations[a.source].invariant);
  auto clauses = getClauses(both, network);
  if (!clauses)
    return true;
  for (const Clause &clause : *clauses) {
    ClockSpace space(scale);
    for (const DifferenceBound &bound : clause.clocks)
      for (Expr clock : {bound.left, bound.right})
        if (clock)
          space.add(clock);
    Zone zone = Zone::universe(space.getDimension());
    bool fits = true;
    space.constrain(zone, clause.clocks, fits);
    if (zone.isEmpty())
      continue;
    if (!fits || !clause.mixed.empty() || isSatisfiable(clause.data))
      return true;
  }
  return false;
}

LogicalResult Completer::checkDeterministic() {
  for (const FlatEdge &edge : automaton.edges)
    if (!network.isObservable(edge))
      return emitError(edge.loc)
             << "the edge is silent: completion follows determinization, run "
                "'ta-determinize-otf' first";
  for (const std::vector<unsigned> &out : outEdges)
    for (size_t i = 0; i < out.size(); ++i)
      for (size_t j = i + 1; j < out.size(); ++j) {
        const FlatEdge &a = automaton.edges[out[i]];
        const FlatEdge &b = automaton.edges[out[j]];
        if (a.label != b.label || !mayOverlap(a, b))
          continue;
        InFlightDiagnostic diag =
            emitError(b.loc)
            << "two edges with label '" << network.labels[*b.label].name
            << "' may be enabled at once: completion follows determinization, "
               "run 'ta-determinize-otf' first";
        diag.attachNote(a.loc) << "the other edge";
        return diag;
      }
  return success();
}

/// Where no edge takes an input: null for everywhere, `false` for nowhere.
Expr Completer::getMissing(unsigned location, unsigned label) {
  Expr missing;
  for (unsigned index : outEdges[location]) {
    const FlatEdge &edge = automaton.edges[index];
    if (edge.label != label)
      continue;
    Expr enabled = getEnabled(edge);
    if (!enabled)
      return context.getFalse();
    missing = network.conjoin(
        missing, toNegationNormalForm(enabled, context, /*negate=*/true));
  }
  if (!missing)
    return {};
  // What the invariant rules out anyway is no case of its own.
  Expr inside =
      network.conjoin(missing, automaton.locations[location].invariant);
  Expr normal = normalizeClocks(inside, network, scale);
  if (normal && normal.isFalse())
    return normal;
  normal = normalizeClocks(missing, network, scale);
  return normal;
}

unsigned Completer::addUniversal() {
  UniqueNames names;
  for (const FlatLocation &location : automaton.locations)
    names.get(location.name);
  unsigned index = automaton.locations.size();
  automaton.locations.push_back(
      {names.get("Universal"), {}, false, false, false, false, automaton.loc});
  for (auto [label, flat] : llvm::enumerate(network.labels))
    if (flat.isObservable())
      automaton.edges.push_back(
          {index,
           index,
           label,
           flat.kind == LabelKind::Input ? Direction::Receive : Direction::Send,
           {},
           {},
           {},
           false,
           false,
           automaton.loc});
  return index;
}

LogicalResult Completer::run() {
  outEdges = automaton.getOutEdges();
  if (failed(checkDeterministic()))
    return failure();
  unsigned numLocations = automaton.locations.size();
  std::optional<unsigned> universal;
  for (unsigned location = 0; location < numLocations; ++location)
    for (auto [label, flat] : llvm::enumerate(network.labels)) {
      if (flat.kind != LabelKind::Input)
        continue;
      Expr missing = getMissing(location, label);
      if (missing && missing.isFalse())
        continue;
      unsigned target = location;
      if (isDemonic) {
        if (!universal)
          universal = addUniversal();
        target = *universal;
      }
      automaton.edges.push_back({location,
                                 target,
                                 label,
                                 Direction::Receive,
                                 missing,
                                 {},
                                 {},
                                 false,
                                 false,
                                 automaton.locations[location].loc});
    }
  return success();
}

static LogicalResult complete(NetworkOp op, llvm::StringRef pass,
                              bool isDemonic) {
  FailureOr<FlatNetwork> network = readSingle(op, pass);
  if (failed(network))
    return failure();
  FailureOr<int64_t> scale = getScale(*network);
  if (failed(scale) || failed(Completer(*network, *scale, isDemonic).run()))
    return failure();
  writeNetwork(*network);
  return success();
}

LogicalResult ta::completeInputs(NetworkOp network) {
  return complete(network, "ta-complete", /*isDemonic=*/false);
}

namespace {
struct CompletePass : public ta::impl::CompleteBase<CompletePass> {
  using CompleteBase::CompleteBase;
  void runOnOperation() override {
    if (isAngelic && isDemonic) {
      emitError(getOperation().getLoc())
          << "'angelic' and 'demonic' exclude each other";
      return signalPassFailure();
    }
    if (failed(complete(getOperation(), getArgument(), isDemonic)))
      return signalPassFailure();
  }
};
} // namespace
