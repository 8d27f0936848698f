//===- ZoneSteps.h - Steps between zones of active clocks -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A zone of a discrete state has one index per active clock. A product of
// several models puts their clocks one after the other; `offset` is where those
// of one model begin.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_ZONESTEPS_H
#define TIOGA_LIB_ENGINE_ZONESTEPS_H

#include "tioga/Engine/ZoneModel.h"
#include "tioga/Zone/Federation.h"

namespace tioga {

/// Translates a constraint of a model to the clocks of a zone.
inline Constraint toSlots(const Constraint &constraint,
                          const DiscreteState &state, unsigned offset) {
  auto map = [&](ClockIndex clock) -> ClockIndex {
    assert((clock == 0 || state.slots[clock]) && "compares an inactive clock");
    return clock ? state.slots[clock] + offset : 0;
  };
  return {map(constraint.x), map(constraint.y), constraint.bound};
}

/// Intersects with constraints of a model. Returns false if nothing is left.
inline bool constrainZone(Zone &zone, llvm::ArrayRef<Constraint> constraints,
                          const DiscreteState &state, unsigned offset = 0) {
  for (const Constraint &constraint : constraints)
    if (!zone.constrain(toSlots(constraint, state, offset)))
      return false;
  return !zone.isEmpty();
}

/// Where the clocks of a zone come from: collects the moves of one or several
/// models, then applies them all at once.
class ZoneUpdate {
public:
  /// Adds the active clocks of `to`, which come from those of `from`.
  void addMove(const DiscreteState &from, unsigned offset,
               const DiscreteState &to, llvm::ArrayRef<ZoneReset> resets) {
    for (uint16_t clock : to.active) {
      const ZoneReset *reset = llvm::find_if(
          resets, [&](const ZoneReset &r) { return r.clock == clock; });
      ClockIndex source = clock;
      int32_t shift = 0;
      if (reset != resets.end()) {
        source = reset->source;
        shift = reset->offset;
      }
      // A clock that was of no interest so far and is of interest now has been
      // reset: activity is propagated backwards.
      assert((source == 0 || from.slots[source]) && "clock without value");
      sources.push_back(source ? from.slots[source] + offset : 0);
      if (shift != 0)
        shifts.push_back({ClockIndex(sources.size()), shift});
    }
  }
  /// Adds a clock that stays, or starts at zero if `source` is 0.
  void addClock(ClockIndex source) { sources.push_back(source); }

  Zone apply(const Zone &zone) const {
    Zone result = zone.gather(sources);
    for (auto [clock, shift] : shifts) {
      if (sources[clock - 1] == 0)
        result.reset(clock, shift);
      else
        result.shift(clock, shift);
    }
    return result;
  }
  bool isIdentity(unsigned dimension) const {
    if (sources.size() + 1 != dimension || !shifts.empty())
      return false;
    for (unsigned i = 0; i < sources.size(); ++i)
      if (sources[i] != i + 1)
        return false;
    return true;
  }

private:
  llvm::SmallVector<ClockIndex, 16> sources;
  llvm::SmallVector<std::pair<ClockIndex, int32_t>, 2> shifts;
};

/// Lets the clock rise alone: no bound says how late it is.
inline void raiseClock(Zone &zone, ClockIndex clock) {
  Zone later = zone;
  later.free(clock);
  // Lower bounds of the clock stay.
  for (ClockIndex i = 0; i < zone.getDimension(); ++i)
    if (i != clock)
      later.constrain(i, clock, zone.at(i, clock));
  zone = std::move(later);
}

/// The least value of a clock as a number to order by: strict bounds follow
/// weak ones.
inline int64_t getEarliest(const Zone &zone, ClockIndex clock) {
  Zone::Infimum infimum = zone.getInfimum(clock);
  return 2 * int64_t(infimum.value) + infimum.isStrict;
}

/// Whether two edges lead to the same state in the same way.
inline bool haveEqualEffect(const ZoneEdge &a, const ZoneEdge &b) {
  auto equal = [](const ZoneReset &x, const ZoneReset &y) {
    return x.clock == y.clock && x.source == y.source && x.offset == y.offset;
  };
  return a.target == b.target &&
         std::equal(a.resets.begin(), a.resets.end(), b.resets.begin(),
                    b.resets.end(), equal);
}

/// Whether the zone with entries `big` includes that with entries `small`.
inline bool includesRaw(const RawBound *big, const RawBound *small,
                        size_t size) {
  for (size_t i = 0; i < size; ++i)
    if (small[i] > big[i])
      return false;
  return true;
}

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_ZONESTEPS_H
