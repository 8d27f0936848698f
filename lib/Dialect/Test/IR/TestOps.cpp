//===- TestOps.cpp - Operations of the test dialect -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Test/IR/TestOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tioga/Dialect/Tioga/IR/Assembly.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::test;

#include "tioga/Dialect/Test/IR/TestDialect.cpp.inc"
#include "tioga/Dialect/Test/IR/TestEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tioga/Dialect/Test/IR/TestAttributes.cpp.inc"

void TestDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tioga/Dialect/Test/IR/TestAttributes.cpp.inc"
      >();
}

void TestDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "tioga/Dialect/Test/IR/TestOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

static ParseResult parseVerdict(AsmParser &parser, VerdictAttr &verdict) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Verdict> value = symbolizeVerdict(word);
  if (!value)
    return parser.emitError(loc)
           << "expected 'pass', 'fail' or 'inconclusive', found '" << word
           << "'";
  verdict = VerdictAttr::get(parser.getContext(), *value);
  return success();
}

static void printVerdict(AsmPrinter &printer, Operation *,
                         VerdictAttr verdict) {
  printer << stringifyVerdict(verdict.getValue());
}

static bool hasLabel(MoveKind kind) {
  return kind == MoveKind::Send || kind == MoveKind::Expect;
}

/// `send press`, `expect light`, `elapse` or `step`.
static ParseResult parseMoveKind(AsmParser &parser, MoveKindAttr &kind,
                                 StringAttr &label) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<MoveKind> value = symbolizeMoveKind(word);
  if (!value)
    return parser.emitError(loc)
           << "expected 'send', 'expect', 'elapse' or 'step', found '" << word
           << "'";
  kind = MoveKindAttr::get(parser.getContext(), *value);
  return hasLabel(*value) ? parseName(parser, label) : success();
}

static void printMoveKind(AsmPrinter &printer, Operation *, MoveKindAttr kind,
                          StringAttr label) {
  printer << stringifyMoveKind(kind.getValue());
  if (!label)
    return;
  printer << " ";
  printName(printer, label.getValue());
}

#define GET_OP_CLASSES
#include "tioga/Dialect/Test/IR/TestOps.cpp.inc"

//===----------------------------------------------------------------------===//
// StateOp and MoveOp
//===----------------------------------------------------------------------===//

LogicalResult StateOp::verify() {
  if (getVerdictAttr() && getDeadlineAttr()) // state_c1
    return emitOpError("ends the test and cannot have a deadline");
  if (bool(getDeadlineAttr()) != bool(getOtherwiseAttr())) // state_c3
    return emitOpError("needs both 'deadline' and 'otherwise', or neither");
  return success();
}

LogicalResult MoveOp::verify() {
  if (hasLabel(getKind()) != bool(getLabelAttr())) // move_c2
    return emitOpError("of kind '")
           << stringifyMoveKind(getKind())
           << (getLabelAttr() ? "' has no label" : "' needs a label");
  return success();
}

//===----------------------------------------------------------------------===//
// Competing moves
//===----------------------------------------------------------------------===//

namespace {

/// The values of one clock that satisfy a guard which says nothing else.
struct Window {
  Expr clock;
  std::optional<Rational> low, high;
  bool lowStrict = false, highStrict = false;

  void raise(Rational bound, bool strict) {
    if (low && (bound < *low || (bound == *low && !strict)))
      return;
    low = bound;
    lowStrict = strict;
  }
  void lower(Rational bound, bool strict) {
    if (high && (*high < bound || (bound == *high && !strict)))
      return;
    high = bound;
    highStrict = strict;
  }
  void intersect(const Window &other) {
    if (other.low)
      raise(*other.low, other.lowStrict);
    if (other.high)
      lower(*other.high, other.highStrict);
  }
  bool isEmpty() const {
    if (!low || !high)
      return false;
    return *high < *low || (*low == *high && (lowStrict || highStrict));
  }
};

} // namespace

/// The window that a condition stands for; nothing if it mentions anything but
/// bounds on one clock.
static std::optional<Window> getWindow(Expr condition,
                                       llvm::function_ref<bool(Expr)> isClock) {
  Window window;
  window.raise(Rational(0), /*strict=*/false);
  for (Expr conjunct : getConjuncts(condition)) {
    auto bounds = getDifferenceBounds(conjunct, isClock);
    if (!bounds)
      return std::nullopt;
    for (const DifferenceBound &bound : *bounds) {
      Expr clock = bound.left ? bound.left : bound.right;
      if ((bound.left && bound.right) ||
          (window.clock && window.clock != clock))
        return std::nullopt;
      window.clock = clock;
      if (bound.left) {
        window.lower(bound.bound, bound.strict);
        continue;
      }
      std::optional<Rational> low = Rational::negate(bound.bound);
      if (!low)
        return std::nullopt;
      window.raise(*low, bound.strict);
    }
  }
  return window;
}

/// Returns true if both guards certainly hold at once, within a deadline.
static bool mustOverlap(Expr a, Expr b, Expr deadline,
                        llvm::function_ref<bool(Expr)> isClock) {
  auto isOpen = [](Expr guard) { return !guard || guard.isTrue(); };
  if (a == b || isOpen(a) || isOpen(b))
    return true;
  std::optional<Window> window = getWindow(a, isClock);
  std::optional<Window> other = getWindow(b, isClock);
  std::optional<Window> limit = getWindow(deadline, isClock);
  if (!window || !other || !limit || window->clock != other->clock ||
      (limit->clock && limit->clock != window->clock))
    return false;
  if (window->isEmpty() || other->isEmpty())
    return false;
  window->intersect(*other);
  window->intersect(*limit);
  return !window->isEmpty();
}

//===----------------------------------------------------------------------===//
// CaseOp
//===----------------------------------------------------------------------===//

namespace {

/// Checks one test case.
class CaseVerifier {
public:
  explicit CaseVerifier(CaseOp test)
      : test(test), body(test.getBody().front()) {}

  LogicalResult verify();

private:
  LogicalResult verifyContents();
  LogicalResult verifyState(StateOp state);
  LogicalResult verifyMove(MoveOp move);
  LogicalResult verifyClauses(MoveOp move, LabelOp label);
  LogicalResult verifyArguments(MoveOp move, LabelOp label);
  LogicalResult verifyDisjoint();
  LogicalResult verifyReference(Operation *op, FlatSymbolRefAttr state,
                                StringRef what);
  std::string suggestState(StringRef name) const;

  CaseOp test;
  Block &body;
  Scope scope;
  LabelTable labels;
  llvm::DenseMap<StringAttr, StateOp> states;
  /// Moves of which at most one may be enabled: those that the tester starts
  /// (null label), and those that expect the same label.
  llvm::MapVector<std::pair<Attribute, Attribute>, SmallVector<MoveOp, 2>>
      competitors;
};

} // namespace

LogicalResult CaseVerifier::verifyContents() {
  for (Operation &op : body) {
    if (auto state = dyn_cast<StateOp>(op))
      states[state.getSymNameAttr()] = state;
    else if (!isa<VarOp, ClockOp, LabelOp, MoveOp>(op)) // case_c2
      return op.emitOpError("is not allowed in a test case");
  }
  if (!states.contains(test.getInitialAttr().getAttr())) // case_c1
    return test.emitOpError("has no initial state ")
           << test.getInitialAttr() << suggestState(test.getInitial());
  return success();
}

std::string CaseVerifier::suggestState(StringRef name) const {
  Suggestion suggestion(name);
  for (const auto &entry : states)
    suggestion.consider(entry.first.getValue());
  return suggestion.str();
}

LogicalResult CaseVerifier::verifyReference(Operation *op,
                                            FlatSymbolRefAttr state,
                                            StringRef what) {
  if (!state || states.contains(state.getAttr()))
    return success();
  return op->emitOpError(what)
         << " " << state << " is not a state" << suggestState(state.getValue());
}

LogicalResult CaseVerifier::verifyState(StateOp state) {
  if (failed(verifyReference(state, state.getOtherwiseAttr(),
                             "otherwise"))) // state_c4
    return failure();
  return verifyCondition(state, state.getDeadlineAttr(), "deadline",
                         scope); // state_c2
}

/// Checks that the update gives each parameter of a sent label a value.
LogicalResult CaseVerifier::verifyArguments(MoveOp move, LabelOp label) {
  ArrayRef<Assignment> update = move.getUpdateAttr()
                                    ? move.getUpdateAttr().getAssignments()
                                    : ArrayRef<Assignment>();
  for (unsigned index = 0; index < label.getNumParams(); ++index) {
    StringRef param = label.getParam(index).getName().getValue();
    bool isSet = llvm::any_of(update, [&](const Assignment &assignment) {
      // All of it, or a field of a record.
      StringRef rest = assignment.target.getName();
      return rest.consume_front(param) &&
             (rest.empty() || rest.starts_with("."));
    });
    if (!isSet) // move_c8
      return move.emitOpError("sends '")
             << label.getName() << "' without a value for parameter '" << param
             << "'";
  }
  return success();
}

LogicalResult CaseVerifier::verifyClauses(MoveOp move, LabelOp label) {
  MoveKind kind = move.getKind();
  Scope visible(&scope);
  if (label)
    visible.declareParams(label);
  ExprRules rules;
  rules.allowPrimed = kind == MoveKind::Step;
  // What is sent is chosen by the update, after the guard has been read.
  const Scope &guardScope = kind == MoveKind::Send ? scope : visible;
  if (failed(verifyCondition(move, move.getGuardAttr(), "guard", guardScope,
                             rules))) // move_c4
    return failure();
  rules.allowPrimed = false;
  rules.allowParamTargets = kind == MoveKind::Send;
  if (failed(verifyUpdate(move, move.getUpdateAttr(), visible,
                          rules))) // move_c5
    return failure();
  return kind == MoveKind::Send ? verifyArguments(move, label) : success();
}

LogicalResult CaseVerifier::verifyMove(MoveOp move) {
  if (failed(verifyReference(move, move.getSourceAttr(), "source")) ||
      failed(verifyReference(move, move.getTargetAttr(), "target"))) // move_c1
    return failure();
  if (states[move.getSourceAttr().getAttr()].getVerdictAttr()) // state_c1
    return move.emitOpError("leaves state ")
           << move.getSourceAttr() << ", which ends the test";
  LabelOp label;
  if (move.getLabelAttr()) {
    label = labels.lookup(*move.getLabel());
    if (!label) // move_c3
      return move.emitOpError("label '")
             << *move.getLabel() << "' is not declared"
             << labels.suggest(*move.getLabel());
    LabelKind expected =
        move.getKind() == MoveKind::Send ? LabelKind::Input : LabelKind::Output;
    if (label.getKind() != expected) // move_c3
      return move.emitOpError()
             << stringifyMoveKind(move.getKind()) << "s '" << label.getName()
             << "', which is not an " << stringifyLabelKind(expected);
  }
  bool isExpect = move.getKind() == MoveKind::Expect;
  competitors[{move.getSourceAttr(),
               isExpect ? move.getLabelAttr() : StringAttr()}]
      .push_back(move);
  return verifyClauses(move, label);
}

LogicalResult CaseVerifier::verifyDisjoint() {
  auto isClock = [&](Expr name) {
    const NameInfo *info = scope.lookup(name.getName());
    return info && info->kind == NameKind::Clock;
  };
  auto getGuard = [](MoveOp move) {
    return move.getGuardAttr() ? move.getGuardAttr().getExpr() : Expr();
  };
  for (auto &[key, moves] : competitors) {
    StateOp state = states[cast<FlatSymbolRefAttr>(key.first).getAttr()];
    Expr deadline =
        state.getDeadlineAttr() ? state.getDeadlineAttr().getExpr() : Expr();
    for (size_t i = 0; i < moves.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        if (!mustOverlap(getGuard(moves[i]), getGuard(moves[j]), deadline,
                         isClock))
          continue;
        InFlightDiagnostic diag =
            moves[i].emitOpError("competes with another move from ")
            << moves[i].getSourceAttr()
            << ": their guards hold at once"; // move_c6, move_c7
        diag.attachNote(moves[j].getLoc()) << "the other move is here";
        return diag;
      }
  }
  return success();
}

LogicalResult CaseVerifier::verify() {
  if (failed(verifyContents()) || failed(labels.declare(body)) ||
      failed(scope.declare(body)))
    return failure();
  for (Operation &op : body) {
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](StateOp state) { return verifyState(state); })
            .Case([&](MoveOp move) { return verifyMove(move); })
            .Default([](Operation *) { return success(); });
    if (failed(result))
      return failure();
  }
  return verifyDisjoint();
}

LogicalResult CaseOp::verifyRegions() { return CaseVerifier(*this).verify(); }
