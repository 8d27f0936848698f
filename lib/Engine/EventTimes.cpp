//===- EventTimes.cpp - The times of the events of a run --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/EventTimes.h"

using namespace tioga;

void EventTimes::Clocks::reset(llvm::ArrayRef<ZoneReset> resets, unsigned now) {
  llvm::SmallVector<Setting, 8> before = settings;
  for (const ZoneReset &reset : resets) {
    Setting &setting = settings[reset.clock];
    setting = reset.source ? before[reset.source] : Setting{now, 0};
    setting.offset += reset.offset;
  }
}

EventTimes::EventTimes(unsigned numEvents)
    : zone(Zone::universe(numEvents + 1)) {
  for (unsigned event = 2; event <= numEvents; ++event)
    zone.constrain(event - 1, event, Bound::atMost(0));
}

Constraint EventTimes::translate(const Clocks &clocks,
                                 const Constraint &constraint,
                                 unsigned now) const {
  // x is t_now - t_r + o: in x - y, the times of the resets change sides.
  auto get = [&](ClockIndex clock) {
    return clock ? clocks.settings[clock] : Clocks::Setting{now, 0};
  };
  Clocks::Setting x = get(constraint.x), y = get(constraint.y);
  return {y.event, x.event,
          constraint.bound + Bound::atMost(y.offset - x.offset)};
}

bool EventTimes::constrain(const Clocks &clocks,
                           llvm::ArrayRef<Constraint> constraints,
                           unsigned now) {
  for (const Constraint &constraint : constraints)
    zone.constrain(translate(clocks, constraint, now));
  return !zone.isEmpty();
}

bool EventTimes::constrainStrictly(const Clocks &clocks,
                                   llvm::ArrayRef<Constraint> constraints,
                                   unsigned now) {
  for (const Constraint &constraint : constraints) {
    Constraint strict = translate(clocks, constraint, now);
    if (strict.bound.isFinite())
      strict.bound = Bound::lessThan(strict.bound.getValue());
    zone.constrain(strict);
  }
  return !zone.isEmpty();
}

bool EventTimes::equate(unsigned a, unsigned b) {
  zone.constrain(a, b, Bound::atMost(0));
  return zone.constrain(b, a, Bound::atMost(0));
}

std::optional<std::vector<Rational>>
EventTimes::getDelays(int64_t scale) const {
  std::optional<ClockPoint> point =
      zone.hasOverflowed() ? std::nullopt : zone.samplePoint();
  int64_t unit;
  if (!point || llvm::MulOverflow(point->denominator, scale, unit))
    return std::nullopt;
  std::vector<Rational> delays;
  for (unsigned event = 1; event < zone.getDimension(); ++event) {
    std::optional<Rational> delay = Rational::get(
        point->numerators[event] - point->numerators[event - 1], unit);
    if (!delay)
      return std::nullopt;
    delays.push_back(*delay);
  }
  return delays;
}
