//===- Patterns.h - What may be left out of a model -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_REDUCE_PATTERNS_H
#define TIOGA_LIB_REDUCE_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace tioga {

/// Patterns that make one operation simpler, or erase it with everything that
/// depends on it.
///
/// They are not offered to MLIR's `reduction-tree`: version 19 of it crashes
/// when patterns applied everywhere at once make the model uninteresting, and
/// does not allow for patterns that erase more than their own operation.
void populateReductionPatterns(mlir::RewritePatternSet &patterns);

} // namespace tioga

#endif // TIOGA_LIB_REDUCE_PATTERNS_H
