//===- HTML.h - A report for the browser ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file that needs nothing else, neither network nor scripts from elsewhere,
// in light and dark.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_REPORT_HTML_H
#define TIOGA_REPORT_HTML_H

#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Report/Report.h"

namespace tioga {

/// What is known about the mutants that a suite was made from: the contents of
/// its `campaign.json` and `kills.csv`.
struct CampaignInfo {
  struct Operator {
    std::string name;
    int64_t mutants = 0, killed = 0, equivalent = 0, undecided = 0;
    double score = 0;
  };
  struct MutantInfo {
    std::string id, op, status, description, test;
  };
  std::vector<Operator> operators;
  std::vector<MutantInfo> mutants;
  /// By mutant id: the tests that kill it.
  llvm::StringMap<std::vector<std::string>> kills;

  bool isEmpty() const { return mutants.empty(); }
  /// Reads the files in the directory of a suite, as far as they are there.
  static CampaignInfo read(llvm::StringRef directory);
};

/// Prints the report. Without a network, there are no drawings of automata.
void printHTML(const RunReport &report, const CampaignInfo &campaign,
               ta::NetworkOp network, llvm::raw_ostream &os);

} // namespace tioga

#endif // TIOGA_REPORT_HTML_H
