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
#include "tioga/Expr/Elements.h"
#include "tioga/Expr/Rewrite.h"

using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

/// Adds what makes `target` have the value: one step for a scalar, one for each
/// element or field that changes.
void TextWriter::addSteps(Expr target, const std::string &text, Expr value,
                          Expr root, std::optional<int64_t> element,
                          llvm::ArrayRef<Expr> indices,
                          std::vector<Step> &steps) {
  ExprContext &exprs = scratch;
  if (value.is(ExprKind::Field))
    value = readField(value.getOperand(0), value.getName(), exprs);
  else if (value.is(ExprKind::Index))
    value = readElement(value.getOperand(0), value.getOperand(1), exprs);
  if (value == target)
    return;
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
  if (value.is(ExprKind::If)) {
    if (auto array = mlir::dyn_cast_or_null<ArrayType>(getType(target))) {
      for (int64_t i = 0; i < array.getSize(); ++i)
        addSteps(exprs.get(ExprKind::Index, target, exprs.getInt(i)),
                 text + "[" + std::to_string(i) + "]",
                 readElement(value, exprs.getInt(i), exprs), root,
                 indices.empty() && target == root ? std::optional<int64_t>(i)
                                                   : element,
                 indices, steps);
      return;
    }
    if (auto record = mlir::dyn_cast_or_null<RecordType>(getType(target))) {
      for (mlir::StringAttr field : record.getNames())
        addSteps(exprs.getField(target, field), text + "." + field.str(),
                 readField(value, field, exprs), root, element, indices, steps);
      return;
    }
  }
  Step step{target, root, element, text, inner, ""};
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

/// Whether the value of a step may be computed before the place is known.
bool TextWriter::canCompute(const Step &step) const {
  mlir::Type type = getType(step.reads.back());
  return type && (mlir::isa<BoolType, EnumType>(type) || isInteger(type)) &&
         llvm::all_of(llvm::ArrayRef(step.reads).drop_back(),
                      [](Expr index) { return index.is(ExprKind::IntLit); });
}

/// Computes all values, then assigns them. What the edge selects is handed
/// over.
std::string TextWriter::writeFunction(llvm::ArrayRef<Step> steps,
                                      llvm::ArrayRef<Assignment> update) {
  std::string name = addDeclared("update");
  std::string body, assignments, parameters, arguments;
  llvm::StringSet<> handedOver;
  for (auto [index, step] : llvm::enumerate(steps)) {
    Expr value = step.reads.back();
    if (!canCompute(step)) {
      fail("the update '" + updateToString(update) + "'");
      return "";
    }
    llvm::SetVector<Expr> names;
    collectNames(value, names);
    for (Expr read : names) {
      const NameInfo *info = scope.lookup(read.getName());
      if (!info || info->kind != NameKind::Parameter ||
          !handedOver.insert(read.getName()).second)
        continue;
      const char *separator = parameters.empty() ? "" : ", ";
      std::string parameter = writeName(read);
      parameters += separator + writeDeclaration(info->type, parameter);
      arguments += separator + parameter;
    }
    if (value.is(ExprKind::IntLit) || value.is(ExprKind::BoolLit)) {
      assignments += "  " + step.target + " = " + step.value + ";\n";
      continue;
    }
    // The range of the place; clocks have none.
    std::string local = "value" + std::to_string(index);
    mlir::Type type = getType(step.place);
    body += "  const " +
            (type ? writeDeclaration(type, local) : "int " + local) + " = " +
            step.value + ";\n";
    assignments += "  " + step.target + " = " + local + ";\n";
  }
  declarations +=
      "void " + name + "(" + parameters + ") {\n" + body + assignments + "}\n";
  return name + "(" + arguments + ")";
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
