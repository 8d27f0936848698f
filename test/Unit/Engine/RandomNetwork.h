//===- RandomNetwork.h - Random networks of automata ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_ENGINE_RANDOMNETWORK_H
#define TIOGA_TEST_UNIT_ENGINE_RANDOMNETWORK_H

#include <string>

namespace tioga::models {

/// Two small automata in the text of the IR, the same for the same seed, that
/// share a variable and internal channels, with parameters, broadcast, urgent
/// and committed locations; with an environment or without.
std::string makeRandomNetwork(unsigned seed, bool hasEnvironment);

} // namespace tioga::models

#endif // TIOGA_TEST_UNIT_ENGINE_RANDOMNETWORK_H
