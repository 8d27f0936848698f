//===- Diagnosis.cpp - Faults that explain failures -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnosis.h"
#include "tioga/Campaign/Suite.h"
#include "tioga/Runner/Explanation.h"
#include "tioga/Runner/Replay.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tioga;

llvm::StringRef tioga::getFaultText(const Operator &op) {
  return llvm::StringSwitch<llvm::StringRef>(op.name)
      .Cases("change-action", "change-input", "a wrong signal")
      .Case("change-target", "the signal leads to a wrong internal state")
      .Cases("change-source", "add-edge",
             "the signal is enabled in a wrong state, or not in the right one")
      .Cases("change-guard", "change-guard-constant", "change-clock-operator",
             "change-variable-operator", "swap-guards",
             "the signal is enabled under a wrong condition")
      .Cases("negate-guard", "remove-edge",
             "the signal is disabled where it should be possible")
      .Case("change-invariant", "the signal comes later than allowed")
      .Case("sink-location", "the system does nothing more after the signal")
      .Case("invert-reset", "a timer is reset wrongly, or not at all")
      .Case("change-constant", "a wrong bound")
      .Case("change-clock", "the wrong timer is read")
      .Case("change-update", "a variable gets a wrong value")
      .Default(op.description);
}

//===----------------------------------------------------------------------===//
// Evidence
//===----------------------------------------------------------------------===//

bool Debugger::addEvidence(std::string name, TimedTrace trace,
                           std::string &reason) {
  Interpreter model(system);
  Evidence each{std::move(name), std::move(trace), false, {}};
  Judgement judgement = judge(each.trace, model, each.reason);
  if (judgement == Judgement::Unspecified) {
    // What led to the input that the model says nothing about still counts.
    each.trace.finalDelay = each.trace.steps.back().delay;
    each.trace.steps.pop_back();
    judgement = Judgement::Allowed;
  }
  if (judgement == Judgement::Undecided) {
    reason = each.reason;
    return false;
  }
  each.isFailure = judgement == Judgement::Forbidden;
  evidence.push_back(std::move(each));
  return true;
}

//===----------------------------------------------------------------------===//
// Step 1: candidates
//===----------------------------------------------------------------------===//

/// The test that follows a failure as far as the model allows it and then waits
/// for what it does not.
std::optional<TimedTest>
Debugger::getFailedTest(const Evidence &failure) const {
  TrackedSystem spec(system, nullptr, system.getScale());
  TimedTrace allowed = failure.trace;
  Interpreter model(system);
  while (!allowed.steps.empty() &&
         replayObservation(model, allowed).answer != AnswerKind::Holds) {
    allowed.finalDelay = Rational();
    if (replayObservation(model, allowed).answer == AnswerKind::Holds)
      break;
    allowed.steps.pop_back();
  }
  std::optional<TestPath> path = getPath(allowed, spec);
  if (!path)
    return std::nullopt;
  // One more event, any time after the last one.
  llvm::SmallVector<ClockIndex, 16> places;
  for (ClockIndex event = 0; event <= path->steps.size(); ++event)
    places.push_back(event);
  path->times = path->times.embed(path->steps.size() + 2, places);
  path->times.constrain(path->steps.size(), path->steps.size() + 1,
                        Bound::atMost(0));
  path->hasOffence = true;
  TrackedSystem fresh(system, nullptr, system.getScale());
  return buildTest(*path, {system, fresh}, nullptr, options.tests);
}

void Debugger::findCandidates() {
  std::vector<std::optional<TimedTest>> failed;
  for (const Evidence &each : evidence)
    failed.push_back(each.isFailure ? getFailedTest(each) : std::nullopt);
  unsigned mostExact = 0, mostSimilar = 0;
  for (unsigned index = 0; index < mutants.size(); ++index) {
    std::unique_ptr<System> faulty = applyEdits(system, mutants[index]);
    Interpreter interpreter(*faulty);
    bool hasOtherScale =
        mutants[index].scale && mutants[index].scale != system.getScale();
    Diagnosis diagnosis{index};
    for (auto [each, test] : llvm::zip(evidence, failed)) {
      if (!each.isFailure)
        continue;
      bool isExactly =
          replayCompleted(interpreter, each.trace).answer == AnswerKind::Holds;
      diagnosis.exact += isExactly;
      if (isExactly) {
        ++diagnosis.similar;
      } else if (test && !hasOtherScale) {
        TrackedSystem sut(system, &mutants[index], system.getScale());
        diagnosis.similar += tioga::runTest(*test, sut).fail;
      }
    }
    mostExact = std::max(mostExact, diagnosis.exact);
    mostSimilar = std::max(mostSimilar, diagnosis.similar);
    candidates.push_back(diagnosis);
  }
  isExact = mostExact > 0;
  llvm::erase_if(candidates, [&](const Diagnosis &each) {
    return isExact ? each.exact < mostExact
                   : mostSimilar == 0 || each.similar < mostSimilar;
  });
}

//===----------------------------------------------------------------------===//
// Step 2: more evidence
//===----------------------------------------------------------------------===//

mlir::OwningOpRef<mlir::ModuleOp> Debugger::buildTests(mlir::Operation *model) {
  std::vector<SystemEdits> edits;
  std::vector<llvm::StringRef> names;
  for (const Diagnosis &each : candidates) {
    edits.push_back(mutants[each.mutant]);
    names.push_back(ids[each.mutant]);
  }
  options.testPerMutant = true;
  options.reduction = SuiteReduction::None;
  options.order = SuiteOrder::Length;
  CampaignResult campaign = runCampaign(system, edits, names, {}, options);
  for (auto [candidate, result] : llvm::zip(candidates, campaign.mutants))
    candidate.test = result.test;
  for (const TimedTest &test : campaign.tests)
    testLengths.push_back(test.length + 1);
  return writeSuite(campaign.tests, system, model);
}

void Debugger::addRun(unsigned test, const TestResult &result,
                      const System &labels) {
  for (Diagnosis &each : candidates)
    if (each.test == test)
      each.verdict = result.verdict;
  std::string ignored;
  if (result.verdict == RunVerdict::Error)
    return;
  if (std::optional<TimedTrace> trace =
          translateTrace(result.trace, labels, system))
    addEvidence("t" + std::to_string(test + 1), std::move(*trace), ignored);
}

//===----------------------------------------------------------------------===//
// Step 3: ranking
//===----------------------------------------------------------------------===//

void Debugger::rank() {
  for (Diagnosis &each : candidates) {
    std::unique_ptr<System> faulty = applyEdits(system, mutants[each.mutant]);
    Interpreter interpreter(*faulty);
    // What the interpreter cannot tell refutes nothing.
    each.consistent = llvm::count_if(evidence, [&](const Evidence &seen) {
      return replayCompleted(interpreter, seen.trace).answer !=
             AnswerKind::Violated;
    });
  }
  unsigned most = 0;
  for (const Diagnosis &each : candidates)
    most = std::max(most, each.consistent);
  size_t before = candidates.size();
  if (isExact && most == evidence.size())
    llvm::erase_if(candidates, [&](const Diagnosis &each) {
      return each.consistent < most;
    });
  numRefuted = before - candidates.size();
  // A failing test says more than none, and a short one more than a long one.
  auto getKey = [&](const Diagnosis &each) {
    bool hasFailed = each.verdict == RunVerdict::Fail;
    unsigned length = each.test ? testLengths[*each.test] : ~0u;
    return std::tuple(evidence.size() - each.consistent, !hasFailed, length,
                      each.mutant);
  };
  llvm::sort(candidates, [&](const Diagnosis &a, const Diagnosis &b) {
    return getKey(a) < getKey(b);
  });
}
