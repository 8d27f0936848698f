//===- Order.h - Which action may follow which ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_DIALECT_ACTION_TRANSFORMS_ORDER_H
#define TIOGA_LIB_DIALECT_ACTION_TRANSFORMS_ORDER_H

#include "tioga/Dialect/Action/IR/ActionOps.h"

namespace tioga::action {

/// An `action.order` as an automaton over its occurrences of actions.
///
/// Occurrences are numbered from 1 in the order of the text; the number of the
/// one performed last is the state, 0 at the beginning.
class OrderAutomaton {
public:
  explicit OrderAutomaton(OrderOp order);

  struct Occurrence {
    /// The name of the action.
    llvm::StringRef action;
    /// States in which it may be performed, ascending.
    llvm::SmallVector<unsigned> after;
    /// Occurrences none of which may be enabled: the beginnings of prioritised
    /// alternatives before the one that this occurrence begins.
    llvm::SmallVector<unsigned> unless;
  };
  /// Occurrence n has position n - 1.
  llvm::ArrayRef<Occurrence> getOccurrences() const { return occurrences; }

private:
  using Numbers = llvm::SmallVector<unsigned>;
  /// How a part of the order begins and ends.
  struct Part {
    Numbers first, last;
  };
  Part addBlock(mlir::Block &block);
  Part addChoice(ChoiceOp choice);
  void connect(const Numbers &last, const Numbers &first);

  llvm::SmallVector<Occurrence> occurrences;
};

} // namespace tioga::action

#endif // TIOGA_LIB_DIALECT_ACTION_TRANSFORMS_ORDER_H
