//===- Run.cpp - tioga run --------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "MutatedModel.h"
#include "RunnerOptions.h"
#include "Suite.h"
#include "tioga/Engine/Encoder/Blame.h"
#include "tioga/Engine/TraceText.h"
#include "tioga/Report/HTML.h"
#include "tioga/Runner/Explanation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>

using namespace tioga;
namespace cl = llvm::cl;

namespace {

struct SuiteRunOptions {
  cl::opt<std::string> suite{cl::Positional, cl::Required, cl::desc("<suite>"),
                             cl::cat(getCommandCategory())};
  TargetOptions target;
  TimeOptions time;
  PolicyOption policy{"When inputs are sent, within the time that is left "
                      "(default earliest)"};
  SeedOption seed;
  JobsOption jobs;
  cl::opt<std::string> model{
      "model",
      cl::desc("The model of the tests: tells whether the mutant that a test "
               "was made from explains a failure"),
      cl::value_desc("file[:system]"), cl::cat(getCommandCategory())};
  cl::opt<unsigned> timeout{
      "timeout", cl::desc("How long a test may take (default 60000)"),
      cl::init(60'000), cl::value_desc("ms"), cl::cat(getCommandCategory())};
  cl::list<std::string> only{
      "only", cl::desc("Run these tests only; * and ? stand for other text"),
      cl::value_desc("name,..."), cl::CommaSeparated,
      cl::cat(getCommandCategory())};
  cl::opt<unsigned> repeat{"repeat",
                           cl::desc("Run each test so often (default 1)"),
                           cl::init(1), cl::cat(getCommandCategory())};
  cl::opt<bool> shuffle{"shuffle", cl::desc("Run them in random order"),
                        cl::cat(getCommandCategory())};
  cl::opt<bool> untilFirstFail{"until-first-fail",
                               cl::desc("Stop at the first failure"),
                               cl::cat(getCommandCategory())};
  cl::opt<bool> retry{
      "retry-inconclusive",
      cl::desc("Run inconclusive tests again with the other policies"),
      cl::cat(getCommandCategory())};
  cl::opt<bool> forever{"forever", cl::desc("Go on until interrupted"),
                        cl::cat(getCommandCategory())};
  cl::opt<unsigned> duration{"duration", cl::desc("Go on for so long"),
                             cl::value_desc("s"),
                             cl::cat(getCommandCategory())};
  cl::opt<std::string> record{
      "record", cl::desc("Write every run as a trace into a directory"),
      cl::value_desc("dir"), cl::cat(getCommandCategory())};
  cl::opt<std::string> junit{
      "junit", cl::desc("Write the results as JUnit's XML"),
      cl::value_desc("file"), cl::cat(getCommandCategory())};
  cl::opt<std::string> html{"report", cl::desc("Write a report as HTML"),
                            cl::value_desc("file"),
                            cl::cat(getCommandCategory())};
  cl::opt<bool> verbose{"verbose", cl::desc("Print passed tests, too"),
                        cl::cat(getCommandCategory())};
  FormatOption format;
  ModelArguments modelArguments;
};

/// One call of the command.
class SuiteRun {
public:
  explicit SuiteRun(const SuiteRunOptions &options) : options(options) {}
  int run();

private:
  bool select();
  bool configure();
  void onResult(const TestResult &result);
  void explain(ReportedRun &run, const TestCase &test);
  void explainSteps(ReportedRun &run, const TestCase &test);
  const System *getMutant(llvm::StringRef id);
  void record(const ReportedRun &run, const TestCase &test);
  void showProgress();
  void hideProgress();
  int conclude();

  const SuiteRunOptions &options;
  Session session;
  Suite suite;
  MutatedModel model;
  RunOptions runner;
  std::unique_ptr<RunReport> report;
  uint64_t total = 0;
  /// Nothing is shown for what is over before anybody looks.
  std::chrono::steady_clock::time_point lastProgress =
      std::chrono::steady_clock::now();
  bool hasRecordFailed = false;
  llvm::StringMap<std::unique_ptr<System>> mutants;
};

} // namespace

static std::atomic<bool> shouldStop{false};

static void onInterrupt(int) {
  shouldStop = true;
  // The second time ends the program.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

/// Keeps the tests that `--only` names.
bool SuiteRun::select() {
  if (options.only.empty())
    return true;
  std::vector<llvm::GlobPattern> patterns;
  for (const std::string &text : options.only) {
    llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(text);
    if (!pattern) {
      llvm::consumeError(pattern.takeError());
      reportUsage("'" + text + "' is no pattern");
      return false;
    }
    patterns.push_back(std::move(*pattern));
  }
  llvm::erase_if(suite.tests, [&](const std::unique_ptr<TestCase> &test) {
    return llvm::none_of(patterns, [&](const llvm::GlobPattern &pattern) {
      return pattern.match(test->getName());
    });
  });
  if (suite.tests.empty())
    reportUsage("--only names no test of the suite");
  return !suite.tests.empty();
}

bool SuiteRun::configure() {
  if (!options.target.apply(runner.adapter) ||
      !options.time.apply(runner.adapter, runner.execution))
    return false;
  runner.execution.policy = options.policy;
  runner.execution.seed = options.seed;
  runner.testTime = std::chrono::milliseconds(options.timeout);
  runner.adapter.answerTime =
      std::min(runner.adapter.answerTime, runner.testTime);
  runner.jobs = options.jobs.getThreads();
  runner.repeat = options.repeat;
  runner.shuffle = options.shuffle;
  runner.untilFirstFail = options.untilFirstFail;
  runner.retryInconclusive = options.retry;
  runner.duration = std::chrono::seconds(options.duration);
  runner.forever = options.forever;
  if (runner.jobs > 1 && !runner.adapter.library.empty()) {
    reportUsage("a library is loaded once: -j 1");
    return false;
  }
  if (options.repeat < 1) {
    reportUsage("--repeat is at least 1");
    return false;
  }
  return true;
}

const System *SuiteRun::getMutant(llvm::StringRef id) {
  std::unique_ptr<System> &system = mutants[id];
  if (!system)
    if (const Mutant *mutant = model.lookup(id))
      system = model.build(*mutant);
  return system.get();
}

/// Of a contract: which requirements are violated, and whether a mutant that
/// the test was made from could have shown the same.
void SuiteRun::explainSteps(ReportedRun &run, const TestCase &test) {
  std::optional<ObservedRun> observed =
      getObservedRun(run.result.trace, test.getSystem(), *model.system);
  if (!observed || observed->empty())
    return;
  Blame blame = explainViolation(*model.system, *observed);
  auto contracts = observed->size() == 1 ? model.system->getInitialConjuncts()
                                         : model.system->getStepConjuncts();
  for (const BlamedContracts &set : blame.minimal) {
    std::vector<std::string> &ids = run.violated.emplace_back();
    for (unsigned index : set.contracts)
      ids.push_back(contracts[index].id.str());
  }
  for (llvm::StringRef id : test.getMutants()) {
    const System *system = getMutant(id);
    if (!system)
      continue;
    SyncObserver observer(*system);
    AnswerKind answer = AnswerKind::Holds;
    for (const ObservedStep &step : *observed)
      if (answer == AnswerKind::Holds)
        answer = observer.observe(step);
    if (answer == AnswerKind::Undecided)
      continue;
    run.isPrimary = answer == AnswerKind::Holds;
    if (!*run.isPrimary)
      continue;
    run.mutant = id.str();
    return;
  }
}

/// Asks the mutants that the test was made from.
void SuiteRun::explain(ReportedRun &run, const TestCase &test) {
  if (!model.system || run.result.verdict != RunVerdict::Fail)
    return;
  if (model.system->isSync())
    return explainSteps(run, test);
  std::optional<TimedTrace> trace =
      translateTrace(run.result.trace, test.getSystem(), *model.system);
  for (llvm::StringRef id : test.getMutants()) {
    const System *system = getMutant(id);
    if (!trace || !system)
      continue;
    Interpreter interpreter(*system);
    ReplayResult replay = replayCompleted(interpreter, *trace);
    if (replay.answer == AnswerKind::Undecided)
      continue;
    run.isPrimary = replay.answer == AnswerKind::Holds;
    if (!*run.isPrimary)
      continue;
    run.mutant = id.str();
    return;
  }
}

/// Writes `<test>-<number>.trace`.
void SuiteRun::record(const ReportedRun &run, const TestCase &test) {
  if (options.record.empty() || hasRecordFailed)
    return;
  llvm::SmallString<128> path(options.record);
  llvm::sys::path::append(path, llvm::formatv("{0}-{1}.trace", test.getName(),
                                              report->getCounts().runs + 1)
                                    .str());
  const TestResult &result = run.result;
  auto write = [&](llvm::raw_ostream &os) {
    os << " # test " << test.getName() << "\n # " << run.getVerdictText();
    if (!result.reason.empty())
      os << ": " << result.reason;
    for (llvm::StringRef line : llvm::split(result.problem, '\n'))
      if (!line.empty())
        os << "\n # " << line;
    os << "\n # policy " << toString(result.policy) << ", seed " << result.seed
       << "\n";
    printTraceText(result.trace, test.getSystem(), os);
  };
  hasRecordFailed = mlir::failed(writeOutput(path, write));
}

void SuiteRun::showProgress() {
  static constexpr unsigned width = 30;
  auto now = std::chrono::steady_clock::now();
  if (!isInteractive() || now - lastProgress < std::chrono::milliseconds(100))
    return;
  lastProgress = now;
  const RunReport::Counts &counts = report->getCounts();
  llvm::errs() << "\r\x1b[K";
  if (total) {
    unsigned filled = width * counts.runs / total;
    llvm::errs() << "[" << std::string(filled, '#')
                 << std::string(width - filled, '.') << "] ";
  }
  llvm::errs() << counts.runs;
  if (total)
    llvm::errs() << "/" << total;
  llvm::errs() << ", " << counts.fail << " failed";
  llvm::errs().flush();
}

void SuiteRun::hideProgress() {
  if (isInteractive())
    llvm::errs() << "\r\x1b[K";
}

void SuiteRun::onResult(const TestResult &result) {
  ReportedRun run{result, std::nullopt, {}, {}};
  const TestCase &test = *suite.tests[result.test];
  explain(run, test);
  record(run, test);
  bool isShown = options.verbose || result.verdict != RunVerdict::Pass;
  if (options.format == OutputFormat::Text && isShown) {
    hideProgress();
    printRun(run, test, llvm::outs());
    llvm::outs().flush();
  }
  report->add(std::move(run));
  showProgress();
}

int SuiteRun::conclude() {
  const RunReport::Counts &counts = report->getCounts();
  if (options.format == OutputFormat::JSON)
    printJSON(toJSON(*report));
  else
    llvm::outs() << getSummaryText(counts) << "\n";
  bool isWritten = !hasRecordFailed;
  if (!options.junit.empty())
    isWritten &=
        mlir::succeeded(writeOutput(options.junit, [&](llvm::raw_ostream &os) {
          printJUnit(*report, os);
        }));
  if (!options.html.empty())
    isWritten &=
        mlir::succeeded(writeOutput(options.html, [&](llvm::raw_ostream &os) {
          printHTML(*report, CampaignInfo::read(options.suite), model.network,
                    os);
        }));
  if (!isWritten)
    return ExitRejected;
  if (counts.fail)
    return ExitViolated;
  return counts.inconclusive || counts.error ? ExitUndecided : ExitDone;
}

int SuiteRun::run() {
  if (!configure())
    return ExitUsage;
  session.setArguments(options.modelArguments);
  if (!suite.load(session, options.suite))
    return ExitRejected;
  if (!select())
    return ExitUsage;
  if (!options.model.empty())
    if (int code = model.load(options.model))
      return code;
  if (!options.record.empty())
    if (std::error_code error =
            llvm::sys::fs::create_directories(options.record))
      return reportError("cannot create '" + options.record +
                         "': " + error.message());
  report = std::make_unique<RunReport>(suite.tests, options.suite,
                                       options.target.getName());
  if (!runner.forever && !runner.duration.count())
    total = uint64_t(runner.repeat) * suite.tests.size();
  auto start = std::chrono::steady_clock::now();
  for (int signal : {SIGINT, SIGTERM})
    std::signal(signal, onInterrupt);
  runSuite(
      suite.tests, runner, [&](const TestResult &result) { onResult(result); },
      shouldStop);
  for (int signal : {SIGINT, SIGTERM})
    std::signal(signal, SIG_DFL);
  hideProgress();
  report->seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return conclude();
}

int tioga::runRun(CommandArgs &args) {
  SuiteRunOptions options;
  if (!args.parse())
    return ExitUsage;
  return SuiteRun(options).run();
}
