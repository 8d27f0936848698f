//===- SyncDiagrams.h - Synchronous steps as diagrams -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of synchronous systems whose variables have finitely many values,
// as decision diagrams. A variable is a *field*: the position of its value
// among all values of its type, in binary; old and new bits alternate, so that
// `k' == k + 1` is small.
//
// Operators are never interpreted here: where all operands are known, the
// evaluator of the expression library says what the result is. So diagrams and
// interpreter cannot disagree about the meaning of an expression.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYNCDIAGRAMS_H
#define TIOGA_LIB_ENGINE_SYNCDIAGRAMS_H

#include "tioga/Diagram/DiagramStore.h"
#include "tioga/Engine/System.h"
#include <map>

namespace tioga {

/// Variables with finitely many values, old and new.
class FieldSpace {
public:
  explicit FieldSpace(size_t maxNodes) : store(maxNodes) {}

  DiagramStore &getStore() { return store; }
  ExprContext &getExprContext() { return context; }

  unsigned addField(std::vector<Value> values);

  /// Ends in the value of the field, as `getValueOf` knows it.
  Diagram getField(unsigned field, bool primed);
  /// The bits of the field are the number of a value.
  Diagram getDomain(unsigned field, bool primed);
  Diagram getEqual(unsigned field, bool primed, const Value &value);
  Diagram getCube(llvm::ArrayRef<unsigned> fields, bool primed);
  /// The variables that the field consists of.
  std::vector<Diagram> getBits(unsigned field, bool primed);
  /// Of diagrams over old values: the same over new ones, and back.
  Diagram prime(Diagram f) { return store.getShifted(f, 1); }
  Diagram unprime(Diagram f) { return store.getShifted(f, -1); }

  /// Some values of the fields that satisfy a condition over them.
  /// \pre the condition implies the domains of the fields
  std::vector<Value> pick(Diagram condition, llvm::ArrayRef<unsigned> fields,
                          bool primed);

  /// Values at the ends of diagrams.
  Diagram getTerminal(const Value &value);
  Diagram getFault() { return store.getTerminal(faultNumber); }
  bool isFault(Diagram terminal) const {
    return store.getValue(terminal) == faultNumber;
  }
  const Value &getValueOf(Diagram terminal) const {
    return values[store.getValue(terminal)];
  }

private:
  static constexpr uint32_t faultNumber = 2;
  struct Field {
    std::vector<Value> values;
    unsigned firstBit, numBits;
  };
  uint32_t getLevel(const Field &field, unsigned bit, bool primed) const {
    return 2 * (field.firstBit + bit) + primed;
  }
  Diagram buildField(const Field &field, bool primed, unsigned bit,
                     uint64_t code,
                     llvm::function_ref<Diagram(uint64_t code)> getEnd);

  DiagramStore store;
  ExprContext context;
  std::vector<Field> fields;
  unsigned numBits = 0;
  /// By number; false, true and the fault come first.
  std::vector<Value> values = {Value(false), Value(true), Value(false)};
  std::map<Value, uint32_t> numbers;
};

/// What a synchronous system says about a step. Nothing here knows the domains;
/// they are diagrams of their own.
class SyncDiagrams {
public:
  /// Observable variables use the fields of `shared`, if given, by name.
  SyncDiagrams(FieldSpace &space, const System &system,
               const SyncDiagrams *shared = nullptr);

  /// Why the system cannot be treated this way; empty if it can.
  llvm::StringRef getProblem() const { return problem; }

  FieldSpace &getSpace() const { return space; }
  const System &getSystem() const { return system; }
  Diagram getConjunct(bool first, unsigned index) const {
    return (first ? initialConjuncts : stepConjuncts)[index];
  }
  /// Where the assumption of a conjunct holds.
  Diagram getAssumption(bool first, unsigned index) const {
    return (first ? initialAssumptions : stepAssumptions)[index];
  }
  /// The conjunction of all, with the domains of all new values.
  Diagram getRelation(bool first) const;

  Diagram compile(Expr condition);

  /// By variable.
  llvm::ArrayRef<unsigned> getFields() const { return fields; }
  std::vector<unsigned> getFields(llvm::function_ref<bool(Owner)> wanted) const;
  Diagram getDomain(bool inputs, bool primed) const;
  Diagram getDomain(bool primed) const;

private:
  struct Compiled {
    Diagram diagram;
    /// It may end in a fault.
    bool faults;
  };
  bool addFields(const SyncDiagrams *shared);
  void addConjuncts(bool first);
  Compiled compileNode(Expr expr);
  Compiled compileBoolean(Expr expr, llvm::ArrayRef<Compiled> operands);
  Compiled compileFold(Expr expr, llvm::ArrayRef<Compiled> operands);
  Compiled applyNode(Expr expr, llvm::ArrayRef<Compiled> operands);

  FieldSpace &space;
  DiagramStore &store;
  const System &system;
  std::string problem;
  std::vector<unsigned> fields;
  std::vector<Diagram> initialConjuncts, stepConjuncts, initialAssumptions,
      stepAssumptions;
  llvm::DenseMap<Expr, Compiled> memo;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_SYNCDIAGRAMS_H
