//===- SolverTest.cpp - SMT solvers -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Solver/Solver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <csignal>
#include <thread>

using namespace tioga;
using namespace tioga::smt;

namespace {

/// Every solver gets the same tests; those that are not installed are skipped.
class SolverTest : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    llvm::StringRef name = GetParam();
    if (name == "z3")
      return;
    if (!llvm::sys::findProgramByName(name == "z3-child" ? "z3" : name))
      GTEST_SKIP() << name.str() << " is not installed";
  }
  std::unique_ptr<Solver> make(SolverOptions options = {}) {
    return llvm::cantFail(createSolver(GetParam(), context, options));
  }

  TermContext context;
};

} // namespace

TEST_P(SolverTest, AnswersAndValues) {
  std::unique_ptr<Solver> solver = make();
  Term x = context.getSymbol("x", Sort::Real);
  Term n = context.getSymbol("n", Sort::Int);
  Term p = context.getSymbol("p", Sort::Bool);
  for (Term symbol : {x, n, p})
    solver->declare(symbol);
  const Function &half = context.define(
      "half", context.getEq(context.getAdd(x, x), context.getInt(1)));
  solver->define(half);
  solver->assertTerm(context.apply(half));
  solver->assertTerm(context.getEq(n, context.getInt(-4)));
  solver->assertTerm(context.getEq(p, context.getLe(n, x)));
  ASSERT_TRUE(solver->check("values").isSat());
  EXPECT_EQ(solver->getValue(x), Rational::get(1, 2));
  EXPECT_EQ(solver->getValue(n), Rational(-4));
  EXPECT_EQ(solver->getValue(p), Rational(1));
  {
    SolverScope scope(*solver);
    solver->assertTerm(context.getNot(p));
    EXPECT_TRUE(solver->check("contradiction").isUnsat());
  }
  EXPECT_TRUE(solver->check("again").isSat());
  EXPECT_EQ(solver->getNumQueries(), 3u);
}

/// A solver that was made for truth values, or for differences, is asked about
/// more later.
TEST_P(SolverTest, LogicsGrow) {
  std::unique_ptr<Solver> solver = make();
  Term p = context.getSymbol("p", Sort::Bool);
  Term n = context.getSymbol("n", Sort::Int);
  Term m = context.getSymbol("m", Sort::Int);
  auto getInt = [&](int64_t value) { return context.getInt(value); };
  solver->declare(p);
  solver->assertTerm(p);
  EXPECT_TRUE(solver->check("truth").isSat());
  solver->push();
  for (Term symbol : {n, m})
    solver->declare(symbol);
  solver->assertTerm(context.getGe(n, getInt(7)));
  solver->assertTerm(context.getOr(
      context.getLe(n, getInt(5)),
      context.getAnd(context.getLe(n, m), context.getLe(m, getInt(6)))));
  EXPECT_TRUE(solver->check("differences").isUnsat());
  solver->pop();
  for (Term symbol : {n, m})
    solver->declare(symbol);
  solver->assertTerm(context.getLe(n, m));
  EXPECT_TRUE(solver->check("order").isSat());
  solver->assertTerm(context.getEq(context.getMul(getInt(2), n),
                                   context.getAdd({m, m, getInt(1)})));
  EXPECT_TRUE(solver->check("sums").isUnsat());
}

TEST_P(SolverTest, DefinitionsAreApplied) {
  std::unique_ptr<Solver> solver = make();
  Term n = context.getSymbol("n", Sort::Int),
       m = context.getSymbol("m", Sort::Int);
  const Function &next = context.define(
      "next", context.getEq(m, context.getAdd(n, context.getInt(1))));
  solver->define(next);
  std::vector<Term> states;
  for (int i = 0; i <= 5; ++i) {
    states.push_back(context.getSymbol("n@" + std::to_string(i), Sort::Int));
    solver->declare(states.back());
  }
  solver->assertTerm(context.getEq(states[0], context.getInt(0)));
  for (int i = 0; i < 5; ++i) {
    Binding binding;
    // Arguments that are parameters themselves must not be mixed up.
    binding[n.getImpl()] = states[i];
    binding[m.getImpl()] = states[i + 1];
    solver->assertTerm(context.apply(next, binding));
  }
  ASSERT_TRUE(solver->check("count").isSat());
  EXPECT_EQ(solver->getValue(states[5]), Rational(5));
}

TEST_P(SolverTest, CoresNameAssertionsAndAssumptions) {
  SolverOptions options;
  options.cores = true;
  std::unique_ptr<Solver> solver = make(options);
  Term n = context.getSymbol("n", Sort::Int);
  Term ask = context.getSymbol("ask", Sort::Bool);
  solver->declare(n);
  solver->declare(ask);
  solver->assertTerm(context.getLe(n, context.getInt(1)), "small");
  solver->assertTerm(context.getGe(n, context.getInt(-7)), "idle");
  solver->assertTerm(
      context.getImplies(ask, context.getGe(n, context.getInt(2))), "large");
  EXPECT_TRUE(solver->check("open").isSat());
  ASSERT_TRUE(solver->check("asked", {ask}).isUnsat());
  std::vector<std::string> core = solver->getCore();
  EXPECT_TRUE(llvm::is_contained(core, "small"));
  EXPECT_TRUE(llvm::is_contained(core, "large"));
  EXPECT_FALSE(llvm::is_contained(core, "idle"));
}

TEST_P(SolverTest, AlternatingQuantifiers) {
  std::unique_ptr<Solver> solver = make();
  Term n = context.getSymbol("n", Sort::Int),
       m = context.getSymbol("m", Sort::Int);
  // For each n there is a larger m, but there is no largest one.
  Term larger = context.getComparison(TermKind::Lt, n, m);
  Term total = context.getQuantified(
      TermKind::Forall, {n},
      context.getQuantified(TermKind::Exists, {m}, larger));
  Term top = context.getQuantified(
      TermKind::Exists, {m},
      context.getQuantified(TermKind::Forall, {n}, larger));
  solver->assertTerm(total);
  EXPECT_TRUE(solver->check("total").isSat());
  solver->assertTerm(top);
  EXPECT_TRUE(solver->check("top").isUnsat());
}

/// Two of three numbers among n are hard to tell apart: a pigeonhole problem
/// that no solver here ends within seconds.
static void assertHard(Solver &solver, TermContext &context, int holes) {
  std::vector<std::vector<Term>> in(holes + 1);
  for (int pigeon = 0; pigeon <= holes; ++pigeon) {
    for (int hole = 0; hole < holes; ++hole) {
      in[pigeon].push_back(context.getSymbol("in" + std::to_string(pigeon) +
                                                 "." + std::to_string(hole),
                                             Sort::Bool));
      solver.declare(in[pigeon].back());
    }
    solver.assertTerm(context.getOr(in[pigeon]));
  }
  for (int hole = 0; hole < holes; ++hole)
    for (int a = 0; a <= holes; ++a)
      for (int b = 0; b < a; ++b)
        solver.assertTerm(context.getOr(context.getNot(in[a][hole]),
                                        context.getNot(in[b][hole])));
}

TEST_P(SolverTest, TimeoutsAreUnknown) {
  SolverOptions options;
  options.timeout = 100;
  std::unique_ptr<Solver> solver = make(options);
  {
    SolverScope scope(*solver);
    assertHard(*solver, context, 13);
    CheckResult result = solver->check("hard");
    ASSERT_TRUE(result.isUnknown());
    EXPECT_EQ(result.reason, "timeout");
  }
  // The solver is still of use.
  EXPECT_TRUE(solver->check("easy").isSat());
}

TEST_P(SolverTest, InterruptsStopAtOnce) {
  std::unique_ptr<Solver> solver = make();
  assertHard(*solver, context, 13);
  std::thread thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    interruptSolvers();
  });
  CheckResult result = solver->check("hard");
  thread.join();
  EXPECT_TRUE(result.isUnknown());
  EXPECT_EQ(result.reason, "interrupted");
  EXPECT_EQ(solver->check("later").reason, "interrupted");
  resetSolverInterrupt();
}

TEST_P(SolverTest, SignalsInterrupt) {
  std::unique_ptr<Solver> solver = make();
  assertHard(*solver, context, 13);
  InterruptScope scope;
  std::thread thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ::kill(::getpid(), SIGINT);
  });
  EXPECT_EQ(solver->check("hard").reason, "interrupted");
  thread.join();
  resetSolverInterrupt();
}

TEST_P(SolverTest, DumpsQueries) {
  llvm::SmallString<128> directory;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("tioga-dump", directory));
  SolverOptions options;
  options.dumpDirectory = directory.str().str();
  std::unique_ptr<Solver> solver = make(options);
  Term n = context.getSymbol("n", Sort::Int);
  solver->declare(n);
  solver->push();
  solver->assertTerm(context.getEq(n, context.getInt(1)));
  solver->check("first/query");
  solver->pop();
  solver->check("second");
  auto first = llvm::MemoryBuffer::getFile(directory + "/001-first-query.smt2");
  auto second = llvm::MemoryBuffer::getFile(directory + "/002-second.smt2");
  ASSERT_TRUE(first && second);
  EXPECT_TRUE((*first)->getBuffer().contains("(assert (= n 1))"));
  EXPECT_TRUE((*first)->getBuffer().contains("(set-info :status sat)"));
  EXPECT_TRUE((*first)->getBuffer().contains("(set-logic QF_IDL)"));
  EXPECT_FALSE((*second)->getBuffer().contains("assert"));
  // Another solver of the same command goes on counting.
  make(options)->check("second");
  EXPECT_TRUE(llvm::sys::fs::exists(directory + "/003-second.smt2"));
  llvm::sys::fs::remove_directories(directory);
}

INSTANTIATE_TEST_SUITE_P(AllSolvers, SolverTest,
                         testing::Values("z3", "z3-child", "cvc5"));

TEST(ChildSolver, MemoryIsLimited) {
  if (!llvm::sys::findProgramByName("z3"))
    GTEST_SKIP() << "z3 is not installed";
  TermContext context;
  SolverOptions options;
  options.memory = 16; // Not enough to start.
  options.timeout = 20000;
  std::unique_ptr<Solver> solver =
      llvm::cantFail(createSolver("z3-child", context, options));
  CheckResult result = solver->check("small");
  EXPECT_TRUE(result.isUnknown());
  EXPECT_NE(result.reason, "timeout");
}

TEST(ChildSolver, UnknownProgramsAreErrors) {
  TermContext context;
  auto solver = createSolver("no-such-solver --fast", context);
  ASSERT_FALSE(solver);
  EXPECT_EQ(llvm::toString(solver.takeError()),
            "solver 'no-such-solver' is not installed");
}
