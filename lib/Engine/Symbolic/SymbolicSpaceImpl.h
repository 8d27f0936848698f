//===- SymbolicSpaceImpl.h - What is behind a space -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_SYMBOLICSPACEIMPL_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_SYMBOLICSPACEIMPL_H

#include "Steps.h"
#include "tioga/Engine/SymbolicTracker.h"

namespace tioga {

struct SymbolicSpace::Impl {
  explicit Impl(const SymbolicOptions &options)
      : options(options), exprs(terms), normalizer(terms),
        queries(normalizer, options),
        canonicalizer(exprs, normalizer, queries) {}

  symbolic::StepContext getContext(symbolic::Execution &execution) {
    return {exprs,       normalizer,
            queries,     canonicalizer,
            options,     {&execution, &execution},
            smt::Term(), [] { return std::string(); }};
  }

  SymbolicOptions options;
  smt::TermContext terms;
  ExprEncoder exprs;
  symbolic::Normalizer normalizer;
  symbolic::Queries queries;
  symbolic::Canonicalizer canonicalizer;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_SYMBOLICSPACEIMPL_H
