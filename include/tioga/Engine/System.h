//===- System.h - What all engines read -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one immutable, index-based form of an `sts.system`. Engines, encoder,
// interpreter and C emitter read only this: after loading, no Operation is
// touched and no Attribute created. Everything is addressed by its position in
// one of the lists below; positions follow the order of the text.
//
// Variables and parameters of record type are replaced by their leaf fields
// (`r.f`), in declarations, expressions and updates alike, so that no slot
// holds a record. Records inside sets, maps and arrays stay what they are.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_SYSTEM_H
#define TIOGA_ENGINE_SYSTEM_H

#include "tioga/Dialect/STS/IR/STSOps.h"
#include "tioga/Expr/Update.h"
#include "tioga/Expr/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

namespace tioga {

/// A variable that is no record.
struct SystemVariable {
  /// The unprimed and the primed name; the text is `name.getName()`.
  Expr name, primedName;
  mlir::Type type;
  Owner owner;
  /// Of `async` systems only; in `sync` systems the first step decides.
  Value initial;
  mlir::Location loc;

  llvm::StringRef getName() const { return name.getName(); }
};

struct SystemClock {
  Expr name;
  mlir::Location loc;

  llvm::StringRef getName() const { return name.getName(); }
};

/// One finite set of locations of which exactly one is occupied.
struct SystemControl {
  Expr name;
  std::vector<llvm::StringRef> locations;
  /// What the name evaluates to, by location: `Switch::On`.
  std::vector<Value> values;
  unsigned initial = 0;
  /// By location; empty if the model does not say.
  std::vector<bool> accepting;
  bool isEnvironment = false;
  mlir::Location loc;

  llvm::StringRef getName() const { return name.getName(); }
};

/// A parameter that is no record.
struct SystemParam {
  Expr name;
  mlir::Type type;

  llvm::StringRef getName() const { return name.getName(); }
};

struct SystemLabel {
  llvm::StringRef name;
  LabelKind kind;
  std::vector<SystemParam> params;
  bool isUrgent = false;
  mlir::Location loc;

  bool isObservable() const { return kind != LabelKind::Internal; }
  /// `coin?`, `beep!`, `go`.
  std::string getText() const;
};

/// `x_left - x_right < bound` or `<=`, where x_0 is zero and x_(i+1) is clock
/// i, as in the matrices of lib/Zone.
struct ClockBound {
  unsigned left, right;
  Rational bound;
  bool strict;
  /// The conjunct it stems from.
  Expr source;
};

/// A condition, whole and split into its conjuncts.
///
/// It holds if and only if all parts hold, where a part with a fault (other
/// than overflow) does not hold.
struct SystemCondition {
  /// As written, null for `true`.
  Expr expr;
  /// Conjuncts that are clock constraints with constants.
  std::vector<ClockBound> clocks;
  /// Conjuncts that mention no clock.
  std::vector<Expr> data;
  /// What is left: clocks against variables, disjunctions with clocks.
  std::vector<Expr> mixed;

  bool isTrue() const {
    return clocks.empty() && data.empty() && mixed.empty();
  }
  bool hasClocks() const { return !clocks.empty() || !mixed.empty(); }
};

/// The new value of a clock.
struct ClockReset {
  enum class Kind : uint8_t {
    Constant, ///< `x := 0`, to `constant`
    Copy,     ///< `x := y`, from clock `source`
    General   ///< anything else
  };
  unsigned clock;
  Kind kind;
  Rational constant;
  unsigned source = 0;
  Expr value;
};

struct DataAssignment {
  unsigned variable;
  Expr value;
};

/// The move of one control variable.
struct SystemMove {
  unsigned control;
  /// Nothing: from any location.
  std::optional<unsigned> from;
  unsigned to;
};

struct SystemTransition {
  /// Nothing: silent.
  std::optional<unsigned> label;
  /// Those of the label, or its own if it has no label.
  std::vector<SystemParam> params;
  std::vector<SystemMove> moves;
  SystemCondition guard;
  /// Resets and assignments happen at once and read the old values.
  std::vector<ClockReset> resets;
  std::vector<DataAssignment> assignments;
  /// The elements of the model it stems from.
  std::vector<llvm::StringRef> origin;
  mlir::Location loc;
};

struct SystemInvariant {
  SystemCondition condition;
  /// Empty if the model does not say.
  llvm::StringRef origin;
  mlir::Location loc;
};

/// One conjunct `assume => guarantee` of a synchronous step.
struct SystemConjunct {
  llvm::StringRef id;
  /// Null for `true`.
  Expr assume;
  Expr guarantee;
  /// Empty if it belongs to no view.
  llvm::StringRef view;
  mlir::Location loc;
};

/// What a name stands for.
struct Slot {
  enum class Kind : uint8_t { Variable, Clock, Control };
  Kind kind;
  unsigned index;
  bool primed = false;
};

class System {
public:
  /// Reads a verified system. Reports at the source location what no engine
  /// could handle (an initial value outside of its range, constants without
  /// common denominator).
  static llvm::FailureOr<std::unique_ptr<System>> load(sts::SystemOp op);

  llvm::StringRef getName() const { return name; }
  bool isSync() const { return sync; }
  /// Whether time passes.
  bool isDense() const { return dense; }
  mlir::Location getLoc() const { return loc; }

  llvm::ArrayRef<SystemVariable> getVariables() const { return variables; }
  llvm::ArrayRef<SystemClock> getClocks() const { return clocks; }
  llvm::ArrayRef<SystemControl> getControls() const { return controls; }
  llvm::ArrayRef<SystemLabel> getLabels() const { return labels; }
  llvm::ArrayRef<SystemTransition> getTransitions() const {
    return transitions;
  }
  llvm::ArrayRef<SystemInvariant> getInvariants() const { return invariants; }
  /// Conjuncts of the first step and of every later one.
  llvm::ArrayRef<SystemConjunct> getInitialConjuncts() const {
    return initialConjuncts;
  }
  llvm::ArrayRef<SystemConjunct> getStepConjuncts() const {
    return stepConjuncts;
  }

  /// Transitions whose first move with a source starts here, ascending. Each
  /// transition is in exactly one such list or in `getFreeTransitions`, so that
  /// the lists of all current locations together hold all candidates.
  llvm::ArrayRef<unsigned> getOutTransitions(unsigned control,
                                             unsigned location) const {
    return outTransitions[control][location];
  }
  /// Transitions without a source location, ascending.
  llvm::ArrayRef<unsigned> getFreeTransitions() const {
    return freeTransitions;
  }
  /// Positions in `getInvariants` of the invariants of a location.
  llvm::ArrayRef<unsigned> getInvariantsAt(unsigned control,
                                           unsigned location) const {
    return locationInvariants[control][location];
  }
  /// Positions of the invariants that hold everywhere.
  llvm::ArrayRef<unsigned> getGlobalInvariants() const {
    return globalInvariants;
  }
  bool isUrgent(unsigned control, unsigned location) const {
    return urgentLocations[control][location];
  }
  /// Whether time never passes (`sts.urgent` without location).
  bool isAlwaysUrgent() const { return alwaysUrgent; }
  bool hasUrgentLabels() const { return urgentLabels; }
  /// Whether some automaton belongs to the tester.
  bool hasEnvironment() const;
  /// Whether the transition is not observable: no label, or an internal one.
  bool isSilent(const SystemTransition &transition) const {
    return !transition.label || !labels[*transition.label].isObservable();
  }

  /// The least common denominator of all constants that clocks meet:
  /// multiplied by it, they are integers. At least 1.
  int64_t getScale() const { return scale; }

  /// What a Name expression of this system's context stands for, in constant
  /// time; null for parameters and names of other contexts. A parameter hides a
  /// variable of the same name: ask `lookupParam` first within transitions.
  const Slot *lookup(Expr name) const {
    auto found = slots.find(name);
    return found == slots.end() ? nullptr : &found->second;
  }
  static std::optional<unsigned> lookupParam(const SystemTransition &transition,
                                             Expr name);
  /// The same for the text of an unprimed name.
  const Slot *lookup(llvm::StringRef name) const;
  std::optional<unsigned> lookupLabel(llvm::StringRef name) const;
  /// The condition of a purpose of one step; null if there is none.
  Expr lookupPurpose(llvm::StringRef name) const {
    return purposes.lookup(name);
  }

  /// The context of all expressions of this system. Building more expressions
  /// in it is for one thread at a time; reading is free.
  ExprContext &getExprContext() const { return *context; }

private:
  friend class SystemLoader;
  friend class SystemEditor;
  System(mlir::Location loc) : loc(loc) {}
  System(const System &) = default;
  System &operator=(const System &) = default;

  /// Shared with the systems that are edited copies of this one.
  std::shared_ptr<ExprContext> context = std::make_shared<ExprContext>();
  llvm::StringRef name;
  mlir::Location loc;
  bool sync = false, dense = false;
  bool alwaysUrgent = false, urgentLabels = false;
  int64_t scale = 1;

  std::vector<SystemVariable> variables;
  std::vector<SystemClock> clocks;
  std::vector<SystemControl> controls;
  std::vector<SystemLabel> labels;
  std::vector<SystemTransition> transitions;
  std::vector<SystemInvariant> invariants;
  std::vector<SystemConjunct> initialConjuncts, stepConjuncts;

  std::vector<std::vector<std::vector<unsigned>>> outTransitions;
  std::vector<unsigned> freeTransitions;
  std::vector<std::vector<std::vector<unsigned>>> locationInvariants;
  std::vector<unsigned> globalInvariants;
  std::vector<std::vector<bool>> urgentLocations;

  llvm::DenseMap<Expr, Slot> slots;
  llvm::StringMap<Slot> slotsByName;
  llvm::StringMap<unsigned> labelsByName;
  llvm::StringMap<Expr> purposes;
};

/// Whether two transitions of systems that share their expressions have equal
/// labels, moves, guards, resets and assignments, wherever they stem from.
bool haveSameEffect(const SystemTransition &a, const SystemTransition &b);

/// Splits a condition over the names of `system`, in its context. Mutation uses
/// it for the conditions it changes.
SystemCondition splitCondition(Expr expr, const System &system);

/// Classifies `clock := value`.
ClockReset makeClockReset(unsigned clock, Expr value, const System &system);

/// Multiplies `scale` up until it is a multiple of all denominators in an
/// expression. Returns false if that leaves 64 bits.
bool extendScale(Expr expr, int64_t &scale);

} // namespace tioga

#endif // TIOGA_ENGINE_SYSTEM_H
