//===- Testgen.cpp - tioga testgen ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "ConformanceArguments.h"
#include "Model.h"
#include "MutatedModel.h"
#include "tioga/Campaign/Coverage.h"
#include "tioga/Campaign/PrefixTree.h"
#include "tioga/Campaign/Suite.h"
#include "tioga/Campaign/SyncCoverage.h"
#include "tioga/Campaign/UntimedTest.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"
#include "tioga/Mutation/Overlay.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <csignal>

using namespace tioga;
namespace cl = llvm::cl;

namespace {

enum class Origin { Mutants, Random, Coverage, Purpose };

/// The command line.
struct TestgenOptions {
  cl::opt<std::string> file{cl::Positional, cl::Required,
                            cl::desc("<file>[:<system>]"),
                            cl::cat(getCommandCategory())};
  cl::opt<Origin> from{
      "from", cl::init(Origin::Mutants), cl::desc("Where tests come from"),
      cl::values(clEnumValN(Origin::Mutants, "mutants", "faults (default)"),
                 clEnumValN(Origin::Coverage, "coverage",
                            "locations and edges, or contracts"),
                 clEnumValN(Origin::Purpose, "purpose",
                            "what --goal or --purpose names"),
                 clEnumValN(Origin::Random, "random", "random paths")),
      cl::cat(getCommandCategory())};
  cl::opt<std::string> output{"o", cl::Required, cl::value_desc("suite"),
                              cl::desc("Directory of the suite"),
                              cl::cat(getCommandCategory())};
  cl::opt<std::string> operators{
      "operators", cl::value_desc("name,..."),
      cl::desc("Operators and groups (momut, ecdar, action, action-timed, all; "
               "by default those of the formalism)"),
      cl::cat(getCommandCategory())};
  GranularityOption granularity;
  cl::list<int64_t> deltas{"delta", cl::CommaSeparated,
                           cl::desc("What change-constant adds (1,-1)"),
                           cl::cat(getCommandCategory())};
  cl::opt<unsigned> order{"order", cl::init(1),
                          cl::desc("2: pairs of faults too"),
                          cl::cat(getCommandCategory())};
  JobsOption jobs;
  ConformanceArguments conformance;
  cl::opt<unsigned> timeout{
      "timeout", cl::init(10000), cl::value_desc("ms"),
      cl::desc("Time for one mutant (10000); 0: no limit"),
      cl::cat(getCommandCategory())};
  cl::opt<unsigned> maxMemory{
      "max-memory", cl::init(0), cl::value_desc("MiB"),
      cl::desc("Memory for the symbolic states of one mutant (default 0: no "
               "limit)"),
      cl::cat(getCommandCategory())};
  cl::opt<int64_t> maxWait{
      "max-wait", cl::init(TestBuilderOptions().maxWait),
      cl::desc("Time units to wait for what may never happen"),
      cl::cat(getCommandCategory())};
  cl::opt<bool> testPerMutant{
      "test-per-mutant",
      cl::desc("A test for each mutant, even if another test kills it"),
      cl::cat(getCommandCategory())};
  cl::opt<unsigned> testsPerMutant{
      "tests", cl::init(1),
      cl::desc("Different tests that kill each mutant, where there are as many "
               "(default 1)"),
      cl::cat(getCommandCategory())};
  cl::opt<SuiteReduction> reduction{
      "reduce", cl::init(SuiteReduction::Greedy),
      cl::desc("What to do with superfluous tests"),
      cl::values(
          clEnumValN(SuiteReduction::Greedy, "greedy", "drop them (default)"),
          clEnumValN(SuiteReduction::Exact, "exact",
                     "keep as few as possible, by a solver"),
          clEnumValN(SuiteReduction::None, "none", "keep them")),
      cl::cat(getCommandCategory())};
  cl::opt<SuiteOrder> sort{
      "sort", cl::init(SuiteOrder::Kills), cl::desc("Order of the tests"),
      cl::values(
          clEnumValN(SuiteOrder::Kills, "kills", "most kills first (default)"),
          clEnumValN(SuiteOrder::Length, "length", "short ones first")),
      cl::cat(getCommandCategory())};
  cl::opt<bool> killMatrix{
      "kill-matrix",
      cl::desc("Run every test on every mutant and write kills.csv and "
               "kills.json"),
      cl::cat(getCommandCategory())};
  cl::opt<bool> prefixTree{
      "prefix-tree",
      cl::desc("Write what tests have in common to prefixes.json"),
      cl::cat(getCommandCategory())};
  cl::opt<bool> resume{"resume", cl::desc("Go on where the last run stopped"),
                       cl::cat(getCommandCategory())};
  cl::opt<bool> requireDecided{
      "require-decided", cl::desc("Exit with 20 if a mutant is undecided"),
      cl::cat(getCommandCategory())};
  cl::opt<bool> times{
      "times", cl::desc("Print what checking a mutant costs, by percentile"),
      cl::cat(getCommandCategory())};
  cl::list<std::string> goals{
      "goal", cl::value_desc("condition"),
      cl::desc("What a test should reach; of contracts, several one after the "
               "other"),
      cl::cat(getCommandCategory())};
  cl::list<std::string> purposes{
      "purpose", cl::value_desc("name,..."), cl::CommaSeparated,
      cl::desc("Purposes of a contract (default: all that it states)"),
      cl::cat(getCommandCategory())};
  cl::opt<MutationStrength> strength{
      "strength", cl::init(MutationStrength::Strong),
      cl::desc("When a mutant of a contract is told from it"),
      cl::values(clEnumValN(MutationStrength::Strong, "strong",
                            "by an output (default)"),
                 clEnumValN(MutationStrength::Weak, "weak",
                            "by any step, even if only hidden values show")),
      cl::cat(getCommandCategory())};
  cl::opt<RequirementCoverage> coverage{
      "coverage", cl::init(RequirementCoverage::Each),
      cl::desc("What to cover of a contract"),
      cl::values(clEnumValN(RequirementCoverage::Each, "each",
                            "every requirement is triggered (default)"),
                 clEnumValN(RequirementCoverage::Pairs, "pairs",
                            "every two in one step")),
      cl::cat(getCommandCategory())};
  cl::opt<bool> split{
      "split", cl::init(true),
      cl::desc("Take coarse contracts apart before mutation (default)"),
      cl::cat(getCommandCategory())};
  cl::opt<bool> byViews{
      "by-views", cl::init(true),
      cl::desc("Look for a purpose in the views that it mentions only, judge "
               "by all (default)"),
      cl::cat(getCommandCategory())};
  cl::opt<unsigned> count{"count", cl::init(20),
                          cl::desc("Number of random tests"),
                          cl::cat(getCommandCategory())};
  cl::opt<unsigned> length{"length", cl::init(10),
                           cl::desc("Steps of a random test"),
                           cl::cat(getCommandCategory())};
  cl::opt<DataStrategy> data{
      "data", cl::init(DataStrategy::Witness),
      cl::desc("What inputs of tests without time carry"),
      cl::values(clEnumValN(DataStrategy::Witness, "witness",
                            "what showed the fault (default)"),
                 clEnumValN(DataStrategy::Boundary, "boundary",
                            "the greatest and the least values, by turns"),
                 clEnumValN(DataStrategy::Random, "random",
                            "any values that show the fault, by --seed")),
      cl::cat(getCommandCategory())};
  cl::opt<uint64_t> seed{"seed", cl::init(1),
                         cl::desc("Of random tests and data"),
                         cl::cat(getCommandCategory())};
  FormatOption format;
  ModelArguments modelArguments;
};

/// A suite in the making.
class TestGenerator {
public:
  explicit TestGenerator(const TestgenOptions &options) : options(options) {}
  int run();

private:
  bool load();
  bool loadEnvironment(ta::NetworkOp network);
  int generateFromMutants();
  int generateAlongPaths();
  /// What paths are looked for in.
  const System &getWhole() const { return whole ? *whole : *system; }
  TestBuilderOptions getBuilderOptions() const;
  std::optional<TimedTest> buildAlong(const TestPath &path);
  ReachabilityOptions getReachability() const {
    ReachabilityOptions reachability;
    reachability.order = options.conformance.order;
    return reachability;
  }
  std::vector<TestPath> getRandomPaths();
  std::vector<TestPath> getPathsToAll();
  std::vector<TestPath> getPathsToGoal(int &exitCode);
  int generateAlongInputs();
  std::vector<InputSequence> getCoveringInputs();
  int getInputsToGoals(std::vector<InputSequence> &sequences);
  int getPurposes(std::vector<std::vector<Expr>> &purposes);
  SyncCampaignOptions getSyncOptions() const;
  bool makeMutants();
  CampaignOptions getCampaignOptions();
  JournalKey getKey() const;
  std::string getPath(llvm::StringRef name) const;
  bool writeFiles(const CampaignResult &result, const JournalKey &key);
  bool writeTests(llvm::ArrayRef<TimedTest> tests);

  const TestgenOptions &options;
  Session session;
  Session::Selected selected;
  /// A network, an action system or a contract.
  mlir::Operation *model = nullptr;
  std::string modelHash;
  std::unique_ptr<System> system;
  /// The model with its environment, and that alone; null if tests are for any
  /// environment, the second also if it cannot be told from the rest.
  std::unique_ptr<System> whole, environment;
  std::unique_ptr<MutantSet> set;
  std::vector<SystemEdits> edits;
  std::vector<llvm::StringRef> ids;
};

} // namespace

//===----------------------------------------------------------------------===//
// Interruption and progress
//===----------------------------------------------------------------------===//

static std::atomic<bool> isInterrupted{false};

static void onInterrupt(int) {
  isInterrupted = true;
  // The second time ends the program.
  std::signal(SIGINT, SIG_DFL);
}

/// A line on the terminal that is overwritten.
static void showProgress(llvm::StringRef phase, size_t done, size_t total) {
  static std::string current;
  static std::chrono::steady_clock::time_point start, last;
  auto now = std::chrono::steady_clock::now();
  // Each phase has a rate of its own.
  if (current != phase) {
    current = phase.str();
    start = last = now;
  }
  if (now - last < std::chrono::milliseconds(100) && done != total)
    return;
  last = now;
  double seconds = std::chrono::duration<double>(now - start).count();
  // Nothing is shown for what is over before anybody looks.
  if (seconds < 0.5)
    return;
  double rate = done / seconds;
  llvm::errs() << llvm::formatv("\r\x1b[K{0}: {1}/{2} ({3:P0})", phase, done,
                                total, double(done) / total);
  if (done == total)
    llvm::errs() << "\r\x1b[K";
  else if (rate > 0)
    llvm::errs() << llvm::formatv(", {0:F0}/s, {1:F0} s left", rate,
                                  (total - done) / rate);
  llvm::errs().flush();
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Keeps the model with its environment and the environment alone; the model
/// itself, which is mutated, loses it.
bool TestGenerator::loadEnvironment(ta::NetworkOp network) {
  auto loaded = loadSystem(network);
  if (mlir::failed(loaded))
    return false;
  // Other relations ask for all that an environment might do.
  if (options.conformance.getRelation(**loaded) == Relation::Rtioco &&
      (*loaded)->hasEnvironment()) {
    whole = std::move(*loaded);
    environment = keepEnvironment(*whole);
    for (const std::string &warning : options.conformance.getWarnings(*whole))
      llvm::errs() << "tioga: warning: " << warning << "\n";
  }
  removeEnvironment(network);
  return true;
}

bool TestGenerator::load() {
  session.setArguments(options.modelArguments);
  selected = session.loadSystemOp(options.file);
  if (!selected)
    return false;
  model = selected.system;
  auto network = llvm::dyn_cast<ta::NetworkOp>(model);
  auto interface = llvm::dyn_cast<contract::InterfaceOp>(model);
  if (!network && !interface && !llvm::isa<action::SystemOp>(model)) {
    selected.system.emitError("tests are generated from timed automata, action "
                              "systems and contracts only");
    return false;
  }
  modelHash = hashModel(model);
  if (network && !loadEnvironment(network))
    return false;
  if (interface && options.split && options.from == Origin::Mutants)
    contract::splitContracts(interface);
  if (interface)
    modelHash = hashModel(model);
  auto loaded = loadSystem(model);
  if (mlir::failed(loaded))
    return false;
  system = std::move(*loaded);
  if (std::error_code error =
          llvm::sys::fs::create_directories(options.output)) {
    reportError("cannot create '" + options.output + "': " + error.message());
    return false;
  }
  return true;
}

std::string TestGenerator::getPath(llvm::StringRef name) const {
  llvm::SmallString<128> path(options.output);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

bool TestGenerator::writeTests(llvm::ArrayRef<TimedTest> tests) {
  mlir::OwningOpRef<mlir::ModuleOp> suite = writeSuite(tests, *system, model);
  return mlir::succeeded(
      writeOutput(getPath("suite.mlir"), [&](llvm::raw_ostream &os) {
        mlir::OpPrintingFlags flags;
        flags.enableDebugInfo();
        suite->print(os, flags);
      }));
}

//===----------------------------------------------------------------------===//
// From mutants
//===----------------------------------------------------------------------===//

bool TestGenerator::makeMutants() {
  MutationOptions mutation;
  std::string error;
  // What the user gave was checked before.
  parseOperators(options.operators.empty() ? getDefaultOperators(model)
                                           : options.operators,
                 mutation.operators, error);
  mutation.granularity = options.granularity;
  mutation.order = options.order;
  if (!options.deltas.empty())
    mutation.deltas.assign(options.deltas.begin(), options.deltas.end());
  set = generateMutants(model, mutation);
  OverlayBuilder builder(model, *system);
  for (const Mutant &mutant : set->mutants) {
    mlir::FailureOr<SystemEdits> edit = builder.build(mutant);
    if (mlir::failed(edit))
      return false;
    edits.push_back(std::move(*edit));
    ids.push_back(mutant.id);
  }
  return true;
}

SyncCampaignOptions TestGenerator::getSyncOptions() const {
  SyncCampaignOptions sync;
  sync.strength = options.strength;
  if (options.conformance.bound)
    sync.bound = options.conformance.bound;
  sync.solver.limits.timeout = options.timeout;
  return sync;
}

TestBuilderOptions TestGenerator::getBuilderOptions() const {
  TestBuilderOptions tests;
  tests.maxWait = options.maxWait;
  tests.data = options.data;
  tests.seed = options.seed;
  return tests;
}

CampaignOptions TestGenerator::getCampaignOptions() {
  CampaignOptions campaign;
  campaign.sync = getSyncOptions();
  campaign.conformance = options.conformance.get(whole ? *whole : *system);
  campaign.conformance.timeout = std::chrono::milliseconds(options.timeout);
  campaign.conformance.maxMemory = uint64_t(options.maxMemory) << 20;
  campaign.tests = getBuilderOptions();
  campaign.whole = whole.get();
  campaign.environment = environment.get();
  campaign.threads = options.jobs.getThreads();
  campaign.testPerMutant = options.testPerMutant;
  campaign.testsPerMutant = std::max(1u, unsigned(options.testsPerMutant));
  campaign.reduction = options.reduction;
  campaign.order = options.sort;
  campaign.killMatrix = options.killMatrix;
  campaign.isCancelled = &isInterrupted;
  if (isInteractive())
    campaign.onProgress = showProgress;
  return campaign;
}

/// What the verdict on a mutant depends on besides the model and the mutant.
JournalKey TestGenerator::getKey() const {
  const ConformanceArguments &conformance = options.conformance;
  Relation relation = conformance.getRelation(whole ? *whole : *system);
  std::string text = llvm::formatv(
      "3 {0} {1} {2} {3} {4} {5} {6} {7} {8}", int(relation),
      int(conformance.order.getValue()), int(conformance.timelock.getValue()),
      int(conformance.completion.getValue()), conformance.bound.getValue(),
      options.timeout.getValue(), conformance.maxStates.getValue(),
      int(options.strength.getValue()), options.maxMemory.getValue());
  return {modelHash, hashText(text)};
}

bool TestGenerator::writeFiles(const CampaignResult &result,
                               const JournalKey &key) {
  auto writeJSON = [&](llvm::StringRef name, const llvm::json::Value &value) {
    return mlir::succeeded(
        writeOutput(getPath(name), [&](llvm::raw_ostream &os) {
          os << llvm::formatv("{0:2}\n", value);
        }));
  };
  bool isWritten = writeTests(result.tests);
  isWritten &= writeJSON("campaign.json", toJSON(result, *set, key));
  if (options.killMatrix) {
    isWritten &= mlir::succeeded(
        writeOutput(getPath("kills.csv"), [&](llvm::raw_ostream &os) {
          printKillMatrix(result, *set, os);
        }));
    isWritten &= writeJSON("kills.json", getKillMatrix(result, *set));
  }
  if (options.prefixTree) {
    PrefixTree tree(result.tests, *system);
    llvm::errs() << llvm::formatv("{0} steps in {1} tests, {2} in their tree\n",
                                  tree.getNumTestSteps(), result.tests.size(),
                                  tree.getNumSteps());
    isWritten &= writeJSON("prefixes.json", tree.toJSON());
  }
  return isWritten;
}

int TestGenerator::generateFromMutants() {
  if (!makeMutants())
    return ExitRejected;
  JournalKey key = getKey();
  Journal journal(*system, key);
  std::vector<MutantResult> known(set->mutants.size());
  std::string path = getPath("journal.jsonl");
  if (options.resume) {
    llvm::StringMap<MutantResult> old = journal.read(path);
    for (auto [index, id] : llvm::enumerate(ids))
      if (auto found = old.find(id); found != old.end())
        known[index] = found->second;
  }
  if (std::error_code error = journal.open(path, !options.resume))
    return reportError("cannot write '" + path + "': " + error.message());

  CampaignOptions campaign = getCampaignOptions();
  campaign.onResult = [&](size_t mutant, const MutantResult &result) {
    journal.append(ids[mutant], result);
  };
  std::signal(SIGINT, onInterrupt);
  CampaignResult result =
      runCampaign(*system, edits, ids, std::move(known), campaign);
  std::signal(SIGINT, SIG_DFL);
  if (!writeFiles(result, key))
    return ExitRejected;
  if (options.format == OutputFormat::JSON)
    printJSON(toJSON(result, *set, key));
  else
    printSummary(result, *set, llvm::outs());
  if (options.times)
    printTimes(result, *set, llvm::errs());
  if (isInterrupted)
    return ExitUndecided;
  bool hasUndecided =
      llvm::any_of(result.mutants, [](const MutantResult &mutant) {
        return mutant.status == MutantStatus::Undecided;
      });
  return hasUndecided && options.requireDecided ? ExitUndecided : ExitDone;
}

//===----------------------------------------------------------------------===//
// Along paths
//===----------------------------------------------------------------------===//

std::vector<TestPath> TestGenerator::getRandomPaths() {
  std::vector<TestPath> paths;
  for (unsigned i = 0; i < options.count; ++i) {
    TrackedSystem spec(getWhole(), nullptr, getWhole().getScale());
    if (std::optional<TestPath> path =
            getRandomPath(options.length, options.seed + i, *system, spec))
      paths.push_back(std::move(*path));
  }
  return paths;
}

std::vector<TestPath> TestGenerator::getPathsToAll() {
  CoveringPaths found = getCoveringPaths(getWhole(), getReachability());
  llvm::outs() << llvm::formatv(
      "{0} locations and transitions covered, {1} unreachable, {2} open\n",
      found.numCovered, found.unreachable.size(), found.undecided.size());
  for (const std::string &name : found.unreachable)
    llvm::errs() << "unreachable: " << name << "\n";
  for (const std::string &name : found.undecided)
    llvm::errs() << "not covered: " << name << "\n";
  return std::move(found.paths);
}

std::vector<TestPath> TestGenerator::getPathsToGoal(int &exitCode) {
  std::string error;
  Expr goal = parseGoal(options.goals.front(), getWhole(), error);
  if (!goal) {
    exitCode = reportUsage(error);
    return {};
  }
  std::optional<TestPath> path =
      getPathTo(goal, getWhole(), getReachability(), error);
  if (path)
    return {std::move(*path)};
  exitCode = reportError(error);
  return {};
}

std::optional<TimedTest> TestGenerator::buildAlong(const TestPath &path) {
  if (system->isDense()) {
    TrackedSystem spec(*system, nullptr, getWhole().getScale());
    std::optional<TrackedSystem> tester;
    if (environment)
      tester.emplace(*environment, nullptr, getWhole().getScale());
    return buildTest(path, {*system, spec, tester ? &*tester : nullptr},
                     nullptr, getBuilderOptions());
  }
  std::string reason;
  SymbolicSpace space;
  std::optional<TimedTest> test = buildUntimedTest(
      path, *system, nullptr, getBuilderOptions(), space, reason);
  if (!test)
    llvm::errs() << "no test: " << reason << "\n";
  return test;
}

int TestGenerator::generateAlongPaths() {
  int exitCode = ExitDone;
  std::vector<TestPath> paths =
      options.from == Origin::Random     ? getRandomPaths()
      : options.from == Origin::Coverage ? getPathsToAll()
                                         : getPathsToGoal(exitCode);
  if (exitCode != ExitDone)
    return exitCode;
  std::vector<TimedTest> tests;
  for (const TestPath &path : paths) {
    std::optional<TimedTest> test = buildAlong(path);
    if (!test || llvm::any_of(tests, [&](const TimedTest &other) {
          return other.isSameAs(*test);
        }))
      continue;
    test->name = "t" + std::to_string(tests.size() + 1);
    tests.push_back(std::move(*test));
  }
  if (!writeTests(tests))
    return ExitRejected;
  llvm::outs() << tests.size() << (tests.size() == 1 ? " test\n" : " tests\n");
  return ExitDone;
}

//===----------------------------------------------------------------------===//
// Along inputs of contracts
//===----------------------------------------------------------------------===//

std::vector<InputSequence> TestGenerator::getCoveringInputs() {
  CoveringInputs found =
      coverContracts(*system, options.coverage, getSyncOptions());
  llvm::outs() << llvm::formatv(
      "{0} {1} covered, {2} impossible, {3} too deep, {4} undecided\n",
      found.numCovered,
      options.coverage == RequirementCoverage::Each ? "contracts" : "pairs",
      found.unreachable.size(), found.tooDeep.size(), found.undecided.size());
  auto list = [](llvm::StringRef what, llvm::ArrayRef<std::string> names) {
    for (const std::string &name : names)
      llvm::errs() << what << ": " << name << "\n";
  };
  if (options.coverage == RequirementCoverage::Each)
    list("never triggered", found.unreachable);
  list("not triggered within the bound", found.tooDeep);
  list("not decided", found.undecided);
  return std::move(found.sequences);
}

/// The conditions of `--goal`, or of the purposes of the model.
int TestGenerator::getPurposes(std::vector<std::vector<Expr>> &purposes) {
  std::string error;
  auto add = [&](const auto &texts) {
    std::vector<Expr> conditions;
    for (const std::string &text : texts) {
      Expr condition = parseGoal(text, *system, error);
      if (!condition)
        return false;
      conditions.push_back(condition);
    }
    purposes.push_back(std::move(conditions));
    return true;
  };
  if (!options.goals.empty() && !add(options.goals))
    return reportUsage(error);
  llvm::StringSet<> wanted;
  for (const std::string &name : options.purposes)
    wanted.insert(name);
  for (auto purpose : model->getRegion(0).getOps<PurposeOp>()) {
    bool isNamed = wanted.erase(purpose.getName());
    if (!isNamed && (!options.purposes.empty() || !options.goals.empty()))
      continue;
    std::vector<std::string> texts;
    for (auto step : purpose.getSteps().getAsRange<ExprAttr>())
      texts.push_back(step.getExpr().str());
    if (!add(texts))
      return reportError(error);
  }
  for (const auto &entry : wanted)
    return reportUsage("there is no purpose '" + entry.getKey() + "'");
  if (purposes.empty())
    return reportUsage("--from=purpose needs --goal, or a model with purposes");
  return ExitDone;
}

int TestGenerator::getInputsToGoals(std::vector<InputSequence> &sequences) {
  std::vector<std::vector<Expr>> purposes;
  if (int code = getPurposes(purposes))
    return code;
  SyncCampaignOptions sync = getSyncOptions();
  for (llvm::ArrayRef<Expr> purpose : purposes) {
    std::unique_ptr<System> views;
    if (options.byViews)
      views = selectViews(*system, purpose);
    PurposeAnswer answer =
        reachPurpose(views ? *views : *system, purpose, sync);
    std::string text;
    for (Expr condition : purpose)
      text += (text.empty() ? "" : ", then ") + condition.str();
    if (answer.answer == AnswerKind::Undecided) {
      reportError("'" + text + "': " + answer.reason);
      return ExitUndecided;
    }
    if (answer.answer == AnswerKind::Holds)
      return reportError(llvm::formatv("'{0}' is not reached within {1} steps",
                                       text, sync.bound)
                             .str());
    sequences.push_back(std::move(answer.inputs));
  }
  return ExitDone;
}

int TestGenerator::generateAlongInputs() {
  std::vector<InputSequence> sequences;
  if (options.from == Origin::Coverage)
    sequences = getCoveringInputs();
  else if (options.from == Origin::Purpose) {
    if (int code = getInputsToGoals(sequences))
      return code;
  } else
    for (unsigned i = 0; i < options.count; ++i)
      sequences.push_back(
          getRandomInputs(*system, options.length, options.seed + i));
  std::vector<TimedTest> tests;
  for (const InputSequence &inputs : sequences) {
    std::string reason;
    std::optional<TimedTest> test =
        buildSyncTest(inputs, *system, reason, getSyncOptions().solver);
    if (!test) {
      llvm::errs() << "no test for " << describe(inputs, *system) << ": "
                   << reason << "\n";
      continue;
    }
    if (llvm::any_of(tests, [&](const TimedTest &other) {
          return other.isSameAs(*test);
        }))
      continue;
    test->name = "t" + std::to_string(tests.size() + 1);
    tests.push_back(std::move(*test));
  }
  if (!writeTests(tests))
    return ExitRejected;
  llvm::outs() << tests.size() << (tests.size() == 1 ? " test\n" : " tests\n");
  return tests.empty() && !sequences.empty() ? ExitUndecided : ExitDone;
}

int TestGenerator::run() {
  if (!load())
    return ExitRejected;
  if (system->isSync() && options.maxMemory)
    return reportUsage("--max-memory is for timed automata and action systems "
                       "only; contracts have --timeout");
  if (options.conformance.relation.getNumOccurrences() && !system->isSync() &&
      system->isDense() == (options.conformance.relation == Relation::Ioco))
    return reportUsage(system->isDense()
                           ? "tests have deadlines: --relation=ioco has none"
                           : "without time there is --relation=ioco only");
  if (options.from == Origin::Mutants)
    return generateFromMutants();
  if (system->isSync())
    return generateAlongInputs();
  if (options.from == Origin::Purpose && options.goals.size() != 1)
    return reportUsage("--from=purpose needs --goal");
  return generateAlongPaths();
}

int tioga::runTestgen(CommandArgs &args) {
  TestgenOptions options;
  if (!args.parse())
    return ExitUsage;
  if (!options.conformance.check())
    return ExitUsage;
  if (options.order < 1 || options.order > 2)
    return reportUsage("--order is 1 or 2");
  std::vector<const Operator *> operators;
  std::string error;
  if (!options.operators.empty() &&
      !parseOperators(options.operators, operators, error))
    return reportUsage(error);
  return TestGenerator(options).run();
}
