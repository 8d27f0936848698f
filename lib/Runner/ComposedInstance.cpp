//===- ComposedInstance.cpp - Automata with components ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/ComposedInstance.h"
#include "tioga/Runner/Runner.h"

using namespace tioga;

/// Events that raise events, one after the other: more is an endless loop.
static constexpr unsigned maxDepth = 100;

ComposedInstance::ComposedInstance(ModelInstance &automata,
                                   llvm::ArrayRef<Component> components)
    : automata(automata) {
  for (const Component &component : components)
    parts.push_back(
        {&component, std::make_unique<Interpreter>(*component.contract), {}});
}

bool ComposedInstance::reset() {
  problem.clear();
  pending.clear();
  if (!automata.reset()) {
    problem = automata.getProblem().str();
    return false;
  }
  for (Part &part : parts) {
    part.state = State();
    part.state.hasStarted = false;
    if (part.component->takesEvents() &&
        !step(part, part.component->getRaised(std::nullopt, part.state), 0))
      return false;
  }
  // Nobody has asked for the first answer.
  pending.clear();
  return true;
}

bool ComposedInstance::step(Part &part, llvm::ArrayRef<Value> inputs,
                            unsigned depth) {
  const Component &component = *part.component;
  Decided<SyncSteps> steps = part.interpreter->getSteps(part.state, inputs);
  if (!steps || steps->steps.empty() || depth > maxDepth) {
    problem = "'" + component.name + "' has no answer to its inputs";
    return false;
  }
  State before = std::move(part.state);
  part.state = steps->steps.front().next;
  if (component.takesEvents()) {
    WireMessage answer{component.getAnswerLabel(), {}};
    for (auto [variable, value] :
         llvm::zip(component.contract->getVariables(), part.state.values))
      if (variable.owner == Owner::Output)
        answer.arguments.push_back(toWire(value));
    pending.push_back(std::move(answer));
  }
  for (const std::string &event : component.getEvents(
           before.hasStarted ? &before.values : nullptr, part.state.values))
    if (!raise(event, depth + 1))
      return false;
  return true;
}

bool ComposedInstance::raise(llvm::StringRef label, unsigned depth) {
  std::optional<unsigned> index = automata.getSystem().lookupLabel(label);
  if (index)
    automata.input({*index, {}}); // What is not taken is ignored.
  problem = automata.getProblem().str();
  return problem.empty() && notify(label, depth);
}

bool ComposedInstance::notify(llvm::StringRef label, unsigned depth) {
  for (Part &part : parts)
    for (const Component::Connection &connection : part.component->connections)
      if (!connection.isProduced && connection.label == label &&
          !step(part, part.component->getRaised(connection.signal, part.state),
                depth))
        return false;
  return true;
}

bool ComposedInstance::stepFromOutside(Part &part, const WireMessage &message) {
  const System &contract = *part.component->contract;
  std::vector<Value> inputs;
  size_t numRead = 0;
  for (auto [index, variable] : llvm::enumerate(contract.getVariables())) {
    if (variable.owner != Owner::Input)
      continue;
    if (part.component->isConnected(index)) {
      inputs.push_back(Value(false));
      continue;
    }
    std::optional<Value> value;
    if (numRead < message.arguments.size())
      value = parseValue(message.arguments[numRead++], variable.type,
                         contract.getExprContext());
    if (!value) {
      problem = ("'" + message.label + "' needs a value for '" +
                 variable.getName() + "'")
                    .str();
      return false;
    }
    inputs.push_back(std::move(*value));
  }
  return step(part, inputs, 0);
}

bool ComposedInstance::input(const WireMessage &message) {
  for (Part &part : parts)
    if (part.component->name == message.label && part.component->isDriven())
      return stepFromOutside(part, message);
  std::optional<Message> known =
      fromWire(message, automata.getSystem(), problem);
  if (!known)
    return false;
  automata.input(*known);
  problem = automata.getProblem().str();
  return problem.empty() && notify(message.label, 0);
}

std::optional<ComposedInstance::Progress>
ComposedInstance::advance(Rational max) {
  if (!pending.empty()) {
    Progress progress{Rational(), pending.front()};
    pending.pop_front();
    return progress;
  }
  std::optional<ModelInstance::Progress> made = automata.advance(max);
  if (!made) {
    problem = automata.getProblem().str();
    return std::nullopt;
  }
  Progress progress{made->delay, std::nullopt};
  if (!made->output)
    return progress;
  progress.output = toWire(*made->output, automata.getSystem());
  if (!notify(progress.output->label, 0))
    return std::nullopt;
  return progress;
}
