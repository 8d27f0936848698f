//===- TAOps.cpp - Operations of the ta dialect -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/TA/IR/TAOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tioga/Dialect/Tioga/IR/Assembly.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

#include "tioga/Dialect/TA/IR/TADialect.cpp.inc"
#include "tioga/Dialect/TA/IR/TAEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tioga/Dialect/TA/IR/TAAttributes.cpp.inc"

void TADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tioga/Dialect/TA/IR/TAAttributes.cpp.inc"
      >();
}

void TADialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "tioga/Dialect/TA/IR/TAOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

/// `receive coin`, `send beep` or `silent`.
static ParseResult parseSync(AsmParser &parser, DirectionAttr &direction,
                             StringAttr &label) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  if (word == "silent")
    return success();
  std::optional<Direction> value = symbolizeDirection(word);
  if (!value)
    return parser.emitError(loc)
           << "expected 'receive', 'send' or 'silent', found '" << word << "'";
  direction = DirectionAttr::get(parser.getContext(), *value);
  return parseName(parser, label);
}

static void printSync(AsmPrinter &printer, Operation *, DirectionAttr direction,
                      StringAttr label) {
  if (!direction || !label) {
    printer << "silent";
    return;
  }
  printer << stringifyDirection(direction.getValue()) << " ";
  printName(printer, label.getValue());
}

/// `@Bus cd, @Station stop ?`.
static ParseResult parseMembers(AsmParser &parser, ArrayAttr &members) {
  SmallVector<Attribute> list;
  auto parseMember = [&]() -> ParseResult {
    StringAttr automaton, label;
    if (parser.parseSymbolName(automaton) || parseName(parser, label))
      return failure();
    bool weak = succeeded(parser.parseOptionalQuestion());
    list.push_back(MemberAttr::get(
        parser.getContext(), FlatSymbolRefAttr::get(automaton), label, weak));
    return success();
  };
  if (parser.parseCommaSeparatedList(parseMember))
    return failure();
  members = ArrayAttr::get(parser.getContext(), list);
  return success();
}

static void printMembers(AsmPrinter &printer, Operation *, ArrayAttr members) {
  llvm::interleaveComma(members.getAsRange<MemberAttr>(), printer,
                        [&](MemberAttr member) {
                          printer << member.getAutomaton() << " ";
                          printName(printer, member.getLabel().getValue());
                          if (member.getWeak())
                            printer << " ?";
                        });
}

#define GET_OP_CLASSES
#include "tioga/Dialect/TA/IR/TAOps.cpp.inc"

//===----------------------------------------------------------------------===//
// EdgeOp, SyncOp and ComponentOp
//===----------------------------------------------------------------------===//

LogicalResult EdgeOp::verify() {
  if (bool(getDirectionAttr()) != bool(getLabelAttr())) // edge_c5
    return emitOpError("needs both a label and a direction, or neither");
  if (getRestart() && getUpdateAttr()) // edge_c10
    return emitOpError("restarts the network and cannot update it as well");
  return success();
}

LogicalResult SyncOp::verify() {
  if (getMembers().size() < 2) // sync_c1
    return emitOpError("has fewer than two members");
  return success();
}

LogicalResult ComponentOp::verify() {
  if (getFrom().size() != getTo().size()) // component_c1
    return emitOpError("connects ")
           << getFrom().size() << " names to " << getTo().size();
  return success();
}

//===----------------------------------------------------------------------===//
// NetworkOp
//===----------------------------------------------------------------------===//

llvm::StringRef NetworkOp::getFormalism() {
  return "network of timed automata";
}

namespace {

/// Checks one automaton. Everything is looked up in tables that are made once:
/// an automaton may have hundreds of thousands of edges.
class AutomatonVerifier {
public:
  AutomatonVerifier(AutomatonOp automaton, const LabelTable &labels,
                    const Scope &outer)
      : automaton(automaton), labels(labels), scope(&outer) {}

  LogicalResult verify();

private:
  LogicalResult verifyLocation(LocationOp location);
  LogicalResult verifyEdge(EdgeOp edge);
  LogicalResult verifySync(EdgeOp edge, LabelOp label);
  LogicalResult verifyEnd(EdgeOp edge, FlatSymbolRefAttr location,
                          StringRef end);
  /// The scope in which the edges with a label are read.
  const Scope &getScope(LabelOp label);

  AutomatonOp automaton;
  const LabelTable &labels;
  Scope scope;
  llvm::DenseSet<StringAttr> locations;
  llvm::DenseMap<Operation *, std::unique_ptr<Scope>> labelScopes;
};

} // namespace

/// Variables of automata are neither read nor set from outside.
static LogicalResult verifyOwners(Block &block) {
  for (auto var : block.getOps<VarOp>())
    if (var.getOwner() != Owner::State) // network_c2
      return var.emitOpError("'")
             << var.getName() << "' is " << stringifyOwner(var.getOwner())
             << ", but variables of automata are state";
  return success();
}

LogicalResult AutomatonVerifier::verify() {
  Block &body = automaton.getBody().front();
  for (Operation &op : body) {
    if (auto location = dyn_cast<LocationOp>(op))
      locations.insert(location.getSymNameAttr());
    else if (!isa<EdgeOp, VarOp, ClockOp>(op)) // automaton_c2
      return op.emitOpError("is not allowed in an automaton");
  }
  if (!locations.contains(automaton.getInitialAttr().getAttr())) {
    Suggestion suggestion(automaton.getInitial());
    for (StringAttr location : locations)
      suggestion.consider(location.getValue());
    return automaton.emitOpError("has no initial location ")
           << automaton.getInitialAttr() << suggestion.str(); // automaton_c1
  }
  if (failed(verifyOwners(body)) || failed(scope.declare(body)))
    return failure();
  for (Operation &op : body) {
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](LocationOp location) { return verifyLocation(location); })
            .Case([&](EdgeOp edge) { return verifyEdge(edge); })
            .Default([](Operation *) { return success(); });
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult AutomatonVerifier::verifyLocation(LocationOp location) {
  return verifyCondition(location, location.getInvariantAttr(), "invariant",
                         scope); // location_c1
}

LogicalResult AutomatonVerifier::verifyEnd(EdgeOp edge,
                                           FlatSymbolRefAttr location,
                                           StringRef end) {
  if (locations.contains(location.getAttr()))
    return success();
  Suggestion suggestion(location.getValue());
  for (StringAttr candidate : locations)
    suggestion.consider(candidate.getValue());
  return edge.emitOpError(end)
         << " " << location << " is not a location" << suggestion.str();
}

LogicalResult AutomatonVerifier::verifySync(EdgeOp edge, LabelOp label) {
  bool isSend = *edge.getDirection() == Direction::Send;
  bool isEnvironment = automaton.getEnvironment();
  bool isExpected = true;
  if (label.getKind() == LabelKind::Input)
    isExpected = isSend == isEnvironment;
  else if (label.getKind() == LabelKind::Output)
    isExpected = isSend != isEnvironment;
  if (!isExpected) { // edge_c4
    InFlightDiagnostic diag =
        edge.emitOpError() << (isSend ? "sends " : "receives ")
                           << stringifyLabelKind(label.getKind()) << " '"
                           << label.getName() << "', but "
                           << (isEnvironment ? "the environment" : "the system")
                           << (isSend ? " receives it" : " sends it");
    diag.attachNote(label.getLoc()) << "label is declared here";
    return diag;
  }
  return success();
}

const Scope &AutomatonVerifier::getScope(LabelOp label) {
  if (!label || label.getNumParams() == 0)
    return scope;
  std::unique_ptr<Scope> &slot = labelScopes[label];
  if (!slot) {
    slot = std::make_unique<Scope>(&scope);
    slot->declareParams(label);
  }
  return *slot;
}

LogicalResult AutomatonVerifier::verifyEdge(EdgeOp edge) {
  if (failed(verifyEnd(edge, edge.getSourceAttr(), "source"))) // edge_c1
    return failure();
  if (failed(verifyEnd(edge, edge.getTargetAttr(), "target"))) // edge_c2
    return failure();
  if (edge.getRestart() &&
      edge.getTargetAttr() != automaton.getInitialAttr()) // edge_c9
    return edge.emitOpError("restarts the network, but its target ")
           << edge.getTargetAttr() << " is not the initial location "
           << automaton.getInitialAttr();
  LabelOp label;
  if (!edge.isSilent()) {
    label = labels.lookup(*edge.getLabel());
    if (!label) // edge_c3
      return edge.emitOpError("label '")
             << *edge.getLabel() << "' is not declared"
             << labels.suggest(*edge.getLabel());
    if (failed(verifySync(edge, label)))
      return failure();
  }
  const Scope &visible = getScope(label);
  if (failed(verifyCondition(edge, edge.getGuardAttr(), "guard",
                             visible))) // edge_c6
    return failure();
  if (label && label.getUrgent() &&
      failed(verifyUrgentGuard(edge, edge.getGuardAttr(), label.getName(),
                               visible))) // edge_c8
    return failure();
  return verifyUpdate(edge, edge.getUpdateAttr(), visible); // edge_c7
}

/// Automata take part once, by labels that mean nothing else.
static LogicalResult
verifyVector(SyncOp sync, const LabelTable &labels,
             const llvm::DenseMap<StringAttr, AutomatonOp> &automata) {
  llvm::DenseSet<StringAttr> seen;
  LabelOp first;
  for (auto member : sync.getMembers().getAsRange<MemberAttr>()) {
    StringAttr name = member.getAutomaton().getAttr();
    AutomatonOp automaton = automata.lookup(name);
    if (!automaton || !seen.insert(name).second) { // sync_c2
      Suggestion suggestion(name.getValue());
      for (auto &[candidate, op] : automata)
        suggestion.consider(candidate.getValue());
      return sync.emitOpError("member ")
             << member.getAutomaton()
             << (automaton ? std::string(" occurs twice")
                           : " is not an automaton" + suggestion.str());
    }
    if (automaton.getEnvironment()) // sync_c4
      return sync.emitOpError("member ")
             << member.getAutomaton() << " belongs to the environment";
    StringRef text = member.getLabel().getValue();
    LabelOp label = labels.lookup(text);
    if (!label) // sync_c3
      return sync.emitOpError("label '")
             << text << "' is not declared" << labels.suggest(text);
    if (label.getNumParams() != 0 || label.getBroadcast()) // sync_c3
      return sync.emitOpError("label '")
             << text << "' "
             << (label.getBroadcast() ? "is broadcast" : "has parameters")
             << ", which a vector cannot have";
    if (!first)
      first = label;
    if (label.getUrgent() != first.getUrgent()) // sync_c5
      return sync.emitOpError("has urgent labels and others");
  }
  return success();
}

static LogicalResult verifyVectors(Block &body, const LabelTable &labels) {
  auto vectors = body.getOps<SyncOp>();
  if (vectors.empty())
    return success();
  llvm::DenseMap<StringAttr, AutomatonOp> automata;
  for (auto automaton : body.getOps<AutomatonOp>())
    automata[automaton.getSymNameAttr()] = automaton;
  for (SyncOp sync : vectors)
    if (failed(verifyVector(sync, labels, automata)))
      return failure();
  return success();
}

static LogicalResult verifyConnections(ComponentOp component,
                                       const LabelTable &labels) {
  for (auto [from, to] : llvm::zip(component.getFrom().getAsRange<StringAttr>(),
                                   component.getTo().getAsRange<StringAttr>()))
    if (!labels.lookup(from.getValue()) &&
        !labels.lookup(to.getValue())) // component_c2
      return component.emitOpError("connects '")
             << from.getValue() << "' to '" << to.getValue()
             << "', neither of which is a label of the network";
  return success();
}

/// Adds the locations and the qualified local names of an automaton, which only
/// purposes may mention.
static LogicalResult declareQualified(AutomatonOp automaton, Scope &scope) {
  StringRef name = automaton.getSymName();
  SmallVector<StringAttr> locations;
  for (auto location : automaton.getBody().getOps<LocationOp>())
    locations.push_back(location.getSymNameAttr());
  if (failed(scope.declareControl(automaton, name, locations)))
    return failure();
  auto add = [&](StringRef local, NameInfo info) {
    scope.add((name + "." + local).str(), info);
  };
  for (auto var : automaton.getBody().getOps<VarOp>())
    add(var.getName(),
        {NameKind::Variable, var.getType(), Owner::State, var.getLoc()});
  for (auto clock : automaton.getBody().getOps<ClockOp>())
    add(clock.getName(), {NameKind::Clock, RealType::get(clock.getContext()),
                          Owner::State, clock.getLoc()});
  return success();
}

static LogicalResult verifyNetworkPurposes(NetworkOp network,
                                           const Scope &outer) {
  Block &body = network.getBody().front();
  if (body.getOps<PurposeOp>().empty())
    return success();
  Scope scope(&outer);
  for (auto automaton : body.getOps<AutomatonOp>())
    if (failed(declareQualified(automaton, scope)))
      return failure();
  ExprRules rules;
  rules.allowControls = true;
  return verifyPurposes(body, scope, rules);
}

LogicalResult NetworkOp::verifyRegions() {
  Block &body = getBody().front();
  for (Operation &op : body)
    if (!isa<AutomatonOp, ComponentOp, SyncOp, VarOp, ClockOp, LabelOp,
             PurposeOp, TextOp>(op)) // network_c1
      return op.emitOpError("is not allowed in a network");
  LabelTable labels;
  Scope scope;
  if (failed(verifyOwners(body)) || failed(labels.declare(body)) ||
      failed(scope.declare(body)))
    return failure();
  for (auto automaton : body.getOps<AutomatonOp>())
    if (failed(AutomatonVerifier(automaton, labels, scope).verify()))
      return failure();
  for (auto component : body.getOps<ComponentOp>())
    if (failed(verifyConnections(component, labels)))
      return failure();
  if (failed(verifyVectors(body, labels)))
    return failure();
  return verifyNetworkPurposes(*this, scope);
}
