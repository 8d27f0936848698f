//===- Order.cpp - Which action may follow which ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Order.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tioga::action;

OrderAutomaton::OrderAutomaton(OrderOp order) {
  Part whole = addBlock(order.getBody().front());
  connect({0}, whole.first);
  connect(whole.last, whole.first);
  for (Occurrence &occurrence : occurrences)
    llvm::sort(occurrence.after);
}

void OrderAutomaton::connect(const Numbers &last, const Numbers &first) {
  for (unsigned next : first)
    llvm::append_range(occurrences[next - 1].after, last);
}

OrderAutomaton::Part OrderAutomaton::addChoice(ChoiceOp choice) {
  Part whole;
  Numbers before;
  for (Region &alternative : choice.getAlternatives()) {
    Part part = addBlock(alternative.front());
    if (choice.getPrioritised()) {
      for (unsigned number : part.first)
        llvm::append_range(occurrences[number - 1].unless, before);
      llvm::append_range(before, part.first);
    }
    llvm::append_range(whole.first, part.first);
    llvm::append_range(whole.last, part.last);
  }
  return whole;
}

OrderAutomaton::Part OrderAutomaton::addBlock(Block &block) {
  Part whole;
  for (Operation &op : block) {
    Part part;
    if (auto perform = dyn_cast<PerformOp>(op)) {
      occurrences.push_back({perform.getAction(), {}, {}});
      part.first = part.last = {unsigned(occurrences.size())};
    } else {
      part = addChoice(cast<ChoiceOp>(op));
    }
    // Blocks of an order are never empty (order_c2).
    if (whole.first.empty())
      whole.first = part.first;
    else
      connect(whole.last, part.first);
    whole.last = part.last;
  }
  return whole;
}
