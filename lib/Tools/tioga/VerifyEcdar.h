//===- VerifyEcdar.h - Queries on specifications ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_VERIFYECDAR_H
#define TIOGA_LIB_TOOLS_TIOGA_VERIFYECDAR_H

#include "Formats.h"
#include "tioga/Frontend/Ecdar.h"

namespace tioga {

/// Answer the queries of a project; return an exit code.
int verifyEcdarDirectory(VerifyRequest &request);
int verifyEcdarXML(VerifyRequest &request);

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_VERIFYECDAR_H
