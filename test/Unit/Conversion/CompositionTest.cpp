//===- CompositionTest.cpp - Bodies of actions, executed --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random bodies, once lowered, converted and interpreted, once executed
// statement by statement as docs/Semantics.md has it (A2 to A4).
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "tioga/Engine/Interpreter.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace tioga;
using namespace tioga::models;

namespace {

/// n has the range 0..3, m is unbounded.
struct Memory {
  int n = 0, m = 0;
  friend bool operator<(const Memory &a, const Memory &b) {
    return std::tie(a.n, a.m) < std::tie(b.n, b.m);
  }
};

/// `left op right` with operands n, m or a constant; op may be a division.
struct Term {
  char left, op, right;

  std::string str() const {
    std::string text(1, left);
    if (op == '/')
      return text + " div " + right;
    return text + " " + op + " " + right;
  }
  std::optional<int> evaluate(const Memory &memory) const {
    auto get = [&](char c) {
      return c == 'n' ? memory.n : (c == 'm' ? memory.m : c - '0');
    };
    int a = get(left), b = get(right);
    if (op == '+')
      return a + b;
    if (op == '-')
      return a - b;
    if (b == 0)
      return std::nullopt;
    // Euclidean: the remainder is never negative.
    int remainder = ((a % b) + std::abs(b)) % std::abs(b);
    return (a - remainder) / b;
  }
};

struct Statement {
  enum { Assign, Require, Choice } kind;
  /// Assign: to n or m, or to both at once. Require: term > bound.
  std::vector<std::pair<char, Term>> assignments;
  Term condition;
  int bound = 0;
  bool prioritised = false;
  std::vector<std::vector<Statement>> alternatives;
};
using Body = std::vector<Statement>;

//===----------------------------------------------------------------------===//
// Meaning
//===----------------------------------------------------------------------===//

std::set<Memory> execute(const Body &body, size_t from, const Memory &memory);

/// All states after a statement; none if it is not possible.
std::set<Memory> execute(const Statement &statement, const Memory &memory) {
  if (statement.kind == Statement::Require) {
    std::optional<int> value = statement.condition.evaluate(memory);
    if (value && *value > statement.bound)
      return {memory};
    return {};
  }
  if (statement.kind == Statement::Assign) {
    Memory next = memory;
    for (const auto &[target, term] : statement.assignments) {
      std::optional<int> value = term.evaluate(memory);
      if (!value || (target == 'n' && (*value < 0 || *value > 3)))
        return {};
      (target == 'n' ? next.n : next.m) = *value;
    }
    return {next};
  }
  std::set<Memory> result;
  for (const Body &alternative : statement.alternatives) {
    std::set<Memory> some = execute(alternative, 0, memory);
    result.insert(some.begin(), some.end());
    if (statement.prioritised && !some.empty())
      break;
  }
  return result;
}

std::set<Memory> execute(const Body &body, size_t from, const Memory &memory) {
  if (from == body.size())
    return {memory};
  std::set<Memory> result;
  for (const Memory &next : execute(body[from], memory)) {
    std::set<Memory> rest = execute(body, from + 1, next);
    result.insert(rest.begin(), rest.end());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Random bodies
//===----------------------------------------------------------------------===//

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}

  Body makeBody(int depth) {
    Body body;
    for (int i = 0, count = pick(3) + (depth == 0); i < count; ++i)
      body.push_back(makeStatement(depth));
    return body;
  }

private:
  int pick(int count) { return int(random() % uint64_t(count)); }
  char pickOperand() { return "nm0123"[pick(6)]; }
  Term makeTerm() { return {pickOperand(), "++--/"[pick(5)], pickOperand()}; }

  Statement makeStatement(int depth) {
    Statement statement{};
    int kind = pick(depth < 2 ? 6 : 4);
    if (kind < 3) {
      statement.kind = Statement::Assign;
      statement.assignments.push_back({pick(2) ? 'n' : 'm', makeTerm()});
      if (!pick(3))
        statement.assignments.push_back(
            {statement.assignments[0].first == 'n' ? 'm' : 'n', makeTerm()});
    } else if (kind == 3) {
      statement.kind = Statement::Require;
      statement.condition = makeTerm();
      statement.bound = pick(4) - 1;
    } else {
      statement.kind = Statement::Choice;
      statement.prioritised = pick(3);
      for (int i = 0, count = 2 + pick(2); i < count; ++i)
        statement.alternatives.push_back(makeBody(depth + 1));
    }
    return statement;
  }

  std::mt19937_64 random;
};

std::string print(const Body &body) {
  std::string text;
  for (const Statement &statement : body) {
    if (statement.kind == Statement::Require) {
      text += "action.require \"" + statement.condition.str() + " > " +
              std::to_string(statement.bound) + "\"\n";
    } else if (statement.kind == Statement::Assign) {
      std::string update;
      for (const auto &[target, term] : statement.assignments)
        update += (update.empty() ? "" : ", ") + std::string(1, target) +
                  " := " + term.str();
      text += "action.assign \"" + update + "\"\n";
    } else {
      text += "action.choice ";
      text += statement.prioritised ? "prioritised " : "";
      for (size_t i = 0; i < statement.alternatives.size(); ++i)
        text += (i ? ", {\n" : "{\n") + print(statement.alternatives[i]) + "}";
      text += "\n";
    }
  }
  return text;
}

std::string describe(const std::set<Memory> &memories) {
  std::string text;
  for (const Memory &memory : memories)
    text += "n=" + std::to_string(memory.n) + " m=" + std::to_string(memory.m) +
            "\n";
  return text;
}

TEST(CompositionTest, LoweredBodiesDoTheSame) {
  size_t possible = 0, impossible = 0, several = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    Body body = Generator(seed).makeBody(0);
    std::string text = "action.system @S {\n"
                       "tioga.var n : !tioga.range<0, 3>\n"
                       "tioga.var m : !tioga.int\n"
                       "action.action @a internal {\n" +
                       print(body) + "}\n}\n";
    Model model(text);
    ASSERT_TRUE(model) << text;
    Interpreter interpreter(*model);
    for (int n = 0; n <= 3; ++n)
      for (int m = -2; m <= 2; ++m) {
        Memory memory{n, m};
        State state;
        state.values = {Value::getInt(n), Value::getInt(m)};
        std::set<Memory> reached;
        Decided<StateOptions> options = interpreter.getOptions(state);
        ASSERT_TRUE(options);
        for (const EnabledTransition &enabled : options->enabled) {
          Decided<State> next = interpreter.take(state, enabled, Rational());
          reached.insert({int(next->values[0].getNumber().getNumerator()),
                          int(next->values[1].getNumber().getNumerator())});
        }
        std::set<Memory> expected = execute(body, 0, memory);
        ASSERT_EQ(describe(reached), describe(expected))
            << "seed " << seed << ", n = " << n << ", m = " << m << "\n"
            << text;
        (expected.empty() ? impossible : possible) += 1;
        several += expected.size() > 1;
      }
  }
  EXPECT_GT(possible, 1000u);
  EXPECT_GT(impossible, 1000u);
  EXPECT_GT(several, 200u);
}

//===----------------------------------------------------------------------===//
// Synchronous steps
//===----------------------------------------------------------------------===//

/// Random contracts over few values: the solver finds exactly the steps that
/// all conjuncts allow, tried one after the other.
TEST(CompositionTest, TheSolverFindsAllSteps) {
  const char *atoms[] = {"o'",           "!o'",
                         "k' == k + 1",  "k' != k",
                         "o' <=> o",     "k' >= 1",
                         "k' == 2 - k",  "o' <=> k' == 0",
                         "6 div k' > 2", "if o' then k' == 0 else k' > k"};
  const char *assumptions[] = {"i'", "!i'",         "k > 0",
                               "o",  "i' && k < 2", "2 div k > 0"};
  std::mt19937_64 random(1);
  auto pick = [&](size_t count) { return size_t(random() % count); };
  size_t found = 0, none = 0;
  for (int round = 0; round < 200; ++round) {
    std::string text = "contract.interface @C {\n"
                       "tioga.var input i : !tioga.bool\n"
                       "tioga.var output o : !tioga.bool\n"
                       "tioga.var hidden k : !tioga.range<0, 2>\n";
    for (size_t i = 0, count = 1 + pick(4); i < count; ++i) {
      text += "contract.require \"R" + std::to_string(i) + "\"";
      if (pick(3))
        text += std::string(" assume \"") + assumptions[pick(6)] + "\"";
      text += std::string(" guarantee \"(") + atoms[pick(10)] +
              (pick(2) ? ") && (" : ") || (") + atoms[pick(10)] + ")\"\n";
    }
    Model model(text + "}\n");
    ASSERT_TRUE(model) << text;
    Interpreter interpreter(*model);
    for (int start = 0; start < 12; ++start) {
      State state;
      state.values = {Value(bool(start & 1)), Value(bool(start & 2)),
                      Value::getInt(start / 4)};
      for (bool input : {false, true}) {
        std::set<State> expected, reached;
        for (int o = 0; o < 2; ++o)
          for (int k = 0; k < 3; ++k) {
            std::vector<Value> values = {Value(input), Value(bool(o)),
                                         Value::getInt(k)};
            if (*interpreter.isStep(state, values)) {
              State next;
              next.values = values;
              expected.insert(next);
            }
          }
        Decided<SyncSteps> steps = interpreter.getSteps(state, {Value(input)});
        ASSERT_TRUE(steps && steps->isComplete);
        for (const SyncStep &step : steps->steps)
          EXPECT_TRUE(reached.insert(step.next).second) << "found twice";
        ASSERT_TRUE(reached == expected) << text << state.str(*model);
        (expected.empty() ? none : found) += 1;
      }
    }
  }
  EXPECT_GT(found, 500u);
  EXPECT_GT(none, 200u);
}

} // namespace
