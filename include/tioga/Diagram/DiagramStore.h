//===- DiagramStore.h - Shared decision diagrams ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ordered decision diagrams over Boolean variables. A diagram is a number; two
// diagrams of one store denote the same function if and only if they are the
// same number. Besides false and true, diagrams may end in any other number, so
// that a function into a finite set of values is a diagram as well.
//
// Nodes are only ever added. Who works in rounds takes a mark before a round
// and releases everything younger after it.
//
// Beyond the limit of nodes the store is *exhausted*: every operation returns
// at once, and no result means anything. Ask `isExhausted` before using one.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIAGRAM_DIAGRAMSTORE_H
#define TIOGA_DIAGRAM_DIAGRAMSTORE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tioga {

/// A function over the variables of a store, by the number of its root.
using Diagram = uint32_t;

class DiagramStore {
public:
  static constexpr Diagram falseDiagram = 0, trueDiagram = 1;

  /// `maxNodes` is a limit on memory: a node takes about 20 bytes.
  explicit DiagramStore(size_t maxNodes);

  static Diagram getBool(bool value) {
    return value ? trueDiagram : falseDiagram;
  }
  /// The variable of a level. Levels are tested in ascending order.
  Diagram getVariable(uint32_t level);
  /// The constant function with this value; 0 and 1 are false and true.
  Diagram getTerminal(uint32_t value);
  bool isTerminal(Diagram f) const { return nodes[f].level == terminalLevel; }
  uint32_t getValue(Diagram terminal) const { return nodes[terminal].low; }
  uint32_t getLevel(Diagram f) const { return nodes[f].level; }
  Diagram getLow(Diagram f) const { return nodes[f].low; }
  Diagram getHigh(Diagram f) const { return nodes[f].high; }
  /// `if variable(level) then high else low`. \pre both are below the level
  Diagram getNode(uint32_t level, Diagram low, Diagram high);

  // Of diagrams that end in false and true only.
  Diagram getNot(Diagram f) { return getIte(f, falseDiagram, trueDiagram); }
  Diagram getAnd(Diagram f, Diagram g);
  Diagram getOr(Diagram f, Diagram g) { return getIte(f, trueDiagram, g); }
  Diagram getImplies(Diagram f, Diagram g) { return getIte(f, g, trueDiagram); }
  Diagram getIff(Diagram f, Diagram g) { return getIte(f, g, getNot(g)); }
  /// `g` and `h` may end in anything.
  Diagram getIte(Diagram f, Diagram g, Diagram h);

  /// A cube is the conjunction of some variables.
  Diagram getCube(llvm::ArrayRef<uint32_t> ascendingLevels);
  Diagram getExists(Diagram f, Diagram cube) {
    return getAndExists(f, trueDiagram, cube);
  }
  Diagram getForall(Diagram f, Diagram cube) {
    return getNot(getExists(getNot(f), cube));
  }
  /// `exists cube. f && g` without building the conjunction.
  Diagram getAndExists(Diagram f, Diagram g, Diagram cube);
  /// Moves all variables by `offset` levels. \pre that leaves the order valid
  Diagram getShifted(Diagram f, int offset);

  /// Combines functions value by value: `combine` gets terminals.
  Diagram apply(llvm::ArrayRef<Diagram> operands,
                llvm::function_ref<Diagram(llvm::ArrayRef<Diagram>)> combine);

  /// Some assignment with a true result, low before high: the value by level;
  /// variables that do not matter are missing. \pre f is not false
  std::vector<std::pair<uint32_t, bool>> pick(Diagram f) const;

  bool isExhausted() const { return exhausted; }
  size_t getNumNodes() const { return nodes.size(); }

  /// Everything younger than the mark is forgotten; so is the exhaustion that
  /// it caused, unless the store was full before.
  size_t getMark() const { return nodes.size(); }
  void release(size_t mark);

private:
  static constexpr uint32_t terminalLevel = ~uint32_t(0);
  struct Node {
    uint32_t level;
    Diagram low, high;
  };
  enum class Operation : uint32_t { None, And, Ite, AndExists, Shift };
  /// Results may be overwritten by others: what is lost is computed again.
  struct CacheEntry {
    Operation operation = Operation::None;
    uint32_t f = 0, g = 0, h = 0;
    Diagram result = 0;
  };

  Diagram intern(uint32_t level, Diagram low, Diagram high);
  void grow();
  CacheEntry &getEntry(Operation operation, uint32_t f, uint32_t g, uint32_t h);
  static bool isHit(const CacheEntry &entry, Operation operation, uint32_t f,
                    uint32_t g, uint32_t h) {
    return entry.operation == operation && entry.f == f && entry.g == g &&
           entry.h == h;
  }
  Diagram remember(Operation operation, uint32_t f, uint32_t g, uint32_t h,
                   Diagram result);
  Diagram atLevel(Diagram f, uint32_t level, bool high) const {
    if (nodes[f].level != level)
      return f;
    return high ? nodes[f].high : nodes[f].low;
  }

  size_t maxNodes;
  bool exhausted = false;
  std::vector<Node> nodes;
  /// Positions in `nodes` by hash, open addressing; 0 is free (node 0 is never
  /// looked up).
  std::vector<Diagram> table;
  std::vector<CacheEntry> cache;
};

} // namespace tioga

#endif // TIOGA_DIAGRAM_DIAGRAMSTORE_H
