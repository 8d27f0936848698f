//===- Evaluate.cpp - Reference evaluation of expressions -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Evaluate.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace tioga;

using Kind = Value::Kind;

llvm::StringRef tioga::describe(EvalFault fault) {
  switch (fault) {
  case EvalFault::None:
    return "no fault";
  case EvalFault::DivisionByZero:
    return "division by zero";
  case EvalFault::MissingKey:
    return "missing key";
  case EvalFault::BadIndex:
    return "index out of bounds";
  case EvalFault::Overflow:
    return "overflow of 64 bits";
  case EvalFault::UnknownName:
    return "unknown name";
  case EvalFault::TypeMismatch:
    return "type mismatch";
  }
  llvm_unreachable("all faults are described");
}

namespace {

/// Expressions beyond this many steps are remembered node by node: sharing
/// could make them exponentially large. Guards end long before it.
constexpr unsigned maxStepsWithoutMemo = 1024;

/// Gives the value of a Name expression.
using NameResolver = llvm::function_ref<EvalResult(Expr name)>;

class Evaluator {
public:
  explicit Evaluator(NameResolver resolve) : resolve(resolve) {}

  EvalResult evaluate(Expr expr);

private:
  EvalResult evaluateNode(Expr expr);
  EvalResult evaluateAndOr(Expr expr);
  EvalResult evaluateImplies(Expr expr);
  EvalResult evaluateIf(Expr expr);
  EvalResult evaluateStrict(Expr expr);

  NameResolver resolve;
  unsigned numSteps = 0;
  llvm::DenseMap<Expr, EvalResult> memo;
};

} // namespace

static EvalResult fault(EvalFault fault) { return {Value(), fault}; }
static EvalResult mismatch() { return fault(EvalFault::TypeMismatch); }
static EvalResult result(bool value) { return {Value(value), EvalFault::None}; }
static EvalResult result(Value value) {
  return {std::move(value), EvalFault::None};
}
static EvalResult result(std::optional<Rational> number) {
  return number ? result(Value(*number)) : fault(EvalFault::Overflow);
}

//===----------------------------------------------------------------------===//
// Operators whose operands are all evaluated
//===----------------------------------------------------------------------===//

static bool areAll(llvm::ArrayRef<Value> values, Kind kind) {
  return llvm::all_of(values, [&](const Value &v) { return v.is(kind); });
}

static EvalResult compareValues(ExprKind kind, const Value &left,
                                const Value &right) {
  if (!left.is(right.getKind()))
    return mismatch();
  int order = Value::compare(left, right);
  if (kind == ExprKind::Eq || kind == ExprKind::Ne)
    return result((order == 0) == (kind == ExprKind::Eq));
  if (!left.is(Kind::Number))
    return mismatch();
  switch (kind) {
  case ExprKind::Lt:
    return result(order < 0);
  case ExprKind::Le:
    return result(order <= 0);
  case ExprKind::Gt:
    return result(order > 0);
  default:
    return result(order >= 0);
  }
}

/// The remainder is never negative, and `a == b * (a div b) + a mod b`.
static EvalResult divideEuclidean(ExprKind kind, Rational left,
                                  Rational right) {
  if (!left.isInteger() || !right.isInteger())
    return mismatch();
  if (right.isZero())
    return fault(EvalFault::DivisionByZero);
  int64_t a = left.getNumerator(), b = right.getNumerator();
  if (b == -1) // INT64_MIN / -1 traps.
    return kind == ExprKind::Mod ? result(Value::getInt(0))
                                 : result(Rational::negate(left));
  int64_t quotient = a / b, remainder = a % b;
  if (remainder < 0) {
    quotient -= b > 0 ? 1 : -1;
    remainder = b > 0 ? remainder + b : remainder - b;
  }
  return result(Value::getInt(kind == ExprKind::Mod ? remainder : quotient));
}

static EvalResult calculate(ExprKind kind, llvm::ArrayRef<Value> operands) {
  if (!areAll(operands, Kind::Number))
    return mismatch();
  Rational left = operands.front().getNumber();
  Rational right = operands.back().getNumber();
  switch (kind) {
  case ExprKind::Neg:
    return result(Rational::negate(left));
  case ExprKind::Sub:
    return result(Rational::sub(left, right));
  case ExprKind::Mul:
    return result(Rational::mul(left, right));
  case ExprKind::Div:
    if (right.isZero())
      return fault(EvalFault::DivisionByZero);
    return result(Rational::div(left, right));
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    return divideEuclidean(kind, left, right);
  default:
    break;
  }
  assert(kind == ExprKind::Add && "no other arithmetic");
  std::optional<Rational> sum = left;
  for (const Value &operand : operands.drop_front()) {
    sum = Rational::add(*sum, operand.getNumber());
    if (!sum)
      break;
  }
  return result(sum);
}

/// The position of an element in an array, if `index` is one.
static std::optional<size_t> getPosition(const Value &array,
                                         const Value &index) {
  Rational number = index.getNumber();
  if (!index.is(Kind::Number) || !number.isInteger() || number.isNegative() ||
      uint64_t(number.getNumerator()) >= array.getElements().size())
    return std::nullopt;
  return size_t(number.getNumerator());
}

static EvalResult getElement(const Value &base, const Value &index) {
  if (base.is(Kind::Map)) {
    const Value *found = base.lookup(index);
    return found ? result(*found) : fault(EvalFault::MissingKey);
  }
  if (!base.is(Kind::Array) || !index.is(Kind::Number))
    return mismatch();
  std::optional<size_t> position = getPosition(base, index);
  if (!position)
    return fault(EvalFault::BadIndex);
  return result(base.getElements()[*position]);
}

using Entries = std::vector<std::pair<Value, Value>>;

static Entries getEntries(const Value &map) {
  Entries entries;
  llvm::ArrayRef<Value> elements = map.getElements();
  for (size_t index = 0; index < elements.size(); index += 2)
    entries.push_back({elements[index], elements[index + 1]});
  return entries;
}

static EvalResult makeRecord(Expr expr, llvm::ArrayRef<Value> operands) {
  std::vector<std::pair<llvm::StringRef, Value>> fields;
  if (expr.is(ExprKind::With)) {
    const Value &base = operands.front();
    operands = operands.drop_front();
    if (!base.is(Kind::Record))
      return mismatch();
    for (llvm::StringRef name : expr.getFieldNames())
      if (!base.lookupField(name))
        return mismatch();
    for (auto [name, value] :
         llvm::zip(base.getFieldNames(), base.getElements()))
      fields.push_back({name, value});
  }
  for (auto [name, value] : llvm::zip(expr.getFieldNames(), operands))
    fields.push_back({name, value});
  return result(Value::getRecord(std::move(fields)));
}

static EvalResult makeCollection(Expr expr, llvm::ArrayRef<Value> operands) {
  if (expr.is(ExprKind::SetLit))
    return result(Value::getSet(operands.vec()));
  if (expr.is(ExprKind::ArrayLit))
    return result(Value::getArray(operands.vec()));
  Entries entries;
  for (size_t index = 0; index < operands.size(); index += 2)
    entries.push_back({operands[index], operands[index + 1]});
  return result(Value::getMap(std::move(entries)));
}

//===----------------------------------------------------------------------===//
// Built-in functions
//===----------------------------------------------------------------------===//

static EvalResult combineSets(Builtin builtin, const Value &left,
                              const Value &right) {
  if (!left.is(Kind::Set) || !right.is(Kind::Set))
    return mismatch();
  llvm::ArrayRef<Value> a = left.getElements(), b = right.getElements();
  if (builtin == Builtin::Subset)
    return result(std::includes(b.begin(), b.end(), a.begin(), a.end()));
  std::vector<Value> combined;
  auto out = std::back_inserter(combined);
  if (builtin == Builtin::Union)
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), out);
  else if (builtin == Builtin::Inter)
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out);
  else
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), out);
  return result(Value::getSet(std::move(combined)));
}

static EvalResult removeFrom(const Value &collection, const Value &key) {
  if (collection.is(Kind::Set)) {
    std::vector<Value> elements = collection.getElements().vec();
    llvm::erase(elements, key);
    return result(Value::getSet(std::move(elements)));
  }
  if (!collection.is(Kind::Map))
    return mismatch();
  Entries entries = getEntries(collection);
  llvm::erase_if(entries, [&](const auto &e) { return e.first == key; });
  return result(Value::getMap(std::move(entries)));
}

static EvalResult putInto(const Value &collection, const Value &key,
                          const Value &value) {
  if (collection.is(Kind::Map)) {
    Entries entries = getEntries(collection);
    entries.push_back({key, value});
    return result(Value::getMap(std::move(entries)));
  }
  if (!collection.is(Kind::Array) || !key.is(Kind::Number))
    return mismatch();
  std::optional<size_t> position = getPosition(collection, key);
  if (!position)
    return fault(EvalFault::BadIndex);
  std::vector<Value> elements = collection.getElements().vec();
  elements[*position] = value;
  return result(Value::getArray(std::move(elements)));
}

static EvalResult callOnNumbers(Builtin builtin,
                                llvm::ArrayRef<Value> operands) {
  if (!areAll(operands, Kind::Number))
    return mismatch();
  Rational left = operands.front().getNumber();
  Rational right = operands.back().getNumber();
  if (builtin == Builtin::Abs)
    return left.isNegative() ? result(Rational::negate(left))
                             : result(Value(left));
  return result(
      Value((left < right) == (builtin == Builtin::Min) ? left : right));
}

static EvalResult call(Builtin builtin, llvm::ArrayRef<Value> operands) {
  const Value &first = operands.front();
  switch (builtin) {
  case Builtin::Add: {
    if (!first.is(Kind::Set))
      return mismatch();
    std::vector<Value> elements = first.getElements().vec();
    elements.push_back(operands[1]);
    return result(Value::getSet(std::move(elements)));
  }
  case Builtin::Remove:
    return removeFrom(first, operands[1]);
  case Builtin::IsEmpty:
  case Builtin::Size: {
    if (!first.is(Kind::Set) && !first.is(Kind::Map))
      return mismatch();
    size_t size = first.getElements().size() / (first.is(Kind::Map) ? 2 : 1);
    return builtin == Builtin::IsEmpty ? result(size == 0)
                                       : result(Value::getInt(size));
  }
  case Builtin::Union:
  case Builtin::Inter:
  case Builtin::Diff:
  case Builtin::Subset:
    return combineSets(builtin, first, operands[1]);
  case Builtin::Put:
    return putInto(first, operands[1], operands[2]);
  case Builtin::HasKey:
    if (!first.is(Kind::Map))
      return mismatch();
    return result(first.lookup(operands[1]) != nullptr);
  case Builtin::Min:
  case Builtin::Max:
  case Builtin::Abs:
    return callOnNumbers(builtin, operands);
  }
  llvm_unreachable("all built-in functions are handled");
}

//===----------------------------------------------------------------------===//
// Evaluator
//===----------------------------------------------------------------------===//

EvalResult Evaluator::evaluate(Expr expr) {
  if (++numSteps <= maxStepsWithoutMemo || expr.getNumOperands() == 0)
    return evaluateNode(expr);
  auto found = memo.find(expr);
  if (found != memo.end())
    return found->second;
  EvalResult computed = evaluateNode(expr);
  memo.try_emplace(expr, computed);
  return computed;
}

EvalResult Evaluator::evaluateNode(Expr expr) {
  switch (expr.getKind()) {
  case ExprKind::BoolLit:
    return result(expr.getBool());
  case ExprKind::IntLit:
  case ExprKind::RealLit:
    return result(Value(expr.getNumber()));
  case ExprKind::EnumLit:
    return result(Value::getEnum(expr.getEnumName(), expr.getName()));
  case ExprKind::Name:
    return resolve(expr);
  case ExprKind::And:
  case ExprKind::Or:
    return evaluateAndOr(expr);
  case ExprKind::Implies:
    return evaluateImplies(expr);
  case ExprKind::If:
    return evaluateIf(expr);
  default:
    return evaluateStrict(expr);
  }
}

EvalResult Evaluator::evaluateAndOr(Expr expr) {
  bool neutral = expr.is(ExprKind::And);
  for (Expr operand : expr.getOperands()) {
    EvalResult value = evaluate(operand);
    if (!value)
      return value;
    if (!value.value.is(Kind::Bool))
      return mismatch();
    if (value.value.getBool() != neutral)
      return value;
  }
  return result(neutral);
}

EvalResult Evaluator::evaluateImplies(Expr expr) {
  EvalResult left = evaluate(expr.getOperand(0));
  if (!left)
    return left;
  if (!left.value.is(Kind::Bool))
    return mismatch();
  if (!left.value.getBool())
    return result(true);
  EvalResult right = evaluate(expr.getOperand(1));
  if (right && !right.value.is(Kind::Bool))
    return mismatch();
  return right;
}

EvalResult Evaluator::evaluateIf(Expr expr) {
  EvalResult condition = evaluate(expr.getOperand(0));
  if (!condition)
    return condition;
  if (!condition.value.is(Kind::Bool))
    return mismatch();
  return evaluate(expr.getOperand(condition.value.getBool() ? 1 : 2));
}

EvalResult Evaluator::evaluateStrict(Expr expr) {
  llvm::SmallVector<Value, 2> operands;
  for (Expr operand : expr.getOperands()) {
    EvalResult value = evaluate(operand);
    if (!value)
      return value;
    operands.push_back(std::move(value.value));
  }
  ExprKind kind = expr.getKind();
  if (expr.isComparison())
    return compareValues(kind, operands[0], operands[1]);
  switch (kind) {
  case ExprKind::Not:
    return areAll(operands, Kind::Bool) ? result(!operands[0].getBool())
                                        : mismatch();
  case ExprKind::Iff:
    return areAll(operands, Kind::Bool) ? result(operands[0] == operands[1])
                                        : mismatch();
  case ExprKind::In:
    return operands[1].is(Kind::Set)
               ? result(operands[1].lookup(operands[0]) != nullptr)
               : mismatch();
  case ExprKind::Index:
    return getElement(operands[0], operands[1]);
  case ExprKind::Field: {
    const Value *found = operands[0].lookupField(expr.getName());
    return found ? result(*found) : mismatch();
  }
  case ExprKind::RecordLit:
  case ExprKind::With:
    return makeRecord(expr, operands);
  case ExprKind::SetLit:
  case ExprKind::ArrayLit:
  case ExprKind::MapLit:
    return makeCollection(expr, operands);
  case ExprKind::Call:
    return call(expr.getBuiltin(), operands);
  default:
    return calculate(kind, operands);
  }
}

/// The whole path first, then ever shorter prefixes followed by fields.
static EvalResult resolvePath(Expr name, Environment environment) {
  llvm::StringRef path = name.getName();
  if (const Value *value = environment(path, name.isPrimed()))
    return result(*value);
  size_t dot = path.size();
  while ((dot = path.rfind('.', dot)) != llvm::StringRef::npos) {
    const Value *value = environment(path.take_front(dot), name.isPrimed());
    if (!value)
      continue;
    llvm::SmallVector<llvm::StringRef, 4> fields;
    path.drop_front(dot + 1).split(fields, '.');
    for (llvm::StringRef field : fields) {
      value = value->lookupField(field);
      if (!value)
        return mismatch();
    }
    return result(*value);
  }
  return fault(EvalFault::UnknownName);
}

EvalResult tioga::evaluate(Expr expr, Environment environment) {
  return Evaluator([&](Expr name) { return resolvePath(name, environment); })
      .evaluate(expr);
}

EvalResult tioga::evaluate(Expr expr, NameLookup lookup) {
  auto resolve = [&](Expr name) {
    const Value *value = lookup(name);
    return value ? result(*value) : fault(EvalFault::UnknownName);
  };
  return Evaluator(resolve).evaluate(expr);
}

/// A fault other than overflow makes a guard false.
static EvalResult asGuard(EvalResult value) {
  if (value.fault == EvalFault::Overflow)
    return value;
  return result(value && value.value.is(Kind::Bool) && value.value.getBool());
}

EvalResult tioga::evaluateGuard(Expr guard, Environment environment) {
  return guard ? asGuard(evaluate(guard, environment)) : result(true);
}

EvalResult tioga::evaluateGuard(Expr guard, NameLookup lookup) {
  return guard ? asGuard(evaluate(guard, lookup)) : result(true);
}
