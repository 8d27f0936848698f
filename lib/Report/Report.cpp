//===- Report.cpp - What a run of a suite has shown -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Report/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tioga;
namespace json = llvm::json;

llvm::StringRef ReportedRun::getVerdictText() const {
  if (result.verdict == RunVerdict::Fail && isPrimary.value_or(false))
    return "primary fail";
  return toString(result.verdict);
}

void RunReport::add(ReportedRun run) {
  ++counts.runs;
  switch (run.result.verdict) {
  case RunVerdict::Pass:
    ++counts.pass;
    break;
  case RunVerdict::Fail:
    ++counts.fail;
    counts.primary += run.isPrimary.value_or(false);
    break;
  case RunVerdict::Inconclusive:
    ++counts.inconclusive;
    break;
  case RunVerdict::Error:
    ++counts.error;
    break;
  }
  bool isPassed = run.result.verdict == RunVerdict::Pass;
  size_t numKept = isPassed ? numPassedKept : runs.size() - numPassedKept;
  if (numKept >= maxKept)
    return;
  numPassedKept += isPassed;
  runs.push_back(std::move(run));
}

std::string tioga::getSummaryText(const RunReport::Counts &counts) {
  std::string text = llvm::formatv("{0} {1}: {2} pass, {3} fail", counts.runs,
                                   counts.runs == 1 ? "run" : "runs",
                                   counts.pass, counts.fail);
  if (counts.primary)
    text += llvm::formatv(" ({0} primary)", counts.primary);
  text += llvm::formatv(", {0} inconclusive, {1} error", counts.inconclusive,
                        counts.error);
  return text;
}

/// Every line of a text, indented.
static void printIndented(llvm::StringRef text, llvm::raw_ostream &os) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.rtrim().split(lines, '\n');
  for (llvm::StringRef line : lines)
    os << "    | " << line << "\n";
}

std::string tioga::getExpectedText(const ExpectedOutput &expected,
                                   const TestCase &test) {
  std::string text =
      test.getSystem().getLabels()[expected.message.label].getText();
  if (!expected.message.arguments.empty()) {
    text += "(";
    text += llvm::join(
        llvm::map_range(expected.message.arguments,
                        [](const Value &value) { return value.str(); }),
        ", ");
    text += ")";
  }
  return text + " " + expected.times.str();
}

void tioga::printRun(const ReportedRun &run, const TestCase &test,
                     llvm::raw_ostream &os) {
  const TestResult &result = run.result;
  os << run.getVerdictText() << " " << test.getName();
  if (result.verdict == RunVerdict::Error)
    os << ": " << result.problem;
  else if (!result.reason.empty())
    os << ": " << result.reason;
  os << "\n";
  if (result.verdict == RunVerdict::Pass)
    return;
  os << "    ";
  result.trace.print(os, test.getSystem());
  os << "\n";
  for (const ExpectedOutput &expected : result.expected)
    os << "    expected " << getExpectedText(expected, test) << "\n";
  if (!run.mutant.empty())
    os << "    as " << run.mutant << " does\n";
  for (llvm::ArrayRef<std::string> requirements : run.violated)
    os << "    violates " << llvm::join(requirements, ", ") << "\n";
  if (!result.errors.empty())
    printIndented(result.errors, os);
}

static json::Object toJSON(const ReportedRun &run, const TestCase &test) {
  const TestResult &result = run.result;
  json::Object object{{"test", test.getName()},
                      {"verdict", toString(result.verdict)},
                      {"state", result.state},
                      {"policy", toString(result.policy)},
                      {"seed", result.seed},
                      {"seconds", result.seconds},
                      {"trace", result.trace.toJSON(test.getSystem())}};
  if (!result.reason.empty())
    object["reason"] = result.reason;
  if (run.isPrimary)
    object["primary"] = *run.isPrimary;
  if (!run.mutant.empty())
    object["mutant"] = run.mutant;
  if (!run.violated.empty()) {
    json::Array sets;
    for (const std::vector<std::string> &requirements : run.violated)
      sets.push_back(json::Array(requirements));
    object["violated"] = std::move(sets);
  }
  if (!result.expected.empty()) {
    json::Array expected;
    for (const ExpectedOutput &each : result.expected)
      expected.push_back(getExpectedText(each, test));
    object["expected"] = std::move(expected);
  }
  if (!result.problem.empty())
    object["problem"] = json::fixUTF8(result.problem);
  if (!result.errors.empty())
    object["errors"] = json::fixUTF8(result.errors);
  return object;
}

json::Value tioga::toJSON(const RunReport &report) {
  const RunReport::Counts &counts = report.getCounts();
  json::Array runs;
  for (const ReportedRun &run : report.getRuns())
    runs.push_back(::toJSON(run, report.getTest(run)));
  return json::Object{{"suite", report.getSuite()},
                      {"sut", report.getTarget()},
                      {"tests", report.getTests().size()},
                      {"runs", counts.runs},
                      {"pass", counts.pass},
                      {"fail", counts.fail},
                      {"primary", counts.primary},
                      {"inconclusive", counts.inconclusive},
                      {"error", counts.error},
                      {"seconds", report.seconds},
                      {"results", std::move(runs)}};
}
