//===- SpecificationPasses.cpp - Operators on specifications ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecificationPair.h"
#include "tioga/Dialect/TA/Transforms/Passes.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"

namespace tioga::ta {
#define GEN_PASS_DEF_COMPOSE
#define GEN_PASS_DEF_CONJUNCTION
#define GEN_PASS_DEF_QUOTIENT
#include "tioga/Dialect/TA/Transforms/Passes.h.inc"
} // namespace tioga::ta

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

FailureOr<NetworkOp> ta::applyOperator(SpecificationOperator op, NetworkOp left,
                                       NetworkOp right, llvm::StringRef name,
                                       unsigned maxLocations) {
  if (op == SpecificationOperator::Quotient)
    return makeQuotient(left, right, name, maxLocations);
  return makeJoint(op, left, right, name, maxLocations);
}

LogicalResult ta::addIgnoredLabels(
    NetworkOp op,
    llvm::ArrayRef<std::pair<llvm::StringRef, LabelKind>> labels) {
  if (labels.empty())
    return success();
  OpBuilder builder(op.getContext());
  builder.setInsertionPointToStart(&op.getBody().front());
  for (auto [name, kind] : labels)
    builder.create<LabelOp>(op.getLoc(), builder.getStringAttr(name),
                            LabelKindAttr::get(op.getContext(), kind),
                            ArrayAttr(), UnitAttr(), UnitAttr(), StringAttr(),
                            StringAttr());
  FailureOr<FlatNetwork> network = readSingle(op, "alphabet extension");
  if (failed(network))
    return failure();
  FlatAutomaton &automaton = network->automata.front();
  for (auto [name, kind] : labels)
    for (auto [index, label] : llvm::enumerate(network->labels))
      if (label.name == name)
        for (unsigned at = 0; at < automaton.locations.size(); ++at)
          automaton.edges.push_back(
              {at,
               at,
               unsigned(index),
               kind == LabelKind::Input ? Direction::Receive : Direction::Send,
               {},
               {},
               {},
               false,
               false,
               automaton.locations[at].loc});
  writeNetwork(*network);
  return success();
}

/// Reports a missing or unknown operand.
static NetworkOp findOperand(ModuleOp module, llvm::StringRef option,
                             llvm::StringRef name) {
  if (name.empty()) {
    module.emitError() << "the option '" << option << "' names no network";
    return nullptr;
  }
  Suggestion suggestion(name);
  for (auto network : module.getOps<NetworkOp>()) {
    if (network.getSymName() == name)
      return network;
    suggestion.consider(network.getSymName());
  }
  module.emitError() << "there is no network '" << name << "'"
                     << suggestion.str();
  return nullptr;
}

static LogicalResult runOperator(SpecificationOperator op, ModuleOp module,
                                 llvm::StringRef left, llvm::StringRef right,
                                 llvm::StringRef result,
                                 unsigned maxLocations) {
  NetworkOp a = findOperand(module, "left", left);
  NetworkOp b = a ? findOperand(module, "right", right) : nullptr;
  if (!b)
    return failure();
  if (result.empty() || SymbolTable::lookupSymbolIn(module, result)) {
    module.emitError() << "the option 'result' must be a new name, not '"
                       << result << "'";
    return failure();
  }
  return LogicalResult(applyOperator(op, a, b, result, maxLocations));
}

namespace {
template <typename Base, SpecificationOperator op>
struct OperatorPass : public Base {
  using Base::Base;
  void runOnOperation() override {
    if (failed(runOperator(op, this->getOperation(), this->left, this->right,
                           this->result, this->maxLocations)))
      this->signalPassFailure();
  }
};

struct ConjunctionPass
    : OperatorPass<ta::impl::ConjunctionBase<ConjunctionPass>,
                   SpecificationOperator::Conjunction> {
  using OperatorPass::OperatorPass;
};
struct ComposePass : OperatorPass<ta::impl::ComposeBase<ComposePass>,
                                  SpecificationOperator::Composition> {
  using OperatorPass::OperatorPass;
};
struct QuotientPass : OperatorPass<ta::impl::QuotientBase<QuotientPass>,
                                   SpecificationOperator::Quotient> {
  using OperatorPass::OperatorPass;
};
} // namespace
