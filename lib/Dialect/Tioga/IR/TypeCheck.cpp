//===- TypeCheck.cpp - Types of expressions ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions carry no types: they are inferred from the declarations. What is
// accepted here evaluates without type mismatch (lib/Expr/Evaluate.cpp).
//
// `{}` and `{->}` have the none type for elements, keys and values; it joins
// with every other type.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinTypes.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

static Type join(Type a, Type b);

static Type joinRecords(RecordType a, RecordType b) {
  if (a.getNames().size() != b.getNames().size())
    return {};
  SmallVector<Type> types;
  for (auto [name, type] : llvm::zip(a.getNames(), a.getTypes())) {
    Type other = b.getFieldType(name.getValue());
    Type joined = other ? join(type, other) : Type();
    if (!joined)
      return {};
    types.push_back(joined);
  }
  return RecordType::get(a.getContext(), a.getNames(), types);
}

/// The smallest type that both belong to, ranges widened to `int`; null if
/// values of the two cannot be compared.
static Type join(Type a, Type b) {
  if (a == b || isa<NoneType>(b))
    return a;
  if (isa<NoneType>(a))
    return b;
  MLIRContext *context = a.getContext();
  if (isInteger(a) && isInteger(b))
    return IntType::get(context);
  if (isNumeric(a) && isNumeric(b))
    return RealType::get(context);
  return llvm::TypeSwitch<Type, Type>(a)
      .Case([&](SetType set) -> Type {
        auto other = dyn_cast<SetType>(b);
        Type element =
            other ? join(set.getElement(), other.getElement()) : Type();
        return element ? SetType::get(context, element) : Type();
      })
      .Case([&](MapType map) -> Type {
        auto other = dyn_cast<MapType>(b);
        Type key = other ? join(map.getKey(), other.getKey()) : Type();
        Type value = other ? join(map.getValue(), other.getValue()) : Type();
        return key && value ? MapType::get(context, key, value) : Type();
      })
      .Case([&](ArrayType array) -> Type {
        auto other = dyn_cast<ArrayType>(b);
        if (!other || other.getSize() != array.getSize())
          return {};
        Type element = join(array.getElement(), other.getElement());
        return element ? ArrayType::get(context, array.getSize(), element)
                       : Type();
      })
      .Case([&](RecordType record) -> Type {
        auto other = dyn_cast<RecordType>(b);
        return other ? joinRecords(record, other) : Type();
      })
      .Default([](Type) { return Type(); });
}

//===----------------------------------------------------------------------===//
// Checker
//===----------------------------------------------------------------------===//

/// The text of an expression, cut to what a message can hold.
static std::string quote(Expr expr) {
  constexpr size_t maxLength = 60;
  std::string text = expr.str();
  if (text.size() > maxLength)
    text = text.substr(0, maxLength - 3) + "...";
  return "'" + text + "'";
}

static std::string quote(StringRef name) { return "'" + name.str() + "'"; }

namespace {

/// The type of an expression and how many clocks are added and subtracted in
/// it. A null type stands for an error that has been reported.
struct Info {
  Type type;
  unsigned plus = 0;
  unsigned minus = 0;

  Info() = default;
  Info(Type type, unsigned plus = 0, unsigned minus = 0)
      : type(type), plus(plus), minus(minus) {}
  bool hasClocks() const { return plus + minus != 0; }
};

/// Expressions beyond this many steps are remembered node by node: sharing
/// could make them exponentially large.
constexpr unsigned maxStepsWithoutMemo = 1024;

class Checker {
public:
  Checker(const Scope &scope, const ExprRules &rules, MLIRContext *context,
          TypeErrorHandler onError)
      : scope(scope), rules(rules), context(context), onError(onError) {}

  /// Operand positions that lead to what is checked next.
  SmallVector<unsigned, 8> path;

  Info check(Expr expr);
  /// The same for places where no clock may stand by itself.
  Type checkData(Expr expr);
  Type expectData(Expr expr, llvm::function_ref<bool(Type)> isExpected,
                  StringRef expected);
  Type expectBool(Expr expr) {
    return expectData(
        expr, [](Type type) { return isa<BoolType>(type); }, "bool");
  }
  Info expectNumber(Expr expr);
  Type fail(const Twine &message) {
    onError(path, message);
    return {};
  }

private:
  Info checkNode(Expr expr);
  Info checkName(Expr name);
  Type checkEnumLiteral(Expr literal);
  Type checkBooleans(Expr expr);
  Type checkComparison(Expr expr);
  Type checkIn(Expr expr);
  Info checkSum(Expr expr);
  Type checkProduct(Expr expr);
  Info checkIf(Expr expr);
  Type checkElements(Expr expr);
  Type checkMapLiteral(Expr expr);
  Type checkRecord(Expr expr);
  Type checkIndex(Expr expr);
  Type checkField(Expr expr);
  Type checkWith(Expr expr);
  Type checkCall(Expr expr);
  Type checkSetCall(Expr expr);
  Type checkRemove(Expr expr);
  Type checkPut(Expr expr);
  Type checkNumericCall(Expr expr);

  /// Runs one of the checks above on an operand.
  template <typename Fn>
  auto atOperand(unsigned index, Fn fn) {
    path.push_back(index);
    auto result = fn();
    path.pop_back();
    return result;
  }
  Info operand(Expr expr, unsigned index) {
    return atOperand(index, [&] { return check(expr.getOperand(index)); });
  }
  Type dataOperand(Expr expr, unsigned index) {
    return atOperand(index, [&] { return checkData(expr.getOperand(index)); });
  }
  Type boolOperand(Expr expr, unsigned index) {
    return atOperand(index, [&] { return expectBool(expr.getOperand(index)); });
  }
  Info numberOperand(Expr expr, unsigned index) {
    return atOperand(index,
                     [&] { return expectNumber(expr.getOperand(index)); });
  }
  Type integerOperand(Expr expr, unsigned index) {
    return atOperand(index, [&] {
      return expectData(expr.getOperand(index), isInteger, "int");
    });
  }
  /// Reports that an operand suits neither `expected` nor what goes with it.
  Type failAt(Expr expr, unsigned index, Type type, const Twine &expected) {
    return atOperand(index, [&] {
      return fail(quote(expr.getOperand(index)) + " is " + typeToString(type) +
                  ", expected " + expected);
    });
  }
  /// The type of an operand that has to fit beside `other`.
  Type joinOperand(Expr expr, unsigned index, Type other) {
    Type type = dataOperand(expr, index);
    if (!type)
      return {};
    Type joined = join(other, type);
    return joined ? joined : failAt(expr, index, type, typeToString(other));
  }

  Type getBool() { return BoolType::get(context); }
  Type getInt() { return IntType::get(context); }
  Type getReal() { return RealType::get(context); }

  const Scope &scope;
  const ExprRules &rules;
  MLIRContext *context;
  TypeErrorHandler onError;
  unsigned numSteps = 0;
  llvm::DenseMap<Expr, Info> memo;
};

} // namespace

Info Checker::check(Expr expr) {
  if (++numSteps <= maxStepsWithoutMemo || expr.getNumOperands() == 0)
    return checkNode(expr);
  auto found = memo.find(expr);
  if (found != memo.end())
    return found->second;
  Info info = checkNode(expr);
  memo.try_emplace(expr, info);
  return info;
}

Type Checker::checkData(Expr expr) {
  Info info = check(expr);
  if (info.type && info.hasClocks()) // expr_c4
    return fail(quote(expr) + " mentions a clock, which may only be compared, "
                              "alone or with another subtracted");
  return info.type;
}

Type Checker::expectData(Expr expr, llvm::function_ref<bool(Type)> isExpected,
                         StringRef expected) {
  Type type = checkData(expr);
  if (type && !isExpected(type)) // expr_c1
    return fail(quote(expr) + " is " + typeToString(type) + ", expected " +
                expected);
  return type;
}

Info Checker::expectNumber(Expr expr) {
  Info info = check(expr);
  if (info.type && !isNumeric(info.type)) // expr_c1
    return fail(quote(expr) + " is " + typeToString(info.type) +
                ", expected a number");
  return info;
}

Info Checker::checkNode(Expr expr) {
  switch (expr.getKind()) {
  case ExprKind::BoolLit:
    return getBool();
  case ExprKind::IntLit:
    return getInt();
  case ExprKind::RealLit:
    return getReal();
  case ExprKind::EnumLit:
    return checkEnumLiteral(expr);
  case ExprKind::Name:
    return checkName(expr);
  case ExprKind::Not:
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Implies:
  case ExprKind::Iff:
    return checkBooleans(expr);
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Gt:
  case ExprKind::Ge:
    return checkComparison(expr);
  case ExprKind::In:
    return checkIn(expr);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Neg:
    return checkSum(expr);
  case ExprKind::Mul:
  case ExprKind::Div:
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    return checkProduct(expr);
  case ExprKind::If:
    return checkIf(expr);
  case ExprKind::SetLit:
  case ExprKind::ArrayLit:
    return checkElements(expr);
  case ExprKind::MapLit:
    return checkMapLiteral(expr);
  case ExprKind::RecordLit:
    return checkRecord(expr);
  case ExprKind::Index:
    return checkIndex(expr);
  case ExprKind::Field:
    return checkField(expr);
  case ExprKind::With:
    return checkWith(expr);
  case ExprKind::Call:
    return checkCall(expr);
  }
  llvm_unreachable("all kinds of expressions are checked");
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

static StringRef describe(NameKind kind) {
  switch (kind) {
  case NameKind::Variable:
    return "variable";
  case NameKind::Clock:
    return "clock";
  case NameKind::Parameter:
    return "parameter";
  case NameKind::Control:
    return "control variable";
  }
  llvm_unreachable("all kinds of names are described");
}

static std::string suggestName(StringRef name, const Scope &scope) {
  Suggestion suggestion(name);
  scope.forEachName(
      [&](StringRef candidate) { suggestion.consider(candidate); });
  return suggestion.str();
}

/// Why a declared name may not stand where it does; empty if it may.
static std::string getObjection(Expr name, const NameInfo &info,
                                const ExprRules &rules) {
  if (info.kind == NameKind::Clock && !rules.allowClocks) // expr_c4
    return "clock " + quote(name) + " is not allowed here";
  if (info.kind == NameKind::Control && !rules.allowControls) // expr_c5
    return "control variable " + quote(name) + " is not allowed here";
  if (info.kind != NameKind::Variable) // expr_c3
    return name.isPrimed() ? describe(info.kind).str() + " " +
                                 quote(name.getName()) + " has no primed value"
                           : std::string();
  if (!name.isPrimed()) // expr_c3
    return rules.allowUnprimed
               ? std::string()
               : quote(name) + " is not primed, but there is no old value here";
  if (!rules.allowPrimed) // expr_c3
    return quote(name) + " is primed, but there is no new value here";
  if (!rules.primedOwners.empty() &&
      !llvm::is_contained(rules.primedOwners, info.owner)) // expr_c3
    return quote(name) + " is primed, but the new value of an " +
           stringifyOwner(info.owner).str() + " is not known here";
  return {};
}

Info Checker::checkName(Expr name) {
  Type type;
  const NameInfo *info = scope.lookup(name.getName(), &type);
  if (!info) // expr_c2
    return fail(quote(name.getName()) + " is not declared" +
                suggestName(name.getName(), scope));
  if (!type) // expr_c2
    return fail(quote(name.getName()) + " has a field that " +
                typeToString(info->type) + " lacks");
  std::string objection = getObjection(name, *info, rules);
  if (!objection.empty())
    return fail(objection);
  return Info(type, info->kind == NameKind::Clock ? 1 : 0);
}

Type Checker::checkEnumLiteral(Expr literal) {
  EnumType type = scope.lookupEnum(literal.getEnumName());
  if (!type) // expr_c2
    return fail("enumeration " + quote(literal.getEnumName()) +
                " is not declared");
  if (type.getIndex(literal.getName()))
    return type;
  Suggestion suggestion(literal.getName());
  for (StringAttr candidate : type.getLiterals())
    suggestion.consider(candidate.getValue());
  return fail("enumeration " + quote(literal.getEnumName()) +
              " has no literal " + quote(literal.getName()) +
              suggestion.str()); // expr_c2
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Type Checker::checkBooleans(Expr expr) {
  for (unsigned index = 0; index < expr.getNumOperands(); ++index)
    if (!boolOperand(expr, index))
      return {};
  return getBool();
}

Type Checker::checkComparison(Expr expr) {
  bool isEquality = expr.is(ExprKind::Eq) || expr.is(ExprKind::Ne);
  Info left = isEquality ? operand(expr, 0) : numberOperand(expr, 0);
  if (!left.type)
    return {};
  Info right = isEquality ? operand(expr, 1) : numberOperand(expr, 1);
  if (!right.type)
    return {};
  if (!join(left.type, right.type)) // expr_c1
    return fail("cannot compare " + typeToString(left.type) + " with " +
                typeToString(right.type) + " in " + quote(expr));
  // Seen as `left - right < 0`, at most one clock on each side.
  if (left.plus + right.minus > 1 || left.minus + right.plus > 1) // expr_c4
    return fail(quote(expr) +
                " compares more than a clock or a difference of two");
  return getBool();
}

Type Checker::checkIn(Expr expr) {
  Type element = dataOperand(expr, 0);
  if (!element)
    return {};
  Type type = dataOperand(expr, 1);
  if (!type)
    return {};
  auto set = dyn_cast<SetType>(type);
  if (!set || !join(element, set.getElement())) // expr_c1
    return failAt(expr, 1, type, "set of " + typeToString(element));
  return getBool();
}

Info Checker::checkSum(Expr expr) {
  Info sum(getInt());
  for (unsigned index = 0; index < expr.getNumOperands(); ++index) {
    Info term = numberOperand(expr, index);
    if (!term.type)
      return {};
    bool negative =
        expr.is(ExprKind::Neg) || (expr.is(ExprKind::Sub) && index == 1);
    sum.plus += negative ? term.minus : term.plus;
    sum.minus += negative ? term.plus : term.minus;
    if (isa<RealType>(term.type))
      sum.type = term.type;
  }
  return sum;
}

Type Checker::checkProduct(Expr expr) {
  bool isIntegral = expr.is(ExprKind::IntDiv) || expr.is(ExprKind::Mod);
  Type product = expr.is(ExprKind::Div) ? getReal() : getInt();
  for (unsigned index : {0, 1}) {
    Type factor =
        isIntegral ? integerOperand(expr, index) : atOperand(index, [&] {
          return expectData(expr.getOperand(index), isNumeric, "a number");
        });
    if (!factor)
      return {};
    if (isa<RealType>(factor))
      product = factor;
  }
  return product;
}

Info Checker::checkIf(Expr expr) {
  if (!boolOperand(expr, 0))
    return {};
  Info then = operand(expr, 1);
  if (!then.type)
    return {};
  Info otherwise = operand(expr, 2);
  if (!otherwise.type)
    return {};
  Type type = join(then.type, otherwise.type);
  if (!type) // expr_c1
    return failAt(expr, 2, otherwise.type,
                  typeToString(then.type) + " as in the other branch");
  return Info(type, std::max(then.plus, otherwise.plus),
              std::max(then.minus, otherwise.minus));
}

//===----------------------------------------------------------------------===//
// Collections and records
//===----------------------------------------------------------------------===//

Type Checker::checkElements(Expr expr) {
  Type element = NoneType::get(context);
  for (unsigned index = 0; index < expr.getNumOperands(); ++index) {
    element = joinOperand(expr, index, element);
    if (!element)
      return {};
  }
  if (expr.is(ExprKind::SetLit))
    return SetType::get(context, element);
  if (expr.getNumOperands() == 0) // expr_c1
    return fail("an array has at least one element");
  return ArrayType::get(context, expr.getNumOperands(), element);
}

Type Checker::checkMapLiteral(Expr expr) {
  Type key = NoneType::get(context), value = key;
  for (unsigned index = 0; index < expr.getNumOperands(); ++index) {
    Type &side = index % 2 == 0 ? key : value;
    side = joinOperand(expr, index, side);
    if (!side)
      return {};
  }
  return MapType::get(context, key, value);
}

Type Checker::checkRecord(Expr expr) {
  llvm::StringSet<> seen;
  SmallVector<StringAttr> names;
  SmallVector<Type> types;
  for (auto [index, name] : llvm::enumerate(expr.getFieldNames())) {
    if (!seen.insert(name).second) // expr_c1
      return fail("field " + quote(name) + " occurs twice");
    Type type = dataOperand(expr, index);
    if (!type)
      return {};
    names.push_back(StringAttr::get(context, name));
    types.push_back(type);
  }
  if (names.empty()) // expr_c1
    return fail("a record has at least one field");
  return RecordType::get(context, names, types);
}

Type Checker::checkIndex(Expr expr) {
  Type base = dataOperand(expr, 0);
  if (!base)
    return {};
  if (auto array = dyn_cast<ArrayType>(base))
    return integerOperand(expr, 1) ? array.getElement() : Type();
  auto map = dyn_cast<MapType>(base);
  if (!map || isa<NoneType>(map.getValue())) // expr_c1
    return failAt(expr, 0, base, "an array or a map");
  return joinOperand(expr, 1, map.getKey()) ? map.getValue() : Type();
}

Type Checker::checkField(Expr expr) {
  Type base = dataOperand(expr, 0);
  if (!base)
    return {};
  auto record = dyn_cast<RecordType>(base);
  Type field = record ? record.getFieldType(expr.getName()) : Type();
  if (!field) // expr_c1
    return failAt(expr, 0, base,
                  "a record with field " + quote(expr.getName()));
  return field;
}

Type Checker::checkWith(Expr expr) {
  Type base = dataOperand(expr, 0);
  if (!base)
    return {};
  auto record = dyn_cast<RecordType>(base);
  if (!record) // expr_c1
    return failAt(expr, 0, base, "a record");
  llvm::StringSet<> seen;
  for (auto [index, name] : llvm::enumerate(expr.getFieldNames())) {
    Type field = record.getFieldType(name);
    if (!field) // expr_c1
      return fail(typeToString(base) + " has no field " + quote(name));
    if (!seen.insert(name).second) // expr_c1
      return fail("field " + quote(name) + " occurs twice");
    Type type = dataOperand(expr, index + 1);
    if (!type)
      return {};
    if (!isAssignable(type, field)) // expr_c1
      return failAt(expr, index + 1, type, typeToString(field));
  }
  return record;
}

//===----------------------------------------------------------------------===//
// Built-in functions
//===----------------------------------------------------------------------===//

Type Checker::checkCall(Expr expr) {
  Builtin builtin = expr.getBuiltin();
  switch (builtin) {
  case Builtin::Add:
  case Builtin::Union:
  case Builtin::Inter:
  case Builtin::Diff:
  case Builtin::Subset:
    return checkSetCall(expr);
  case Builtin::Remove:
  case Builtin::HasKey:
    return checkRemove(expr);
  case Builtin::IsEmpty:
  case Builtin::Size: {
    Type type = dataOperand(expr, 0);
    if (type && !isa<SetType, MapType>(type)) // expr_c1
      return failAt(expr, 0, type, "a set or a map");
    return !type ? Type() : builtin == Builtin::IsEmpty ? getBool() : getInt();
  }
  case Builtin::Put:
    return checkPut(expr);
  case Builtin::Min:
  case Builtin::Max:
  case Builtin::Abs:
    return checkNumericCall(expr);
  }
  llvm_unreachable("all built-in functions are checked");
}

Type Checker::checkSetCall(Expr expr) {
  Type type = dataOperand(expr, 0);
  if (!type)
    return {};
  auto set = dyn_cast<SetType>(type);
  if (!set) // expr_c1
    return failAt(expr, 0, type, "a set");
  if (expr.getBuiltin() == Builtin::Add) {
    Type element = joinOperand(expr, 1, set.getElement());
    return element ? SetType::get(context, element) : Type();
  }
  Type joined = joinOperand(expr, 1, set);
  return joined && expr.getBuiltin() == Builtin::Subset ? getBool() : joined;
}

Type Checker::checkRemove(Expr expr) {
  bool isHasKey = expr.getBuiltin() == Builtin::HasKey;
  Type type = dataOperand(expr, 0);
  if (!type)
    return {};
  Type key;
  if (auto map = dyn_cast<MapType>(type))
    key = map.getKey();
  else if (auto set = dyn_cast<SetType>(type))
    key = isHasKey ? Type() : set.getElement();
  if (!key) // expr_c1
    return failAt(expr, 0, type, isHasKey ? "a map" : "a set or a map");
  if (!joinOperand(expr, 1, key))
    return {};
  return isHasKey ? getBool() : type;
}

Type Checker::checkPut(Expr expr) {
  Type type = dataOperand(expr, 0);
  if (!type)
    return {};
  if (auto array = dyn_cast<ArrayType>(type)) {
    if (!integerOperand(expr, 1))
      return {};
    Type element = joinOperand(expr, 2, array.getElement());
    return element ? ArrayType::get(context, array.getSize(), element) : Type();
  }
  auto map = dyn_cast<MapType>(type);
  if (!map) // expr_c1
    return failAt(expr, 0, type, "an array or a map");
  Type key = joinOperand(expr, 1, map.getKey());
  if (!key)
    return {};
  Type value = joinOperand(expr, 2, map.getValue());
  return value ? MapType::get(context, key, value) : Type();
}

Type Checker::checkNumericCall(Expr expr) {
  Type result = getInt();
  for (unsigned index = 0; index < expr.getNumOperands(); ++index) {
    Type type = atOperand(index, [&] {
      return expectData(expr.getOperand(index), isNumeric, "a number");
    });
    if (!type)
      return {};
    if (isa<RealType>(type))
      result = type;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

Type tioga::checkExpr(Expr expr, const Scope &scope, const ExprRules &rules,
                      MLIRContext *context, TypeErrorHandler onError) {
  return Checker(scope, rules, context, onError).checkData(expr);
}

bool tioga::checkCondition(Expr expr, const Scope &scope,
                           const ExprRules &rules, MLIRContext *context,
                           TypeErrorHandler onError) {
  return bool(Checker(scope, rules, context, onError).expectBool(expr));
}

/// The type of a target and what it is; null after reporting an error.
static const NameInfo *checkTarget(Expr target, const Scope &scope,
                                   const ExprRules &rules, Checker &checker,
                                   Type &type) {
  const NameInfo *info = scope.lookup(target.getName(), &type);
  if (!info) // update_c1
    checker.fail(quote(target.getName()) + " is not declared" +
                 suggestName(target.getName(), scope));
  else if (!type) // update_c1
    checker.fail(quote(target.getName()) + " has a field that " +
                 typeToString(info->type) + " lacks");
  else if (info->kind == NameKind::Control ||
           (info->kind == NameKind::Parameter &&
            !rules.allowParamTargets)) // update_c1
    checker.fail("cannot assign to " + describe(info->kind) + " " +
                 quote(target.getName()));
  else if (info->kind == NameKind::Clock && !rules.allowClocks) // update_c1
    checker.fail("cannot assign to clock " + quote(target.getName()) + " here");
  else
    return info;
  return nullptr;
}

bool tioga::checkAssignment(const Assignment &assignment, const Scope &scope,
                            const ExprRules &rules, MLIRContext *context,
                            TypeErrorHandler onError) {
  Checker checker(scope, rules, context, onError);
  checker.path.push_back(0);
  Type targetType;
  const NameInfo *target =
      checkTarget(assignment.target, scope, rules, checker, targetType);
  if (!target)
    return false;
  checker.path.back() = 1;
  bool isClock = target->kind == NameKind::Clock;
  Info value = isClock ? checker.expectNumber(assignment.value)
                       : Info(checker.checkData(assignment.value));
  if (!value.type)
    return false;
  if (value.plus > 1 || value.minus != 0) { // update_c2
    checker.fail("clock " + quote(assignment.target) + " gets " +
                 quote(assignment.value) +
                 ", expected at most one clock in it");
    return false;
  }
  if (isClock || isAssignable(value.type, targetType))
    return true;
  checker.fail(quote(assignment.value) + " is " + typeToString(value.type) +
               ", but " + quote(assignment.target) + " is " +
               typeToString(targetType)); // update_c2
  return false;
}
