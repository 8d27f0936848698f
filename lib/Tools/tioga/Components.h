//===- Components.h - The components of a system ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_COMPONENTS_H
#define TIOGA_LIB_TOOLS_TIOGA_COMPONENTS_H

#include "tioga/Campaign/Refinement.h"

namespace tioga {

/// The synchronous components of a network, with the contracts they name.
struct Components {
  std::vector<std::unique_ptr<System>> contracts;
  std::vector<Component> list;

  /// Reports errors and returns false.
  bool load(ta::NetworkOp network);
};

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_COMPONENTS_H
