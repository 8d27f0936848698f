//===- Server.h - The other side of the line protocol -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_SERVER_H
#define TIOGA_RUNNER_SERVER_H

#include "tioga/Runner/ComposedInstance.h"
#include "tioga/Runner/ContractInstance.h"
#include <istream>

namespace tioga {

/// Plays a model as a program under test: reads the JSON lines of
/// docs/Protocols.md from `in` and answers them on `os`, until it is told to
/// quit or there is no more input. Returns false after an error, which is
/// described in `problem`.
bool serve(ModelInstance &instance, std::istream &in, llvm::raw_ostream &os,
           std::string &problem);
bool serve(ComposedInstance &instance, std::istream &in, llvm::raw_ostream &os,
           std::string &problem);
bool serve(ContractInstance &instance, std::istream &in, llvm::raw_ostream &os,
           std::string &problem);

} // namespace tioga

#endif // TIOGA_RUNNER_SERVER_H
