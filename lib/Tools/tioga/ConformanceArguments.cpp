//===- ConformanceArguments.cpp - Options of comparisons --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConformanceArguments.h"
#include "tioga/Engine/Environment.h"

using namespace tioga;
namespace cl = llvm::cl;

ConformanceArguments::ConformanceArguments()
    : relation(
          "relation",
          cl::desc("What conforming means (default tioco; rtioco if the "
                   "specification has an environment)"),
          cl::values(clEnumValN(Relation::Tioco, "tioco", "outputs and delays"),
                     clEnumValN(Relation::Rtioco, "rtioco",
                                "the same in the specification's environment"),
                     clEnumValN(Relation::Ioco, "ioco",
                                "outputs and quiescence, without time"),
                     clEnumValN(Relation::Refines, "refines",
                                "refinement of timed I/O automata"),
                     clEnumValN(Relation::Inclusion, "inclusion",
                                "timed trace inclusion")),
          cl::cat(getCommandCategory())),
      completion(
          "completion",
          cl::desc("What an implementation does with inputs that it "
                   "lacks"),
          cl::values(
              clEnumValN(Completion::Default, "default",
                         "what the relation says"),
              clEnumValN(Completion::Ignore, "ignore", "ignores them"),
              clEnumValN(Completion::None, "none", "they do not happen")),
          cl::init(Completion::Default), cl::cat(getCommandCategory())),
      timelock("timelock",
               cl::desc("What an implementation does when it can neither wait "
                        "nor act (default silence)"),
               cl::values(clEnumValN(Timelock::Silence, "silence",
                                     "is silent from then on"),
                          clEnumValN(Timelock::Conform, "conform", "conforms")),
               cl::init(Timelock::Silence), cl::cat(getCommandCategory())),
      bound("bound", cl::desc("Look at so many observations only"),
            cl::cat(getCommandCategory())),
      maxStates("max-states", cl::desc("Give up after so many symbolic states"),
                cl::init(ConformanceOptions().maxStates),
                cl::cat(getCommandCategory())),
      order("Which violation, or which way of a test:") {}

bool ConformanceArguments::check() const {
  if (!bound.getNumOccurrences() || bound != 0)
    return true;
  reportUsage("--bound: at least one observation");
  return false;
}

Relation ConformanceArguments::getRelation(const System &spec) const {
  if (relation.getNumOccurrences())
    return relation;
  return spec.hasEnvironment() ? Relation::Rtioco : Relation::Tioco;
}

ConformanceOptions ConformanceArguments::get(const System &spec) const {
  ConformanceOptions options;
  options.relation = getRelation(spec);
  options.completion = completion;
  options.timelock = timelock;
  if (bound.getNumOccurrences())
    options.bound = bound;
  options.maxStates = maxStates;
  options.order = order;
  return options;
}

TraceOrderOption::TraceOrderOption(llvm::StringRef what)
    : cl::opt<TraceOrder>(
          cl::desc(what), cl::init(TraceOrder::Shortest),
          cl::values(clEnumValN(TraceOrder::Shortest, "shortest",
                                "one with the fewest steps (default)"),
                     clEnumValN(TraceOrder::Fastest, "fastest",
                                "one that takes the least time")),
          cl::cat(getCommandCategory())) {}

std::vector<std::string>
ConformanceArguments::getWarnings(const System &spec) const {
  std::vector<std::string> warnings;
  if (getRelation(spec) != Relation::Rtioco)
    return warnings;
  ReachabilityOptions options;
  options.maxStates = 10'000;
  for (const UnheardInput &input : findUnheardInputs(spec, options))
    warnings.push_back(input.str(spec));
  return warnings;
}
