//===- EnvironmentTest.cpp - Tests that keep to an environment --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {
/// Follows a test and the environment together.
class SendChecker {
public:
  SendChecker(const TimedTest &test, TrackedSystem &environment)
      : test(test), environment(environment) {}

  /// How many inputs the test sends; -1 if the environment would not send one
  /// of them at some instant at which the test does.
  int check() {
    return visit(test.initial, Tracker(environment, {test.numClocks}));
  }

private:
  Federation toFederation(const TestCondition &condition) const {
    Federation result(test.numClocks + 1);
    for (const std::vector<Constraint> &each : condition) {
      Zone zone = Zone::fromConstraints(test.numClocks + 1, each);
      if (!zone.isEmpty())
        result.add(std::move(zone));
    }
    return result;
  }

  int visit(unsigned index, Tracker states) {
    const TimedState &state = test.states[index];
    if (state.verdict)
      return 0;
    states.close();
    int sent = 0;
    for (const TimedMove &move : state.moves) {
      if (!move.label || test.states[move.target].verdict)
        continue;
      ActionId action = environment.getAction(*move.label, move.arguments);
      Federation when = toFederation(move.guard);
      when.intersect(states.getPresent());
      if (move.kind == test::MoveKind::Send) {
        ++sent;
        if (!states.getEnabled(action).includes(when))
          return -1;
      }
      Tracker next = states;
      next.restrict(when);
      next.step(action, move.resets);
      int later = visit(move.target, std::move(next));
      if (later < 0)
        return later;
      sent += later;
    }
    return sent;
  }

  const TimedTest &test;
  TrackedSystem &environment;
};
} // namespace

/// Every test sends only what the environment sends, never fails on the system
/// and fails on each of its mutants.
static void checkTests(const Separated &model, const CampaignResult &result) {
  const Prepared &prepared = model.prepared;
  int64_t scale = std::lcm(prepared.getScale(), model.whole->getScale());
  unsigned numSent = 0;
  for (auto [index, test] : llvm::enumerate(result.tests)) {
    TrackedSystem environment(*model.environment, nullptr, scale);
    int sent = SendChecker(test, environment).check();
    EXPECT_GE(sent, 0) << test.mutants.front();
    numSent += std::max(sent, 0);
    TrackedSystem spec(*prepared.example.system, nullptr, scale);
    TestVerdicts verdicts = runTest(test, spec);
    EXPECT_FALSE(verdicts.fail) << test.mutants.front();
    for (unsigned mutant : result.kills[index].set_bits()) {
      TrackedSystem sut(*prepared.example.system, &prepared.edits[mutant],
                        scale);
      EXPECT_TRUE(runTest(test, sut).fail) << prepared.ids[mutant].str();
    }
  }
  EXPECT_GT(numSent, 0u);
}

/// What a mutant is killed by in its environment, it is killed by anyway.
/// Returns how many are killed only without.
static unsigned checkModel(llvm::StringRef file, llvm::StringRef operators) {
  Separated model(file, operators);
  EXPECT_TRUE(model.environment) << file.str();
  EXPECT_FALSE(model.prepared.edits.empty()) << file.str();
  CampaignResult within = model.prepared.run(model.getOptions(true));
  CampaignResult anywhere = model.prepared.run(model.getOptions(false));
  unsigned numHidden = 0, numKilled = 0;
  for (auto [index, here] : llvm::enumerate(within.mutants)) {
    const MutantResult &there = anywhere.mutants[index];
    numKilled += here.status == MutantStatus::Killed;
    if (here.status == MutantStatus::Killed &&
        there.status != MutantStatus::Undecided) {
      EXPECT_EQ(there.status, MutantStatus::Killed)
          << model.prepared.ids[index].str();
      EXPECT_LE(there.length, here.length) << model.prepared.ids[index].str();
    }
    numHidden += here.status != MutantStatus::Killed &&
                 here.status != MutantStatus::Undecided &&
                 there.status == MutantStatus::Killed;
  }
  EXPECT_GT(numKilled, 0u) << file.str();
  checkTests(model, within);
  return numHidden;
}

TEST(Environment, LightControllerUser) {
  // With no reaction time this user does everything.
  EXPECT_EQ(checkModel("light-controller/light-controller-user", "momut"), 0u);
}
TEST(Environment, LightControllerPause) {
  EXPECT_GT(checkModel("light-controller/light-controller-pause", "momut"), 0u);
}
TEST(Environment, LightControllerPurpose) {
  EXPECT_GT(checkModel("light-controller/light-controller-purpose", "momut"),
            0u);
}
TEST(Environment, Cooling) {
  EXPECT_GT(checkModel("cooling/cooling-driven", "ct,cg,ng,ci"), 0u);
  checkModel("cooling/cooling-ordered", "ct,cg,ng,ci");
}
