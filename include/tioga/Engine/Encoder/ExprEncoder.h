//===- ExprEncoder.h - Expressions as terms ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of expressions for solvers; `evaluate` is the reference. Whatever
// is no Boolean or number is flattened: literals of enumerations are numbers,
// a set is a list of elements with a condition for each, a map a list of
// entries, arrays and records are taken apart. So a formula never needs a
// theory but arithmetic, and its size is that of the finite types.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENCODER_EXPRENCODER_H
#define TIOGA_ENGINE_ENCODER_EXPRENCODER_H

#include "tioga/Dialect/Tioga/IR/TiogaTypes.h"
#include "tioga/Expr/Value.h"
#include "tioga/Solver/Term.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace tioga {

/// A value of any type whose parts are terms.
///
/// Sets hold elements that may be equal; an element belongs to the set if the
/// condition beside one of its occurrences holds. Maps hold keys and values,
/// alternating; of several entries with equal keys that are present the last
/// one counts.
struct SymbolicValue {
  Value::Kind kind = Value::Kind::Bool;
  /// Booleans, numbers and literals.
  smt::Term term;
  std::vector<SymbolicValue> elements;
  /// One condition per element of a set or entry of a map.
  std::vector<smt::Term> present;
  /// Records: sorted by name, as in Value.
  std::vector<llvm::StringRef> fieldNames;

  const SymbolicValue *lookupField(llvm::StringRef field) const;
};

/// A scalar part of a flattened variable.
struct Leaf {
  std::string name;
  smt::Sort sort;
};

/// Encodes expressions into terms of one context.
class ExprEncoder {
public:
  /// Literals of enumerations have sort `enumSort`. Types with more than
  /// `maxDomain` values cannot be elements or keys.
  explicit ExprEncoder(smt::TermContext &terms,
                       smt::Sort enumSort = smt::Sort::Int,
                       uint64_t maxDomain = 1024)
      : terms(terms), enumSort(enumSort), maxDomain(maxDomain) {}

  smt::TermContext &getTerms() { return terms; }
  smt::Sort getEnumSort() const { return enumSort; }

  /// A value and the condition under which there is one.
  struct Result {
    SymbolicValue value;
    smt::Term defined;
  };
  /// Null for unknown names.
  using Resolver = llvm::function_ref<const SymbolicValue *(Expr name)>;

  /// Nothing if a name is unknown or a type does not fit, which cannot happen
  /// in a checked model.
  std::optional<Result> encode(Expr expr, Resolver resolve);
  /// Whether a condition holds; where it has no value it does not. Null as
  /// above. A null expression is `true`.
  smt::Term encodeCondition(Expr expr, Resolver resolve);

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  SymbolicValue getBool(smt::Term term);
  SymbolicValue getNumber(smt::Term term);
  SymbolicValue getConstant(const Value &value);
  smt::Term getEqual(const SymbolicValue &a, const SymbolicValue &b);
  SymbolicValue getIte(smt::Term condition, const SymbolicValue &a,
                       const SymbolicValue &b);

  //===--------------------------------------------------------------------===//
  // Enumerations
  //===--------------------------------------------------------------------===//

  /// Makes the literals known; those that are known keep their numbers.
  void addEnum(llvm::StringRef enumName,
               llvm::ArrayRef<llvm::StringRef> literals);
  /// The enumerations in a type.
  void addEnums(mlir::Type type);
  unsigned getEnumIndex(llvm::StringRef enumName, llvm::StringRef literal);
  /// A definition that stands for the number of the literal.
  smt::Term getEnumTerm(llvm::StringRef enumName, llvm::StringRef literal);
  /// Labels are numbered like the literals of one enumeration.
  unsigned getLabelIndex(llvm::StringRef name);
  smt::Term getLabelTerm(llvm::StringRef name);
  /// Gives the definitions that no call gave before, in the order in which they
  /// were made.
  void defineEnums(smt::TermSink &sink);

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  /// Appends the scalar parts of a variable, named `buf/3` and so on. Returns
  /// false if the type has sets or maps over too many values.
  bool addLeaves(mlir::Type type, const llvm::Twine &name,
                 std::vector<Leaf> &leaves);
  /// The value that has the next of these terms as its parts.
  SymbolicValue fromLeaves(mlir::Type type, llvm::ArrayRef<smt::Term> &leaves);
  /// The parts of a value as a variable of the type has them.
  void toLeaves(const SymbolicValue &value, mlir::Type type,
                std::vector<smt::Term> &leaves);
  /// Whether a value belongs to the type.
  smt::Term getDomain(const SymbolicValue &value, mlir::Type type);
  /// The value whose parts have these numbers. Nothing if a literal has no such
  /// number.
  std::optional<Value> readValue(mlir::Type type,
                                 llvm::ArrayRef<Rational> &leaves);

private:
  friend class ExprEncoding;

  SymbolicValue getDefault(mlir::Type type);
  const std::vector<Value> *getDomainValues(mlir::Type type);
  smt::Term isMember(const SymbolicValue &set, const SymbolicValue &element);
  smt::Term isSubset(const SymbolicValue &a, const SymbolicValue &b);
  smt::Term hasKey(const SymbolicValue &map, const SymbolicValue &key);
  SymbolicValue lookup(const SymbolicValue &map, const SymbolicValue &key);
  smt::Term areMapsEqual(const SymbolicValue &a, const SymbolicValue &b);
  smt::Term getSize(const SymbolicValue &collection);

  smt::TermContext &terms;
  smt::Sort enumSort;
  uint64_t maxDomain;
  llvm::StringMap<std::vector<std::string>> enumLiterals;
  llvm::StringMap<const smt::Function *> enumFunctions;
  std::vector<const smt::Function *> undefinedEnums;
  llvm::DenseMap<mlir::Type, std::optional<std::vector<Value>>> domains;
};

} // namespace tioga

#endif // TIOGA_ENGINE_ENCODER_EXPRENCODER_H
