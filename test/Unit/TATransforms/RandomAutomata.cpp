//===- RandomAutomata.cpp - Random networks of timed automata ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomAutomata.h"
#include "llvm/ADT/Twine.h"
#include <random>

using namespace tioga;

namespace {
class Generator {
public:
  Generator(uint64_t seed, const RandomFeatures &features)
      : random(seed), features(features) {}

  std::string makeNetwork();

private:
  /// From 0 to `limit` - 1. Distributions of the library differ between
  /// implementations.
  unsigned pick(unsigned limit) { return random() % limit; }
  bool oneIn(unsigned count) { return pick(count) == 0; }
  std::string getClock() { return pick(numClocks) == 0 ? "x" : "y"; }

  std::string makeAtom();
  std::string makeGuard(bool hasParameter);
  std::string makeInvariant();
  std::string makeOffset();
  std::string makeUpdate(bool hasParameter);
  void addAutomaton(llvm::StringRef name, bool isSecond);
  void addEdge(unsigned from, bool isSecond);

  std::mt19937_64 random;
  RandomFeatures features;
  unsigned numClocks = 1, numLocations = 3;
  std::string text;
};
} // namespace

std::string Generator::makeAtom() {
  static const char *const comparisons[] = {"<", "<=", "==", ">=", ">"};
  std::string left = getClock();
  if (features.hasDiagonals && numClocks == 2 && oneIn(5))
    left = oneIn(2) ? "x - y" : "y - x";
  if (features.hasDisjunctions && oneIn(8))
    return left + " != " + std::to_string(pick(4));
  return left + " " + comparisons[pick(5)] + " " + std::to_string(pick(4));
}

std::string Generator::makeGuard(bool hasParameter) {
  std::string guard;
  auto add = [&](const std::string &part) {
    guard += (guard.empty() ? "" : " && ") + part;
  };
  for (unsigned count = pick(3); count > 0; --count) {
    if (features.hasDisjunctions && oneIn(4))
      add("(" + makeAtom() + " || " + makeAtom() + ")");
    else
      add(makeAtom());
  }
  if (features.hasData && oneIn(3))
    add("n " + std::string(oneIn(2) ? "< " : ">= ") +
        std::to_string(1 + pick(2)));
  if (hasParameter && oneIn(2))
    add(oneIn(2) ? "p == n" : "p != n");
  return guard;
}

std::string Generator::makeInvariant() {
  if (!oneIn(3))
    return "";
  auto makeBound = [&] {
    std::string clock = getClock();
    return clock + (oneIn(2) ? " < " : " <= ") + std::to_string(1 + pick(4));
  };
  if (features.hasWideInvariants && oneIn(2)) {
    std::string bound = makeBound();
    if (features.hasData && oneIn(2))
      return bound + (oneIn(2) ? " || n == 0" : " || n >= 1");
    return bound + " || " + makeBound();
  }
  return getClock() + (oneIn(2) ? " < " : " <= ") + std::to_string(1 + pick(4));
}

/// What a clock is set to, other than zero.
std::string Generator::makeOffset() {
  static const char *const offsets[] = {"x - 1", "y - 1",   "x + 1",
                                        "y - 2", "x - 1/2", "1/2"};
  return offsets[pick(6)];
}

std::string Generator::makeUpdate(bool hasParameter) {
  std::string update;
  auto add = [&](const std::string &part) {
    update += (update.empty() ? "" : ", ") + part;
  };
  if (oneIn(2))
    add("x := 0");
  if (numClocks == 2 && oneIn(2))
    add(oneIn(8) ? "y := x" : oneIn(6) ? "y := 1" : "y := 0");
  if (features.hasOffsets && numClocks == 2 && update.empty() && oneIn(3))
    add(getClock() + " := " + makeOffset());
  if (features.hasData && oneIn(3))
    add(hasParameter && oneIn(2) ? "n := p" : "n := n + 1");
  return update;
}

void Generator::addEdge(unsigned from, bool isSecond) {
  unsigned target = pick(numLocations);
  std::string action;
  bool hasParameter = false;
  switch (pick(features.isNetwork ? 6 : 5)) {
  case 0:
  case 1:
    if (features.hasSilentCycles) {
      action = "silent";
      break;
    }
    // Silent edges lead forward only.
    if (from + 1 < numLocations) {
      target = from + 1 + pick(numLocations - from - 1);
      action = "silent";
      break;
    }
    [[fallthrough]];
  case 2:
    action = "send a";
    break;
  case 3:
    action = "send b";
    break;
  case 4:
    action = "receive c";
    hasParameter = features.hasData;
    break;
  default:
    // Both sides lead forward, so that there is no cycle of these either.
    if (from + 1 < numLocations) {
      target = from + 1 + pick(numLocations - from - 1);
      action = isSecond ? "receive go" : "send go";
      if (features.hasBroadcast && oneIn(2)) {
        action = isSecond ? "receive all" : "send all";
        hasParameter = features.hasData;
      }
    } else {
      action = "send a";
    }
  }
  text += "    ta.edge @L" + std::to_string(from) + " -> @L" +
          std::to_string(target) + " " + action;
  if (std::string guard = makeGuard(hasParameter); !guard.empty())
    text += " guard \"" + guard + "\"";
  if (std::string update = makeUpdate(hasParameter); !update.empty())
    text += " do \"" + update + "\"";
  text += "\n";
}

void Generator::addAutomaton(llvm::StringRef name, bool isSecond) {
  numClocks = 1 + pick(2);
  numLocations = 2 + pick(isSecond ? 2 : 3);
  text +=
      ("  ta.automaton @" + name + " initial @L0 {\n    tioga.clock x\n").str();
  if (numClocks == 2)
    text += "    tioga.clock y\n";
  for (unsigned location = 0; location < numLocations; ++location) {
    text += "    ta.location @L" + std::to_string(location);
    if (std::string invariant = makeInvariant(); !invariant.empty())
      text += " invariant \"" + invariant + "\"";
    if (features.hasUrgency && location != 0 && oneIn(6))
      text += oneIn(2) ? " {urgent}" : " {committed}";
    text += "\n";
  }
  for (unsigned location = 0; location < numLocations; ++location)
    for (unsigned count = 1 + pick(isSecond ? 2 : 3); count > 0; --count)
      addEdge(location, isSecond);
  text += "  }\n";
}

std::string Generator::makeNetwork() {
  text =
      "ta.network @Random {\n  tioga.label a output\n  tioga.label b output\n"
      "  tioga.label c input";
  if (features.hasData)
    text += "(p : !tioga.range<0, 1>)";
  text += "\n";
  if (features.isNetwork)
    text += "  tioga.label go internal\n";
  if (features.hasBroadcast)
    text += std::string("  tioga.label all internal") +
            (features.hasData ? "(p : !tioga.range<0, 1>)" : "") +
            " {broadcast}\n";
  if (features.hasData)
    text += "  tioga.var n : !tioga.range<0, 2> = \"" +
            std::to_string(pick(2)) + "\"\n";
  addAutomaton("First", /*isSecond=*/false);
  if (features.isNetwork)
    addAutomaton("Second", /*isSecond=*/true);
  if (features.hasBroadcast)
    addAutomaton("Third", /*isSecond=*/true);
  return text + "}\n";
}

std::string tioga::makeRandomNetwork(uint64_t seed,
                                     const RandomFeatures &features) {
  return Generator(seed, features).makeNetwork();
}
