//===- Automaton.cpp - The flat form of a network ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Automaton.h"
#include "Clauses.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/Expr/Value.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

//===----------------------------------------------------------------------===//
// Flat form
//===----------------------------------------------------------------------===//

std::vector<std::vector<unsigned>> FlatAutomaton::getOutEdges() const {
  std::vector<std::vector<unsigned>> out(locations.size());
  for (auto [index, edge] : llvm::enumerate(edges))
    out[edge.source].push_back(index);
  return out;
}

void FlatNetwork::indexClocks() {
  clockNames.clear();
  for (const FlatClock &clock : clocks)
    clockNames.insert(clock.name);
}

bool FlatNetwork::isClock(Expr name) const { return clockNames.contains(name); }

bool FlatNetwork::mentionsClock(Expr expr) const {
  if (!expr)
    return false;
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names, [&](Expr name) { return isClock(name); });
}

Expr FlatNetwork::conjoin(Expr a, Expr b) {
  if (!a || a.isTrue())
    return b;
  if (!b || b.isTrue())
    return a;
  return context->get(ExprKind::And, a, b);
}

mlir::Type FlatNetwork::getType(Expr name) const {
  if (!name.is(ExprKind::Name))
    return {};
  auto find = [&](Expr declared, mlir::Type type) -> mlir::Type {
    llvm::StringRef path = name.getName();
    if (!path.consume_front(declared.getName()))
      return {};
    while (type && path.consume_front(".")) {
      auto [field, rest] = path.split('.');
      auto record = dyn_cast<RecordType>(type);
      type = record ? record.getFieldType(field) : mlir::Type();
      path = path.drop_front(field.size());
    }
    return path.empty() ? type : mlir::Type();
  };
  for (const FlatVariable &variable : variables)
    if (mlir::Type type = find(variable.name, variable.type))
      return type;
  for (const FlatLabel &label : labels)
    for (const FlatParam &param : label.params)
      if (mlir::Type type = find(param.name, param.type))
        return type;
  return {};
}

static bool isMember(const FlatNetwork &network, unsigned automaton,
                     const FlatEdge &edge, bool onlyWeak) {
  if (!edge.label)
    return false;
  for (const FlatVector &vector : network.vectors)
    for (const FlatVector::Member &member : vector.members)
      if (member.automaton == automaton && member.label == *edge.label &&
          (member.isWeak || !onlyWeak))
        return true;
  return false;
}

bool FlatNetwork::isInVector(unsigned automaton, const FlatEdge &edge) const {
  return isMember(*this, automaton, edge, /*onlyWeak=*/false);
}

bool FlatNetwork::isWeakMember(unsigned automaton, const FlatEdge &edge) const {
  return isMember(*this, automaton, edge, /*onlyWeak=*/true);
}

Expr FlatNetwork::getDefined(Expr expr) {
  if (!expr)
    return {};
  Expr defined = getDefinedness(
      expr, *context, [&](Expr container) -> std::optional<int64_t> {
        if (auto array = dyn_cast_or_null<ArrayType>(getType(container)))
          return array.getSize();
        return std::nullopt;
      });
  defined = simplify(defined, *context);
  return defined.isTrue() ? Expr() : defined;
}

std::optional<Interval> FlatNetwork::getInterval(Expr expr) const {
  return tioga::getInterval(expr, [&](Expr name) -> std::optional<Interval> {
    auto range = dyn_cast_or_null<RangeType>(getType(name));
    if (!range)
      return std::nullopt;
    return Interval{range.getLow(), range.getHigh()};
  });
}

Expr FlatNetwork::getNotNegative(Expr value) {
  Expr condition =
      simplify(context->get(ExprKind::Ge, value, context->getInt(0)), *context);
  if (condition.isTrue())
    return {};
  if (!mentionsClock(value)) {
    std::optional<Interval> interval = getInterval(value);
    return interval && interval->low >= 0 ? Expr() : condition;
  }
  auto bounds =
      getDifferenceBounds(condition, [&](Expr name) { return isClock(name); });
  if (!bounds || bounds->size() != 1)
    return condition;
  // Clocks are not negative: they are above all bounds that are not positive.
  const DifferenceBound &bound = bounds->front();
  if (!bound.left && bound.bound >= Rational(0))
    return {};
  return toAtom(bound, *context);
}

std::string UniqueNames::get(llvm::StringRef wanted) {
  if (taken.insert(wanted).second)
    return wanted.str();
  unsigned &count = next[wanted];
  count = std::max(count, 1u);
  while (true) {
    std::string name = (wanted + "$" + llvm::Twine(++count)).str();
    if (taken.insert(name).second)
      return name;
  }
}

InFlightDiagnostic ta::emitNetworkError(const FlatNetwork &network) {
  NetworkOp op = network.op;
  return emitError(op.getLoc()) << "network '" << op.getSymName() << "' ";
}

std::string ta::describe(const FlatAutomaton &automaton, const FlatEdge &edge) {
  return "'" + automaton.locations[edge.source].name + "' -> '" +
         automaton.locations[edge.target].name + "'";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
class Reader {
public:
  explicit Reader(NetworkOp op) : network(op), context(*network.context) {}

  FailureOr<FlatNetwork> read();

private:
  LogicalResult readDeclarations(Block &block, int owner,
                                 llvm::StringRef prefix);
  LogicalResult checkHidden(llvm::StringRef name, Location loc);
  void readLabel(LabelOp op);
  LogicalResult readAutomaton(AutomatonOp op);
  void readLocation(LocationOp op, FlatAutomaton &automaton);
  LogicalResult readEdge(EdgeOp op, FlatAutomaton &automaton);
  void readVector(SyncOp op);
  /// Qualifies what the current automaton declares.
  Expr qualify(Expr expr) { return qualifier->apply(context.import(expr)); }

  FlatNetwork network;
  ExprContext &context;
  llvm::StringMap<unsigned> labelIndex, locationIndex;
  std::optional<Substitution> qualifier;
};
} // namespace

void Reader::readLabel(LabelOp op) {
  FlatLabel label = {op.getName(),   op.getKind(), op.getBroadcast(),
                     op.getUrgent(), {},           op.getLoc()};
  for (unsigned index = 0; index < op.getNumParams(); ++index) {
    ParamAttr param = op.getParam(index);
    label.params.push_back(
        {context.getName(param.getName().getValue()), param.getType()});
  }
  labelIndex[label.name] = network.labels.size();
  network.labels.push_back(std::move(label));
}

/// Passes move conditions between edges, where a parameter would capture the
/// name of what it hides.
LogicalResult Reader::checkHidden(llvm::StringRef name, Location loc) {
  for (const FlatLabel &label : network.labels)
    for (const FlatParam &param : label.params)
      if (param.name.getName() == name) {
        InFlightDiagnostic diag =
            emitError(loc) << "'" << name << "' has the name of a parameter; "
                           << "passes on timed automata need different names";
        diag.attachNote(label.loc)
            << "the parameter belongs to '" << label.name << "', declared here";
        return diag;
      }
  return success();
}

LogicalResult Reader::readDeclarations(Block &block, int owner,
                                       llvm::StringRef prefix) {
  auto declare = [&](llvm::StringRef name) {
    Expr plain = context.getName(name);
    if (owner == networkOwner)
      return plain;
    Expr qualified = context.getName((prefix + "." + name).str());
    qualifier->set(plain, qualified);
    return qualified;
  };
  for (Operation &op : block) {
    if (auto clock = dyn_cast<ClockOp>(op)) {
      if (failed(checkHidden(clock.getName(), clock.getLoc())))
        return failure();
      network.clocks.push_back({declare(clock.getName()), owner, clock.getLoc(),
                                clock.getDocAttr()});
    } else if (auto var = dyn_cast<VarOp>(op)) {
      if (failed(checkHidden(var.getName(), var.getLoc())))
        return failure();
      Expr init = var.getInit() ? context.import(var.getInit()->getExpr())
                                : getFirstValue(var.getType()).toExpr(context);
      network.variables.push_back({declare(var.getName()), owner, var.getType(),
                                   init, var.getOwner(), var.getLoc(),
                                   var.getDocAttr()});
    }
  }
  return success();
}

void Reader::readLocation(LocationOp op, FlatAutomaton &automaton) {
  FlatLocation location = {op.getSymName().str(), {},
                           op.getUrgent(),        op.getCommitted(),
                           op.getAccepting(),     op.getLocked(),
                           op.getLoc(),           op.getDocAttr(),
                           op.getStemsAttr()};
  if (op.getInvariant())
    location.invariant = qualify(op.getInvariant()->getExpr());
  locationIndex[location.name] = automaton.locations.size();
  automaton.locations.push_back(std::move(location));
}

LogicalResult Reader::readEdge(EdgeOp op, FlatAutomaton &automaton) {
  FlatEdge edge = {locationIndex.lookup(op.getSource()),
                   locationIndex.lookup(op.getTarget()),
                   {},
                   Direction::Receive,
                   {},
                   {},
                   op.getName().value_or("").str(),
                   op.getRestart(),
                   op.getLocked(),
                   op.getLoc(),
                   op.getDocAttr(),
                   op.getStemsAttr()};
  if (op.getLabel()) {
    auto found = labelIndex.find(*op.getLabel());
    if (found == labelIndex.end())
      return op.emitOpError()
             << "uses the undeclared label '" << *op.getLabel() << "'";
    edge.label = found->second;
    edge.direction = op.getDirection().value_or(Direction::Receive);
  }
  if (op.getGuard())
    edge.guard = qualify(op.getGuard()->getExpr());
  if (op.getUpdate())
    for (const Assignment &assignment : op.getUpdate()->getAssignments())
      edge.update.push_back(
          {qualify(assignment.target), qualify(assignment.value)});
  automaton.edges.push_back(std::move(edge));
  return success();
}

LogicalResult Reader::readAutomaton(AutomatonOp op) {
  locationIndex.clear();
  qualifier.emplace(context);
  Block &block = op.getBody().front();
  if (failed(readDeclarations(block, network.automata.size(), op.getSymName())))
    return failure();
  FlatAutomaton automaton = {
      op.getSymName().str(), op.getEnvironment(), 0, {}, {}, op.getLoc(),
      op.getDocAttr(),       op.getStemsAttr()};
  for (auto location : block.getOps<LocationOp>())
    readLocation(location, automaton);
  automaton.initial = locationIndex.lookup(op.getInitial());
  for (auto edge : block.getOps<EdgeOp>())
    if (failed(readEdge(edge, automaton)))
      return failure();
  network.automata.push_back(std::move(automaton));
  return success();
}

void Reader::readVector(SyncOp op) {
  FlatVector &vector = network.vectors.emplace_back();
  for (auto member : op.getMembers().getAsRange<MemberAttr>()) {
    auto automaton =
        llvm::find_if(network.automata, [&](const FlatAutomaton &candidate) {
          return candidate.name == member.getAutomaton().getValue();
        });
    vector.members.push_back({unsigned(automaton - network.automata.begin()),
                              labelIndex.lookup(member.getLabel().getValue()),
                              member.getWeak()});
  }
}

FailureOr<FlatNetwork> Reader::read() {
  Block &block = network.op.getBody().front();
  for (auto component : block.getOps<ComponentOp>())
    return component.emitOpError()
           << "is not supported by passes on timed automata: remove the "
              "component or compile the network without these passes";
  for (auto label : block.getOps<LabelOp>())
    readLabel(label);
  if (failed(readDeclarations(block, networkOwner, "")))
    return failure();
  for (auto automaton : block.getOps<AutomatonOp>())
    if (failed(readAutomaton(automaton)))
      return failure();
  for (auto sync : block.getOps<SyncOp>())
    readVector(sync);
  network.indexClocks();
  return std::move(network);
}

FailureOr<FlatNetwork> ta::readNetwork(NetworkOp op) {
  return Reader(op).read();
}

FailureOr<FlatNetwork> ta::readSingle(NetworkOp op, llvm::StringRef pass) {
  FailureOr<FlatNetwork> network = readNetwork(op);
  if (succeeded(network) && network->automata.size() != 1)
    return emitNetworkError(*network)
           << "has " << network->automata.size() << " automata, but '" << pass
           << "' needs one: run 'ta-product' first";
  return network;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {
class Writer {
public:
  explicit Writer(FlatNetwork &network)
      : network(network), context(*network.context),
        builder(network.op.getContext()) {}

  void write();

private:
  void eraseOld();
  void eraseStalePurposes();
  void writeDeclarations(int owner);
  void writeAutomaton(const FlatAutomaton &automaton, int index);
  void writeEdge(const FlatAutomaton &automaton, const FlatEdge &edge,
                 Substitution &local);
  /// The name to declare: without the automaton's.
  llvm::StringRef getDeclaredName(Expr name, int owner);
  ExprAttr getAttr(Expr expr, Substitution *local) {
    if (!expr || expr.isTrue())
      return {};
    return ExprAttr::get(builder.getContext(),
                         local ? local->apply(expr) : expr);
  }

  FlatNetwork &network;
  ExprContext &context;
  OpBuilder builder;
};
} // namespace

llvm::StringRef Writer::getDeclaredName(Expr name, int owner) {
  llvm::StringRef text = name.getName();
  if (owner != networkOwner)
    text.consume_front(network.automata[owner].name + ".");
  return text;
}

void Writer::eraseOld() {
  for (Operation &op : llvm::make_early_inc_range(network.op.getBody().front()))
    if (isa<VarOp, ClockOp, AutomatonOp>(op) ||
        (network.vectors.empty() && isa<SyncOp>(op)))
      op.erase();
}

/// Purposes speak about names that a pass may have replaced.
void Writer::eraseStalePurposes() {
  llvm::StringSet<> known;
  for (const FlatClock &clock : network.clocks)
    known.insert(clock.name.getName());
  for (const FlatVariable &variable : network.variables)
    known.insert(variable.name.getName());
  llvm::StringMap<const FlatAutomaton *> automata;
  for (const FlatAutomaton &automaton : network.automata) {
    known.insert(automaton.name);
    automata[automaton.name] = &automaton;
  }
  auto isKnown = [&](Expr node) {
    if (node.is(ExprKind::EnumLit)) {
      const FlatAutomaton *automaton = automata.lookup(node.getEnumName());
      return !automaton ||
             llvm::any_of(automaton->locations, [&](const FlatLocation &l) {
               return l.name == node.getName();
             });
    }
    if (!node.is(ExprKind::Name))
      return true;
    // A path may end in record fields.
    for (llvm::StringRef path = node.getName(); !path.empty();
         path = path.rsplit('.').first) {
      if (known.contains(path))
        return true;
      if (!path.contains('.'))
        break;
    }
    return false;
  };
  for (auto purpose :
       llvm::make_early_inc_range(network.op.getBody().getOps<PurposeOp>())) {
    bool isStale = false;
    for (auto step : purpose.getSteps().getAsRange<ExprAttr>())
      walk(step.getExpr(), [&](Expr node) { isStale |= !isKnown(node); });
    if (!isStale)
      continue;
    emitRemark(purpose.getLoc())
        << "purpose '" << purpose.getName()
        << "' is dropped: the pass has replaced what it speaks about";
    purpose.erase();
  }
}

void Writer::writeDeclarations(int owner) {
  for (const FlatVariable &variable : network.variables)
    if (variable.owner == owner)
      builder.create<VarOp>(
          variable.loc, OwnerAttr::get(builder.getContext(), variable.kind),
          builder.getStringAttr(getDeclaredName(variable.name, owner)),
          TypeAttr::get(variable.type),
          ExprAttr::get(builder.getContext(), variable.init), variable.doc);
  for (const FlatClock &clock : network.clocks)
    if (clock.owner == owner)
      builder.create<ClockOp>(
          clock.loc, builder.getStringAttr(getDeclaredName(clock.name, owner)),
          clock.doc);
}

static UnitAttr getUnit(OpBuilder &builder, bool isSet) {
  return isSet ? builder.getUnitAttr() : UnitAttr();
}

void Writer::writeEdge(const FlatAutomaton &automaton, const FlatEdge &edge,
                       Substitution &local) {
  auto getRef = [&](unsigned location) {
    return FlatSymbolRefAttr::get(builder.getContext(),
                                  automaton.locations[location].name);
  };
  DirectionAttr direction;
  StringAttr label;
  if (edge.label) {
    direction = DirectionAttr::get(builder.getContext(), edge.direction);
    label = builder.getStringAttr(network.labels[*edge.label].name);
  }
  UpdateAttr update;
  if (!edge.update.empty()) {
    Update unqualified;
    for (const Assignment &assignment : edge.update)
      unqualified.push_back(
          {local.apply(assignment.target), local.apply(assignment.value)});
    update = UpdateAttr::get(builder.getContext(), unqualified);
  }
  builder.create<EdgeOp>(edge.loc, getRef(edge.source), getRef(edge.target),
                         direction, label, getAttr(edge.guard, &local), update,
                         edge.name.empty() ? StringAttr()
                                           : builder.getStringAttr(edge.name),
                         getUnit(builder, edge.isRestart),
                         getUnit(builder, edge.isLocked), edge.doc, edge.stems);
}

void Writer::writeAutomaton(const FlatAutomaton &automaton, int index) {
  Substitution local(context);
  auto declare = [&](Expr name) {
    local.set(name, context.getName(getDeclaredName(name, index)));
  };
  for (const FlatVariable &variable : network.variables)
    if (variable.owner == index)
      declare(variable.name);
  for (const FlatClock &clock : network.clocks)
    if (clock.owner == index)
      declare(clock.name);

  OpBuilder::InsertionGuard guard(builder);
  auto op = builder.create<AutomatonOp>(
      automaton.loc, builder.getStringAttr(automaton.name),
      FlatSymbolRefAttr::get(builder.getContext(),
                             automaton.locations[automaton.initial].name),
      getUnit(builder, automaton.isEnvironment), automaton.doc,
      automaton.stems);
  builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
  writeDeclarations(index);
  for (const FlatLocation &location : automaton.locations)
    builder.create<LocationOp>(
        location.loc, builder.getStringAttr(location.name),
        getAttr(location.invariant, &local),
        getUnit(builder, location.isUrgent),
        getUnit(builder, location.isCommitted),
        getUnit(builder, location.isAccepting),
        getUnit(builder, location.isLocked), location.doc, location.stems);
  for (const FlatEdge &edge : automaton.edges)
    writeEdge(automaton, edge, local);
}

void Writer::write() {
  eraseOld();
  eraseStalePurposes();
  builder.setInsertionPointToEnd(&network.op.getBody().front());
  writeDeclarations(networkOwner);
  for (auto [index, automaton] : llvm::enumerate(network.automata))
    writeAutomaton(automaton, index);
}

void ta::writeNetwork(FlatNetwork &network) { Writer(network).write(); }
