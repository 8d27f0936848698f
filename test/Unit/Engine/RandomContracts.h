//===- RandomContracts.h - Small contracts at random ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_ENGINE_RANDOMCONTRACTS_H
#define TIOGA_TEST_UNIT_ENGINE_RANDOMCONTRACTS_H

#include "tioga/Engine/Interpreter.h"
#include <random>

namespace tioga::models {

/// The text of a contract over `i : bool`, `j : 0..2`, `o : bool`, `p : 0..2`
/// and, with `hidden`, `k : -1..2`, with `numSteps` requirements.
std::string makeRandomContract(std::mt19937 &random, unsigned numSteps,
                               bool hidden = true);

/// All combinations of values of the variables with these owners, in their
/// order.
std::vector<std::vector<Value>>
enumerateValues(const System &system,
                llvm::function_ref<bool(Owner owner)> wanted);

/// The number of inputs after which a contract has no answer, found by playing
/// all games with the interpreter; nothing if it always has one.
std::optional<unsigned> playAllGames(const System &system);

} // namespace tioga::models

#endif // TIOGA_TEST_UNIT_ENGINE_RANDOMCONTRACTS_H
