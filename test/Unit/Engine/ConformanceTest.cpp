//===- ConformanceTest.cpp - Conformance against a time grid ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verdicts on random pairs of automata are compared with an explicit search on
// a grid of time (RandomAutomata.h); what differs is arbitrated by the
// interpreter, whose times are exact. Every witness is replayed by the
// interpreter: the implementation can do it, the specification cannot.
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Conformance.h"
#include "Models.h"
#include "RandomAutomata.h"
#include "tioga/Engine/Interpreter.h"
#include "gtest/gtest.h"

using namespace tioga;
using namespace tioga::models;
using grid::Automaton;
using grid::GridViolation;

namespace {

constexpr unsigned unitsPerTime = 2;

/// The observation of a violation with the offence at its end.
TimedTrace withOffence(const Violation &violation, const System &spec,
                       const System &impl) {
  TimedTrace trace = violation.observation;
  if (!violation.label)
    return trace;
  auto label = spec.lookupLabel(impl.getLabels()[*violation.label].name);
  trace.steps.push_back(
      {trace.finalDelay, label, violation.arguments, std::nullopt});
  trace.finalDelay = Rational(0);
  return trace;
}

/// The run without inputs that the implementation ignored.
TimedTrace withoutIgnored(const TimedTrace &run) {
  TimedTrace result;
  Rational waited(0);
  for (const TraceStep &step : run.steps) {
    waited = *Rational::add(waited, step.delay);
    if (!step.transition)
      continue;
    result.steps.push_back(step);
    result.steps.back().delay = waited;
    waited = Rational(0);
  }
  result.finalDelay = *Rational::add(waited, run.finalDelay);
  return result;
}

void expectGenuine(const Violation &violation, const System &spec,
                   const System &impl) {
  Interpreter specInterpreter(spec), implInterpreter(impl);
  ReplayResult refused =
      replayObservation(specInterpreter, withOffence(violation, spec, impl));
  EXPECT_EQ(refused.answer, AnswerKind::Violated) << refused.reason;
  EXPECT_GE(refused.position, violation.observation.steps.size());
  if (violation.needsSilence)
    return;
  ReplayResult possible =
      replayRun(implInterpreter, withoutIgnored(violation.implRun));
  EXPECT_EQ(possible.answer, AnswerKind::Holds) << possible.reason;
  // The event times describe the witness among others.
  EXPECT_EQ(violation.eventTimes.getDimension(), violation.getLength() + 1);
}

/// Whether the specification refuses what the grid found and the
/// implementation ignores what it ignored there.
bool isGenuine(const GridViolation &found, const System &spec,
               const System &impl) {
  Interpreter specInterpreter(spec), implInterpreter(impl);
  TimedTrace observed, taken;
  Rational waited(0);
  auto add = [](TimedTrace &trace, Rational delay, unsigned label) {
    trace.steps.push_back({delay, label, {}, std::nullopt});
  };
  for (const grid::Event &event : found.events) {
    Rational delay = *Rational::get(event.delay, unitsPerTime);
    add(observed, delay, event.label);
    waited = *Rational::add(waited, delay);
    TimedTrace attempt = taken;
    add(attempt, waited, event.label);
    if (event.isIgnored) {
      if (replayObservation(implInterpreter, attempt).answer !=
          AnswerKind::Violated)
        return false;
      continue;
    }
    taken = attempt;
    waited = Rational(0);
  }
  Rational last = *Rational::get(found.finalDelay, unitsPerTime);
  if (found.output)
    add(observed, last, *found.output);
  else
    observed.finalDelay = last;
  return replayObservation(specInterpreter, observed).answer ==
         AnswerKind::Violated;
}

struct Counts {
  unsigned violated = 0, proved = 0, undecided = 0, onGrid = 0;
};

void comparePair(const Automaton &spec, const Automaton &impl,
                 const ConformanceOptions &options, Counts &counts) {
  Model specModel(spec.str()), implModel(impl.str());
  ASSERT_TRUE(specModel && implModel);
  SCOPED_TRACE(spec.str() + impl.str());
  ConformanceResult result = checkConformance(*specModel, *implModel, options);
  grid::GridOptions gridOptions;
  gridOptions.unitsPerTime = unitsPerTime;
  gridOptions.ignoresInputs = options.completion != Completion::None;
  std::optional<GridViolation> found =
      grid::findOnGrid(spec, impl, gridOptions);
  counts.onGrid += found.has_value();
  switch (result.answer) {
  case AnswerKind::Undecided:
    ++counts.undecided;
    return;
  case AnswerKind::Holds:
    ++counts.proved;
    EXPECT_FALSE(result.depth);
    if (found)
      EXPECT_FALSE(isGenuine(*found, *specModel, *implModel))
          << "the grid finds a violation of length " << found->getLength();
    return;
  case AnswerKind::Violated:
    ++counts.violated;
    ASSERT_TRUE(result.violation);
    expectGenuine(*result.violation, *specModel, *implModel);
    if (found && found->getLength() < result.violation->getLength())
      EXPECT_FALSE(isGenuine(*found, *specModel, *implModel))
          << "the grid finds a violation of length " << found->getLength()
          << ", not " << result.violation->getLength();
  }
}

void compareWithGrid(const grid::Shape &shape, unsigned seed, unsigned number,
                     Counts &counts,
                     Completion completion = Completion::Default) {
  grid::Random random(seed);
  ConformanceOptions options;
  options.timelock = Timelock::Conform;
  options.completion = completion;
  options.maxSets = 200;
  options.ownAges = 5;
  for (unsigned i = 0; i < number; ++i) {
    SCOPED_TRACE(i);
    Automaton spec = grid::makeAutomaton(shape, random);
    Automaton impl = i % 4 == 0 ? grid::makeAutomaton(shape, random)
                                : grid::makeMutant(spec, shape, random);
    comparePair(spec, impl, options, counts);
    if (testing::Test::HasFailure())
      return;
  }
}

TEST(ConformanceTest, DeterministicAutomata) {
  grid::Shape shape;
  shape.deterministic = true;
  shape.locations = 4;
  shape.edges = 8;
  shape.clocks = 2;
  Counts counts;
  compareWithGrid(shape, 1, 400, counts);
  EXPECT_LT(counts.undecided, 10u);
  EXPECT_GT(counts.violated, 100u);
  EXPECT_GT(counts.proved, 50u);
  EXPECT_GT(counts.onGrid, 100u);
}

TEST(ConformanceTest, UrgentLocations) {
  grid::Shape shape;
  shape.deterministic = shape.urgent = true;
  shape.edges = 7;
  Counts counts;
  compareWithGrid(shape, 2, 200, counts);
  EXPECT_LT(counts.undecided, 10u);
  EXPECT_GT(counts.violated, 40u);
  EXPECT_GT(counts.proved, 40u);
}

TEST(ConformanceTest, NondeterministicAutomata) {
  grid::Shape shape;
  shape.edges = 7;
  Counts counts;
  compareWithGrid(shape, 3, 300, counts);
  EXPECT_LT(counts.undecided, 30u);
  EXPECT_GT(counts.violated, 60u);
  EXPECT_GT(counts.proved, 60u);
}

TEST(ConformanceTest, TwoClocks) {
  grid::Shape shape;
  shape.clocks = 2;
  shape.edges = 6;
  Counts counts;
  compareWithGrid(shape, 4, 300, counts);
  EXPECT_LT(counts.undecided, 60u);
  EXPECT_GT(counts.violated, 60u);
  EXPECT_GT(counts.proved, 60u);
}

TEST(ConformanceTest, SilentSteps) {
  grid::Shape shape;
  shape.silent = true;
  shape.edges = 7;
  Counts counts;
  compareWithGrid(shape, 5, 300, counts);
  EXPECT_LT(counts.undecided, 60u);
  EXPECT_GT(counts.violated, 60u);
  EXPECT_GT(counts.proved, 60u);
}

TEST(ConformanceTest, WithoutCompletion) {
  grid::Shape shape;
  shape.silent = true;
  Counts counts;
  compareWithGrid(shape, 6, 200, counts, Completion::None);
  EXPECT_GT(counts.violated, 20u);
  EXPECT_GT(counts.proved, 60u);
}

/// Every model conforms to itself, whatever conforming means.
TEST(ConformanceTest, ModelsConformToThemselves) {
  grid::Random random(7);
  unsigned decided = 0;
  for (unsigned i = 0; i < 200; ++i) {
    grid::Shape shape;
    shape.silent = i % 2;
    shape.urgent = i % 3 == 0;
    shape.clocks = 1 + i % 2;
    Automaton automaton = grid::makeAutomaton(shape, random);
    SCOPED_TRACE(automaton.str());
    Model model(automaton.str());
    ASSERT_TRUE(model);
    for (Relation relation :
         {Relation::Tioco, Relation::Inclusion, Relation::Refines}) {
      ConformanceOptions options;
      options.relation = relation;
      options.maxSets = 200;
      options.ownAges = 5;
      ConformanceResult result = checkConformance(*model, *model, options);
      EXPECT_NE(result.answer, AnswerKind::Violated)
          << toString(relation).str();
      decided += result.answer == AnswerKind::Holds;
    }
  }
  EXPECT_GT(decided, 400u);
}

/// For deterministic pairs, refinement of the completed pair is tioco.
TEST(ConformanceTest, RefinementOfCompletedPairsIsTioco) {
  grid::Random random(8);
  grid::Shape shape;
  shape.deterministic = true;
  shape.edges = 8;
  unsigned violated = 0;
  for (unsigned i = 0; i < 200; ++i) {
    Automaton spec = grid::makeAutomaton(shape, random);
    Automaton impl = grid::makeAutomaton(shape, random);
    if (i % 2) {
      impl = spec;
      impl.edges.pop_back();
    }
    Model specModel(spec.str()), implModel(impl.str());
    SCOPED_TRACE(spec.str() + impl.str());
    ConformanceOptions options;
    options.timelock = Timelock::Conform;
    ConformanceResult tioco = checkConformance(*specModel, *implModel, options);
    options.relation = Relation::Refines;
    options.completion = Completion::Ignore;
    ConformanceResult refines =
        checkConformance(*specModel, *implModel, options);
    EXPECT_EQ(tioco.answer, refines.answer);
    violated += tioco.answer == AnswerKind::Violated;
  }
  EXPECT_GT(violated, 30u);
  EXPECT_LT(violated, 170u);
}

} // namespace
