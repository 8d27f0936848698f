//===- ZoneTest.cpp - Zones against the naive model -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Zone/Zone.h"
#include "NaiveModel.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace tioga;
using naive::Constraints;
using naive::contains;
using naive::Point;
using naive::Random;
using naive::RandomZone;

static std::string print(const Zone &zone) {
  llvm::StringRef names[] = {"", "x", "y", "z"};
  std::string text;
  llvm::raw_string_ostream os(text);
  zone.print(os, names);
  return text;
}

static Zone make(unsigned dimension, Constraints constraints) {
  return Zone::fromConstraints(dimension, constraints);
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

TEST(ZoneTest, basicSets) {
  EXPECT_TRUE(Zone::universe(3).verify());
  EXPECT_TRUE(Zone::zero(3).verify());
  EXPECT_TRUE(Zone::universe(3).containsPoint({0, 5, 7}));
  EXPECT_TRUE(Zone::zero(3).containsPoint({0, 0, 0}));
  EXPECT_FALSE(Zone::zero(3).containsPoint({0, 0, 1}, 1000));
  EXPECT_TRUE(Zone::empty(3).isEmpty());
  EXPECT_FALSE(Zone::empty(3).containsPoint({0, 0, 0}));
  EXPECT_EQ(Zone().getDimension(), 1u);
  EXPECT_FALSE(Zone().isEmpty());
}

TEST(ZoneTest, emptyStaysEmpty) {
  Zone zone = Zone::universe(3);
  EXPECT_FALSE(zone.constrain(1, 1, Bound::lessThan(0)));
  EXPECT_EQ(zone, Zone::empty(3));
  EXPECT_EQ(zone.getHash(), Zone::empty(3).getHash());
  zone.up();
  zone.down();
  zone.free(1);
  zone.reset(1, 3);
  zone.copy(1, 2);
  zone.shift(1, -1);
  zone.extrapolateM({0, 1, 1});
  zone.extrapolateLUPlus({0, 1, 1}, {0, 1, 1});
  EXPECT_FALSE(zone.constrain(Constraint::atMost(1, 5)));
  EXPECT_FALSE(zone.intersect(Zone::universe(3)));
  EXPECT_TRUE(zone.isEmpty());
  EXPECT_TRUE(zone.keep({2u}).isEmpty());
  EXPECT_TRUE(zone.embed(5, {0u, 3u, 1u}).isEmpty());
  EXPECT_FALSE(zone.samplePoint());
  EXPECT_TRUE(zone.implies(Constraint::lessThan(1, 0)));
  EXPECT_FALSE(zone.admits(Constraint::atMost(1, 9)));
  EXPECT_TRUE(make(2, {{0, 0, Bound::lessThan(0)}}).isEmpty());
  EXPECT_TRUE(make(2, {{1, 1, Bound::atMost(-1)}}).isEmpty());
}

TEST(ZoneTest, prints) {
  EXPECT_EQ(print(Zone::universe(3)), "true");
  EXPECT_EQ(print(Zone::empty(3)), "false");
  EXPECT_EQ(print(Zone::zero(3)), "x == 0 && y == 0");
  EXPECT_EQ(
      print(make(3, {{1, 0, Bound::atMost(3)}, {2, 1, Bound::lessThan(-1)}})),
      "x <= 3 && 1 < x - y");
  EXPECT_EQ(
      print(make(3, {{1, 0, Bound::lessThan(5)}, {0, 1, Bound::atMost(-2)}})),
      "2 <= x && x < 5");
  Zone delayed = Zone::zero(3);
  delayed.reset(2, 4);
  delayed.up();
  EXPECT_EQ(print(delayed), "y - x == 4");
  delayed.constrain(Constraint::greaterThan(1, 2));
  EXPECT_EQ(print(delayed), "2 < x && y - x == 4");
  delayed.reset(1, 7);
  EXPECT_EQ(print(delayed), "x == 7 && 6 < y");
  EXPECT_EQ(print(make(3, {{1, 2, Bound::atMost(0)}})), "x - y <= 0");
  std::string text;
  llvm::raw_string_ostream(text) << make(3, {{1, 2, Bound::atMost(1)}});
  EXPECT_EQ(text, "x1 - x2 <= 1");
}

TEST(ZoneTest, infimumAndSupremum) {
  Zone zone = make(3, {{0, 1, Bound::lessThan(-2)}, {1, 2, Bound::atMost(1)}});
  EXPECT_EQ(zone.getInfimum(1).value, 2);
  EXPECT_TRUE(zone.getInfimum(1).isStrict);
  EXPECT_EQ(zone.getInfimum(2).value, 1);
  EXPECT_TRUE(zone.getInfimum(2).isStrict);
  EXPECT_TRUE(zone.getSupremum(1).isInfinite());
  zone.constrain(Constraint::atMost(2, 4));
  EXPECT_EQ(zone.getSupremum(1), Bound::atMost(5));
}

TEST(ZoneTest, samplePointIsEarliest) {
  auto sample = [](const Zone &zone, int64_t resolution = 1) {
    std::optional<ClockPoint> point = zone.samplePoint(resolution);
    EXPECT_TRUE(point && zone.containsPoint(*point));
    return *point;
  };
  ClockPoint corner =
      sample(make(3, {{0, 1, Bound::atMost(-2)}, {1, 2, Bound::atMost(1)}}));
  EXPECT_EQ(corner.denominator, 1);
  EXPECT_EQ(Point(corner.numerators.begin(), corner.numerators.end()),
            Point({0, 2, 1}));
  // 1 < x < y < 2 has no point on halves.
  ClockPoint chain = sample(make(3, {{0, 1, Bound::lessThan(-1)},
                                     {1, 2, Bound::lessThan(0)},
                                     {2, 0, Bound::lessThan(2)}}));
  EXPECT_EQ(chain.denominator, 3);
  EXPECT_EQ(Point(chain.numerators.begin(), chain.numerators.end()),
            Point({0, 4, 5}));
  ClockPoint fine = sample(make(2, {{0, 1, Bound::lessThan(-1)}}), 100);
  EXPECT_EQ(fine.denominator, 100);
  EXPECT_EQ(fine.numerators[1], 101);
}

TEST(ZoneTest, largeDimensions) {
  // Beyond inline storage: a chain x1 <= x2 <= ... and its two ends.
  for (unsigned dimension : {8u, 9u, 20u, 40u}) {
    Zone zone = Zone::universe(dimension);
    for (ClockIndex i = 1; i + 1 < dimension; ++i)
      zone.constrain(i, i + 1, Bound::lessThan(0));
    zone.constrain(Constraint::atMost(dimension - 1, 1));
    EXPECT_TRUE(zone.verify());
    EXPECT_EQ(zone.getSupremum(1), Bound::lessThan(1));
    std::optional<ClockPoint> point = zone.samplePoint();
    ASSERT_TRUE(point);
    EXPECT_TRUE(zone.containsPoint(*point));
    EXPECT_FALSE(zone.constrain(Constraint::atLeast(1, 1)));
  }
}

TEST(ZoneTest, extrapolationExamples) {
  // x in (7, 9], y free, constants 4: x is forgotten but for x > 4.
  Zone zone = make(3, {{0, 1, Bound::lessThan(-7)}, {1, 0, Bound::atMost(9)}});
  Zone coarse = zone;
  coarse.extrapolateM({0, 4, 4});
  EXPECT_EQ(print(coarse), "4 < x");
  Zone none = zone;
  none.extrapolateM({0, -1, -1});
  EXPECT_EQ(print(none), "true");
  Zone same = zone;
  same.extrapolateM({0, 9, 0});
  EXPECT_EQ(same, zone);
  // Only lower bounds up to 8: the upper bound 9 cannot be seen.
  Zone lower = zone;
  lower.extrapolateLU({0, 8, 0}, {0, 9, 0});
  EXPECT_EQ(print(lower), "7 < x");
  // x - y = 6, x >= 6: M keeps y - x <= -6 as < -4, M+ drops the difference.
  Zone diagonal = Zone::zero(3);
  diagonal.reset(1, 6);
  diagonal.up();
  Zone m = diagonal, plus = diagonal;
  m.extrapolateM({0, 4, 4});
  plus.extrapolateMPlus({0, 4, 4});
  EXPECT_EQ(print(m), "4 < x - y");
  EXPECT_EQ(print(plus), "4 < x");
}

TEST(ZoneTest, rawRoundTrip) {
  Zone zone = make(3, {{0, 1, Bound::lessThan(-7)}, {1, 2, Bound::atMost(9)}});
  EXPECT_EQ(Zone::fromRaw(3, zone.getRaw()), zone);
}

TEST(ZoneTest, verifyRejects) {
  // verify() is what the random tests rest on.
  Zone open = Zone::universe(3);
  std::vector<RawBound> raw(open.getRaw().begin(), open.getRaw().end());
  raw[1 * 3 + 2] = Bound::atMost(1).getRaw();
  raw[2 * 3 + 0] = Bound::atMost(1).getRaw();
#ifdef NDEBUG
  EXPECT_FALSE(Zone::fromRaw(3, raw).verify());
#endif
  raw[1 * 3 + 0] = Bound::atMost(2).getRaw();
  raw[2 * 3 + 1] = Bound::atMost(1).getRaw();
  EXPECT_TRUE(Zone::fromRaw(3, raw).verify());
}

//===----------------------------------------------------------------------===//
// Random tests
//===----------------------------------------------------------------------===//

namespace {
/// One random zone, the points to compare at, and the comparison. A case is one
/// operation on one zone, compared at all points.
class RandomZoneTest : public testing::Test {
protected:
  static constexpr unsigned numZones = 8000;

  /// Calls `body` for every random zone.
  template <typename Body>
  void forEachZone(unsigned seed, Body body) {
    Random random(seed);
    for (unsigned round = 0; round < numZones && !HasFailure(); ++round) {
      SCOPED_TRACE("round " + std::to_string(round));
      unsigned dimension = random.pick(2, 5);
      RandomZone model = random.zone(dimension);
      constraints = model.constraints;
      points = naive::samplePoints(random, {model.anchor}, 24);
      body(random, make(dimension, constraints));
    }
  }

  /// Compares a zone with a predicate at all points.
  template <typename Predicate>
  void check(const char *what, const Zone &zone, Predicate isExpected) {
    SCOPED_TRACE(what);
    EXPECT_FALSE(zone.hasOverflowed());
    EXPECT_TRUE(zone.verify()) << zone.getHash();
    for (const Point &point : points)
      ASSERT_EQ(contains(zone, point), isExpected(point))
          << naive::toString(point) << " in " << print(zone) << " from "
          << print(make(zone.getDimension(), constraints));
  }

  bool contained(const Point &point) const {
    return contains(constraints, point);
  }

  Constraints constraints;
  std::vector<Point> points;
};
} // namespace

TEST_F(RandomZoneTest, construction) {
  unsigned numEmpty = 0, numInside = 0;
  forEachZone(10, [&](Random &random, const Zone &zone) {
    check("bulk", zone, [&](const Point &p) { return contained(p); });
    Zone stepwise = naive::buildStepwise(zone.getDimension(), constraints);
    check("stepwise", stepwise, [&](const Point &p) { return contained(p); });
    EXPECT_EQ(zone, stepwise);
    EXPECT_EQ(zone.getHash(), stepwise.getHash());
    EXPECT_EQ(zone, make(zone.getDimension(), naive::toConstraints(zone)));
    for (const Point &p : points)
      numInside += contained(p);

    // A sample shows that the zone is not empty; no point was found if it is.
    std::optional<ClockPoint> sample = zone.samplePoint(random.pick(1, 3));
    EXPECT_EQ(sample.has_value(), !zone.isEmpty());
    numEmpty += zone.isEmpty();
    if (!sample)
      return;
    for (const Constraint &c : constraints) {
      int64_t difference = sample->numerators[c.x] - sample->numerators[c.y];
      int64_t limit = c.bound.getValue() * sample->denominator;
      EXPECT_TRUE(c.bound.isStrict() ? difference < limit
                                     : difference <= limit);
    }
    for (int64_t numerator : sample->numerators)
      EXPECT_GE(numerator, 0);
  });
  // The generator yields both kinds of sets and hits them.
  EXPECT_GT(numEmpty, numZones / 20);
  EXPECT_GT(numInside, 4 * numZones);
}

TEST_F(RandomZoneTest, minimalConstraintsAreMinimal) {
  forEachZone(11, [&](Random &, const Zone &zone) {
    if (zone.isEmpty())
      return;
    Constraints minimal = naive::toConstraints(zone);
    EXPECT_EQ(make(zone.getDimension(), minimal), zone);
    for (size_t k = 0; k < minimal.size(); ++k) {
      Constraints fewer = minimal;
      fewer.erase(fewer.begin() + k);
      EXPECT_NE(make(zone.getDimension(), fewer), zone) << print(zone);
    }
  });
}

TEST_F(RandomZoneTest, time) {
  forEachZone(12, [&](Random &, const Zone &zone) {
    Zone up = zone, down = zone;
    up.up();
    down.down();
    check("up", up,
          [&](const Point &p) { return naive::existsPast(constraints, p); });
    check("down", down,
          [&](const Point &p) { return naive::existsFuture(constraints, p); });
  });
}

TEST_F(RandomZoneTest, clockUpdates) {
  forEachZone(13, [&](Random &random, const Zone &zone) {
    ClockIndex x = random.pick(1, zone.getDimension() - 1);
    ClockIndex y = random.pick(1, zone.getDimension() - 1);
    int64_t value = random.pick(0, 3);
    int64_t delta = random.pick(-3, 3);
    // Points at which the update can have led.
    for (size_t k = 0; k < points.size(); k += 2)
      points[k][x] = k % 4 ? value * naive::unit : points[k][y];

    Zone freed = zone, reset = zone, copied = zone, shifted = zone;
    freed.free(x);
    reset.reset(x, value);
    copied.copy(x, y);
    shifted.shift(x, delta);
    auto exists = [&](const Point &p) {
      return naive::existsValue(constraints, p, x);
    };
    check("free", freed, exists);
    check("reset", reset, [&](const Point &p) {
      return p[x] == value * naive::unit && exists(p);
    });
    check("copy", copied, [&](const Point &p) {
      return x == y ? contained(p) : p[x] == p[y] && exists(p);
    });
    check("shift", shifted, [&](const Point &p) {
      return contained(naive::with(p, x, p[x] - delta * naive::unit));
    });
  });
}

TEST_F(RandomZoneTest, chainsOfUpdates) {
  forEachZone(14, [&](Random &random, Zone zone) {
    for (unsigned step = 0; step < 4; ++step) {
      constraints = naive::toConstraints(zone);
      ClockIndex x = random.pick(1, zone.getDimension() - 1);
      if (random.chance(50)) {
        zone.up();
        check("up", zone, [&](const Point &p) {
          return naive::existsPast(constraints, p);
        });
      } else {
        zone.reset(x);
        for (size_t k = 0; k < points.size(); k += 2)
          points[k][x] = 0;
        check("reset", zone, [&](const Point &p) {
          return p[x] == 0 && naive::existsValue(constraints, p, x);
        });
      }
      constraints = naive::toConstraints(zone);
      Constraint guard = random.constraint(points[random.pick(0, 23)]);
      zone.constrain(guard);
      check("guard", zone, [&](const Point &p) {
        return contained(p) && naive::holds(guard, p);
      });
    }
  });
}

TEST_F(RandomZoneTest, pairs) {
  forEachZone(15, [&](Random &random, const Zone &zone) {
    Constraints others =
        random.zone(zone.getDimension(), points[0]).constraints;
    // Related sets are rare by chance.
    if (random.chance(30))
      others.insert(others.end(), constraints.begin(), constraints.end());
    else if (random.chance(30) && !constraints.empty())
      others.assign(constraints.begin() + 1, constraints.end());
    Zone other = make(zone.getDimension(), others);

    Zone common = zone;
    bool hasCommon = common.intersect(other);
    EXPECT_EQ(hasCommon, !common.isEmpty());
    check("intersect", common,
          [&](const Point &p) { return contained(p) && contains(others, p); });
    Constraints both = constraints;
    both.insert(both.end(), others.begin(), others.end());
    EXPECT_EQ(common, make(zone.getDimension(), both));
    EXPECT_EQ(zone.isDisjoint(other), common.isEmpty());

    // Sets are included iff intersecting changes nothing.
    bool isSubset = common == zone, isSuperset = common == other;
    EXPECT_EQ(other.includes(zone), isSubset);
    EXPECT_EQ(zone.includes(other), isSuperset);
    EXPECT_EQ(zone == other, isSubset && isSuperset);
    EXPECT_EQ(zone.relation(other), isSubset && isSuperset ? ZoneRelation::Equal
                                    : isSubset   ? ZoneRelation::Subset
                                    : isSuperset ? ZoneRelation::Superset
                                                 : ZoneRelation::Incomparable);

    Zone hull = zone;
    hull.uniteConvex(other);
    EXPECT_TRUE(hull.verify());
    EXPECT_TRUE(hull.includes(zone) && hull.includes(other));
    if (hull.isEmpty())
      return;
    // No bound of the hull can be tightened without losing a point.
    for (const Constraint &c : hull.getMinimalConstraints()) {
      Constraint tighter = {c.x, c.y, Bound::fromRaw(c.bound.getRaw() - 1)};
      EXPECT_FALSE(zone.implies(tighter) && other.implies(tighter));
    }
  });
}

TEST_F(RandomZoneTest, singleConstraints) {
  forEachZone(16, [&](Random &random, const Zone &zone) {
    Constraint c = random.constraint(points[random.pick(0, 23)]);
    Zone inside = zone, outside = zone;
    EXPECT_EQ(inside.constrain(c), zone.admits(c));
    EXPECT_EQ(!outside.constrain(c.complement()), zone.implies(c));
    check("inside", inside,
          [&](const Point &p) { return contained(p) && naive::holds(c, p); });
    check("outside", outside,
          [&](const Point &p) { return contained(p) && !naive::holds(c, p); });
  });
}

TEST_F(RandomZoneTest, projection) {
  forEachZone(17, [&](Random &random, const Zone &zone) {
    ClockIndex x = random.pick(1, zone.getDimension() - 1);
    std::vector<ClockIndex> kept;
    for (ClockIndex i = 1; i < zone.getDimension(); ++i)
      if (i != x)
        kept.push_back(i);
    // Reversed, to test the order too.
    std::vector<ClockIndex> reversed(kept.rbegin(), kept.rend());
    Zone small = zone.keep(reversed);
    EXPECT_EQ(zone.remove({x}), zone.keep(kept));
    EXPECT_TRUE(small.verify());
    for (const Point &point : points) {
      Point reduced = {0};
      for (ClockIndex i : reversed)
        reduced.push_back(point[i]);
      EXPECT_EQ(contains(small, reduced),
                naive::existsValue(constraints, point, x));
    }
    // Back into the old clock set: as if x had been freed, or reset.
    std::vector<ClockIndex> targets = {0};
    targets.insert(targets.end(), reversed.begin(), reversed.end());
    Zone freed = zone, reset = zone;
    freed.free(x);
    reset.reset(x);
    EXPECT_EQ(small.embed(zone.getDimension(), targets), freed);
    EXPECT_EQ(small.embed(zone.getDimension(), targets, NewClocks::Zero),
              reset);
  });
}

TEST_F(RandomZoneTest, gatherCopiesClocks) {
  forEachZone(18, [&](Random &random, const Zone &zone) {
    unsigned last = zone.getDimension() - 1;
    ClockIndex x = random.pick(0, last);
    std::vector<ClockIndex> sources;
    for (ClockIndex i = 1; i <= last; ++i)
      sources.push_back(i);
    sources.push_back(x);
    Zone wide = zone.gather(sources);
    EXPECT_TRUE(wide.verify());
    for (Point point : points) {
      bool isInside = contained(point);
      point.push_back(random.chance(70) ? point[x] : point[x] + 1);
      EXPECT_EQ(contains(wide, point), isInside && point.back() == point[x]);
    }
  });
}

TEST_F(RandomZoneTest, delays) {
  forEachZone(19, [&](Random &, const Zone &zone) {
    for (const Point &point : points) {
      ClockPoint from;
      from.numerators.assign(point.begin(), point.end());
      from.denominator = naive::unit;
      std::optional<ClockDelays> delays = zone.getDelays(from);
      for (int64_t delay = 0; delay <= naive::horizon; ++delay) {
        bool isIn = delays && delay >= delays->lower &&
                    !(delay == delays->lower && delays->isLowerStrict);
        isIn = isIn && (delays->isUnbounded || delay < delays->upper ||
                        (delay == delays->upper && !delays->isUpperStrict));
        ASSERT_EQ(isIn, contained(naive::delayed(point, delay)))
            << naive::toString(point) << " + " << delay << "/4 in "
            << print(zone);
      }
    }
  });
}

//===----------------------------------------------------------------------===//
// Extrapolation
//===----------------------------------------------------------------------===//

/// The definitions of Behrmann et al., entry by entry, on exact bounds: minus
/// infinity for a clock without constant.
static Zone extrapolateNaively(const Zone &zone, std::vector<int32_t> lower,
                               std::vector<int32_t> upper, bool isPlus) {
  auto limit = [](const std::vector<int32_t> &limits, unsigned i) -> int64_t {
    if (i == 0)
      return 0;
    return limits[i] < 0 ? INT32_MIN : limits[i];
  };
  Constraints constraints;
  unsigned dimension = zone.getDimension();
  for (unsigned i = 0; i < dimension; ++i) {
    for (unsigned j = 0; j < dimension; ++j) {
      Bound bound = zone.at(i, j);
      if (i == j || bound.isInfinite() || bound.getValue() > limit(lower, i))
        continue;
      bool isDropped = false, isReplaced = false;
      if (!isPlus)
        isReplaced = -bound.getValue() > limit(upper, j);
      else if (i == 0)
        isReplaced = -bound.getValue() > limit(upper, j);
      else
        isDropped = -zone.at(0, i).getValue() > limit(lower, i) ||
                    -zone.at(0, j).getValue() > limit(upper, j);
      if (isReplaced && limit(upper, j) < 0)
        isDropped = true;
      if (!isDropped)
        constraints.push_back(
            {i, j, isReplaced ? Bound::lessThan(-limit(upper, j)) : bound});
    }
  }
  return make(dimension, constraints);
}

/// Whether a valuation of the zone simulates `point`: for each clock it has the
/// same value, a smaller one above L, or, if the value is above U, a greater
/// one.
static bool isSimulated(const Constraints &zone, const Point &point,
                        const std::vector<int32_t> &lower,
                        const std::vector<int32_t> &upper) {
  Constraints scaled;
  for (Constraint c : zone) {
    int64_t value = c.bound.getValue() * naive::unit;
    c.bound =
        c.bound.isStrict() ? Bound::lessThan(value) : Bound::atMost(value);
    scaled.push_back(c);
  }
  for (ClockIndex x = 1; x < point.size(); ++x) {
    if (lower[x] < 0)
      ; // No lower bound is ever tested: any smaller value will do.
    else if (point[x] > lower[x] * naive::unit)
      scaled.push_back(Constraint::greaterThan(x, lower[x] * naive::unit));
    else
      scaled.push_back(Constraint::atLeast(x, point[x]));
    if (upper[x] >= 0 && point[x] <= upper[x] * naive::unit)
      scaled.push_back(Constraint::atMost(x, point[x]));
  }
  return !make(point.size(), scaled).isEmpty();
}

TEST_F(RandomZoneTest, extrapolation) {
  unsigned numAdded = 0;
  forEachZone(20, [&](Random &random, const Zone &zone) {
    std::vector<int32_t> lower = {0}, upper = {0}, maxima = {0};
    for (ClockIndex i = 1; i < zone.getDimension(); ++i) {
      lower.push_back(random.pick(-1, 4));
      upper.push_back(random.pick(-1, 4));
      maxima.push_back(std::max(lower[i], upper[i]));
    }
    Zone m = zone, mPlus = zone, lu = zone, luPlus = zone;
    m.extrapolateM(maxima);
    mPlus.extrapolateMPlus(maxima);
    lu.extrapolateLU(lower, upper);
    luPlus.extrapolateLUPlus(lower, upper);
    if (zone.isEmpty()) {
      EXPECT_TRUE(m.isEmpty() && luPlus.isEmpty());
      return;
    }
    EXPECT_EQ(m, extrapolateNaively(zone, maxima, maxima, false));
    EXPECT_EQ(mPlus, extrapolateNaively(zone, maxima, maxima, true));
    EXPECT_EQ(lu, extrapolateNaively(zone, lower, upper, false));
    EXPECT_EQ(luPlus, extrapolateNaively(zone, lower, upper, true));
    EXPECT_TRUE(m.includes(zone));
    EXPECT_TRUE(mPlus.includes(m));
    EXPECT_TRUE(lu.includes(m));
    EXPECT_TRUE(luPlus.includes(mPlus));
    EXPECT_TRUE(luPlus.includes(lu));
    for (const Zone &coarse : {m, mPlus, lu, luPlus})
      EXPECT_TRUE(coarse.verify() && !coarse.hasOverflowed());
    for (const Point &point : points) {
      numAdded += contains(luPlus, point) && !contained(point);
      ASSERT_TRUE(!contains(mPlus, point) ||
                  isSimulated(constraints, point, maxima, maxima))
          << naive::toString(point) << " " << print(zone);
      ASSERT_TRUE(!contains(luPlus, point) ||
                  isSimulated(constraints, point, lower, upper))
          << naive::toString(point) << " " << print(zone);
    }
  });
  EXPECT_GT(numAdded, 2 * numZones);
}
