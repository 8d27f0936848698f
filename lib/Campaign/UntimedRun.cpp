//===- UntimedRun.cpp - Verdicts of tests without time ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/UntimedTest.h"

using namespace tioga;
using smt::Term;

namespace {

/// Explores what a test and a system under test can do together.
class UntimedRun {
public:
  UntimedRun(const TimedTest &test, const System &sut, SymbolicSpace &space)
      : test(test), sut(sut), space(space) {}

  TestVerdicts run();

private:
  /// What the test has seen.
  struct Seen {
    SymbolicTracker states;
    std::vector<Term> domain;
    /// By variable of the test; nothing before it is set.
    std::vector<std::optional<SymbolicValue>> variables;
    unsigned depth = 0;
  };

  void visit(unsigned index, Seen seen);
  void visitSend(const TimedMove &move, const Seen &seen);
  void visitOutputs(const TimedState &state, const Seen &seen);
  void visitSilence(const TimedState &state, const Seen &seen);
  /// Goes on where the condition holds, after `step`.
  void follow(const TimedMove &move, Seen next, Term condition,
              const SymbolicMessage *message);
  Term getCondition(const TimedMove &move, const Seen &seen,
                    const SymbolicMessage *message);
  std::optional<SymbolicMessage> getSent(const TimedMove &move,
                                         const Seen &seen);
  /// False also if the solver does not know, which makes the result unknown.
  bool isPossible(llvm::ArrayRef<Term> domain, Term condition);

  const TimedTest &test;
  const System &sut;
  SymbolicSpace &space;
  TestVerdicts verdicts;
};

} // namespace

bool UntimedRun::isPossible(llvm::ArrayRef<Term> domain, Term condition) {
  std::optional<bool> can = space.isSatisfiable(domain, condition);
  verdicts.isUnknown |= !can;
  return can.value_or(false);
}

Term UntimedRun::getCondition(const TimedMove &move, const Seen &seen,
                              const SymbolicMessage *message) {
  if (!move.data) {
    std::vector<Term> equations;
    if (message && move.kind == test::MoveKind::Expect)
      for (auto [argument, value] :
           llvm::zip(message->arguments, move.arguments))
        equations.push_back(space.normalize(space.getExprs().getEqual(
            argument, space.getExprs().getConstant(value))));
    return space.getAnd(equations);
  }
  Term term = space.encode(move.data, [&](Expr name) -> const SymbolicValue * {
    for (auto [index, variable] : llvm::enumerate(test.variables))
      if (variable.name == name.getName() && seen.variables[index])
        return &*seen.variables[index];
    if (message)
      for (auto [param, argument] : llvm::zip(
               sut.getLabels()[message->label].params, message->arguments))
        if (param.getName() == name.getName())
          return &argument;
    return nullptr;
  });
  verdicts.isUnknown |= !term;
  return term ? term : space.getTerms().getFalse();
}

/// Constants, or what the expressions give.
std::optional<SymbolicMessage> UntimedRun::getSent(const TimedMove &move,
                                                   const Seen &seen) {
  SymbolicMessage message;
  message.label = *move.label;
  for (const Value &value : move.arguments)
    message.arguments.push_back(space.getExprs().getConstant(value));
  for (Expr sent : move.sent) {
    auto result =
        space.getExprs().encode(sent, [&](Expr name) -> const SymbolicValue * {
          for (auto [index, variable] : llvm::enumerate(test.variables))
            if (variable.name == name.getName() && seen.variables[index])
              return &*seen.variables[index];
          return nullptr;
        });
    if (!result)
      return std::nullopt;
    message.arguments.push_back(std::move(result->value));
  }
  for (SymbolicValue &argument : message.arguments)
    if (argument.term)
      argument.term = space.normalize(argument.term);
  return message;
}

void UntimedRun::follow(const TimedMove &move, Seen next, Term condition,
                        const SymbolicMessage *message) {
  if (!isPossible(next.domain, condition))
    return;
  if (!condition.isTrue()) {
    next.domain.push_back(condition);
    verdicts.isUnknown |= !next.states.restrict(condition);
  }
  for (auto [variable, param] : move.remembered)
    next.variables[variable] = message->arguments[param];
  if (!test.states[move.target].verdict)
    verdicts.isUnknown |=
        !(message ? next.states.step(*message) : next.states.stepQuiescent());
  ++next.depth;
  visit(move.target, std::move(next));
}

void UntimedRun::visitSend(const TimedMove &move, const Seen &seen) {
  std::optional<SymbolicMessage> message = getSent(move, seen);
  verdicts.isUnknown |= !message;
  if (message)
    follow(move, seen, getCondition(move, seen, nullptr), &*message);
}

void UntimedRun::visitOutputs(const TimedState &state, const Seen &seen) {
  for (auto [label, declared] : llvm::enumerate(sut.getLabels())) {
    if (declared.kind != LabelKind::Output)
      continue;
    auto message = space.makeMessage(
        sut, label, "r" + llvm::Twine(seen.depth) + "." + llvm::Twine(label));
    verdicts.isUnknown |= !message;
    if (!message)
      return;
    Seen copy = seen;
    Term enabled = copy.states.getEnabled(*message);
    std::vector<Term> rest{enabled};
    for (const TimedMove &move : state.moves) {
      if (move.kind != test::MoveKind::Expect || move.label != label)
        continue;
      Term condition = getCondition(move, seen, &*message);
      rest.push_back(space.negate(condition));
      follow(move, seen, space.getAnd({enabled, condition}), &*message);
    }
    // What no move expects is a failure.
    verdicts.fail |= isPossible(seen.domain, space.getAnd(rest));
  }
}

/// Who has not said anything by then has nothing to say.
void UntimedRun::visitSilence(const TimedState &state, const Seen &seen) {
  Seen copy = seen;
  Term silent = copy.states.getQuiescent();
  for (const TimedMove &move : state.moves)
    if (move.kind == test::MoveKind::Elapse)
      follow(move, seen,
             space.getAnd({silent, getCondition(move, seen, nullptr)}),
             nullptr);
}

void UntimedRun::visit(unsigned index, Seen seen) {
  const TimedState &state = test.states[index];
  if (verdicts.isUnknown)
    return;
  if (state.verdict) {
    verdicts.pass |= *state.verdict == test::Verdict::Pass;
    verdicts.fail |= *state.verdict == test::Verdict::Fail;
    verdicts.inconclusive |= *state.verdict == test::Verdict::Inconclusive;
    return;
  }
  auto send = llvm::find_if(state.moves, [](const TimedMove &move) {
    return move.kind == test::MoveKind::Send;
  });
  if (send == state.moves.end()) {
    visitOutputs(state, seen);
    visitSilence(state, seen);
    return;
  }
  visitSend(*send, seen);
  // Giving up does not wait for silence.
  for (const TimedMove &move : state.moves)
    if (move.kind == test::MoveKind::Elapse)
      if (isPossible(seen.domain, getCondition(move, seen, nullptr)))
        visit(move.target, seen);
}

TestVerdicts UntimedRun::run() {
  Seen seen{SymbolicTracker(space, sut), {}, {}, 0};
  seen.variables.resize(test.variables.size());
  verdicts.isUnknown = !seen.states.start();
  visit(test.initial, std::move(seen));
  return verdicts;
}

TestVerdicts tioga::runUntimedTest(const TimedTest &test, const System &sut,
                                   SymbolicSpace &space) {
  return UntimedRun(test, sut, space).run();
}
