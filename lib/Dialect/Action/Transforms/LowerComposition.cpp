//===- LowerComposition.cpp - Compositions to simple actions ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Walk each body and collect its paths: conditions on the state before the
//    action, and one update for all of the assignments.
// 2. Without order, each path becomes an action. With one, each path of each
//    occurrence does, guarded by what was performed last.
// 3. Where an alternative yields to those before it, their enabledness is
//    negated: guard, and values that exist and are in range; parameters are
//    instantiated.
//
//===----------------------------------------------------------------------===//

#include "Order.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Action/Transforms/Passes.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Dialect/Tioga/IR/Enabledness.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga::action {
#define GEN_PASS_DEF_ACTIONLOWERCOMPOSITION
#include "tioga/Dialect/Action/Transforms/Passes.h.inc"
} // namespace tioga::action

using namespace mlir;
using namespace tioga;
using namespace tioga::action;

namespace {

/// More paths than this in one action are an error, not a long wait.
constexpr size_t maxPaths = 4096;
/// The same for values of parameters behind a prioritised order.
constexpr uint64_t maxInstances = 4096;

/// One way through a body.
struct Path {
  /// Conditions of `require` and of priorities, over the state before.
  llvm::SmallVector<Expr> guards;
  /// Conditions that assigned values exist and are in range.
  llvm::SmallVector<Expr> assigned;
  /// Those of `assigned` that the final update does not imply.
  llvm::SmallVector<Expr> overwritten;
  Update update;
};

using Paths = std::vector<Path>;

class CompositionLowering {
public:
  explicit CompositionLowering(SystemOp system)
      : system(system), builder(system.getContext()) {}

  LogicalResult run();

private:
  FailureOr<Paths> getPaths(action::ActionOp action);
  LogicalResult extend(Paths &paths, Block &block, const Scope &visible);
  void assign(Path &path, AssignOp op, const Scope &visible);
  LogicalResult extendByChoice(Paths &paths, ChoiceOp choice,
                               const Scope &visible);
  /// The condition that a path can be taken; null if it always can.
  Expr getEnabled(const Path &path);

  LogicalResult lowerOrder(OrderOp order);
  FailureOr<llvm::SmallVector<Expr>>
  getPriorities(const OrderAutomaton &order,
                const OrderAutomaton::Occurrence &occurrence);
  FailureOr<Expr> getEnabled(const OrderAutomaton &order, unsigned number);
  FailureOr<Expr> instantiate(action::ActionOp action, Expr condition);

  void write(action::ActionOp original, const Path &path,
             llvm::ArrayRef<Expr> before, llvm::ArrayRef<Assignment> after);
  Scope getScope(action::ActionOp action);
  ArrayAttr getParams(action::ActionOp action);
  VarOp addOrderVariable(OrderOp order, unsigned count);

  SystemOp system;
  OpBuilder builder;
  ExprContext context;
  Scope scope;
  llvm::StringMap<LabelOp> labels;
  llvm::StringMap<action::ActionOp> actions;
  /// What `getEnabled` has found for an occurrence.
  llvm::DenseMap<unsigned, Expr> enabledOccurrences;
  /// How many parts an action has so far.
  llvm::StringMap<unsigned> parts;
};

} // namespace

//===----------------------------------------------------------------------===//
// Step 1: paths
//===----------------------------------------------------------------------===//

ArrayAttr CompositionLowering::getParams(action::ActionOp action) {
  return action.getLabel() ? labels.lookup(*action.getLabel()).getParamsAttr()
                           : action.getParamsAttr();
}

Scope CompositionLowering::getScope(action::ActionOp action) {
  Scope visible(&scope);
  visible.declareParams(getParams(action));
  return visible;
}

Expr CompositionLowering::getEnabled(const Path &path) {
  llvm::SmallVector<Expr> parts(path.guards);
  llvm::append_range(parts, path.assigned);
  return parts.empty() ? Expr() : context.getAnd(parts);
}

void CompositionLowering::assign(Path &path, AssignOp op,
                                 const Scope &visible) {
  Update next, overwritten;
  for (const Assignment &assignment : op.getUpdate().getAssignments()) {
    next.push_back(
        {context.import(assignment.target), context.import(assignment.value)});
    Assignment now = {
        next.back().target,
        substituteUpdate(next.back().value, path.update, context)};
    addAssignmentConditions(now, visible, builder.getContext(), context,
                            path.assigned);
  }
  path.update = composeUpdates(path.update, next, context, &overwritten);
  for (const Assignment &assignment : overwritten)
    addAssignmentConditions(assignment, visible, builder.getContext(), context,
                            path.overwritten);
}

LogicalResult CompositionLowering::extendByChoice(Paths &paths, ChoiceOp choice,
                                                  const Scope &visible) {
  Paths result;
  for (const Path &prefix : paths) {
    llvm::SmallVector<Expr> priorities;
    for (Region &alternative : choice.getAlternatives()) {
      // What the alternative adds decides whether it is enabled.
      Paths added = {{{}, {}, {}, prefix.update}};
      if (failed(extend(added, alternative.front(), visible)))
        return failure();
      llvm::SmallVector<Expr> negations;
      bool alwaysEnabled = false;
      for (Path &path : added) {
        Expr enabled = getEnabled(path);
        if (!enabled)
          alwaysEnabled = true;
        else if (choice.getPrioritised())
          negations.push_back(
              negateGuard(enabled, visible, builder.getContext(), context));
        Path whole = prefix;
        llvm::append_range(whole.guards, priorities);
        llvm::append_range(whole.guards, path.guards);
        llvm::append_range(whole.assigned, path.assigned);
        llvm::append_range(whole.overwritten, path.overwritten);
        whole.update = path.update;
        result.push_back(std::move(whole));
      }
      llvm::append_range(priorities, negations);
      if (choice.getPrioritised() && alwaysEnabled)
        break;
    }
    if (result.size() > maxPaths)
      return choice.emitOpError("has more than ")
             << maxPaths << " paths together with what is before it";
  }
  paths = std::move(result);
  return success();
}

LogicalResult CompositionLowering::extend(Paths &paths, Block &block,
                                          const Scope &visible) {
  for (Operation &op : block) {
    if (auto choice = dyn_cast<ChoiceOp>(op)) {
      if (failed(extendByChoice(paths, choice, visible)))
        return failure();
      continue;
    }
    for (Path &path : paths) {
      if (auto require = dyn_cast<RequireOp>(op))
        path.guards.push_back(
            substituteUpdate(context.import(require.getCondition().getExpr()),
                             path.update, context));
      else
        assign(path, cast<AssignOp>(op), visible);
    }
  }
  return success();
}

FailureOr<Paths> CompositionLowering::getPaths(action::ActionOp action) {
  Scope visible = getScope(action);
  Paths paths(1);
  if (action.getGuard())
    paths[0].guards.push_back(context.import(action.getGuard()->getExpr()));
  if (failed(extend(paths, action.getBody().front(), visible)))
    return failure();
  return paths;
}

//===----------------------------------------------------------------------===//
// Step 2: actions
//===----------------------------------------------------------------------===//

void CompositionLowering::write(action::ActionOp original, const Path &path,
                                llvm::ArrayRef<Expr> before,
                                llvm::ArrayRef<Assignment> after) {
  llvm::SmallVector<Expr> guards(before);
  llvm::append_range(guards, path.guards);
  llvm::append_range(guards, path.overwritten);
  std::string name = original.getSymName().str();
  if (unsigned part = ++parts[original.getSymName()]; part > 1)
    name += "#" + std::to_string(part);
  builder.setInsertionPoint(original);
  auto action = builder.create<action::ActionOp>(
      original.getLoc(), builder.getStringAttr(name), original.getLabelAttr(),
      original.getParamsAttr(),
      guards.empty()
          ? ExprAttr()
          : ExprAttr::get(builder.getContext(), context.getAnd(guards)),
      original.getResetsAttr(), original.getLockedAttr(), original.getDocAttr(),
      original.getStemsAttr());
  builder.setInsertionPointToStart(&action.getBody().emplaceBlock());
  Update update = path.update;
  llvm::append_range(update, after);
  if (!update.empty())
    builder.create<AssignOp>(original.getLoc(),
                             UpdateAttr::get(builder.getContext(), update));
}

/// Whether nothing has to be done.
static bool isSimple(action::ActionOp action) {
  Block &body = action.getBody().front();
  return body.empty() ||
         (llvm::hasSingleElement(body) && isa<AssignOp>(body.front()));
}

LogicalResult CompositionLowering::run() {
  Block &body = system.getBody().front();
  if (failed(scope.declare(body)))
    return failure();
  for (auto label : body.getOps<LabelOp>())
    labels[label.getName()] = label;
  for (auto action : body.getOps<action::ActionOp>())
    actions[action.getSymName()] = action;
  for (auto order : llvm::make_early_inc_range(body.getOps<OrderOp>()))
    return lowerOrder(order);
  for (auto action :
       llvm::make_early_inc_range(body.getOps<action::ActionOp>())) {
    if (isSimple(action))
      continue;
    FailureOr<Paths> paths = getPaths(action);
    if (failed(paths))
      return failure();
    for (const Path &path : *paths)
      write(action, path, {}, {});
    action.erase();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Step 3: orders
//===----------------------------------------------------------------------===//

/// The condition for some value of the parameters.
FailureOr<Expr> CompositionLowering::instantiate(action::ActionOp action,
                                                 Expr condition) {
  ArrayAttr params = getParams(action);
  if (!params)
    return condition;
  std::vector<Expr> instances = {condition};
  for (auto param : params.getAsRange<ParamAttr>()) {
    std::optional<std::vector<tioga::Value>> values =
        enumerateDomain(param.getType(), maxInstances);
    if (!values || values->size() * instances.size() > maxInstances)
      return action.emitOpError("has too many parameter values to be tried "
                                "before an alternative of the order");
    std::vector<Expr> next;
    for (const tioga::Value &value : *values) {
      Substitution substitution(context);
      substitution.set(context.getName(param.getName().getValue()),
                       value.toExpr(context));
      for (Expr instance : instances)
        next.push_back(substitution.apply(instance));
    }
    instances = std::move(next);
  }
  return context.getOr(instances);
}

/// The condition that an occurrence can be performed, wherever the order is.
FailureOr<Expr> CompositionLowering::getEnabled(const OrderAutomaton &order,
                                                unsigned number) {
  if (Expr known = enabledOccurrences.lookup(number))
    return known;
  const OrderAutomaton::Occurrence &occurrence =
      order.getOccurrences()[number - 1];
  action::ActionOp action = actions.lookup(occurrence.action);
  FailureOr<Paths> paths = getPaths(action);
  if (failed(paths))
    return failure();
  Scope visible = getScope(action);
  llvm::SmallVector<Expr> alternatives;
  for (const Path &path : *paths) {
    Expr enabled = getEnabled(path);
    if (!enabled) {
      alternatives = {context.getTrue()};
      break;
    }
    // A path without value must not hide the paths behind it.
    Expr defined =
        getDefinedness(enabled, visible, builder.getContext(), context);
    alternatives.push_back(
        defined.isTrue() ? enabled : context.getAnd({defined, enabled}));
  }
  FailureOr<Expr> some = instantiate(action, context.getOr(alternatives));
  FailureOr<llvm::SmallVector<Expr>> priorities =
      getPriorities(order, occurrence);
  if (failed(some) || failed(priorities))
    return failure();
  priorities->push_back(*some);
  Expr enabled = context.getAnd(*priorities);
  enabledOccurrences[number] = enabled;
  return enabled;
}

FailureOr<llvm::SmallVector<Expr>> CompositionLowering::getPriorities(
    const OrderAutomaton &order, const OrderAutomaton::Occurrence &occurrence) {
  llvm::SmallVector<Expr> priorities;
  for (unsigned other : occurrence.unless) {
    FailureOr<Expr> enabled = getEnabled(order, other);
    if (failed(enabled))
      return failure();
    priorities.push_back(context.getNot(*enabled));
  }
  return priorities;
}

VarOp CompositionLowering::addOrderVariable(OrderOp order, unsigned count) {
  std::string name = "order";
  while (scope.lookup(name))
    name += "_";
  builder.setInsertionPointToStart(&system.getBody().front());
  return builder.create<VarOp>(
      order.getLoc(), OwnerAttr::get(builder.getContext(), Owner::State),
      builder.getStringAttr(name),
      TypeAttr::get(RangeType::get(builder.getContext(), 0, count)),
      ExprAttr::get(builder.getContext(), context.getInt(0)), StringAttr());
}

LogicalResult CompositionLowering::lowerOrder(OrderOp op) {
  OrderAutomaton order(op);
  VarOp var = addOrderVariable(op, order.getOccurrences().size());
  Expr last = context.getName(var.getName());
  for (auto [index, occurrence] : llvm::enumerate(order.getOccurrences())) {
    llvm::SmallVector<Expr> after;
    for (unsigned state : occurrence.after)
      after.push_back(context.get(ExprKind::Eq, last, context.getInt(state)));
    FailureOr<llvm::SmallVector<Expr>> priorities =
        getPriorities(order, occurrence);
    action::ActionOp action = actions.lookup(occurrence.action);
    FailureOr<Paths> paths = getPaths(action);
    if (failed(priorities) || failed(paths))
      return failure();
    priorities->insert(priorities->begin(), context.getOr(after));
    for (const Path &path : *paths)
      write(action, path, *priorities,
            {{last, context.getInt(int64_t(index) + 1)}});
  }
  op.erase();
  for (auto &entry : actions)
    entry.second.erase();
  return success();
}

LogicalResult tioga::action::lowerComposition(SystemOp system) {
  return CompositionLowering(system).run();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ActionLowerCompositionPass
    : public tioga::action::impl::ActionLowerCompositionBase<
          ActionLowerCompositionPass> {
  void runOnOperation() override {
    if (failed(lowerComposition(getOperation())))
      signalPassFailure();
  }
};
} // namespace
