//===- DeterminizeOTF.cpp - Determinize on the fly --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clauses.h"
#include "StateSets.h"
#include "Transforms.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Engine/System.h"

namespace tioga::ta {
#define GEN_PASS_DEF_DETERMINIZEOTF
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

/// What every run knows in the location of a set.
static Zone getKnown(const StateSet &set) {
  if (set.domain.size() != 1)
    return Zone::universe(set.numAges + 1);
  Zone known = set.domain.getZones().front();
  known.up();
  return known;
}

namespace {
/// Writes explored state sets as an automaton. The clocks are registers: `t0`
/// is the age of the last action, `t1` and so on are older ages; edges copy
/// them, with an offset, to where the target expects them.
class Emitter {
public:
  Emitter(FlatNetwork &network, const System &system, StateSets &sets)
      : network(network), context(*network.context), system(system), sets(sets),
        result(makeSingleAutomaton(network)),
        prefix(makeFreshPrefix(network, "t")) {}

  /// Adds a location for a state set, for now without invariant.
  unsigned addLocation(unsigned set);
  /// Sets the invariant of the location of an expanded state set.
  void setInvariant(unsigned set, unsigned location) {
    result.locations[location].invariant =
        toCondition(sets[set].stay, sets[set], getKnown(sets[set]));
  }
  /// Adds the edges of a state set; `getTarget` gives the locations of targets.
  void addEdges(unsigned set, unsigned location,
                llvm::function_ref<unsigned(unsigned)> getTarget);
  unsigned getNumLocations() const { return result.locations.size(); }
  /// Puts the automaton into the network.
  void finish();

private:
  /// Edges that differ in their arguments only.
  struct Group {
    const SetEdge *first;
    std::vector<const SetEdge *> edges;
  };

  Expr getRegister(unsigned index);
  Expr getAge(const StateSet &set, ClockIndex age) {
    return getRegister(age == set.numAges ? 0 : age);
  }
  ClockSpace getSpace(const StateSet &set);
  Expr toCondition(const Federation &ages, const StateSet &set,
                   const Zone &known);
  Expr getArgumentCondition(unsigned label,
                            llvm::ArrayRef<const SetEdge *> edges);
  Update getUpdate(const StateSet &from, const SetEdge &edge);
  FlatEdge makeEdge(unsigned label, const SetEdge &edge);

  FlatNetwork &network;
  ExprContext &context;
  const System &system;
  StateSets &sets;
  FlatAutomaton result;
  std::string prefix;
  std::vector<Expr> registers;
  UniqueNames names;
};
} // namespace

Expr Emitter::getRegister(unsigned index) {
  while (registers.size() <= index)
    registers.push_back(context.getName(result.name + "." + prefix +
                                        std::to_string(registers.size())));
  return registers[index];
}

ClockSpace Emitter::getSpace(const StateSet &set) {
  ClockSpace space(sets.getModel().getScale());
  for (ClockIndex age = 1; age <= set.numAges; ++age)
    space.add(getAge(set, age));
  return space;
}

/// What a set of ages adds to what is known.
Expr Emitter::toCondition(const Federation &ages, const StateSet &set,
                          const Zone &known) {
  ClockSpace space = getSpace(set);
  std::vector<Clause> clauses;
  for (const Zone &zone : ages)
    clauses.push_back(space.toClause(getConstraintsBeyond(zone, known)));
  return ta::toCondition(clauses, network);
}

unsigned Emitter::addLocation(unsigned index) {
  const StateSet &set = sets[index];
  SmallVector<Location> locs;
  std::string name;
  // Named after the first member; there may be thousands.
  for (auto [control, automaton] : llvm::enumerate(network.automata)) {
    const FlatLocation &part = automaton.locations[sets.getModel().getLocation(
        set.members.front().state, control)];
    name += (name.empty() ? "" : "_") + part.name;
    locs.push_back(part.loc);
  }
  FlatLocation location = {
      names.get(name + "$" + std::to_string(result.locations.size())),
      {},
      false,
      false,
      set.isAccepting,
      false,
      locs.size() == 1 ? locs.front()
                       : FusedLoc::get(network.op.getContext(), locs)};
  result.locations.push_back(std::move(location));
  return result.locations.size() - 1;
}

/// `lo <= p && p <= hi` for runs of integers, `p == v` for all else; null for
/// all values.
Expr Emitter::getArgumentCondition(unsigned label,
                                   llvm::ArrayRef<const SetEdge *> edges) {
  llvm::ArrayRef<SystemParam> params = system.getLabels()[label].params;
  uint64_t numValues = 1;
  for (const SystemParam &param : params)
    numValues *= getCardinality(param.type).value_or(0);
  if (numValues == edges.size())
    return {};
  std::vector<llvm::ArrayRef<tioga::Value>> lists;
  for (const SetEdge *edge : edges)
    lists.push_back(sets.getAlphabet()[edge->action].arguments);
  llvm::sort(lists, [](llvm::ArrayRef<tioga::Value> a,
                       llvm::ArrayRef<tioga::Value> b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  auto getName = [&](const SystemParam &param) {
    return context.import(param.name);
  };
  bool isInteger = params.size() == 1 && tioga::isInteger(params[0].type);
  llvm::SmallVector<Expr, 4> disjuncts;
  for (size_t first = 0, next; first < lists.size(); first = next) {
    next = first + 1;
    llvm::SmallVector<Expr, 2> conjuncts;
    auto getInt = [&](size_t at) {
      return lists[at].front().getNumber().getNumerator();
    };
    while (isInteger && next < lists.size() &&
           getInt(next) == getInt(next - 1) + 1)
      ++next;
    if (next > first + 1) {
      Expr name = getName(params[0]);
      conjuncts = {
          context.get(ExprKind::Ge, name, context.getInt(getInt(first))),
          context.get(ExprKind::Le, name, context.getInt(getInt(next - 1)))};
    } else {
      for (auto [param, value] : llvm::zip_equal(params, lists[first]))
        conjuncts.push_back(
            context.get(ExprKind::Eq, getName(param), value.toExpr(context)));
    }
    disjuncts.push_back(context.getAnd(conjuncts));
  }
  return context.getOr(disjuncts);
}

Update Emitter::getUpdate(const StateSet &from, const SetEdge &edge) {
  const StateSet &to = sets[edge.target];
  Update update;
  for (auto [index, source] : llvm::enumerate(edge.sources)) {
    Expr target = getAge(to, index + 1);
    if (source.age == 0) {
      update.push_back({target, context.getInt(0)});
      continue;
    }
    Expr value = getAge(from, source.age);
    if (value == target && source.offset == 0)
      continue;
    if (source.offset != 0)
      value = context.get(ExprKind::Sub, value,
                          context.getNumber(*Rational::get(
                              source.offset, sets.getModel().getScale())));
    update.push_back({target, value});
  }
  return update;
}

FlatEdge Emitter::makeEdge(unsigned label, const SetEdge &edge) {
  SmallVector<Location> locs;
  for (uint32_t transition : edge.transitions)
    locs.push_back(system.getTransitions()[transition].loc);
  bool isInput = system.getLabels()[label].kind == LabelKind::Input;
  FlatEdge made = {0,
                   0,
                   {},
                   isInput ? Direction::Receive : Direction::Send,
                   {},
                   {},
                   {},
                   false,
                   false,
                   locs.empty() ? result.loc
                                : FusedLoc::get(network.op.getContext(), locs)};
  for (auto [index, flat] : llvm::enumerate(network.labels))
    if (flat.name == system.getLabels()[label].name)
      made.label = index;
  return made;
}

/// The ages for which a guard holds that leaves out what is known.
static Federation widen(const Federation &ages, const Zone &known) {
  Federation wide(known.getDimension());
  for (const Zone &zone : ages) {
    Zone around = Zone::universe(known.getDimension());
    for (const Constraint &constraint : getConstraintsBeyond(zone, known))
      around.constrain(constraint);
    wide.insert(around);
  }
  return wide;
}

/// Whether edges exclude each other although their guards leave out what is
/// known: else they would be deterministic, but would not look so.
static bool areDisjoint(const StateSet &set, const Zone &known) {
  llvm::DenseMap<ActionId, unsigned> counts;
  for (const SetEdge &edge : set.edges)
    ++counts[edge.action];
  llvm::DenseMap<ActionId, Federation> taken;
  for (const SetEdge &edge : set.edges) {
    if (counts[edge.action] == 1)
      continue;
    Federation wide = widen(edge.guard, known);
    auto [entry, isNew] = taken.try_emplace(edge.action, wide);
    if (isNew)
      continue;
    Federation common = entry->second;
    common.intersect(wide);
    if (!common.isEmpty() || common.hasOverflowed())
      return false;
    for (const Zone &zone : wide)
      entry->second.insert(zone);
  }
  return true;
}

void Emitter::addEdges(unsigned index, unsigned location,
                       llvm::function_ref<unsigned(unsigned)> getTarget) {
  const StateSet &set = sets[index];
  std::vector<std::pair<unsigned, Group>> groups;
  for (const SetEdge &edge : set.edges) {
    unsigned label = *system.lookupLabel(sets.getAlphabet()[edge.action].label);
    auto isSame = [&, target = edge.target](const auto &entry) {
      const SetEdge &first = *entry.second.first;
      return entry.first == label && first.target == target &&
             first.sources == edge.sources && first.guard.equals(edge.guard);
    };
    auto found = llvm::find_if(groups, isSame);
    if (found == groups.end())
      groups.push_back({label, {&edge, {&edge}}});
    else
      found->second.edges.push_back(&edge);
  }
  Zone known = getKnown(set);
  if (!areDisjoint(set, known))
    known = Zone::universe(set.numAges + 1);
  for (auto &[label, group] : groups) {
    FlatEdge edge = makeEdge(label, *group.first);
    edge.source = location;
    edge.target = getTarget(group.first->target);
    edge.guard = network.conjoin(getArgumentCondition(label, group.edges),
                                 toCondition(group.first->guard, set, known));
    edge.update = getUpdate(set, *group.first);
    result.edges.push_back(std::move(edge));
  }
}

void Emitter::finish() {
  network.clocks.clear();
  network.variables.clear();
  getRegister(0);
  for (Expr clock : registers)
    network.clocks.push_back({clock, 0, result.loc});
  network.indexClocks();
  network.automata.clear();
  network.vectors.clear();
  network.automata.push_back(std::move(result));
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
/// 1. Convert a copy of the network to a transition system, of which all
/// engines
///    have the same view.
/// 2. Explore state sets level by level; when a level has no new one, the
///    construction has closed.
/// 3. Write what was asked for.
struct DeterminizeOTFPass
    : public ta::impl::DeterminizeOTFBase<DeterminizeOTFPass> {
  using DeterminizeOTFBase::DeterminizeOTFBase;
  void runOnOperation() override;

private:
  LogicalResult build(FlatNetwork &network, const System &system);
  LogicalResult emitLevels(FlatNetwork &network, StateSets &sets,
                           Emitter &emitter);
  LogicalResult emitCycles(FlatNetwork &network, StateSets &sets,
                           Emitter &emitter);
  LogicalResult reportFailure(FlatNetwork &network, StateSets &sets) {
    return emitNetworkError(network)
           << "cannot be determinized: " << sets.getFailure();
  }
  LogicalResult checkSize(FlatNetwork &network, uint64_t numLocations) {
    if (numLocations <= maxLocations)
      return success();
    return emitNetworkError(network)
           << "determinizes to more than " << maxLocations.getValue()
           << " locations before depth " << depth.getValue()
           << "; raise max-locations or lower depth";
  }
};
} // namespace

LogicalResult DeterminizeOTFPass::emitLevels(FlatNetwork &network,
                                             StateSets &sets,
                                             Emitter &emitter) {
  // The state sets of the current level, with their locations.
  llvm::MapVector<unsigned, unsigned> current, next;
  std::optional<unsigned> closedAt;
  current[0] = emitter.addLocation(0);
  for (unsigned level = 0; level < depth; ++level) {
    unsigned numBefore = sets.size();
    for (auto [set, location] : current) {
      if (!sets.expand(set))
        return reportFailure(network, sets);
      emitter.setInvariant(set, location);
      emitter.addEdges(set, location, [&](unsigned target) {
        auto [entry, isNew] = next.insert({target, 0});
        if (isNew)
          entry->second = emitter.addLocation(target);
        return entry->second;
      });
      if (failed(checkSize(network, emitter.getNumLocations())))
        return failure();
    }
    if (!closedAt && sets.size() == numBefore)
      closedAt = level;
    current = std::move(next);
    next.clear();
  }
  if (emit == "tree")
    return success();
  InFlightDiagnostic remark = emitRemark(network.op.getLoc());
  if (closedAt)
    remark << "closed at depth " << *closedAt << " with " << sets.size()
           << " sets of states";
  else
    remark << "not closed to depth " << depth.getValue() << ": " << sets.size()
           << " sets of states";
  return success();
}

LogicalResult DeterminizeOTFPass::emitCycles(FlatNetwork &network,
                                             StateSets &sets,
                                             Emitter &emitter) {
  for (unsigned set = 0; set < sets.size(); ++set) {
    if (sets[set].level > depth)
      return emitNetworkError(network)
             << "has not closed within depth " << depth.getValue() << " ("
             << sets.size() << " sets of states); raise depth or use emit=dag";
    if (!sets.expand(set))
      return reportFailure(network, sets);
    if (failed(checkSize(network, sets.size())))
      return failure();
  }
  for (unsigned set = 0; set < sets.size(); ++set) {
    emitter.addLocation(set);
    emitter.setInvariant(set, set);
    emitter.addEdges(set, set, [](unsigned target) { return target; });
  }
  emitRemark(network.op.getLoc())
      << "closed with " << sets.size() << " sets of states";
  return success();
}

LogicalResult DeterminizeOTFPass::build(FlatNetwork &network,
                                        const System &system) {
  StateSetOptions options;
  options.maxMembers = maxMembers;
  options.isTree = emit == "tree";
  StateSets sets(system, options);
  Emitter emitter(network, system, sets);
  if (failed(emit == "cyclic" ? emitCycles(network, sets, emitter)
                              : emitLevels(network, sets, emitter)))
    return failure();
  emitter.finish();
  return success();
}

void DeterminizeOTFPass::runOnOperation() {
  if (emit != "dag" && emit != "cyclic" && emit != "tree") {
    emitError(getOperation().getLoc())
        << "unknown value '" << emit.getValue()
        << "' of emit; there are 'dag', 'cyclic' and 'tree'";
    return signalPassFailure();
  }
  FailureOr<FlatNetwork> network = readNetwork(getOperation());
  if (failed(network))
    return signalPassFailure();
  OwningOpRef<ModuleOp> module = ModuleOp::create(getOperation().getLoc());
  auto copy = cast<NetworkOp>(getOperation()->clone());
  module->push_back(copy);
  FailureOr<sts::SystemOp> converted = convertToSTS(copy);
  if (failed(converted))
    return signalPassFailure();
  FailureOr<std::unique_ptr<System>> system = System::load(*converted);
  if (failed(system) || failed(build(*network, **system)))
    return signalPassFailure();
  writeNetwork(*network);
}
