//===- EmitSteps.cpp - tioga compile --emit=steps ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of contracts as plain text, for adapters that read nothing else: the
// inputs of each step and the outputs that are expected.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "tioga/Dialect/Test/IR/TestOps.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

namespace {
class StepsEmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;
};
} // namespace

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

static mlir::LogicalResult printTest(test::CaseOp test, llvm::raw_ostream &os) {
  llvm::StringMap<test::MoveOp> moves;
  for (auto move : test.getOps<test::MoveOp>())
    if (!moves.try_emplace(move.getSource(), move).second)
      return move.emitError("a test that goes on in several ways is not "
                            "written as steps");
  os << "TEST " << test.getSymName() << "\n";
  llvm::StringSet<> seen;
  std::string state = test.getInitial().str();
  for (unsigned number = 0; moves.contains(state); ++number) {
    test::MoveOp move = moves[state];
    if (!seen.insert(state).second)
      return move.emitError("a test with cycles is not written as steps");
    if (failed(printStep(move, number, os)))
      return mlir::failure();
    state = move.getTarget().str();
  }
  return mlir::success();
}

int StepsEmitter::emit(const EmitRequest &request) {
  auto [path, name] = splitReference(request.input);
  mlir::OwningOpRef<mlir::ModuleOp> module = request.session.loadModule(path);
  if (!module)
    return ExitRejected;
  std::string text;
  llvm::raw_string_ostream stream(text);
  bool isEmpty = true;
  for (auto test : module->getOps<test::CaseOp>()) {
    if (!name.empty() && test.getSymName() != name)
      continue;
    isEmpty = false;
    if (failed(printTest(test, stream)))
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
