//===- Rational.h - Exact rational numbers ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_SUPPORT_RATIONAL_H
#define TIOGA_SUPPORT_RATIONAL_H

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tioga {

/// A rational number with 64-bit numerator and denominator.
///
/// Always in lowest terms with a positive denominator, so equality of numbers
/// is equality of fields. Arithmetic that leaves 64 bits yields `std::nullopt`
/// and never a wrapped value.
class Rational {
public:
  constexpr Rational() = default;
  constexpr Rational(int64_t value) : num(value) {}

  /// Returns `num / den` in lowest terms; nothing if `den` is zero or the
  /// reduced fraction does not fit.
  static std::optional<Rational> get(int64_t num, int64_t den);

  /// Reads `12` or `12.75`; nothing on any other text or on overflow.
  static std::optional<Rational> parseDecimal(llvm::StringRef text);

  int64_t getNumerator() const { return num; }
  int64_t getDenominator() const { return den; }
  bool isInteger() const { return den == 1; }
  bool isNegative() const { return num < 0; }
  bool isZero() const { return num == 0; }

  /// Returns true if the number has a finite decimal expansion.
  bool isDecimal() const;

  static std::optional<Rational> add(Rational a, Rational b);
  static std::optional<Rational> sub(Rational a, Rational b);
  static std::optional<Rational> mul(Rational a, Rational b);
  /// Returns nothing if `b` is zero.
  static std::optional<Rational> div(Rational a, Rational b);
  static std::optional<Rational> negate(Rational a);

  /// Negative, zero or positive as `a` is less than, equal to or greater than
  /// `b`. Exact for all values.
  static int compare(Rational a, Rational b);

  friend bool operator==(Rational a, Rational b) {
    return a.num == b.num && a.den == b.den;
  }
  friend bool operator!=(Rational a, Rational b) { return !(a == b); }
  friend bool operator<(Rational a, Rational b) { return compare(a, b) < 0; }
  friend bool operator<=(Rational a, Rational b) { return compare(a, b) <= 0; }
  friend bool operator>(Rational a, Rational b) { return compare(a, b) > 0; }
  friend bool operator>=(Rational a, Rational b) { return compare(a, b) >= 0; }
  friend llvm::hash_code hash_value(Rational a) {
    return llvm::hash_combine(a.num, a.den);
  }

  /// Prints `3`, `2.5` or, without a finite decimal expansion, `1/3`.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  int64_t num = 0;
  int64_t den = 1;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, Rational value);

} // namespace tioga

#endif // TIOGA_SUPPORT_RATIONAL_H
