//===- BoundedModelChecking.cpp - Answers from formulas ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

namespace {

/// A query with its solver.
class Solving {
public:
  explicit Solving(BoundedOptions asked) : options(std::move(asked)) {
    auto created = smt::createSolver(options.solver, terms, options.limits);
    if (!created) {
      reason = llvm::toString(created.takeError());
      return;
    }
    solver = std::move(*created);
    session = std::make_unique<QuerySession>(terms, *solver, options.encoding);
  }

  /// Encodes and solves. On failure there is a reason.
  bool solve(const QueryRequest &request, unsigned bound,
             llvm::StringRef name) {
    if (!session)
      return false;
    if (!makeQuery(*session, request)) {
      reason = session->getError();
      return false;
    }
    return solve(bound, name);
  }
  bool solve(unsigned bound, llvm::StringRef name) {
    BoundedQuery &query = session->getQuery();
    answer = options.encoding.incremental
                 ? solveIncremental(query, *solver, bound, name)
                 : solveMonolithic(query, *solver, bound, name);
    reason = answer.reason;
    return answer.status != smt::Status::Unknown;
  }

  std::optional<Rational> getValue(llvm::StringRef name) {
    return getSymbolValue(session->getTimeline(), *solver, name);
  }

  smt::TermContext terms;
  BoundedOptions options;
  std::unique_ptr<smt::Solver> solver;
  std::unique_ptr<QuerySession> session;
  BoundedAnswer answer;
  std::string reason;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reachability
//===----------------------------------------------------------------------===//

/// The locations in state `index`, by control.
static std::optional<std::vector<unsigned>> readLocations(Solving &solving,
                                                          unsigned index) {
  SystemEncoder &encoder = solving.session->getEncoder();
  std::vector<unsigned> locations;
  for (const SystemEncoder::StateLeaf &leaf : encoder.getState()) {
    if (leaf.kind != Slot::Kind::Control)
      continue;
    std::optional<Rational> number = solving.getValue(
        leaf.name + "@" + std::to_string(leaf.changes ? index : 0));
    if (!number || !number->isInteger())
      return std::nullopt;
    locations.push_back(number->getNumerator());
  }
  return locations;
}

/// Asks once; a run that is found at once need not be a shortest one.
static ReachabilityResult reachOnce(const System &system, Expr goal,
                                    unsigned bound,
                                    const BoundedOptions &options) {
  ReachabilityResult result;
  Solving solving(options);
  QueryRequest request;
  request.text.kind = QueryText::Kind::Reach;
  request.system = &system;
  request.goals = {{goal, std::nullopt}};
  bool solved = !system.isSync() && solving.solve(request, bound, "reach");
  result.states = solving.solver ? solving.solver->getNumQueries() : 0;
  if (!solved) {
    result.reason =
        system.isSync() ? "the system is a contract" : solving.reason;
    return result;
  }
  if (solving.answer.isExhaustive) {
    result.answer = ReachabilityResult::Answer::Unreachable;
    return result;
  }
  if (solving.answer.status == smt::Status::Unsat) {
    result.reason = "not within " + std::to_string(bound) + " transitions";
    return result;
  }
  auto model = [&](llvm::StringRef name) { return solving.getValue(name); };
  unsigned depth = solving.answer.depth;
  SystemEncoder &encoder = solving.session->getEncoder();
  auto run = readTrace(encoder, model, depth);
  auto values = readState(encoder, model, depth);
  auto locations = readLocations(solving, depth);
  if (!run || !values || !locations) {
    result.reason = "a number leaves 64 bits";
    return result;
  }
  result.answer = ReachabilityResult::Answer::Reachable;
  result.run = std::move(*run);
  result.values = std::move(*values);
  result.locations = std::move(*locations);
  return result;
}

ReachabilityResult tioga::reachBounded(const System &system, Expr goal,
                                       unsigned bound,
                                       const BoundedOptions &options) {
  ReachabilityResult result = reachOnce(system, goal, bound, options);
  if (options.encoding.incremental)
    return result;
  // Ask for shorter runs until there is none.
  while (result.answer == ReachabilityResult::Answer::Reachable &&
         !result.run.steps.empty()) {
    ReachabilityResult shorter =
        reachOnce(system, goal, result.run.steps.size() - 1, options);
    result.states += shorter.states;
    if (shorter.answer != ReachabilityResult::Answer::Reachable)
      break;
    shorter.states = result.states;
    result = std::move(shorter);
  }
  return result;
}

/// Contracts are asked step by step: the first witness is a shortest one.
static BoundedOptions stepByStep(BoundedOptions options) {
  options.encoding.incremental = true;
  return options;
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

/// The states 0 to `last` of one of the systems.
static bool readStates(Solving &solving, unsigned encoder, unsigned numStates,
                       SyncTrace &trace) {
  for (unsigned index = 0; index < numStates; ++index) {
    auto values = readState(
        solving.session->getEncoder(encoder),
        [&](llvm::StringRef name) { return solving.getValue(name); }, index);
    if (!values)
      return false;
    trace.push_back(std::move(*values));
  }
  return true;
}

static SyncAnswer finish(Solving &solving, unsigned encoder,
                         unsigned numStates) {
  SyncAnswer result;
  if (solving.answer.status == smt::Status::Unsat) {
    result.answer = AnswerKind::Holds;
  } else if (readStates(solving, encoder, numStates, result.trace)) {
    result.answer = AnswerKind::Violated;
  } else {
    result.reason = "a number leaves 64 bits";
  }
  return result;
}

SyncAnswer tioga::refinesBounded(const System &spec, const System &impl,
                                 unsigned bound,
                                 const BoundedOptions &options) {
  QueryRequest request;
  request.text.kind = QueryText::Kind::Conform;
  request.system = &spec;
  request.other = &impl;
  Solving solving(stepByStep(options));
  SyncAnswer result;
  if (auto obstacle = findObstacle(request)) {
    result.reason = *obstacle;
    return result;
  }
  if (bound == 0) {
    result.answer = AnswerKind::Holds;
    return result;
  }
  if (!spec.isSync() || !solving.solve(request, bound - 1, "refines")) {
    result.reason = solving.reason;
    return result;
  }
  return finish(solving, 1, solving.answer.depth + 1);
}

SyncAnswer tioga::reachSyncBounded(const System &system,
                                   std::vector<Goal> goals, unsigned bound,
                                   bool needsAssumption,
                                   const BoundedOptions &options) {
  QueryRequest request;
  request.text.kind =
      needsAssumption ? QueryText::Kind::Test : QueryText::Kind::Reach;
  request.system = &system;
  request.goals = std::move(goals);
  Solving solving(stepByStep(options));
  if (!solving.solve(request, bound, "reach")) {
    SyncAnswer result;
    result.reason = solving.reason;
    return result;
  }
  return finish(solving, 0, solving.answer.depth);
}
