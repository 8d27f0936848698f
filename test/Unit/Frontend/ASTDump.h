//===- ASTDump.h - Print syntax trees for tests -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_FRONTEND_ASTDUMP_H
#define TIOGA_TEST_UNIT_FRONTEND_ASTDUMP_H

#include "Frontend/AST.h"
#include <string>

namespace tioga::test {

/// Prints everything that a syntax tree holds but ranges, in a form that shows
/// its structure: `(&& a (< b 3))`.
std::string dump(const ast::Expr *expr);
std::string dump(const ast::Type *type);
std::string dump(const ast::Statement *statement);
std::string dump(const ast::Decl *decl);

} // namespace tioga::test

#endif // TIOGA_TEST_UNIT_FRONTEND_ASTDUMP_H
