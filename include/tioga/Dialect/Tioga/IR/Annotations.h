//===- Annotations.h - What other formats cannot say ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats without values on channels get one channel for each value of a
// parameter, and a comment that says what they stand for. Exporters write both,
// importers put the channels together again (docs/Interop.md).
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_ANNOTATIONS_H
#define TIOGA_DIALECT_TIOGA_IR_ANNOTATIONS_H

#include "tioga/Dialect/Tioga/IR/TiogaOps.h"

namespace tioga {

/// The parameters of a label as `(drink : 0..2, size : Size {Small, Large})`.
std::string describeParameters(LabelOp label);

/// How the name of a channel for a value ends: `2`, `m1` for -1, `Small`.
std::string getValueSuffix(Expr value);

} // namespace tioga

#endif // TIOGA_DIALECT_TIOGA_IR_ANNOTATIONS_H
