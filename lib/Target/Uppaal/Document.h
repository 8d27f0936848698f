//===- Document.h - A UPPAAL model before it is written ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TARGET_UPPAAL_DOCUMENT_H
#define TIOGA_LIB_TARGET_UPPAAL_DOCUMENT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tioga::uppaal {

struct Point {
  int x = 0, y = 0;
};

struct LocationText {
  std::string name, invariant, comments;
  bool isUrgent = false, isCommitted = false;
  Point place;
};

struct EdgeText {
  unsigned source = 0, target = 0;
  std::string select, guard, synchronisation, assignment, comments;
  Point place;
  std::vector<Point> nails;
};

struct TemplateText {
  std::string name, declaration;
  std::vector<LocationText> locations;
  unsigned initial = 0;
  std::vector<EdgeText> edges;
};

struct QueryText {
  std::string formula, comment;
};

struct Document {
  std::string declaration, system;
  std::vector<TemplateText> templates;
  std::vector<QueryText> queries;
};

/// Gives places to locations and labels, with Graphviz if that is asked for,
/// installed and likely to come to an end soon.
void layOut(Document &document, bool useGraphviz);

void writeXml(const Document &document, llvm::raw_ostream &os);

} // namespace tioga::uppaal

#endif // TIOGA_LIB_TARGET_UPPAAL_DOCUMENT_H
