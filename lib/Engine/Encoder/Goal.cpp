//===- Goal.cpp - What users ask for ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/Goal.h"
#include "tioga/Engine/Reachability.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tioga;

std::optional<Goal> tioga::parseGoalOrLabel(llvm::StringRef text,
                                            const System &system,
                                            std::string &error) {
  text = text.trim();
  for (auto [index, label] : llvm::enumerate(system.getLabels()))
    if (label.isObservable() && text == label.getText())
      return Goal{system.getExprContext().getTrue(), unsigned(index)};
  Expr condition = parseGoal(text, system, error);
  if (!condition)
    return std::nullopt;
  return Goal{condition, std::nullopt};
}

std::optional<QueryText> QueryText::parse(llvm::StringRef text,
                                          std::string &error) {
  QueryText query;
  if (text == "step")
    return query;
  auto [question, bound] = text.rsplit('@');
  if (bound.getAsInteger(10, query.bound) || query.bound > 100000) {
    error = "'" + text.str() + "' has no bound: write '" + question.str() +
            "@10' for ten steps";
    return std::nullopt;
  }
  auto [name, argument] = question.split(':');
  std::optional<Kind> kind = llvm::StringSwitch<std::optional<Kind>>(name)
                                 .Case("reach", Kind::Reach)
                                 .Case("conform", Kind::Conform)
                                 .Case("consistent", Kind::Consistent)
                                 .Case("equiv", Kind::Equiv)
                                 .Case("test", Kind::Test)
                                 .Default(std::nullopt);
  if (!kind) {
    error = "unknown query '" + name.str() +
            "': there are step, reach, conform, consistent, equiv and test";
    return std::nullopt;
  }
  query.kind = *kind;
  query.argument = argument.str();
  if (query.argument.empty() != (*kind == Kind::Consistent)) {
    error = "query '" + name.str() + "' " +
            (argument.empty() ? "needs" : "takes no") + " argument";
    return std::nullopt;
  }
  return query;
}
