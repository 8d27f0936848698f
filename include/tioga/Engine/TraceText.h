//===- TraceText.h - Traces that people write -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step a line: the delay before it, what happens, and, in a run, which
// transition it is. What follows a `#` behind white space is for readers.
//
//   0     lock?     @Alarm.t01  # Alarm: OpenAndUnlocked -> OpenAndLocked
//   2.5   close?    @Alarm.t04
//   20    armedOn!  @Alarm.t09
//   3
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_TRACETEXT_H
#define TIOGA_ENGINE_TRACETEXT_H

#include "tioga/Engine/Trace.h"

namespace tioga {

/// The text of what happens in a step: `fill?(3)`, `silent`.
std::string getEventText(const TraceStep &step, const System &system);

/// A name for a transition that is unique among those with its label: the
/// elements of the model it stems from, and a number if there are several.
std::string getTransitionName(unsigned transition, const System &system);

/// What a transition does to locations: `Lock: Unlocked -> Locking`.
std::string getMovesText(const SystemTransition &transition,
                         const System &system);

/// Prints the format above, with transitions where steps name them.
void printTraceText(const TimedTrace &trace, const System &system,
                    llvm::raw_ostream &os);

/// Reads the format above. Line breaks do not matter but for comments, and a
/// delay that is missing is zero; `·` is white space, so that traces in one
/// line are read as well. Nothing after reporting one error in `error`, with
/// its line.
std::optional<TimedTrace>
parseTraceText(llvm::StringRef text, const System &system, std::string &error);

/// Reads a number as traces and commands have it: `3`, `2.5`, `1/3`.
std::optional<Rational> parseDelay(llvm::StringRef text);

/// Reads the arguments of a label or a transition, `3, true`, in the language's
/// own syntax.
std::optional<std::vector<Value>>
parseArguments(llvm::StringRef text, const System &system, std::string &error);

} // namespace tioga

#endif // TIOGA_ENGINE_TRACETEXT_H
