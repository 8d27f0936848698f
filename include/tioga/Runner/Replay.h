//===- Replay.h - Inputs again, and fewer of them ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run that failed is worth keeping: its inputs are sent again at the same
// times, and as long as the failure shows, inputs and delays are left out.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_REPLAY_H
#define TIOGA_RUNNER_REPLAY_H

#include "tioga/Runner/Adapter.h"
#include "tioga/Runner/Execution.h"

namespace tioga {

/// The inputs of a trace. Outputs are up to the system under test.
struct InputSchedule {
  struct Entry {
    /// Since the entry before.
    Rational delay;
    Message message;
  };
  std::vector<Entry> inputs;
  /// How long to watch after the last input.
  Rational tail;

  /// Nothing if a sum of delays leaves 64 bits.
  static std::optional<InputSchedule> get(const TimedTrace &trace,
                                          const System &system);
};

/// What a system under test did.
struct Observation {
  TimedTrace trace;
  /// Why it could not be watched to the end: it crashed, it hung.
  std::string problem, errors;
};

/// Sends inputs at their times. Labels are those of `system`.
Observation play(const InputSchedule &schedule, Adapter &adapter,
                 const System &system);

enum class Judgement : uint8_t {
  Allowed,
  Forbidden,   ///< an output, or a silence, that the model does not allow
  Unspecified, ///< an input that the model says nothing about
  Undecided
};

/// Whether a model allows an observation. Cuts the trace off behind the step
/// that it does not allow.
Judgement judge(TimedTrace &trace, Interpreter &model, std::string &reason);

/// Leaves out inputs, then shortens delays, as long as `fails` holds; nothing
/// that is left can be left out alone.
/// \pre fails(schedule)
InputSchedule shrink(InputSchedule schedule,
                     llvm::function_ref<bool(const InputSchedule &)> fails);

} // namespace tioga

#endif // TIOGA_RUNNER_REPLAY_H
