//===- SystemTest.cpp - The form that engines read --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "gtest/gtest.h"

using namespace tioga;
using namespace tioga::models;

namespace {

TEST(SystemTest, LoadsTheCarAlarm) {
  Model model(carAlarm);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->getName(), "CarAlarm");
  EXPECT_FALSE(model->isSync());
  EXPECT_TRUE(model->isDense());
  EXPECT_EQ(model->getScale(), 1);
  EXPECT_EQ(model->getClocks().size(), 5u);
  EXPECT_EQ(model->getClocks()[0].getName(), "Alarm.c");
  EXPECT_EQ(model->getLabels().size(), 10u);
  ASSERT_EQ(model->getControls().size(), 1u);
  EXPECT_EQ(model->getControls()[0].locations.size(), 16u);
  EXPECT_EQ(model->getInvariants().size(), 11u);
  ASSERT_EQ(model->getTransitions().size(), 25u);
  EXPECT_TRUE(model->getFreeTransitions().empty());

  // t07: ClosedAndLocked -> ClosedAndUnlocked on unlock? when c < 20
  const SystemTransition &unlock = model->getTransitions()[6];
  EXPECT_EQ(model->getLabels()[*unlock.label].getText(), "unlock?");
  ASSERT_EQ(unlock.guard.clocks.size(), 1u);
  EXPECT_EQ(unlock.guard.clocks[0].left, 1u);
  EXPECT_EQ(unlock.guard.clocks[0].right, 0u);
  EXPECT_EQ(unlock.guard.clocks[0].bound, Rational(20));
  EXPECT_TRUE(unlock.guard.clocks[0].strict);
  ASSERT_EQ(unlock.origin.size(), 1u);
  EXPECT_EQ(unlock.origin[0], "Alarm.t07");

  unsigned locked = unlock.moves[0].from.value();
  EXPECT_EQ(model->getOutTransitions(0, locked),
            llvm::ArrayRef<unsigned>({6, 7, 8}));
  EXPECT_EQ(model->getInvariantsAt(0, locked).size(), 1u);
}

TEST(SystemTest, ReplacesRecordsByTheirFields) {
  Model model(R"mlir(
    sts.system @S async {
      tioga.var r : !tioga.record<a : !tioga.int, b : !tioga.bool> = "{a = 3, b = true}"
      tioga.var s : !tioga.record<a : !tioga.int, b : !tioga.bool>
      sts.transition internal guard "r == s" do "r := s with {a = r.a + 1}"
      sts.transition internal guard "r.b" do "s.a := r.a"
    }
  )mlir");
  ASSERT_TRUE(model);
  ASSERT_EQ(model->getVariables().size(), 4u);
  EXPECT_EQ(model->getVariables()[0].getName(), "r.a");
  EXPECT_EQ(model->getVariables()[0].initial.str(), "3");
  EXPECT_EQ(model->getVariables()[1].initial.str(), "true");
  EXPECT_EQ(model->getVariables()[2].initial.str(), "0");
  const SystemTransition &first = model->getTransitions()[0];
  EXPECT_EQ(first.guard.expr.str(), "r.a == s.a && r.b == s.b");
  ASSERT_EQ(first.assignments.size(), 2u);
  EXPECT_EQ(first.assignments[0].variable, 0u);
  EXPECT_EQ(first.assignments[0].value.str(), "r.a + 1");
  EXPECT_EQ(first.assignments[1].value.str(), "s.b");
  EXPECT_EQ(model->getTransitions()[1].assignments[0].variable, 2u);
}

TEST(SystemTest, ScalesRationalConstants) {
  Model model(R"mlir(
    sts.system @S async dense {
      tioga.clock x
      tioga.var r : !tioga.real = "0.125"
      sts.invariant "x <= 1 / 3"
      sts.transition internal guard "x > 0.25" do "x := 0.5"
    }
  )mlir");
  ASSERT_TRUE(model);
  // Constants that no clock meets do not count.
  EXPECT_EQ(model->getScale(), 12);
}

TEST(SystemTest, RejectsAnInitialValueOutOfRange) {
  Model model(R"mlir(
    sts.system @S async {
      tioga.var n : !tioga.range<0, 3> = "4"
    }
  )mlir");
  EXPECT_FALSE(model);
}

} // namespace
