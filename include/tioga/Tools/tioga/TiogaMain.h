//===- TiogaMain.h - The main function of tioga -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TOOLS_TIOGA_TIOGAMAIN_H
#define TIOGA_TOOLS_TIOGA_TIOGAMAIN_H

namespace tioga {

/// Dispatches on the first word of the command line. Returns the exit code.
int tiogaMain(int argc, char **argv);

} // namespace tioga

#endif // TIOGA_TOOLS_TIOGA_TIOGAMAIN_H
