//===- AutomatonDiagram.cpp - Automata as drawings --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagrams.h"
#include "tioga/Mutation/Mutant.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <deque>
#include <map>

using namespace tioga;

static constexpr double nodeWidth = 118, nodeHeight = 26, columnWidth = 190,
                        rowHeight = 66, margin = 24;

AutomatonDiagram::AutomatonDiagram(ta::NetworkOp network) {
  ElementNames elementNames(network);
  network.walk([&](mlir::Operation *op) {
    if (llvm::isa<ta::EdgeOp, ta::LocationOp>(op))
      names[op] = elementNames.lookup(op).str();
  });
  for (auto op : network.getBody().getOps<ta::AutomatonOp>())
    addAutomaton(op);
}

/// The distance from the initial location, in edges.
void AutomatonDiagram::rank(ta::AutomatonOp op, Automaton &automaton) {
  std::deque<unsigned> queue{automaton.nodesByName[op.getInitial()]};
  std::vector<bool> isSeen(automaton.nodes.size());
  isSeen[queue.front()] = true;
  automaton.nodes[queue.front()].isInitial = true;
  while (!queue.empty()) {
    unsigned source = queue.front();
    queue.pop_front();
    for (auto edge : op.getBody().getOps<ta::EdgeOp>()) {
      if (automaton.nodesByName[edge.getSource()] != source)
        continue;
      unsigned target = automaton.nodesByName[edge.getTarget()];
      if (isSeen[target])
        continue;
      isSeen[target] = true;
      automaton.nodes[target].rank = automaton.nodes[source].rank + 1;
      queue.push_back(target);
    }
  }
}

/// Ranks run from left to right and turn back at the end of a row, so that long
/// chains do not become one thin line.
void AutomatonDiagram::place(Automaton &automaton) {
  static constexpr unsigned columns = 5;
  std::map<unsigned, std::vector<unsigned>> byRank;
  for (auto [index, node] : llvm::enumerate(automaton.nodes))
    byRank[node.rank].push_back(index);
  double y = height + margin, bandHeight = 0;
  for (auto &[rank, members] : byRank) {
    unsigned column = rank % columns, band = rank / columns;
    if (column == 0 && rank > 0) {
      y += bandHeight + rowHeight / 2;
      bandHeight = 0;
    }
    if (band % 2)
      column = columns - 1 - column;
    for (auto [row, index] : llvm::enumerate(members)) {
      automaton.nodes[index].x =
          margin + nodeWidth / 2 + column * columnWidth + (row % 2) * 16.0;
      automaton.nodes[index].y = y + nodeHeight / 2 + row * rowHeight;
      width =
          std::max(width, automaton.nodes[index].x + nodeWidth / 2 + margin);
    }
    bandHeight = std::max(bandHeight, members.size() * rowHeight);
  }
  height = y + bandHeight + margin;
}

void AutomatonDiagram::addArrows(ta::AutomatonOp op, Automaton &automaton) {
  std::map<std::pair<unsigned, unsigned>, unsigned> parallel;
  for (auto edge : op.getBody().getOps<ta::EdgeOp>()) {
    unsigned source = automaton.nodesByName[edge.getSource()];
    unsigned target = automaton.nodesByName[edge.getTarget()];
    const Node &a = automaton.nodes[source], &b = automaton.nodes[target];
    double bend = 22 + 18 * parallel[{source, target}]++;
    double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
    Arrow arrow;
    arrow.text = edge.isSilent() ? "" : edge.getLabel()->str();
    if (edge.getDirection())
      arrow.text += *edge.getDirection() == ta::Direction::Receive ? "?" : "!";
    if (source == target) {
      arrow.path = llvm::formatv("M{0} {1} c-20 -34 60 -34 40 0", a.x - 20,
                                 a.y - nodeHeight / 2);
      arrow.x = a.x;
      arrow.y = a.y - nodeHeight / 2 - 24;
    } else {
      // Bent to one side, so that there and back are two lines.
      double cx = (a.x + b.x) / 2 - dy / length * bend;
      double cy = (a.y + b.y) / 2 + dx / length * bend;
      auto clip = [&](const Node &node, double toX, double toY) {
        double vx = toX - node.x, vy = toY - node.y;
        double scale = std::min(vx ? nodeWidth / 2 / std::abs(vx) : 1e9,
                                vy ? nodeHeight / 2 / std::abs(vy) : 1e9);
        return std::pair(node.x + vx * scale, node.y + vy * scale);
      };
      auto [x1, y1] = clip(a, cx, cy);
      auto [x2, y2] = clip(b, cx, cy);
      arrow.path = llvm::formatv("M{0:F1} {1:F1} Q{2:F1} {3:F1} {4:F1} {5:F1}",
                                 x1, y1, cx, cy, x2, y2);
      arrow.x = (x1 + 2 * cx + x2) / 4;
      arrow.y = (y1 + 2 * cy + y2) / 4;
    }
    arrowsByName[automaton.name + "." + names[edge]] = arrows.size();
    arrows.push_back(std::move(arrow));
  }
}

void AutomatonDiagram::addAutomaton(ta::AutomatonOp op) {
  Automaton automaton;
  automaton.name = op.getSymName().str();
  for (auto location : op.getBody().getOps<ta::LocationOp>()) {
    automaton.nodesByName[location.getSymName()] = automaton.nodes.size();
    nodesByName[automaton.name + "." + location.getSymName().str()] = {
        automata.size(), automaton.nodes.size()};
    automaton.nodes.push_back({location.getSymName().str()});
  }
  rank(op, automaton);
  place(automaton);
  addArrows(op, automaton);
  automata.push_back(std::move(automaton));
}

void AutomatonDiagram::printNode(const Node &node, llvm::StringRef cssClass,
                                 llvm::raw_ostream &os) const {
  os << llvm::formatv(
      "<rect class=\"{0}{1}\" x=\"{2:F1}\" y=\"{3:F1}\" width=\"{4}\" "
      "height=\"{5}\" rx=\"13\"/><text class=\"node\" x=\"{6:F1}\" "
      "y=\"{7:F1}\">{8}</text>\n",
      cssClass, node.isInitial ? " initial" : "", node.x - nodeWidth / 2,
      node.y - nodeHeight / 2, nodeWidth, nodeHeight, node.x, node.y + 4,
      escapeMarkup(node.name));
}

void AutomatonDiagram::printArrow(const Arrow &arrow, llvm::StringRef cssClass,
                                  llvm::raw_ostream &os) const {
  os << llvm::formatv("<path class=\"{0}\" d=\"{1}\" "
                      "marker-end=\"url(#tip-{0})\"/><text class=\"{0}\" "
                      "x=\"{2:F1}\" y=\"{3:F1}\">{4}</text>\n",
                      cssClass, arrow.path, arrow.x, arrow.y + 4,
                      escapeMarkup(arrow.text));
}

void AutomatonDiagram::printDefinition(llvm::raw_ostream &os) const {
  os << "<svg class=\"hidden\" aria-hidden=\"true\"><defs>\n";
  for (llvm::StringRef name : {"edge", "passed", "faulty"})
    os << llvm::formatv(
        "<marker id=\"tip-{0}\" class=\"{0}\" viewBox=\"0 0 8 8\" refX=\"8\" "
        "refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
        "<path d=\"M0 0L8 4L0 8z\"/></marker>\n",
        name);
  os << llvm::formatv("<g id=\"automaton\">\n");
  for (const Arrow &arrow : arrows)
    printArrow(arrow, "edge", os);
  for (const Automaton &automaton : automata)
    for (const Node &node : automaton.nodes)
      printNode(node, "location", os);
  os << "</g></defs></svg>\n";
}

void AutomatonDiagram::print(llvm::raw_ostream &os,
                             llvm::ArrayRef<std::string> passed,
                             llvm::ArrayRef<std::string> faulty) const {
  os << llvm::formatv("<svg class=\"automaton\" viewBox=\"0 0 {0} {1}\" "
                      "role=\"img\" aria-label=\"the model; what the test "
                      "passes and where the fault is are marked\">"
                      "<use href=\"#automaton\"/>\n",
                      width, height);
  auto mark = [&](const std::string &name, llvm::StringRef cssClass) {
    if (auto found = arrowsByName.find(name); found != arrowsByName.end())
      printArrow(arrows[found->second], cssClass, os);
    if (auto found = nodesByName.find(name); found != nodesByName.end())
      printNode(automata[found->second.first].nodes[found->second.second],
                cssClass, os);
  };
  for (const std::string &name : passed)
    mark(name, "passed");
  for (const std::string &name : faulty)
    mark(name, "faulty");
  os << "</svg>\n";
}
