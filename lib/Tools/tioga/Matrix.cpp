//===- Matrix.cpp - tioga matrix --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Report/Matrix.h"
#include "Command.h"
#include "Suite.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {
enum class MatrixFormat { Text, JSON, CSV, HTML };
} // namespace

int tioga::runMatrix(CommandArgs &args) {
  cl::opt<std::string> file(cl::Positional, cl::Required,
                            cl::desc("<file>[:<system>]"),
                            cl::cat(getCommandCategory()));
  cl::opt<std::string> suiteFile(cl::Positional, cl::Required,
                                 cl::desc("<suite>"),
                                 cl::cat(getCommandCategory()));
  cl::opt<MatrixFormat> format(
      "format", cl::init(MatrixFormat::Text), cl::desc("How to print it"),
      cl::values(clEnumValN(MatrixFormat::Text, "text", "a list (default)"),
                 clEnumValN(MatrixFormat::JSON, "json", "both directions"),
                 clEnumValN(MatrixFormat::CSV, "csv", "a table"),
                 clEnumValN(MatrixFormat::HTML, "html", "a page")),
      cl::cat(getCommandCategory()));
  cl::opt<std::string> output(
      "o", cl::init("-"), cl::value_desc("file"),
      cl::desc("Where to (default the standard output)"),
      cl::cat(getCommandCategory()));
  cl::opt<bool> requireAll(
      "require-all", cl::desc("Exit with 10 if a requirement has no test"),
      cl::cat(getCommandCategory()));
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;
  Session session, suiteSession;
  session.setArguments(modelArguments);
  suiteSession.setArguments(modelArguments);
  Session::Selected selected = session.loadSystemOp(file);
  Suite suite;
  if (!selected || !suite.load(suiteSession, suiteFile))
    return ExitRejected;
  TraceabilityMatrix matrix =
      TraceabilityMatrix::make(selected.system, suite.tests);
  auto write = [&](llvm::raw_ostream &os) {
    switch (format) {
    case MatrixFormat::Text:
      return matrix.printText(os);
    case MatrixFormat::JSON:
      os << llvm::formatv("{0:2}\n", matrix.toJSON());
      return;
    case MatrixFormat::CSV:
      return matrix.printCSV(os);
    case MatrixFormat::HTML:
      return matrix.printHTML(os);
    }
  };
  if (mlir::failed(writeOutput(output, write)))
    return ExitRejected;
  return requireAll && matrix.getNumUntested() ? ExitViolated : ExitDone;
}
