//===- ActionModel.h - Action systems for tests -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_SYMBOLIC_ACTIONMODEL_H
#define TIOGA_TEST_UNIT_SYMBOLIC_ACTIONMODEL_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "tioga/Engine/Overlay.h"
#include "tioga/Engine/System.h"
#include "llvm/Support/SourceMgr.h"

namespace tioga {

/// A model in the language, loaded.
class ActionModel {
public:
  explicit ActionModel(llvm::StringRef text);
  /// A file of docs/examples, with some texts replaced.
  static std::string
  read(llvm::StringRef file,
       llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> replaced =
           {});

  explicit operator bool() const { return system != nullptr; }
  const System &operator*() const { return *system; }
  const System *operator->() const { return system.get(); }

  /// All mutants that the operators for action systems make.
  std::vector<SystemEdits> getMutants() const;

private:
  mlir::MLIRContext context;
  llvm::SourceMgr sourceMgr;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::Operation *model = nullptr;
  std::unique_ptr<System> system;
};

/// Faults in guards, updates and initial values, one at a time: guards are
/// removed, negated or false, comparisons and numbers are changed, literals
/// replaced, assignments and transitions removed.
std::vector<SystemEdits> getFaults(const System &system);

/// Small action systems by name, with what has often gone wrong: maps of
/// records, sets of literals, missing keys, parameters that hide variables,
/// internal loops, division, composed bodies, labels with several actions.
llvm::ArrayRef<std::pair<llvm::StringLiteral, llvm::StringLiteral>>
getSmallModels();

/// A random action system over small ranges, with internal actions, several
/// actions per label, sets and maps.
std::string getRandomActions(unsigned seed);

} // namespace tioga

#endif // TIOGA_TEST_UNIT_SYMBOLIC_ACTIONMODEL_H
