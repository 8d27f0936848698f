//===- ContractInstance.h - A contract as a system under test ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes a contract, or a mutant of it, by the interpreter. A step is an
// input `step` with the values of all inputs, answered at once by an output
// `stepped` with those of all outputs. Where the contract leaves a choice, a
// mutant does what the contract does not allow; else the policy decides. A
// contract that has no answer is silent from then on.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_CONTRACTINSTANCE_H
#define TIOGA_RUNNER_CONTRACTINSTANCE_H

#include "tioga/Runner/Adapter.h"
#include "tioga/Runner/ModelInstance.h"

namespace tioga {

class ContractInstance {
public:
  /// `original` is what `system` is a mutant of, or null. Earliest is the first
  /// answer in the order of values, latest the last one, middle one between.
  /// \pre `system` is synchronous
  ContractInstance(const System &system, ModelPolicy policy, uint64_t seed = 1,
                   const System *original = nullptr);

  void reset();
  /// Makes a step. False, with a problem, if the message is no step or the
  /// answer could not be computed.
  bool input(const WireMessage &message);
  /// The answer that nobody has taken yet.
  std::optional<WireMessage> takeOutput();
  llvm::StringRef getProblem() const { return problem; }

private:
  std::optional<std::vector<Value>> parseInputs(const WireMessage &message);
  const SyncStep &choose(llvm::ArrayRef<SyncStep> steps);

  const System &system;
  Interpreter interpreter;
  std::unique_ptr<Interpreter> original;
  ModelPolicy policy;
  uint64_t seed;
  std::mt19937_64 random;
  State state;
  bool stuck = false;
  std::optional<WireMessage> output;
  std::string problem;
};

} // namespace tioga

#endif // TIOGA_RUNNER_CONTRACTINSTANCE_H
