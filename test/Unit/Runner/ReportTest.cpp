//===- ReportTest.cpp - What a report keeps ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Report/Report.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {

TEST(ReportTest, KeepsFailuresOfALongNight) {
  RunReport report({}, "suite", "program");
  ReportedRun passed{}, failed{};
  passed.result.verdict = RunVerdict::Pass;
  failed.result.verdict = RunVerdict::Fail;
  for (size_t i = 0; i < RunReport::maxKept + 5; ++i)
    report.add(passed);
  report.add(failed);
  EXPECT_EQ(report.getCounts().runs, RunReport::maxKept + 6);
  EXPECT_EQ(report.getRuns().size(), RunReport::maxKept + 1);
  EXPECT_EQ(report.getRuns().back().result.verdict, RunVerdict::Fail);
}

} // namespace
