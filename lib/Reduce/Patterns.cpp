//===- Patterns.cpp - What may be left out of a model -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns that make one operation simpler. They change what the model means:
// whoever applies them asks afterwards whether the model is still interesting.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/IR/PatternMatch.h"
#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Dialect/STS/IR/STSOps.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Expr/Rewrite.h"

using namespace mlir;
using namespace tioga;

namespace {

//===----------------------------------------------------------------------===//
// Patterns for attributes of any operation
//===----------------------------------------------------------------------===//

/// Drops an optional attribute: a guard, an update, a flag.
template <typename OpT>
class DropAttr : public OpRewritePattern<OpT> {
public:
  DropAttr(MLIRContext *context, StringRef name)
      : OpRewritePattern<OpT>(context), name(name) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!op->getInherentAttr(name).value_or(Attribute()))
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { op->setInherentAttr(rewriter.getStringAttr(name), {}); });
    return success();
  }

private:
  StringRef name;
};

enum class End { First, Last };

/// Drops the first or the last conjunct of a condition. Both are tried, so that
/// any one conjunct between others that do not matter can be isolated.
template <typename OpT>
class DropConjunct : public OpRewritePattern<OpT> {
public:
  DropConjunct(MLIRContext *context, StringRef name, End end)
      : OpRewritePattern<OpT>(context), name(name), end(end) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto condition = dyn_cast_or_null<ExprAttr>(
        op->getInherentAttr(name).value_or(Attribute()));
    if (!condition || !condition.getExpr().is(ExprKind::And))
      return failure();
    ArrayRef<Expr> rest = condition.getExpr().getOperands();
    rest = end == End::First ? rest.drop_front() : rest.drop_back();
    ExprContext scratch;
    SmallVector<Expr> operands;
    for (Expr conjunct : rest)
      operands.push_back(scratch.import(conjunct));
    auto shorter = ExprAttr::get(op.getContext(), scratch.getAnd(operands));
    rewriter.modifyOpInPlace(op, [&] {
      op->setInherentAttr(rewriter.getStringAttr(name), shorter);
    });
    return success();
  }

private:
  StringRef name;
  End end;
};

/// Drops the first or the last assignment of an update.
template <typename OpT>
class DropAssignment : public OpRewritePattern<OpT> {
public:
  DropAssignment(MLIRContext *context, End end)
      : OpRewritePattern<OpT>(context), end(end) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    UpdateAttr update = op.getUpdateAttr();
    if (!update || update.getAssignments().size() < 2)
      return failure();
    ArrayRef<Assignment> rest = update.getAssignments();
    rest = end == End::First ? rest.drop_front() : rest.drop_back();
    rewriter.modifyOpInPlace(
        op, [&] { op.setUpdateAttr(UpdateAttr::get(op.getContext(), rest)); });
    return success();
  }

private:
  End end;
};

//===----------------------------------------------------------------------===//
// Patterns for single operations
//===----------------------------------------------------------------------===//

/// Erases a location with all its edges.
class EraseLocation : public OpRewritePattern<ta::LocationOp> {
public:
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ta::LocationOp location,
                                PatternRewriter &rewriter) const override {
    auto automaton = location->getParentOfType<ta::AutomatonOp>();
    StringAttr name = location.getSymNameAttr();
    if (!automaton || automaton.getInitialAttr().getAttr() == name)
      return failure();
    for (auto edge :
         llvm::make_early_inc_range(automaton.getBody().getOps<ta::EdgeOp>()))
      if (edge.getSourceAttr().getAttr() == name ||
          edge.getTargetAttr().getAttr() == name)
        rewriter.eraseOp(edge);
    rewriter.eraseOp(location);
    return success();
  }
};

/// Leads an edge to the initial location, so that its target is needed less.
class RedirectEdge : public OpRewritePattern<ta::EdgeOp> {
public:
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ta::EdgeOp edge,
                                PatternRewriter &rewriter) const override {
    auto automaton = edge->getParentOfType<ta::AutomatonOp>();
    if (!automaton || edge.getTargetAttr() == automaton.getInitialAttr())
      return failure();
    rewriter.modifyOpInPlace(
        edge, [&] { edge.setTargetAttr(automaton.getInitialAttr()); });
    return success();
  }
};

/// Erases a label with everything that carries it.
class EraseLabel : public OpRewritePattern<LabelOp> {
public:
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LabelOp label,
                                PatternRewriter &rewriter) const override {
    SmallVector<Operation *> users;
    label->getParentOp()->walk([&](Operation *op) {
      auto name = dyn_cast_or_null<StringAttr>(
          op->getInherentAttr("label").value_or(Attribute()));
      if (name && name == label.getNameAttr())
        users.push_back(op);
      auto sync = dyn_cast<ta::SyncOp>(op);
      if (sync && llvm::any_of(sync.getMembers().getAsRange<ta::MemberAttr>(),
                               [&](ta::MemberAttr member) {
                                 return member.getLabel() ==
                                        label.getNameAttr();
                               }))
        users.push_back(op);
    });
    for (Operation *op : users)
      rewriter.eraseOp(op);
    rewriter.eraseOp(label);
    return success();
  }
};

/// Erases an action and takes it out of the order.
class EraseAction : public OpRewritePattern<action::ActionOp> {
public:
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(action::ActionOp action,
                                PatternRewriter &rewriter) const override {
    SmallVector<action::PerformOp> users;
    action->getParentOp()->walk([&](action::PerformOp perform) {
      if (perform.getActionAttr().getAttr() == action.getSymNameAttr())
        users.push_back(perform);
    });
    for (action::PerformOp perform : users)
      rewriter.eraseOp(perform);
    rewriter.eraseOp(action);
    return success();
  }
};

/// Replaces a choice by its first or last alternative.
class FlattenChoice : public OpRewritePattern<action::ChoiceOp> {
public:
  FlattenChoice(MLIRContext *context, End end)
      : OpRewritePattern(context), end(end) {}

  LogicalResult matchAndRewrite(action::ChoiceOp choice,
                                PatternRewriter &rewriter) const override {
    MutableArrayRef<Region> alternatives = choice.getAlternatives();
    Region &kept =
        end == End::First ? alternatives.front() : alternatives.back();
    rewriter.inlineBlockBefore(&kept.front(), choice);
    rewriter.eraseOp(choice);
    return success();
  }

private:
  End end;
};

/// Erases a view with all its contracts and frames.
class EraseView : public OpRewritePattern<contract::ViewOp> {
public:
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(contract::ViewOp view,
                                PatternRewriter &rewriter) const override {
    for (Operation &op : llvm::make_early_inc_range(*view->getBlock())) {
      auto name = dyn_cast_or_null<FlatSymbolRefAttr>(
          op.getInherentAttr("view").value_or(Attribute()));
      if (name && name.getAttr() == view.getSymNameAttr())
        rewriter.eraseOp(&op);
    }
    rewriter.eraseOp(view);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Which patterns for which operation
//===----------------------------------------------------------------------===//

template <typename... OpTs>
static void addDropConjuncts(RewritePatternSet &patterns, StringRef name) {
  for (End end : {End::First, End::Last})
    (patterns.add<DropConjunct<OpTs>>(patterns.getContext(), name, end), ...);
}

template <typename... OpTs>
static void addDropAssignments(RewritePatternSet &patterns) {
  for (End end : {End::First, End::Last})
    (patterns.add<DropAssignment<OpTs>>(patterns.getContext(), end), ...);
}

template <typename... OpTs>
static void addDropAttrs(RewritePatternSet &patterns,
                         std::initializer_list<StringRef> names) {
  for (StringRef name : names)
    (patterns.add<DropAttr<OpTs>>(patterns.getContext(), name), ...);
}

static void populateDeclarationPatterns(RewritePatternSet &patterns) {
  patterns.add<EraseLabel>(patterns.getContext());
  addDropAttrs<VarOp>(patterns, {"init", "doc"});
  addDropAttrs<ClockOp>(patterns, {"doc"});
  addDropAttrs<LabelOp>(patterns, {"urgent", "broadcast", "channel", "doc"});
}

static void populateTAPatterns(RewritePatternSet &patterns) {
  patterns.add<EraseLocation, RedirectEdge>(patterns.getContext());
  addDropAttrs<ta::EdgeOp>(
      patterns, {"guard", "update", "restart", "locked", "stems", "doc"});
  addDropConjuncts<ta::EdgeOp>(patterns, "guard");
  addDropAssignments<ta::EdgeOp>(patterns);
  addDropAttrs<ta::LocationOp>(patterns,
                               {"invariant", "urgent", "committed", "accepting",
                                "locked", "stems", "doc"});
  addDropConjuncts<ta::LocationOp>(patterns, "invariant");
  addDropAttrs<ta::AutomatonOp, ta::NetworkOp>(patterns, {"stems", "doc"});
}

static void populateActionPatterns(RewritePatternSet &patterns) {
  patterns.add<EraseAction>(patterns.getContext());
  for (End end : {End::First, End::Last})
    patterns.add<FlattenChoice>(patterns.getContext(), end);
  addDropAttrs<action::ActionOp>(patterns,
                                 {"guard", "resets", "locked", "stems", "doc"});
  addDropConjuncts<action::ActionOp>(patterns, "guard");
  addDropConjuncts<action::RequireOp, action::InvariantOp>(patterns,
                                                           "condition");
  addDropAssignments<action::AssignOp>(patterns);
  addDropAttrs<action::ChoiceOp>(patterns, {"prioritised"});
}

static void populateContractPatterns(RewritePatternSet &patterns) {
  patterns.add<EraseView>(patterns.getContext());
  addDropAttrs<contract::RequireOp, contract::InitiallyOp>(
      patterns, {"assume", "view", "locked", "doc"});
  for (StringRef name : {"assume", "guarantee"})
    addDropConjuncts<contract::RequireOp, contract::InitiallyOp>(patterns,
                                                                 name);
  addDropAttrs<contract::FrameOp>(patterns, {"view"});
}

static void populateSTSPatterns(RewritePatternSet &patterns) {
  addDropAttrs<sts::TransitionOp>(patterns,
                                  {"guard", "update", "moves", "origin"});
  addDropConjuncts<sts::TransitionOp>(patterns, "guard");
  addDropAssignments<sts::TransitionOp>(patterns);
  addDropConjuncts<sts::InvariantOp>(patterns, "condition");
  addDropAttrs<sts::ConjunctOp>(patterns, {"assume", "view"});
  for (StringRef name : {"assume", "guarantee"})
    addDropConjuncts<sts::ConjunctOp>(patterns, name);
}

void tioga::populateReductionPatterns(RewritePatternSet &patterns) {
  populateDeclarationPatterns(patterns);
  populateTAPatterns(patterns);
  populateActionPatterns(patterns);
  populateContractPatterns(patterns);
  populateSTSPatterns(patterns);
}
