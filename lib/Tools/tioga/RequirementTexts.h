//===- RequirementTexts.h - The sentences behind contracts ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_REQUIREMENTTEXTS_H
#define TIOGA_LIB_TOOLS_TIOGA_REQUIREMENTTEXTS_H

#include "mlir/IR/BuiltinOps.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "llvm/ADT/StringMap.h"

namespace tioga {

/// The texts of a model, by the identifiers of its requirements. A number
/// behind a dot counts the contracts of one requirement: without a text of its
/// own `R1.2` has that of `R1`.
class RequirementTexts {
public:
  explicit RequirementTexts(mlir::ModuleOp module) {
    module.walk([&](TextOp text) {
      texts.try_emplace(text.getId(), text.getText().str());
    });
  }

  /// Empty if there is none.
  std::string lookup(llvm::StringRef id) const {
    for (; !id.empty(); id = id.rsplit('.').first) {
      auto found = texts.find(id);
      if (found != texts.end())
        return found->second;
      if (!id.contains('.'))
        break;
    }
    return "";
  }

private:
  llvm::StringMap<std::string> texts;
};

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_REQUIREMENTTEXTS_H
