//===- RefinementTest.cpp - Refinement and other properties -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "RandomContracts.h"
#include "mlir/Parser/Parser.h"
#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Engine/ContractChecks.h"
#include "tioga/InitAllDialects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <deque>
#include <map>
#include <set>

using namespace tioga;

namespace {

using Values = std::vector<Value>;
using Successors = std::map<Values, std::set<Values>>;

/// The steps of a contract as the interpreter knows them, by observation.
class Explicit {
public:
  explicit Explicit(const System &system)
      : system(system), interpreter(system),
        inputs(models::enumerateValues(
            system, [](Owner owner) { return owner == Owner::Input; })) {}

  /// What may be observed after the states, and the states behind it. Without
  /// states, of the first step.
  Successors getSuccessors(const std::set<Values> *states) {
    if (!states)
      return getSteps(**interpreter.getInitialState());
    Successors result;
    for (const Values &values : *states) {
      auto [it, inserted] = memo.try_emplace(values);
      if (inserted) {
        State state = **interpreter.getInitialState();
        state.values = values;
        state.hasStarted = true;
        it->second = getSteps(state);
      }
      for (const auto &[observed, targets] : it->second)
        result[observed].insert(targets.begin(), targets.end());
    }
    return result;
  }

private:
  Successors getSteps(const State &state) {
    Successors result;
    for (const Values &input : inputs) {
      auto steps = interpreter.getSteps(state, input);
      for (const SyncStep &step : steps->steps) {
        Values observed;
        for (auto [variable, value] :
             llvm::zip(system.getVariables(), step.next.values))
          if (variable.owner != Owner::Hidden)
            observed.push_back(value);
        result[observed].insert(step.next.values);
      }
    }
    return result;
  }

  const System &system;
  Interpreter interpreter;
  std::vector<Values> inputs;
  std::map<Values, Successors> memo;
};

/// The length of a shortest observation that the specification lacks.
std::optional<unsigned> findDifference(const System &spec, const System &impl) {
  Explicit specSteps(spec), implSteps(impl);
  struct Node {
    std::set<Values> spec, impl;
    unsigned depth;
  };
  std::deque<Node> queue;
  std::set<std::pair<std::set<Values>, std::set<Values>>> seen;
  auto expand = [&](const Node *node) {
    Successors allowed = specSteps.getSuccessors(node ? &node->spec : nullptr);
    Successors shown = implSteps.getSuccessors(node ? &node->impl : nullptr);
    for (const auto &[observed, targets] : shown) {
      auto found = allowed.find(observed);
      if (found == allowed.end())
        return true;
      if (seen.insert({found->second, targets}).second)
        queue.push_back({found->second, targets, node ? node->depth + 1 : 1});
    }
    return false;
  };
  if (expand(nullptr))
    return 1;
  while (!queue.empty()) {
    Node node = std::move(queue.front());
    queue.pop_front();
    if (expand(&node))
      return node.depth + 1;
  }
  return std::nullopt;
}

/// Two contracts in one context: types are compared.
class Pair {
public:
  Pair(llvm::StringRef specText, llvm::StringRef implText) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    all = mlir::parseSourceString<mlir::ModuleOp>(
        ("module { module {" + specText + "} module {" + implText + "} }")
            .str(),
        &context);
    if (!all)
      return;
    for (auto inner : all->getOps<mlir::ModuleOp>())
      for (auto interface :
           llvm::make_early_inc_range(inner.getOps<contract::InterfaceOp>()))
        if (auto converted = convertToSTS(interface);
            mlir::succeeded(converted))
          if (auto system = System::load(*converted); mlir::succeeded(system))
            systems.push_back(std::move(*system));
  }

  explicit operator bool() const { return systems.size() == 2; }
  const System &getSpec() const { return *systems[0]; }
  const System &getImpl() const { return *systems[1]; }

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> all;
  std::vector<std::unique_ptr<System>> systems;
};

/// The same contract without some of its lines that begin with `contract.`.
std::string dropLine(llvm::StringRef text, unsigned number) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  std::string result;
  unsigned count = 0;
  for (llvm::StringRef line : lines)
    if (!line.ltrim().starts_with("contract.re") || count++ != number)
      result += (line + "\n").str();
  return result;
}

TEST(Refinement, AgreesWithInterpreterAndFormulas) {
  std::mt19937 random(11);
  std::map<std::string, unsigned> methods;
  unsigned numViolated = 0, numHolds = 0, numDeep = 0;
  for (unsigned round = 0; round < 40; ++round) {
    bool hidden = round % 4 != 0;
    std::string text = models::makeRandomContract(random, 5, hidden);
    // Every second time the specification has fewer requirements.
    std::string other = dropLine(text, random() % 5);
    if (round % 2 == 0)
      std::swap(text, other);
    Pair pair(other, text);
    ASSERT_TRUE(pair) << text;
    const System &spec = pair.getSpec(), &impl = pair.getImpl();
    std::optional<unsigned> expected = findDifference(spec, impl);
    RefinementResult result = refines(spec, impl);
    ASSERT_EQ(result.answer,
              expected ? AnswerKind::Violated : AnswerKind::Holds)
        << other << text << result.reason;
    ++methods[result.method];
    if (expected) {
      ++numViolated;
      numDeep += *expected > 2;
      EXPECT_EQ(result.trace.size(), *expected) << other << text;
    } else {
      ++numHolds;
    }
    if (round >= 12)
      continue;
    SyncAnswer bounded = refinesBounded(spec, impl, 2);
    ASSERT_EQ(bounded.answer, expected && *expected <= 2 ? AnswerKind::Violated
                                                         : AnswerKind::Holds)
        << other << text << bounded.reason;
  }
  EXPECT_GT(numViolated, 8u);
  EXPECT_GT(numHolds, 8u);
  EXPECT_GT(numDeep, 0u);
  EXPECT_GT(methods["simulation"], 0u);
  EXPECT_GT(methods["product"], 0u);
  EXPECT_GT(methods["subsets"], 0u);
}

/// The hidden value is guessed one step before it shows: there is no
/// simulation, but the observations are the same.
constexpr const char *late = R"(
contract.interface @Late {
  tioga.var input i : !tioga.bool
  tioga.var output o : !tioga.bool
  contract.initially "R0" guarantee "!o'"
}
)";
constexpr const char *early = R"(
contract.interface @Early {
  tioga.var input i : !tioga.bool
  tioga.var output o : !tioga.bool
  tioga.var hidden next : !tioga.bool
  contract.initially "R0" guarantee "!o'"
  contract.require "R1" guarantee "o' <=> next"
}
)";

TEST(Refinement, NeedsSubsetsWhereHiddenValuesAreGuessed) {
  Pair pair(early, late);
  ASSERT_TRUE(pair);
  const System &b = pair.getSpec(), &a = pair.getImpl();
  RefinementResult result = refines(b, a);
  EXPECT_EQ(result.answer, AnswerKind::Holds) << result.reason;
  EXPECT_EQ(result.method, "subsets");
  RefinementOptions options;
  options.maxSets = 0;
  EXPECT_EQ(refines(b, a, options).answer, AnswerKind::Undecided);
  EXPECT_EQ(refines(a, b).method, "simulation");
}

TEST(Refinement, IsNeverDecidedByALimit) {
  Pair pair(early, late);
  ASSERT_TRUE(pair);
  RefinementOptions options;
  unsigned numUndecided = 0;
  for (options.maxNodes = 2; options.maxNodes < 200; ++options.maxNodes) {
    AnswerKind answer = refines(pair.getSpec(), pair.getImpl(), options).answer;
    EXPECT_NE(answer, AnswerKind::Violated) << options.maxNodes;
    numUndecided += answer == AnswerKind::Undecided;
  }
  EXPECT_GT(numUndecided, 10u);
}

TEST(ContractProperties, AgreeWithInterpreter) {
  std::mt19937 random(12);
  unsigned numDeterministic = 0, numOther = 0;
  for (unsigned round = 0; round < 60; ++round) {
    std::string text =
        models::makeRandomContract(random, 6 + round % 6, round % 2 == 0);
    models::Model model(text);
    ASSERT_TRUE(model) << text;
    PropertyResult result =
        checkProperty(*model, ContractProperty::Deterministic);
    // All reachable states, and whether an input has two answers there.
    Interpreter interpreter(*model);
    auto inputs = models::enumerateValues(
        *model, [](Owner owner) { return owner == Owner::Input; });
    std::set<Values> seen;
    std::deque<State> queue = {**interpreter.getInitialState()};
    bool isDeterministic = true;
    while (!queue.empty()) {
      State state = queue.front();
      queue.pop_front();
      for (const Values &input : inputs) {
        auto steps = interpreter.getSteps(state, input);
        isDeterministic &= steps->steps.size() <= 1;
        for (const SyncStep &step : steps->steps)
          if (seen.insert(step.next.values).second) {
            queue.push_back(step.next);
            queue.back().hasStarted = true;
          }
      }
    }
    ASSERT_EQ(result.answer,
              isDeterministic ? AnswerKind::Holds : AnswerKind::Violated)
        << text;
    (isDeterministic ? numDeterministic : numOther)++;
    if (isDeterministic)
      continue;
    State state = **interpreter.getInitialState();
    for (const Values &values : result.run) {
      ASSERT_TRUE(*interpreter.isStep(state, values)) << text;
      state.values = values;
      state.hasStarted = true;
    }
    ASSERT_EQ(result.answers.size(), 2u) << text;
    EXPECT_NE(result.answers[0], result.answers[1]);
    for (const Values &answer : result.answers)
      EXPECT_TRUE(*interpreter.isStep(state, answer)) << text;
  }
  EXPECT_GT(numOther, 20u);
}

} // namespace
