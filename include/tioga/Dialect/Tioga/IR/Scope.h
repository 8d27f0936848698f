//===- Scope.h - Names and types of a model ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_SCOPE_H
#define TIOGA_DIALECT_TIOGA_IR_SCOPE_H

#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "tioga/Support/Suggestion.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace tioga {

/// What a name stands for.
enum class NameKind : uint8_t { Variable, Clock, Parameter, Control };

struct NameInfo {
  NameKind kind;
  mlir::Type type;
  Owner owner = Owner::State;
  /// Where it is declared; unknown for parameters.
  mlir::Location loc;
};

/// The one class that resolves names: lexically, from the inside out. A name
/// with a path (`r.f`) is looked up whole first; then its longest declared
/// prefix decides and the rest are record fields.
class Scope {
public:
  explicit Scope(const Scope *parent = nullptr) : parent(parent) {}

  /// Declares the variables and clocks of a block. Reports redeclarations
  /// (decl_c1), different enumerations of one name (decl_c3), and checks
  /// initial values (decl_c2).
  mlir::LogicalResult declare(mlir::Block &block);
  /// Declares the parameters of a label, or a list of `#tioga.param`.
  void declareParams(LabelOp label);
  void declareParams(mlir::ArrayAttr params);
  /// Declares a control variable; its type is the enumeration of its own name.
  /// Reports a redeclaration at `op` (decl_c1).
  /// \pre the locations are distinct and not none
  mlir::LogicalResult
  declareControl(mlir::Operation *op, llvm::StringRef name,
                 llvm::ArrayRef<mlir::StringAttr> locations);
  /// Adds a name; returns false if this very scope has it already.
  bool add(llvm::StringRef name, NameInfo info);

  /// Null if no declared name is a prefix of `path`. `type` becomes the type at
  /// the end of the path, null if a field on the way does not exist.
  const NameInfo *lookup(llvm::StringRef path,
                         mlir::Type *type = nullptr) const;
  /// Null if the enumeration is unknown to all types in scope.
  EnumType lookupEnum(llvm::StringRef name) const;
  /// Makes the enumerations inside a type known.
  void addEnums(mlir::Type type);
  /// All names visible, for suggestions.
  void forEachName(llvm::function_ref<void(llvm::StringRef)> fn) const;

private:
  mlir::LogicalResult declareName(mlir::Operation *op, llvm::StringRef name,
                                  NameInfo info);
  const NameInfo *lookupExact(llvm::StringRef name) const;
  const Scope *parent;
  llvm::StringMap<NameInfo> names;
  llvm::StringMap<EnumType> enums;
};

/// The labels of a block, by name. Reports redeclarations (decl_c1).
class LabelTable {
public:
  mlir::LogicalResult declare(mlir::Block &block);
  LabelOp lookup(llvm::StringRef name) const { return labels.lookup(name); }
  const llvm::StringMap<LabelOp> &getLabels() const { return labels; }
  /// `; did you mean 'coin'?` or nothing.
  std::string suggest(llvm::StringRef name) const;

private:
  llvm::StringMap<LabelOp> labels;
};

/// What an expression may do, by the place it stands in.
struct ExprRules {
  /// Primed names of variables may occur.
  bool allowPrimed = false;
  /// Clocks may occur (only in comparisons of differences with data).
  bool allowClocks = true;
  /// Controls (`Machine == Machine::Idle`) may occur.
  bool allowControls = false;
  /// Unprimed names of variables may occur.
  bool allowUnprimed = true;
  /// Updates give values to parameters (and variables), not only to variables.
  bool allowParamTargets = false;
  /// If not empty, only variables of these owners may be primed.
  llvm::ArrayRef<Owner> primedOwners = {};
};

/// Receives the operand path of the offending subexpression and a message.
using TypeErrorHandler = llvm::function_ref<void(llvm::ArrayRef<unsigned> path,
                                                 const llvm::Twine &message)>;

/// Infers the type of an expression; null after reporting one error.
mlir::Type checkExpr(Expr expr, const Scope &scope, const ExprRules &rules,
                     mlir::MLIRContext *context, TypeErrorHandler onError);

/// Checks that an expression is a condition.
bool checkCondition(Expr expr, const Scope &scope, const ExprRules &rules,
                    mlir::MLIRContext *context, TypeErrorHandler onError);

/// Checks one assignment. Path {0} is the target, {1, ...} lies in the value.
bool checkAssignment(const Assignment &assignment, const Scope &scope,
                     const ExprRules &rules, mlir::MLIRContext *context,
                     TypeErrorHandler onError);

/// The same for attributes of an operation, reporting with `emitOpError`.
/// `what` names the clause: "guard".
mlir::LogicalResult verifyCondition(mlir::Operation *op, ExprAttr expr,
                                    llvm::StringRef what, const Scope &scope,
                                    const ExprRules &rules = {});
mlir::LogicalResult verifyUpdate(mlir::Operation *op, UpdateAttr update,
                                 const Scope &scope,
                                 const ExprRules &rules = {});

/// Reports a clock in the guard of something that carries an urgent label: the
/// instant from which time must not pass would not exist for `x > 3`.
mlir::LogicalResult verifyUrgentGuard(mlir::Operation *op, ExprAttr guard,
                                      llvm::StringRef label,
                                      const Scope &scope);

/// Checks all steps of all purposes in a block.
mlir::LogicalResult verifyPurposes(mlir::Block &block, const Scope &scope,
                                   const ExprRules &rules);

} // namespace tioga

#endif // TIOGA_DIALECT_TIOGA_IR_SCOPE_H
