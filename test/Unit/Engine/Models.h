//===- Models.h - Models for tests of engines -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_ENGINE_MODELS_H
#define TIOGA_TEST_UNIT_ENGINE_MODELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "tioga/Engine/System.h"

namespace tioga::models {

/// The deterministic car alarm of docs/examples as a `ta.network`.
extern const char *const carAlarm;

/// A model and everything it lives in. Prints diagnostics as MLIR does.
class Model {
public:
  /// Parses, verifies and converts the first system of the text, in any
  /// dialect, and loads it. Check `operator bool` before use.
  explicit Model(llvm::StringRef text);

  explicit operator bool() const { return system != nullptr; }
  const System &operator*() const { return *system; }
  const System *operator->() const { return system.get(); }
  mlir::MLIRContext *getContext() { return &context; }
  mlir::ModuleOp getModule() { return *module; }

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<System> system;
};

} // namespace tioga::models

#endif // TIOGA_TEST_UNIT_ENGINE_MODELS_H
