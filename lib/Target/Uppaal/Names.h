//===- Names.h - Names that UPPAAL accepts ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TARGET_UPPAAL_NAMES_H
#define TIOGA_LIB_TARGET_UPPAAL_NAMES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace tioga::uppaal {

/// Gives things names that UPPAAL accepts: their own if possible.
class Names {
public:
  explicit Names(const Names *outer = nullptr) : outer(outer) {}

  /// Chooses the name of something that is called `name` here. The same thing
  /// in another space (labels and variables may share a name) has a `prefix`.
  std::string add(llvm::StringRef name, llvm::StringRef prefix = "");
  /// A new name that nothing of the model has.
  std::string addFresh(llvm::StringRef wanted);
  /// Nothing else gets this name.
  void reserve(llvm::StringRef name) { taken.insert(name); }
  /// What `add` chose, here or further out; empty if it was not called.
  std::string lookup(llvm::StringRef name, llvm::StringRef prefix = "") const;

private:
  bool isTaken(llvm::StringRef name) const;
  const Names *outer;
  llvm::StringMap<std::string> chosen;
  llvm::StringSet<> taken;
};

} // namespace tioga::uppaal

#endif // TIOGA_LIB_TARGET_UPPAAL_NAMES_H
