//===- Mutate.cpp - tioga mutate --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Model.h"
#include "MutatedModel.h"
#include "mlir/IR/Verifier.h"
#include "tioga/Engine/Trace.h"
#include "tioga/Mutation/Operators.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace tioga;
namespace cl = llvm::cl;

/// Prints the table of operators.
static void printOperators(llvm::raw_ostream &os) {
  for (const Operator &op : getOperators()) {
    llvm::SmallVector<llvm::StringRef> groups = getGroups(op);
    groups.push_back("all");
    os << llvm::formatv("{0,-25} {1,-4} {2,-24} {3}\n", op.name, op.shortName,
                        llvm::join(groups, ","), op.description);
  }
}

/// How many mutants each operator has made, in the order of the list.
static llvm::MapVector<const Operator *, unsigned>
countByOperator(const MutantSet &set) {
  llvm::MapVector<const Operator *, unsigned> counts;
  for (const Mutant &mutant : set.mutants)
    ++counts[mutant.op];
  return counts;
}

static void printSummary(const MutantSet &set, llvm::raw_ostream &os) {
  for (auto [op, count] : countByOperator(set))
    os << llvm::formatv("{0,-25} {1,7}\n", op->name, count);
  os << llvm::formatv("{0,-25} {1,7}\n", "total", set.mutants.size());
  if (set.numGroups != set.mutants.size())
    os << llvm::formatv("{0,-25} {1,7}\n", "different places", set.numGroups);
}

static void printList(const MutantSet &set, llvm::raw_ostream &os) {
  for (const Mutant &mutant : set.mutants)
    os << mutant.id << '\t' << getLocationText(mutant.getLoc()) << '\t'
       << mutant.description << '\n';
}

/// The schema is documented in docs/Mutation.md.
static llvm::json::Value toJSON(const MutantSet &set, llvm::StringRef system) {
  llvm::json::Array mutants;
  for (const Mutant &mutant : set.mutants)
    mutants.push_back(
        llvm::json::Object{{"id", mutant.id},
                           {"operator", mutant.op->name},
                           {"source", getLocationText(mutant.getLoc())},
                           {"description", mutant.description},
                           {"group", mutant.group}});
  llvm::json::Array operators;
  for (auto [op, count] : countByOperator(set))
    operators.push_back(
        llvm::json::Object{{"name", op->name}, {"mutants", count}});
  return llvm::json::Object{{"system", system},
                            {"operators", std::move(operators)},
                            {"mutants", std::move(mutants)}};
}

/// Writes one model per mutant, `0001.mlir` and so on, and `mutants.json`,
/// which says which is which.
static int writeModels(const MutantSet &set, SystemOpInterface system,
                       llvm::StringRef directory) {
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return reportError("cannot create '" + directory + "': " + error.message());
  unsigned number = 0;
  for (const Mutant &mutant : set.mutants) {
    mlir::Operation *copy = materialize(mutant, system, system.getSystemName());
    llvm::SmallString<128> path(directory);
    llvm::sys::path::append(path, llvm::formatv("{0:d4}.mlir", ++number).str());
    bool isValid = mlir::succeeded(mlir::verify(copy));
    bool isWritten =
        isValid &&
        mlir::succeeded(writeOutput(path, [&](llvm::raw_ostream &os) {
          os << "// " << mutant.id << "\n// " << mutant.description << "\n";
          // Beside the original its name is not unique, which says nothing.
          copy->print(os, mlir::OpPrintingFlags().assumeVerified());
          os << "\n";
        }));
    copy->erase();
    if (!isWritten)
      return ExitRejected;
  }
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, "mutants.json");
  auto write = [&](llvm::raw_ostream &os) {
    os << llvm::formatv("{0:2}\n", toJSON(set, system.getSystemName()));
  };
  return mlir::succeeded(writeOutput(path, write)) ? ExitDone : ExitRejected;
}

int tioga::runMutate(CommandArgs &args) {
  cl::opt<std::string> file(cl::Positional, cl::desc("<file>[:<system>]"),
                            cl::cat(getCommandCategory()));
  cl::opt<std::string> operatorText(
      "operators", cl::value_desc("name,..."),
      cl::desc("Operators and groups (momut, ecdar, action, action-timed, all; "
               "by default those of the formalism)"),
      cl::cat(getCommandCategory()));
  GranularityOption granularity;
  cl::list<int64_t> deltas("delta", cl::CommaSeparated,
                           cl::desc("What change-constant adds (1,-1)"),
                           cl::cat(getCommandCategory()));
  cl::opt<unsigned> order("order", cl::init(1),
                          cl::desc("2: pairs of faults too"),
                          cl::cat(getCommandCategory()));
  cl::opt<bool> list("list", cl::desc("Print every mutant"),
                     cl::cat(getCommandCategory()));
  cl::opt<bool> listOperators("list-operators",
                              cl::desc("Print all operators and stop"),
                              cl::cat(getCommandCategory()));
  cl::opt<std::string> output("o", cl::value_desc("dir"),
                              cl::desc("Write the mutants as models"),
                              cl::cat(getCommandCategory()));
  FormatOption format;
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;

  if (listOperators) {
    printOperators(llvm::outs());
    return ExitDone;
  }
  if (file.empty())
    return reportUsage("no model given");
  MutationOptions options;
  std::string error;
  if (!operatorText.empty() &&
      !parseOperators(operatorText, options.operators, error))
    return reportUsage(error);
  if (order < 1 || order > 2)
    return reportUsage("--order is 1 or 2");
  options.order = order;
  options.granularity = granularity;
  if (!deltas.empty())
    options.deltas.assign(deltas.begin(), deltas.end());

  Session session;
  session.setArguments(modelArguments);
  Session::Selected selected = session.loadSystemOp(file);
  if (!selected)
    return ExitRejected;
  if (operatorText.empty())
    parseOperators(getDefaultOperators(selected.system), options.operators,
                   error);
  std::unique_ptr<MutantSet> set = generateMutants(selected.system, options);
  if (!output.empty())
    return writeModels(*set, selected.system, output);
  if (format == OutputFormat::JSON)
    printJSON(toJSON(*set, selected.system.getSystemName()));
  else if (list)
    printList(*set, llvm::outs());
  else
    printSummary(*set, llvm::outs());
  return ExitDone;
}
