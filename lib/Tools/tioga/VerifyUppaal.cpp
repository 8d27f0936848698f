//===- VerifyUppaal.cpp - Queries of UPPAAL models --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "RunText.h"
#include "SolverArguments.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Engine/ModelErrors.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/Frontend/ImportUppaal.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
using Answer = ReachabilityResult::Answer;
using QueryKind = UppaalQuery::Kind;

namespace {
/// Answers the queries of one model.
class UppaalVerifier {
public:
  UppaalVerifier(VerifyRequest &request, UppaalModel &model,
                 const System &system)
      : request(request), model(model), system(system) {}

  int run();

private:
  struct Outcome {
    AnswerKind answer = AnswerKind::Undecided;
    std::string reason;
    /// The run to a witness or to a counterexample, if there is one.
    std::optional<ReachabilityResult> run;
  };

  ReachabilityOptions getOptions() const;
  /// False after reporting an error of the model.
  bool checkModel();
  void reportError(llvm::ArrayRef<ModelError> errors);
  Outcome answer(const UppaalQuery &query);
  ReachabilityResult find(Expr goal);
  void print(const UppaalQuery &query, const Outcome &outcome);
  llvm::json::Object toJSON(const UppaalQuery &query, const Outcome &outcome);

  VerifyRequest &request;
  UppaalModel &model;
  const System &system;
};
} // namespace

static llvm::StringRef getText(AnswerKind answer) {
  switch (answer) {
  case AnswerKind::Holds:
    return "satisfied";
  case AnswerKind::Violated:
    return "violated";
  case AnswerKind::Undecided:
    return "undecided";
  }
  llvm_unreachable("covered switch");
}

ReachabilityOptions UppaalVerifier::getOptions() const {
  ReachabilityOptions options;
  options.maxStates = request.maxStates;
  options.timeout = std::chrono::seconds(request.timeout);
  options.threads = request.threads;
  options.isCancelled = smt::areSolversInterrupted;
  return options;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

/// Looks for an update that cannot be made: UPPAAL calls that an error.
bool UppaalVerifier::checkModel() {
  std::vector<ModelError> errors =
      getPossibleErrors(system, request.session.getContext());
  if (errors.empty())
    return true;
  // Few at a time: a condition has a limited number of alternatives.
  constexpr size_t maxConditions = 16;
  std::string reason;
  for (size_t begin = 0; begin < errors.size(); begin += maxConditions) {
    llvm::ArrayRef<ModelError> part = llvm::ArrayRef(errors).slice(
        begin, std::min(maxConditions, errors.size() - begin));
    llvm::SmallVector<Expr> conditions;
    for (const ModelError &error : part)
      conditions.push_back(error.condition);
    ReachabilityResult any =
        reach(system, system.getExprContext().getOr(conditions), getOptions());
    if (any.answer == Answer::Undecided)
      reason = any.reason;
    if (any.answer == Answer::Reachable) {
      reportError(part);
      return false;
    }
  }
  if (!reason.empty())
    mlir::emitWarning(system.getLoc())
        << "whether all updates stay within their ranges is undecided: "
        << reason;
  return true;
}

/// Reports the first of the errors, one of which happens.
void UppaalVerifier::reportError(llvm::ArrayRef<ModelError> errors) {
  for (const ModelError &error : errors) {
    ReachabilityResult result = reach(system, error.condition, getOptions());
    if (result.answer != Answer::Reachable)
      continue;
    mlir::emitError(system.getTransitions()[error.transition].loc)
        << error.description << " after this run:";
    printRun(result, system, llvm::errs());
    return;
  }
}

/// A run to a goal in which `deadlock` may occur.
ReachabilityResult UppaalVerifier::find(Expr goal) {
  ExprContext &exprs = system.getExprContext();
  Expr deadlock = exprs.getName("deadlock");
  llvm::SetVector<Expr> names;
  collectNames(goal, names);
  if (!names.contains(deadlock))
    return reach(system, goal, getOptions());
  ReachabilityResult result;
  auto alternatives = toDisjunctiveNormalForm(goal, exprs);
  if (!alternatives) {
    result.reason = "the query has too many alternatives";
    return result;
  }
  result.answer = Answer::Unreachable;
  for (llvm::ArrayRef<Expr> conjuncts : *alternatives) {
    ReachabilityOptions options = getOptions();
    llvm::SmallVector<Expr> others;
    bool isOnly = false, isNever = false;
    for (Expr conjunct : conjuncts) {
      isOnly |= conjunct == deadlock;
      isNever |= conjunct == exprs.getNot(deadlock);
      if (conjunct != deadlock && conjunct != exprs.getNot(deadlock))
        others.push_back(conjunct);
    }
    if (isOnly && isNever)
      continue;
    options.deadlock = isOnly    ? DeadlockGoal::Only
                       : isNever ? DeadlockGoal::Never
                                 : DeadlockGoal::Any;
    ReachabilityResult one = reach(system, exprs.getAnd(others), options);
    if (one.answer == Answer::Reachable)
      return one;
    if (one.answer == Answer::Undecided)
      result = one;
  }
  return result;
}

UppaalVerifier::Outcome UppaalVerifier::answer(const UppaalQuery &query) {
  Outcome outcome;
  if (query.kind == QueryKind::Unsupported) {
    outcome.reason = query.reason + " is not supported";
    return outcome;
  }
  ExprContext &exprs = system.getExprContext();
  bool isAlways = query.kind == QueryKind::Always;
  Expr goal = exprs.import(query.condition);
  if (isAlways)
    goal = toNegationNormalForm(goal, exprs, /*negate=*/true);
  ReachabilityResult result = find(goal);
  if (result.answer == Answer::Undecided) {
    outcome.reason = result.reason;
    return outcome;
  }
  bool isReachable = result.answer == Answer::Reachable;
  outcome.answer =
      isReachable == isAlways ? AnswerKind::Violated : AnswerKind::Holds;
  if (isReachable)
    outcome.run = std::move(result);
  return outcome;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void UppaalVerifier::print(const UppaalQuery &query, const Outcome &outcome) {
  llvm::raw_ostream &os = llvm::outs();
  std::string text = query.text;
  std::replace(text.begin(), text.end(), '\n', ' ');
  os << getText(outcome.answer) << ": " << text;
  if (outcome.answer == AnswerKind::Undecided)
    os << ": " << outcome.reason;
  os << "\n";
  if (outcome.run)
    printRun(*outcome.run, system, os);
}

llvm::json::Object UppaalVerifier::toJSON(const UppaalQuery &query,
                                          const Outcome &outcome) {
  llvm::json::Object object{{"query", llvm::json::fixUTF8(query.text)},
                            {"answer", getText(outcome.answer)},
                            {"source", getLocationText(query.loc)}};
  if (!query.comment.empty())
    object["comment"] = llvm::json::fixUTF8(query.comment);
  if (outcome.answer == AnswerKind::Undecided)
    object["reason"] = outcome.reason;
  if (outcome.run)
    addRun(*outcome.run, system, object);
  return object;
}

int UppaalVerifier::run() {
  if (!checkModel())
    return ExitRejected;
  llvm::json::Array answers;
  bool isViolated = false, isUndecided = false;
  for (const UppaalQuery &query : model.queries) {
    Outcome outcome = answer(query);
    isViolated |= outcome.answer == AnswerKind::Violated;
    isUndecided |= outcome.answer == AnswerKind::Undecided;
    if (request.format == OutputFormat::JSON)
      answers.push_back(toJSON(query, outcome));
    else
      print(query, outcome);
  }
  if (request.format == OutputFormat::JSON) {
    llvm::json::Value result =
        llvm::json::Object{{"queries", std::move(answers)}};
    printJSON(result);
  } else if (model.queries.empty()) {
    llvm::outs() << "the model comes with no queries\n";
  }
  return isViolated ? ExitViolated : isUndecided ? ExitUndecided : ExitDone;
}

int tioga::verifyUppaal(VerifyRequest &request) {
  Session &session = request.session;
  std::optional<UppaalModel> model = importUppaalWithQueries(
      session.getSourceMgr(), session.getContext(), session.getImportOptions());
  if (!model)
    return ExitRejected;
  auto network = *model->module->getOps<ta::NetworkOp>().begin();
  mlir::FailureOr<std::unique_ptr<System>> system =
      session.convertAndLoad(network);
  if (mlir::failed(system))
    return ExitRejected;
  smt::InterruptScope interrupts;
  return UppaalVerifier(request, *model, **system).run();
}
