//===- Value.cpp - What expressions evaluate to -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Value Value::getEnum(llvm::StringRef enumName, llvm::StringRef literal) {
  Value value;
  value.kind = Kind::Enum;
  value.enumName = enumName;
  value.literal = literal;
  return value;
}

Value Value::getSet(std::vector<Value> elements) {
  llvm::sort(elements);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  Value value;
  value.kind = Kind::Set;
  value.elements = std::move(elements);
  return value;
}

Value Value::getArray(std::vector<Value> elements) {
  Value value;
  value.kind = Kind::Array;
  value.elements = std::move(elements);
  return value;
}

/// Sorts by key and keeps the last of several entries with the same key.
/// Inserts one by one: nearly always the entries are sorted but for the last.
template <typename Key>
static void sortEntries(std::vector<std::pair<Key, Value>> &entries) {
  std::vector<std::pair<Key, Value>> sorted;
  sorted.reserve(entries.size());
  for (std::pair<Key, Value> &entry : entries) {
    if (sorted.empty() || sorted.back().first < entry.first) {
      sorted.push_back(std::move(entry));
      continue;
    }
    auto place = llvm::lower_bound(sorted, entry, llvm::less_first());
    if (place->first == entry.first)
      *place = std::move(entry);
    else
      sorted.insert(place, std::move(entry));
  }
  entries = std::move(sorted);
}

Value Value::getMap(std::vector<std::pair<Value, Value>> entries) {
  sortEntries(entries);
  Value value;
  value.kind = Kind::Map;
  value.elements.reserve(2 * entries.size());
  for (auto &[key, mapped] : entries) {
    value.elements.push_back(std::move(key));
    value.elements.push_back(std::move(mapped));
  }
  return value;
}

Value Value::getRecord(std::vector<std::pair<llvm::StringRef, Value>> fields) {
  sortEntries(fields);
  Value value;
  value.kind = Kind::Record;
  for (auto &[name, content] : fields) {
    value.fieldNames.push_back(name);
    value.elements.push_back(std::move(content));
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Inspection
//===----------------------------------------------------------------------===//

const Value *Value::lookup(const Value &key) const {
  if (kind != Kind::Set && kind != Kind::Map)
    return nullptr;
  size_t stride = kind == Kind::Map ? 2 : 1;
  size_t low = 0, high = elements.size() / stride;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare(elements[middle * stride], key);
    if (order == 0)
      return &elements[middle * stride + stride - 1];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return nullptr;
}

const Value *Value::lookupField(llvm::StringRef field) const {
  auto found = llvm::lower_bound(fieldNames, field);
  if (found == fieldNames.end() || *found != field)
    return nullptr;
  return &elements[found - fieldNames.begin()];
}

int Value::compare(const Value &a, const Value &b) {
  if (a.kind != b.kind)
    return a.kind < b.kind ? -1 : 1;
  if (a.kind == Kind::Bool || a.kind == Kind::Number)
    return Rational::compare(a.number, b.number);
  if (a.kind == Kind::Enum) {
    if (int order = a.enumName.compare(b.enumName))
      return order;
    return a.literal.compare(b.literal);
  }
  if (a.fieldNames != b.fieldNames)
    return a.fieldNames < b.fieldNames ? -1 : 1;
  for (auto [left, right] : llvm::zip(a.elements, b.elements))
    if (int order = compare(left, right))
      return order;
  if (a.elements.size() == b.elements.size())
    return 0;
  return a.elements.size() < b.elements.size() ? -1 : 1;
}

// A friend declaration alone does not make the name known.
namespace tioga {
llvm::hash_code hash_value(const Value &value);
} // namespace tioga

llvm::hash_code tioga::hash_value(const Value &value) {
  llvm::hash_code code = llvm::hash_combine(value.kind, value.number,
                                            value.enumName, value.literal);
  for (llvm::StringRef name : value.fieldNames)
    code = llvm::hash_combine(code, name);
  for (const Value &element : value.elements)
    code = llvm::hash_combine(code, hash_value(element));
  return code;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static void printElements(const Value &value, llvm::raw_ostream &os) {
  llvm::ArrayRef<Value> elements = value.getElements();
  for (auto [index, element] : llvm::enumerate(elements)) {
    bool isMapped = value.is(Value::Kind::Map) && index % 2 == 1;
    if (index != 0)
      os << (isMapped ? " -> " : ", ");
    if (value.is(Value::Kind::Record))
      os << value.getFieldNames()[index] << " = ";
    element.print(os);
  }
  if (value.is(Value::Kind::Map) && elements.empty())
    os << "->";
}

void Value::print(llvm::raw_ostream &os) const {
  switch (kind) {
  case Kind::Bool:
    os << (getBool() ? "true" : "false");
    return;
  case Kind::Number:
    os << number;
    return;
  case Kind::Enum:
    os << enumName << "::" << literal;
    return;
  case Kind::Array:
    os << '[';
    printElements(*this, os);
    os << ']';
    return;
  case Kind::Set:
  case Kind::Map:
  case Kind::Record:
    os << '{';
    printElements(*this, os);
    os << '}';
    return;
  }
}

std::string Value::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

Expr Value::toExpr(ExprContext &context) const {
  llvm::SmallVector<Expr, 8> operands;
  for (const Value &element : elements)
    operands.push_back(element.toExpr(context));
  switch (kind) {
  case Kind::Bool:
    return context.getBool(getBool());
  case Kind::Number:
    return context.getNumber(number);
  case Kind::Enum:
    return context.getEnum(enumName, literal);
  case Kind::Set:
    return context.get(ExprKind::SetLit, operands);
  case Kind::Array:
    return context.get(ExprKind::ArrayLit, operands);
  case Kind::Map:
    return context.get(ExprKind::MapLit, operands);
  case Kind::Record:
    return context.getRecord(fieldNames, operands);
  }
  llvm_unreachable("all kinds are handled");
}

llvm::raw_ostream &tioga::operator<<(llvm::raw_ostream &os,
                                     const Value &value) {
  value.print(os);
  return os;
}
