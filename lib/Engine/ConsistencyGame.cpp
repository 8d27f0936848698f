//===- ConsistencyGame.cpp - Is there an implementation? --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The set of consistent states is the greatest one whose states can wait for
// ever, or until an output that stays in the set, such that all inputs on the
// way stay in the set too.
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Specification.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

ConsistencyGame::ConsistencyGame(const System &system,
                                 const SpecificationOptions &options)
    : model(system), options(options), start(std::chrono::steady_clock::now()) {
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

const Federation &ConsistencyGame::getRound(StateId id, unsigned round) const {
  return std::prev(rounds[id].upper_bound(round))->second;
}

/// Where an input leaves the consistent states.
Federation ConsistencyGame::getBadInputs(StateId id, unsigned round) {
  Federation bad(model.getDimension());
  for (const ZoneEdge &edge : model.getState(id).edges) {
    if (edge.kind != EdgeKind::Input)
      continue;
    Federation lost = model.getInvariant(edge.target);
    lost.subtract(getRound(edge.target, round));
    bad.unite(model.getPredecessors(edge, lost));
  }
  bad.reduce();
  return bad;
}

/// Where an output stays in the consistent states.
Federation ConsistencyGame::getGoodOutputs(StateId id, unsigned round) {
  Federation good(model.getDimension());
  for (const ZoneEdge &edge : model.getState(id).edges)
    if (edge.kind == EdgeKind::Output)
      good.unite(model.getPredecessors(edge, getRound(edge.target, round)));
  good.reduce();
  return good;
}

Federation ConsistencyGame::computeRound(StateId id, unsigned round) {
  const Federation &invariant = model.getInvariant(id);
  Federation bad = getBadInputs(id, round);
  Federation good = getGoodOutputs(id, round);
  Federation safe(model.getDimension());
  if (model.getState(id).isUrgent) {
    safe = std::move(good);
    safe.subtract(bad);
  } else {
    Federation stop = bad;
    stop.unite(invariant.complement());
    safe = good.predt(stop);
    safe.unite(model.getUnbounded(id, bad));
  }
  safe.intersect(invariant);
  safe.reduce();
  return safe;
}

std::optional<std::string> ConsistencyGame::getStop() const {
  if (options.timeout.count() &&
      std::chrono::steady_clock::now() - start > options.timeout)
    return std::string("the time limit was reached");
  if (options.isCancelled && options.isCancelled())
    return std::string("cancelled");
  return std::nullopt;
}

std::optional<std::string> ConsistencyGame::solve() {
  if (auto reason = model.expand(options))
    return reason;
  unsigned numStates = model.getNumStates();
  rounds.resize(numStates);
  for (StateId id = 0; id < numStates; ++id)
    rounds[id].emplace(0, model.getInvariant(id));
  std::vector<bool> isDirty(numStates, true);
  uint64_t numZones = 0;
  for (unsigned round = 0; llvm::is_contained(isDirty, true); ++round) {
    std::vector<std::pair<StateId, Federation>> changed;
    for (StateId id = 0; id < numStates; ++id) {
      if (!isDirty[id])
        continue;
      if (auto reason = getStop())
        return reason;
      Federation next = computeRound(id, round);
      if (next.hasOverflowed())
        return std::string("a clock bound is too large");
      if (next.includes(getRound(id, round)))
        continue;
      numZones += next.size();
      if (numZones > options.maxStates)
        return "the limit of " + std::to_string(options.maxStates) +
               " zones was reached";
      changed.push_back({id, std::move(next)});
    }
    std::vector<bool> hasChanged(numStates);
    for (auto &[id, next] : changed) {
      rounds[id].emplace(round + 1, std::move(next));
      hasChanged[id] = true;
    }
    for (StateId id = 0; id < numStates; ++id)
      isDirty[id] =
          llvm::any_of(model.getState(id).edges, [&](const ZoneEdge &edge) {
            return hasChanged[edge.target];
          });
  }
  return std::nullopt;
}

bool ConsistencyGame::isConsistent() {
  return getConsistent(model.getModel().getInitial())
      .includes(Zone::zero(model.getDimension()));
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

std::optional<unsigned>
ConsistencyGame::getLosingRound(const Position &position) const {
  for (const auto &[round, valuations] : rounds[position.state])
    if (!valuations.containsPoint(position.clocks))
      return round;
  return std::nullopt;
}

/// Delays into a set, of the point's denominator.
static std::optional<ClockDelays> getFirstDelays(const Federation &set,
                                                 const ClockPoint &point) {
  std::optional<ClockDelays> first;
  for (const Zone &zone : set) {
    std::optional<ClockDelays> delays = zone.getDelays(point);
    if (delays && (!first || delays->lower < first->lower ||
                   (delays->lower == first->lower && first->isLowerStrict &&
                    !delays->isLowerStrict)))
      first = delays;
  }
  return first;
}

/// A delay within an interval, as early as possible, and at most half-way to
/// its end if it cannot begin at its beginning.
static Rational pick(const ClockDelays &delays) {
  if (!delays.isLowerStrict)
    return delays.lower;
  if (delays.isUnbounded || delays.upper - delays.lower > 1)
    return *Rational::get(2 * delays.lower + 1, 2);
  return *Rational::get(delays.lower + delays.upper, 2);
}

/// The first delay that leads out of the invariant.
std::optional<ClockDelays>
ConsistencyGame::getStopDelays(const Position &position) {
  return getFirstDelays(model.getInvariant(position.state).complement(),
                        position.clocks);
}

/// Whether time may pass so long.
bool ConsistencyGame::mayWait(const Position &position, Rational delay) {
  if (delay.isZero())
    return true;
  if (model.getState(position.state).isUrgent)
    return false;
  std::optional<ClockDelays> stop = getStopDelays(position);
  return !stop || delay < Rational(stop->lower) ||
         (delay == Rational(stop->lower) && stop->isLowerStrict);
}

/// The earliest enabled edge of a kind into what is lost. Nothing if time stops
/// before.
std::optional<ConsistencyGame::Move>
ConsistencyGame::findLosingMove(const Position &position, unsigned round,
                                EdgeKind kind) {
  std::optional<Move> best;
  for (const ZoneEdge &edge : model.getState(position.state).edges) {
    if (edge.kind != kind)
      continue;
    Federation lost = model.getInvariant(edge.target);
    lost.subtract(getRound(edge.target, round));
    Federation before = model.getPredecessors(edge, lost);
    before.intersect(model.getInvariant(position.state));
    std::optional<ClockDelays> delays = getFirstDelays(before, position.clocks);
    if (!delays)
      continue;
    Rational delay = pick(*delays);
    if (mayWait(position, delay) && (!best || delay < best->delay))
      best = {delay, &edge};
  }
  return best;
}

/// How long time may pass, of the point's denominator.
std::optional<Rational> ConsistencyGame::getDeadline(const Position &position) {
  if (model.getState(position.state).isUrgent)
    return Rational(0);
  std::optional<ClockDelays> stop = getStopDelays(position);
  return stop ? std::optional(Rational(stop->lower)) : std::nullopt;
}

/// Lets time pass and takes the edge. Returns false if numbers leave 64 bits.
bool ConsistencyGame::follow(Position &position, const Move &move,
                             TimedTrace &run) {
  // A common denominator for the clocks and the delay.
  int64_t factor = move.delay.getDenominator();
  int64_t delay = move.delay.getNumerator();
  int64_t denominator;
  if (__builtin_mul_overflow(position.clocks.denominator, factor, &denominator))
    return false;
  ClockPoint now;
  now.denominator = denominator;
  now.numerators.push_back(0);
  for (int64_t value :
       llvm::ArrayRef(position.clocks.numerators).drop_front()) {
    int64_t scaled;
    if (__builtin_mul_overflow(value, factor, &scaled) ||
        __builtin_add_overflow(scaled, delay, &scaled))
      return false;
    now.numerators.push_back(scaled);
  }
  ClockPoint next = now;
  for (const ZoneReset &reset : move.edge->resets)
    next.numerators[reset.clock] =
        now.numerators[reset.source] + reset.offset * denominator;

  TraceStep step;
  auto time = Rational::get(delay, denominator);
  auto scaled =
      time ? Rational::div(*time, model.getSystem().getScale()) : std::nullopt;
  if (!scaled)
    return false;
  step.delay = *scaled;
  step.transition = move.edge->transition;
  step.label = model.getSystem().getTransitions()[move.edge->transition].label;
  step.arguments = model.getModel().getAlphabet()[move.edge->action].arguments;
  run.steps.push_back(std::move(step));
  position = {move.edge->target, std::move(next)};
  return true;
}

void ConsistencyGame::describeEnd(const Position &position,
                                  SpecificationResult &result) {
  const System &system = model.getSystem();
  if (auto deadline = getDeadline(position))
    if (auto time = Rational::div(*deadline, position.clocks.denominator))
      if (auto scaled = Rational::div(*time, system.getScale()))
        result.run.finalDelay = *scaled;
  llvm::raw_string_ostream os(result.reason);
  os << "in ";
  llvm::interleaveComma(
      llvm::enumerate(system.getControls()), os, [&](auto pair) {
        unsigned location =
            model.getModel().getLocation(position.state, pair.index());
        os << "'" << pair.value().locations[location] << "'";
      });
  os << " time stops and no output is possible";
  for (auto [index, control] : llvm::enumerate(system.getControls()))
    for (unsigned invariant : system.getInvariantsAt(
             index, model.getModel().getLocation(position.state, index)))
      result.locations.push_back(system.getInvariants()[invariant].loc);
}

SpecificationResult ConsistencyGame::explain() {
  SpecificationResult result;
  result.answer = AnswerKind::Violated;
  Position position = {model.getModel().getInitial(), {}};
  position.clocks.numerators.assign(model.getDimension(), 0);
  if (!model.getInvariant(position.state).containsPoint(position.clocks)) {
    result.reason = "an invariant does not hold in the beginning";
    return result;
  }
  while (std::optional<unsigned> round = getLosingRound(position)) {
    std::optional<Move> move =
        findLosingMove(position, *round - 1, EdgeKind::Input);
    if (!move)
      move = findLosingMove(position, *round - 1, EdgeKind::Output);
    if (!move)
      break;
    if (!follow(position, *move, result.run)) {
      result.reason = "the times of the run do not fit into 64 bits";
      return result;
    }
  }
  describeEnd(position, result);
  return result;
}

SpecificationResult
tioga::checkConsistency(const System &system,
                        const SpecificationOptions &options) {
  SpecificationResult result;
  ConsistencyGame game(system, options);
  if (auto reason = game.solve()) {
    result.reason = *reason;
    return result;
  }
  if (!game.isConsistent())
    return game.explain();
  result.answer = AnswerKind::Holds;
  return result;
}
