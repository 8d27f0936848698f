//===- STSOps.cpp - Operations of the sts dialect ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/STS/IR/STSOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tioga/Dialect/Tioga/IR/Assembly.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sts;

#include "tioga/Dialect/STS/IR/STSDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tioga/Dialect/STS/IR/STSAttributes.cpp.inc"

void STSDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tioga/Dialect/STS/IR/STSAttributes.cpp.inc"
      >();
}

void STSDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "tioga/Dialect/STS/IR/STSOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

/// `Switch : Off -> On`, or `Switch : * -> On` from any location.
static ParseResult parseMove(AsmParser &parser, MoveAttr &move) {
  StringAttr control, from, to;
  if (parseName(parser, control) || parser.parseColon())
    return failure();
  if (failed(parser.parseOptionalStar()) && parseName(parser, from))
    return failure();
  if (parser.parseArrow() || parseName(parser, to))
    return failure();
  move = MoveAttr::get(parser.getContext(), control, from, to);
  return success();
}

static void printMove(AsmPrinter &printer, MoveAttr move) {
  printName(printer, move.getControl().getValue());
  printer << " : ";
  if (move.getFrom())
    printName(printer, move.getFrom().getValue());
  else
    printer << "*";
  printer << " -> ";
  printName(printer, move.getTo().getValue());
}

Attribute MoveAttr::parse(AsmParser &parser, Type) {
  MoveAttr move;
  if (parser.parseLess() || parseMove(parser, move) || parser.parseGreater())
    return {};
  return move;
}

void MoveAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printMove(printer, *this);
  printer << ">";
}

/// ` [A : P -> Q, B : R -> S]`, or nothing.
static ParseResult parseMoves(AsmParser &parser, ArrayAttr &moves) {
  SmallVector<Attribute> list;
  auto parseOne = [&]() -> ParseResult {
    MoveAttr move;
    if (parseMove(parser, move))
      return failure();
    list.push_back(move);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalSquare,
                                     parseOne))
    return failure();
  if (!list.empty())
    moves = parser.getBuilder().getArrayAttr(list);
  return success();
}

static void printMoves(AsmPrinter &printer, Operation *, ArrayAttr moves) {
  if (!moves || moves.empty())
    return;
  printer << " [";
  llvm::interleaveComma(moves.getAsRange<MoveAttr>(), printer,
                        [&](MoveAttr move) { printMove(printer, move); });
  printer << "]";
}

/// ` at Switch : On`, or nothing.
static ParseResult parseAt(AsmParser &parser, StringAttr &control,
                           StringAttr &location) {
  if (failed(parser.parseOptionalKeyword("at")))
    return success();
  return failure(parseName(parser, control) || parser.parseColon() ||
                 parseName(parser, location));
}

static void printAt(AsmPrinter &printer, Operation *, StringAttr control,
                    StringAttr location) {
  if (!control || !location)
    return;
  printer << " at ";
  printName(printer, control.getValue());
  printer << " : ";
  printName(printer, location.getValue());
}

/// `sync`, `async` or `async dense`.
static ParseResult parseStepAndTime(AsmParser &parser, UnitAttr &sync,
                                    UnitAttr &dense) {
  UnitAttr yes = parser.getBuilder().getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("sync")))
    sync = yes;
  else if (failed(parser.parseOptionalKeyword("async")))
    return parser.emitError(parser.getCurrentLocation())
           << "expected 'sync' or 'async'";
  if (succeeded(parser.parseOptionalKeyword("dense")))
    dense = yes;
  return success();
}

static void printStepAndTime(AsmPrinter &printer, Operation *, UnitAttr sync,
                             UnitAttr dense) {
  printer << (sync ? "sync" : "async") << (dense ? " dense" : "");
}

#define GET_OP_CLASSES
#include "tioga/Dialect/STS/IR/STSOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ControlOp and TransitionOp
//===----------------------------------------------------------------------===//

LogicalResult ControlOp::verify() {
  llvm::DenseSet<Attribute> locations;
  for (Attribute location : getLocations())
    if (!locations.insert(location).second) // control_c1
      return emitOpError("lists location ") << location << " twice";
  if (!locations.contains(getInitialAttr())) // control_c2
    return emitOpError("has no initial location ") << getInitialAttr();
  for (Attribute location : getAcceptingAttr() ? getAcceptingAttr().getValue()
                                               : ArrayRef<Attribute>())
    if (!locations.contains(location)) // control_c3
      return emitOpError("has no accepting location ") << location;
  return success();
}

LogicalResult TransitionOp::verify() {
  if (getLabelAttr() && getParamsAttr()) // transition_c2
    return emitOpError("has a label and parameters of its own");
  if (failed(verifyParams(*this, getParamsAttr()))) // transition_c2
    return failure();
  llvm::SmallDenseSet<StringAttr, 4> moved;
  for (Attribute attr :
       getMovesAttr() ? getMovesAttr().getValue() : ArrayRef<Attribute>()) {
    auto move = dyn_cast<MoveAttr>(attr);
    if (!move) // transition_c3
      return emitOpError("expects a list of moves");
    if (!moved.insert(move.getControl()).second) // transition_c4
      return emitOpError("moves ") << move.getControl() << " twice";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// SystemOp
//===----------------------------------------------------------------------===//

llvm::StringRef SystemOp::getFormalism() { return "transition system"; }

namespace {

/// Checks one system. Everything is looked up in tables that are made once: a
/// system may have hundreds of thousands of transitions.
class SystemVerifier {
public:
  explicit SystemVerifier(SystemOp system)
      : system(system), body(system.getBody().front()) {
    rules.allowControls = true;
  }

  LogicalResult verify();

private:
  LogicalResult verifyContents();
  LogicalResult declare();
  LogicalResult verifyAt(Operation *op, StringAttr control,
                         StringAttr location);
  LogicalResult verifyTransition(TransitionOp transition);
  LogicalResult verifyConjunct(ConjunctOp conjunct);
  /// The scope in which transitions with these parameters are read.
  const Scope &getScope(ArrayAttr params);

  SystemOp system;
  Block &body;
  ExprRules rules;
  Scope scope;
  LabelTable labels;
  llvm::DenseMap<StringAttr, llvm::DenseSet<Attribute>> controls;
  llvm::DenseMap<Attribute, std::unique_ptr<Scope>> paramScopes;
};

} // namespace

LogicalResult SystemVerifier::verifyContents() {
  if (system.getSync() && system.getDense()) // system_c1
    return system.emitOpError("is synchronous: time passes in async systems "
                              "only");
  for (Operation &op : body) {
    if (isa<VarOp, PurposeOp, TextOp>(op))
      continue;
    if (isa<ConjunctOp>(op)) { // system_c2
      if (!system.getSync())
        return op.emitOpError("is not allowed in an async system");
      continue;
    }
    if (!isa<ClockOp, LabelOp, ControlOp, InvariantOp, UrgentOp, TransitionOp>(
            op)) // system_c2
      return op.emitOpError("is not allowed in a transition system");
    if (system.getSync()) // system_c2
      return op.emitOpError("is not allowed in a sync system");
    if (isa<ClockOp>(op) && !system.getDense()) // system_c3
      return op.emitOpError("is not allowed in a system without dense time");
  }
  return success();
}

LogicalResult SystemVerifier::declare() {
  if (failed(labels.declare(body)) || failed(scope.declare(body)))
    return failure();
  for (auto control : body.getOps<ControlOp>()) {
    auto locations =
        llvm::to_vector(control.getLocations().getAsRange<StringAttr>());
    if (failed(scope.declareControl(control, control.getName(), locations)))
      return failure();
    controls[control.getNameAttr()].insert(locations.begin(), locations.end());
  }
  return success();
}

LogicalResult SystemVerifier::verifyAt(Operation *op, StringAttr control,
                                       StringAttr location) {
  if (bool(control) != bool(location)) // at_c1
    return op->emitOpError("needs both a control variable and a location, or "
                           "neither");
  if (!control)
    return success();
  auto found = controls.find(control);
  if (found == controls.end()) // at_c2
    return op->emitOpError("control variable ")
           << control << " is not declared";
  if (!found->second.contains(location)) // at_c2
    return op->emitOpError("control variable ")
           << control << " has no location " << location;
  return success();
}

const Scope &SystemVerifier::getScope(ArrayAttr params) {
  if (!params || params.empty())
    return scope;
  std::unique_ptr<Scope> &slot = paramScopes[params];
  if (!slot) {
    slot = std::make_unique<Scope>(&scope);
    slot->declareParams(params);
  }
  return *slot;
}

LogicalResult SystemVerifier::verifyTransition(TransitionOp transition) {
  ArrayAttr params = transition.getParamsAttr();
  LabelOp label;
  if (!transition.isInternal()) {
    label = labels.lookup(*transition.getLabel());
    if (!label) // transition_c1
      return transition.emitOpError("label '")
             << *transition.getLabel() << "' is not declared"
             << labels.suggest(*transition.getLabel());
    params = label.getParamsAttr();
  }
  for (Attribute attr : transition.getMovesAttr()
                            ? transition.getMovesAttr().getValue()
                            : ArrayRef<Attribute>()) {
    auto move = cast<MoveAttr>(attr); // transition_c3
    if (failed(verifyAt(transition, move.getControl(), move.getTo())) ||
        (move.getFrom() &&
         failed(verifyAt(transition, move.getControl(), move.getFrom()))))
      return failure();
  }
  const Scope &visible = getScope(params);
  if (failed(verifyCondition(transition, transition.getGuardAttr(), "guard",
                             visible, rules))) // transition_c5
    return failure();
  if (label && label.getUrgent() &&
      failed(verifyUrgentGuard(transition, transition.getGuardAttr(),
                               label.getName(), visible))) // transition_c7
    return failure();
  return verifyUpdate(transition, transition.getUpdateAttr(), visible,
                      rules); // transition_c6
}

LogicalResult SystemVerifier::verifyConjunct(ConjunctOp conjunct) {
  ExprRules relation;
  relation.allowPrimed = true;
  relation.allowUnprimed = !conjunct.getInitially(); // conjunct_c2
  if (failed(verifyCondition(conjunct, conjunct.getAssumeAttr(), "assumption",
                             scope, relation))) // conjunct_c1
    return failure();
  return verifyCondition(conjunct, conjunct.getGuaranteeAttr(), "guarantee",
                         scope, relation); // conjunct_c1
}

LogicalResult SystemVerifier::verify() {
  if (failed(verifyContents()) || failed(declare()))
    return failure();
  for (Operation &op : body) {
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](TransitionOp transition) {
              return verifyTransition(transition);
            })
            .Case([&](InvariantOp invariant) -> LogicalResult {
              if (failed(verifyAt(invariant, invariant.getControlAttr(),
                                  invariant.getLocationAttr())))
                return failure();
              return verifyCondition(invariant, invariant.getConditionAttr(),
                                     "condition", scope,
                                     rules); // invariant_c1
            })
            .Case([&](UrgentOp urgent) {
              return verifyAt(urgent, urgent.getControlAttr(),
                              urgent.getLocationAttr());
            })
            .Case([&](ConjunctOp conjunct) { return verifyConjunct(conjunct); })
            .Default([](Operation *) { return success(); });
    if (failed(result))
      return failure();
  }
  return verifyPurposes(body, scope, rules);
}

LogicalResult SystemOp::verifyRegions() {
  return SystemVerifier(*this).verify();
}
