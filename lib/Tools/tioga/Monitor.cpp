//===- Monitor.cpp - tioga monitor ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Monitor.h"
#include "Command.h"
#include "Model.h"
#include "RequirementTexts.h"
#include "mlir/IR/Builders.h"
#include "tioga/Engine/Encoder/Blame.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;
namespace json = llvm::json;

namespace {

/// What a contract says to a log.
class Judgement {
public:
  Judgement(const System &contract, ObservedRun run)
      : contract(contract), run(std::move(run)) {}

  void judge();
  void printText(bool all, const RequirementTexts &texts,
                 llvm::raw_ostream &os) const;
  json::Object toJSON() const;
  int getExitCode() const {
    return answer == AnswerKind::Holds      ? ExitDone
           : answer == AnswerKind::Violated ? ExitViolated
                                            : ExitUndecided;
  }

private:
  llvm::ArrayRef<SystemConjunct> getContracts() const {
    return position == 0 ? contract.getInitialConjuncts()
                         : contract.getStepConjuncts();
  }
  void printSet(const BlamedContracts &set, llvm::raw_ostream &os) const;
  json::Array toJSON(llvm::ArrayRef<BlamedContracts> sets) const;

  const System &contract;
  ObservedRun run;
  AnswerKind answer = AnswerKind::Holds;
  unsigned position = 0;
  std::string reason;
  Blame blame;
};

} // namespace

void Judgement::judge() {
  SyncObserver observer(contract);
  while (answer == AnswerKind::Holds && position < run.size()) {
    answer = observer.observe(run[position]);
    position += answer == AnswerKind::Holds;
  }
  if (answer == AnswerKind::Undecided) {
    // What cannot be enumerated may be solved.
    ObservedAnswer solved = checkObservedRun(contract, run);
    answer = solved.answer;
    position = solved.position;
    reason = solved.reason;
  }
  if (answer != AnswerKind::Violated)
    return;
  ObservedRun prefix(run.begin(), run.begin() + position + 1);
  // The verdict counts, even if there is no explanation.
  blame = explainViolation(contract, prefix);
}

/// The hidden values for which these contracts are violated.
void Judgement::printSet(const BlamedContracts &set,
                         llvm::raw_ostream &os) const {
  llvm::interleaveComma(set.contracts, os, [&](unsigned index) {
    os << getContracts()[index].id;
  });
  bool isFirst = true;
  for (auto [value, variable] : llvm::zip(set.values, contract.getVariables()))
    if (variable.owner == Owner::Hidden) {
      os << (isFirst ? " if " : ", ") << variable.getName() << " = " << value;
      isFirst = false;
    }
}

void Judgement::printText(bool all, const RequirementTexts &texts,
                          llvm::raw_ostream &os) const {
  if (answer == AnswerKind::Holds) {
    os << "pass: " << run.size() << (run.size() == 1 ? " step\n" : " steps\n");
    return;
  }
  if (answer == AnswerKind::Undecided) {
    os << "undecided: " << reason << "\n";
    return;
  }
  os << "fail: step " << position + 1 << "\n";
  for (const BlamedContracts &set : all ? blame.all : blame.minimal) {
    os << "  violates ";
    printSet(set, os);
    os << "\n";
    for (unsigned index : set.contracts) {
      const SystemConjunct &conjunct = getContracts()[index];
      os << "    " << getLocationText(conjunct.loc) << ": " << conjunct.id
         << "\n";
      std::string text = texts.lookup(conjunct.id);
      if (!text.empty())
        os << "      " << text << "\n";
    }
  }
  if (!blame.reason.empty())
    os << "  not all explanations are known: " << blame.reason << "\n";
}

json::Array Judgement::toJSON(llvm::ArrayRef<BlamedContracts> sets) const {
  json::Array list;
  for (const BlamedContracts &set : sets) {
    json::Array ids;
    for (unsigned index : set.contracts)
      ids.push_back(getContracts()[index].id);
    json::Object hidden;
    for (auto [value, variable] :
         llvm::zip(set.values, contract.getVariables()))
      if (variable.owner == Owner::Hidden)
        hidden[variable.getName()] = value.str();
    list.push_back(json::Object{{"requirements", std::move(ids)},
                                {"hidden", std::move(hidden)}});
  }
  return list;
}

json::Object Judgement::toJSON() const {
  json::Object object{{"verdict", answer == AnswerKind::Holds ? "pass"
                                  : answer == AnswerKind::Violated
                                      ? "fail"
                                      : "undecided"},
                      {"steps", run.size()}};
  if (!reason.empty())
    object["reason"] = reason;
  if (answer != AnswerKind::Violated)
    return object;
  object["step"] = position + 1;
  object["minimal"] = toJSON(blame.minimal);
  object["all"] = toJSON(blame.all);
  return object;
}

/// Writes a module with the monitor.
static int writeTestForm(const System &contract, llvm::StringRef output) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(contract.getLoc());
  mlir::OpBuilder builder(module->getContext());
  builder.setInsertionPointToEnd(module->getBody());
  if (mlir::failed(writeMonitor(contract, {}, builder)))
    return ExitRejected;
  auto write = [&](llvm::raw_ostream &os) {
    module->print(os);
    os << "\n";
  };
  return mlir::succeeded(writeOutput(output, write)) ? ExitDone : ExitRejected;
}

int tioga::runMonitor(CommandArgs &args) {
  cl::opt<std::string> file(cl::Positional, cl::Required,
                            cl::desc("<file>[:<contract>]"),
                            cl::cat(getCommandCategory()));
  cl::opt<std::string> log(cl::Positional, cl::init("-"), cl::desc("<log>"),
                           cl::cat(getCommandCategory()));
  cl::opt<bool> all("all",
                    cl::desc("Print all sets of violated requirements, one for "
                             "each way the hidden values could have been"),
                    cl::cat(getCommandCategory()));
  cl::opt<std::string> output(
      "o", cl::value_desc("file"),
      cl::desc("Write the monitor in the form of tests and judge nothing"),
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
  if (!loaded.system->isSync())
    return reportError("'" + file + "' is no contract");
  if (!output.empty())
    return writeTestForm(*loaded.system, output);
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(log);
  if (!buffer)
    return ExitRejected;
  std::string error;
  std::optional<ObservedRun> run =
      parseObservedRun(buffer->getBuffer(), *loaded.system, error);
  if (!run)
    return reportError("'" + log + "': " + error);
  Judgement judgement(*loaded.system, std::move(*run));
  judgement.judge();
  if (format == OutputFormat::JSON)
    printJSON(judgement.toJSON());
  else
    judgement.printText(all, RequirementTexts(*loaded.module), llvm::outs());
  return judgement.getExitCode();
}
