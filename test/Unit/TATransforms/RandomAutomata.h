//===- RandomAutomata.h - Random networks of timed automata -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_TATRANSFORMS_RANDOMAUTOMATA_H
#define TIOGA_TEST_UNIT_TATRANSFORMS_RANDOMAUTOMATA_H

#include <cstdint>
#include <string>

namespace tioga {

/// What a random network has.
struct RandomFeatures {
  bool hasData = false;
  bool hasDisjunctions = false;
  bool hasDiagonals = false;
  bool hasUrgency = false;
  /// Two automata with an internal channel.
  bool isNetwork = false;
  /// Clocks are set to other clocks with an offset, which may be negative.
  bool hasOffsets = false;
  /// Invariants that are disjunctions, and invariants over data.
  bool hasWideInvariants = false;
  /// A network has a third automaton, and a broadcast channel; with data it
  /// carries a value.
  bool hasBroadcast = false;
  /// Silent edges may lead back.
  bool hasSilentCycles = false;
};

/// The text of a `ta.network`, the same for the same seed everywhere. It has
/// silent edges, of which no cycle is made unless asked for, strict and weak
/// bounds, invariants and non-determinism.
std::string makeRandomNetwork(uint64_t seed, const RandomFeatures &features);

} // namespace tioga

#endif // TIOGA_TEST_UNIT_TATRANSFORMS_RANDOMAUTOMATA_H
