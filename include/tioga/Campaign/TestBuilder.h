//===- TestBuilder.h - From violations to tests -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_TESTBUILDER_H
#define TIOGA_CAMPAIGN_TESTBUILDER_H

#include "tioga/Campaign/Footprint.h"
#include "tioga/Campaign/TimedTest.h"
#include "tioga/Campaign/Tracker.h"
#include "tioga/Engine/Conformance.h"

namespace tioga {

/// Which values the inputs of a test without time carry, where the violation
/// leaves a choice.
enum class DataStrategy : uint8_t {
  Witness,  ///< those that the violation was found with
  Boundary, ///< the least and the greatest, by turns
  Random    ///< any, by a seed
};

struct TestBuilderOptions {
  /// How long to wait for something that may never happen, in time units.
  int64_t maxWait = 100;
  DataStrategy data = DataStrategy::Witness;
  uint64_t seed = 1;
};

/// A path that a test follows.
struct TestPath {
  /// Observable actions: position of the label in the model, arguments. In a
  /// system without time, silence is a step too, without label.
  struct Step {
    unsigned label;
    std::vector<Value> arguments;
    std::string origin;
    bool isQuiescence = false;
  };
  std::vector<Step> steps;
  /// Clock i is the time of step i, from 1. With one more clock, the last one
  /// is the time of an offence that the test looks for at the end.
  Zone times;
  bool hasOffence = false;
};

/// The path to a violation; times are scaled to `scale`. Nothing if the event
/// times are not known or do not fit.
std::optional<TestPath> getPath(const Violation &violation, const System &spec,
                                int64_t scale);

/// The path of an observation that the specification allows, with all the time
/// that its branches leave around the observed times. Nothing if it does not
/// allow it, or the states could not be computed.
std::optional<TestPath> getPath(const TimedTrace &observation,
                                TrackedSystem &spec);

/// The path with each input as late as it can be, where that is bounded.
/// Nothing if no time changes.
std::optional<TestPath> getLatestInputs(const TestPath &path,
                                        const System &system);

/// Paths of a few steps that lead back to the initial locations and values, all
/// different words. The same for the same arguments everywhere.
std::vector<TestPath> getLoops(unsigned count, const System &system,
                               TrackedSystem &spec);

/// A path that follows another one, as if time began anew in between. Whether
/// that is possible shows when its test is built.
TestPath concatenate(const TestPath &first, const TestPath &second);

/// A random path of at most `length` observable steps; shorter if nothing is
/// possible any more. The same for the same seed everywhere.
std::optional<TestPath> getRandomPath(unsigned length, uint64_t seed,
                                      const System &system,
                                      TrackedSystem &spec);

/// Demands that the next event happens when the ages of the events before lie
/// in `ages`, of which clock i + 1 is the time since event i. Returns false if
/// there are no such times.
bool constrainTimes(Zone &times, const Zone &ages, unsigned next);

/// What a test is built from.
struct TestModel {
  const System &system;
  /// The same, prepared.
  TrackedSystem &spec;
  /// What a tester may do (`keepEnvironment`); null: everything. Labels are
  /// those of the system.
  TrackedSystem *environment = nullptr;
};

/// Builds the test that follows a path as closely as the system under test lets
/// it, for a specification and, if there is one, the mutant that the test is to
/// tell from it.
///
/// In each state the test knows when the specification and the mutant may be
/// where they are, as zones over the times since the steps so far. An output
/// that the specification does not allow then is a failure, so is silence
/// longer than it allows. An output that it allows but the path does not ends
/// the test: *pass* if the mutant could not have done it, *inconclusive*
/// otherwise; at the end of the path it is always *pass*. Inputs are sent
/// within the times that those seen so far leave, where possible while no
/// output is enabled.
///
/// With an environment, inputs are sent only when it sends them. Where it takes
/// no output, or does not wait any longer, the test is *inconclusive*, whatever
/// the specification says.
///
/// Nothing if some set of states could not be computed.
std::optional<TimedTest> buildTest(const TestPath &path, const TestModel &model,
                                   TrackedSystem *mutant,
                                   const TestBuilderOptions &options);

/// How a test can end.
struct TestVerdicts {
  bool pass = false, fail = false, inconclusive = false;
  /// Whether it fails if the system under test is faster in a race: by an
  /// output at the very instant at which the test sends an input.
  bool failsInRace = false;
  /// Some set of states could not be computed.
  bool isUnknown = false;
};

/// All verdicts that are possible if `sut` is the system under test. Inputs are
/// sent as soon as their guards hold. \pre scales are equal
TestVerdicts runTest(const TimedTest &test, TrackedSystem &sut);

/// Whether the test fails whatever `sut` does, but for races.
bool failsCertainly(const TimedTest &test, TrackedSystem &sut);

class TestSets;

/// A test on its specification, step by step. On a mutant it does the same up
/// to where the mutant can differ, and is run only from there.
class ReferenceRun {
public:
  /// Runs the test. Refers to its arguments.
  ReferenceRun(const TimedTest &test, TrackedSystem &spec);

  /// The answer of `failsCertainly` for a mutant, which is asked for only if
  /// the test must be run on it. For any thread, if the specification is left
  /// alone meanwhile.
  bool failsCertainly(const SystemEdits &edits,
                      llvm::function_ref<TrackedSystem &()> getMutant) const;

  /// The specification enters a state of the test.
  struct Visit {
    unsigned state;
    std::optional<test::Verdict> verdict;
    /// The one before; always at an earlier position.
    std::optional<unsigned> parent;
    Tracker entry;
    Footprint footprint;
  };

private:
  /// The conditions of the test, made once for all mutants.
  std::shared_ptr<const TestSets> sets;
  /// Empty if they tell nothing about mutants.
  std::vector<Visit> visits;
};

} // namespace tioga

#endif // TIOGA_CAMPAIGN_TESTBUILDER_H
