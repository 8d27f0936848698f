//===- Component.cpp - Contracts beside automata ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Component.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"

using namespace tioga;

static bool isHigh(const Value &value) {
  return value.is(Value::Kind::Bool) && value.getBool();
}

std::vector<std::string>
Component::getEvents(const std::vector<Value> *before,
                     const std::vector<Value> &after) const {
  std::vector<std::string> events;
  for (const Connection &connection : connections)
    if (connection.isProduced && isHigh(after[connection.signal]) &&
        !(before && isHigh((*before)[connection.signal])))
      events.push_back(connection.label);
  return events;
}

std::vector<unsigned> Component::getFreeInputs() const {
  std::vector<unsigned> inputs;
  for (auto [index, variable] : llvm::enumerate(contract->getVariables()))
    if (variable.owner == Owner::Input && !isConnected(index))
      inputs.push_back(index);
  return inputs;
}

std::vector<Value> Component::getRaised(std::optional<unsigned> signal,
                                        const State &before) const {
  std::vector<Value> inputs;
  for (auto [index, variable] : llvm::enumerate(contract->getVariables())) {
    if (variable.owner != Owner::Input)
      continue;
    if (isConnected(index))
      inputs.push_back(Value(signal == index));
    else if (isDriven() && before.hasStarted)
      inputs.push_back(before.values[index]);
    else
      inputs.push_back(getFirstValue(variable.type));
  }
  return inputs;
}
