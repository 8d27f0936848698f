//===- DelaySet.h - Sets of delays ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_DELAYSET_H
#define TIOGA_ENGINE_DELAYSET_H

#include "tioga/Support/Rational.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace tioga {

/// A non-empty interval of delays with exact ends. Without `high` it has no
/// upper bound.
struct DelayInterval {
  Rational low;
  std::optional<Rational> high;
  bool lowOpen = false;
  bool highOpen = false;

  static DelayInterval point(Rational delay) { return {delay, delay}; }
  bool isPoint() const { return high && *high == low; }
  bool contains(Rational delay) const;
  /// Nothing if the intersection is empty.
  std::optional<DelayInterval> intersect(const DelayInterval &other) const;
  /// A delay inside: the point itself, the middle, or one beyond `low` if there
  /// is no upper bound. Nothing if it does not fit in 64 bits.
  std::optional<Rational> getSample() const;

  friend bool operator==(const DelayInterval &a, const DelayInterval &b) {
    return a.low == b.low && a.high == b.high && a.lowOpen == b.lowOpen &&
           a.highOpen == b.highOpen;
  }

  /// Prints `at 20`, `within [0, 20)` or `within (3, inf)`.
  void print(llvm::raw_ostream &os) const;
};

/// A finite union of intervals: ordered, disjoint, and no two could be one.
class DelaySet {
public:
  DelaySet() = default;
  DelaySet(DelayInterval interval) : intervals{interval} {}

  bool isEmpty() const { return intervals.empty(); }
  bool contains(Rational delay) const;
  llvm::ArrayRef<DelayInterval> getIntervals() const { return intervals; }
  /// Adds an interval that may overlap others.
  void insert(DelayInterval interval);
  void insert(const DelaySet &other);
  DelaySet intersect(const DelayInterval &interval) const;
  /// The set moved by `delay`. Nothing on overflow.
  std::optional<DelaySet> shift(Rational delay) const;

  /// Delays that stand for the set: the ends that belong to each interval and a
  /// sample of its inside.
  llvm::SmallVector<Rational> getRepresentatives() const;

  friend bool operator==(const DelaySet &a, const DelaySet &b) {
    return a.intervals == b.intervals;
  }

  /// Prints the intervals joined by `or`; `never` for the empty set.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  llvm::SmallVector<DelayInterval, 1> intervals;
};

} // namespace tioga

#endif // TIOGA_ENGINE_DELAYSET_H
