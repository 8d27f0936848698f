//===- Component.h - Contracts beside automata ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_COMPONENT_H
#define TIOGA_ENGINE_COMPONENT_H

#include "tioga/Engine/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

namespace tioga {

/// A synchronous component of a system of automata.
struct Component {
  std::string name;
  const System *contract = nullptr;
  struct Connection {
    /// A variable of the contract: an output that rises to raise the event, an
    /// input that the event raises.
    unsigned signal;
    std::string label;
    bool isProduced;
  };
  std::vector<Connection> connections;

  bool takesEvents() const {
    return llvm::any_of(connections, [](const Connection &connection) {
      return !connection.isProduced;
    });
  }
  bool producesEvents() const {
    return llvm::any_of(connections, [](const Connection &connection) {
      return connection.isProduced;
    });
  }
  /// The message with its outputs, if it takes events.
  std::string getAnswerLabel() const { return name + "_out"; }
  /// The events of a step: signals that have risen. `before` is null before
  /// the first step.
  std::vector<std::string> getEvents(const std::vector<Value> *before,
                                     const std::vector<Value> &after) const;
  /// Whether events raise an input.
  bool isConnected(unsigned input) const {
    return llvm::any_of(connections, [&](const Connection &connection) {
      return !connection.isProduced && connection.signal == input;
    });
  }
  /// The inputs that no event raises: whoever drives the component sets them.
  std::vector<unsigned> getFreeInputs() const;
  /// Whether it makes steps from outside, too: there is something to set, and
  /// something that comes of it.
  bool isDriven() const { return producesEvents() && !getFreeInputs().empty(); }
  /// The inputs of a step in which one signal is high and all others that
  /// events raise are low. Free inputs of a driven component are what they were
  /// `before`.
  std::vector<Value> getRaised(std::optional<unsigned> signal,
                               const State &before) const;
};

} // namespace tioga

#endif // TIOGA_ENGINE_COMPONENT_H
