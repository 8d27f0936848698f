//===- ComposedInstance.h - Automata with components ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes a system of automata together with its synchronous components. A
// component that only produces events is driven from outside: an input with its
// name and the values of its inputs is a step, whose events the automata take
// at once. A component that takes events makes a step for each of them, with
// that signal high and all others low, and shows its outputs as an output
// `NAME_out` right behind the event.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_COMPOSEDINSTANCE_H
#define TIOGA_RUNNER_COMPOSEDINSTANCE_H

#include "tioga/Engine/Component.h"
#include "tioga/Runner/Adapter.h"
#include "tioga/Runner/ModelInstance.h"
#include <deque>

namespace tioga {

class ComposedInstance {
public:
  ComposedInstance(ModelInstance &automata,
                   llvm::ArrayRef<Component> components);

  bool reset();
  bool input(const WireMessage &message);
  struct Progress {
    Rational delay;
    std::optional<WireMessage> output;
  };
  std::optional<Progress> advance(Rational max);
  llvm::StringRef getProblem() const { return problem; }

private:
  struct Part {
    const Component *component;
    std::unique_ptr<Interpreter> interpreter;
    State state;
  };
  /// Makes a step of a component; its events go to the automata.
  bool step(Part &part, llvm::ArrayRef<Value> inputs, unsigned depth);
  bool stepFromOutside(Part &part, const WireMessage &message);
  /// Hands an event to the automata and to those components that take it.
  bool raise(llvm::StringRef label, unsigned depth);
  bool notify(llvm::StringRef label, unsigned depth);

  ModelInstance &automata;
  std::vector<Part> parts;
  std::deque<WireMessage> pending;
  std::string problem;
};

} // namespace tioga

#endif // TIOGA_RUNNER_COMPOSEDINSTANCE_H
