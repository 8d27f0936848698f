//===- ExprEncoder.cpp - Expressions as terms -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/ExprEncoder.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using smt::Term;
using smt::TermKind;
using Kind = Value::Kind;
using Result = ExprEncoder::Result;

namespace tioga {

/// One expression on its way into terms; shared parts are encoded once.
class ExprEncoding {
public:
  ExprEncoding(ExprEncoder &encoder, ExprEncoder::Resolver resolve)
      : encoder(encoder), terms(encoder.terms), resolve(resolve) {}

  std::optional<Result> encode(Expr expr);

private:
  using Operands = llvm::ArrayRef<SymbolicValue>;

  std::optional<Result> encodeNode(Expr expr);
  std::optional<Result> encodeAndOr(Expr expr);
  std::optional<Result> encodeIf(Expr expr);
  std::optional<Result> encodeStrict(Expr expr);
  std::optional<SymbolicValue> encodeOperator(Expr expr, Operands operands,
                                              Term &defined);
  std::optional<SymbolicValue>
  encodeArithmetic(ExprKind kind, Operands operands, Term &defined);
  SymbolicValue encodeComparison(ExprKind kind, Operands operands);
  std::optional<SymbolicValue> encodeIndex(const SymbolicValue &base,
                                           const SymbolicValue &index,
                                           Term &defined);
  std::optional<SymbolicValue> encodeRecord(Expr expr, Operands operands);
  SymbolicValue encodeCollection(Expr expr, Operands operands);
  std::optional<SymbolicValue> encodeCall(Builtin builtin, Operands operands,
                                          Term &defined);
  SymbolicValue encodeSetOperation(Builtin builtin, Operands operands);
  SymbolicValue encodeRemove(const SymbolicValue &collection,
                             const SymbolicValue &key);
  SymbolicValue encodePut(Operands operands, Term &defined);
  SymbolicValue encodeNumberCall(Builtin builtin, Operands operands);

  ExprEncoder &encoder;
  smt::TermContext &terms;
  ExprEncoder::Resolver resolve;
  llvm::DenseMap<Expr, Result> memo;
};

} // namespace tioga

std::optional<Result> ExprEncoding::encode(Expr expr) {
  auto found = memo.find(expr);
  if (found != memo.end())
    return found->second;
  std::optional<Result> result = encodeNode(expr);
  if (result)
    memo.try_emplace(expr, *result);
  return result;
}

std::optional<Result> ExprEncoding::encodeNode(Expr expr) {
  switch (expr.getKind()) {
  case ExprKind::BoolLit:
    return Result{encoder.getBool(terms.getBool(expr.getBool())),
                  terms.getTrue()};
  case ExprKind::IntLit:
  case ExprKind::RealLit:
    return Result{encoder.getConstant(Value(expr.getNumber())),
                  terms.getTrue()};
  case ExprKind::EnumLit:
    return Result{
        encoder.getConstant(Value::getEnum(expr.getEnumName(), expr.getName())),
        terms.getTrue()};
  case ExprKind::Name:
    if (const SymbolicValue *value = resolve(expr))
      return Result{*value, terms.getTrue()};
    return std::nullopt;
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Implies:
    return encodeAndOr(expr);
  case ExprKind::If:
    return encodeIf(expr);
  default:
    return encodeStrict(expr);
  }
}

/// An operand counts, and has to be defined, only if those before it did not
/// decide.
std::optional<Result> ExprEncoding::encodeAndOr(Expr expr) {
  llvm::SmallVector<Term> values, defined;
  Term reached = terms.getTrue();
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    std::optional<Result> result = encode(operand);
    if (!result || result->value.kind != Kind::Bool)
      return std::nullopt;
    Term value = result->value.term;
    defined.push_back(terms.getImplies(reached, result->defined));
    // `a => b` is `!a || b`.
    bool negate = expr.is(ExprKind::Implies) && index == 0;
    values.push_back(negate ? terms.getNot(value) : value);
    // Needed only where something later may be undefined.
    Term undecided =
        expr.is(ExprKind::And) ? values.back() : terms.getNot(values.back());
    reached = terms.getAnd(reached, undecided);
  }
  Term value;
  if (expr.is(ExprKind::Implies))
    value = terms.getImplies(terms.getNot(values[0]), values[1]);
  else
    value = expr.is(ExprKind::And) ? terms.getAnd(values) : terms.getOr(values);
  return Result{encoder.getBool(value), terms.getAnd(defined)};
}

/// Whether two values can be parts of one: arrays of different sizes cannot.
static bool haveSameShape(const SymbolicValue &a, const SymbolicValue &b) {
  if (a.kind != b.kind || a.fieldNames != b.fieldNames)
    return false;
  if (a.kind != Kind::Array && a.kind != Kind::Record)
    return true;
  return a.elements.size() == b.elements.size() &&
         llvm::all_of(llvm::zip(a.elements, b.elements), [](auto pair) {
           return haveSameShape(std::get<0>(pair), std::get<1>(pair));
         });
}

std::optional<Result> ExprEncoding::encodeIf(Expr expr) {
  std::optional<Result> condition = encode(expr.getOperand(0));
  std::optional<Result> yes = encode(expr.getOperand(1));
  std::optional<Result> no = encode(expr.getOperand(2));
  if (!condition || !yes || !no || !haveSameShape(yes->value, no->value))
    return std::nullopt;
  Term chosen = condition->value.term;
  return Result{encoder.getIte(chosen, yes->value, no->value),
                terms.getAnd(condition->defined,
                             terms.getIte(chosen, yes->defined, no->defined))};
}

std::optional<Result> ExprEncoding::encodeStrict(Expr expr) {
  llvm::SmallVector<SymbolicValue, 2> operands;
  llvm::SmallVector<Term> conditions;
  for (Expr operand : expr.getOperands()) {
    std::optional<Result> result = encode(operand);
    if (!result)
      return std::nullopt;
    conditions.push_back(result->defined);
    operands.push_back(std::move(result->value));
  }
  Term defined = terms.getTrue();
  std::optional<SymbolicValue> value = encodeOperator(expr, operands, defined);
  if (!value)
    return std::nullopt;
  conditions.push_back(defined);
  return Result{std::move(*value), terms.getAnd(conditions)};
}

std::optional<SymbolicValue>
ExprEncoding::encodeOperator(Expr expr, Operands operands, Term &defined) {
  if (expr.isComparison())
    return encodeComparison(expr.getKind(), operands);
  switch (expr.getKind()) {
  case ExprKind::Not:
    return encoder.getBool(terms.getNot(operands[0].term));
  case ExprKind::Iff:
    return encoder.getBool(terms.getEq(operands[0].term, operands[1].term));
  case ExprKind::In:
    return encoder.getBool(encoder.isMember(operands[1], operands[0]));
  case ExprKind::Index:
    return encodeIndex(operands[0], operands[1], defined);
  case ExprKind::Field:
    if (const SymbolicValue *field = operands[0].lookupField(expr.getName()))
      return *field;
    return std::nullopt;
  case ExprKind::RecordLit:
  case ExprKind::With:
    return encodeRecord(expr, operands);
  case ExprKind::SetLit:
  case ExprKind::ArrayLit:
  case ExprKind::MapLit:
    return encodeCollection(expr, operands);
  case ExprKind::Call:
    return encodeCall(expr.getBuiltin(), operands, defined);
  default:
    return encodeArithmetic(expr.getKind(), operands, defined);
  }
}

SymbolicValue ExprEncoding::encodeComparison(ExprKind kind, Operands operands) {
  if (kind == ExprKind::Eq || kind == ExprKind::Ne) {
    Term equal = encoder.getEqual(operands[0], operands[1]);
    return encoder.getBool(kind == ExprKind::Eq ? equal : terms.getNot(equal));
  }
  TermKind comparison = kind == ExprKind::Lt   ? TermKind::Lt
                        : kind == ExprKind::Le ? TermKind::Le
                        : kind == ExprKind::Gt ? TermKind::Gt
                                               : TermKind::Ge;
  return encoder.getBool(
      terms.getComparison(comparison, operands[0].term, operands[1].term));
}

std::optional<SymbolicValue> ExprEncoding::encodeArithmetic(ExprKind kind,
                                                            Operands operands,
                                                            Term &defined) {
  Term left = operands.front().term, right = operands.back().term;
  if (!left || !right)
    return std::nullopt;
  switch (kind) {
  case ExprKind::Add: {
    llvm::SmallVector<Term> summands;
    for (const SymbolicValue &operand : operands)
      summands.push_back(operand.term);
    return encoder.getNumber(terms.getAdd(summands));
  }
  case ExprKind::Sub:
    return encoder.getNumber(terms.getSub(left, right));
  case ExprKind::Neg:
    return encoder.getNumber(terms.getNeg(left));
  case ExprKind::Mul:
    return encoder.getNumber(terms.getMul(left, right));
  case ExprKind::Div:
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    break;
  default:
    return std::nullopt;
  }
  defined = terms.getNot(terms.getEq(right, terms.getInt(0)));
  TermKind division = kind == ExprKind::Div      ? TermKind::Div
                      : kind == ExprKind::IntDiv ? TermKind::IntDiv
                                                 : TermKind::Mod;
  // `div` and `mod` are for integers only.
  if (division != TermKind::Div &&
      (left.getSort() == smt::Sort::Real || right.getSort() == smt::Sort::Real))
    return std::nullopt;
  return encoder.getNumber(terms.getDivision(division, left, right));
}

//===----------------------------------------------------------------------===//
// Collections
//===----------------------------------------------------------------------===//

std::optional<SymbolicValue>
ExprEncoding::encodeIndex(const SymbolicValue &base, const SymbolicValue &index,
                          Term &defined) {
  if (base.elements.empty()) {
    // There is no element to give, and no shape of one to invent.
    defined = terms.getFalse();
    return encoder.getNumber(terms.getInt(0));
  }
  if (base.kind == Kind::Map) {
    defined = encoder.hasKey(base, index);
    return encoder.lookup(base, index);
  }
  if (base.kind != Kind::Array)
    return std::nullopt;
  SymbolicValue result = base.elements.back();
  llvm::SmallVector<Term> cases;
  for (auto [position, element] : llvm::enumerate(base.elements)) {
    Term here = terms.getEq(index.term, terms.getInt(position));
    cases.push_back(here);
    result = encoder.getIte(here, element, result);
  }
  defined = terms.getOr(cases);
  return result;
}

std::optional<SymbolicValue> ExprEncoding::encodeRecord(Expr expr,
                                                        Operands operands) {
  llvm::MapVector<llvm::StringRef, SymbolicValue> fields;
  if (expr.is(ExprKind::With)) {
    const SymbolicValue &base = operands.front();
    operands = operands.drop_front();
    for (auto [name, value] : llvm::zip(base.fieldNames, base.elements))
      fields[name] = value;
    for (llvm::StringRef name : expr.getFieldNames())
      if (!fields.count(name))
        return std::nullopt;
  }
  for (auto [name, value] : llvm::zip(expr.getFieldNames(), operands))
    fields[name] = value;
  auto sorted = fields.takeVector();
  llvm::sort(sorted,
             [](const auto &a, const auto &b) { return a.first < b.first; });
  SymbolicValue result;
  result.kind = Kind::Record;
  for (auto &[name, value] : sorted) {
    result.fieldNames.push_back(name);
    result.elements.push_back(std::move(value));
  }
  return result;
}

SymbolicValue ExprEncoding::encodeCollection(Expr expr, Operands operands) {
  SymbolicValue result;
  result.kind = expr.is(ExprKind::SetLit)     ? Kind::Set
                : expr.is(ExprKind::ArrayLit) ? Kind::Array
                                              : Kind::Map;
  result.elements = operands.vec();
  if (result.kind == Kind::Set)
    result.present.assign(operands.size(), terms.getTrue());
  if (result.kind == Kind::Map)
    result.present.assign(operands.size() / 2, terms.getTrue());
  return result;
}

SymbolicValue ExprEncoding::encodeSetOperation(Builtin builtin,
                                               Operands operands) {
  SymbolicValue result = operands[0];
  const SymbolicValue &other = operands[1];
  if (builtin == Builtin::Union) {
    llvm::append_range(result.elements, other.elements);
    llvm::append_range(result.present, other.present);
    return result;
  }
  for (auto [element, present] : llvm::zip(result.elements, result.present)) {
    Term inOther = encoder.isMember(other, element);
    present = terms.getAnd(
        present, builtin == Builtin::Inter ? inOther : terms.getNot(inOther));
  }
  return result;
}

SymbolicValue ExprEncoding::encodeRemove(const SymbolicValue &collection,
                                         const SymbolicValue &key) {
  SymbolicValue result = collection;
  unsigned stride = collection.kind == Kind::Map ? 2 : 1;
  for (auto [index, present] : llvm::enumerate(result.present))
    present =
        terms.getAnd(present, terms.getNot(encoder.getEqual(
                                  collection.elements[stride * index], key)));
  return result;
}

SymbolicValue ExprEncoding::encodePut(Operands operands, Term &defined) {
  SymbolicValue result = operands[0];
  if (result.kind == Kind::Map) {
    result.elements.push_back(operands[1]);
    result.elements.push_back(operands[2]);
    result.present.push_back(terms.getTrue());
    return result;
  }
  llvm::SmallVector<Term> cases;
  for (auto [position, element] : llvm::enumerate(result.elements)) {
    Term here = terms.getEq(operands[1].term, terms.getInt(position));
    cases.push_back(here);
    element = encoder.getIte(here, operands[2], element);
  }
  defined = terms.getOr(cases);
  return result;
}

SymbolicValue ExprEncoding::encodeNumberCall(Builtin builtin,
                                             Operands operands) {
  Term left = operands.front().term, right = operands.back().term;
  switch (builtin) {
  case Builtin::Min:
    return encoder.getNumber(
        terms.getIte(terms.getLe(left, right), left, right));
  case Builtin::Max:
    return encoder.getNumber(
        terms.getIte(terms.getGe(left, right), left, right));
  default:
    return encoder.getNumber(terms.getIte(terms.getGe(left, terms.getInt(0)),
                                          left, terms.getNeg(left)));
  }
}

std::optional<SymbolicValue>
ExprEncoding::encodeCall(Builtin builtin, Operands operands, Term &defined) {
  const SymbolicValue &first = operands.front();
  switch (builtin) {
  case Builtin::Add: {
    SymbolicValue result = first;
    result.elements.push_back(operands[1]);
    result.present.push_back(terms.getTrue());
    return result;
  }
  case Builtin::Remove:
    return encodeRemove(first, operands[1]);
  case Builtin::IsEmpty:
    return encoder.getBool(terms.getNot(terms.getOr(first.present)));
  case Builtin::Size:
    return encoder.getNumber(encoder.getSize(first));
  case Builtin::Union:
  case Builtin::Inter:
  case Builtin::Diff:
    return encodeSetOperation(builtin, operands);
  case Builtin::Subset:
    return encoder.getBool(encoder.isSubset(first, operands[1]));
  case Builtin::Put:
    if (first.kind != Kind::Map && first.kind != Kind::Array)
      return std::nullopt;
    return encodePut(operands, defined);
  case Builtin::HasKey:
    return encoder.getBool(encoder.hasKey(first, operands[1]));
  case Builtin::Min:
  case Builtin::Max:
  case Builtin::Abs:
    return encodeNumberCall(builtin, operands);
  }
  llvm_unreachable("all built-in functions are encoded");
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

std::optional<Result> ExprEncoder::encode(Expr expr, Resolver resolve) {
  return ExprEncoding(*this, resolve).encode(expr);
}

Term ExprEncoder::encodeCondition(Expr expr, Resolver resolve) {
  if (!expr)
    return terms.getTrue();
  std::optional<Result> result = encode(expr, resolve);
  if (!result || result->value.kind != Kind::Bool)
    return Term();
  return terms.getAnd(result->defined, result->value.term);
}
