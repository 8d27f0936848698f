//===- ContractMutator.h - What operators on contracts read -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_MUTATION_CONTRACTMUTATOR_H
#define TIOGA_LIB_MUTATION_CONTRACTMUTATOR_H

#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Mutation/Operators.h"

namespace tioga {

/// The contracts of an interface as operators see them, and the list that they
/// add to.
class ContractMutator {
public:
  ContractMutator(contract::InterfaceOp interface, MutantSet &set);

  /// Runs one operator.
  void run(const Operator &op);

  /// One place inside a condition of a contract that is not locked.
  struct Place {
    mlir::Operation *clause;
    /// `guarantee` or `assume`.
    llvm::StringRef attribute;
    /// The expression there, in the context of the mutants.
    Expr expr;
    llvm::SmallVector<unsigned, 4> path;
    /// Whether it is the operand of a negation.
    bool isNegated = false;
  };
  /// Visits the places of all guarantees, or of all assumptions, in the order
  /// of the text.
  void forEachPlace(llvm::StringRef attribute,
                    llvm::function_ref<void(const Place &)> fn);

  /// Adds the mutant that has something else at a place.
  void add(const Place &place, const llvm::Twine &variant, Expr changed);

  ExprContext &getExprContext() { return set.getExprContext(); }
  /// The type of an expression; null if it has none by itself.
  mlir::Type getType(Expr expr);
  /// The enumeration of some variable; null if no variable has that type.
  EnumType lookupEnum(llvm::StringRef name) const { return enums.lookup(name); }

private:
  contract::InterfaceOp interface;
  MutantSet &set;
  ElementNames names;
  Scope scope;
  llvm::StringMap<EnumType> enums;
  const Operator *current = nullptr;
};

namespace mutation {
void offByOne(ContractMutator &mutator);
void negateTruth(ContractMutator &mutator);
void changeComparison(ContractMutator &mutator);
void swapAndOr(ContractMutator &mutator);
void swapImplication(ContractMutator &mutator);
void changeAssumption(ContractMutator &mutator);
} // namespace mutation

} // namespace tioga

#endif // TIOGA_LIB_MUTATION_CONTRACTMUTATOR_H
