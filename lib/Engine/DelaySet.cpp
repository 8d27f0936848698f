//===- DelaySet.cpp - Sets of delays ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/DelaySet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// DelayInterval
//===----------------------------------------------------------------------===//

bool DelayInterval::contains(Rational delay) const {
  if (delay < low || (lowOpen && delay == low))
    return false;
  return !high || delay < *high || (!highOpen && delay == *high);
}

std::optional<DelayInterval>
DelayInterval::intersect(const DelayInterval &other) const {
  DelayInterval result = *this;
  if (other.low > low || (other.low == low && other.lowOpen)) {
    result.low = other.low;
    result.lowOpen = other.lowOpen;
  }
  if (other.high && (!high || *other.high < *high ||
                     (*other.high == *high && other.highOpen))) {
    result.high = other.high;
    result.highOpen = other.highOpen;
  }
  if (result.high &&
      (*result.high < result.low ||
       (*result.high == result.low && (result.lowOpen || result.highOpen))))
    return std::nullopt;
  return result;
}

std::optional<Rational> DelayInterval::getSample() const {
  if (isPoint())
    return low;
  if (!high)
    return Rational::add(low, 1);
  std::optional<Rational> sum = Rational::add(low, *high);
  return sum ? Rational::div(*sum, 2) : std::nullopt;
}

void DelayInterval::print(llvm::raw_ostream &os) const {
  if (isPoint()) {
    os << "at " << low;
    return;
  }
  os << "within " << (lowOpen ? '(' : '[') << low << ", ";
  if (high)
    os << *high << (highOpen ? ')' : ']');
  else
    os << "inf)";
}

//===----------------------------------------------------------------------===//
// DelaySet
//===----------------------------------------------------------------------===//

bool DelaySet::contains(Rational delay) const {
  return llvm::any_of(intervals, [&](const DelayInterval &interval) {
    return interval.contains(delay);
  });
}

/// Whether two intervals are one: they overlap or share an end that one of them
/// contains. \pre `first` begins before `second`
static bool areConnected(const DelayInterval &first,
                         const DelayInterval &second) {
  if (!first.high || second.low < *first.high)
    return true;
  return second.low == *first.high && !(first.highOpen && second.lowOpen);
}

void DelaySet::insert(DelayInterval interval) {
  intervals.push_back(interval);
  llvm::sort(intervals, [](const DelayInterval &a, const DelayInterval &b) {
    return a.low != b.low ? a.low < b.low : a.lowOpen < b.lowOpen;
  });
  llvm::SmallVector<DelayInterval, 1> merged;
  for (const DelayInterval &next : intervals) {
    if (merged.empty() || !areConnected(merged.back(), next)) {
      merged.push_back(next);
      continue;
    }
    DelayInterval &last = merged.back();
    if (!last.high || (next.high && *next.high < *last.high))
      continue;
    last.highOpen = next.high && *next.high == *last.high
                        ? last.highOpen && next.highOpen
                        : next.highOpen;
    last.high = next.high;
  }
  intervals = std::move(merged);
}

void DelaySet::insert(const DelaySet &other) {
  for (const DelayInterval &interval : other.intervals)
    insert(interval);
}

DelaySet DelaySet::intersect(const DelayInterval &interval) const {
  DelaySet result;
  for (const DelayInterval &mine : intervals)
    if (std::optional<DelayInterval> common = mine.intersect(interval))
      result.intervals.push_back(*common);
  return result;
}

std::optional<DelaySet> DelaySet::shift(Rational delay) const {
  DelaySet result;
  for (DelayInterval interval : intervals) {
    std::optional<Rational> low = Rational::add(interval.low, delay);
    if (!low)
      return std::nullopt;
    interval.low = *low;
    if (interval.high) {
      interval.high = Rational::add(*interval.high, delay);
      if (!interval.high)
        return std::nullopt;
    }
    result.intervals.push_back(interval);
  }
  return result;
}

llvm::SmallVector<Rational> DelaySet::getRepresentatives() const {
  llvm::SmallVector<Rational> delays;
  for (const DelayInterval &interval : intervals) {
    if (!interval.lowOpen)
      delays.push_back(interval.low);
    if (interval.isPoint())
      continue;
    if (std::optional<Rational> sample = interval.getSample())
      delays.push_back(*sample);
    if (interval.high && !interval.highOpen)
      delays.push_back(*interval.high);
  }
  return delays;
}

void DelaySet::print(llvm::raw_ostream &os) const {
  if (isEmpty())
    os << "never";
  llvm::interleave(
      intervals, os, [&](const DelayInterval &i) { i.print(os); }, " or ");
}

std::string DelaySet::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}
