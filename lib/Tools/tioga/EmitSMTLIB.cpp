//===- EmitSMTLIB.cpp - tioga compile --emit=smt2 ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "QueryArguments.h"
#include "SolverArguments.h"
#include "tioga/Target/ExportSMTLIB.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {

class SMTLIBEmitter : public Emitter {
public:
  int emit(const EmitRequest &request) override;

private:
  std::string getTitle(const LoadedQuery &query, llvm::StringRef input);

  cl::opt<std::string> query{
      "query",
      cl::desc("The question, with --emit=smt2: step, reach:GOAL@K, "
               "conform:IMPL@K, consistent@K, equiv:OTHER@K or "
               "test:PURPOSE@K (default step)"),
      cl::init("step"), cl::cat(getCommandCategory())};
  SolverArguments solving;
  cl::opt<bool> cores{
      "cores", cl::desc("Name all parts and ask for an unsatisfiable core"),
      cl::init(false), cl::cat(getCommandCategory())};
  cl::opt<bool> status{
      "status", cl::desc("Solve first and state the status in the script"),
      cl::init(false), cl::cat(getCommandCategory())};
};

} // namespace

static llvm::StringRef getMeaning(QueryText::Kind kind) {
  switch (kind) {
  case QueryText::Kind::Step:
    return "definitions only; there is nothing to solve";
  case QueryText::Kind::Reach:
  case QueryText::Kind::Test:
    return "sat: reachable, and the values are a run";
  case QueryText::Kind::Conform:
    return "sat: not conforming, and the values are a counterexample";
  case QueryText::Kind::Consistent:
    return "sat: inconsistent, and the values are a first input";
  case QueryText::Kind::Equiv:
    return "sat: different, and the values are a difference";
  }
  llvm_unreachable("all queries have a meaning");
}

std::string SMTLIBEmitter::getTitle(const LoadedQuery &loaded,
                                    llvm::StringRef input) {
  std::string title;
  llvm::raw_string_ostream os(title);
  os << loaded.request.system->getName() << " from "
     << llvm::sys::path::filename(splitReference(input).first) << "\n"
     << "query " << query << ", "
     << (solving.time == TimeEncoding::Delays ? "delays" : "timestamps") << "\n"
     << getMeaning(loaded.request.text.kind);
  return title;
}

int SMTLIBEmitter::emit(const EmitRequest &request) {
  LoadedQuery loaded;
  int code = loadQuery(request.session, request.input, query, loaded);
  if (code != ExitDone)
    return code;
  BoundedOptions bounded = solving.get();
  loaded.request.encoding = bounded.encoding;
  SMTLIBOptions options;
  options.solver = bounded.solver;
  options.limits = bounded.limits;
  options.cores = cores;
  options.solve = status;
  options.limits.cores = cores;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (mlir::failed(exportSMTLIB(loaded.request, options,
                                getTitle(loaded, request.input), os)))
    return ExitRejected;
  if (mlir::failed(writeOutput(request.output,
                               [&](llvm::raw_ostream &out) { out << text; })))
    return ExitRejected;
  return ExitDone;
}

std::unique_ptr<Emitter> tioga::createSMTLIBEmitter() {
  return std::make_unique<SMTLIBEmitter>();
}
