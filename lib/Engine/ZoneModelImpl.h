//===- ZoneModelImpl.h - The inside of a zone model -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_ZONEMODELIMPL_H
#define TIOGA_LIB_ENGINE_ZONEMODELIMPL_H

#include "ClockAnalysis.h"
#include "ClockConditions.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Engine/ZoneModel.h"
#include <map>

namespace tioga {

/// Numbers for the values of a variable. Integers and Booleans are their own;
/// others are numbered as they come.
class VariableCode {
public:
  explicit VariableCode(mlir::Type type);
  /// Nothing if the value is a number that does not fit.
  std::optional<int32_t> encode(const Value &value);
  Value decode(int32_t code) const;

private:
  bool isDirect, isBool;
  std::map<Value, int32_t> index;
  std::vector<Value> table;
};

struct ZoneModel::Impl {
  using Alternatives = ClockConditions::Alternatives;

  /// What is known of a state before its edges are.
  struct Entry {
    llvm::ArrayRef<ZoneConjunction> invariants, environment;
    bool isUrgentLocation = false;
    bool isComputed = false;
  };

  Impl(ZoneModel &model, const SystemView &view, Alphabet &alphabet);

  void fail(const llvm::Twine &reason) {
    if (model.failure.empty())
      model.failure = reason.str();
  }
  template <typename T>
  llvm::ArrayRef<T> copy(llvm::ArrayRef<T> from) {
    return from.copy(allocator);
  }

  StateId makeInitial();
  void addUrgency();
  StateId intern(llvm::ArrayRef<int32_t> key);
  void computeClocks(DiscreteState &state);
  const Entry &getEntry(StateId id);
  llvm::ArrayRef<ZoneConjunction> computeInvariant(llvm::ArrayRef<int32_t> key,
                                                   bool ofEnvironment);
  llvm::ArrayRef<ZoneConjunction> store(const Alternatives &alternatives);
  bool hasGap(llvm::ArrayRef<ZoneConjunction> alternatives) const;
  bool isUrgentLocation(llvm::ArrayRef<int32_t> key) const;

  /// Makes expressions refer to a state. Values are decoded when first asked
  /// for: most guards mention none.
  void setCurrent(llvm::ArrayRef<int32_t> key) {
    current = key;
    isDecoded = false;
  }
  void decodeValues();
  const Value *lookup(Expr name, const SystemTransition *transition);
  bool holds(llvm::ArrayRef<Expr> conditions,
             const SystemTransition *transition);
  void addAlternatives(const SystemCondition &condition,
                       const SystemTransition *transition,
                       Alternatives &result);

  void expand(StateId id);
  void addTransition(StateId id, unsigned index,
                     const SystemTransition &transition);
  void addInstance(StateId id, unsigned index,
                   const SystemTransition &transition);
  void addEdge(ZoneEdge edge, const Alternatives &guards, const Entry &target);
  void addUrgentEdges(llvm::ArrayRef<ZoneEdge> added);
  bool computeTarget(llvm::ArrayRef<int32_t> key,
                     const SystemTransition &transition,
                     llvm::SmallVectorImpl<int32_t> &target);
  std::vector<int32_t>
  computeEnvironmentTarget(llvm::ArrayRef<int32_t> key,
                           const SystemTransition &transition);
  bool computeResets(const SystemTransition &transition, Alternatives &guards,
                     llvm::SmallVectorImpl<ZoneReset> &resets);
  const std::vector<Value> *getDomain(mlir::Type type);

  ZoneModel &model;
  SystemView view;
  Alphabet &alphabet;
  ClockAnalysis analysis;
  llvm::BumpPtrAllocator allocator;
  ClockConditions conditions;
  unsigned numControls;
  std::vector<VariableCode> codes;
  llvm::DenseMap<llvm::ArrayRef<int32_t>, StateId> stateIds;
  std::deque<Entry> entries;
  llvm::DenseMap<mlir::Type, std::unique_ptr<std::optional<std::vector<Value>>>>
      domains;

  // The state that is being expanded.
  llvm::ArrayRef<int32_t> current;
  bool isDecoded = false;
  std::vector<Value> values, controlValues;
  std::vector<Value> arguments;
  std::vector<ZoneEdge> edges;
  bool hasUrgentEdge = false;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_ZONEMODELIMPL_H
