//===- Ecdar.h - Read Ecdar projects ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ecdar keeps a project as a directory of JSON files (Components/*.json,
// Systems/*.json, GlobalDeclarations.json, SystemDeclarations.json,
// Queries.json), or as one XML document. Each component becomes a network of
// one automaton. docs/Interop.md says what is supported.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_FRONTEND_ECDAR_H
#define TIOGA_FRONTEND_ECDAR_H

#include "tioga/Frontend/Import.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tioga {

/// An expression over components: `(A && B) || C \\ D`.
struct EcdarExpr {
  enum class Kind : uint8_t { Component, Conjunction, Composition, Quotient };
  Kind kind = Kind::Component;
  /// Of a component, or of a system of the project.
  std::string name;
  std::unique_ptr<EcdarExpr> left, right;

  std::unique_ptr<EcdarExpr> clone() const;
  /// `(A && B)`, with all parentheses.
  std::string str() const;
};

enum class EcdarQueryKind : uint8_t {
  Refinement,
  Consistency,
  Specification,
  Implementation,
  Determinism,
  Reachability, ///< `reachability: A.L1` or `E<> A.L1`
  Unsupported   ///< a kind that Ecdar has and Tioga does not answer
};

struct EcdarQuery {
  EcdarQueryKind kind = EcdarQueryKind::Unsupported;
  /// As written.
  std::string text;
  std::unique_ptr<EcdarExpr> left, right;
  /// For `Reachability`: the goal. For `Unsupported`: what is not supported.
  std::string detail;
};

/// Reads a query. On an error `onError` gets the offset and a message, and the
/// result is nothing.
std::optional<EcdarQuery> parseEcdarQuery(
    llvm::StringRef text,
    llvm::function_ref<void(size_t offset, const llvm::Twine &)> onError);

struct EcdarProject {
  /// One network per component.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  struct Query {
    std::string text;
    mlir::Location loc;
  };
  std::vector<Query> queries;
  /// The systems of the project, by name.
  std::map<std::string, std::unique_ptr<EcdarExpr>> systems;

  explicit operator bool() const { return bool(module); }
};

/// Whether a directory is a project: it holds `Components` or
/// `GlobalDeclarations.json`.
bool isEcdarDirectory(llvm::StringRef path);
/// Whether the text of an XML document with root `nta` is Ecdar's.
bool isEcdarXML(llvm::StringRef text);

/// Reads a project from a directory. Files are added to `sourceMgr`, so that
/// diagnostics can show their text. Empty after reporting errors.
EcdarProject importEcdarDirectory(llvm::StringRef path,
                                  llvm::SourceMgr &sourceMgr,
                                  mlir::MLIRContext *context,
                                  const ImportOptions &options = {});
/// Reads a project from the main file of `sourceMgr`.
EcdarProject importEcdarXML(llvm::SourceMgr &sourceMgr,
                            mlir::MLIRContext *context);
/// Reads one component, a JSON document, from the main file of `sourceMgr`;
/// there are no declarations beside its own.
EcdarProject importEcdarComponent(llvm::SourceMgr &sourceMgr,
                                  mlir::MLIRContext *context);

} // namespace tioga

#endif // TIOGA_FRONTEND_ECDAR_H
