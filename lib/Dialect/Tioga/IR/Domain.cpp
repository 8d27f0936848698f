//===- Domain.cpp - The values of a type ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace tioga;
using llvm::ArrayRef;
using llvm::StringRef;
using mlir::StringAttr;
using mlir::Type;

using Values = std::vector<Value>;

Value tioga::getFirstValue(Type type) {
  return llvm::TypeSwitch<Type, Value>(type)
      .Case([](RangeType range) {
        bool hasZero = range.getLow() <= 0 && range.getHigh() >= 0;
        return Value::getInt(hasZero ? 0 : range.getLow());
      })
      .Case<IntType, RealType>([](Type) { return Value::getInt(0); })
      .Case([](EnumType type) {
        return Value::getEnum(type.getName(), type.getLiterals().front());
      })
      .Case([](SetType) { return Value::getSet({}); })
      .Case([](MapType) { return Value::getMap({}); })
      .Case([](ArrayType array) {
        return Value::getArray(
            Values(array.getSize(), getFirstValue(array.getElement())));
      })
      .Case([](RecordType record) {
        std::vector<std::pair<StringRef, Value>> fields;
        for (auto [name, field] :
             llvm::zip(record.getNames(), record.getTypes()))
          fields.push_back({name.getValue(), getFirstValue(field)});
        return Value::getRecord(std::move(fields));
      })
      .Default([](Type) { return Value(false); });
}

//===----------------------------------------------------------------------===//
// Membership
//===----------------------------------------------------------------------===//

static bool isNumberInDomain(Rational number, Type type) {
  if (llvm::isa<RealType>(type))
    return true;
  if (!number.isInteger())
    return false;
  auto range = llvm::dyn_cast<RangeType>(type);
  return !range || (number.getNumerator() >= range.getLow() &&
                    number.getNumerator() <= range.getHigh());
}

static bool isMapInDomain(const Value &map, MapType type) {
  ArrayRef<Value> elements = map.getElements();
  for (size_t index = 0; index < elements.size(); index += 2)
    if (!isInDomain(elements[index], type.getKey()) ||
        !isInDomain(elements[index + 1], type.getValue()))
      return false;
  return true;
}

bool tioga::isInDomain(const Value &value, Type type) {
  auto allIn = [&](Type element) {
    return llvm::all_of(value.getElements(),
                        [&](const Value &v) { return isInDomain(v, element); });
  };
  return llvm::TypeSwitch<Type, bool>(type)
      .Case([&](BoolType) { return value.is(Value::Kind::Bool); })
      .Case<IntType, RealType, RangeType>([&](Type number) {
        return value.is(Value::Kind::Number) &&
               isNumberInDomain(value.getNumber(), number);
      })
      .Case([&](EnumType type) {
        return value.is(Value::Kind::Enum) &&
               value.getEnumName() == type.getName() &&
               type.getIndex(value.getLiteral());
      })
      .Case([&](SetType set) {
        return value.is(Value::Kind::Set) && allIn(set.getElement());
      })
      .Case([&](ArrayType array) {
        return value.is(Value::Kind::Array) &&
               value.getElements().size() == size_t(array.getSize()) &&
               allIn(array.getElement());
      })
      .Case([&](MapType map) {
        return value.is(Value::Kind::Map) && isMapInDomain(value, map);
      })
      .Case([&](RecordType record) {
        if (!value.is(Value::Kind::Record) ||
            value.getFieldNames().size() != record.getNames().size())
          return false;
        return llvm::all_of(
            llvm::zip(record.getNames(), record.getTypes()), [&](auto field) {
              const Value *content =
                  value.lookupField(std::get<0>(field).getValue());
              return content && isInDomain(*content, std::get<1>(field));
            });
      })
      .Default([](Type) { return false; });
}

//===----------------------------------------------------------------------===//
// Enumeration
//===----------------------------------------------------------------------===//

/// All tuples with one element of each list; the last position runs fastest.
static std::vector<Values> getTuples(ArrayRef<Values> lists) {
  std::vector<Values> tuples = {{}};
  for (const Values &list : lists) {
    std::vector<Values> longer;
    for (const Values &tuple : tuples)
      for (const Value &value : list) {
        longer.push_back(tuple);
        longer.back().push_back(value);
      }
    tuples = std::move(longer);
  }
  return tuples;
}

static Values enumerateFinite(Type type);

static Values enumerateMaps(MapType type) {
  Values keys = enumerateFinite(type.getKey());
  Values contents = enumerateFinite(type.getValue());
  // Position `contents.size()` stands for a key that is not there.
  Values positions;
  for (size_t index = 0; index <= contents.size(); ++index)
    positions.push_back(Value::getInt(int64_t(index)));
  Values maps;
  for (const Values &tuple :
       getTuples(std::vector<Values>(keys.size(), positions))) {
    std::vector<std::pair<Value, Value>> entries;
    for (auto [key, position] : llvm::zip(keys, tuple)) {
      size_t index = size_t(position.getNumber().getNumerator());
      if (index < contents.size())
        entries.push_back({key, contents[index]});
    }
    maps.push_back(Value::getMap(std::move(entries)));
  }
  return maps;
}

static Values enumerateSets(SetType type) {
  Values elements = enumerateFinite(type.getElement());
  Values sets;
  for (uint64_t mask = 0; mask >> elements.size() == 0; ++mask) {
    Values members;
    for (size_t index = 0; index < elements.size(); ++index)
      if (mask >> index & 1)
        members.push_back(elements[index]);
    sets.push_back(Value::getSet(std::move(members)));
  }
  return sets;
}

static Values enumerateRecords(RecordType type) {
  std::vector<Values> lists;
  for (Type field : type.getTypes())
    lists.push_back(enumerateFinite(field));
  Values records;
  for (Values &tuple : getTuples(lists)) {
    std::vector<std::pair<StringRef, Value>> fields;
    for (auto [name, value] : llvm::zip(type.getNames(), tuple))
      fields.push_back({name.getValue(), value});
    records.push_back(Value::getRecord(std::move(fields)));
  }
  return records;
}

/// \pre the type has few values
static Values enumerateFinite(Type type) {
  Values values;
  llvm::TypeSwitch<Type>(type)
      .Case([&](BoolType) { values = {Value(false), Value(true)}; })
      .Case([&](RangeType range) {
        for (int64_t number = range.getLow();; ++number) {
          values.push_back(Value::getInt(number));
          if (number == range.getHigh())
            break;
        }
      })
      .Case([&](EnumType type) {
        for (StringAttr literal : type.getLiterals())
          values.push_back(Value::getEnum(type.getName(), literal.getValue()));
      })
      .Case([&](SetType set) { values = enumerateSets(set); })
      .Case([&](MapType map) { values = enumerateMaps(map); })
      .Case([&](RecordType record) { values = enumerateRecords(record); })
      .Case([&](ArrayType array) {
        std::vector<Values> lists(array.getSize(),
                                  enumerateFinite(array.getElement()));
        for (Values &tuple : getTuples(lists))
          values.push_back(Value::getArray(std::move(tuple)));
      });
  return values;
}

std::optional<Values> tioga::enumerateDomain(Type type, uint64_t limit) {
  std::optional<uint64_t> cardinality = getCardinality(type);
  if (!cardinality || *cardinality > limit)
    return std::nullopt;
  return enumerateFinite(type);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Returns true if not all values of the right kind belong to the type.
static bool hasRanges(Type type) {
  return llvm::TypeSwitch<Type, bool>(type)
      .Case([](RangeType) { return true; })
      .Case<ArrayType, SetType>(
          [](auto type) { return hasRanges(type.getElement()); })
      .Case([](RecordType record) {
        return llvm::any_of(record.getTypes(), hasRanges);
      })
      .Default([](Type) { return false; });
}

static void addRangeConditions(Expr value, Type type, ExprContext &context,
                               llvm::SmallVectorImpl<Expr> &conditions) {
  // A set is compared with the set of all elements, if that is not too large.
  constexpr uint64_t maxElements = 1024;
  if (!hasRanges(type))
    return;
  if (auto range = llvm::dyn_cast<RangeType>(type)) {
    conditions.push_back(
        context.get(ExprKind::Ge, value, context.getInt(range.getLow())));
    conditions.push_back(
        context.get(ExprKind::Le, value, context.getInt(range.getHigh())));
  } else if (auto array = llvm::dyn_cast<ArrayType>(type)) {
    for (int64_t index = 0; index < array.getSize(); ++index)
      addRangeConditions(
          context.get(ExprKind::Index, value, context.getInt(index)),
          array.getElement(), context, conditions);
  } else if (auto set = llvm::dyn_cast<SetType>(type)) {
    if (std::optional<Values> elements =
            enumerateDomain(set.getElement(), maxElements))
      conditions.push_back(context.getCall(
          Builtin::Subset,
          {value, Value::getSet(std::move(*elements)).toExpr(context)}));
  } else if (auto record = llvm::dyn_cast<RecordType>(type)) {
    for (auto [name, field] : llvm::zip(record.getNames(), record.getTypes()))
      addRangeConditions(context.getField(value, name.getValue()), field,
                         context, conditions);
  }
}

Expr tioga::getRangeCondition(Expr value, Type type, ExprContext &context) {
  llvm::SmallVector<Expr> conditions;
  addRangeConditions(value, type, context, conditions);
  return conditions.empty() ? Expr() : context.getAnd(conditions);
}
