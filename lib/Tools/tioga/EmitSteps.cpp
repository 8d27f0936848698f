//===- EmitSteps.cpp - tioga compile --emit=steps ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of contracts as plain text, for adapters that read nothing else: the
// inputs of each step and the outputs that are expected; if asked for, the
// hidden values of a contract that go with them.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Model.h"
#include "tioga/Dialect/Test/IR/TestOps.h"
#include "tioga/Engine/Interpreter.h"
#include "tioga/Expr/Evaluate.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {
class StepsEmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;

private:
  cl::opt<std::string> model{
      "hidden-of",
      cl::desc("A contract whose hidden values to write, with --emit=steps"),
      cl::value_desc("file[:contract]"), cl::cat(getCommandCategory())};
};

/// Follows a contract through a test: all values that it can have.
class HiddenValues {
public:
  explicit HiddenValues(const System &contract)
      : contract(contract), interpreter(contract) {
    State start;
    start.hasStarted = false;
    states.push_back(start);
  }

  mlir::LogicalResult take(test::MoveOp step);
  /// Those that what has been seen determines.
  void print(llvm::raw_ostream &os) const;

private:
  mlir::FailureOr<std::vector<Value>> getInputs(test::MoveOp step) const;
  bool allows(test::MoveOp step, const State &state) const;

  /// More states than a person would look at.
  static constexpr size_t maxStates = 10'000;

  const System &contract;
  Interpreter interpreter;
  std::vector<State> states;
};
} // namespace

//===----------------------------------------------------------------------===//
// Hidden values
//===----------------------------------------------------------------------===//

mlir::FailureOr<std::vector<Value>>
HiddenValues::getInputs(test::MoveOp step) const {
  std::vector<Value> values;
  llvm::ArrayRef<Assignment> assignments =
      step.getUpdateAttr().getAssignments();
  for (const SystemVariable &variable : contract.getVariables()) {
    if (variable.owner != Owner::Input)
      continue;
    auto found = llvm::find_if(assignments, [&](const Assignment &assignment) {
      return assignment.target.getName() == variable.getName();
    });
    if (found == assignments.end())
      return step.emitError("has no value for the input '")
             << variable.getName() << "' of '" << contract.getName() << "'";
    values.push_back(
        evaluate(found->value,
                 NameLookup([](Expr) -> const Value * { return nullptr; }))
            .value);
  }
  return values;
}

bool HiddenValues::allows(test::MoveOp step, const State &state) const {
  if (!step.getGuardAttr())
    return true;
  auto lookup = [&](llvm::StringRef name, bool primed) -> const Value * {
    for (auto [index, variable] : llvm::enumerate(contract.getVariables()))
      if (primed && variable.getName() == name)
        return &state.values[index];
    return nullptr;
  };
  EvalResult result =
      evaluateGuard(step.getGuardAttr().getExpr(), Environment(lookup));
  return result && result.value.getBool();
}

mlir::LogicalResult HiddenValues::take(test::MoveOp step) {
  mlir::FailureOr<std::vector<Value>> inputs = getInputs(step);
  if (mlir::failed(inputs))
    return mlir::failure();
  std::vector<State> next;
  for (const State &state : states) {
    Decided<SyncSteps> answers = interpreter.getSteps(state, *inputs);
    if (!answers || !answers->isComplete || next.size() > maxStates)
      return step.emitError("the hidden values of '")
             << contract.getName() << "' cannot be enumerated";
    for (SyncStep &answer : answers->steps)
      if (allows(step, answer.next) && !llvm::is_contained(next, answer.next))
        next.push_back(std::move(answer.next));
  }
  if (next.empty())
    return step.emitError("'")
           << contract.getName() << "' does not answer this step so";
  states = std::move(next);
  return mlir::success();
}

void HiddenValues::print(llvm::raw_ostream &os) const {
  for (auto [index, variable] : llvm::enumerate(contract.getVariables())) {
    const Value &value = states.front().values[index];
    auto isSame = [&, index = index](const State &state) {
      return state.values[index] == value;
    };
    if (variable.owner == Owner::Hidden && llvm::all_of(states, isSame))
      os << "HIDDEN " << variable.getName() << " = "
         << (value.is(Value::Kind::Enum) ? value.getLiteral().str()
                                         : value.str())
         << "\n";
  }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Prints a value without the name of its enumeration.
static std::string getText(Expr value) {
  std::string text = value.str();
  return llvm::StringRef(text).rsplit("::").second.empty()
             ? text
             : llvm::StringRef(text).rsplit("::").second.str();
}

/// `x'`, `!x'` and `x' == value` say what an output is; anything else is
/// printed as a condition.
static void printExpected(Expr condition, llvm::raw_ostream &os) {
  bool isTrue = !condition.is(ExprKind::Not);
  Expr name = isTrue ? condition : condition.getOperand(0);
  os << "OUTPUT ";
  if (name.is(ExprKind::Name))
    os << name.getName() << " = " << (isTrue ? "true" : "false");
  else if (condition.is(ExprKind::Eq) &&
           condition.getOperand(0).is(ExprKind::Name))
    os << condition.getOperand(0).getName() << " = "
       << getText(condition.getOperand(1));
  else
    os << condition.str();
  os << "\n";
}

static mlir::LogicalResult printStep(test::MoveOp move, unsigned number,
                                     llvm::raw_ostream &os) {
  if (move.getKind() != test::MoveKind::Step || !move.getUpdateAttr())
    return move.emitError("only tests of contracts are written as steps");
  os << "STEP " << number << "\n";
  for (const Assignment &input : move.getUpdateAttr().getAssignments())
    os << "INPUT " << input.target.getName() << " = " << getText(input.value)
       << "\n";
  if (!move.getGuardAttr())
    return mlir::success();
  Expr guard = move.getGuardAttr().getExpr();
  if (!guard.is(ExprKind::And)) {
    printExpected(guard, os);
    return mlir::success();
  }
  for (Expr conjunct : guard.getOperands())
    printExpected(conjunct, os);
  return mlir::success();
}

/// \p contract may be null: then nothing hidden is written.
static mlir::LogicalResult printTest(test::CaseOp test, const System *contract,
                                     llvm::raw_ostream &os) {
  llvm::StringMap<test::MoveOp> moves;
  for (auto move : test.getOps<test::MoveOp>())
    if (!moves.try_emplace(move.getSource(), move).second)
      return move.emitError("a test that goes on in several ways is not "
                            "written as steps");
  os << "TEST " << test.getSymName() << "\n";
  std::optional<HiddenValues> hidden;
  if (contract)
    hidden.emplace(*contract);
  llvm::StringSet<> seen;
  std::string state = test.getInitial().str();
  for (unsigned number = 0; moves.contains(state); ++number) {
    test::MoveOp move = moves[state];
    if (!seen.insert(state).second)
      return move.emitError("a test with cycles is not written as steps");
    if (failed(printStep(move, number, os)) ||
        (hidden && failed(hidden->take(move))))
      return mlir::failure();
    if (hidden)
      hidden->print(os);
    state = move.getTarget().str();
  }
  return mlir::success();
}

int StepsEmitter::emit(const EmitRequest &request) {
  auto [path, name] = splitReference(request.input);
  mlir::OwningOpRef<mlir::ModuleOp> module = request.session.loadModule(path);
  if (!module)
    return ExitRejected;
  Session::Loaded contract;
  if (!model.empty()) {
    contract = request.session.loadSystem(model);
    if (!contract)
      return ExitRejected;
    if (!contract.system->isSync())
      return reportError("'" + model + "' is no contract");
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  bool isEmpty = true;
  for (auto test : module->getOps<test::CaseOp>()) {
    if (!name.empty() && test.getSymName() != name)
      continue;
    isEmpty = false;
    if (failed(printTest(test, contract.system.get(), stream)))
      return ExitRejected;
  }
  if (isEmpty) {
    module->emitError("there is no test to write");
    return ExitRejected;
  }
  if (failed(writeOutput(request.output,
                         [&](llvm::raw_ostream &os) { os << text; })))
    return ExitRejected;
  return ExitDone;
}

std::unique_ptr<Emitter> tioga::createStepsEmitter() {
  return std::make_unique<StepsEmitter>();
}
