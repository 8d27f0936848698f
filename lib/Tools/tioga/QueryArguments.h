//===- QueryArguments.h - Queries from the command line ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_QUERYARGUMENTS_H
#define TIOGA_LIB_TOOLS_TIOGA_QUERYARGUMENTS_H

#include "Model.h"
#include "tioga/Engine/Encoder/QuerySession.h"

namespace tioga {

/// A query with the models that it refers to.
struct LoadedQuery {
  Session::Loaded model, other;
  QueryRequest request;
};

/// Loads the models and reads the goals of a query. Returns an exit code after
/// reporting what is wrong.
int loadQuery(Session &session, llvm::StringRef input, llvm::StringRef text,
              LoadedQuery &query);

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_QUERYARGUMENTS_H
