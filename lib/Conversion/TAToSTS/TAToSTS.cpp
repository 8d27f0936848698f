//===- TAToSTS.cpp - Networks of automata to transition systems -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Read the network once into a flat form in which all names are qualified
// and
//    edges are indexed by label and direction.
// 2. Write the declarations, one control variable per automaton, invariants and
//    urgency.
// 3. Write one transition for each tuple of edges that move together (rules N1
//    to N11 of docs/Semantics.md).
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Dialect/Tioga/IR/Enabledness.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace tioga {
#define GEN_PASS_DEF_CONVERTTATOSTS
#include "tioga/Conversion/Passes.h.inc"
} // namespace tioga

using namespace mlir;
using namespace tioga;

/// Tuples of edges that one vector may have.
static constexpr size_t maxTuples = 100000;

namespace {

/// An edge over qualified names.
struct Edge {
  ta::EdgeOp op;
  unsigned automaton;
  Expr guard;
  Update update;
  /// `Machine.t07` or, without a name, `Machine.Idle->Heating`.
  std::string origin;
};

struct Automaton {
  ta::AutomatonOp op;
  std::vector<ta::LocationOp> locations;
  llvm::StringSet<> committed;
  /// Conditions that no committed location is occupied.
  llvm::SmallVector<Expr> notCommitted;
  std::vector<unsigned> edges;
  /// Names declared here, without qualification.
  llvm::SmallVector<StringRef> names;
  /// Qualifies names, by the label whose parameters hide some of them; the
  /// empty label stands for all that hide none.
  std::map<std::string, Substitution> qualifiers;

  StringRef getName() { return op.getSymName(); }
};

/// The edges that carry a label, by direction.
struct LabelUse {
  LabelOp op;
  std::vector<unsigned> senders, receivers;
};

/// A member of a vector, with its edges.
struct Member {
  unsigned automaton;
  bool weak;
  std::vector<unsigned> edges;
};

/// Edges that move together, in the order of their updates, and what else has
/// to hold.
struct Tuple {
  llvm::SmallVector<unsigned, 2> edges;
  llvm::SmallVector<Expr, 4> conditions;
};

class NetworkConverter {
public:
  explicit NetworkConverter(ta::NetworkOp network)
      : network(network), builder(network.getContext()) {}

  FailureOr<sts::SystemOp> convert();

private:
  // Step 1.
  LogicalResult read();
  LogicalResult readDeclarations();
  void readAutomaton(ta::AutomatonOp op);
  void readEdge(ta::EdgeOp op, unsigned automaton,
                llvm::StringMap<unsigned> &unnamed);
  void readVectors();
  void indexEdge(unsigned index);
  Substitution &getQualifier(unsigned automaton, StringAttr label);

  // Step 2.
  LogicalResult writeSystem();
  void writeDeclarations();
  void writeControl(Automaton &automaton);
  void writeQualified(Operation &declaration, StringRef prefix);

  // Step 3.
  void writeTransitions(unsigned edge);
  LogicalResult writeVector(const std::vector<Member> &vector, Location loc);
  void writeAlone(unsigned edge);
  void writePairs(unsigned edge, ArrayRef<unsigned> partners, bool isSender);
  void writeBroadcasts(unsigned sender, const LabelUse &label);
  std::vector<Tuple> getReactions(unsigned automaton,
                                  ArrayRef<unsigned> receivers);
  void writeTransition(Tuple tuple);
  ArrayAttr getMoves(const Tuple &tuple, bool restart);
  void addEnvironmentGuard(Edge &edge, llvm::SmallVectorImpl<Expr> &conjuncts);
  Expr getGuard(const Tuple &tuple);
  Update getUpdate(Tuple &tuple, bool restart);
  Update getRestart();
  /// The names of the new system and the parameters of a label.
  Scope getScope(StringAttr label);

  Expr getOccupied(unsigned automaton, StringRef location, ExprKind comparison);
  ExprAttr getAttr(Expr expr) {
    return expr ? ExprAttr::get(builder.getContext(), expr) : ExprAttr();
  }

  ta::NetworkOp network;
  OpBuilder builder;
  ExprContext context;
  std::vector<Automaton> automata;
  std::vector<Edge> edges;
  llvm::StringMap<LabelUse> labels;
  std::vector<std::vector<Member>> vectors;
  /// Edges that are taken through vectors.
  llvm::DenseSet<unsigned> inVector;
  bool hasEnvironment = false;
  sts::SystemOp system;
  /// The qualified names of the new system.
  Scope scope;
  /// Computed when the first restart edge is met.
  std::optional<Update> restartUpdate;
};

} // namespace

//===----------------------------------------------------------------------===//
// Step 1: read
//===----------------------------------------------------------------------===//

static StringRef getDeclaredName(Operation &op) {
  if (auto var = dyn_cast<VarOp>(op))
    return var.getName();
  if (auto clock = dyn_cast<ClockOp>(op))
    return clock.getName();
  return {};
}

LogicalResult NetworkConverter::readDeclarations() {
  for (auto label : network.getBody().getOps<LabelOp>())
    labels[label.getName()].op = label;
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>())
    hasEnvironment |= automaton.getEnvironment();
  // The control variable of an automaton has the automaton's name.
  llvm::StringMap<Operation *> names;
  for (Operation &op : network.getBody().front())
    if (StringRef name = getDeclaredName(op); !name.empty())
      names[name] = &op;
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>())
    if (Operation *other = names.lookup(automaton.getSymName())) {
      InFlightDiagnostic diag = automaton.emitOpError()
                                << "'" << automaton.getSymName()
                                << "' has the name of a variable";
      diag.attachNote(other->getLoc()) << "the variable is declared here";
      return diag;
    }
  return success();
}

Substitution &NetworkConverter::getQualifier(unsigned automaton,
                                             StringAttr label) {
  Automaton &owner = automata[automaton];
  llvm::StringSet<> hidden;
  if (label)
    if (LabelOp op = labels.lookup(label.getValue()).op)
      for (unsigned index = 0; index < op.getNumParams(); ++index)
        hidden.insert(op.getParam(index).getName().getValue());
  bool hides = llvm::any_of(
      owner.names, [&](StringRef name) { return hidden.contains(name); });
  auto [entry, isNew] =
      owner.qualifiers.try_emplace(hides ? label.str() : "", context);
  if (isNew)
    for (StringRef name : owner.names)
      if (!hidden.contains(name))
        entry->second.set(
            context.getName(name),
            context.getName((owner.getName() + "." + name).str()));
  return entry->second;
}

void NetworkConverter::readEdge(ta::EdgeOp op, unsigned automaton,
                                llvm::StringMap<unsigned> &unnamed) {
  Substitution &qualifier = getQualifier(automaton, op.getLabelAttr());
  Edge edge = {op, automaton, {}, {}, automata[automaton].getName().str()};
  if (op.getGuard())
    edge.guard = qualifier.apply(context.import(op.getGuard()->getExpr()));
  if (op.getUpdate())
    for (const Assignment &assignment : op.getUpdate()->getAssignments())
      edge.update.push_back(
          {qualifier.apply(context.import(assignment.target)),
           qualifier.apply(context.import(assignment.value))});
  if (op.getName()) {
    edge.origin += "." + op.getName()->str();
  } else {
    std::string ends = (op.getSource() + "->" + op.getTarget()).str();
    unsigned count = ++unnamed[ends];
    edge.origin += "." + ends;
    if (count > 1)
      edge.origin += "#" + std::to_string(count);
  }
  automata[automaton].edges.push_back(edges.size());
  edges.push_back(std::move(edge));
}

void NetworkConverter::readAutomaton(ta::AutomatonOp op) {
  unsigned index = automata.size();
  automata.push_back({});
  Automaton &automaton = automata.back();
  automaton.op = op;
  llvm::StringMap<unsigned> unnamed;
  for (Operation &child : op.getBody().front())
    if (StringRef name = getDeclaredName(child); !name.empty())
      automaton.names.push_back(name);
  for (Operation &child : op.getBody().front()) {
    if (auto location = dyn_cast<ta::LocationOp>(child)) {
      automaton.locations.push_back(location);
      if (location.getCommitted()) {
        automaton.committed.insert(location.getSymName());
        automaton.notCommitted.push_back(
            getOccupied(index, location.getSymName(), ExprKind::Ne));
      }
    } else if (auto edge = dyn_cast<ta::EdgeOp>(child)) {
      readEdge(edge, index, unnamed);
    }
  }
}

void NetworkConverter::readVectors() {
  llvm::StringMap<unsigned> byName;
  std::map<std::pair<unsigned, StringRef>, std::vector<unsigned>> byLabel;
  for (auto [index, automaton] : llvm::enumerate(automata))
    byName[automaton.getName()] = index;
  for (auto [index, edge] : llvm::enumerate(edges))
    if (!edge.op.isSilent())
      byLabel[{edge.automaton, *edge.op.getLabel()}].push_back(index);
  for (auto sync : network.getBody().getOps<ta::SyncOp>()) {
    std::vector<Member> &vector = vectors.emplace_back();
    for (auto member : sync.getMembers().getAsRange<ta::MemberAttr>()) {
      unsigned automaton = byName.lookup(member.getAutomaton().getValue());
      vector.push_back({automaton, member.getWeak(),
                        byLabel[{automaton, member.getLabel().getValue()}]});
      inVector.insert(vector.back().edges.begin(), vector.back().edges.end());
    }
  }
}

void NetworkConverter::indexEdge(unsigned index) {
  ta::EdgeOp op = edges[index].op;
  if (op.isSilent() || inVector.contains(index))
    return;
  LabelUse &use = labels.find(*op.getLabel())->second;
  bool sends = op.getDirection() == ta::Direction::Send;
  (sends ? use.senders : use.receivers).push_back(index);
}

LogicalResult NetworkConverter::read() {
  if (failed(readDeclarations()))
    return failure();
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>())
    readAutomaton(automaton);
  readVectors();
  for (unsigned index = 0; index < edges.size(); ++index)
    indexEdge(index);
  return success();
}

//===----------------------------------------------------------------------===//
// Step 2: declarations, control, time
//===----------------------------------------------------------------------===//

void NetworkConverter::writeQualified(Operation &declaration,
                                      StringRef prefix) {
  Operation *copy = builder.clone(declaration);
  auto qualify = [&](auto op) {
    op.setName((prefix + "." + op.getName()).str());
  };
  if (auto var = dyn_cast<VarOp>(copy))
    qualify(var);
  else
    qualify(cast<ClockOp>(copy));
}

void NetworkConverter::writeDeclarations() {
  for (Operation &op : network.getBody().front())
    if (isa<VarOp, ClockOp, LabelOp, PurposeOp, TextOp>(op))
      builder.clone(op);
  for (Automaton &automaton : automata)
    for (Operation &op : automaton.op.getBody().front())
      if (isa<VarOp, ClockOp>(op))
        writeQualified(op, automaton.getName());
}

void NetworkConverter::writeControl(Automaton &automaton) {
  SmallVector<Attribute> locations, accepting;
  for (ta::LocationOp location : automaton.locations) {
    locations.push_back(location.getSymNameAttr());
    if (location.getAccepting())
      accepting.push_back(location.getSymNameAttr());
  }
  builder.create<sts::ControlOp>(
      automaton.op.getLoc(), automaton.op.getSymNameAttr(),
      builder.getArrayAttr(locations), automaton.op.getInitialAttr().getAttr(),
      accepting.empty() ? ArrayAttr() : builder.getArrayAttr(accepting),
      automaton.op.getEnvironmentAttr());
}

LogicalResult NetworkConverter::writeSystem() {
  builder.setInsertionPointAfter(network);
  system = builder.create<sts::SystemOp>(
      network.getLoc(), network.getSymNameAttr(), /*sync=*/UnitAttr(),
      /*dense=*/builder.getUnitAttr(), network.getDocAttr());
  builder.setInsertionPointToStart(&system.getBody().emplaceBlock());
  writeDeclarations();
  if (failed(scope.declare(system.getBody().front())))
    return failure();
  for (Automaton &automaton : automata)
    writeControl(automaton);
  for (auto [index, automaton] : llvm::enumerate(automata))
    for (ta::LocationOp location : automaton.locations) {
      StringAttr control = automaton.op.getSymNameAttr();
      if (location.getInvariant())
        builder.create<sts::InvariantOp>(
            location.getLoc(), control, location.getSymNameAttr(),
            getAttr(getQualifier(index, {}).apply(
                context.import(location.getInvariant()->getExpr()))),
            builder.getStringAttr(automaton.getName() + "." +
                                  location.getSymName()));
      if (location.getUrgent() || location.getCommitted())
        builder.create<sts::UrgentOp>(location.getLoc(), control,
                                      location.getSymNameAttr());
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Step 3: transitions
//===----------------------------------------------------------------------===//

Expr NetworkConverter::getOccupied(unsigned automaton, StringRef location,
                                   ExprKind comparison) {
  StringRef name = automata[automaton].getName();
  return context.get(comparison, context.getName(name),
                     context.getEnum(name, location));
}

/// What the environment demands says so: each of its conjuncts mentions a name
/// of its own, so that both sides can be taken apart again.
void NetworkConverter::addEnvironmentGuard(
    Edge &edge, llvm::SmallVectorImpl<Expr> &conjuncts) {
  std::string prefix = (automata[edge.automaton].getName() + ".").str();
  for (Expr conjunct : getConjuncts(edge.guard)) {
    llvm::SetVector<Expr> names;
    collectNames(conjunct, names);
    bool isMarked = llvm::any_of(
        names, [&](Expr name) { return name.getName().starts_with(prefix); });
    conjuncts.push_back(
        isMarked ? conjunct
                 : context.get(ExprKind::Implies,
                               getOccupied(edge.automaton, edge.op.getSource(),
                                           ExprKind::Eq),
                               conjunct));
  }
}

Expr NetworkConverter::getGuard(const Tuple &tuple) {
  llvm::SmallVector<Expr, 8> conjuncts;
  bool leavesCommitted = false;
  llvm::SmallVector<unsigned, 4> movers;
  for (unsigned index : tuple.edges) {
    Edge &edge = edges[index];
    if (edge.guard && automata[edge.automaton].op.getEnvironment())
      addEnvironmentGuard(edge, conjuncts);
    else if (edge.guard)
      conjuncts.push_back(edge.guard);
    movers.push_back(edge.automaton);
    leavesCommitted |=
        automata[edge.automaton].committed.contains(edge.op.getSource());
  }
  llvm::append_range(conjuncts, tuple.conditions);
  if (!leavesCommitted)
    for (auto [index, automaton] : llvm::enumerate(automata))
      if (!llvm::is_contained(movers, index))
        llvm::append_range(conjuncts, automaton.notCommitted);
  return conjuncts.empty() ? Expr() : context.getAnd(conjuncts);
}

/// All that a network can be reset to: initial values as written, or the first
/// values of their types.
Update NetworkConverter::getRestart() {
  Update update;
  for (Operation &op : system.getBody().front()) {
    if (auto clock = dyn_cast<ClockOp>(op))
      update.push_back({context.getName(clock.getName()), context.getInt(0)});
    if (auto var = dyn_cast<VarOp>(op))
      update.push_back({context.getName(var.getName()),
                        var.getInit()
                            ? context.import(var.getInit()->getExpr())
                            : getFirstValue(var.getType()).toExpr(context)});
  }
  return update;
}

Scope NetworkConverter::getScope(StringAttr label) {
  Scope visible(&scope);
  if (label)
    visible.declareParams(labels.find(label.getValue())->second.op);
  return visible;
}

/// One update for the tuple; what it overwrites on the way has to be in range,
/// too (V4).
Update NetworkConverter::getUpdate(Tuple &tuple, bool restart) {
  if (restart) {
    if (!restartUpdate)
      restartUpdate = getRestart();
    return *restartUpdate;
  }
  Update update, overwritten;
  for (unsigned index : tuple.edges)
    update = update.empty() ? edges[index].update
                            : composeUpdates(update, edges[index].update,
                                             context, &overwritten);
  Scope visible = getScope(edges[tuple.edges.front()].op.getLabelAttr());
  for (const Assignment &assignment : overwritten)
    addAssignmentConditions(assignment, visible, builder.getContext(), context,
                            tuple.conditions);
  return update;
}

ArrayAttr NetworkConverter::getMoves(const Tuple &tuple, bool restart) {
  SmallVector<Attribute> moves;
  llvm::SmallVector<unsigned, 4> movers;
  auto add = [&](unsigned automaton, StringAttr from, StringAttr to) {
    moves.push_back(sts::MoveAttr::get(builder.getContext(),
                                       automata[automaton].op.getSymNameAttr(),
                                       from, to));
  };
  for (unsigned index : tuple.edges) {
    Edge &edge = edges[index];
    movers.push_back(edge.automaton);
    StringAttr to = restart
                        ? automata[edge.automaton].op.getInitialAttr().getAttr()
                        : edge.op.getTargetAttr().getAttr();
    add(edge.automaton, edge.op.getSourceAttr().getAttr(), to);
  }
  if (restart)
    for (auto [index, automaton] : llvm::enumerate(automata))
      if (!llvm::is_contained(movers, index))
        add(index, StringAttr(), automaton.op.getInitialAttr().getAttr());
  return builder.getArrayAttr(moves);
}

void NetworkConverter::writeTransition(Tuple tuple) {
  bool restart = llvm::any_of(tuple.edges, [&](unsigned index) {
    return edges[index].op.getRestart();
  });
  SmallVector<Attribute> origin;
  SmallVector<Location> locs;
  for (unsigned index : tuple.edges) {
    origin.push_back(builder.getStringAttr(edges[index].origin));
    locs.push_back(edges[index].op.getLoc());
  }
  Location loc = locs.size() == 1 ? locs.front()
                                  : FusedLoc::get(builder.getContext(), locs);
  Update update = getUpdate(tuple, restart);
  builder.create<sts::TransitionOp>(
      loc, edges[tuple.edges.front()].op.getLabelAttr(), /*params=*/ArrayAttr(),
      getMoves(tuple, restart), getAttr(getGuard(tuple)),
      update.empty() ? UpdateAttr()
                     : UpdateAttr::get(builder.getContext(), update),
      builder.getArrayAttr(origin));
}

/// An edge that nobody on the other side ever meets is never taken. What one
/// side would do alone is read from it: the other side's part of the guard is
/// what is never true.
void NetworkConverter::writeAlone(unsigned edge) {
  bool isEnvironment = automata[edges[edge].automaton].op.getEnvironment();
  unsigned other = 0;
  while (other < automata.size() &&
         automata[other].op.getEnvironment() == isEnvironment)
    ++other;
  if (other == automata.size())
    return;
  StringRef initial = automata[other].op.getInitial();
  writeTransition({{edge},
                   {getOccupied(other, initial, ExprKind::Eq),
                    getOccupied(other, initial, ExprKind::Ne)}});
}

void NetworkConverter::writePairs(unsigned edge, ArrayRef<unsigned> partners,
                                  bool isSender) {
  for (unsigned partner : partners) {
    if (edges[partner].automaton == edges[edge].automaton)
      continue;
    // The receiver reads what the sender has written.
    if (isSender)
      writeTransition({{edge, partner}, {}});
    else
      writeTransition({{partner, edge}, {}});
  }
}

/// What one automaton does when a broadcast reaches it: it takes an edge, or it
/// stays because no edge of its location is enabled, or because it is in a
/// location without such edges.
std::vector<Tuple>
NetworkConverter::getReactions(unsigned automaton,
                               ArrayRef<unsigned> receivers) {
  llvm::MapVector<StringRef, std::optional<llvm::SmallVector<Expr>>> refusals;
  std::vector<Tuple> reactions;
  llvm::SmallVector<Expr> elsewhere;
  Scope visible = getScope(edges[receivers.front()].op.getLabelAttr());
  for (unsigned index : receivers) {
    Edge &edge = edges[index];
    reactions.push_back({{index}, {}});
    StringRef source = edge.op.getSource();
    auto [entry, isNew] = refusals.insert({source, llvm::SmallVector<Expr>()});
    if (isNew)
      elsewhere.push_back(getOccupied(automaton, source, ExprKind::Ne));
    if (!edge.guard)
      entry->second = std::nullopt;
    else if (entry->second)
      entry->second->push_back(
          negateGuard(edge.guard, visible, builder.getContext(), context));
  }
  for (auto &[location, negations] : refusals)
    if (negations) {
      Tuple stay = {{}, {getOccupied(automaton, location, ExprKind::Eq)}};
      llvm::append_range(stay.conditions, *negations);
      reactions.push_back(std::move(stay));
    }
  if (refusals.size() < automata[automaton].locations.size())
    reactions.push_back({{}, {elsewhere.begin(), elsewhere.end()}});
  return reactions;
}

/// Every way to go on from one of the tuples by one of the reactions.
static std::vector<Tuple> extendTuples(ArrayRef<Tuple> tuples,
                                       ArrayRef<Tuple> reactions) {
  std::vector<Tuple> extended;
  for (const Tuple &tuple : tuples)
    for (const Tuple &reaction : reactions) {
      extended.push_back(tuple);
      llvm::append_range(extended.back().edges, reaction.edges);
      llvm::append_range(extended.back().conditions, reaction.conditions);
    }
  return extended;
}

void NetworkConverter::writeBroadcasts(unsigned sender, const LabelUse &label) {
  llvm::MapVector<unsigned, std::vector<unsigned>> receivers;
  for (unsigned index : label.receivers)
    if (edges[index].automaton != edges[sender].automaton)
      receivers[edges[index].automaton].push_back(index);
  std::vector<Tuple> tuples = {{{sender}, {}}};
  for (auto &[automaton, indices] : receivers)
    tuples = extendTuples(tuples, getReactions(automaton, indices));
  for (const Tuple &tuple : tuples)
    writeTransition(tuple);
}

LogicalResult NetworkConverter::writeVector(const std::vector<Member> &vector,
                                            Location loc) {
  std::vector<Tuple> tuples = {{}};
  for (const Member &member : vector) {
    if (member.weak && member.edges.empty())
      continue;
    std::vector<Tuple> reactions;
    if (member.weak)
      reactions = getReactions(member.automaton, member.edges);
    else
      for (unsigned edge : member.edges)
        reactions.push_back({{edge}, {}});
    if (tuples.size() * reactions.size() > maxTuples)
      return emitError(loc) << "the vector has more than " << maxTuples
                            << " combinations of edges";
    tuples = extendTuples(tuples, reactions);
  }
  for (const Tuple &tuple : tuples)
    if (!tuple.edges.empty())
      writeTransition(tuple);
  return success();
}

void NetworkConverter::writeTransitions(unsigned index) {
  Edge &edge = edges[index];
  if (inVector.contains(index))
    return;
  if (edge.op.isSilent())
    return writeTransition({{index}, {}});
  LabelUse &label = labels.find(*edge.op.getLabel())->second;
  bool sends = edge.op.getDirection() == ta::Direction::Send;
  if (label.op.getKind() == LabelKind::Internal) {
    // Receivers move from the sender's side.
    if (sends && label.op.getBroadcast())
      writeBroadcasts(index, label);
    else if (sends)
      writePairs(index, label.receivers, /*isSender=*/true);
    return;
  }
  if (!hasEnvironment)
    return writeTransition({{index}, {}});
  llvm::ArrayRef<unsigned> partners = sends ? label.receivers : label.senders;
  if (partners.empty())
    return writeAlone(index);
  // Observable labels are met from the side of the system.
  if (!automata[edge.automaton].op.getEnvironment())
    writePairs(index, partners, sends);
}

FailureOr<sts::SystemOp> NetworkConverter::convert() {
  if (failed(read()))
    return failure();
  if (failed(writeSystem())) {
    system.erase();
    return failure();
  }
  for (unsigned index = 0; index < edges.size(); ++index)
    writeTransitions(index);
  for (auto [sync, vector] :
       llvm::zip_equal(network.getBody().getOps<ta::SyncOp>(), vectors))
    if (failed(writeVector(vector, sync.getLoc()))) {
      system.erase();
      return failure();
    }
  network.erase();
  return system;
}

FailureOr<sts::SystemOp> tioga::convertToSTS(ta::NetworkOp network) {
  return NetworkConverter(network).convert();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertTAToSTSPass
    : public tioga::impl::ConvertTAToSTSBase<ConvertTAToSTSPass> {
  void runOnOperation() override {
    for (auto network :
         llvm::make_early_inc_range(getOperation().getOps<ta::NetworkOp>()))
      if (failed(convertToSTS(network)))
        return signalPassFailure();
  }
};
} // namespace
