//===- Equivalence.cpp - Do two systems have the same traces? ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Equivalence.h"
#include "ZoneSteps.h"
#include "llvm/ADT/MapVector.h"
#include <deque>
#include <numeric>

using namespace tioga;

namespace {

/// Discrete states with zones over the ages of all observable actions so far
/// (index 1 is the age of the start, the last one that of the last action),
/// then over the active clocks.
struct Member {
  StateId state;
  Zone zone;
};
using Members = std::vector<Member>;

/// One of the two systems.
class Side {
public:
  Side(const System &system, Alphabet &alphabet, int64_t scale,
       uint64_t maxStates)
      : model(system, /*edits=*/nullptr, alphabet, getOptions(scale)),
        maxStates(maxStates) {}

  Members getInitial();
  /// What time and silent steps lead to.
  Members close(const Members &members, unsigned numAges);
  /// Where observable actions lead to.
  void step(const Members &closed, unsigned numAges,
            llvm::MapVector<ActionId, Members> &successors);

  /// Empty if everything could be represented.
  llvm::StringRef getFailure() const {
    return failure.empty() ? model.getFailure() : llvm::StringRef(failure);
  }
  const System &getSystem() const { return model.getSystem(); }

private:
  static ZoneModelOptions getOptions(int64_t scale) {
    ZoneModelOptions options;
    options.scale = scale;
    options.maxAlternatives = 4096;
    return options;
  }
  void elapse(const Member &member, unsigned numAges, Members &result);
  void take(const Member &member, const ZoneEdge &edge, unsigned numAges,
            Members &result);

  ZoneModel model;
  uint64_t maxStates;
  std::string failure;
};

/// A word and what both systems can be in after it.
struct Word {
  /// Position of the word without its last action.
  unsigned parent = 0;
  ActionId action = 0;
  unsigned length = 0;
  Members members[2];
};

/// Compares word by word, short ones first.
class Comparison {
public:
  Comparison(const System &first, const System &second, int64_t scale,
             const EquivalenceOptions &options)
      : options(options), scale(scale),
        sides{Side(first, alphabet, scale, options.maxStates),
              Side(second, alphabet, scale, options.maxStates)} {}

  EquivalenceResult run();

private:
  bool isUndecided(EquivalenceResult &result);
  /// Returns false if the answer is known.
  bool process(unsigned index, EquivalenceResult &result);
  bool compare(const Federation &first, const Federation &second,
               unsigned index, EquivalenceResult &result);
  void setTrace(unsigned index, const Zone &difference, unsigned side,
                EquivalenceResult &result);

  EquivalenceOptions options;
  int64_t scale;
  Alphabet alphabet;
  Side sides[2];
  std::deque<Word> words;
};

} // namespace

//===----------------------------------------------------------------------===//
// One system
//===----------------------------------------------------------------------===//

/// Adds a member unless another of the same state includes it.
static bool insert(Members &members, Member member) {
  for (const Member &other : members)
    if (other.state == member.state && other.zone.includes(member.zone))
      return false;
  members.push_back(std::move(member));
  return true;
}

Members Side::getInitial() {
  StateId id = model.getInitial();
  const DiscreteState &state = model.getState(id);
  Members members;
  for (ZoneConjunction invariant : state.invariants) {
    Zone zone = Zone::zero(state.active.size() + 2);
    if (constrainZone(zone, invariant, state, /*offset=*/1))
      insert(members, {id, std::move(zone)});
  }
  return members;
}

/// Whether an alternative that holds after a delay has held before it.
static bool isTimeClosed(const DiscreteState &state,
                         ZoneConjunction invariant) {
  Zone zone = Zone::universe(state.getDimension());
  constrainZone(zone, invariant, state);
  Zone past = zone;
  past.down();
  return past == zone || zone.isEmpty();
}

/// Time passes while one alternative of the invariant holds. Alternatives that
/// bound clocks from below might take over from each other: not supported.
void Side::elapse(const Member &member, unsigned numAges, Members &result) {
  const DiscreteState &state = model.getState(member.state);
  if (state.isUrgent) {
    result.push_back(member);
    return;
  }
  for (ZoneConjunction invariant : state.invariants) {
    if (state.invariants.size() > 1 && !isTimeClosed(state, invariant))
      failure = "a disjunctive invariant bounds a clock from below";
    Zone zone = member.zone;
    if (!constrainZone(zone, invariant, state, numAges))
      continue;
    zone.up();
    if (constrainZone(zone, invariant, state, numAges))
      result.push_back({member.state, std::move(zone)});
  }
}

void Side::take(const Member &member, const ZoneEdge &edge, unsigned numAges,
                Members &result) {
  const DiscreteState &from = model.getState(member.state);
  Zone zone = member.zone;
  if (!constrainZone(zone, edge.guard, from, numAges))
    return;
  const DiscreteState &to = model.getState(edge.target);
  ZoneUpdate update;
  for (ClockIndex age = 1; age <= numAges; ++age)
    update.addClock(age);
  if (edge.kind != EdgeKind::Silent)
    update.addClock(0);
  update.addMove(from, numAges, to, edge.resets);
  Zone next = update.apply(zone);
  if (next.hasOverflowed())
    failure = "a clock bound is out of range";
  if (!next.isEmpty())
    insert(result, {edge.target, std::move(next)});
}

Members Side::close(const Members &members, unsigned numAges) {
  Members closed, arrivals;
  for (const Member &member : members)
    elapse(member, numAges, arrivals);
  for (Member &member : arrivals)
    insert(closed, std::move(member));
  for (size_t next = 0; next < closed.size() && getFailure().empty(); ++next) {
    Members reached;
    Member current = closed[next];
    for (const ZoneEdge &edge : model.getState(current.state).edges)
      if (edge.kind == EdgeKind::Silent)
        take(current, edge, numAges, reached);
    for (const Member &member : reached) {
      arrivals.clear();
      elapse(member, numAges, arrivals);
      for (Member &arrival : arrivals)
        insert(closed, std::move(arrival));
    }
    if (closed.size() > maxStates)
      failure = "too many symbolic states after one word: a cycle of silent "
                "steps may go on for ever";
  }
  return closed;
}

void Side::step(const Members &closed, unsigned numAges,
                llvm::MapVector<ActionId, Members> &successors) {
  for (const Member &member : closed)
    for (const ZoneEdge &edge : model.getState(member.state).edges)
      if (edge.kind != EdgeKind::Silent)
        take(member, edge, numAges, successors[edge.action]);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static Federation getAges(const Members &members, unsigned numAges) {
  llvm::SmallVector<ClockIndex> ages;
  for (ClockIndex age = 1; age <= numAges; ++age)
    ages.push_back(age);
  Federation federation(numAges + 1);
  for (const Member &member : members)
    federation.insert(member.zone.keep(ages));
  return federation;
}

void Comparison::setTrace(unsigned index, const Zone &difference, unsigned side,
                          EquivalenceResult &result) {
  result.answer = AnswerKind::Violated;
  result.isInFirst = side == 0;
  std::optional<ClockPoint> point = difference.samplePoint();
  int64_t denominator = point->denominator * scale;
  std::vector<ActionId> actions;
  for (unsigned at = index; words[at].length != 0; at = words[at].parent)
    actions.push_back(words[at].action);
  std::reverse(actions.begin(), actions.end());
  const System &system = sides[side].getSystem();
  // Ages are those at the end: the start is the oldest.
  for (auto [position, action] : llvm::enumerate(actions)) {
    TraceStep step;
    step.delay = *Rational::get(point->numerators[position + 1] -
                                    point->numerators[position + 2],
                                denominator);
    step.label = system.lookupLabel(alphabet[action].label);
    step.arguments = alphabet[action].arguments;
    result.trace.steps.push_back(std::move(step));
  }
  result.trace.finalDelay =
      *Rational::get(point->numerators[actions.size() + 1], denominator);
  result.isDelay = !result.trace.finalDelay.isZero();
}

/// Returns false if there is a difference that counts.
bool Comparison::compare(const Federation &first, const Federation &second,
                         unsigned index, EquivalenceResult &result) {
  const Federation *sets[] = {&first, &second};
  for (unsigned side : {0u, 1u}) {
    if (side == 0 ? options.relation == TraceRelation::Superset
                  : options.relation == TraceRelation::Subset)
      continue;
    Federation difference = *sets[side];
    difference.subtract(*sets[1 - side]);
    if (difference.hasOverflowed()) {
      result.reason = "a clock bound is out of range";
      return false;
    }
    if (difference.isEmpty())
      continue;
    // A difference in the word itself says more than one in the delay after.
    const Zone *best = &difference.getZones().front();
    ClockIndex last = first.getDimension() - 1;
    for (const Zone &zone : difference)
      if (zone.admits(Constraint::atMost(last, 0))) {
        best = &zone;
        break;
      }
    Zone zone = *best;
    if (zone.admits(Constraint::atMost(last, 0)))
      zone.constrain(Constraint::atMost(last, 0));
    setTrace(index, zone, side, result);
    return false;
  }
  return true;
}

bool Comparison::isUndecided(EquivalenceResult &result) {
  for (const Side &side : sides)
    if (llvm::StringRef failure = side.getFailure(); !failure.empty()) {
      result.answer = AnswerKind::Undecided;
      result.reason = failure.str();
      return true;
    }
  return false;
}

bool Comparison::process(unsigned index, EquivalenceResult &result) {
  unsigned length = words[index].length;
  unsigned numAges = length + 1;
  Members members[] = {std::move(words[index].members[0]),
                       std::move(words[index].members[1])};
  bool isLast = length == options.bound;
  if (!isLast)
    for (unsigned side : {0u, 1u})
      members[side] = sides[side].close(members[side], numAges);
  if (isUndecided(result) ||
      !compare(getAges(members[0], numAges), getAges(members[1], numAges),
               index, result))
    return false;
  if (isLast)
    return true;
  llvm::MapVector<ActionId, Members> successors[2];
  for (unsigned side : {0u, 1u})
    sides[side].step(members[side], numAges, successors[side]);
  if (isUndecided(result))
    return false;
  llvm::MapVector<ActionId, unsigned> created;
  for (unsigned side : {0u, 1u})
    for (auto &[action, reached] : successors[side]) {
      if (reached.empty())
        continue;
      auto [entry, isNew] = created.insert({action, words.size()});
      if (isNew) {
        words.emplace_back();
        words.back().parent = index;
        words.back().action = action;
        words.back().length = length + 1;
      }
      words[entry->second].members[side] = std::move(reached);
    }
  return true;
}

EquivalenceResult Comparison::run() {
  EquivalenceResult result;
  words.emplace_back();
  for (unsigned side : {0u, 1u})
    words.front().members[side] = sides[side].getInitial();
  for (unsigned index = 0; index < words.size(); ++index) {
    if (words.size() > options.maxWords) {
      result.reason =
          "more than " + std::to_string(options.maxWords) + " observable words";
      return result;
    }
    if (options.isCancelled && options.isCancelled()) {
      result.reason = "stopped";
      return result;
    }
    ++result.words;
    if (!process(index, result))
      return result;
  }
  result.answer = AnswerKind::Holds;
  return result;
}

EquivalenceResult tioga::checkEquivalence(const System &first,
                                          const System &second,
                                          const EquivalenceOptions &options) {
  EquivalenceResult result;
  if (first.isSync() || second.isSync()) {
    result.reason = "synchronous systems have no timed traces";
    return result;
  }
  int64_t factor =
      second.getScale() / std::gcd(first.getScale(), second.getScale());
  int64_t scale;
  if (llvm::MulOverflow(first.getScale(), factor, scale)) {
    result.reason = "constants have no common denominator in 64 bits";
    return result;
  }
  return Comparison(first, second, scale, options).run();
}
