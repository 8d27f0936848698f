//===- Component.cpp - Contracts beside automata ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Component.h"

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

std::vector<Value> Component::getRaised(std::optional<unsigned> signal) const {
  std::vector<Value> inputs;
  for (auto [index, variable] : llvm::enumerate(contract->getVariables()))
    if (variable.owner == Owner::Input)
      inputs.push_back(Value(signal == index));
  return inputs;
}
