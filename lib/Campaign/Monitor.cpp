//===- Monitor.cpp - Contracts as monitors in the test form -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/Monitor.h"
#include "SyncChecker.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"

using namespace tioga;

/// Combinations of hidden values beyond which a monitor is too large.
static constexpr uint64_t maxHidden = 256;

namespace {

class MonitorWriter {
public:
  MonitorWriter(const System &contract, mlir::OpBuilder &builder)
      : contract(contract), builder(builder) {}

  mlir::FailureOr<test::CaseOp> write(const BoundedOptions &options);

private:
  using Hidden = std::vector<Value>;
  mlir::LogicalResult enumerate();
  /// What lets the hidden values go from one combination to another; from null,
  /// those of the first step.
  Expr getGuard(const Hidden *from, const Hidden &to);
  std::string getName(size_t index) const {
    return "h" + std::to_string(index);
  }
  void declare(test::CaseOp monitor);
  void addState(llvm::StringRef name);
  void addMove(llvm::StringRef from, llvm::StringRef to, Expr guard);

  const System &contract;
  mlir::OpBuilder &builder;
  ExprContext context;
  std::vector<unsigned> hidden;
  /// All combinations.
  std::vector<Hidden> all;
};

} // namespace

mlir::LogicalResult MonitorWriter::enumerate() {
  all.push_back({});
  for (auto [index, variable] : llvm::enumerate(contract.getVariables())) {
    if (variable.owner != Owner::Hidden)
      continue;
    hidden.push_back(index);
    auto values = enumerateDomain(variable.type, maxHidden);
    if (!values || all.size() * values->size() > maxHidden)
      return mlir::emitError(contract.getLoc(),
                             "has too many hidden values for a monitor in the "
                             "test form");
    std::vector<Hidden> longer;
    for (const Hidden &each : all)
      for (const Value &value : *values) {
        longer.push_back(each);
        longer.back().push_back(value);
      }
    all = std::move(longer);
  }
  return mlir::success();
}

Expr MonitorWriter::getGuard(const Hidden *from, const Hidden &to) {
  Substitution substitution(context);
  for (auto [position, index] : llvm::enumerate(hidden)) {
    llvm::StringRef name = contract.getVariables()[index].getName();
    substitution.set(context.getName(name, /*primed=*/true),
                     to[position].toExpr(context));
    if (from)
      substitution.set(context.getName(name),
                       (*from)[position].toExpr(context));
  }
  llvm::SmallVector<Expr> conjuncts;
  for (const SystemConjunct &conjunct :
       from ? contract.getStepConjuncts() : contract.getInitialConjuncts()) {
    Expr holds = context.import(conjunct.guarantee);
    if (conjunct.assume)
      holds = context.get(ExprKind::Implies, context.import(conjunct.assume),
                          holds);
    conjuncts.push_back(simplify(substitution.apply(holds), context));
    if (conjuncts.back().isFalse())
      return conjuncts.back();
  }
  return simplify(context.getAnd(conjuncts), context);
}

void MonitorWriter::addState(llvm::StringRef name) {
  builder.create<test::StateOp>(contract.getLoc(), builder.getStringAttr(name),
                                test::VerdictAttr(), ExprAttr(),
                                mlir::FlatSymbolRefAttr(), mlir::StringAttr());
}

void MonitorWriter::addMove(llvm::StringRef from, llvm::StringRef to,
                            Expr guard) {
  mlir::MLIRContext *ctx = builder.getContext();
  builder.create<test::MoveOp>(
      contract.getLoc(), mlir::FlatSymbolRefAttr::get(ctx, from),
      mlir::FlatSymbolRefAttr::get(ctx, to),
      test::MoveKindAttr::get(ctx, test::MoveKind::Step), mlir::StringAttr(),
      guard.isTrue() ? ExprAttr() : ExprAttr::get(ctx, guard), UpdateAttr(),
      mlir::StringAttr());
}

void MonitorWriter::declare(test::CaseOp monitor) {
  builder.setInsertionPointToStart(&monitor.getBody().emplaceBlock());
  for (const SystemVariable &variable : contract.getVariables())
    if (variable.owner != Owner::Hidden)
      builder.create<VarOp>(
          variable.loc, OwnerAttr::get(builder.getContext(), variable.owner),
          builder.getStringAttr(variable.getName()),
          mlir::TypeAttr::get(variable.type), /*init=*/ExprAttr(),
          /*doc=*/mlir::StringAttr());
  addState("start");
}

mlir::FailureOr<test::CaseOp>
MonitorWriter::write(const BoundedOptions &options) {
  if (failed(enumerate()))
    return mlir::failure();
  if (classifyHiddenValues(contract, options) == HiddenValues::Free)
    return mlir::emitError(contract.getLoc(),
                           "has hidden values that do not follow from what is "
                           "seen: there is no monitor in the test form");
  mlir::OpBuilder::InsertionGuard guard(builder);
  auto monitor = builder.create<test::CaseOp>(
      contract.getLoc(), builder.getStringAttr("monitor"),
      mlir::FlatSymbolRefAttr::get(builder.getContext(), "start"),
      mlir::ArrayAttr(), mlir::ArrayAttr(), mlir::StringAttr());
  declare(monitor);
  std::vector<bool> seen(all.size());
  std::vector<size_t> open;
  auto expand = [&](llvm::StringRef name, const Hidden *from) {
    for (size_t to = 0; to < all.size(); ++to) {
      Expr condition = getGuard(from, all[to]);
      if (condition.isFalse())
        continue;
      if (!seen[to]) {
        seen[to] = true;
        open.push_back(to);
        addState(getName(to));
      }
      addMove(name, getName(to), condition);
    }
  };
  expand("start", nullptr);
  while (!open.empty()) {
    size_t next = open.back();
    open.pop_back();
    expand(getName(next), &all[next]);
  }
  return monitor;
}

mlir::FailureOr<test::CaseOp> tioga::writeMonitor(const System &contract,
                                                  const BoundedOptions &options,
                                                  mlir::OpBuilder &builder) {
  return MonitorWriter(contract, builder).write(options);
}
