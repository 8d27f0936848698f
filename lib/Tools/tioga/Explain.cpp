//===- Explain.cpp - tioga explain ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Model.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Solver/SMTLib.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {

/// A model of a formula in terms of the system that the formula is about.
class Explanation {
public:
  Explanation(const System &system, smt::Model model)
      : system(system), model(std::move(model)) {}

  /// Returns false after setting the error.
  bool read(std::string &error);
  void printText(llvm::raw_ostream &os) const;
  llvm::json::Object toJSON() const;

private:
  std::optional<Rational> lookup(llvm::StringRef name) const;
  unsigned getLength(llvm::StringRef symbol) const;
  bool readRun(std::string &error);
  bool readSyncRun(std::string &error);

  const System &system;
  smt::Model model;
  smt::TermContext terms;
  std::unique_ptr<ExprEncoder> exprs;
  std::unique_ptr<SystemEncoder> encoder;
  TimedTrace run;
  SyncTrace states;
  /// What comes after the run, of conformance and equivalence.
  std::string offence;
};

} // namespace

std::optional<Rational> Explanation::lookup(llvm::StringRef name) const {
  auto found = model.find(name);
  if (found == model.end())
    return std::nullopt;
  return found->second;
}

/// Of one formula for all depths, the steps that are taken; of one for a single
/// depth, all that there are.
unsigned Explanation::getLength(llvm::StringRef symbol) const {
  unsigned length = 0;
  bool isWhole = lookup("taken@0").has_value();
  while (lookup((symbol + "@" + llvm::Twine(length)).str())) {
    std::optional<Rational> taken = lookup("taken@" + std::to_string(length));
    if (isWhole && (!taken || taken->isZero()))
      break;
    ++length;
  }
  return length;
}

bool Explanation::readRun(std::string &error) {
  unsigned length = system.getTransitions().empty()
                        ? 0
                        : getLength(encoder->getEdge(0).getName());
  auto read = readTrace(
      *encoder, [&](llvm::StringRef name) { return lookup(name); }, length);
  if (!read) {
    error = "the values are no run of '" + system.getName().str() + "'";
    return false;
  }
  run = std::move(*read);
  std::string depth = std::to_string(length);
  if (auto late = lookup("late@" + depth); late && !late->isZero()) {
    offence = "late";
    return true;
  }
  // A label that does not belong to the run is what the other side did.
  if (encoder->getPrefix().empty())
    return true;
  if (auto label = lookup("label@" + depth))
    for (const SystemLabel &candidate : system.getLabels())
      if (*label == Rational(exprs->getLabelIndex(candidate.name)))
        offence = candidate.getText();
  return true;
}

bool Explanation::readSyncRun(std::string &error) {
  std::string first = encoder->getState().empty()
                          ? std::string()
                          : encoder->getState().front().name;
  unsigned length = getLength(first);
  // The question is about the state after the last step taken.
  if (!encoder->getPrefix().empty())
    ++length;
  for (unsigned index = 0; index < length; ++index) {
    auto values = readState(
        *encoder, [&](llvm::StringRef name) { return lookup(name); }, index);
    if (!values)
      break;
    states.push_back(std::move(*values));
  }
  if (!states.empty())
    return true;
  error = "the values are no run of '" + system.getName().str() + "'";
  return false;
}

bool Explanation::read(std::string &error) {
  std::string prefix;
  for (llvm::StringRef candidate : {"spec.", "left."})
    for (const auto &entry : model)
      if (entry.getKey().starts_with(candidate))
        prefix = candidate.str();
  if (prefix.empty() && system.isSync())
    for (const auto &entry : model)
      if (entry.getKey().starts_with("impl."))
        prefix = "impl.";
  exprs = std::make_unique<ExprEncoder>(terms, chooseEnumSort(&system));
  TimeEncoding time =
      lookup("now@0") ? TimeEncoding::Timestamps : TimeEncoding::Delays;
  encoder = std::make_unique<SystemEncoder>(system, *exprs, time, prefix);
  if (!encoder->encode()) {
    error = encoder->getError();
    return false;
  }
  return system.isSync() ? readSyncRun(error) : readRun(error);
}

void Explanation::printText(llvm::raw_ostream &os) const {
  if (system.isSync()) {
    for (auto [index, values] : llvm::enumerate(states)) {
      os << "step " << index + 1 << ":";
      for (auto [variable, value] : llvm::zip(system.getVariables(), values))
        os << " " << variable.getName() << "=" << value;
      os << "\n";
    }
    return;
  }
  os << "a run of " << run.steps.size()
     << (run.steps.size() == 1 ? " step" : " steps") << "\n  ";
  run.print(os, system);
  os << "\n";
  for (const TraceStep &step : run.steps)
    os << "  " << getLocationText(system.getTransitions()[*step.transition].loc)
       << ": "
       << (step.label ? system.getLabels()[*step.label].getText() : "silent")
       << "\n";
  if (!offence.empty())
    os << "  then: " << offence << "\n";
}

llvm::json::Object Explanation::toJSON() const {
  llvm::json::Object object;
  if (!system.isSync()) {
    object["trace"] = run.toJSON(system);
    if (!offence.empty())
      object["then"] = offence;
    return object;
  }
  llvm::json::Array steps;
  for (const std::vector<Value> &values : states) {
    llvm::json::Object step;
    for (auto [variable, value] : llvm::zip(system.getVariables(), values))
      step[variable.getName()] = value.str();
    steps.push_back(std::move(step));
  }
  object["steps"] = std::move(steps);
  return object;
}

/// The names in `unsat (name ...)`; nothing if the text is no such thing.
static std::optional<std::vector<std::string>> readCore(llvm::StringRef text) {
  auto exprs = smt::SExpr::parse(text);
  if (!exprs || exprs->size() < 2 || (*exprs)[0].atom != "unsat" ||
      (*exprs)[1].isAtom())
    return std::nullopt;
  std::vector<std::string> names;
  for (const smt::SExpr &item : (*exprs)[1].items)
    if (item.isAtom())
      names.push_back(item.atom);
  return names;
}

/// Prints the edges or requirements that a core names, in the order of the
/// model.
static void printCore(llvm::ArrayRef<std::string> names, const System &system,
                      llvm::raw_ostream &os) {
  llvm::StringSet<> elements;
  for (const std::string &name : names)
    elements.insert(getCoreElement(name));
  smt::TermContext terms;
  ExprEncoder exprs(terms, chooseEnumSort(&system));
  SystemEncoder encoder(system, exprs, TimeEncoding::Timestamps);
  if (!encoder.encode())
    return;
  os << "not possible because of\n";
  auto print = [&](llvm::StringRef element, mlir::Location loc) {
    if (elements.contains(element))
      os << "  " << getLocationText(loc) << ": " << element << "\n";
  };
  for (auto [index, transition] : llvm::enumerate(system.getTransitions()))
    print(encoder.getEdgeName(index), transition.loc);
  for (bool first : {true, false})
    for (auto [function, conjunct] : llvm::zip(
             encoder.getConjuncts(first),
             first ? system.getInitialConjuncts() : system.getStepConjuncts()))
      print(function->name, conjunct.loc);
}

int tioga::runExplain(CommandArgs &args) {
  cl::opt<std::string> file(cl::Positional, cl::Required,
                            cl::desc("<file>[:<system>]"),
                            cl::cat(getCommandCategory()));
  cl::opt<std::string> answerFile(cl::Positional, cl::Required,
                                  cl::desc("<what the solver printed>"),
                                  cl::cat(getCommandCategory()));
  FormatOption format;
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;

  Session session;
  session.setArguments(modelArguments);
  Session::Loaded loaded = session.loadSystem(file);
  if (!loaded)
    return ExitRejected;
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(answerFile);
  if (!buffer)
    return ExitRejected;
  if (auto core = readCore(buffer->getBuffer())) {
    printCore(*core, *loaded.system, llvm::outs());
    return ExitDone;
  }
  std::optional<smt::Model> model = smt::readModel(buffer->getBuffer());
  if (!model)
    return reportError("'" + answerFile + "' holds no values of a model");
  Explanation explanation(*loaded.system, std::move(*model));
  std::string error;
  if (!explanation.read(error))
    return reportError(error);
  if (format == OutputFormat::JSON)
    printJSON(explanation.toJSON());
  else
    explanation.printText(llvm::outs());
  return ExitDone;
}
