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
    std::string name;
    bool isInitial = false;
    unsigned rank = 0;
    double x = 0, y = 0;
  };
  struct Arrow {
    std::string text, path;
    double x = 0, y = 0;
  };
  struct Automaton {
    std::string name;
    /// By the symbol of the location.
    llvm::StringMap<unsigned> nodesByName;
    std::vector<Node> nodes;
  };

  void addAutomaton(ta::AutomatonOp op);
  void rank(ta::AutomatonOp op, Automaton &automaton);
  void place(Automaton &automaton);
  void addArrows(ta::AutomatonOp op, Automaton &automaton);
  void printNode(const Node &node, llvm::StringRef cssClass,
                 llvm::raw_ostream &os) const;
  void printArrow(const Arrow &arrow, llvm::StringRef cssClass,
                  llvm::raw_ostream &os) const;

  std::vector<Automaton> automata;
  std::vector<Arrow> arrows;
  /// By `Automaton.element`.
  llvm::StringMap<unsigned> arrowsByName;
  llvm::StringMap<std::pair<unsigned, unsigned>> nodesByName;
  llvm::DenseMap<mlir::Operation *, std::string> names;
  double width = 0, height = 0;
};

} // namespace tioga

#endif // TIOGA_LIB_REPORT_DIAGRAMS_H
