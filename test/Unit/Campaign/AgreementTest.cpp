//===- AgreementTest.cpp - Engines on mutants of all examples ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zones, formulas and the search on a time grid share no code but the
// expressions and, the grid, the interpreter. All three have to agree on
// mutants of every example, and the interpreter replays every violation. A
// sample is compared; TIOGA_ALL_MUTANTS=DEPTH in the environment takes all
// mutants to that depth, which takes hours.
//
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "RandomNetwork.h"
#include "SystemGrid.h"
#include "tioga/Campaign/Replay.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace tioga;

namespace {
constexpr unsigned sampleSize = 4, sampleDepth = 4;

class Agreement : public testing::TestWithParam<std::string> {};

struct Counts {
  unsigned formulas = 0, grid = 0, sameLengths = 0, late = 0, tooLarge = 0;
};

/// A model, its environment if it has one, and the engines.
class Engines {
public:
  Engines(Prepared &model, const System *whole, const System *environment,
          unsigned bound, size_t maxNodes);

  void compare(size_t mutant, bool withFormulas, Counts &counts);
  /// Mutants that formulas, and that zones have left undecided.
  unsigned numWithoutFormula = 0, numUndecided = 0;

private:
  void replay(const Violation &violation, size_t mutant);
  void compareWithFormulas(size_t mutant, const ConformanceResult &zone,
                           Counts &counts);
  void compareWithGrid(size_t mutant, const ConformanceResult &zone,
                       Counts &counts);
  bool isGenuine(const grid::SystemViolation &found, const System &impl);

  Prepared &model;
  const System &spec;
  const System *whole;
  unsigned bound;
  size_t maxNodes;
  Rational tick;
  grid::Actions actions;
  ViolationReplay violations;
  std::unique_ptr<ConformanceChecker> zones, formulas;
  std::unique_ptr<grid::SystemGrid> specGrid, environmentGrid;
};
} // namespace

Engines::Engines(Prepared &model, const System *whole,
                 const System *environment, unsigned bound, size_t maxNodes)
    : model(model), spec(*model.example.system), whole(whole), bound(bound),
      maxNodes(maxNodes), violations(spec, whole) {
  int64_t scale = model.getScale();
  if (whole)
    scale = std::lcm(scale, whole->getScale());
  tick = *Rational::get(1, 2 * scale);
  ConformanceOptions options;
  options.bound = bound;
  options.maxStates = 20'000;
  options.maxSets = 500;
  options.timeout = std::chrono::milliseconds(2000);
  if (whole)
    options.relation = Relation::Rtioco;
  zones = createZoneChecker(whole ? *whole : spec, options,
                            whole ? &spec : nullptr);
  if (!whole) {
    BoundedOptions solving;
    solving.limits.timeout = 1000;
    formulas = createBoundedChecker(spec, options, solving);
  }
  // An output that the environment does not take has to wait (N4).
  specGrid = std::make_unique<grid::SystemGrid>(whole ? *whole : spec, actions,
                                                tick, true);
  if (environment)
    environmentGrid =
        std::make_unique<grid::SystemGrid>(*environment, actions, tick, false);
}

void Engines::replay(const Violation &violation, size_t mutant) {
  std::string reason;
  EXPECT_NE(violations.replay(violation, model.edits[mutant], reason),
            AnswerKind::Violated)
      << reason;
}

void Engines::compareWithFormulas(size_t mutant, const ConformanceResult &zone,
                                  Counts &counts) {
  ConformanceResult formula = formulas->check(model.edits[mutant]);
  if (formula.answer == AnswerKind::Undecided) {
    ++numWithoutFormula;
    return;
  }
  ++counts.formulas;
  EXPECT_EQ(toString(zone.answer), toString(formula.answer));
  if (!zone.violation || !formula.violation)
    return;
  // A solver that gives up on a shorter one leaves the longer one.
  EXPECT_LE(zone.violation->getLength(), formula.violation->getLength());
  EXPECT_LE(zone.violation->stopsTime, formula.violation->stopsTime);
  replay(*formula.violation, mutant);
}

/// Whether the specification refuses what the grid found and the mutant ignores
/// what it ignored there. Of unseen steps the grid knows only those at its own
/// instants.
bool Engines::isGenuine(const grid::SystemViolation &found,
                        const System &impl) {
  Interpreter specInterpreter(whole ? *whole : spec), implInterpreter(impl);
  auto multiply = [&](unsigned ticks) {
    return *Rational::mul(tick, Rational(ticks));
  };
  TimedTrace observed, taken;
  Rational waited(0);
  auto add = [&](TimedTrace &trace, Rational delay, unsigned action) {
    const grid::Actions::Key &key = actions.getKey(action);
    trace.steps.push_back(
        {delay, spec.lookupLabel(key.first), key.second, std::nullopt});
  };
  for (const grid::SystemViolation::Event &event : found.events) {
    Rational delay = multiply(event.delay);
    add(observed, delay, event.action);
    waited = *Rational::add(waited, delay);
    TimedTrace attempt = taken;
    add(attempt, waited, event.action);
    if (event.isIgnored) {
      if (replayObservation(implInterpreter, attempt).answer !=
          AnswerKind::Violated)
        return false;
      continue;
    }
    taken = attempt;
    waited = Rational(0);
  }
  if (found.output)
    add(observed, multiply(found.finalDelay), *found.output);
  else
    observed.finalDelay = multiply(found.finalDelay);
  return replayObservation(specInterpreter, observed).answer ==
         AnswerKind::Violated;
}

void Engines::compareWithGrid(size_t mutant, const ConformanceResult &zone,
                              Counts &counts) {
  std::unique_ptr<System> impl = applyEdits(spec, model.edits[mutant]);
  grid::SystemGrid implGrid(*impl, actions, tick, true);
  grid::SystemGridResult result = grid::findViolation(
      *specGrid, implGrid, environmentGrid.get(), bound, maxNodes);
  if (specGrid->hasFailed() || implGrid.hasFailed() ||
      (environmentGrid && environmentGrid->hasFailed()))
    return;
  unsigned length = zone.violation ? zone.violation->getLength() : bound + 1;
  // What the grid could not look at.
  if (!result.violation && result.depth < std::min(length, bound)) {
    ++counts.tooLarge;
    return;
  }
  ++counts.grid;
  if (!result.violation) {
    counts.late += zone.violation.has_value();
    return;
  }
  counts.sameLengths += result.violation->getLength() == length;
  if (result.violation->getLength() < length)
    EXPECT_FALSE(isGenuine(*result.violation, *impl))
        << "the grid finds a violation of length "
        << result.violation->getLength() << ", not "
        << toString(zone.answer).str() << ' ' << length;
}

void Engines::compare(size_t mutant, bool withFormulas, Counts &counts) {
  SCOPED_TRACE(model.ids[mutant].str());
  ConformanceResult zone = zones->check(model.edits[mutant]);
  if (zone.violation)
    replay(*zone.violation, mutant);
  if (zone.answer == AnswerKind::Undecided) {
    ++numUndecided;
    return;
  }
  if (withFormulas && formulas)
    compareWithFormulas(mutant, zone, counts);
  compareWithGrid(mutant, zone, counts);
}

static void compareAll(Prepared &model, const System *whole,
                       const System *environment) {
  const char *depth = std::getenv("TIOGA_ALL_MUTANTS");
  Engines engines(model, whole, environment,
                  depth ? std::atoi(depth) : sampleDepth,
                  depth ? 200'000 : 3'000);
  size_t step =
      depth ? 1 : std::max<size_t>(1, model.edits.size() / sampleSize);
  Counts counts;
  // In a sample, a model that an engine does not decide is not asked about for
  // long.
  for (size_t index = step / 2; index < model.edits.size(); index += step) {
    engines.compare(index, depth || engines.numWithoutFormula < 2, counts);
    if (!depth && engines.numUndecided >= 2)
      break;
  }
  testing::Test::RecordProperty("formulas", int(counts.formulas));
  testing::Test::RecordProperty("grid", int(counts.grid));
  // Violations that need instants between the points of the grid are few.
  EXPECT_LE(counts.late * 4, counts.grid);
  EXPECT_TRUE(counts.formulas || counts.grid || counts.tooLarge ||
              engines.numUndecided)
      << "nothing was compared";
  if (depth)
    llvm::errs() << model.edits.size() << " mutants, " << counts.formulas
                 << " by formulas, " << counts.grid << " on the grid, "
                 << counts.sameLengths << " of equal length, " << counts.late
                 << " missed, " << engines.numUndecided << " undecided\n";
}

TEST_P(Agreement, OnMutants) {
  Example example(GetParam());
  if (!example.system || !llvm::isa_and_present<ta::NetworkOp>(example.model))
    GTEST_SKIP() << "no network that engines load";
  if (!example.system->hasEnvironment()) {
    Prepared model(GetParam(), "momut");
    return compareAll(model, nullptr, nullptr);
  }
  Separated model(GetParam(), "momut");
  if (!model.environment)
    GTEST_SKIP() << "the environment is no system of its own";
  compareAll(model.prepared, model.whole.get(), model.environment.get());
}

/// What mutants have in common with the model is explored once for all: that
/// must not show.
TEST_P(Agreement, WithAndWithoutSharing) {
  constexpr size_t maxMutants = 150;
  Prepared model(GetParam(), "all");
  if (!model.example.system || model.edits.empty() ||
      !model.example.system->isDense() ||
      model.example.system->hasEnvironment())
    GTEST_SKIP() << "no mutants of a system alone";
  ConformanceOptions options;
  options.maxStates = options.maxSets = 500;
  auto sharing = createZoneChecker(*model.example.system, options);
  options.sharesGraph = false;
  auto alone = createZoneChecker(*model.example.system, options);
  bool all = std::getenv("TIOGA_ALL_MUTANTS") != nullptr;
  size_t step = all ? 1 : 1 + model.edits.size() / maxMutants;
  for (size_t index = 0; index < model.edits.size(); index += step) {
    ConformanceResult first = sharing->check(model.edits[index]);
    ConformanceResult second = alone->check(model.edits[index]);
    // Sharing looks at less and may end within the limits.
    if (first.answer == AnswerKind::Undecided ||
        second.answer == AnswerKind::Undecided)
      continue;
    const std::string id = model.ids[index].str();
    ASSERT_EQ(toString(first.answer), toString(second.answer)) << id;
    EXPECT_EQ(first.depth, second.depth) << id;
    ASSERT_EQ(first.violation.has_value(), second.violation.has_value()) << id;
    if (!first.violation)
      continue;
    EXPECT_EQ(first.violation->getLength(), second.violation->getLength())
        << id;
    EXPECT_EQ(first.violation->stopsTime, second.violation->stopsTime) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, Agreement,
                         testing::ValuesIn(getTimedExamples()), getTestName);

/// Of random networks, some mutants of any operator.
static Counts compareRandom(unsigned first, unsigned number,
                            bool hasEnvironment) {
  Counts counts;
  for (unsigned seed = first; seed < first + number; ++seed) {
    ModelText source = {models::makeRandomNetwork(seed, hasEnvironment)};
    SCOPED_TRACE(source.text);
    auto compare = [&](Prepared &model, const System *whole,
                       const System *environment) {
      Engines engines(model, whole, environment, 3, 1'000);
      size_t step = std::max<size_t>(1, model.edits.size() / 5);
      for (size_t index = seed % step; index < model.edits.size();
           index += step)
        engines.compare(index, true, counts);
    };
    if (hasEnvironment) {
      Separated model(source, "all");
      EXPECT_TRUE(model.environment);
      compare(model.prepared, model.whole.get(), model.environment.get());
    } else {
      Prepared model(source, "all");
      compare(model, nullptr, nullptr);
    }
    if (testing::Test::HasFailure())
      break;
  }
  return counts;
}

/// How many networks to try; many with TIOGA_RANDOM_NETWORKS=COUNT.
static unsigned getNumNetworks() {
  const char *number = std::getenv("TIOGA_RANDOM_NETWORKS");
  return number ? std::atoi(number) : 25;
}

TEST(RandomNetworks, EnginesAgree) {
  Counts counts = compareRandom(1, getNumNetworks(), false);
  EXPECT_GT(counts.grid, 2 * getNumNetworks());
  EXPECT_GT(counts.sameLengths, getNumNetworks() / 2);
}

TEST(RandomNetworks, EnginesAgreeWithinEnvironments) {
  Counts counts = compareRandom(1, getNumNetworks(), true);
  EXPECT_GT(counts.grid, 2 * getNumNetworks());
  EXPECT_GT(counts.sameLengths, 4u);
}
