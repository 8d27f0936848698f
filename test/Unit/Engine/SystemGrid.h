//===- SystemGrid.h - Conformance by search on a time grid ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A third engine for tests: explicit sets of states, one tick of time after the
// other. What a state can do is asked of the interpreter; zones, formulas and
// witnesses play no part. What happens between the points of the grid is not
// seen, so a violation may be missed; without silent steps none is invented.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_ENGINE_SYSTEMGRID_H
#define TIOGA_TEST_UNIT_ENGINE_SYSTEMGRID_H

#include "tioga/Engine/Interpreter.h"
#include <map>
#include <set>

namespace tioga::grid {

/// Labels by name with arguments, numbered.
class Actions {
public:
  using Key = std::pair<std::string, std::vector<Value>>;

  unsigned get(llvm::StringRef name, llvm::ArrayRef<Value> arguments);
  const Key &getKey(unsigned action) const { return *keys[action]; }

private:
  std::map<Key, unsigned> numbers;
  std::vector<const Key *> keys;
};

/// The states of one system, each computed once.
class SystemGrid {
public:
  using States = std::set<unsigned>;
  /// Beyond an invariant, when nothing could be done about it.
  static constexpr unsigned quiet = 0;

  /// \pre `tick` divides what clocks are compared with
  SystemGrid(const System &system, Actions &actions, Rational tick,
             bool silenceAfterTimelock);

  States getInitial();
  States fire(const States &states, unsigned action);
  States tick(const States &states);
  /// Actions of inputs and of outputs that some state can do.
  std::set<unsigned> getActions(const States &states, LabelKind kind);
  /// Whether a limit was reached or a question left open.
  bool hasFailed() const { return failed; }

private:
  struct Step {
    unsigned action, target;
  };
  struct Node {
    State state;
    bool isExpanded = false;
    std::vector<Step> inputs, outputs;
    std::vector<unsigned> silent;
    std::optional<unsigned> later;
    /// Time passes no more, and nothing but an input can happen.
    bool isHopeless = false;
  };

  void findCaps();
  bool addCaps(const SystemCondition &condition);
  bool addCaps(Expr expr);
  void findLiveClocks();
  void addReads(const SystemCondition &condition, std::vector<bool> &reads);
  unsigned intern(State state);
  Node &expand(unsigned id);
  States close(States states);

  const System &system;
  Actions &actions;
  Rational step;
  bool silenceAfterTimelock, failed = false;
  Interpreter interpreter;
  /// What clocks are compared with at most; nothing: differences count.
  std::optional<Rational> cap;
  /// By control variable, location and clock.
  std::vector<std::vector<std::vector<bool>>> live;
  std::map<State, unsigned> numbers;
  std::vector<Node> nodes;
};

/// A violation of tioco, in ticks.
struct SystemViolation {
  struct Event {
    unsigned delay, action;
    bool isIgnored;
  };
  std::vector<Event> events;
  unsigned finalDelay = 0;
  /// Nothing: late.
  std::optional<unsigned> output;
  unsigned getLength() const { return events.size() + 1; }
};

struct SystemGridResult {
  std::optional<SystemViolation> violation;
  /// Everything up to so many observations was looked at, on the grid.
  unsigned depth = 0;
};

/// A shortest violation of tioco on the grid; of rtioco if there is an
/// environment, a system of its own.
SystemGridResult findViolation(SystemGrid &spec, SystemGrid &impl,
                               SystemGrid *environment, unsigned maxLength,
                               size_t maxNodes);

} // namespace tioga::grid

#endif // TIOGA_TEST_UNIT_ENGINE_SYSTEMGRID_H
