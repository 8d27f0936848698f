//===- Suggestion.cpp - What a misspelt word was meant to be ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Support/Suggestion.h"

using namespace tioga;
using llvm::StringRef;

void Suggestion::consider(StringRef candidate) {
  // A third of the letters may be wrong; beyond that the hint would mislead.
  unsigned limit = (wanted.size() + 2) / 3;
  unsigned found = wanted.edit_distance(candidate, /*AllowReplacements=*/true,
                                        /*MaxEditDistance=*/limit);
  if (found > limit || found == 0 || found >= wanted.size())
    return;
  // Hash tables have no order: break ties by name.
  if (found < distance || (found == distance && candidate < best)) {
    distance = found;
    best = candidate.str();
  }
}

std::string Suggestion::str() const {
  return best.empty() ? std::string() : "; did you mean '" + best + "'?";
}
