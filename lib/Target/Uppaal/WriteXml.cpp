//===- WriteXml.cpp - UPPAAL's XML ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga::uppaal;
using llvm::StringRef;

static std::string escape(StringRef text) {
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
    default:
      result += c;
    }
  }
  return result;
}

static void writeLabel(StringRef kind, StringRef text, Point &place,
                       llvm::raw_ostream &os) {
  constexpr int lineHeight = 17;
  if (text.empty())
    return;
  os << "\t\t\t<label kind=\"" << kind << "\" x=\"" << place.x << "\" y=\""
     << place.y << "\">" << escape(text) << "</label>\n";
  place.y += lineHeight * int(1 + text.count('\n'));
}

static void writeLocation(const LocationText &location, unsigned id,
                          llvm::raw_ostream &os) {
  Point place = location.place;
  os << "\t\t<location id=\"id" << id << "\" x=\"" << place.x << "\" y=\""
     << place.y << "\">\n\t\t\t<name x=\"" << place.x - 10 << "\" y=\""
     << place.y - 34 << "\">" << escape(location.name) << "</name>\n";
  Point below = {place.x - 10, place.y + 17};
  writeLabel("invariant", location.invariant, below, os);
  writeLabel("comments", location.comments, below, os);
  if (location.isUrgent)
    os << "\t\t\t<urgent/>\n";
  if (location.isCommitted)
    os << "\t\t\t<committed/>\n";
  os << "\t\t</location>\n";
}

static void writeEdge(const EdgeText &edge, unsigned firstId,
                      llvm::raw_ostream &os) {
  os << "\t\t<transition>\n\t\t\t<source ref=\"id" << firstId + edge.source
     << "\"/>\n\t\t\t<target ref=\"id" << firstId + edge.target << "\"/>\n";
  Point place = edge.place;
  writeLabel("select", edge.select, place, os);
  writeLabel("guard", edge.guard, place, os);
  writeLabel("synchronisation", edge.synchronisation, place, os);
  writeLabel("assignment", edge.assignment, place, os);
  writeLabel("comments", edge.comments, place, os);
  for (Point nail : edge.nails)
    os << "\t\t\t<nail x=\"" << nail.x << "\" y=\"" << nail.y << "\"/>\n";
  os << "\t\t</transition>\n";
}

void tioga::uppaal::writeXml(const Document &document, llvm::raw_ostream &os) {
  os << "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.1//EN' "
        "'http://www.it.uu.se/research/group/darts/uppaal/flat-1_2.dtd'>\n"
        "<nta>\n\t<declaration>"
     << escape(document.declaration) << "</declaration>\n";
  unsigned firstId = 0;
  for (const TemplateText &templ : document.templates) {
    os << "\t<template>\n\t\t<name>" << escape(templ.name) << "</name>\n";
    if (!templ.declaration.empty())
      os << "\t\t<declaration>" << escape(templ.declaration)
         << "</declaration>\n";
    for (size_t i = 0; i < templ.locations.size(); ++i)
      writeLocation(templ.locations[i], firstId + i, os);
    os << "\t\t<init ref=\"id" << firstId + templ.initial << "\"/>\n";
    for (const EdgeText &edge : templ.edges)
      writeEdge(edge, firstId, os);
    os << "\t</template>\n";
    firstId += templ.locations.size();
  }
  os << "\t<system>" << escape(document.system) << "</system>\n";
  if (!document.queries.empty()) {
    os << "\t<queries>\n";
    for (const QueryText &query : document.queries)
      os << "\t\t<query>\n\t\t\t<formula>" << escape(query.formula)
         << "</formula>\n\t\t\t<comment>" << escape(query.comment)
         << "</comment>\n\t\t</query>\n";
    os << "\t</queries>\n";
  }
  os << "</nta>\n";
}
