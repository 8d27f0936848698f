//===- ConsistencyFixpoint.cpp - The game as a fixed point ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state is *lost* within n more steps if some input has only answers, or
// none, that are lost within n - 1. The layers of lost states grow until the
// first step is lost as well, or until nothing is added any more.
//
//===----------------------------------------------------------------------===//

#include "SyncDiagrams.h"
#include "tioga/Engine/Consistency.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

namespace {

class FixpointOracle : public ConsistencyOracle {
public:
  FixpointOracle(const System &system, const FixpointOptions &options);

  llvm::StringRef getName() const override { return "fixpoint"; }
  bool isUnbounded() const override { return !options.bound; }
  ConsistencyVerdict check(const ConjunctSet &conjuncts,
                           std::optional<unsigned> bound) override;
  std::optional<ConsistencyPlay> findPlay(const ConjunctSet &conjuncts,
                                          std::string &reason) override;
  uint64_t getEffort() const override { return effort; }

private:
  /// The game with some of the requirements.
  struct Game {
    Diagram first, step;
    /// Entry n: lost within n steps. The first step is lost after the last.
    std::vector<Diagram> lost;
  };

  ConsistencyVerdict solve(const ConjunctSet &conjuncts,
                           std::optional<unsigned> bound, Game &game);
  /// Old values and new inputs whose answers are all in `lost`.
  Diagram getWinningInputs(Diagram relation, Diagram lost);
  Diagram getLost(Diagram relation, Diagram lost) {
    return store.getExists(getWinningInputs(relation, lost), newInputs);
  }
  bool isStopped(ConsistencyVerdict &verdict);
  std::optional<ConsistencyPlay> extract(const Game &game);
  bool isForced(const Game &game, const ConsistencyPlay &play);
  Diagram getInputs(llvm::ArrayRef<Value> values);
  Diagram getState(llvm::ArrayRef<Value> values);

  const System &system;
  FixpointOptions options;
  FieldSpace space;
  DiagramStore &store;
  std::unique_ptr<SyncDiagrams> diagrams;
  std::vector<unsigned> inputFields, otherFields;
  Diagram newInputs = 0, newOthers = 0, oldAll = 0;
  Diagram inputDomain = 0, otherDomain = 0, oldDomain = 0;
  uint64_t effort = 0;
};

} // namespace

FixpointOracle::FixpointOracle(const System &system,
                               const FixpointOptions &options)
    : system(system), options(options), space(options.maxNodes),
      store(space.getStore()),
      diagrams(std::make_unique<SyncDiagrams>(space, system)) {
  if (!diagrams->getProblem().empty())
    return;
  inputFields =
      diagrams->getFields([](Owner owner) { return owner == Owner::Input; });
  otherFields =
      diagrams->getFields([](Owner owner) { return owner != Owner::Input; });
  newInputs = space.getCube(inputFields, true);
  newOthers = space.getCube(otherFields, true);
  oldAll = space.getCube(diagrams->getFields(), false);
  inputDomain = diagrams->getDomain(/*inputs=*/true, /*primed=*/true);
  otherDomain = diagrams->getDomain(/*inputs=*/false, /*primed=*/true);
  oldDomain = diagrams->getDomain(/*primed=*/false);
  effort = store.getNumNodes();
}

Diagram FixpointOracle::getWinningInputs(Diagram relation, Diagram lost) {
  Diagram lasting = store.getNot(space.prime(lost));
  Diagram answered = store.getAndExists(relation, lasting, newOthers);
  return store.getAnd(inputDomain, store.getNot(answered));
}

bool FixpointOracle::isStopped(ConsistencyVerdict &verdict) {
  if (store.isExhausted())
    verdict.reason = "the limit of " + std::to_string(options.maxNodes) +
                     " nodes was reached";
  else if (options.isCancelled && options.isCancelled())
    verdict.reason = "interrupted";
  else
    return false;
  verdict.answer = AnswerKind::Undecided;
  return true;
}

ConsistencyVerdict FixpointOracle::solve(const ConjunctSet &conjuncts,
                                         std::optional<unsigned> bound,
                                         Game &game) {
  ConsistencyVerdict verdict;
  if (!system.isSync())
    verdict.reason = "the system is no contract";
  else
    verdict.reason = diagrams->getProblem().str();
  if (!verdict.reason.empty())
    return verdict;
  game.first = game.step = otherDomain;
  for (unsigned index : conjuncts.initial)
    game.first = store.getAnd(game.first, diagrams->getConjunct(true, index));
  for (unsigned index : conjuncts.step)
    game.step = store.getAnd(game.step, diagrams->getConjunct(false, index));
  game.lost = {DiagramStore::falseDiagram};
  while (!isStopped(verdict)) {
    unsigned depth = game.lost.size();
    if (bound && depth > *bound) {
      verdict.answer = AnswerKind::Holds;
      verdict.depth = *bound;
      return verdict;
    }
    // The first step has no old values.
    Diagram first = getLost(game.first, game.lost.back());
    Diagram next =
        store.getAnd(oldDomain, getLost(game.step, game.lost.back()));
    if (isStopped(verdict))
      return verdict;
    if (first != DiagramStore::falseDiagram) {
      verdict.answer = AnswerKind::Violated;
      verdict.depth = depth;
      return verdict;
    }
    if (next == game.lost.back()) {
      verdict.answer = AnswerKind::Holds;
      return verdict;
    }
    game.lost.push_back(next);
  }
  return verdict;
}

ConsistencyVerdict FixpointOracle::check(const ConjunctSet &conjuncts,
                                         std::optional<unsigned> bound) {
  size_t mark = store.getMark();
  Game game;
  ConsistencyVerdict verdict =
      solve(conjuncts, bound ? bound : options.bound, game);
  effort += store.getNumNodes() - mark;
  store.release(mark);
  return verdict;
}

//===----------------------------------------------------------------------===//
// Plays
//===----------------------------------------------------------------------===//

Diagram FixpointOracle::getInputs(llvm::ArrayRef<Value> values) {
  Diagram result = DiagramStore::trueDiagram;
  for (auto [field, value] : llvm::zip(inputFields, values))
    result = store.getAnd(result, space.getEqual(field, true, value));
  return result;
}

Diagram FixpointOracle::getState(llvm::ArrayRef<Value> values) {
  Diagram result = DiagramStore::trueDiagram;
  for (auto [field, value] : llvm::zip(diagrams->getFields(), values))
    result = store.getAnd(result, space.getEqual(field, false, value));
  return result;
}

/// \pre the game is lost
std::optional<ConsistencyPlay> FixpointOracle::extract(const Game &game) {
  ConsistencyPlay play;
  Diagram state = DiagramStore::trueDiagram;
  // So many layers of lost states are left.
  size_t rank = game.lost.size() - 1;
  for (bool first = true;; first = false) {
    Diagram relation = first ? game.first : game.step;
    Diagram lost = game.lost[rank];
    Diagram winning = store.getAnd(state, getWinningInputs(relation, lost));
    if (store.isExhausted())
      return std::nullopt;
    std::vector<Value> inputs = space.pick(winning, inputFields, true);
    Diagram answers =
        store.getAnd(store.getAnd(state, relation), getInputs(inputs));
    if (rank == 0) {
      play.lastInputs = std::move(inputs);
      return play;
    }
    // An answer that is not lost earlier; there is one, since no shorter play
    // is won.
    Diagram lasting =
        store.getAnd(answers, store.getNot(space.prime(game.lost[rank - 1])));
    if (store.isExhausted())
      return std::nullopt;
    play.steps.push_back(space.pick(lasting, diagrams->getFields(), true));
    state = getState(play.steps.back());
    --rank;
  }
}

/// Follows all answers to the inputs of a play.
bool FixpointOracle::isForced(const Game &game, const ConsistencyPlay &play) {
  Diagram states = DiagramStore::trueDiagram;
  for (size_t index = 0; index <= play.steps.size(); ++index) {
    std::vector<Value> inputs = play.lastInputs;
    if (index < play.steps.size()) {
      inputs.clear();
      for (auto [variable, value] :
           llvm::zip(system.getVariables(), play.steps[index]))
        if (variable.owner == Owner::Input)
          inputs.push_back(value);
    }
    Diagram relation =
        store.getAnd(index == 0 ? game.first : game.step, getInputs(inputs));
    states = space.unprime(store.getAndExists(states, relation, oldAll));
  }
  return states == DiagramStore::falseDiagram;
}

std::optional<ConsistencyPlay>
FixpointOracle::findPlay(const ConjunctSet &conjuncts, std::string &reason) {
  size_t mark = store.getMark();
  Game game;
  ConsistencyVerdict verdict = solve(conjuncts, options.bound, game);
  std::optional<ConsistencyPlay> play;
  reason = verdict.reason;
  if (verdict.answer == AnswerKind::Violated) {
    play = extract(game);
    if (play) {
      bool forced = isForced(game, *play);
      if (!store.isExhausted())
        play->isForced = forced;
    } else {
      reason = "the limit of nodes was reached";
    }
  }
  effort += store.getNumNodes() - mark;
  store.release(mark);
  return play;
}

std::unique_ptr<ConsistencyOracle>
tioga::createFixpointOracle(const System &system,
                            const FixpointOptions &options) {
  return std::make_unique<FixpointOracle>(system, options);
}
