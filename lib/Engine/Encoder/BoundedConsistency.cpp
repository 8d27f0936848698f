//===- BoundedConsistency.cpp - Consistency by formulas ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/BoundedModelChecking.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using smt::Binding;
using smt::Term;

/// Steps to look at if nobody says how many: each one adds two quantifiers.
static constexpr unsigned defaultBound = 4;

namespace {

/// One solver with the game of some requirements.
class BoundedGame {
public:
  BoundedGame(const System &system, const ConjunctSet &conjuncts,
              const BoundedOptions &options);

  /// Why nothing can be asked; empty if it can.
  std::string problem;

  smt::CheckResult askDepth(unsigned depth);
  /// Is there any state, reachable or not, with an input without an answer?
  smt::CheckResult askAnyState();
  std::optional<ConsistencyPlay> findPlay(unsigned depth, std::string &reason);

private:
  /// Numbers of the state, by leaf; nothing before the first step.
  using Numbers = std::optional<std::vector<Rational>>;

  smt::CheckResult ask(Term question, llvm::StringRef name);
  /// The term with the numbers of the old state and the symbols of the new one.
  Term bind(Term term, const Numbers &state, unsigned index,
            const std::vector<std::optional<Rational>> &next);
  std::optional<std::vector<Rational>> read(unsigned index);
  std::optional<std::vector<Value>> getValues(llvm::ArrayRef<Rational> numbers);
  bool isInput(unsigned leaf);
  std::optional<std::vector<Rational>>
  findAnswer(const Numbers &state, unsigned index, unsigned rest,
             const std::vector<std::optional<Rational>> &inputs,
             std::string &reason);

  smt::TermContext terms;
  std::unique_ptr<smt::Solver> solver;
  std::unique_ptr<QuerySession> session;
  ConsistencyQuery *query = nullptr;
  SystemEncoder *encoder = nullptr;
};

class BoundedOracle : public ConsistencyOracle {
public:
  BoundedOracle(const System &system, std::optional<unsigned> bound,
                const BoundedOptions &options)
      : system(system), bound(bound), options(options) {}

  llvm::StringRef getName() const override { return "bmc"; }
  bool isUnbounded() const override { return false; }
  ConsistencyVerdict check(const ConjunctSet &conjuncts,
                           std::optional<unsigned> limit) override;
  std::optional<ConsistencyPlay> findPlay(const ConjunctSet &conjuncts,
                                          std::string &reason) override;
  uint64_t getEffort() const override { return numQueries; }

private:
  const System &system;
  std::optional<unsigned> bound;
  BoundedOptions options;
  uint64_t numQueries = 0;
};

} // namespace

BoundedGame::BoundedGame(const System &system, const ConjunctSet &conjuncts,
                         const BoundedOptions &options) {
  auto created = smt::createSolver(options.solver, terms, options.limits);
  if (!created) {
    problem = llvm::toString(created.takeError());
    return;
  }
  solver = std::move(*created);
  session = std::make_unique<QuerySession>(terms, *solver, options.encoding);
  if (!session->addSystems(system)) {
    problem = session->getError();
    return;
  }
  encoder = &session->getEncoder();
  auto owned = std::make_unique<ConsistencyQuery>(
      *encoder, session->getTimeline(), conjuncts);
  query = owned.get();
  session->setQuery(std::move(owned));
  query->start();
}

smt::CheckResult BoundedGame::ask(Term question, llvm::StringRef name) {
  if (question.isFalse())
    return {smt::Status::Unsat, ""};
  solver->assertTerm(question);
  return solver->check(name);
}

smt::CheckResult BoundedGame::askDepth(unsigned depth) {
  Term question = query->getQuestion(depth);
  smt::SolverScope scope(*solver);
  return ask(question, "consistent-" + std::to_string(depth));
}

smt::CheckResult BoundedGame::askAnyState() {
  const smt::Function &stuck =
      terms.define("stuck.somewhere", query->getStuck(1));
  solver->define(stuck);
  Binding state, domain;
  for (const SystemEncoder::StateLeaf &leaf : encoder->getState()) {
    Term symbol = session->getTimeline().get(leaf.name, leaf.current.getSort());
    state[leaf.current.getImpl()] = symbol;
    domain[leaf.next.getImpl()] = symbol;
  }
  smt::SolverScope scope(*solver);
  return ask(terms.getAnd(terms.apply(encoder->getDomain(), domain),
                          terms.apply(stuck, state)),
             "consistent-anywhere");
}

//===----------------------------------------------------------------------===//
// Plays
//===----------------------------------------------------------------------===//

bool BoundedGame::isInput(unsigned leaf) {
  unsigned variable = encoder->getState()[leaf].index;
  return encoder->getSystem().getVariables()[variable].owner == Owner::Input;
}

static std::string getSymbolName(llvm::StringRef leaf, unsigned index) {
  return (leaf + "@play." + llvm::Twine(index)).str();
}

/// The number of a leaf as a term of its sort.
static Term getNumber(smt::TermContext &terms, Rational number, Term like) {
  return like.getSort() == smt::Sort::Bool
             ? terms.getBool(!number.isZero())
             : terms.getNumber(number, like.getSort());
}

Term BoundedGame::bind(Term term, const Numbers &state, unsigned index,
                       const std::vector<std::optional<Rational>> &next) {
  const smt::Function &function = terms.define("play", term);
  solver->define(function);
  Binding binding;
  for (auto [position, leaf] : llvm::enumerate(encoder->getState())) {
    if (state)
      binding[leaf.current.getImpl()] =
          getNumber(terms, (*state)[position], leaf.current);
    binding[leaf.next.getImpl()] =
        next[position]
            ? getNumber(terms, *next[position], leaf.next)
            : session->getTimeline().get(getSymbolName(leaf.name, index),
                                         leaf.next.getSort());
  }
  return terms.apply(function, binding);
}

/// The values of the model; a symbol that does not occur may have any.
std::optional<std::vector<Rational>> BoundedGame::read(unsigned index) {
  std::vector<Rational> numbers;
  for (const SystemEncoder::StateLeaf &leaf : encoder->getState()) {
    auto number = getSymbolValue(session->getTimeline(), *solver,
                                 getSymbolName(leaf.name, index));
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<std::vector<Value>>
BoundedGame::getValues(llvm::ArrayRef<Rational> numbers) {
  std::vector<Value> values;
  for (const SystemVariable &variable : encoder->getSystem().getVariables()) {
    auto value = encoder->getExprs().readValue(variable.type, numbers);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

/// An answer that lasts as long as possible; if the solver does not find one,
/// any answer.
std::optional<std::vector<Rational>>
BoundedGame::findAnswer(const Numbers &state, unsigned index, unsigned rest,
                        const std::vector<std::optional<Rational>> &inputs,
                        std::string &reason) {
  for (unsigned wanted : {rest, 0u}) {
    Term answer = bind(query->getAnswer(!state, wanted), state, index, inputs);
    smt::SolverScope scope(*solver);
    smt::CheckResult result = ask(answer, "answer-" + std::to_string(index));
    reason = result.reason;
    if (!result.isSat())
      continue;
    auto numbers = read(index);
    if (!numbers) {
      reason = "a number leaves 64 bits";
      return std::nullopt;
    }
    for (auto [position, input] : llvm::enumerate(inputs))
      if (input)
        (*numbers)[position] = *input;
    return numbers;
  }
  return std::nullopt;
}

std::optional<ConsistencyPlay> BoundedGame::findPlay(unsigned depth,
                                                     std::string &reason) {
  ConsistencyPlay play;
  Numbers state;
  size_t numLeaves = encoder->getState().size();
  for (unsigned index = 0, rest = depth - 1;; ++index, --rest) {
    // All symbols of the step, before any scope.
    for (const SystemEncoder::StateLeaf &leaf : encoder->getState())
      session->getTimeline().get(getSymbolName(leaf.name, index),
                                 leaf.next.getSort());
    std::vector<std::optional<Rational>> inputs(numLeaves);
    Term losing =
        bind(query->getLosing(index == 0, rest), state, index, inputs);
    std::optional<std::vector<Rational>> numbers;
    {
      smt::SolverScope scope(*solver);
      smt::CheckResult result = ask(losing, "input-" + std::to_string(index));
      reason =
          result.isUnsat() ? "the solver contradicts itself" : result.reason;
      if (result.isSat() && !(numbers = read(index)))
        reason = "a number leaves 64 bits";
    }
    if (!numbers)
      return std::nullopt;
    for (size_t leaf = 0; leaf < numLeaves; ++leaf)
      if (isInput(leaf))
        inputs[leaf] = (*numbers)[leaf];
    if (rest > 0)
      numbers = findAnswer(state, index, rest - 1, inputs, reason);
    auto values = numbers ? getValues(*numbers) : std::nullopt;
    if (!values)
      return std::nullopt;
    if (rest == 0) {
      for (auto [variable, value] :
           llvm::zip(encoder->getSystem().getVariables(), *values))
        if (variable.owner == Owner::Input)
          play.lastInputs.push_back(value);
      return play;
    }
    play.steps.push_back(std::move(*values));
    state = std::move(numbers);
  }
}

//===----------------------------------------------------------------------===//
// Oracle
//===----------------------------------------------------------------------===//

ConsistencyVerdict BoundedOracle::check(const ConjunctSet &conjuncts,
                                        std::optional<unsigned> limit) {
  ConsistencyVerdict verdict;
  BoundedGame game(system, conjuncts, options);
  verdict.reason = game.problem;
  if (!verdict.reason.empty())
    return verdict;
  std::optional<unsigned> asked = limit ? limit : bound;
  unsigned last = asked.value_or(defaultBound);
  for (unsigned depth = 1; depth <= last; ++depth) {
    ++numQueries;
    smt::CheckResult result = game.askDepth(depth);
    verdict.reason = result.reason;
    if (result.isUnknown())
      return verdict;
    verdict.depth = depth;
    if (result.isSat()) {
      verdict.answer = AnswerKind::Violated;
      return verdict;
    }
    if (depth > 1 || limit)
      continue;
    ++numQueries;
    if (game.askAnyState().isUnsat()) {
      verdict.answer = AnswerKind::Holds;
      verdict.depth.reset();
      return verdict;
    }
  }
  if (asked)
    verdict.answer = AnswerKind::Holds;
  else
    verdict.reason = "no conflict in the first " + std::to_string(last) +
                     " steps; give a bound";
  verdict.depth = last;
  return verdict;
}

std::optional<ConsistencyPlay>
BoundedOracle::findPlay(const ConjunctSet &conjuncts, std::string &reason) {
  BoundedGame game(system, conjuncts, options);
  reason = game.problem;
  unsigned last = bound.value_or(defaultBound);
  for (unsigned depth = 1; reason.empty() && depth <= last; ++depth) {
    ++numQueries;
    smt::CheckResult result = game.askDepth(depth);
    if (result.isSat())
      return game.findPlay(depth, reason);
    if (result.isUnknown())
      reason = result.reason;
  }
  return std::nullopt;
}

std::unique_ptr<ConsistencyOracle>
tioga::createBoundedOracle(const System &system, std::optional<unsigned> bound,
                           const BoundedOptions &options) {
  return std::make_unique<BoundedOracle>(system, bound, options);
}
