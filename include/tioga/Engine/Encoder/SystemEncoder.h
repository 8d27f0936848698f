//===- SystemEncoder.h - Systems as formulas --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one encoding of a system, read by the SMT-LIB emitter and by the bounded
// engines. A system becomes definitions over one state and the next: what it
// starts with, when time may pass, when a transition is enabled and what it
// does. Queries apply them to the states of a run (Unroller.h).
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENCODER_SYSTEMENCODER_H
#define TIOGA_ENGINE_ENCODER_SYSTEMENCODER_H

#include "tioga/Engine/Encoder/ExprEncoder.h"
#include "tioga/Engine/System.h"

namespace tioga {

/// How clocks are represented.
enum class TimeEncoding : uint8_t {
  /// A clock is its value; each step has a delay that is added to all clocks.
  Delays,
  /// A clock is the time of its last reset; each step has a point in time.
  /// Without data this is difference logic.
  Timestamps
};

/// The sort for locations, labels and literals that keeps the logic of these
/// systems smallest: reals where time is the only other number.
smt::Sort chooseEnumSort(llvm::ArrayRef<const System *> systems);

/// The definitions of one system.
///
/// Symbols of the state carry the names of the model; those of the next state
/// a prime. Several systems in one formula have different prefixes and share
/// labels, parameters and time.
class SystemEncoder {
public:
  /// A scalar part of the state.
  struct StateLeaf {
    std::string name;
    smt::Term current, next;
    Slot::Kind kind;
    /// Of the control, variable or clock.
    unsigned index;
    /// False if no transition changes it: one constant for the whole run.
    bool changes = true;
  };
  /// A scalar part of a parameter.
  struct ParamLeaf {
    std::string name;
    smt::Term symbol;
  };

  SystemEncoder(const System &system, ExprEncoder &exprs, TimeEncoding time,
                llvm::StringRef prefix = "");

  /// Makes all definitions. On failure `getError` says what cannot be encoded.
  bool encode();
  const std::string &getError() const { return error; }
  mlir::Location getErrorLoc() const { return errorLoc; }

  /// Gives the definitions that these need, each after those it uses. Without
  /// roots, all.
  void define(smt::TermSink &sink,
              llvm::ArrayRef<const smt::Function *> roots = {}) const;

  const System &getSystem() const { return system; }
  ExprEncoder &getExprs() const { return exprs; }
  smt::TermContext &getTerms() const { return terms; }
  TimeEncoding getTime() const { return time; }
  llvm::StringRef getPrefix() const { return prefix; }
  /// Whether time passes and is worth a symbol.
  bool hasTime() const { return system.isDense(); }

  llvm::ArrayRef<StateLeaf> getState() const { return state; }
  /// Parameters of a label, in order.
  llvm::ArrayRef<ParamLeaf> getParams(unsigned label) const {
    return labelParams[label];
  }
  /// Parameters of a transition without label.
  llvm::ArrayRef<ParamLeaf> getOwnParams(unsigned transition) const {
    return ownParams[transition];
  }
  smt::Term getLabelSymbol() const { return labelSymbol; }
  smt::Term getNowSymbol() const { return nowSymbol; }
  /// The symbol that tells whether a transition is taken. If several are, each
  /// of them alone leads to the same state. (One symbol that numbers the
  /// transitions makes Z3 several times slower.)
  smt::Term getEdge(unsigned transition) const { return edges[transition]; }
  /// The number of a label.
  smt::Term getLabel(unsigned label) const { return labels[label]; }
  /// The name of a transition in formulas.
  llvm::StringRef getEdgeName(unsigned transition) const {
    return edgeNames[transition];
  }

  //===--------------------------------------------------------------------===//
  // Asynchronous systems
  //===--------------------------------------------------------------------===//

  /// Over the current state; the values that a run starts with.
  const smt::Function &getInit() const { return *init; }
  /// Over the current state at some instant: all invariants.
  const smt::Function &getInvariant() const { return *invariant; }
  /// Over the current state at some instant: all invariants will hold for a
  /// while from then on.
  const smt::Function &getSoon() const { return *soon; }
  /// Over the current state: time must not pass.
  const smt::Function &getUrgent() const { return *urgent; }
  /// Over the current state at the instant of the step and the parameters:
  /// source, guard, ranges and the invariants of the target.
  const smt::Function &getEnabled(unsigned transition) const {
    return *enabled[transition];
  }
  /// Over both states: what the transition assigns.
  const smt::Function &getEffect(unsigned transition) const {
    return *effects[transition];
  }
  /// Over both states and the edges: what is not assigned stays.
  const smt::Function &getFrame() const { return *frame; }
  /// Over both states, the edges and the parameters: one transition.
  const smt::Function &getStep() const { return *step; }
  /// Over the edges and the label: the label is that of the transition.
  const smt::Function &getLabelled() const { return *labelled; }
  /// Over the current state and the parameters: some transition with the label
  /// is enabled.
  const smt::Function &getTakes(unsigned label) const { return *takes[label]; }

  //===--------------------------------------------------------------------===//
  // Synchronous systems
  //===--------------------------------------------------------------------===//

  /// Over the next state: all values are in range.
  const smt::Function &getDomain() const { return *domain; }
  /// Over both states; the first step reads only the next one.
  llvm::ArrayRef<const smt::Function *> getConjuncts(bool first) const {
    return first ? initialConjuncts : stepConjuncts;
  }
  /// The assumptions of the same; null for `true`.
  llvm::ArrayRef<const smt::Function *> getAssumptions(bool first) const {
    return first ? initialAssumptions : stepAssumptions;
  }
  /// The conjunction.
  const smt::Function &getRelation(bool first) const {
    return first ? *firstRelation : *stepRelation;
  }

  //===--------------------------------------------------------------------===//
  // Conditions
  //===--------------------------------------------------------------------===//

  /// A condition over the current state; null and an error if it has names that
  /// are none of the state. The expression may be of any context.
  smt::Term encodeCondition(Expr condition);

private:
  using Term = smt::Term;

  bool fail(mlir::Location loc, const llvm::Twine &message);
  bool makeState();
  bool makeParams();
  bool makeParam(const SystemParam &param, const llvm::Twine &owner,
                 std::vector<ParamLeaf> &leaves,
                 llvm::DenseMap<Expr, SymbolicValue> &values);
  void makeLabels();
  void makeEdges();
  void markChanges();
  const smt::Function &add(const llvm::Twine &name, Term body,
                           const llvm::Twine &comment = "");
  Term encodeState(Expr condition,
                   const llvm::DenseMap<Expr, SymbolicValue> *params = nullptr);
  std::optional<ExprEncoder::Result>
  encodeValue(Expr value, const llvm::DenseMap<Expr, SymbolicValue> *params);
  const SymbolicValue *
  resolve(Expr name, const llvm::DenseMap<Expr, SymbolicValue> *params) const;

  bool makeInvariants();
  Term getPlace(unsigned invariant);
  void makeUrgent();
  void makeInit();
  bool makeTransition(unsigned index);
  bool encodeUpdate(const SystemTransition &transition,
                    const llvm::DenseMap<Expr, SymbolicValue> &params,
                    std::vector<Term> &next, std::vector<Term> &conditions);
  Term encodeReset(const ClockReset &reset,
                   const llvm::DenseMap<Expr, SymbolicValue> &params,
                   std::vector<Term> &conditions);
  void addTargetInvariants(const SystemTransition &transition,
                           llvm::ArrayRef<Term> next,
                           std::vector<Term> &conditions);
  void makeFrame();
  void makeStep();
  void makeTakes();
  bool makeConjuncts(bool first);

  const System &system;
  ExprEncoder &exprs;
  smt::TermContext &terms;
  TimeEncoding time;
  std::string prefix;
  std::string error;
  mlir::Location errorLoc;

  std::vector<StateLeaf> state;
  /// First leaf of each control, variable and clock.
  std::vector<unsigned> controlLeaf, variableLeaf, clockLeaf;
  std::vector<SymbolicValue> controlValues, variableValues, nextValues,
      clockValues;
  std::vector<std::vector<ParamLeaf>> labelParams, ownParams;
  std::vector<llvm::DenseMap<Expr, SymbolicValue>> paramValues;
  Term labelSymbol, nowSymbol;
  std::vector<Term> edges, labels;
  std::vector<std::string> edgeNames;

  std::vector<const smt::Function *> definitions;
  /// Conditions of invariants without their locations.
  std::vector<const smt::Function *> invariantParts;
  /// Where each invariant holds: the control and location, or everywhere.
  std::vector<std::optional<std::pair<unsigned, unsigned>>> invariantPlaces;
  const smt::Function *init = nullptr, *invariant = nullptr, *soon = nullptr,
                      *urgent = nullptr, *frame = nullptr, *step = nullptr,
                      *labelled = nullptr, *domain = nullptr,
                      *firstRelation = nullptr, *stepRelation = nullptr;
  std::vector<const smt::Function *> enabled, effects, takes;
  std::vector<const smt::Function *> initialConjuncts, stepConjuncts,
      initialAssumptions, stepAssumptions;
};

} // namespace tioga

#endif // TIOGA_ENGINE_ENCODER_SYSTEMENCODER_H
