//===- Simulator.h - Walking through a model by hand ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_SIMULATOR_H
#define TIOGA_LIB_TOOLS_TIOGA_SIMULATOR_H

#include "tioga/Engine/Interpreter.h"

namespace tioga {

/// The values of all variables as `enq := true, deq := false`, one step of a
/// synchronous trace. Hidden variables come last.
std::string getValuesText(const State &state, const System &system);

/// A dialogue: shows what can happen, reads what is to happen.
///
/// Commands come line by line from `in`; what is shown goes to `os`. Both ends
/// may be a pipe, then there are no colours.
class Simulator {
public:
  Simulator(Interpreter &interpreter, llvm::raw_ostream &os, std::FILE *in);

  /// Until the user quits or there is no more input. Returns an exit code.
  int run();

private:
  /// Something the user may choose by number.
  struct Choice {
    EnabledTransition enabled;
    /// The arguments have to be given.
    bool needsValues = false;
    /// How many are possible, if that is known.
    size_t numArguments = 0;
  };
  /// What happened, and the state after it.
  struct Past {
    std::optional<TraceStep> step;
    State state;
  };

  bool start();
  /// Returns false when the dialogue is over.
  bool readCommand();
  bool obey(llvm::StringRef command, llvm::StringRef rest);
  void help();
  void show();
  void showState();
  void showAsync();
  void showSync();
  void showTrace();
  void undo();
  void walk(llvm::StringRef count);

  void choose(llvm::StringRef word, llvm::StringRef rest);
  void chooseAsync(llvm::StringRef word, llvm::StringRef rest);
  bool fillArguments(Choice &choice, llvm::StringRef text);
  void wait(llvm::StringRef delay);
  void take(const EnabledTransition &enabled, Rational delay);
  void chooseInputs(llvm::StringRef text);
  void chooseStep(llvm::StringRef number);

  TimedTrace getTrace() const;
  std::optional<Rational> getTime() const;
  void addChoices(llvm::ArrayRef<EnabledTransition> enabled);
  void printChoice(const Choice &choice, size_t width, size_t windowWidth);
  void say(const llvm::Twine &message);
  template <typename T>
  bool isDecided(const Decided<T> &result) {
    if (!result)
      say("undecided: " + result.getReason());
    return bool(result);
  }

  const State &getState() const { return past.back().state; }

  Interpreter &interpreter;
  const System &system;
  llvm::raw_ostream &os;
  std::FILE *in;
  bool useColor, isTerminal;
  std::vector<Past> past;
  std::vector<Choice> choices;
  /// Steps with the inputs that were given last.
  std::vector<SyncStep> steps;
  uint64_t seed = 0;
};

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_SIMULATOR_H
