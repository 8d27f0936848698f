//===- SolverArguments.cpp - Options of commands that solve -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SolverArguments.h"

using namespace tioga;
namespace cl = llvm::cl;

SolverArguments::SolverArguments()
    : solver("solver",
             cl::desc("z3 (in the process, default), cvc5, z3-child, or the "
                      "command line of a solver that reads SMT-LIB"),
             cl::init("z3"), cl::cat(getCommandCategory())),
      timeout("solver-timeout",
              cl::desc("Milliseconds for one query (default 0: no limit)"),
              cl::init(0), cl::cat(getCommandCategory())),
      memory("solver-memory",
             cl::desc("MiB for a solver that is a process of its own (default "
                      "0: no limit)"),
             cl::init(0), cl::cat(getCommandCategory())),
      dump("dump-queries", cl::desc("Write each query to a file in here"),
           cl::value_desc("directory"), cl::cat(getCommandCategory())),
      time("time", cl::desc("How formulas hold clocks (default timestamps)"),
           cl::values(clEnumValN(TimeEncoding::Delays, "delays",
                                 "values, with a delay for each step"),
                      clEnumValN(TimeEncoding::Timestamps, "timestamps",
                                 "times of the last resets")),
           cl::init(TimeEncoding::Timestamps), cl::cat(getCommandCategory())),
      unrolling(
          "unrolling", cl::desc("How depths are asked (default monolithic)"),
          cl::values(
              clEnumValN(Unrolling::Incremental, "incremental",
                         "one after the other"),
              clEnumValN(Unrolling::Monolithic, "monolithic", "all at once")),
          cl::init(Unrolling::Monolithic), cl::cat(getCommandCategory())) {}

BoundedOptions SolverArguments::get() const {
  BoundedOptions options;
  options.encoding.time = time;
  options.encoding.incremental = unrolling == Unrolling::Incremental;
  options.solver = solver;
  options.limits.timeout = timeout;
  options.limits.memory = memory;
  options.limits.dumpDirectory = dump;
  return options;
}

SymbolicArguments::SymbolicArguments()
    : off("no-opt",
          cl::desc("Optimisations that the symbolic engine does without: O1 to "
                   "O10, cache, incremental, bounds, all"),
          cl::CommaSeparated, cl::cat(getCommandCategory())),
      maxInternal("max-internal",
                  cl::desc("Internal steps between two observations after "
                           "which a model counts as divergent"),
                  cl::init(SymbolicOptions().maxInternal),
                  cl::cat(getCommandCategory())),
      maxQuestions("max-questions",
                   cl::desc("Questions about formulas before the symbolic "
                            "engine gives up (default 0: no limit)"),
                   cl::init(0), cl::cat(getCommandCategory())) {}

std::optional<SymbolicOptions>
SymbolicArguments::get(const BoundedOptions &solving) const {
  SymbolicOptions options;
  options.solver = solving.solver;
  options.limits = solving.limits;
  options.maxInternal = maxInternal;
  options.maxQuestions = maxQuestions;
  for (const std::string &name : off) {
    if (name == "all") {
      options.optimisations = 0;
      continue;
    }
    std::optional<Optimisation> optimisation = getOptimisation(name);
    if (!optimisation) {
      reportUsage("--no-opt: there is no optimisation '" + name + "'");
      return std::nullopt;
    }
    options.set(*optimisation, false);
  }
  return options;
}
