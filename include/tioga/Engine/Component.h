//===- Component.h - Contracts beside automata ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_COMPONENT_H
#define TIOGA_ENGINE_COMPONENT_H

#include "tioga/Engine/System.h"
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
  /// The inputs of a step in which one signal is high and all others are low.
  std::vector<Value> getRaised(std::optional<unsigned> signal) const;
};

} // namespace tioga

#endif // TIOGA_ENGINE_COMPONENT_H
