//===- QuerySession.cpp - A question with all that it needs -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/QuerySession.h"

using namespace tioga;

bool QuerySession::add(const System &system, llvm::StringRef prefix) {
  encoders.push_back(
      std::make_unique<SystemEncoder>(system, *exprs, options.time, prefix));
  if (encoders.back()->encode())
    return true;
  error = encoders.back()->getError();
  errorLoc = encoders.back()->getErrorLoc();
  return false;
}

bool QuerySession::addSystems(const System &system) {
  exprs = std::make_unique<ExprEncoder>(terms, chooseEnumSort(&system));
  return add(system, "");
}

bool QuerySession::addSystems(const System &first, llvm::StringRef firstPrefix,
                              const System &second,
                              llvm::StringRef secondPrefix) {
  exprs =
      std::make_unique<ExprEncoder>(terms, chooseEnumSort({&first, &second}));
  return add(first, firstPrefix) && add(second, secondPrefix);
}

unsigned tioga::getNumSteps(const QueryText &query) {
  bool counts = query.kind == QueryText::Kind::Conform ||
                query.kind == QueryText::Kind::Equiv;
  return counts && query.bound > 0 ? query.bound - 1 : query.bound;
}

static std::optional<std::string> findPairObstacle(const System &system,
                                                   const System &other) {
  if (system.isSync() != other.isSync())
    return "a contract cannot be compared with a system of another kind";
  if (system.isSync())
    return SyncInclusionQuery::compare(system, other);
  if (system.isDense() != other.isDense())
    return "time passes in one of the systems only";
  for (const System *side : {&system, &other})
    if (auto place = findSilentTransition(*side))
      return ("'" + side->getName() + "' has silent transitions (" + *place +
              "): determinize it first")
          .str();
  return std::nullopt;
}

std::optional<std::string> tioga::findObstacle(const QueryRequest &request) {
  switch (request.text.kind) {
  case QueryText::Kind::Conform:
  case QueryText::Kind::Equiv:
    return findPairObstacle(*request.system, *request.other);
  case QueryText::Kind::Consistent:
    if (!request.system->isSync())
      return "consistency is a question about contracts";
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

bool tioga::makeQuery(QuerySession &session, const QueryRequest &request) {
  QueryText::Kind kind = request.text.kind;
  Timeline &timeline = session.getTimeline();
  bool isPair =
      kind == QueryText::Kind::Conform || kind == QueryText::Kind::Equiv;
  if (!isPair) {
    if (!session.addSystems(*request.system))
      return false;
    SystemEncoder &encoder = session.getEncoder();
    if (kind == QueryText::Kind::Consistent)
      session.setQuery(std::make_unique<ConsistencyQuery>(encoder, timeline));
    else
      session.setQuery(std::make_unique<ReachQuery>(
          encoder, timeline, request.goals, kind == QueryText::Kind::Test));
    return true;
  }
  bool conforms = kind == QueryText::Kind::Conform;
  if (!session.addSystems(*request.system, conforms ? "spec." : "left.",
                          *request.other, conforms ? "impl." : "right."))
    return false;
  SystemEncoder &first = session.getEncoder(0);
  SystemEncoder &second = session.getEncoder(1);
  if (request.system->isSync())
    session.setQuery(std::make_unique<SyncInclusionQuery>(
        first, second, timeline, /*bothWays=*/!conforms));
  else if (conforms)
    session.setQuery(std::make_unique<ConformQuery>(first, second, timeline,
                                                    request.conformance));
  else
    session.setQuery(std::make_unique<EquivQuery>(first, second, timeline));
  return true;
}
