//===- Serve.cpp - tioga serve ----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Components.h"
#include "MutatedModel.h"
#include "RunnerOptions.h"
#include "tioga/Runner/Server.h"
#include "llvm/Support/raw_ostream.h"
#include <iostream>

using namespace tioga;
namespace cl = llvm::cl;

int tioga::runServe(CommandArgs &args) {
  cl::opt<std::string> input(cl::Positional, cl::Required,
                             cl::desc("<file>[:<system>]"),
                             cl::cat(getCommandCategory()));
  cl::opt<std::string> mutant(
      "mutant",
      cl::desc("Play a mutant: its id, or its number in the list of `tioga "
               "mutate --list`, from 1; 0 is the model"),
      cl::value_desc("id|number"), cl::cat(getCommandCategory()));
  cl::opt<std::string> operators(
      "operators", cl::value_desc("name,..."),
      cl::desc("Operators by which mutants are numbered (by default those of "
               "the formalism)"),
      cl::cat(getCommandCategory()));
  cl::opt<ModelPolicy> policy(
      "policy",
      cl::desc("When to do what the model may do at several times (default "
               "earliest)"),
      cl::init(ModelPolicy::Earliest),
      cl::values(
          clEnumValN(ModelPolicy::Earliest, "earliest", "as soon as possible"),
          clEnumValN(ModelPolicy::Latest, "latest", "as late as possible"),
          clEnumValN(ModelPolicy::Middle, "middle", "in between"),
          clEnumValN(ModelPolicy::Random, "random", "at a random time"),
          clEnumValN(ModelPolicy::Lazy, "lazy",
                     "when it must, at the end of an invariant")),
      cl::cat(getCommandCategory()));
  cl::opt<bool> withoutComponents(
      "without-components",
      cl::desc("Play the automata alone, as tests that were not refined need "
               "it"),
      cl::cat(getCommandCategory()));
  SeedOption seed;
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;

  MutatedModel model;
  model.session.setArguments(modelArguments);
  if (int code = model.load(input))
    return code;
  std::unique_ptr<System> faulty;
  std::vector<unsigned> changed;
  if (!mutant.empty() && mutant != "0") {
    if (int code = model.findMutant(mutant, operators, faulty, changed))
      return code;
  }
  const System &played = faulty ? *faulty : *model.system;
  std::string problem;
  bool isDone;
  if (played.isSync()) {
    ContractInstance instance(played, policy, seed,
                              faulty ? model.system.get() : nullptr);
    isDone = serve(instance, std::cin, llvm::outs(), problem);
  } else {
    ModelInstance instance(played, policy, seed, changed);
    Components components;
    if (model.network && !withoutComponents && !components.load(model.network))
      return ExitRejected;
    ComposedInstance composed(instance, components.list);
    isDone = components.list.empty()
                 ? serve(instance, std::cin, llvm::outs(), problem)
                 : serve(composed, std::cin, llvm::outs(), problem);
  }
  return isDone ? int(ExitDone) : reportError(problem);
}
