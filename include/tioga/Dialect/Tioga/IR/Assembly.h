//===- Assembly.h - Custom directives of the assembly formats ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the `custom<...>` directives of all dialects call. Include it in the
// file that includes the generated op definitions.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_ASSEMBLY_H
#define TIOGA_DIALECT_TIOGA_IR_ASSEMBLY_H

#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

namespace tioga {

/// A name: bare if it is an identifier, otherwise a string.
mlir::ParseResult parseName(mlir::AsmParser &parser, mlir::StringAttr &name);
void printName(mlir::AsmPrinter &printer, mlir::Operation *op,
               mlir::StringAttr name);
/// Prints a bare name or a string.
void printName(mlir::AsmPrinter &printer, llvm::StringRef name);

/// `"x < 3"`.
mlir::ParseResult parseExprText(mlir::AsmParser &parser, ExprAttr &expr);
void printExprText(mlir::AsmPrinter &printer, mlir::Operation *op,
                   ExprAttr expr);

/// `"x := 0, n := n + 1"`.
mlir::ParseResult parseUpdateText(mlir::AsmParser &parser, UpdateAttr &update);
void printUpdateText(mlir::AsmPrinter &printer, mlir::Operation *op,
                     UpdateAttr update);

/// `(a : type, b : type)`, or nothing.
mlir::ParseResult parseParams(mlir::AsmParser &parser, mlir::ArrayAttr &params);
void printParams(mlir::AsmPrinter &printer, mlir::Operation *op,
                 mlir::ArrayAttr params);

/// `[a, b]`.
mlir::ParseResult parseNames(mlir::AsmParser &parser, mlir::ArrayAttr &names);
void printNames(mlir::AsmPrinter &printer, mlir::Operation *op,
                mlir::ArrayAttr names);

/// `on label`, or `internal` and parameters of its own.
mlir::ParseResult parseLabelOrInternal(mlir::AsmParser &parser,
                                       mlir::StringAttr &label,
                                       mlir::ArrayAttr &params);
void printLabelOrInternal(mlir::AsmPrinter &printer, mlir::Operation *op,
                          mlir::StringAttr label, mlir::ArrayAttr params);

/// Checks that parameters have data types and distinct names.
mlir::LogicalResult verifyParams(mlir::Operation *op, mlir::ArrayAttr params);

} // namespace tioga

#endif // TIOGA_DIALECT_TIOGA_IR_ASSEMBLY_H
