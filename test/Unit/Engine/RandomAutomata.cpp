//===- RandomAutomata.cpp - Random automata and a time grid -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomAutomata.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>

using namespace tioga::grid;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

const char *Automaton::getName(unsigned label) {
  static const char *const names[] = {"a", "b", "x", "y"};
  return names[label];
}

static std::string print(const std::vector<Comparison> &comparisons) {
  static const char *const ops[] = {"<", "<=", "==", ">=", ">"};
  std::string text;
  for (const Comparison &each : comparisons)
    text += (text.empty() ? "" : " && ") + ("c" + std::to_string(each.clock)) +
            " " + ops[static_cast<int>(each.op)] + " " +
            std::to_string(each.constant);
  return text;
}

std::string Automaton::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "ta.network @N {\n";
  for (unsigned label = 0; label < numLabels; ++label)
    os << "  tioga.label " << getName(label)
       << (isInput(label) ? " input\n" : " output\n");
  os << "  ta.automaton @A initial @L0 {\n";
  for (unsigned clock = 0; clock < numClocks; ++clock)
    os << "    tioga.clock c" << clock << "\n";
  for (unsigned l = 0; l < numLocations; ++l) {
    os << "    ta.location @L" << l;
    if (!invariants[l].empty())
      os << " invariant \"" << print(invariants[l]) << "\"";
    if (urgent[l])
      os << " {urgent}";
    os << "\n";
  }
  for (const Edge &edge : edges) {
    os << "    ta.edge @L" << edge.from << " -> @L" << edge.to;
    if (edge.label)
      os << (isInput(*edge.label) ? " receive " : " send ")
         << getName(*edge.label);
    else
      os << " silent";
    if (!edge.guard.empty())
      os << " guard \"" << print(edge.guard) << "\"";
    if (!edge.resets.empty()) {
      os << " do \"";
      for (unsigned i = 0; i < edge.resets.size(); ++i)
        os << (i ? ", " : "") << "c" << edge.resets[i] << " := 0";
      os << "\"";
    }
    os << "\n";
  }
  os << "  }\n}\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Random automata
//===----------------------------------------------------------------------===//

static unsigned pick(Random &random, unsigned count) {
  return std::uniform_int_distribution<unsigned>(0, count - 1)(random);
}

static Comparison makeComparison(const Shape &shape, Random &random) {
  return {pick(random, shape.clocks), static_cast<Op>(pick(random, 5)),
          static_cast<int>(pick(random, shape.maxConstant + 1))};
}

static Edge makeEdge(const Shape &shape, Random &random) {
  Edge edge;
  edge.from = pick(random, shape.locations);
  edge.to = pick(random, shape.locations);
  if (!shape.silent || pick(random, 4) != 0)
    edge.label = pick(random, Automaton::numLabels);
  for (unsigned i = pick(random, 3); i > 0; --i)
    edge.guard.push_back(makeComparison(shape, random));
  for (unsigned clock = 0; clock < shape.clocks; ++clock)
    if (pick(random, 2))
      edge.resets.push_back(clock);
  return edge;
}

static std::vector<Comparison> makeInvariant(const Shape &shape,
                                             Random &random) {
  if (pick(random, 2))
    return {};
  return {{pick(random, shape.clocks), pick(random, 3) ? Op::AtMost : Op::Less,
           static_cast<int>(1 + pick(random, shape.maxConstant))}};
}

/// Splits the guards of edges with one label by one clock, so that at most one
/// of them is enabled.
static void makeDeterministic(Automaton &automaton, const Shape &shape,
                              Random &random) {
  std::map<std::pair<unsigned, unsigned>, std::vector<Edge *>> groups;
  for (Edge &edge : automaton.edges)
    groups[{edge.from, *edge.label}].push_back(&edge);
  std::vector<Edge> kept;
  for (auto &[key, edges] : groups) {
    unsigned clock = pick(random, shape.clocks);
    int constant = pick(random, shape.maxConstant + 1);
    for (unsigned i = 0; i < edges.size() && i < 2; ++i) {
      if (edges.size() > 1)
        edges[i]->guard.push_back(
            {clock, i ? Op::AtLeast : Op::Less, constant});
      kept.push_back(*edges[i]);
    }
  }
  automaton.edges = std::move(kept);
}

Automaton tioga::grid::makeAutomaton(const Shape &shape, Random &random) {
  Automaton automaton;
  automaton.numLocations = shape.locations;
  automaton.numClocks = shape.clocks;
  for (unsigned l = 0; l < shape.locations; ++l) {
    automaton.invariants.push_back(makeInvariant(shape, random));
    automaton.urgent.push_back(shape.urgent && pick(random, 6) == 0);
  }
  for (unsigned i = 0; i < shape.edges; ++i)
    automaton.edges.push_back(makeEdge(shape, random));
  if (shape.deterministic)
    makeDeterministic(automaton, shape, random);
  return automaton;
}

Automaton tioga::grid::makeMutant(const Automaton &original, const Shape &shape,
                                  Random &random) {
  Automaton mutant = original;
  for (unsigned i = 1 + pick(random, 3); i > 0; --i) {
    Edge *edge = mutant.edges.empty()
                     ? nullptr
                     : &mutant.edges[pick(random, mutant.edges.size())];
    switch (edge ? pick(random, 7) : 5) {
    case 0:
      edge->to = pick(random, shape.locations);
      break;
    case 1:
      edge->from = pick(random, shape.locations);
      break;
    case 2:
      edge->resets = makeEdge(shape, random).resets;
      break;
    case 3:
      if (edge->guard.empty())
        edge->guard.push_back(makeComparison(shape, random));
      else
        edge->guard.back() = makeComparison(shape, random);
      break;
    case 4:
      mutant.invariants[pick(random, shape.locations)] =
          makeInvariant(shape, random);
      break;
    case 5:
      mutant.edges.push_back(makeEdge(shape, random));
      break;
    case 6:
      mutant.edges.erase(mutant.edges.begin() + (edge - mutant.edges.data()));
      break;
    }
  }
  return mutant;
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

namespace {
/// The location, then the clocks in units of the grid.
using State = std::vector<int>;
using States = std::set<State>;

class GridModel {
public:
  GridModel(const Automaton &automaton, int units, int maxConstant)
      : automaton(automaton), units(units), cap(maxConstant * units + 1) {}

  States getInitial() const {
    State state(automaton.numClocks + 1, 0);
    if (!holds(automaton.invariants[0], state))
      return {};
    return close({state});
  }
  States fire(const States &states, unsigned label) const {
    States next;
    for (const State &state : states)
      for (const Edge &edge : automaton.edges)
        if (edge.label == label)
          if (std::optional<State> to = take(state, edge))
            next.insert(*to);
    return close(std::move(next));
  }
  States tick(const States &states) const {
    States next;
    for (const State &state : states)
      if (std::optional<State> later = getLater(state))
        next.insert(*later);
    return close(std::move(next));
  }

  /// The next states by one edge, and by one unit of time.
  States getNext(const State &state) const {
    States next;
    for (const Edge &edge : automaton.edges)
      if (std::optional<State> to = take(state, edge))
        next.insert(*to);
    return next;
  }
  std::optional<State> getLater(const State &state) const {
    State later = state;
    for (unsigned clock = 1; clock < later.size(); ++clock)
      later[clock] = std::min(later[clock] + 1, cap);
    if (automaton.urgent[state[0]] ||
        !holds(automaton.invariants[state[0]], later))
      return std::nullopt;
    return later;
  }
  bool isPossible(const State &state) const {
    return holds(automaton.invariants[state[0]], state);
  }

private:
  bool holds(const std::vector<Comparison> &comparisons,
             const State &state) const {
    return std::all_of(
        comparisons.begin(), comparisons.end(), [&](const Comparison &each) {
          int value = state[each.clock + 1], constant = each.constant * units;
          switch (each.op) {
          case Op::Less:
            return value < constant;
          case Op::AtMost:
            return value <= constant;
          case Op::Equal:
            return value == constant;
          case Op::AtLeast:
            return value >= constant;
          case Op::Greater:
            return value > constant;
          }
          return false;
        });
  }
  std::optional<State> take(const State &state, const Edge &edge) const {
    if (state[0] != int(edge.from) || !holds(edge.guard, state))
      return std::nullopt;
    State next = state;
    next[0] = edge.to;
    for (unsigned clock : edge.resets)
      next[clock + 1] = 0;
    if (!holds(automaton.invariants[edge.to], next))
      return std::nullopt;
    return next;
  }
  States close(States states) const {
    std::vector<State> work(states.begin(), states.end());
    while (!work.empty()) {
      State state = work.back();
      work.pop_back();
      for (const Edge &edge : automaton.edges)
        if (!edge.label)
          if (std::optional<State> to = take(state, edge))
            if (states.insert(*to).second)
              work.push_back(*to);
    }
    return states;
  }

  const Automaton &automaton;
  int units, cap;
};

struct GridNode {
  States spec, impl;
  int parent;
  /// Nothing: a tick.
  std::optional<Event> event;
};
} // namespace

static GridViolation makeViolation(const std::vector<GridNode> &nodes, int id,
                                   std::optional<unsigned> output) {
  std::vector<std::optional<Event>> path;
  for (; nodes[id].parent >= 0; id = nodes[id].parent)
    path.push_back(nodes[id].event);
  std::reverse(path.begin(), path.end());
  GridViolation violation = {{}, 0, output};
  for (std::optional<Event> &event : path) {
    if (!event) {
      ++violation.finalDelay;
      continue;
    }
    event->delay = violation.finalDelay;
    violation.finalDelay = 0;
    violation.events.push_back(*event);
  }
  if (!output)
    ++violation.finalDelay;
  return violation;
}

static int getGreatestConstant(const Automaton &automaton) {
  int greatest = 0;
  for (const Edge &edge : automaton.edges)
    for (const Comparison &each : edge.guard)
      greatest = std::max(greatest, each.constant);
  for (const auto &invariant : automaton.invariants)
    for (const Comparison &each : invariant)
      greatest = std::max(greatest, each.constant);
  return greatest;
}

std::vector<std::optional<unsigned>>
tioga::grid::getDistancesOnGrid(const Automaton &automaton,
                                unsigned unitsPerTime) {
  GridModel model(automaton, unitsPerTime, getGreatestConstant(automaton));
  std::vector<std::optional<unsigned>> distances(automaton.numLocations);
  State initial(automaton.numClocks + 1, 0);
  if (!model.isPossible(initial))
    return distances;
  States known = {initial};
  std::vector<State> level = {initial}, next;
  for (unsigned distance = 0; !level.empty(); ++distance) {
    // Waiting adds to the level that is being worked off.
    for (size_t i = 0; i < level.size(); ++i) {
      State state = level[i];
      if (!distances[state[0]])
        distances[state[0]] = distance;
      std::optional<State> later = model.getLater(state);
      if (later && known.insert(*later).second)
        level.push_back(*later);
    }
    for (const State &state : level)
      for (const State &to : model.getNext(state))
        if (known.insert(to).second)
          next.push_back(to);
    level = std::move(next);
    next.clear();
  }
  return distances;
}

std::vector<bool> tioga::grid::getDeadlocksOnGrid(const Automaton &automaton,
                                                  unsigned unitsPerTime) {
  GridModel model(automaton, unitsPerTime, getGreatestConstant(automaton));
  std::vector<bool> result(automaton.numLocations, false);
  State initial(automaton.numClocks + 1, 0);
  if (!model.isPossible(initial))
    return result;
  States known = {initial};
  std::vector<State> waiting = {initial};
  for (size_t i = 0; i < waiting.size(); ++i) {
    std::optional<State> later = model.getLater(waiting[i]);
    if (later && known.insert(*later).second)
      waiting.push_back(*later);
    for (const State &to : model.getNext(State(waiting[i])))
      if (known.insert(to).second)
        waiting.push_back(to);
  }
  for (const State &state : waiting) {
    // Clocks stop beyond the greatest constant, so that waiting comes to an
    // end.
    bool canMove = false;
    States passed;
    for (std::optional<State> at = state; at && passed.insert(*at).second;
         at = model.getLater(*at))
      canMove |= !model.getNext(*at).empty();
    if (!canMove)
      result[state[0]] = true;
  }
  return result;
}

std::optional<GridViolation>
tioga::grid::findOnGrid(const Automaton &spec, const Automaton &impl,
                        const GridOptions &options) {
  int maxConstant =
      std::max(getGreatestConstant(spec), getGreatestConstant(impl));
  GridModel specModel(spec, options.unitsPerTime, maxConstant);
  GridModel implModel(impl, options.unitsPerTime, maxConstant);
  std::vector<GridNode> nodes;
  std::set<std::pair<States, States>> known;
  std::vector<int> level, next;
  auto add = [&](States s, States m, int parent, std::optional<Event> event) {
    if (s.empty() || m.empty() || !known.insert({s, m}).second)
      return;
    (event ? next : level).push_back(nodes.size());
    nodes.push_back({std::move(s), std::move(m), parent, event});
  };
  add(specModel.getInitial(), implModel.getInitial(), -1, std::nullopt);
  for (unsigned length = 1; length <= options.maxLength; ++length) {
    for (size_t i = 0; i < level.size() && nodes.size() < options.maxNodes;
         ++i) {
      int id = level[i];
      States s = nodes[id].spec, m = nodes[id].impl;
      for (unsigned label = 0; label < Automaton::numLabels; ++label) {
        States specNext = specModel.fire(s, label);
        States implNext = implModel.fire(m, label);
        bool isIgnored = false;
        if (Automaton::isInput(label)) {
          isIgnored = implNext.empty() && options.ignoresInputs;
          if (isIgnored)
            implNext = m;
        } else if (!implNext.empty() && specNext.empty()) {
          return makeViolation(nodes, id, label);
        }
        add(std::move(specNext), std::move(implNext), id,
            Event{0, label, isIgnored});
      }
      States implLater = implModel.tick(m), specLater = specModel.tick(s);
      if (!implLater.empty() && specLater.empty())
        return makeViolation(nodes, id, std::nullopt);
      add(std::move(specLater), std::move(implLater), id, std::nullopt);
    }
    level = std::move(next);
    next.clear();
  }
  return std::nullopt;
}
