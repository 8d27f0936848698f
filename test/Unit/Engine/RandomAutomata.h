//===- RandomAutomata.h - Random automata and a time grid -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Timed automata in a form of their own, with a semantics of their own: states
// are locations and clock values on a grid, sets of them are computed one by
// one. Slow, incomplete (steps between the points of the grid are not seen) and
// without anything in common with the engines.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_ENGINE_RANDOMAUTOMATA_H
#define TIOGA_TEST_UNIT_ENGINE_RANDOMAUTOMATA_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tioga::grid {

enum class Op { Less, AtMost, Equal, AtLeast, Greater };

struct Comparison {
  unsigned clock;
  Op op;
  int constant;
};

struct Edge {
  unsigned from, to;
  /// Nothing: silent.
  std::optional<unsigned> label;
  std::vector<Comparison> guard;
  std::vector<unsigned> resets;
};

/// Labels 0 and 1 are inputs `a` and `b`, 2 and 3 outputs `x` and `y`.
struct Automaton {
  unsigned numLocations = 0, numClocks = 0;
  std::vector<std::vector<Comparison>> invariants;
  std::vector<bool> urgent;
  std::vector<Edge> edges;

  static constexpr unsigned numLabels = 4;
  static bool isInput(unsigned label) { return label < 2; }
  static const char *getName(unsigned label);

  /// As a network in the text of the IR.
  std::string str() const;
};

struct Shape {
  unsigned locations = 3, clocks = 1, edges = 5;
  int maxConstant = 2;
  bool deterministic = false, silent = false, urgent = false;
};

using Random = std::mt19937;

Automaton makeAutomaton(const Shape &shape, Random &random);
/// The automaton with one to three small changes.
Automaton makeMutant(const Automaton &original, const Shape &shape,
                     Random &random);

/// What happens after a delay, in units of the grid.
struct Event {
  unsigned delay;
  unsigned label;
  bool isIgnored;
};

/// A violation of tioco on the grid.
struct GridViolation {
  std::vector<Event> events;
  unsigned finalDelay;
  /// Nothing: late.
  std::optional<unsigned> output;
  unsigned getLength() const { return events.size() + 1; }
};

struct GridOptions {
  unsigned unitsPerTime = 2;
  unsigned maxLength = 4;
  /// Of the implementation; the specification does not stop time.
  bool ignoresInputs = true;
  size_t maxNodes = 1'000;
};

/// A shortest violation on the grid; nothing if there is none.
std::optional<GridViolation> findOnGrid(const Automaton &spec,
                                        const Automaton &impl,
                                        const GridOptions &options);

/// By location: the fewest edges to it on the grid; nothing if it is not
/// reached.
std::vector<std::optional<unsigned>>
getDistancesOnGrid(const Automaton &automaton, unsigned unitsPerTime);

/// By location: whether a state is reached in it on the grid from which no edge
/// can be taken, however long one waits.
std::vector<bool> getDeadlocksOnGrid(const Automaton &automaton,
                                     unsigned unitsPerTime);

} // namespace tioga::grid

#endif // TIOGA_TEST_UNIT_ENGINE_RANDOMAUTOMATA_H
