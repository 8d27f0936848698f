//===- Reachability.cpp - Which states can be reached? ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward exploration of the zone graph (Bengtsson and Yi, 2004):
//  1. A symbolic state is a discrete state and a zone over its active clocks,
//     closed under delay, extrapolated by the constants of that state
//     (Extra_LU+; with diagonals, by splitting on them).
//  2. Waiting states are taken in batches, first come first served. Successors
//     of a batch are computed in parallel, each thread a part of the batch.
//  3. They are then compared with what is known, each thread those of its own
//     discrete states: a zone within a known one is dropped, known ones within
//     the new zone are marked as covered.
// The order of all that is kept does not depend on the number of threads.
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Reachability.h"
#include "ZoneSteps.h"
#include "tioga/Engine/EventTimes.h"
#include "llvm/Support/ThreadPool.h"
#include <queue>

using namespace tioga;
using Answer = ReachabilityResult::Answer;

namespace {
/// A symbolic state that is kept.
struct Node {
  const RawBound *zone;
  StateId state;
  uint32_t parent;
  /// Position among the edges of the parent's state, and of the invariant that
  /// the zone stems from.
  uint32_t edge;
  uint32_t depth;
  /// The next one of the same discrete state that none includes.
  uint32_t next;
  uint16_t invariant;
  bool isCovered;
};
static constexpr uint32_t none = UINT32_MAX;

/// A successor that has not been compared with the known states yet.
struct Candidate {
  Zone zone;
  StateId state;
  uint32_t parent, edge;
  uint16_t invariant;
  bool isKept = false;
};

/// The known nodes of some discrete states.
struct Shard {
  llvm::BumpPtrAllocator zones;
  /// The first node of each discrete state.
  std::vector<uint32_t> first;
};

class ReachExplorer {
public:
  ReachExplorer(const System &system, Expr goal,
                const ReachabilityOptions &options)
      : model(system, nullptr, alphabet, makeOptions(system)), goal(goal),
        options(options), shards(std::max(1u, options.threads)) {}

  ReachabilityResult run();

private:
  using Clock = std::chrono::steady_clock;
  /// Alternatives under which a goal is met.
  using Conditions = std::vector<std::vector<Constraint>>;

  static ZoneModelOptions makeOptions(const System &system) {
    ZoneModelOptions result;
    result.scale = system.getScale();
    return result;
  }

  bool isFastest() const { return options.order == TraceOrder::Fastest; }
  unsigned getDimension(const DiscreteState &state) const {
    return state.getDimension() + (isFastest() ? 1 : 0);
  }

  void addInitial(std::vector<Candidate> &into);
  void addSuccessors(uint32_t parent, std::vector<Candidate> &into);
  void finishZones(Zone zone, const DiscreteState &state, Candidate base,
                   std::vector<Candidate> &into);
  void extrapolate(Zone zone, const DiscreteState &state, Candidate base,
                   std::vector<Candidate> &into);

  uint32_t getDepth(const Candidate &candidate) const {
    return candidate.parent == none ? 0 : nodes[candidate.parent].depth + 1;
  }
  uint32_t &getFirst(StateId state);
  bool isKnown(uint32_t first, llvm::ArrayRef<RawBound> raw) const;
  bool merge(std::vector<std::vector<Candidate>> &parts);
  void mergeShard(unsigned shard, std::vector<std::vector<Candidate>> &parts);
  Conditions meetsGoal(const Zone &zone, StateId state);
  Federation getEscape(const Zone &zone, const DiscreteState &state);
  bool expandBatch();
  void expandStates(llvm::ArrayRef<uint32_t> batch);
  std::optional<std::string> getStop() const;

  void addMemory(ReachabilityResult &result);
  void makeRun(ReachabilityResult &result);
  std::optional<std::vector<Rational>> findDelays(llvm::ArrayRef<uint32_t> path,
                                                  ZoneConjunction reached);
  void parallel(size_t count, llvm::function_ref<void(unsigned)> fn);

  Alphabet alphabet;
  ZoneModel model;
  Expr goal;
  const ReachabilityOptions &options;
  std::vector<Shard> shards;
  std::vector<Node> nodes;
  llvm::DenseMap<StateId, llvm::SmallVector<ZoneConjunction, 1>> goals;
  std::deque<uint32_t> waiting;
  /// Of a fastest search: by the least time, then the order of discovery.
  std::priority_queue<std::pair<int64_t, uint32_t>,
                      std::vector<std::pair<int64_t, uint32_t>>, std::greater<>>
      waitingByTime;
  /// The node that meets the goal and the alternatives that it meets.
  std::optional<std::pair<uint32_t, Conditions>> found;
  uint64_t numTransitions = 0;
  bool hasOverflowed = false;
  Clock::time_point start = Clock::now();
  std::unique_ptr<llvm::DefaultThreadPool> pool;
};
} // namespace

//===----------------------------------------------------------------------===//
// Successors
//===----------------------------------------------------------------------===//

void ReachExplorer::extrapolate(Zone zone, const DiscreteState &state,
                                Candidate base, std::vector<Candidate> &into) {
  unsigned dimension = zone.getDimension();
  auto add = [&](Zone &&piece) {
    base.zone = std::move(piece);
    into.push_back(base);
  };
  if (model.hasUnknownDiagonals() || state.active.empty())
    return add(std::move(zone));
  llvm::SmallVector<int32_t, 16> lower(1, 0), upper(1, 0);
  llvm::append_range(lower, state.lower);
  llvm::append_range(upper, state.upper);
  lower.resize(dimension, Bound::maxValue);
  upper.resize(dimension, Bound::maxValue);
  // What can be reached may do more than what it is compared with; whether it
  // can do nothing needs states that can do the same.
  if (options.deadlock != DeadlockGoal::Any)
    for (unsigned i = 1; i < dimension; ++i)
      lower[i] = upper[i] = std::max(lower[i], upper[i]);
  if (model.getDiagonals().empty()) {
    zone.extrapolateLUPlus(lower, upper);
    return add(std::move(zone));
  }
  // Diagonals over clocks that do not matter here do not either.
  llvm::SmallVector<Constraint, 4> diagonals;
  for (const Constraint &diagonal : model.getDiagonals())
    if (state.slots[diagonal.x] && state.slots[diagonal.y])
      diagonals.push_back(toSlots(diagonal, state, 0));
  for (unsigned i = 1; i < dimension; ++i)
    lower[i] = std::max(lower[i], upper[i]);
  Federation pieces = extrapolateWithDiagonals(zone, lower, diagonals);
  hasOverflowed |= pieces.hasOverflowed();
  for (const Zone &piece : pieces)
    add(Zone(piece));
}

/// Lets time pass from a zone of states just entered.
void ReachExplorer::finishZones(Zone zone, const DiscreteState &state,
                                Candidate base, std::vector<Candidate> &into) {
  if (!state.isUrgent && model.getSystem().isDense())
    zone.up();
  if (isFastest())
    raiseClock(zone, zone.getDimension() - 1);
  for (auto [index, invariant] : llvm::enumerate(state.invariants)) {
    Zone piece = zone;
    if (!constrainZone(piece, invariant, state))
      continue;
    base.invariant = index;
    extrapolate(std::move(piece), state, base, into);
  }
}

void ReachExplorer::addInitial(std::vector<Candidate> &into) {
  StateId initial = model.getInitial();
  const DiscreteState &state = model.getState(initial);
  for (ZoneConjunction invariant : state.invariants) {
    Zone zone = Zone::zero(getDimension(state));
    if (!constrainZone(zone, invariant, state))
      continue;
    finishZones(std::move(zone), state, Candidate{Zone(), initial, none, 0, 0},
                into);
    return;
  }
}

void ReachExplorer::addSuccessors(uint32_t parent,
                                  std::vector<Candidate> &into) {
  const Node &node = nodes[parent];
  const DiscreteState &from = model.getState(node.state);
  unsigned dimension = getDimension(from);
  Zone zone = Zone::fromRaw(
      dimension, llvm::ArrayRef(node.zone, size_t(dimension) * dimension));
  for (auto [index, edge] : llvm::enumerate(from.edges)) {
    Zone next = zone;
    if (!constrainZone(next, edge.guard, from))
      continue;
    const DiscreteState &to = model.getState(edge.target);
    ZoneUpdate update;
    update.addMove(from, 0, to, edge.resets);
    if (isFastest())
      update.addClock(dimension - 1);
    if (!update.isIdentity(dimension))
      next = update.apply(next);
    finishZones(std::move(next), to,
                Candidate{Zone(), edge.target, parent, uint32_t(index), 0},
                into);
  }
}

//===----------------------------------------------------------------------===//
// Known states
//===----------------------------------------------------------------------===//

uint32_t &ReachExplorer::getFirst(StateId state) {
  std::vector<uint32_t> &first = shards[state % shards.size()].first;
  size_t index = state / shards.size();
  if (first.size() <= index)
    first.resize(index + 1, none);
  return first[index];
}

bool ReachExplorer::isKnown(uint32_t first,
                            llvm::ArrayRef<RawBound> raw) const {
  for (uint32_t id = first; id != none; id = nodes[id].next)
    if (includesRaw(nodes[id].zone, raw.data(), raw.size()))
      return true;
  return false;
}

void ReachExplorer::mergeShard(unsigned shard,
                               std::vector<std::vector<Candidate>> &parts) {
  // Nodes get their positions later; until then new zones are known by pointer.
  for (std::vector<Candidate> &part : parts) {
    for (Candidate &candidate : part) {
      if (candidate.state % shards.size() != shard)
        continue;
      llvm::ArrayRef<RawBound> raw = candidate.zone.getRaw();
      uint32_t *link = &getFirst(candidate.state);
      if (isKnown(*link, raw))
        continue;
      while (*link != none) {
        Node &other = nodes[*link];
        // A way through a deeper node is no shortest one.
        if ((!isFastest() && other.depth < getDepth(candidate)) ||
            !includesRaw(raw.data(), other.zone, raw.size())) {
          link = &other.next;
          continue;
        }
        other.isCovered = true;
        *link = other.next;
      }
      candidate.isKept = true;
    }
  }
}

/// The valuations of a zone from which some transition can be taken, now or
/// later.
Federation ReachExplorer::getEscape(const Zone &zone,
                                    const DiscreteState &state) {
  unsigned dimension = state.getDimension();
  Federation allowed(dimension), leaving(dimension);
  for (ZoneConjunction invariant : state.invariants) {
    Zone piece = Zone::universe(dimension);
    if (!constrainZone(piece, invariant, state))
      continue;
    allowed.add(piece);
    for (const ZoneEdge &edge : state.edges) {
      Zone enabled = piece;
      if (constrainZone(enabled, edge.guard, state))
        leaving.insert(std::move(enabled));
    }
  }
  if (!state.isUrgent && model.getSystem().isDense())
    leaving = leaving.predt(allowed.complement());
  leaving.intersect(zone);
  hasOverflowed |= leaving.hasOverflowed();
  return leaving;
}

/// The constraints of a zone over the clocks of the system.
static std::vector<Constraint> toConstraints(const Zone &zone,
                                             const DiscreteState &state) {
  std::vector<Constraint> result;
  auto getClock = [&](ClockIndex slot) -> ClockIndex {
    return slot ? state.active[slot - 1] : 0;
  };
  for (ClockIndex i = 0; i < zone.getDimension(); ++i)
    for (ClockIndex j = 0; j < zone.getDimension(); ++j)
      if (i != j && zone.at(i, j).isFinite())
        result.push_back({getClock(i), getClock(j), zone.at(i, j)});
  return result;
}

/// The alternatives of the goal that some valuation of the zone meets.
ReachExplorer::Conditions ReachExplorer::meetsGoal(const Zone &zone,
                                                   StateId id) {
  Conditions result;
  if (!goal)
    return result;
  const DiscreteState &state = model.getState(id);
  auto [position, isNew] = goals.try_emplace(id);
  if (isNew)
    position->second = model.instantiate(goal, id);
  for (ZoneConjunction alternative : position->second) {
    Zone met = zone;
    if (!constrainZone(met, alternative, state))
      continue;
    if (options.deadlock == DeadlockGoal::Any)
      return {std::vector<Constraint>(alternative)};
    Federation pieces = getEscape(met, state);
    if (options.deadlock == DeadlockGoal::Only) {
      Federation stuck(met);
      stuck.subtract(pieces);
      hasOverflowed |= stuck.hasOverflowed();
      pieces = std::move(stuck);
    }
    for (const Zone &piece : pieces)
      result.push_back(toConstraints(piece, state));
  }
  return result;
}

/// Keeps what is new. Returns false once the goal is met.
bool ReachExplorer::merge(std::vector<std::vector<Candidate>> &parts) {
  parallel(shards.size(), [&](unsigned shard) { mergeShard(shard, parts); });
  for (std::vector<Candidate> &part : parts) {
    for (Candidate &candidate : part) {
      ++numTransitions;
      if (!candidate.isKept)
        continue;
      hasOverflowed |= candidate.zone.hasOverflowed();
      // Two candidates of one batch may cover each other.
      Shard &shard = shards[candidate.state % shards.size()];
      uint32_t &first = getFirst(candidate.state);
      llvm::ArrayRef<RawBound> raw = candidate.zone.getRaw();
      if (isKnown(first, raw))
        continue;
      uint32_t id = nodes.size();
      nodes.push_back({raw.copy(shard.zones).data(), candidate.state,
                       candidate.parent, candidate.edge, getDepth(candidate),
                       first, candidate.invariant, false});
      first = id;
      // The first to meet the goal is on a shortest way. A fastest one is known
      // only when its turn has come.
      if (!isFastest()) {
        waiting.push_back(id);
        Conditions reached = meetsGoal(candidate.zone, candidate.state);
        if (!reached.empty()) {
          found = {id, std::move(reached)};
          return false;
        }
        continue;
      }
      waitingByTime.push(
          {getEarliest(candidate.zone, candidate.zone.getDimension() - 1), id});
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Exploration
//===----------------------------------------------------------------------===//

void ReachExplorer::parallel(size_t count,
                             llvm::function_ref<void(unsigned)> fn) {
  if (count == 1 || options.threads <= 1) {
    for (unsigned i = 0; i < count; ++i)
      fn(i);
    return;
  }
  if (!pool)
    pool = std::make_unique<llvm::DefaultThreadPool>(
        llvm::hardware_concurrency(options.threads));
  for (unsigned i = 0; i < count; ++i)
    pool->async([&fn, i] { fn(i); });
  pool->wait();
}

/// Discrete states are made by one thread, before others read them.
void ReachExplorer::expandStates(llvm::ArrayRef<uint32_t> batch) {
  for (uint32_t id : batch)
    for (const ZoneEdge &edge : model.getState(nodes[id].state).edges)
      model.getState(edge.target);
}

/// Returns false once the goal is met or nothing is waiting.
bool ReachExplorer::expandBatch() {
  llvm::SmallVector<uint32_t, 256> batch;
  if (isFastest()) {
    if (waitingByTime.empty())
      return false;
    uint32_t id = waitingByTime.top().second;
    waitingByTime.pop();
    if (nodes[id].isCovered)
      return true;
    unsigned dimension = getDimension(model.getState(nodes[id].state));
    Zone zone =
        Zone::fromRaw(dimension, llvm::ArrayRef(nodes[id].zone,
                                                size_t(dimension) * dimension));
    Conditions reached = meetsGoal(zone, nodes[id].state);
    if (!reached.empty()) {
      found = {id, std::move(reached)};
      return false;
    }
    batch.push_back(id);
  }
  size_t limit = options.threads > 1 ? 512 * options.threads : 32;
  while (!waiting.empty() && batch.size() < limit) {
    if (!nodes[waiting.front()].isCovered)
      batch.push_back(waiting.front());
    waiting.pop_front();
  }
  if (batch.empty())
    return false;
  expandStates(batch);
  size_t numParts =
      std::min<size_t>(std::max(1u, options.threads), batch.size());
  std::vector<std::vector<Candidate>> parts(numParts);
  parallel(numParts, [&](unsigned part) {
    size_t begin = batch.size() * part / numParts;
    size_t end = batch.size() * (part + 1) / numParts;
    for (size_t i = begin; i < end; ++i)
      addSuccessors(batch[i], parts[part]);
  });
  return merge(parts);
}

std::optional<std::string> ReachExplorer::getStop() const {
  if (!model.getFailure().empty())
    return model.getFailure().str();
  if (hasOverflowed)
    return std::string("a clock bound is too large");
  if (nodes.size() > options.maxStates)
    return "the limit of " + std::to_string(options.maxStates) +
           " symbolic states was reached";
  if (options.timeout.count() && Clock::now() - start > options.timeout)
    return std::string("the time limit was reached");
  if (options.isCancelled && options.isCancelled())
    return std::string("cancelled");
  return std::nullopt;
}

void ReachExplorer::addMemory(ReachabilityResult &result) {
  for (const Node &node : nodes) {
    uint64_t dimension = getDimension(model.getState(node.state));
    result.matrixBytes += dimension * dimension * sizeof(RawBound);
  }
  result.storedBytes = nodes.size() * sizeof(Node);
  for (const Shard &shard : shards)
    result.storedBytes +=
        shard.zones.getBytesAllocated() + shard.first.size() * sizeof(uint32_t);
}

ReachabilityResult ReachExplorer::run() {
  ReachabilityResult result;
  if (goal)
    model.addComparison(goal);
  std::vector<std::vector<Candidate>> first(1);
  addInitial(first.front());
  std::optional<std::string> stop;
  if (merge(first))
    while (!(stop = getStop()) && expandBatch()) {
    }
  if (!stop)
    stop = getStop();
  // A goal that was met stays met, whatever limit is reached with it.
  bool isExact = model.getFailure().empty() && !hasOverflowed;
  if (found && isExact) {
    result.answer = Answer::Reachable;
    makeRun(result);
  } else if (stop) {
    result.reason = *stop;
  } else {
    result.answer = Answer::Unreachable;
  }
  result.states = nodes.size();
  result.transitions = numTransitions;
  addMemory(result);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The delays of a run along the path that ends where the condition holds.
std::optional<std::vector<Rational>>
ReachExplorer::findDelays(llvm::ArrayRef<uint32_t> path,
                          ZoneConjunction reached) {
  // Event i leaves the i-th node; the last one is where the goal holds.
  EventTimes times(path.size());
  EventTimes::Clocks clocks(model.getNumClocks());
  for (auto [index, id] : llvm::enumerate(path)) {
    unsigned now = index + 1;
    const DiscreteState &state = model.getState(nodes[id].state);
    if (state.isUrgent || !model.getSystem().isDense())
      times.equate(index, now);
    times.constrain(clocks, state.invariants[nodes[id].invariant], now);
    if (now == path.size()) {
      times.constrain(clocks, reached, now);
      break;
    }
    const ZoneEdge &edge = state.edges[nodes[path[now]].edge];
    times.constrain(clocks, edge.guard, now);
    clocks.reset(edge.resets, now);
  }
  return times.getDelays(model.getScale());
}

void ReachExplorer::makeRun(ReachabilityResult &result) {
  llvm::SmallVector<uint32_t> path;
  for (uint32_t id = found->first; id != none; id = nodes[id].parent)
    path.push_back(id);
  std::reverse(path.begin(), path.end());
  for (auto [from, to] : llvm::zip(path, llvm::drop_begin(path))) {
    const ZoneEdge &edge =
        model.getState(nodes[from].state).edges[nodes[to].edge];
    TraceStep &step = result.run.steps.emplace_back();
    step.transition = edge.transition;
    step.label = model.getTransition(edge.transition).label;
    if (edge.action != Alphabet::silent)
      step.arguments = alphabet[edge.action].arguments;
  }
  // An extrapolated zone may meet an alternative that no run meets, but then a
  // run meets another one.
  std::optional<std::vector<Rational>> delays;
  for (const std::vector<Constraint> &reached : found->second)
    if (!delays)
      delays = findDelays(path, reached);
  if (!delays) {
    result.answer = Answer::Undecided;
    result.reason = "the times of the run do not fit into 64 bits";
    return;
  }
  for (auto [step, delay] : llvm::zip(result.run.steps, *delays))
    step.delay = delay;
  result.run.finalDelay = delays->back();
  StateId last = nodes[found->first].state;
  const System &system = model.getSystem();
  for (unsigned control = 0; control < system.getControls().size(); ++control)
    result.locations.push_back(model.getLocation(last, control));
  for (unsigned i = 0; i < system.getVariables().size(); ++i)
    result.values.push_back(model.getValue(last, i));
}

ReachabilityResult tioga::reach(const System &system, Expr goal,
                                const ReachabilityOptions &options) {
  if (options.order == TraceOrder::Fastest) {
    // Where there is no way at all, the search for a fastest need not end.
    ReachabilityOptions any = options;
    any.order = TraceOrder::Shortest;
    ReachabilityResult result = ReachExplorer(system, goal, any).run();
    if (result.answer != Answer::Reachable)
      return result;
  }
  return ReachExplorer(system, goal, options).run();
}
