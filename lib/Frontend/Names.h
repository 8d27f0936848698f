//===- Names.h - Names of the language for names of others ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_NAMES_H
#define TIOGA_LIB_FRONTEND_NAMES_H

#include "tioga/Expr/Parse.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace tioga {

/// Makes names of the language, each once: `P.x` becomes `P_x`, `in` becomes
/// `in_`.
class NameMaker {
public:
  std::string get(llvm::StringRef wanted) {
    std::string name = wanted.str();
    for (char &c : name)
      if (!llvm::isAlnum(c) && c != '_' && c != '$')
        c = '_';
    if (name.empty() || llvm::isDigit(name.front()) || name.front() == '$')
      name = "_" + name;
    while (!isIdentifier(name) || !taken.insert(name).second)
      name += "_";
    return name;
  }

private:
  llvm::StringSet<> taken;
};

} // namespace tioga

#endif // TIOGA_LIB_FRONTEND_NAMES_H
