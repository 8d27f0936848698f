//===- DiagramStore.cpp - Shared decision diagrams --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Diagram/DiagramStore.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>
#include <unordered_map>

using namespace tioga;

static constexpr size_t firstTableSize = size_t(1) << 12;
static constexpr size_t maxCacheSize = size_t(1) << 20;

/// Mixes three numbers well enough for tables with a power of two of places.
static size_t mix(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t hash = a * 0x9E3779B97F4A7C15u ^ b * 0xC2B2AE3D27D4EB4Fu ^
                  c * 0x165667B19E3779F9u;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9u;
  return hash ^ hash >> 32;
}

DiagramStore::DiagramStore(size_t maxNodes)
    : maxNodes(std::min<size_t>(maxNodes, ~uint32_t(0))), table(firstTableSize),
      cache(firstTableSize) {
  nodes.push_back({terminalLevel, 0, 0});
  nodes.push_back({terminalLevel, 1, 0});
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void DiagramStore::grow() {
  table.assign(table.size() * 2, 0);
  if (cache.size() < maxCacheSize)
    cache.assign(std::min(table.size(), maxCacheSize), CacheEntry());
  size_t mask = table.size() - 1;
  for (Diagram node = 2; node < nodes.size(); ++node) {
    size_t place =
        mix(nodes[node].level, nodes[node].low, nodes[node].high) & mask;
    while (table[place])
      place = (place + 1) & mask;
    table[place] = node;
  }
}

Diagram DiagramStore::intern(uint32_t level, Diagram low, Diagram high) {
  size_t mask = table.size() - 1;
  size_t place = mix(level, low, high) & mask;
  for (; Diagram found = table[place]; place = (place + 1) & mask) {
    const Node &node = nodes[found];
    if (node.level == level && node.low == low && node.high == high)
      return found;
  }
  if (nodes.size() >= maxNodes) {
    exhausted = true;
    return falseDiagram;
  }
  Diagram result = nodes.size();
  nodes.push_back({level, low, high});
  table[place] = result;
  if (nodes.size() * 2 > table.size())
    grow();
  return result;
}

void DiagramStore::release(size_t mark) {
  // A store that was full at the mark is still full.
  exhausted &= mark >= maxNodes;
  if (mark == nodes.size())
    return;
  nodes.resize(mark);
  size_t size = firstTableSize;
  while (nodes.size() * 2 > size)
    size *= 2;
  // `grow` fills a table of twice the size, and forgets results.
  table.assign(size / 2, 0);
  cache.clear();
  grow();
}

Diagram DiagramStore::getTerminal(uint32_t value) {
  return value <= 1 ? value : intern(terminalLevel, value, 0);
}

Diagram DiagramStore::getNode(uint32_t level, Diagram low, Diagram high) {
  assert(level < nodes[low].level && level < nodes[high].level &&
         "levels ascend");
  return low == high ? low : intern(level, low, high);
}

Diagram DiagramStore::getVariable(uint32_t level) {
  return getNode(level, falseDiagram, trueDiagram);
}

Diagram DiagramStore::getCube(llvm::ArrayRef<uint32_t> ascendingLevels) {
  Diagram cube = trueDiagram;
  for (uint32_t level : llvm::reverse(ascendingLevels))
    cube = getNode(level, falseDiagram, cube);
  return cube;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

DiagramStore::CacheEntry &DiagramStore::getEntry(Operation operation,
                                                 uint32_t f, uint32_t g,
                                                 uint32_t h) {
  return cache[mix(uint64_t(operation) << 32 | f, g, h) & (cache.size() - 1)];
}

Diagram DiagramStore::remember(Operation operation, uint32_t f, uint32_t g,
                               uint32_t h, Diagram result) {
  if (!exhausted)
    getEntry(operation, f, g, h) = {operation, f, g, h, result};
  return result;
}

Diagram DiagramStore::getAnd(Diagram f, Diagram g) {
  if (f == falseDiagram || g == falseDiagram || exhausted)
    return falseDiagram;
  if (f == trueDiagram || f == g)
    return g;
  if (g == trueDiagram)
    return f;
  if (f > g)
    std::swap(f, g);
  const CacheEntry &entry = getEntry(Operation::And, f, g, 0);
  if (isHit(entry, Operation::And, f, g, 0))
    return entry.result;
  uint32_t level = std::min(nodes[f].level, nodes[g].level);
  Diagram low = getAnd(atLevel(f, level, false), atLevel(g, level, false));
  Diagram high = getAnd(atLevel(f, level, true), atLevel(g, level, true));
  return remember(Operation::And, f, g, 0, getNode(level, low, high));
}

Diagram DiagramStore::getIte(Diagram f, Diagram g, Diagram h) {
  if (exhausted)
    return falseDiagram;
  if (f == trueDiagram || g == h)
    return g;
  if (f == falseDiagram)
    return h;
  if (g == trueDiagram && h == falseDiagram)
    return f;
  const CacheEntry &entry = getEntry(Operation::Ite, f, g, h);
  if (isHit(entry, Operation::Ite, f, g, h))
    return entry.result;
  uint32_t level = std::min({nodes[f].level, nodes[g].level, nodes[h].level});
  Diagram low = getIte(atLevel(f, level, false), atLevel(g, level, false),
                       atLevel(h, level, false));
  Diagram high = getIte(atLevel(f, level, true), atLevel(g, level, true),
                        atLevel(h, level, true));
  return remember(Operation::Ite, f, g, h, getNode(level, low, high));
}

Diagram DiagramStore::getAndExists(Diagram f, Diagram g, Diagram cube) {
  if (f == falseDiagram || g == falseDiagram || exhausted)
    return falseDiagram;
  if (f == trueDiagram && g == trueDiagram)
    return trueDiagram;
  uint32_t level = std::min(nodes[f].level, nodes[g].level);
  while (nodes[cube].level < level)
    cube = nodes[cube].high;
  if (cube == trueDiagram)
    return getAnd(f, g);
  if (f > g)
    std::swap(f, g);
  const CacheEntry &entry = getEntry(Operation::AndExists, f, g, cube);
  if (isHit(entry, Operation::AndExists, f, g, cube))
    return entry.result;
  bool isBound = nodes[cube].level == level;
  Diagram rest = isBound ? nodes[cube].high : cube;
  Diagram low =
      getAndExists(atLevel(f, level, false), atLevel(g, level, false), rest);
  Diagram result;
  if (isBound && low == trueDiagram) {
    result = trueDiagram;
  } else {
    Diagram high =
        getAndExists(atLevel(f, level, true), atLevel(g, level, true), rest);
    result = isBound ? getOr(low, high) : getNode(level, low, high);
  }
  return remember(Operation::AndExists, f, g, cube, result);
}

Diagram DiagramStore::getShifted(Diagram f, int offset) {
  if (isTerminal(f) || exhausted)
    return f;
  const CacheEntry &entry = getEntry(Operation::Shift, f, offset, 0);
  if (isHit(entry, Operation::Shift, f, offset, 0))
    return entry.result;
  Diagram low = getShifted(nodes[f].low, offset);
  Diagram high = getShifted(nodes[f].high, offset);
  return remember(Operation::Shift, f, offset, 0,
                  getNode(nodes[f].level + offset, low, high));
}

//===----------------------------------------------------------------------===//
// Functions into any set
//===----------------------------------------------------------------------===//

namespace {
using Operands = llvm::SmallVector<Diagram, 3>;
struct OperandsHash {
  size_t operator()(const Operands &operands) const {
    return llvm::hash_combine_range(operands.begin(), operands.end());
  }
};
using Combine = llvm::function_ref<Diagram(llvm::ArrayRef<Diagram>)>;

class Application {
public:
  Application(DiagramStore &store, Combine combine)
      : store(store), combine(combine) {}

  Diagram run(const Operands &operands) {
    if (store.isExhausted())
      return DiagramStore::falseDiagram;
    if (llvm::all_of(operands, [&](Diagram f) { return store.isTerminal(f); }))
      return combine(operands);
    auto found = memo.find(operands);
    if (found != memo.end())
      return found->second;
    uint32_t level = ~uint32_t(0);
    for (Diagram f : operands)
      level = std::min(level, store.getLevel(f));
    Operands low = operands, high = operands;
    for (auto [index, f] : llvm::enumerate(operands))
      if (store.getLevel(f) == level) {
        low[index] = store.getLow(f);
        high[index] = store.getHigh(f);
      }
    Diagram lowResult = run(low);
    Diagram result = store.getNode(level, lowResult, run(high));
    memo.emplace(operands, result);
    return result;
  }

private:
  DiagramStore &store;
  Combine combine;
  std::unordered_map<Operands, Diagram, OperandsHash> memo;
};
} // namespace

Diagram DiagramStore::apply(llvm::ArrayRef<Diagram> operands, Combine combine) {
  return Application(*this, combine)
      .run(Operands(operands.begin(), operands.end()));
}

std::vector<std::pair<uint32_t, bool>> DiagramStore::pick(Diagram f) const {
  assert(f != falseDiagram && "nothing to pick");
  std::vector<std::pair<uint32_t, bool>> assignment;
  while (!isTerminal(f)) {
    bool high = nodes[f].low == falseDiagram;
    assignment.push_back({nodes[f].level, high});
    f = high ? nodes[f].high : nodes[f].low;
  }
  return assignment;
}
