//===- SolverTest.cpp - Zones and federations against Z3 --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations as formulas of linear real arithmetic: Z3 must find no point at
// which the result and the definition differ. Unlike the naive model this
// compares whole sets.
//
//===----------------------------------------------------------------------===//

#include "NaiveModel.h"
#include "tioga/Zone/Federation.h"
#include "gtest/gtest.h"

#include <z3.h>

using namespace tioga;
using naive::Constraints;
using naive::Random;

namespace {
/// One Z3 context for a test, and formulas over a vector of reals. Objects are
/// not reference-counted: they live until the context is deleted.
class SolverTest : public testing::Test {
protected:
  using Vector = std::vector<Z3_ast>;

  void SetUp() override {
    Z3_config config = Z3_mk_config();
    context = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(context, nullptr);
    real = Z3_mk_real_sort(context);
    solver =
        Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, "QF_LRA"));
    Z3_solver_inc_ref(context, solver);
    elimination = Z3_mk_tactic(context, "qe");
    Z3_tactic_inc_ref(context, elimination);
  }
  void TearDown() override {
    Z3_tactic_dec_ref(context, elimination);
    Z3_solver_dec_ref(context, solver);
    Z3_del_context(context);
  }

  Z3_ast number(int64_t value) { return Z3_mk_int64(context, value, real); }
  Z3_ast variable(const char *name, unsigned index) {
    std::string text = name + std::to_string(index);
    return Z3_mk_const(context, Z3_mk_string_symbol(context, text.c_str()),
                       real);
  }
  /// The zero and the variables of all clocks.
  Vector clocks(unsigned dimension) {
    Vector vector = {number(0)};
    for (unsigned i = 1; i < dimension; ++i)
      vector.push_back(variable("x", i));
    return vector;
  }

  Z3_ast conjunction(const Vector &parts) {
    return Z3_mk_and(context, parts.size(), parts.data());
  }
  Z3_ast disjunction(const Vector &parts) {
    return Z3_mk_or(context, parts.size(), parts.data());
  }
  Z3_ast negation(Z3_ast formula) { return Z3_mk_not(context, formula); }
  Z3_ast sum(Z3_ast a, Z3_ast b) {
    Z3_ast parts[] = {a, b};
    return Z3_mk_add(context, 2, parts);
  }
  Z3_ast difference(Z3_ast a, Z3_ast b) {
    Z3_ast parts[] = {a, b};
    return Z3_mk_sub(context, 2, parts);
  }
  /// `body` for some value of `bound`, without the quantifier: the solver may
  /// search long for an instance, the elimination of one variable is quick.
  Z3_ast exists(Z3_ast bound, Z3_ast body) {
    Z3_app app = Z3_to_app(context, bound);
    Z3_goal goal = Z3_mk_goal(context, false, false, false);
    Z3_goal_inc_ref(context, goal);
    Z3_goal_assert(context, goal,
                   Z3_mk_exists_const(context, 0, 1, &app, 0, nullptr, body));
    Z3_apply_result result = Z3_tactic_apply(context, elimination, goal);
    Z3_apply_result_inc_ref(context, result);
    Vector parts;
    for (unsigned i = 0; i < Z3_apply_result_get_num_subgoals(context, result);
         ++i) {
      Z3_goal subgoal = Z3_apply_result_get_subgoal(context, result, i);
      Vector formulas;
      for (unsigned k = 0; k < Z3_goal_size(context, subgoal); ++k)
        formulas.push_back(Z3_goal_formula(context, subgoal, k));
      parts.push_back(conjunction(formulas));
    }
    Z3_ast free = disjunction(parts);
    Z3_apply_result_dec_ref(context, result);
    Z3_goal_dec_ref(context, goal);
    return free;
  }

  /// x - y within the bound.
  Z3_ast formula(const Constraint &c, const Vector &at) {
    Z3_ast left = difference(at[c.x], at[c.y]);
    Z3_ast right = number(c.bound.getValue());
    return c.bound.isStrict() ? Z3_mk_lt(context, left, right)
                              : Z3_mk_le(context, left, right);
  }
  /// The definition of a set: constraints, and no clock negative.
  Z3_ast formula(const Constraints &set, const Vector &at) {
    Vector parts;
    for (size_t i = 1; i < at.size(); ++i)
      parts.push_back(Z3_mk_ge(context, at[i], number(0)));
    for (const Constraint &constraint : set)
      parts.push_back(formula(constraint, at));
    return conjunction(parts);
  }
  Z3_ast formula(const std::vector<Constraints> &sets, const Vector &at) {
    Vector parts;
    for (const Constraints &set : sets)
      parts.push_back(formula(set, at));
    return disjunction(parts);
  }
  /// A zone, by all entries of its matrix.
  Z3_ast formula(const Zone &zone, const Vector &at) {
    if (zone.isEmpty())
      return Z3_mk_false(context);
    Vector parts;
    for (ClockIndex i = 0; i < zone.getDimension(); ++i)
      for (ClockIndex j = 0; j < zone.getDimension(); ++j)
        if (i != j && !zone.at(i, j).isInfinite())
          parts.push_back(formula(Constraint{i, j, zone.at(i, j)}, at));
    return conjunction(parts);
  }
  Z3_ast formula(const Federation &federation, const Vector &at) {
    Vector parts;
    for (const Zone &zone : federation)
      parts.push_back(formula(zone, at));
    return disjunction(parts);
  }

  bool isSatisfiable(const Vector &parts) {
    Z3_solver_push(context, solver);
    for (Z3_ast part : parts)
      Z3_solver_assert(context, solver, part);
    Z3_lbool result = Z3_solver_check(context, solver);
    Z3_solver_pop(context, solver, 1);
    EXPECT_NE(result, Z3_L_UNDEF);
    EXPECT_EQ(Z3_get_error_code(context), Z3_OK);
    return result == Z3_L_TRUE;
  }
  bool isEquivalent(Z3_ast a, Z3_ast b) {
    return !isSatisfiable({a, negation(b)}) && !isSatisfiable({b, negation(a)});
  }

  std::vector<Constraints> randomSets(Random &random, unsigned dimension) {
    std::vector<Constraints> sets;
    for (int64_t count = random.pick(1, 3); count > 0; --count)
      sets.push_back(random.zone(dimension).constraints);
    return sets;
  }
  static Federation make(unsigned dimension,
                         const std::vector<Constraints> &sets) {
    Federation federation(dimension);
    for (const Constraints &set : sets)
      federation.add(Zone::fromConstraints(dimension, set));
    return federation;
  }

  Z3_context context;
  Z3_sort real;
  Z3_solver solver;
  Z3_tactic elimination;
};
} // namespace

TEST_F(SolverTest, zonesAndTheirRelations) {
  Random random(40);
  for (unsigned round = 0; round < 2000 && !HasFailure(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    unsigned dimension = random.pick(2, 6);
    Vector x = clocks(dimension);
    Constraints mine = random.zone(dimension).constraints;
    Constraints theirs = random.zone(dimension).constraints;
    if (random.chance(30))
      theirs.insert(theirs.end(), mine.begin(), mine.end());
    Zone a = Zone::fromConstraints(dimension, mine);
    Zone b = Zone::fromConstraints(dimension, theirs);
    Z3_ast isA = formula(mine, x), isB = formula(theirs, x);

    EXPECT_EQ(a.isEmpty(), !isSatisfiable({isA}));
    EXPECT_TRUE(isEquivalent(formula(a, x), isA));
    EXPECT_EQ(a.includes(b), !isSatisfiable({isB, negation(isA)}));
    EXPECT_EQ(b.includes(a), !isSatisfiable({isA, negation(isB)}));
    EXPECT_EQ(a.isDisjoint(b), !isSatisfiable({isA, isB}));
    Zone common = a;
    common.intersect(b);
    EXPECT_TRUE(isEquivalent(formula(common, x), conjunction({isA, isB})));
  }
}

TEST_F(SolverTest, entriesAreTight) {
  Random random(41);
  for (unsigned round = 0; round < 300 && !HasFailure(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    unsigned dimension = random.pick(2, 5);
    Vector x = clocks(dimension);
    Constraints constraints = random.zone(dimension).constraints;
    Zone zone = naive::buildStepwise(dimension, constraints);
    if (zone.isEmpty())
      continue;
    Z3_ast isIn = formula(constraints, x);
    for (ClockIndex i = 0; i < dimension; ++i) {
      for (ClockIndex j = 0; j < dimension; ++j) {
        if (i == j)
          continue;
        // The next smaller bound excludes a point, as any bound does if there
        // is none.
        Bound bound = zone.at(i, j);
        Bound tighter = bound.isInfinite() ? Bound::atMost(100)
                                           : Bound::fromRaw(bound.getRaw() - 1);
        EXPECT_TRUE(isSatisfiable(
            {isIn, negation(formula(Constraint{i, j, tighter}, x))}));
      }
    }
  }
}

TEST_F(SolverTest, updatesOfZones) {
  Random random(42);
  Z3_ast old = variable("old", 0);
  for (unsigned round = 0; round < 300 && !HasFailure(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    unsigned dimension = random.pick(2, 4);
    Vector x = clocks(dimension);
    Constraints constraints = random.zone(dimension).constraints;
    Zone zone = Zone::fromConstraints(dimension, constraints);
    ClockIndex clock = random.pick(1, dimension - 1);
    ClockIndex source = random.pick(1, dimension - 1);
    int64_t value = random.pick(0, 4), delta = random.pick(-4, 4);

    Z3_ast isNow = Z3_mk_ge(context, old, number(0));
    Vector past = x, future = x, before = x, shiftedBack = x;
    for (ClockIndex i = 1; i < dimension; ++i) {
      past[i] = difference(x[i], old);
      future[i] = sum(x[i], old);
    }
    before[clock] = old;
    shiftedBack[clock] = difference(x[clock], number(delta));
    Z3_ast wasAny = exists(old, formula(constraints, before));
    Z3_ast isLegal = formula(Constraints(), x);

    Zone up = zone, down = zone, freed = zone, reset = zone, copied = zone,
         shifted = zone;
    up.up();
    down.down();
    freed.free(clock);
    reset.reset(clock, value);
    copied.copy(clock, source);
    shifted.shift(clock, delta);
    EXPECT_TRUE(isEquivalent(
        formula(up, x),
        exists(old, conjunction({isNow, formula(constraints, past)}))));
    EXPECT_TRUE(isEquivalent(
        formula(down, x),
        conjunction(
            {isLegal, exists(old, conjunction({isNow, formula(constraints,
                                                              future)}))})));
    EXPECT_TRUE(
        isEquivalent(formula(freed, x), conjunction({isLegal, wasAny})));
    EXPECT_TRUE(isEquivalent(
        formula(reset, x),
        conjunction({wasAny, Z3_mk_eq(context, x[clock], number(value))})));
    if (clock != source) {
      EXPECT_TRUE(isEquivalent(
          formula(copied, x),
          conjunction({wasAny, Z3_mk_eq(context, x[clock], x[source])})));
    }
    EXPECT_TRUE(isEquivalent(
        formula(shifted, x),
        conjunction({isLegal, formula(constraints, shiftedBack)})));
  }
}

TEST_F(SolverTest, federations) {
  Random random(43);
  for (unsigned round = 0; round < 1000 && !HasFailure(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    unsigned dimension = random.pick(2, 5);
    Vector x = clocks(dimension);
    std::vector<Constraints> mine = randomSets(random, dimension);
    std::vector<Constraints> theirs = randomSets(random, dimension);
    Federation a = make(dimension, mine), b = make(dimension, theirs);
    Z3_ast isA = formula(mine, x), isB = formula(theirs, x);

    Federation difference = a, common = a, reduced = a;
    difference.subtract(b);
    common.intersect(b);
    reduced.unite(b);
    reduced.reduceExactly();
    EXPECT_TRUE(isEquivalent(formula(difference, x),
                             conjunction({isA, negation(isB)})));
    EXPECT_TRUE(isEquivalent(formula(common, x), conjunction({isA, isB})));
    EXPECT_TRUE(isEquivalent(formula(reduced, x), disjunction({isA, isB})));
    EXPECT_EQ(b.includes(a), !isSatisfiable({isA, negation(isB)}));
    EXPECT_TRUE(
        isEquivalent(formula(a.complement(), x),
                     conjunction({formula(Constraints(), x), negation(isA)})));
  }
}
