//===- Updates.cpp - Assignments --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the IR only names are assigned to. An assignment to an element becomes one
// to the whole: `a[i] := e` is `a := put(a, i, e)`, and `a[i].f := e` puts
// `a[i] with {f = e}`. Several elements of one variable may be assigned at
// once; if they turn out to be the same one, the last assignment counts.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;
using tioga::Expr;
using tioga::ExprKind;

namespace {

/// Collects the assignments of one update.
class UpdateLowering {
public:
  UpdateLowering(Sema &sema, Env &env, const ExprMode &mode)
      : sema(sema), exprs(sema.getExprs()), env(env), mode(mode) {}

  bool addReset(const ast::Name &name);
  bool add(const ast::Update &update);
  ArrayRef<Assignment> get() const { return update; }

private:
  struct Target {
    ast::Range range;
    /// Whether only elements were assigned.
    bool isPartial;
  };

  Expr lowerTarget(const ast::Name &name);
  bool checkFresh(Expr target, ast::Range range, bool isPartial);
  Expr replaceElement(Expr whole, ArrayRef<ast::Selector> selectors,
                      ArrayRef<Lowered> indices, Expr value);

  Sema &sema;
  ExprContext &exprs;
  Env &env;
  const ExprMode &mode;
  Update update;
  llvm::SmallVector<Target> targets;
};

} // namespace

Expr UpdateLowering::lowerTarget(const ast::Name &name) {
  Entity *entity = env.lookup(name.text);
  if (!entity || entity->kind != EntityKind::Name || !entity->info) {
    sema.reportUnknown(env, name, "variable");
    return Expr();
  }
  if (entity->info->kind == NameKind::Clock && !mode.allowClocks) {
    sema.error(env, name.range).noteDeclaration(*entity)
        << "clock '" << name.text << "' cannot be assigned here; write 'reset "
        << name.text << "' before the braces";
    return Expr();
  }
  if (entity->info->kind == NameKind::Parameter) {
    sema.error(env, name.range).noteDeclaration(*entity)
        << "parameter '" << name.text << "' cannot be assigned";
    return Expr();
  }
  if (env.getScope().lookup(entity->value.getName()) != entity->info) {
    sema.error(env, name.range).noteDeclaration(*entity)
        << "'" << name.text
        << "' is hidden here by something else of that name; rename one of "
           "them";
    return Expr();
  }
  return entity->value;
}

/// Whether one path is the other, or leads to a part of it.
static bool overlap(StringRef a, StringRef b) {
  if (a.size() > b.size())
    std::swap(a, b);
  return b.consume_front(a) && (b.empty() || b.front() == '.');
}

bool UpdateLowering::checkFresh(Expr target, ast::Range range, bool isPartial) {
  for (auto [assignment, known] : llvm::zip(update, targets)) {
    if (!overlap(assignment.target.getName(), target.getName()))
      continue;
    if (isPartial && known.isPartial && assignment.target == target)
      continue;
    sema.error(env, range)
            .note(sema.getLoc(env, known.range), "the first assignment is here")
        << "'" << target.getName()
        << "' is assigned twice, but all assignments happen at once";
    return false;
  }
  return true;
}

bool UpdateLowering::addReset(const ast::Name &name) {
  Expr clock = sema.lowerReset(name, env);
  if (!clock || !checkFresh(clock, name.range, /*isPartial=*/false))
    return false;
  update.push_back({clock, exprs.getInt(0)});
  targets.push_back({name.range, /*isPartial=*/false});
  return true;
}

Expr UpdateLowering::replaceElement(Expr whole,
                                    ArrayRef<ast::Selector> selectors,
                                    ArrayRef<Lowered> indices, Expr value) {
  if (selectors.empty())
    return value;
  const ast::Selector &selector = selectors.front();
  if (!selector.index) {
    Expr part = replaceElement(exprs.getField(whole, selector.field.text),
                               selectors.drop_front(), indices, value);
    return exprs.getWith(whole, {selector.field.text}, {part});
  }
  Expr index = indices.front().expr;
  Expr part =
      replaceElement(exprs.get(ExprKind::Index, whole, index),
                     selectors.drop_front(), indices.drop_front(), value);
  return exprs.getCall(Builtin::Put, {whole, index, part});
}

bool UpdateLowering::add(const ast::Update &ast) {
  Expr target = lowerTarget(ast.target);
  Lowered value = sema.lower(*ast.value, env, mode);
  SmallVector<Lowered> indices;
  bool ok = target && value;
  for (const ast::Selector &selector : ast.selectors)
    if (selector.index) {
      indices.push_back(sema.lower(*selector.index, env, mode));
      ok &= bool(indices.back());
    }
  if (!ok)
    return false;
  // Leading fields belong to the target: `r.f := 1` assigns `r.f`.
  ArrayRef<ast::Selector> selectors = ast.selectors;
  ast::Range range = ast.target.range;
  while (!selectors.empty() && !selectors.front().index) {
    target = exprs.getField(target, selectors.front().field.text);
    range.end = selectors.front().range.end;
    selectors = selectors.drop_front();
  }
  bool isPartial = !selectors.empty();
  if (isPartial)
    range.end = selectors.back().range.end;
  if (!checkFresh(target, range, isPartial))
    return false;
  auto known = llvm::find_if(
      update, [&](const Assignment &a) { return a.target == target; });
  Expr whole = known == update.end() ? target : known->value;
  Assignment assignment = {
      target, replaceElement(whole, selectors, indices, value.expr)};
  // With elements the value is made here: its errors lie at the element.
  ok = checkAssignment(
      assignment, env.getScope(), mode.getRules(), sema.getContext(),
      [&](ArrayRef<unsigned> path, const Twine &message) {
        bool inValue = !isPartial && !path.empty() && path.front() == 1;
        sema.error(env, inValue ? value.origin->follow(path.drop_front()).range
                        : isPartial ? ast.range
                                    : range)
            << message;
      });
  if (!ok)
    return false;
  assignment.value = sema.foldUnknownEnums(assignment.value, env);
  if (known != update.end()) {
    *known = assignment;
    return true;
  }
  update.push_back(assignment);
  targets.push_back({range, isPartial});
  return true;
}

Expr Sema::lowerReset(const ast::Name &name, Env &env) {
  Entity *entity = env.lookup(name.text);
  if (!entity || entity->kind != EntityKind::Name || !entity->info ||
      entity->info->kind != NameKind::Clock) {
    reportUnknown(env, name, "clock");
    return Expr();
  }
  if (env.getScope().lookup(entity->value.getName()) == entity->info)
    return entity->value;
  error(env, name.range).noteDeclaration(*entity)
      << "'" << name.text
      << "' is hidden here by something else of that name; rename one of them";
  return Expr();
}

UpdateAttr Sema::lowerUpdate(ArrayRef<ast::Name> resets,
                             ArrayRef<ast::Update> updates, Env &env,
                             const ExprMode &mode) {
  UpdateLowering lowering(*this, env, mode);
  bool ok = true;
  for (const ast::Name &name : resets)
    ok &= lowering.addReset(name);
  for (const ast::Update &update : updates)
    ok &= lowering.add(update);
  if (!ok || lowering.get().empty())
    return {};
  return UpdateAttr::get(context, lowering.get());
}
