//===- NetworkTest.cpp - Networks against a naive product -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random networks, once as IR that is converted and interpreted, once as plain
// structures whose meaning is written down here a second time: the product,
// move by move, as docs/Semantics.md has it (N1 to N9).
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "tioga/Engine/Interpreter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace tioga;
using namespace tioga::models;

namespace {

//===----------------------------------------------------------------------===//
// Networks as structures
//===----------------------------------------------------------------------===//

/// Clock x_i belongs to automaton i; n is shared and has the range 0..2.
struct TestGuard {
  /// Empty: no condition.
  std::string clockOp;
  int clockBound = 0;
  std::optional<int> n;
};

struct TestEdge {
  int from, to;
  /// Position among the labels; -1: silent.
  int label = -1;
  bool sends = false;
  TestGuard guard;
  bool reset = false, restart = false;
  /// n := n + add, or n := set.
  std::optional<int> add, set;
};

struct TestAutomaton {
  int locations;
  std::vector<int> invariant; ///< x <= bound; -1: none
  std::vector<bool> urgent, committed;
  std::vector<TestEdge> edges;
  bool environment = false;
};

enum class Kind { Input, Output, Binary, Broadcast };
const Kind labelKinds[] = {Kind::Input, Kind::Output, Kind::Binary,
                           Kind::Broadcast};
const char *const labelNames[] = {"in", "out", "pair", "all"};

struct TestNetwork {
  std::vector<TestAutomaton> automata;
};

/// Where a network is; clocks are whole numbers.
struct Place {
  std::vector<int> locations, clocks;
  int n = 0;
  auto key() const { return std::tie(locations, clocks, n); }
  friend bool operator<(const Place &a, const Place &b) {
    return a.key() < b.key();
  }
};

/// A label, or "silent", and where it leads.
using Moves = std::set<std::pair<std::string, Place>>;

//===----------------------------------------------------------------------===//
// Their meaning
//===----------------------------------------------------------------------===//

class NaiveProduct {
public:
  explicit NaiveProduct(const TestNetwork &network) : network(network) {}

  Place getInitial() const {
    Place place;
    place.locations.assign(network.automata.size(), 0);
    place.clocks.assign(network.automata.size(), 0);
    return place;
  }
  bool hasInvariants(const Place &place) const {
    for (size_t i = 0; i < network.automata.size(); ++i) {
      int bound = network.automata[i].invariant[place.locations[i]];
      if (bound >= 0 && place.clocks[i] > bound)
        return false;
    }
    return true;
  }
  bool canWaitOne(const Place &place) const {
    for (size_t i = 0; i < network.automata.size(); ++i)
      if (network.automata[i].urgent[place.locations[i]] ||
          network.automata[i].committed[place.locations[i]])
        return false;
    return hasInvariants(wait(place));
  }
  Place wait(Place place) const {
    for (int &clock : place.clocks)
      ++clock;
    return place;
  }
  Moves getMoves(const Place &place) const;

private:
  /// An automaton and one of its edges.
  using Mover = std::pair<int, const TestEdge *>;

  bool holds(int automaton, const TestEdge &edge, const Place &place) const;
  std::optional<Place> move(const std::vector<Mover> &movers,
                            Place place) const;
  bool isBlockedByCommitted(const std::vector<Mover> &movers,
                            const Place &place) const;
  void add(const std::vector<Mover> &movers, const std::string &label,
           const Place &place, Moves &moves) const;
  /// Edges that are enabled by location and guard.
  std::vector<Mover> getEdges(int label, bool sends, const Place &place,
                              int except) const;
  void addBroadcast(std::vector<Mover> movers, int next, int label,
                    const Place &place, Moves &moves) const;

  const TestNetwork &network;
};

bool NaiveProduct::holds(int automaton, const TestEdge &edge,
                         const Place &place) const {
  if (place.locations[automaton] != edge.from)
    return false;
  int x = place.clocks[automaton], c = edge.guard.clockBound;
  const std::string &op = edge.guard.clockOp;
  bool clock = op.empty() || (op == "<" && x < c) || (op == "<=" && x <= c) ||
               (op == ">" && x > c) || (op == ">=" && x >= c) ||
               (op == "==" && x == c);
  return clock && (!edge.guard.n || *edge.guard.n == place.n);
}

std::optional<Place> NaiveProduct::move(const std::vector<Mover> &movers,
                                        Place place) const {
  for (auto [automaton, edge] : movers)
    if (edge->restart)
      return getInitial();
  for (auto [automaton, edge] : movers) {
    place.locations[automaton] = edge->to;
    if (edge->reset)
      place.clocks[automaton] = 0;
    if (edge->add)
      place.n += *edge->add;
    if (edge->set)
      place.n = *edge->set;
    if (place.n < 0 || place.n > 2)
      return std::nullopt;
  }
  return place;
}

bool NaiveProduct::isBlockedByCommitted(const std::vector<Mover> &movers,
                                        const Place &place) const {
  bool someone = false;
  for (size_t i = 0; i < network.automata.size(); ++i)
    someone |= network.automata[i].committed[place.locations[i]];
  for (auto [automaton, edge] : movers)
    if (network.automata[automaton].committed[edge->from])
      return false;
  return someone;
}

void NaiveProduct::add(const std::vector<Mover> &movers,
                       const std::string &label, const Place &place,
                       Moves &moves) const {
  if (isBlockedByCommitted(movers, place))
    return;
  std::optional<Place> next = move(movers, place);
  if (next && hasInvariants(*next))
    moves.insert({label, *next});
}

std::vector<NaiveProduct::Mover> NaiveProduct::getEdges(int label, bool sends,
                                                        const Place &place,
                                                        int except) const {
  std::vector<Mover> result;
  for (int i = 0; i < int(network.automata.size()); ++i)
    for (const TestEdge &edge : network.automata[i].edges)
      if (i != except && edge.label == label && edge.sends == sends &&
          holds(i, edge, place))
        result.push_back({i, &edge});
  return result;
}

/// Every automaton that can receive does, by one of its edges.
void NaiveProduct::addBroadcast(std::vector<Mover> movers, int next, int label,
                                const Place &place, Moves &moves) const {
  if (next == int(network.automata.size()))
    return add(movers, labelNames[label], place, moves);
  std::vector<Mover> receivers;
  for (Mover mover : getEdges(label, /*sends=*/false, place, movers[0].first))
    if (mover.first == next)
      receivers.push_back(mover);
  if (receivers.empty())
    return addBroadcast(movers, next + 1, label, place, moves);
  for (Mover mover : receivers) {
    std::vector<Mover> more = movers;
    more.push_back(mover);
    addBroadcast(more, next + 1, label, place, moves);
  }
}

Moves NaiveProduct::getMoves(const Place &place) const {
  Moves moves;
  bool isClosed = false;
  for (const TestAutomaton &automaton : network.automata)
    isClosed |= automaton.environment;
  for (Mover mover : getEdges(-1, false, place, -1))
    add({mover}, "silent", place, moves);
  for (int label = 0; label < 4; ++label) {
    bool isObservable =
        labelKinds[label] == Kind::Input || labelKinds[label] == Kind::Output;
    for (bool sends : {false, true}) {
      if (!isObservable || isClosed)
        break;
      for (Mover mover : getEdges(label, sends, place, -1))
        add({mover}, labelNames[label], place, moves);
    }
    if (isObservable && !isClosed)
      continue;
    for (Mover sender : getEdges(label, true, place, -1)) {
      if (labelKinds[label] == Kind::Broadcast) {
        addBroadcast({sender}, 0, label, place, moves);
        continue;
      }
      for (Mover receiver : getEdges(label, false, place, sender.first))
        add({sender, receiver}, labelNames[label], place, moves);
    }
  }
  return moves;
}

//===----------------------------------------------------------------------===//
// Random networks
//===----------------------------------------------------------------------===//

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}

  TestNetwork makeNetwork() {
    TestNetwork network;
    bool isClosed = pick(2);
    for (int i = 0, count = 2 + pick(2); i < count; ++i)
      network.automata.push_back(makeAutomaton(isClosed && i == 0));
    return network;
  }

private:
  int pick(int count) { return int(random() % uint64_t(count)); }

  TestAutomaton makeAutomaton(bool environment) {
    TestAutomaton automaton;
    automaton.environment = environment;
    automaton.locations = 2 + pick(2);
    for (int i = 0; i < automaton.locations; ++i) {
      automaton.invariant.push_back(pick(3) ? -1 : 1 + pick(3));
      automaton.urgent.push_back(!pick(8));
      automaton.committed.push_back(!pick(6));
    }
    for (int i = 0, count = 3 + pick(4); i < count; ++i)
      automaton.edges.push_back(makeEdge(automaton));
    return automaton;
  }

  TestEdge makeEdge(const TestAutomaton &automaton) {
    TestEdge edge;
    edge.from = pick(automaton.locations);
    edge.to = pick(automaton.locations);
    // Synchronisation is rarely possible, so it is made more frequent.
    const int choices[] = {-1, 0, 1, 2, 2, 2, 3, 3};
    edge.label = choices[pick(8)];
    if (edge.label == 0) // inputs are sent by the environment
      edge.sends = automaton.environment;
    else if (edge.label == 1)
      edge.sends = !automaton.environment;
    else if (edge.label > 1)
      edge.sends = pick(2);
    const char *ops[] = {"<", "<=", ">", ">=", "=="};
    if (!pick(3)) {
      edge.guard.clockOp = ops[pick(5)];
      edge.guard.clockBound = pick(4);
    }
    if (!pick(4))
      edge.guard.n = pick(3);
    edge.reset = pick(2);
    switch (pick(5)) {
    case 0:
      edge.add = pick(2) ? 1 : -1;
      break;
    case 1:
      edge.set = pick(3);
      break;
    default:
      break;
    }
    if (!pick(15)) {
      edge.restart = true;
      edge.to = 0;
      edge.reset = false;
      edge.add = edge.set = std::nullopt;
    }
    return edge;
  }

  std::mt19937_64 random;
};

std::string printEdge(const TestEdge &edge) {
  std::string text =
      llvm::formatv("    ta.edge @L{0} -> @L{1} ", edge.from, edge.to);
  text += edge.label < 0 ? "silent"
                         : std::string(edge.sends ? "send " : "receive ") +
                               labelNames[edge.label];
  std::vector<std::string> guards, updates;
  if (!edge.guard.clockOp.empty())
    guards.push_back("x " + edge.guard.clockOp + " " +
                     std::to_string(edge.guard.clockBound));
  if (edge.guard.n)
    guards.push_back("n == " + std::to_string(*edge.guard.n));
  if (edge.reset)
    updates.push_back("x := 0");
  if (edge.add)
    updates.push_back("n := n + " + std::string(*edge.add < 0 ? "-1" : "1"));
  if (edge.set)
    updates.push_back("n := " + std::to_string(*edge.set));
  if (!guards.empty())
    text += " guard \"" + llvm::join(guards, " && ") + "\"";
  if (!updates.empty())
    text += " do \"" + llvm::join(updates, ", ") + "\"";
  return text + (edge.restart ? " {restart}\n" : "\n");
}

std::string printNetwork(const TestNetwork &network) {
  std::string text = "ta.network @N {\n"
                     "  tioga.var n : !tioga.range<0, 2>\n"
                     "  tioga.label in input\n"
                     "  tioga.label out output\n"
                     "  tioga.label pair internal\n"
                     "  tioga.label all internal {broadcast}\n";
  for (size_t i = 0; i < network.automata.size(); ++i) {
    const TestAutomaton &automaton = network.automata[i];
    text += "  ta.automaton ";
    text += automaton.environment ? "environment " : "";
    text += llvm::formatv("@A{0} initial @L0 {{\n    tioga.clock x\n", i);
    for (int location = 0; location < automaton.locations; ++location) {
      text += "    ta.location @L" + std::to_string(location);
      if (automaton.invariant[location] >= 0)
        text += llvm::formatv(" invariant \"x <= {0}\"",
                              automaton.invariant[location]);
      if (automaton.committed[location])
        text += " {committed}";
      else if (automaton.urgent[location])
        text += " {urgent}";
      text += "\n";
    }
    for (const TestEdge &edge : automaton.edges)
      text += printEdge(edge);
    text += "  }\n";
  }
  return text + "}\n";
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

State toState(const Place &place) {
  State state;
  for (int location : place.locations)
    state.locations.push_back(location);
  for (int clock : place.clocks)
    state.clocks.push_back(Rational(clock));
  state.values.push_back(Value::getInt(place.n));
  return state;
}

Place toPlace(const State &state) {
  Place place;
  for (unsigned location : state.locations)
    place.locations.push_back(int(location));
  for (Rational clock : state.clocks)
    place.clocks.push_back(int(clock.getNumerator()));
  place.n = int(state.values[0].getNumber().getNumerator());
  return place;
}

Moves getMoves(Interpreter &interpreter, const State &state) {
  const System &system = interpreter.getSystem();
  Moves moves;
  Decided<StateOptions> options = interpreter.getOptions(state);
  EXPECT_TRUE(options);
  for (const EnabledTransition &enabled : options->enabled) {
    if (!enabled.delays.contains(Rational()))
      continue;
    const SystemTransition &transition =
        system.getTransitions()[enabled.transition];
    Decided<State> next = interpreter.take(state, enabled, Rational());
    EXPECT_TRUE(next);
    moves.insert({transition.label
                      ? system.getLabels()[*transition.label].name.str()
                      : "silent",
                  toPlace(*next)});
  }
  return moves;
}

std::string describe(const Moves &moves) {
  std::string text;
  for (const auto &[label, place] : moves) {
    text += label + " ->";
    for (int location : place.locations)
      text += " L" + std::to_string(location);
    for (int clock : place.clocks)
      text += " " + std::to_string(clock);
    text += " n=" + std::to_string(place.n) + "\n";
  }
  return text;
}

TEST(NetworkTest, AgreesWithTheNaiveProduct) {
  size_t places = 0, moves = 0;
  std::map<std::string, size_t> labels;
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    TestNetwork network = Generator(seed).makeNetwork();
    std::string text = printNetwork(network);
    Model model(text);
    ASSERT_TRUE(model) << text;
    Interpreter interpreter(*model);
    NaiveProduct product(network);
    std::set<Place> seen = {product.getInitial()};
    std::vector<Place> work(seen.begin(), seen.end());
    while (!work.empty() && seen.size() < 60) {
      Place place = work.back();
      work.pop_back();
      State state = toState(place);
      Moves expected = product.getMoves(place);
      ASSERT_EQ(describe(getMoves(interpreter, state)), describe(expected))
          << "seed " << seed << ", " << state.str(*model) << "\n"
          << text;
      bool canWait = product.canWaitOne(place);
      ASSERT_EQ(bool(*interpreter.wait(state, 1)), canWait)
          << "seed " << seed << ", " << state.str(*model) << "\n"
          << text;
      ++places;
      for (const auto &[label, next] : expected) {
        ++moves;
        ++labels[label];
        if (seen.insert(next).second)
          work.push_back(next);
      }
      if (canWait && seen.insert(product.wait(place)).second)
        work.push_back(product.wait(place));
    }
  }
  // The corpus exercises what it is meant to.
  EXPECT_GT(places, 3000u);
  EXPECT_GT(moves, 3000u);
  for (const char *label : {"in", "out", "pair", "all", "silent"})
    EXPECT_GT(labels[label], 200u) << label;
}

} // namespace
