//===- ContractTest.cpp - Tests of contracts --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The solver looks for faults, the interpreter builds and runs the tests; here
// both are compared with exhaustive search on random contracts, and with the
// worked examples of the literature.
//
//===----------------------------------------------------------------------===//

#include "Contracts.h"
#include "tioga/Campaign/Campaign.h"
#include "tioga/Campaign/SyncCoverage.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Engine/Encoder/Blame.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"

using namespace tioga;

namespace {
/// A contract with its mutants.
class PreparedContract {
public:
  PreparedContract(std::string text, llvm::StringRef name, bool split,
                   llvm::StringRef operators = "momut")
      : contract(std::move(text), name, split) {
    if (!contract.system)
      return;
    set = contract.mutate(operators);
    OverlayBuilder builder(contract.interface, *contract.system);
    for (const Mutant &mutant : set->mutants) {
      auto edit = builder.build(mutant);
      if (mlir::failed(edit))
        return;
      edits.push_back(std::move(*edit));
      ids.push_back(mutant.id);
    }
  }

  CampaignResult run(MutationStrength strength, unsigned bound,
                     std::string solver = "z3") {
    CampaignOptions options;
    options.sync.solver.solver = std::move(solver);
    options.sync.strength = strength;
    options.sync.bound = bound;
    return runCampaign(*contract.system, edits, ids, {}, options);
  }
  unsigned count(const CampaignResult &result, MutantStatus status) const {
    return llvm::count_if(result.mutants, [&](const MutantResult &each) {
      return each.status == status;
    });
  }

  Contract contract;
  std::unique_ptr<MutantSet> set;
  std::vector<SystemEdits> edits;
  std::vector<llvm::StringRef> ids;
};
} // namespace

//===----------------------------------------------------------------------===//
// The buffer of chapter 8
//===----------------------------------------------------------------------===//

TEST(Contract, BufferHasTheMutantsOfTheLiterature) {
  // 33 of the requirements and 9 of the initial one, in the behaviour view.
  PreparedContract buffer(readExample("buffer/buffer-behaviour"), "Behaviour",
                          false);
  ASSERT_EQ(buffer.edits.size(), 42u);
  CampaignResult weak = buffer.run(MutationStrength::Weak, 4);
  // Table 11.4: none is equivalent. Two ask for a number of elements that is in
  // the range of the source, -2 to 152, but not in this one, and so for
  // nothing.
  EXPECT_EQ(buffer.count(weak, MutantStatus::Killed), 40u);
  EXPECT_EQ(buffer.count(weak, MutantStatus::Equivalent), 2u);
}

TEST(Contract, BufferHasTheStatesOfTheLiterature) {
  // Fig. 7.1: three levels times four inputs, and the requirements that are
  // active on the way v^ - v3 - v5 - v6.
  Contract buffer(readExample("buffer/buffer-behaviour"), "Behaviour", false);
  ASSERT_TRUE(buffer.system);
  Interpreter interpreter(*buffer.system);
  State start;
  start.hasStarted = false;
  std::set<State> seen;
  std::vector<State> open = {start};
  unsigned numSteps = 0;
  while (!open.empty()) {
    State state = std::move(open.back());
    open.pop_back();
    for (bool enq : {false, true})
      for (bool deq : {false, true}) {
        auto steps = interpreter.getSteps(state, {Value(enq), Value(deq)});
        ASSERT_TRUE(steps && steps->isComplete);
        ASSERT_EQ(steps->steps.size(), 1u);
        ++numSteps;
        State next = steps->steps.front().next;
        if (seen.insert(next).second)
          open.push_back(next);
      }
  }
  // Of the twelve states one is not reachable: nothing leaves a buffer full by
  // taking an element out.
  EXPECT_EQ(seen.size(), 11u);
  EXPECT_EQ(numSteps, 12 * 4u);

  auto getActive = [&](State &state, bool enq, bool deq) {
    auto steps = interpreter.getSteps(state, {Value(enq), Value(deq)});
    auto conjuncts = state.hasStarted ? buffer.system->getStepConjuncts()
                                      : buffer.system->getInitialConjuncts();
    std::vector<std::string> ids;
    for (unsigned active : steps->steps.front().active)
      ids.push_back(conjuncts[active].id.str());
    state = steps->steps.front().next;
    return ids;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(getActive(start, true, true), Ids({"R0"}));
  EXPECT_EQ(getActive(start, true, false), Ids({"R1", "R3", "R4"}));
  EXPECT_EQ(getActive(start, true, true), Ids({"R3", "R4", "R5"}));
}

TEST(Contract, EveryTestFailsOnItsMutant) {
  for (const ExampleName &name : contractExamples) {
    PreparedContract example(readExample(name.file), name.contract, true);
    ASSERT_FALSE(example.edits.empty()) << name.file.str();
    CampaignResult result = example.run(MutationStrength::Strong, 4);
    unsigned shown = 0;
    for (auto [index, mutant] : llvm::enumerate(result.mutants)) {
      EXPECT_NE(mutant.status, MutantStatus::Undecided)
          << example.ids[index].str() << ": " << mutant.reason;
      if (!mutant.test)
        continue;
      ++shown;
      const TimedTest &test = result.tests[*mutant.test];
      EXPECT_TRUE(runSyncTest(test, *applyEdits(*example.contract.system,
                                                example.edits[index]))
                      .fail)
          << example.ids[index].str();
    }
    EXPECT_GT(shown, 0u) << name.file.str();
    for (const TimedTest &test : result.tests) {
      SyncVerdicts verdicts = runSyncTest(test, *example.contract.system);
      EXPECT_TRUE(verdicts.pass && !verdicts.fail && !verdicts.isUnknown)
          << name.file.str() << " " << test.name;
    }
  }
}

TEST(Contract, PurposeOfTheBuffer) {
  Contract buffer(readExample("buffer/buffer"), "Buffer", false);
  ASSERT_TRUE(buffer.system);
  std::string error;
  Expr full = parseGoal("F", *buffer.system, error);
  ASSERT_TRUE(full) << error;
  std::unique_ptr<System> views = selectViews(*buffer.system, full);
  ASSERT_TRUE(views);
  SyncCampaignOptions options;
  PurposeAnswer answer = reachPurpose(*views, full, options);
  ASSERT_EQ(answer.answer, AnswerKind::Violated);
  // One step to start, two to fill.
  ASSERT_EQ(answer.inputs.size(), 3u);
  std::string reason;
  std::optional<TimedTest> test =
      buildSyncTest(answer.inputs, *buffer.system, reason);
  ASSERT_TRUE(test) << reason;
  // It judges the power, too: three of four values at each step.
  ASSERT_EQ(test->states.size(), 4u);
  for (unsigned step : {1u, 2u})
    EXPECT_EQ(test->states[step].moves.front().outputs.size(), 3u);
  // In sequence: full, and then empty again.
  Expr empty = parseGoal("E", *buffer.system, error);
  answer = reachPurpose(*buffer.system, {full, empty}, options);
  ASSERT_EQ(answer.answer, AnswerKind::Violated);
  EXPECT_EQ(answer.inputs.size(), 5u);
}

TEST(Contract, BlameOfTheBuffer) {
  // Example 8.6, corrected: filled with one element, it says E and F are both
  // false; the second one is not counted.
  Contract buffer(readExample("buffer/buffer-behaviour"), "Behaviour", false);
  ASSERT_TRUE(buffer.system);
  std::string error;
  std::optional<ObservedRun> run =
      parseObservedRun("enq=true deq=true E=true F=false\n"
                       "enq=true deq=false E=false F=false\n"
                       "enq=true deq=false E=false F=false\n",
                       *buffer.system, error);
  ASSERT_TRUE(run) << error;
  Blame blame = explainViolation(*buffer.system, *run);
  ASSERT_EQ(blame.answer, AnswerKind::Violated) << blame.reason;
  auto getSets = [&](llvm::ArrayRef<BlamedContracts> sets) {
    std::set<std::set<std::string>> result;
    for (const BlamedContracts &set : sets) {
      std::set<std::string> ids;
      for (unsigned index : set.contracts)
        ids.insert(buffer.system->getStepConjuncts()[index].id.str());
      result.insert(ids);
    }
    return result;
  };
  using Sets = std::set<std::set<std::string>>;
  EXPECT_EQ(getSets(blame.all), (Sets{{"R4"}, {"R1", "R3"}, {"R1"}}));
  EXPECT_EQ(getSets(blame.minimal), (Sets{{"R4"}, {"R1"}}));
}

TEST(Contract, SplittingKeepsTheSteps) {
  for (const ExampleName &name : contractExamples) {
    Contract whole(readExample(name.file), name.contract, false);
    Contract parts(readExample(name.file), name.contract, true);
    ASSERT_TRUE(whole.system && parts.system);
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      Interpreter first(*whole.system), second(*parts.system);
      Decided<Walk> walk = walkAtRandom(first, 6, seed);
      ASSERT_TRUE(bool(walk));
      for (size_t i = 0; i + 1 < walk->states.size(); ++i) {
        std::vector<Value> values = walk->states[i + 1].values;
        // What is allowed, and what is allowed after one value has changed.
        for (size_t changed = 0; changed <= values.size(); ++changed) {
          std::vector<Value> other = values;
          if (changed < values.size())
            other[changed] =
                getFirstValue(whole.system->getVariables()[changed].type);
          Decided<bool> a = first.isStep(walk->states[i], other);
          Decided<bool> b = second.isStep(walk->states[i], other);
          ASSERT_TRUE(bool(a) && bool(b));
          EXPECT_EQ(*a, *b) << name.file.str();
        }
      }
    }
  }
}

TEST(Contract, CoverageTriggersAll) {
  Contract engine(readExample("safing-engine/safing-engine"), "SafingEngine",
                  false);
  ASSERT_TRUE(engine.system);
  SyncCampaignOptions options;
  CoveringInputs each =
      coverContracts(*engine.system, RequirementCoverage::Each, options);
  EXPECT_EQ(each.numCovered, engine.system->getInitialConjuncts().size() +
                                 engine.system->getStepConjuncts().size());
  EXPECT_TRUE(each.tooDeep.empty() && each.unreachable.empty());
  CoveringInputs pairs =
      coverContracts(*engine.system, RequirementCoverage::Pairs, options);
  EXPECT_GT(pairs.numCovered, each.numCovered);
  EXPECT_FALSE(pairs.unreachable.empty());
  EXPECT_TRUE(pairs.undecided.empty());
}

//===----------------------------------------------------------------------===//
// Random contracts
//===----------------------------------------------------------------------===//

/// Whether a contract has some answer to the inputs of a step.
static bool hasAnswer(const SyncObserver &before, const System &contract,
                      ObservedStep step) {
  for (auto [value, variable] : llvm::zip(step, contract.getVariables()))
    if (variable.owner != Owner::Input)
      value.reset();
  SyncObserver observer = before;
  return observer.observe(step) == AnswerKind::Holds;
}

/// All runs of a system with at most `bound` steps: whether some observation is
/// one that the contract does not allow.
static bool canShow(const System &mutant, const System &contract,
                    unsigned bound) {
  struct Entry {
    State state;
    SyncObserver observer;
    unsigned depth;
  };
  Interpreter interpreter(mutant);
  State start;
  start.hasStarted = false;
  std::vector<Entry> open = {{start, SyncObserver(contract), 0}};
  while (!open.empty()) {
    Entry entry = std::move(open.back());
    open.pop_back();
    if (entry.depth == bound)
      continue;
    ObservedStep free(mutant.getVariables().size());
    Decided<SyncSteps> steps = interpreter.getMatchingSteps(entry.state, free);
    EXPECT_TRUE(steps && steps->isComplete);
    for (const SyncStep &step : steps->steps) {
      ObservedStep seen(free.size());
      for (auto [index, variable] : llvm::enumerate(mutant.getVariables()))
        if (variable.owner != Owner::Hidden)
          seen[index] = step.next.values[index];
      SyncObserver observer = entry.observer;
      if (observer.observe(seen) == AnswerKind::Violated) {
        if (hasAnswer(entry.observer, contract, seen))
          return true;
        continue;
      }
      open.push_back({step.next, std::move(observer), entry.depth + 1});
    }
  }
  return false;
}

TEST(Contract, StrongKillsAreAllKills) {
  unsigned killed = 0, others = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    PreparedContract random(makeRandomContract(seed), "Random", false);
    ASSERT_TRUE(random.contract.system) << makeRandomContract(seed);
    const unsigned bound = 2;
    CampaignResult result = random.run(MutationStrength::Strong, bound);
    for (auto [index, mutant] : llvm::enumerate(result.mutants)) {
      ASSERT_NE(mutant.status, MutantStatus::Undecided) << mutant.reason;
      bool isKilled = mutant.status == MutantStatus::Killed;
      std::unique_ptr<System> changed =
          applyEdits(*random.contract.system, random.edits[index]);
      EXPECT_EQ(isKilled, canShow(*changed, *random.contract.system, bound))
          << seed << " " << random.ids[index].str();
      ++(isKilled ? killed : others);
    }
  }
  EXPECT_GT(killed, 50u);
  EXPECT_GT(others, 10u);
}

TEST(Contract, SolversAgree) {
  if (!llvm::sys::findProgramByName("cvc5"))
    GTEST_SKIP() << "cvc5 is not installed";
  // No question has quantifiers, however many steps there are.
  PreparedContract buffer(readExample("buffer/buffer-behaviour"), "Behaviour",
                          false);
  PreparedContract random(makeRandomContract(4), "Random", false);
  for (PreparedContract *contract : {&buffer, &random})
    for (MutationStrength strength :
         {MutationStrength::Weak, MutationStrength::Strong}) {
      CampaignResult expected = contract->run(strength, 4);
      CampaignResult result = contract->run(strength, 4, "cvc5");
      for (size_t i = 0; i < expected.mutants.size(); ++i) {
        EXPECT_EQ(result.mutants[i].status, expected.mutants[i].status)
            << contract->ids[i].str() << result.mutants[i].reason;
        EXPECT_EQ(result.mutants[i].length, expected.mutants[i].length);
      }
    }
}

TEST(Contract, MonitorsAgree) {
  unsigned numViolated = 0, numAllowed = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Contract random(makeRandomContract(seed), "Random", false);
    ASSERT_TRUE(random.system);
    Interpreter interpreter(*random.system);
    Decided<Walk> walk = walkAtRandom(interpreter, 4, seed);
    ASSERT_TRUE(bool(walk));
    std::mt19937_64 generator(seed);
    ObservedRun run;
    for (size_t i = 1; i < walk->states.size(); ++i) {
      ObservedStep &step =
          run.emplace_back(random.system->getVariables().size());
      for (auto [index, variable] :
           llvm::enumerate(random.system->getVariables())) {
        if (variable.owner == Owner::Hidden)
          continue;
        step[index] = walk->states[i].values[index];
        // Now and then another value.
        std::vector<Value> values = *enumerateDomain(variable.type, 8);
        if (variable.owner == Owner::Output && generator() % 4 == 0)
          step[index] = values[generator() % values.size()];
      }
    }
    SyncObserver observer(*random.system);
    AnswerKind expected = AnswerKind::Holds;
    unsigned position = 0;
    for (; position < run.size() && expected == AnswerKind::Holds;)
      if ((expected = observer.observe(run[position])) == AnswerKind::Holds)
        ++position;
    ObservedAnswer solved = checkObservedRun(*random.system, run);
    EXPECT_EQ(solved.answer, expected) << seed;
    ++(expected == AnswerKind::Holds ? numAllowed : numViolated);
    if (expected != AnswerKind::Violated)
      continue;
    EXPECT_EQ(solved.position, position) << seed;
    ObservedRun prefix(run.begin(), run.begin() + position + 1);
    Blame blame = explainViolation(*random.system, prefix);
    EXPECT_EQ(blame.answer, AnswerKind::Violated);
    ASSERT_FALSE(blame.minimal.empty()) << seed;
    // No set contains another one, and all are among those of all.
    for (const BlamedContracts &a : blame.minimal)
      for (const BlamedContracts &b : blame.all)
        if (a.contracts != b.contracts)
          EXPECT_FALSE(std::includes(a.contracts.begin(), a.contracts.end(),
                                     b.contracts.begin(), b.contracts.end()))
              << seed;
  }
  EXPECT_GT(numViolated, 5u);
  EXPECT_GT(numAllowed, 5u);
}
