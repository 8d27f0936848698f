//===- TestCase.cpp - What executes and prints tests reads ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/TestCase.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tioga/Dialect/Test/IR/LowerSteps.h"

using namespace mlir;
using namespace tioga;

/// The name of the control variable of a test's system: none that a variable or
/// a parameter of the test can have.
static constexpr llvm::StringLiteral stateControl = "the state";

namespace tioga {

class TestCaseLoader {
public:
  explicit TestCaseLoader(test::CaseOp op)
      : op(op), builder(op.getContext()), test(new TestCase) {}

  FailureOr<std::unique_ptr<TestCase>> load();

private:
  void readStates();
  void readMoves();
  LogicalResult buildSystem();
  void buildTransition(test::MoveOp move);
  void buildDeadlines();
  /// Splits the update of a `send` into arguments and the rest.
  void splitUpdate(test::MoveOp move, Update &rest, Update &arguments);
  void finishStates();
  void finishMoves();
  static void readStrings(std::optional<ArrayAttr> list,
                          std::vector<StringRef> &strings);

  test::CaseOp op;
  OpBuilder builder;
  std::unique_ptr<TestCase> test;
  llvm::DenseMap<StringAttr, unsigned> stateIndex;
  llvm::StringMap<LabelOp> labels;
  SmallVector<test::StateOp> stateOps;
  SmallVector<test::MoveOp> moveOps;
};

} // namespace tioga

void TestCaseLoader::readStrings(std::optional<ArrayAttr> list,
                                 std::vector<StringRef> &strings) {
  if (list)
    for (auto string : list->getAsRange<StringAttr>())
      strings.push_back(string.getValue());
}

void TestCaseLoader::readStates() {
  for (auto state : op.getOps<test::StateOp>()) {
    stateIndex[state.getSymNameAttr()] = stateOps.size();
    stateOps.push_back(state);
    TestState result = {
        state.getSymName(), state.getVerdict(), {}, {},
        std::nullopt,       std::nullopt,       {}, state.getLoc()};
    if (state.getReason())
      result.reason = *state.getReason();
    test->states.push_back(std::move(result));
  }
  for (auto [index, state] : llvm::enumerate(stateOps))
    if (FlatSymbolRefAttr otherwise = state.getOtherwiseAttr())
      test->states[index].otherwise = stateIndex.lookup(otherwise.getAttr());
  test->initial = stateIndex.lookup(op.getInitialAttr().getAttr());
}

void TestCaseLoader::readMoves() {
  for (auto move : op.getOps<test::MoveOp>()) {
    unsigned source = stateIndex.lookup(move.getSourceAttr().getAttr());
    unsigned target = stateIndex.lookup(move.getTargetAttr().getAttr());
    test->states[source].moves.push_back(moveOps.size());
    moveOps.push_back(move);
    StringRef origin = move.getOrigin() ? *move.getOrigin() : StringRef();
    test->moves.push_back({move.getKind(),
                           source,
                           target,
                           std::nullopt,
                           {},
                           origin,
                           move.getLoc()});
  }
}

void TestCaseLoader::splitUpdate(test::MoveOp move, Update &rest,
                                 Update &arguments) {
  if (!move.getUpdate())
    return;
  LabelOp label;
  if (move.getKind() == test::MoveKind::Send)
    label = labels.lookup(*move.getLabel());
  for (const Assignment &each : move.getUpdate()->getAssignments()) {
    bool isArgument = false;
    for (unsigned i = 0, e = label ? label.getNumParams() : 0; i < e; ++i)
      isArgument |= label.getParam(i).getName() == each.target.getName();
    (isArgument ? arguments : rest).push_back(each);
  }
}

void TestCaseLoader::buildTransition(test::MoveOp move) {
  auto from = move.getSourceAttr().getAttr();
  auto to = move.getTargetAttr().getAttr();
  auto step = sts::MoveAttr::get(op.getContext(),
                                 builder.getStringAttr(stateControl), from, to);
  Update rest, arguments;
  splitUpdate(move, rest, arguments);
  UpdateAttr update;
  if (!rest.empty())
    update = UpdateAttr::get(op.getContext(), rest);
  builder.create<sts::TransitionOp>(
      move.getLoc(), move.getLabelAttr(), /*params=*/ArrayAttr(),
      builder.getArrayAttr(step), move.getGuardAttr(), update,
      /*origin=*/ArrayAttr());
}

void TestCaseLoader::buildDeadlines() {
  unsigned next = moveOps.size();
  for (auto [state, result] : llvm::zip_equal(stateOps, test->states)) {
    if (!state.getDeadline())
      continue;
    StringAttr name = state.getSymNameAttr();
    auto stay = sts::MoveAttr::get(
        op.getContext(), builder.getStringAttr(stateControl), name, name);
    builder.create<sts::TransitionOp>(
        state.getLoc(), /*label=*/StringAttr(), /*params=*/ArrayAttr(),
        builder.getArrayAttr(stay), state.getDeadlineAttr(), UpdateAttr(),
        /*origin=*/ArrayAttr());
    result.stay = next++;
  }
}

LogicalResult TestCaseLoader::buildSystem() {
  // Only the loader sees the module: what it leaves behind are the attributes.
  OwningOpRef<ModuleOp> module = ModuleOp::create(op.getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  auto system = builder.create<sts::SystemOp>(op.getLoc(), op.getSymName(),
                                              /*sync=*/false, /*dense=*/true,
                                              StringAttr());
  builder.setInsertionPointToStart(&system.getBody().emplaceBlock());
  for (Operation &each : op.getBody().front())
    if (isa<LabelOp, ClockOp, VarOp>(each))
      builder.clone(each);
  SmallVector<Attribute> names;
  for (test::StateOp state : stateOps)
    names.push_back(state.getSymNameAttr());
  builder.create<sts::ControlOp>(
      op.getLoc(), builder.getStringAttr(stateControl),
      builder.getArrayAttr(names), op.getInitialAttr().getAttr(),
      /*accepting=*/ArrayAttr(), /*environment=*/UnitAttr());
  for (test::MoveOp move : moveOps)
    buildTransition(move);
  buildDeadlines();
  FailureOr<std::unique_ptr<System>> loaded = System::load(system);
  if (failed(loaded))
    return failure();
  test->system = std::move(*loaded);
  return success();
}

void TestCaseLoader::finishStates() {
  ExprContext &context = test->system->getExprContext();
  for (auto [state, result] : llvm::zip_equal(stateOps, test->states)) {
    if (!state.getDeadline())
      continue;
    Expr deadline = context.import(state.getDeadline()->getExpr());
    result.deadline = splitCondition(deadline, *test->system);
  }
}

void TestCaseLoader::finishMoves() {
  ExprContext &context = test->system->getExprContext();
  for (auto [move, result] : llvm::zip_equal(moveOps, test->moves)) {
    if (move.getLabel())
      result.label = test->system->lookupLabel(*move.getLabel());
    if (move.getKind() != test::MoveKind::Send)
      continue;
    Update rest, arguments;
    splitUpdate(move, rest, arguments);
    LabelOp label = labels.lookup(*move.getLabel());
    result.arguments.resize(label.getNumParams());
    for (const Assignment &each : arguments)
      for (unsigned i = 0, e = label.getNumParams(); i < e; ++i)
        if (label.getParam(i).getName() == each.target.getName())
          result.arguments[i] = context.import(each.value);
  }
}

FailureOr<std::unique_ptr<TestCase>> TestCaseLoader::load() {
  test->name = op.getSymName();
  if (op.getDoc())
    test->doc = *op.getDoc();
  readStrings(op.getMutants(), test->mutants);
  readStrings(op.getStems(), test->stems);
  for (auto label : op.getOps<LabelOp>())
    labels[label.getName()] = label;
  readStates();
  readMoves();
  if (failed(buildSystem()))
    return failure();
  finishStates();
  finishMoves();
  return std::move(test);
}

FailureOr<std::unique_ptr<TestCase>> TestCase::load(test::CaseOp op) {
  if (!test::isSynchronous(op))
    return TestCaseLoader(op).load();
  // What the test refers to are attributes, which outlive the module.
  OwningOpRef<ModuleOp> module = ModuleOp::create(op.getLoc());
  OpBuilder builder(op.getContext());
  builder.setInsertionPointToEnd(module->getBody());
  FailureOr<test::CaseOp> lowered = test::lowerSteps(op, builder);
  if (failed(lowered))
    return failure();
  FailureOr<std::unique_ptr<TestCase>> result = TestCaseLoader(*lowered).load();
  if (succeeded(result))
    (*result)->sync = true;
  return result;
}
