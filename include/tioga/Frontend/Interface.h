//===- Interface.h - Inputs and outputs of imported networks ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_FRONTEND_INTERFACE_H
#define TIOGA_FRONTEND_INTERFACE_H

#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Frontend/Import.h"

namespace tioga {

/// What a network needs for tests and its format does not say
/// (docs/Interop.md).
struct InterfaceSpec {
  /// Labels, seen from the system. `a` stands for `a_1`, `a_2` ..., too.
  std::vector<std::string> inputs, outputs;
  /// Automata that belong to the tester.
  std::vector<std::string> environment;
  /// The name of the network.
  std::string system;

  /// Reads one line: `inputs a, b`. Returns what is wrong with it, or nothing.
  std::string addLine(llvm::StringRef line);
  /// Reads the interface file of a model, if there is one, and what the user
  /// says; both replace what was said before. Reports errors.
  mlir::LogicalResult addFile(llvm::StringRef modelPath,
                              const ImportOptions &options,
                              mlir::MLIRContext *context);
};

/// Makes labels inputs and outputs, and divides the automata among system and
/// environment as TRON does. Reports what cannot be divided.
mlir::LogicalResult applyInterface(ta::NetworkOp network,
                                   const InterfaceSpec &spec);

} // namespace tioga

#endif // TIOGA_FRONTEND_INTERFACE_H
