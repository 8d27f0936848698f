//===- Report.h - What a run of a suite has shown ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_REPORT_REPORT_H
#define TIOGA_REPORT_REPORT_H

#include "tioga/Runner/Runner.h"
#include "llvm/Support/JSON.h"

namespace tioga {

/// One run of one test, judged.
struct ReportedRun {
  TestResult result;
  /// For a failure: whether the mutant that the test was made from can do what
  /// was seen. Nothing if that is not known.
  std::optional<bool> isPrimary;
  /// For a primary failure: the mutant.
  std::string mutant;
  /// For a failed test of a contract: the smallest sets of requirements that
  /// explain what was seen. Nothing if that is not known.
  std::vector<std::vector<std::string>> violated;

  /// `pass`, `fail`, `primary fail`, `inconclusive`, `error`.
  llvm::StringRef getVerdictText() const;
};

/// All runs of a suite.
class RunReport {
public:
  RunReport(llvm::ArrayRef<std::unique_ptr<TestCase>> tests, std::string suite,
            std::string target)
      : tests(tests), suite(std::move(suite)), target(std::move(target)) {}

  struct Counts {
    uint64_t runs = 0, pass = 0, fail = 0, primary = 0, inconclusive = 0,
             error = 0;
  };

  /// Of a night's runs, only so many are kept: as many of those that passed,
  /// and as many others. All are counted.
  static constexpr size_t maxKept = 20'000;
  void add(ReportedRun run);

  llvm::ArrayRef<std::unique_ptr<TestCase>> getTests() const { return tests; }
  const TestCase &getTest(const ReportedRun &run) const {
    return *tests[run.result.test];
  }
  llvm::ArrayRef<ReportedRun> getRuns() const { return runs; }
  const Counts &getCounts() const { return counts; }
  llvm::StringRef getSuite() const { return suite; }
  llvm::StringRef getTarget() const { return target; }

  /// On the clock of the wall.
  double seconds = 0;

private:
  llvm::ArrayRef<std::unique_ptr<TestCase>> tests;
  std::string suite, target;
  std::vector<ReportedRun> runs;
  size_t numPassedKept = 0;
  Counts counts;
};

/// `12 runs: 10 pass, 2 fail (1 primary)`.
std::string getSummaryText(const RunReport::Counts &counts);

/// `beep! at 20`, `level!(3) within [4, 5)`.
std::string getExpectedText(const ExpectedOutput &expected,
                            const TestCase &test);

/// What a run has shown, in a few lines of text.
void printRun(const ReportedRun &run, const TestCase &test,
              llvm::raw_ostream &os);

/// The schema is documented in docs/Running.md.
llvm::json::Value toJSON(const RunReport &report);

/// The XML of JUnit as continuous integration servers read it: failures are
/// failures, runs without a verdict are errors, inconclusive ones are skipped.
void printJUnit(const RunReport &report, llvm::raw_ostream &os);

/// Text between tags or in an attribute, of HTML and XML. What XML cannot
/// contain is replaced.
std::string escapeMarkup(llvm::StringRef text);

} // namespace tioga

#endif // TIOGA_REPORT_REPORT_H
