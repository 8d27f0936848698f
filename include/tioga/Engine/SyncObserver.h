//===- SyncObserver.h - Contracts that watch --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_SYNCOBSERVER_H
#define TIOGA_ENGINE_SYNCOBSERVER_H

#include "tioga/Engine/Interpreter.h"
#include <set>

namespace tioga {

/// What was seen of one step, by variable; nothing for hidden ones.
using ObservedStep = std::vector<std::optional<Value>>;
using ObservedRun = std::vector<ObservedStep>;

/// Follows a run from outside: all states that a contract may be in after what
/// was seen, computed by the interpreter.
class SyncObserver {
public:
  /// More states than `maxStates` are *undecided*.
  explicit SyncObserver(const System &contract, size_t maxStates = 10'000);

  void reset();
  /// Holds: the contract allows what was seen so far. Violated: not this step,
  /// nor any later one. Undecided: for `getReason`.
  AnswerKind observe(const ObservedStep &step);
  llvm::StringRef getReason() const { return reason; }
  const std::set<State> &getStates() const { return states; }

private:
  Interpreter interpreter;
  size_t maxStates;
  std::set<State> states;
  std::string reason;
};

/// Reads `name=value ...`, one step per line; `step 3:` before it, blank lines
/// and what follows `#` are ignored. Every input and output needs a value in
/// its range; hidden variables may have one, which is ignored. Nothing, and an
/// error with its line, if that is not what the text says.
std::optional<ObservedRun> parseObservedRun(llvm::StringRef text,
                                            const System &contract,
                                            std::string &error);

/// Prints a step as it is read.
void printObservedStep(const ObservedStep &step, const System &contract,
                       llvm::raw_ostream &os);

} // namespace tioga

#endif // TIOGA_ENGINE_SYNCOBSERVER_H
