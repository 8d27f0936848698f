//===- JSON.h - JSON documents with places ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_ECDAR_JSON_H
#define TIOGA_LIB_FRONTEND_ECDAR_JSON_H

#include "Component.h"
#include "llvm/Support/JSON.h"

namespace tioga::ecdar {

/// A JSON document that knows the line of each of its values.
class JSONDocument {
public:
  /// Reports what is wrong, and returns nothing then.
  static std::optional<JSONDocument>
  parse(llvm::StringRef path, llvm::StringRef text, mlir::MLIRContext *context);

  const llvm::json::Value &getRoot() const { return root; }
  /// Where the value is that a JSON pointer names; the beginning if there is
  /// none.
  mlir::Location getLoc(llvm::StringRef pointer) const;

private:
  JSONDocument(llvm::StringRef path, mlir::MLIRContext *context)
      : path(path), context(context), root(nullptr) {}
  void index(llvm::StringRef text);

  std::string path;
  mlir::MLIRContext *context;
  llvm::json::Value root;
  /// Line and column by JSON pointer.
  llvm::StringMap<std::pair<unsigned, unsigned>> places;
};

/// A value of a document.
class JSONValue {
public:
  JSONValue(const JSONDocument &document, const llvm::json::Value *value,
            std::string pointer)
      : document(&document), value(value), pointer(std::move(pointer)) {}

  bool exists() const { return value != nullptr; }
  mlir::InFlightDiagnostic emitError() const {
    return mlir::emitError(getLoc())
           << (pointer.empty() ? "/" : pointer) << ": ";
  }
  mlir::Location getLoc() const { return document->getLoc(pointer); }

  JSONValue get(llvm::StringRef key) const;
  /// A string; empty if it is missing. Fails after reporting another kind.
  mlir::LogicalResult getText(llvm::StringRef key, Text &text) const;
  /// A number; fails after reporting anything else.
  mlir::LogicalResult getNumber(llvm::StringRef key, int64_t &number) const;
  /// The elements of an array; none if it is missing. Fails after reporting
  /// another kind.
  mlir::LogicalResult getList(llvm::StringRef key,
                              std::vector<JSONValue> &list) const;
  mlir::LogicalResult getElements(std::vector<JSONValue> &list) const;
  /// Fails after reporting if it is no object.
  mlir::LogicalResult expectObject() const;

private:
  const JSONDocument *document;
  const llvm::json::Value *value;
  std::string pointer;
};

} // namespace tioga::ecdar

#endif // TIOGA_LIB_FRONTEND_ECDAR_JSON_H
