//===- StateSetChecker.cpp - Conformance by sets of states ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateSetChecker.h"
#include "RunFinder.h"
#include "ZoneSteps.h"

using namespace tioga;

/// Most states of one side after one observation. More are the mark of a loop
/// of unseen steps that never returns to where it was.
static constexpr size_t maxMembers = 512;

StateSetChecker::StateSetChecker(ConformanceSide &spec, ConformanceSide &impl,
                                 const ConformanceRules &rules,
                                 const ConformanceOptions &options)
    : rules(rules), options(options),
      spec(spec,
           spec.getModel().getSystem().isDense() ||
               impl.getModel().getSystem().isDense(),
           rules.silenceAfterTimelock, maxMembers),
      impl(impl,
           spec.getModel().getSystem().isDense() ||
               impl.getModel().getSystem().isDense(),
           rules.silenceAfterTimelock, maxMembers),
      start(std::chrono::steady_clock::now()) {}

//===----------------------------------------------------------------------===//
// Offences
//===----------------------------------------------------------------------===//

/// The set with its edges: strict bounds become weak.
static Federation addEdges(const Federation &federation) {
  Federation result(federation.getDimension());
  for (const Zone &zone : federation) {
    llvm::SmallVector<Constraint, 16> constraints;
    for (ClockIndex i = 0; i < zone.getDimension(); ++i)
      for (ClockIndex j = 0; j < zone.getDimension(); ++j)
        if (i != j && !zone.at(i, j).isInfinite())
          constraints.push_back(
              {i, j, Bound::atMost(zone.at(i, j).getValue())});
    result.add(Zone::fromConstraints(zone.getDimension(), constraints));
  }
  return result;
}

static bool isWithinEdges(const Federation &set, const Federation &allowed) {
  return addEdges(allowed).includes(set);
}

/// Ages at which the environment may wait, whatever the system does.
Federation StateSetChecker::getWaiting(const Members &members,
                                       unsigned numAges) {
  Federation result(numAges + 1);
  for (const Member &member : members) {
    const DiscreteState &state = spec.getState(member.state);
    Zone zone = member.zone;
    zone.up();
    if (member.state == silenceState)
      result.insert(getAges(zone, numAges));
    for (ZoneConjunction environment : state.environmentInvariants) {
      Zone inside = zone;
      if (constrainZone(inside, environment, state, numAges))
        result.insert(getAges(inside, numAges));
    }
  }
  return result;
}

/// Ages at which the environment takes an output.
Federation StateSetChecker::getAccepted(const Members &members, ActionId action,
                                        unsigned numAges) {
  Federation result(numAges + 1);
  for (const Member &member : members) {
    if (member.state == silenceState)
      continue;
    const DiscreteState &state = spec.getState(member.state);
    for (ZoneConjunction piece :
         spec.getSide().getAcceptance(member.state, action)) {
      Zone zone = member.zone;
      if (constrainZone(zone, piece, state, numAges))
        result.insert(getAges(zone, numAges));
    }
  }
  return result;
}

std::optional<StateSetChecker::Offence>
StateSetChecker::findLate(const Member &member, const Closed &closed,
                          unsigned numAges) {
  Federation late(getAges(member.zone, numAges));
  late.subtract(closed.allowed);
  if (late.isEmpty())
    return std::nullopt;
  if (rules.hasEnvironment)
    late.intersect(getWaiting(closed.spec, numAges));
  if (late.isEmpty())
    return std::nullopt;
  return Offence{ViolationKind::Late, Alphabet::silent, late.getZones().front(),
                 member.state == silenceState,
                 isWithinEdges(late, closed.allowed)};
}

std::optional<StateSetChecker::Closed>
StateSetChecker::close(const StateSetNode &node) {
  unsigned numAges = node.getNumAges();
  Closed closed(numAges);
  bool isComplete = spec.close(node.spec, numAges, closed.spec,
                               [](const Member &) { return true; });
  if (!isComplete) {
    stop = "the specification has too many states after one observation";
    return std::nullopt;
  }
  for (const Member &member : closed.spec)
    closed.allowed.insert(getAges(member.zone, numAges));
  // Lateness is looked for at once: what waits for ever in a loop of unseen
  // steps is late long before the loop is worked off.
  isComplete =
      impl.close(node.impl, numAges, closed.impl, [&](const Member &member) {
        std::optional<Offence> late = findLate(member, closed, numAges);
        // One that needs no stopped time is better.
        if (late && (!found || found->needsSilence))
          found = late;
        return !found || found->needsSilence;
      });
  if (found)
    return std::nullopt;
  if (!isComplete) {
    stop = "the implementation has too many states after one observation";
    return std::nullopt;
  }
  for (const Member &member : closed.impl)
    closed.possible.insert(getAges(member.zone, numAges));
  return closed;
}

bool StateSetChecker::checkActions(const StateSetNode &node,
                                   const Closed &closed) {
  unsigned numAges = node.getNumAges();
  auto check = [&](EdgeKind kind, ViolationKind violation) {
    for (ActionId action : impl.getActions(closed.impl, kind)) {
      Federation offending = impl.getEnabled(closed.impl, action, numAges);
      Federation allowed = spec.getEnabled(closed.spec, action, numAges);
      offending.subtract(allowed);
      if (rules.hasEnvironment && !offending.isEmpty())
        offending.intersect(getAccepted(closed.spec, action, numAges));
      if (offending.isEmpty())
        continue;
      found = Offence{violation, action, offending.getZones().front(), false,
                      isWithinEdges(offending, allowed)};
      return false;
    }
    return true;
  };
  return check(EdgeKind::Output, ViolationKind::UnexpectedOutput) &&
         (rules.inputsFollowSpec ||
          check(EdgeKind::Input, ViolationKind::UnexpectedInput));
}

bool StateSetChecker::checkMissing(const StateSetNode &node,
                                   const Closed &closed) {
  if (!rules.demandsInputs)
    return true;
  unsigned numAges = node.getNumAges();
  for (ActionId action : spec.getActions(closed.spec, EdgeKind::Input)) {
    Federation missing = spec.getEnabled(closed.spec, action, numAges);
    missing.intersect(closed.possible);
    Federation taken = impl.getEnabled(closed.impl, action, numAges);
    missing.subtract(taken);
    if (missing.isEmpty())
      continue;
    found =
        Offence{ViolationKind::MissingInput, action, missing.getZones().front(),
                false, isWithinEdges(missing, taken)};
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Successors
//===----------------------------------------------------------------------===//

void StateSetChecker::addNode(Node node) {
  ++numTransitions;
  uint64_t hash = node.sets.getHash();
  auto [begin, end] = known.equal_range(hash);
  for (auto it = begin; it != end; ++it)
    if (nodes[it->second]->sets == node.sets)
      return;
  known.emplace(hash, nodes.size());
  nextLevel.push_back(nodes.size());
  memory += sizeof(Node) + node.sets.getMemory();
  nodes.push_back(std::make_unique<Node>(std::move(node)));
}

/// The zone with one more age, which is zero.
static Zone addAge(const Zone &zone) {
  llvm::SmallVector<ClockIndex, 16> sources;
  for (ClockIndex age = 1; age < zone.getDimension(); ++age)
    sources.push_back(age);
  sources.push_back(0);
  return zone.gather(sources);
}

void StateSetChecker::addSuccessor(uint32_t id, const Closed &closed,
                                   ActionId action, const Federation &domain,
                                   bool isIgnored) {
  unsigned numAges = domain.getDimension() - 1;
  Federation reduced = domain;
  reduced.reduce();
  for (const Zone &piece : reduced) {
    Members specNext = spec.step(closed.spec, action, piece, numAges);
    Members implNext = isIgnored
                           ? impl.ignore(closed.impl, piece, numAges)
                           : impl.step(closed.impl, action, piece, numAges);
    for (Zone &part : splitDomain(addAge(piece), {&specNext, &implNext})) {
      Node node = {{specNext, implNext, part}, id, action, isIgnored};
      spec.restrict(node.sets.spec, part);
      impl.restrict(node.sets.impl, part);
      if (node.sets.spec.empty() || node.sets.impl.empty())
        continue;
      spec.normalize(node.sets.spec, numAges + 1);
      impl.normalize(node.sets.impl, numAges + 1);
      dropAges(node.sets);
      spec.normalize(node.sets.spec, node.sets.getNumAges());
      impl.normalize(node.sets.impl, node.sets.getNumAges());
      if (!options.bound && node.sets.getNumAges() > options.ownAges)
        stop = "the sets of states do not repeat: the times of more than " +
               std::to_string(options.ownAges) +
               " observations matter; choose a bound";
      addNode(std::move(node));
    }
  }
}

void StateSetChecker::addSuccessors(uint32_t id, const StateSetNode &node,
                                    const Closed &closed) {
  unsigned numAges = node.getNumAges();
  auto addDriven = [&](EdgeKind kind) {
    for (ActionId action : impl.getActions(closed.impl, kind)) {
      Federation domain = impl.getEnabled(closed.impl, action, numAges);
      domain.intersect(spec.getEnabled(closed.spec, action, numAges));
      addSuccessor(id, closed, action, domain, false);
    }
  };
  addDriven(EdgeKind::Output);
  if (!rules.inputsFollowSpec)
    return addDriven(EdgeKind::Input);
  for (ActionId action : spec.getActions(closed.spec, EdgeKind::Input)) {
    Federation domain = spec.getEnabled(closed.spec, action, numAges);
    domain.intersect(closed.possible);
    Federation taken = impl.getEnabled(closed.impl, action, numAges);
    Federation ignored = domain;
    ignored.subtract(taken);
    domain.intersect(taken);
    addSuccessor(id, closed, action, domain, false);
    if (rules.ignoresInputs)
      addSuccessor(id, closed, action, ignored, true);
  }
}

//===----------------------------------------------------------------------===//
// Exploration
//===----------------------------------------------------------------------===//

bool StateSetChecker::expand(uint32_t id) {
  const StateSetNode &node = nodes[id]->sets;
  std::optional<Closed> closed = close(node);
  if (!closed || !checkActions(node, *closed) || !checkMissing(node, *closed)) {
    if (found)
      foundAt = id;
    return false;
  }
  addSuccessors(id, node, *closed);
  return !stop;
}

std::optional<std::string> StateSetChecker::getStop() const {
  if (stop)
    return stop;
  for (const StateSets *side : {&spec, &impl})
    if (side->hasOverflowed())
      return std::string("a clock bound is too large");
  if (nodes.size() > std::min(options.maxStates, options.maxSets))
    return "the limit of " +
           std::to_string(std::min(options.maxStates, options.maxSets)) +
           " sets of states was reached";
  if (options.maxMemory && memory > options.maxMemory)
    return std::string("the memory limit was reached");
  if (options.timeout.count() &&
      std::chrono::steady_clock::now() - start > options.timeout)
    return std::string("the time limit was reached");
  if (options.isCancelled && options.isCancelled())
    return std::string("cancelled");
  return std::nullopt;
}

ConformanceResult StateSetChecker::run() {
  ConformanceResult result;
  Node root = {{spec.getInitial(), impl.getInitial(), Zone::zero(2)},
               UINT32_MAX,
               Alphabet::silent,
               false};
  // A side without a single state has no traces.
  if (!root.sets.spec.empty() && !root.sets.impl.empty())
    addNode(std::move(root));
  std::swap(level, nextLevel);
  unsigned bound = options.bound.value_or(options.ownBound);
  unsigned depth = 0;
  for (; !level.empty() && depth < bound && !found && !stop; ++depth) {
    for (uint32_t id : level) {
      if (!expand(id) || (stop = getStop()))
        break;
      for (StateSets *side : {&spec, &impl})
        if (!side->getSide().getModel().getFailure().empty())
          stop = side->getSide().getModel().getFailure().str();
      if (stop)
        break;
    }
    level.clear();
    std::swap(level, nextLevel);
  }
  if (foundAt && !stop) {
    result.answer = AnswerKind::Violated;
    result.violation = makeViolation(*foundAt);
    if (!result.violation)
      result.reason = "the times of the violation do not fit into 64 bits";
  } else if (stop) {
    result.reason = *stop;
  } else if (level.empty() || options.bound) {
    result.answer = AnswerKind::Holds;
    if (!level.empty())
      result.depth = bound;
  } else {
    result.reason = "no violation up to " + std::to_string(bound) +
                    " observations, and the sets of states do not repeat; "
                    "choose a bound";
  }
  result.statistics.states = nodes.size();
  result.statistics.transitions = numTransitions;
  result.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return result;
}

//===----------------------------------------------------------------------===//
// Witnesses
//===----------------------------------------------------------------------===//

/// Walks along a path once more without dropping ages, so that the offence says
/// when each action happened.
std::optional<StateSetChecker::Offence>
StateSetChecker::retrace(llvm::ArrayRef<uint32_t> path) {
  StateSetNode node = {spec.getInitial(), impl.getInitial(), Zone::zero(2)};
  found.reset();
  for (uint32_t id : path.drop_front()) {
    ActionId action = nodes[id]->action;
    unsigned numAges = node.getNumAges();
    std::optional<Closed> closed = close(node);
    if (!closed)
      return found;
    Federation domain = spec.getEnabled(closed->spec, action, numAges);
    domain.intersect(closed->possible);
    Federation taken = impl.getEnabled(closed->impl, action, numAges);
    if (nodes[id]->isIgnored)
      domain.subtract(taken);
    else
      domain.intersect(taken);
    StateSetNode next = {{}, {}, addAge(node.domain)};
    for (const Zone &piece : domain) {
      for (Member &member : spec.step(closed->spec, action, piece, numAges))
        next.spec.push_back(std::move(member));
      for (Member &member :
           nodes[id]->isIgnored
               ? impl.ignore(closed->impl, piece, numAges)
               : impl.step(closed->impl, action, piece, numAges))
        next.impl.push_back(std::move(member));
    }
    node = std::move(next);
  }
  std::optional<Closed> closed = close(node);
  if (closed && checkActions(node, *closed))
    checkMissing(node, *closed);
  return found;
}

/// Times since the start instead of ages: the start is age 1, now is zero.
static Zone toEventTimes(const Zone &ages) {
  unsigned numAges = ages.getDimension() - 1;
  auto getAge = [&](ClockIndex event) -> ClockIndex {
    return event < numAges ? event + 1 : 0;
  };
  llvm::SmallVector<Constraint, 32> constraints;
  for (ClockIndex i = 0; i <= numAges; ++i)
    for (ClockIndex j = 0; j <= numAges; ++j)
      if (i != j && !ages.at(getAge(j), getAge(i)).isInfinite())
        constraints.push_back({i, j, ages.at(getAge(j), getAge(i))});
  return Zone::fromConstraints(numAges + 1, constraints);
}

static bool isFixed(const Zone &zone, ClockIndex event) {
  for (ClockIndex other = 0; other < zone.getDimension(); ++other) {
    if (other == event)
      continue;
    Bound there = zone.at(event, other), back = zone.at(other, event);
    if (!there.isInfinite() && !back.isInfinite() &&
        there.getValue() == -back.getValue())
      return true;
  }
  return false;
}

void StateSetChecker::fillViolation(llvm::ArrayRef<uint32_t> path,
                                    const Offence &exact,
                                    Violation &violation) {
  ZoneModel &specModel = spec.getSide().getModel();
  ZoneModel &implModel = impl.getSide().getModel();
  const Alphabet &alphabet = specModel.getAlphabet();
  violation.kind = exact.kind;
  violation.needsSilence = exact.needsSilence;
  violation.boundary = exact.isBoundary;
  violation.timeScale = specModel.getScale();
  violation.eventTimes = toEventTimes(exact.ages);
  for (unsigned event = 1; event < path.size(); ++event)
    if (alphabet[nodes[path[event]]->action].kind == LabelKind::Input)
      violation.boundary |= isFixed(violation.eventTimes, event);
  if (exact.action != Alphabet::silent) {
    violation.label =
        implModel.getSystem().lookupLabel(alphabet[exact.action].label);
    violation.arguments = alphabet[exact.action].arguments;
  }
}

/// Adds the source of the transition that a run takes last, or of the model.
static void addLast(ConformanceSide &side, const TimedTrace &run,
                    SourceLocations &locations) {
  for (const TraceStep &step : llvm::reverse(run.steps)) {
    if (!step.transition)
      continue;
    locations.push_back(side.getModel().getTransition(*step.transition).loc);
    return;
  }
  locations.push_back(side.getModel().getSystem().getLoc());
}

std::optional<Violation> StateSetChecker::makeViolation(uint32_t id) {
  llvm::SmallVector<uint32_t, 16> path;
  for (uint32_t each = id; each != UINT32_MAX; each = nodes[each]->parent)
    path.push_back(each);
  std::reverse(path.begin(), path.end());
  std::optional<Offence> exact = retrace(path);
  std::optional<ClockPoint> point;
  if (exact)
    point = toEventTimes(exact->ages).samplePoint();
  if (!point)
    return std::nullopt;
  // What was found may be earlier than expected: then the rest is not needed.
  path.resize(exact->ages.getDimension() - 1);

  Violation violation;
  fillViolation(path, *exact, violation);
  int64_t scale = violation.timeScale;
  const Alphabet &alphabet = spec.getSide().getModel().getAlphabet();
  const System &specSystem = spec.getSide().getModel().getSystem();
  llvm::SmallVector<ObservedAction> specActions, implActions;
  llvm::SmallVector<Rational> times;
  int64_t before = 0;
  for (unsigned event = 1; event <= path.size(); ++event) {
    int64_t now = point->numerators[event];
    std::optional<Rational> time = Rational::get(now, point->denominator);
    std::optional<Rational> delay =
        Rational::get(now - before, point->denominator * scale);
    if (!time || !delay)
      return std::nullopt;
    before = now;
    times.push_back(*time);
    if (event == path.size()) {
      violation.observation.finalDelay = *delay;
      break;
    }
    const Node &node = *nodes[path[event]];
    specActions.push_back({node.action, false});
    implActions.push_back({node.action, node.isIgnored});
    violation.observation.steps.push_back(
        {*delay, specSystem.lookupLabel(alphabet[node.action].label),
         alphabet[node.action].arguments, std::nullopt});
  }
  addRuns(specActions, implActions, times, *exact, violation);
  return violation;
}

void StateSetChecker::addRuns(llvm::ArrayRef<ObservedAction> specActions,
                              llvm::ArrayRef<ObservedAction> implActions,
                              llvm::ArrayRef<Rational> times,
                              const Offence &exact, Violation &violation) {
  // The specification can follow up to the last action.
  llvm::SmallVector<Rational> specTimes(times.begin(), times.end());
  specTimes.back() = times.size() > 1 ? times[times.size() - 2] : Rational(0);
  if (auto run = findRun(spec.getSide(), specActions, specTimes,
                         rules.silenceAfterTimelock))
    violation.specRun = std::move(*run);
  llvm::SmallVector<ObservedAction> implAll(implActions);
  llvm::SmallVector<Rational> implTimes(times.begin(), times.end());
  bool isAction = exact.kind == ViolationKind::UnexpectedOutput ||
                  exact.kind == ViolationKind::UnexpectedInput;
  if (isAction) {
    implAll.push_back({exact.action, false});
    implTimes.push_back(times.back());
  }
  if (auto run = findRun(impl.getSide(), implAll, implTimes,
                         rules.silenceAfterTimelock))
    violation.implRun = std::move(*run);
  addLast(spec.getSide(), violation.specRun, violation.specLocations);
  addLast(impl.getSide(), violation.implRun, violation.implLocations);
}
