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
};

/// The text of a `ta.network`, the same for the same seed everywhere. It has
/// silent edges, of which no cycle is made, strict and weak bounds, invariants
/// and non-determinism.
std::string makeRandomNetwork(uint64_t seed, const RandomFeatures &features);

} // namespace tioga

#endif // TIOGA_TEST_UNIT_TATRANSFORMS_RANDOMAUTOMATA_H
