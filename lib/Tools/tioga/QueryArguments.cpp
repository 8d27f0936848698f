//===- QueryArguments.cpp - Queries from the command line -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QueryArguments.h"
#include "Command.h"

using namespace tioga;

/// The predicates of a purpose that the model declares.
static std::optional<std::vector<Goal>> findPurpose(Session::Loaded &model,
                                                    llvm::StringRef name) {
  std::optional<std::vector<Goal>> goals;
  model.module->walk([&](PurposeOp purpose) {
    auto parent = purpose->getParentOfType<SystemOpInterface>();
    if (purpose.getName() != name || !parent ||
        parent.getSystemName() != model.system->getName())
      return;
    goals.emplace();
    for (mlir::Attribute step : purpose.getSteps())
      goals->push_back({model.system->getExprContext().import(
                            mlir::cast<ExprAttr>(step).getExpr()),
                        std::nullopt});
  });
  return goals;
}

int tioga::loadQuery(Session &session, llvm::StringRef input,
                     llvm::StringRef text, LoadedQuery &query) {
  std::string error;
  std::optional<QueryText> parsed = QueryText::parse(text, error);
  if (!parsed)
    return reportUsage(error);
  QueryRequest &request = query.request;
  request.text = *parsed;
  query.model = session.loadSystem(input);
  if (!query.model)
    return ExitRejected;
  request.system = query.model.system.get();
  llvm::StringRef argument = request.text.argument;
  switch (request.text.kind) {
  case QueryText::Kind::Conform:
  case QueryText::Kind::Equiv:
    query.other = session.loadSystem(argument);
    if (!query.other)
      return ExitRejected;
    request.other = query.other.system.get();
    return ExitDone;
  case QueryText::Kind::Test:
    if (auto purpose = findPurpose(query.model, argument)) {
      request.goals = std::move(*purpose);
      return ExitDone;
    }
    [[fallthrough]];
  case QueryText::Kind::Reach: {
    std::optional<Goal> goal =
        parseGoalOrLabel(argument, *request.system, error);
    if (!goal)
      return reportUsage("goal '" + argument + "': " + error);
    request.goals.push_back(*goal);
    return ExitDone;
  }
  default:
    return ExitDone;
  }
}
