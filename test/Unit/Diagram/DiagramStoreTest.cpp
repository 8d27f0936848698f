//===- DiagramStoreTest.cpp - Shared decision diagrams ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Diagram/DiagramStore.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;

namespace {

constexpr unsigned numVariables = 6;
/// One bit for each assignment.
using Table = uint64_t;

/// A function as a diagram and as the table of its values.
struct Pair {
  Diagram diagram;
  Table table;
};

bool at(Table table, unsigned assignment) { return table >> assignment & 1; }

Table tabulate(llvm::function_ref<bool(unsigned)> fn) {
  Table table = 0;
  for (unsigned assignment = 0; assignment < 64; ++assignment)
    table |= Table(fn(assignment)) << assignment;
  return table;
}

Table read(DiagramStore &store, Diagram f) {
  return tabulate([&](unsigned assignment) {
    Diagram node = f;
    while (!store.isTerminal(node))
      node = assignment >> store.getLevel(node) & 1 ? store.getHigh(node)
                                                    : store.getLow(node);
    return store.getValue(node) != 0;
  });
}

std::vector<Pair> makeRandom(DiagramStore &store, std::mt19937 &random,
                             unsigned count) {
  std::vector<Pair> pairs;
  for (unsigned level = 0; level < numVariables; ++level)
    pairs.push_back({store.getVariable(level),
                     tabulate([&](unsigned a) { return a >> level & 1; })});
  while (pairs.size() < count) {
    Pair a = pairs[random() % pairs.size()], b = pairs[random() % pairs.size()],
         c = pairs[random() % pairs.size()];
    switch (random() % 5) {
    case 0:
      pairs.push_back({store.getAnd(a.diagram, b.diagram), a.table & b.table});
      break;
    case 1:
      pairs.push_back({store.getOr(a.diagram, b.diagram), a.table | b.table});
      break;
    case 2:
      pairs.push_back({store.getNot(a.diagram), ~a.table});
      break;
    case 3:
      pairs.push_back(
          {store.getIff(a.diagram, b.diagram), ~(a.table ^ b.table)});
      break;
    default:
      pairs.push_back({store.getIte(a.diagram, b.diagram, c.diagram),
                       (a.table & b.table) | (~a.table & c.table)});
    }
  }
  return pairs;
}

TEST(DiagramStore, AgreesWithTables) {
  std::mt19937 random(1);
  DiagramStore store(1 << 20);
  for (const Pair &pair : makeRandom(store, random, 300))
    EXPECT_EQ(read(store, pair.diagram), pair.table);
}

TEST(DiagramStore, EqualFunctionsAreEqualNumbers) {
  std::mt19937 random(2);
  DiagramStore store(1 << 20);
  std::vector<Pair> pairs = makeRandom(store, random, 300);
  for (const Pair &a : pairs)
    for (const Pair &b : pairs)
      ASSERT_EQ(a.diagram == b.diagram, a.table == b.table);
}

TEST(DiagramStore, Quantifies) {
  std::mt19937 random(3);
  DiagramStore store(1 << 20);
  std::vector<Pair> pairs = makeRandom(store, random, 100);
  for (unsigned round = 0; round < 500; ++round) {
    Pair a = pairs[random() % pairs.size()], b = pairs[random() % pairs.size()];
    unsigned mask = random() % 64;
    std::vector<uint32_t> levels;
    for (uint32_t level = 0; level < numVariables; ++level)
      if (mask >> level & 1)
        levels.push_back(level);
    Diagram cube = store.getCube(levels);
    auto some = [&](Table table, unsigned assignment, bool wanted) {
      for (unsigned other = 0; other < 64; ++other)
        if ((other & ~mask) == (assignment & ~mask) &&
            at(table, other) == wanted)
          return true;
      return false;
    };
    EXPECT_EQ(read(store, store.getAndExists(a.diagram, b.diagram, cube)),
              tabulate([&](unsigned assignment) {
                return some(a.table & b.table, assignment, true);
              }));
    EXPECT_EQ(read(store, store.getForall(a.diagram, cube)),
              tabulate([&](unsigned assignment) {
                return !some(a.table, assignment, false);
              }));
  }
}

TEST(DiagramStore, PicksWhatSatisfies) {
  std::mt19937 random(4);
  DiagramStore store(1 << 20);
  for (const Pair &pair : makeRandom(store, random, 200)) {
    if (pair.diagram == DiagramStore::falseDiagram)
      continue;
    unsigned assignment = 0;
    for (auto [level, value] : store.pick(pair.diagram))
      assignment |= unsigned(value) << level;
    EXPECT_TRUE(at(pair.table, assignment));
  }
}

TEST(DiagramStore, EndsInAnyValue) {
  DiagramStore store(1 << 20);
  // A number of three bits, and the same in the three bits between.
  auto makeNumber = [&](unsigned offset) {
    Diagram result = store.getTerminal(0);
    for (unsigned bit = 0; bit < 3; ++bit) {
      Diagram variable = store.getVariable(2 * (2 - bit) + offset);
      Diagram larger = store.apply({result}, [&](llvm::ArrayRef<Diagram> ends) {
        return store.getTerminal(store.getValue(ends[0]) + (1 << bit));
      });
      result = store.getIte(variable, larger, result);
    }
    return result;
  };
  Diagram number = makeNumber(0);
  EXPECT_EQ(store.getShifted(number, 1), makeNumber(1));
  Diagram successor =
      store.apply({number, makeNumber(1)}, [&](llvm::ArrayRef<Diagram> ends) {
        return DiagramStore::getBool(store.getValue(ends[1]) ==
                                     store.getValue(ends[0]) + 1);
      });
  EXPECT_EQ(__builtin_popcountll(read(store, successor)), 7);
}

TEST(DiagramStore, ForgetsWhatIsReleased) {
  std::mt19937 random(5);
  DiagramStore store(1 << 20);
  std::vector<Pair> kept = makeRandom(store, random, 50);
  size_t mark = store.getMark();
  makeRandom(store, random, 500);
  store.release(mark);
  EXPECT_EQ(store.getNumNodes(), mark);
  for (const Pair &pair : kept)
    EXPECT_EQ(read(store, pair.diagram), pair.table);
  for (const Pair &pair : makeRandom(store, random, 500))
    EXPECT_EQ(read(store, pair.diagram), pair.table);
}

TEST(DiagramStore, StopsAtItsLimit) {
  std::mt19937 random(6);
  DiagramStore store(20);
  size_t mark = store.getMark();
  makeRandom(store, random, 300);
  EXPECT_TRUE(store.isExhausted());
  EXPECT_LE(store.getNumNodes(), 20u);
  store.release(mark);
  EXPECT_FALSE(store.isExhausted());
}

} // namespace
