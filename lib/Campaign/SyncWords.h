//===- SyncWords.h - Tests of contracts by formulas -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the interpreter answers by the states that a contract may be in, for
// contracts that may be in infinitely many: a clock that grows by any amount,
// timers that are set to it. A solver is asked for what can be seen, and hidden
// values stay symbols.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_CAMPAIGN_SYNCWORDS_H
#define TIOGA_LIB_CAMPAIGN_SYNCWORDS_H

#include "tioga/Campaign/SyncTest.h"
#include "tioga/Engine/Encoder/SyncRun.h"
#include <set>

namespace tioga {

/// The outputs of all steps so far.
using OutputWord = std::vector<std::vector<Value>>;

/// The outputs that a contract can give to a sequence of inputs.
class SyncWords {
public:
  SyncWords(const System &contract, const InputSequence &inputs,
            const BoundedOptions &options)
      : contract(contract), inputs(inputs), formulas(&contract, options),
        run(formulas, contract) {}

  struct Answer {
    std::vector<Value> outputs;
    /// Contracts whose assumption can hold in this step.
    std::set<unsigned> active;
  };
  /// All outputs that are possible in the step after `word`. Nothing, with a
  /// reason, if they could not be found. \pre words do not get shorter from
  /// call to call
  std::optional<std::vector<Answer>> getAnswers(const OutputWord &word,
                                                std::string &reason);

private:
  bool extend(unsigned position, std::string &reason);
  bool findActive(unsigned position, smt::Term seen, std::set<unsigned> &active,
                  std::string &reason);
  smt::Term hasOutputs(unsigned index, llvm::ArrayRef<Value> values);

  const System &contract;
  const InputSequence &inputs;
  SyncFormulas formulas;
  SyncRun run;
  /// Steps that the solver knows of.
  unsigned numKnown = 0;
};

/// As `runSyncTest`, for systems with infinitely many states.
SyncVerdicts runByFormulas(const TimedTest &test, const System &sut,
                           const BoundedOptions &options);

/// As `showsWeakly`, for contracts with infinitely many states.
bool showsWeaklyByFormulas(const InputSequence &inputs, const System &contract,
                           const System &mutant, const BoundedOptions &options);

} // namespace tioga

#endif // TIOGA_LIB_CAMPAIGN_SYNCWORDS_H
