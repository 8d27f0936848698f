//===- UpdateText.cpp - Updates as UPPAAL writes them -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our assignments happen at once, UPPAAL's one after the other. They are
// ordered such that nothing is read after it was written. Where there is no
// such order, a function with variables of its own does it.
//
//===----------------------------------------------------------------------===//

#include "Text.h"
#include "tioga/Expr/Rewrite.h"

using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

static bool isPut(Expr expr) {
  return expr.is(ExprKind::Call) && expr.getBuiltin() == Builtin::Put;
}

/// Adds what makes `target` have the value: one step for a scalar, one for each
/// element or field that changes.
void TextWriter::addSteps(Expr target, const std::string &text, Expr value,
                          Expr root, std::optional<int64_t> element,
                          llvm::ArrayRef<Expr> indices,
                          std::vector<Step> &steps) {
  if (value == target)
    return;
  ExprContext &exprs = scratch;
  llvm::SmallVector<Expr, 2> inner(indices);
  if (isPut(value)) {
    Expr array = value.getOperand(0), index = value.getOperand(1);
    addSteps(target, text, array, root, element, indices, steps);
    inner.push_back(index);
    std::optional<int64_t> number = element;
    if (indices.empty() && target == root)
      number = index.is(ExprKind::IntLit) ? std::optional(index.getInt())
                                          : std::nullopt;
    // The element has its old value there, unless it was assigned before.
    addSteps(exprs.get(ExprKind::Index, target, index),
             text + "[" + write(index) + "]", value.getOperand(2), root, number,
             inner, steps);
    return;
  }
  if (value.is(ExprKind::With)) {
    addSteps(target, text, value.getOperand(0), root, element, indices, steps);
    for (auto [field, part] : llvm::zip(value.getFieldNames(),
                                        llvm::drop_begin(value.getOperands())))
      addSteps(exprs.getField(target, field), text + "." + field.str(), part,
               root, element, indices, steps);
    return;
  }
  if (value.is(ExprKind::ArrayLit)) {
    for (auto [index, part] : llvm::enumerate(value.getOperands()))
      addSteps(exprs.get(ExprKind::Index, target, exprs.getInt(index)),
               text + "[" + std::to_string(index) + "]", part, root,
               indices.empty() && target == root ? std::optional<int64_t>(index)
                                                 : element,
               indices, steps);
    return;
  }
  if (value.is(ExprKind::RecordLit)) {
    for (auto [field, part] :
         llvm::zip(value.getFieldNames(), value.getOperands()))
      addSteps(exprs.getField(target, field), text + "." + field.str(), part,
               root, element, indices, steps);
    return;
  }
  Step step{root, element, text, inner, ""};
  step.reads.push_back(value);
  step.value = write(value);
  steps.push_back(std::move(step));
}

/// Whether an expression reads a variable, or, if an element is given, that
/// element of it.
static bool readsRoot(Expr expr, StringRef root,
                      std::optional<int64_t> element) {
  if (expr.is(ExprKind::Name))
    return expr.getName() == root ||
           expr.getName().starts_with(root.str() + ".");
  if (element && expr.is(ExprKind::Index) &&
      expr.getOperand(0).is(ExprKind::Name) &&
      expr.getOperand(0).getName() == root &&
      expr.getOperand(1).is(ExprKind::IntLit))
    return expr.getOperand(1).getInt() == *element;
  return llvm::any_of(expr.getOperands(), [&](Expr operand) {
    return readsRoot(operand, root, element);
  });
}

/// Whether the reader has to come before the writer.
bool TextWriter::hasConflict(const Step &reader, const Step &writer) const {
  return llvm::any_of(reader.reads, [&](Expr expr) {
    return readsRoot(expr, writer.root.getName(), writer.element);
  });
}

std::optional<std::vector<unsigned>>
TextWriter::findOrder(llvm::ArrayRef<Step> steps) const {
  std::vector<unsigned> order, waiting;
  for (unsigned i = 0; i < steps.size(); ++i)
    waiting.push_back(i);
  while (!waiting.empty()) {
    // The first that nobody who waits has to read.
    auto next = llvm::find_if(waiting, [&](unsigned candidate) {
      return llvm::none_of(waiting, [&](unsigned other) {
        return other != candidate &&
               (hasConflict(steps[other], steps[candidate]) ||
                // Of two writers of one variable the first stays first.
                (other < candidate &&
                 steps[other].root == steps[candidate].root));
      });
    });
    if (next == waiting.end())
      return std::nullopt;
    order.push_back(*next);
    waiting.erase(next);
  }
  return order;
}

/// Computes all values, then assigns them.
std::string TextWriter::writeFunction(llvm::ArrayRef<Step> steps,
                                      llvm::ArrayRef<Assignment> update) {
  std::string name = names.addFresh("update");
  std::string body, assignments;
  for (auto [index, step] : llvm::enumerate(steps)) {
    mlir::Type type = getType(step.reads.back());
    bool isScalar = type && (mlir::isa<BoolType>(type) || isInteger(type));
    bool hasIndices =
        llvm::any_of(llvm::ArrayRef(step.reads).drop_back(),
                     [&](Expr read) { return !read.is(ExprKind::IntLit); });
    if (!isScalar || hasIndices) {
      fail("the update '" + updateToString(update) + "'");
      return "";
    }
    std::string value = "value" + std::to_string(index);
    body += "  const " +
            std::string(mlir::isa<BoolType>(type) ? "bool" : "int") + " " +
            value + " = " + step.value + ";\n";
    assignments += "  " + step.target + " = " + value + ";\n";
  }
  declarations += "void " + name + "() {\n" + body + assignments + "}\n";
  return name + "()";
}

std::string TextWriter::writeUpdate(llvm::ArrayRef<Assignment> update) {
  std::vector<Step> steps;
  for (const Assignment &assignment : update) {
    const NameInfo *info = scope.lookup(assignment.target.getName());
    if (info && info->kind == NameKind::Clock && hasClock(assignment.value))
      fail("the assignment of a clock to a clock");
    Expr target = scratch.import(assignment.target);
    addSteps(target, writeName(target), scratch.import(assignment.value),
             target, std::nullopt, {}, steps);
  }
  std::optional<std::vector<unsigned>> order = findOrder(steps);
  if (!order)
    return writeFunction(steps, update);
  std::string text;
  for (unsigned index : *order)
    text += (text.empty() ? "" : ", ") + steps[index].target + " = " +
            steps[index].value;
  return text;
}
