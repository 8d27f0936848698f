//===- Value.h - What expressions evaluate to -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_EXPR_VALUE_H
#define TIOGA_EXPR_VALUE_H

#include "tioga/Expr/Expr.h"
#include <vector>

namespace tioga {

/// A value: Boolean, number, enumeration literal, set, array, map or record.
///
/// Integers and reals are both exact rationals (`3 == 3.0`). Sets, maps and the
/// fields of records are kept sorted without duplicates, so equality of values
/// is equality of fields.
/// Strings point into the ExprContext or MLIRContext they came from.
class Value {
public:
  enum class Kind : uint8_t { Bool, Number, Enum, Set, Array, Map, Record };

  Value() : Value(false) {}
  explicit Value(bool value) : kind(Kind::Bool), number(value ? 1 : 0) {}
  explicit Value(Rational value) : kind(Kind::Number), number(value) {}
  static Value getInt(int64_t value) { return Value(Rational(value)); }
  static Value getEnum(llvm::StringRef enumName, llvm::StringRef literal);
  /// Sorts and removes duplicates.
  static Value getSet(std::vector<Value> elements);
  static Value getArray(std::vector<Value> elements);
  /// Later entries win over earlier ones with the same key.
  static Value getMap(std::vector<std::pair<Value, Value>> entries);
  /// Sorts by name; later fields win over earlier ones of the same name.
  static Value getRecord(std::vector<std::pair<llvm::StringRef, Value>> fields);

  Kind getKind() const { return kind; }
  bool is(Kind k) const { return kind == k; }
  bool getBool() const { return !number.isZero(); }
  Rational getNumber() const { return number; }
  llvm::StringRef getEnumName() const { return enumName; }
  llvm::StringRef getLiteral() const { return literal; }

  /// Elements of a set or array; keys and values of a map, alternating; field
  /// values of a record.
  llvm::ArrayRef<Value> getElements() const { return elements; }
  llvm::ArrayRef<llvm::StringRef> getFieldNames() const { return fieldNames; }

  /// Null if the set, map or record lacks it.
  const Value *lookup(const Value &key) const;
  const Value *lookupField(llvm::StringRef field) const;

  /// A total order over all values.
  static int compare(const Value &a, const Value &b);
  friend bool operator==(const Value &a, const Value &b) {
    return compare(a, b) == 0;
  }
  friend bool operator!=(const Value &a, const Value &b) { return !(a == b); }
  friend bool operator<(const Value &a, const Value &b) {
    return compare(a, b) < 0;
  }
  friend llvm::hash_code hash_value(const Value &value);

  /// Prints in the language's own syntax.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;
  /// The literal expression that evaluates to this value.
  Expr toExpr(ExprContext &context) const;

private:
  Kind kind;
  Rational number;
  llvm::StringRef enumName, literal;
  std::vector<Value> elements;
  std::vector<llvm::StringRef> fieldNames;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Value &value);

} // namespace tioga

#endif // TIOGA_EXPR_VALUE_H
