//===- SyncDiagrams.cpp - Synchronous steps as diagrams ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncDiagrams.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tioga;

/// More values than anybody wants as single positions.
static constexpr uint64_t maxValuesPerField = 1 << 16;

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

unsigned FieldSpace::addField(std::vector<Value> values) {
  unsigned bits = llvm::Log2_64_Ceil(values.size());
  fields.push_back({std::move(values), numBits, bits});
  numBits += bits;
  return fields.size() - 1;
}

Diagram FieldSpace::buildField(const Field &field, bool primed, unsigned bit,
                               uint64_t code,
                               llvm::function_ref<Diagram(uint64_t)> getEnd) {
  if (bit == field.numBits)
    return getEnd(code);
  // Past the last value there is nothing to distinguish.
  if (code << (field.numBits - bit) >= field.values.size())
    return getEnd(field.values.size());
  Diagram low = buildField(field, primed, bit + 1, code * 2, getEnd);
  Diagram high = buildField(field, primed, bit + 1, code * 2 + 1, getEnd);
  return store.getNode(getLevel(field, bit, primed), low, high);
}

Diagram FieldSpace::getField(unsigned index, bool primed) {
  const Field &field = fields[index];
  return buildField(field, primed, 0, 0, [&](uint64_t code) {
    return getTerminal(
        field.values[std::min<uint64_t>(code, field.values.size() - 1)]);
  });
}

Diagram FieldSpace::getDomain(unsigned index, bool primed) {
  const Field &field = fields[index];
  return buildField(field, primed, 0, 0, [&](uint64_t code) {
    return DiagramStore::getBool(code < field.values.size());
  });
}

Diagram FieldSpace::getEqual(unsigned index, bool primed, const Value &value) {
  const Field &field = fields[index];
  return buildField(field, primed, 0, 0, [&](uint64_t code) {
    return DiagramStore::getBool(code < field.values.size() &&
                                 field.values[code] == value);
  });
}

Diagram FieldSpace::getCube(llvm::ArrayRef<unsigned> indices, bool primed) {
  std::vector<uint32_t> levels;
  for (unsigned index : indices)
    for (unsigned bit = 0; bit < fields[index].numBits; ++bit)
      levels.push_back(getLevel(fields[index], bit, primed));
  llvm::sort(levels);
  return store.getCube(levels);
}

std::vector<Diagram> FieldSpace::getBits(unsigned index, bool primed) {
  std::vector<Diagram> bits;
  for (unsigned bit = 0; bit < fields[index].numBits; ++bit)
    bits.push_back(store.getVariable(getLevel(fields[index], bit, primed)));
  return bits;
}

std::vector<Value> FieldSpace::pick(Diagram condition,
                                    llvm::ArrayRef<unsigned> indices,
                                    bool primed) {
  llvm::DenseMap<uint32_t, bool> bits;
  for (auto [level, value] : store.pick(condition))
    bits[level] = value;
  std::vector<Value> picked;
  for (unsigned index : indices) {
    const Field &field = fields[index];
    uint64_t code = 0;
    for (unsigned bit = 0; bit < field.numBits; ++bit)
      code = code * 2 + bits.lookup(getLevel(field, bit, primed));
    assert(code < field.values.size() && "the domain is part of the condition");
    picked.push_back(field.values[code]);
  }
  return picked;
}

Diagram FieldSpace::getTerminal(const Value &value) {
  if (value.is(Value::Kind::Bool))
    return DiagramStore::getBool(value.getBool());
  auto [it, inserted] = numbers.try_emplace(value, values.size());
  if (inserted)
    values.push_back(value);
  return store.getTerminal(it->second);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Applies the operator to its operands, from left to right.
SyncDiagrams::Compiled
SyncDiagrams::applyNode(Expr expr, llvm::ArrayRef<Compiled> operands) {
  ExprContext &context = space.getExprContext();
  llvm::SmallVector<Expr, 3> names;
  for (size_t index = 0; index < operands.size(); ++index)
    names.push_back(context.getName("operand" + std::to_string(index)));
  Expr pattern =
      expr.is(ExprKind::Field) ? Expr() : context.withOperands(expr, names);
  bool faults = false;
  auto evaluateAt = [&](llvm::ArrayRef<Diagram> terminals) -> EvalResult {
    auto lookup = [&](Expr name) -> const Value * {
      Diagram end = terminals[llvm::find(names, name) - names.begin()];
      return space.isFault(end) ? nullptr : &space.getValueOf(end);
    };
    if (pattern)
      return evaluate(pattern, NameLookup(lookup));
    const Value *record = lookup(names.front());
    const Value *field = record ? record->lookupField(expr.getName()) : nullptr;
    return field ? EvalResult{*field}
                 : EvalResult{Value(), EvalFault::MissingKey};
  };
  llvm::SmallVector<Diagram, 3> diagrams;
  for (const Compiled &operand : operands)
    diagrams.push_back(operand.diagram);
  Diagram result =
      store.apply(diagrams, [&](llvm::ArrayRef<Diagram> terminals) {
        EvalResult value = evaluateAt(terminals);
        if (value)
          return space.getTerminal(value.value);
        if (value.fault == EvalFault::Overflow)
          problem = "overflow of 64 bits in '" + expr.str() + "'";
        faults = true;
        return space.getFault();
      });
  return {result, faults};
}

/// Two operands at a time: the result of `&&`, `||` and `+` is the same, and
/// fewer combinations are looked at.
SyncDiagrams::Compiled
SyncDiagrams::compileFold(Expr expr, llvm::ArrayRef<Compiled> operands) {
  Compiled result = operands.front();
  for (const Compiled &operand : operands.drop_front())
    result = applyNode(expr, {result, operand});
  return result;
}

/// Connectives of operands that always have a value.
SyncDiagrams::Compiled
SyncDiagrams::compileBoolean(Expr expr, llvm::ArrayRef<Compiled> operands) {
  Diagram result = operands.front().diagram;
  auto second = [&] { return operands[1].diagram; };
  switch (expr.getKind()) {
  case ExprKind::Not:
    return {store.getNot(result), false};
  case ExprKind::Implies:
    return {store.getImplies(result, second()), false};
  case ExprKind::Iff:
    return {store.getIff(result, second()), false};
  case ExprKind::If:
    return {store.getIte(result, second(), operands[2].diagram), false};
  default:
    break;
  }
  for (const Compiled &operand : operands.drop_front())
    result = expr.is(ExprKind::And) ? store.getAnd(result, operand.diagram)
                                    : store.getOr(result, operand.diagram);
  return {result, false};
}

SyncDiagrams::Compiled SyncDiagrams::compileNode(Expr expr) {
  if (expr.is(ExprKind::Name)) {
    const Slot *slot = system.lookup(expr);
    assert(slot && slot->kind == Slot::Kind::Variable &&
           "a contract has variables only");
    return {space.getField(fields[slot->index], slot->primed), false};
  }
  llvm::SmallVector<Compiled, 3> operands;
  bool faults = false;
  for (Expr operand : expr.getOperands()) {
    operands.push_back(memo.lookup(operand));
    faults |= operands.back().faults;
  }
  switch (expr.getKind()) {
  case ExprKind::Not:
  case ExprKind::Implies:
  case ExprKind::Iff:
  case ExprKind::If:
    return faults ? applyNode(expr, operands) : compileBoolean(expr, operands);
  case ExprKind::And:
  case ExprKind::Or:
    return faults ? compileFold(expr, operands)
                  : compileBoolean(expr, operands);
  case ExprKind::Add:
    return compileFold(expr, operands);
  default:
    return applyNode(expr, operands);
  }
}

/// What has no value does not hold (V3).
Diagram SyncDiagrams::compile(Expr condition) {
  if (!condition)
    return DiagramStore::trueDiagram;
  walk(condition, [&](Expr node) {
    if (!memo.count(node)) {
      Compiled compiled = compileNode(node);
      memo.try_emplace(node, compiled);
    }
  });
  Compiled compiled = memo.lookup(condition);
  if (!compiled.faults)
    return compiled.diagram;
  return store.apply(compiled.diagram, [](llvm::ArrayRef<Diagram> end) {
    return DiagramStore::getBool(end.front() == DiagramStore::trueDiagram);
  });
}

//===----------------------------------------------------------------------===//
// Systems
//===----------------------------------------------------------------------===//

bool SyncDiagrams::addFields(const SyncDiagrams *shared) {
  for (const SystemVariable &variable : system.getVariables()) {
    if (shared && variable.owner != Owner::Hidden) {
      const Slot *slot = shared->system.lookup(variable.getName());
      if (slot && slot->kind == Slot::Kind::Variable &&
          shared->system.getVariables()[slot->index].owner != Owner::Hidden) {
        fields.push_back(shared->fields[slot->index]);
        continue;
      }
    }
    auto values = enumerateDomain(variable.type, maxValuesPerField);
    if (!values) {
      problem = ("'" + variable.getName() + "' has no bound, or more than " +
                 llvm::Twine(maxValuesPerField) + " values")
                    .str();
      return false;
    }
    if (values->empty()) {
      problem = ("'" + variable.getName() + "' has no value").str();
      return false;
    }
    fields.push_back(space.addField(std::move(*values)));
  }
  return true;
}

void SyncDiagrams::addConjuncts(bool first) {
  auto &conjuncts = first ? initialConjuncts : stepConjuncts;
  auto &assumptions = first ? initialAssumptions : stepAssumptions;
  for (const SystemConjunct &conjunct :
       first ? system.getInitialConjuncts() : system.getStepConjuncts()) {
    assumptions.push_back(compile(conjunct.assume));
    conjuncts.push_back(
        store.getImplies(assumptions.back(), compile(conjunct.guarantee)));
  }
}

SyncDiagrams::SyncDiagrams(FieldSpace &space, const System &system,
                           const SyncDiagrams *shared)
    : space(space), store(space.getStore()), system(system) {
  if (!addFields(shared))
    return;
  addConjuncts(true);
  addConjuncts(false);
  if (store.isExhausted())
    problem = "the limit of nodes was reached";
}

std::vector<unsigned>
SyncDiagrams::getFields(llvm::function_ref<bool(Owner)> wanted) const {
  std::vector<unsigned> result;
  for (auto [variable, field] : llvm::zip(system.getVariables(), fields))
    if (wanted(variable.owner))
      result.push_back(field);
  return result;
}

Diagram SyncDiagrams::getDomain(bool inputs, bool primed) const {
  Diagram result = DiagramStore::trueDiagram;
  for (unsigned field : getFields(
           [&](Owner owner) { return (owner == Owner::Input) == inputs; }))
    result = store.getAnd(result, space.getDomain(field, primed));
  return result;
}

Diagram SyncDiagrams::getDomain(bool primed) const {
  return store.getAnd(getDomain(true, primed), getDomain(false, primed));
}

Diagram SyncDiagrams::getRelation(bool first) const {
  Diagram result = getDomain(/*primed=*/true);
  for (Diagram conjunct : first ? initialConjuncts : stepConjuncts)
    result = store.getAnd(result, conjunct);
  return result;
}
