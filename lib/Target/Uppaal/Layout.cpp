//===- Layout.cpp - Where locations and labels stand ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace tioga::uppaal;
using llvm::StringRef;

/// Larger graphs take Graphviz too long.
static constexpr size_t maxGraphSize = 600;
/// Pixels of UPPAAL's editor per inch.
static constexpr double scale = 130;

//===----------------------------------------------------------------------===//
// Without Graphviz
//===----------------------------------------------------------------------===//

/// In rows, from left to right; labels in the middle of their edges.
static void layOutInRows(TemplateText &templ) {
  constexpr int columnWidth = 280, rowHeight = 170;
  size_t columns = std::max<size_t>(
      1, size_t(std::ceil(std::sqrt(double(templ.locations.size())))));
  for (size_t i = 0; i < templ.locations.size(); ++i)
    templ.locations[i].place = {int(i % columns) * columnWidth,
                                int(i / columns) * rowHeight};
  for (EdgeText &edge : templ.edges) {
    Point a = templ.locations[edge.source].place;
    Point b = templ.locations[edge.target].place;
    edge.place = {(a.x + b.x) / 2 + 10, (a.y + b.y) / 2};
    if (edge.source != edge.target)
      continue;
    edge.nails = {{a.x - 40, a.y + 50}, {a.x + 40, a.y + 50}};
    edge.place = {a.x - 30, a.y + 55};
  }
}

//===----------------------------------------------------------------------===//
// With Graphviz
//===----------------------------------------------------------------------===//

static std::string quote(StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + "\"";
}

static std::string getLabel(const EdgeText &edge) {
  std::string label;
  for (StringRef part :
       {StringRef(edge.select), StringRef(edge.guard),
        StringRef(edge.synchronisation), StringRef(edge.assignment)})
    if (!part.empty())
      label += (label.empty() ? "" : "\n") + part.substr(0, 60).str();
  return label;
}

static void writeGraph(const TemplateText &templ, llvm::raw_ostream &os) {
  os << "digraph {\n  nodesep=0.6; ranksep=0.7;\n"
        "  node [shape=circle, fixedsize=true, width=0.4];\n"
        "  edge [fontsize=10];\n";
  os << "  n" << templ.initial << ";\n";
  for (size_t i = 0; i < templ.locations.size(); ++i) {
    const LocationText &location = templ.locations[i];
    std::string text = location.name;
    if (!location.invariant.empty())
      text += "\n" + location.invariant.substr(0, 60);
    os << "  n" << i << " [xlabel=" << quote(text) << ", label=\"\"];\n";
  }
  for (const EdgeText &edge : templ.edges)
    os << "  n" << edge.source << " -> n" << edge.target
       << " [label=" << quote(getLabel(edge)) << "];\n";
  os << "}\n";
}

/// Runs `dot -Tplain`; empty if that does not work.
static std::string runDot(StringRef graph) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("dot");
  if (!program)
    return "";
  llvm::SmallString<128> input, output;
  int descriptor;
  if (llvm::sys::fs::createTemporaryFile("tioga", "dot", descriptor, input))
    return "";
  {
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << graph;
  }
  std::string text;
  if (!llvm::sys::fs::createTemporaryFile("tioga", "plain", output)) {
    std::optional<StringRef> redirects[] = {StringRef(""), StringRef(output),
                                            StringRef("")};
    constexpr unsigned maxSeconds = 20;
    StringRef arguments[] = {*program, "-Tplain", input};
    int status = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt,
                                           redirects, maxSeconds);
    auto buffer = llvm::MemoryBuffer::getFile(output);
    if (status == 0 && buffer)
      text = (*buffer)->getBuffer().str();
    llvm::sys::fs::remove(output);
  }
  llvm::sys::fs::remove(input);
  return text;
}

/// The points of an edge that UPPAAL should bend it at: those of parallel edges
/// and loops lie on each other otherwise.
static std::vector<Point> getNails(llvm::ArrayRef<Point> spline,
                                   bool isCrowded) {
  if (!isCrowded || spline.size() < 4)
    return {};
  return {spline[spline.size() / 3], spline[2 * spline.size() / 3]};
}

/// Reads the lines of one graph, up to `stop`. Returns false if they are not
/// what was asked for.
static bool readGraph(llvm::ArrayRef<StringRef> lines, TemplateText &templ) {
  size_t numEdges = 0, numNodes = 0;
  double height = 0;
  for (StringRef line : lines) {
    llvm::SmallVector<StringRef> words;
    llvm::SplitString(line, words);
    auto number = [&](size_t i) {
      double value = 0;
      if (i < words.size())
        words[i].getAsDouble(value);
      return value;
    };
    auto point = [&](size_t i) {
      return Point{int(number(i) * scale),
                   int((height - number(i + 1)) * scale)};
    };
    if (words.empty())
      continue;
    if (words[0] == "graph")
      height = number(3);
    unsigned node;
    if (words[0] == "node" && words.size() > 3 &&
        !words[1].drop_front().getAsInteger(10, node) &&
        node < templ.locations.size()) {
      templ.locations[node].place = point(2);
      ++numNodes;
    }
    // Edges come in the order of their tails: find the one that is meant.
    unsigned tail, head, count;
    if (words[0] != "edge" || words.size() < 4 ||
        words[1].drop_front().getAsInteger(10, tail) ||
        words[2].drop_front().getAsInteger(10, head) ||
        words[3].getAsInteger(10, count))
      continue;
    auto edge = llvm::find_if(templ.edges, [&](const EdgeText &each) {
      return each.source == tail && each.target == head &&
             each.place.x == INT_MIN;
    });
    if (edge == templ.edges.end())
      return false;
    std::vector<Point> spline;
    for (unsigned i = 0; i < count; ++i)
      spline.push_back(point(4 + 2 * i));
    bool isCrowded = llvm::count_if(templ.edges, [&](const EdgeText &each) {
                       return (each.source == tail && each.target == head) ||
                              (each.source == head && each.target == tail);
                     }) > 1;
    edge->nails = getNails(spline, isCrowded || tail == head);
    // The label, if any, is behind the spline; its text may have blanks.
    edge->place = spline.empty() ? Point() : spline[spline.size() / 2];
    if (words.size() > 4 + 2 * count + 2 && !getLabel(*edge).empty()) {
      Point place = {int(number(words.size() - 4) * scale),
                     int((height - number(words.size() - 3)) * scale)};
      edge->place = {place.x - 50, place.y - 17};
    }
    ++numEdges;
  }
  return numNodes == templ.locations.size() && numEdges == templ.edges.size();
}

static bool layOutWithGraphviz(Document &document) {
  std::string graphs;
  llvm::raw_string_ostream os(graphs);
  for (TemplateText &templ : document.templates) {
    if (templ.locations.size() + templ.edges.size() > maxGraphSize)
      return false;
    for (EdgeText &edge : templ.edges)
      edge.place.x = INT_MIN;
    writeGraph(templ, os);
  }
  std::string plain = runDot(graphs);
  llvm::SmallVector<StringRef> lines;
  StringRef(plain).split(lines, '\n');
  llvm::ArrayRef<StringRef> rest = lines;
  for (TemplateText &templ : document.templates) {
    auto stop = llvm::find(rest, "stop");
    if (stop == rest.end() ||
        !readGraph(rest.take_front(stop - rest.begin()), templ))
      return false;
    rest = rest.drop_front(stop - rest.begin() + 1);
  }
  return true;
}

void tioga::uppaal::layOut(Document &document, bool useGraphviz) {
  if (useGraphviz && layOutWithGraphviz(document))
    return;
  for (TemplateText &templ : document.templates) {
    for (EdgeText &edge : templ.edges)
      edge.nails.clear();
    layOutInRows(templ);
  }
}
