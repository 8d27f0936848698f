//===- EventTimes.h - The times of the events of a run ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_EVENTTIMES_H
#define TIOGA_ENGINE_EVENTTIMES_H

#include "tioga/Engine/Trace.h"
#include "tioga/Engine/ZoneModel.h"

namespace tioga {

/// All times at which a fixed sequence of events can happen.
///
/// Clock i of the zone is the absolute time of event i; event 0 is the start.
/// What a model's clock shows at an event is the time since the event at which
/// it was last set, so every guard on the way is a constraint on two events,
/// and the zone describes the runs exactly, however far they go.
class EventTimes {
public:
  /// When the clocks of one model were last set, and to what.
  class Clocks {
  public:
    explicit Clocks(unsigned numClocks) : settings(numClocks + 1) {}
    /// Applies resets at event `now`.
    void reset(llvm::ArrayRef<ZoneReset> resets, unsigned now);

  private:
    friend class EventTimes;
    struct Setting {
      unsigned event = 0;
      int64_t offset = 0;
    };
    llvm::SmallVector<Setting, 8> settings;
  };

  /// Events in this order, not earlier than the one before.
  explicit EventTimes(unsigned numEvents);

  /// Demands that a model's constraints hold at event `now`. Returns false if
  /// there is no run left.
  bool constrain(const Clocks &clocks, llvm::ArrayRef<Constraint> constraints,
                 unsigned now);
  /// The same with `<` for `<=`.
  bool constrainStrictly(const Clocks &clocks,
                         llvm::ArrayRef<Constraint> constraints, unsigned now);
  /// Demands that two events happen at the same instant.
  bool equate(unsigned a, unsigned b);

  const Zone &getZone() const { return zone; }

  /// The delays before each event in one run, as early as possible; nothing if
  /// there is none or numbers leave 64 bits.
  std::optional<std::vector<Rational>> getDelays(int64_t scale) const;

private:
  Constraint translate(const Clocks &clocks, const Constraint &constraint,
                       unsigned now) const;

  Zone zone;
};

} // namespace tioga

#endif // TIOGA_ENGINE_EVENTTIMES_H
