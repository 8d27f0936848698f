//===- SyncTest.cpp - Tests of contracts ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncWords.h"
#include "tioga/Expr/Evaluate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

using namespace tioga;

/// States at one position of a test beyond which it is not built.
static constexpr size_t maxNodes = 2000;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static std::vector<Value> select(llvm::ArrayRef<Value> values,
                                 const System &system, Owner owner) {
  std::vector<Value> result;
  for (auto [value, variable] : llvm::zip(values, system.getVariables()))
    if (variable.owner == owner)
      result.push_back(value);
  return result;
}

InputSequence tioga::getInputs(llvm::ArrayRef<std::vector<Value>> run,
                               const System &system) {
  InputSequence inputs;
  for (const std::vector<Value> &values : run)
    inputs.push_back(select(values, system, Owner::Input));
  return inputs;
}

std::string tioga::describe(const InputSequence &inputs, const System &system) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      inputs, os,
      [&](llvm::ArrayRef<Value> values) {
        llvm::ListSeparator separator(" ");
        for (const SystemVariable &variable : system.getVariables()) {
          if (variable.owner != Owner::Input)
            continue;
          os << separator << variable.getName() << '=' << values.front();
          values = values.drop_front();
        }
      },
      "; ");
  return text;
}

/// The state before the first step.
static State getStart() {
  State start;
  start.hasStarted = false;
  return start;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

namespace {

/// Builds one test, position by position.
class SyncTestBuilder {
public:
  SyncTestBuilder(const InputSequence &inputs, const System &contract)
      : inputs(inputs), contract(contract), interpreter(contract) {}

  std::optional<TimedTest> build(std::string &reason,
                                 const BoundedOptions &options);

private:
  using StateSet = std::set<State>;
  /// Where the outputs lead, and by which contracts.
  struct Successor {
    StateSet states;
    OutputWord word;
    std::set<unsigned> active;
  };
  using Successors = std::map<std::vector<Value>, Successor>;
  struct Arc {
    std::vector<std::vector<Value>> outputs;
    unsigned target = 0;
    std::set<unsigned> active;
  };
  struct Node {
    /// What the contract may be in; or, if that is without end, what was seen.
    StateSet states;
    OutputWord word;
    std::vector<Arc> arcs;
    /// The first node of its position that does the same.
    unsigned same = 0;
  };

  bool explore(std::string &reason);
  bool expand(Node &node, unsigned position, std::string &reason);
  std::optional<Successors> getByStates(const Node &node, unsigned position,
                                        std::string &reason);
  std::optional<Successors> getByWord(const Node &node, std::string &reason);
  void merge();
  TimedTest write();
  llvm::StringRef getId(unsigned position, unsigned conjunct) const {
    return (position == 0 ? contract.getInitialConjuncts()
                          : contract.getStepConjuncts())[conjunct]
        .id;
  }

  const InputSequence &inputs;
  const System &contract;
  Interpreter interpreter;
  /// Answers instead of the interpreter, if that does not find all steps.
  std::optional<SyncWords> words;
  /// The interpreter has not found all steps of a state.
  bool isIncomplete = false;
  /// By position, the nodes there; behind the last input, one.
  std::vector<std::vector<Node>> levels;
};

} // namespace

std::optional<SyncTestBuilder::Successors>
SyncTestBuilder::getByStates(const Node &node, unsigned position,
                             std::string &reason) {
  Successors byOutputs;
  for (const State &state : node.states) {
    Decided<SyncSteps> steps = interpreter.getSteps(state, inputs[position]);
    if (!steps || !steps->isComplete) {
      isIncomplete = true;
      reason = steps ? "the states of the contract could not all be computed"
                     : steps.getReason().str();
      return std::nullopt;
    }
    for (SyncStep &step : steps->steps) {
      Successor &successor =
          byOutputs[select(step.next.values, contract, Owner::Output)];
      successor.active.insert(step.active.begin(), step.active.end());
      successor.states.insert(std::move(step.next));
    }
  }
  return byOutputs;
}

std::optional<SyncTestBuilder::Successors>
SyncTestBuilder::getByWord(const Node &node, std::string &reason) {
  auto answers = words->getAnswers(node.word, reason);
  if (!answers)
    return std::nullopt;
  Successors byOutputs;
  for (SyncWords::Answer &answer : *answers) {
    Successor &successor = byOutputs[answer.outputs];
    successor.active = std::move(answer.active);
    successor.word = node.word;
    successor.word.push_back(std::move(answer.outputs));
  }
  return byOutputs;
}

bool SyncTestBuilder::expand(Node &node, unsigned position,
                             std::string &reason) {
  std::optional<Successors> found =
      words ? getByWord(node, reason) : getByStates(node, position, reason);
  if (!found)
    return false;
  Successors &byOutputs = *found;
  if (byOutputs.empty()) {
    reason = "the contract has no answer to the inputs of step " +
             std::to_string(position + 1);
    return false;
  }
  std::vector<Node> &next = levels[position + 1];
  bool isLast = position + 1 == inputs.size();
  std::map<unsigned, unsigned> arcOfTarget;
  for (auto &[outputs, each] : byOutputs) {
    const auto &successor = each;
    // Behind the last input nothing counts any more.
    auto same =
        isLast ? next.begin() : llvm::find_if(next, [&](const Node &known) {
          return known.states == successor.states &&
                 known.word == successor.word;
        });
    unsigned target = same - next.begin();
    if (target == next.size())
      next.push_back({successor.states, successor.word, {}, target});
    auto [arc, isNew] = arcOfTarget.try_emplace(target, node.arcs.size());
    if (isNew)
      node.arcs.push_back({{}, target, {}});
    node.arcs[arc->second].outputs.push_back(outputs);
    node.arcs[arc->second].active.insert(successor.active.begin(),
                                         successor.active.end());
    if (next.size() > maxNodes) {
      reason = "the contract may be in too many states";
      return false;
    }
  }
  return true;
}

/// From the end: nodes with the same arcs are one.
void SyncTestBuilder::merge() {
  for (size_t position = inputs.size(); position-- > 0;) {
    std::vector<Node> &nodes = levels[position];
    for (Node &node : nodes) {
      std::map<unsigned, Arc> byTarget;
      for (Arc &arc : node.arcs) {
        unsigned target = levels[position + 1][arc.target].same;
        Arc &joined = byTarget[target];
        joined.target = target;
        llvm::append_range(joined.outputs, arc.outputs);
        joined.active.insert(arc.active.begin(), arc.active.end());
      }
      node.arcs.clear();
      for (auto &[target, arc] : byTarget) {
        llvm::sort(arc.outputs);
        node.arcs.push_back(std::move(arc));
      }
    }
    for (unsigned i = 0; i < nodes.size(); ++i)
      for (nodes[i].same = 0; nodes[i].same < i; ++nodes[i].same) {
        const Node &other = nodes[nodes[i].same];
        if (other.same == nodes[i].same &&
            std::equal(other.arcs.begin(), other.arcs.end(),
                       nodes[i].arcs.begin(), nodes[i].arcs.end(),
                       [](const Arc &a, const Arc &b) {
                         return a.target == b.target && a.outputs == b.outputs;
                       }))
          break;
      }
  }
}

TimedTest SyncTestBuilder::write() {
  TimedTest test;
  test.length = inputs.size();
  std::vector<std::map<unsigned, unsigned>> numbers(levels.size());
  for (size_t position = 0; position < levels.size(); ++position)
    for (unsigned i = 0; i < levels[position].size(); ++i) {
      if (levels[position][i].same != i)
        continue;
      numbers[position][i] = test.states.size();
      TimedState state;
      state.name = "s" + std::to_string(position);
      if (numbers[position].size() > 1)
        state.name += "_" + std::to_string(numbers[position].size());
      if (position == inputs.size()) {
        state.name = "pass";
        state.verdict = test::Verdict::Pass;
      }
      test.states.push_back(std::move(state));
    }
  llvm::StringSet<> seen;
  for (size_t position = 0; position < inputs.size(); ++position)
    for (auto [index, number] : numbers[position])
      for (const Arc &arc : levels[position][index].arcs) {
        TimedMove move;
        move.kind = test::MoveKind::Step;
        move.arguments = inputs[position];
        move.outputs = arc.outputs;
        move.target = numbers[position + 1].at(arc.target);
        llvm::ListSeparator separator(",");
        llvm::raw_string_ostream origin(move.origin);
        for (unsigned conjunct : arc.active) {
          llvm::StringRef id = getId(position, conjunct);
          origin << separator << id;
          if (seen.insert(id).second)
            test.stems.push_back(id);
        }
        test.states[number].moves.push_back(std::move(move));
      }
  return test;
}

bool SyncTestBuilder::explore(std::string &reason) {
  levels.clear();
  levels.resize(inputs.size() + 1);
  levels.front().push_back({{getStart()}, {}, {}, 0});
  if (!inputs.empty())
    levels.back().push_back({{}, {}, {}, 0});
  for (unsigned position = 0; position < inputs.size(); ++position)
    for (unsigned i = 0; i < levels[position].size(); ++i)
      if (!expand(levels[position][i], position, reason))
        return false;
  return true;
}

std::optional<TimedTest> SyncTestBuilder::build(std::string &reason,
                                                const BoundedOptions &options) {
  bool isDone = explore(reason);
  if (!isDone && isIncomplete) {
    words.emplace(contract, inputs, options);
    isDone = explore(reason);
  }
  if (!isDone)
    return std::nullopt;
  merge();
  return write();
}

std::optional<TimedTest> tioga::buildSyncTest(const InputSequence &inputs,
                                              const System &contract,
                                              std::string &reason,
                                              const BoundedOptions &options) {
  return SyncTestBuilder(inputs, contract).build(reason, options);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

SyncVerdicts tioga::runSyncTest(const TimedTest &test, const System &sut,
                                const BoundedOptions &options) {
  SyncVerdicts verdicts;
  Interpreter interpreter(sut);
  std::set<std::pair<unsigned, State>> seen;
  std::vector<std::pair<unsigned, State>> open = {{test.initial, getStart()}};
  while (!open.empty()) {
    auto [index, state] = std::move(open.back());
    open.pop_back();
    const TimedState &current = test.states[index];
    if (current.verdict) {
      verdicts.pass |= *current.verdict == test::Verdict::Pass;
      verdicts.fail |= *current.verdict == test::Verdict::Fail;
      continue;
    }
    Decided<SyncSteps> steps =
        interpreter.getSteps(state, current.moves.front().arguments);
    if (!steps || !steps->isComplete)
      return runByFormulas(test, sut, options);
    verdicts.stuck |= steps->steps.empty();
    for (SyncStep &step : steps->steps) {
      std::vector<Value> outputs = select(step.next.values, sut, Owner::Output);
      auto accepts = [&](const TimedMove &move) {
        return std::binary_search(move.outputs.begin(), move.outputs.end(),
                                  outputs);
      };
      auto move = llvm::find_if(current.moves, accepts);
      if (move == current.moves.end()) {
        verdicts.fail = true;
        continue;
      }
      std::pair<unsigned, State> next{move->target, std::move(step.next)};
      if (seen.insert(next).second)
        open.push_back(std::move(next));
    }
  }
  return verdicts;
}

bool tioga::showsWeakly(const InputSequence &inputs, const System &contract,
                        const System &mutant, const BoundedOptions &options) {
  Interpreter original(contract), changed(mutant);
  std::set<State> states = {getStart()};
  for (const std::vector<Value> &values : inputs) {
    std::set<State> next;
    for (const State &state : states) {
      Decided<SyncSteps> faulty = changed.getSteps(state, values);
      if (!faulty || !faulty->isComplete)
        return showsWeaklyByFormulas(inputs, contract, mutant, options);
      for (const SyncStep &step : faulty->steps) {
        Decided<bool> isAllowed = original.isStep(state, step.next.values);
        if (isAllowed && !*isAllowed)
          return true;
      }
      Decided<SyncSteps> steps = original.getSteps(state, values);
      if (!steps || !steps->isComplete)
        return showsWeaklyByFormulas(inputs, contract, mutant, options);
      for (SyncStep &step : steps->steps)
        next.insert(std::move(step.next));
    }
    if (next.size() > maxNodes)
      return showsWeaklyByFormulas(inputs, contract, mutant, options);
    states = std::move(next);
  }
  return false;
}

InputSequence tioga::getInputs(const TimedTest &test) {
  InputSequence inputs;
  unsigned state = test.initial;
  while (!test.states[state].moves.empty()) {
    const TimedMove &move = test.states[state].moves.front();
    inputs.push_back(move.arguments);
    state = move.target;
  }
  return inputs;
}

std::vector<bool> tioga::getTriggered(llvm::ArrayRef<std::vector<Value>> run,
                                      const System &contract) {
  size_t numInitial = contract.getInitialConjuncts().size();
  std::vector<bool> triggered(numInitial + contract.getStepConjuncts().size());
  for (size_t index = 0; index < run.size(); ++index) {
    auto lookup = [&](Expr name) -> const Value * {
      const Slot *slot = contract.lookup(name);
      if (!slot || (!slot->primed && index == 0))
        return nullptr;
      return &run[slot->primed ? index : index - 1][slot->index];
    };
    auto list = index == 0 ? contract.getInitialConjuncts()
                           : contract.getStepConjuncts();
    for (auto [position, conjunct] : llvm::enumerate(list)) {
      EvalResult holds =
          conjunct.assume ? evaluateGuard(conjunct.assume, NameLookup(lookup))
                          : EvalResult{Value(true)};
      if (holds && holds.value.getBool())
        triggered[position + (index == 0 ? 0 : numInitial)] = true;
    }
  }
  return triggered;
}
