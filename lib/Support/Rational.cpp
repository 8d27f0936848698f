//===- Rational.cpp - Exact rational numbers --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of two 64-bit numbers fit in 128 bits, and so does the sum of two
// such products, so that every operation is computed exactly first, reduced,
// and only then judged.
//
//===----------------------------------------------------------------------===//

#include "tioga/Support/Rational.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

using Wide = __int128;

static Wide gcd(Wide a, Wide b) {
  while (b != 0) {
    Wide remainder = a % b;
    a = b;
    b = remainder;
  }
  return a < 0 ? -a : a;
}

static bool fits(Wide value) {
  return value >= INT64_MIN && value <= INT64_MAX;
}

/// Reduces `num / den`. The quotients fit in 64 bits or the result is nothing.
static std::optional<std::pair<int64_t, int64_t>> reduce(Wide num, Wide den) {
  if (den == 0)
    return std::nullopt;
  Wide divisor = gcd(num, den);
  if (den < 0)
    divisor = -divisor;
  num /= divisor;
  den /= divisor;
  if (!fits(num) || !fits(den))
    return std::nullopt;
  return std::make_pair(int64_t(num), int64_t(den));
}

/// `Rational::get` divides again, but by 1: the arguments are reduced.
static std::optional<Rational> make(Wide num, Wide den) {
  std::optional<std::pair<int64_t, int64_t>> reduced = reduce(num, den);
  if (!reduced)
    return std::nullopt;
  return Rational::get(reduced->first, reduced->second);
}

std::optional<Rational> Rational::get(int64_t num, int64_t den) {
  Rational result(num);
  if (den == 1)
    return result;
  std::optional<std::pair<int64_t, int64_t>> reduced = reduce(num, den);
  if (!reduced)
    return std::nullopt;
  result.num = reduced->first;
  result.den = reduced->second;
  return result;
}

std::optional<Rational> Rational::parseDecimal(llvm::StringRef text) {
  auto [whole, fraction] = text.split('.');
  bool hasPoint = whole.size() != text.size();
  if (whole.empty() || !llvm::all_of(whole, llvm::isDigit) ||
      fraction.empty() == hasPoint || !llvm::all_of(fraction, llvm::isDigit))
    return std::nullopt;
  int64_t integer;
  if (whole.getAsInteger(10, integer))
    return std::nullopt;
  // From the last digit to the first. The part read so far is the fractional
  // part of the number times a power of ten, whose denominator divides that of
  // the number: if a step does not fit, the number does not either.
  Rational value;
  for (char digit : llvm::reverse(fraction)) {
    std::optional<Rational> next =
        make(Wide(digit - '0') * value.den + value.num, Wide(value.den) * 10);
    if (!next)
      return std::nullopt;
    value = *next;
  }
  return add(integer, value);
}

bool Rational::isDecimal() const {
  int64_t rest = den;
  for (int64_t prime : {2, 5})
    while (rest % prime == 0)
      rest /= prime;
  return rest == 1;
}

std::optional<Rational> Rational::add(Rational a, Rational b) {
  if (a.den == 1 && b.den == 1) {
    int64_t sum;
    if (__builtin_add_overflow(a.num, b.num, &sum))
      return std::nullopt;
    return Rational(sum);
  }
  return make(Wide(a.num) * b.den + Wide(b.num) * a.den, Wide(a.den) * b.den);
}

std::optional<Rational> Rational::sub(Rational a, Rational b) {
  if (a.den == 1 && b.den == 1) {
    int64_t difference;
    if (__builtin_sub_overflow(a.num, b.num, &difference))
      return std::nullopt;
    return Rational(difference);
  }
  return make(Wide(a.num) * b.den - Wide(b.num) * a.den, Wide(a.den) * b.den);
}

std::optional<Rational> Rational::mul(Rational a, Rational b) {
  if (a.den == 1 && b.den == 1) {
    int64_t product;
    if (__builtin_mul_overflow(a.num, b.num, &product))
      return std::nullopt;
    return Rational(product);
  }
  return make(Wide(a.num) * b.num, Wide(a.den) * b.den);
}

std::optional<Rational> Rational::div(Rational a, Rational b) {
  return make(Wide(a.num) * b.den, Wide(a.den) * b.num);
}

std::optional<Rational> Rational::negate(Rational a) {
  if (a.num == INT64_MIN)
    return std::nullopt;
  a.num = -a.num;
  return a;
}

int Rational::compare(Rational a, Rational b) {
  Wide left = Wide(a.num) * b.den, right = Wide(b.num) * a.den;
  return left < right ? -1 : left > right;
}

void Rational::print(llvm::raw_ostream &os) const {
  if (den == 1) {
    os << num;
    return;
  }
  if (!isDecimal()) {
    os << num << '/' << den;
    return;
  }
  // Digit by digit, since the denominator as a power of ten may need more than
  // 64 bits.
  Wide magnitude = num < 0 ? -Wide(num) : Wide(num);
  os << (num < 0 ? "-" : "") << uint64_t(magnitude / den) << '.';
  for (Wide rest = magnitude % den; rest != 0; rest = rest * 10 % den)
    os << char('0' + int(rest * 10 / den));
}

std::string Rational::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

llvm::raw_ostream &tioga::operator<<(llvm::raw_ostream &os, Rational value) {
  value.print(os);
  return os;
}
