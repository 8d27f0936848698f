//===- SymbolicValues.cpp - Values whose parts are terms --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Engine/Encoder/ExprEncoder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace tioga;
using smt::Sort;
using smt::Term;
using Kind = Value::Kind;

const SymbolicValue *SymbolicValue::lookupField(llvm::StringRef field) const {
  for (auto [name, value] : llvm::zip(fieldNames, elements))
    if (name == field)
      return &value;
  return nullptr;
}

SymbolicValue ExprEncoder::getBool(Term term) {
  SymbolicValue value;
  value.kind = Kind::Bool;
  value.term = term;
  return value;
}

SymbolicValue ExprEncoder::getNumber(Term term) {
  SymbolicValue value;
  value.kind = Kind::Number;
  value.term = term;
  return value;
}

SymbolicValue ExprEncoder::getConstant(const Value &value) {
  SymbolicValue result;
  result.kind = value.getKind();
  switch (value.getKind()) {
  case Kind::Bool:
    return getBool(terms.getBool(value.getBool()));
  case Kind::Number: {
    Rational number = value.getNumber();
    return getNumber(
        terms.getNumber(number, number.isInteger() ? Sort::Int : Sort::Real));
  }
  case Kind::Enum:
    result.term = getEnumTerm(value.getEnumName(), value.getLiteral());
    return result;
  case Kind::Set:
    result.present.assign(value.getElements().size(), terms.getTrue());
    break;
  case Kind::Map:
    result.present.assign(value.getElements().size() / 2, terms.getTrue());
    break;
  case Kind::Record:
    result.fieldNames = value.getFieldNames().vec();
    break;
  case Kind::Array:
    break;
  }
  for (const Value &element : value.getElements())
    result.elements.push_back(getConstant(element));
  return result;
}

//===----------------------------------------------------------------------===//
// Sets and maps
//===----------------------------------------------------------------------===//

Term ExprEncoder::isMember(const SymbolicValue &set,
                           const SymbolicValue &element) {
  llvm::SmallVector<Term> cases;
  for (auto [candidate, present] : llvm::zip(set.elements, set.present))
    if (!present.isFalse())
      cases.push_back(terms.getAnd(present, getEqual(candidate, element)));
  return terms.getOr(cases);
}

Term ExprEncoder::isSubset(const SymbolicValue &a, const SymbolicValue &b) {
  llvm::SmallVector<Term> cases;
  for (auto [element, present] : llvm::zip(a.elements, a.present))
    if (!present.isFalse())
      cases.push_back(terms.getImplies(present, isMember(b, element)));
  return terms.getAnd(cases);
}

Term ExprEncoder::hasKey(const SymbolicValue &map, const SymbolicValue &key) {
  llvm::SmallVector<Term> cases;
  for (auto [index, present] : llvm::enumerate(map.present))
    if (!present.isFalse())
      cases.push_back(
          terms.getAnd(present, getEqual(map.elements[2 * index], key)));
  return terms.getOr(cases);
}

/// \pre the map has an entry, present or not
SymbolicValue ExprEncoder::lookup(const SymbolicValue &map,
                                  const SymbolicValue &key) {
  SymbolicValue result = map.elements[1];
  for (auto [index, present] : llvm::enumerate(map.present))
    if (!present.isFalse())
      result =
          getIte(terms.getAnd(present, getEqual(map.elements[2 * index], key)),
                 map.elements[2 * index + 1], result);
  return result;
}

Term ExprEncoder::areMapsEqual(const SymbolicValue &a, const SymbolicValue &b) {
  llvm::SmallVector<Term> cases;
  auto add = [&](const SymbolicValue &from, const SymbolicValue &to) {
    for (auto [index, present] : llvm::enumerate(from.present)) {
      const SymbolicValue &key = from.elements[2 * index];
      Term same = terms.getFalse();
      if (!to.present.empty())
        same = terms.getAnd(hasKey(to, key),
                            getEqual(lookup(from, key), lookup(to, key)));
      cases.push_back(terms.getImplies(present, same));
    }
  };
  add(a, b);
  add(b, a);
  return terms.getAnd(cases);
}

/// Counts each element or key where it occurs first.
Term ExprEncoder::getSize(const SymbolicValue &collection) {
  unsigned stride = collection.kind == Kind::Map ? 2 : 1;
  llvm::SmallVector<Term> sum{terms.getInt(0)};
  for (size_t index = 0; index < collection.present.size(); ++index) {
    llvm::SmallVector<Term> conditions{collection.present[index]};
    for (size_t before = 0; before < index; ++before)
      conditions.push_back(terms.getNot(
          terms.getAnd(collection.present[before],
                       getEqual(collection.elements[stride * before],
                                collection.elements[stride * index]))));
    sum.push_back(terms.getIte(terms.getAnd(conditions), terms.getInt(1),
                               terms.getInt(0)));
  }
  return terms.getAdd(sum);
}

Term ExprEncoder::getEqual(const SymbolicValue &a, const SymbolicValue &b) {
  switch (a.kind) {
  case Kind::Bool:
  case Kind::Number:
  case Kind::Enum:
    return terms.getEq(a.term, b.term);
  case Kind::Set:
    return terms.getAnd(isSubset(a, b), isSubset(b, a));
  case Kind::Map:
    return areMapsEqual(a, b);
  case Kind::Array:
  case Kind::Record:
    break;
  }
  if (a.elements.size() != b.elements.size())
    return terms.getFalse();
  llvm::SmallVector<Term> cases;
  for (auto [left, right] : llvm::zip(a.elements, b.elements))
    cases.push_back(getEqual(left, right));
  return terms.getAnd(cases);
}

SymbolicValue ExprEncoder::getIte(Term condition, const SymbolicValue &a,
                                  const SymbolicValue &b) {
  if (condition.is(smt::TermKind::Bool))
    return condition.getBool() ? a : b;
  SymbolicValue result;
  result.kind = a.kind;
  result.fieldNames = a.fieldNames;
  switch (a.kind) {
  case Kind::Bool:
  case Kind::Number:
  case Kind::Enum:
    result.term = terms.getIte(condition, a.term, b.term);
    return result;
  case Kind::Set:
  case Kind::Map: {
    auto append = [&](Term chosen, const SymbolicValue &from) {
      llvm::append_range(result.elements, from.elements);
      for (Term present : from.present)
        result.present.push_back(terms.getAnd(chosen, present));
    };
    // Flattened variables of one type hold the same elements.
    append(condition, a);
    append(terms.getNot(condition), b);
    return result;
  }
  case Kind::Array:
  case Kind::Record:
    break;
  }
  for (auto [left, right] : llvm::zip(a.elements, b.elements))
    result.elements.push_back(getIte(condition, left, right));
  return result;
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

unsigned ExprEncoder::getEnumIndex(llvm::StringRef enumName,
                                   llvm::StringRef literal) {
  std::vector<std::string> &literals = enumLiterals[enumName];
  auto found = llvm::find(literals, literal);
  if (found == literals.end()) {
    literals.push_back(literal.str());
    return literals.size() - 1;
  }
  return found - literals.begin();
}

/// No enumeration of a model can have this name.
static const char labelEnum[] = "label$";

unsigned ExprEncoder::getLabelIndex(llvm::StringRef name) {
  return getEnumIndex(labelEnum, name);
}

Term ExprEncoder::getLabelTerm(llvm::StringRef name) {
  return getEnumTerm(labelEnum, name);
}

Term ExprEncoder::getEnumTerm(llvm::StringRef enumName,
                              llvm::StringRef literal) {
  std::string name = (enumName + "." + literal).str();
  const smt::Function *&function = enumFunctions[name];
  if (!function) {
    unsigned index = getEnumIndex(enumName, literal);
    function = &terms.define(name, terms.getNumber(index, enumSort));
    undefinedEnums.push_back(function);
  }
  return terms.apply(*function);
}

void ExprEncoder::addEnum(llvm::StringRef enumName,
                          llvm::ArrayRef<llvm::StringRef> literals) {
  for (llvm::StringRef literal : literals)
    getEnumTerm(enumName, literal);
}

void ExprEncoder::addEnums(mlir::Type type) {
  llvm::TypeSwitch<mlir::Type>(type)
      .Case([&](EnumType t) {
        for (mlir::StringAttr literal : t.getLiterals())
          getEnumTerm(t.getName(), literal.getValue());
      })
      .Case([&](SetType t) { addEnums(t.getElement()); })
      .Case([&](ArrayType t) { addEnums(t.getElement()); })
      .Case([&](MapType t) {
        addEnums(t.getKey());
        addEnums(t.getValue());
      })
      .Case([&](RecordType t) {
        for (mlir::Type field : t.getTypes())
          addEnums(field);
      });
}

void ExprEncoder::defineEnums(smt::TermSink &sink) {
  for (const smt::Function *function : undefinedEnums)
    sink.define(*function);
  undefinedEnums.clear();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

const std::vector<Value> *ExprEncoder::getDomainValues(mlir::Type type) {
  auto found = domains.find(type);
  if (found == domains.end())
    found = domains.try_emplace(type, enumerateDomain(type, maxDomain)).first;
  return found->second ? &*found->second : nullptr;
}

/// The text of a key or element within a name.
static std::string getLabel(const Value &value) {
  return value.is(Kind::Enum) ? value.getLiteral().str() : value.str();
}

/// Fields in the order in which values and symbolic values hold them.
static llvm::SmallVector<std::pair<llvm::StringRef, mlir::Type>>
getSortedFields(RecordType type) {
  llvm::SmallVector<std::pair<llvm::StringRef, mlir::Type>> fields;
  for (auto [name, field] : llvm::zip(type.getNames(), type.getTypes()))
    fields.push_back({name.getValue(), field});
  llvm::sort(fields,
             [](const auto &a, const auto &b) { return a.first < b.first; });
  return fields;
}

static Kind getKind(mlir::Type type) {
  return llvm::TypeSwitch<mlir::Type, Kind>(type)
      .Case([](BoolType) { return Kind::Bool; })
      .Case([](EnumType) { return Kind::Enum; })
      .Case([](SetType) { return Kind::Set; })
      .Case([](MapType) { return Kind::Map; })
      .Case([](ArrayType) { return Kind::Array; })
      .Case([](RecordType) { return Kind::Record; })
      .Default(Kind::Number);
}

bool ExprEncoder::addLeaves(mlir::Type type, const llvm::Twine &name,
                            std::vector<Leaf> &leaves) {
  if (auto set = mlir::dyn_cast<SetType>(type)) {
    const std::vector<Value> *domain = getDomainValues(set.getElement());
    if (!domain)
      return false;
    for (const Value &element : *domain)
      leaves.push_back({(name + "/" + getLabel(element)).str(), Sort::Bool});
    return true;
  }
  if (auto map = mlir::dyn_cast<MapType>(type)) {
    const std::vector<Value> *domain = getDomainValues(map.getKey());
    if (!domain)
      return false;
    for (const Value &key : *domain) {
      std::string entry = (name + "/" + getLabel(key)).str();
      leaves.push_back({entry + "/has", Sort::Bool});
      if (!addLeaves(map.getValue(), entry, leaves))
        return false;
    }
    return true;
  }
  if (auto array = mlir::dyn_cast<ArrayType>(type)) {
    for (int64_t index = 0; index < array.getSize(); ++index)
      if (!addLeaves(array.getElement(), name + "/" + llvm::Twine(index),
                     leaves))
        return false;
    return true;
  }
  if (auto record = mlir::dyn_cast<RecordType>(type)) {
    for (auto [field, fieldType] : getSortedFields(record))
      if (!addLeaves(fieldType, name + "." + field, leaves))
        return false;
    return true;
  }
  Sort sort = mlir::isa<BoolType>(type)   ? Sort::Bool
              : mlir::isa<EnumType>(type) ? enumSort
              : mlir::isa<RealType>(type) ? Sort::Real
                                          : Sort::Int;
  leaves.push_back({name.str(), sort});
  return true;
}

SymbolicValue ExprEncoder::fromLeaves(mlir::Type type,
                                      llvm::ArrayRef<Term> &leaves) {
  SymbolicValue result;
  result.kind = getKind(type);
  auto take = [&] {
    Term term = leaves.front();
    leaves = leaves.drop_front();
    return term;
  };
  if (auto set = mlir::dyn_cast<SetType>(type)) {
    for (const Value &element : *getDomainValues(set.getElement())) {
      result.elements.push_back(getConstant(element));
      result.present.push_back(take());
    }
  } else if (auto map = mlir::dyn_cast<MapType>(type)) {
    for (const Value &key : *getDomainValues(map.getKey())) {
      result.elements.push_back(getConstant(key));
      result.present.push_back(take());
      result.elements.push_back(fromLeaves(map.getValue(), leaves));
    }
  } else if (auto array = mlir::dyn_cast<ArrayType>(type)) {
    for (int64_t index = 0; index < array.getSize(); ++index)
      result.elements.push_back(fromLeaves(array.getElement(), leaves));
  } else if (auto record = mlir::dyn_cast<RecordType>(type)) {
    for (auto [field, fieldType] : getSortedFields(record)) {
      result.fieldNames.push_back(field);
      result.elements.push_back(fromLeaves(fieldType, leaves));
    }
  } else {
    result.term = take();
  }
  return result;
}

SymbolicValue ExprEncoder::getDefault(mlir::Type type) {
  return getConstant(getFirstValue(type));
}

void ExprEncoder::toLeaves(const SymbolicValue &value, mlir::Type type,
                           std::vector<Term> &leaves) {
  if (auto set = mlir::dyn_cast<SetType>(type)) {
    for (const Value &element : *getDomainValues(set.getElement()))
      leaves.push_back(isMember(value, getConstant(element)));
  } else if (auto map = mlir::dyn_cast<MapType>(type)) {
    for (const Value &key : *getDomainValues(map.getKey())) {
      SymbolicValue constant = getConstant(key);
      leaves.push_back(hasKey(value, constant));
      toLeaves(value.present.empty() ? getDefault(map.getValue())
                                     : lookup(value, constant),
               map.getValue(), leaves);
    }
  } else if (auto array = mlir::dyn_cast<ArrayType>(type)) {
    for (const SymbolicValue &element : value.elements)
      toLeaves(element, array.getElement(), leaves);
  } else if (auto record = mlir::dyn_cast<RecordType>(type)) {
    for (auto [field, element] :
         llvm::zip(getSortedFields(record), value.elements))
      toLeaves(element, field.second, leaves);
  } else {
    leaves.push_back(mlir::isa<RealType>(type) ? terms.getToReal(value.term)
                                               : value.term);
  }
}

Term ExprEncoder::getDomain(const SymbolicValue &value, mlir::Type type) {
  llvm::SmallVector<Term> conditions;
  if (auto range = mlir::dyn_cast<RangeType>(type)) {
    conditions.push_back(terms.getGe(value.term, terms.getInt(range.getLow())));
    conditions.push_back(
        terms.getLe(value.term, terms.getInt(range.getHigh())));
  } else if (auto enumeration = mlir::dyn_cast<EnumType>(type)) {
    // Between reals, only the literals themselves are values.
    llvm::SmallVector<Term> cases;
    for (mlir::StringAttr literal : enumeration.getLiterals())
      cases.push_back(
          terms.getEq(value.term, getEnumTerm(enumeration.getName(), literal)));
    conditions.push_back(terms.getOr(cases));
  } else if (auto set = mlir::dyn_cast<SetType>(type)) {
    for (auto [element, present] : llvm::zip(value.elements, value.present))
      conditions.push_back(
          terms.getImplies(present, getDomain(element, set.getElement())));
  } else if (auto map = mlir::dyn_cast<MapType>(type)) {
    for (auto [index, present] : llvm::enumerate(value.present))
      conditions.push_back(terms.getImplies(
          present,
          terms.getAnd(
              getDomain(value.elements[2 * index], map.getKey()),
              getDomain(value.elements[2 * index + 1], map.getValue()))));
  } else if (auto array = mlir::dyn_cast<ArrayType>(type)) {
    if (int64_t(value.elements.size()) != array.getSize())
      return terms.getFalse();
    for (const SymbolicValue &element : value.elements)
      conditions.push_back(getDomain(element, array.getElement()));
  } else if (auto record = mlir::dyn_cast<RecordType>(type)) {
    for (auto [field, element] :
         llvm::zip(getSortedFields(record), value.elements))
      conditions.push_back(getDomain(element, field.second));
  }
  return terms.getAnd(conditions);
}

std::optional<Value> ExprEncoder::readValue(mlir::Type type,
                                            llvm::ArrayRef<Rational> &leaves) {
  auto take = [&] {
    Rational number = leaves.front();
    leaves = leaves.drop_front();
    return number;
  };
  std::vector<Value> elements;
  if (auto set = mlir::dyn_cast<SetType>(type)) {
    for (const Value &element : *getDomainValues(set.getElement()))
      if (!take().isZero())
        elements.push_back(element);
    return Value::getSet(std::move(elements));
  }
  if (auto map = mlir::dyn_cast<MapType>(type)) {
    std::vector<std::pair<Value, Value>> entries;
    for (const Value &key : *getDomainValues(map.getKey())) {
      bool present = !take().isZero();
      std::optional<Value> value = readValue(map.getValue(), leaves);
      // What is not there may be anything.
      if (present && !value)
        return std::nullopt;
      if (present)
        entries.push_back({key, *value});
    }
    return Value::getMap(std::move(entries));
  }
  if (auto array = mlir::dyn_cast<ArrayType>(type)) {
    for (int64_t index = 0; index < array.getSize(); ++index) {
      std::optional<Value> element = readValue(array.getElement(), leaves);
      if (!element)
        return std::nullopt;
      elements.push_back(*element);
    }
    return Value::getArray(std::move(elements));
  }
  if (auto record = mlir::dyn_cast<RecordType>(type)) {
    std::vector<std::pair<llvm::StringRef, Value>> fields;
    for (auto [field, fieldType] : getSortedFields(record)) {
      std::optional<Value> element = readValue(fieldType, leaves);
      if (!element)
        return std::nullopt;
      fields.push_back({field, *element});
    }
    return Value::getRecord(std::move(fields));
  }
  Rational number = take();
  if (mlir::isa<BoolType>(type))
    return Value(!number.isZero());
  if (auto enumeration = mlir::dyn_cast<EnumType>(type)) {
    for (mlir::StringAttr literal : enumeration.getLiterals())
      if (number == Rational(getEnumIndex(enumeration.getName(), literal)))
        return Value::getEnum(enumeration.getName(), literal);
    return std::nullopt;
  }
  return Value(number);
}
