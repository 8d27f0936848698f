//===- JUnit.cpp - Results for continuous integration -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Report/Report.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace tioga;

std::string tioga::escapeMarkup(llvm::StringRef text) {
  std::string result;
  for (char c : llvm::json::fixUTF8(text)) {
    switch (c) {
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '&':
      result += "&amp;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      // XML has no other control characters, not even escaped.
      bool isForbidden = (unsigned char)(c) < 0x20 && c != '\n' && c != '\t';
      result += isForbidden ? '?' : c;
    }
  }
  return result;
}

static void printCase(const ReportedRun &run, const RunReport &report,
                      llvm::raw_ostream &os) {
  const TestCase &test = report.getTest(run);
  const TestResult &result = run.result;
  os << llvm::formatv(
      "    <testcase name=\"{0}\" classname=\"{1}\" time=\"{2:F6}\">\n",
      escapeMarkup(test.getName()), escapeMarkup(report.getSuite()),
      result.seconds);
  std::string message =
      escapeMarkup(result.problem.empty() ? result.reason : result.problem);
  switch (result.verdict) {
  case RunVerdict::Pass:
    break;
  case RunVerdict::Fail:
    os << llvm::formatv("      <failure type=\"{0}\" message=\"{1}\">{2}"
                        "</failure>\n",
                        run.getVerdictText(), message,
                        escapeMarkup(run.mutant));
    break;
  case RunVerdict::Inconclusive:
    os << "      <skipped message=\"" << message << "\"/>\n";
    break;
  case RunVerdict::Error:
    os << "      <error type=\"error\" message=\"" << message << "\"/>\n";
    break;
  }
  std::string trace;
  llvm::raw_string_ostream traceOS(trace);
  result.trace.print(traceOS, test.getSystem());
  os << "      <system-out>" << escapeMarkup(trace) << "</system-out>\n";
  if (!result.errors.empty())
    os << "      <system-err>" << escapeMarkup(result.errors)
       << "</system-err>\n";
  os << "    </testcase>\n";
}

void tioga::printJUnit(const RunReport &report, llvm::raw_ostream &os) {
  RunReport::Counts counts;
  for (const ReportedRun &run : report.getRuns()) {
    counts.fail += run.result.verdict == RunVerdict::Fail;
    counts.error += run.result.verdict == RunVerdict::Error;
    counts.inconclusive += run.result.verdict == RunVerdict::Inconclusive;
  }
  std::string attributes = llvm::formatv(
      "name=\"{0}\" tests=\"{1}\" failures=\"{2}\" errors=\"{3}\" "
      "skipped=\"{4}\" time=\"{5:F6}\"",
      escapeMarkup(report.getSuite()), report.getRuns().size(), counts.fail,
      counts.error, counts.inconclusive, report.seconds);
  os << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
     << "<testsuites " << attributes << ">\n  <testsuite " << attributes
     << ">\n";
  for (const ReportedRun &run : report.getRuns())
    printCase(run, report, os);
  os << "  </testsuite>\n</testsuites>\n";
}
