//===- DelayAnalysis.cpp - Conditions as functions of the delay -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DelayAnalysis.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

llvm::SmallVector<DelayInterval> DelayAnalysis::getPieces() const {
  llvm::SmallVector<DelayInterval> pieces;
  for (size_t index = 0; index < points.size(); ++index) {
    DelayInterval piece = {points[index], std::nullopt, /*lowOpen=*/true,
                           /*highOpen=*/true};
    if (index + 1 < points.size())
      piece.high = points[index + 1];
    pieces.push_back(piece);
  }
  return pieces;
}

/// Two different delays inside an open interval.
static std::optional<std::pair<Rational, Rational>>
getTwoInside(const DelayInterval &piece) {
  std::optional<Rational> first = piece.getSample();
  if (!first)
    return std::nullopt;
  DelayInterval rest = piece;
  rest.low = *first;
  std::optional<Rational> second = rest.getSample();
  if (!second)
    return std::nullopt;
  return std::make_pair(*first, *second);
}

void DelayAnalysis::addRootWithin(
    const DelayInterval &piece,
    llvm::function_ref<std::optional<Rational>(Rational)> number,
    llvm::SmallVectorImpl<Rational> &roots) {
  auto inside = getTwoInside(piece);
  if (!inside)
    return interpreter.fail("overflow of 64 bits in a delay");
  auto [a, b] = *inside;
  std::optional<Rational> fa = number(a), fb = number(b);
  if (!fa || !fb || *fa == *fb)
    return; // no number, or constant
  // The line through both points is zero at a - fa * (b - a) / (fb - fa).
  std::optional<Rational> rise = Rational::sub(*fb, *fa);
  std::optional<Rational> run = Rational::sub(b, a);
  std::optional<Rational> root;
  if (rise && run)
    if (std::optional<Rational> slope = Rational::div(*run, *rise))
      if (std::optional<Rational> step = Rational::mul(*fa, *slope))
        root = Rational::sub(a, *step);
  if (!root)
    return interpreter.fail("overflow of 64 bits in a delay");
  if (piece.contains(*root))
    roots.push_back(*root);
}

void DelayAnalysis::addRoots(
    llvm::function_ref<std::optional<Rational>(Rational)> number) {
  llvm::SmallVector<Rational> roots;
  for (const DelayInterval &piece : getPieces())
    addRootWithin(piece, number, roots);
  if (roots.empty())
    return;
  points.insert(points.end(), roots.begin(), roots.end());
  llvm::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
}

void DelayAnalysis::addComparisons(Expr expr, Sampler sample) {
  if (!expr)
    return;
  for (Expr node : interpreter.getClockComparisons(expr))
    addRoots([&](Rational delay) -> std::optional<Rational> {
      std::optional<Value> left = sample(node.getOperand(0), delay);
      std::optional<Value> right = sample(node.getOperand(1), delay);
      if (!left || !right || !left->is(Value::Kind::Number) ||
          !right->is(Value::Kind::Number))
        return std::nullopt;
      std::optional<Rational> difference =
          Rational::sub(left->getNumber(), right->getNumber());
      if (!difference)
        interpreter.fail("overflow of 64 bits in '" + node.str() + "'");
      return difference;
    });
}

DelaySet
DelayAnalysis::getTruth(llvm::function_ref<bool(Rational delay)> holds) {
  DelaySet result;
  for (Rational point : points)
    if (holds(point))
      result.insert(DelayInterval::point(point));
  for (const DelayInterval &piece : getPieces()) {
    std::optional<Rational> sample = piece.getSample();
    if (!sample)
      interpreter.fail("overflow of 64 bits in a delay");
    else if (holds(*sample))
      result.insert(piece);
  }
  return result;
}
