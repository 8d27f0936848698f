//===- Replay.h - Violations, seen by the interpreter -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_REPLAY_H
#define TIOGA_CAMPAIGN_REPLAY_H

#include "tioga/Engine/Conformance.h"
#include "tioga/Engine/Interpreter.h"
#include "tioga/Engine/Overlay.h"

namespace tioga {

/// Replays violations of mutants on the specification and on the mutant by the
/// interpreter. For one thread; refers to its arguments.
class ViolationReplay {
public:
  /// `whole`, if given, is the specification with its environment.
  explicit ViolationReplay(const System &spec, const System *whole = nullptr);

  /// Holds: the specification allows everything but the offence, so does the
  /// specification with its environment, and the mutant does all of it.
  /// Violated: one of that is wrong, for `reason`. Undecided: the interpreter
  /// could not tell.
  AnswerKind replay(const Violation &violation, const SystemEdits &edits,
                    std::string &reason);

private:
  AnswerKind replayOnSpec(const Violation &violation, std::string &reason);
  AnswerKind replayOnWhole(const Violation &violation, std::string &reason);
  AnswerKind replayOnMutant(const Violation &violation,
                            const SystemEdits &edits, std::string &reason);

  EditedSystem mutant;
  Interpreter onSpec, onMutant;
  std::optional<Interpreter> onWhole;
};

} // namespace tioga

#endif // TIOGA_CAMPAIGN_REPLAY_H
