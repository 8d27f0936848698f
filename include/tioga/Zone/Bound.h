//===- Bound.h - Strict and weak upper bounds -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bound is the right-hand side of `x - y < c` or `x - y <= c`, packed in one
// 32-bit integer: 2c for the strict bound, 2c + 1 for the weak one. The order
// of the integers is the order of the bounds, so comparing and taking minima
// are single instructions, and eight bounds fit in one vector register.
//
// Finite values are limited to +-(2^29 - 1). The limit leaves the sum of two
// finite bounds inside 32 bits: it can be computed first and judged afterwards.
// 64-bit bounds would double the memory of every stored zone for models whose
// constants, after scaling, exceed 5 * 10^8; these are reported instead.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ZONE_BOUND_H
#define TIOGA_ZONE_BOUND_H

#include <cassert>
#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tioga {

/// The packed form of a bound, as stored in matrices.
using RawBound = int32_t;

/// An upper bound `< c`, `<= c` or none, or the mark of an overflow.
///
/// Overflow is never wrapped. An operation whose exact result is finite and
/// outside of +-`maxValue` returns `overflow()`, every operation on
/// `overflow()` returns `overflow()` again, and a zone that is given one
/// records it (see `Zone::hasOverflowed`). All operations take constant time.
class Bound {
public:
  /// Largest magnitude of a finite value.
  static constexpr int32_t maxValue = (1 << 29) - 1;
  /// Packed forms of `<= 0`, of the extreme finite bounds, of "no bound" and of
  /// the overflow mark.
  static constexpr RawBound zeroRaw = 1;
  static constexpr RawBound minFiniteRaw = -2 * maxValue;
  static constexpr RawBound maxFiniteRaw = 2 * maxValue + 1;
  static constexpr RawBound infinityRaw = INT32_MAX;
  static constexpr RawBound overflowRaw = INT32_MIN;

  /// The bound `<= 0`.
  constexpr Bound() : raw(zeroRaw) {}

  /// The bound `< value`; the overflow mark if `value` is out of range.
  static constexpr Bound lessThan(int64_t value) { return make(value, 0); }
  /// The bound `<= value`; the overflow mark if `value` is out of range.
  static constexpr Bound atMost(int64_t value) { return make(value, 1); }
  /// No bound.
  static constexpr Bound infinity() { return fromRaw(infinityRaw); }
  /// The result of an operation that left the range.
  static constexpr Bound overflow() { return fromRaw(overflowRaw); }
  /// The bound with the given packed form.
  static constexpr Bound fromRaw(RawBound raw) {
    Bound bound;
    bound.raw = raw;
    return bound;
  }

  constexpr RawBound getRaw() const { return raw; }
  constexpr bool isInfinite() const { return raw == infinityRaw; }
  constexpr bool isOverflow() const { return raw == overflowRaw; }
  constexpr bool isFinite() const { return !isInfinite() && !isOverflow(); }

  /// The constant c. \pre the bound is finite.
  constexpr int32_t getValue() const {
    assert(isFinite() && "bound has no value");
    return raw >> 1;
  }
  /// Whether the bound is `< c`; false for `infinity()` and `overflow()`.
  constexpr bool isStrict() const { return isFinite() && (raw & 1) == 0; }

  /// The bound on `x - z` that follows from this one on `x - y` and `other` on
  /// `y - z`: values add up, and the sum is strict if one of the two is.
  constexpr Bound operator+(Bound other) const {
    if (isOverflow() || other.isOverflow())
      return overflow();
    if (isInfinite() || other.isInfinite())
      return infinity();
    RawBound sum = addFiniteRaw(raw, other.raw);
    return isFiniteRaw(sum) ? fromRaw(sum) : overflow();
  }

  /// The bound on `y - x` that says that `x - y` violates this one: `<= -c` for
  /// `< c` and `< -c` for `<= c`. \pre the bound is not infinite.
  constexpr Bound complement() const {
    assert(!isInfinite() && "the complement of no bound is no bound either");
    return isOverflow() ? *this : fromRaw(1 - raw);
  }

  /// Bounds are ordered by strength: `< c` before `<= c`, infinity last. The
  /// overflow mark comes first and means nothing there.
  friend constexpr bool operator==(Bound a, Bound b) { return a.raw == b.raw; }
  friend constexpr bool operator!=(Bound a, Bound b) { return a.raw != b.raw; }
  friend constexpr bool operator<(Bound a, Bound b) { return a.raw < b.raw; }
  friend constexpr bool operator<=(Bound a, Bound b) { return a.raw <= b.raw; }
  friend constexpr bool operator>(Bound a, Bound b) { return a.raw > b.raw; }
  friend constexpr bool operator>=(Bound a, Bound b) { return a.raw >= b.raw; }

  /// Prints `< 3`, `<= 3`, `< inf` or `overflow`.
  void print(llvm::raw_ostream &os) const;

  /// Sum of two finite packed bounds. Never wraps; may leave the finite range.
  static constexpr RawBound addFiniteRaw(RawBound a, RawBound b) {
    return a + b - ((a | b) & 1);
  }
  /// Whether a packed sum of finite bounds is itself a finite bound.
  static constexpr bool isFiniteRaw(int64_t raw) {
    return raw >= minFiniteRaw && raw <= maxFiniteRaw;
  }

private:
  static constexpr Bound make(int64_t value, RawBound weak) {
    if (value < -int64_t(maxValue) || value > int64_t(maxValue))
      return overflow();
    return fromRaw(static_cast<RawBound>(2 * value + weak));
  }

  RawBound raw;
};

/// Prints like `Bound::print`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, Bound bound);

} // namespace tioga

#endif // TIOGA_ZONE_BOUND_H
