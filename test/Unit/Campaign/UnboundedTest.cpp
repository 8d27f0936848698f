//===- UnboundedTest.cpp - Contracts with infinitely many states *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What formulas say where the interpreter cannot enumerate is compared with the
// interpreter on contracts that differ only in the type of a hidden variable;
// explicit ticks are compared with symbolic ones.
//
//===----------------------------------------------------------------------===//

#include "Contracts.h"
#include "tioga/Campaign/SyncTest.h"
#include "gtest/gtest.h"

using namespace tioga;

/// The same contract with a hidden integer that requirements keep in its range.
static std::string widen(std::string text) {
  llvm::StringRef narrow = "hidden k : 0..2;\n";
  size_t place = text.find(narrow.str());
  if (place == std::string::npos)
    return "";
  text.replace(place, narrow.size(),
               "hidden k : int;\n  initially W: 0 <= k' && k' <= 2;\n"
               "  require W: guarantee 0 <= k' && k' <= 2;\n");
  return text;
}

/// A sequence of inputs that is the same for the same seed everywhere.
static InputSequence makeInputs(uint64_t seed, unsigned length) {
  std::mt19937_64 random(seed);
  InputSequence inputs(length);
  for (std::vector<Value> &values : inputs)
    for (int i = 0; i < 2; ++i)
      values.push_back(Value(random() % 2 == 0));
  return inputs;
}

TEST(Unbounded, FormulasBuildTheSameTests) {
  unsigned numTests = 0, numWithout = 0, numFails = 0, numOthers = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    std::string text = makeRandomContract(seed);
    std::string wide = widen(text);
    if (wide.empty())
      continue;
    Contract bounded(text, "Random", false);
    Contract unbounded(wide, "Random", false);
    Contract other(makeRandomContract(seed + 100), "Random", false);
    std::string wideOther = widen(makeRandomContract(seed + 100));
    ASSERT_TRUE(bounded.system && unbounded.system) << wide;
    InputSequence inputs = makeInputs(seed, 3);
    std::string reason;
    auto expected = buildSyncTest(inputs, *bounded.system, reason);
    auto test = buildSyncTest(inputs, *unbounded.system, reason);
    ASSERT_EQ(expected.has_value(), test.has_value()) << seed << reason;
    ++(test ? numTests : numWithout);
    if (!test)
      continue;
    // Where the interpreter knows states, formulas know words: the tests may
    // differ in their shape before nodes are merged, but not behind it.
    EXPECT_TRUE(test->isSameAs(*expected)) << seed;
    if (wideOther.empty())
      continue;
    Contract unboundedOther(wideOther, "Random", false);
    ASSERT_TRUE(other.system && unboundedOther.system);
    SyncVerdicts known = runSyncTest(*expected, *other.system);
    SyncVerdicts verdicts = runSyncTest(*test, *unboundedOther.system);
    EXPECT_EQ(known.pass, verdicts.pass) << seed;
    EXPECT_EQ(known.fail, verdicts.fail) << seed;
    EXPECT_EQ(known.failsCertainly(), verdicts.failsCertainly()) << seed;
    ++(known.fail ? numFails : numOthers);
  }
  EXPECT_GT(numTests, 5u);
  EXPECT_GT(numFails, 2u);
}

//===----------------------------------------------------------------------===//
// Explicit and symbolic ticks
//===----------------------------------------------------------------------===//

namespace {
/// A deterministic contract that runs.
class Machine {
public:
  Machine(llvm::StringRef file, llvm::StringRef name)
      : contract(readExample(("car-alarm/car-alarm-" + file).str()) +
                     "\ninstance Short = " + name.str() + "(2, 3, 7);\n",
                 "Short", false),
        interpreter(*contract.system) {
    state.hasStarted = false;
  }

  void step(llvm::ArrayRef<Value> inputs) {
    Decided<SyncSteps> steps = interpreter.getSteps(state, inputs);
    ASSERT_TRUE(bool(steps));
    ASSERT_TRUE(steps->isComplete);
    ASSERT_EQ(steps->steps.size(), 1u);
    state = steps->steps.front().next;
  }
  const Value &get(llvm::StringRef name) {
    return state.values[contract.system->lookup(name)->index];
  }
  int64_t getTime() { return get("current").getNumber().getNumerator(); }

private:
  Contract contract;
  Interpreter interpreter;
  State state;
};
} // namespace

TEST(Unbounded, ExplicitAndSymbolicTicksAgree) {
  unsigned numChanges = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Machine everySecond("single-clock", "CarAlarmSingleClock");
    Machine waiting("waiting", "CarAlarmWaiting");
    std::mt19937_64 random(seed);
    std::vector<Value> last;
    int64_t before = 0;
    for (unsigned step = 0; step < 30; ++step) {
      // Mostly locked, so that alarms get far. A car that is closed at the end
      // of an alarm reacts one step later, which is a second here, and as long
      // as is waited there: symbolic ticks freeze what is not a timer.
      bool isAlarm = step > 0 && waiting.get("flash").getBool();
      std::vector<Value> inputs = {Value(!isAlarm && random() % 3 != 0),
                                   Value(random() % 6 != 0)};
      std::vector<Value> withDelay = inputs;
      withDelay.push_back(Value(Rational(1 + int64_t(random() % 9))));
      ASSERT_NO_FATAL_FAILURE(waiting.step(withDelay));
      // The seconds in which nothing new is asked for.
      int64_t passed = step == 0 ? 0 : waiting.getTime() - before;
      before = waiting.getTime();
      for (int64_t second = 1; second < passed; ++second)
        ASSERT_NO_FATAL_FAILURE(everySecond.step(last));
      ASSERT_NO_FATAL_FAILURE(everySecond.step(inputs));
      for (llvm::StringRef output : {"armed", "flash", "sound", "current"})
        ASSERT_EQ(waiting.get(output), everySecond.get(output))
            << seed << " " << step << " " << output.str();
      numChanges += waiting.get("flash").getBool();
      last = inputs;
    }
  }
  EXPECT_GT(numChanges, 50u);
}
