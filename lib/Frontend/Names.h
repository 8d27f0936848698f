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

/// The text with the letters of a name: `P.x` becomes `P_x`. It may still be a
/// keyword, which `_` behind mends.
inline std::string spellAsName(llvm::StringRef wanted) {
  std::string name = wanted.str();
  for (char &c : name)
    if (!llvm::isAlnum(c) && c != '_' && c != '$')
      c = '_';
  if (name.empty() || llvm::isDigit(name.front()) || name.front() == '$')
    name = "_" + name;
  return name;
}

/// Makes names of the language, each once: `P.x` becomes `P_x`, `in` becomes
/// `in_`.
class NameMaker {
public:
  std::string get(llvm::StringRef wanted) {
    std::string name = spellAsName(wanted);
    while (!isIdentifier(name) || !taken.insert(name).second)
      name += "_";
    return name;
  }

private:
  llvm::StringSet<> taken;
};

} // namespace tioga

#endif // TIOGA_LIB_FRONTEND_NAMES_H
