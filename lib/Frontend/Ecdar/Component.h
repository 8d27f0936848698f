//===- Component.h - Components before they are IR --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What JSON and XML have in common: texts with a place in a file.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_ECDAR_COMPONENT_H
#define TIOGA_LIB_FRONTEND_ECDAR_COMPONENT_H

#include "mlir/IR/Diagnostics.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "tioga/Expr/Update.h"
#include "tioga/Frontend/Ecdar.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace tioga::ecdar {

/// A text of a model and where it is.
struct Text {
  std::string text;
  mlir::Location loc;
  /// A JSON pointer or an XML path, for messages.
  std::string path;

  bool isBlank() const { return llvm::StringRef(text).trim().empty(); }
  /// Starts an error: the path comes first.
  mlir::InFlightDiagnostic emitError() const;
};

enum class LocationKind : uint8_t { Normal, Initial, Universal, Inconsistent };

struct Location {
  Text id;
  Text nickname;
  Text invariant;
  LocationKind kind = LocationKind::Normal;
  bool isUrgent = false, isCommitted = false;
};

struct Edge {
  Text source, target;
  /// Without `?` and `!`; `*` stands for all of its kind.
  Text sync;
  bool isInput = false;
  Text guard, update, select;
};

struct Component {
  Text name;
  Text declarations;
  std::string description;
  std::vector<Location> locations;
  std::vector<Edge> edges;
};

/// `IO Machine { coin?, tea! }`.
struct Interface {
  std::vector<std::pair<std::string, LabelKind>> labels;
};

/// Types and constants that declarations bring along.
struct Declarations {
  struct Constant {
    int64_t value;
    bool isBool;
  };
  struct Variable {
    std::string name;
    mlir::Type type;
    /// Null for the default.
    Expr init;
  };
  llvm::StringMap<mlir::Type> types;
  llvm::StringMap<Constant> constants;
  std::vector<std::string> clocks;
  std::vector<Variable> variables;
};

/// Reads declarations and adds them to what is known. Channels are accepted
/// and ignored: edges say what they are used for. Fails after reporting errors.
mlir::LogicalResult parseDeclarations(const Text &text, ExprContext &context,
                                      mlir::MLIRContext *mlirContext,
                                      Declarations &declarations);
/// Reads the interfaces among system declarations.
mlir::LogicalResult parseInterfaces(const Text &text,
                                    llvm::StringMap<Interface> &interfaces);

/// Reads a condition; null for `true`. Fails after reporting errors.
mlir::FailureOr<Expr> parseCondition(const Text &text, ExprContext &context,
                                     const Declarations &declarations);
/// Reads assignments, which happen one after the other.
mlir::FailureOr<Update> parseAssignments(const Text &text, ExprContext &context,
                                         const Declarations &declarations);

/// Makes a network for each component. Null after reporting errors.
mlir::OwningOpRef<mlir::ModuleOp>
buildModule(const std::vector<Component> &components,
            const std::vector<Text> &globalDeclarations,
            const llvm::StringMap<Interface> &interfaces, mlir::Location loc,
            mlir::MLIRContext *context);

} // namespace tioga::ecdar

#endif // TIOGA_LIB_FRONTEND_ECDAR_COMPONENT_H
