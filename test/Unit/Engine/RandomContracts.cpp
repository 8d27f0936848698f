//===- RandomContracts.cpp - Small contracts at random ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomContracts.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace tioga;

namespace {

class ContractWriter {
public:
  ContractWriter(std::mt19937 &random, bool hidden)
      : random(random), hidden(hidden) {}

  std::string write(unsigned numSteps);

private:
  unsigned choose(unsigned count) { return random() % count; }
  std::string pick(std::initializer_list<const char *> texts) {
    return texts.begin()[choose(texts.size())];
  }
  /// A condition over old values, and new inputs if there are any.
  std::string makeAssumption(bool first);
  std::string makeNumber(bool first);
  std::string makeGuarantee(bool first, unsigned depth);

  std::mt19937 &random;
  bool hidden;
};

} // namespace

std::string ContractWriter::makeAssumption(bool first) {
  if (first)
    return pick({"i'", "!i'", "j' > 0", "j' == 1 || i'", "i' && j' != 2"});
  std::string old =
      hidden ? pick({"o", "!o", "p == 1", "k < 1", "k == p", "k + j' >= 2",
                     "j > 0", "1 div k == 1"})
             : pick({"o", "!o", "p == 1", "p < 2", "j > 0", "1 div p == 1"});
  std::string now = pick({"i'", "!i'", "j' == 0", "j' != 2", "true"});
  return old + pick({" && ", " || "}) + now;
}

std::string ContractWriter::makeNumber(bool first) {
  if (first)
    return pick({"0", "1", "2"});
  return hidden ? pick({"p", "k", "p + 1", "k - 1", "j", "2", "k div p",
                        "if o then k else 1"})
                : pick({"p", "p + 1", "j", "2 - p", "2 div p",
                        "if o then p else 1"});
}

std::string ContractWriter::makeGuarantee(bool first, unsigned depth) {
  if (depth > 0 && choose(2) == 0)
    return "(" + makeGuarantee(first, depth - 1) +
           pick({" && ", " || ", " => ", " <=> "}) +
           makeGuarantee(first, depth - 1) + ")";
  std::string target = hidden ? pick({"p'", "k'", "k'"}) : "p'";
  switch (choose(4)) {
  case 0:
    return pick({"o'", "!o'"});
  case 1:
    return "(" + target + pick({" <= ", " != ", " > "}) + makeNumber(first) +
           ")";
  case 2:
    return hidden ? "(k' == p')" : "(p' == 2 <=> o')";
  default:
    return "(" + target + " == " + makeNumber(first) + ")";
  }
}

std::string ContractWriter::write(unsigned numSteps) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "contract.interface @C {\n"
     << "  tioga.var input i : !tioga.bool\n"
     << "  tioga.var input j : !tioga.range<0, 2>\n"
     << "  tioga.var output o : !tioga.bool\n"
     << "  tioga.var output p : !tioga.range<0, 2>\n";
  if (hidden)
    os << "  tioga.var hidden k : !tioga.range<-1, 2>\n";
  for (unsigned index = 0; index < 2; ++index)
    os << "  contract.initially \"I" << index << "\" assume \""
       << makeAssumption(true) << "\" guarantee \"" << makeGuarantee(true, 1)
       << "\"\n";
  for (unsigned index = 0; index < numSteps; ++index)
    os << "  contract.require \"R" << index << "\" assume \""
       << makeAssumption(false) << "\" guarantee \"" << makeGuarantee(false, 2)
       << "\"\n";
  os << "}\n";
  return text;
}

std::string models::makeRandomContract(std::mt19937 &random, unsigned numSteps,
                                       bool hidden) {
  return ContractWriter(random, hidden).write(numSteps);
}

std::vector<std::vector<Value>>
models::enumerateValues(const System &system,
                        llvm::function_ref<bool(Owner owner)> wanted) {
  std::vector<std::vector<Value>> all = {{}};
  for (const SystemVariable &variable : system.getVariables()) {
    if (!wanted(variable.owner))
      continue;
    std::vector<std::vector<Value>> longer;
    std::vector<Value> values = *enumerateDomain(variable.type, 1000);
    for (const std::vector<Value> &prefix : all)
      for (const Value &value : values) {
        longer.push_back(prefix);
        longer.back().push_back(value);
      }
    all = std::move(longer);
  }
  return all;
}

std::optional<unsigned> models::playAllGames(const System &system) {
  Interpreter interpreter(system);
  auto inputs = enumerateValues(
      system, [](Owner owner) { return owner == Owner::Input; });
  auto states = enumerateValues(system, [](Owner) { return true; });
  State before = **interpreter.getInitialState();
  State after = before;
  after.hasStarted = true;
  std::set<std::vector<Value>> lost;
  auto loses = [&](const State &state) {
    return llvm::any_of(inputs, [&](const std::vector<Value> &input) {
      auto steps = interpreter.getSteps(state, input);
      return llvm::all_of(steps->steps, [&](const SyncStep &step) {
        return lost.count(step.next.values) != 0;
      });
    });
  };
  for (unsigned depth = 1;; ++depth) {
    if (loses(before))
      return depth;
    std::vector<std::vector<Value>> added;
    for (const std::vector<Value> &state : states) {
      after.values = state;
      if (!lost.count(state) && loses(after))
        added.push_back(state);
    }
    if (added.empty())
      return std::nullopt;
    lost.insert(added.begin(), added.end());
  }
}
