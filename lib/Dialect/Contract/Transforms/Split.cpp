//===- Split.cpp - Take coarse contracts apart ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Contract/Transforms/Passes.h"
#include "tioga/Expr/Rewrite.h"

namespace tioga::contract {
#define GEN_PASS_DEF_CONTRACTSPLIT
#include "tioga/Dialect/Contract/Transforms/Passes.h.inc"
} // namespace tioga::contract

using namespace mlir;
using namespace tioga;
using namespace tioga::contract;

/// Modes beyond which a variable is data.
static constexpr size_t maxModes = 16;

/// Whether a condition reads the old value of a variable.
static bool readsOld(Expr expr, StringRef variable) {
  if (!expr)
    return false;
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names, [&](Expr name) {
    return !name.isPrimed() && name.getName() == variable;
  });
}

static Expr getAssumption(RequireOp contract) {
  return contract.getAssume() ? contract.getAssume()->getExpr() : Expr();
}

/// The variable that says in which mode the component is; null if there is
/// none.
static VarOp findMode(InterfaceOp interface) {
  VarOp mode;
  size_t most = 0;
  for (auto variable : interface.getBody().getOps<VarOp>()) {
    auto type = dyn_cast<EnumType>(variable.getType());
    if (!type || variable.getOwner() == Owner::Input ||
        type.getLiterals().size() > maxModes)
      continue;
    size_t count = llvm::count_if(
        interface.getBody().getOps<RequireOp>(), [&](RequireOp contract) {
          return readsOld(getAssumption(contract), variable.getName());
        });
    if (count > most) {
      most = count;
      mode = variable;
    }
  }
  return mode;
}

/// Replaces a contract by one for each case. A case without condition keeps the
/// assumption as it is.
static SmallVector<RequireOp>
replaceContract(RequireOp contract,
                ArrayRef<std::pair<std::string, Expr>> cases) {
  OpBuilder builder(contract);
  SmallVector<RequireOp> parts;
  for (const auto &[suffix, assume] : cases) {
    auto part = cast<RequireOp>(builder.clone(*contract));
    part.setId((contract.getId() + "." + suffix).str());
    part.setAssumeAttr(ExprAttr::get(builder.getContext(), assume));
    parts.push_back(part);
  }
  contract.erase();
  return parts;
}

/// One contract for each alternative of the assumption.
static SmallVector<RequireOp> splitAlternatives(RequireOp contract) {
  Expr assume = getAssumption(contract);
  if (!assume || !assume.is(ExprKind::Or))
    return {contract};
  ExprContext context;
  // An alternative without a value makes the whole assumption false (V3).
  auto isMap = [](Expr) -> std::optional<int64_t> { return std::nullopt; };
  if (!getDefinedness(context.import(assume), context, isMap).isTrue())
    return {contract};
  SmallVector<std::pair<std::string, Expr>> cases;
  for (auto [index, alternative] : llvm::enumerate(assume.getOperands()))
    cases.push_back(
        {"s" + std::to_string(index + 1), context.import(alternative)});
  return replaceContract(contract, cases);
}

/// One contract for each mode.
static void splitModes(RequireOp contract, VarOp mode) {
  Expr assume = getAssumption(contract);
  if (readsOld(assume, mode.getName()))
    return;
  ExprContext context;
  auto type = cast<EnumType>(mode.getType());
  SmallVector<std::pair<std::string, Expr>> cases;
  for (StringAttr literal : type.getLiterals()) {
    Expr isMode =
        context.get(ExprKind::Eq, context.getName(mode.getName()),
                    context.getEnum(type.getName(), literal.getValue()));
    SmallVector<Expr> conjuncts = {isMode};
    for (Expr conjunct : getConjuncts(assume))
      conjuncts.push_back(context.import(conjunct));
    cases.push_back({literal.str(), context.getAnd(conjuncts)});
  }
  replaceContract(contract, cases);
}

void tioga::contract::splitContracts(InterfaceOp interface) {
  VarOp mode = findMode(interface);
  auto contracts = llvm::to_vector(interface.getBody().getOps<RequireOp>());
  for (RequireOp contract : contracts) {
    if (contract.getLocked())
      continue;
    for (RequireOp part : splitAlternatives(contract))
      if (mode)
        splitModes(part, mode);
  }
}

namespace {
struct ContractSplitPass
    : public tioga::contract::impl::ContractSplitBase<ContractSplitPass> {
  void runOnOperation() override { splitContracts(getOperation()); }
};
} // namespace
