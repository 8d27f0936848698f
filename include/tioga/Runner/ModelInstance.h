//===- ModelInstance.h - A model as a system under test ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes a model, or a mutant of it, in exact virtual time by the
// interpreter: what lib/Runtime/tioga_model.c does in ticks for deterministic
// models. Where the model leaves a choice of time, the policy decides; where it
// leaves another choice, the first transition of the text is taken, or with the
// policy `random` any of them. A model that can neither wait nor act is silent
// from then on.
//
// Of a model that is not deterministic, one run is followed, but any run that
// looks the same from outside may take its place (P1 and P2 of
// docs/Semantics.md): an input is ignored only if no such run takes it.
//
// A model without time answers one time unit after what happened last, and
// makes up its mind about internal steps as late as it can: with the output or
// the input that needs them, or, if there is no output, after that time. With
// the policy `random` it takes any output that is possible then, with any
// arguments that are tried, or becomes quiet if it can.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_MODELINSTANCE_H
#define TIOGA_RUNNER_MODELINSTANCE_H

#include "tioga/Runner/Execution.h"

namespace tioga {

/// When a model does what it may do at several times.
enum class ModelPolicy : uint8_t {
  Earliest,
  Latest, ///< at the end of the window, if it has one
  Middle,
  Random,
  Lazy ///< only when it must: at the last instant that its invariants leave
};

class ModelInstance {
public:
  /// `preferred` are the transitions that are tried before all others.
  /// \pre `system` is asynchronous
  ModelInstance(const System &system, ModelPolicy policy, uint64_t seed = 1,
                std::vector<unsigned> preferred = {});

  const System &getSystem() const { return interpreter.getSystem(); }

  /// Puts it into its initial state. False if there is none, or for one of the
  /// reasons of `getProblem`.
  bool reset();
  /// Hands in an input. Returns whether it was taken. An input that is not
  /// taken changes nothing.
  bool input(const Message &message);
  /// What happened during a delay.
  struct Progress {
    Rational delay;
    std::optional<Message> output;
  };
  /// Lets at most `max` time units pass; stops early at an output. Nothing for
  /// one of the reasons of `getProblem`.
  std::optional<Progress> advance(Rational max);
  /// Why there is no answer: an overflow, a limit of the interpreter.
  llvm::StringRef getProblem() const { return problem; }
  /// Whether it can neither wait nor act.
  bool isStuck() const { return stuck; }

private:
  struct Intention {
    EnabledTransition what;
    Rational delay;
    /// Without time: the state after the internal steps before.
    std::optional<State> from;
    /// Without time: nothing but these internal steps.
    bool isSilent = false;
  };
  template <typename T>
  bool isDecided(const Decided<T> &result) {
    if (!result)
      problem = result.getReason().str();
    return bool(result);
  }
  /// When to act within a window, if at all.
  std::optional<Rational> pick(const DelayInterval &window,
                               const DelayInterval &waiting);
  /// Decides what to do next by itself. Returns false on a problem.
  bool intend(Rational horizon);
  bool intendUntimed();
  /// Without time: what internal steps lead to, the state itself first. Empty
  /// on a problem.
  std::vector<State> getReachable();
  /// All steps of a kind from a state, where there are too many arguments with
  /// those that are worth a try.
  bool addSteps(const State &from, bool isSilent,
                std::vector<EnabledTransition> &steps);
  bool wait(Rational delay);
  /// Takes the first transition that the current state allows. Nothing on a
  /// problem.
  std::optional<bool> takeInput(const Message &message);
  /// Looks for another run with the same observation after which the input is
  /// taken, and goes on with that one. Nothing on a problem.
  std::optional<bool> changeRun(const Message &message);
  /// Whether another transition that looks the same leads elsewhere.
  bool hasChoice(unsigned transition, llvm::ArrayRef<Value> arguments,
                 const State &next);
  /// Takes a step that is seen from outside.
  void step(unsigned transition, llvm::ArrayRef<Value> arguments, State next);

  Interpreter interpreter;
  /// All transitions, in the order in which they are tried; and by transition,
  /// its place in that order.
  std::vector<unsigned> order, placeInOrder;
  ModelPolicy policy;
  uint64_t seed;
  std::mt19937_64 random;
  State state;
  /// What was seen from outside, without the inputs that were ignored.
  TimedTrace observation;
  /// Whether other runs may look the same.
  bool hasOtherRuns = false;
  /// Whether the system has silent transitions.
  bool hasSilent = false;
  bool stuck = false;
  std::string problem;
  /// What it has planned, with the delay that is left: time that passes does
  /// not change its mind, only a transition does.
  std::optional<Intention> plan;
};

} // namespace tioga

#endif // TIOGA_RUNNER_MODELINSTANCE_H
