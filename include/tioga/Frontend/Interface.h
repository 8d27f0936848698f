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

/// A parameter of a label: a range, a truth value, or one of some literals.
struct ParameterSpec {
  std::string name;
  int64_t low = 0, high = 0;
  bool isBool = false;
  std::string enumeration;
  std::vector<std::string> literals;
};

struct LabelParameters {
  std::string label;
  std::vector<ParameterSpec> params;
};

/// A channel that stands for a vector.
struct VectorSpec {
  struct Member {
    std::string automaton, label;
    bool weak = false;
  };
  std::string channel;
  std::vector<Member> members;
};

/// What a network needs for tests and its format does not say
/// (docs/Interop.md).
struct InterfaceSpec {
  /// Labels, seen from the system. `a` stands for `a_1`, `a_2` ..., too.
  std::vector<std::string> inputs, outputs;
  /// Automata that belong to the tester.
  std::vector<std::string> environment;
  /// The name of the network.
  std::string system;
  /// Labels of which the model has one channel for each value.
  std::vector<LabelParameters> parameters;
  /// Channels by which the model says vectors.
  std::vector<VectorSpec> vectors;
  /// How many units of time of the model are one of ours.
  int64_t scale = 1;

  /// Reads one line: `inputs a, b`, or `parameters serve(drink : 0..2)`.
  /// Returns what is wrong with it, or nothing.
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

/// How the channels for the values of a parameter are called.
enum class ElementNames : uint8_t {
  ByIndex, ///< counted from 0, as the elements of an array
  ByValue  ///< as `getValueSuffix` says
};

/// Makes one label with parameters of the channels for their values, vectors of
/// the channels for those, and gives the network our unit of time. Reports what
/// is not there, or does not fit.
mlir::LogicalResult applyAnnotations(ta::NetworkOp network,
                                     const InterfaceSpec &spec,
                                     ElementNames elementNames);

/// Makes a vector of its channel.
mlir::LogicalResult makeVector(ta::NetworkOp network, const VectorSpec &spec);

/// Reads `channel = A.label, B.label?`. Returns what is wrong, or nothing.
std::string parseVector(llvm::StringRef text, VectorSpec &into);

/// Reads `serve(drink : 0..2), ...`. Returns what is wrong, or nothing.
std::string parseParameters(llvm::StringRef text,
                            std::vector<LabelParameters> &into);

} // namespace tioga

#endif // TIOGA_FRONTEND_INTERFACE_H
