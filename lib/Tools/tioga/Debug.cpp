//===- Debug.cpp - tioga debug ----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnosis.h"
#include "RunnerOptions.h"
#include "Suite.h"
#include "tioga/Campaign/Suite.h"
#include "tioga/Engine/TraceText.h"
#include "tioga/Runner/Explanation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tioga;
namespace cl = llvm::cl;
namespace json = llvm::json;

namespace {

struct DebugOptions {
  cl::opt<std::string> model{cl::Positional, cl::Required,
                             cl::desc("<file>[:<system>]"),
                             cl::cat(getCommandCategory())};
  cl::list<std::string> failing{
      "failing", cl::OneOrMore,
      cl::desc("What fails: a recorded trace, a suite, or one test of it"),
      cl::value_desc("trace|suite[:test]"), cl::cat(getCommandCategory())};
  cl::list<std::string> more{cl::Positional, cl::ZeroOrMore,
                             cl::desc("[trace|suite[:test]]..."),
                             cl::cat(getCommandCategory())};
  TargetOptions target;
  TimeOptions time;
  cl::opt<std::string> operators{
      "operators", cl::init("momut"), cl::value_desc("name,..."),
      cl::desc("Faults that are considered (default momut)"),
      cl::cat(getCommandCategory())};
  cl::opt<unsigned> maxDiagnoses{
      "max-diagnoses", cl::init(10),
      cl::desc("How many to print (default 10; 0: all)"),
      cl::cat(getCommandCategory())};
  cl::opt<int64_t> maxWait{
      "max-wait", cl::init(TestBuilderOptions().maxWait),
      cl::desc("Time units to wait for what may never happen"),
      cl::cat(getCommandCategory())};
  cl::opt<std::string> output{
      "o", cl::value_desc("file"),
      cl::desc("Write the tests of the candidates, which fail if their fault "
               "is there"),
      cl::cat(getCommandCategory())};
  JobsOption jobs;
  FormatOption format;
  ModelArguments modelArguments;
};

/// One call of the command.
class DebugRun {
public:
  explicit DebugRun(const DebugOptions &options) : options(options) {}
  int run();

private:
  int load();
  int addFailing(llvm::StringRef reference);
  int addTrace(llvm::StringRef path);
  int addTests(llvm::StringRef path, llvm::StringRef name);
  int runTests();
  void print() const;
  void printPlaces() const;
  json::Value toJSON() const;

  const DebugOptions &options;
  MutatedModel model;
  MutantSet *set = nullptr;
  std::vector<SystemEdits> edits;
  std::vector<llvm::StringRef> ids;
  RunOptions runner;
  std::unique_ptr<Adapter> adapter;
  std::unique_ptr<Debugger> debugger;
  unsigned numFailures = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is given
//===----------------------------------------------------------------------===//

int DebugRun::load() {
  model.session.setArguments(options.modelArguments);
  if (int code = model.load(options.model))
    return code;
  if (!model.network)
    return reportError("only timed automata have mutants");
  std::string error;
  set = model.getMutants(options.operators, error);
  if (!set)
    return reportUsage(error);
  OverlayBuilder builder(model.network, *model.system);
  for (const Mutant &mutant : set->mutants) {
    mlir::FailureOr<SystemEdits> edit = builder.build(mutant);
    if (mlir::failed(edit))
      return ExitRejected;
    edits.push_back(std::move(*edit));
    ids.push_back(mutant.id);
  }
  CampaignOptions campaign;
  campaign.threads = options.jobs.getThreads();
  campaign.tests.maxWait = options.maxWait;
  debugger = std::make_unique<Debugger>(*model.system, edits, ids, campaign);
  return ExitDone;
}

int DebugRun::addTrace(llvm::StringRef path) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(path);
  if (!buffer)
    return ExitRejected;
  std::string error;
  std::optional<TimedTrace> trace =
      parseTraceText(buffer->getBuffer(), *model.system, error);
  if (!trace)
    return reportError(path + ": " + error);
  std::optional<TimedTrace> observation = trace->getObservable(*model.system);
  if (!observation)
    return reportError(path + ": a time leaves 64 bits");
  if (!debugger->addEvidence(path.str(), std::move(*observation), error))
    return reportError(path + ": " + error);
  return ExitDone;
}

/// Runs tests that are said to fail, to see how they do.
int DebugRun::addTests(llvm::StringRef path, llvm::StringRef name) {
  if (!adapter)
    return reportUsage("'" + path +
                       "' is a suite: give the program that fails it by --sut");
  Suite suite;
  if (!suite.load(model.session, path))
    return ExitRejected;
  bool isFound = false;
  for (auto [index, test] : llvm::enumerate(suite.tests)) {
    if (!name.empty() && test->getName() != name)
      continue;
    isFound = true;
    TestResult result =
        runTest(*test, index, *adapter, runner.execution, runner.testTime);
    if (result.verdict == RunVerdict::Error)
      return reportError("test " + test->getName() + ": " + result.problem);
    std::optional<TimedTrace> trace =
        translateTrace(result.trace, test->getSystem(), *model.system);
    if (!trace)
      return reportError("test " + test->getName() +
                         " has a label that the model does not know");
    std::string error;
    if (!debugger->addEvidence(test->getName().str(), std::move(*trace), error))
      return reportError("test " + test->getName() + ": " + error);
  }
  if (!isFound)
    return reportError("'" + path + "' has no test '" + name + "'");
  return ExitDone;
}

int DebugRun::addFailing(llvm::StringRef reference) {
  auto [path, name] = splitReference(reference);
  return isSuite(path) ? addTests(path, name) : addTrace(reference);
}

//===----------------------------------------------------------------------===//
// Further tests
//===----------------------------------------------------------------------===//

int DebugRun::runTests() {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      debugger->buildTests(model.network);
  if (!options.output.empty() &&
      mlir::failed(writeOutput(
          options.output, [&](llvm::raw_ostream &os) { module->print(os); })))
    return ExitRejected;
  if (!adapter)
    return ExitDone;
  for (auto [index, op] : llvm::enumerate(module->getOps<test::CaseOp>())) {
    mlir::FailureOr<std::unique_ptr<TestCase>> test = TestCase::load(op);
    if (mlir::failed(test))
      return ExitRejected;
    TestResult result =
        runTest(**test, index, *adapter, runner.execution, runner.testTime);
    debugger->addRun(index, result, (*test)->getSystem());
  }
  return ExitDone;
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

/// Where to look: the places that the diagnoses name, most often named first.
void DebugRun::printPlaces() const {
  llvm::MapVector<llvm::StringRef, unsigned> counts;
  std::vector<std::string> places;
  places.reserve(debugger->candidates.size());
  for (const Diagnosis &each : debugger->candidates) {
    places.push_back(getLocationText(set->mutants[each.mutant].getLoc()));
    ++counts[places.back()];
  }
  auto order = counts.takeVector();
  llvm::stable_sort(
      order, [](const auto &a, const auto &b) { return a.second > b.second; });
  for (const auto &[place, count] : llvm::ArrayRef(order).take_front(5))
    llvm::outs() << llvm::formatv("  {0,4} at {1}\n", count, place);
}

void DebugRun::print() const {
  llvm::raw_ostream &os = llvm::outs();
  for (const Evidence &each :
       llvm::ArrayRef(debugger->evidence).take_front(numFailures))
    if (each.isFailure) {
      os << "failure " << each.name << ": ";
      each.trace.print(os, *model.system);
      os << ": " << each.reason << "\n";
    }
  size_t runs = debugger->evidence.size() - numFailures;
  os << llvm::formatv(
      "{0} of {1} mutants {2}", debugger->candidates.size(), edits.size(),
      debugger->isExact ? "explain what was seen" : "fail on the same inputs");
  if (adapter)
    os << llvm::formatv("; {0} more refuted by {1} runs of tests",
                        debugger->numRefuted, runs);
  os << "\n";
  printPlaces();
  size_t limit = options.maxDiagnoses ? options.maxDiagnoses.getValue()
                                      : debugger->candidates.size();
  for (auto [position, each] : llvm::enumerate(
           llvm::ArrayRef(debugger->candidates).take_front(limit))) {
    const Mutant &mutant = set->mutants[each.mutant];
    os << llvm::formatv(
        "{0}. {1}\n   {2}: {3}\n   {4}; explains {5} of {6}", position + 1,
        mutant.id, getLocationText(mutant.getLoc()), mutant.description,
        getFaultText(*mutant.op), each.consistent, debugger->evidence.size());
    if (each.test && each.verdict)
      os << llvm::formatv("; its test of {0} steps: {1}",
                          debugger->testLengths[*each.test],
                          toString(*each.verdict));
    os << "\n";
  }
  if (limit < debugger->candidates.size())
    os << llvm::formatv("({0} more; --max-diagnoses=0 prints all)\n",
                        debugger->candidates.size() - limit);
}

json::Value DebugRun::toJSON() const {
  json::Array evidence, diagnoses;
  for (auto [index, each] : llvm::enumerate(debugger->evidence))
    evidence.push_back(
        json::Object{{"name", each.name},
                     {"given", index < numFailures},
                     {"failure", each.isFailure},
                     {"reason", each.reason},
                     {"trace", each.trace.toJSON(*model.system)}});
  for (const Diagnosis &each : debugger->candidates) {
    const Mutant &mutant = set->mutants[each.mutant];
    json::Object entry{{"id", mutant.id},
                       {"operator", mutant.op->name},
                       {"source", getLocationText(mutant.getLoc())},
                       {"description", mutant.description},
                       {"fault", getFaultText(*mutant.op)},
                       {"exact", each.exact},
                       {"similar", each.similar},
                       {"consistent", each.consistent}};
    if (each.test)
      entry["length"] = debugger->testLengths[*each.test];
    if (each.verdict)
      entry["verdict"] = toString(*each.verdict);
    diagnoses.push_back(std::move(entry));
  }
  return json::Object{{"mutants", edits.size()},
                      {"exact", debugger->isExact},
                      {"refuted", debugger->numRefuted},
                      {"evidence", std::move(evidence)},
                      {"diagnoses", std::move(diagnoses)}};
}

int DebugRun::run() {
  if (options.target.isGiven()) {
    if (!options.target.apply(runner.adapter) ||
        !options.time.apply(runner.adapter, runner.execution))
      return ExitUsage;
    adapter = createAdapter(runner.adapter);
  }
  if (int code = load())
    return code;
  for (const auto &list : {llvm::ArrayRef<std::string>(options.failing),
                           llvm::ArrayRef<std::string>(options.more)})
    for (const std::string &reference : list)
      if (int code = addFailing(reference))
        return code;
  numFailures = debugger->evidence.size();
  if (!debugger->hasFailure())
    return reportError("the model allows everything that was seen: there is "
                       "nothing to explain");
  debugger->findCandidates();
  int code = runTests();
  if (adapter)
    adapter->stop();
  if (code)
    return code;
  debugger->rank();
  if (options.format == OutputFormat::JSON)
    printJSON(toJSON());
  else
    print();
  return debugger->candidates.empty() ? ExitUndecided : ExitDone;
}

int tioga::runDebug(CommandArgs &args) {
  DebugOptions options;
  if (!args.parse())
    return ExitUsage;
  return DebugRun(options).run();
}
