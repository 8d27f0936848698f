//===- Verify.cpp - tioga verify --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "tioga/Engine/Reachability.h"

using namespace tioga;
namespace cl = llvm::cl;

int tioga::runVerify(CommandArgs &args) {
  cl::opt<std::string> file(cl::Positional, cl::Required, cl::desc("<file>"),
                            cl::cat(getCommandCategory()));
  cl::list<std::string> queries(
      "query", cl::value_desc("text"),
      cl::desc(
          "Ask this instead of what comes with the model; may be repeated"),
      cl::cat(getCommandCategory()));
  cl::opt<uint64_t> maxStates(
      "max-states", cl::desc("Give up a query after so many symbolic states"),
      cl::init(ReachabilityOptions().maxStates), cl::cat(getCommandCategory()));
  cl::opt<unsigned> timeout("timeout",
                            cl::desc("Give up a query after so many seconds "
                                     "(default 0: never)"),
                            cl::init(0), cl::cat(getCommandCategory()));
  FormatOption format;
  JobsOption jobs;
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;

  Session session(/*collectDiagnostics=*/false);
  session.setArguments(modelArguments);
  std::optional<ModelFile> opened = session.open(file);
  if (!opened)
    return ExitRejected;
  const ModelFormat &kind = getModelFormat(*opened);
  if (!kind.verify)
    return reportError("'" + file + "': a model in the format " + kind.name +
                       " comes with no queries");
  VerifyRequest request{session,
                        *opened,
                        maxStates,
                        timeout,
                        jobs.getThreads(),
                        format,
                        {queries.begin(), queries.end()}};
  return kind.verify(request);
}
