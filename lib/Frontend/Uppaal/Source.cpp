//===- Source.cpp - Places in UPPAAL files ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source.h"
#include "mlir/IR/Location.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

using namespace tioga;
using namespace tioga::uppaal;

Source::Source(mlir::MLIRContext *context, llvm::StringRef path,
               llvm::StringRef content)
    : context(context), path(path), content(content) {
  lineStarts.push_back(0);
  for (size_t i = 0, e = content.size(); i < e; ++i)
    if (content[i] == '\n')
      lineStarts.push_back(i + 1);
}

Text &Source::addText(std::string xmlPath) {
  Text &text = texts.emplace_back();
  text.owner = this;
  text.path = std::move(xmlPath);
  return text;
}

mlir::Location Source::getLoc(unsigned begin, unsigned end) const {
  auto place = [&](unsigned offset) {
    unsigned line = llvm::upper_bound(lineStarts, offset) - lineStarts.begin();
    return std::pair(line, offset - lineStarts[line - 1] + 1);
  };
  auto [line, column] = place(begin);
  auto [endLine, endColumn] = place(std::max(begin, end));
  mlir::Location point = mlir::FileLineColLoc::get(context, path, line, column);
  return mlir::FusedLoc::get(context, {point},
                             RangeEndAttr::get(context, endLine, endColumn));
}

mlir::Location Source::getLoc(Range range) const {
  if (!range.text)
    return mlir::FileLineColLoc::get(context, path, 1, 1);
  const std::vector<unsigned> &offsets = range.text->offsets;
  return range.text->owner->getLoc(offsets[range.begin], offsets[range.end]);
}

/// ` (in /nta/template[1])`
static std::string describePath(llvm::StringRef path) {
  return path.empty() ? "" : (" (in " + path + ")").str();
}

void Source::error(Range range, const llvm::Twine &message) {
  if (isLenient)
    return warn(range, message);
  ++numErrors;
  mlir::emitError(getLoc(range))
      << message << describePath(range.text ? range.text->path : "");
}

void Source::warn(Range range, const llvm::Twine &message) {
  mlir::emitWarning(getLoc(range))
      << message << describePath(range.text ? range.text->path : "");
}

void Source::error(unsigned offset, llvm::StringRef xmlPath,
                   const llvm::Twine &message) {
  ++numErrors;
  mlir::emitError(getLoc(offset, offset)) << message << describePath(xmlPath);
}
