//===- DotWriter.h - Graphs for Graphviz ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TARGET_DOT_DOTWRITER_H
#define TIOGA_LIB_TARGET_DOT_DOTWRITER_H

#include "mlir/Support/IndentedOstream.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include <map>

namespace tioga {

/// The colours of all pictures; texts are legible on white in each of them.
namespace colors {
constexpr llvm::StringLiteral input = "#1155cc";
constexpr llvm::StringLiteral output = "#38761d";
constexpr llvm::StringLiteral internal = "#741b47";
constexpr llvm::StringLiteral silent = "#777777";
constexpr llvm::StringLiteral guard = "#7f4f00";
constexpr llvm::StringLiteral update = "#333333";
constexpr llvm::StringLiteral invariant = "#990000";
constexpr llvm::StringLiteral quiet = "#777777";
} // namespace colors

/// Text for an HTML-like label.
std::string escapeHTML(llvm::StringRef text);
/// The same in a colour.
std::string colored(llvm::StringRef text, llvm::StringRef color);
/// Text for a quoted string.
std::string quote(llvm::StringRef text);

/// Breaks a long condition at its top-level `&&` and `||`, a long update
/// between its assignments; one line each.
llvm::SmallVector<std::string> breakLines(ExprAttr expr);
llvm::SmallVector<std::string> breakLines(UpdateAttr update);
llvm::SmallVector<std::string> breakLines(Expr expr);

/// The lines of a label, joined for an HTML-like label.
class LabelText {
public:
  void add(llvm::StringRef line, llvm::StringRef color) {
    addRaw(colored(line, color));
  }
  void addAll(llvm::ArrayRef<std::string> lines, llvm::StringRef color) {
    for (const std::string &line : lines)
      add(line, color);
  }
  void addRaw(std::string line);
  void addAll(const LabelText &other);
  bool empty() const { return text.empty(); }
  std::string str() const { return "<" + text + ">"; }

private:
  std::string text;
};

/// Writes one graph. What is written between `begin` and `end` is its content.
class DotWriter {
public:
  explicit DotWriter(llvm::raw_ostream &stream) : os(stream) {}

  /// Starts a graph with a title and declarations below it.
  void beginGraph(llvm::StringRef name, llvm::ArrayRef<std::string> notes,
                  bool leftToRight = false);
  void endGraph();
  /// A frame around the nodes that follow.
  void beginCluster(llvm::StringRef name, llvm::StringRef title,
                    llvm::ArrayRef<std::string> notes, bool isDashed = false);
  void endCluster();

  /// A node with an HTML-like label and further attributes.
  void node(llvm::StringRef name, const std::string &label,
            llvm::StringRef attributes = "");
  /// The dot and the arrow to where everything starts.
  void initial(llvm::StringRef node);
  /// Edges from a node to itself are kept and drawn by `loops`.
  void edge(llvm::StringRef from, llvm::StringRef to, const LabelText &label,
            llvm::StringRef attributes = "");
  /// Draws the edges from a node to itself as one, with all their labels: side
  /// by side they would hide each other.
  void loops();

private:
  void writeEdge(llvm::StringRef from, llvm::StringRef to,
                 const LabelText &label, llvm::StringRef attributes);

  mlir::raw_indented_ostream os;
  /// By node, then by attributes.
  std::map<std::string, std::map<std::string, LabelText>> selfLoops;
  unsigned numInitial = 0;
};

/// How a label looks in the picture: `coin?` in its colour, with parameters or
/// without.
struct LabelLook {
  std::string text;
  llvm::StringRef color;
};
/// The labels of a block by name.
class LabelLooks {
public:
  explicit LabelLooks(mlir::Block &block);
  /// A null label is silent. `suffix` replaces the mark of the kind, for
  /// internal channels with their directions.
  LabelLook get(mlir::StringAttr label, llvm::StringRef suffix = "") const;

private:
  llvm::StringMap<LabelOp> labels;
};

/// The declarations of a block as lines of notes: variables, then clocks.
llvm::SmallVector<std::string> getDeclarations(mlir::Block &block);

/// A table with a title row, as an HTML-like label.
class TableText {
public:
  TableText(llvm::StringRef title, unsigned columns);
  void addHeading(llvm::StringRef text);
  /// Cells are HTML already; lines within a cell are joined.
  void addRow(llvm::ArrayRef<std::string> cells);
  std::string str() const;

private:
  std::string rows;
  unsigned columns;
};

/// Lines of one cell, in a colour.
std::string toCell(llvm::ArrayRef<std::string> lines, llvm::StringRef color);

} // namespace tioga

#endif // TIOGA_LIB_TARGET_DOT_DOTWRITER_H
