//===- Bound.cpp - Strict and weak upper bounds -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Zone/Bound.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

void Bound::print(llvm::raw_ostream &os) const {
  if (isOverflow())
    os << "overflow";
  else if (isInfinite())
    os << "< inf";
  else
    os << (isStrict() ? "< " : "<= ") << getValue();
}

llvm::raw_ostream &tioga::operator<<(llvm::raw_ostream &os, Bound bound) {
  bound.print(os);
  return os;
}
