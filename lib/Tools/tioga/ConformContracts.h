//===- ConformContracts.h - Refinement of contracts -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_CONFORMCONTRACTS_H
#define TIOGA_LIB_TOOLS_TIOGA_CONFORMCONTRACTS_H

#include "Command.h"
#include "tioga/Engine/BoundedModelChecking.h"

namespace tioga {

struct ContractComparison {
  const System &spec, &impl;
  std::optional<unsigned> bound = std::nullopt;
  /// Decision diagrams first; formulas answer what they leave open.
  bool useDiagrams = true;
  BoundedOptions solving = {};
  OutputFormat format = OutputFormat::Text;
};

/// Tells whether a contract refines another one and returns the exit code.
int conformContracts(const ContractComparison &comparison);

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_CONFORMCONTRACTS_H
