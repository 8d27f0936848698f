//===- AgreementTest.cpp - Engines on mutants of all examples ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zones and formulas share no code but the expressions, the interpreter shares
// none with either. All three have to agree on mutants of every example. A
// sample is compared; with TIOGA_ALL_MUTANTS in the environment, all of them,
// which takes hours.
//
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "tioga/Campaign/Replay.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace tioga;

namespace {
constexpr unsigned sampleSize = 6, bound = 4;

class Agreement : public testing::TestWithParam<std::string> {};
} // namespace

/// All timed automata of docs/examples, by path without ending.
static std::vector<std::string> getExamples() {
  std::vector<std::string> names;
  std::error_code error;
  std::string root = TIOGA_SOURCE_DIR "/docs/examples/";
  for (llvm::sys::fs::recursive_directory_iterator it(root, error), end;
       it != end && !error; it.increment(error)) {
    llvm::StringRef path = it->path();
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (path.ends_with(".tioga") && buffer &&
        (*buffer)->getBuffer().contains("automaton "))
      names.push_back(path.drop_front(root.size()).drop_back(6).str());
  }
  llvm::sort(names);
  return names;
}

static void compare(const System &spec, const SystemEdits &edits,
                    const ConformanceResult &zone,
                    const ConformanceResult &formula, llvm::StringRef id,
                    unsigned &numCompared) {
  if (zone.violation) {
    std::string reason;
    EXPECT_NE(ViolationReplay(spec).replay(*zone.violation, edits, reason),
              AnswerKind::Violated)
        << id.str() << ": " << reason;
  }
  if (zone.answer == AnswerKind::Undecided ||
      formula.answer == AnswerKind::Undecided)
    return;
  ++numCompared;
  ASSERT_EQ(toString(zone.answer), toString(formula.answer)) << id.str();
  if (!zone.violation || !formula.violation)
    return;
  EXPECT_EQ(zone.violation->getLength(), formula.violation->getLength())
      << id.str();
  std::string reason;
  EXPECT_NE(ViolationReplay(spec).replay(*formula.violation, edits, reason),
            AnswerKind::Violated)
      << id.str() << ": " << reason;
}

TEST_P(Agreement, OnMutants) {
  Prepared model(GetParam(), "momut");
  if (!model.example.system || model.edits.empty() ||
      model.example.system->hasEnvironment())
    GTEST_SKIP() << "no mutants of a system alone";
  const System &spec = *model.example.system;
  ConformanceOptions options;
  options.bound = bound;
  options.maxStates = 20'000;
  options.timeout = std::chrono::milliseconds(2000);
  BoundedOptions solving;
  solving.limits.timeout = 1000;
  auto zones = createZoneChecker(spec, options);
  auto formulas = createBoundedChecker(spec, options, solving);
  bool all = std::getenv("TIOGA_ALL_MUTANTS") != nullptr;
  size_t step = all ? 1 : std::max<size_t>(1, model.edits.size() / sampleSize);
  unsigned numCompared = 0, numUndecided = 0;
  for (size_t index = step / 2; index < model.edits.size(); index += step) {
    const SystemEdits &edits = model.edits[index];
    ConformanceResult formula = formulas->check(edits);
    compare(spec, edits, zones->check(edits), formula, model.ids[index],
            numCompared);
    // A model that formulas do not decide is not asked about for long.
    numUndecided += formula.answer == AnswerKind::Undecided;
    if (!all && numUndecided >= 2)
      break;
  }
  RecordProperty("compared", int(numCompared));
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

INSTANTIATE_TEST_SUITE_P(Examples, Agreement, testing::ValuesIn(getExamples()),
                         [](const auto &info) {
                           std::string name = info.param;
                           for (char &c : name)
                             c = llvm::isAlnum(c) ? c : '_';
                           return name;
                         });
