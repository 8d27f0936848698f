//===- Domain.h - The values of a type --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TIOGA_IR_DOMAIN_H
#define TIOGA_DIALECT_TIOGA_IR_DOMAIN_H

#include "tioga/Dialect/Tioga/IR/TiogaTypes.h"
#include "tioga/Expr/Value.h"

namespace tioga {

/// The value of a variable that is not initialised: `false`; zero if it is in
/// range, else the lower bound; the first literal; the empty set or map; arrays
/// and records element by element.
Value getFirstValue(mlir::Type type);

/// Returns true if the value belongs to the type, ranges included.
bool isInDomain(const Value &value, mlir::Type type);

/// All values of a type in a fixed order (numbers upwards, literals as
/// declared); nothing if there are more than `limit` or infinitely many.
std::optional<std::vector<Value>> enumerateDomain(mlir::Type type,
                                                  uint64_t limit);

/// The condition that a value, known to be of the right kind, lies within the
/// ranges of a type; null if all such values do. Says nothing about the entries
/// of maps and about sets with infinitely many or very many possible elements.
Expr getRangeCondition(Expr value, mlir::Type type, ExprContext &context);

} // namespace tioga

#endif // TIOGA_DIALECT_TIOGA_IR_DOMAIN_H
