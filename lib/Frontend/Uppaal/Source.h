//===- Source.h - Places in UPPAAL files ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_UPPAAL_SOURCE_H
#define TIOGA_LIB_FRONTEND_UPPAAL_SOURCE_H

#include "mlir/IR/Diagnostics.h"
#include <deque>

namespace tioga::uppaal {

/// A piece of a file in which entities have been replaced: the content of an
/// XML element, or a whole `.xta` file.
struct Text {
  const class Source *owner = nullptr;
  std::string content;
  /// Where each byte of the content stands in the file, and the end.
  std::vector<unsigned> offsets;
  /// The path of the element; empty where there are no elements.
  std::string path;
};

/// A part of a text.
struct Range {
  const Text *text = nullptr;
  unsigned begin = 0, end = 0;
};

/// The file that is being read, and what was said about it.
class Source {
public:
  Source(mlir::MLIRContext *context, llvm::StringRef path,
         llvm::StringRef content);

  mlir::MLIRContext *getContext() const { return context; }
  llvm::StringRef getPath() const { return path; }
  llvm::StringRef getContent() const { return content; }
  bool hadErrors() const { return numErrors != 0; }

  /// While lenient, errors are warnings and do not count: a query that makes no
  /// sense is no reason to refuse a model.
  void setLenient(bool flag) { isLenient = flag; }

  /// A text with this path; lives as long as the source.
  Text &addText(std::string xmlPath);

  mlir::Location getLoc(Range range) const;
  mlir::Location getLoc(unsigned begin, unsigned end) const;
  /// Reports an error; the XML path is added to the message.
  void error(Range range, const llvm::Twine &message);
  void warn(Range range, const llvm::Twine &message);
  /// For what has no text of its own: an element, or the whole file.
  void error(unsigned offset, llvm::StringRef xmlPath,
             const llvm::Twine &message);

private:
  mlir::MLIRContext *context;
  std::string path;
  llvm::StringRef content;
  std::vector<unsigned> lineStarts;
  std::deque<Text> texts;
  unsigned numErrors = 0;
  bool isLenient = false;
};

} // namespace tioga::uppaal

#endif // TIOGA_LIB_FRONTEND_UPPAAL_SOURCE_H
