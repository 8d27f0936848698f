//===- ExportSMTLIB.cpp - Questions as SMT-LIB scripts ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Target/ExportSMTLIB.h"
#include "mlir/IR/Diagnostics.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Solver/SMTLib.h"

using namespace tioga;

namespace {
/// Writes one question after the other, each in its own scope.
class ScriptAsker : public IncrementalSink {
public:
  explicit ScriptAsker(smt::SMTLibWriter &writer) : writer(writer) {}

  bool ask(unsigned, smt::Term question) override {
    writer.push();
    writer.assertTerm(question);
    writer.checkSat();
    writer.pop();
    return false;
  }

private:
  smt::SMTLibWriter &writer;
};
} // namespace

static mlir::LogicalResult reportFailure(const QuerySession &session) {
  return mlir::emitError(session.getErrorLoc(), session.getError());
}

/// Asserts the question of a request as one formula.
static void assertAtOnce(QuerySession &session, const QueryRequest &request,
                         bool cores) {
  BoundedQuery &query = session.getQuery();
  // A contract is stuck within K steps if it is within fewer.
  if (request.text.kind == QueryText::Kind::Consistent) {
    query.start();
    smt::TermSink &sink = session.getTimeline().getSink();
    if (smt::Term question = query.getQuestion(request.text.bound))
      sink.assertTerm(question);
    else
      sink.assertTerm(session.getTerms().getFalse());
    return;
  }
  assertMonolithic(query, getNumSteps(request.text), cores);
}

/// The formulas about two systems follow one run of each; that is exact only if
/// an observation determines the run of the specification, or of both.
static std::optional<std::string> findChoice(const QueryRequest &request) {
  QueryText::Kind kind = request.text.kind;
  bool isPair =
      kind == QueryText::Kind::Conform || kind == QueryText::Kind::Equiv;
  if (!isPair || request.system->isSync())
    return std::nullopt;
  std::optional<std::string> choice = findNondeterminism(*request.system);
  if (!choice && kind == QueryText::Kind::Equiv)
    choice = findNondeterminism(*request.other);
  return choice;
}

/// The definitions alone.
static mlir::LogicalResult writeStep(const QueryRequest &request,
                                     llvm::StringRef title,
                                     llvm::raw_ostream &os) {
  smt::TermContext terms;
  smt::SMTLibWriter writer;
  QuerySession session(terms, writer, request.encoding);
  if (!session.addSystems(*request.system))
    return reportFailure(session);
  session.getEncoder().define(writer);
  writer.write(os, title, "unknown");
  return mlir::success();
}

/// What the solver says to the very formula that is written.
static mlir::FailureOr<smt::Status> solve(const QueryRequest &request,
                                          const SMTLIBOptions &options) {
  smt::TermContext terms;
  auto solver = smt::createSolver(options.solver, terms, options.limits);
  if (!solver)
    return mlir::emitError(request.system->getLoc(),
                           llvm::toString(solver.takeError()));
  QuerySession session(terms, **solver, request.encoding);
  if (!makeQuery(session, request))
    return reportFailure(session);
  assertAtOnce(session, request, options.cores);
  return (*solver)->check("status").status;
}

mlir::LogicalResult tioga::exportSMTLIB(const QueryRequest &request,
                                        const SMTLIBOptions &options,
                                        llvm::StringRef title,
                                        llvm::raw_ostream &os) {
  if (request.text.kind == QueryText::Kind::Step)
    return writeStep(request, title, os);
  if (std::optional<std::string> obstacle = findObstacle(request))
    return mlir::emitError(request.system->getLoc(), *obstacle);
  if (std::optional<std::string> choice = findChoice(request))
    return mlir::emitError(request.system->getLoc(), *choice);
  smt::Status status = smt::Status::Unknown;
  if (options.solve) {
    mlir::FailureOr<smt::Status> solved = solve(request, options);
    if (mlir::failed(solved))
      return mlir::failure();
    status = *solved;
  }
  smt::TermContext terms;
  smt::SMTLibWriter writer;
  QuerySession session(terms, writer, request.encoding);
  if (!makeQuery(session, request))
    return reportFailure(session);
  if (request.encoding.incremental) {
    ScriptAsker asker(writer);
    assertIncremental(session.getQuery(), getNumSteps(request.text),
                      options.cores, asker);
    writer.write(os, title, "unknown");
    return mlir::success();
  }
  assertAtOnce(session, request, options.cores);
  writer.checkSat();
  if (options.cores)
    writer.command("(get-unsat-core)");
  else if (!options.solve || status == smt::Status::Sat)
    writer.getValue(session.getQuery().getReported(request.text.bound));
  writer.write(os, title, smt::toString(status));
  return mlir::success();
}
