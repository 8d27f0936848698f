//===- NaiveModel.h - Zones as predicates on points -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model that zones are compared with: a set is a list of constraints, read
// as a predicate on points. Points have coordinates in quarters. Test points
// lie on halves: all bounds are integers, so where a set must be quantified
// over one real number (a delay, an old clock value) the ends of the interval
// in question are halves, and a search over quarters finds a solution if there
// is one.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_ZONE_NAIVEMODEL_H
#define TIOGA_TEST_UNIT_ZONE_NAIVEMODEL_H

#include "tioga/Zone/Federation.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tioga::naive {

/// Quarters per unit.
constexpr int64_t unit = 4;
/// Beyond every bound and every point, in quarters.
constexpr int64_t horizon = 16 * unit;

using Point = std::vector<int64_t>;
using Constraints = std::vector<Constraint>;

inline bool holds(const Constraint &constraint, const Point &point) {
  if (constraint.bound.isInfinite())
    return true;
  int64_t difference = point[constraint.x] - point[constraint.y];
  int64_t limit = unit * constraint.bound.getValue();
  return constraint.bound.isStrict() ? difference < limit : difference <= limit;
}

inline bool contains(const Constraints &set, const Point &point) {
  for (int64_t value : point)
    if (value < 0)
      return false;
  for (const Constraint &constraint : set)
    if (!holds(constraint, point))
      return false;
  return true;
}

inline bool contains(const std::vector<Constraints> &sets, const Point &point) {
  return std::any_of(sets.begin(), sets.end(), [&](const Constraints &set) {
    return contains(set, point);
  });
}

inline Point delayed(Point point, int64_t delay) {
  for (size_t i = 1; i < point.size(); ++i)
    point[i] += delay;
  return point;
}

inline Point with(Point point, ClockIndex x, int64_t value) {
  point[x] = value;
  return point;
}

/// Whether some delay into the past, or the future, leads into the set.
template <typename Set>
bool existsPast(const Set &set, const Point &point) {
  for (int64_t delay = 0; delay <= horizon; ++delay)
    if (contains(set, delayed(point, -delay)))
      return true;
  return false;
}
template <typename Set>
bool existsFuture(const Set &set, const Point &point) {
  for (int64_t delay = 0; delay <= horizon; ++delay)
    if (contains(set, delayed(point, delay)))
      return true;
  return false;
}
/// Whether some value of x leads into the set.
template <typename Set>
bool existsValue(const Set &set, const Point &point, ClockIndex x) {
  for (int64_t value = 0; value <= horizon; ++value)
    if (contains(set, with(point, x, value)))
      return true;
  return false;
}

/// A random set with a point that it (mostly) contains.
struct RandomZone {
  Constraints constraints;
  Point anchor;
};

/// Deterministic on every platform, unlike the distributions of <random>.
class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}
  /// A number from `low` to `high`, both included.
  int64_t pick(int64_t low, int64_t high) {
    return low + int64_t(engine() % uint64_t(high - low + 1));
  }
  bool chance(unsigned percent) { return pick(0, 99) < int64_t(percent); }

  /// A point on halves, with values up to `units`.
  Point point(unsigned dimension, int64_t units = 6) {
    Point result(dimension, 0);
    for (unsigned i = 1; i < dimension; ++i)
      result[i] = pick(0, 2 * units) * unit / 2;
    return result;
  }

  /// A point on halves near `anchor`.
  Point near(const Point &anchor) {
    Point result = anchor;
    int64_t drift = pick(-3, 3);
    for (unsigned i = 1; i < result.size(); ++i)
      result[i] =
          std::max<int64_t>(0, result[i] + (drift + pick(-2, 2)) * unit / 2);
    return result;
  }

  /// A constraint that holds close to `anchor`, and mostly there too.
  Constraint constraint(const Point &anchor) {
    ClockIndex x = pick(0, anchor.size() - 1);
    ClockIndex y = pick(0, anchor.size() - 2);
    y += y >= x;
    if (chance(50))
      (chance(50) ? x : y) = 0;
    if (x == y)
      x = x == 0 ? 1 : 0;
    int64_t difference = anchor[x] - anchor[y];
    int64_t value = (difference + 8 * unit + unit - 1) / unit - 8 + pick(0, 2);
    Bound bound = chance(45) ? Bound::lessThan(value) : Bound::atMost(value);
    Constraint result = {x, y, bound};
    if (!holds(result, anchor) && !chance(20))
      result.bound = Bound::atMost(value);
    return chance(6) ? Constraint{x, y, Bound::lessThan(value - 2)} : result;
  }

  RandomZone zone(unsigned dimension) {
    return zone(dimension, point(dimension, 4));
  }
  RandomZone zone(unsigned dimension, const Point &anchor) {
    RandomZone result = {{}, anchor};
    if (dimension == 1)
      return result;
    for (int64_t count = pick(0, 2 * dimension); count > 0; --count)
      result.constraints.push_back(constraint(anchor));
    return result;
  }

private:
  std::mt19937 engine;
};

/// Points to compare two sets at: anywhere, and close to `anchors`.
inline std::vector<Point> samplePoints(Random &random,
                                       const std::vector<Point> &anchors,
                                       unsigned count) {
  std::vector<Point> points = anchors;
  while (points.size() < count)
    points.push_back(
        random.chance(30)
            ? random.point(anchors[0].size())
            : random.near(
                  anchors[random.pick(0, int64_t(anchors.size()) - 1)]));
  return points;
}

inline bool contains(const Zone &zone, const Point &point) {
  return zone.containsPoint(point, unit);
}
inline bool contains(const Federation &federation, const Point &point) {
  return federation.containsPoint(point, unit);
}

/// The zone of a list of constraints, by one incremental step each.
inline Zone buildStepwise(unsigned dimension, const Constraints &constraints) {
  Zone zone = Zone::universe(dimension);
  for (const Constraint &constraint : constraints)
    zone.constrain(constraint);
  return zone;
}

/// The constraints of a zone that has been compared already, as the model for
/// the next operation. An empty zone gives a contradiction.
inline Constraints toConstraints(const Zone &zone) {
  if (zone.isEmpty())
    return {{0, 0, Bound::lessThan(0)}};
  auto minimal = zone.getMinimalConstraints();
  return Constraints(minimal.begin(), minimal.end());
}

inline std::string toString(const Point &point) {
  std::string text = "(";
  for (size_t i = 1; i < point.size(); ++i)
    text += (i > 1 ? ", " : "") + std::to_string(point[i]) + "/4";
  return text + ")";
}

} // namespace tioga::naive

#endif // TIOGA_TEST_UNIT_ZONE_NAIVEMODEL_H
