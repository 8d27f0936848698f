//===- Names.cpp - Names that UPPAAL accepts --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tioga::uppaal;
using llvm::StringRef;

static bool isKeyword(StringRef name) {
  static const llvm::StringSet<> keywords = {
      "abs",      "after_update", "and",      "assert",    "assign",
      "bool",     "branchpoint",  "break",    "broadcast", "before_update",
      "case",     "chan",         "clock",    "commit",    "const",
      "continue", "deadlock",     "default",  "do",        "double",
      "dynamic",  "else",         "exists",   "exit",      "false",
      "for",      "forall",       "gantt",    "guard",     "hybrid",
      "if",       "imply",        "import",   "init",      "int",
      "meta",     "not",          "numOf",    "or",        "priority",
      "process",  "probability",  "progress", "rate",      "return",
      "scalar",   "select",       "spawn",    "state",     "string",
      "struct",   "sum",          "switch",   "sync",      "system",
      "trans",    "true",         "typedef",  "urgent",    "void",
      "while"};
  return keywords.contains(name);
}

static std::string makeLegal(StringRef name) {
  std::string legal;
  for (char c : name)
    legal += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (legal.empty() || llvm::isDigit(legal.front()))
    legal = "_" + legal;
  return legal;
}

bool Names::isTaken(StringRef name) const { return taken.contains(name); }

std::string Names::addFresh(StringRef wanted) {
  std::string name = makeLegal(wanted);
  auto isUsed = [&] {
    for (const Names *each = this; each; each = each->outer)
      if (each->isTaken(name))
        return true;
    return isKeyword(name);
  };
  while (isUsed())
    name += "_";
  taken.insert(name);
  return name;
}

std::string Names::add(StringRef name, StringRef prefix) {
  // What is further out may be hidden, as in the model.
  std::string legal = makeLegal(name);
  while (isKeyword(legal) || isTaken(legal))
    legal += "_";
  taken.insert(legal);
  chosen[(prefix + name).str()] = legal;
  return legal;
}

std::string Names::lookup(StringRef name, StringRef prefix) const {
  for (const Names *each = this; each; each = each->outer) {
    auto found = each->chosen.find((prefix + name).str());
    if (found != each->chosen.end())
      return found->second;
  }
  return "";
}
