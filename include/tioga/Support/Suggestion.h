//===- Suggestion.h - What a misspelt word was meant to be ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_SUPPORT_SUGGESTION_H
#define TIOGA_SUPPORT_SUGGESTION_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tioga {

/// The closest of the candidates by edit distance, if close enough to be meant.
class Suggestion {
public:
  explicit Suggestion(llvm::StringRef wanted) : wanted(wanted) {}
  void consider(llvm::StringRef candidate);
  /// `; did you mean 'x'?` or nothing.
  std::string str() const;

private:
  llvm::StringRef wanted;
  std::string best;
  unsigned distance = ~0u;
};

} // namespace tioga

#endif // TIOGA_SUPPORT_SUGGESTION_H
