//===- Consistent.cpp - tioga consistent ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Model.h"
#include "RequirementTexts.h"
#include "SolverArguments.h"
#include "tioga/Engine/ContractChecks.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace tioga;
namespace cl = llvm::cl;

namespace {
enum class EngineChoice { Auto, Fixpoint, Bmc };

/// What was found out, for people and for programs.
struct Report {
  const System &system;
  const ConsistencyResult &result;
  const RequirementTexts &texts;
  double seconds;

  void printText(llvm::raw_ostream &os) const;
  llvm::json::Object toJSON() const;

private:
  void printViews(llvm::raw_ostream &os) const;
  void printPlay(llvm::raw_ostream &os) const;
  void printConflict(const ConjunctSet &conflict, llvm::raw_ostream &os) const;
  void printValues(llvm::ArrayRef<Value> values,
                   llvm::function_ref<bool(Owner)> wanted,
                   llvm::raw_ostream &os) const;
  llvm::json::Object playToJSON(const ConsistencyPlay &play) const;
  llvm::json::Array conflictToJSON(const ConjunctSet &conflict) const;
  /// The variables that the inconsistent requirements mention.
  std::vector<unsigned> getVariables() const {
    return getMentionedVariables(system, result.part);
  }
};
} // namespace

static llvm::StringRef getText(AnswerKind answer) {
  switch (answer) {
  case AnswerKind::Holds:
    return "consistent";
  case AnswerKind::Violated:
    return "inconsistent";
  case AnswerKind::Undecided:
    return "undecided";
  }
  llvm_unreachable("covered switch");
}

/// `consistent (proved)`, `inconsistent after 3 inputs`.
static std::string describe(const ConsistencyVerdict &verdict) {
  std::string text = getText(verdict.answer).str();
  switch (verdict.answer) {
  case AnswerKind::Holds:
    return text + (verdict.depth
                       ? " (to depth " + std::to_string(*verdict.depth) + ")"
                       : " (proved)");
  case AnswerKind::Violated:
    return text + ": input " + std::to_string(*verdict.depth) +
           " has no answer";
  case AnswerKind::Undecided:
    return text + ": " + verdict.reason;
  }
  llvm_unreachable("covered switch");
}

static std::string getViewText(llvm::StringRef view) {
  return view.empty() ? "requirements outside of views"
                      : ("view " + view).str();
}

void Report::printViews(llvm::raw_ostream &os) const {
  for (const auto &[name, verdict] : result.views)
    os << "  " << getViewText(name) << ": " << describe(verdict) << "\n";
}

void Report::printValues(llvm::ArrayRef<Value> values,
                         llvm::function_ref<bool(Owner)> wanted,
                         llvm::raw_ostream &os) const {
  for (unsigned index : getVariables()) {
    const SystemVariable &variable = system.getVariables()[index];
    if (wanted(variable.owner))
      os << " " << variable.getName() << "=" << values[index];
  }
}

static bool isInput(Owner owner) { return owner == Owner::Input; }
static bool isAnswer(Owner owner) { return owner != Owner::Input; }

/// The values of the last inputs, by variable.
static std::vector<Value> spread(const System &system,
                                 const ConsistencyPlay &play) {
  std::vector<Value> values(system.getVariables().size());
  auto next = play.lastInputs.begin();
  for (auto [index, variable] : llvm::enumerate(system.getVariables()))
    if (variable.owner == Owner::Input)
      values[index] = *next++;
  return values;
}

void Report::printPlay(llvm::raw_ostream &os) const {
  const ConsistencyPlay &play = *result.play;
  for (auto [index, values] : llvm::enumerate(play.steps)) {
    os << "  step " << index + 1 << ":";
    printValues(values, isInput, os);
    os << " ->";
    printValues(values, isAnswer, os);
    os << "\n";
  }
  os << "  step " << play.steps.size() + 1 << ":";
  printValues(spread(system, play), isInput, os);
  os << " -> no answer\n";
  if (play.isForced && *play.isForced)
    os << "  whatever is answered before\n";
  else if (play.isForced)
    os << "  after other answers other inputs lead there\n";
}

static const SystemConjunct &getConjunct(const System &system, bool first,
                                         unsigned index) {
  return first ? system.getInitialConjuncts()[index]
               : system.getStepConjuncts()[index];
}

static void forEachMember(
    const System &system, const ConjunctSet &set,
    llvm::function_ref<void(const SystemConjunct &, bool isInitial)> fn) {
  for (unsigned index : set.initial)
    fn(getConjunct(system, true, index), true);
  for (unsigned index : set.step)
    fn(getConjunct(system, false, index), false);
}

void Report::printConflict(const ConjunctSet &conflict,
                           llvm::raw_ostream &os) const {
  os << "  minimal conflict of " << conflict.size()
     << (conflict.size() == 1 ? " requirement:\n" : " requirements:\n");
  forEachMember(
      system, conflict, [&](const SystemConjunct &conjunct, bool isInitial) {
        os << "    " << conjunct.id << " (" << getLocationText(conjunct.loc)
           << ")" << (isInitial ? " initially:" : ":");
        if (conjunct.assume)
          os << " assume " << conjunct.assume;
        os << " guarantee " << conjunct.guarantee << "\n";
        std::string text = texts.lookup(conjunct.id);
        if (!text.empty())
          os << "      " << text << "\n";
      });
}

void Report::printText(llvm::raw_ostream &os) const {
  os << describe(result.verdict) << "\n";
  printViews(os);
  if (result.verdict.answer != AnswerKind::Violated)
    return;
  if (result.play)
    printPlay(os);
  else if (!result.playProblem.empty())
    os << "  the inputs are not known: " << result.playProblem << "\n";
  for (const ConjunctSet &conflict : result.conflicts)
    printConflict(conflict, os);
  if (!result.conflictProblem.empty())
    os << "  " << result.conflictProblem << "\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static llvm::json::Object toJSON(const ConsistencyVerdict &verdict) {
  llvm::json::Object object{{"answer", getText(verdict.answer)}};
  if (verdict.answer == AnswerKind::Holds)
    object["proved"] = !verdict.depth.has_value();
  if (verdict.depth)
    object["depth"] = *verdict.depth;
  if (verdict.answer == AnswerKind::Undecided)
    object["reason"] = verdict.reason;
  return object;
}

llvm::json::Object Report::playToJSON(const ConsistencyPlay &play) const {
  llvm::json::Array steps;
  std::vector<unsigned> variables = getVariables();
  auto addStep = [&](llvm::ArrayRef<Value> values, bool hasAnswer) {
    llvm::json::Object inputs, answers;
    for (unsigned index : variables) {
      const SystemVariable &variable = system.getVariables()[index];
      (variable.owner == Owner::Input ? inputs : answers)[variable.getName()] =
          values[index].str();
    }
    llvm::json::Object step{{"inputs", std::move(inputs)}};
    if (hasAnswer)
      step["answers"] = std::move(answers);
    steps.push_back(std::move(step));
  };
  for (const std::vector<Value> &values : play.steps)
    addStep(values, true);
  addStep(spread(system, play), false);
  llvm::json::Object object{{"steps", std::move(steps)}};
  if (play.isForced)
    object["forced"] = *play.isForced;
  return object;
}

llvm::json::Array Report::conflictToJSON(const ConjunctSet &conflict) const {
  llvm::json::Array array;
  forEachMember(
      system, conflict, [&](const SystemConjunct &conjunct, bool isInitial) {
        llvm::json::Object object{{"id", conjunct.id},
                                  {"initially", isInitial},
                                  {"source", getLocationText(conjunct.loc)},
                                  {"guarantee", conjunct.guarantee.str()}};
        if (conjunct.assume)
          object["assume"] = conjunct.assume.str();
        if (!conjunct.view.empty())
          object["view"] = conjunct.view;
        std::string text = texts.lookup(conjunct.id);
        if (!text.empty())
          object["text"] = text;
        array.push_back(std::move(object));
      });
  return array;
}

llvm::json::Object Report::toJSON() const {
  llvm::json::Object object = ::toJSON(result.verdict);
  object["engine"] = result.engine;
  object["effort"] = result.effort;
  object["seconds"] = seconds;
  llvm::json::Array views;
  for (const auto &[name, verdict] : result.views) {
    llvm::json::Object view = ::toJSON(verdict);
    view["view"] = name;
    views.push_back(std::move(view));
  }
  object["views"] = std::move(views);
  if (result.verdict.answer != AnswerKind::Violated)
    return object;
  if (result.view)
    object["view"] = *result.view;
  if (result.play)
    object["play"] = playToJSON(*result.play);
  else if (!result.playProblem.empty())
    object["playProblem"] = result.playProblem;
  llvm::json::Array conflicts;
  for (const ConjunctSet &conflict : result.conflicts)
    conflicts.push_back(conflictToJSON(conflict));
  object["conflicts"] = std::move(conflicts);
  if (!result.conflictProblem.empty())
    object["conflictProblem"] = result.conflictProblem;
  return object;
}

//===----------------------------------------------------------------------===//
// Other properties
//===----------------------------------------------------------------------===//

namespace {
struct PropertyReport {
  const System &system;
  ContractProperty property;
  const PropertyResult &result;

  void printText(llvm::raw_ostream &os) const;
  llvm::json::Object toJSON() const;

private:
  /// What is wrong with the inputs, in words.
  std::string getProblem() const;
  void printStep(llvm::ArrayRef<Value> values,
                 llvm::function_ref<bool(Owner)> wanted,
                 llvm::raw_ostream &os) const;
  /// Empty if they were not found.
  std::vector<Value> getInputs() const {
    if (result.inputs.empty())
      return {};
    ConsistencyPlay play;
    play.lastInputs = result.inputs;
    return spread(system, play);
  }
};
} // namespace

std::string PropertyReport::getProblem() const {
  switch (property) {
  case ContractProperty::Receptive:
    return "no assumption holds";
  case ContractProperty::Deterministic:
    return "two answers";
  case ContractProperty::Complete:
    if (!result.variable)
      return "nothing is said about a variable";
    return ("nothing is said about '" +
            system.getVariables()[*result.variable].getName() + "'")
        .str();
  }
  llvm_unreachable("covered switch");
}

void PropertyReport::printStep(llvm::ArrayRef<Value> values,
                               llvm::function_ref<bool(Owner)> wanted,
                               llvm::raw_ostream &os) const {
  for (auto [variable, value] : llvm::zip(system.getVariables(), values))
    if (wanted(variable.owner))
      os << " " << variable.getName() << "=" << value;
}

void PropertyReport::printText(llvm::raw_ostream &os) const {
  switch (result.answer) {
  case AnswerKind::Holds:
    os << toString(property) << " (proved)\n";
    return;
  case AnswerKind::Undecided:
    os << "undecided whether " << toString(property) << ": " << result.reason
       << "\n";
    return;
  case AnswerKind::Violated:
    break;
  }
  os << "not " << toString(property) << ": " << getProblem() << "\n";
  for (auto [index, values] : llvm::enumerate(result.run)) {
    os << "  step " << index + 1 << ":";
    printStep(values, isInput, os);
    os << " ->";
    printStep(values, isAnswer, os);
    os << "\n";
  }
  os << "  step " << result.run.size() + 1 << ":";
  printStep(getInputs(), isInput, os);
  os << "\n";
  for (const std::vector<Value> &answer : result.answers) {
    os << "    ->";
    printStep(answer, isAnswer, os);
    os << "\n";
  }
}

llvm::json::Object PropertyReport::toJSON() const {
  llvm::json::Object object{{"property", toString(property)},
                            {"answer", toString(result.answer)}};
  if (result.answer == AnswerKind::Undecided)
    object["reason"] = result.reason;
  if (result.answer != AnswerKind::Violated)
    return object;
  auto write = [&](llvm::ArrayRef<Value> values,
                   llvm::function_ref<bool(Owner)> wanted) {
    llvm::json::Object step;
    for (auto [variable, value] : llvm::zip(system.getVariables(), values))
      if (wanted(variable.owner))
        step[variable.getName()] = value.str();
    return step;
  };
  llvm::json::Array run, answers;
  for (const std::vector<Value> &values : result.run)
    run.push_back(write(values, [](Owner) { return true; }));
  for (const std::vector<Value> &values : result.answers)
    answers.push_back(write(values, isAnswer));
  object["run"] = std::move(run);
  object["inputs"] = write(getInputs(), isInput);
  object["answers"] = std::move(answers);
  object["problem"] = getProblem();
  return object;
}

/// Looks at the properties and returns the worst exit code.
static int checkProperties(const System &system,
                           llvm::ArrayRef<ContractProperty> properties,
                           const FixpointOptions &options,
                           OutputFormat format) {
  bool isViolated = false, isUndecided = false;
  llvm::json::Array array;
  for (ContractProperty property : properties) {
    PropertyResult result = checkProperty(system, property, options);
    PropertyReport report{system, property, result};
    if (format == OutputFormat::JSON)
      array.push_back(report.toJSON());
    else
      report.printText(llvm::outs());
    isViolated |= result.answer == AnswerKind::Violated;
    isUndecided |= result.answer == AnswerKind::Undecided;
  }
  if (format == OutputFormat::JSON)
    printJSON(std::move(array));
  return isViolated ? ExitViolated : isUndecided ? ExitUndecided : ExitDone;
}

//===----------------------------------------------------------------------===//
// Command
//===----------------------------------------------------------------------===//

int tioga::runConsistent(CommandArgs &args) {
  cl::OptionCategory &category = getCommandCategory();
  cl::opt<std::string> file(cl::Positional, cl::Required, cl::desc("<file>"),
                            cl::cat(category));
  cl::opt<unsigned> bound("bound", cl::desc("Look at so many steps only"),
                          cl::cat(category));
  cl::opt<EngineChoice> engine(
      "engine", cl::desc("Which engine answers (default auto)"),
      cl::values(clEnumValN(EngineChoice::Auto, "auto", "the one that can"),
                 clEnumValN(EngineChoice::Fixpoint, "fixpoint",
                            "all steps, on finite types"),
                 clEnumValN(EngineChoice::Bmc, "bmc", "formulas to a bound")),
      cl::init(EngineChoice::Auto), cl::cat(category));
  cl::opt<ConflictSearch> conflicts(
      "conflicts", cl::desc("Which minimal conflicts to find (default one)"),
      cl::values(clEnumValN(ConflictSearch::None, "none", "none"),
                 clEnumValN(ConflictSearch::One, "one", "one"),
                 clEnumValN(ConflictSearch::All, "all", "all")),
      cl::init(ConflictSearch::One), cl::cat(category));
  cl::opt<size_t> maxConflicts(
      "max-conflicts", cl::desc("Stop after so many conflicts (default 100)"),
      cl::init(ConsistencyOptions().maxConflicts), cl::cat(category));
  cl::opt<bool> whole(
      "whole", cl::desc("Do not look at views and independent parts first"),
      cl::cat(category));
  cl::opt<size_t> maxNodes(
      "max-nodes",
      cl::desc("Give up beyond so many nodes of decision diagrams"),
      cl::init(FixpointOptions().maxNodes), cl::cat(category));
  cl::list<ContractProperty> properties(
      "check", cl::CommaSeparated,
      cl::desc("Check other properties instead, on finite types"),
      cl::values(clEnumValN(ContractProperty::Receptive, "receptive",
                            "some assumption holds for each input"),
                 clEnumValN(ContractProperty::Deterministic, "deterministic",
                            "each input has at most one answer"),
                 clEnumValN(ContractProperty::Complete, "complete",
                            "something is said about each variable")),
      cl::cat(category));
  SolverArguments solving;
  FormatOption format;
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;
  if (bound.getNumOccurrences() && bound == 0)
    return reportUsage("--bound: at least one step");

  Session session;
  session.setArguments(modelArguments);
  Session::Loaded loaded = session.loadSystem(file);
  if (!loaded)
    return ExitRejected;
  const System &system = *loaded.system;
  if (!system.isSync())
    return mlir::emitError(system.getLoc(), "'")
               << system.getName()
               << "' is no contract; only contracts are consistent or not",
           ExitRejected;
  smt::InterruptScope interrupts;
  FixpointOptions fixpoint;
  if (bound.getNumOccurrences())
    fixpoint.bound = bound;
  fixpoint.maxNodes = maxNodes;
  fixpoint.isCancelled = smt::areSolversInterrupted;
  if (!properties.empty())
    return checkProperties(
        system,
        std::vector<ContractProperty>(properties.begin(), properties.end()),
        fixpoint, format);
  auto start = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<ConsistencyOracle>> owned;
  if (engine != EngineChoice::Bmc)
    owned.push_back(createFixpointOracle(system, fixpoint));
  if (engine != EngineChoice::Fixpoint)
    owned.push_back(createBoundedOracle(system, fixpoint.bound, solving.get()));
  std::vector<ConsistencyOracle *> oracles;
  for (const auto &oracle : owned)
    oracles.push_back(oracle.get());
  ConsistencyOptions options;
  options.conflicts = conflicts;
  options.maxConflicts = maxConflicts;
  options.incremental = !whole;
  ConsistencyResult result = checkConsistency(system, oracles, options);
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;

  RequirementTexts texts(*loaded.module);
  Report report{system, result, texts, elapsed.count()};
  if (format == OutputFormat::JSON)
    printJSON(report.toJSON());
  else
    report.printText(llvm::outs());
  return getExitCode(result.verdict.answer);
}
