//===- RandomNetwork.cpp - Random networks of automata ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNetwork.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace tioga;

namespace {
class NetworkWriter {
public:
  NetworkWriter(unsigned seed, llvm::raw_ostream &os) : os(os), random(seed) {}

  void write(bool hasEnvironment);

private:
  unsigned pick(unsigned count) { return random() % count; }
  void writeLocations(bool mayBeUrgent);
  void writeSystemEdge();
  void writeEnvironmentEdge();
  void writeRest(bool hasParam, bool mayReadClocks, bool mayShare);

  llvm::raw_ostream &os;
  std::mt19937_64 random;
  bool isUrgent = false;
};
} // namespace

void NetworkWriter::writeLocations(bool mayBeUrgent) {
  for (unsigned location = 0; location < 3; ++location) {
    os << "    ta.location @L" << location;
    if (pick(3) == 0)
      os << " invariant \"c " << (pick(3) ? "<=" : "<") << " " << 1 + pick(3)
         << "\"";
    if (mayBeUrgent && pick(8) == 0)
      os << (pick(2) ? " {urgent}" : " {committed}");
    os << "\n";
  }
}

void NetworkWriter::writeRest(bool hasParam, bool mayReadClocks,
                              bool mayShare) {
  static const char *const comparisons[] = {"<", "<=", "==", ">=", ">"};
  std::string guard;
  auto add = [&](const std::string &conjunct) {
    guard += (guard.empty() ? "" : " && ") + conjunct;
  };
  if (mayReadClocks && pick(2))
    add("c " + std::string(comparisons[pick(5)]) + " " +
        std::to_string(pick(4)));
  if (mayShare && pick(3) == 0)
    add("n " + std::string(comparisons[pick(5)]) + " " +
        std::to_string(pick(3)));
  if (hasParam && pick(2))
    add(pick(2) || !mayShare ? "p == " + std::to_string(pick(2)) : "p == n");
  if (!guard.empty())
    os << " guard \"" << guard << "\"";
  std::string update;
  if (pick(2))
    update = "c := 0";
  if (mayShare && pick(3) == 0) {
    static const char *const values[] = {"n + 1", "0", "2 - n", "n - 1"};
    update += (update.empty() ? "" : ", ") + std::string("n := ") +
              (hasParam && pick(2) ? "p" : values[pick(4)]);
  }
  if (!update.empty())
    os << " do \"" << update << "\"";
  os << "\n";
}

void NetworkWriter::writeSystemEdge() {
  static const char *const inputs[] = {"a", "b"};
  static const char *const outputs[] = {"x", "y"};
  static const char *const channels[] = {"go", "hop"};
  os << "    ta.edge @L" << pick(3) << " -> @L" << pick(3);
  unsigned kind = pick(20), label = pick(2);
  if (kind < 6)
    os << " receive " << inputs[label];
  else if (kind < 13)
    os << " send " << outputs[label];
  else if (kind < 19)
    os << (pick(2) ? " send " : " receive ") << channels[label];
  else
    os << " silent";
  bool isObservable = kind < 13;
  writeRest(isObservable && label == 1,
            isObservable || label == 1 || kind == 19 || !isUrgent, true);
}

void NetworkWriter::writeEnvironmentEdge() {
  static const char *const labels[] = {"send a", "send b", "receive x",
                                       "receive y"};
  unsigned label = pick(4);
  os << "    ta.edge @L" << pick(2) << " -> @L" << pick(3) / 2 << " "
     << labels[label];
  writeRest(label % 2, true, false);
}

void NetworkWriter::write(bool hasEnvironment) {
  unsigned channel = pick(4);
  isUrgent = channel == 0;
  os << "ta.network @N {\n"
     << "  tioga.label a input\n"
     << "  tioga.label b input(p : !tioga.range<0, 1>)\n"
     << "  tioga.label x output\n"
     << "  tioga.label y output(p : !tioga.range<0, 1>)\n"
     << "  tioga.label go internal"
     << (channel == 0   ? " {urgent}"
         : channel == 1 ? " {broadcast}"
                        : "")
     << "\n  tioga.label hop internal\n"
     << "  tioga.var n : !tioga.range<0, 2> = \"0\"\n";
  for (const char *name : {"A", "B"}) {
    os << "  ta.automaton @" << name << " initial @L0 {\n    tioga.clock c\n";
    writeLocations(true);
    for (unsigned edge = 0, count = 3 + pick(4); edge < count; ++edge)
      writeSystemEdge();
    os << "  }\n";
  }
  if (hasEnvironment) {
    os << "  ta.automaton environment @U initial @L0 {\n    tioga.clock c\n";
    writeLocations(false);
    for (unsigned edge = 0, count = 7 + pick(5); edge < count; ++edge)
      writeEnvironmentEdge();
    os << "  }\n";
  }
  os << "}\n";
}

std::string tioga::models::makeRandomNetwork(unsigned seed,
                                             bool hasEnvironment) {
  std::string text;
  llvm::raw_string_ostream os(text);
  NetworkWriter(seed, os).write(hasEnvironment);
  return text;
}
