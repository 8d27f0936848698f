//===- Conform.cpp - tioga conform ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "ConformContracts.h"
#include "ConformanceArguments.h"
#include "Model.h"
#include "SolverArguments.h"
#include "tioga/Engine/Conformance.h"
#include "tioga/Engine/SymbolicConformance.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {
enum class EngineChoice { Auto, Zone, Bmc, Symbolic };

/// The two models and what was found out about them.
struct Report {
  const System &spec, &impl;
  const ConformanceOptions &options;
  const ConformanceResult &result;

  void printText(llvm::raw_ostream &os) const;
  llvm::json::Object toJSON() const;

private:
  void printViolation(const Violation &violation, llvm::raw_ostream &os) const;
  std::string getOffence(const Violation &violation) const;
  std::string getDepthText() const;
};
} // namespace

static llvm::StringRef getAnswerText(AnswerKind answer) {
  switch (answer) {
  case AnswerKind::Holds:
    return "conforms";
  case AnswerKind::Violated:
    return "does not conform";
  case AnswerKind::Undecided:
    return "undecided";
  }
  llvm_unreachable("covered switch");
}

std::string Report::getDepthText() const {
  if (result.answer != AnswerKind::Holds)
    return "";
  return result.depth ? "to depth " + std::to_string(*result.depth) : "proved";
}

/// `flashOn!(3)`, or how long it waited.
std::string Report::getOffence(const Violation &violation) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (violation.label) {
    os << impl.getLabels()[*violation.label].getText();
    if (!violation.arguments.empty()) {
      os << "(";
      llvm::interleaveComma(violation.arguments, os);
      os << ")";
    }
  } else if (violation.kind == ViolationKind::Late) {
    os << "silence for " << violation.observation.finalDelay;
  } else {
    os << "no output";
  }
  return text;
}

static void printLocations(llvm::StringRef title,
                           const SourceLocations &locations,
                           llvm::raw_ostream &os) {
  for (mlir::Location loc : locations) {
    std::string text = getLocationText(loc);
    if (!text.empty())
      os << "  " << title << ": " << text << "\n";
  }
}

void Report::printViolation(const Violation &violation,
                            llvm::raw_ostream &os) const {
  os << "  trace: ";
  violation.observation.print(os, spec);
  os << "\n  " << toString(violation.kind) << ": " << getOffence(violation);
  if (violation.boundary)
    os << " (at an exact instant only)";
  if (violation.needsSilence)
    os << " (the implementation stops time)";
  os << "\n";
  printLocations("implementation", violation.implLocations, os);
  printLocations("specification", violation.specLocations, os);
}

void Report::printText(llvm::raw_ostream &os) const {
  os << getAnswerText(result.answer) << " (" << toString(options.relation);
  if (result.answer == AnswerKind::Holds)
    os << ", " << getDepthText();
  os << ")";
  if (result.answer == AnswerKind::Undecided)
    os << ": " << result.reason;
  os << "\n";
  if (result.violation)
    printViolation(*result.violation, os);
}

static llvm::json::Array toJSON(const SourceLocations &locations) {
  llvm::json::Array array;
  for (mlir::Location loc : locations)
    array.push_back(getLocationText(loc));
  return array;
}

llvm::json::Object Report::toJSON() const {
  llvm::json::Object object{{"answer", toString(result.answer)},
                            {"relation", toString(options.relation)},
                            {"engine", result.engine},
                            {"states", result.statistics.states},
                            {"transitions", result.statistics.transitions},
                            {"seconds", result.statistics.seconds}};
  if (result.answer == AnswerKind::Holds)
    object["proved"] = !result.depth.has_value();
  if (result.depth)
    object["depth"] = *result.depth;
  if (!result.reason.empty())
    object["reason"] = result.reason;
  if (!result.warnings.empty())
    object["warnings"] = llvm::json::Array(result.warnings);
  if (const auto &violation = result.violation) {
    object["violation"] = llvm::json::Object{
        {"kind", toString(violation->kind)},
        {"offence", getOffence(*violation)},
        {"length", violation->getLength()},
        {"boundary", violation->boundary},
        {"stopsTime", violation->stopsTime},
        {"trace", violation->observation.toJSON(spec)},
        {"specificationRun", violation->specRun.toJSON(spec)},
        {"implementationRun", violation->implRun.toJSON(impl)},
        {"specification", ::toJSON(violation->specLocations)},
        {"implementation", ::toJSON(violation->implLocations)}};
  }
  return object;
}

/// Zones first, unless the data are too large for them; what they leave open
/// goes to the engine for the relation.
static ConformanceResult check(const System &spec, const System &impl,
                               const ConformanceOptions &options,
                               EngineChoice engine,
                               const CheckerFactory &formulas,
                               const CheckerFactory &execution) {
  const CheckerFactory &other =
      options.relation == Relation::Ioco ? execution : formulas;
  switch (engine) {
  case EngineChoice::Bmc:
    return formulas(spec, options)->check(impl);
  case EngineChoice::Symbolic:
    return execution(spec, options)->check(impl);
  case EngineChoice::Zone:
    return checkConformance(spec, impl, options);
  case EngineChoice::Auto:
    if (options.relation == Relation::Ioco &&
        (hasLargeData(spec) || hasLargeData(impl)))
      return checkConformance(spec, impl, options, execution, /*first=*/true);
    return checkConformance(spec, impl, options, other);
  }
  llvm_unreachable("covered switch");
}

int tioga::runConform(CommandArgs &args) {
  cl::OptionCategory &category = getCommandCategory();
  cl::opt<std::string> specFile(cl::Positional, cl::Required,
                                cl::desc("<specification>"), cl::cat(category));
  cl::opt<std::string> implFile(cl::Positional, cl::Required,
                                cl::desc("<implementation>"),
                                cl::cat(category));
  ConformanceArguments conformance;
  cl::opt<EngineChoice> engine(
      "engine", cl::desc("Which engine answers (default auto)"),
      cl::values(
          clEnumValN(EngineChoice::Auto, "auto", "the one that can"),
          clEnumValN(EngineChoice::Zone, "zone", "zone graphs"),
          clEnumValN(EngineChoice::Bmc, "bmc", "formulas to a bound"),
          clEnumValN(EngineChoice::Symbolic, "symbolic", "symbolic execution")),
      cl::init(EngineChoice::Auto), cl::cat(category));
  cl::opt<unsigned> timeout(
      "timeout", cl::desc("Give up after so many seconds (default 0: never)"),
      cl::init(0), cl::cat(category));
  SymbolicArguments symbolicArguments;
  SolverArguments solving;
  FormatOption format;
  ModelArguments modelArguments;
  JobsOption jobs;
  if (!args.parse())
    return ExitUsage;
  std::optional<SymbolicOptions> symbolic =
      symbolicArguments.get(solving.get());
  if (!symbolic)
    return ExitUsage;
  if (!conformance.check())
    return ExitUsage;

  Session session;
  session.setArguments(modelArguments);
  Session::Loaded spec = session.loadSystem(specFile);
  if (!spec)
    return ExitRejected;
  Session::Loaded impl = session.loadSystem(implFile);
  if (!impl)
    return ExitRejected;
  smt::InterruptScope interrupts;
  if (spec.system->isSync() && impl.system->isSync()) {
    if ((conformance.relation.getNumOccurrences() &&
         conformance.relation != Relation::Refines &&
         conformance.relation != Relation::Inclusion) ||
        (engine != EngineChoice::Auto && engine != EngineChoice::Bmc))
      return reportUsage("contracts have no time: they are compared by "
                         "--relation=refines, with diagrams or formulas");
    ContractComparison comparison{*spec.system, *impl.system};
    if (conformance.bound.getNumOccurrences())
      comparison.bound = conformance.bound;
    comparison.useDiagrams = engine == EngineChoice::Auto;
    comparison.solving = solving.get();
    comparison.format = format;
    return conformContracts(comparison);
  }
  ConformanceOptions options = conformance.get(*spec.system);
  // Other relations ask for all that the environment might do.
  if (options.relation != Relation::Rtioco)
    if (std::unique_ptr<System> alone = removeEnvironment(*spec.system))
      spec.system = std::move(alone);
  options.timeout = std::chrono::seconds(timeout);
  options.threads = jobs.getThreads();
  CheckerFactory formulas = [&](const System &system,
                                const ConformanceOptions &asked) {
    return createBoundedChecker(system, asked, solving.get());
  };
  CheckerFactory execution = [&](const System &system,
                                 const ConformanceOptions &asked) {
    return createSymbolicChecker(system, asked, *symbolic);
  };
  options.isCancelled = smt::areSolversInterrupted;
  ConformanceResult result =
      check(*spec.system, *impl.system, options, engine, formulas, execution);
  result.warnings = conformance.getWarnings(*spec.system);
  for (const std::string &warning : result.warnings)
    llvm::errs() << "tioga: warning: " << warning << "\n";
  Report report = {*spec.system, *impl.system, options, result};
  if (format == OutputFormat::JSON)
    printJSON(report.toJSON());
  else
    report.printText(llvm::outs());
  return getExitCode(result.answer);
}
