//===- Reach.cpp - tioga reach ----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "ConformanceArguments.h"
#include "Model.h"
#include "RunText.h"
#include "SolverArguments.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;
using Answer = ReachabilityResult::Answer;

namespace {
enum class EngineChoice { Auto, Zone, Bmc };
} // namespace

static int getExitCode(Answer answer) {
  switch (answer) {
  case Answer::Reachable:
    return ExitDone;
  case Answer::Unreachable:
    return ExitViolated;
  case Answer::Undecided:
    return ExitUndecided;
  }
  llvm_unreachable("covered switch");
}

static void printText(const ReachabilityResult &result, const System &system) {
  llvm::raw_ostream &os = llvm::outs();
  os << getText(result.answer);
  if (result.answer == Answer::Undecided)
    os << ": " << result.reason;
  if (result.answer == Answer::Reachable) {
    os << " in " << result.run.steps.size()
       << (result.run.steps.size() == 1 ? " step" : " steps");
    if (std::optional<Rational> time = result.run.getDuration())
      os << ", at time " << *time;
  }
  os << "\n";
  if (result.answer != Answer::Reachable)
    return;
  printRun(result, system, os);
}

static llvm::json::Object toJSON(const ReachabilityResult &result,
                                 const System &system) {
  llvm::json::Object object{
      {"answer", getText(result.answer)},  {"states", result.states},
      {"transitions", result.transitions}, {"storedBytes", result.storedBytes},
      {"matrixBytes", result.matrixBytes}, {"seconds", result.seconds}};
  if (result.answer == Answer::Undecided)
    object["reason"] = result.reason;
  if (result.answer == Answer::Reachable) {
    addRun(result, system, object);
  }
  return object;
}

int tioga::runReach(CommandArgs &args) {
  cl::opt<std::string> file(cl::Positional, cl::Required, cl::desc("<file>"),
                            cl::cat(getCommandCategory()));
  cl::opt<std::string> goalText(
      "goal", cl::Required,
      cl::desc("Condition over locations, variables and clocks"),
      cl::value_desc("expression"), cl::cat(getCommandCategory()));
  TraceOrderOption order("Which run to print:");
  cl::opt<uint64_t> maxStates(
      "max-states", cl::desc("Give up after so many symbolic states"),
      cl::init(ReachabilityOptions().maxStates), cl::cat(getCommandCategory()));
  cl::opt<unsigned> timeout("timeout",
                            cl::desc("Give up after so many seconds "
                                     "(default 0: never)"),
                            cl::init(0), cl::cat(getCommandCategory()));
  cl::opt<EngineChoice> engine(
      "engine", cl::desc("Which engine answers (default auto)"),
      cl::values(clEnumValN(EngineChoice::Auto, "auto", "the one that can"),
                 clEnumValN(EngineChoice::Zone, "zone", "zone graphs"),
                 clEnumValN(EngineChoice::Bmc, "bmc", "formulas to a bound")),
      cl::init(EngineChoice::Auto), cl::cat(getCommandCategory()));
  cl::opt<unsigned> bound(
      "bound", cl::desc("Transitions that formulas look at (default 24)"),
      cl::init(24), cl::cat(getCommandCategory()));
  SolverArguments solving;
  FormatOption format;
  ModelArguments modelArguments;
  JobsOption jobs;
  if (!args.parse())
    return ExitUsage;

  Session session;
  session.setArguments(modelArguments);
  Session::Loaded loaded = session.loadSystem(file);
  if (!loaded)
    return ExitRejected;
  std::string error;
  Expr goal = parseGoal(goalText, *loaded.system, error);
  if (!goal)
    return reportUsage("--goal: " + error);

  ReachabilityOptions options;
  options.order = order;
  options.maxStates = maxStates;
  options.timeout = std::chrono::seconds(timeout);
  options.threads = jobs.getThreads();
  smt::InterruptScope interrupts;
  options.isCancelled = smt::areSolversInterrupted;
  ReachabilityResult result;
  if (engine != EngineChoice::Bmc)
    result = reach(*loaded.system, goal, options);
  if (engine == EngineChoice::Bmc ||
      (engine == EngineChoice::Auto && result.answer == Answer::Undecided))
    result = reachBounded(*loaded.system, goal, bound, solving.get());
  if (format == OutputFormat::JSON)
    printJSON(::toJSON(result, *loaded.system));
  else
    printText(result, *loaded.system);
  return ::getExitCode(result.answer);
}
