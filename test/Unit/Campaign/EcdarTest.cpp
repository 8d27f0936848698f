//===- EcdarTest.cpp - How many mutants do not refine -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of test cases for two models of Ecdar's test extension, as two
// other programs have computed them: mutants in which two transitions with one
// label are ever enabled together are discarded, the others are completed and
// checked for refinement.
//
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "gtest/gtest.h"
#include <map>

using namespace tioga;

/// By operator: mutants, and those of them that get a test case.
using Numbers = std::map<std::string, std::pair<unsigned, unsigned>>;

/// Whether two transitions have one label and start in one location.
static bool hasChoices(const System &system) {
  llvm::ArrayRef<SystemTransition> transitions = system.getTransitions();
  for (const SystemTransition &a : transitions)
    for (const SystemTransition &b : transitions)
      if (&a != &b && a.label == b.label &&
          a.moves.front().from == b.moves.front().from)
        return true;
  return false;
}

static Numbers count(llvm::StringRef file, llvm::StringRef operators) {
  Prepared model(file, operators);
  const System &spec = *model.example.system;
  ConformanceOptions options;
  options.relation = Relation::Refines;
  options.completion = Completion::Ignore;
  options.timelock = Timelock::Conform;
  auto checker = createZoneChecker(spec, options);
  Numbers numbers;
  for (auto [index, edits] : llvm::enumerate(model.edits)) {
    auto &[mutants, cases] = numbers[model.ids[index].split('/').first.str()];
    ++mutants;
    ConformanceResult result = checker->check(edits);
    // A violation may be found before there is a choice.
    std::unique_ptr<System> mutated = applyEdits(spec, edits);
    cases += result.answer == AnswerKind::Violated &&
             !(hasChoices(*mutated) && findNondeterminism(*mutated));
    if (result.answer == AnswerKind::Undecided)
      EXPECT_TRUE(llvm::StringRef(result.reason).starts_with("nondeterm"))
          << result.reason;
  }
  return numbers;
}

TEST(Ecdar, Retailer) {
  Numbers expected = {
      {"change-source", {4, 2}},         {"change-target", {4, 4}},
      {"change-action", {5, 3}},         {"change-invariant", {1, 1}},
      {"sink-location", {4, 4}},         {"invert-reset", {4, 4}},
      {"change-input", {3, 0}},          {"change-guard-constant", {8, 4}},
      {"change-clock-operator", {4, 4}}, {"change-variable-operator", {5, 3}},
      {"change-update", {6, 1}}};
  EXPECT_EQ(count("retailer/retailer", "ecdar"), expected);
}

TEST(Ecdar, CarAlarm) {
  Numbers expected = {{"change-source", {325, 205}},
                      {"change-target", {325, 294}},
                      {"change-action", {139, 137}},
                      {"change-invariant", {9, 9}},
                      {"sink-location", {25, 25}},
                      {"invert-reset", {25, 12}},
                      {"change-input", {86, 30}},
                      {"change-guard-constant", {28, 13}},
                      {"change-clock-operator", {10, 8}},
                      {"change-variable-operator", {25, 12}},
                      {"change-update", {95, 7}}};
  EXPECT_EQ(count("ecdar-car-alarm/ecdar-car-alarm", "ecdar"), expected);
}
