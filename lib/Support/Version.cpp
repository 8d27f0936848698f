//===- Version.cpp - Which version this is ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Support/Version.h"
#include "VersionFacts.inc"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

const char *tioga::getVersion() { return TIOGA_VERSION; }

void tioga::printVersion(llvm::raw_ostream &os) {
  os << "Tioga " << TIOGA_VERSION;
  if (*TIOGA_REVISION)
    os << " (" << TIOGA_REVISION << ")";
  os << "\n  LLVM " << LLVM_VERSION_STRING << "\n  Z3 " << TIOGA_Z3_VERSION
     << "\n";
}
