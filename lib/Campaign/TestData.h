//===- TestData.h - Arguments of the inputs of a test -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_CAMPAIGN_TESTDATA_H
#define TIOGA_LIB_CAMPAIGN_TESTDATA_H

#include "tioga/Campaign/UntimedTest.h"
#include <random>

namespace tioga {

/// Chooses arguments one scalar part after the other, such that a formula
/// stays satisfiable.
class TestData {
public:
  /// `formula` is over the symbols of all steps. \pre it is satisfiable
  TestData(SymbolicSpace &space, smt::Term formula,
           const TestBuilderOptions &options)
      : space(space), options(options), formula{formula}, random(options.seed) {
  }

  /// The system chooses these.
  void addReceived(llvm::ArrayRef<smt::Term> leaves) {
    received.insert(received.end(), leaves.begin(), leaves.end());
  }
  /// A term over what was received before, or a constant. `witness` is the
  /// value that the violation was found with. Null if the solver gives up.
  smt::Term choose(smt::Term leaf, Rational witness, bool mustBeConstant);

private:
  smt::Term findDependence(smt::Term leaf, Rational value);
  std::optional<Rational> getExtreme(smt::Term leaf, Rational value,
                                     bool isUpper);
  std::optional<Rational> chooseByStrategy(smt::Term leaf, Rational witness,
                                           Rational value);
  smt::Term getConstant(smt::Term leaf, Rational value);
  smt::Term getAtLeast(smt::Term a, Rational b);
  smt::Term getAtMost(smt::Term a, Rational b);

  SymbolicSpace &space;
  const TestBuilderOptions &options;
  std::vector<smt::Term> formula;
  std::vector<smt::Term> received;
  std::mt19937_64 random;
  unsigned numChosen = 0;
};

} // namespace tioga

#endif // TIOGA_LIB_CAMPAIGN_TESTDATA_H
