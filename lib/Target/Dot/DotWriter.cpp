//===- DotWriter.cpp - Graphs for Graphviz ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DotWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tioga;

/// Lines longer than this are broken where that is possible.
static constexpr size_t maxLine = 36;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string tioga::escapeHTML(StringRef text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  }
  return result;
}

std::string tioga::colored(StringRef text, StringRef color) {
  return ("<font color=\"" + color + "\">" + escapeHTML(text) + "</font>")
      .str();
}

std::string tioga::quote(StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

SmallVector<std::string> tioga::breakLines(Expr expr) {
  std::string text = expr.str();
  if (text.size() <= maxLine ||
      !(expr.is(ExprKind::And) || expr.is(ExprKind::Or)))
    return {text};
  // As many operands in a line as fit.
  StringRef joint = expr.is(ExprKind::And) ? " && " : " || ";
  SmallVector<std::string> lines = {""};
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    std::string part = operand.str();
    if (operand.is(ExprKind::Or) || operand.is(ExprKind::Implies) ||
        operand.is(ExprKind::Iff) || operand.is(ExprKind::If))
      part = "(" + part + ")";
    if (index && lines.back().size() + part.size() > maxLine) {
      lines.back() += joint.rtrim();
      lines.push_back("");
    } else if (index) {
      lines.back() += joint;
    }
    lines.back() += part;
  }
  return lines;
}

SmallVector<std::string> tioga::breakLines(ExprAttr expr) {
  return expr ? breakLines(expr.getExpr()) : SmallVector<std::string>();
}

SmallVector<std::string> tioga::breakLines(UpdateAttr update) {
  SmallVector<std::string> lines;
  if (!update)
    return lines;
  for (const Assignment &assignment : update.getAssignments()) {
    std::string part =
        assignment.target.str() + " := " + assignment.value.str();
    if (!lines.empty() && lines.back().size() + part.size() <= maxLine) {
      lines.back() += ", " + part;
      continue;
    }
    if (!lines.empty())
      lines.back() += ",";
    lines.push_back(part);
  }
  return lines;
}

void LabelText::addRaw(std::string line) {
  if (!text.empty())
    text += "<br/>";
  text += "&#160;" + line + "&#160;"; // keeps the line off the text
}

void LabelText::addAll(const LabelText &other) {
  if (other.empty())
    return;
  if (!text.empty())
    text += "<br/>";
  text += other.text;
}

std::string tioga::toCell(ArrayRef<std::string> lines, StringRef color) {
  return llvm::join(llvm::map_range(lines,
                                    [&](const std::string &line) {
                                      return colored(line, color);
                                    }),
                    "<br align=\"left\"/>") +
         (lines.empty() ? "" : "<br align=\"left\"/>");
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

void DotWriter::beginGraph(StringRef name, ArrayRef<std::string> notes,
                           bool leftToRight) {
  os << "digraph " << quote(name) << " {\n";
  os.indent();
  std::string title = "<b>" + escapeHTML(name) + "</b>";
  for (const std::string &note : notes)
    title += "<br/><font point-size=\"10\" color=\"" + colors::quiet.str() +
             "\">" + escapeHTML(note) + "</font>";
  os << "graph [label=<" << title << ">, labelloc=t, fontname=\"Helvetica\", "
     << "fontsize=16, pad=0.3, nodesep=0.45, ranksep=0.55"
     << (leftToRight ? ", rankdir=LR" : "") << "];\n";
  os << "node [shape=box, style=\"rounded,filled\", fillcolor=\"#f4f6fb\", "
        "color=\"#44546a\", fontname=\"Helvetica\", fontsize=12, "
        "margin=\"0.14,0.07\"];\n";
  os << "edge [color=\"#44546a\", fontname=\"Helvetica\", fontsize=10, "
        "arrowsize=0.7];\n";
}

void DotWriter::endGraph() {
  os.unindent();
  os << "}\n";
}

void DotWriter::beginCluster(StringRef name, StringRef title,
                             ArrayRef<std::string> notes, bool isDashed) {
  os << "subgraph " << quote(("cluster_" + name).str()) << " {\n";
  os.indent();
  os << "graph [label=<<b>" << escapeHTML(title) << "</b>";
  for (const std::string &note : notes)
    os << "<br align=\"left\"/><font point-size=\"10\" color=\""
       << colors::quiet << "\">" << escapeHTML(note) << "</font>";
  os << (notes.empty() ? "" : "<br align=\"left\"/>")
     << ">, fontsize=13, labeljust=l, color=\"#b7bdc9\", "
     << "style=\"rounded" << (isDashed ? ",dashed" : "") << "\"];\n";
}

void DotWriter::endCluster() {
  os.unindent();
  os << "}\n";
}

void DotWriter::node(StringRef name, const std::string &label,
                     StringRef attributes) {
  os << quote(name) << " [label=" << label << (attributes.empty() ? "" : ", ")
     << attributes << "];\n";
}

void DotWriter::initial(StringRef node) {
  std::string dot = "initial " + std::to_string(++numInitial);
  os << quote(dot)
     << " [shape=circle, label=\"\", width=0.13, style=filled, "
        "fillcolor=\"#222222\", color=\"#222222\"];\n";
  os << quote(dot) << " -> " << quote(node) << ";\n";
}

void DotWriter::writeEdge(StringRef from, StringRef to, const LabelText &label,
                          StringRef attributes) {
  os << quote(from) << " -> " << quote(to) << " [";
  if (!label.empty())
    os << "label=" << label.str();
  os << (label.empty() || attributes.empty() ? "" : ", ") << attributes
     << "];\n";
}

void DotWriter::edge(StringRef from, StringRef to, const LabelText &label,
                     StringRef attributes) {
  if (from == to)
    selfLoops[from.str()][attributes.str()].addAll(label);
  else
    writeEdge(from, to, label, attributes);
}

void DotWriter::loops() {
  for (auto &[node, kinds] : selfLoops) {
    LabelText label;
    for (auto &kind : kinds)
      label.addAll(kind.second);
    // On other sides than this one, Graphviz leaves no room for the label.
    std::string attributes = "headport=e, tailport=e";
    if (kinds.size() == 1)
      attributes += ", " + kinds.begin()->first;
    writeEdge(node, node, label, attributes);
  }
  selfLoops.clear();
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

LabelLooks::LabelLooks(Block &block) {
  for (auto label : block.getOps<LabelOp>())
    labels[label.getName()] = label;
}

LabelLook LabelLooks::get(StringAttr name, StringRef suffix) const {
  if (!name)
    return {"", colors::silent};
  LabelOp label = labels.lookup(name.getValue());
  LabelLook look = {name.str(), colors::internal};
  if (!label)
    return look;
  StringRef mark = suffix;
  if (label.getKind() != LabelKind::Internal) {
    bool isInput = label.getKind() == LabelKind::Input;
    look.color = isInput ? colors::input : colors::output;
    if (mark.empty())
      mark = isInput ? "?" : "!";
  }
  look.text += mark;
  if (label.getNumParams()) {
    look.text += "(";
    llvm::ListSeparator separator;
    for (unsigned index = 0; index < label.getNumParams(); ++index) {
      look.text += separator;
      look.text += label.getParam(index).getName().getValue();
    }
    look.text += ")";
  }
  return look;
}

SmallVector<std::string> tioga::getDeclarations(Block &block) {
  SmallVector<std::string> lines;
  for (auto var : block.getOps<VarOp>()) {
    std::string line = var.getOwner() == Owner::State
                           ? ""
                           : stringifyOwner(var.getOwner()).str() + " ";
    line += var.getName().str() + " : " + typeToString(var.getType());
    if (var.getInit())
      line += " = " + var.getInit()->getExpr().str();
    lines.push_back(line);
  }
  std::string clocks;
  for (auto clock : block.getOps<ClockOp>())
    clocks += (clocks.empty() ? "clock " : ", ") + clock.getName().str();
  if (!clocks.empty())
    lines.push_back(clocks);
  return lines;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

TableText::TableText(StringRef title, unsigned columns) : columns(columns) {
  rows = "<tr><td colspan=\"" + std::to_string(columns) +
         "\" bgcolor=\"#dbe3f4\"><b>" + escapeHTML(title) + "</b></td></tr>";
}

void TableText::addHeading(StringRef text) {
  rows += "<tr><td colspan=\"" + std::to_string(columns) +
          "\" align=\"left\" bgcolor=\"#eef1f8\">" + escapeHTML(text) +
          "</td></tr>";
}

void TableText::addRow(ArrayRef<std::string> cells) {
  rows += "<tr>";
  for (const std::string &cell : cells)
    rows += "<td align=\"left\" balign=\"left\">" +
            (cell.empty() ? " " : cell) + "</td>";
  rows += "</tr>";
}

std::string TableText::str() const {
  return "<<table border=\"1\" cellborder=\"1\" cellspacing=\"0\" "
         "cellpadding=\"5\" color=\"#44546a\">" +
         rows + "</table>>";
}
