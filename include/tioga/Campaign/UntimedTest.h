//===- UntimedTest.h - Tests of systems without time ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of action systems without clocks. Silence is observed by waiting; what
// an output may carry is a condition on what was sent and received before.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_UNTIMEDTEST_H
#define TIOGA_CAMPAIGN_UNTIMEDTEST_H

#include "tioga/Campaign/TestBuilder.h"
#include "tioga/Engine/SymbolicTracker.h"

namespace tioga {

/// Builds the test that follows a path of a specification without time and, if
/// a mutant is given, looks for what it does and the specification does not.
///
/// Outputs of the path may carry any arguments that specification and mutant
/// allow; the test remembers them. An input whose arguments follow from them
/// carries them back; others are chosen by `options.data`. A system that says
/// nothing for `options.maxWait` time units is quiescent.
///
/// Nothing, and `reason`, if there is no such test. A space may serve many
/// calls: a solver is not made in no time.
std::optional<TimedTest>
buildUntimedTest(const TestPath &path, const System &spec, const System *mutant,
                 const TestBuilderOptions &options, SymbolicSpace &space,
                 std::string &reason);

/// All verdicts that are possible if `sut` is the system under test and the
/// test is fast enough to send its inputs before an output comes.
TestVerdicts runUntimedTest(const TimedTest &test, const System &sut,
                            SymbolicSpace &space);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_UNTIMEDTEST_H
