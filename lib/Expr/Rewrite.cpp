//===- Rewrite.cpp - Transform expressions ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// Traversal
//===----------------------------------------------------------------------===//

/// The stack is explicit: what a pass has built may be far deeper than what the
/// parser reads. `isDone` tells that a node needs no visit (any more).
static void walkPostOrder(Expr root, llvm::function_ref<bool(Expr)> isDone,
                          llvm::function_ref<void(Expr)> visit) {
  llvm::SmallVector<std::pair<Expr, unsigned>, 16> stack;
  if (!isDone(root))
    stack.push_back({root, 0});
  while (!stack.empty()) {
    auto &[node, next] = stack.back();
    if (next == node.getNumOperands()) {
      Expr done = node;
      stack.pop_back();
      visit(done);
      continue;
    }
    Expr operand = node.getOperand(next++);
    if (!isDone(operand))
      stack.push_back({operand, 0});
  }
}

void tioga::walk(Expr expr, llvm::function_ref<void(Expr)> fn) {
  if (!expr)
    return;
  // Most expressions are small: no memory of its own for each of them.
  llvm::SmallDenseSet<Expr, 16> visited;
  walkPostOrder(
      expr, [&](Expr node) { return visited.contains(node); },
      [&](Expr node) {
        visited.insert(node);
        fn(node);
      });
}

/// Brings `memo` up to `root` and returns its entry.
template <typename Memo>
static Expr rewriteInto(Memo &memo, Expr root, ExprContext &context,
                        llvm::function_ref<Expr(Expr)> fn) {
  llvm::SmallVector<Expr, 8> operands;
  walkPostOrder(
      root, [&](Expr node) { return memo.contains(node); },
      [&](Expr node) {
        operands.clear();
        for (Expr operand : node.getOperands())
          operands.push_back(memo.lookup(operand));
        Expr result = fn(context.withOperands(node, operands));
        memo[node] = result;
      });
  return memo.lookup(root);
}

Expr tioga::rewrite(Expr expr, ExprContext &context,
                    llvm::function_ref<Expr(Expr)> fn) {
  if (!expr)
    return expr;
  llvm::SmallDenseMap<Expr, Expr, 16> memo;
  return rewriteInto(memo, expr, context, fn);
}

void tioga::collectNames(Expr expr, llvm::SetVector<Expr> &names) {
  walk(expr, [&](Expr node) {
    if (node.is(ExprKind::Name))
      names.insert(node);
  });
}

Expr tioga::setPrimed(Expr expr, ExprContext &context, bool primed) {
  return rewrite(expr, context, [&](Expr node) {
    return node.is(ExprKind::Name) ? context.getName(node.getName(), primed)
                                   : node;
  });
}

llvm::SmallVector<Expr, 4> tioga::getConjuncts(Expr expr) {
  if (!expr || expr.isTrue())
    return {};
  if (expr.is(ExprKind::And))
    return llvm::to_vector<4>(expr.getOperands());
  return {expr};
}

Expr tioga::getAtPath(Expr expr, llvm::ArrayRef<unsigned> path) {
  for (unsigned index : path)
    expr = expr.getOperand(index);
  return expr;
}

Expr tioga::replaceAtPath(Expr expr, llvm::ArrayRef<unsigned> path,
                          Expr replacement, ExprContext &context) {
  llvm::SmallVector<Expr, 8> ancestors;
  for (unsigned index : path) {
    ancestors.push_back(expr);
    expr = expr.getOperand(index);
  }
  for (auto [ancestor, index] :
       llvm::zip(llvm::reverse(ancestors), llvm::reverse(path))) {
    llvm::SmallVector<Expr, 8> operands(ancestor.getOperands());
    operands[index] = replacement;
    replacement = context.withOperands(ancestor, operands);
  }
  return replacement;
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

void Substitution::set(Expr name, Expr replacement) {
  assert(name.is(ExprKind::Name) && "only names are replaced");
  assert(memo.empty() && "the substitution was applied already");
  map[name] = replacement;
}

/// The replacement of the longest prefix of the path that has one.
static Expr substituteName(Expr name, const llvm::DenseMap<Expr, Expr> &map,
                           ExprContext &context) {
  if (Expr replacement = map.lookup(name))
    return replacement;
  llvm::StringRef path = name.getName();
  size_t dot = path.size();
  while ((dot = path.rfind('.', dot)) != llvm::StringRef::npos) {
    Expr result =
        map.lookup(context.getName(path.take_front(dot), name.isPrimed()));
    if (!result)
      continue;
    llvm::SmallVector<llvm::StringRef, 4> fields;
    path.drop_front(dot + 1).split(fields, '.');
    for (llvm::StringRef field : fields)
      result = context.getField(result, field);
    return result;
  }
  return name;
}

Expr Substitution::apply(Expr expr) {
  if (!expr || map.empty())
    return expr;
  return rewriteInto(memo, expr, context, [&](Expr node) {
    return node.is(ExprKind::Name) ? substituteName(node, map, context) : node;
  });
}

Update Substitution::applyToValues(llvm::ArrayRef<Assignment> update) {
  Update result;
  for (const Assignment &assignment : update)
    result.push_back({assignment.target, apply(assignment.value)});
  return result;
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// `record` with the assigned fields below `path`, in the order of assignment.
static Expr assignFields(llvm::ArrayRef<Assignment> update,
                         llvm::StringRef path, ExprContext &context) {
  llvm::SetVector<llvm::StringRef> fields;
  for (const Assignment &assignment : update) {
    llvm::StringRef rest = assignment.target.getName();
    if (rest.consume_front(path) && rest.consume_front("."))
      fields.insert(rest.take_until([](char c) { return c == '.'; }));
  }
  llvm::SmallVector<Expr, 4> values;
  for (llvm::StringRef field : fields) {
    llvm::SmallString<64> fieldPath(path);
    fieldPath += '.';
    fieldPath += field;
    auto assigned = llvm::find_if(update, [&](const Assignment &assignment) {
      return assignment.target.getName() == fieldPath;
    });
    values.push_back(assigned != update.end()
                         ? assigned->value
                         : assignFields(update, fieldPath, context));
  }
  return context.getWith(context.getName(path), fields.getArrayRef(), values);
}

/// Calls `fn` with `r.f` and `r` for the path `r.f.g`.
static void forEachStrictPrefix(llvm::StringRef path,
                                llvm::function_ref<void(llvm::StringRef)> fn) {
  size_t dot = path.size();
  while ((dot = path.rfind('.', dot)) != llvm::StringRef::npos)
    fn(path.take_front(dot));
}

/// An assignment to `r.f` changes `r` where it is read as a whole, and it
/// leaves `r.g` alone. A dot alone does not tell: in `Machine.x` it separates
/// an automaton from its variable, and `Machine` is never read.
static void setRecords(Substitution &substitution, Expr expr,
                       llvm::ArrayRef<Assignment> update,
                       ExprContext &context) {
  llvm::StringSet<> targets, records;
  for (const Assignment &assignment : update) {
    llvm::StringRef target = assignment.target.getName();
    targets.insert(target);
    forEachStrictPrefix(target,
                        [&](llvm::StringRef path) { records.insert(path); });
  }
  if (records.empty())
    return;
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  for (Expr name : names) {
    bool isAssigned = targets.contains(name.getName());
    forEachStrictPrefix(name.getName(), [&](llvm::StringRef path) {
      isAssigned |= targets.contains(path);
    });
    if (isAssigned || name.isPrimed())
      continue;
    substitution.set(name, records.contains(name.getName())
                               ? assignFields(update, name.getName(), context)
                               : name);
  }
}

Expr tioga::substituteUpdate(Expr expr, llvm::ArrayRef<Assignment> update,
                             ExprContext &context) {
  if (!expr)
    return expr;
  Substitution substitution(context);
  for (const Assignment &assignment : update)
    substitution.set(assignment.target, assignment.value);
  setRecords(substitution, expr, update, context);
  return substitution.apply(expr);
}

/// Whether `path` is `prefix` or a field below it.
static bool isAtOrBelow(llvm::StringRef path, llvm::StringRef prefix) {
  return path.consume_front(prefix) && (path.empty() || path.front() == '.');
}

/// `record` with the value at `path` below it replaced.
static Expr replaceField(Expr record, llvm::StringRef path, Expr value,
                         ExprContext &context) {
  auto [field, rest] = path.split('.');
  if (!rest.empty())
    value = replaceField(context.getField(record, field), rest, value, context);
  return context.getWith(record, field, value);
}

Update tioga::composeUpdates(llvm::ArrayRef<Assignment> first,
                             llvm::ArrayRef<Assignment> second,
                             ExprContext &context, Update *overwritten) {
  Update later;
  for (const Assignment &assignment : second)
    later.push_back({assignment.target,
                     substituteUpdate(assignment.value, first, context)});
  Update result;
  for (Assignment assignment : first) {
    llvm::StringRef target = assignment.target.getName();
    if (llvm::any_of(later, [&](const Assignment &other) {
          return isAtOrBelow(target, other.target.getName());
        })) {
      if (overwritten)
        overwritten->push_back(assignment);
      continue;
    }
    // A field assigned after its record becomes part of the record's value.
    llvm::erase_if(later, [&](const Assignment &other) {
      llvm::StringRef path = other.target.getName();
      if (!isAtOrBelow(path, target))
        return false;
      assignment.value =
          replaceField(assignment.value, path.drop_front(target.size() + 1),
                       other.value, context);
      return true;
    });
    result.push_back(assignment);
  }
  llvm::append_range(result, later);
  return result;
}
