//===- Diagrams.h - Drawings as SVG -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_REPORT_DIAGRAMS_H
#define TIOGA_LIB_REPORT_DIAGRAMS_H

#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Report/Report.h"
#include "llvm/ADT/StringMap.h"

namespace tioga {

/// Draws a run: one lane per label, a mark per event, its time below. Time is
/// not to scale, so that what happens at once and what takes minutes are both
/// seen.
void printTimingDiagram(const ReportedRun &run, const TestCase &test,
                        llvm::raw_ostream &os);

/// The automata of a network, laid out in ranks from the initial location.
class AutomatonDiagram {
public:
  explicit AutomatonDiagram(ta::NetworkOp network);

  /// Prints all of it once, as a symbol that other drawings refer to.
  void printDefinition(llvm::raw_ostream &os) const;
  /// Refers to it, and marks elements: those a test passes, and those that are
  /// faulty. Elements are named `Automaton.element`.
  void print(llvm::raw_ostream &os, llvm::ArrayRef<std::string> passed,
             llvm::ArrayRef<std::string> faulty) const;

private:
  struct Node {
    std::string name, invariant;
    bool isInitial = false;
    unsigned rank = 0, parent = 0;
    double x = 0, y = 0, width = 0;
    /// At the left and at the right end of its rank.
    bool isOutermost[2] = {false, false};
    unsigned portsUsed[2] = {0, 0};
  };
  struct Arrow {
    std::string text, condition, tip, path;
    double x = 0, y = 0;
  };
  struct Box {
    double left = 0, top = 0, right = 0, bottom = 0;
    bool overlaps(const Box &other) const {
      return left < other.right && other.left < right && top < other.bottom &&
             other.top < bottom;
    }
  };
  /// A vertical line beside the ranks from `first` to `last`.
  struct Lane {
    unsigned first, last;
    double x;
  };
  struct Automaton {
    std::string name;
    /// By the symbol of the location.
    llvm::StringMap<unsigned> nodesByName;
    std::vector<Node> nodes;
    std::vector<Arrow> arrows;
    /// By rank, half of its width.
    std::vector<double> extents;
    /// What is taken: by locations and texts, and to the left and the right.
    std::vector<Box> boxes;
    std::vector<Lane> lanes[2];
    double shift = 0;
  };

  void addAutomaton(ta::AutomatonOp op);
  void rank(ta::AutomatonOp op, Automaton &automaton);
  void place(Automaton &automaton);
  void addArrows(ta::AutomatonOp op, Automaton &automaton);
  /// Draws edge `number` of the `count` ones between two locations.
  void route(Automaton &automaton, Arrow &arrow, unsigned from, unsigned to,
             unsigned number, unsigned count);
  void write(Automaton &automaton, Arrow &arrow,
             llvm::ArrayRef<std::pair<double, double>> places);
  double takeLane(Automaton &automaton, unsigned first, unsigned last,
                  bool isRight);
  void finish(Automaton &automaton);
  void printNode(const Node &node, llvm::StringRef cssClass,
                 llvm::raw_ostream &os) const;
  void printLine(const Arrow &arrow, llvm::StringRef cssClass,
                 llvm::raw_ostream &os) const;
  void printText(const Arrow &arrow, llvm::StringRef cssClass,
                 llvm::raw_ostream &os) const;

  std::vector<Automaton> automata;
  /// By `Automaton.element`, the position in its automaton.
  llvm::StringMap<unsigned> arrowsByName, nodesByName;
  llvm::DenseMap<mlir::Operation *, std::string> names;
  double width = 0, height = 0;
};

} // namespace tioga

#endif // TIOGA_LIB_REPORT_DIAGRAMS_H
