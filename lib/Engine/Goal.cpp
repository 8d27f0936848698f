//===- Goal.cpp - Goals of a search -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "tioga/Engine/Reachability.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"

using namespace tioga;

namespace {
/// Finds out what the names of a goal stand for.
class GoalResolver {
public:
  GoalResolver(const System &system, std::string &error)
      : system(system), error(error) {}

  /// Null if the name stands for nothing or for several things.
  Expr resolve(Expr name);

private:
  Expr getLocation(llvm::StringRef control, llvm::StringRef location);
  /// A variable or clock of an automaton, `x` for `Machine.x`.
  Expr getLocal(llvm::StringRef name);

  const System &system;
  std::string &error;
  unsigned numMeanings = 0;
};
} // namespace

Expr GoalResolver::getLocation(llvm::StringRef control,
                               llvm::StringRef location) {
  ExprContext &context = system.getExprContext();
  Expr result;
  for (const SystemControl &each : system.getControls()) {
    if (!control.empty() && each.getName() != control)
      continue;
    if (!llvm::is_contained(each.locations, location))
      continue;
    ++numMeanings;
    result = context.get(ExprKind::Eq, each.name,
                         context.getEnum(each.getName(), location));
  }
  return result;
}

Expr GoalResolver::getLocal(llvm::StringRef name) {
  Expr result;
  auto consider = [&](Expr declared) {
    llvm::StringRef text = declared.getName();
    if (!text.consume_back(name) || !text.ends_with("."))
      return;
    ++numMeanings;
    result = declared;
  };
  for (const SystemVariable &variable : system.getVariables())
    consider(variable.name);
  for (const SystemClock &clock : system.getClocks())
    consider(clock.name);
  return result;
}

Expr GoalResolver::resolve(Expr name) {
  llvm::StringRef text = name.getName();
  if (system.lookup(text))
    return name;
  if (Expr purpose = system.lookupPurpose(text))
    return purpose;
  numMeanings = 0;
  auto [control, location] = text.rsplit('.');
  Expr result =
      location.empty() ? getLocation("", text) : getLocation(control, location);
  if (Expr local = getLocal(text))
    result = local;
  if (numMeanings == 0)
    error = "no location, variable or clock '" + text.str() + "'";
  if (numMeanings > 1)
    error = "'" + text.str() + "' is ambiguous: name the automaton";
  return numMeanings == 1 ? result : Expr();
}

static Scope makeScope(const System &system) {
  Scope scope;
  mlir::MLIRContext *context = system.getLoc().getContext();
  for (const SystemVariable &variable : system.getVariables()) {
    scope.add(variable.getName(), {NameKind::Variable, variable.type,
                                   variable.owner, variable.loc});
    scope.addEnums(variable.type);
  }
  for (const SystemClock &clock : system.getClocks())
    scope.add(clock.getName(), {NameKind::Clock, RealType::get(context),
                                Owner::State, clock.loc});
  for (const SystemControl &control : system.getControls()) {
    llvm::SmallVector<mlir::StringAttr> literals;
    for (llvm::StringRef location : control.locations)
      literals.push_back(mlir::StringAttr::get(context, location));
    auto type = EnumType::get(context, control.getName(), literals);
    scope.add(control.getName(),
              {NameKind::Control, type, Owner::State, control.loc});
    scope.addEnums(type);
  }
  return scope;
}

Expr tioga::parseGoal(llvm::StringRef text, const System &system,
                      std::string &error) {
  ExprContext &context = system.getExprContext();
  Expr parsed =
      parseExpr(text, context, [&](size_t offset, const llvm::Twine &message) {
        error = "at offset " + std::to_string(offset) + ": " + message.str();
      });
  if (!parsed)
    return Expr();
  GoalResolver resolver(system, error);
  llvm::SetVector<Expr> names;
  collectNames(parsed, names);
  Substitution substitution(context);
  for (Expr name : names) {
    if (name.isPrimed()) {
      error = "a goal has no next state, but it mentions '" + name.str() + "'";
      return Expr();
    }
    Expr resolved = resolver.resolve(name);
    if (!resolved)
      return Expr();
    if (resolved != name)
      substitution.set(name, resolved);
  }
  Expr goal = substitution.apply(parsed);
  ExprRules rules;
  rules.allowControls = true;
  bool isCondition = checkCondition(
      goal, makeScope(system), rules, system.getLoc().getContext(),
      [&](llvm::ArrayRef<unsigned>, const llvm::Twine &message) {
        error = message.str();
      });
  return isCondition ? goal : Expr();
}
