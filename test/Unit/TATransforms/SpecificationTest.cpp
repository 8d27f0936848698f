//===- SpecificationTest.cpp - Laws of specification theory -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The theorems of the theory, on random specifications with fixed seeds. The
// operators, the game and the refinement checker have little in common, so that
// a law that holds throughout is evidence for all of them.
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/TA/Transforms/Specifications.h"
#include "tioga/Engine/Conformance.h"
#include "tioga/InitAllDialects.h"
#include "gtest/gtest.h"
#include <random>

using namespace tioga;

namespace {

constexpr unsigned numSeeds = 40;

/// One deterministic automaton: for each location and label one edge, or two
/// with complementary guards.
std::string makeSpecification(uint64_t seed, const std::string &name,
                              const std::vector<std::string> &inputs,
                              const std::vector<std::string> &outputs) {
  std::minstd_rand random(unsigned(seed * 7919 + name.size()));
  auto below = [&](unsigned bound) { return unsigned(random() % bound); };
  constexpr unsigned numLocations = 3;
  std::string text = "ta.network @" + name + " {\n";
  for (const std::string &label : inputs)
    text += "tioga.label " + label + " input\n";
  for (const std::string &label : outputs)
    text += "tioga.label " + label + " output\n";
  text += "ta.automaton @" + name + " initial @L0 {\ntioga.clock x\n";
  for (unsigned i = 0; i < numLocations; ++i) {
    text += "ta.location @L" + std::to_string(i);
    if (below(2))
      text += " invariant \"x <= " + std::to_string(1 + below(4)) + "\"";
    text += "\n";
  }
  auto addEdges = [&](unsigned from, const std::string &direction,
                      const std::string &label) {
    std::string bound = std::to_string(1 + below(3));
    for (const char *comparison : {"<=", ">"}) {
      if (below(3) == 0)
        continue;
      text += "ta.edge @L" + std::to_string(from) + " -> @L" +
              std::to_string(below(numLocations)) + " " + direction + " " +
              label + " guard \"x " + comparison + " " + bound + "\"";
      if (below(2))
        text += " do \"x := 0\"";
      text += "\n";
    }
  };
  for (unsigned from = 0; from < numLocations; ++from) {
    for (const std::string &label : inputs)
      addEdges(from, "receive", label);
    for (const std::string &label : outputs)
      addEdges(from, "send", label);
  }
  return text + "}\n}\n";
}

class SpecificationTest : public ::testing::Test {
protected:
  SpecificationTest() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.disableMultithreading();
    context.getDiagEngine().registerHandler(
        [](mlir::Diagnostic &) { return mlir::success(); });
    module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  }

  /// Complete and pruned; null if it has no implementation.
  ta::NetworkOp make(uint64_t seed, const std::string &name,
                     const std::vector<std::string> &inputs,
                     const std::vector<std::string> &outputs) {
    auto parsed = mlir::parseSourceString<mlir::ModuleOp>(
        makeSpecification(seed, name, inputs, outputs), &context);
    EXPECT_TRUE(bool(parsed));
    auto network = *parsed->getOps<ta::NetworkOp>().begin();
    network->remove();
    module->push_back(network);
    EXPECT_TRUE(mlir::succeeded(ta::completeInputs(network)));
    return prune(network);
  }

  ta::NetworkOp prune(ta::NetworkOp network) {
    auto result = ta::pruneInconsistent(network);
    EXPECT_TRUE(mlir::succeeded(result));
    EXPECT_NE(result->kind, ta::Pruned::Undecided)
        << result->explanation.reason;
    return result->kind == ta::Pruned::Consistent ? network : nullptr;
  }

  ta::NetworkOp apply(ta::SpecificationOperator op, ta::NetworkOp a,
                      ta::NetworkOp b) {
    auto result =
        ta::applyOperator(op, a, b, "R" + std::to_string(numResults++));
    EXPECT_TRUE(mlir::succeeded(result));
    return prune(*result);
  }

  std::unique_ptr<System> load(ta::NetworkOp network) {
    auto copy = mlir::cast<ta::NetworkOp>(network->clone());
    module->push_back(copy);
    auto converted = convertToSTS(copy);
    EXPECT_TRUE(mlir::succeeded(converted));
    auto system = System::load(*converted);
    EXPECT_TRUE(mlir::succeeded(system));
    return std::move(*system);
  }

  AnswerKind refines(ta::NetworkOp left, ta::NetworkOp right) {
    std::unique_ptr<System> impl = load(left), spec = load(right);
    ConformanceOptions options;
    options.relation = Relation::Refines;
    options.maxStates = 20000;
    options.timeout = std::chrono::seconds(5);
    return checkConformance(*spec, *impl, options).answer;
  }

  void clear() {
    module->getBody()->clear();
    numResults = 0;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  unsigned numResults = 0;
};

TEST_F(SpecificationTest, ConjunctionRefinesBoth) {
  unsigned numChecked = 0;
  for (unsigned seed = 0; seed < numSeeds; ++seed, clear()) {
    ta::NetworkOp a = make(seed, "A", {"i"}, {"o"});
    ta::NetworkOp b = make(seed, "Bb", {"i"}, {"o"});
    if (!a || !b)
      continue;
    EXPECT_EQ(refines(a, a), AnswerKind::Holds) << seed;
    if (ta::NetworkOp both =
            apply(ta::SpecificationOperator::Conjunction, a, b)) {
      // A product may be too large for the limit; then nothing is known.
      AnswerKind first = refines(both, a), second = refines(both, b);
      EXPECT_NE(first, AnswerKind::Violated) << seed;
      EXPECT_NE(second, AnswerKind::Violated) << seed;
      numChecked += first == AnswerKind::Holds && second == AnswerKind::Holds;
      // The greatest lower bound: nothing changes for what is below already.
      if (refines(a, b) == AnswerKind::Holds)
        EXPECT_EQ(refines(a, both), AnswerKind::Holds) << seed;
    }
  }
  EXPECT_GE(numChecked, 5u);
}

TEST_F(SpecificationTest, PruningLeavesNothingToPrune) {
  unsigned numChecked = 0;
  for (unsigned seed = 0; seed < numSeeds; ++seed, clear()) {
    ta::NetworkOp a = make(seed, "A", {"i"}, {"o", "p"});
    if (!a)
      continue;
    ++numChecked;
    std::unique_ptr<System> once = load(a);
    EXPECT_EQ(checkSpecification(*once).answer, AnswerKind::Holds) << seed;
    ta::NetworkOp twice = prune(mlir::cast<ta::NetworkOp>(a->clone()));
    ASSERT_TRUE(twice) << seed;
    module->push_back(twice);
    EXPECT_EQ(refines(a, twice), AnswerKind::Holds) << seed;
    EXPECT_EQ(refines(twice, a), AnswerKind::Holds) << seed;
  }
  EXPECT_GE(numChecked, 5u);
}

TEST_F(SpecificationTest, QuotientIsTheRightAdjoint) {
  unsigned numChecked = 0, numAgreed = 0;
  for (unsigned seed = 0; seed < numSeeds; ++seed, clear()) {
    ta::NetworkOp whole = make(seed, "T", {"i"}, {"o", "p"});
    ta::NetworkOp part = make(seed, "Ss", {"i"}, {"o"});
    ta::NetworkOp other = make(seed, "Xxx", {"i", "o"}, {"p"});
    if (!whole || !part)
      continue;
    ta::NetworkOp rest =
        apply(ta::SpecificationOperator::Quotient, whole, part);
    if (!rest)
      continue;
    ta::NetworkOp together =
        apply(ta::SpecificationOperator::Composition, part, rest);
    ASSERT_TRUE(together) << seed;
    ++numChecked;
    EXPECT_NE(refines(together, whole), AnswerKind::Violated) << seed;
    if (!other)
      continue;
    ta::NetworkOp composed =
        apply(ta::SpecificationOperator::Composition, part, other);
    ASSERT_TRUE(composed) << seed;
    AnswerKind direct = refines(other, rest);
    AnswerKind transposed = refines(composed, whole);
    if (direct != AnswerKind::Undecided &&
        transposed != AnswerKind::Undecided) {
      ++numAgreed;
      EXPECT_EQ(direct, transposed) << seed;
    }
  }
  EXPECT_GE(numChecked, 3u);
  EXPECT_GE(numAgreed, 1u);
}

} // namespace
