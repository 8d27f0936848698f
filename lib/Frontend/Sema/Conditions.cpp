//===- Conditions.cpp - Typed uses of expressions ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the rest of sema asks for: conditions and constants, checked by the type
// checker of the dialects, with its errors led back to the text.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;
using tioga::Expr;
using tioga::ExprKind;

/// Removes sema's own part of the names of function parameters: `a$$f` is `a`.
static std::string cleanMessage(const Twine &message) {
  std::string text = message.str();
  for (size_t begin = text.find("$$"); begin != std::string::npos;
       begin = text.find("$$", begin)) {
    size_t end = begin + 2;
    while (end < text.size() &&
           (llvm::isAlnum(text[end]) || text[end] == '_' || text[end] == '$'))
      ++end;
    text.erase(begin, end - begin);
  }
  return text;
}

mlir::Type Sema::inferType(const Lowered &lowered, Env &env,
                           const ExprMode &mode) {
  return checkExpr(lowered.expr, env.getScope(), mode.getRules(), context,
                   [&](ArrayRef<unsigned> path, const Twine &message) {
                     error(env, lowered.origin->follow(path).range)
                         << cleanMessage(message);
                   });
}

Expr Sema::lowerCondition(const ast::Expr &expr, Env &env,
                          const ExprMode &mode) {
  Lowered lowered = lower(expr, env, mode);
  if (!lowered)
    return Expr();
  bool ok =
      checkCondition(lowered.expr, env.getScope(), mode.getRules(), context,
                     [&](ArrayRef<unsigned> path, const Twine &message) {
                       error(env, lowered.origin->follow(path).range)
                           << message;
                     });
  return ok ? foldUnknownEnums(lowered.expr, env) : Expr();
}

/// Whether a type is made from the enumeration of a name.
static bool mentions(mlir::Type type, StringRef enumeration) {
  bool found = false;
  type.walk([&](EnumType each) { found |= each.getName() == enumeration; });
  return found;
}

Expr Sema::foldUnknownEnums(Expr expr, Env &env) {
  llvm::StringSet<> used, unknown;
  walk(expr, [&](Expr node) {
    if (node.is(ExprKind::EnumLit))
      used.insert(node.getEnumName());
  });
  for (const auto &entry : used) {
    bool isKnown = false;
    env.getScope().forEachName([&](StringRef name) {
      isKnown |= mentions(env.getScope().lookup(name)->type, entry.getKey());
    });
    if (!isKnown)
      unknown.insert(entry.getKey());
  }
  if (unknown.empty())
    return expr;
  auto isUnknown = [&](Expr node) {
    bool found = false;
    walk(node, [&](Expr part) {
      found |=
          part.is(ExprKind::EnumLit) && unknown.contains(part.getEnumName());
    });
    return found;
  };
  return rewrite(expr, exprs, [&](Expr node) {
    if (node.getNumOperands() == 0 || !isUnknown(node))
      return node;
    EvalResult result = evaluate(
        node, [](StringRef, bool) -> const tioga::Value * { return nullptr; });
    return result ? result.value.toExpr(exprs) : node;
  });
}

ExprAttr Sema::lowerConditions(ArrayRef<ast::Expr *> conditions, Env &env,
                               const ExprMode &mode) {
  SmallVector<Expr> parts;
  for (const ast::Expr *condition : conditions)
    if (Expr part = lowerCondition(*condition, env, mode))
      parts.push_back(part);
  if (parts.empty() || parts.size() != conditions.size())
    return {};
  return ExprAttr::get(context, exprs.getAnd(parts));
}

bool Sema::checkUrgentGuard(const ast::Expr &ast, ExprAttr guard, LabelOp label,
                            Env &env) {
  llvm::SetVector<Expr> names;
  collectNames(guard.getExpr(), names);
  for (Expr name : names) {
    const NameInfo *info = env.getScope().lookup(name.getName());
    if (!info || info->kind != NameKind::Clock)
      continue;
    error(env, ast.range).note(label.getLoc(), "it is declared here")
        << "label '" << label.getName() << "' is urgent; its guards cannot "
        << "mention clocks such as '" << name.getName() << "'";
    return false;
  }
  return true;
}

bool Sema::checkType(mlir::Type from, mlir::Type to, const Env &env,
                     ast::Range range, StringRef what) {
  if (isAssignable(from, to))
    return true;
  error(env, range) << what << " is " << typeToString(to) << ", but this is "
                    << typeToString(from);
  return false;
}

std::optional<Sema::Constant> Sema::lowerConstant(const ast::Expr &expr,
                                                  Env &env, mlir::Type &type,
                                                  StringRef what) {
  ExprMode mode;
  mode.where = what;
  mode.allowClocks = false;
  mode.onlyConstants = true;
  Lowered lowered = lower(expr, env, mode);
  if (!lowered)
    return std::nullopt;
  mlir::Type inferred = inferType(lowered, env, mode);
  if (!inferred || (type && !checkType(inferred, type, env, expr.range, what)))
    return std::nullopt;
  EvalResult result =
      evaluate(lowered.expr,
               [](StringRef, bool) -> const tioga::Value * { return nullptr; });
  if (!result) {
    error(env, expr.range) << what
                           << " has no value: " << describe(result.fault);
    return std::nullopt;
  }
  if (!type)
    type = inferred;
  if (!isInDomain(result.value, type)) {
    error(env, expr.range) << what << " is " << result.value.str()
                           << ", which is not in " << typeToString(type);
    return std::nullopt;
  }
  return Constant{foldUnknownEnums(lowered.expr, env), result.value};
}

std::optional<int64_t> Sema::lowerInteger(const ast::Expr &expr, Env &env,
                                          StringRef what) {
  mlir::Type type = IntType::get(context);
  std::optional<Constant> constant = lowerConstant(expr, env, type, what);
  if (!constant)
    return std::nullopt;
  return constant->value.getNumber().getNumerator();
}
