//===- Version.h - Which version this is ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_SUPPORT_VERSION_H
#define TIOGA_SUPPORT_VERSION_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tioga {

/// The version of the project: `0.1.0`.
const char *getVersion();

/// Prints the versions of Tioga, of the source it was built from, of LLVM and
/// of Z3.
void printVersion(llvm::raw_ostream &os);

} // namespace tioga

#endif // TIOGA_SUPPORT_VERSION_H
