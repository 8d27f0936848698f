//===- RationalTest.cpp - Exact rational numbers ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Support/Rational.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;

using Wide = __int128;

/// Magnitudes of all sizes, so that about half of the operations overflow.
static int64_t getRandomInt(std::mt19937_64 &random) {
  int64_t value = int64_t(random()) >> (random() % 64);
  return random() % 16 == 0 ? INT64_MIN + int64_t(random() % 3) : value;
}

static Rational getRandom(std::mt19937_64 &random) {
  while (true) {
    int64_t den = random() % 2 ? 1 : getRandomInt(random);
    if (std::optional<Rational> value =
            Rational::get(getRandomInt(random), den))
      return *value;
  }
}

/// Returns true if `value` is `num / den`, or is nothing because that needs
/// more than 64 bits.
static bool isExactly(std::optional<Rational> value, Wide num, Wide den) {
  Wide a = num < 0 ? -num : num, b = den < 0 ? -den : den;
  while (b != 0) {
    Wide rest = a % b;
    a = b;
    b = rest;
  }
  num /= den < 0 ? -a : a;
  den /= den < 0 ? -a : a;
  bool fits = num >= INT64_MIN && num <= INT64_MAX && den <= INT64_MAX;
  if (!fits)
    return !value;
  return value && value->getNumerator() == num &&
         value->getDenominator() == den;
}

TEST(Rational, IsInLowestTermsWithPositiveDenominator) {
  EXPECT_EQ(*Rational::get(6, -4), *Rational::get(-3, 2));
  EXPECT_EQ(Rational::get(6, -4)->getDenominator(), 2);
  EXPECT_EQ(Rational::get(0, -7)->getDenominator(), 1);
  EXPECT_FALSE(Rational::get(1, 0));
  EXPECT_FALSE(Rational::get(1, INT64_MIN));
  EXPECT_EQ(*Rational::get(INT64_MIN, INT64_MIN), Rational(1));
  EXPECT_EQ(*Rational::get(INT64_MIN, 2), Rational(INT64_MIN / 2));
}

TEST(Rational, ParsesDecimals) {
  EXPECT_EQ(*Rational::parseDecimal("12"), Rational(12));
  EXPECT_EQ(*Rational::parseDecimal("12.75"), *Rational::get(51, 4));
  EXPECT_EQ(*Rational::parseDecimal("0.500"), *Rational::get(1, 2));
  EXPECT_EQ(*Rational::parseDecimal("9223372036854775807"),
            Rational(INT64_MAX));
  for (const char *text :
       {"", ".", "1.", ".5", "-1", "1.5.5", "1e3", " 1", "9223372036854775808",
        "9223372036854775807.5", "0.0000000000000000000000000001"})
    EXPECT_FALSE(Rational::parseDecimal(text)) << text;
}

TEST(Rational, PrintsDecimalsOrFractions) {
  EXPECT_EQ(Rational(-3).str(), "-3");
  EXPECT_EQ(Rational::get(5, 2)->str(), "2.5");
  EXPECT_EQ(Rational::get(-1, 8)->str(), "-0.125");
  EXPECT_EQ(Rational::get(1, 3)->str(), "1/3");
  EXPECT_EQ(Rational::get(INT64_MIN, 5)->str(), "-1844674407370955161.6");
  EXPECT_TRUE(Rational::get(7, 40)->isDecimal());
  EXPECT_FALSE(Rational::get(1, 6)->isDecimal());
}

TEST(Rational, ReadsBackEveryDecimalItPrints) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    int64_t den = 1;
    for (unsigned twos = random() % 40; twos != 0; --twos)
      den *= 2;
    for (unsigned fives = random() % 10; fives != 0; --fives)
      den *= 5;
    Rational value = *Rational::get(int64_t(random() >> 1), den);
    ASSERT_EQ(Rational::parseDecimal(value.str()), value) << value.str();
  }
  Rational tiny = *Rational::get(1, int64_t(1) << 62);
  EXPECT_EQ(Rational::parseDecimal(tiny.str()), tiny);
}

TEST(Rational, ArithmeticIsExactOrNothing) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) {
    Rational a = getRandom(random), b = getRandom(random);
    Wide an = a.getNumerator(), ad = a.getDenominator();
    Wide bn = b.getNumerator(), bd = b.getDenominator();
    ASSERT_TRUE(isExactly(Rational::add(a, b), an * bd + bn * ad, ad * bd));
    ASSERT_TRUE(isExactly(Rational::sub(a, b), an * bd - bn * ad, ad * bd));
    ASSERT_TRUE(isExactly(Rational::mul(a, b), an * bn, ad * bd));
    ASSERT_TRUE(isExactly(Rational::negate(a), -an, ad));
    ASSERT_TRUE(b.isZero() ? !Rational::div(a, b)
                           : isExactly(Rational::div(a, b), an * bd, ad * bn));
  }
}

TEST(Rational, ComparesExactly) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    Rational a = getRandom(random), b = getRandom(random);
    Wide difference = Wide(a.getNumerator()) * b.getDenominator() -
                      Wide(b.getNumerator()) * a.getDenominator();
    ASSERT_EQ(a < b, difference < 0);
    ASSERT_EQ(a >= b, difference >= 0);
    ASSERT_EQ(a == b, difference == 0);
    ASSERT_TRUE(a != b || hash_value(a) == hash_value(b));
  }
}
