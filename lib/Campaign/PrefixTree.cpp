//===- PrefixTree.cpp - What tests have in common ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/PrefixTree.h"
#include "tioga/Campaign/SyncTest.h"

using namespace tioga;

/// The text of the step that leads a test from one state of its path to the
/// next; empty at the end of the path.
static std::string getStep(const TimedTest &test, unsigned position,
                           const System &system) {
  for (const TimedMove &move : test.states[position].moves) {
    if (!move.label || move.target != position + 1 ||
        test.states[move.target].verdict)
      continue;
    std::string text = system.getLabels()[*move.label].getText();
    for (auto [index, argument] : llvm::enumerate(move.arguments))
      text += (index ? ", " : "(") + argument.str();
    return move.arguments.empty() ? text : text + ")";
  }
  return "";
}

/// The texts of the steps of a test: of a contract, the inputs.
static std::vector<std::string> getWord(const TimedTest &test,
                                        const System &system) {
  std::vector<std::string> word;
  if (system.isSync()) {
    for (const std::vector<Value> &inputs : getInputs(test))
      word.push_back(describe({inputs}, system));
    return word;
  }
  for (unsigned position = test.initial;; ++position) {
    std::string step = getStep(test, position, system);
    if (step.empty())
      return word;
    word.push_back(std::move(step));
  }
}

PrefixTree::PrefixTree(llvm::ArrayRef<TimedTest> tests, const System &system) {
  for (const TimedTest &test : tests) {
    Node *node = &root;
    ++node->passing;
    for (const std::string &step : getWord(test, system)) {
      ++numTestSteps;
      auto [entry, isNew] = node->next.try_emplace(step);
      numSteps += isNew;
      node = &entry->second;
      ++node->passing;
    }
    node->tests.push_back(test.name);
  }
}

llvm::json::Value PrefixTree::toJSON(const Node &node, llvm::StringRef step) {
  llvm::json::Object object{{"passing", node.passing},
                            {"tests", llvm::json::Array(node.tests)}};
  if (!step.empty())
    object["step"] = step;
  llvm::json::Array next;
  for (const auto &[text, child] : node.next)
    next.push_back(toJSON(child, text));
  object["next"] = std::move(next);
  return object;
}
