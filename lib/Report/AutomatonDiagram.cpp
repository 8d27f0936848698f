//===- AutomatonDiagram.cpp - Automata as drawings --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks run from top to bottom, by the distance from the initial location.
// Edges between neighbouring ranks are curves; longer ones run in lanes beside
// the ranks, so that no edge crosses a location. A text looks for a place along
// its edge where nothing else is written.
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

static constexpr double nodeHeight = 32, columnGap = 44, rowHeight = 92,
                        margin = 16, laneWidth = 26, lineHeight = 12;
/// About the width of a letter, in the size of locations and of edges.
static constexpr double nodeLetter = 6.4, edgeLetter = 5.9;
/// Longer conditions are cut off; all of them are shown as tips.
static constexpr size_t maxText = 26;

AutomatonDiagram::AutomatonDiagram(ta::NetworkOp network) {
  ElementNames elementNames(network);
  network.walk([&](mlir::Operation *op) {
    if (llvm::isa<ta::EdgeOp, ta::LocationOp>(op))
      names[op] = elementNames.lookup(op).str();
  });
  for (auto op : network.getBody().getOps<ta::AutomatonOp>())
    addAutomaton(op);
}

static std::string shorten(std::string text) {
  // Whole characters: texts of expressions are ASCII.
  if (text.size() > maxText)
    text = text.substr(0, maxText - 1) + "…";
  return text;
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

/// The distance from the initial location, in edges.
void AutomatonDiagram::rank(ta::AutomatonOp op, Automaton &automaton) {
  std::vector<std::vector<unsigned>> targets(automaton.nodes.size());
  for (auto edge : op.getBody().getOps<ta::EdgeOp>())
    targets[automaton.nodesByName[edge.getSource()]].push_back(
        automaton.nodesByName[edge.getTarget()]);
  std::deque<unsigned> queue{automaton.nodesByName[op.getInitial()]};
  std::vector<bool> isSeen(automaton.nodes.size());
  isSeen[queue.front()] = true;
  automaton.nodes[queue.front()].isInitial = true;
  while (!queue.empty()) {
    unsigned source = queue.front();
    queue.pop_front();
    for (unsigned target : targets[source]) {
      if (isSeen[target])
        continue;
      isSeen[target] = true;
      automaton.nodes[target].rank = automaton.nodes[source].rank + 1;
      automaton.nodes[target].parent = source;
      queue.push_back(target);
    }
  }
}

/// Places each rank in the middle, its members below what leads to them.
void AutomatonDiagram::place(Automaton &automaton) {
  std::map<unsigned, std::vector<unsigned>> byRank;
  for (auto [index, node] : llvm::enumerate(automaton.nodes))
    byRank[node.rank].push_back(index);
  automaton.extents.assign(byRank.size(), 0);
  for (auto &[rank, members] : byRank) {
    llvm::stable_sort(members, [&](unsigned a, unsigned b) {
      return automaton.nodes[automaton.nodes[a].parent].x <
             automaton.nodes[automaton.nodes[b].parent].x;
    });
    double total = (members.size() - 1) * columnGap;
    for (unsigned index : members)
      total += automaton.nodes[index].width;
    double x = -total / 2;
    for (unsigned index : members) {
      Node &node = automaton.nodes[index];
      node.x = x + node.width / 2;
      node.y = margin + 20 + nodeHeight / 2 + rank * rowHeight;
      x += node.width + columnGap;
    }
    automaton.nodes[members.front()].isOutermost[0] = true;
    automaton.nodes[members.back()].isOutermost[1] = true;
    automaton.extents[rank] = total / 2;
  }
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

namespace {
/// A line of straight parts and rounded corners, or one curve.
struct Path {
  std::string text;
  /// Places where something may be written.
  std::vector<std::pair<double, double>> places;
};
} // namespace

static Path makeCurve(double x1, double y1, double cx1, double cy1, double cx2,
                      double cy2, double x2, double y2) {
  Path path;
  path.text = llvm::formatv("M{0:F1} {1:F1} C{2:F1} {3:F1} {4:F1} {5:F1} "
                            "{6:F1} {7:F1}",
                            x1, y1, cx1, cy1, cx2, cy2, x2, y2);
  for (double t : {0.5, 0.38, 0.62, 0.28, 0.72}) {
    double s = 1 - t;
    path.places.push_back({s * s * s * x1 + 3 * s * s * t * cx1 +
                               3 * s * t * t * cx2 + t * t * t * x2,
                           s * s * s * y1 + 3 * s * s * t * cy1 +
                               3 * s * t * t * cy2 + t * t * t * y2});
  }
  return path;
}

/// From a port to a port by a vertical line at `x`.
static Path makeLane(double x1, double y1, double x2, double y2, double x) {
  double r = 8, side = x > x1 ? 1 : -1, down = y2 > y1 ? 1 : -1;
  Path path;
  path.text = llvm::formatv(
      "M{0:F1} {1:F1} H{2:F1} Q{3:F1} {1:F1} {3:F1} {4:F1} V{5:F1} "
      "Q{3:F1} {6:F1} {7:F1} {6:F1} H{8:F1}",
      x1, y1, x - side * r, x, y1 + down * r, y2 - down * r, y2, x - side * r,
      x2);
  for (double t : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9})
    path.places.push_back({x, y1 + t * (y2 - y1)});
  return path;
}

void AutomatonDiagram::write(Automaton &automaton, Arrow &arrow,
                             llvm::ArrayRef<std::pair<double, double>> places) {
  double w = edgeLetter * std::max(arrow.text.size(), arrow.condition.size());
  double h = lineHeight * (arrow.condition.empty() ? 1 : 2);
  Box chosen;
  bool isFree = false;
  for (auto [x, y] : places) {
    Box box{x - w / 2, y - h / 2, x + w / 2, y + h / 2};
    bool isFirst = chosen.right == chosen.left;
    isFree = llvm::none_of(
        automaton.boxes, [&](const Box &other) { return box.overlaps(other); });
    if (isFirst || isFree)
      chosen = box;
    if (isFree)
      break;
  }
  automaton.boxes.push_back(chosen);
  arrow.x = (chosen.left + chosen.right) / 2;
  arrow.y = (chosen.top + chosen.bottom) / 2;
}

/// The first lane beside the ranks that an edge passes which is free there.
double AutomatonDiagram::takeLane(Automaton &automaton, unsigned first,
                                  unsigned last, bool isRight) {
  double extent = 0;
  for (unsigned rank = first; rank <= last; ++rank)
    extent = std::max(extent, automaton.extents[rank]);
  for (unsigned lane = 0;; ++lane) {
    double x = extent + 22 + lane * laneWidth;
    bool isFree =
        llvm::none_of(automaton.lanes[isRight], [&](const Lane &other) {
          return other.first <= last && first <= other.last &&
                 std::abs(other.x - x) < laneWidth - 1;
        });
    if (!isFree)
      continue;
    automaton.lanes[isRight].push_back({first, last, x});
    return isRight ? x : -x;
  }
}

/// Where an edge touches a location at a side: each a bit further down.
static double takePort(double y, unsigned &used) {
  static constexpr double offsets[] = {0, 7, -7, 3.5, -3.5};
  return y + offsets[used++ % std::size(offsets)];
}

void AutomatonDiagram::route(Automaton &automaton, Arrow &arrow, unsigned from,
                             unsigned to, unsigned number, unsigned count) {
  Node &a = automaton.nodes[from], &b = automaton.nodes[to];
  unsigned first = std::min(a.rank, b.rank), last = std::max(a.rank, b.rank);
  Path path;
  if (from == to) {
    double y = a.y - 4 + 12.0 * number, x = a.x + a.width / 2;
    path = makeCurve(x, y - 5, x + 30, y - 14, x + 30, y + 14, x, y + 5);
    for (auto &[px, py] : path.places)
      px = x + 26 + edgeLetter * arrow.text.size() / 2;
  } else if (last - first == 1) {
    // Neighbours: there and back are two lines.
    double down = b.rank > a.rank ? 1 : -1;
    double room = std::min(a.width, b.width) / 2 - 14;
    double shift = std::clamp((number - (count - 1) / 2.0) * 36, -room, room);
    double y1 = a.y + down * nodeHeight / 2, y2 = b.y - down * nodeHeight / 2;
    double middle = (y1 + y2) / 2;
    path = makeCurve(a.x + shift, y1, a.x + shift, middle, b.x + shift, middle,
                     b.x + shift, y2);
  } else if (first == last) {
    // Through the gap above.
    double side = b.x > a.x ? 1 : -1, up = 30 + 12.0 * number;
    double x1 = a.x + side * a.width / 4, x2 = b.x - side * b.width / 4;
    double y = a.y - nodeHeight / 2;
    path =
        makeCurve(x1, y, x1 + side * 10, y - up, x2 - side * 10, y - up, x2, y);
  } else {
    bool isRight = std::abs(a.x + b.x) < 1
                       ? automaton.lanes[1].size() <= automaton.lanes[0].size()
                       : a.x + b.x > 0;
    double side = isRight ? 1 : -1;
    auto getPort = [&](Node &node, double towards) {
      if (node.isOutermost[isRight])
        return std::pair(node.x + side * node.width / 2,
                         takePort(node.y, node.portsUsed[isRight]));
      // Around its neighbours.
      return std::pair(node.x,
                       node.y + towards * (nodeHeight / 2 + 9 + 2 * number));
    };
    double down = b.rank > a.rank ? 1 : -1;
    auto [x1, y1] = getPort(a, down);
    auto [x2, y2] = getPort(b, -down);
    path = makeLane(x1, y1, x2, y2, takeLane(automaton, first, last, isRight));
    if (!a.isOutermost[isRight]) {
      std::string start = llvm::formatv("M{0:F1} {1:F1} V{2:F1}", a.x,
                                        a.y + down * nodeHeight / 2, y1);
      path.text = start + path.text.substr(path.text.find(" H"));
    }
    if (!b.isOutermost[isRight])
      path.text += llvm::formatv(" V{0:F1}", b.y - down * nodeHeight / 2);
  }
  arrow.path = path.text;
  write(automaton, arrow, path.places);
}

static void describe(ta::EdgeOp edge, std::string &text,
                     std::string &condition) {
  text = edge.isSilent() ? "silent" : edge.getLabel()->str();
  if (edge.getDirection())
    text += *edge.getDirection() == ta::Direction::Receive ? "?" : "!";
  if (edge.getGuard())
    condition = edge.getGuard()->getExpr().str();
}

void AutomatonDiagram::addArrows(ta::AutomatonOp op, Automaton &automaton) {
  std::map<std::pair<unsigned, unsigned>, std::pair<unsigned, unsigned>> pairs;
  auto getPair = [&](ta::EdgeOp edge) -> std::pair<unsigned, unsigned> & {
    unsigned a = automaton.nodesByName[edge.getSource()],
             b = automaton.nodesByName[edge.getTarget()];
    return pairs[{std::min(a, b), std::max(a, b)}];
  };
  for (auto edge : op.getBody().getOps<ta::EdgeOp>())
    ++getPair(edge).second;
  // Short edges get the inner lanes.
  std::vector<ta::EdgeOp> edges(op.getBody().getOps<ta::EdgeOp>().begin(),
                                op.getBody().getOps<ta::EdgeOp>().end());
  auto getSpan = [&](ta::EdgeOp edge) {
    int a = automaton.nodes[automaton.nodesByName[edge.getSource()]].rank,
        b = automaton.nodes[automaton.nodesByName[edge.getTarget()]].rank;
    return std::abs(a - b);
  };
  llvm::stable_sort(edges, [&](ta::EdgeOp a, ta::EdgeOp b) {
    return getSpan(a) < getSpan(b);
  });
  for (ta::EdgeOp edge : edges) {
    Arrow arrow;
    std::string condition;
    describe(edge, arrow.text, condition);
    arrow.tip = arrow.text + (condition.empty() ? "" : " when " + condition);
    arrow.condition = shorten(condition);
    auto &[number, count] = getPair(edge);
    route(automaton, arrow, automaton.nodesByName[edge.getSource()],
          automaton.nodesByName[edge.getTarget()], number++, count);
    arrowsByName[automaton.name + "." + names[edge]] = automaton.arrows.size();
    automaton.arrows.push_back(std::move(arrow));
  }
}

void AutomatonDiagram::addAutomaton(ta::AutomatonOp op) {
  Automaton automaton;
  automaton.name = op.getSymName().str();
  for (auto location : op.getBody().getOps<ta::LocationOp>()) {
    unsigned index = automaton.nodes.size();
    automaton.nodesByName[location.getSymName()] = index;
    nodesByName[automaton.name + "." + location.getSymName().str()] = index;
    Node node;
    node.name = location.getSymName().str();
    if (location.getInvariant())
      node.invariant = location.getInvariant()->getExpr().str();
    size_t letters = std::max(node.name.size(), shorten(node.invariant).size());
    node.width = std::max(70.0, nodeLetter * letters + 24);
    automaton.nodes.push_back(std::move(node));
  }
  rank(op, automaton);
  place(automaton);
  for (const Node &node : automaton.nodes)
    automaton.boxes.push_back({node.x - node.width / 2, node.y - nodeHeight / 2,
                               node.x + node.width / 2,
                               node.y + nodeHeight / 2});
  addArrows(op, automaton);
  finish(automaton);
  automata.push_back(std::move(automaton));
}

/// Moves the automaton to the right of those that are there.
void AutomatonDiagram::finish(Automaton &automaton) {
  double left = 0, right = 0, bottom = 0;
  for (const Box &box : automaton.boxes) {
    left = std::min(left, box.left);
    right = std::max(right, box.right);
    bottom = std::max(bottom, box.bottom);
  }
  for (bool isRight : {false, true})
    for (const Lane &lane : automaton.lanes[isRight])
      (isRight ? right : left) =
          isRight ? std::max(right, lane.x) : std::min(left, -lane.x);
  automaton.shift = width + margin - left;
  width = automaton.shift + right + margin;
  height = std::max(height, bottom + margin);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void AutomatonDiagram::printNode(const Node &node, llvm::StringRef cssClass,
                                 llvm::raw_ostream &os) const {
  double y = node.y + (node.invariant.empty() ? 4 : -1);
  os << llvm::formatv(
      "<rect class=\"{0}{1}\" x=\"{2:F1}\" y=\"{3:F1}\" width=\"{4:F1}\" "
      "height=\"{5}\" rx=\"14\"/><text class=\"node\" x=\"{6:F1}\" "
      "y=\"{7:F1}\">{8}</text>\n",
      cssClass, node.isInitial ? " initial" : "", node.x - node.width / 2,
      node.y - nodeHeight / 2, node.width, nodeHeight, node.x, y,
      escapeMarkup(node.name));
  if (!node.invariant.empty())
    os << llvm::formatv("<text class=\"condition\" x=\"{0:F1}\" y=\"{1:F1}\">"
                        "{2}<title>{3}</title></text>\n",
                        node.x, node.y + 11,
                        escapeMarkup(shorten(node.invariant)),
                        escapeMarkup(node.invariant));
}

void AutomatonDiagram::printLine(const Arrow &arrow, llvm::StringRef cssClass,
                                 llvm::raw_ostream &os) const {
  os << llvm::formatv("<path class=\"{0}\" d=\"{1}\" "
                      "marker-end=\"url(#tip-{0})\"/>\n",
                      cssClass, arrow.path);
}

void AutomatonDiagram::printText(const Arrow &arrow, llvm::StringRef cssClass,
                                 llvm::raw_ostream &os) const {
  double y = arrow.y + (arrow.condition.empty() ? 4 : -2);
  os << llvm::formatv("<text class=\"{0}\" x=\"{1:F1}\" y=\"{2:F1}\"><title>{3}"
                      "</title>{4}",
                      cssClass, arrow.x, y, escapeMarkup(arrow.tip),
                      escapeMarkup(arrow.text));
  if (!arrow.condition.empty())
    os << llvm::formatv("<tspan class=\"condition\" x=\"{0:F1}\" "
                        "dy=\"{1}\">{2}</tspan>",
                        arrow.x, lineHeight, escapeMarkup(arrow.condition));
  os << "</text>\n";
}

void AutomatonDiagram::printDefinition(llvm::raw_ostream &os) const {
  os << "<svg class=\"hidden\" aria-hidden=\"true\"><defs>\n";
  for (llvm::StringRef name : {"edge", "passed", "faulty"})
    os << llvm::formatv(
        "<marker id=\"tip-{0}\" class=\"{0}\" viewBox=\"0 0 8 8\" refX=\"8\" "
        "refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
        "markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
        "<path d=\"M0 0L8 4L0 8z\"/></marker>\n",
        name);
  os << "<g id=\"automaton\">\n";
  for (const Automaton &automaton : automata) {
    os << llvm::formatv("<g transform=\"translate({0:F1} 0)\">\n",
                        automaton.shift);
    if (automata.size() > 1)
      os << llvm::formatv("<text class=\"name\" x=\"0\" y=\"{0}\">{1}</text>\n",
                          margin, escapeMarkup(automaton.name));
    for (const Arrow &arrow : automaton.arrows)
      printLine(arrow, "edge", os);
    for (const Arrow &arrow : automaton.arrows)
      printText(arrow, "edge", os);
    for (const Node &node : automaton.nodes)
      printNode(node, "location", os);
    os << "</g>\n";
  }
  os << "</g></defs></svg>\n";
}

void AutomatonDiagram::print(llvm::raw_ostream &os,
                             llvm::ArrayRef<std::string> passed,
                             llvm::ArrayRef<std::string> faulty) const {
  os << llvm::formatv("<svg class=\"automaton\" viewBox=\"0 0 {0:F0} {1:F0}\" "
                      "width=\"{0:F0}\" height=\"{1:F0}\" "
                      "role=\"img\" aria-label=\"the model; what the test "
                      "passes and where the fault is are marked\">"
                      "<use href=\"#automaton\"/>\n",
                      width, height);
  auto mark = [&](const std::string &name, llvm::StringRef cssClass,
                  bool isText) {
    llvm::StringRef owner = llvm::StringRef(name).split('.').first;
    auto automaton = llvm::find_if(
        automata, [&](const Automaton &each) { return each.name == owner; });
    if (automaton == automata.end())
      return;
    os << llvm::formatv("<g transform=\"translate({0:F1} 0)\">",
                        automaton->shift);
    auto arrow = arrowsByName.find(name);
    if (arrow != arrowsByName.end() && !isText)
      printLine(automaton->arrows[arrow->second], cssClass, os);
    if (arrow != arrowsByName.end() && isText)
      printText(automaton->arrows[arrow->second], cssClass, os);
    auto node = nodesByName.find(name);
    if (node != nodesByName.end() && isText)
      printNode(automaton->nodes[node->second], cssClass, os);
    os << "</g>\n";
  };
  // What is written is never below a line.
  for (bool isText : {false, true}) {
    for (const std::string &name : passed)
      mark(name, "passed", isText);
    for (const std::string &name : faulty)
      mark(name, "faulty", isText);
  }
  os << "</svg>\n";
}
