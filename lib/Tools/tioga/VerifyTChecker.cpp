//===- VerifyTChecker.cpp - Questions to TChecker models --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file has no queries, but labels of locations, and integers with ranges: is
// each label reachable, and does an assignment ever leave a range?
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "RunText.h"
#include "tioga/Engine/ModelErrors.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
using Answer = ReachabilityResult::Answer;

namespace {

struct QueryAnswer {
  std::string query;
  Answer answer;
  std::string reason;
};

} // namespace

static ReachabilityOptions getOptions(const VerifyRequest &request) {
  ReachabilityOptions options;
  options.maxStates = request.maxStates;
  options.timeout = std::chrono::seconds(request.timeout);
  options.threads = request.threads;
  return options;
}

static void print(llvm::ArrayRef<QueryAnswer> answers, OutputFormat format) {
  if (format != OutputFormat::JSON) {
    for (const QueryAnswer &each : answers)
      llvm::outs() << each.query << ": " << getText(each.answer)
                   << (each.reason.empty() ? "" : ", ") << each.reason << "\n";
    return;
  }
  llvm::json::Array queries;
  for (const QueryAnswer &each : answers) {
    llvm::json::Object query{{"query", each.query},
                             {"answer", getText(each.answer)}};
    if (!each.reason.empty())
      query["reason"] = each.reason;
    queries.push_back(std::move(query));
  }
  printJSON(llvm::json::Object{{"queries", std::move(queries)}});
}

/// Reports the first error that can happen, as an error of the model.
static ReachabilityResult findError(const System &system,
                                    const ReachabilityOptions &options) {
  ReachabilityResult result;
  result.answer = Answer::Unreachable;
  for (const ModelError &error :
       getPossibleErrors(system, system.getLoc().getContext())) {
    ReachabilityResult one = reach(system, error.condition, options);
    if (one.answer == Answer::Unreachable)
      continue;
    result = std::move(one);
    if (result.answer == Answer::Undecided)
      continue;
    std::string run;
    llvm::raw_string_ostream os(run);
    result.run.print(os, system);
    mlir::InFlightDiagnostic diag =
        mlir::emitError(system.getTransitions()[error.transition].loc)
        << error.description;
    diag.attachNote(system.getLoc()) << "after the run " << run;
    break;
  }
  return result;
}

int tioga::verifyTChecker(VerifyRequest &request) {
  Session::Loaded loaded = request.session.loadSystem(request.file.path);
  if (!loaded)
    return ExitRejected;
  const System &system = *loaded.system;
  ReachabilityOptions options = getOptions(request);
  std::vector<QueryAnswer> answers;
  bool isUndecided = false;
  auto add = [&](std::string query, const ReachabilityResult &result) {
    answers.push_back({std::move(query), result.answer, result.reason});
    isUndecided |= result.answer == Answer::Undecided;
  };
  loaded.module->walk([&](PurposeOp purpose) {
    if (Expr goal = system.lookupPurpose(purpose.getName()))
      add("label " + purpose.getName().str(), reach(system, goal, options));
  });
  ReachabilityResult error = findError(system, options);
  add("out of range", error);
  print(answers, request.format);
  if (error.answer == Answer::Reachable)
    return ExitRejected;
  return isUndecided ? ExitUndecided : ExitDone;
}
