//===- SolverTest.cpp - Evaluation against SMT solvers ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our evaluator is the reference for everything else; here it is compared with
// two programs that were written by others from the SMT-LIB standard.
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <z3.h>

using namespace tioga;

//===----------------------------------------------------------------------===//
// SMT-LIB
//===----------------------------------------------------------------------===//

namespace {

enum class Sort { Bool, Int, Real };

/// Prints Booleans and numbers; names are replaced by their values. Sorts are
/// strict in SMT-LIB: where a real is needed, integers get a `to_real`.
class SMTLibPrinter {
public:
  SMTLibPrinter(Environment environment, llvm::raw_ostream &os)
      : environment(environment), os(os) {}

  void print(Expr expr) { print(expr, getSort(expr)); }
  /// `(= expr value)`
  void printEquation(Expr expr, const Value &value);

private:
  Sort getSort(Expr expr);
  Sort getJoinedSort(llvm::ArrayRef<Expr> operands);
  void print(Expr expr, Sort wanted);
  void printValue(const Value &value, Sort wanted);
  void printNumber(Rational value, Sort wanted);
  void printCall(llvm::StringRef function, llvm::ArrayRef<Expr> operands,
                 Sort wanted);
  void printBuiltin(Expr expr, Sort wanted);
  const Value &getValue(Expr name) {
    return *environment(name.getName(), name.isPrimed());
  }

  Environment environment;
  llvm::raw_ostream &os;
};

} // namespace

static llvm::StringRef getFunction(ExprKind kind) {
  switch (kind) {
  case ExprKind::Not:
    return "not";
  case ExprKind::And:
    return "and";
  case ExprKind::Or:
    return "or";
  case ExprKind::Implies:
    return "=>";
  case ExprKind::Iff:
  case ExprKind::Eq:
    return "=";
  case ExprKind::Ne:
    return "distinct";
  case ExprKind::Lt:
    return "<";
  case ExprKind::Le:
    return "<=";
  case ExprKind::Gt:
    return ">";
  case ExprKind::Ge:
    return ">=";
  case ExprKind::Add:
    return "+";
  case ExprKind::Sub:
  case ExprKind::Neg:
    return "-";
  case ExprKind::Mul:
    return "*";
  case ExprKind::Div:
    return "/";
  case ExprKind::IntDiv:
    return "div";
  case ExprKind::Mod:
    return "mod";
  default:
    return "unsupported";
  }
}

Sort SMTLibPrinter::getJoinedSort(llvm::ArrayRef<Expr> operands) {
  Sort sort = getSort(operands.front());
  for (Expr operand : operands)
    if (getSort(operand) == Sort::Real)
      return Sort::Real;
  return sort;
}

Sort SMTLibPrinter::getSort(Expr expr) {
  switch (expr.getKind()) {
  case ExprKind::IntLit:
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    return Sort::Int;
  case ExprKind::RealLit:
  case ExprKind::Div:
    return Sort::Real;
  case ExprKind::Name: {
    const Value &value = getValue(expr);
    if (value.is(Value::Kind::Bool))
      return Sort::Bool;
    // x and y are reals whatever they hold.
    bool isReal = expr.getName() == "x" || expr.getName() == "y";
    return isReal ? Sort::Real : Sort::Int;
  }
  case ExprKind::If:
    return getJoinedSort(expr.getOperands().drop_front());
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Neg:
  case ExprKind::Mul:
  case ExprKind::Call:
    return getJoinedSort(expr.getOperands());
  default:
    return Sort::Bool;
  }
}

void SMTLibPrinter::printNumber(Rational value, Sort wanted) {
  llvm::StringRef point = wanted == Sort::Real ? ".0" : "";
  if (value.isNegative())
    os << "(- ";
  if (!value.isInteger())
    os << "(/ ";
  os << (value.isNegative() ? -value.getNumerator() : value.getNumerator())
     << point;
  if (!value.isInteger())
    os << ' ' << value.getDenominator() << point << ')';
  if (value.isNegative())
    os << ')';
}

void SMTLibPrinter::printValue(const Value &value, Sort wanted) {
  if (value.is(Value::Kind::Bool))
    os << (value.getBool() ? "true" : "false");
  else
    printNumber(value.getNumber(), wanted);
}

void SMTLibPrinter::printCall(llvm::StringRef function,
                              llvm::ArrayRef<Expr> operands, Sort wanted) {
  os << '(' << function;
  for (Expr operand : operands) {
    os << ' ';
    print(operand, wanted);
  }
  os << ')';
}

void SMTLibPrinter::printBuiltin(Expr expr, Sort wanted) {
  Expr left = expr.getOperand(0);
  Expr right = expr.getOperand(expr.getNumOperands() - 1);
  os << "(ite ";
  switch (expr.getBuiltin()) {
  case Builtin::Min:
    printCall("<=", {left, right}, wanted);
    break;
  case Builtin::Max:
    printCall(">=", {left, right}, wanted);
    break;
  default:
    os << "(>= ";
    print(left, wanted);
    os << (wanted == Sort::Real ? " 0.0)" : " 0)");
    break;
  }
  os << ' ';
  print(left, wanted);
  os << ' ';
  if (expr.getBuiltin() == Builtin::Abs)
    printCall("-", {left}, wanted);
  else
    print(right, wanted);
  os << ')';
}

void SMTLibPrinter::print(Expr expr, Sort wanted) {
  Sort sort = getSort(expr);
  if (sort == Sort::Int && wanted == Sort::Real) {
    os << "(to_real ";
    print(expr, Sort::Int);
    os << ')';
    return;
  }
  switch (expr.getKind()) {
  case ExprKind::BoolLit:
    os << (expr.getBool() ? "true" : "false");
    return;
  case ExprKind::IntLit:
  case ExprKind::RealLit:
    return printNumber(expr.getNumber(), wanted);
  case ExprKind::Name:
    return printValue(getValue(expr), wanted);
  case ExprKind::If:
    os << "(ite ";
    print(expr.getOperand(0), Sort::Bool);
    os << ' ';
    print(expr.getOperand(1), wanted);
    os << ' ';
    print(expr.getOperand(2), wanted);
    os << ')';
    return;
  case ExprKind::Call:
    return printBuiltin(expr, wanted);
  default: {
    // The operands of `/` are reals, those of a comparison agree.
    Sort operandSort =
        expr.is(ExprKind::Div) ? Sort::Real : getJoinedSort(expr.getOperands());
    return printCall(getFunction(expr.getKind()), expr.getOperands(),
                     operandSort);
  }
  }
}

void SMTLibPrinter::printEquation(Expr expr, const Value &value) {
  os << "(= ";
  print(expr);
  os << ' ';
  printValue(value, getSort(expr));
  os << ')';
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

namespace {
struct Case {
  std::string expr;
  std::string equation;
};
} // namespace

/// Random defined expressions with their values. Division is by anything that
/// is not zero where it is evaluated.
static std::vector<Case> getCases(unsigned seed, unsigned count) {
  std::mt19937_64 random(seed);
  ExprContext context;
  test::RandomExpr generator(context, random, /*collections=*/false);
  std::vector<Case> cases;
  while (cases.size() < count) {
    test::RandomEnvironment environment(random);
    auto type = test::Type(random() % 3);
    Expr expr = generator.get(type, 5);
    EvalResult result = evaluate(expr, environment);
    if (!result)
      continue;
    Case next;
    next.expr = expr.str();
    llvm::raw_string_ostream os(next.equation);
    // Names of paths are looked up in the record.
    llvm::StringMap<Value> fields;
    auto lookup = [&](llvm::StringRef name, bool primed) -> const Value * {
      if (!name.contains('.'))
        return environment(name, primed);
      return environment(name.split('.').first, primed)
          ->lookupField(name.split('.').second);
    };
    SMTLibPrinter(lookup, os).printEquation(expr, result.value);
    cases.push_back(std::move(next));
  }
  return cases;
}

TEST(Solver, EvaluationAgreesWithZ3) {
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(context, [](Z3_context, Z3_error_code) {});
  for (const Case &next : getCases(1, 3000)) {
    std::string text = "(assert " + next.equation + ")";
    Z3_ast_vector parsed = Z3_parse_smtlib2_string(
        context, text.c_str(), 0, nullptr, nullptr, 0, nullptr, nullptr);
    ASSERT_EQ(Z3_get_error_code(context), Z3_OK)
        << Z3_get_error_msg(context, Z3_get_error_code(context)) << text;
    Z3_ast_vector_inc_ref(context, parsed);
    // `true` alone may be dropped as trivial.
    for (unsigned i = 0; i < Z3_ast_vector_size(context, parsed); ++i) {
      Z3_ast simple =
          Z3_simplify(context, Z3_ast_vector_get(context, parsed, i));
      EXPECT_EQ(Z3_get_bool_value(context, simple), Z3_L_TRUE)
          << next.expr << '\n'
          << text;
    }
    Z3_ast_vector_dec_ref(context, parsed);
  }
  Z3_del_context(context);
}

/// The first line that the solver prints for the text.
static std::string runCVC5(llvm::StringRef program, llvm::StringRef text) {
  llvm::SmallString<128> input, output;
  int inputFile;
  if (llvm::sys::fs::createTemporaryFile("expr", "smt2", inputFile, input) ||
      llvm::sys::fs::createTemporaryFile("expr", "out", output))
    return "no temporary file";
  llvm::FileRemover removeInput(input), removeOutput(output);
  llvm::raw_fd_ostream(inputFile, /*shouldClose=*/true) << text;
  std::optional<llvm::StringRef> redirects[] = {
      llvm::StringRef(""), llvm::StringRef(output), llvm::StringRef(output)};
  llvm::sys::ExecuteAndWait(program, {program, "--tlimit=20000", input},
                            std::nullopt, redirects);
  auto buffer = llvm::MemoryBuffer::getFile(output);
  if (!buffer)
    return "no output";
  return (*buffer)->getBuffer().split('\n').first.str();
}

TEST(Solver, EvaluationAgreesWithCVC5) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("cvc5");
  if (!program)
    GTEST_SKIP() << "cvc5 is not installed";
  std::string text = "(set-logic ALL)\n";
  std::vector<Case> cases = getCases(2, 400);
  for (const Case &next : cases)
    text += "(assert " + next.equation + ")\n";
  EXPECT_EQ(runCVC5(*program, text + "(check-sat)\n"), "sat");
  // One wrong value among the right ones is noticed.
  text += "(assert (not " + cases[cases.size() / 2].equation + "))\n";
  EXPECT_EQ(runCVC5(*program, text + "(check-sat)\n"), "unsat");
}
