//===- Vectors.h - Vectors as channels --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TARGET_UPPAAL_VECTORS_H
#define TIOGA_LIB_TARGET_UPPAAL_VECTORS_H

#include "tioga/Dialect/TA/IR/TAOps.h"

namespace tioga::uppaal {

/// A channel that stands for a vector.
struct VectorChannel {
  std::string name;
  llvm::SmallVector<ta::MemberAttr> members;
};

/// Says the vectors of a network by channels, and adds these to `channels`. Two
/// strong members are a binary channel, a strong one before weak ones is a
/// broadcast; others are errors.
llvm::LogicalResult lowerVectors(ta::NetworkOp network,
                                 std::vector<VectorChannel> &channels);

} // namespace tioga::uppaal

#endif // TIOGA_LIB_TARGET_UPPAAL_VECTORS_H
