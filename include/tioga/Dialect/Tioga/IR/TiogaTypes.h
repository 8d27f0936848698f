//===- TiogaTypes.h - Data types --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_TIOGATYPES_H
#define TIOGA_DIALECT_TIOGA_IR_TIOGATYPES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Types.h"
#include "tioga/Dialect/Tioga/IR/TiogaDialect.h"

namespace tioga {

/// Returns true for a type of the tioga dialect that holds only such types.
bool isDataType(mlir::Type type);

} // namespace tioga

#define GET_TYPEDEF_CLASSES
#include "tioga/Dialect/Tioga/IR/TiogaTypes.h.inc"

namespace tioga {

/// Returns true for `int`, ranges and `real`.
bool isNumeric(mlir::Type type);
/// Returns true for `int` and ranges.
bool isInteger(mlir::Type type);

/// Returns true if a value of type `from` may be assigned to something of type
/// `to`. Integers go into any range: whether they fit is decided at run time.
bool isAssignable(mlir::Type from, mlir::Type to);

/// Returns the number of values, if finite and at most 2^62.
std::optional<uint64_t> getCardinality(mlir::Type type);

/// Prints the type in the language's own syntax: `0..10`, `set of Color`.
void printType(mlir::Type type, llvm::raw_ostream &os);
std::string typeToString(mlir::Type type);

} // namespace tioga

#endif // TIOGA_DIALECT_TIOGA_IR_TIOGATYPES_H
