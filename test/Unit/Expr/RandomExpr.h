//===- RandomExpr.h - Random expressions for tests --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_EXPR_RANDOMEXPR_H
#define TIOGA_TEST_UNIT_EXPR_RANDOMEXPR_H

#include "tioga/Expr/Evaluate.h"
#include "llvm/ADT/StringMap.h"
#include <random>

namespace tioga::test {

enum class Type { Bool, Int, Real, Enum, Set, Array, Map, Record };

/// Values for the names that `RandomExpr` uses.
class RandomEnvironment {
public:
  /// Small integers make division by zero and equal operands frequent; without
  /// `small` there are also integers near the limits of 64 bits.
  RandomEnvironment(std::mt19937_64 &random, bool small = true);

  const Value *operator()(llvm::StringRef name, bool primed) const;
  void set(llvm::StringRef name, Value value);

private:
  llvm::StringMap<Value> values;
};

/// Makes well-typed random expressions over a fixed set of names.
class RandomExpr {
public:
  /// Without `collections` there are Booleans and numbers only.
  RandomExpr(ExprContext &context, std::mt19937_64 &random,
             bool collections = true)
      : context(context), random(random), collections(collections) {}

  Expr get(Type type, unsigned depth);

  /// Any tree that the parser can make, typed or not.
  Expr getUntyped(unsigned depth);

private:
  Expr getLeaf(Type type);
  Expr getBool(unsigned depth);
  Expr getComparison(unsigned depth);
  Expr getNumber(Type type, unsigned depth);
  Expr getSet(unsigned depth);
  Expr getArray(unsigned depth);
  Expr getMap(unsigned depth);
  Expr getRecord(unsigned depth);
  Expr getElement(Type type, unsigned depth);
  llvm::SmallVector<Expr, 4> getSeveral(Type type, unsigned depth,
                                        unsigned atLeast);
  Expr getUntypedNode(unsigned depth);
  unsigned pick(unsigned count) { return random() % count; }

  ExprContext &context;
  std::mt19937_64 &random;
  bool collections;
};

/// Number of occurrences of nodes.
size_t getTreeSize(Expr expr);

} // namespace tioga::test

#endif // TIOGA_TEST_UNIT_EXPR_RANDOMEXPR_H
