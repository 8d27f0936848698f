//===- LowerSteps.cpp - Steps as messages -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Test/IR/LowerSteps.h"
#include "mlir/IR/Builders.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::test;

bool tioga::test::isSynchronous(CaseOp test) {
  return llvm::any_of(test.getOps<MoveOp>(), [](MoveOp move) {
    return move.getKind() == MoveKind::Step;
  });
}

namespace {

class StepLowering {
public:
  StepLowering(CaseOp test, OpBuilder &builder)
      : test(test), builder(builder), substitution(context) {}

  FailureOr<CaseOp> lower();

private:
  LogicalResult check();
  void chooseNames();
  /// Says what stands for the old and the new value of each variable.
  void nameValues();
  void declare();
  void declareLabel(StringRef name, LabelKind kind, ArrayRef<VarOp> params);
  void declareMemory(StringRef name, VarOp variable);
  void lowerState(StateOp state, ArrayRef<MoveOp> moves);
  void lowerMove(MoveOp move, FlatSymbolRefAttr source);
  bool isRemembered(const std::string &name) const {
    return memory.contains(name);
  }
  FlatSymbolRefAttr getState(const Twine &name) {
    return FlatSymbolRefAttr::get(builder.getContext(), name.str());
  }

  CaseOp test;
  OpBuilder &builder;
  ExprContext context;
  Substitution substitution;
  SmallVector<VarOp> inputs, outputs;
  llvm::MapVector<Attribute, SmallVector<MoveOp, 2>> steps;
  bool isMonitor = false;
  std::string last = "last_", now = "now_", clock = "t";
  std::string late = "no_answer", answer = "_answer";
  /// Variables that guards read.
  llvm::StringSet<> memory;
};

} // namespace

/// All steps from a state have the same inputs: the tester chooses them.
LogicalResult StepLowering::check() {
  unsigned numSteps = 0, numPassive = 0;
  for (auto move : test.getOps<MoveOp>()) {
    if (move.getKind() != MoveKind::Step)
      return move.emitOpError("is no 'step', but others of this test are");
    ++numSteps;
    numPassive += !move.getUpdateAttr();
    steps[move.getSourceAttr().getAttr()].push_back(move);
  }
  isMonitor = numSteps == numPassive && !inputs.empty();
  for (auto &[state, moves] : steps)
    for (MoveOp move : moves)
      if (move.getUpdateAttr() != moves.front().getUpdateAttr())
        return move.emitOpError("sets other inputs than another step from ")
               << move.getSourceAttr();
  for (auto &[state, moves] : steps) {
    if (isMonitor || inputs.empty())
      continue;
    for (VarOp input : inputs) {
      UpdateAttr update = moves.front().getUpdateAttr();
      bool isSet =
          update &&
          llvm::any_of(update.getAssignments(), [&](const Assignment &each) {
            return each.target.getName() == input.getName();
          });
      if (!isSet)
        return moves.front().emitOpError("does not set the input '")
               << input.getName() << "'";
    }
  }
  return success();
}

/// Names that nothing in the test has.
void StepLowering::chooseNames() {
  auto isTaken = [&](StringRef prefix, bool whole) {
    return llvm::any_of(test.getOps<VarOp>(), [&](VarOp variable) {
      return whole ? variable.getName() == prefix
                   : variable.getName().starts_with(prefix);
    });
  };
  while (isTaken(last, false))
    last += '_';
  while (isTaken(now, false))
    now += '_';
  while (isTaken(clock, true))
    clock += '_';
  SymbolTable states(test);
  while (states.lookup(late))
    late += '_';
  for (auto state : test.getOps<StateOp>())
    while (states.lookup((state.getSymName() + answer).str()))
      answer += '_';
}

void StepLowering::nameValues() {
  llvm::SetVector<Expr> mentioned;
  for (auto move : test.getOps<MoveOp>())
    if (move.getGuardAttr())
      collectNames(context.import(move.getGuardAttr().getExpr()), mentioned);
  for (Expr name : mentioned) {
    std::string variable = name.getName().str();
    bool isInput = llvm::any_of(
        inputs, [&](VarOp input) { return input.getName() == variable; });
    std::string meaning = variable;
    if (!name.isPrimed())
      meaning = last + variable;
    else if (isInput && !isMonitor)
      meaning = now + variable;
    substitution.set(name, context.getName(meaning));
    if (meaning == variable)
      continue;
    memory.insert(meaning);
    // What is to be the old value is read when it is new.
    if (!name.isPrimed() && isInput && !isMonitor)
      memory.insert(now + variable);
  }
}

void StepLowering::declareLabel(StringRef name, LabelKind kind,
                                ArrayRef<VarOp> params) {
  SmallVector<Attribute> list;
  for (VarOp param : params)
    list.push_back(ParamAttr::get(builder.getContext(), param.getNameAttr(),
                                  param.getType()));
  builder.create<LabelOp>(
      test.getLoc(), builder.getStringAttr(name),
      LabelKindAttr::get(builder.getContext(), kind),
      list.empty() ? ArrayAttr() : builder.getArrayAttr(list),
      /*broadcast=*/UnitAttr(), /*urgent=*/UnitAttr(), /*channel=*/StringAttr(),
      /*doc=*/StringAttr());
}

void StepLowering::declareMemory(StringRef name, VarOp variable) {
  if (isRemembered(name.str()))
    builder.create<VarOp>(variable.getLoc(),
                          OwnerAttr::get(builder.getContext(), Owner::State),
                          builder.getStringAttr(name), variable.getTypeAttr(),
                          /*init=*/ExprAttr(), /*doc=*/StringAttr());
}

void StepLowering::declare() {
  SmallVector<VarOp> all(inputs);
  all.append(outputs.begin(), outputs.end());
  if (!isMonitor) {
    declareLabel(stepLabel, LabelKind::Input, inputs);
    builder.create<ClockOp>(test.getLoc(), builder.getStringAttr(clock),
                            StringAttr());
  }
  declareLabel(answerLabel, LabelKind::Output, isMonitor ? all : outputs);
  for (VarOp variable : all) {
    declareMemory(now + variable.getName().str(), variable);
    declareMemory(last + variable.getName().str(), variable);
  }
}

/// The answer to a step; what will be old then is kept.
void StepLowering::lowerMove(MoveOp move, FlatSymbolRefAttr source) {
  Update update;
  for (ArrayRef<VarOp> variables : {ArrayRef(inputs), ArrayRef(outputs)})
    for (VarOp variable : variables) {
      std::string name = variable.getName().str();
      if (!isRemembered(last + name))
        continue;
      bool isSent = variable.getOwner() == Owner::Input && !isMonitor;
      update.push_back({context.getName(last + name),
                        context.getName(isSent ? now + name : name)});
    }
  ExprAttr guard;
  if (move.getGuardAttr())
    guard = ExprAttr::get(
        builder.getContext(),
        substitution.apply(context.import(move.getGuardAttr().getExpr())));
  builder.create<MoveOp>(
      move.getLoc(), source, move.getTargetAttr(),
      MoveKindAttr::get(builder.getContext(), MoveKind::Expect),
      builder.getStringAttr(answerLabel), guard,
      update.empty() ? UpdateAttr()
                     : UpdateAttr::get(builder.getContext(), update),
      move.getOriginAttr());
}

void StepLowering::lowerState(StateOp state, ArrayRef<MoveOp> moves) {
  MoveOp first = moves.front();
  FlatSymbolRefAttr source = first.getSourceAttr();
  if (isMonitor) {
    for (MoveOp move : moves)
      lowerMove(move, source);
    return;
  }
  FlatSymbolRefAttr waiting = getState(state.getSymName() + answer);
  Update update = {{context.getName(clock), context.getInt(0)}};
  if (UpdateAttr inputsAttr = first.getUpdateAttr())
    for (const Assignment &each : inputsAttr.getAssignments()) {
      Expr target = context.import(each.target);
      Expr value = context.import(each.value);
      update.push_back({target, value});
      std::string name = now + target.getName().str();
      if (isRemembered(name))
        update.push_back({context.getName(name), value});
    }
  builder.create<MoveOp>(
      first.getLoc(), source, waiting,
      MoveKindAttr::get(builder.getContext(), MoveKind::Send),
      builder.getStringAttr(stepLabel), ExprAttr(),
      UpdateAttr::get(builder.getContext(), update), StringAttr());
  for (MoveOp move : moves)
    lowerMove(move, waiting);
}

FailureOr<CaseOp> StepLowering::lower() {
  for (auto variable : test.getOps<VarOp>())
    (variable.getOwner() == Owner::Input ? inputs : outputs)
        .push_back(variable);
  if (failed(check()))
    return failure();
  chooseNames();
  nameValues();
  auto lowered = cast<CaseOp>(test->cloneWithoutRegions());
  builder.insert(lowered);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&lowered.getBody().emplaceBlock());
  declare();
  Expr inTime =
      context.get(ExprKind::Le, context.getName(clock), context.getInt(1));
  for (auto state : test.getOps<StateOp>()) {
    builder.clone(*state);
    if (isMonitor || !steps.contains(state.getSymNameAttr()))
      continue;
    builder.create<StateOp>(
        state.getLoc(), builder.getStringAttr(state.getSymName() + answer),
        VerdictAttr(), ExprAttr::get(builder.getContext(), inTime),
        getState(late), StringAttr());
  }
  if (!isMonitor)
    builder.create<StateOp>(
        test.getLoc(), builder.getStringAttr(late),
        VerdictAttr::get(builder.getContext(), Verdict::Fail), ExprAttr(),
        FlatSymbolRefAttr(),
        builder.getStringAttr("there is no answer to the inputs"));
  for (auto state : test.getOps<StateOp>())
    if (auto found = steps.find(state.getSymNameAttr()); found != steps.end())
      lowerState(state, found->second);
  return lowered;
}

FailureOr<CaseOp> tioga::test::lowerSteps(CaseOp test, OpBuilder &builder) {
  return StepLowering(test, builder).lower();
}
