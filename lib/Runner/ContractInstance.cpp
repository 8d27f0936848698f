//===- ContractInstance.cpp - A contract as a system under test -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/ContractInstance.h"
#include "tioga/Dialect/Test/IR/LowerSteps.h"
#include "tioga/Runner/Runner.h"

using namespace tioga;

ContractInstance::ContractInstance(const System &system, ModelPolicy policy,
                                   uint64_t seed, const System *original)
    : system(system), interpreter(system), policy(policy), seed(seed) {
  if (original)
    this->original = std::make_unique<Interpreter>(*original);
  reset();
}

void ContractInstance::reset() {
  state = State();
  state.hasStarted = false;
  random.seed(seed);
  stuck = false;
  output.reset();
  problem.clear();
}

std::optional<std::vector<Value>>
ContractInstance::parseInputs(const WireMessage &message) {
  std::vector<Value> values;
  llvm::ArrayRef<std::string> texts = message.arguments;
  if (message.label != test::stepLabel) {
    problem = "'" + message.label + "' is no step of a contract";
    return std::nullopt;
  }
  for (const SystemVariable &variable : system.getVariables()) {
    if (variable.owner != Owner::Input)
      continue;
    std::optional<Value> value;
    if (!texts.empty())
      value = parseValue(texts.front(), variable.type, system.getExprContext());
    if (!value) {
      problem = ("a step needs a value for '" + variable.getName() + "' in " +
                 typeToString(variable.type))
                    .str();
      return std::nullopt;
    }
    values.push_back(std::move(*value));
    texts = texts.drop_front();
  }
  if (texts.empty())
    return values;
  problem = "a step has more values than there are inputs";
  return std::nullopt;
}

const SyncStep &ContractInstance::choose(llvm::ArrayRef<SyncStep> steps) {
  std::vector<const SyncStep *> wanted;
  for (const SyncStep &step : steps) {
    if (!original)
      break;
    Decided<bool> isAllowed = original->isStep(state, step.next.values);
    if (isAllowed && !*isAllowed)
      wanted.push_back(&step);
  }
  if (wanted.empty())
    for (const SyncStep &step : steps)
      wanted.push_back(&step);
  switch (policy) {
  case ModelPolicy::Earliest:
    return *wanted.front();
  case ModelPolicy::Middle:
    return *wanted[wanted.size() / 2];
  case ModelPolicy::Random:
    return *wanted[random() % wanted.size()];
  case ModelPolicy::Latest:
  case ModelPolicy::Lazy:
    return *wanted.back();
  }
  llvm_unreachable("covered switch");
}

bool ContractInstance::input(const WireMessage &message) {
  std::optional<std::vector<Value>> inputs = parseInputs(message);
  if (!inputs)
    return false;
  if (stuck)
    return true;
  Decided<SyncSteps> steps = interpreter.getSteps(state, *inputs);
  if (!steps) {
    problem = steps.getReason().str();
    return false;
  }
  if (steps->steps.empty() && !steps->isComplete) {
    problem = "the answer of the contract could not be computed";
    return false;
  }
  stuck = steps->steps.empty();
  if (stuck)
    return true;
  state = choose(steps->steps).next;
  output = WireMessage{test::answerLabel.str(), {}};
  for (auto [variable, value] : llvm::zip(system.getVariables(), state.values))
    if (variable.owner == Owner::Output)
      output->arguments.push_back(toWire(value));
  return true;
}

std::optional<WireMessage> ContractInstance::takeOutput() {
  std::optional<WireMessage> taken;
  std::swap(taken, output);
  return taken;
}
