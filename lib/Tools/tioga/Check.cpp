//===- Check.cpp - tioga check ----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Model.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

int tioga::runCheck(CommandArgs &args) {
  cl::list<std::string> files(cl::Positional, cl::OneOrMore,
                              cl::desc("<file> ..."),
                              cl::cat(getCommandCategory()));
  FormatOption format;
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;

  bool rejected = false;
  llvm::json::Array diagnostics;
  for (const std::string &file : files) {
    Session session(/*collectDiagnostics=*/format == OutputFormat::JSON);
    session.setArguments(modelArguments);
    rejected |= !session.loadModule(file);
    for (llvm::json::Value &each : session.getDiagnostics().takeCollected())
      diagnostics.push_back(std::move(each));
  }
  if (format == OutputFormat::JSON) {
    llvm::json::Value result = llvm::json::Object{
        {"ok", !rejected}, {"diagnostics", std::move(diagnostics)}};
    printJSON(result);
  }
  return rejected ? ExitRejected : ExitDone;
}
