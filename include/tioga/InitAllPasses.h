//===- InitAllPasses.h - All passes of Tioga --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_INITALLPASSES_H
#define TIOGA_INITALLPASSES_H

#include "tioga/Conversion/Passes.h"
#include "tioga/Dialect/Action/Transforms/Passes.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Mutation/Passes.h"

namespace tioga {

/// Makes all passes of Tioga known by their flags.
inline void registerAllPasses() {
  registerConversionPasses();
  action::registerActionPasses();
  contract::registerContractPasses();
  registerMutationPasses();
  ta::registerTAPasses();
}

} // namespace tioga

#endif // TIOGA_INITALLPASSES_H
