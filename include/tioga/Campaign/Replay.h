//===- Replay.h - Violations, seen by the interpreter -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_REPLAY_H
#define TIOGA_CAMPAIGN_REPLAY_H

#include "tioga/Engine/Conformance.h"

namespace tioga {

/// Replays a violation on the specification and on the mutant. Holds: the
/// specification allows everything but the offence, and the mutant does all of
/// it. Violated: one of that is wrong, for `reason`. Undecided: the interpreter
/// could not tell. `whole`, if given, is the specification with its
/// environment, which has to allow everything but the offence too.
AnswerKind replayViolation(const Violation &violation, const System &spec,
                           const SystemEdits &edits, std::string &reason,
                           const System *whole = nullptr);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_REPLAY_H
