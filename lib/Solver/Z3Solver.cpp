//===- Z3Solver.cpp - Z3 in the process -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only file that sees Z3. Every handle is reference-counted by an owner
// that frees it, and no error of the library ends the process.
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"
#include "tioga/Solver/SMTLib.h"
#include "tioga/Solver/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include <z3.h>

using namespace tioga;
using namespace tioga::smt;

namespace {

/// A Z3 context with the terms that were translated into it.
class Z3Terms {
public:
  Z3Terms();
  ~Z3Terms();
  Z3Terms(const Z3Terms &) = delete;
  Z3Terms &operator=(const Z3Terms &) = delete;

  Z3_context get() const { return context; }
  Z3_ast translate(Term term);
  /// Empty if nothing went wrong since the last call.
  std::string takeError();

private:
  Z3_ast make(Term term);
  Z3_ast makeNumber(Term term);
  Z3_ast makeCall(Term term);
  Z3_ast makeQuantified(Term term);
  Z3_ast makeOperator(TermKind kind, llvm::ArrayRef<Z3_ast> operands);
  Z3_sort getSort(Sort sort);

  Z3_context context;
  llvm::DenseMap<Term, Z3_ast> translated;
  std::string error;
};

class Z3Solver : public Solver {
public:
  explicit Z3Solver(SolverOptions options) : Solver(std::move(options)) {}
  ~Z3Solver() override { reset(); }

  std::optional<Rational> getValue(Term symbol) override;
  std::vector<std::string> getCore() override;

protected:
  CheckResult checkImpl(llvm::ArrayRef<Term> assumptions) override;
  void statementAdded(const Statement &statement) override;
  void popped() override;

private:
  void start();
  void reset();
  void send(const Statement &statement);
  CheckResult explain(Z3_lbool answer);

  Z3Terms terms;
  Z3_solver solver = nullptr;
  Z3_model model = nullptr;
  LogicFinder logic;
  /// Whether the solver was made for formulas with quantifiers.
  /// The logic that the solver was made for: it may know no other.
  std::string started;
  /// Names of tracked assertions and assumptions, by their literals.
  llvm::DenseMap<Z3_ast, std::string> tracked;
};

} // namespace

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

Z3Terms::Z3Terms() {
  Z3_config config = Z3_mk_config();
  context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  // Without a handler the library prints and ends the process.
  Z3_set_error_handler(context, [](Z3_context, Z3_error_code) {});
}

Z3Terms::~Z3Terms() {
  for (auto [term, ast] : translated)
    Z3_dec_ref(context, ast);
  Z3_del_context(context);
}

std::string Z3Terms::takeError() {
  Z3_error_code code = Z3_get_error_code(context);
  std::string result = std::move(error);
  error.clear();
  if (result.empty() && code != Z3_OK)
    result = Z3_get_error_msg(context, code);
  return result;
}

Z3_ast Z3Terms::translate(Term term) {
  auto found = translated.find(term);
  if (found != translated.end())
    return found->second;
  Z3_ast ast = make(term);
  if (!ast) {
    error = takeError();
    ast = Z3_mk_true(context);
  }
  Z3_inc_ref(context, ast);
  translated[term] = ast;
  return ast;
}

Z3_sort Z3Terms::getSort(Sort sort) {
  switch (sort) {
  case Sort::Bool:
    return Z3_mk_bool_sort(context);
  case Sort::Int:
    return Z3_mk_int_sort(context);
  case Sort::Real:
    return Z3_mk_real_sort(context);
  }
  llvm_unreachable("all sorts are translated");
}

Z3_ast Z3Terms::makeNumber(Term term) {
  Rational value = term.getNumber();
  std::string text = std::to_string(value.getNumerator());
  if (!value.isInteger())
    text += "/" + std::to_string(value.getDenominator());
  return Z3_mk_numeral(context, text.c_str(), getSort(term.getSort()));
}

/// A call is replaced by the body with the arguments in place, as solvers that
/// read the text do.
Z3_ast Z3Terms::makeCall(Term term) {
  const Function &function = term.getFunction();
  Z3_ast body = translate(function.body);
  llvm::SmallVector<Z3_ast> from, to;
  for (auto [param, argument] :
       llvm::zip(function.params, term.getOperands())) {
    if (param == argument)
      continue;
    from.push_back(translate(param));
    to.push_back(translate(argument));
  }
  if (from.empty())
    return body;
  return Z3_substitute(context, body, from.size(), from.data(), to.data());
}

Z3_ast Z3Terms::makeQuantified(Term term) {
  llvm::SmallVector<Z3_app> bound;
  for (Term symbol : term.getOperands().drop_back())
    bound.push_back(Z3_to_app(context, translate(symbol)));
  Z3_ast body = translate(term.getOperands().back());
  auto make =
      term.is(TermKind::Forall) ? Z3_mk_forall_const : Z3_mk_exists_const;
  return make(context, 0, bound.size(), bound.data(), 0, nullptr, body);
}

Z3_ast Z3Terms::makeOperator(TermKind kind, llvm::ArrayRef<Z3_ast> operands) {
  Z3_ast first = operands.front(), last = operands.back();
  unsigned count = operands.size();
  switch (kind) {
  case TermKind::Not:
    return Z3_mk_not(context, first);
  case TermKind::And:
    return Z3_mk_and(context, count, operands.data());
  case TermKind::Or:
    return Z3_mk_or(context, count, operands.data());
  case TermKind::Implies:
    return Z3_mk_implies(context, first, last);
  case TermKind::Ite:
    return Z3_mk_ite(context, first, operands[1], last);
  case TermKind::Eq:
    return Z3_mk_eq(context, first, last);
  case TermKind::Lt:
    return Z3_mk_lt(context, first, last);
  case TermKind::Le:
    return Z3_mk_le(context, first, last);
  case TermKind::Gt:
    return Z3_mk_gt(context, first, last);
  case TermKind::Ge:
    return Z3_mk_ge(context, first, last);
  case TermKind::Add:
    return Z3_mk_add(context, count, operands.data());
  case TermKind::Sub:
    return Z3_mk_sub(context, count, operands.data());
  case TermKind::Neg:
    return Z3_mk_unary_minus(context, first);
  case TermKind::Mul:
    return Z3_mk_mul(context, count, operands.data());
  case TermKind::Div:
  case TermKind::IntDiv:
    return Z3_mk_div(context, first, last);
  case TermKind::Mod:
    return Z3_mk_mod(context, first, last);
  case TermKind::ToReal:
    return Z3_mk_int2real(context, first);
  default:
    llvm_unreachable("leaves, calls and quantifiers are made elsewhere");
  }
}

Z3_ast Z3Terms::make(Term term) {
  switch (term.getKind()) {
  case TermKind::Bool:
    return term.getBool() ? Z3_mk_true(context) : Z3_mk_false(context);
  case TermKind::Number:
    return makeNumber(term);
  case TermKind::Symbol: {
    std::string name = term.getName().str();
    return Z3_mk_const(context, Z3_mk_string_symbol(context, name.c_str()),
                       getSort(term.getSort()));
  }
  case TermKind::Apply:
    return makeCall(term);
  case TermKind::Forall:
  case TermKind::Exists:
    return makeQuantified(term);
  default:
    break;
  }
  llvm::SmallVector<Z3_ast> operands;
  for (Term operand : term.getOperands())
    operands.push_back(translate(operand));
  return makeOperator(term.getKind(), operands);
}

//===----------------------------------------------------------------------===//
// Solver
//===----------------------------------------------------------------------===//

void Z3Solver::reset() {
  if (model)
    Z3_model_dec_ref(terms.get(), model);
  if (solver)
    Z3_solver_dec_ref(terms.get(), solver);
  model = nullptr;
  solver = nullptr;
}

/// The procedure for the logic preprocesses what is asked at once and decides
/// alternating quantifiers; asked step by step, it is the general one.
void Z3Solver::start() {
  started = logic.getName();
  Z3_context context = terms.get();
  solver = Z3_mk_solver_for_logic(
      context, Z3_mk_string_symbol(context, started.c_str()));
  // Not all names of SMT-LIB are known.
  if (!solver)
    solver = Z3_mk_solver(context);
  Z3_solver_inc_ref(context, solver);
  Z3_params params = Z3_mk_params(context);
  Z3_params_inc_ref(context, params);
  // Signals are for InterruptScope.
  Z3_params_set_bool(context, params, Z3_mk_string_symbol(context, "ctrl_c"),
                     false);
  if (options.timeout)
    Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "timeout"),
                       options.timeout);
  Z3_solver_set_params(context, solver, params);
  Z3_params_dec_ref(context, params);
  for (const Statement &statement : statements)
    send(statement);
}

void Z3Solver::statementAdded(const Statement &statement) {
  if (statement.kind == Statement::Kind::Define)
    logic.add(statement.function->body);
  if (statement.kind == Statement::Kind::Assert)
    logic.add(statement.term);
  if (solver && logic.getName() != started)
    reset(); // The next check starts over.
  else if (solver)
    send(statement);
}

void Z3Solver::send(const Statement &statement) {
  if (statement.kind == Statement::Kind::Push)
    Z3_solver_push(terms.get(), solver);
  if (statement.kind != Statement::Kind::Assert)
    return;
  Z3_ast ast = terms.translate(statement.term);
  if (!options.cores || statement.name.empty()) {
    Z3_solver_assert(terms.get(), solver, ast);
    return;
  }
  Z3_symbol name = Z3_mk_string_symbol(terms.get(), statement.name.c_str());
  Z3_ast literal = Z3_mk_const(terms.get(), name, Z3_mk_bool_sort(terms.get()));
  Z3_solver_assert_and_track(terms.get(), solver, ast, literal);
  tracked[literal] = statement.name;
}

void Z3Solver::popped() {
  if (solver)
    Z3_solver_pop(terms.get(), solver, 1);
}

CheckResult Z3Solver::explain(Z3_lbool answer) {
  Z3_context context = terms.get();
  if (answer == Z3_L_TRUE) {
    model = Z3_solver_get_model(context, solver);
    Z3_model_inc_ref(context, model);
    return {Status::Sat, ""};
  }
  if (answer == Z3_L_FALSE)
    return {Status::Unsat, ""};
  CheckResult result;
  result.reason = Z3_solver_get_reason_unknown(context, solver);
  if (areSolversInterrupted())
    result.reason = "interrupted";
  else if (result.reason == "canceled" && options.timeout)
    result.reason = "timeout";
  return result;
}

CheckResult Z3Solver::checkImpl(llvm::ArrayRef<Term> assumptions) {
  Z3_context context = terms.get();
  if (!solver)
    start();
  if (model)
    Z3_model_dec_ref(context, model);
  model = nullptr;
  llvm::SmallVector<Z3_ast> literals;
  for (Term assumption : assumptions) {
    Z3_ast literal = terms.translate(assumption);
    literals.push_back(literal);
    Term symbol =
        assumption.is(TermKind::Not) ? assumption.getOperand(0) : assumption;
    tracked[literal] = symbol.getName().str();
  }
  if (std::string error = terms.takeError(); !error.empty())
    return {Status::Unknown, error};
  RunningQuery running([context] { Z3_interrupt(context); });
  // An interrupt that came before the registration must not be lost.
  if (areSolversInterrupted())
    return {Status::Unknown, "interrupted"};
  Z3_lbool answer = Z3_solver_check_assumptions(
      context, solver, literals.size(), literals.data());
  return explain(answer);
}

std::optional<Rational> Z3Solver::getValue(Term symbol) {
  assert(model && "the last answer was not sat");
  Z3_context context = terms.get();
  Z3_ast value = nullptr;
  if (!Z3_model_eval(context, model, terms.translate(symbol),
                     /*model_completion=*/true, &value))
    return std::nullopt;
  Z3_inc_ref(context, value);
  std::optional<Rational> result;
  int64_t numerator, denominator;
  if (symbol.getSort() == Sort::Bool)
    result = Rational(Z3_get_bool_value(context, value) == Z3_L_TRUE);
  else if (Z3_is_numeral_ast(context, value) &&
           Z3_get_numeral_rational_int64(context, value, &numerator,
                                         &denominator))
    result = Rational::get(numerator, denominator);
  Z3_dec_ref(context, value);
  return result;
}

std::vector<std::string> Z3Solver::getCore() {
  std::vector<std::string> names;
  Z3_ast_vector core = Z3_solver_get_unsat_core(terms.get(), solver);
  Z3_ast_vector_inc_ref(terms.get(), core);
  for (unsigned i = 0; i < Z3_ast_vector_size(terms.get(), core); ++i) {
    auto found = tracked.find(Z3_ast_vector_get(terms.get(), core, i));
    if (found != tracked.end())
      names.push_back(found->second);
  }
  Z3_ast_vector_dec_ref(terms.get(), core);
  llvm::sort(names);
  return names;
}

std::unique_ptr<Solver> smt::createZ3Solver(TermContext &,
                                            SolverOptions options) {
  return std::make_unique<Z3Solver>(std::move(options));
}

std::string smt::getZ3Version() {
  unsigned major, minor, build, revision;
  Z3_get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(build);
}
