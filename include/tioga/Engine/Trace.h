//===- Trace.h - Timed traces and answers -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What engines answer with. An answer is never a Boolean: it holds, it is
// violated with a witness, or it is undecided for a stated reason.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_TRACE_H
#define TIOGA_ENGINE_TRACE_H

#include "tioga/Engine/System.h"
#include "llvm/Support/JSON.h"

namespace tioga {

/// One step of a timed trace: time passes, then something happens.
struct TraceStep {
  Rational delay;
  /// Position among the labels of the system the trace belongs to; nothing for
  /// a silent step.
  std::optional<unsigned> label;
  std::vector<Value> arguments;
  /// Position among the transitions; nothing in an observation, which does not
  /// tell what the system did to produce it.
  std::optional<unsigned> transition;

  friend bool operator==(const TraceStep &a, const TraceStep &b) {
    return a.delay == b.delay && a.label == b.label &&
           a.arguments == b.arguments && a.transition == b.transition;
  }
};

/// A run of a system or an observation of it, with exact delays.
struct TimedTrace {
  std::vector<TraceStep> steps;
  /// Time that passes after the last step.
  Rational finalDelay;

  /// Without silent steps and without transitions: what an observer sees.
  /// Nothing if a sum of delays leaves 64 bits.
  std::optional<TimedTrace> getObservable(const System &system) const;
  /// The time at which everything is over. Nothing if it leaves 64 bits.
  std::optional<Rational> getDuration() const;

  /// Prints `20 · lock? · 0 · close?(3) · 20`. Silent steps are `silent`.
  void print(llvm::raw_ostream &os, const System &system) const;
  /// An array of `{"delay": "1/2", "label": "lock", "kind": "input",
  /// "arguments": [...], "source": "file:line:col"}`; the final delay, if any,
  /// is a last element with `delay` alone.
  llvm::json::Array toJSON(const System &system) const;
};

enum class AnswerKind : uint8_t { Holds, Violated, Undecided };

/// `holds`, `violated` or `undecided`.
llvm::StringRef toString(AnswerKind kind);

/// The shortest text of a source location, `file.tioga:12:3`; empty if unknown.
std::string getLocationText(mlir::Location loc);

} // namespace tioga

#endif // TIOGA_ENGINE_TRACE_H
