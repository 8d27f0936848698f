//===- RandomAutomataTest.cpp - The chain on random automata ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random networks go through all ways of determinizing. Each result has to have
// the same observable timed traces to the depth, by exact comparison, and the
// reference interpreter, which shares nothing with zones, has to be able to
// replay walks of one side on the other.
//
// TIOGA_RANDOM_AUTOMATA=10000 tries so many networks of each kind.
//
//===----------------------------------------------------------------------===//

#include "RandomAutomata.h"
#include "Models.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Engine/Interpreter.h"
#include "tioga/Engine/SymbolicEquivalence.h"
#include "tioga/InitAllDialects.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {

constexpr unsigned depth = 3;
constexpr unsigned numWalks = 3;

unsigned getNumNetworks() {
  if (const char *text = std::getenv("TIOGA_RANDOM_AUTOMATA"))
    return std::max(1, std::atoi(text));
  return 60;
}

/// A network after passes, as engines see it.
struct Result {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<System> system;
};

class RandomAutomataTest : public ::testing::Test {
protected:
  RandomAutomataTest() {
    static bool isRegistered = [] {
      ta::registerTAPasses();
      return true;
    }();
    (void)isRegistered;
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.disableMultithreading();
    // Remarks and expected errors are not for the log.
    context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
      return mlir::success();
    });
  }

  /// Nothing if a pass failed.
  Result run(const std::string &text, const std::string &passes) {
    Result result;
    messages.clear();
    result.module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!result.module)
      return result;
    mlir::PassManager manager(&context);
    if (!passes.empty() && mlir::failed(mlir::parsePassPipeline(
                               "ta.network(" + passes + ")", manager)))
      return result;
    if (mlir::failed(manager.run(*result.module)))
      return result;
    for (auto network :
         llvm::make_early_inc_range(result.module->getOps<ta::NetworkOp>())) {
      auto converted = convertToSTS(network);
      if (mlir::failed(converted))
        return result;
      auto system = System::load(*converted);
      if (mlir::succeeded(system))
        result.system = std::move(*system);
    }
    return result;
  }

  void compare(const System &before, const System &after,
               const std::string &text, const std::string &passes) {
    EquivalenceOptions options;
    options.bound = depth;
    EquivalenceResult result = checkEquivalence(before, after, options);
    std::string trace;
    if (result.answer == AnswerKind::Violated) {
      llvm::raw_string_ostream os(trace);
      result.trace.print(os, result.isInFirst ? before : after);
    }
    EXPECT_EQ(result.answer, AnswerKind::Holds)
        << passes << "\n"
        << text << (result.isInFirst ? "only before: " : "only after: ")
        << trace << result.reason;
  }

  /// Walks through `from` and replays what is seen on `to`.
  void replay(const System &from, const System &to, uint64_t seed,
              const std::string &text, unsigned maxActions = depth) {
    InterpreterLimits limits;
    limits.maxReplayStates = 20'000;
    Interpreter walker(from, limits), follower(to, limits);
    for (unsigned number = 0; number < numWalks; ++number) {
      auto walk = walkAtRandom(walker, 3 * depth, seed * numWalks + number);
      if (!walk)
        continue;
      std::optional<TimedTrace> seen = walk->run.getObservable(from);
      ASSERT_TRUE(seen);
      if (seen->steps.size() > maxActions)
        seen->steps.resize(maxActions);
      // The delay after the last of these actions is not compared.
      if (seen->steps.size() == maxActions)
        seen->finalDelay = Rational(0);
      ReplayResult result = replayObservation(follower, *seen);
      std::string trace;
      llvm::raw_string_ostream os(trace);
      seen->print(os, from);
      if (result.answer != AnswerKind::Undecided) {
        ++numReplayed;
        EXPECT_EQ(result.answer, AnswerKind::Holds) << text << trace;
      }
    }
  }

  /// The interpreter agrees that only one side makes the observation.
  void checkWitness(const System &first, const System &second,
                    const EquivalenceResult &result, uint64_t seed) {
    Interpreter owning(result.isInFirst ? first : second);
    Interpreter lacking(result.isInFirst ? second : first);
    EXPECT_EQ(replayObservation(owning, result.trace).answer, AnswerKind::Holds)
        << "seed " << seed;
    EXPECT_EQ(replayObservation(lacking, result.trace).answer,
              AnswerKind::Violated)
        << "seed " << seed;
  }

  /// Determinizes on the fly only, which may give up on silent cycles.
  void checkOnTheFly(const RandomFeatures &features, uint64_t firstSeed);

  void check(const RandomFeatures &features, uint64_t firstSeed,
             bool withTables, const std::string &prefix = "",
             unsigned numNetworks = getNumNetworks());

  mlir::MLIRContext context;
  std::string messages;
  unsigned numReplayed = 0;
};

} // namespace

void RandomAutomataTest::check(const RandomFeatures &features,
                               uint64_t firstSeed, bool withTables,
                               const std::string &prefix,
                               unsigned numNetworks) {
  std::string tree = prefix + "ta-unfold{depth=3},ta-rename-clocks";
  std::string visible = tree + ",ta-fold-invariants,ta-remove-silent";
  std::vector<std::string> ways = {
      tree + ",ta-fold-invariants", visible + ",ta-determinize",
      visible + ",ta-determinize,ta-minimize-clocks,ta-split-disjunctions",
      "ta-determinize-otf{depth=3}",
      "ta-determinize-otf{depth=3 emit=tree},ta-remove-unreachable"};
  if (withTables)
    ways.push_back(visible + "{method=tables},ta-determinize");
  unsigned numLimited = 0;
  for (uint64_t seed = firstSeed; seed < firstSeed + numNetworks; ++seed) {
    std::string text = makeRandomNetwork(seed, features);
    Result before = run(text, "");
    ASSERT_TRUE(before.system) << "seed " << seed << "\n" << text << messages;
    for (const std::string &passes : ways) {
      Result after = run(text, passes);
      // A size limit that is told is no wrong answer, if it is rare.
      if (!after.system &&
          (messages.find("raise max-disjuncts") != std::string::npos ||
           messages.find("raise max-locations") != std::string::npos)) {
        ++numLimited;
        continue;
      }
      ASSERT_TRUE(after.system) << "seed " << seed << " " << passes << "\n"
                                << text << messages;
      compare(*before.system, *after.system, text, passes);
      if (passes == ways[3]) {
        replay(*before.system, *after.system, seed, text);
        replay(*after.system, *before.system, seed, text);
      }
      if (HasFailure())
        FAIL() << "seed " << seed << " " << passes;
    }
  }
  // A test that replays nothing would always pass.
  EXPECT_GT(numReplayed, numNetworks);
  // Trees of three automata may become large.
  EXPECT_LE((features.hasBroadcast ? 5 : 1000) * numLimited, numNetworks);
  numReplayed = 0;
}

void RandomAutomataTest::checkOnTheFly(const RandomFeatures &features,
                                       uint64_t firstSeed) {
  unsigned numNetworks = getNumNetworks(), numDecided = 0;
  std::string passes = "ta-determinize-otf{depth=2 max-members=300}";
  for (uint64_t seed = firstSeed; seed < firstSeed + numNetworks; ++seed) {
    std::string text = makeRandomNetwork(seed, features);
    Result before = run(text, "");
    ASSERT_TRUE(before.system) << "seed " << seed << "\n" << text << messages;
    Result after = run(text, passes);
    if (!after.system) {
      EXPECT_NE(messages.find("raise max-members"), std::string::npos)
          << "seed " << seed << "\n"
          << text << messages;
      continue;
    }
    EquivalenceOptions options;
    options.bound = 2;
    EquivalenceResult result =
        checkEquivalence(*before.system, *after.system, options);
    EXPECT_NE(result.answer, AnswerKind::Violated) << "seed " << seed << "\n"
                                                   << text;
    numDecided += result.answer == AnswerKind::Holds;
    replay(*before.system, *after.system, seed, text, /*maxActions=*/2);
    replay(*after.system, *before.system, seed, text, /*maxActions=*/2);
    if (HasFailure())
      FAIL() << "seed " << seed << " " << passes;
  }
  EXPECT_GT(2 * numDecided, numNetworks);
  EXPECT_GT(numReplayed, numNetworks);
}

TEST_F(RandomAutomataTest, Clocks) { check({}, 1, /*withTables=*/true); }

TEST_F(RandomAutomataTest, Data) {
  RandomFeatures features;
  features.hasData = true;
  check(features, 100001, /*withTables=*/false);
}

// Guards of many disjuncts, most of which contradict themselves.
TEST_F(RandomAutomataTest, Contradictions) {
  RandomFeatures features;
  features.hasData = true;
  check(features, 101531, /*withTables=*/false, "", /*numNetworks=*/1);
}

TEST_F(RandomAutomataTest, DisjunctionsAndDiagonals) {
  RandomFeatures features;
  features.hasDisjunctions = features.hasDiagonals = true;
  check(features, 200001, /*withTables=*/false);
}

TEST_F(RandomAutomataTest, Urgency) {
  RandomFeatures features;
  features.hasUrgency = true;
  check(features, 300001, /*withTables=*/true);
}

TEST_F(RandomAutomataTest, Networks) {
  RandomFeatures features;
  features.isNetwork = features.hasUrgency = true;
  check(features, 400001, /*withTables=*/false, "ta-product,");
}

TEST_F(RandomAutomataTest, Everything) {
  RandomFeatures features;
  features.isNetwork = features.hasUrgency = features.hasData =
      features.hasDisjunctions = true;
  check(features, 500001, /*withTables=*/false);
}

// An edge that would make a clock negative cannot be taken.
TEST_F(RandomAutomataTest, Offsets) {
  RandomFeatures features;
  features.hasOffsets = features.hasDiagonals = true;
  check(features, 700001, /*withTables=*/false);
}

TEST_F(RandomAutomataTest, WideInvariants) {
  RandomFeatures features;
  features.hasWideInvariants = features.hasData = true;
  check(features, 800001, /*withTables=*/false);
}

TEST_F(RandomAutomataTest, Broadcasts) {
  RandomFeatures features;
  features.isNetwork = features.hasBroadcast = features.hasUrgency =
      features.hasData = true;
  check(features, 900001, /*withTables=*/false, "", (getNumNetworks() + 5) / 6);
}

TEST_F(RandomAutomataTest, SilentCycles) {
  RandomFeatures features;
  features.hasSilentCycles = true;
  checkOnTheFly(features, 1000001);
}

// The checker itself has to find differences: a network against another one.
TEST_F(RandomAutomataTest, DifferentNetworksDiffer) {
  unsigned numDifferent = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Result a = run(makeRandomNetwork(seed, {}), "");
    Result b = run(makeRandomNetwork(seed + 1000, {}), "");
    ASSERT_TRUE(a.system && b.system);
    EquivalenceOptions options;
    options.bound = depth;
    EquivalenceResult result = checkEquivalence(*a.system, *b.system, options);
    if (result.answer != AnswerKind::Violated)
      continue;
    ++numDifferent;
    checkWitness(*a.system, *b.system, result, seed);
  }
  EXPECT_GT(numDifferent, 10u);
}

// Zones enumerate data, the solver has formulas: two ways to the same answer,
// for networks that are equal and for networks that are not.
TEST_F(RandomAutomataTest, SolverAgreesWithZones) {
  RandomFeatures features;
  features.hasData = true;
  EquivalenceOptions options;
  options.bound = 2;
  unsigned numAnswers[3] = {};
  for (uint64_t seed = 600001; seed <= 600000 + getNumNetworks(); ++seed) {
    std::string text = makeRandomNetwork(seed, features);
    Result plain = run(text, "");
    Result others[] = {run(text, "ta-determinize-otf{depth=2}"),
                       run(makeRandomNetwork(seed + 1000, features), "")};
    for (const Result &other : others) {
      ASSERT_TRUE(plain.system && other.system);
      auto byZones = checkEquivalence(*plain.system, *other.system, options);
      auto bySolver =
          checkEquivalenceBySolver(*plain.system, *other.system, options);
      EXPECT_EQ(byZones.answer, bySolver.answer) << "seed " << seed << "\n"
                                                 << text << bySolver.reason;
      ++numAnswers[unsigned(bySolver.answer)];
      if (bySolver.answer == AnswerKind::Violated)
        checkWitness(*plain.system, *other.system, bySolver, seed);
    }
  }
  EXPECT_GT(numAnswers[unsigned(AnswerKind::Holds)], 0u);
  EXPECT_GT(numAnswers[unsigned(AnswerKind::Violated)], 0u);
}
