//===- Matrix.h - Requirements against tests --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_REPORT_MATRIX_H
#define TIOGA_REPORT_MATRIX_H

#include "mlir/IR/Operation.h"
#include "tioga/Engine/TestCase.h"
#include "llvm/Support/JSON.h"

namespace tioga {

/// Which test exercises which requirement.
struct TraceabilityMatrix {
  struct Requirement {
    std::string id;
    /// The informal text; may be empty.
    std::string text;
    /// Ids of the contracts, or names of the elements, that formalise it.
    std::vector<std::string> formalised;
    /// Where it is stated.
    std::string source;
    /// Positions of tests, ascending.
    std::vector<unsigned> tests;
  };
  std::string system;
  std::vector<Requirement> requirements;
  std::vector<std::string> tests;

  /// The requirements of a model (its texts, the ids of its contracts, what its
  /// elements stem from) in the order of the text, against the tests of a
  /// suite.
  static TraceabilityMatrix
  make(mlir::Operation *model, llvm::ArrayRef<std::unique_ptr<TestCase>> tests);

  unsigned getNumUntested() const;
  llvm::json::Value toJSON() const;
  /// One line per requirement, one column per test.
  void printCSV(llvm::raw_ostream &os) const;
  /// One file that needs nothing else.
  void printHTML(llvm::raw_ostream &os) const;
  /// For people: what has tests, and what has none.
  void printText(llvm::raw_ostream &os) const;
};

} // namespace tioga

#endif // TIOGA_REPORT_MATRIX_H
