//===- Environment.h - What belongs to the tester ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENVIRONMENT_H
#define TIOGA_ENGINE_ENVIRONMENT_H

#include "tioga/Engine/Reachability.h"

namespace tioga {

/// Whether a name belongs to an environment automaton: it is that of its
/// control variable, or qualified by it.
bool isEnvironmentName(const System &system, Expr name);

/// The conjuncts of a guard that mention the environment. Makes no expressions,
/// so that several threads may ask; `expr` is left out.
SystemCondition getEnvironmentPart(const System &system,
                                   const SystemCondition &guard);

/// An input that the environment would send at a moment at which the system
/// does not take it. Nothing follows it.
struct UnheardInput {
  unsigned label;
  std::vector<Value> arguments;
  /// Leads to that moment.
  TimedTrace run;

  /// As a sentence.
  std::string str(const System &system) const;
};

/// One for each input of which such a moment can be reached. Those that would
/// take too long to find are left out.
std::vector<UnheardInput> findUnheardInputs(const System &system,
                                            const ReachabilityOptions &options);

} // namespace tioga

#endif // TIOGA_ENGINE_ENVIRONMENT_H
