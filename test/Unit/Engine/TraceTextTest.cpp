//===- TraceTextTest.cpp - Traces that people write -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/TraceText.h"
#include "Models.h"
#include "tioga/Engine/Interpreter.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace tioga;
using namespace tioga::models;

namespace {

const char *const tank = R"mlir(
  action.system @Tank {
    tioga.var level : !tioga.range<0, 10>
    tioga.var seen : !tioga.set<!tioga.range<0, 3>>
    tioga.label fill input(n : !tioga.range<0, 4>, b : !tioga.bool)
    tioga.label note output(s : !tioga.set<!tioga.range<0, 3>>)
    action.action @fill on fill guard "b" {
      action.choice {
        action.assign "level := level + n"
      }, {
        action.assign "seen := add(seen, n)"
      }
    }
    action.action @note on note guard "s == seen" {
    }
    action.action @leak internal(m : !tioga.range<1, 2>) {
      action.assign "level := level - m"
    }
  }
)mlir";

TEST(TraceTextTest, WalksAreReadAsTheyAreWritten) {
  for (const char *source : {carAlarm, tank}) {
    Model model(source);
    ASSERT_TRUE(model);
    Interpreter interpreter(*model);
    for (uint64_t seed = 1; seed <= 10; ++seed) {
      Decided<Walk> walk = walkAtRandom(interpreter, 20, seed);
      ASSERT_TRUE(walk);
      std::string text, error;
      llvm::raw_string_ostream os(text);
      printTraceText(walk->run, *model, os);
      std::optional<TimedTrace> read = parseTraceText(text, *model, error);
      ASSERT_TRUE(read) << error << "\n" << text;
      EXPECT_EQ(read->steps, walk->run.steps) << text;
      // In one line, with dots.
      std::optional<TimedTrace> seen = walk->run.getObservable(*model);
      std::string line;
      llvm::raw_string_ostream lineOS(line);
      seen->print(lineOS, *model);
      read = parseTraceText(line, *model, error);
      ASSERT_TRUE(read) << error << "\n" << line;
      EXPECT_EQ(read->steps, seen->steps) << line;
      EXPECT_EQ(read->finalDelay, seen->finalDelay);
    }
  }
}

TEST(TraceTextTest, NamesPartsOfAnActionApart) {
  Model model(tank);
  ASSERT_TRUE(model);
  EXPECT_EQ(getTransitionName(0, *model), "fill/1");
  EXPECT_EQ(getTransitionName(1, *model), "fill/2");
  EXPECT_EQ(getTransitionName(2, *model), "note");
  EXPECT_EQ(getTransitionName(3, *model), "leak");
}

TEST(TraceTextTest, ReadsDelays) {
  EXPECT_EQ(*parseDelay("2.5"), *Rational::get(5, 2));
  EXPECT_EQ(*parseDelay("1/3"), *Rational::get(1, 3));
  EXPECT_FALSE(parseDelay("1/0"));
  EXPECT_FALSE(parseDelay("x"));
}

} // namespace
