//===- FederationTest.cpp - Federations against the naive model -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Zone/Federation.h"
#include "NaiveModel.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace tioga;
using naive::Constraints;
using naive::contains;
using naive::Point;
using naive::Random;

static std::string print(const Federation &federation) {
  llvm::StringRef names[] = {"", "x", "y", "z"};
  std::string text;
  llvm::raw_string_ostream os(text);
  federation.print(os, names);
  return text;
}

static Zone make(unsigned dimension, Constraints constraints) {
  return Zone::fromConstraints(dimension, constraints);
}

static Federation makeUnion(unsigned dimension,
                            const std::vector<Constraints> &sets) {
  Federation federation(dimension);
  for (const Constraints &set : sets)
    federation.add(make(dimension, set));
  return federation;
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

TEST(FederationTest, basicSets) {
  Federation none(3);
  EXPECT_TRUE(none.isEmpty());
  EXPECT_EQ(print(none), "false");
  none.add(Zone::empty(3));
  EXPECT_TRUE(none.isEmpty());
  EXPECT_TRUE(none.complement().equals(Federation::universe(3)));
  EXPECT_TRUE(Federation::universe(3).complement().isEmpty());
  EXPECT_TRUE(none.getConvexHull().isEmpty());
  Federation self = Federation::universe(3);
  self.subtract(self);
  EXPECT_TRUE(self.isEmpty());
  Federation twice = Federation::universe(2);
  twice.unite(twice);
  EXPECT_EQ(twice.size(), 2u);
}

TEST(FederationTest, prints) {
  EXPECT_EQ(print(Federation::universe(3)), "true");
  EXPECT_EQ(print(makeUnion(3, {{Constraint::atMost(1, 1)},
                                {Constraint::greaterThan(1, 2),
                                 Constraint::atMost(2, 4)}})),
            "x <= 1 || (2 < x && y <= 4)");
}

TEST(FederationTest, subtractionGivesFewPieces) {
  auto count = [](const Constraints &subtrahend) {
    return subtract(Zone::universe(3), make(3, subtrahend)).size();
  };
  EXPECT_EQ(count({Constraint::atMost(1, 3)}), 1u);
  EXPECT_EQ(count({Constraint::atLeast(1, 1), Constraint::atMost(1, 2)}), 2u);
  // A box has four sides.
  EXPECT_EQ(count({Constraint::atLeast(1, 1), Constraint::atMost(1, 2),
                   Constraint::atLeast(2, 1), Constraint::atMost(2, 2)}),
            4u);
  // x <= y <= 3 has two sides that are not axes.
  EXPECT_EQ(count({{1, 2, Bound::atMost(0)}, Constraint::atMost(2, 3)}), 2u);
  // y < 1 implies x < 5 and y - x < 1 where x >= 0 and x - y <= 2: cut first.
  Zone strip = make(3, {{1, 2, Bound::atMost(2)}});
  Zone corner = make(3, {Constraint::lessThan(1, 3),
                         Constraint::lessThan(2, 1),
                         {2, 1, Bound::lessThan(1)}});
  EXPECT_EQ(subtract(strip, corner).size(), 1u);
  // Disjoint sets: nothing is cut.
  Zone low = make(3, {Constraint::lessThan(1, 1)});
  Zone box = make(3, {Constraint::atLeast(1, 1), Constraint::atMost(2, 2)});
  Federation rest = subtract(low, box);
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_EQ(rest.getZones()[0], low);
}

TEST(FederationTest, inclusionIsExact) {
  // Neither half includes the whole.
  Federation halves =
      makeUnion(2, {{Constraint::lessThan(1, 3)}, {Constraint::atLeast(1, 3)}});
  EXPECT_TRUE(halves.includes(Zone::universe(2)));
  EXPECT_TRUE(halves.equals(Federation::universe(2)));
  Federation open = makeUnion(
      2, {{Constraint::lessThan(1, 3)}, {Constraint::greaterThan(1, 3)}});
  EXPECT_FALSE(open.includes(Zone::universe(2)));
  EXPECT_TRUE(Federation::universe(2).includes(open));
  EXPECT_FALSE(open.equals(Federation::universe(2)));
}

TEST(FederationTest, reduceMergesAndDrops) {
  Federation halves = makeUnion(3, {{Constraint::lessThan(1, 3)},
                                    {Constraint::atMost(1, 1)},
                                    {Constraint::atLeast(1, 3)}});
  halves.reduce();
  EXPECT_EQ(print(halves), "true");
  Federation open = makeUnion(
      3, {{Constraint::lessThan(1, 3)}, {Constraint::greaterThan(1, 3)}});
  open.reduce();
  EXPECT_EQ(open.size(), 2u);
  // Covered by the other two together, which cannot be merged.
  Federation covered = makeUnion(3, {{Constraint::atLeast(1, 1)},
                                     {Constraint::atLeast(2, 1)},
                                     {Constraint::atLeast(1, 0),
                                      {0, 2, Bound::atMost(0)},
                                      {1, 2, Bound::atMost(-1)}}});
  EXPECT_EQ(covered.size(), 3u);
  covered.reduceExactly();
  EXPECT_EQ(covered.size(), 2u);
}

TEST(FederationTest, insertKeepsMaximalZones) {
  Federation federation(2);
  EXPECT_TRUE(federation.insert(make(2, {Constraint::atMost(1, 2)})));
  EXPECT_FALSE(federation.insert(make(2, {Constraint::atMost(1, 1)})));
  EXPECT_FALSE(federation.insert(Zone::empty(2)));
  EXPECT_TRUE(federation.insert(make(2, {Constraint::atLeast(1, 1)})));
  EXPECT_EQ(federation.size(), 2u);
  EXPECT_TRUE(federation.insert(Zone::universe(2)));
  EXPECT_EQ(federation.size(), 1u);
}

TEST(FederationTest, predtStopsAtBad) {
  // To reach x >= 5, not through 2 <= x <= 3.
  Federation good(make(2, {Constraint::atLeast(1, 5)}));
  Federation bad(
      make(2, {Constraint::atLeast(1, 2), Constraint::atMost(1, 3)}));
  EXPECT_EQ(print(good.predt(bad)), "3 < x");
  // The goal may lie before what is to be avoided, but not on it.
  Federation early(make(2, {Constraint::atMost(1, 2)}));
  EXPECT_EQ(print(early.predt(bad)), "x < 2");
  EXPECT_EQ(print(early.predt(Federation(2))), "x <= 2");
}

//===----------------------------------------------------------------------===//
// Random tests
//===----------------------------------------------------------------------===//

namespace {
class RandomFederationTest : public testing::Test {
protected:
  static constexpr unsigned numRounds = 4000;

  /// Calls `body` for random pairs of federations, most of which overlap.
  template <typename Body>
  void forEachPair(unsigned seed, Body body) {
    Random random(seed);
    for (unsigned round = 0; round < numRounds && !HasFailure(); ++round) {
      SCOPED_TRACE("round " + std::to_string(round));
      dimension = random.pick(2, 4);
      std::vector<Point> anchors;
      auto generate = [&](std::vector<Constraints> &sets) {
        sets.clear();
        for (int64_t count = random.pick(1, 3); count > 0; --count) {
          Point anchor = anchors.empty() || random.chance(40)
                             ? random.point(dimension, 4)
                             : random.near(anchors.front());
          sets.push_back(random.zone(dimension, anchor).constraints);
          anchors.push_back(anchor);
        }
      };
      generate(mine);
      generate(theirs);
      points = naive::samplePoints(random, anchors, 40);
      body(random, makeUnion(dimension, mine), makeUnion(dimension, theirs));
    }
  }

  template <typename Predicate>
  void check(const char *what, const Federation &federation,
             Predicate isExpected) {
    SCOPED_TRACE(what);
    EXPECT_FALSE(federation.hasOverflowed());
    for (const Zone &zone : federation)
      EXPECT_TRUE(zone.verify() && !zone.isEmpty());
    for (const Point &point : points)
      ASSERT_EQ(contains(federation, point), isExpected(point))
          << naive::toString(point) << " in " << print(federation) << " from "
          << print(makeUnion(dimension, mine)) << " and "
          << print(makeUnion(dimension, theirs));
  }

  bool isMine(const Point &point) const { return contains(mine, point); }
  bool isTheirs(const Point &point) const { return contains(theirs, point); }

  static bool arePairwiseDisjoint(const Federation &federation) {
    for (size_t i = 0; i < federation.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (!federation.getZones()[i].isDisjoint(federation.getZones()[j]))
          return false;
    return true;
  }

  unsigned dimension;
  std::vector<Constraints> mine, theirs;
  std::vector<Point> points;
};
} // namespace

TEST_F(RandomFederationTest, setOperations) {
  forEachPair(30, [&](Random &random, const Federation &a,
                      const Federation &b) {
    Federation united = a, common = a, difference = a, cut = a, capped = a;
    united.unite(b);
    common.intersect(b);
    difference.subtract(b);
    check("unite", united,
          [&](const Point &p) { return isMine(p) || isTheirs(p); });
    check("intersect", common,
          [&](const Point &p) { return isMine(p) && isTheirs(p); });
    check("subtract", difference,
          [&](const Point &p) { return isMine(p) && !isTheirs(p); });
    EXPECT_EQ(a.isDisjoint(b), common.isEmpty());

    Constraint guard = random.constraint(points[random.pick(0, 39)]);
    cut.constrain(guard);
    check("constrain", cut,
          [&](const Point &p) { return isMine(p) && naive::holds(guard, p); });
    capped.intersect(make(dimension, theirs[0]));
    check("intersect zone", capped,
          [&](const Point &p) { return isMine(p) && contains(theirs[0], p); });
  });
}

TEST_F(RandomFederationTest, zoneDifferenceIsDisjoint) {
  forEachPair(31, [&](Random &, const Federation &, const Federation &) {
    Zone minuend = make(dimension, mine[0]);
    Zone subtrahend = make(dimension, theirs[0]);
    Federation difference = subtract(minuend, subtrahend);
    check("subtract", difference, [&](const Point &p) {
      return contains(mine[0], p) && !contains(theirs[0], p);
    });
    EXPECT_TRUE(arePairwiseDisjoint(difference));
    EXPECT_TRUE(
        subtrahend.isEmpty() ||
        difference.size() <=
            std::max<size_t>(1, subtrahend.getMinimalConstraints().size()));
    EXPECT_EQ(difference.isEmpty(), subtrahend.includes(minuend));
    // A point of each piece is a witness.
    for (const Zone &piece : difference) {
      ClockPoint point = *piece.samplePoint();
      EXPECT_TRUE(minuend.containsPoint(point));
      EXPECT_FALSE(subtrahend.containsPoint(point));
    }
  });
}

TEST_F(RandomFederationTest, complement) {
  forEachPair(32, [&](Random &, const Federation &a, const Federation &) {
    Federation outside = a.complement();
    check("complement", outside, [&](const Point &p) { return !isMine(p); });
    EXPECT_TRUE(outside.isDisjoint(a));
    EXPECT_TRUE(arePairwiseDisjoint(outside));
    Federation all = outside;
    all.unite(a);
    EXPECT_TRUE(all.includes(Zone::universe(dimension)));
  });
}

TEST_F(RandomFederationTest, inclusion) {
  unsigned numIncluded = 0;
  forEachPair(33, [&](Random &random, const Federation &a, Federation b) {
    // By chance sets are rarely included in others: cover `a` by its parts.
    if (random.chance(50)) {
      Constraint guard = random.constraint(points[random.pick(0, 39)]);
      for (const Zone &zone : a)
        b.unite(split(zone, guard));
      if (random.chance(30))
        b.subtract(make(dimension, mine[0]));
    }
    bool isIncluded = b.includes(a);
    Federation rest = a;
    rest.subtract(b);
    EXPECT_EQ(isIncluded, rest.isEmpty());
    numIncluded += isIncluded;
    for (const Point &p : points)
      EXPECT_TRUE(!isIncluded || !isMine(p) || contains(b, p));
    if (!isIncluded) {
      ClockPoint witness = *rest.getZones()[0].samplePoint();
      EXPECT_TRUE(a.containsPoint(witness) && !b.containsPoint(witness));
    }
    EXPECT_EQ(a.equals(b), isIncluded && a.includes(b));
  });
  EXPECT_GT(numIncluded, numRounds / 10);
  EXPECT_LT(numIncluded, numRounds - numRounds / 10);
}

TEST_F(RandomFederationTest, reduction) {
  unsigned numDropped = 0, numSaved = 0;
  forEachPair(34, [&](Random &random, Federation a, const Federation &b) {
    // Make something to merge.
    a.subtract(b);
    Federation again = a;
    again.intersect(Federation(make(dimension, theirs[0])).complement());
    a.unite(again);
    Constraint guard = random.constraint(points[random.pick(0, 39)]);
    Federation parts(dimension);
    for (const Zone &zone : a)
      parts.unite(split(zone, guard));

    Federation reduced = parts, exact = parts;
    reduced.reduce();
    exact.reduceExactly();
    auto isExpected = [&](const Point &p) { return isMine(p) && !isTheirs(p); };
    check("parts", parts, isExpected);
    check("reduce", reduced, isExpected);
    check("reduceExactly", exact, isExpected);
    EXPECT_TRUE(reduced.equals(parts));
    EXPECT_TRUE(exact.equals(parts));
    EXPECT_LE(exact.size(), reduced.size());
    numDropped += parts.size() - reduced.size();
    numSaved += reduced.size() - exact.size();
    for (size_t i = 0; i < reduced.size(); ++i)
      for (size_t j = 0; j < reduced.size(); ++j)
        EXPECT_TRUE(i == j ||
                    !reduced.getZones()[i].includes(reduced.getZones()[j]));
    Zone hull = parts.getConvexHull();
    for (const Zone &zone : parts)
      EXPECT_TRUE(hull.includes(zone));
  });
  EXPECT_GT(numDropped, numRounds);
  EXPECT_GT(numSaved, 0u);
}

TEST_F(RandomFederationTest, updates) {
  forEachPair(35, [&](Random &random, const Federation &a, const Federation &) {
    ClockIndex x = random.pick(1, dimension - 1);
    ClockIndex y = random.pick(1, dimension - 1);
    int64_t value = random.pick(0, 3);
    int64_t delta = random.pick(-3, 3);
    for (size_t k = 0; k < points.size(); k += 2)
      points[k][x] = k % 4 ? value * naive::unit : points[k][y];
    auto exists = [&](const Point &p) {
      return naive::existsValue(mine, p, x);
    };
    Federation up = a, down = a, freed = a, reset = a, copied = a, shifted = a;
    up.up();
    down.down();
    freed.free(x);
    reset.reset(x, value);
    copied.copy(x, y);
    shifted.shift(x, delta);
    check("up", up, [&](const Point &p) { return naive::existsPast(mine, p); });
    check("down", down,
          [&](const Point &p) { return naive::existsFuture(mine, p); });
    check("free", freed, exists);
    check("reset", reset, [&](const Point &p) {
      return p[x] == value * naive::unit && exists(p);
    });
    check("copy", copied, [&](const Point &p) {
      return x == y ? isMine(p) : p[x] == p[y] && exists(p);
    });
    check("shift", shifted, [&](const Point &p) {
      return isMine(naive::with(p, x, p[x] - delta * naive::unit));
    });

    // Removing a clock and putting it back.
    std::vector<ClockIndex> targets;
    for (ClockIndex i = 0; i < dimension; ++i)
      if (i != x)
        targets.push_back(i);
    EXPECT_TRUE(a.remove({x}).embed(dimension, targets).equals(freed));
  });
}

TEST_F(RandomFederationTest, predt) {
  forEachPair(36, [&](Random &, const Federation &good, const Federation &bad) {
    check("predt", good.predt(bad), [&](const Point &p) {
      for (int64_t delay = 0; delay <= naive::horizon; ++delay) {
        Point later = naive::delayed(p, delay);
        if (isTheirs(later))
          return false;
        if (isMine(later))
          return true;
      }
      return false;
    });
  });
}

TEST_F(RandomFederationTest, splitAndDiagonals) {
  unsigned numAdded = 0;
  forEachPair(37, [&](Random &random, const Federation &, const Federation &) {
    Zone zone = make(dimension, mine[0]);
    Constraints diagonals;
    for (unsigned k = 0; k < 6; ++k) {
      Constraint constraint = random.constraint(points[random.pick(0, 39)]);
      if (constraint.isDiagonal() && diagonals.size() < 3)
        diagonals.push_back(constraint);
    }
    Federation parts = split(zone, diagonals);
    check("split", parts, [&](const Point &p) { return contains(mine[0], p); });
    EXPECT_TRUE(arePairwiseDisjoint(parts));
    for (const Zone &part : parts)
      for (const Constraint &diagonal : diagonals)
        EXPECT_NE(part.implies(diagonal), part.implies(diagonal.complement()));

    std::vector<int32_t> maxima(dimension, 0);
    for (ClockIndex i = 1; i < dimension; ++i)
      maxima[i] = random.pick(0, 4);
    for (const Constraint &diagonal : diagonals)
      for (ClockIndex clock : {diagonal.x, diagonal.y})
        maxima[clock] =
            std::max(maxima[clock], std::abs(diagonal.bound.getValue()));
    Federation coarse = extrapolateWithDiagonals(zone, maxima, diagonals);
    EXPECT_TRUE(coarse.includes(zone));
    for (const Point &point : points) {
      if (!contains(coarse, point))
        continue;
      numAdded += !contains(zone, point);
      // Some valuation of the zone agrees on diagonals and visible clock
      // values.
      Constraints twin;
      auto addScaled = [&](Constraint c) {
        int64_t value = c.bound.getValue() * naive::unit;
        c.bound =
            c.bound.isStrict() ? Bound::lessThan(value) : Bound::atMost(value);
        twin.push_back(c);
      };
      for (const Constraint &c : mine[0])
        addScaled(c);
      for (const Constraint &c : diagonals)
        addScaled(naive::holds(c, point) ? c : c.complement());
      for (ClockIndex x = 1; x < dimension; ++x) {
        int64_t maximum = maxima[x] * naive::unit;
        if (point[x] > maximum) {
          twin.push_back(Constraint::greaterThan(x, maximum));
          continue;
        }
        twin.push_back(Constraint::atLeast(x, point[x]));
        twin.push_back(Constraint::atMost(x, point[x]));
      }
      ASSERT_FALSE(make(dimension, twin).isEmpty()) << naive::toString(point);
    }
  });
  EXPECT_GT(numAdded, numRounds);
}
