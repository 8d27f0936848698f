//===- ReduceModel.cpp - Make models small, edit by edit --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Reducer/Tester.h"
#include "tioga/Reduce/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

namespace tioga {
#define GEN_PASS_DEF_REDUCEMODEL
#include "tioga/Reduce/Passes.h.inc"
} // namespace tioga

using namespace mlir;

namespace {

/// Applies edits to a copy of the model, and makes the copy the model if it is
/// valid and interesting.
///
/// 1. Number the operations in the order of a walk, the module first and outer
///    ones before inner ones, so that whole automata go before their parts.
/// 2. In each block, try to erase ranges of operations: halves, quarters, and
/// so
///    on down to single ones; later ranges first, since what comes later refers
///    to what comes before.
/// 3. At each operation, try each pattern by itself. After an edit was kept, go
///    on at the same number, where the next operation or the same one with less
///    to drop now stands.
/// 4. Repeat until a whole round keeps nothing.
class Reducer {
public:
  Reducer(ModuleOp module, const Tester &tester)
      : module(module), tester(tester), patterns(module.getContext()) {
    tioga::populateReductionPatterns(patterns);
  }

  /// Steps 2 and 3; returns true if an edit was kept.
  bool runRound();

private:
  /// Edits the copy of the operation with the number in question.
  using Edit = llvm::function_ref<LogicalResult(Operation *)>;

  bool tryEdit(unsigned number, Edit edit);
  bool tryPatterns(unsigned number);
  bool tryRange(unsigned number, unsigned region, size_t begin, size_t end);
  bool eraseRanges(unsigned number, unsigned region);

  ModuleOp module;
  const Tester &tester;
  RewritePatternSet patterns;
};

struct ReduceModelPass : public tioga::impl::ReduceModelBase<ReduceModelPass> {
  using ReduceModelBase::ReduceModelBase;
  void runOnOperation() override;
};

} // namespace

/// The operation with a number, null if there are fewer.
static Operation *getOperation(ModuleOp module, unsigned number) {
  Operation *found = nullptr;
  unsigned count = 0;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (count++ != number)
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

static bool isInteresting(ModuleOp module, const Tester &tester) {
  return tester.isInteresting(module).first == Tester::Interestingness::True;
}

bool Reducer::tryEdit(unsigned number, Edit edit) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(edit(getOperation(*copy, number))))
    return false;
  // Invalid models are expected here; nobody wants to read about them.
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) {});
  if (failed(verify(*copy)) || !isInteresting(*copy, tester))
    return false;
  module.getBodyRegion().takeBody(copy->getBodyRegion());
  return true;
}

bool Reducer::tryPatterns(unsigned number) {
  OperationName name = getOperation(module, number)->getName();
  for (const std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns()) {
    if (pattern->getRootKind() != name)
      continue;
    auto apply = [&](Operation *op) {
      PatternRewriter rewriter(op->getContext());
      rewriter.setInsertionPoint(op);
      return pattern->matchAndRewrite(op, rewriter);
    };
    if (tryEdit(number, apply))
      return true;
  }
  return false;
}

bool Reducer::tryRange(unsigned number, unsigned region, size_t begin,
                       size_t end) {
  return tryEdit(number, [&](Operation *op) {
    Block &block = op->getRegion(region).front();
    auto first = std::next(block.begin(), begin);
    for (size_t index = begin; index < end; ++index)
      (first++)->erase();
    return success();
  });
}

bool Reducer::eraseRanges(unsigned number, unsigned region) {
  bool changed = false;
  auto getSize = [&] {
    return getOperation(module, number)
        ->getRegion(region)
        .front()
        .getOperations()
        .size();
  };
  for (size_t length = getSize(); length != 0; length /= 2)
    for (size_t end = getSize(); end != 0;) {
      size_t begin = end > length ? end - length : 0;
      changed |= tryRange(number, region, begin, end);
      end = begin;
    }
  return changed;
}

bool Reducer::runRound() {
  bool changed = false;
  for (unsigned number = 0; Operation *op = getOperation(module, number);
       ++number)
    for (unsigned region = 0; region < op->getNumRegions(); ++region) {
      if (op->getRegion(region).empty())
        continue;
      changed |= eraseRanges(number, region);
      op = getOperation(module, number); // The old one may be gone.
    }
  for (unsigned number = 0; getOperation(module, number);) {
    if (tryPatterns(number))
      changed = true;
    else
      ++number;
  }
  return changed;
}

void ReduceModelPass::runOnOperation() {
  if (test.empty()) {
    getOperation().emitError(
        "reduce-model needs a program; give it by 'test='");
    return signalPassFailure();
  }
  // A name with a slash is found whether it exists or not.
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName(test);
  if (!program || !llvm::sys::fs::can_execute(*program)) {
    getOperation().emitError("'") << test << "' is not a program";
    return signalPassFailure();
  }
  std::vector<std::string> arguments(testArgs.begin(), testArgs.end());
  Tester tester(*program, arguments);
  if (!isInteresting(getOperation(), tester)) {
    getOperation().emitError("the model is not interesting to '")
        << test << "', which returned 0";
    return signalPassFailure();
  }
  Reducer reducer(getOperation(), tester);
  while (reducer.runRound())
    ;
}
